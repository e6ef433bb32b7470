// Reshapes whose split dimension is taken apart, put together, both, or not touched; with
// chunks and granules that fit and that do not.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

// Heads of 4 in 24 columns, and back.
func.func private @heads(%x: tensor<3x24xf32>) -> tensor<3x6x4xf32> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [3, 6, 4] : tensor<3x24xf32> into tensor<3x6x4xf32>
  %1 = math.absf %0 : tensor<3x6x4xf32>
  return %1 : tensor<3x6x4xf32>
}
func.func private @merge_heads(%x: tensor<3x6x4xf32>) -> tensor<3x24xf32> {
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<3x6x4xf32> into tensor<3x24xf32>
  return %0 : tensor<3x24xf32>
}
func.func private @merge_rows(%x: tensor<3x6x4xf32>) -> tensor<18x4xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<3x6x4xf32> into tensor<18x4xf32>
  %1 = arith.negf %0 : tensor<18x4xf32>
  return %1 : tensor<18x4xf32>
}
func.func private @flat(%x: tensor<3x6x4xf32>) -> tensor<72xf32> {
  %0 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<3x6x4xf32> into tensor<72xf32>
  return %0 : tensor<72xf32>
}

// [3, 24] seen as [9, 8] through one dimension.
func.func private @regrouped(%x: tensor<3x24xf32>) -> tensor<9x8xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<3x24xf32> into tensor<72xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [9, 8] : tensor<72xf32> into tensor<9x8xf32>
  return %1 : tensor<9x8xf32>
}

// Dimensions of size 1 come and go at every place, and a scalar.
func.func private @units(%x: tensor<3x24xf32>) -> tensor<1x3x1x24x1xf32> {
  %0 = tensor.expand_shape %x [[0, 1, 2], [3, 4]] output_shape [1, 3, 1, 24, 1]
      : tensor<3x24xf32> into tensor<1x3x1x24x1xf32>
  return %0 : tensor<1x3x1x24x1xf32>
}
func.func private @without_units(%x: tensor<1x3x1x24x1xf32>) -> tensor<3x24xf32> {
  %0 = tensor.collapse_shape %x [[0, 1, 2], [3, 4]] : tensor<1x3x1x24x1xf32> into tensor<3x24xf32>
  return %0 : tensor<3x24xf32>
}
func.func private @of_a_scalar(%x: tensor<f32>) -> tensor<1x1xf32> {
  %0 = tensor.expand_shape %x [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
func.func private @to_a_scalar(%x: tensor<1x1xf32>) -> tensor<f32> {
  %0 = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
  return %0 : tensor<f32>
}

// Three factors, of which the middle one is repeated.
func.func private @repeated(%x: tensor<3x6x4xf32>) -> tensor<3x12x4xf32> {
  %e = tensor.empty() : tensor<3x6x2x4xf32>
  %0 = linalg.broadcast ins(%x : tensor<3x6x4xf32>) outs(%e : tensor<3x6x2x4xf32>) dimensions = [2]
  %1 = tensor.collapse_shape %0 [[0], [1, 2], [3]] : tensor<3x6x2x4xf32> into tensor<3x12x4xf32>
  return %1 : tensor<3x12x4xf32>
}

func.func @main(
    %rows: tensor<3x24xf32> {tp.name = "rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %columns: tensor<3x24xf32> {tp.name = "columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %chunked: tensor<3x24xf32> {tp.name = "chunked", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} c3]>},
    %granular: tensor<3x24xf32> {tp.name = "granular", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} g4]>},
    %partial: tensor<3x24xf32> {tp.name = "partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
    %batch: tensor<3x6x4xf32> {tp.name = "batch", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}]>},
    %head: tensor<3x6x4xf32> {tp.name = "head", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>},
    %inner: tensor<3x6x4xf32> {tp.name = "inner", tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}]>},
    %long: tensor<1x3x1x24x1xf32> {tp.name = "long", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {"tp"}, {}]>},
    %unit: tensor<1x3x1x24x1xf32> {tp.name = "unit", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}, {}, {}]>},
    %scalar: tensor<f32> {tp.name = "scalar"},
    %one: tensor<1x1xf32> {tp.name = "one"})
    -> (tensor<3x6x4xf32> {tp.name = "heads_of_rows"},
        tensor<3x6x4xf32> {tp.name = "heads_of_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>},
        tensor<3x6x4xf32> {tp.name = "heads_of_chunked", tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}]>},
        tensor<3x6x4xf32> {tp.name = "heads_of_granular"},
        tensor<3x6x4xf32> {tp.name = "heads_of_partial", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}]>},
        tensor<9x8xf32> {tp.name = "regrouped_rows"},
        tensor<9x8xf32> {tp.name = "regrouped_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<9x8xf32> {tp.name = "regrouped_chunked", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<9x8xf32> {tp.name = "regrouped_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<1x3x1x24x1xf32> {tp.name = "units_of_rows"},
        tensor<1x3x1x24x1xf32> {tp.name = "units_of_columns", tp.sharding = #tp.sharding<@mesh, [{}, {}, {},
      {"tp"}, {}]>},
        tensor<1x3x1x24x1xf32> {tp.name = "units_of_granular", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {},
      {}, {}]>},
        tensor<3x24xf32> {tp.name = "merged_heads_batch", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<18x4xf32> {tp.name = "merged_rows_batch"}, tensor<72xf32> {tp.name = "flat_batch"},
        tensor<3x12x4xf32> {tp.name = "repeated_batch"}, tensor<3x24xf32> {tp.name = "merged_heads_head"},
        tensor<18x4xf32> {tp.name = "merged_rows_head", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<72xf32> {tp.name = "flat_head", tp.sharding = #tp.sharding<@mesh, [{"tp"} c3]>},
        tensor<3x12x4xf32> {tp.name = "repeated_head"},
        tensor<3x24xf32> {tp.name = "merged_heads_inner", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<18x4xf32> {tp.name = "merged_rows_inner"},
        tensor<72xf32> {tp.name = "flat_inner", tp.sharding = #tp.sharding<@mesh, [{"tp"} c18]>},
        tensor<3x12x4xf32> {tp.name = "repeated_inner", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>},
        tensor<3x24xf32> {tp.name = "long_without_units"},
        tensor<3x24xf32> {tp.name = "unit_without_units", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<1x1xf32> {tp.name = "of_scalar", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<f32> {tp.name = "to_scalar"}) {
  %heads_of_rows = call @heads(%rows) : (tensor<3x24xf32>) -> tensor<3x6x4xf32>
  %heads_of_columns = call @heads(%columns) : (tensor<3x24xf32>) -> tensor<3x6x4xf32>
  %heads_of_chunked = call @heads(%chunked) : (tensor<3x24xf32>) -> tensor<3x6x4xf32>
  %heads_of_granular = call @heads(%granular) : (tensor<3x24xf32>) -> tensor<3x6x4xf32>
  %heads_of_partial = call @heads(%partial) : (tensor<3x24xf32>) -> tensor<3x6x4xf32>
  %regrouped_rows = call @regrouped(%rows) : (tensor<3x24xf32>) -> tensor<9x8xf32>
  %regrouped_columns = call @regrouped(%columns) : (tensor<3x24xf32>) -> tensor<9x8xf32>
  %regrouped_chunked = call @regrouped(%chunked) : (tensor<3x24xf32>) -> tensor<9x8xf32>
  %regrouped_partial = call @regrouped(%partial) : (tensor<3x24xf32>) -> tensor<9x8xf32>
  %units_of_rows = call @units(%rows) : (tensor<3x24xf32>) -> tensor<1x3x1x24x1xf32>
  %units_of_columns = call @units(%columns) : (tensor<3x24xf32>) -> tensor<1x3x1x24x1xf32>
  %units_of_granular = call @units(%granular) : (tensor<3x24xf32>) -> tensor<1x3x1x24x1xf32>
  %merged_heads_batch = call @merge_heads(%batch) : (tensor<3x6x4xf32>) -> tensor<3x24xf32>
  %merged_rows_batch = call @merge_rows(%batch) : (tensor<3x6x4xf32>) -> tensor<18x4xf32>
  %flat_batch = call @flat(%batch) : (tensor<3x6x4xf32>) -> tensor<72xf32>
  %repeated_batch = call @repeated(%batch) : (tensor<3x6x4xf32>) -> tensor<3x12x4xf32>
  %merged_heads_head = call @merge_heads(%head) : (tensor<3x6x4xf32>) -> tensor<3x24xf32>
  %merged_rows_head = call @merge_rows(%head) : (tensor<3x6x4xf32>) -> tensor<18x4xf32>
  %flat_head = call @flat(%head) : (tensor<3x6x4xf32>) -> tensor<72xf32>
  %repeated_head = call @repeated(%head) : (tensor<3x6x4xf32>) -> tensor<3x12x4xf32>
  %merged_heads_inner = call @merge_heads(%inner) : (tensor<3x6x4xf32>) -> tensor<3x24xf32>
  %merged_rows_inner = call @merge_rows(%inner) : (tensor<3x6x4xf32>) -> tensor<18x4xf32>
  %flat_inner = call @flat(%inner) : (tensor<3x6x4xf32>) -> tensor<72xf32>
  %repeated_inner = call @repeated(%inner) : (tensor<3x6x4xf32>) -> tensor<3x12x4xf32>
  %long_without_units = call @without_units(%long) : (tensor<1x3x1x24x1xf32>) -> tensor<3x24xf32>
  %unit_without_units = call @without_units(%unit) : (tensor<1x3x1x24x1xf32>) -> tensor<3x24xf32>
  %of_scalar = call @of_a_scalar(%scalar) : (tensor<f32>) -> tensor<1x1xf32>
  %to_scalar = call @to_a_scalar(%one) : (tensor<1x1xf32>) -> tensor<f32>
  return %heads_of_rows, %heads_of_columns, %heads_of_chunked, %heads_of_granular, %heads_of_partial, %regrouped_rows,
      %regrouped_columns, %regrouped_chunked, %regrouped_partial, %units_of_rows, %units_of_columns,
      %units_of_granular, %merged_heads_batch, %merged_rows_batch, %flat_batch, %repeated_batch, %merged_heads_head,
      %merged_rows_head, %flat_head, %repeated_head, %merged_heads_inner, %merged_rows_inner, %flat_inner,
      %repeated_inner, %long_without_units, %unit_without_units, %of_scalar, %to_scalar
      : tensor<3x6x4xf32>, tensor<3x6x4xf32>, tensor<3x6x4xf32>, tensor<3x6x4xf32>, tensor<3x6x4xf32>,
        tensor<9x8xf32>, tensor<9x8xf32>, tensor<9x8xf32>, tensor<9x8xf32>, tensor<1x3x1x24x1xf32>,
        tensor<1x3x1x24x1xf32>, tensor<1x3x1x24x1xf32>, tensor<3x24xf32>, tensor<18x4xf32>, tensor<72xf32>,
        tensor<3x12x4xf32>, tensor<3x24xf32>, tensor<18x4xf32>, tensor<72xf32>, tensor<3x12x4xf32>, tensor<3x24xf32>,
        tensor<18x4xf32>, tensor<72xf32>, tensor<3x12x4xf32>, tensor<3x24xf32>, tensor<3x24xf32>, tensor<1x1xf32>,
        tensor<f32>
}
