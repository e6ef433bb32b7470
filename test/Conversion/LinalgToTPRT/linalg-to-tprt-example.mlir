// Products in every form that becomes a call of the runtime, against Python's: batched, with
// transposed operands and results, of vectors, onto what is there, of 16-bit inputs. With the
// smallest sizes that are worth a call, by whole numbers below 2^24, which are exact.
//
// RUN: tp-opt %s --convert-linalg-to-tprt | FileCheck %s
// RUN: %{python} %S/Inputs/products.py > %t.txt
// RUN: xargs %{python} %{inputs}/safetensors.py write %t.all < %t.txt
// RUN: tp-run %s --no-partition --inputs %t.all --compare %t.all --tolerance 0
// RUN: tp-run %s --mesh tp=3 --inputs %t.all --compare %t.all --tolerance 0
// CHECK-COUNT-6: tprt.contract
// CHECK-NOT: linalg.matmul

tp.mesh @mesh = <["tp"=2]>

func.func @main(
    %a: tensor<8x9xf32> {tp.name = "a", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}, %b: tensor<9x8xf32> {tp.name = "b"},
    %c: tensor<8x8xf32> {tp.name = "c"}, %q: tensor<2x8x9xf64> {tp.name = "q"}, %k: tensor<2x8x9xf64> {tp.name = "k"},
    %x: tensor<600xf32> {tp.name = "x"}, %h: tensor<8x9xbf16> {tp.name = "h"}, %g: tensor<9x8xbf16> {tp.name = "g"})
    -> (tensor<8x8xf32> {tp.name = "onto"}, tensor<9x9xf32> {tp.name = "gram"}, tensor<8x8xf32> {tp.name = "turned"},
        tensor<2x8x8xf64> {tp.name = "scores"}, tensor<f32> {tp.name = "square"}, tensor<8x8xf32> {tp.name = "wide"}) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %onto = linalg.matmul ins(%a, %b : tensor<8x9xf32>, tensor<9x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  %zero9 = arith.constant dense<0.0> : tensor<9x9xf32>
  %gram = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>,
                                         affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %a : tensor<8x9xf32>, tensor<8x9xf32>) outs(%zero9 : tensor<9x9xf32>) -> tensor<9x9xf32>
  %turned = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                             affine_map<(i, j, k) -> (j, i)>],
                            iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x9xf32>, tensor<9x8xf32>) outs(%zero : tensor<8x8xf32>) {
  ^bb0(%v: f32, %w: f32, %s: f32):
    %p = arith.mulf %w, %v : f32
    %n = arith.addf %p, %s : f32
    linalg.yield %n : f32
  } -> tensor<8x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x8x8xf64>
  %scores = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>,
                                                 affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %k : tensor<2x8x9xf64>, tensor<2x8x9xf64>) outs(%zeros : tensor<2x8x8xf64>) -> tensor<2x8x8xf64>
  %z = arith.constant dense<0.0> : tensor<f32>
  %square = linalg.dot ins(%x, %x : tensor<600xf32>, tensor<600xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                           affine_map<(i, j, k) -> (i, j)>],
                          iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h, %g : tensor<8x9xbf16>, tensor<9x8xbf16>) outs(%zero : tensor<8x8xf32>) {
  ^bb0(%v: bf16, %w: bf16, %s: f32):
    %d = arith.extf %v : bf16 to f32
    %e = arith.extf %w : bf16 to f32
    %p = arith.mulf %d, %e : f32
    %n = arith.addf %s, %p : f32
    linalg.yield %n : f32
  } -> tensor<8x8xf32>
  return %onto, %gram, %turned, %scores, %square, %wide
      : tensor<8x8xf32>, tensor<9x9xf32>, tensor<8x8xf32>, tensor<2x8x8xf64>, tensor<f32>, tensor<8x8xf32>
}
