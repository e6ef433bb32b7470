// A result that is an argument, one that is a constant, one value twice: each is a buffer of
// its own, so that the caller may write to one and keep the others.
// Run by the pipeline, as what the pass leaves returns buffers and not tensors.
//
// DEFINE: %{bufferize} = one-shot-bufferize{bufferize-function-boundaries \
// DEFINE:   function-boundary-type-conversion=identity-layout-map}
// RUN: tp-opt %s --pass-pipeline='builtin.module(%{bufferize},func.func(tprt-own-results))' | FileCheck %s
// RUN: %{python} %{inputs}/safetensors.py write %t.in x:F32:3=1,2,3
// RUN: tp-run %s --no-partition --inputs %t.in --outputs %t
// RUN: %{python} %{inputs}/safetensors.py print %t | FileCheck %s --check-prefix=VALUES --match-full-lines
// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: memref.alloc
// CHECK: return
// VALUES:      again F32 [3] -1 -2 -3
// VALUES-NEXT: constant F32 [3] 4 5 6
// VALUES-NEXT: negated F32 [3] -1 -2 -3
// VALUES-NEXT: x F32 [3] 1 2 3

func.func @main(%x: tensor<3xf32> {tp.name = "x"})
    -> (tensor<3xf32> {tp.name = "x"}, tensor<3xf32> {tp.name = "constant"},
        tensor<3xf32> {tp.name = "negated"}, tensor<3xf32> {tp.name = "again"}) {
  %c = arith.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.negf ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %x, %c, %0, %0 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
