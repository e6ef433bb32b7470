// Calls are inlined, ops of the tp dialect in them too; what a callee says of its arguments
// and results stays, as constraints.
//
// RUN: tp-opt %s --tp-import | FileCheck %s
// RUN: tp-opt %s --tp-import | tp-run - --mesh tp=1 --random-inputs 1 --outputs %t
// RUN: tp-run %s --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=2]>

func.func private @callee(%x: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}) {
  %0 = math.tanh %x : tensor<8x4xf32>
  %1 = tp.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32>)
// CHECK: %[[C:.*]] = tp.sharding_constraint %[[X]] <@mesh, [{"tp"}, {}]>
// CHECK: %[[T:.*]] = math.tanh %[[C]]
// CHECK: %[[D:.*]] = tp.sharding_constraint %[[T]] <@mesh, [{}, {}]>
// CHECK: %[[R:.*]] = tp.sharding_constraint %[[D]] <@mesh, [{}, {"tp"}]>
// CHECK: %[[E:.*]] = tp.sharding_constraint %[[R]] <@mesh, [{"tp"}, {}]>
// CHECK-NOT: call
// CHECK-NOT: func.func private
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = call @callee(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = call @callee(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
