// Three programs that another partitioner compiles wrongly without a word: a contraction
// over a split dimension whose reduction is dropped, a dimension that the ranks do not
// divide, and positions in a split dimension without the offset of the rank. Expected
// values are computed by hand, beside the unpartitioned run.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t
// RUN: %{python} %{inputs}/safetensors.py write %t.in a:F32:1x2x4=1,2,3,4,5,6,7,8 b:F32:1x4x1=1,1,1,1 x:F32:2x10=iota
// RUN: tp-run %s --mesh tp=4 --inputs %t.in --outputs %t.out
// RUN: %{python} %{inputs}/safetensors.py print %t.out | FileCheck %s
// CHECK: contracted F32 [1, 2, 1] 10 26
// CHECK: positions I32 [10] 0 1 2 3 4 5 6 7 8 9
// CHECK: uneven F32 [2, 10] 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38

tp.mesh @mesh = <["tp"=4]>

#id = affine_map<(i, j) -> (i, j)>

func.func @main(
    %a: tensor<1x2x4xf32> {tp.name = "a", tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}]>},
    %b: tensor<1x4x1xf32> {tp.name = "b", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>},
    %x: tensor<2x10xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<1x2x1xf32> {tp.name = "contracted"},
        tensor<2x10xf32> {tp.name = "uneven", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<10xi32> {tp.name = "positions", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  %contracted = linalg.batch_matmul ins(%a, %b : tensor<1x2x4xf32>, tensor<1x4x1xf32>) outs(%z : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  %uneven = arith.addf %x, %x : tensor<2x10xf32>
  %ei = tensor.empty() : tensor<10xi32>
  %positions = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%ei : tensor<10xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    linalg.yield %k : i32
  } -> tensor<10xi32>
  return %contracted, %uneven, %positions : tensor<1x2x1xf32>, tensor<2x10xf32>, tensor<10xi32>
}
