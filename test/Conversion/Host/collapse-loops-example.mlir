// A function on buffers, called by a program on tensors: three loops become one, a bias
// keeps its own, and what comes out is the same.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-opt %s --tprt-collapse-loops -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tp-run %t.mlir --no-partition --random-inputs 1 --compare %t --tolerance 0
// CHECK: iterator_types = ["parallel"]
// CHECK: iterator_types = ["parallel", "parallel"]

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#last = affine_map<(d0, d1, d2) -> (d2)>
func.func private @layer(%x: memref<2x3x4xf32>, %b: memref<4xf32>, %y: memref<2x3x4xf32>, %z: memref<2x3x4xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<2x3x4xf32>) outs(%y : memref<2x3x4xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.negf %i : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%y, %b : memref<2x3x4xf32>, memref<4xf32>) outs(%z : memref<2x3x4xf32>) {
  ^bb0(%i: f32, %c: f32, %o: f32):
    %0 = arith.addf %i, %c : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @main(%x: tensor<2x3x4xf32> {tp.name = "x"}, %b: tensor<4xf32> {tp.name = "b"})
    -> (tensor<2x3x4xf32> {tp.name = "z"}) {
  %bx = bufferization.to_buffer %x read_only : tensor<2x3x4xf32> to memref<2x3x4xf32>
  %bb = bufferization.to_buffer %b read_only : tensor<4xf32> to memref<4xf32>
  %by = memref.alloc() : memref<2x3x4xf32>
  %bz = memref.alloc() : memref<2x3x4xf32>
  call @layer(%bx, %bb, %by, %bz) : (memref<2x3x4xf32>, memref<4xf32>, memref<2x3x4xf32>, memref<2x3x4xf32>) -> ()
  %z = bufferization.to_tensor %bz restrict : memref<2x3x4xf32> to tensor<2x3x4xf32>
  return %z : tensor<2x3x4xf32>
}
