// One empty tensor, three ops that write to it, one that reads two of what they wrote.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-opt %s --tprt-unshare-destinations -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tp-run %t.mlir --no-partition --random-inputs 1 --compare %t --tolerance 0
// CHECK-COUNT-4: tensor.empty
// CHECK-NOT:     tensor.empty

func.func @main(%x: tensor<6xf32> {tp.name = "x"}) -> (tensor<6xf32> {tp.name = "y"}, tensor<f32> {tp.name = "sum"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.exp ins(%x : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.negf ins(%x : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %2 = linalg.mul ins(%0, %1 : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%1 : tensor<6xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %2, %sum : tensor<6xf32>, tensor<f32>
}
