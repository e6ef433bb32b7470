// One rank's program of a Megatron pair: columns of w1, rows of w2, one collective.
//
// RUN: tp-opt %s --tp-propagate --tp-partition --canonicalize | FileCheck %s
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<8x16xf32> {tp.global_type = tensor<8x16xf32>
// CHECK-SAME: %[[W1:.*]]: tensor<16x4xf32> {tp.global_type = tensor<16x16xf32>
// CHECK-SAME: %[[W2:.*]]: tensor<4x16xf32> {tp.global_type = tensor<16x16xf32>
// CHECK-SAME: attributes {tp.partitioned}
// CHECK: %[[H:.*]] = linalg.matmul ins(%[[X]], %[[W1]] : tensor<8x16xf32>, tensor<16x4xf32>)
// CHECK: %[[P:.*]] = linalg.matmul ins(%[[H]], %[[W2]] : tensor<8x4xf32>, tensor<4x16xf32>)
// CHECK: %[[Y:.*]] = tp.all_reduce sum %[[P]] over {"tp"} : tensor<8x16xf32>
// CHECK: return %[[Y]]
func.func @main(
    %x: tensor<8x16xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
    %w1: tensor<16x16xf32> {tp.name = "w1", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %w2: tensor<16x16xf32> {tp.name = "w2", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul ins(%h, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
