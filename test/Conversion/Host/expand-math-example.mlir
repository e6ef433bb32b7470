// Polynomials beside the functions of libm, from where they are small to where they
// overflow, at the borders and at NaN; and roundings to bf16, of which none may differ.
//
// RUN: %{python} %{inputs}/safetensors.py write %t.in x:F32:12=0,-0.001,0.5,-0.5,1,-1,3,-8,20,-30,80,-87 i:I32:6=-7,-6,-1,0,6,7
// RUN: tp-opt %s --tprt-expand-math=approximate=false -o %t.libm.mlir && FileCheck %s --check-prefix=LIBM < %t.libm.mlir
// RUN: tp-opt %s --tprt-expand-math -o %t.mlir && FileCheck %s < %t.mlir
// RUN: %{python} -c "import math; xs=[0,-0.001,0.5,-0.5,1,-1,3,-8,20,-30,80,-87]; print('tanh:F32:12='+','.join(repr(math.tanh(x)) for x in xs), 'erf:F32:12='+','.join(repr(math.erf(x)) for x in xs), 'log1p:F32:12='+','.join(repr(math.log1p(abs(x))) for x in xs), 'exp:F32:12='+','.join(repr(math.exp(-abs(x))) for x in xs), 'expm1:F32:12='+','.join(repr(math.expm1(-abs(x))) for x in xs), 'floor:I32:6=-4,-3,-1,0,3,3', 'ceil:I32:6=-3,-3,0,0,3,4')" > %t.values
// RUN: xargs %{python} %{inputs}/safetensors.py write %t.expected < %t.values
// RUN: tp-run %t.mlir --no-partition --inputs %t.in --compare %t.expected --tolerance 1e-6
// RUN: tp-run %t.libm.mlir --no-partition --inputs %t.in --compare %t.expected --tolerance 1e-6
// RUN: tp-run %s --no-partition --inputs %t.in --compare %t.expected --tolerance 1e-6
// CHECK-NOT: math.{{exp|expm1|tanh|erf|log1p}}
// CHECK-NOT: arith.{{floor|ceil}}divsi
// LIBM: math.tanh
// LIBM-NOT: arith.{{floor|ceil}}divsi

#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<12xf32> {tp.name = "x"}, %i: tensor<6xi32> {tp.name = "i"})
    -> (tensor<12xf32> {tp.name = "tanh"}, tensor<12xf32> {tp.name = "erf"}, tensor<12xf32> {tp.name = "log1p"},
        tensor<12xf32> {tp.name = "exp"}, tensor<12xf32> {tp.name = "expm1"},
        tensor<6xi32> {tp.name = "floor"}, tensor<6xi32> {tp.name = "ceil"}) {
  %e = tensor.empty() : tensor<12xf32>
  %0:5 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<12xf32>) outs(%e, %e, %e, %e, %e : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %f: f32, %g: f32):
    %t = math.tanh %a : f32
    %r = math.erf %a : f32
    %p = math.absf %a : f32
    %n = arith.negf %p : f32
    %l = math.log1p %p : f32
    %x1 = math.exp %n : f32
    %m = math.expm1 %n : f32
    linalg.yield %t, %r, %l, %x1, %m : f32, f32, f32, f32, f32
  } -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>)
  %ei = tensor.empty() : tensor<6xi32>
  %1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<6xi32>) outs(%ei, %ei : tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %two = arith.constant 2 : i32
    %f = arith.floordivsi %a, %two : i32
    %g = arith.ceildivsi %a, %two : i32
    linalg.yield %f, %g : i32, i32
  } -> (tensor<6xi32>, tensor<6xi32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %1#0, %1#1
      : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<6xi32>, tensor<6xi32>
}
