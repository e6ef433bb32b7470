// More ranks than elements, sizes 0 and 1, rank 0, sizes known at run time, constants.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --dim tokens:0=4 --dim all_tokens:0=3 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --dim tokens:0=4 --dim all_tokens:0=3 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --dim tokens:0=4 --dim all_tokens:0=3 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --dim tokens:0=4 --dim all_tokens:0=3 --compare %t

tp.mesh @mesh = <["tp"=4]>

// More ranks than elements, one element, none, no dimension.
func.func private @few(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %one = arith.constant dense<1.0> : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x2xf32>) outs(%one : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func private @one_element(%x: tensor<1x1xf32>, %y: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<1x1xf32>, tensor<1x1xf32>) outs(%x : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
func.func private @no_element(%x: tensor<0x4xf32>) -> (tensor<4xf32>, tensor<4x0xf32>) {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<0x4xf32>) outs(%two : tensor<4xf32>) dimensions = [0]
  %e = tensor.empty() : tensor<4x0xf32>
  %1 = linalg.transpose ins(%x : tensor<0x4xf32>) outs(%e : tensor<4x0xf32>) permutation = [1, 0]
  return %0, %1 : tensor<4xf32>, tensor<4x0xf32>
}
func.func private @contracted_over_nothing(%x: tensor<4x0xf32>, %y: tensor<0x3xf32>) -> tensor<4x3xf32> {
  %one = arith.constant dense<1.0> : tensor<4x3xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<4x0xf32>, tensor<0x3xf32>) outs(%one : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func private @no_dimension(%x: tensor<f32>, %y: f32) -> (tensor<f32>, f32, tensor<3xf32>) {
  %0 = arith.mulf %x, %x : tensor<f32>
  %1 = arith.addf %y, %y : f32
  %2 = tensor.splat %1 : tensor<3xf32>
  return %0, %1, %2 : tensor<f32>, f32, tensor<3xf32>
}

// The row that a rank does not hold is broadcast, stacked, maximized over.
func.func private @largest(%x: tensor<2x3xf32>) -> tensor<3xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<3xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<2x3xf32>) outs(%low : tensor<3xf32>) dimensions = [0]
  return %0 : tensor<3xf32>
}
func.func private @probabilities(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.softmax dimension(0) ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func private @twice(%x: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %0 = tensor.concat dim(0) %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Sizes that only the run knows, beside the one that is split.
func.func private @dynamic(%x: tensor<?x7xf32>, %w: tensor<7x5xf32>) -> (tensor<?x5xf32>, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x7xf32>
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<?x7xf32>, tensor<7x5xf32>) outs(%z : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = arith.addf %0, %0 : tensor<?x5xf32>
  return %1, %n : tensor<?x5xf32>, index
}

// A table of constants, which every rank makes and cuts; a splat, made in part.
func.func private @constants(%x: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
  %table = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [0.5, 0.25, 0.125], [3.0, 2.0,
                                 1.0]]>
      : tensor<5x3xf32>
  %half = arith.constant dense<0.5> : tensor<5x3xf32>
  %0 = arith.mulf %x, %table : tensor<5x3xf32>
  %1 = arith.addf %0, %half : tensor<5x3xf32>
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %c = arith.constant 3.0 : f32
  %row = tensor.from_elements %a, %b, %c : tensor<3xf32>
  %e = tensor.empty() : tensor<5x3xf32>
  %wide = linalg.broadcast ins(%row : tensor<3xf32>) outs(%e : tensor<5x3xf32>) dimensions = [0]
  %2 = arith.subf %1, %wide : tensor<5x3xf32>
  return %1, %2 : tensor<5x3xf32>, tensor<5x3xf32>
}

func.func @main(
    %few_rows: tensor<2x3xf32> {tp.name = "few_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %few_columns: tensor<2x3xf32> {tp.name = "few_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %few_weights: tensor<3x2xf32> {tp.name = "few_weights", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %unit: tensor<1x1xf32> {tp.name = "unit", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %other_unit: tensor<1x1xf32> {tp.name = "other_unit"},
    %none: tensor<0x4xf32> {tp.name = "none", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %none_columns: tensor<0x4xf32> {tp.name = "none_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %thin: tensor<4x0xf32> {tp.name = "thin", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %flat: tensor<0x3xf32> {tp.name = "flat", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %scalar: tensor<f32> {tp.name = "scalar", tp.sharding = #tp.sharding<@mesh, []>},
    %number: f32 {tp.name = "number"},
    %tokens: tensor<?x7xf32> {tp.name = "tokens", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %all_tokens: tensor<?x7xf32> {tp.name = "all_tokens"},
    %weights: tensor<7x5xf32> {tp.name = "weights", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %weights_columns: tensor<7x5xf32> {tp.name = "weights_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %five: tensor<5x3xf32> {tp.name = "five", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %five_columns: tensor<5x3xf32> {tp.name = "five_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<2x2xf32> {tp.name = "few_rows_product", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<3xf32> {tp.name = "few_rows_largest", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<2x3xf32> {tp.name = "few_rows_softmax", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<4x3xf32> {tp.name = "few_rows_twice"}, tensor<2x2xf32> {tp.name = "few_columns_product"},
        tensor<3xf32> {tp.name = "few_columns_largest"}, tensor<2x3xf32> {tp.name = "few_columns_softmax"},
        tensor<4x3xf32> {tp.name = "few_columns_twice", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<1x1xf32> {tp.name = "units", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<1x1xf32> {tp.name = "same_units"}, tensor<4xf32> {tp.name = "none_sum"},
        tensor<4x0xf32> {tp.name = "none_transposed"}, tensor<4xf32> {tp.name = "none_columns_sum"},
        tensor<4x0xf32> {tp.name = "none_columns_transposed"}, tensor<4x3xf32> {tp.name = "over_nothing"},
        tensor<f32> {tp.name = "squared"}, f32 {tp.name = "doubled"},
        tensor<3xf32> {tp.name = "splat", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<?x5xf32> {tp.name = "dynamic_contracted"}, index {tp.name = "its_size"},
        tensor<?x5xf32> {tp.name = "dynamic_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        index {tp.name = "their_size"}, tensor<5x3xf32> {tp.name = "five_with_table"},
        tensor<5x3xf32> {tp.name = "five_with_row", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<5x3xf32> {tp.name = "five_columns_with_table"},
        tensor<5x3xf32> {tp.name = "five_columns_with_row", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) {
  %few_rows_product = call @few(%few_rows, %few_weights) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %few_rows_largest = call @largest(%few_rows) : (tensor<2x3xf32>) -> tensor<3xf32>
  %few_rows_softmax = call @probabilities(%few_rows) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %few_rows_twice = call @twice(%few_rows) : (tensor<2x3xf32>) -> tensor<4x3xf32>
  %few_columns_product = call @few(%few_columns, %few_weights) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %few_columns_largest = call @largest(%few_columns) : (tensor<2x3xf32>) -> tensor<3xf32>
  %few_columns_softmax = call @probabilities(%few_columns) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %few_columns_twice = call @twice(%few_columns) : (tensor<2x3xf32>) -> tensor<4x3xf32>
  %units = call @one_element(%unit, %other_unit) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %same_units = call @one_element(%unit, %unit) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %none_sum:2 = call @no_element(%none) : (tensor<0x4xf32>) -> (tensor<4xf32>, tensor<4x0xf32>)
  %none_columns_sum:2 = call @no_element(%none_columns) : (tensor<0x4xf32>) -> (tensor<4xf32>, tensor<4x0xf32>)
  %over_nothing = call @contracted_over_nothing(%thin, %flat) : (tensor<4x0xf32>, tensor<0x3xf32>) -> tensor<4x3xf32>
  %squared:3 = call @no_dimension(%scalar, %number) : (tensor<f32>, f32) -> (tensor<f32>, f32, tensor<3xf32>)
  %dynamic_contracted:2 = call @dynamic(%tokens, %weights)
      : (tensor<?x7xf32>, tensor<7x5xf32>) -> (tensor<?x5xf32>, index)
  %dynamic_columns:2 = call @dynamic(%all_tokens, %weights_columns)
      : (tensor<?x7xf32>, tensor<7x5xf32>) -> (tensor<?x5xf32>, index)
  %five_with_table:2 = call @constants(%five) : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>)
  %five_columns_with_table:2 = call @constants(%five_columns)
      : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>)
  return %few_rows_product, %few_rows_largest, %few_rows_softmax, %few_rows_twice, %few_columns_product,
      %few_columns_largest, %few_columns_softmax, %few_columns_twice, %units, %same_units, %none_sum#0, %none_sum#1,
      %none_columns_sum#0, %none_columns_sum#1, %over_nothing, %squared#0, %squared#1, %squared#2,
      %dynamic_contracted#0, %dynamic_contracted#1, %dynamic_columns#0, %dynamic_columns#1, %five_with_table#0,
      %five_with_table#1, %five_columns_with_table#0, %five_columns_with_table#1
      : tensor<2x2xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<4x3xf32>, tensor<2x2xf32>, tensor<3xf32>,
        tensor<2x3xf32>, tensor<4x3xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<4xf32>, tensor<4x0xf32>,
        tensor<4xf32>, tensor<4x0xf32>, tensor<4x3xf32>, tensor<f32>, f32, tensor<3xf32>, tensor<?x5xf32>, index,
        tensor<?x5xf32>, index, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>
}
