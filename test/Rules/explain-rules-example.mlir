// The rule of each op, written beside it.
//
// RUN: tp-opt %s --tp-explain-rules | FileCheck %s

// CHECK-LABEL: func.func @structured
func.func @structured(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %v: tensor<4xf32>, %init: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  // CHECK: linalg.matmul {tp.rule = "([a, c], [c, b], [a, b]) -> [a, b] {a=8, b=4, c=16 sum} linear {0, 2} {1, 2}"}
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: linalg.broadcast {{.*}}tp.rule = "([b], [a, b]) -> [a, b] {a=8, b=4} linear {0} selects rematerializable"
  %1 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%init : tensor<8x4xf32>) dimensions = [0]
  // CHECK: linalg.add {tp.rule = "([a, b], [a, b], [a, b]) -> [a, b] {a=8, b=4} linear {0, 1} rematerializable"}
  %2 = linalg.add ins(%0, %1 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: linalg.mul {tp.rule = "([a, b], [a, b], [a, b]) -> [a, b] {a=8, b=4} linear {0} {1} rematerializable"}
  %3 = linalg.mul ins(%2, %1 : tensor<8x4xf32>, tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: linalg.exp {tp.rule = "([a, b], [a, b]) -> [a, b] {a=8, b=4} rematerializable"}
  %4 = linalg.exp ins(%3 : tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: linalg.softmax {tp.rule = "([a, b], [a, b]) -> [a, b] {a=8, b=4 whole}"}
  %5 = linalg.softmax dimension(1) ins(%4 : tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %5 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%a: tensor<8x16xf32>, %init: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: linalg.reduce {{.*}}tp.rule = "([a, b], [a]) -> [a] {a=8, b=16 max}"
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<8x16xf32>) outs(%init : tensor<8xf32>) dimensions = [1]
  // CHECK: linalg.reduce {{.*}}tp.rule = "([a, b], [a]) -> [a] {a=8, b=16 minnum}"
  %1 = linalg.reduce { arith.minnumf } ins(%a : tensor<8x16xf32>) outs(%init : tensor<8xf32>) dimensions = [1]
  // Not a combiner: the loop is needed whole.
  // CHECK: linalg.reduce {{.*}}tp.rule = "([a, b], [a]) -> [a] {a=8, b=16 whole}"
  %2 = linalg.reduce { arith.subf } ins(%a : tensor<8x16xf32>) outs(%init : tensor<8xf32>) dimensions = [1]
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Windows, strides and diagonals are whole, and so is what they read.
// CHECK-LABEL: func.func @maps
func.func @maps(%a: tensor<18xf32>, %k: tensor<3xf32>, %s: tensor<8x8xf32>, %init: tensor<16xf32>, %init8: tensor<8xf32>)
    -> (tensor<16xf32>, tensor<8xf32>) {
  // CHECK: linalg.conv_1d {tp.rule = "([c], [b], [a]) -> [a] {a=16 whole, b=3 whole, c=18 whole} linear {0, 2} {1, 2}"}
  %0 = linalg.conv_1d ins(%a, %k : tensor<18xf32>, tensor<3xf32>) outs(%init : tensor<16xf32>) -> tensor<16xf32>
  // CHECK: tp.rule = "([a, a], [a]) -> [a] {a=8 whole} linear {0} selects rematerializable"
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s : tensor<8x8xf32>) outs(%init8 : tensor<8xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<16xf32>, tensor<8xf32>
}

// A tensor that the body reads is an operand of the rule.
// CHECK-LABEL: func.func @captured
func.func @captured(%a: tensor<8x4xf32>, %init: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %c0 = arith.constant 0 : index
  // CHECK: tp.rule = "([a, b], [a, c]) -> [a, b] {a=8, b=6, c=4 whole} linear {1} rematerializable"
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%init : tensor<8x6xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %x = tensor.extract %a[%i, %c0] : tensor<8x4xf32>
    linalg.yield %x : f32
  } -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func.func @tensors
func.func @tensors(%a: tensor<12x8xf32>, %b: tensor<4x8xf32>, %zero: f32, %c: i1) {
  // CHECK: tensor.expand_shape {{.*}}tp.rule = "([a b, c]) -> [a, b, c] {a=3, b=4, c=8} linear {0} selects rematerializable"
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [3, 4, 8] : tensor<12x8xf32> into tensor<3x4x8xf32>
  // CHECK: tensor.collapse_shape {{.*}}tp.rule = "([a, b, c]) -> [a b c] {a=3, b=4, c=8} linear {0} selects rematerializable"
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<3x4x8xf32> into tensor<96xf32>
  // CHECK: tensor.extract_slice {{.*}}tp.rule = "([a b, c]) -> [b, c] {a=3 whole, b=4, c=8} linear {0} selects rematerializable"
  %2 = tensor.extract_slice %a[8, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  // CHECK: tensor.extract_slice {{.*}}tp.rule = "([a, c]) -> [b, c] {a=12 whole, b=5 whole, c=8} linear {0} selects rematerializable"
  %3 = tensor.extract_slice %a[1, 0] [5, 8] [1, 1] : tensor<12x8xf32> to tensor<5x8xf32>
  // CHECK: tensor.insert_slice {{.*}}tp.rule = "([b, c], [a b, c]) -> [a b, c] {a=3 whole, b=4, c=8} linear {0, 1}"
  %4 = tensor.insert_slice %b into %a[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<12x8xf32>
  // CHECK: tensor.concat {{.*}}tp.rule = "([a, b], [a, b]) -> [c a, b] {a=4, b=8, c=2 whole} linear {0, 1}"
  %5 = tensor.concat dim(0) %b, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK: tensor.concat {{.*}}tp.rule = "([c, b], [d, b]) -> [a, b] {a=16 whole, b=8, c=12 whole, d=4 whole} linear {0, 1}"
  %6 = tensor.concat dim(0) %a, %b : (tensor<12x8xf32>, tensor<4x8xf32>) -> tensor<16x8xf32>
  // CHECK: tensor.pad {{.*}}low[1, 0]
  // CHECK: tp.rule = "([a, c]) -> [b, c] {a=12 whole, b=13 whole, c=8}"
  %7 = tensor.pad %a low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<12x8xf32> to tensor<13x8xf32>
  // CHECK: tensor.empty() {tp.rule = "() -> [a, b] {a=2, b=3} rematerializable"}
  %8 = tensor.empty() : tensor<2x3xf32>
  // CHECK: arith.constant {tp.rule = "() -> [a, b] {a=2 whole, b=2 whole}
  // CHECK-SAME: dense<{{\[\[}}1.0
  %9 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  // CHECK: arith.select {{.*}}tp.rule = "([a, b], [a, b]) -> [a, b] {a=12, b=8} rematerializable"
  %10 = arith.select %c, %a, %a : tensor<12x8xf32>
  return
}

// CHECK-LABEL: func.func @gather
func.func @gather(%table: tensor<16x8xf32>, %rows: tensor<4xi32>) -> tensor<4x8xf32> {
  // CHECK: tp.rule = "([c, b], [a]) -> [a, b] {a=4, b=8, c=16 sum} linear {0}"
  %0 = tp.gather %table[%rows] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
