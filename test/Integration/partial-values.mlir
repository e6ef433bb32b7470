// Partial values as states: of arguments and results that say so, through linear ops,
// summed before they are reduced, scattered where a split is wanted; with every
// reduction that can be asked for.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
// RUN: tp-opt %s --tp-pipeline | FileCheck %s
// CHECK-DAG: tp.reduce_scatter sum
// CHECK-DAG: tp.all_reduce max %{{.*}} : tensor<6xi32>
// CHECK-DAG: tp.all_reduce sum

tp.mesh @mesh = <["tp"=3]>

func.func @main(
    %x: tensor<6x9xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
    %u: tensor<6x9xf32> {tp.name = "u", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
    %m: tensor<6xi32> {tp.name = "m", tp.sharding = #tp.sharding<@mesh, [{}], unreduced=max{"tp"}>},
    %w: tensor<9x12xf32> {tp.name = "w", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %w2: tensor<9x12xf32> {tp.name = "w2", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<6x12xf32> {tp.name = "sum_of_two"},
        tensor<6x12xf32> {tp.name = "scattered", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<6x12xf32> {tp.name = "left_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<6x9xf32> {tp.name = "doubled"}, tensor<6xi32> {tp.name = "largest"},
        tensor<6x9xf32> {tp.name = "mixed"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x12xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<6x12xf32>) -> tensor<6x12xf32>
  %a = linalg.matmul ins(%x, %w : tensor<6x9xf32>, tensor<9x12xf32>) outs(%z : tensor<6x12xf32>) -> tensor<6x12xf32>
  %b = linalg.matmul ins(%x, %w2 : tensor<6x9xf32>, tensor<9x12xf32>) outs(%z : tensor<6x12xf32>) -> tensor<6x12xf32>
  %sum = arith.addf %a, %b : tensor<6x12xf32>
  %y = arith.negf %x : tensor<6x9xf32>
  %scattered = linalg.matmul ins(%y, %w2 : tensor<6x9xf32>, tensor<9x12xf32>) outs(%z : tensor<6x12xf32>) -> tensor<6x12xf32>
  %doubled = arith.addf %u, %u : tensor<6x9xf32>
  %mixed = arith.mulf %doubled, %u : tensor<6x9xf32>
  return %sum, %scattered, %b, %doubled, %m, %mixed : tensor<6x12xf32>, tensor<6x12xf32>, tensor<6x12xf32>, tensor<6x9xf32>, tensor<6xi32>, tensor<6x9xf32>
}
