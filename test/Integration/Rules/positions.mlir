// Positions in split dimensions: as values, as addresses of tensors that a body reads, and
// through maps that are no plain loop. Chunks and granules move them.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t --tolerance 0
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t --tolerance 0
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t --tolerance 0

tp.mesh @mesh = <["tp"=4]>

// Of two dimensions, one split: the position in the whole, not in the part.
func.func private @iota(%like: tensor<7x9xi32>) -> tensor<7x9xi32> {
  %e = tensor.empty() : tensor<7x9xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%like : tensor<7x9xi32>) outs(%e : tensor<7x9xi32>) {
  ^bb0(%x: i32, %out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c100 = arith.constant 100 : index
    %k = arith.muli %i, %c100 : index
    %l = arith.addi %k, %j : index
    %m = arith.index_cast %l : index to i32
    %n = arith.addi %m, %x : i32
    linalg.yield %n : i32
  } -> tensor<7x9xi32>
  return %0 : tensor<7x9xi32>
}

// The lower triangle, made for a split that only the user has.
func.func private @causal(%x: tensor<9x9xi32>) -> tensor<9x9xi32> {
  %e = tensor.empty() : tensor<9x9xi1>
  %mask = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<9x9xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi ule, %j, %i : index
    linalg.yield %c : i1
  } -> tensor<9x9xi1>
  %low = arith.constant dense<-5> : tensor<9x9xi32>
  %0 = arith.select %mask, %x, %low : tensor<9x9xi1>, tensor<9x9xi32>
  return %0 : tensor<9x9xi32>
}

// A tensor that the body reads: at the loop's own position, whose part is there, and at
// another one, for which it is needed whole.
func.func private @own_position(%x: tensor<9xi32>, %like: tensor<9xi32>) -> tensor<9xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                                        iterator_types = ["parallel"]} outs(%like : tensor<9xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<9xi32>
    %k = arith.index_cast %i : index to i32
    %n = arith.muli %v, %k : i32
    %m = arith.addi %n, %out : i32
    linalg.yield %m : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
func.func private @mirrored_position(%x: tensor<9xi32>, %like: tensor<9xi32>) -> tensor<9xi32> {
  %c8 = arith.constant 8 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                                        iterator_types = ["parallel"]} outs(%like : tensor<9xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = arith.subi %c8, %i : index
    %v = tensor.extract %x[%j] : tensor<9xi32>
    %w = tensor.extract %x[%i] : tensor<9xi32>
    %n = arith.subi %v, %w : i32
    %m = arith.addi %n, %out : i32
    linalg.yield %m : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// Both dimensions at the same position; a position of another loop that has the same size.
func.func private @diagonal(%x: tensor<9x9xi32>, %like: tensor<9xi32>) -> tensor<9xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                                        iterator_types = ["parallel"]} outs(%like : tensor<9xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i, %i] : tensor<9x9xi32>
    linalg.yield %v : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}
func.func private @read_transposed(%x: tensor<9x9xi32>, %like: tensor<9x9xi32>) -> tensor<9x9xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%like : tensor<9x9xi32>) outs(%like : tensor<9x9xi32>) {
  ^bb0(%y: i32, %out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%j, %i] : tensor<9x9xi32>
    %m = arith.subi %v, %y : i32
    linalg.yield %m : i32
  } -> tensor<9x9xi32>
  return %0 : tensor<9x9xi32>
}

// The place of the first largest element: two results, one of them a position.
func.func private @argmax(%x: tensor<7x9xi32>) -> tensor<7xi32> {
  %low = arith.constant dense<-1> : tensor<7xi32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,
                                          affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x9xi32>) outs(%low, %low : tensor<7xi32>, tensor<7xi32>) {
  ^bb0(%v: i32, %best: i32, %at: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %more = arith.cmpi sgt, %v, %best : i32
    %n = arith.select %more, %v, %best : i32
    %m = arith.select %more, %k, %at : i32
    linalg.yield %n, %m : i32, i32
  } -> (tensor<7xi32>, tensor<7xi32>)
  return %0#1 : tensor<7xi32>
}

// Maps that reverse and fix a dimension.
func.func private @reversed(%x: tensor<7x9xi32>) -> tensor<7x9xi32> {
  %e = tensor.empty() : tensor<7x9xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (6 - i, j)>,
                                        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<7x9xi32>) outs(%e : tensor<7x9xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<7x9xi32>
  return %0 : tensor<7x9xi32>
}
func.func private @third_row(%x: tensor<7x9xi32>) -> tensor<9xi32> {
  %e = tensor.empty() : tensor<9xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (3, i)>,
                                        affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<7x9xi32>) outs(%e : tensor<9xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

func.func @main(
    %rows: tensor<7x9xi32> {tp.name = "rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %columns: tensor<7x9xi32> {tp.name = "columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %chunks: tensor<7x9xi32> {tp.name = "chunks", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} c3]>},
    %granular: tensor<7x9xi32> {tp.name = "granular", tp.sharding = #tp.sharding<@mesh, [{"tp"} g2, {}]>},
    %partial: tensor<7x9xi32> {tp.name = "partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
    %square_rows: tensor<9x9xi32> {tp.name = "square_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %square_columns: tensor<9x9xi32> {tp.name = "square_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %square_chunks: tensor<9x9xi32> {tp.name = "square_chunks", tp.sharding = #tp.sharding<@mesh, [{"tp"} c3, {}]>},
    %line: tensor<9xi32> {tp.name = "line", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %line_chunks: tensor<9xi32> {tp.name = "line_chunks", tp.sharding = #tp.sharding<@mesh, [{"tp"} c3]>},
    %whole: tensor<9xi32> {tp.name = "whole", tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<7x9xi32> {tp.name = "iota_rows"}, tensor<7xi32> {tp.name = "largest_at_rows"},
        tensor<7x9xi32> {tp.name = "reversed_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<9xi32> {tp.name = "third_rows"}, tensor<7x9xi32> {tp.name = "iota_columns"},
        tensor<7xi32> {tp.name = "largest_at_columns"}, tensor<7x9xi32> {tp.name = "reversed_columns"},
        tensor<9xi32> {tp.name = "third_columns"}, tensor<7x9xi32> {tp.name = "iota_chunks"},
        tensor<7xi32> {tp.name = "largest_at_chunks"}, tensor<7x9xi32> {tp.name = "reversed_chunks"},
        tensor<9xi32> {tp.name = "third_chunks"}, tensor<7x9xi32> {tp.name = "iota_granular"},
        tensor<7x9xi32> {tp.name = "iota_partial", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<7xi32> {tp.name = "largest_at_partial"}, tensor<7x9xi32> {tp.name = "reversed_partial"},
        tensor<9xi32> {tp.name = "third_partial"}, tensor<9x9xi32> {tp.name = "causal_square_rows"},
        tensor<9xi32> {tp.name = "diagonal_square_rows"}, tensor<9x9xi32> {tp.name = "transposed_square_rows"},
        tensor<9x9xi32> {tp.name = "causal_square_columns"}, tensor<9xi32> {tp.name = "diagonal_square_columns"},
        tensor<9x9xi32> {tp.name = "transposed_square_columns"}, tensor<9x9xi32> {tp.name = "causal_square_chunks"},
        tensor<9xi32> {tp.name = "diagonal_square_chunks"}, tensor<9x9xi32> {tp.name = "transposed_square_chunks"},
        tensor<9xi32> {tp.name = "own_line_line"}, tensor<9xi32> {tp.name = "mirrored_line_line"},
        tensor<9xi32> {tp.name = "own_line_chunks_line_chunks"},
        tensor<9xi32> {tp.name = "mirrored_line_chunks_line_chunks"}, tensor<9xi32> {tp.name = "own_line_whole"},
        tensor<9xi32> {tp.name = "mirrored_line_whole", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9xi32> {tp.name = "own_whole_line_chunks"}, tensor<9xi32> {tp.name = "mirrored_whole_line_chunks"}) {
  %iota_rows = call @iota(%rows) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %largest_at_rows = call @argmax(%rows) : (tensor<7x9xi32>) -> tensor<7xi32>
  %reversed_rows = call @reversed(%rows) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %third_rows = call @third_row(%rows) : (tensor<7x9xi32>) -> tensor<9xi32>
  %iota_columns = call @iota(%columns) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %largest_at_columns = call @argmax(%columns) : (tensor<7x9xi32>) -> tensor<7xi32>
  %reversed_columns = call @reversed(%columns) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %third_columns = call @third_row(%columns) : (tensor<7x9xi32>) -> tensor<9xi32>
  %iota_chunks = call @iota(%chunks) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %largest_at_chunks = call @argmax(%chunks) : (tensor<7x9xi32>) -> tensor<7xi32>
  %reversed_chunks = call @reversed(%chunks) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %third_chunks = call @third_row(%chunks) : (tensor<7x9xi32>) -> tensor<9xi32>
  %iota_granular = call @iota(%granular) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %iota_partial = call @iota(%partial) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %largest_at_partial = call @argmax(%partial) : (tensor<7x9xi32>) -> tensor<7xi32>
  %reversed_partial = call @reversed(%partial) : (tensor<7x9xi32>) -> tensor<7x9xi32>
  %third_partial = call @third_row(%partial) : (tensor<7x9xi32>) -> tensor<9xi32>
  %causal_square_rows = call @causal(%square_rows) : (tensor<9x9xi32>) -> tensor<9x9xi32>
  %diagonal_square_rows = call @diagonal(%square_rows, %line) : (tensor<9x9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %transposed_square_rows = call @read_transposed(%square_rows, %square_rows)
      : (tensor<9x9xi32>, tensor<9x9xi32>) -> tensor<9x9xi32>
  %causal_square_columns = call @causal(%square_columns) : (tensor<9x9xi32>) -> tensor<9x9xi32>
  %diagonal_square_columns = call @diagonal(%square_columns, %line)
      : (tensor<9x9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %transposed_square_columns = call @read_transposed(%square_columns, %square_rows)
      : (tensor<9x9xi32>, tensor<9x9xi32>) -> tensor<9x9xi32>
  %causal_square_chunks = call @causal(%square_chunks) : (tensor<9x9xi32>) -> tensor<9x9xi32>
  %diagonal_square_chunks = call @diagonal(%square_chunks, %line) : (tensor<9x9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %transposed_square_chunks = call @read_transposed(%square_chunks, %square_rows)
      : (tensor<9x9xi32>, tensor<9x9xi32>) -> tensor<9x9xi32>
  %own_line_line = call @own_position(%line, %line) : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %mirrored_line_line = call @mirrored_position(%line, %line) : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %own_line_chunks_line_chunks = call @own_position(%line_chunks, %line_chunks)
      : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %mirrored_line_chunks_line_chunks = call @mirrored_position(%line_chunks, %line_chunks)
      : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %own_line_whole = call @own_position(%line, %whole) : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %mirrored_line_whole = call @mirrored_position(%line, %whole) : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %own_whole_line_chunks = call @own_position(%whole, %line_chunks) : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  %mirrored_whole_line_chunks = call @mirrored_position(%whole, %line_chunks)
      : (tensor<9xi32>, tensor<9xi32>) -> tensor<9xi32>
  return %iota_rows, %largest_at_rows, %reversed_rows, %third_rows, %iota_columns, %largest_at_columns,
      %reversed_columns, %third_columns, %iota_chunks, %largest_at_chunks, %reversed_chunks, %third_chunks,
      %iota_granular, %iota_partial, %largest_at_partial, %reversed_partial, %third_partial, %causal_square_rows,
      %diagonal_square_rows, %transposed_square_rows, %causal_square_columns, %diagonal_square_columns,
      %transposed_square_columns, %causal_square_chunks, %diagonal_square_chunks, %transposed_square_chunks,
      %own_line_line, %mirrored_line_line, %own_line_chunks_line_chunks, %mirrored_line_chunks_line_chunks,
      %own_line_whole, %mirrored_line_whole, %own_whole_line_chunks, %mirrored_whole_line_chunks
      : tensor<7x9xi32>, tensor<7xi32>, tensor<7x9xi32>, tensor<9xi32>, tensor<7x9xi32>, tensor<7xi32>,
        tensor<7x9xi32>, tensor<9xi32>, tensor<7x9xi32>, tensor<7xi32>, tensor<7x9xi32>, tensor<9xi32>,
        tensor<7x9xi32>, tensor<7x9xi32>, tensor<7xi32>, tensor<7x9xi32>, tensor<9xi32>, tensor<9x9xi32>,
        tensor<9xi32>, tensor<9x9xi32>, tensor<9x9xi32>, tensor<9xi32>, tensor<9x9xi32>, tensor<9x9xi32>,
        tensor<9xi32>, tensor<9x9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>,
        tensor<9xi32>, tensor<9xi32>, tensor<9xi32>
}
