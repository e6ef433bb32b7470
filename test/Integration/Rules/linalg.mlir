// Structured ops through their maps, split along each of their loops, evenly and not.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

#row = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j, i)>
#vec = affine_map<(i, j) -> (j)>
#rev = affine_map<(i, j) -> (9 - i, j)>
#diag = affine_map<(i) -> (i, i)>
#one = affine_map<(i) -> (i)>
#strided = affine_map<(i) -> (2 * i)>

func.func @main(
    %a: tensor<10x12xf32> {tp.name = "a", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<12x6xf32> {tp.name = "b", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %c: tensor<12x6xf32> {tp.name = "c", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %v: tensor<12xf32> {tp.name = "v", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %s: tensor<10x10xf32> {tp.name = "s", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %batch: tensor<3x4x5xf32> {tp.name = "batch", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}]>},
    %batch2: tensor<3x5x2xf32> {tp.name = "batch2"})
    -> (tensor<10x6xf32> {tp.name = "column"}, tensor<10x6xf32> {tp.name = "row"},
        tensor<10x6xf32> {tp.name = "init"}, tensor<12x10xf32> {tp.name = "transposed"},
        tensor<10x12xf32> {tp.name = "biased"}, tensor<10xf32> {tp.name = "sums"},
        tensor<12xf32> {tp.name = "products"}, tensor<10xf32> {tp.name = "largest"},
        tensor<10x12xf32> {tp.name = "reversed"}, tensor<10xf32> {tp.name = "diagonal"},
        tensor<6xf32> {tp.name = "strided"}, tensor<3x4x2xf32> {tp.name = "batched"},
        tensor<10x12xf32> {tp.name = "softmax"}, tensor<10xf32> {tp.name = "matvec"},
        tensor<10x12xf32> {tp.name = "mapped"}, tensor<10xindex> {tp.name = "argmax"}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %i0 = arith.constant 0 : index
  %e106 = tensor.empty() : tensor<10x6xf32>
  %z106 = linalg.fill ins(%zero : f32) outs(%e106 : tensor<10x6xf32>) -> tensor<10x6xf32>
  %e1012 = tensor.empty() : tensor<10x12xf32>
  %e10 = tensor.empty() : tensor<10xf32>
  %z10 = linalg.fill ins(%zero : f32) outs(%e10 : tensor<10xf32>) -> tensor<10xf32>

  // Contractions: columns, rows, and with an init that may count once only.
  %column = linalg.matmul ins(%a, %b : tensor<10x12xf32>, tensor<12x6xf32>) outs(%z106 : tensor<10x6xf32>) -> tensor<10x6xf32>
  %row = linalg.matmul ins(%a, %c : tensor<10x12xf32>, tensor<12x6xf32>) outs(%z106 : tensor<10x6xf32>) -> tensor<10x6xf32>
  %o106 = linalg.fill ins(%one : f32) outs(%e106 : tensor<10x6xf32>) -> tensor<10x6xf32>
  %init = linalg.matmul ins(%a, %c : tensor<10x12xf32>, tensor<12x6xf32>) outs(%o106 : tensor<10x6xf32>) -> tensor<10x6xf32>
  %e342 = tensor.empty() : tensor<3x4x2xf32>
  %z342 = linalg.fill ins(%zero : f32) outs(%e342 : tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  %batched = linalg.batch_matmul ins(%batch, %batch2 : tensor<3x4x5xf32>, tensor<3x5x2xf32>) outs(%z342 : tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  %matvec = linalg.matvec ins(%a, %v : tensor<10x12xf32>, tensor<12xf32>) outs(%z10 : tensor<10xf32>) -> tensor<10xf32>

  // Elementwise, transposed, broadcast.
  %e1210 = tensor.empty() : tensor<12x10xf32>
  %transposed = linalg.transpose ins(%a : tensor<10x12xf32>) outs(%e1210 : tensor<12x10xf32>) permutation = [1, 0]
  %wide = linalg.broadcast ins(%v : tensor<12xf32>) outs(%e1012 : tensor<10x12xf32>) dimensions = [0]
  %biased = linalg.add ins(%a, %wide : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e1012 : tensor<10x12xf32>) -> tensor<10x12xf32>
  %mapped = linalg.map { math.absf } ins(%biased : tensor<10x12xf32>) outs(%e1012 : tensor<10x12xf32>)
  %softmax = linalg.softmax dimension(1) ins(%a : tensor<10x12xf32>) outs(%e1012 : tensor<10x12xf32>) -> tensor<10x12xf32>

  // Reductions.
  %wide2 = linalg.generic {indexing_maps = [#row, #vec, #row], iterator_types = ["parallel", "parallel"]}
      ins(%a, %v : tensor<10x12xf32>, tensor<12xf32>) outs(%e1012 : tensor<10x12xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  } -> tensor<10x12xf32>
  %sums = linalg.reduce ins(%wide2 : tensor<10x12xf32>) outs(%z10 : tensor<10xf32>) dimensions = [1]
      (%in: f32, %acc: f32) {
        %n = arith.addf %in, %acc : f32
        linalg.yield %n : f32
      }
  %e12 = tensor.empty() : tensor<12xf32>
  %o12 = linalg.fill ins(%one : f32) outs(%e12 : tensor<12xf32>) -> tensor<12xf32>
  %products = linalg.reduce ins(%a : tensor<10x12xf32>) outs(%o12 : tensor<12xf32>) dimensions = [0]
      (%in: f32, %acc: f32) {
        %n = arith.mulf %in, %acc : f32
        linalg.yield %n : f32
      }
  %l10 = linalg.fill ins(%low : f32) outs(%e10 : tensor<10xf32>) -> tensor<10xf32>
  %largest = linalg.reduce ins(%wide2 : tensor<10x12xf32>) outs(%l10 : tensor<10xf32>) dimensions = [1]
      (%in: f32, %acc: f32) {
        %n = arith.maximumf %in, %acc : f32
        linalg.yield %n : f32
      }
  // Two results of one reduction that no single combiner describes.
  %e10i = tensor.empty() : tensor<10xindex>
  %z10i = linalg.fill ins(%i0 : index) outs(%e10i : tensor<10xindex>) -> tensor<10xindex>
  %best:2 = linalg.generic {indexing_maps = [#row, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                            iterator_types = ["parallel", "reduction"]}
      ins(%wide2 : tensor<10x12xf32>) outs(%l10, %z10i : tensor<10xf32>, tensor<10xindex>) {
  ^bb0(%x: f32, %m: f32, %at: index):
    %j = linalg.index 1 : index
    %more = arith.cmpf ogt, %x, %m : f32
    %nm = arith.maximumf %x, %m : f32
    %nat = arith.select %more, %j, %at : index
    linalg.yield %nm, %nat : f32, index
  } -> (tensor<10xf32>, tensor<10xindex>)

  // Maps that are no permutation.
  %reversed = linalg.generic {indexing_maps = [#rev, #row], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<10x12xf32>) outs(%e1012 : tensor<10x12xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<10x12xf32>
  %diagonal = linalg.generic {indexing_maps = [#diag, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<10x10xf32>) outs(%e10 : tensor<10xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<10xf32>
  %e6 = tensor.empty() : tensor<6xf32>
  %strided = linalg.generic {indexing_maps = [#strided, #one], iterator_types = ["parallel"]}
      ins(%v : tensor<12xf32>) outs(%e6 : tensor<6xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<6xf32>
  return %column, %row, %init, %transposed, %biased, %sums, %products, %largest, %reversed, %diagonal, %strided, %batched, %softmax, %matvec, %mapped, %best#1
      : tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<12x10xf32>, tensor<10x12xf32>, tensor<10xf32>, tensor<12xf32>, tensor<10xf32>, tensor<10x12xf32>, tensor<10xf32>, tensor<6xf32>, tensor<3x4x2xf32>, tensor<10x12xf32>, tensor<10xf32>, tensor<10x12xf32>, tensor<10xindex>
}
