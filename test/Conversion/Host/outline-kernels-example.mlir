// A function on buffers, called by a program on tensors: two equal loops become one kernel.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-opt %s --tprt-outline-kernels -o %t.mlir && FileCheck %s < %t.mlir
// RUN: tp-run %t.mlir --no-partition --random-inputs 1 --compare %t --tolerance 0
// CHECK: call @[[K:kernel_[0-9]+]](
// CHECK: call @[[K]](
// CHECK: func.func private @[[K]](
// CHECK-NOT: func.func private @kernel

#id = affine_map<(i, j) -> (i, j)>
func.func private @twice(%x: memref<3x5xf32>, %y: memref<3x5xf32>, %z: memref<3x5xf32>) {
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x5xf32>) outs(%y : memref<3x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.subf %two, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<3x5xf32>) outs(%z : memref<3x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.subf %two, %a : f32
    linalg.yield %0 : f32
  }
  return
}
func.func @main(%x: tensor<3x5xf32> {tp.name = "x"}) -> (tensor<3x5xf32> {tp.name = "z"}) {
  %bx = bufferization.to_buffer %x read_only : tensor<3x5xf32> to memref<3x5xf32>
  %by = memref.alloc() : memref<3x5xf32>
  %bz = memref.alloc() : memref<3x5xf32>
  call @twice(%bx, %by, %bz) : (memref<3x5xf32>, memref<3x5xf32>, memref<3x5xf32>) -> ()
  %z = bufferization.to_tensor %bz restrict : memref<3x5xf32> to tensor<3x5xf32>
  return %z : tensor<3x5xf32>
}
