//===- Errors.h - errors of programs as one line ----------------*- C++ -*-===//

#ifndef TP_EXECUTION_ERRORS_H
#define TP_EXECUTION_ERRORS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::tp {

/// An error whose text is made as by `llvm::formatv`.
template <typename... Args>
llvm::Error makeError(const char *format, Args &&...args) {
  return llvm::createStringError(llvm::formatv(format, std::forward<Args>(args)...));
}

/// Keeps the first error that MLIR emits while it lives, with its notes: `file:line:column:
/// text (note: file:line:column: text)`. Errors are not printed, warnings are.
class FirstError {
public:
  explicit FirstError(MLIRContext *context);

  /// The error, or `otherwise` if there was none.
  llvm::Error take(const Twine &otherwise) const;

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::tp

#endif // TP_EXECUTION_ERRORS_H
