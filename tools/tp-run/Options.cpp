//===- Options.cpp - the command line of tp-run ------------------------------===//
//
// llvm::cl does the reading; its messages, which may have several lines, are made
// into one.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "tp/Execution/Errors.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace cl = llvm::cl;
using llvm::StringRef;
using mlir::tp::makeError;

static cl::OptionCategory category("tp-run options");

static cl::opt<std::string> model(cl::Positional, cl::Required, cl::desc("<model.mlir>"),
                                  cl::cat(category));
static cl::opt<std::string> entry("entry", cl::desc("Function to run (default: main)"),
                                  cl::value_desc("name"), cl::init("main"), cl::cat(category));
static cl::opt<std::string> mesh("mesh",
                                 cl::desc("Axis sizes that replace those of the model, tp=4"),
                                 cl::value_desc("axis=size,..."), cl::cat(category));
static cl::opt<bool> noPartition("no-partition",
                                 cl::desc("Run the model as it is, on one rank"),
                                 cl::cat(category));
static cl::list<std::string> inputs("inputs",
                                    cl::desc("File with arguments, by name; may be repeated"),
                                    cl::value_desc("a.safetensors"), cl::cat(category));
static cl::opt<std::string> randomInputs("random-inputs",
                                         cl::desc("Draw arguments that no file has"),
                                         cl::value_desc("seed"), cl::cat(category));
static cl::list<std::string> dims("dim",
                                  cl::desc("Size of `?` in random arguments (default: 1), of all "
                                           "or of one dimension"),
                                  cl::value_desc("[argument:dimension=]size"), cl::cat(category));
static cl::opt<std::string> outputs("outputs", cl::desc("File to write results to"),
                                    cl::value_desc("o.safetensors"), cl::cat(category));
static cl::list<std::string> compareWith("compare",
                                         cl::desc("File to compare results with, by name; a "
                                                  "difference above the tolerance is an error; "
                                                  "may be repeated"),
                                         cl::value_desc("e.safetensors"), cl::cat(category));
static cl::opt<std::string> tolerance("tolerance",
                                 cl::desc("Largest difference, relative to the largest magnitude "
                                          "of the reference (default: 2e-4)"),
                                 cl::value_desc("number"), cl::init("2e-4"), cl::cat(category));
static cl::opt<std::string> timeout("timeout",
                               cl::desc("Wait for a rank that does not come to a collective "
                                        "(default: 60)"),
                               cl::value_desc("seconds"), cl::init("60"), cl::cat(category));
static cl::opt<std::string> report("report",
                                   cl::desc("Print collectives, bytes and memory of one rank, or "
                                            "write them to a file"),
                                   cl::value_desc("json|text[:file]"), cl::cat(category));

namespace {
/// A flag of the design that has to keep its default for now.
struct Unavailable {
  Unavailable(StringRef name, StringRef defaultValue)
      : defaultValue(defaultValue),
        option(name, cl::desc("Not available in this version"), cl::init(defaultValue.str()),
               defaultValue == "false" ? cl::ValueOptional : cl::ValueRequired,
               cl::ReallyHidden, cl::cat(category)) {}

  /// What was asked for, or "" when it is the default.
  std::string getRequest() const {
    if (option.getNumOccurrences() == 0 || option == defaultValue)
      return "";
    std::string flag = ("--" + option.ArgStr).str();
    return option.empty() ? flag : flag + "=" + option;
  }

  StringRef defaultValue;
  cl::opt<std::string> option;
};
} // namespace

static Unavailable unavailable[] = {
    {"target", "host"},       {"transport", "inproc"},       {"config", ""},
    {"steps", "1"},           {"carry", ""},                 {"trace", ""},
    {"deterministic", "run"}, {"threads-per-rank", "1"},     {"sharded-outputs", "false"},
    {"relayout-parameters", "false"}};

/// llvm::cl's text as one line in our style:
/// `tp-run: Unknown argument '--x'.  Try: 'tp-run --help'` →
/// `unknown argument '--x', try 'tp-run --help'`
static std::string toOneLine(StringRef text) {
  std::string line;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    part.consume_front("tp-run: ");
    part = part.trim().rtrim(".!");
    if (part.empty())
      continue;
    line += line.empty() ? "" : "; ";
    line += llvm::toLower(part[0]);
    line += part.drop_front();
  }
  size_t tryAt = line.find(".  Try: ");
  if (tryAt != std::string::npos)
    line.replace(tryAt, 8, ", try ");
  return line;
}

static llvm::Expected<mlir::tp::DimOption> parseDim(StringRef text) {
  mlir::tp::DimOption option;
  StringRef size = text;
  if (text.contains('=')) {
    auto [place, value] = text.rsplit('=');
    auto [argument, dim] = place.rsplit(':');
    size = value;
    option.argument = argument.str();
    if (argument.empty() || dim.getAsInteger(10, option.dim))
      return makeError("--dim={0}: expected SIZE or ARGUMENT:DIMENSION=SIZE", text);
  }
  if (size.getAsInteger(10, option.size) || option.size < 0)
    return makeError("--dim={0}: '{1}' is not a size", text, size);
  return option;
}

llvm::Expected<mlir::tp::RunOptions> mlir::tp::parseOptions(int argc, char **argv) {
  std::string text;
  llvm::raw_string_ostream errors(text);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(argc, argv,
                                   "runs a model, partitioned over the ranks of a mesh\n",
                                   &errors))
    return makeError("{0}", toOneLine(text));
  for (const Unavailable &flag : unavailable)
    if (std::string request = flag.getRequest(); !request.empty())
      return makeError("{0} is not available in this version", request);

  RunOptions options;
  options.model = model;
  options.entry = entry;
  options.mesh = mesh;
  options.partition = !noPartition;
  options.inputs.assign(inputs.begin(), inputs.end());
  options.outputs = outputs;
  options.compare.assign(compareWith.begin(), compareWith.end());
  if (noPartition && !mesh.empty())
    return makeError("--mesh and --no-partition exclude one another");
  // Not numbers for the parser of flags: its own messages go past us.
  if (StringRef(timeout).getAsDouble(options.timeoutSeconds) ||
      !(options.timeoutSeconds > 0) || !std::isfinite(options.timeoutSeconds))
    return makeError("--timeout={0}: expected a positive number of seconds", timeout.getValue());
  if (StringRef(tolerance).getAsDouble(options.tolerance) || !(options.tolerance >= 0))
    return makeError("--tolerance={0}: expected a number of at least 0", tolerance.getValue());
  if (randomInputs.getNumOccurrences() > 0) {
    uint64_t seed;
    if (StringRef(randomInputs).getAsInteger(10, seed))
      return makeError("--random-inputs={0}: expected a seed, a non-negative integer",
                       randomInputs.getValue());
    options.randomSeed = seed;
  }
  for (const std::string &dim : dims) {
    llvm::Expected<DimOption> parsed = parseDim(dim);
    if (!parsed)
      return parsed.takeError();
    options.dims.push_back(std::move(*parsed));
  }
  auto [format, file] = StringRef(report).split(':');
  if (report.getNumOccurrences() > 0 && format != "json" && format != "text")
    return makeError("--report={0}: expected json or text, with :FILE behind it or not",
                     report.getValue());
  options.reportFormat = format.str();
  options.reportFile = file.str();
  return options;
}
