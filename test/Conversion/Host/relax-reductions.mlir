// RUN: tp-opt %s --tprt-relax-reductions | FileCheck %s

// What is summed keeps its order, the sum does not.
// CHECK-LABEL: func @sum
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
func.func @sum(%x: memref<2x3xf32>, %y: memref<2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<2x3xf32>) outs(%y : memref<2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.addf %i, %i : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// CHECK-LABEL: func @keep_maximum
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
func.func @keep_maximum(%x: memref<2x3xf32>, %y: memref<2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<2x3xf32>) outs(%y : memref<2xf32>) {
  ^bb0(%i: f32, %o: f32):
    %1 = arith.maximumf %o, %i : f32
    linalg.yield %1 : f32
  }
  return
}

// CHECK-LABEL: func @keep_elementwise
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
func.func @keep_elementwise(%x: memref<3xf32>, %y: memref<3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<3xf32>) outs(%y : memref<3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %1 = arith.addf %o, %i : f32
    linalg.yield %1 : f32
  }
  return
}
