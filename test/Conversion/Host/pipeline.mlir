// RUN: tp-opt %s --tp-to-host-pipeline | FileCheck %s
// RUN: tp-opt %s --tp-to-host-pipeline=check-sizes | FileCheck %s --check-prefix=CHECKED

// Two layers share their kernels, the arguments are not written, and what is in
// between is given back.
// CHECK-DAG: llvm.func @tprt_contract
// CHECK-DAG: llvm.func @tprt_collective
// CHECK-NOT: llvm.func @malloc
// CHECK-LABEL: llvm.func @main(
// CHECK: llvm.call @tprt_allocate
// CHECK: llvm.call @[[FILL:kernel_[0-9]+]](
// CHECK: llvm.call @[[PRODUCT:kernel_[0-9]+]](
// CHECK: llvm.call @[[TANH:kernel_[0-9]+]](
// CHECK: llvm.call @tprt_deallocate
// CHECK: llvm.call @[[FILL]](
// CHECK: llvm.call @[[PRODUCT]](
// CHECK: llvm.call @[[TANH]](
// CHECK: llvm.call @kernel_{{[0-9]+}}(
// CHECK-LABEL: llvm.func @_mlir_ciface_main
// CHECK-NOT: cf.
// CHECK-NOT: scf.
tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<16x16xf32> {tp.name = "x"}, %w: tensor<16x16xf32>, %v: tensor<16x16xf32>) -> (tensor<16x16xf32> {tp.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = math.tanh %0 : tensor<16x16xf32>
  %2 = linalg.matmul ins(%1, %v : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %3 = math.tanh %2 : tensor<16x16xf32>
  %4 = tp.all_reduce sum %3 over {"tp"} : tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}

// All sizes are known: nothing is checked.
// CHECKED-NOT: tprt_fail
