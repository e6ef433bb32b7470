// RUN: tp-opt %s --tprt-unshare-destinations | FileCheck %s

// CHECK-LABEL: func @two_uses
// CHECK: %[[A:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: linalg.fill ins(%{{.*}} : f32) outs(%[[A]] : tensor<4xf32>)
// CHECK-NEXT: %[[B:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: linalg.fill ins(%{{.*}} : f32) outs(%[[B]] : tensor<4xf32>)
func.func @two_uses(%x: f32, %y: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill ins(%y : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @one_use_is_moved_there
// CHECK: arith.constant
// CHECK-NEXT: %[[E:.*]] = tensor.empty(%{{.*}})
// CHECK-NEXT: linalg.fill
func.func @one_use_is_moved_there(%n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %x = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @use_in_a_region
// CHECK: scf.if
// CHECK-NEXT: tensor.empty
// CHECK: else
// CHECK-NEXT: tensor.empty
func.func @use_in_a_region(%c: i1, %x: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.if %c -> tensor<4xf32> {
    %0 = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Destinations that two products add to: each is filled, none is copied.
// CHECK-LABEL: func @fill_of_two_products
// CHECK: %[[E1:.*]] = tensor.empty
// CHECK-NEXT: %[[F1:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E1]]
// CHECK-NEXT: linalg.matmul ins(%{{.*}}) outs(%[[F1]]
// CHECK-NEXT: %[[E2:.*]] = tensor.empty
// CHECK-NEXT: %[[F2:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E2]]
// CHECK-NEXT: linalg.matmul ins(%{{.*}}) outs(%[[F2]]
func.func @fill_of_two_products(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%y, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// What only reads the filled tensor shares it.
// CHECK-LABEL: func @keep_fill_that_is_read
// CHECK: linalg.fill
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @keep_fill_that_is_read() -> (tensor<4xf32>, tensor<4xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %f, %f : tensor<4xf32>, tensor<4xf32>
}
