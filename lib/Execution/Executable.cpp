//===- Executable.cpp - a compiled program, ready to run ----------------------===//
//
// Compiling: `tp-to-host-pipeline`, then object code, linked in this process. The
// entry is called through a function that takes an array of pointers, to the result
// first (all results' memref descriptors in a row), then to each argument's.
//
// A memref descriptor is a row of 8-byte words, as MLIR lowers memrefs:
//
//   allocated, data, offset, sizes[rank], strides[rank]
//
// Running: a rank's thread may be left by a jump out of the runtime (see
// Runtime/core/Rank.h), so all that it uses is made before the world starts and
// owned by `run`.
//
//===----------------------------------------------------------------------===//

#include "tp/Execution/Executable.h"

#include "tp/Execution/Errors.h"

#include "JitCompiler.h"
#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TP/IR/Sharding.h"
#include "tprt/tprt.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include <mutex>

using namespace mlir;
using namespace mlir::tp;

int64_t TensorView::getElementCount() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

int64_t TensorView::getByteCount() const {
  return getElementCount() * elementBytes(elementType);
}

namespace {
/// The entry's arguments or results as the module had them; scalars have rank 0.
using Signature = SmallVector<RankedTensorType>;

/// The function that is called to run the program, by name.
constexpr StringLiteral kPackedEntry = "__tprt_run";
using EntryFunction = void (*)(void **arguments);
} // namespace

struct Executable::Impl {
  Signature arguments;
  Signature results;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  EntryFunction entry = nullptr;
};

Executable::Executable(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Executable::~Executable() = default;

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Adds a function that calls the entry's C interface with the pointers of an array.
static LogicalResult addPackedEntry(ModuleOp module, StringRef entry) {
  auto target =
      module.lookupSymbol<LLVM::LLVMFuncOp>(("_mlir_ciface_" + entry).str());
  if (!target)
    return module.emitError() << "@" << entry << " has no C interface";
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = target.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(module.getContext());
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()), pointer);
  auto function = LLVM::LLVMFuncOp::create(builder, loc, kPackedEntry, type);
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  SmallVector<Value> arguments;
  for (unsigned i = 0; i < target.getNumArguments(); ++i) {
    Value address = LLVM::GEPOp::create(builder, loc, pointer, pointer,
                                        function.getArgument(0), {LLVM::GEPArg(int32_t(i))});
    arguments.push_back(LLVM::LoadOp::create(builder, loc, pointer, address));
  }
  LLVM::CallOp::create(builder, loc, target, arguments);
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return success();
}

/// The runtime's functions by name: found here even where the process has loaded them
/// out of sight of other libraries.
static llvm::orc::SymbolMap getRuntimeSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                                          llvm::JITSymbolFlags::Exported |
                                              llvm::JITSymbolFlags::Callable};
  };
  add("tprt_rank", &tprt_rank);
  add("tprt_allocate", &tprt_allocate);
  add("tprt_deallocate", &tprt_deallocate);
  add("tprt_fail", &tprt_fail);
  add("tprt_collective", &tprt_collective);
  add("tprt_contract", &tprt_contract);
  return symbols;
}

/// Links object code into this process.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
link(llvm::orc::JITTargetMachineBuilder target,
     std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects) {
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(target)).create();
  if (!jit)
    return jit.takeError();
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  if (llvm::Error error = library.define(llvm::orc::absoluteSymbols(getRuntimeSymbols(**jit))))
    return error;
  // libm and memcpy.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  for (std::unique_ptr<llvm::MemoryBuffer> &object : objects)
    if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
      return error;
  return std::move(*jit);
}

/// True when the host multiplies and adds in one instruction, which the polynomials of
/// functions are made of.
static bool hasFusedMultiplyAdd(const llvm::Triple &triple) {
  if (triple.isX86())
    return llvm::sys::getHostCPUFeatures().lookup("fma");
  return triple.isAArch64();
}

/// True when a size at the border is known only at run time.
static bool isDynamic(const Signature &signature) {
  return !llvm::all_of(signature,
                       [](RankedTensorType type) { return type.hasStaticShape(); });
}

llvm::Expected<std::unique_ptr<Executable>>
Executable::compile(ModuleOp module, const ExecutableOptions &options) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerHostDialects(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context->appendDialectRegistry(registry);

  FirstError error(context);

  // The border, before it is lowered.
  auto impl = std::make_unique<Impl>();
  if (auto function = module.lookupSymbol<func::FuncOp>(options.entry)) {
    auto toTensor = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor ? tensor : RankedTensorType::get({}, type);
    };
    auto isValid = [](Type type) {
      return isa<RankedTensorType>(type) || type.isIntOrIndexOrFloat();
    };
    // Other types are an error of the pipeline.
    if (llvm::all_of(function.getArgumentTypes(), isValid) &&
        llvm::all_of(function.getResultTypes(), isValid)) {
      llvm::append_range(impl->arguments, llvm::map_range(function.getArgumentTypes(), toTensor));
      llvm::append_range(impl->results, llvm::map_range(function.getResultTypes(), toTensor));
    }
  }
  auto target = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  target->setRelocationModel(llvm::Reloc::PIC_);
  HostPipelineOptions pipeline;
  pipeline.entry = options.entry;
  pipeline.checkSizes = isDynamic(impl->arguments);
  pipeline.approximateMath = hasFusedMultiplyAdd(target->getTargetTriple());
  PassManager passes(context, ModuleOp::getOperationName());
  buildHostPipeline(passes, pipeline);
  if (failed(passes.run(module)) || failed(addPackedEntry(module, options.entry)))
    return error.take("the program could not be lowered");

  auto objects = emitObjects(module, *target);
  if (!objects) {
    llvm::consumeError(objects.takeError());
    return error.take("the program could not be translated to machine code");
  }
  auto jit = link(*target, std::move(*objects));
  if (!jit)
    return jit.takeError();
  impl->jit = std::move(*jit);
  auto address = impl->jit->lookup(kPackedEntry);
  if (!address)
    return address.takeError();
  impl->entry = address->toPtr<EntryFunction>();
  return std::unique_ptr<Executable>(new Executable(std::move(impl)));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Checks one rank's arguments against the entry's types.
static llvm::Error checkArguments(ArrayRef<TensorView> views, const Signature &types) {
  if (views.size() != types.size())
    return llvm::createStringError(
        llvm::formatv("{0} arguments were given, expected {1}", views.size(), types.size()));
  for (auto [index, view, type] : llvm::enumerate(views, types)) {
    if (view.elementType != type.getElementType()) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "argument " << index << ": elements have type " << view.elementType
          << ", expected " << type.getElementType();
      return llvm::createStringError(text);
    }
    if (int64_t(view.shape.size()) != type.getRank())
      return llvm::createStringError(llvm::formatv("argument {0}: has rank {1}, expected {2}",
                                                   index, view.shape.size(), type.getRank()));
    for (auto [dim, size] : llvm::enumerate(view.shape))
      if (size < 0 || (!type.isDynamicDim(dim) && type.getDimSize(dim) != size))
        return llvm::createStringError(llvm::formatv(
            "argument {0}: dimension {1} has size {2}, expected {3}", index, dim, size,
            type.isDynamicDim(dim) ? "0 or more" : std::to_string(type.getDimSize(dim))));
    if (!view.data && view.getElementCount() != 0)
      return llvm::createStringError(llvm::formatv("argument {0}: has no data", index));
  }
  return llvm::Error::success();
}

/// Words of a memref descriptor.
static size_t getWordCount(RankedTensorType type) { return 3 + 2 * type.getRank(); }

namespace {
/// What one rank's thread reads and writes.
struct RankFrame {
  std::vector<int64_t> words;   // descriptors of the arguments, then of the results
  std::vector<void *> pointers; // as the packed entry takes them
  int64_t *results = nullptr;
};
} // namespace

/// Builds descriptors of the arguments and room for those of the results.
static RankFrame buildFrame(ArrayRef<TensorView> views, const Signature &results) {
  RankFrame frame;
  size_t count = 0;
  for (const TensorView &view : views)
    count += 3 + 2 * view.shape.size();
  size_t resultStart = count;
  for (RankedTensorType type : results)
    count += getWordCount(type);
  frame.words.resize(count);
  frame.results = frame.words.data() + resultStart;
  if (!results.empty())
    frame.pointers.push_back(frame.results);
  int64_t *word = frame.words.data();
  for (const TensorView &view : views) {
    frame.pointers.push_back(word);
    int64_t data = reinterpret_cast<intptr_t>(view.data);
    size_t rank = view.shape.size();
    word[0] = word[1] = data;
    word[2] = 0;
    int64_t stride = 1;
    for (size_t dim = rank; dim-- > 0; stride *= view.shape[dim]) {
      word[3 + dim] = view.shape[dim];
      word[3 + rank + dim] = stride;
    }
    word += 3 + 2 * rank;
  }
  return frame;
}

/// Reads descriptors of results; the pipeline makes them dense.
static SmallVector<TensorView> readResults(const RankFrame &frame, const Signature &types) {
  SmallVector<TensorView> views;
  const int64_t *word = frame.results;
  for (RankedTensorType type : types) {
    TensorView &view = views.emplace_back();
    view.elementType = type.getElementType();
    view.shape.assign(word + 3, word + 3 + type.getRank());
    view.data = reinterpret_cast<char *>(word[1]) + word[2] * elementBytes(view.elementType);
    word += getWordCount(type);
  }
  return views;
}

llvm::Expected<SmallVector<SmallVector<TensorView>>>
Executable::run(tprt_world *world, ArrayRef<SmallVector<TensorView>> inputs) {
  for (auto [rank, views] : llvm::enumerate(inputs))
    if (llvm::Error error = checkArguments(views, impl->arguments)) {
      std::string text = llvm::toString(std::move(error));
      return llvm::createStringError(inputs.size() == 1 ? text
                                                        : llvm::formatv("rank {0}: {1}", rank, text).str());
    }
  std::vector<RankFrame> frames;
  for (const SmallVector<TensorView> &views : inputs)
    frames.push_back(buildFrame(views, impl->results));
  struct Program {
    EntryFunction entry;
    std::vector<RankFrame> &frames;
    std::string otherCount; // the error of a world of another size
  } program{impl->entry, frames,
            llvm::formatv("arguments of {0} ranks were given to a world of another size",
                          frames.size())};
  tprt_status_t status = tprt_world_run(
      world,
      [](int32_t rank, void *data) {
        auto &program = *static_cast<Program *>(data);
        if (size_t(tprt_rank_count()) != program.frames.size())
          tprt_fail(program.otherCount.c_str());
        program.entry(program.frames[rank].pointers.data());
      },
      &program);
  if (status != TPRT_OK)
    return llvm::createStringError(tprt_last_error());
  SmallVector<SmallVector<TensorView>> results;
  for (const RankFrame &frame : frames)
    results.push_back(readResults(frame, impl->results));
  return results;
}
