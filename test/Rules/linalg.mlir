// Rules of structured ops: read off maps, iterator types and the body.
//
// RUN: tp-opt %s --tp-explain-rules | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @contractions
func.func @contractions(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %v: tensor<16xf32>, %c: tensor<8x4xf32>,
                        %o: tensor<8xf32>, %s: tensor<f32>, %p: tensor<3x8x16xf32>, %q: tensor<3x16x4xf32>, %r: tensor<3x8x4xf32>) {
  // CHECK: linalg.matvec {{.*}}"([a, b], [b], [a]) -> [a] {a=8, b=16 sum} linear {0, 2} {1, 2}"
  %0 = linalg.matvec ins(%a, %v : tensor<8x16xf32>, tensor<16xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  // CHECK: linalg.dot {{.*}}"([a], [a], []) -> [] {a=16 sum} linear {0, 2} {1, 2}"
  %1 = linalg.dot ins(%v, %v : tensor<16xf32>, tensor<16xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  // CHECK: linalg.batch_matmul {{.*}}"([a, b, d], [a, d, c], [a, b, c]) -> [a, b, c] {a=3, b=8, c=4, d=16 sum} linear {0, 2} {1, 2}"
  %2 = linalg.batch_matmul ins(%p, %q : tensor<3x8x16xf32>, tensor<3x16x4xf32>) outs(%r : tensor<3x8x4xf32>) -> tensor<3x8x4xf32>
  // Both operands are one tensor: partial values of it would meet themselves.
  // CHECK: linalg.dot {{.*}} linear {0, 2} {1, 2}"
  %3 = linalg.dot ins(%v, %v : tensor<16xf32>, tensor<16xf32>) outs(%1 : tensor<f32>) -> tensor<f32>
  return
}

// A reduction is what all outputs accumulate by; if they do not agree, or by what is no
// combiner, the loop is whole.
// CHECK-LABEL: func.func @accumulations
func.func @accumulations(%x: tensor<8x4xf32>, %i: tensor<8x4xi32>, %o: tensor<8xf32>, %n: tensor<8xi32>) {
  // CHECK: linalg.reduce {{.*}}{a=8, b=4 sum} linear {0, 1}"
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<8x4xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  // CHECK: linalg.reduce {{.*}}{a=8, b=4 prod}"
  %1 = linalg.reduce { arith.mulf } ins(%x : tensor<8x4xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  // CHECK: linalg.reduce {{.*}}{a=8, b=4 maxui}"
  %2 = linalg.reduce { arith.maxui } ins(%i : tensor<8x4xi32>) outs(%n : tensor<8xi32>) dimensions = [1]
  // CHECK: linalg.reduce {{.*}}{a=8, b=4 min}"
  %3 = linalg.reduce { arith.minsi } ins(%i : tensor<8x4xi32>) outs(%n : tensor<8xi32>) dimensions = [1]
  // CHECK: linalg.reduce {{.*}}{a=8, b=4 xor}"
  %4 = linalg.reduce { arith.xori } ins(%i : tensor<8x4xi32>) outs(%n : tensor<8xi32>) dimensions = [1]
  // CHECK: linalg.reduce {{.*}}{a=8, b=4 whole}"
  %5 = linalg.reduce { arith.divf } ins(%x : tensor<8x4xf32>) outs(%o : tensor<8xf32>) dimensions = [1]
  // CHECK: "([a, b], [a], [a]) -> [a], [a] {a=8, b=4 sum} linear {0, 1, 2}"
  %6:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x4xf32>) outs(%o, %o : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32, %t: f32):
    %p = arith.addf %s, %v : f32
    %r = arith.addf %t, %v : f32
    linalg.yield %p, %r : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  // CHECK: "([a, b], [a], [a]) -> [a], [a] {a=8, b=4 whole}"
  %7:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x4xf32>) outs(%o, %o : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%v: f32, %s: f32, %t: f32):
    %p = arith.addf %s, %v : f32
    %q = arith.maximumf %t, %v : f32
    linalg.yield %p, %q : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// Maps that are no plain loop: what they run over is whole, and so is the tensor there.
// CHECK-LABEL: func.func @maps
func.func @maps(%x: tensor<8x4xf32>, %o: tensor<8x4xf32>, %v: tensor<8xf32>, %one: tensor<1x4xf32>, %w: tensor<2x11xf32>, %k: tensor<4x1xf32>) {
  // Reversed.
  // CHECK: "([c, b], [a, b]) -> [a, b] {a=8 whole, b=4, c=8 whole} linear {0} selects rematerializable"
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (7 - i, j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<8x4xf32>
  // The first row for every row: of a tensor with one, of a tensor with more.
  // CHECK: "([1, b], [c, b], [a, b]) -> [a, b] {a=8, b=4, c=8 whole} linear {0, 1} rematerializable"
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (0, j)>, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%one, %x : tensor<1x4xf32>, tensor<8x4xf32>) outs(%o : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  // Broadcast over the rows and over the columns: plain.
  // CHECK: "([a], [a, b]) -> [a, b] {a=8, b=4} linear {0} selects rematerializable"
  %2 = linalg.broadcast ins(%v : tensor<8xf32>) outs(%o : tensor<8x4xf32>) dimensions = [1]
  // CHECK: linalg.transpose
  // CHECK: "([b, a], [a, b]) -> [a, b] {a=4, b=8} linear {0} selects rematerializable"
  %e = tensor.empty() : tensor<4x8xf32>
  %3 = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  return
}

// In which operands a body is linear.
// CHECK-LABEL: func.func @bodies
func.func @bodies(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>, %c: tensor<8x4xi1>, %b: tensor<4xf32>) {
  // (x - b) y: in x only together with b, in y alone.
  // CHECK: "([a, b], [b], [a, b], [a, b]) -> [a, b] {a=8, b=4} linear {0, 1} {2} rematerializable"
  %0 = linalg.generic {indexing_maps = [#id, #col, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b, %y : tensor<8x4xf32>, tensor<4xf32>, tensor<8x4xf32>) outs(%x : tensor<8x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %out: f32):
    %s = arith.subf %p, %q : f32
    %t = arith.mulf %s, %r : f32
    linalg.yield %t : f32
  } -> tensor<8x4xf32>
  // Where a mask says so, else zero: in x, not in the mask.
  // CHECK: "([a, b], [a, b], [a, b]) -> [a, b] {a=8, b=4} linear {1} rematerializable"
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %x : tensor<8x4xi1>, tensor<8x4xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%m: i1, %p: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %s = arith.select %m, %p, %zero : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  // y += exp(x): in nothing but the output, which no partial value can enter alone.
  // CHECK: "([a, b], [a, b]) -> [a, b] {a=8, b=4} rematerializable"
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = math.exp %p : f32
    %t = arith.addf %s, %out : f32
    linalg.yield %t : f32
  } -> tensor<8x4xf32>
  // x + 1: not linear, and x + 0 is.
  // CHECK: "([a, b], [a, b]) -> [a, b] {a=8, b=4} rematerializable"
  %one = arith.constant 1.0 : f32
  %nought = arith.constant 0.0 : f32
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.addf %p, %one : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  // CHECK: "([a, b], [a, b]) -> [a, b] {a=8, b=4} linear {0} rematerializable"
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.addf %nought, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  // With an assertion an op is not done twice.
  // CHECK: "([a, b], [a, b]) -> [a, b] {a=8, b=4} linear {0} selects"
  %5 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%y : tensor<8x4xf32>) {
  ^bb0(%p: f32, %out: f32):
    %ok = arith.cmpf ogt, %p, %one : f32
    cf.assert %ok, "too small"
    linalg.yield %p : f32
  } -> tensor<8x4xf32>
  return
}
