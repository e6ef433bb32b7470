//===- SDYOps.td - the part of Shardy's dialect that is read --*- tablegen -*-===//

#ifndef TP_DIALECT_SDY_IR_SDYOPS
#define TP_DIALECT_SDY_IR_SDYOPS

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tp/Dialect/TP/IR/TPAttrs.td"

def SDY_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::mlir::tp::sdy";
  let summary = "Shardy's annotations, as JAX writes them";
  let description = [{
    Only what annotates: meshes, shardings of arguments, results and ops,
    constraints. `tp-import` makes the same of the tp dialect of them. The notation
    is that of https://openxla.org/shardy/sharding_representation, which the tp
    dialect's is a superset of: `#sdy.sharding` is read as a `#tp.sharding`, and
    `#sdy.sharding_per_value` as an array of them.
  }];
  let extraClassDeclaration = [{
    Attribute parseAttribute(DialectAsmParser &parser, Type type) const override;
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

class SDY_Op<string mnemonic, list<Trait> traits = []>
    : Op<SDY_Dialect, mnemonic, traits>;

def SDY_MeshOp : SDY_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "names a mesh of devices";
  let arguments = (ins SymbolNameAttr:$sym_name, TP_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def SDY_ShardingConstraintOp : SDY_Op<"sharding_constraint",
                                      [Pure, SameOperandsAndResultType]> {
  let summary = "says how a value is split at this point";
  let arguments = (ins AnyRankedTensor:$input, TP_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

#endif // TP_DIALECT_SDY_IR_SDYOPS
