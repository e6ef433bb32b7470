//===- TPOps.td - ops of the tp dialect but the collectives --*- tablegen -*-===//

#ifndef TP_DIALECT_TP_IR_TPOPS
#define TP_DIALECT_TP_IR_TPOPS

include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "tp/Dialect/TP/IR/TPAttrs.td"

class TP_Op<string opMnemonic, list<Trait> traits = []>
    : Op<TP_Dialect, opMnemonic, traits>;

class TP_Type<string name, string typeMnemonic> : TypeDef<TP_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TP_PendingType : TP_Type<"Pending", "pending"> {
  let summary = "the result of a collective that is under way";
  let parameters = (ins "Type":$valueType);
  let assemblyFormat = "`<` $valueType `>`";
}

//===----------------------------------------------------------------------===//
// Meshes and annotations
//===----------------------------------------------------------------------===//

def TP_MeshOp : TP_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "names a mesh of ranks";
  let description = [{
    ```mlir
    tp.mesh @mesh = <["dp"=2, "tp"=4]>
    ```
    All meshes of a module are views of the same ranks.

    **Constraint:** C1 meshes of one module have the same number of ranks.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TP_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
  let hasVerifier = 1;
}

def TP_ShardingConstraintOp : TP_Op<"sharding_constraint",
    [Pure, SameOperandsAndResultType,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "says how a value is split at this point";
  let description = [{
    ```mlir
    %h = tp.sharding_constraint %g <@mesh, [{?}, {"tp"} ]> : tensor<8x256xf32>
    ```
    The result has this sharding; where the operand has another, the value is
    brought into it here.
  }];
  let arguments = (ins AnyRankedTensor:$input, TP_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def TP_ManualOp : TP_Op<"manual",
    [IsolatedFromAbove, SingleBlockImplicitTerminator<"ReturnOp">,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a region of hand-written code of one rank";
  let description = [{
    The operands enter with the input shardings, as local tensors; the yielded
    local tensors are the results in the output shardings. Collectives inside are
    those that the author wrote.

    **Constraints:** C1 one input sharding for each operand, one output sharding
    for each result; C2 block arguments match the operands in number and element
    type; C3 a yielded value matches its result in rank and element type.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       TypedArrayAttrBase<TP_ShardingAttr, "shardings">:$in_shardings,
                       TypedArrayAttrBase<TP_ShardingAttr, "shardings">:$out_shardings);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` `in` $in_shardings `out` $out_shardings $body attr-dict
    `:` functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
}

def TP_ReturnOp : TP_Op<"return",
    [Pure, Terminator, ReturnLike, ParentOneOf<["ManualOp", "StartOp"]>]> {
  let summary = "ends the region of tp.manual or tp.start";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

def TP_AxisIndexOp : TP_Op<"axis_index",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the coordinate of this rank along axes of the mesh";
  let description = [{
    ```mlir
    %i = tp.axis_index over {"tp"} : index
    ```
    Over several axes the combined coordinate, first axis major.

    **Constraint:** C1 the axes exist in the mesh and are distinct.
  }];
  let arguments = (ins FlatSymbolRefAttr:$mesh,
                       TypedArrayAttrBase<TP_AxisRefAttr, "axes">:$axes);
  let results = (outs Index:$result);
  let assemblyFormat = "`over` custom<Axes>($mesh, $axes) attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Data ops that linalg lacks
//===----------------------------------------------------------------------===//

def TP_GatherOp : TP_Op<"gather", [Pure, AttrSizedOperandSegments]> {
  let summary = "reads a table at computed positions";
  let description = [{
    ```mlir
    %r = tp.gather %table[%tokens] map = (d0, d1, d2)[s0] -> (s0, d2), [(d0, d1, d2) -> (d0, d1)]
        : tensor<512x128xf32>, (tensor<2x32xi32>) -> tensor<2x32x128xf32>
    ```
    `result[d0, ...] = table[m(d0, ...; s0, ...)]` where `sk` is the element of the
    k-th index tensor at the position that its map gives. An element whose position
    is outside the table is zero. With `offsets` (one per index tensor) the offset
    is subtracted from the position first: how a rank reads its part of a table.

    **Constraints:** C1 results of `table_map` are single dimensions or symbols,
    each used once; C2 one symbol and one index map per index tensor; C3 results of
    an index map are distinct dimensions; C4 ranks and static sizes agree with the
    maps; C5 index tensors hold integers or indices; C6 offsets are absent or one
    per index tensor.
  }];
  let arguments = (ins AnyRankedTensor:$table, Variadic<AnyRankedTensor>:$indices,
                       Variadic<Index>:$offsets, AffineMapAttr:$table_map,
                       AffineMapArrayAttr:$index_maps);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $table `[` $indices `]` (`offset` `(` $offsets^ `)`)?
    `map` `=` $table_map `,` $index_maps attr-dict
    `:` type($table) `,` functional-type($indices, $result)
  }];
  let hasVerifier = 1;
}

def TP_ScatterOp : TP_Op<"scatter", [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "combines updates into a tensor at computed positions";
  let description = [{
    The inverse of `tp.gather`: `result` is `input` where, for each position of
    `updates`, `table_map` gives the position that the update is combined into, in
    row-major order of the updates. Without a reduction the update replaces.
    Positions outside are dropped.

    **Constraints:** as those of `tp.gather`, with `updates` in the place of the
    gathered result; C7 input and result have one type.
  }];
  let arguments = (ins AnyRankedTensor:$input, Variadic<AnyRankedTensor>:$indices,
                       AnyRankedTensor:$updates, OptionalAttr<TP_ReductionAttr>:$reduction,
                       AffineMapAttr:$table_map, AffineMapArrayAttr:$index_maps);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    (custom<OptionalReductionKeyword>($reduction)^)? $updates `into` $input `[` $indices `]`
    `map` `=` $table_map `,` $index_maps attr-dict
    `:` type($updates) `,` `(` type($indices) `)` `->` type($result)
  }];
  let hasVerifier = 1;
}

def TP_SortOp : TP_Op<"sort", [Pure, SameOperandsAndResultType]> {
  let summary = "sorts along a dimension";
  let description = [{
    Stable; ascending unless `descending`. Floats sort as IEEE 754 totalOrder does,
    but for NaNs, which come last.

    **Constraint:** C1 the dimension exists.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim, UnitAttr:$descending);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `along` $dim (`descending` $descending^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TP_TopKOp : TP_Op<"top_k", [Pure]> {
  let summary = "the k largest elements along the last dimension, and where they were";
  let description = [{
    Descending; of equal elements the one with the lower position first.

    **Constraints:** C1 the input has a dimension, and k is between 0 and its size;
    C2 both results have the input's shape with k as last size; C3 the values have
    the input's element type, the indices are integers.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$k);
  let results = (outs AnyRankedTensor:$values, AnyRankedTensor:$indices);
  let assemblyFormat = "$k `of` $input attr-dict `:` type($input) `->` type($values) `,` type($indices)";
  let hasVerifier = 1;
}

#endif // TP_DIALECT_TP_IR_TPOPS
