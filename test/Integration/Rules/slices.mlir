// Slices out of and into split tensors, concats and pads: equal chunks, other pieces,
// strides, rows, positions known at run time only.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

// One of three equal chunks: each rank has its part of each chunk when it is so split.
func.func private @second_chunk(%x: tensor<9x15xf32>) -> tensor<9x5xf32> {
  %0 = tensor.extract_slice %x[0, 5] [9, 5] [1, 1] : tensor<9x15xf32> to tensor<9x5xf32>
  return %0 : tensor<9x5xf32>
}
func.func private @all_chunks(%x: tensor<9x15xf32>) -> tensor<9x5xf32> {
  %0 = tensor.extract_slice %x[0, 0] [9, 5] [1, 1] : tensor<9x15xf32> to tensor<9x5xf32>
  %1 = tensor.extract_slice %x[0, 5] [9, 5] [1, 1] : tensor<9x15xf32> to tensor<9x5xf32>
  %2 = tensor.extract_slice %x[0, 10] [9, 5] [1, 1] : tensor<9x15xf32> to tensor<9x5xf32>
  %3 = arith.mulf %0, %1 : tensor<9x5xf32>
  %4 = arith.subf %3, %2 : tensor<9x5xf32>
  return %4 : tensor<9x5xf32>
}
func.func private @first_elements(%x: tensor<9x15xf32>) -> tensor<4x15xf32> {
  %0 = tensor.extract_slice %x[0, 0] [4, 15] [1, 1] : tensor<9x15xf32> to tensor<4x15xf32>
  return %0 : tensor<4x15xf32>
}
func.func private @every_other(%x: tensor<9x15xf32>) -> tensor<4x5xf32> {
  %0 = tensor.extract_slice %x[1, 0] [4, 5] [2, 3] : tensor<9x15xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
func.func private @one_row(%x: tensor<9x15xf32>) -> tensor<15xf32> {
  %0 = tensor.extract_slice %x[8, 0] [1, 15] [1, 1] : tensor<9x15xf32> to tensor<15xf32>
  return %0 : tensor<15xf32>
}
func.func private @all_of_it(%x: tensor<9x15xf32>) -> tensor<9x15xf32> {
  %0 = tensor.extract_slice %x[0, 0] [9, 15] [1, 1] : tensor<9x15xf32> to tensor<9x15xf32>
  return %0 : tensor<9x15xf32>
}

// An offset that the program computes.
func.func private @at_a_position(%x: tensor<9x15xf32>, %at: tensor<index>) -> tensor<9x4xf32> {
  %0 = tensor.extract %at[] : tensor<index>
  %1 = tensor.extract_slice %x[0, %0] [9, 4] [1, 1] : tensor<9x15xf32> to tensor<9x4xf32>
  return %1 : tensor<9x4xf32>
}
func.func private @put_at_a_position(%x: tensor<9x15xf32>, %part: tensor<9x5xf32>,
                                     %at: tensor<index>) -> tensor<9x15xf32> {
  %0 = tensor.extract %at[] : tensor<index>
  %1 = tensor.insert_slice %part into %x[0, %0] [9, 5] [1, 1] : tensor<9x5xf32> into tensor<9x15xf32>
  return %1 : tensor<9x15xf32>
}
func.func private @put_as_chunk(%x: tensor<9x15xf32>, %part: tensor<9x5xf32>) -> tensor<9x15xf32> {
  %0 = tensor.insert_slice %part into %x[0, 10] [9, 5] [1, 1] : tensor<9x5xf32> into tensor<9x15xf32>
  return %0 : tensor<9x15xf32>
}
func.func private @put_with_strides(%x: tensor<9x15xf32>, %part: tensor<9x5xf32>) -> tensor<9x15xf32> {
  %0 = tensor.insert_slice %part into %x[0, 1] [9, 5] [1, 3] : tensor<9x5xf32> into tensor<9x15xf32>
  return %0 : tensor<9x15xf32>
}
func.func private @put_as_row(%x: tensor<9x15xf32>, %row: tensor<15xf32>) -> tensor<9x15xf32> {
  %0 = tensor.insert_slice %row into %x[4, 0] [1, 15] [1, 1] : tensor<15xf32> into tensor<9x15xf32>
  return %0 : tensor<9x15xf32>
}
func.func private @side_by_side(%x: tensor<9x15xf32>, %y: tensor<9x15xf32>) -> tensor<9x30xf32> {
  %0 = tensor.concat dim(1) %x, %y : (tensor<9x15xf32>, tensor<9x15xf32>) -> tensor<9x30xf32>
  return %0 : tensor<9x30xf32>
}
func.func private @unequal_pieces(%x: tensor<9x15xf32>, %y: tensor<9x5xf32>) -> tensor<9x35xf32> {
  %0 = tensor.concat dim(1) %x, %y, %x : (tensor<9x15xf32>, tensor<9x5xf32>, tensor<9x15xf32>) -> tensor<9x35xf32>
  return %0 : tensor<9x35xf32>
}

// The second half goes first and is negated, as rotary embeddings do it.
func.func private @rotated(%x: tensor<9x30xf32>) -> tensor<9x30xf32> {
  %0 = tensor.extract_slice %x[0, 0] [9, 15] [1, 1] : tensor<9x30xf32> to tensor<9x15xf32>
  %1 = tensor.extract_slice %x[0, 15] [9, 15] [1, 1] : tensor<9x30xf32> to tensor<9x15xf32>
  %2 = arith.negf %1 : tensor<9x15xf32>
  %3 = tensor.concat dim(1) %2, %0 : (tensor<9x15xf32>, tensor<9x15xf32>) -> tensor<9x30xf32>
  return %3 : tensor<9x30xf32>
}
func.func private @frame(%x: tensor<9x15xf32>) -> tensor<12x15xf32> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.pad %x low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<9x15xf32> to tensor<12x15xf32>
  return %0 : tensor<12x15xf32>
}

// What is padded with depends on where it is.
func.func private @numbered_frame(%x: tensor<9x15xf32>) -> tensor<10x15xf32> {
  %0 = tensor.pad %x low[0, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %v = arith.sitofp %l : i32 to f32
    tensor.yield %v : f32
  } : tensor<9x15xf32> to tensor<10x15xf32>
  return %0 : tensor<10x15xf32>
}

func.func @main(
    %rows: tensor<9x15xf32> {tp.name = "rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %columns: tensor<9x15xf32> {tp.name = "columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %chunks: tensor<9x15xf32> {tp.name = "chunks", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} c3]>},
    %partial: tensor<9x15xf32> {tp.name = "partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
    %part: tensor<9x5xf32> {tp.name = "part"},
    %part_rows: tensor<9x5xf32> {tp.name = "part_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %part_columns: tensor<9x5xf32> {tp.name = "part_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %wide: tensor<9x30xf32> {tp.name = "wide", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} c2]>},
    %wide_columns: tensor<9x30xf32> {tp.name = "wide_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %row: tensor<15xf32> {tp.name = "row", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %at: tensor<index> {tp.name = "at"})
    -> (tensor<9x5xf32> {tp.name = "second_of_rows"}, tensor<4x15xf32> {tp.name = "first_of_rows"},
        tensor<4x5xf32> {tp.name = "stepped_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<15xf32> {tp.name = "row_of_rows"}, tensor<9x4xf32> {tp.name = "at_rows"},
        tensor<9x5xf32> {tp.name = "chunks_of_rows"},
        tensor<9x15xf32> {tp.name = "all_of_rows", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<9x15xf32> {tp.name = "put_at_rows"}, tensor<9x15xf32> {tp.name = "put_chunk_rows"},
        tensor<9x15xf32> {tp.name = "put_strided_rows"}, tensor<9x15xf32> {tp.name = "put_row_rows"},
        tensor<12x15xf32> {tp.name = "framed_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<9x5xf32> {tp.name = "second_of_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<4x15xf32> {tp.name = "first_of_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<4x5xf32> {tp.name = "stepped_columns"},
        tensor<15xf32> {tp.name = "row_of_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<9x4xf32> {tp.name = "at_columns"}, tensor<9x5xf32> {tp.name = "chunks_of_columns"},
        tensor<9x15xf32> {tp.name = "all_of_columns"}, tensor<9x15xf32> {tp.name = "put_at_columns"},
        tensor<9x15xf32> {tp.name = "put_chunk_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<9x15xf32> {tp.name = "put_strided_columns"},
        tensor<9x15xf32> {tp.name = "put_row_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<12x15xf32> {tp.name = "framed_columns"},
        tensor<9x5xf32> {tp.name = "second_of_chunks", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<4x15xf32> {tp.name = "first_of_chunks", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<4x5xf32> {tp.name = "stepped_chunks", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<15xf32> {tp.name = "row_of_chunks", tp.sharding = #tp.sharding<@mesh, [{"tp"} c3]>},
        tensor<9x4xf32> {tp.name = "at_chunks"}, tensor<9x5xf32> {tp.name = "chunks_of_chunks"},
        tensor<9x15xf32> {tp.name = "all_of_chunks", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<9x15xf32> {tp.name = "put_at_chunks"},
        tensor<9x15xf32> {tp.name = "put_chunk_chunks", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} c3]>},
        tensor<9x15xf32> {tp.name = "put_strided_chunks"},
        tensor<9x15xf32> {tp.name = "put_row_chunks", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<12x15xf32> {tp.name = "framed_chunks", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<9x5xf32> {tp.name = "second_of_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<4x15xf32> {tp.name = "first_of_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<4x5xf32> {tp.name = "stepped_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<15xf32> {tp.name = "row_of_partial"}, tensor<9x4xf32> {tp.name = "at_partial"},
        tensor<9x5xf32> {tp.name = "chunks_of_partial"},
        tensor<9x15xf32> {tp.name = "all_of_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<9x15xf32> {tp.name = "put_at_partial"},
        tensor<9x15xf32> {tp.name = "put_chunk_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
        tensor<9x15xf32> {tp.name = "put_strided_partial"}, tensor<9x15xf32> {tp.name = "put_row_partial"},
        tensor<12x15xf32> {tp.name = "framed_partial"},
        tensor<9x30xf32> {tp.name = "beside_itself", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} c2]>},
        tensor<9x30xf32> {tp.name = "beside_rows"},
        tensor<9x30xf32> {tp.name = "beside_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<9x30xf32> {tp.name = "partial_beside_rows", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<9x35xf32> {tp.name = "unequal", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<9x35xf32> {tp.name = "unequal_rows"}, tensor<9x30xf32> {tp.name = "rotated_chunks"},
        tensor<9x30xf32> {tp.name = "rotated_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<10x15xf32> {tp.name = "numbered"}, tensor<10x15xf32> {tp.name = "numbered_rows"}) {
  %second_of_rows = call @second_chunk(%rows) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %first_of_rows = call @first_elements(%rows) : (tensor<9x15xf32>) -> tensor<4x15xf32>
  %stepped_rows = call @every_other(%rows) : (tensor<9x15xf32>) -> tensor<4x5xf32>
  %row_of_rows = call @one_row(%rows) : (tensor<9x15xf32>) -> tensor<15xf32>
  %at_rows = call @at_a_position(%rows, %at) : (tensor<9x15xf32>, tensor<index>) -> tensor<9x4xf32>
  %chunks_of_rows = call @all_chunks(%rows) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %all_of_rows = call @all_of_it(%rows) : (tensor<9x15xf32>) -> tensor<9x15xf32>
  %put_at_rows = call @put_at_a_position(%rows, %part, %at)
      : (tensor<9x15xf32>, tensor<9x5xf32>, tensor<index>) -> tensor<9x15xf32>
  %put_chunk_rows = call @put_as_chunk(%rows, %part_columns) : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_strided_rows = call @put_with_strides(%rows, %part_columns)
      : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_row_rows = call @put_as_row(%rows, %row) : (tensor<9x15xf32>, tensor<15xf32>) -> tensor<9x15xf32>
  %framed_rows = call @frame(%rows) : (tensor<9x15xf32>) -> tensor<12x15xf32>
  %second_of_columns = call @second_chunk(%columns) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %first_of_columns = call @first_elements(%columns) : (tensor<9x15xf32>) -> tensor<4x15xf32>
  %stepped_columns = call @every_other(%columns) : (tensor<9x15xf32>) -> tensor<4x5xf32>
  %row_of_columns = call @one_row(%columns) : (tensor<9x15xf32>) -> tensor<15xf32>
  %at_columns = call @at_a_position(%columns, %at) : (tensor<9x15xf32>, tensor<index>) -> tensor<9x4xf32>
  %chunks_of_columns = call @all_chunks(%columns) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %all_of_columns = call @all_of_it(%columns) : (tensor<9x15xf32>) -> tensor<9x15xf32>
  %put_at_columns = call @put_at_a_position(%columns, %part_rows, %at)
      : (tensor<9x15xf32>, tensor<9x5xf32>, tensor<index>) -> tensor<9x15xf32>
  %put_chunk_columns = call @put_as_chunk(%columns, %part) : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_strided_columns = call @put_with_strides(%columns, %part)
      : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_row_columns = call @put_as_row(%columns, %row) : (tensor<9x15xf32>, tensor<15xf32>) -> tensor<9x15xf32>
  %framed_columns = call @frame(%columns) : (tensor<9x15xf32>) -> tensor<12x15xf32>
  %second_of_chunks = call @second_chunk(%chunks) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %first_of_chunks = call @first_elements(%chunks) : (tensor<9x15xf32>) -> tensor<4x15xf32>
  %stepped_chunks = call @every_other(%chunks) : (tensor<9x15xf32>) -> tensor<4x5xf32>
  %row_of_chunks = call @one_row(%chunks) : (tensor<9x15xf32>) -> tensor<15xf32>
  %at_chunks = call @at_a_position(%chunks, %at) : (tensor<9x15xf32>, tensor<index>) -> tensor<9x4xf32>
  %chunks_of_chunks = call @all_chunks(%chunks) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %all_of_chunks = call @all_of_it(%chunks) : (tensor<9x15xf32>) -> tensor<9x15xf32>
  %put_at_chunks = call @put_at_a_position(%chunks, %part_columns, %at)
      : (tensor<9x15xf32>, tensor<9x5xf32>, tensor<index>) -> tensor<9x15xf32>
  %put_chunk_chunks = call @put_as_chunk(%chunks, %part_columns)
      : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_strided_chunks = call @put_with_strides(%chunks, %part_rows)
      : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_row_chunks = call @put_as_row(%chunks, %row) : (tensor<9x15xf32>, tensor<15xf32>) -> tensor<9x15xf32>
  %framed_chunks = call @frame(%chunks) : (tensor<9x15xf32>) -> tensor<12x15xf32>
  %second_of_partial = call @second_chunk(%partial) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %first_of_partial = call @first_elements(%partial) : (tensor<9x15xf32>) -> tensor<4x15xf32>
  %stepped_partial = call @every_other(%partial) : (tensor<9x15xf32>) -> tensor<4x5xf32>
  %row_of_partial = call @one_row(%partial) : (tensor<9x15xf32>) -> tensor<15xf32>
  %at_partial = call @at_a_position(%partial, %at) : (tensor<9x15xf32>, tensor<index>) -> tensor<9x4xf32>
  %chunks_of_partial = call @all_chunks(%partial) : (tensor<9x15xf32>) -> tensor<9x5xf32>
  %all_of_partial = call @all_of_it(%partial) : (tensor<9x15xf32>) -> tensor<9x15xf32>
  %put_at_partial = call @put_at_a_position(%partial, %part, %at)
      : (tensor<9x15xf32>, tensor<9x5xf32>, tensor<index>) -> tensor<9x15xf32>
  %put_chunk_partial = call @put_as_chunk(%partial, %part_rows)
      : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_strided_partial = call @put_with_strides(%partial, %part)
      : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x15xf32>
  %put_row_partial = call @put_as_row(%partial, %row) : (tensor<9x15xf32>, tensor<15xf32>) -> tensor<9x15xf32>
  %framed_partial = call @frame(%partial) : (tensor<9x15xf32>) -> tensor<12x15xf32>
  %beside_itself = call @side_by_side(%columns, %columns) : (tensor<9x15xf32>, tensor<9x15xf32>) -> tensor<9x30xf32>
  %beside_rows = call @side_by_side(%columns, %rows) : (tensor<9x15xf32>, tensor<9x15xf32>) -> tensor<9x30xf32>
  %beside_partial = call @side_by_side(%partial, %partial) : (tensor<9x15xf32>, tensor<9x15xf32>) -> tensor<9x30xf32>
  %partial_beside_rows = call @side_by_side(%partial, %rows)
      : (tensor<9x15xf32>, tensor<9x15xf32>) -> tensor<9x30xf32>
  %unequal = call @unequal_pieces(%columns, %part_columns) : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x35xf32>
  %unequal_rows = call @unequal_pieces(%rows, %part_rows) : (tensor<9x15xf32>, tensor<9x5xf32>) -> tensor<9x35xf32>
  %rotated_chunks = call @rotated(%wide) : (tensor<9x30xf32>) -> tensor<9x30xf32>
  %rotated_columns = call @rotated(%wide_columns) : (tensor<9x30xf32>) -> tensor<9x30xf32>
  %numbered = call @numbered_frame(%columns) : (tensor<9x15xf32>) -> tensor<10x15xf32>
  %numbered_rows = call @numbered_frame(%rows) : (tensor<9x15xf32>) -> tensor<10x15xf32>
  return %second_of_rows, %first_of_rows, %stepped_rows, %row_of_rows, %at_rows, %chunks_of_rows, %all_of_rows,
      %put_at_rows, %put_chunk_rows, %put_strided_rows, %put_row_rows, %framed_rows, %second_of_columns,
      %first_of_columns, %stepped_columns, %row_of_columns, %at_columns, %chunks_of_columns, %all_of_columns,
      %put_at_columns, %put_chunk_columns, %put_strided_columns, %put_row_columns, %framed_columns, %second_of_chunks,
      %first_of_chunks, %stepped_chunks, %row_of_chunks, %at_chunks, %chunks_of_chunks, %all_of_chunks,
      %put_at_chunks, %put_chunk_chunks, %put_strided_chunks, %put_row_chunks, %framed_chunks, %second_of_partial,
      %first_of_partial, %stepped_partial, %row_of_partial, %at_partial, %chunks_of_partial, %all_of_partial,
      %put_at_partial, %put_chunk_partial, %put_strided_partial, %put_row_partial, %framed_partial, %beside_itself,
      %beside_rows, %beside_partial, %partial_beside_rows, %unequal, %unequal_rows, %rotated_chunks, %rotated_columns,
      %numbered, %numbered_rows
      : tensor<9x5xf32>, tensor<4x15xf32>, tensor<4x5xf32>, tensor<15xf32>, tensor<9x4xf32>, tensor<9x5xf32>,
        tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<12x15xf32>,
        tensor<9x5xf32>, tensor<4x15xf32>, tensor<4x5xf32>, tensor<15xf32>, tensor<9x4xf32>, tensor<9x5xf32>,
        tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<12x15xf32>,
        tensor<9x5xf32>, tensor<4x15xf32>, tensor<4x5xf32>, tensor<15xf32>, tensor<9x4xf32>, tensor<9x5xf32>,
        tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<12x15xf32>,
        tensor<9x5xf32>, tensor<4x15xf32>, tensor<4x5xf32>, tensor<15xf32>, tensor<9x4xf32>, tensor<9x5xf32>,
        tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<9x15xf32>, tensor<12x15xf32>,
        tensor<9x30xf32>, tensor<9x30xf32>, tensor<9x30xf32>, tensor<9x30xf32>, tensor<9x35xf32>, tensor<9x35xf32>,
        tensor<9x30xf32>, tensor<9x30xf32>, tensor<10x15xf32>, tensor<10x15xf32>
}
