//===- tp-run.cpp - runs a model over the ranks of a mesh --------------------===//
//
// Parses a module, partitions it unless that is done or not wanted, gives each rank
// its part of the arguments, runs all ranks in this process, puts the results
// together, and writes, compares or summarizes them.
//
// Whatever goes wrong ends in one line `tp-run: error: ...` and exit code 1.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "tp/Dialect/SDY/IR/SDY.h"
#include "tp/Dialect/TP/Transforms/Passes.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"
#include "tp/Execution/EntrySignature.h"
#include "tp/Execution/Errors.h"
#include "tp/Execution/Executable.h"
#include "tp/Execution/Inputs.h"
#include "tp/Execution/Results.h"
#include "tp/Execution/Run.h"
#include "tp/Execution/SafeTensors.h"
#include "tp/Pipelines/Pipelines.h"
#include "tp/Pipelines/Report.h"
#include "tp/Rules/Rules.h"
#include "tprt/tprt.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::tp;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static Expected<func::FuncOp> findEntry(ModuleOp module, const RunOptions &options) {
  auto entry = module.lookupSymbol<func::FuncOp>(options.entry);
  if (!entry)
    return makeError("{0}: no function @{1}", options.model, options.entry);
  if (entry.isExternal())
    return makeError("{0}: function @{1} has no body", options.model, options.entry);
  return entry;
}

/// Brings the module into the form that ranks run.
static Error partition(ModuleOp module, const RunOptions &options) {
  Expected<func::FuncOp> entry = findEntry(module, options);
  if (!entry)
    return entry.takeError();
  bool isPartitioned = (*entry)->hasAttr(kPartitionedAttr);
  if (isPartitioned && !options.partition)
    return makeError("{0}: @{1} is partitioned already, so that --no-partition is no reference",
                     options.model, options.entry);
  if (isPartitioned && !options.mesh.empty())
    return makeError("{0}: @{1} is partitioned already, --mesh comes too late", options.model,
                     options.entry);
  FirstError error(module.getContext());
  if (!isPartitioned && !options.partition && hasTosa(module)) {
    PassManager passes(module.getContext(), ModuleOp::getOperationName());
    addLowerTosaPasses(passes);
    if (failed(passes.run(module)))
      return error.take("TOSA could not be lowered");
  }
  if (isPartitioned || !options.partition)
    return Error::success();
  PartitionPipelineOptions pipeline;
  pipeline.mesh = options.mesh;
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  addPartitionPipeline(passes, pipeline);
  if (failed(passes.run(module)))
    return error.take("partitioning failed");
  return Error::success();
}

/// The report that was asked for, "" when none was.
static Expected<std::string> makeReportText(ModuleOp module, const RunOptions &options) {
  if (options.reportFormat.empty())
    return "";
  FirstError error(module.getContext());
  FailureOr<Report> report = makeReport(module, options.entry);
  if (failed(report))
    return error.take("no report can be made");
  return options.reportFormat == "json" ? llvm::formatv("{0:2}\n", report->toJSON()).str()
                                        : report->toText();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// The shape that a random argument gets: `?` as `--dim` says, else 1.
static Expected<SmallVector<int64_t, 4>> chooseShape(const EntryValue &argument,
                                                     const RunOptions &options) {
  SmallVector<int64_t, 4> shape(argument.type.getShape());
  for (auto [index, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    size = 1;
    for (const DimOption &dim : options.dims)
      if (dim.argument.empty() || (dim.argument == argument.name && dim.dim == index))
        size = dim.size;
  }
  // More than the machine has would end the process without a word.
  const int64_t maxBytes = int64_t(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE);
  int64_t bytes = elementBytes(argument.type.getElementType());
  for (int64_t size : shape)
    if (llvm::MulOverflow(bytes, size, bytes) || bytes > maxBytes)
      return makeError("argument \"{0}\" of shape [{1}] is too large to be drawn", argument.name,
                       llvm::iterator_range(shape));
  return shape;
}

/// Checks that each `--dim ARGUMENT:...` is of a `?` that there is.
static Error checkDims(const EntrySignature &signature, const RunOptions &options) {
  for (const DimOption &dim : options.dims) {
    bool isKnown = dim.argument.empty();
    for (const EntryValue &argument : signature.arguments)
      isKnown |= argument.name == dim.argument && dim.dim < argument.type.getRank() &&
                 argument.type.isDynamicDim(dim.dim);
    if (!isKnown)
      return makeError("--dim={0}:{1}={2}: there is no such dynamic dimension", dim.argument,
                       dim.dim, dim.size);
  }
  return Error::success();
}

/// Gives every rank its arguments. What they refer to is kept in `files`, `storage`.
static Error loadInputs(const EntrySignature &signature, const RunOptions &options,
                        std::vector<SafeTensorsFile> &files,
                        std::vector<std::vector<char>> &storage, RankInputs &inputs) {
  if (Error error = checkDims(signature, options))
    return error;
  for (const std::string &path : options.inputs) {
    Expected<SafeTensorsFile> file = SafeTensorsFile::open(path);
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
  }
  for (const EntryValue &argument : signature.arguments) {
    Expected<std::optional<GlobalTensor>> tensor = findInFiles(files, argument);
    if (!tensor)
      return tensor.takeError();
    if (!*tensor && options.randomSeed) {
      Expected<SmallVector<int64_t, 4>> shape = chooseShape(argument, options);
      if (!shape)
        return shape.takeError();
      *tensor = drawRandom(argument, *shape, *options.randomSeed, storage.emplace_back());
    }
    if (!*tensor)
      return options.inputs.empty()
                 ? makeError("argument \"{0}\" has no value: give --inputs or --random-inputs",
                             argument.name)
                 : makeError("tensor \"{0}\" is not in {1}", argument.name,
                             llvm::join(options.inputs, " or "));
    if (Error error = inputs.append(argument, **tensor))
      return error;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static Error writeResults(ArrayRef<GlobalResult> results, StringRef path) {
  std::vector<FileTensor> tensors;
  for (const GlobalResult &result : results) {
    Expected<FileTensor> tensor = result.toFileTensor();
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(std::move(*tensor));
  }
  return writeSafeTensors(path, tensors);
}

/// Writes the report to its file, or to stdout.
static Error writeReport(StringRef text, StringRef path) {
  if (path.empty()) {
    llvm::outs() << text;
    return Error::success();
  }
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error) {
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
  }
  return error ? makeError("{0}: {1}", path, error.message()) : Error::success();
}

/// Prints each result's difference from a file, and fails when one is above the
/// tolerance.
static Error compareResults(ArrayRef<GlobalResult> results, StringRef path, double tolerance) {
  Expected<SafeTensorsFile> reference = SafeTensorsFile::open(path);
  if (!reference)
    return reference.takeError();
  std::string failure;
  for (const GlobalResult &result : results) {
    Expected<Difference> difference = compare(result, *reference);
    if (!difference)
      return difference.takeError();
    double relative = difference->getRelative();
    llvm::outs() << llvm::formatv("{0}: largest difference {1:e2} of {2:e2}, relative {3:e2}\n",
                                  result.name, difference->largest, difference->magnitude,
                                  relative);
    if (!(relative <= tolerance) && failure.empty())
      failure = llvm::formatv("result \"{0}\" differs from {1} by {2:e2} of its largest "
                              "magnitude, more than {3:e2}",
                              result.name, path, relative, tolerance);
  }
  return failure.empty() ? Error::success() : llvm::createStringError(failure);
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

static Error run(MLIRContext &context, const RunOptions &options) {
  OwningOpRef<ModuleOp> module;
  {
    std::string message;
    std::unique_ptr<llvm::MemoryBuffer> text = openInputFile(options.model, &message);
    if (!text)
      return llvm::createStringError(message);
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(text), llvm::SMLoc());
    FirstError error(&context);
    module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
    if (!module || failed(importAnnotations(*module)))
      return error.take(options.model + ": cannot be read");
  }
  if (Error error = partition(*module, options))
    return error;
  Expected<func::FuncOp> entry = findEntry(*module, options);
  if (!entry)
    return entry.takeError();
  Expected<std::string> report = makeReportText(*module, options);
  if (!report)
    return report.takeError();
  reduceUnreducedResults(*entry);
  Expected<EntrySignature> signature = EntrySignature::get(*entry);
  if (!signature)
    return signature.takeError();
  Expected<World> world = createWorld(signature->rankCount, options.timeoutSeconds);
  if (!world)
    return world.takeError();

  std::vector<SafeTensorsFile> files;
  std::vector<std::vector<char>> storage;
  RankInputs inputs(signature->rankCount);
  if (Error error = loadInputs(*signature, options, files, storage, inputs))
    return error;

  ExecutableOptions executableOptions;
  executableOptions.entry = options.entry;
  Expected<RunResult> done =
      compileAndRun(*module, *signature, inputs, std::move(*world), executableOptions);
  if (!done)
    return done.takeError();
  ArrayRef<GlobalResult> results = done->results;
  if (!options.outputs.empty())
    if (Error error = writeResults(results, options.outputs))
      return error;
  if (!report->empty())
    if (Error error = writeReport(*report, options.reportFile))
      return error;
  for (const std::string &path : options.compare)
    if (Error error = compareResults(results, path, options.tolerance))
      return error;
  if (options.outputs.empty() && options.compare.empty())
    for (const GlobalResult &result : results)
      llvm::outs() << summarize(result) << "\n";
  return Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<TPDialect, sdy::SDYDialect, tprt::TPRTDialect>();
  registerShardingRules(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false); // an op may have thousands of lines

  Expected<RunOptions> options = parseOptions(argc, argv);
  Error error = options ? run(context, *options) : options.takeError();
  llvm::outs().flush();
  if (!error && llvm::outs().has_error())
    error = makeError("stdout: {0}", llvm::outs().error().message());
  llvm::outs().clear_error(); // else it ends the process its own way
  if (!error)
    return 0;
  std::string text = llvm::toString(std::move(error));
  std::replace(text.begin(), text.end(), '\n', ' ');
  llvm::outs().flush();
  llvm::errs() << "tp-run: error: " << text << "\n";
  return 1;
}
