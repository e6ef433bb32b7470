//===- Passes.td - passes on the tp dialect ------------------*- tablegen -*-===//
//
// By phase: import, propagation, partition. The example of each pass is the test of
// its name in test/Dialect/TP, which is executed.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DIALECT_TP_TRANSFORMS_PASSES
#define TP_DIALECT_TP_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def ImportPass : Pass<"tp-import", "::mlir::ModuleOp"> {
  let summary = "bring a module into the form that the other passes expect";
  let description = [{
    Afterwards: Shardy's annotations (`sdy.mesh`, `sdy.sharding`,
    `sdy.sharding_constraint`) are the tp dialect's, TOSA is linalg, calls are inlined (a recursive one is an error), only public functions
    are left, a `linalg.generic` that reads a table at computed positions is a
    `tp.gather`, and no op or attribute is left that the passes cannot know
    (unregistered ops, foreign annotations beside our own).

    With `mesh`, axis sizes of the module's meshes are replaced first; a module
    without a mesh gets one of these axes.

    Example: test/Dialect/TP/Import/import-example.mlir.
  }];
  let options = [
    Option<"mesh", "mesh", "std::string", /*default=*/"\"\"",
           "Axis sizes, as in \"dp=2,tp=4\", that replace those in the module">
  ];
  let dependentDialects = ["::mlir::tp::TPDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
                           // What upstream's lowering of TOSA makes.
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::index::IndexDialect"];
}

def ExplainRulesPass : Pass<"tp-explain-rules", "::mlir::ModuleOp"> {
  let summary = "write each op's sharding rule beside it";
  let description = [{
    Every op with a rule gets a string attribute `tp.rule`, in the notation of
    ShardingRule.h. For reading and testing; other passes do not look at it.

    Example: test/Rules/explain-rules-example.mlir.
  }];
}

def PropagatePass : Pass<"tp-propagate", "::mlir::ModuleOp"> {
  let summary = "give every value a sharding";
  let description = [{
    Before: `tp-import`'s form, some values annotated. Afterwards every op that makes
    tensors has `tp.shardings`, every tensor argument and result of a function has a
    closed `tp.sharding`. Values that are cheap to make from constants are copied,
    one for each sharding that is wanted of them.

    Shardings spread over the factors of the ops' rules, forward and backward, to a
    fixed point: by priority, then through ops that only pass elements on, then
    through all. Then each op, in order, is split where that moves the fewest bytes;
    last, each partial value is reduced at once, or as far behind linear ops as saves
    bytes.

    Example: test/Dialect/TP/Propagation/propagate-example.mlir.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect"];
}

def PartitionPass : Pass<"tp-partition", "::mlir::ModuleOp"> {
  let summary = "from global shapes to one rank's, with the collectives that it takes";
  let description = [{
    Before: what `tp-propagate` leaves. Afterwards types are those of one rank, values
    that are needed in another sharding pass through collectives, and functions carry
    `tp.partitioned`; arguments and results keep their `tp.sharding` and have the type
    of the whole tensor as `tp.global_type`. All ranks run this one program.

    Example: test/Dialect/TP/Partition/partition-example.mlir.
  }];
  let dependentDialects = ["::mlir::tp::TPDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect"];
}

#endif // TP_DIALECT_TP_TRANSFORMS_PASSES
