// Whole numbers: their sum and product have one value in any order.
//
// RUN: %{python} %{inputs}/safetensors.py write %t.in x:F32:4x5=iota
// RUN: tp-opt %s --tprt-relax-reductions -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tp-run %t.mlir --no-partition --inputs %t.in --outputs %t
// RUN: tp-run %s --no-partition --inputs %t.in --compare %t --tolerance 0
// RUN: %{python} %{inputs}/safetensors.py print %t | FileCheck %s --check-prefix=VALUES --match-full-lines
// CHECK: arith.addf {{.*}}reassoc
// CHECK-NOT: arith.maximumf {{.*}}reassoc
// VALUES: largest F32 [4] 4 9 14 19
// VALUES: sum F32 [5] 30 34 38 42 46

func.func @main(%x: tensor<4x5xf32> {tp.name = "x"}) -> (tensor<5xf32> {tp.name = "sum"}, tensor<4xf32> {tp.name = "largest"}) {
  %zero5 = arith.constant dense<0.0> : tensor<5xf32>
  %zero4 = arith.constant dense<0.0> : tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x5xf32>) outs(%zero5 : tensor<5xf32>) dimensions = [0]
  %1 = linalg.reduce { arith.maximumf } ins(%x : tensor<4x5xf32>) outs(%zero4 : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<5xf32>, tensor<4xf32>
}
