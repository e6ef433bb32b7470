// RUN: tp-opt %s --tprt-collapse-loops | FileCheck %s

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func @all_of_an_elementwise_op
// CHECK-SAME: (%[[X:.*]]: memref<2x3x4xf32>, %[[Y:.*]]: memref<2x3x4xf32>)
// CHECK: %[[CX:.*]] = memref.collapse_shape %[[X]] {{\[\[}}0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
// CHECK: %[[CY:.*]] = memref.collapse_shape %[[Y]]
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel"]
// CHECK-SAME: ins(%[[CX]] : memref<24xf32>) outs(%[[CY]] : memref<24xf32>)
func.func @all_of_an_elementwise_op(%x: memref<2x3x4xf32>, %y: memref<2x3x4xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<2x3x4xf32>) outs(%y : memref<2x3x4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = math.exp %i : f32
    linalg.yield %0 : f32
  }
  return
}

// A bias of the last dimension keeps it apart.
// CHECK-LABEL: func @all_but_the_last
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel"]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : memref<6x4xf32>, memref<4xf32>) outs(%{{.*}} : memref<6x4xf32>)
func.func @all_but_the_last(%x: memref<2x3x4xf32>, %b: memref<4xf32>, %y: memref<2x3x4xf32>) {
  linalg.generic {indexing_maps = [#id, affine_map<(d0, d1, d2) -> (d2)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %b : memref<2x3x4xf32>, memref<4xf32>) outs(%y : memref<2x3x4xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %0 = arith.addf %i, %j : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @rows_of_a_sum
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction"]
// CHECK-SAME: ins(%{{.*}} : memref<6x4xf32>) outs(%{{.*}} : memref<6xf32>)
func.func @rows_of_a_sum(%x: memref<2x3x4xf32>, %y: memref<2x3xf32>) {
  linalg.generic {indexing_maps = [#id, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : memref<2x3x4xf32>) outs(%y : memref<2x3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.addf %i, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func @unknown_sizes
// CHECK: linalg.fill ins(%{{.*}}) outs(%{{.*}} : memref<?x?xf32, strided<[?, 1]>>)
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel"]
func.func @unknown_sizes(%x: memref<?x?xf32>, %y: memref<?x?xf32, strided<[?, 1]>>, %f: f32) {
  linalg.fill ins(%f : f32) outs(%y : memref<?x?xf32, strided<[?, 1]>>)
  linalg.fill ins(%f : f32) outs(%x : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func @keep_transpose
// CHECK: iterator_types = ["parallel", "parallel", "parallel"]
func.func @keep_transpose(%x: memref<2x3x4xf32>, %y: memref<4x3x2xf32>) {
  linalg.generic {indexing_maps = [#id, affine_map<(d0, d1, d2) -> (d2, d1, d0)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<2x3x4xf32>) outs(%y : memref<4x3x2xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  }
  return
}

// CHECK-LABEL: func @keep_positions
// CHECK: iterator_types = ["parallel", "parallel", "parallel"]
func.func @keep_positions(%y: memref<2x3x4xindex>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<2x3x4xindex>) {
  ^bb0(%o: index):
    %0 = linalg.index 1 : index
    linalg.yield %0 : index
  }
  return
}

// CHECK-LABEL: func @keep_strided
// CHECK: iterator_types = ["parallel", "parallel", "parallel"]
func.func @keep_strided(%x: memref<2x3x4xf32, strided<[24, 8, 1]>>, %y: memref<2x3x4xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<2x3x4xf32, strided<[24, 8, 1]>>) outs(%y : memref<2x3x4xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  }
  return
}
