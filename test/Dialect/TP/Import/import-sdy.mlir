// Shardy's annotations, as JAX writes them, and the same program run.
//
// RUN: tp-opt %s --tp-import | FileCheck %s
// RUN: tp-opt %s --mesh tp=2 --tp-import | FileCheck %s --check-prefix=MESH
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

// CHECK: tp.mesh @mesh = <["dp"=1, "tp"=4]>
// CHECK-NOT: sdy
// MESH: tp.mesh @mesh = <["dp"=1, "tp"=2]>
sdy.mesh @mesh = <["dp"=1, "tp"=4]> {stablehlo.mesh = {axes = [{name = "tp", size = 4 : i64}]}}

// CHECK-LABEL: func.func @main
// CHECK-SAME: {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}
// CHECK-SAME: {tp.sharding = #tp.sharding<@mesh, [{"tp", ?}p1, {?}], replicated={"dp"}>}
// CHECK-SAME: -> (tensor<2x8xf32> {jax.result_info = "result", tp.sharding = #tp.sharding<@mesh, [{}, {?}]>})
func.func @main(%x: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tp"}]>},
                %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tp", ?}p1, {?}], replicated={"dp"}>})
    -> (tensor<2x8xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>}) {
  // CHECK: %[[T:.*]] = math.tanh
  // CHECK-NEXT: %[[C:.*]] = tp.sharding_constraint %[[T]] <@mesh, [{}, {}]>
  %t = math.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<2x8xf32>
  // CHECK-NEXT: %[[D:.*]] = tp.sharding_constraint %[[C]] <@mesh, [{?}, {"tp":(1)2}]>
  %u = sdy.sharding_constraint %t <@mesh, [{?}, {"tp":(1)2}]> : tensor<2x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  // CHECK: linalg.matmul ins(%[[D]],
  %y = linalg.matmul ins(%u, %w : tensor<2x8xf32>, tensor<8x8xf32>) outs(%f : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %y : tensor<2x8xf32>
}
