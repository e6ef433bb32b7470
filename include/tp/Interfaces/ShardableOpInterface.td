//===- ShardableOpInterface.td - ops that can be partitioned --*- tablegen -*-===//

#ifndef TP_INTERFACES_SHARDABLEOPINTERFACE
#define TP_INTERFACES_SHARDABLEOPINTERFACE

include "mlir/IR/OpBase.td"

def TP_ShardableOpInterface : OpInterface<"ShardableOpInterface"> {
  let cppNamespace = "::mlir::tp";
  let description = [{
    All that the compiler knows of an op: its sharding rule, and how one rank's
    instance of it is made. Propagation, placement of collectives and partitioning
    are generic over it. Attach it to your own ops (or to those of others, as an
    external model) and they take part; see docs/Embedding.md.
  }];
  let methods = [
    InterfaceMethod<[{
      The op's factors and how its tensors' dimensions are made of them. The op
      must not change between this call and `partition`.
    }], "::mlir::tp::ShardingRule", "getShardingRule", (ins)>,
    InterfaceMethod<[{
      Rewrites the op into that of one rank and returns its local results. By
      default the op is updated in place: local operands, local result types.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "partition",
        (ins "::mlir::tp::PartitionContext &":$context), "", [{
      return ::mlir::tp::partitionInPlace($_op, context);
    }]>
  ];
}

#endif // TP_INTERFACES_SHARDABLEOPINTERFACE
