//===- tp-opt.cpp - mlir-opt with tensor parallelism --------------------------===//
//
// Every upstream dialect and pass, and ours. Beside the passes:
//
//   --mesh "dp=2,tp=4"             axis sizes that replace those in the file
//   --tp-report=json|text[:FILE]   what the program of one rank communicates
//
//===----------------------------------------------------------------------===//

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/SDY/IR/SDY.h"
#include "tp/Dialect/TP/IR/TP.h"
#include "tp/Dialect/TP/Transforms/Passes.h"
#include "tp/Dialect/TPRT/IR/TPRT.h"
#include "tp/Pipelines/Pipelines.h"
#include "tp/Pipelines/Report.h"
#include "tp/Rules/Rules.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static llvm::cl::opt<std::string>
    meshOption("mesh",
               llvm::cl::desc("Axis sizes, as in \"dp=2,tp=4\", that replace those in "
                              "the file, before any pass"),
               llvm::cl::value_desc("axes"));

static llvm::cl::opt<std::string>
    reportOption("tp-report",
                 llvm::cl::desc("Report what one rank communicates, as json or text, "
                                "after the passes; printed after the module, or "
                                "written to a file"),
                 llvm::cl::value_desc("json|text[:FILE]"));

static llvm::cl::opt<std::string>
    entryOption("tp-entry", llvm::cl::desc("Function that --tp-report is about"),
                llvm::cl::init("main"));

namespace {
struct OverrideMesh : public PassWrapper<OverrideMesh, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OverrideMesh)
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<tp::TPDialect>();
  }
  void runOnOperation() override {
    if (failed(tp::importAnnotations(getOperation())) ||
        failed(tp::overrideMesh(getOperation(), meshOption)))
      signalPassFailure();
  }
};

/// Keeps the report until the module has been printed.
struct MakeReport : public PassWrapper<MakeReport, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeReport)
  MakeReport(bool asJSON, std::string *text) : asJSON(asJSON), text(text) {}
  void runOnOperation() override {
    FailureOr<tp::Report> report = tp::makeReport(getOperation(), entryOption);
    if (failed(report))
      return signalPassFailure();
    llvm::raw_string_ostream os(*text);
    if (asJSON)
      os << llvm::formatv("{0:2}\n", report->toJSON());
    else
      os << report->toText();
  }
  bool asJSON;
  std::string *text;
};
} // namespace

static int fail(const Twine &message) {
  llvm::errs() << "tp-opt: error: " << message << '\n';
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<tp::TPDialect, tp::sdy::SDYDialect, tprt::TPRTDialect>();
  tp::registerShardingRules(registry);
  tp::registerHostDialects(registry);
  registerAllPasses();
  tp::registerTPPasses();
  tp::registerTPConversionPasses();
  tp::registerPipelines();

  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "mlir-opt with passes for tensor parallelism\n", registry);
  auto [format, file] = StringRef(reportOption).split(':');
  if (reportOption.getNumOccurrences() && format != "json" && format != "text")
    return fail("--tp-report=" + reportOption + ": unknown format '" + format +
                "', expected json or text");

  std::string report;
  const MlirOptMainConfig parsed = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig config = parsed;
  config.setPassPipelineSetupFn([&, format = format](PassManager &pm) {
    if (meshOption.getNumOccurrences())
      pm.addPass(std::make_unique<OverrideMesh>());
    if (failed(parsed.setupPassPipeline(pm)))
      return failure();
    if (reportOption.getNumOccurrences())
      pm.addPass(std::make_unique<MakeReport>(format == "json", &report));
    return success();
  });

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(input, &message);
  if (!buffer)
    return fail(message);
  std::unique_ptr<llvm::ToolOutputFile> module = openOutputFile(output, &message);
  if (!module)
    return fail(message);
  if (failed(MlirOptMain(module->os(), std::move(buffer), registry, config)))
    return 1;
  module->keep();
  module->os().flush();

  if (!reportOption.getNumOccurrences())
    return 0;
  if (file.empty()) {
    llvm::outs() << report;
    return 0;
  }
  std::unique_ptr<llvm::ToolOutputFile> reportFile = openOutputFile(file, &message);
  if (!reportFile)
    return fail(message);
  reportFile->os() << report;
  reportFile->keep();
  return 0;
}
