//===- Passes.td - from tensors to machine code on a host ----*- tablegen -*-===//
//
// The passes of `tp-to-host-pipeline`, in its order (Pipeline.cpp says why each
// stands where it does).
//
//===----------------------------------------------------------------------===//

#ifndef TP_CONVERSION_PASSES
#define TP_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTPToTPRTPass : Pass<"convert-tp-to-tprt", "::mlir::ModuleOp"> {
  let summary = "collectives become calls of the runtime, in destination style";
  let description = [{
    Takes a partitioned module, or one that was never partitioned, and leaves no op
    of the `tp` dialect. Collectives become `tprt.collective` on fresh
    `tensor.empty`s: meshes, axes and layouts turn into digits of the rank number.
    `tp.axis_index` becomes arithmetic on `tprt.rank`; `tp.gather` a
    `linalg.generic`; `tp.sharding_constraint` its operand; the collective of a
    `tp.start` runs where it starts. The `tp` attributes of functions and ops go.

    Where a dimension that is split has a size known only at run time, ranks first
    add up their parts' sizes, with a collective of one integer.

    An op that cannot be executed (`tp.manual`, `tp.scatter`, `tp.sort`,
    `tp.top_k`) is an error.
  }];
  let dependentDialects = ["::mlir::tprt::TPRTDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertLinalgToTPRTPass : Pass<"convert-linalg-to-tprt"> {
  let summary = "matrix products become calls of the runtime";
  let description = [{
    A linalg op on tensors that multiplies two inputs and adds the products to its
    output becomes `tprt.contract`, whatever its name and number of dimensions:
    the indexing maps must be projected permutations, and the element types those
    that the runtime has (f32, f64, f16, bf16; 16-bit inputs may be extended to
    f32 in the body). Others, and products of fewer than `min-multiplications`
    static multiplications, are left to loops.
  }];
  let options = [
    Option<"minMultiplications", "min-multiplications", "int64_t", /*default=*/"512",
           "A product of fewer multiplications stays a loop">
  ];
  let dependentDialects = ["::mlir::tprt::TPRTDialect"];
}

def TPRTPrepareEntryPass : Pass<"tprt-prepare-entry", "::mlir::ModuleOp"> {
  let summary = "one function, whose arguments and results are ranked tensors";
  let description = [{
    Leaves the entry function and what it calls, public only the entry. Its scalar
    arguments and results become tensors of rank 0. Its arguments are marked as
    not writable, so that bufferization copies where the program would update one.

    It is an error when there is no such function, when it is only declared, when
    an argument or result is neither a ranked tensor nor a scalar, and when a
    function calls itself, directly or through others.
  }];
  let options = [
    Option<"entry", "entry", "std::string", /*default=*/"\"main\"",
           "The function that will be run">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def TPRTDecomposePass : Pass<"tprt-decompose"> {
  let summary = "ops that have no loops of their own become ops that have";
  let description = [{
    `linalg.softmax` and other aggregates, `linalg.pack`, `linalg.unpack` and
    `tensor.concat` are expressed in linalg ops, slices and pads; arith and math on
    tensors become `linalg.generic`. (As patterns, not as upstream's conversion, which
    folds `x - x` to a constant of a type whose sizes are not static.)
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect"];
}

def TPRTFuseElementwisePass : Pass<"tprt-fuse-elementwise"> {
  let summary = "elementwise linalg ops are merged into their users";
  let description = [{
    Named linalg ops that are not matrix products become `linalg.generic`; then a
    producer is merged into its user when it has no other, or when recomputing it
    is next to free (it moves data, counts or compares, and reads no more than a
    vector). A matrix product takes in only what moves or widens data, so that it
    stays one.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect",
                           "::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect"];
}

def TPRTUnshareDestinationsPass : Pass<"tprt-unshare-destinations"> {
  let summary = "each op gets a destination of its own";
  let description = [{
    CSE merges equal `tensor.empty`s; one-shot-bufferize then takes time quadratic
    in the number of uses, and copies. This undoes it: each use of a `tensor.empty`
    gets a clone right before it, and so does each use of a `linalg.fill` as the
    destination of an op, so that it is filled where it would be copied.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def TPRTOwnResultsPass : Pass<"tprt-own-results", "::mlir::func::FuncOp"> {
  let summary = "each result of a function is a buffer of its own";
  let description = [{
    A memref that a public function returns is copied unless it is an allocation of
    the function, or a view of one, that no other result shares: what the caller
    gets is no argument, no constant and no other result.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def TPRTInsertDeallocsPass : Pass<"tprt-insert-deallocs"> {
  let summary = "buffers are given back after their last use";
  let description = [{
    A buffer that is allocated in a block, and of which no alias is handed out by
    the block's terminator, is deallocated after the op of that block which last
    uses it or an alias. Other buffers are the runtime's to free when the program
    ends.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def TPRTCollapseLoopsPass : Pass<"tprt-collapse-loops"> {
  let summary = "neighbouring loops over contiguous memory become one";
  let description = [{
    Loops of a linalg op on memrefs that are neighbours, in this order, in all its
    operands (or in none of an operand) are merged where the memrefs have the
    identity layout: inner loops are then long enough to be vectorised, and ops on
    equally many elements become equal. Ops that ask for their position
    (`linalg.index`), or read through maps that are not plain loops, are left.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect"];
}

def TPRTRelaxReductionsPass : Pass<"tprt-relax-reductions"> {
  let summary = "sums and products over loops may be computed in any order";
  let description = [{
    The combiners of linalg reductions, `arith.addf` and `arith.mulf`, get the
    `reassoc` flag, so that LLVM keeps several partial results in a vector. A
    compiled program still computes the same bits in each run.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TPRTExpandMathPass : Pass<"tprt-expand-math"> {
  let summary = "functions and conversions become arithmetic that can be vectorised";
  let description = [{
    `exp`, `expm1`, `tanh`, `erf`, `log` and `log1p` of f32 become upstream's
    polynomials, which are within a few units in the last place; conversions from
    and to bf16 and rounding divisions of integers become integer arithmetic.
  }];
  let options = [
    Option<"approximate", "approximate", "bool", /*default=*/"true",
           "Use polynomials for functions; else they are calls of libm">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def TPRTOutlineKernelsPass : Pass<"tprt-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "loops and runtime calls become functions, equal ones shared";
  let description = [{
    Each linalg op on memrefs, and each `tprt.collective` and `tprt.contract`,
    moves into a private function `@kernel_N` and leaves a call. Kernels that are
    equal but for locations are one function, so that the time to compile a
    program follows the number of different kernels.

    What a kernel uses become its arguments; constants go along. Where all memrefs
    have static shapes the function takes bare pointers (`llvm.bareptr`), and
    buffers that are written and cannot be any other argument's are marked
    `llvm.noalias`. Copies between memrefs that are not contiguous become linalg
    ops first.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TPRTLowerAssertsPass : Pass<"tprt-lower-asserts"> {
  let summary = "cf.assert becomes a branch to tprt.fail";
  let description = [{
    A failed assertion ends the rank's program with the assertion's message and
    location; the process lives on.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::tprt::TPRTDialect",
                           "::mlir::arith::ArithDialect"];
}

def ConvertTPRTToLLVMPass : Pass<"convert-tprt-to-llvm", "::mlir::ModuleOp"> {
  let summary = "everything to the LLVM dialect, tprt ops to calls of the runtime";
  let description = [{
    One conversion for the `tprt`, `func`, `cf`, `memref`, `arith`, `math`, `index`
    and `ub` dialects. Buffers come from `tprt_allocate` and go to
    `tprt_deallocate`; functions of `math` that LLVM lacks are calls of libm. Public
    functions get a C interface (`_mlir_ciface_NAME`).
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect"];
}

#endif // TP_CONVERSION_PASSES
