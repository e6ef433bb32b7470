// A layer norm: eleven ops become six loops that compute the same: two sums, what is
// done to each of them, and two passes over the matrix.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-opt %s --convert-elementwise-to-linalg --tprt-fuse-elementwise --cse -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tp-run %t.mlir --no-partition --random-inputs 1 --compare %t --tolerance 1e-6
// CHECK-COUNT-6: linalg.generic
// CHECK-NOT:     linalg.generic

func.func @main(%x: tensor<6x9xf32> {tp.name = "x"}) -> (tensor<6x9xf32> {tp.name = "y"}) {
  %zero = arith.constant dense<0.0> : tensor<6xf32>
  %ninth = arith.constant dense<0.11111111> : tensor<6xf32>
  %eps = arith.constant dense<1.0e-3> : tensor<6xf32>
  %e = tensor.empty() : tensor<6x9xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<6x9xf32>) outs(%zero : tensor<6xf32>) dimensions = [1]
  %mean = arith.mulf %sum, %ninth : tensor<6xf32>
  %wide = linalg.broadcast ins(%mean : tensor<6xf32>) outs(%e : tensor<6x9xf32>) dimensions = [1]
  %centered = arith.subf %x, %wide : tensor<6x9xf32>
  %squares = arith.mulf %centered, %centered : tensor<6x9xf32>
  %total = linalg.reduce { arith.addf } ins(%squares : tensor<6x9xf32>) outs(%zero : tensor<6xf32>) dimensions = [1]
  %variance = arith.mulf %total, %ninth : tensor<6xf32>
  %shifted = arith.addf %variance, %eps : tensor<6xf32>
  %scale = math.rsqrt %shifted : tensor<6xf32>
  %scales = linalg.broadcast ins(%scale : tensor<6xf32>) outs(%e : tensor<6x9xf32>) dimensions = [1]
  %y = arith.mulf %centered, %scales : tensor<6x9xf32>
  return %y : tensor<6x9xf32>
}
