// RUN: tp-opt %s --tprt-fuse-elementwise --cse | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func @chain
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK-NEXT: math.exp
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.add ins(%x, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.exp ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func @into_a_sum
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction"]
// CHECK: math.exp
// CHECK-NEXT: arith.addf
func.func @into_a_sum(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}

// A root for each row, not for each element.
// CHECK-LABEL: func @no_fusion_that_repeats_work
// CHECK: linalg.generic
// CHECK: math.rsqrt
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @no_fusion_that_repeats_work(%x: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4x8xf32> {
  %f = tensor.empty() : tensor<4xf32>
  %r = linalg.rsqrt ins(%s : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func @no_fusion_into_two_users
// CHECK: math.exp
// CHECK: linalg.yield
// CHECK: math.sin
// CHECK: linalg.yield
// CHECK: math.cos
func.func @no_fusion_into_two_users(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.sin %a : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = math.cos %a : f32
    linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}

// The broadcast of a vector costs nothing to repeat.
// CHECK-LABEL: func @broadcast_into_two_users
// CHECK-SAME: (%[[B:.*]]: tensor<8xf32>, %[[X:.*]]: tensor<4x8xf32>)
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[B]]
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[B]]
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
func.func @broadcast_into_two_users(%b: tensor<8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %1 = linalg.add ins(%x, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.mul ins(%x, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func @transpose_into_a_product
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NOT: linalg.generic
func.func @transpose_into_a_product(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %e = tensor.empty() : tensor<16x16xf32>
  %t = linalg.transpose ins(%b : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%a, %t : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// The product must stay one that the runtime knows.
// CHECK-LABEL: func @no_fusion_of_arithmetic_into_a_product
// CHECK: math.exp
// CHECK-NEXT: linalg.yield
// CHECK: arith.mulf
func.func @no_fusion_of_arithmetic_into_a_product(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %e = tensor.empty() : tensor<16x16xf32>
  %t = linalg.exp ins(%b : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.matmul ins(%a, %t : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: func @assertion_stays
// CHECK: cf.assert
// CHECK: arith.addf
func.func @assertion_stays(%x: tensor<4x8xf32>, %b: tensor<4x8xf32>, %ok: i1) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    cf.assert %ok, "no"
    linalg.yield %a : f32
  } -> tensor<4x8xf32>
  %1 = linalg.add ins(%0, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
