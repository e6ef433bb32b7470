// Products: each operand split along each of its dimensions, whole, or partial, and the
// result wanted whole, along each of its dimensions, or partial.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

func.func private @matmul(%a: tensor<10x12xf32>, %b: tensor<12x6xf32>) -> tensor<10x6xf32> {
  %zero = arith.constant dense<0.0> : tensor<10x6xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<10x12xf32>,
                         tensor<12x6xf32>) outs(%zero : tensor<10x6xf32>) -> tensor<10x6xf32>
  return %0 : tensor<10x6xf32>
}

// Adds to what is there, which counts once.
func.func private @matmul_onto(%a: tensor<10x12xf32>, %b: tensor<12x6xf32>,
                               %c: tensor<10x6xf32>) -> tensor<10x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<10x12xf32>, tensor<12x6xf32>) outs(%c : tensor<10x6xf32>) -> tensor<10x6xf32>
  return %0 : tensor<10x6xf32>
}

func.func private @transposed_operands(%a: tensor<12x10xf32>, %b: tensor<6x12xf32>) -> tensor<10x6xf32> {
  %zero = arith.constant dense<0.0> : tensor<10x6xf32>
  %0 = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (j, k)>,
                                      affine_map<(i, j, k) -> (i, j)>]
      ins(%a, %b : tensor<12x10xf32>, tensor<6x12xf32>) outs(%zero : tensor<10x6xf32>) -> tensor<10x6xf32>
  return %0 : tensor<10x6xf32>
}

// Heads: two batch dimensions, and a result whose dimensions come in another order.
func.func private @attention_scores(%q: tensor<2x7x3x5xf32>, %k: tensor<2x4x3x5xf32>) -> tensor<2x3x7x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x3x7x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, i, h, k)>,
                                        affine_map<(b, h, i, j, k) -> (b, j, h, k)>,
                                        affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x7x3x5xf32>, tensor<2x4x3x5xf32>) outs(%zero : tensor<2x3x7x4xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %n = arith.addf %acc, %p : f32
    linalg.yield %n : f32
  } -> tensor<2x3x7x4xf32>
  return %0 : tensor<2x3x7x4xf32>
}

// A scalar is left: every rank has all of it.
func.func private @dot(%x: tensor<12xf32>, %y: tensor<12xf32>) -> tensor<f32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = linalg.dot ins(%x, %y : tensor<12xf32>, tensor<12xf32>) outs(%one : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @outer(%x: tensor<12xf32>, %y: tensor<12xf32>) -> tensor<12x12xf32> {
  %e = tensor.empty() : tensor<12x12xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<12xf32>, tensor<12xf32>) outs(%e : tensor<12x12xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

func.func private @vecmat(%x: tensor<12xf32>, %b: tensor<12x6xf32>) -> tensor<6xf32> {
  %zero = arith.constant dense<0.0> : tensor<6xf32>
  %0 = linalg.vecmat ins(%x, %b : tensor<12xf32>, tensor<12x6xf32>) outs(%zero : tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// Two reduction loops, of which one or both are split.
func.func private @bilinear(%x: tensor<12xf32>, %w: tensor<12x12xf32>, %y: tensor<12xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> ()>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%x, %w, %y : tensor<12xf32>, tensor<12x12xf32>, tensor<12xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    %n = arith.addf %acc, %q : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @integers(%a: tensor<5x11xi8>, %b: tensor<11x3xi8>) -> tensor<5x3xi32> {
  %zero = arith.constant dense<0> : tensor<5x3xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<5x11xi8>, tensor<11x3xi8>) outs(%zero : tensor<5x3xi32>) -> tensor<5x3xi32>
  return %0 : tensor<5x3xi32>
}

// Of booleans: the sum is `or`.
func.func private @reachable(%a: tensor<5x11xi1>, %b: tensor<11x3xi1>) -> tensor<5x3xi1> {
  %false = arith.constant dense<false> : tensor<5x3xi1>
  %0 = linalg.matmul ins(%a, %b : tensor<5x11xi1>, tensor<11x3xi1>) outs(%false : tensor<5x3xi1>) -> tensor<5x3xi1>
  return %0 : tensor<5x3xi1>
}

func.func @main(
    %a: tensor<10x12xf32> {tp.name = "a", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
    %a_rows: tensor<10x12xf32> {tp.name = "a_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %a_contracted: tensor<10x12xf32> {tp.name = "a_contracted", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %b: tensor<12x6xf32> {tp.name = "b", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
    %b_contracted: tensor<12x6xf32> {tp.name = "b_contracted", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %b_columns: tensor<12x6xf32> {tp.name = "b_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %c: tensor<10x6xf32> {tp.name = "c", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
    %c_rows: tensor<10x6xf32> {tp.name = "c_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %c_columns: tensor<10x6xf32> {tp.name = "c_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %c_partial: tensor<10x6xf32> {tp.name = "c_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}],
      unreduced={"tp"}>},
    %at: tensor<12x10xf32> {tp.name = "at", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %bt: tensor<6x12xf32> {tp.name = "bt", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %q_batch: tensor<2x7x3x5xf32> {tp.name = "q_batch", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}, {}]>},
    %q_rows: tensor<2x7x3x5xf32> {tp.name = "q_rows", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}, {}]>},
    %q_heads: tensor<2x7x3x5xf32> {tp.name = "q_heads", tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}, {}]>},
    %q_inner: tensor<2x7x3x5xf32> {tp.name = "q_inner", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
    %k: tensor<2x4x3x5xf32> {tp.name = "k"},
    %k_columns: tensor<2x4x3x5xf32> {tp.name = "k_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}, {}]>},
    %k_heads: tensor<2x4x3x5xf32> {tp.name = "k_heads", tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}, {}]>},
    %x: tensor<12xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}]>},
    %x_split: tensor<12xf32> {tp.name = "x_split", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %w_rows: tensor<12x12xf32> {tp.name = "w_rows", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %w_columns: tensor<12x12xf32> {tp.name = "w_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %i8: tensor<5x11xi8> {tp.name = "i8", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %j8: tensor<11x3xi8> {tp.name = "j8", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %i1: tensor<5x11xi1> {tp.name = "i1", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %j1: tensor<11x3xi1> {tp.name = "j1", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<10x6xf32> {tp.name = "a_b", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<10x6xf32> {tp.name = "a_b_contracted", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<10x6xf32> {tp.name = "a_b_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<10x6xf32> {tp.name = "a_rows_b", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<10x6xf32> {tp.name = "a_rows_b_contracted", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<10x6xf32> {tp.name = "a_rows_b_columns"},
        tensor<10x6xf32> {tp.name = "a_contracted_b", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<10x6xf32> {tp.name = "a_contracted_b_contracted"},
        tensor<10x6xf32> {tp.name = "a_contracted_b_columns", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<10x6xf32> {tp.name = "onto_c", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<10x6xf32> {tp.name = "onto_c_rows"},
        tensor<10x6xf32> {tp.name = "onto_c_columns", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<10x6xf32> {tp.name = "onto_c_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>},
        tensor<10x6xf32> {tp.name = "column_onto_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
        tensor<10x6xf32> {tp.name = "both_transposed", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<2x3x7x4xf32> {tp.name = "q_batch_k"}, tensor<2x3x7x4xf32> {tp.name = "q_rows_k_columns"},
        tensor<2x3x7x4xf32> {tp.name = "q_heads_k_heads"}, tensor<2x3x7x4xf32> {tp.name = "q_heads_k"},
        tensor<2x3x7x4xf32> {tp.name = "q_inner_k"}, tensor<2x3x7x4xf32> {tp.name = "q_batch_k_heads"},
        tensor<f32> {tp.name = "dot_whole_split"},
        tensor<f32> {tp.name = "dot_split", tp.sharding = #tp.sharding<@mesh, [], unreduced={"tp"}>},
        tensor<12x12xf32> {tp.name = "outer_split_once", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
        tensor<12x12xf32> {tp.name = "outer_split_twice"}, tensor<6xf32> {tp.name = "vecmat_contracted"},
        tensor<6xf32> {tp.name = "vecmat_columns", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
        tensor<f32> {tp.name = "bilinear_rows"}, tensor<f32> {tp.name = "bilinear_columns"},
        tensor<5x3xi32> {tp.name = "integers_contracted"},
        tensor<5x3xi1> {tp.name = "reachable_contracted", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) {
  // Each split of the left operand meets each split of the right one.
  %a_b = call @matmul(%a, %b) : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_b_contracted = call @matmul(%a, %b_contracted) : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_b_columns = call @matmul(%a, %b_columns) : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_rows_b = call @matmul(%a_rows, %b) : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_rows_b_contracted = call @matmul(%a_rows, %b_contracted)
      : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_rows_b_columns = call @matmul(%a_rows, %b_columns) : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_contracted_b = call @matmul(%a_contracted, %b) : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_contracted_b_contracted = call @matmul(%a_contracted, %b_contracted)
      : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  %a_contracted_b_columns = call @matmul(%a_contracted, %b_columns)
      : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
  // The output that is added to is whole, split, partial; the sum stays partial, too.
  %onto_c = call @matmul_onto(%a_contracted, %b_contracted, %c)
      : (tensor<10x12xf32>, tensor<12x6xf32>, tensor<10x6xf32>) -> tensor<10x6xf32>
  %onto_c_rows = call @matmul_onto(%a_contracted, %b_contracted, %c_rows)
      : (tensor<10x12xf32>, tensor<12x6xf32>, tensor<10x6xf32>) -> tensor<10x6xf32>
  %onto_c_columns = call @matmul_onto(%a_contracted, %b_contracted, %c_columns)
      : (tensor<10x12xf32>, tensor<12x6xf32>, tensor<10x6xf32>) -> tensor<10x6xf32>
  %onto_c_partial = call @matmul_onto(%a_contracted, %b_contracted, %c_partial)
      : (tensor<10x12xf32>, tensor<12x6xf32>, tensor<10x6xf32>) -> tensor<10x6xf32>
  %column_onto_partial = call @matmul_onto(%a, %b_columns, %c_partial)
      : (tensor<10x12xf32>, tensor<12x6xf32>, tensor<10x6xf32>) -> tensor<10x6xf32>
  %both_transposed = call @transposed_operands(%at, %bt) : (tensor<12x10xf32>, tensor<6x12xf32>) -> tensor<10x6xf32>
  %q_batch_k = call @attention_scores(%q_batch, %k)
      : (tensor<2x7x3x5xf32>, tensor<2x4x3x5xf32>) -> tensor<2x3x7x4xf32>
  %q_rows_k_columns = call @attention_scores(%q_rows, %k_columns)
      : (tensor<2x7x3x5xf32>, tensor<2x4x3x5xf32>) -> tensor<2x3x7x4xf32>
  %q_heads_k_heads = call @attention_scores(%q_heads, %k_heads)
      : (tensor<2x7x3x5xf32>, tensor<2x4x3x5xf32>) -> tensor<2x3x7x4xf32>
  %q_heads_k = call @attention_scores(%q_heads, %k)
      : (tensor<2x7x3x5xf32>, tensor<2x4x3x5xf32>) -> tensor<2x3x7x4xf32>
  %q_inner_k = call @attention_scores(%q_inner, %k)
      : (tensor<2x7x3x5xf32>, tensor<2x4x3x5xf32>) -> tensor<2x3x7x4xf32>
  %q_batch_k_heads = call @attention_scores(%q_batch, %k_heads)
      : (tensor<2x7x3x5xf32>, tensor<2x4x3x5xf32>) -> tensor<2x3x7x4xf32>
  %dot_whole_split = call @dot(%x, %x_split) : (tensor<12xf32>, tensor<12xf32>) -> tensor<f32>
  %dot_split = call @dot(%x_split, %x_split) : (tensor<12xf32>, tensor<12xf32>) -> tensor<f32>
  %outer_split_once = call @outer(%x_split, %x) : (tensor<12xf32>, tensor<12xf32>) -> tensor<12x12xf32>
  %outer_split_twice = call @outer(%x_split, %x_split) : (tensor<12xf32>, tensor<12xf32>) -> tensor<12x12xf32>
  %vecmat_contracted = call @vecmat(%x_split, %b_columns) : (tensor<12xf32>, tensor<12x6xf32>) -> tensor<6xf32>
  %vecmat_columns = call @vecmat(%x, %b_columns) : (tensor<12xf32>, tensor<12x6xf32>) -> tensor<6xf32>
  %bilinear_rows = call @bilinear(%x_split, %w_rows, %x)
      : (tensor<12xf32>, tensor<12x12xf32>, tensor<12xf32>) -> tensor<f32>
  %bilinear_columns = call @bilinear(%x_split, %w_columns, %x_split)
      : (tensor<12xf32>, tensor<12x12xf32>, tensor<12xf32>) -> tensor<f32>
  %integers_contracted = call @integers(%i8, %j8) : (tensor<5x11xi8>, tensor<11x3xi8>) -> tensor<5x3xi32>
  %reachable_contracted = call @reachable(%i1, %j1) : (tensor<5x11xi1>, tensor<11x3xi1>) -> tensor<5x3xi1>
  return %a_b, %a_b_contracted, %a_b_columns, %a_rows_b, %a_rows_b_contracted, %a_rows_b_columns, %a_contracted_b,
      %a_contracted_b_contracted, %a_contracted_b_columns, %onto_c, %onto_c_rows, %onto_c_columns, %onto_c_partial,
      %column_onto_partial, %both_transposed, %q_batch_k, %q_rows_k_columns, %q_heads_k_heads, %q_heads_k, %q_inner_k,
      %q_batch_k_heads, %dot_whole_split, %dot_split, %outer_split_once, %outer_split_twice, %vecmat_contracted,
      %vecmat_columns, %bilinear_rows, %bilinear_columns, %integers_contracted, %reachable_contracted
      : tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>,
        tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>,
        tensor<10x6xf32>, tensor<10x6xf32>, tensor<10x6xf32>, tensor<2x3x7x4xf32>, tensor<2x3x7x4xf32>,
        tensor<2x3x7x4xf32>, tensor<2x3x7x4xf32>, tensor<2x3x7x4xf32>, tensor<2x3x7x4xf32>, tensor<f32>, tensor<f32>,
        tensor<12x12xf32>, tensor<12x12xf32>, tensor<6xf32>, tensor<6xf32>, tensor<f32>, tensor<f32>, tensor<5x3xi32>,
        tensor<5x3xi1>
}
