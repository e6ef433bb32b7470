// A Megatron pair: the column split of the first weight goes through the elementwise op
// to the row split of the second; constants are copied for each sharding.
//
// RUN: tp-opt %s --tp-propagate | FileCheck %s
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-opt %s --tp-propagate --tp-partition | tp-run - --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

// CHECK-LABEL: func.func @main
// CHECK-SAME: tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {}]>
// CHECK-SAME: tp.name = "w1", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>
// CHECK-SAME: tp.name = "w2", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>
// CHECK-SAME: -> (tensor<8x16xf32> {tp.name = "y", tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
func.func @main(
    %x: tensor<8x16xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
    %w1: tensor<16x16xf32> {tp.name = "w1", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %w2: tensor<16x16xf32> {tp.name = "w2", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  // CHECK-DAG: linalg.fill {tp.shardings = [#tp.sharding<@mesh, [{}, {"tp"}]>]}
  // CHECK-DAG: linalg.fill {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {"tp"}]>]}
  %h = linalg.matmul ins(%x, %w1 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: math.tanh %{{.*}} {tp.shardings = [#tp.sharding<@mesh, [{}, {"tp"}]>]}
  %t = math.tanh %h : tensor<8x16xf32>
  // CHECK: linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
  %y = linalg.matmul ins(%t, %w2 : tensor<8x16xf32>, tensor<16x16xf32>) outs(%z : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
