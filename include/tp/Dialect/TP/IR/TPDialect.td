//===- TPDialect.td - the tp dialect -------------------------*- tablegen -*-===//

#ifndef TP_DIALECT_TP_IR_TPDIALECT
#define TP_DIALECT_TP_IR_TPDIALECT

include "mlir/IR/OpBase.td"

def TP_Dialect : Dialect {
  let name = "tp";
  let cppNamespace = "::mlir::tp";
  let summary = "tensor parallelism: meshes, shardings and collectives";
  let description = [{
    A program is written for one device. Attributes of this dialect say how some
    of its tensors are split over the axes of a mesh of ranks; passes spread that
    to every value and rewrite the program into the one that each rank runs,
    where the ops of this dialect are the collectives.

    The notation of shardings is Shardy's where Shardy has one.

    Discardable attributes, on function arguments (`A`), function results (`R`)
    and ops (`O`):

    | name | on | value | meaning |
    |---|---|---|---|
    | `tp.sharding` | A R | `#tp.sharding` | how this tensor is split |
    | `tp.shardings` | O | array of `#tp.sharding` or unit | the same, one per result; written by `tp-propagate` |
    | `tp.argument_shardings` | O | array of `#tp.sharding` or unit | the same for block arguments of a loop or branch, one each |
    | `tp.sub_axes` | O | array of `#tp.axis_ref` | on a mesh: parts of axes that `tp-propagate` has split by |
    | `tp.name` | A R | string | name in files and messages; default `argN`, `resultN` |
    | `tp.kind` | A | `"parameter"`, `"state"`, `"input"` | parameters and state persist between steps |
    | `tp.donate` | A | unit | the buffer may be reused |
    | `tp.global_type` | A R | type | the type before partitioning; written by `tp-partition` |
    | `tp.partitioned` | O | unit | on a function: its types are those of one rank |
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = "void registerAttributes();";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

#endif // TP_DIALECT_TP_IR_TPDIALECT
