// Ops of the tensor dialect on split dimensions: reshapes of several factorisations,
// slices and concats with and without chunks, pads, constants.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

func.func @main(
    %a: tensor<12x10xf32> {tp.name = "a", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<2x6x10xf32> {tp.name = "b", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>},
    %c: tensor<4x10xf32> {tp.name = "c", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<3x4x10xf32> {tp.name = "heads"}, tensor<3x4x10xf32> {tp.name = "split_heads", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}]>},
        tensor<12x10xf32> {tp.name = "chunked"}, tensor<12x10xf32> {tp.name = "kept", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<1x12x1x10xf32> {tp.name = "units"}, tensor<4x10xf32> {tp.name = "third"},
        tensor<5x10xf32> {tp.name = "window"}, tensor<6x5xf32> {tp.name = "stepped"},
        tensor<10xf32> {tp.name = "dropped"}, tensor<12x10xf32> {tp.name = "inserted"},
        tensor<12x10xf32> {tp.name = "inserted_chunk"}, tensor<8x10xf32> {tp.name = "concat"},
        tensor<16x10xf32> {tp.name = "concat_uneven"}, tensor<15x10xf32> {tp.name = "padded"},
        tensor<12x14xf32> {tp.name = "padded_other"}, tensor<12x10xf32> {tp.name = "splat"},
        tensor<4xf32> {tp.name = "elements", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}, tensor<2x3xf32> {tp.name = "dense"},
        f32 {tp.name = "extracted"}, index {tp.name = "size"}, tensor<12x10xf32> {tp.name = "negated"}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  // Reshapes: heads inside a split dimension, chunks from [2, split 6], units.
  %heads = tensor.expand_shape %a [[0, 1], [2]] output_shape [3, 4, 10] : tensor<12x10xf32> into tensor<3x4x10xf32>
  %chunked = tensor.collapse_shape %b [[0, 1], [2]] : tensor<2x6x10xf32> into tensor<12x10xf32>
  %doubled = arith.addf %chunked, %chunked : tensor<12x10xf32>
  %back = tensor.expand_shape %doubled [[0, 1], [2]] output_shape [2, 6, 10] : tensor<12x10xf32> into tensor<2x6x10xf32>
  %again = tensor.collapse_shape %back [[0, 1], [2]] : tensor<2x6x10xf32> into tensor<12x10xf32>
  %units = tensor.expand_shape %a [[0, 1], [2, 3]] output_shape [1, 12, 1, 10] : tensor<12x10xf32> into tensor<1x12x1x10xf32>

  // Slices: one of equal chunks, across parts, with a stride, with a dropped dimension.
  %third = tensor.extract_slice %a[4, 0] [4, 10] [1, 1] : tensor<12x10xf32> to tensor<4x10xf32>
  %window = tensor.extract_slice %a[3, 0] [5, 10] [1, 1] : tensor<12x10xf32> to tensor<5x10xf32>
  %stepped = tensor.extract_slice %a[1, 0] [6, 5] [2, 2] : tensor<12x10xf32> to tensor<6x5xf32>
  %dropped = tensor.extract_slice %a[7, 0] [1, 10] [1, 1] : tensor<12x10xf32> to tensor<10xf32>
  %inserted = tensor.insert_slice %c into %a[3, 0] [4, 10] [1, 1] : tensor<4x10xf32> into tensor<12x10xf32>
  %inserted2 = tensor.insert_slice %c into %a[8, 0] [4, 10] [1, 1] : tensor<4x10xf32> into tensor<12x10xf32>

  // Concats of equal and of different pieces; pads on the split and the other dimension.
  %concat = tensor.concat dim(0) %c, %third : (tensor<4x10xf32>, tensor<4x10xf32>) -> tensor<8x10xf32>
  %concat2 = tensor.concat dim(0) %a, %c : (tensor<12x10xf32>, tensor<4x10xf32>) -> tensor<16x10xf32>
  %padded = tensor.pad %a low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<12x10xf32> to tensor<15x10xf32>
  %padded2 = tensor.pad %a low[0, 3] high[0, 1] {
  ^bb0(%i: index, %j: index):
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    tensor.yield %f : f32
  } : tensor<12x10xf32> to tensor<12x14xf32>

  // Made from constants.
  %value = tensor.extract %a[%c3, %c0] : tensor<12x10xf32>
  %ones = tensor.splat %value : tensor<12x10xf32>
  %splat = arith.mulf %a, %ones : tensor<12x10xf32>
  %elements = tensor.from_elements %value, %zero, %value, %zero : tensor<4xf32>
  %dense = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %dynamic = tensor.cast %a : tensor<12x10xf32> to tensor<12x?xf32>
  %size = tensor.dim %dynamic, %c0 : tensor<12x?xf32>
  %static = tensor.cast %dynamic : tensor<12x?xf32> to tensor<12x10xf32>
  %negated = arith.negf %static : tensor<12x10xf32>
  return %heads, %heads, %again, %chunked, %units, %third, %window, %stepped, %dropped, %inserted, %inserted2, %concat, %concat2, %padded, %padded2, %splat, %elements, %dense, %value, %size, %negated
      : tensor<3x4x10xf32>, tensor<3x4x10xf32>, tensor<12x10xf32>, tensor<12x10xf32>, tensor<1x12x1x10xf32>, tensor<4x10xf32>, tensor<5x10xf32>, tensor<6x5xf32>, tensor<10xf32>, tensor<12x10xf32>, tensor<12x10xf32>, tensor<8x10xf32>, tensor<16x10xf32>, tensor<15x10xf32>, tensor<12x14xf32>, tensor<12x10xf32>, tensor<4xf32>, tensor<2x3xf32>, f32, index, tensor<12x10xf32>
}
