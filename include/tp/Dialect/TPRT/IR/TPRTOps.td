//===- TPRTOps.td - the exit dialect -------------------------*- tablegen -*-===//
//
// Mirrors the calls of the runtime (tprt.h) that compiled code makes: one op for
// each call. Ops that move data are in destination style and take tensors or
// memrefs, as linalg's do, so that bufferization sees what they read and write;
// `convert-tprt-to-llvm` takes the memref form.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DIALECT_TPRT_IR_TPRTOPS
#define TP_DIALECT_TPRT_IR_TPRTOPS

include "mlir/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TPRT_Dialect : Dialect {
  let name = "tprt";
  let cppNamespace = "::mlir::tprt";
  let summary = "calls of the tensor-parallel runtime";
  let description = [{
    What is left of the `tp` dialect when a program is about to become machine
    code: meshes, axes and layouts are numbers (the descriptors of `tprt.h`), and
    each op is one call of the runtime library.
  }];
}

class TPRT_Op<string opMnemonic, list<Trait> traits = []>
    : Op<TPRT_Dialect, opMnemonic, traits>;

def TPRT_Buffer : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef]>;

def TPRT_RankOp : TPRT_Op<"rank", [Pure]> {
  let summary = "the number of the calling rank";
  let description = [{
    `tprt_rank`. The value is the same wherever a rank asks.

    ```mlir
    %r = tprt.rank : index
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TPRT_FailOp : TPRT_Op<"fail", [MemoryEffects<[MemWrite, MemFree]>]> {
  let summary = "ends the program of the calling rank with a message";
  let description = [{
    `tprt_fail`. Does not return, but is no terminator: it stands in a branch that
    joins the others, where a `cf.assert` did not hold.

    ```mlir
    tprt.fail "index must be smaller than dim size"
    ```
  }];
  let arguments = (ins StrAttr:$message);
  let assemblyFormat = "$message attr-dict";
}

def TPRT_CollectiveOp : TPRT_Op<"collective", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "one collective over one or more tensors";
  let description = [{
    `tprt_collective`, whose comment defines the descriptor. It prints as

    ```mlir
    %y = tprt.collective all_gather f32 over [4:1] {[4, 10] : [_, 4:1] -> [_, _]}
        ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x10xf32>) at "mlp.py:3"
        -> tensor<4x10xf32>
    ```

    kind, reduction (where the kind has one), element type, the group as digits `size:stride`,
    then for each tensor its global sizes and both layouts; a dimension that is
    held whole prints as `_`, one of several digits as `2:4 * 4:1`, followed by
    `g` granule and `c` chunks where these are not 1. A global size -1 stands for
    the size of the input tensor in that dimension, which is held whole; `?` for
    the next of the operands `sizes`. Outputs are written, never read.

    **Constraints:** C1 the descriptor is well formed; C2 there is one input and
    one output for each of its tensors; C3 these have the element type and rank
    that it says; C4 there is one size operand for each `?`; C5 operands are all
    tensors, each output then having a result of its type, or all memrefs.
  }];
  let arguments = (ins DenseI64ArrayAttr:$descriptor, Variadic<TPRT_Buffer>:$inputs,
                       Variadic<TPRT_Buffer>:$outputs, Variadic<Index>:$sizes,
                       DefaultValuedAttr<StrAttr, "\"\"">:$location);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    custom<Collective>($descriptor) `ins` `(` $inputs `:`
    type($inputs) `)` `outs` `(` $outputs `:` type($outputs) `)`
    (`sizes` `(` $sizes^ `)`)? (`at` $location^)? attr-dict
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getOutputsMutable(); }
  }];
}

def TPRT_ContractOp : TPRT_Op<"contract", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the general matrix product, C += A B";
  let description = [{
    `tprt_contract`: each dimension of the three tensors is labelled with a loop;
    loops absent from C are summed.

    ```mlir
    %c = tprt.contract [0, 2], [2, 1] -> [0, 1]
        ins(%a, %b : tensor<64x128xf32>, tensor<128x32xf32>)
        outs(%init : tensor<64x32xf32>) -> tensor<64x32xf32>
    ```

    **Constraints:** C1 one label for each dimension; C2 labels are the numbers 0
    up to the number of loops, each at most once in a tensor; C3 A and B have one
    element type of f32, f64, f16 and bf16, C the same or f32; C4 static sizes of
    one loop agree; C5 all operands are tensors, or all are memrefs.
  }];
  let arguments = (ins TPRT_Buffer:$a, TPRT_Buffer:$b, TPRT_Buffer:$c,
                       DenseI64ArrayAttr:$a_labels, DenseI64ArrayAttr:$b_labels,
                       DenseI64ArrayAttr:$c_labels);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    $a_labels `,` $b_labels `->` $c_labels `ins` `(` $a `,` $b `:` type($a) `,` type($b)
    `)` `outs` `(` $c `:` type($c) `)` attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getCMutable(); }
  }];
}

#endif // TP_DIALECT_TPRT_IR_TPRTOPS
