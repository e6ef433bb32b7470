// A softmax and a concat, run as they are and as what they become.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-opt %s --tprt-decompose -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tp-run %t.mlir --no-partition --random-inputs 1 --compare %t --tolerance 0
// CHECK-NOT: linalg.softmax
// CHECK-NOT: tensor.concat
// CHECK-NOT: linalg.pack

func.func @main(%x: tensor<5x7xf32> {tp.name = "x"}, %y: tensor<5x2xf32> {tp.name = "y"})
    -> (tensor<5x7xf32> {tp.name = "softmax"}, tensor<5x16xf32> {tp.name = "concat"},
        tensor<2x3x3x3xf32> {tp.name = "packed"}, tensor<5x7xf32> {tp.name = "unpacked"}) {
  %e = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.softmax dimension(0) ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %1 = tensor.concat dim(1) %x, %y, %x : (tensor<5x7xf32>, tensor<5x2xf32>, tensor<5x7xf32>) -> tensor<5x16xf32>
  %pad = arith.constant 0.5 : f32
  %tiles = tensor.empty() : tensor<2x3x3x3xf32>
  %2 = linalg.pack %x padding_value(%pad : f32) inner_dims_pos = [0, 1] inner_tiles = [3, 3] into %tiles
      : tensor<5x7xf32> -> tensor<2x3x3x3xf32>
  %3 = linalg.unpack %2 inner_dims_pos = [0, 1] inner_tiles = [3, 3] into %e : tensor<2x3x3x3xf32> -> tensor<5x7xf32>
  return %0, %1, %2, %3 : tensor<5x7xf32>, tensor<5x16xf32>, tensor<2x3x3x3xf32>, tensor<5x7xf32>
}
