//===- tp-fuzz.cpp - random programs, partitioned and not ---------------------===//
//
//   tp-fuzz [--seed N] [--count N] [--print] [--no-shrink]
//
// Draws programs, runs each on one rank as it is and on the ranks of its mesh, and
// compares the results. What differs, fails to compile or to run is made smaller and
// printed. An op that is refused by name counts apart. Exit code 1 if anything is wrong.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "tp/Conversion/Passes.h"
#include "tp/Dialect/TP/IR/TP.h"
#include "tp/Execution/Run.h"
#include "tp/Pipelines/Pipelines.h"
#include "tp/Rules/Rules.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <unistd.h>

using namespace mlir;
using namespace mlir::tp;
using ::tp::fuzz::makeProgram;
using ::tp::fuzz::Program;
using llvm::Expected;

static llvm::cl::opt<uint64_t> firstSeed("seed", llvm::cl::desc("The first seed"),
                                         llvm::cl::init(1));
static llvm::cl::opt<uint64_t> count("count", llvm::cl::desc("How many programs"),
                                     llvm::cl::init(100));
static llvm::cl::opt<bool> printOnly("print", llvm::cl::desc("Print the programs only"));
static llvm::cl::opt<bool> noShrink("no-shrink", llvm::cl::desc("Print failures as drawn"));

namespace {
enum class Outcome { Same, Refused, Wrong };

struct Verdict {
  Outcome outcome = Outcome::Same;
  std::string text;
};

Verdict wrong(const Twine &text) { return {Outcome::Wrong, text.str()}; }

/// Runs text on the ranks of its mesh, or on one. `where` names the step that failed.
struct Runner {
  MLIRContext &context;
  std::vector<std::vector<char>> storage;
  std::string diagnostic;

  Expected<RunResult> run(StringRef text, bool isPartitioned, const char *&where) {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &message) {
      if (diagnostic.empty() && message.getSeverity() == DiagnosticSeverity::Error)
        diagnostic = message.str();
    });
    auto fail = [&] { return llvm::createStringError(diagnostic); };
    where = "parse";
    ParserConfig config(&context);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
    if (!module)
      return fail();
    where = "partition";
    if (isPartitioned) {
      PassManager passes(&context, ModuleOp::getOperationName());
      addPartitionPipeline(passes, PartitionPipelineOptions());
      if (failed(passes.run(*module)))
        return fail();
    }
    where = "compile";
    auto entry = module->lookupSymbol<func::FuncOp>("main");
    reduceUnreducedResults(entry);
    Expected<EntrySignature> signature = EntrySignature::get(entry);
    if (!signature)
      return signature.takeError();
    RankInputs inputs(signature->rankCount);
    for (const EntryValue &argument : signature->arguments)
      if (llvm::Error error = inputs.append(
              argument, drawRandom(argument, argument.type.getShape(), 1, storage.emplace_back())))
        return error;
    Expected<World> world = createWorld(signature->rankCount, 20);
    if (!world)
      return world.takeError();
    return compileAndRun(*module, *signature, inputs, std::move(*world), ExecutableOptions());
  }
};

/// The text of an error that is a clear refusal, not a fault.
bool isRefusal(StringRef text) {
  return text.contains("has no sharding rule") || text.contains("cannot be partitioned");
}

Verdict check(MLIRContext &context, const Program &program) {
  std::string text = program.print();
  const char *where = "";
  Runner whole{context, {}, ""};
  Expected<RunResult> reference = whole.run(text, /*isPartitioned=*/false, where);
  if (!reference)
    return wrong(Twine("reference, ") + where + ": " + toString(reference.takeError()));
  Runner parts{context, {}, ""};
  Expected<RunResult> actual = parts.run(text, /*isPartitioned=*/true, where);
  if (!actual) {
    std::string message = toString(actual.takeError());
    if (isRefusal(message))
      return {Outcome::Refused, message};
    return wrong(Twine(where) + ": " + message);
  }
  for (auto [a, b] : llvm::zip_equal(actual->results, reference->results)) {
    if (a.shape != b.shape || a.elementType != b.elementType)
      return wrong("result " + a.name + " has another type");
    std::optional<DType> dtype = getDType(a.elementType);
    Difference difference = compare(*dtype, a.getElementCount(), a.data, *dtype, b.data);
    // Sums in another order; a small rest of large numbers has no exact digits.
    double tolerance = a.elementType.isF64() ? 1e-9 : a.elementType.isF32() ? 1e-3 : 0;
    double bound = tolerance * std::max(difference.magnitude, 1e-2);
    if (!(difference.largest <= bound))
      return wrong(llvm::formatv("result {0} differs by {1} of {2}", a.name,
                                 difference.largest, difference.magnitude));
  }
  return {};
}

/// The kind of a failure, so that shrinking does not slip to another one.
std::string kindOf(const Verdict &verdict) {
  return verdict.outcome == Outcome::Wrong ? StringRef(verdict.text).take_front(12).str() : "";
}

Program shrink(MLIRContext &context, Program program, const std::string &kind) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (Program &candidate : program.getSmaller()) {
      if (kindOf(check(context, candidate)) != kind)
        continue;
      program = std::move(candidate);
      smaller = true;
      break;
    }
  }
  return program;
}

/// What a crash leaves behind.
std::atomic<uint64_t> currentSeed;
void reportCrash(void *) {
  std::string text = "tp-fuzz: crash at seed " + std::to_string(currentSeed) + "\n";
  (void)!::write(2, text.data(), text.size());
}
} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "random programs, partitioned and not\n");
  llvm::sys::AddSignalHandler(reportCrash, nullptr);
  DialectRegistry registry;
  registerHostDialects(registry);
  registerShardingRules(registry);

  uint64_t refused = 0, bad = 0;
  std::unique_ptr<MLIRContext> context;
  for (uint64_t i = 0; i < count; ++i) {
    // A context keeps every type that it has seen.
    if (i % 100 == 0) {
      context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
      context->printOpOnDiagnostic(false);
      context->loadAllAvailableDialects();
    }
    currentSeed = firstSeed + i;
    Program program = makeProgram(currentSeed);
    if (printOnly) {
      llvm::outs() << "// seed " << currentSeed.load() << "\n" << program.print() << "\n";
      continue;
    }
    Verdict verdict = check(*context, program);
    if (verdict.outcome == Outcome::Refused) {
      ++refused;
      llvm::outs() << "seed " << currentSeed.load() << " refused: " << verdict.text << "\n";
    }
    if (verdict.outcome == Outcome::Wrong) {
      ++bad;
      if (!noShrink) {
        program = shrink(*context, std::move(program), kindOf(verdict));
        verdict = check(*context, program);
      }
      llvm::outs() << "// seed " << currentSeed.load() << ": " << verdict.text << "\n"
                   << program.print() << "\n";
    }
    llvm::outs().flush();
  }
  llvm::outs() << llvm::formatv("{0} programs, {1} refused, {2} wrong\n", count.getValue(),
                                refused, bad);
  return bad ? 1 : 0;
}
