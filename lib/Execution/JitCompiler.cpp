//===- JitCompiler.cpp - from the LLVM dialect to object code -----------------===//
//
// The host program is long and straight: allocations and calls of kernels. LLVM's
// optimiser has nothing to find in it, and takes more than linear time to look; so it
// gets early CSE (which clears away the packing of memref descriptors) and the fast
// instruction selector. Kernels are short and hot: -O2. They are dealt out to as many
// LLVM modules as there are cores, each with its own context, and compiled at once.
//
//===----------------------------------------------------------------------===//

#include "JitCompiler.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include <thread>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Dealing out
//===----------------------------------------------------------------------===//

namespace {
/// A module of its own for the host program, and some for the kernels.
struct Part {
  OwningOpRef<ModuleOp> module;
  int64_t weight = 0; // operations, for balance
  bool isHost = false;

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> llvmModule;
  llvm::SmallVector<char, 0> object;
  std::string error;
};

/// Moves functions into parts, and brings what they refer to along.
class Dealer {
public:
  Dealer(ModuleOp module) : module(module), symbols(module) {}

  std::vector<Part> deal(unsigned kernelParts);

private:
  /// Makes all symbols that `part` refers to known there: kernels and runtime
  /// functions are declared; constants and helpers are copied.
  void bringAlong(Part &part);

  ModuleOp module;
  SymbolTable symbols;
  DenseSet<StringAttr> kernels;
};
} // namespace

/// Functions that only the program's own code calls, once it is one of several
/// objects, must be visible to the others.
static void makeExternal(LLVM::LLVMFuncOp function) {
  function.setLinkage(LLVM::Linkage::External);
  function.setSymVisibility("public");
}

std::vector<Part> Dealer::deal(unsigned kernelParts) {
  std::vector<LLVM::LLVMFuncOp> host, own;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    if (function.getName().starts_with("kernel_"))
      own.push_back(function);
    else if (function.getSymVisibility() != "private" &&
             function.getLinkage() == LLVM::Linkage::External)
      host.push_back(function);
  }
  std::vector<Part> parts(1 + std::min<size_t>(kernelParts, own.size()));
  for (Part &part : parts)
    part.module = ModuleOp::create(module.getLoc());
  parts[0].isHost = true;
  for (LLVM::LLVMFuncOp function : host)
    function->moveBefore(parts[0].module->getBody(), parts[0].module->getBody()->end());
  for (LLVM::LLVMFuncOp function : own) {
    makeExternal(function);
    kernels.insert(function.getSymNameAttr());
    auto lightest = std::min_element(
        parts.begin() + 1, parts.end(),
        [](const Part &a, const Part &b) { return a.weight < b.weight; });
    function.walk([&](Operation *) { ++lightest->weight; });
    function->moveBefore(lightest->module->getBody(), lightest->module->getBody()->end());
  }
  for (Part &part : parts)
    bringAlong(part);
  return parts;
}

void Dealer::bringAlong(Part &part) {
  SymbolTable here(*part.module);
  SmallVector<Operation *> pending;
  for (Operation &op : *part.module->getBody())
    pending.push_back(&op);
  while (!pending.empty()) {
    SmallVector<StringAttr> names;
    pending.pop_back_val()->walk([&](Operation *op) {
      for (NamedAttribute attr : op->getAttrs())
        if (auto ref = dyn_cast<FlatSymbolRefAttr>(attr.getValue()))
          names.push_back(ref.getAttr());
    });
    for (StringAttr name : names) {
      if (here.lookup(name))
        continue;
      Operation *definition = symbols.lookup(name);
      if (!definition)
        continue;
      Operation *copy;
      auto function = dyn_cast<LLVM::LLVMFuncOp>(definition);
      if (function && kernels.contains(name)) { // defined in another part
        copy = definition->cloneWithoutRegions();
        makeExternal(cast<LLVM::LLVMFuncOp>(copy));
      } else {
        copy = definition->clone();
        pending.push_back(copy);
        if (function && !function.isExternal()) // each part has its own
          cast<LLVM::LLVMFuncOp>(copy).setLinkage(LLVM::Linkage::Internal);
      }
      part.module->push_back(copy);
      here.insert(copy);
    }
  }
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Runs the optimiser and the code generator.
static void compilePart(Part &part, llvm::orc::JITTargetMachineBuilder target) {
  target.setCodeGenOptLevel(part.isHost ? llvm::CodeGenOptLevel::None
                                        : llvm::CodeGenOptLevel::Default);
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine = target.createTargetMachine();
  if (!machine) {
    part.error = llvm::toString(machine.takeError());
    return;
  }
  llvm::Module &module = *part.llvmModule;
  module.setDataLayout((*machine)->createDataLayout());
  module.setTargetTriple((*machine)->getTargetTriple());
  for (llvm::Function &function : module) {
    function.addFnAttr("target-cpu", target.getCPU());
    function.addFnAttr("target-features", target.getFeatures().getString());
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = false; // loops are all there is
  llvm::PassBuilder builder(machine->get(), tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::ModulePassManager passes;
  if (part.isHost)
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::EarlyCSEPass()));
  else
    passes = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  passes.run(module, modules);

  llvm::raw_svector_ostream stream(part.object);
  llvm::legacy::PassManager codegen;
  if ((*machine)->addPassesToEmitFile(codegen, stream, nullptr,
                                      llvm::CodeGenFileType::ObjectFile)) {
    part.error = "the target cannot emit object files";
    return;
  }
  codegen.run(module);
}

llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
mlir::tp::emitObjects(ModuleOp module, const llvm::orc::JITTargetMachineBuilder &target) {
  unsigned cores = std::max(1u, std::min(16u, std::thread::hardware_concurrency()));
  std::vector<Part> parts = Dealer(module).deal(cores);
  for (Part &part : parts) {
    part.context = std::make_unique<llvm::LLVMContext>();
    part.llvmModule = translateModuleToLLVMIR(*part.module, *part.context, "tp");
    if (!part.llvmModule)
      return llvm::createStringError("the LLVM dialect could not be translated to LLVM IR");
  }
  // This thread takes the host program, and waits for the others.
  std::vector<std::thread> threads;
  for (Part &part : llvm::drop_begin(parts))
    threads.emplace_back([&part, &target] { compilePart(part, target); });
  compilePart(parts.front(), target);
  for (std::thread &thread : threads)
    thread.join();
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
  for (Part &part : parts) {
    if (!part.error.empty())
      return llvm::createStringError(part.error);
    objects.push_back(std::make_unique<llvm::SmallVectorMemoryBuffer>(
        std::move(part.object), /*RequiresNullTerminator=*/false));
  }
  return objects;
}
