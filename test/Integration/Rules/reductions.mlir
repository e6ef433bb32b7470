// Reductions over the split dimension and over the other one, by every combiner; of
// partial values; by bodies that no combiner describes.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

func.func private @sum(%x: tensor<9x13xf32>) -> tensor<9xf32> {
  %init = arith.constant dense<2.0> : tensor<9xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<9x13xf32>) outs(%init : tensor<9xf32>) dimensions = [1]
  return %0 : tensor<9xf32>
}
func.func private @product(%x: tensor<9x13xf32>) -> tensor<9xf32> {
  %init = arith.constant dense<2.0> : tensor<9xf32>
  %0 = linalg.reduce { arith.mulf } ins(%x : tensor<9x13xf32>) outs(%init : tensor<9xf32>) dimensions = [1]
  return %0 : tensor<9xf32>
}
func.func private @maximum(%x: tensor<9x13xf32>) -> tensor<9xf32> {
  %init = arith.constant dense<0.125> : tensor<9xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<9x13xf32>) outs(%init : tensor<9xf32>) dimensions = [1]
  return %0 : tensor<9xf32>
}
func.func private @minimum(%x: tensor<9x13xf32>) -> tensor<9xf32> {
  %init = arith.constant dense<-0.125> : tensor<9xf32>
  %0 = linalg.reduce { arith.minimumf } ins(%x : tensor<9x13xf32>) outs(%init : tensor<9xf32>) dimensions = [1]
  return %0 : tensor<9xf32>
}
func.func private @maxnum(%x: tensor<9x13xf32>) -> tensor<9xf32> {
  %init = arith.constant dense<0.125> : tensor<9xf32>
  %0 = linalg.reduce { arith.maxnumf } ins(%x : tensor<9x13xf32>) outs(%init : tensor<9xf32>) dimensions = [1]
  return %0 : tensor<9xf32>
}
func.func private @minnum(%x: tensor<9x13xf32>) -> tensor<9xf32> {
  %init = arith.constant dense<-0.125> : tensor<9xf32>
  %0 = linalg.reduce { arith.minnumf } ins(%x : tensor<9x13xf32>) outs(%init : tensor<9xf32>) dimensions = [1]
  return %0 : tensor<9xf32>
}
func.func private @integer_sum(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<5> : tensor<9xi32>
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @integer_product(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<5> : tensor<9xi32>
  %0 = linalg.reduce { arith.muli } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @signed_max(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<-7> : tensor<9xi32>
  %0 = linalg.reduce { arith.maxsi } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @signed_min(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<7> : tensor<9xi32>
  %0 = linalg.reduce { arith.minsi } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @unsigned_max(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<1> : tensor<9xi32>
  %0 = linalg.reduce { arith.maxui } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @unsigned_min(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<-1> : tensor<9xi32>
  %0 = linalg.reduce { arith.minui } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @all(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<-2> : tensor<9xi32>
  %0 = linalg.reduce { arith.andi } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @any(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<4> : tensor<9xi32>
  %0 = linalg.reduce { arith.ori } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}
func.func private @parity(%x: tensor<9x13xi32>) -> tensor<9xi32> {
  %init = arith.constant dense<6> : tensor<9xi32>
  %0 = linalg.reduce { arith.xori } ins(%x : tensor<9x13xi32>) outs(%init : tensor<9xi32>) dimensions = [1]
  return %0 : tensor<9xi32>
}

// What the body computes before it adds.
func.func private @sum_of_squares(%x: tensor<9x13xf32>) -> tensor<13xf32> {
  %zero = arith.constant dense<0.0> : tensor<13xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<9x13xf32>) outs(%zero : tensor<13xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %p = arith.mulf %a, %a : f32
    %n = arith.addf %p, %acc : f32
    linalg.yield %n : f32
  } -> tensor<13xf32>
  return %0 : tensor<13xf32>
}

// Sum and sum of squares in one op: both results are partial.
func.func private @moments(%x: tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %one = arith.constant dense<1.0> : tensor<9xf32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                          affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x13xf32>) outs(%one, %one : tensor<9xf32>, tensor<9xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f32):
    %p = arith.mulf %a, %a : f32
    %n = arith.addf %s, %a : f32
    %m = arith.addf %q, %p : f32
    linalg.yield %n, %m : f32, f32
  } -> (tensor<9xf32>, tensor<9xf32>)
  return %0#0, %0#1 : tensor<9xf32>, tensor<9xf32>
}

// Two combiners in one op: nothing may be partial.
func.func private @range(%x: tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %zero = arith.constant dense<0.0> : tensor<9xf32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                          affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x13xf32>) outs(%zero, %zero : tensor<9xf32>, tensor<9xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f32):
    %n = arith.maximumf %s, %a : f32
    %m = arith.minimumf %q, %a : f32
    linalg.yield %n, %m : f32, f32
  } -> (tensor<9xf32>, tensor<9xf32>)
  return %0#0, %0#1 : tensor<9xf32>, tensor<9xf32>
}

// Not associative: the order of the elements counts.
func.func private @horner(%x: tensor<9x13xf32>) -> tensor<9xf32> {
  %zero = arith.constant dense<0.0> : tensor<9xf32>
  %half = arith.constant 0.5 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x13xf32>) outs(%zero : tensor<9xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %p = arith.mulf %acc, %half : f32
    %n = arith.addf %p, %a : f32
    linalg.yield %n : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// Every position once, though ranks count from nought.
func.func private @weighted_by_position(%x: tensor<9x13xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<9x13xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    %l = arith.index_cast %k : index to i32
    %w = arith.sitofp %l : i32 to f32
    %p = arith.mulf %a, %w : f32
    %n = arith.addf %acc, %p : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// A sum of a sum: two axes of which the second finds a partial value.
func.func private @total(%x: tensor<9x13xf32>) -> tensor<f32> {
  %zero9 = arith.constant dense<0.0> : tensor<9xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<9x13xf32>) outs(%zero9 : tensor<9xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<9xf32>) outs(%one : tensor<f32>) dimensions = [0]
  return %1 : tensor<f32>
}

// A maximum of sums: the sums have to be complete first.
func.func private @largest_sum(%x: tensor<9x13xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<9xf32>
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<9x13xf32>) outs(%zero : tensor<9xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.maximumf } ins(%0 : tensor<9xf32>) outs(%low : tensor<f32>) dimensions = [0]
  return %1 : tensor<f32>
}

func.func @main(
    %rows: tensor<9x13xf32> {tp.name = "rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %columns: tensor<9x13xf32> {tp.name = "columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %partial: tensor<9x13xf32> {tp.name = "partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
    %int_rows: tensor<9x13xi32> {tp.name = "int_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %int_columns: tensor<9x13xi32> {tp.name = "int_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<9xf32> {tp.name = "sum_of_columns"},
        tensor<9xf32> {tp.name = "sum_left_partial", tp.sharding = #tp.sharding<@mesh, [{}], unreduced={"tp"}>},
        tensor<9xf32> {tp.name = "product_of_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xf32> {tp.name = "maximum_of_columns", tp.sharding = #tp.sharding<@mesh, [{}]>},
        tensor<9xf32> {tp.name = "maximum_left_partial", tp.sharding = #tp.sharding<@mesh, [{}],
      unreduced=max{"tp"}>},
        tensor<9xf32> {tp.name = "minimum_of_columns"},
        tensor<9xf32> {tp.name = "maxnum_of_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xf32> {tp.name = "maxnum_left_partial", tp.sharding = #tp.sharding<@mesh, [{}],
      unreduced=maxnum{"tp"}>},
        tensor<9xf32> {tp.name = "minnum_of_columns", tp.sharding = #tp.sharding<@mesh, [{}]>},
        tensor<9xi32> {tp.name = "integer_sum_of_columns"},
        tensor<9xi32> {tp.name = "integer_sum_left_partial", tp.sharding = #tp.sharding<@mesh, [{}],
      unreduced={"tp"}>},
        tensor<9xi32> {tp.name = "integer_product_of_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xi32> {tp.name = "signed_max_of_columns", tp.sharding = #tp.sharding<@mesh, [{}]>},
        tensor<9xi32> {tp.name = "signed_max_left_partial", tp.sharding = #tp.sharding<@mesh, [{}],
      unreduced=max{"tp"}>},
        tensor<9xi32> {tp.name = "signed_min_of_columns"},
        tensor<9xi32> {tp.name = "unsigned_max_of_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xi32> {tp.name = "unsigned_max_left_partial", tp.sharding = #tp.sharding<@mesh, [{}],
      unreduced=maxui{"tp"}>},
        tensor<9xi32> {tp.name = "unsigned_min_of_columns", tp.sharding = #tp.sharding<@mesh, [{}]>},
        tensor<9xi32> {tp.name = "all_of_columns"},
        tensor<9xi32> {tp.name = "all_left_partial", tp.sharding = #tp.sharding<@mesh, [{}], unreduced=and{"tp"}>},
        tensor<9xi32> {tp.name = "any_of_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xi32> {tp.name = "parity_of_columns", tp.sharding = #tp.sharding<@mesh, [{}]>},
        tensor<9xi32> {tp.name = "parity_left_partial", tp.sharding = #tp.sharding<@mesh, [{}], unreduced=xor{"tp"}>},
        tensor<9xf32> {tp.name = "sum_of_rows", tp.sharding = #tp.sharding<@mesh, [{}]>},
        tensor<9xf32> {tp.name = "maximum_of_rows"}, tensor<9xf32> {tp.name = "sum_of_partial"},
        tensor<9xf32> {tp.name = "product_of_partial"}, tensor<9xi32> {tp.name = "parity_of_rows"},
        tensor<13xf32> {tp.name = "squares_of_rows"}, tensor<9xf32> {tp.name = "horner_of_rows"},
        tensor<f32> {tp.name = "total_of_rows"}, tensor<f32> {tp.name = "largest_sum_of_rows"},
        tensor<f32> {tp.name = "weighted_rows"}, tensor<9xf32> {tp.name = "sum_rows"},
        tensor<9xf32> {tp.name = "squares_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xf32> {tp.name = "highest_rows"}, tensor<9xf32> {tp.name = "lowest_rows"},
        tensor<13xf32> {tp.name = "squares_of_columns"}, tensor<9xf32> {tp.name = "horner_of_columns"},
        tensor<f32> {tp.name = "total_of_columns"}, tensor<f32> {tp.name = "largest_sum_of_columns"},
        tensor<f32> {tp.name = "weighted_columns"}, tensor<9xf32> {tp.name = "sum_columns"},
        tensor<9xf32> {tp.name = "squares_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xf32> {tp.name = "highest_columns"}, tensor<9xf32> {tp.name = "lowest_columns"},
        tensor<13xf32> {tp.name = "squares_of_partial"}, tensor<9xf32> {tp.name = "horner_of_partial"},
        tensor<f32> {tp.name = "total_of_partial"}, tensor<f32> {tp.name = "largest_sum_of_partial"},
        tensor<f32> {tp.name = "weighted_partial"}, tensor<9xf32> {tp.name = "sum_partial"},
        tensor<9xf32> {tp.name = "squares_partial", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xf32> {tp.name = "highest_partial"}, tensor<9xf32> {tp.name = "lowest_partial"}) {
  // Every combiner, with an init that counts once only; left partial, scattered, whole.
  %sum_of_columns = call @sum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %sum_left_partial = call @sum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %product_of_columns = call @product(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %maximum_of_columns = call @maximum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %maximum_left_partial = call @maximum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %minimum_of_columns = call @minimum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %maxnum_of_columns = call @maxnum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %maxnum_left_partial = call @maxnum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %minnum_of_columns = call @minnum(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %integer_sum_of_columns = call @integer_sum(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %integer_sum_left_partial = call @integer_sum(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %integer_product_of_columns = call @integer_product(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %signed_max_of_columns = call @signed_max(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %signed_max_left_partial = call @signed_max(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %signed_min_of_columns = call @signed_min(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %unsigned_max_of_columns = call @unsigned_max(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %unsigned_max_left_partial = call @unsigned_max(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %unsigned_min_of_columns = call @unsigned_min(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %all_of_columns = call @all(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %all_left_partial = call @all(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %any_of_columns = call @any(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %parity_of_columns = call @parity(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  %parity_left_partial = call @parity(%int_columns) : (tensor<9x13xi32>) -> tensor<9xi32>
  // The other dimension is split; a partial value is summed.
  %sum_of_rows = call @sum(%rows) : (tensor<9x13xf32>) -> tensor<9xf32>
  %maximum_of_rows = call @maximum(%rows) : (tensor<9x13xf32>) -> tensor<9xf32>
  %sum_of_partial = call @sum(%partial) : (tensor<9x13xf32>) -> tensor<9xf32>
  %product_of_partial = call @product(%partial) : (tensor<9x13xf32>) -> tensor<9xf32>
  %parity_of_rows = call @parity(%int_rows) : (tensor<9x13xi32>) -> tensor<9xi32>
  %squares_of_rows = call @sum_of_squares(%rows) : (tensor<9x13xf32>) -> tensor<13xf32>
  %horner_of_rows = call @horner(%rows) : (tensor<9x13xf32>) -> tensor<9xf32>
  %total_of_rows = call @total(%rows) : (tensor<9x13xf32>) -> tensor<f32>
  %largest_sum_of_rows = call @largest_sum(%rows) : (tensor<9x13xf32>) -> tensor<f32>
  %weighted_rows = call @weighted_by_position(%rows) : (tensor<9x13xf32>) -> tensor<f32>
  %sum_rows:2 = call @moments(%rows) : (tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>)
  %highest_rows:2 = call @range(%rows) : (tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>)
  %squares_of_columns = call @sum_of_squares(%columns) : (tensor<9x13xf32>) -> tensor<13xf32>
  %horner_of_columns = call @horner(%columns) : (tensor<9x13xf32>) -> tensor<9xf32>
  %total_of_columns = call @total(%columns) : (tensor<9x13xf32>) -> tensor<f32>
  %largest_sum_of_columns = call @largest_sum(%columns) : (tensor<9x13xf32>) -> tensor<f32>
  %weighted_columns = call @weighted_by_position(%columns) : (tensor<9x13xf32>) -> tensor<f32>
  %sum_columns:2 = call @moments(%columns) : (tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>)
  %highest_columns:2 = call @range(%columns) : (tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>)
  %squares_of_partial = call @sum_of_squares(%partial) : (tensor<9x13xf32>) -> tensor<13xf32>
  %horner_of_partial = call @horner(%partial) : (tensor<9x13xf32>) -> tensor<9xf32>
  %total_of_partial = call @total(%partial) : (tensor<9x13xf32>) -> tensor<f32>
  %largest_sum_of_partial = call @largest_sum(%partial) : (tensor<9x13xf32>) -> tensor<f32>
  %weighted_partial = call @weighted_by_position(%partial) : (tensor<9x13xf32>) -> tensor<f32>
  %sum_partial:2 = call @moments(%partial) : (tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>)
  %highest_partial:2 = call @range(%partial) : (tensor<9x13xf32>) -> (tensor<9xf32>, tensor<9xf32>)
  return %sum_of_columns, %sum_left_partial, %product_of_columns, %maximum_of_columns, %maximum_left_partial,
      %minimum_of_columns, %maxnum_of_columns, %maxnum_left_partial, %minnum_of_columns, %integer_sum_of_columns,
      %integer_sum_left_partial, %integer_product_of_columns, %signed_max_of_columns, %signed_max_left_partial,
      %signed_min_of_columns, %unsigned_max_of_columns, %unsigned_max_left_partial, %unsigned_min_of_columns,
      %all_of_columns, %all_left_partial, %any_of_columns, %parity_of_columns, %parity_left_partial, %sum_of_rows,
      %maximum_of_rows, %sum_of_partial, %product_of_partial, %parity_of_rows, %squares_of_rows, %horner_of_rows,
      %total_of_rows, %largest_sum_of_rows, %weighted_rows, %sum_rows#0, %sum_rows#1, %highest_rows#0,
      %highest_rows#1, %squares_of_columns, %horner_of_columns, %total_of_columns, %largest_sum_of_columns,
      %weighted_columns, %sum_columns#0, %sum_columns#1, %highest_columns#0, %highest_columns#1, %squares_of_partial,
      %horner_of_partial, %total_of_partial, %largest_sum_of_partial, %weighted_partial, %sum_partial#0,
      %sum_partial#1, %highest_partial#0, %highest_partial#1
      : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>,
        tensor<9xf32>, tensor<9xf32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>,
        tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>,
        tensor<9xi32>, tensor<9xi32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xi32>,
        tensor<13xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<9xf32>, tensor<9xf32>,
        tensor<9xf32>, tensor<9xf32>, tensor<13xf32>, tensor<9xf32>, tensor<f32>, tensor<f32>, tensor<f32>,
        tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<13xf32>, tensor<9xf32>, tensor<f32>,
        tensor<f32>, tensor<f32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
}
