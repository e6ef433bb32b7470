// Which reads of a table are look-ups, and which are not.
//
// RUN: tp-opt %s --tp-import | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The assertion goes with the positions: it is checked once for each, not for each element.
// CHECK-LABEL: func.func @assertions_go_along
func.func @assertions_go_along(%table: tensor<16x8xf32>, %tokens: tensor<4xi64>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c16 = arith.constant 16 : index
  // CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]
  // CHECK: cf.assert
  // CHECK: tp.gather
  // CHECK-NOT: cf.assert
  %0 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%tokens : tensor<4xi64>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%token: i64, %out: f32):
    %r = arith.index_cast %token : i64 to index
    %j = linalg.index 1 : index
    %ok = arith.cmpi slt, %r, %c16 : index
    cf.assert %ok, "index must be smaller than dim size"
    %x = tensor.extract %table[%r, %j] : tensor<16x8xf32>
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Positions read from a tensor at loop indices, clamped, as JAX writes them.
// CHECK-LABEL: func.func @positions_from_another_tensor
func.func @positions_from_another_tensor(%table: tensor<16x8xf32>, %tokens: tensor<4x1xi32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c15 = arith.constant 15 : index
  // CHECK: linalg.generic
  // CHECK: tensor.extract %{{.*}} : tensor<4x1xi32>
  // CHECK: tp.gather {{.*}}(tensor<4xindex>) -> tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %token = tensor.extract %tokens[%i, %c0] : tensor<4x1xi32>
    %r = arith.index_cast %token : i32 to index
    %low = arith.maxsi %r, %c0 : index
    %clamped = arith.minsi %low, %c15 : index
    %x = tensor.extract %table[%clamped, %j] : tensor<16x8xf32>
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Batched: the loop indexes the table and the positions.
// CHECK-LABEL: func.func @batched
func.func @batched(%logits: tensor<4x16xf32>, %targets: tensor<4xi32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: tp.gather %{{.*}}[%{{.*}}] map = #{{.*}}, [#{{.*}}] : tensor<4x16xf32>, (tensor<4xindex>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%targets : tensor<4xi32>) outs(%e : tensor<4xf32>) {
  ^bb0(%target: i32, %out: f32):
    %i = linalg.index 0 : index
    %r = arith.index_cast %target : i32 to index
    %x = tensor.extract %logits[%i, %r] : tensor<4x16xf32>
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @keep_positions_that_are_no_data
func.func @keep_positions_that_are_no_data(%table: tensor<16x8xf32>, %e: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c1 = arith.constant 1 : index
  // CHECK-NOT: tp.gather
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %next = arith.addi %i, %c1 : index
    %x = tensor.extract %table[%next, %j] : tensor<16x8xf32>
    linalg.yield %x : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @keep_what_is_computed_after_the_read
func.func @keep_what_is_computed_after_the_read(%table: tensor<16x8xf32>, %tokens: tensor<4xi32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: tp.gather
  %0 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%tokens : tensor<4xi32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%token: i32, %out: f32):
    %r = arith.index_cast %token : i32 to index
    %j = linalg.index 1 : index
    %x = tensor.extract %table[%r, %j] : tensor<16x8xf32>
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
