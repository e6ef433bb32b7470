//===- TPCollectiveOps.td - collectives ----------------------*- tablegen -*-===//
//
// Collectives act on local tensors, over the ranks that differ only in the given
// axes. All ranks of such a group run the same collectives in the same order.
// Each is variadic: a fused bucket is one op. They have no side effects as MLIR
// sees them (a result that nobody uses need not be communicated: all ranks run
// one program, so all drop it).
//
//===----------------------------------------------------------------------===//

#ifndef TP_DIALECT_TP_IR_TPCOLLECTIVEOPS
#define TP_DIALECT_TP_IR_TPCOLLECTIVEOPS

include "tp/Dialect/TP/IR/TPOps.td"

def TP_CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::mlir::tp";
  let description = [{
    What passes, reports and lowerings need of any collective.
  }];
  let methods = [
    InterfaceMethod<"The mesh that the axes are of.", "FlatSymbolRefAttr", "getMeshAttr", (ins)>,
    InterfaceMethod<"The axes of the group, major first.", "ArrayAttr", "getAxes", (ins)>,
    InterfaceMethod<"The local tensors that go in.", "OperandRange", "getInputs", (ins)>,
    InterfaceMethod<"How members' values combine, if they do.",
      "std::optional<::mlir::tp::Reduction>", "getCollectiveReduction", (ins), "", [{
        return std::nullopt;
      }]>,
    InterfaceMethod<"Layouts per input; null where layouts do not change.",
      "ArrayAttr", "getRelayoutsOrNull", (ins), "", [{ return {}; }]>,
    InterfaceMethod<"Whether ranks exchange data.", "bool", "communicates", (ins), "", [{
        return true;
      }]>
  ];
}

class TP_CollectiveOp<string opMnemonic, list<Trait> traits = []>
    : TP_Op<opMnemonic, traits # [Pure, TP_CollectiveOpInterface,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
}

// Overrides of the interface's defaults.
defvar TP_ReductionMethod = [{
  std::optional<Reduction> getCollectiveReduction() { return getReduction(); }
}];
defvar TP_RelayoutMethod = [{
  ArrayAttr getRelayoutsOrNull() { return getRelayouts(); }
}];

defvar TP_Axes = TypedArrayAttrBase<TP_AxisRefAttr, "axes">;
defvar TP_Relayouts = TypedArrayAttrBase<TP_RelayoutAttr, "relayouts">;

def TP_AllReduceOp : TP_CollectiveOp<"all_reduce"> {
  let summary = "every rank gets the reduction over the group";
  let description = [{
    ```mlir
    %y = tp.all_reduce sum %x over {"tp"} : tensor<128x512xf32>
    ```
    **Constraints:** C1 the axes exist in the mesh, are distinct and at least one;
    C2 results have the types of the inputs; C3 all inputs have one element type;
    C4 the reduction exists for the element type.
  }];
  let arguments = (ins TP_ReductionAttr:$reduction, Variadic<AnyRankedTensor>:$inputs,
                       FlatSymbolRefAttr:$mesh, TP_Axes:$axes);
  let assemblyFormat = [{
    custom<ReductionKeyword>($reduction) $inputs `over` custom<Axes>($mesh, $axes) attr-dict `:`
    custom<SameTypes>(type($inputs), type($results))
  }];
  let extraClassDeclaration = TP_ReductionMethod;
}

def TP_BroadcastOp : TP_CollectiveOp<"broadcast"> {
  let summary = "every rank gets what the first of the group has";
  let description = [{
    ```mlir
    %y = tp.broadcast %x over {"tp"} : tensor<128x512xf32>
    ```
    **Constraints:** C1 to C3 of `tp.all_reduce`.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, FlatSymbolRefAttr:$mesh,
                       TP_Axes:$axes);
  let assemblyFormat = [{
    $inputs `over` custom<Axes>($mesh, $axes) attr-dict `:`
    custom<SameTypes>(type($inputs), type($results))
  }];
}

class TP_RelayoutOp<string opMnemonic> : TP_CollectiveOp<opMnemonic> {
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, FlatSymbolRefAttr:$mesh,
                       TP_Axes:$axes, TP_Relayouts:$relayouts);
  let assemblyFormat = [{
    $inputs `over` custom<Axes>($mesh, $axes) custom<Relayouts>($relayouts) attr-dict
    `:` type($inputs) `->` type($results)
  }];
  let extraClassDeclaration = TP_RelayoutMethod;
}

def TP_AllGatherOp : TP_RelayoutOp<"all_gather"> {
  let summary = "ranks of the group put their parts together";
  let description = [{
    ```mlir
    %y = tp.all_gather %x over {"tp"} [{}, {"tp"} ] -> [{}, {} ] of tensor<4x10xf32>
        : tensor<4x?xf32> -> tensor<4x10xf32>
    ```
    **Constraints:** C1, C3 of `tp.all_reduce`; C5 one relayout per input, and input
    and result are local tensors of it; C6 each dimension loses a suffix of its axes,
    the axes of the op altogether.
  }];
}

def TP_AllSliceOp : TP_RelayoutOp<"all_slice"> {
  let summary = "each rank keeps its part; no communication";
  let description = [{
    ```mlir
    %y = tp.all_slice %x over {"tp"} [{}, {} ] -> [{}, {"tp"} ] of tensor<4x8xf32>
        : tensor<4x8xf32> -> tensor<4x2xf32>
    ```
    **Constraints:** C1, C3, C5 as above; C7 each dimension gains a suffix of axes,
    the axes of the op altogether.
  }];
  let extraClassDeclaration = !strconcat(TP_RelayoutMethod, [{
    bool communicates() { return false; }
  }]);
}

def TP_AllToAllOp : TP_RelayoutOp<"all_to_all"> {
  let summary = "ranks of the group exchange parts, so that another layout results";
  let description = [{
    ```mlir
    %y = tp.all_to_all %x over {"tp"} [{}, {"tp"} ] -> [{"tp"}, {} ] of tensor<4x8xf32>
        : tensor<4x2xf32> -> tensor<1x8xf32>
    ```
    **Constraints:** C1, C3, C5 as above; C8 both layouts use the same axes, and
    outside the axes of the op they are equal.
  }];
}

def TP_PermuteOp : TP_RelayoutOp<"permute"> {
  let summary = "each rank gets the whole part of one other rank";
  let description = [{
    As `tp.all_to_all`, where the parts are the same and only their places differ:
    `[{"x", "y"} ] -> [{"y", "x"} ]`.

    **Constraints:** C1, C3, C5, C8 as above.
  }];
}

def TP_ReduceScatterOp : TP_RelayoutOp<"reduce_scatter"> {
  let summary = "the reduction over the group, of which each rank keeps its part";
  let description = [{
    ```mlir
    %y = tp.reduce_scatter sum %x over {"tp"} [{}, {} ] -> [{}, {"tp"} ] of tensor<4x8xf32>
        : tensor<4x8xf32> -> tensor<4x2xf32>
    ```
    **Constraints:** C1, C3, C4, C5, C7 as above.
  }];
  let arguments = (ins TP_ReductionAttr:$reduction, Variadic<AnyRankedTensor>:$inputs,
                       FlatSymbolRefAttr:$mesh, TP_Axes:$axes, TP_Relayouts:$relayouts);
  let assemblyFormat = [{
    custom<ReductionKeyword>($reduction) $inputs `over` custom<Axes>($mesh, $axes) custom<Relayouts>($relayouts)
    attr-dict `:` type($inputs) `->` type($results)
  }];
  let extraClassDeclaration = !strconcat(TP_RelayoutMethod, TP_ReductionMethod);
}

//===----------------------------------------------------------------------===//
// Asynchronous form
//===----------------------------------------------------------------------===//

def TP_StartOp : TP_Op<"start", [SingleBlock]> {
  let summary = "starts a collective and goes on";
  let description = [{
    ```mlir
    %p = tp.start {
      %y = tp.all_reduce sum %x over {"tp"} : tensor<128x512xf32>
      tp.return %y : tensor<128x512xf32>
    } : !tp.pending<tensor<128x512xf32>>
    %y = tp.wait %p : !tp.pending<tensor<128x512xf32>>
    ```
    **Constraints:** C1 the region holds one collective, whose results it returns;
    C2 a result is the pending form of what is returned; C3 each result has exactly
    one use, a `tp.wait`.
  }];
  let results = (outs Variadic<TP_PendingType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict `:` type($results)";
  let hasRegionVerifier = 1;
}

def TP_WaitOp : TP_Op<"wait", [
    TypesMatchWith<"result type is what the pending type holds", "input", "result",
                   "::llvm::cast<PendingType>($_self).getValueType()">]> {
  let summary = "waits for a started collective";
  let arguments = (ins TP_PendingType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input))";
}

#endif // TP_DIALECT_TP_IR_TPCOLLECTIVEOPS
