//===- SDYDialect.cpp - the part of Shardy's dialect that is read ------------===//
//
// Its attributes are read as the tp dialect's, so there are none of its own.
//
//===----------------------------------------------------------------------===//

#include "tp/Dialect/SDY/IR/SDY.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/Dialect/SDY/IR/SDYDialect.cpp.inc"

#define GET_OP_CLASSES
#include "tp/Dialect/SDY/IR/SDYOps.cpp.inc"

void sdy::SDYDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "tp/Dialect/SDY/IR/SDYOps.cpp.inc"
      >();
}

/// `sharding<@mesh, [...]>` and `sharding_per_value<[<@mesh, [...]>, ...]>`
Attribute sdy::SDYDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  if (parser.parseKeyword(&mnemonic))
    return {};
  if (mnemonic == "sharding")
    return ShardingAttr::parse(parser, type);
  if (mnemonic == "sharding_per_value") {
    SmallVector<Attribute> shardings;
    auto parseOne = [&] {
      shardings.push_back(ShardingAttr::parse(parser, type));
      return success(bool(shardings.back()));
    };
    if (parser.parseLess() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
        parser.parseGreater())
      return {};
    return ArrayAttr::get(getContext(), shardings);
  }
  parser.emitError(loc) << "#sdy." << mnemonic
                        << " is not read; expected #sdy.sharding or "
                           "#sdy.sharding_per_value";
  return {};
}
