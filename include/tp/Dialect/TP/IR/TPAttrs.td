//===- TPAttrs.td - meshes and shardings as attributes -------*- tablegen -*-===//
//
// The notation of section "Shardings" in docs/Sharding.md. Each attribute lists
// its constraints; those that need the mesh (S1, S2, ...) are checked where the
// attribute is attached to a value, the others by the attribute itself.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DIALECT_TP_IR_TPATTRS
#define TP_DIALECT_TP_IR_TPATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "tp/Dialect/TP/IR/TPDialect.td"

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def TP_Reduction : I32EnumAttr<"Reduction",
    "how partial values combine: `max` and `min` are `arith.maximumf`/`minimumf` "
    "(a NaN stays) on floats and signed on integers, `maxnum` and `minnum` drop a "
    "NaN, `maxui` and `minui` are unsigned", [
      I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Prod", 1, "prod">,
      I32EnumAttrCase<"And", 2, "and">, I32EnumAttrCase<"Or", 3, "or">,
      I32EnumAttrCase<"Xor", 4, "xor">, I32EnumAttrCase<"Min", 5, "min">,
      I32EnumAttrCase<"Max", 6, "max">, I32EnumAttrCase<"MinUI", 7, "minui">,
      I32EnumAttrCase<"MaxUI", 8, "maxui">, I32EnumAttrCase<"MinNum", 9, "minnum">,
      I32EnumAttrCase<"MaxNum", 10, "maxnum">]> {
  let cppNamespace = "::mlir::tp";
  let genSpecializedAttr = 0;
}

def TP_ReductionAttr : EnumAttr<TP_Dialect, TP_Reduction, "reduction"> {
  let assemblyFormat = "$value";
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

class TP_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<TP_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def TP_MeshAxisAttr : TP_Attr<"MeshAxis", "axis"> {
  let summary = "a named axis of a mesh and its size";
  let description = [{
    **Constraints:** M1 the name is not empty; M2 the size is at least 1.
  }];
  let parameters = (ins StringRefParameter<"axis name">:$name, "int64_t":$size);
  let assemblyFormat = "`<` $name `=` $size `>`";
  let genVerifyDecl = 1;
}

def TP_MeshAttr : TP_Attr<"Mesh", "mesh"> {
  let summary = "ranks arranged in a grid with named axes";
  let description = [{
    `<["dp"=2, "tp"=4]>`: eight ranks, numbered row-major, the last axis fastest.

    **Constraints:** M3 axis names are distinct; M4 there are at most 2^20 ranks.
  }];
  let parameters = (ins OptionalArrayRefParameter<"MeshAxisAttr">:$axes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number of ranks.
    int64_t getRankCount() const;
    /// The size of the axis of this name, or nullopt.
    std::optional<int64_t> getAxisSize(StringRef name) const;
  }];
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

def TP_AxisRefAttr : TP_Attr<"AxisRef", "axis_ref"> {
  let summary = "an axis of a mesh, or a part of one";
  let description = [{
    `"tp"` is the whole axis. `"tp":(2)4` is a sub-axis: the axis seen as a grid
    [2, 4, rest] of which this is the middle dimension. `preSize` is 1 and `size`
    0 for a whole axis.

    **Constraints:** A1 the name is not empty; A2 the pre-size is at least 1 and
    the size of a sub-axis at least 2.
  }];
  let parameters = (ins StringRefParameter<"axis name">:$name,
                        "int64_t":$preSize, "int64_t":$size);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [AttrBuilder<(ins "StringRef":$name), [{
    return $_get($_ctxt, name, 1, 0);
  }]>];
  let extraClassDeclaration = [{
    bool isSubAxis() const { return getSize() != 0; }
    /// True when the two share a rank digit: equal names and intersecting parts.
    bool overlaps(AxisRefAttr other) const;
    void printRef(raw_ostream &os) const;
  }];
}

def TP_DimShardingAttr : TP_Attr<"DimSharding", "dim_sharding"> {
  let summary = "how one dimension is split";
  let description = [{
    `{"dp", "tp", ?}p1 g128 c3`: over the axes, major to minor; open to further
    axes (`?`); with a priority (p0 goes first and is the default); in granules of
    128 elements; each of 3 equal chunks split by itself.

    **Constraints:** D1 granule and chunks are at least 1; D2 the priority is not
    negative; D3 granule and chunks need at least one axis.
  }];
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr">:$axes,
                        "bool":$isOpen, "int64_t":$priority,
                        "int64_t":$granule, "int64_t":$chunks);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [AttrBuilder<(ins "ArrayRef<AxisRefAttr>":$axes,
                                   CArg<"bool", "false">:$isOpen), [{
    return $_get($_ctxt, axes, isOpen, 0, 1, 1);
  }]>];
}

def TP_ShardingAttr : TP_Attr<"Sharding", "sharding"> {
  let summary = "how a tensor is split over a mesh";
  let description = [{
    `#tp.sharding<@mesh, [{"dp"}, {?} ], replicated={"pp"}, unreduced=max{"tp"}>`.

    **Constraints:** S1 an axis is used once over the dimensions, `replicated` and
    `unreduced`. Where the attribute is attached: S2 the mesh exists; S3 every
    axis is one of the mesh's, and a sub-axis divides it; S4 the value is a ranked
    tensor; S5 there is one dimension sharding for each of its dimensions; S6
    chunks divide a static dimension; S7 the reduction exists for the element type.
  }];
  let parameters = (ins "FlatSymbolRefAttr":$mesh,
                        OptionalArrayRefParameter<"DimShardingAttr">:$dims,
                        OptionalArrayRefParameter<"AxisRefAttr">:$replicated,
                        OptionalArrayRefParameter<"AxisRefAttr">:$unreduced,
                        "Reduction":$reduction);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TP_RelayoutAttr : TP_Attr<"Relayout", "relayout"> {
  let summary = "the layout of a global tensor before and after a collective";
  let description = [{
    `[{}, {"tp"} ] -> [{}, {} ] of tensor<4x10xf32>`: both layouts and the type of
    the global tensor that they are layouts of.

    **Constraints:** L1 both layouts have one entry for each dimension; L2 the
    layouts are closed and without priorities; L3 an axis is used once in each.
  }];
  let parameters = (ins OptionalArrayRefParameter<"DimShardingAttr">:$from,
                        OptionalArrayRefParameter<"DimShardingAttr">:$to,
                        "RankedTensorType":$globalType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // TP_DIALECT_TP_IR_TPATTRS
