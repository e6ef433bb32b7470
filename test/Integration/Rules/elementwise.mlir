// Elementwise ops, of arith and math and as bodies: operands that are split differently or
// hold partial values, which pass where the op is linear in them and nowhere else.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

func.func private @addf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.addf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @subf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.subf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @mulf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.mulf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @divf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.divf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @maximumf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.maximumf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @minimumf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.minimumf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @maxnumf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.maxnumf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @minnumf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.minnumf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @remf(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = arith.remf %x, %y : tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}
func.func private @addi(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.addi %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @subi(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.subi %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @muli(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.muli %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @xori(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.xori %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @andi(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.andi %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @ori(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.ori %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @maxsi(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.maxsi %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @minui(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.minui %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}
func.func private @shli(%x: tensor<7x5xi32>, %y: tensor<7x5xi32>) -> tensor<7x5xi32> {
  %0 = arith.shli %x, %y : tensor<7x5xi32>
  return %0 : tensor<7x5xi32>
}

func.func private @chain_of_linear_ops(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %0 = arith.mulf %x, %half : tensor<7x5xf32>
  %1 = arith.negf %0 : tensor<7x5xf32>
  %2 = arith.subf %1, %y : tensor<7x5xf32>
  %3 = arith.divf %2, %half : tensor<7x5xf32>
  return %3 : tensor<7x5xf32>
}

// Of a partial value a function is taken of the whole only.
func.func private @functions(%x: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = math.absf %x : tensor<7x5xf32>
  %1 = math.sqrt %0 : tensor<7x5xf32>
  %2 = math.exp %1 : tensor<7x5xf32>
  %3 = math.fma %2, %1, %x : tensor<7x5xf32>
  %4 = math.powf %0, %3 : tensor<7x5xf32>
  return %4 : tensor<7x5xf32>
}

func.func private @select_by_tensor(%c: tensor<7x5xi32>, %x: tensor<7x5xf32>,
                                    %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant dense<0> : tensor<7x5xi32>
  %0 = arith.cmpi sgt, %c, %zero : tensor<7x5xi32>
  %1 = arith.select %0, %x, %y : tensor<7x5xi1>, tensor<7x5xf32>
  return %1 : tensor<7x5xf32>
}

func.func private @select_by_scalar(%c: tensor<i1>, %x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = tensor.extract %c[] : tensor<i1>
  %1 = arith.select %0, %x, %y : tensor<7x5xf32>
  return %1 : tensor<7x5xf32>
}

// There and back, through narrower and wider types.
func.func private @casts(%x: tensor<7x5xf32>) -> tensor<7x5xi64> {
  %0 = arith.truncf %x : tensor<7x5xf32> to tensor<7x5xf16>
  %1 = arith.extf %0 : tensor<7x5xf16> to tensor<7x5xf64>
  %c = arith.constant dense<1.0e3> : tensor<7x5xf64>
  %2 = arith.mulf %1, %c : tensor<7x5xf64>
  %3 = arith.fptosi %2 : tensor<7x5xf64> to tensor<7x5xi32>
  %4 = arith.extsi %3 : tensor<7x5xi32> to tensor<7x5xi64>
  return %4 : tensor<7x5xi64>
}

// As one op: the bias is the same on all ranks, so that x + bias counts it once.
func.func private @biased(%x: tensor<7x5xf32>, %b: tensor<5xf32>) -> tensor<7x5xf32> {
  %e = tensor.empty() : tensor<7x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<7x5xf32>, tensor<5xf32>) outs(%e : tensor<7x5xf32>) {
  ^bb0(%a: f32, %c: f32, %out: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// The output is read: y += x.
func.func private @accumulated(%x: tensor<7x5xf32>, %y: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<7x5xf32>) outs(%y : tensor<7x5xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// Zero where a mask says so: linear in x, whose partial values may be masked each.
func.func private @masked(%x: tensor<7x5xf32>, %c: tensor<7x5xi32>) -> tensor<7x5xf32> {
  %e = tensor.empty() : tensor<7x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : tensor<7x5xf32>, tensor<7x5xi32>) outs(%e : tensor<7x5xf32>) {
  ^bb0(%a: f32, %b: i32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1 : i32
    %m = arith.cmpi eq, %b, %one : i32
    %s = arith.select %m, %a, %zero : f32
    linalg.yield %s : f32
  } -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// Not zero but one: not linear.
func.func private @masked_by_one(%x: tensor<7x5xf32>, %c: tensor<7x5xi32>) -> tensor<7x5xf32> {
  %e = tensor.empty() : tensor<7x5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : tensor<7x5xf32>, tensor<7x5xi32>) outs(%e : tensor<7x5xf32>) {
  ^bb0(%a: f32, %b: i32, %out: f32):
    %unit = arith.constant 1.0 : f32
    %one = arith.constant 1 : i32
    %m = arith.cmpi eq, %b, %one : i32
    %s = arith.select %m, %a, %unit : f32
    linalg.yield %s : f32
  } -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

func.func private @transposed(%x: tensor<7x5xf32>) -> tensor<5x7xf32> {
  %e = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.transpose ins(%x : tensor<7x5xf32>) outs(%e : tensor<5x7xf32>) permutation = [1, 0]
  return %0 : tensor<5x7xf32>
}

func.func @main(
    %rows: tensor<7x5xf32> {tp.name = "rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %columns: tensor<7x5xf32> {tp.name = "columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %partial: tensor<7x5xf32> {tp.name = "partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
    %other: tensor<7x5xf32> {tp.name = "other"},
    %bias: tensor<5xf32> {tp.name = "bias", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %int_rows: tensor<7x5xi32> {tp.name = "int_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %int_partial: tensor<7x5xi32> {tp.name = "int_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
    %largest: tensor<7x5xi32> {tp.name = "largest", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced=max{"tp"}>},
    %flag: tensor<i1> {tp.name = "flag"})
    -> (tensor<7x5xf32> {tp.name = "addf_rows_columns"},
        tensor<7x5xf32> {tp.name = "addf_partial_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "addf_partial_rows", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7x5xf32> {tp.name = "addf_columns_partial"},
        tensor<7x5xf32> {tp.name = "subf_rows_columns", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "subf_partial_partial", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7x5xf32> {tp.name = "subf_partial_rows"},
        tensor<7x5xf32> {tp.name = "subf_columns_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "mulf_rows_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7x5xf32> {tp.name = "mulf_partial_partial"},
        tensor<7x5xf32> {tp.name = "mulf_partial_rows", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "mulf_columns_partial", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7x5xf32> {tp.name = "divf_rows_columns"},
        tensor<7x5xf32> {tp.name = "divf_partial_rows", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7x5xf32> {tp.name = "divf_columns_partial"},
        tensor<7x5xf32> {tp.name = "maximumf_rows_columns", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "minimumf_partial_partial"},
        tensor<7x5xf32> {tp.name = "maxnumf_partial_rows", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7x5xf32> {tp.name = "minnumf_columns_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "remf_rows_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7x5xi32> {tp.name = "addi_int_partial_int_partial"},
        tensor<7x5xi32> {tp.name = "subi_int_partial_int_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<7x5xi32> {tp.name = "muli_int_rows_int_partial"},
        tensor<7x5xi32> {tp.name = "xori_largest_int_partial", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<7x5xi32> {tp.name = "andi_largest_largest"},
        tensor<7x5xi32> {tp.name = "ori_int_partial_int_partial", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<7x5xi32> {tp.name = "maxsi_int_partial_int_rows"},
        tensor<7x5xi32> {tp.name = "minui_int_rows_int_partial", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<7x5xi32> {tp.name = "shli_largest_int_partial"}, tensor<7x5xf32> {tp.name = "chain_rows_partial"},
        tensor<7x5xf32> {tp.name = "functions_of_rows"}, tensor<7x5xf32> {tp.name = "selected_rows_columns"},
        tensor<7x5xf32> {tp.name = "chosen_rows_partial"}, tensor<7x5xi64> {tp.name = "casts_of_rows"},
        tensor<7x5xf32> {tp.name = "biased_rows"}, tensor<7x5xf32> {tp.name = "accumulated_rows"},
        tensor<7x5xf32> {tp.name = "accumulated_onto_rows"},
        tensor<7x5xf32> {tp.name = "masked_rows", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "masked_by_one_rows"},
        tensor<5x7xf32> {tp.name = "transposed_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<7x5xf32> {tp.name = "chain_partial_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "functions_of_partial"}, tensor<7x5xf32> {tp.name = "selected_partial_columns"},
        tensor<7x5xf32> {tp.name = "chosen_partial_partial"}, tensor<7x5xi64> {tp.name = "casts_of_partial"},
        tensor<7x5xf32> {tp.name = "biased_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "accumulated_partial"}, tensor<7x5xf32> {tp.name = "accumulated_onto_partial"},
        tensor<7x5xf32> {tp.name = "masked_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<7x5xf32> {tp.name = "masked_by_one_partial"},
        tensor<5x7xf32> {tp.name = "transposed_partial", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) {
  // Operands that agree, do not, or are partial both, one, or the other.
  %addf_rows_columns = call @addf(%rows, %columns) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %addf_partial_partial = call @addf(%partial, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %addf_partial_rows = call @addf(%partial, %rows) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %addf_columns_partial = call @addf(%columns, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %subf_rows_columns = call @subf(%rows, %columns) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %subf_partial_partial = call @subf(%partial, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %subf_partial_rows = call @subf(%partial, %rows) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %subf_columns_partial = call @subf(%columns, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %mulf_rows_columns = call @mulf(%rows, %columns) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %mulf_partial_partial = call @mulf(%partial, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %mulf_partial_rows = call @mulf(%partial, %rows) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %mulf_columns_partial = call @mulf(%columns, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %divf_rows_columns = call @divf(%rows, %columns) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %divf_partial_rows = call @divf(%partial, %rows) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %divf_columns_partial = call @divf(%columns, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %maximumf_rows_columns = call @maximumf(%rows, %columns) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %minimumf_partial_partial = call @minimumf(%partial, %partial)
      : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %maxnumf_partial_rows = call @maxnumf(%partial, %rows) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %minnumf_columns_partial = call @minnumf(%columns, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %remf_rows_columns = call @remf(%rows, %columns) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  // Integers; a value that is partial by another reduction.
  %addi_int_partial_int_partial = call @addi(%int_partial, %int_partial)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %subi_int_partial_int_rows = call @subi(%int_partial, %int_rows)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %muli_int_rows_int_partial = call @muli(%int_rows, %int_partial)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %xori_largest_int_partial = call @xori(%largest, %int_partial)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %andi_largest_largest = call @andi(%largest, %largest) : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %ori_int_partial_int_partial = call @ori(%int_partial, %int_partial)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %maxsi_int_partial_int_rows = call @maxsi(%int_partial, %int_rows)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %minui_int_rows_int_partial = call @minui(%int_rows, %int_partial)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %shli_largest_int_partial = call @shli(%largest, %int_partial)
      : (tensor<7x5xi32>, tensor<7x5xi32>) -> tensor<7x5xi32>
  %chain_rows_partial = call @chain_of_linear_ops(%rows, %partial)
      : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %functions_of_rows = call @functions(%rows) : (tensor<7x5xf32>) -> tensor<7x5xf32>
  %selected_rows_columns = call @select_by_tensor(%int_rows, %rows, %columns)
      : (tensor<7x5xi32>, tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %chosen_rows_partial = call @select_by_scalar(%flag, %rows, %partial)
      : (tensor<i1>, tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %casts_of_rows = call @casts(%rows) : (tensor<7x5xf32>) -> tensor<7x5xi64>
  %biased_rows = call @biased(%rows, %bias) : (tensor<7x5xf32>, tensor<5xf32>) -> tensor<7x5xf32>
  %accumulated_rows = call @accumulated(%rows, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %accumulated_onto_rows = call @accumulated(%other, %rows) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %masked_rows = call @masked(%rows, %int_partial) : (tensor<7x5xf32>, tensor<7x5xi32>) -> tensor<7x5xf32>
  %masked_by_one_rows = call @masked_by_one(%rows, %int_rows) : (tensor<7x5xf32>, tensor<7x5xi32>) -> tensor<7x5xf32>
  %transposed_rows = call @transposed(%rows) : (tensor<7x5xf32>) -> tensor<5x7xf32>
  %chain_partial_partial = call @chain_of_linear_ops(%partial, %partial)
      : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %functions_of_partial = call @functions(%partial) : (tensor<7x5xf32>) -> tensor<7x5xf32>
  %selected_partial_columns = call @select_by_tensor(%int_rows, %partial, %columns)
      : (tensor<7x5xi32>, tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %chosen_partial_partial = call @select_by_scalar(%flag, %partial, %partial)
      : (tensor<i1>, tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %casts_of_partial = call @casts(%partial) : (tensor<7x5xf32>) -> tensor<7x5xi64>
  %biased_partial = call @biased(%partial, %bias) : (tensor<7x5xf32>, tensor<5xf32>) -> tensor<7x5xf32>
  %accumulated_partial = call @accumulated(%partial, %partial) : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %accumulated_onto_partial = call @accumulated(%other, %partial)
      : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
  %masked_partial = call @masked(%partial, %int_partial) : (tensor<7x5xf32>, tensor<7x5xi32>) -> tensor<7x5xf32>
  %masked_by_one_partial = call @masked_by_one(%partial, %int_rows)
      : (tensor<7x5xf32>, tensor<7x5xi32>) -> tensor<7x5xf32>
  %transposed_partial = call @transposed(%partial) : (tensor<7x5xf32>) -> tensor<5x7xf32>
  return %addf_rows_columns, %addf_partial_partial, %addf_partial_rows, %addf_columns_partial, %subf_rows_columns,
      %subf_partial_partial, %subf_partial_rows, %subf_columns_partial, %mulf_rows_columns, %mulf_partial_partial,
      %mulf_partial_rows, %mulf_columns_partial, %divf_rows_columns, %divf_partial_rows, %divf_columns_partial,
      %maximumf_rows_columns, %minimumf_partial_partial, %maxnumf_partial_rows, %minnumf_columns_partial,
      %remf_rows_columns, %addi_int_partial_int_partial, %subi_int_partial_int_rows, %muli_int_rows_int_partial,
      %xori_largest_int_partial, %andi_largest_largest, %ori_int_partial_int_partial, %maxsi_int_partial_int_rows,
      %minui_int_rows_int_partial, %shli_largest_int_partial, %chain_rows_partial, %functions_of_rows,
      %selected_rows_columns, %chosen_rows_partial, %casts_of_rows, %biased_rows, %accumulated_rows,
      %accumulated_onto_rows, %masked_rows, %masked_by_one_rows, %transposed_rows, %chain_partial_partial,
      %functions_of_partial, %selected_partial_columns, %chosen_partial_partial, %casts_of_partial, %biased_partial,
      %accumulated_partial, %accumulated_onto_partial, %masked_partial, %masked_by_one_partial, %transposed_partial
      : tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>,
        tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>,
        tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>,
        tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<7x5xi32>,
        tensor<7x5xi32>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<7x5xf32>,
        tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xi64>, tensor<7x5xf32>, tensor<7x5xf32>,
        tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<5x7xf32>, tensor<7x5xf32>, tensor<7x5xf32>,
        tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xi64>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>,
        tensor<7x5xf32>, tensor<7x5xf32>, tensor<5x7xf32>
}
