// Programs that were wrong, or failed to compile, once.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
//
// The minimum that drops a NaN is the other minimum where there is none, in both programs.
// RUN: sed 's/arith.minnumf/arith.minimumf/' %s > %t.mlir
// RUN: tp-run %t.mlir --no-partition --random-inputs 1 --compare %t --tolerance 0

tp.mesh @mesh = <["tp"=2]>

func.func @main(
    %x: tensor<7x5xf64>,
    %empty: tensor<3x0xf64> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %odd: tensor<3xf64> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %one: tensor<1x1xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %n: tensor<1xi32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %i: tensor<64x16xi32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %table: tensor<1100xi32>,
    %wide: tensor<9x15xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %square: tensor<4x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<5xf64> {tp.name = "long_chain_of_minnum", tp.sharding = #tp.sharding<@mesh, [{"tp", ?}]>},
        tensor<f64> {tp.name = "no_elements"}, tensor<0x7x5xf64> {tp.name = "no_elements_split", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>},
        tensor<3x2xf64> {tp.name = "padded_nothing"}, tensor<3xf64> {tp.name = "concat_with_nothing"},
        tensor<1x3xf64> {tp.name = "copy_of_a_cast"}, tensor<f32> {tp.name = "to_rank_0"},
        tensor<1xi32> {tp.name = "x_xor_x"}, tensor<1xf64> {tp.name = "selected"},
        tensor<i32> {tp.name = "read_at_a_partial_position"},
        tensor<4x15xf32> {tp.name = "rows_of_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<9x4xf32> {tp.name = "columns"}, tensor<4x8xf32> {tp.name = "reduction_in_the_output"},
        tensor<4xf32> {tp.name = "parallel_not_in_the_output"}) {
  %three = arith.constant 3.0 : f64
  %e5 = tensor.empty() : tensor<5xf64>
  %f5 = linalg.fill ins(%three : f64) outs(%e5 : tensor<5xf64>) -> tensor<5xf64>
  %min = linalg.reduce { arith.minnumf } ins(%x : tensor<7x5xf64>) outs(%f5 : tensor<5xf64>) dimensions = [0]

  %collapsed = tensor.collapse_shape %empty [[0, 1]] : tensor<3x0xf64> into tensor<0xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %none = linalg.reduce { arith.addf } ins(%collapsed : tensor<0xf64>) outs(%f : tensor<f64>) dimensions = [0]
  %splat = tensor.splat %three : tensor<0x7x5xf64>
  %sin = math.sin %splat : tensor<0x7x5xf64>
  %padded = tensor.pad %empty low[0, 1] high[0, 1] {
  ^bb0(%p: index, %q: index):
    tensor.yield %three : f64
  } : tensor<3x0xf64> to tensor<3x2xf64>
  %nothing = tensor.empty() : tensor<0xf64>
  %concat = tensor.concat dim(0) %nothing, %odd, %nothing : (tensor<0xf64>, tensor<3xf64>, tensor<0xf64>) -> tensor<3xf64>

  %expanded = tensor.expand_shape %odd [[0, 1]] output_shape [1, 3] : tensor<3xf64> into tensor<1x3xf64>
  %slice = tensor.extract_slice %expanded[0, 0] [1, 3] [1, 1] : tensor<1x3xf64> to tensor<1x3xf64>
  %scalar = tensor.collapse_shape %one [] : tensor<1x1xf32> into tensor<f32>
  %xor = arith.xori %n, %n : tensor<1xi32>

  // A branch that gives one of two buffers, one of which is needed no more.
  %c0 = arith.constant 0 : index
  %first = tensor.extract_slice %odd[0] [1] [1] : tensor<3xf64> to tensor<1xf64>
  %tanh = math.tanh %first : tensor<1xf64>
  %v = tensor.extract %tanh[%c0] : tensor<1xf64>
  %small = arith.cmpf olt, %v, %three : f64
  %selected = scf.if %small -> tensor<1xf64> {
    scf.yield %tanh : tensor<1xf64>
  } else {
    scf.yield %first : tensor<1xf64>
  }

  // Partial sums as positions: the sum comes first.
  %ci = arith.constant 0 : i32
  %e64 = tensor.empty() : tensor<64xi32>
  %f64 = linalg.fill ins(%ci : i32) outs(%e64 : tensor<64xi32>) -> tensor<64xi32>
  %positions = linalg.reduce { arith.addi } ins(%i : tensor<64x16xi32>) outs(%f64 : tensor<64xi32>) dimensions = [1]
  %read = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%positions : tensor<64xi32>) outs(%e64 : tensor<64xi32>) {
  ^bb0(%p: i32, %o: i32):
    %k = arith.index_cast %p : i32 to index
    %t = tensor.extract %table[%k] : tensor<1100xi32>
    %m = arith.muli %p, %t : i32
    linalg.yield %m : i32
  } -> tensor<64xi32>
  %ei = tensor.empty() : tensor<i32>
  %fi = linalg.fill ins(%ci : i32) outs(%ei : tensor<i32>) -> tensor<i32>
  %total = linalg.reduce { arith.addi } ins(%read : tensor<64xi32>) outs(%fi : tensor<i32>) dimensions = [0]
  %rows = tensor.extract_slice %wide[0, 0] [4, 15] [1, 1] : tensor<9x15xf32> to tensor<4x15xf32>
  %columns = tensor.extract_slice %wide[0, 0] [9, 4] [1, 1] : tensor<9x15xf32> to tensor<9x4xf32>

  // What a loop is follows from where it stands, not from what it is called.
  %twos = arith.constant dense<2.0> : tensor<4x8xf32>
  %in = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<4x8xf32>) outs(%twos : tensor<4x8xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %not_in = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]}
      ins(%square : tensor<4x8xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %min, %none, %sin, %padded, %concat, %slice, %scalar, %xor, %selected, %total,
         %rows, %columns, %in, %not_in
      : tensor<5xf64>, tensor<f64>, tensor<0x7x5xf64>, tensor<3x2xf64>, tensor<3xf64>, tensor<1x3xf64>, tensor<f32>,
        tensor<1xi32>, tensor<1xf64>, tensor<i32>, tensor<4x15xf32>, tensor<9x4xf32>, tensor<4x8xf32>, tensor<4xf32>
}
