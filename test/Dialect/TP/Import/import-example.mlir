// Calls are inlined, table look-ups raised.
//
// RUN: tp-opt %s --tp-import | FileCheck %s
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-opt %s --tp-import | tp-run - --no-partition --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=2]>

// CHECK-NOT: func.func private
func.func private @double(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = arith.addf %x, %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[TABLE:.*]]: tensor<16x8xf32>{{.*}}, %[[TOKENS:.*]]: tensor<4xi32>
func.func @main(%table: tensor<16x8xf32> {tp.name = "table"}, %tokens: tensor<4xi32> {tp.name = "tokens"}) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  // CHECK: %[[ROWS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[TOKENS]] : tensor<4xi32>)
  // CHECK: linalg.yield %{{.*}} : index
  // CHECK: %[[X:.*]] = tp.gather %[[TABLE]][%[[ROWS]]] map = #{{.*}}, [#{{.*}}] : tensor<16x8xf32>, (tensor<4xindex>) -> tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%tokens : tensor<4xi32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%token: i32, %out: f32):
    %row = arith.index_cast %token : i32 to index
    %column = linalg.index 1 : index
    %x = tensor.extract %table[%row, %column] : tensor<16x8xf32>
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  // CHECK: arith.addf %[[X]], %[[X]]
  %1 = call @double(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
