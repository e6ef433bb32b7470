// Two axes on one dimension in both orders, on two dimensions, on a split and a partial
// value; halves of an axis. Values are integers, so that nothing may differ.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh dp=3,tp=4 --random-inputs 1 --compare %t --tolerance 0
// RUN: tp-run %s --mesh dp=1,tp=8 --random-inputs 1 --compare %t --tolerance 0

tp.mesh @mesh = <["dp"=2, "tp"=4]>

func.func private @matmul(%a: tensor<6x10xi32>, %b: tensor<10x9xi32>) -> tensor<6x9xi32> {
  %two = arith.constant dense<2> : tensor<6x9xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<6x10xi32>, tensor<10x9xi32>) outs(%two : tensor<6x9xi32>) -> tensor<6x9xi32>
  return %0 : tensor<6x9xi32>
}
func.func private @sum(%x: tensor<6x10xi32>) -> tensor<6xi32> {
  %one = arith.constant dense<1> : tensor<6xi32>
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<6x10xi32>) outs(%one : tensor<6xi32>) dimensions = [1]
  return %0 : tensor<6xi32>
}
func.func private @largest(%x: tensor<6x10xi32>) -> tensor<i32> {
  %low = arith.constant dense<-9> : tensor<i32>
  %0 = linalg.reduce { arith.maxsi } ins(%x : tensor<6x10xi32>) outs(%low : tensor<i32>) dimensions = [0, 1]
  return %0 : tensor<i32>
}
func.func private @difference(%x: tensor<6x10xi32>, %y: tensor<6x10xi32>) -> tensor<6x10xi32> {
  %0 = arith.subi %x, %y : tensor<6x10xi32>
  return %0 : tensor<6x10xi32>
}
func.func private @transposed(%x: tensor<6x10xi32>) -> tensor<10x6xi32> {
  %e = tensor.empty() : tensor<10x6xi32>
  %0 = linalg.transpose ins(%x : tensor<6x10xi32>) outs(%e : tensor<10x6xi32>) permutation = [1, 0]
  return %0 : tensor<10x6xi32>
}
func.func private @regrouped(%x: tensor<6x10xi32>) -> tensor<12x5xi32> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [6, 2, 5] : tensor<6x10xi32> into tensor<6x2x5xi32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<6x2x5xi32> into tensor<12x5xi32>
  return %1 : tensor<12x5xi32>
}
func.func private @numbered(%x: tensor<6x10xi32>) -> tensor<6x10xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<6x10xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    %m = arith.index_cast %k : index to i32
    %n = arith.addi %m, %out : i32
    linalg.yield %n : i32
  } -> tensor<6x10xi32>
  return %0 : tensor<6x10xi32>
}
func.func private @looked_up(%table: tensor<6x10xi32>, %rows: tensor<9xi32>) -> tensor<9x10xi32> {
  %e = tensor.empty() : tensor<9x10xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>,
                                        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<9xi32>) outs(%e : tensor<9x10xi32>) {
  ^bb0(%r: i32, %out: i32):
    %k = arith.index_cast %r : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%k, %j] : tensor<6x10xi32>
    linalg.yield %v : i32
  } -> tensor<9x10xi32>
  return %0 : tensor<9x10xi32>
}

func.func @main(
    %grid: tensor<6x10xi32> {tp.name = "grid", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
    %turned: tensor<6x10xi32> {tp.name = "turned", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {"dp"}]>},
    %both: tensor<6x10xi32> {tp.name = "both", tp.sharding = #tp.sharding<@mesh, [{}, {"dp", "tp"}]>},
    %swapped: tensor<6x10xi32> {tp.name = "swapped", tp.sharding = #tp.sharding<@mesh, [{}, {"tp", "dp"}]>},
    %mixed: tensor<6x10xi32> {tp.name = "mixed", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}], unreduced={"tp"}>},
    %partial: tensor<6x10xi32> {tp.name = "partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"dp",
      "tp"}>},
    %single: tensor<6x10xi32> {tp.name = "single", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}],
      replicated={"dp"}>},
    %half: tensor<6x10xi32> {tp.name = "half", tp.sharding = #tp.sharding<@mesh, [{"tp":(1)2}, {"tp":(2)2}]>},
    %b_grid: tensor<10x9xi32> {tp.name = "b_grid", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {"dp"}]>},
    %b_both: tensor<10x9xi32> {tp.name = "b_both", tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>},
    %b_swapped: tensor<10x9xi32> {tp.name = "b_swapped", tp.sharding = #tp.sharding<@mesh, [{"tp", "dp"}, {}]>},
    %b_columns: tensor<10x9xi32> {tp.name = "b_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"dp"} g2]>},
    %b_half: tensor<10x9xi32> {tp.name = "b_half", tp.sharding = #tp.sharding<@mesh, [{"tp":(2)2}, {"dp"}]>},
    %rows: tensor<9xi32> {tp.name = "rows", tp.sharding = #tp.sharding<@mesh, [{"dp"}]>})
    -> (tensor<6x9xi32> {tp.name = "grid_times_b_grid"},
        tensor<6x9xi32> {tp.name = "grid_times_b_columns", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<6x9xi32> {tp.name = "both_times_b_both", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<6x9xi32> {tp.name = "both_times_b_swapped", tp.sharding = #tp.sharding<@mesh, [{"tp", "dp"}, {}]>},
        tensor<6x9xi32> {tp.name = "swapped_times_b_swapped", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"dp", "tp"}>},
        tensor<6x9xi32> {tp.name = "turned_times_b_grid", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}],
      unreduced={"dp"}>},
        tensor<6x9xi32> {tp.name = "mixed_times_b_columns"},
        tensor<6x9xi32> {tp.name = "partial_times_b_grid", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<6x9xi32> {tp.name = "single_times_b_grid"},
        tensor<6x9xi32> {tp.name = "half_times_b_half", tp.sharding = #tp.sharding<@mesh, [{"tp":(1)2},
      {"tp":(2)2}]>},
        tensor<6x9xi32> {tp.name = "half_times_b_grid"}, tensor<6xi32> {tp.name = "sum_grid"},
        tensor<i32> {tp.name = "largest_grid", tp.sharding = #tp.sharding<@mesh, [], unreduced=max{"dp"}>},
        tensor<6x10xi32> {tp.name = "grid_minus_swapped"}, tensor<10x6xi32> {tp.name = "transposed_grid"},
        tensor<12x5xi32> {tp.name = "regrouped_grid"}, tensor<6x10xi32> {tp.name = "numbered_grid"},
        tensor<9x10xi32> {tp.name = "looked_up_grid"},
        tensor<6xi32> {tp.name = "sum_turned", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<i32> {tp.name = "largest_turned"},
        tensor<6x10xi32> {tp.name = "turned_minus_mixed", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<10x6xi32> {tp.name = "transposed_turned", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<12x5xi32> {tp.name = "regrouped_turned"},
        tensor<6x10xi32> {tp.name = "numbered_turned", tp.sharding = #tp.sharding<@mesh, [{"tp", "dp"}, {}]>},
        tensor<9x10xi32> {tp.name = "looked_up_turned"},
        tensor<6xi32> {tp.name = "sum_both", tp.sharding = #tp.sharding<@mesh, [{"dp"}], unreduced={"tp"}>},
        tensor<i32> {tp.name = "largest_both", tp.sharding = #tp.sharding<@mesh, [], unreduced=max{"dp"}>},
        tensor<6x10xi32> {tp.name = "both_minus_partial"}, tensor<10x6xi32> {tp.name = "transposed_both"},
        tensor<12x5xi32> {tp.name = "regrouped_both", tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>},
        tensor<6x10xi32> {tp.name = "numbered_both"}, tensor<9x10xi32> {tp.name = "looked_up_both"},
        tensor<6xi32> {tp.name = "sum_swapped"}, tensor<i32> {tp.name = "largest_swapped"},
        tensor<6x10xi32> {tp.name = "swapped_minus_single", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<10x6xi32> {tp.name = "transposed_swapped", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<12x5xi32> {tp.name = "regrouped_swapped"},
        tensor<6x10xi32> {tp.name = "numbered_swapped", tp.sharding = #tp.sharding<@mesh, [{"tp", "dp"}, {}]>},
        tensor<9x10xi32> {tp.name = "looked_up_swapped"}, tensor<6xi32> {tp.name = "sum_mixed"},
        tensor<i32> {tp.name = "largest_mixed", tp.sharding = #tp.sharding<@mesh, [], unreduced=max{"dp"}>},
        tensor<6x10xi32> {tp.name = "mixed_minus_half"}, tensor<10x6xi32> {tp.name = "transposed_mixed"},
        tensor<12x5xi32> {tp.name = "regrouped_mixed"}, tensor<6x10xi32> {tp.name = "numbered_mixed"},
        tensor<9x10xi32> {tp.name = "looked_up_mixed"},
        tensor<6xi32> {tp.name = "sum_partial", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<i32> {tp.name = "largest_partial"},
        tensor<6x10xi32> {tp.name = "partial_minus_grid", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<10x6xi32> {tp.name = "transposed_partial", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<12x5xi32> {tp.name = "regrouped_partial", tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>},
        tensor<6x10xi32> {tp.name = "numbered_partial", tp.sharding = #tp.sharding<@mesh, [{"tp", "dp"}, {}]>},
        tensor<9x10xi32> {tp.name = "looked_up_partial"},
        tensor<6xi32> {tp.name = "sum_single", tp.sharding = #tp.sharding<@mesh, [{"dp"}], unreduced={"tp"}>},
        tensor<i32> {tp.name = "largest_single", tp.sharding = #tp.sharding<@mesh, [], unreduced=max{"dp"}>},
        tensor<6x10xi32> {tp.name = "single_minus_turned"}, tensor<10x6xi32> {tp.name = "transposed_single"},
        tensor<12x5xi32> {tp.name = "regrouped_single"}, tensor<6x10xi32> {tp.name = "numbered_single"},
        tensor<9x10xi32> {tp.name = "looked_up_single"}, tensor<6xi32> {tp.name = "sum_half"},
        tensor<i32> {tp.name = "largest_half"},
        tensor<6x10xi32> {tp.name = "half_minus_both", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<10x6xi32> {tp.name = "transposed_half", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>},
        tensor<12x5xi32> {tp.name = "regrouped_half"},
        tensor<6x10xi32> {tp.name = "numbered_half", tp.sharding = #tp.sharding<@mesh, [{"tp", "dp"}, {}]>},
        tensor<9x10xi32> {tp.name = "looked_up_half"}) {
  %grid_times_b_grid = call @matmul(%grid, %b_grid) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %grid_times_b_columns = call @matmul(%grid, %b_columns) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %both_times_b_both = call @matmul(%both, %b_both) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %both_times_b_swapped = call @matmul(%both, %b_swapped) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %swapped_times_b_swapped = call @matmul(%swapped, %b_swapped)
      : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %turned_times_b_grid = call @matmul(%turned, %b_grid) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %mixed_times_b_columns = call @matmul(%mixed, %b_columns) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %partial_times_b_grid = call @matmul(%partial, %b_grid) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %single_times_b_grid = call @matmul(%single, %b_grid) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %half_times_b_half = call @matmul(%half, %b_half) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %half_times_b_grid = call @matmul(%half, %b_grid) : (tensor<6x10xi32>, tensor<10x9xi32>) -> tensor<6x9xi32>
  %sum_grid = call @sum(%grid) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_grid = call @largest(%grid) : (tensor<6x10xi32>) -> tensor<i32>
  %grid_minus_swapped = call @difference(%grid, %swapped) : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_grid = call @transposed(%grid) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_grid = call @regrouped(%grid) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_grid = call @numbered(%grid) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_grid = call @looked_up(%grid, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  %sum_turned = call @sum(%turned) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_turned = call @largest(%turned) : (tensor<6x10xi32>) -> tensor<i32>
  %turned_minus_mixed = call @difference(%turned, %mixed) : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_turned = call @transposed(%turned) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_turned = call @regrouped(%turned) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_turned = call @numbered(%turned) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_turned = call @looked_up(%turned, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  %sum_both = call @sum(%both) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_both = call @largest(%both) : (tensor<6x10xi32>) -> tensor<i32>
  %both_minus_partial = call @difference(%both, %partial) : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_both = call @transposed(%both) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_both = call @regrouped(%both) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_both = call @numbered(%both) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_both = call @looked_up(%both, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  %sum_swapped = call @sum(%swapped) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_swapped = call @largest(%swapped) : (tensor<6x10xi32>) -> tensor<i32>
  %swapped_minus_single = call @difference(%swapped, %single)
      : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_swapped = call @transposed(%swapped) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_swapped = call @regrouped(%swapped) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_swapped = call @numbered(%swapped) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_swapped = call @looked_up(%swapped, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  %sum_mixed = call @sum(%mixed) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_mixed = call @largest(%mixed) : (tensor<6x10xi32>) -> tensor<i32>
  %mixed_minus_half = call @difference(%mixed, %half) : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_mixed = call @transposed(%mixed) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_mixed = call @regrouped(%mixed) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_mixed = call @numbered(%mixed) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_mixed = call @looked_up(%mixed, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  %sum_partial = call @sum(%partial) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_partial = call @largest(%partial) : (tensor<6x10xi32>) -> tensor<i32>
  %partial_minus_grid = call @difference(%partial, %grid) : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_partial = call @transposed(%partial) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_partial = call @regrouped(%partial) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_partial = call @numbered(%partial) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_partial = call @looked_up(%partial, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  %sum_single = call @sum(%single) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_single = call @largest(%single) : (tensor<6x10xi32>) -> tensor<i32>
  %single_minus_turned = call @difference(%single, %turned) : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_single = call @transposed(%single) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_single = call @regrouped(%single) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_single = call @numbered(%single) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_single = call @looked_up(%single, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  %sum_half = call @sum(%half) : (tensor<6x10xi32>) -> tensor<6xi32>
  %largest_half = call @largest(%half) : (tensor<6x10xi32>) -> tensor<i32>
  %half_minus_both = call @difference(%half, %both) : (tensor<6x10xi32>, tensor<6x10xi32>) -> tensor<6x10xi32>
  %transposed_half = call @transposed(%half) : (tensor<6x10xi32>) -> tensor<10x6xi32>
  %regrouped_half = call @regrouped(%half) : (tensor<6x10xi32>) -> tensor<12x5xi32>
  %numbered_half = call @numbered(%half) : (tensor<6x10xi32>) -> tensor<6x10xi32>
  %looked_up_half = call @looked_up(%half, %rows) : (tensor<6x10xi32>, tensor<9xi32>) -> tensor<9x10xi32>
  return %grid_times_b_grid, %grid_times_b_columns, %both_times_b_both, %both_times_b_swapped,
      %swapped_times_b_swapped, %turned_times_b_grid, %mixed_times_b_columns, %partial_times_b_grid,
      %single_times_b_grid, %half_times_b_half, %half_times_b_grid, %sum_grid, %largest_grid, %grid_minus_swapped,
      %transposed_grid, %regrouped_grid, %numbered_grid, %looked_up_grid, %sum_turned, %largest_turned,
      %turned_minus_mixed, %transposed_turned, %regrouped_turned, %numbered_turned, %looked_up_turned, %sum_both,
      %largest_both, %both_minus_partial, %transposed_both, %regrouped_both, %numbered_both, %looked_up_both,
      %sum_swapped, %largest_swapped, %swapped_minus_single, %transposed_swapped, %regrouped_swapped,
      %numbered_swapped, %looked_up_swapped, %sum_mixed, %largest_mixed, %mixed_minus_half, %transposed_mixed,
      %regrouped_mixed, %numbered_mixed, %looked_up_mixed, %sum_partial, %largest_partial, %partial_minus_grid,
      %transposed_partial, %regrouped_partial, %numbered_partial, %looked_up_partial, %sum_single, %largest_single,
      %single_minus_turned, %transposed_single, %regrouped_single, %numbered_single, %looked_up_single, %sum_half,
      %largest_half, %half_minus_both, %transposed_half, %regrouped_half, %numbered_half, %looked_up_half
      : tensor<6x9xi32>, tensor<6x9xi32>, tensor<6x9xi32>, tensor<6x9xi32>, tensor<6x9xi32>, tensor<6x9xi32>,
        tensor<6x9xi32>, tensor<6x9xi32>, tensor<6x9xi32>, tensor<6x9xi32>, tensor<6x9xi32>, tensor<6xi32>,
        tensor<i32>, tensor<6x10xi32>, tensor<10x6xi32>, tensor<12x5xi32>, tensor<6x10xi32>, tensor<9x10xi32>,
        tensor<6xi32>, tensor<i32>, tensor<6x10xi32>, tensor<10x6xi32>, tensor<12x5xi32>, tensor<6x10xi32>,
        tensor<9x10xi32>, tensor<6xi32>, tensor<i32>, tensor<6x10xi32>, tensor<10x6xi32>, tensor<12x5xi32>,
        tensor<6x10xi32>, tensor<9x10xi32>, tensor<6xi32>, tensor<i32>, tensor<6x10xi32>, tensor<10x6xi32>,
        tensor<12x5xi32>, tensor<6x10xi32>, tensor<9x10xi32>, tensor<6xi32>, tensor<i32>, tensor<6x10xi32>,
        tensor<10x6xi32>, tensor<12x5xi32>, tensor<6x10xi32>, tensor<9x10xi32>, tensor<6xi32>, tensor<i32>,
        tensor<6x10xi32>, tensor<10x6xi32>, tensor<12x5xi32>, tensor<6x10xi32>, tensor<9x10xi32>, tensor<6xi32>,
        tensor<i32>, tensor<6x10xi32>, tensor<10x6xi32>, tensor<12x5xi32>, tensor<6x10xi32>, tensor<9x10xi32>,
        tensor<6xi32>, tensor<i32>, tensor<6x10xi32>, tensor<10x6xi32>, tensor<12x5xi32>, tensor<6x10xi32>,
        tensor<9x10xi32>
}
