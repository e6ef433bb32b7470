// RUN: tp-opt %s --tprt-prepare-entry=entry=step | FileCheck %s

// CHECK-NOT: @unused
func.func @unused() {
  return
}

// CHECK: func private @helper
func.func @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// CHECK: func @step(%[[X:.*]]: tensor<4xf32> {bufferization.writable = false}, %[[N:.*]]: tensor<index> {bufferization.writable = false}) -> (tensor<4xf32>, tensor<index>)
// CHECK: %[[I:.*]] = tensor.extract %[[N]][] : tensor<index>
// CHECK: %[[M:.*]] = arith.addi %[[I]], %[[I]]
// CHECK: %[[R:.*]] = tensor.from_elements %[[M]] : tensor<index>
// CHECK: return %{{.*}}, %[[R]]
func.func @step(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, index) {
  %y = call @helper(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %m = arith.addi %n, %n : index
  return %y, %m : tensor<4xf32>, index
}
