// Functions that LLVM has and those that are calls of libm, lowered by this pass and run. Values
// are Python's.
//
// RUN: %{python} -c "import math; xs=[-2.5,-0.75,0.5,3.25]; f={'sin':math.sin,'cos':math.cos,'atan':math.atan,'cbrt':lambda x: math.copysign(abs(x)**(1/3),x),'sinh':math.sinh,'floor':math.floor,'asinh':math.asinh,'erfc':math.erfc}; print('x:F64:4='+','.join(map(str,xs)), *(k+':F64:4='+','.join(repr(float(g(x))) for x in xs) for k,g in f.items()))" > %t.txt
// RUN: xargs %{python} %{inputs}/safetensors.py write %t.all < %t.txt
// RUN: tp-run %s --no-partition --inputs %t.all --compare %t.all --tolerance 1e-14
// RUN: tp-opt %s --tp-to-host-pipeline | FileCheck %s
// CHECK-DAG: llvm.func @cbrt(f64) -> f64
// CHECK-DAG: llvm.func @asinh(f64) -> f64
// CHECK-DAG: llvm.func @erfc(f64) -> f64
// CHECK-DAG: llvm.func @tprt_allocate(i64) -> !llvm.ptr

func.func @main(%x: tensor<4xf64> {tp.name = "x"})
    -> (tensor<4xf64> {tp.name = "sin"}, tensor<4xf64> {tp.name = "cos"}, tensor<4xf64> {tp.name = "atan"},
        tensor<4xf64> {tp.name = "cbrt"}, tensor<4xf64> {tp.name = "sinh"}, tensor<4xf64> {tp.name = "floor"},
        tensor<4xf64> {tp.name = "asinh"}, tensor<4xf64> {tp.name = "erfc"}) {
  %0 = math.sin %x : tensor<4xf64>
  %1 = math.cos %x : tensor<4xf64>
  %2 = math.atan %x : tensor<4xf64>
  %3 = math.cbrt %x : tensor<4xf64>
  %4 = math.sinh %x : tensor<4xf64>
  %5 = math.floor %x : tensor<4xf64>
  %6 = math.asinh %x : tensor<4xf64>
  %7 = math.erfc %x : tensor<4xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>,
      tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}
