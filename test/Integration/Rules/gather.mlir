// Tables read at computed positions: split along the gathered dimension, along the
// others, and along the loops; batched; with assertions, as PyTorch writes them; with
// the clamped positions of JAX.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

#map = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
#id1 = affine_map<(i) -> (i)>

func.func @main(
    %vocab: tensor<10x6xf32> {tp.name = "vocab", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %feature: tensor<10x6xf32> {tp.name = "feature", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %tokens: tensor<7xi64> {tp.name = "tokens"},
    %split: tensor<7xi64> {tp.name = "split", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %ints: tensor<10xi32> {tp.name = "ints", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %bools: tensor<10xi1> {tp.name = "bools", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %logits: tensor<7x10xf32> {tp.name = "logits", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<7x6xf32> {tp.name = "by_vocab"}, tensor<7x6xf32> {tp.name = "by_feature"},
        tensor<7x6xf32> {tp.name = "by_rows"}, tensor<7x6xf32> {tp.name = "asserted"},
        tensor<7x6xf32> {tp.name = "clamped"}, tensor<7xf32> {tp.name = "picked"},
        tensor<7xi32> {tp.name = "gathered_ints"}, tensor<7xi1> {tp.name = "gathered_bools"}) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c7 = arith.constant 7 : i64
  %0 = tp.gather %vocab[%tokens] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<10x6xf32>, (tensor<7xi64>) -> tensor<7x6xf32>
  %1 = tp.gather %feature[%tokens] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<10x6xf32>, (tensor<7xi64>) -> tensor<7x6xf32>
  %2 = tp.gather %vocab[%split] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<10x6xf32>, (tensor<7xi64>) -> tensor<7x6xf32>
  %empty = tensor.empty() : tensor<7x6xf32>
  %3 = linalg.generic {indexing_maps = [#map, #id], iterator_types = ["parallel", "parallel"]}
      ins(%tokens : tensor<7xi64>) outs(%empty : tensor<7x6xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %column = linalg.index 1 : index
    %ok = arith.cmpi ult, %row, %c10 : index
    cf.assert %ok, "index must be smaller than dim size"
    %e = tensor.extract %vocab[%row, %column] : tensor<10x6xf32>
    linalg.yield %e : f32
  } -> tensor<7x6xf32>
  %4 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<7x6xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %token = tensor.extract %tokens[%i] : tensor<7xi64>
    %far = arith.muli %token, %c7 : i64
    %row = arith.index_cast %far : i64 to index
    %low = arith.maxsi %row, %c0 : index
    %clamped = arith.minsi %low, %c9 : index
    %e = tensor.extract %feature[%clamped, %j] : tensor<10x6xf32>
    linalg.yield %e : f32
  } -> tensor<7x6xf32>
  %empty7 = tensor.empty() : tensor<7xf32>
  %5 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%tokens : tensor<7xi64>) outs(%empty7 : tensor<7xf32>) {
  ^bb0(%in: i64, %out: f32):
    %i = linalg.index 0 : index
    %row = arith.index_cast %in : i64 to index
    %e = tensor.extract %logits[%i, %row] : tensor<7x10xf32>
    linalg.yield %e : f32
  } -> tensor<7xf32>
  %6 = tp.gather %ints[%tokens] map = affine_map<(d0)[s0] -> (s0)>, [affine_map<(d0) -> (d0)>]
      : tensor<10xi32>, (tensor<7xi64>) -> tensor<7xi32>
  %7 = tp.gather %bools[%tokens] map = affine_map<(d0)[s0] -> (s0)>, [affine_map<(d0) -> (d0)>]
      : tensor<10xi1>, (tensor<7xi64>) -> tensor<7xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<7x6xf32>, tensor<7x6xf32>, tensor<7x6xf32>, tensor<7x6xf32>, tensor<7x6xf32>, tensor<7xf32>, tensor<7xi32>, tensor<7xi1>
}
