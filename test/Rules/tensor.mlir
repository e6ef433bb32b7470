// Rules of the tensor dialect: what a dimension is made of, and what is needed whole.
//
// RUN: tp-opt %s --tp-explain-rules | FileCheck %s

// CHECK-LABEL: func.func @reshapes
func.func @reshapes(%x: tensor<24x10xf32>, %y: tensor<2x3x4x10xf32>, %u: tensor<1x10xf32>, %d: tensor<?x10xf32>, %n: index) {
  // CHECK: "([a b c, d]) -> [a, b, c, d] {a=2, b=3, c=4, d=10} linear {0} selects rematerializable"
  %0 = tensor.expand_shape %x [[0, 1, 2], [3]] output_shape [2, 3, 4, 10] : tensor<24x10xf32> into tensor<2x3x4x10xf32>
  // CHECK: "([a, b, c, d]) -> [a, b c d] {a=2, b=3, c=4, d=10} linear {0} selects rematerializable"
  %1 = tensor.collapse_shape %y [[0], [1, 2, 3]] : tensor<2x3x4x10xf32> into tensor<2x120xf32>
  // CHECK: "([a, b]) -> [a b] {a=1, b=10} linear {0} selects rematerializable"
  %2 = tensor.collapse_shape %u [[0, 1]] : tensor<1x10xf32> into tensor<10xf32>
  // CHECK: "([a b, c d]) -> [a, b, c, d] {a=?, b=4, c=5, d=2} linear {0} selects rematerializable"
  %3 = tensor.expand_shape %d [[0, 1], [2, 3]] output_shape [%n, 4, 5, 2] : tensor<?x10xf32> into tensor<?x4x5x2xf32>
  return
}

// Of equal chunks the one that is taken is whole, the place in it is free; a slice of
// everything is no slice.
// CHECK-LABEL: func.func @slices
func.func @slices(%x: tensor<12x8xf32>, %n: index) {
  // CHECK: "([a, b c]) -> [a, c] {a=12, b=4 whole, c=2} linear {0} selects rematerializable"
  %0 = tensor.extract_slice %x[0, 6] [12, 2] [1, 1] : tensor<12x8xf32> to tensor<12x2xf32>
  // CHECK: "([a, b]) -> [a, b] {a=12, b=8} linear {0} selects rematerializable"
  %1 = tensor.extract_slice %x[0, 0] [12, 8] [1, 1] : tensor<12x8xf32> to tensor<12x8xf32>
  // Not at a multiple of its size.
  // CHECK: "([a, b]) -> [a, c] {a=12, b=8 whole, c=2 whole} linear {0} selects rematerializable"
  %2 = tensor.extract_slice %x[0, 3] [12, 2] [1, 1] : tensor<12x8xf32> to tensor<12x2xf32>
  // A size that does not divide.
  // CHECK: "([a, b]) -> [a, c] {a=12, b=8 whole, c=3 whole} linear {0} selects rematerializable"
  %3 = tensor.extract_slice %x[0, 3] [12, 3] [1, 1] : tensor<12x8xf32> to tensor<12x3xf32>
  // Strides, and positions known at run time.
  // CHECK: "([a, b]) -> [a, c] {a=12, b=8 whole, c=4 whole} linear {0} selects rematerializable"
  %4 = tensor.extract_slice %x[0, 0] [12, 4] [1, 2] : tensor<12x8xf32> to tensor<12x4xf32>
  // CHECK: "([a, c]) -> [b, c] {a=12 whole, b=4 whole, c=8} linear {0} selects rematerializable"
  %5 = tensor.extract_slice %x[%n, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @insertions
func.func @insertions(%x: tensor<12x8xf32>, %part: tensor<12x2xf32>, %odd: tensor<5x8xf32>) {
  // CHECK: "([a, c], [a, b c]) -> [a, b c] {a=12, b=4 whole, c=2} linear {0, 1}"
  %0 = tensor.insert_slice %part into %x[0, 2] [12, 2] [1, 1] : tensor<12x2xf32> into tensor<12x8xf32>
  // CHECK: "([b, c], [a, c]) -> [a, c] {a=12 whole, b=5 whole, c=8} linear {0, 1}"
  %1 = tensor.insert_slice %odd into %x[7, 0] [5, 8] [1, 1] : tensor<5x8xf32> into tensor<12x8xf32>
  return
}

// Three equal pieces are chunks of the result; others are whole. All together are linear.
// CHECK-LABEL: func.func @concats
func.func @concats(%x: tensor<4x8xf32>, %y: tensor<4x3xf32>) {
  // CHECK: "([a, b], [a, b], [a, b]) -> [a, c b] {a=4, b=8, c=3 whole} linear {0, 1, 2}"
  %0 = tensor.concat dim(1) %x, %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x24xf32>
  // CHECK: "([a, c], [a, d]) -> [a, b] {a=4, b=11 whole, c=8 whole, d=3 whole} linear {0, 1}"
  %1 = tensor.concat dim(1) %x, %y : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// Padded with zero a partial value stays one; with anything else it does not.
// CHECK-LABEL: func.func @pads
func.func @pads(%x: tensor<4x8xf32>, %v: f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  // CHECK: tensor.pad
  // CHECK: "([a, b]) -> [a, c] {a=4, b=8 whole, c=11 whole} linear {0}"
  %0 = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<4x11xf32>
  // CHECK: tensor.pad
  // CHECK: "([a, b]) -> [a, c] {a=4, b=8 whole, c=9 whole}"
  %1 = tensor.pad %x low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<4x8xf32> to tensor<4x9xf32>
  // By its position: every position is needed.
  // CHECK: tensor.pad
  // CHECK: "([a, c]) -> [b, d] {a=4 whole, b=4 whole, c=8 whole, d=9 whole}"
  %2 = tensor.pad %x low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    tensor.yield %f : f32
  } : tensor<4x8xf32> to tensor<4x9xf32>
  return
}

// CHECK-LABEL: func.func @made_of_scalars
func.func @made_of_scalars(%v: f32, %n: index, %x: tensor<?x8xf32>) {
  // CHECK: tensor.splat {{.*}}"() -> [a, b] {a=4, b=8} rematerializable"
  %0 = tensor.splat %v : tensor<4x8xf32>
  // CHECK: tensor.empty{{.*}}"() -> [a, b] {a=?, b=8} rematerializable"
  %1 = tensor.empty(%n) : tensor<?x8xf32>
  // Element by element: each rank makes all of them.
  // CHECK: tensor.from_elements {{.*}}"() -> [a] {a=2 whole} rematerializable"
  %2 = tensor.from_elements %v, %v : tensor<2xf32>
  // A size that one side does not know cannot be split.
  // CHECK: tensor.cast {{.*}}"([a, b]) -> [a, b] {a=?, b=8} linear {0} selects rematerializable"
  %3 = tensor.cast %x : tensor<?x8xf32> to tensor<4x8xf32>
  return
}
