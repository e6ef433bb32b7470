// RUN: tp-opt %s --tprt-decompose | FileCheck %s

// CHECK-LABEL: func @softmax
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: math.exp
// CHECK: arith.divf
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// CHECK-LABEL: func @concat
// CHECK-NOT: tensor.concat
// CHECK: tensor.insert_slice
// CHECK: tensor.insert_slice
func.func @concat(%x: tensor<4x3xf32>, %y: tensor<4x5xf32>) -> tensor<4x8xf32> {
  %z = tensor.concat dim(1) %x, %y : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// CHECK-LABEL: func @pack_and_unpack
// CHECK-NOT: linalg.pack
// CHECK-NOT: linalg.unpack
// CHECK: linalg.transpose
func.func @pack_and_unpack(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<2x4x4x2xf32>
  %p = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %e : tensor<8x8xf32> -> tensor<2x4x4x2xf32>
  %f = tensor.empty() : tensor<8x8xf32>
  %u = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %f : tensor<2x4x4x2xf32> -> tensor<8x8xf32>
  return %u : tensor<8x8xf32>
}
