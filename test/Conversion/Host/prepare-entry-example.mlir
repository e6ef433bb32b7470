// Scalars at the border, another entry than main, helpers: the prepared module runs alike.
//
// RUN: %{python} %{inputs}/safetensors.py write %t.in x:F32:3=1,2,3 n:I64:=5 s:F32:=0.5
// RUN: tp-run %s --entry step --no-partition --inputs %t.in --outputs %t
// RUN: tp-opt %s --tprt-prepare-entry=entry=step -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tp-run %t.mlir --entry step --no-partition --inputs %t.in --outputs %t.prepared
// RUN: %{python} %{inputs}/safetensors.py print %t | FileCheck %s --check-prefix=VALUES --match-full-lines
// RUN: %{python} %{inputs}/safetensors.py print %t.prepared | FileCheck %s --check-prefix=VALUES --match-full-lines
// CHECK-NOT: @main
// CHECK: func.func @step(%{{.*}}: tensor<3xf32> {{.*}}, %{{.*}}: tensor<index> {{.*}}, %{{.*}}: tensor<f32>
// VALUES: m I64 [] 11
// VALUES: y F32 [3] 0.5 1 1.5

func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func @scale(%x: tensor<3xf32>, %s: f32) -> tensor<3xf32> {
  %0 = tensor.splat %s : tensor<3xf32>
  %1 = arith.mulf %x, %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func @step(%x: tensor<3xf32> {tp.name = "x"}, %n: index {tp.name = "n"}, %s: f32 {tp.name = "s"})
    -> (tensor<3xf32> {tp.name = "y"}, index {tp.name = "m"}) {
  %c1 = arith.constant 1 : index
  %y = call @scale(%x, %s) : (tensor<3xf32>, f32) -> tensor<3xf32>
  %0 = arith.addi %n, %n : index
  %1 = arith.addi %0, %c1 : index
  return %y, %1 : tensor<3xf32>, index
}
