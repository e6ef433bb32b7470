//===- Errors.cpp - errors of programs as one line ---------------------------===//

#include "tp/Execution/Errors.h"

using namespace mlir;
using namespace mlir::tp;

static std::string describe(Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":" << file.getColumn()
       << ": ";
  os << diagnostic;
  return text;
}

FirstError::FirstError(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure(); // for others to print
        if (text.empty()) {
          text = describe(diagnostic);
          // An op may have thousands of lines.
          for (Diagnostic &note : diagnostic.getNotes())
            if (std::string line = describe(note);
                !StringRef(line).contains("see current operation"))
              text += " (note: " + line + ")";
        }
        return success();
      }) {}

llvm::Error FirstError::take(const Twine &otherwise) const {
  return llvm::createStringError(text.empty() ? otherwise.str() : text);
}
