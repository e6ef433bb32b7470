// A function on buffers, called by a program on tensors: two buffers that are given back
// after their last use, one of them seen through a view, and one that is handed out.
// Run by the pipeline, which has this pass once: twice would free twice.
//
// RUN: tp-opt %s --tprt-insert-deallocs | FileCheck %s
// RUN: %{python} %{inputs}/safetensors.py write %t.in x:F32:4=1,2,3,4
// RUN: tp-run %s --no-partition --inputs %t.in --outputs %t
// RUN: %{python} %{inputs}/safetensors.py print %t | FileCheck %s --check-prefix=VALUES --match-full-lines
// VALUES: y F32 [4] 3 6 9 12
// CHECK-LABEL: func.func private @three_times
// CHECK-COUNT-2: memref.dealloc
// CHECK-NOT: memref.dealloc
// CHECK: return

#id = affine_map<(i) -> (i)>
func.func private @three_times(%x: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  linalg.add ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  %v = memref.expand_shape %b [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %w = memref.collapse_shape %v [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  linalg.add ins(%w, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return %y : memref<4xf32>
}
func.func @main(%x: tensor<4xf32> {tp.name = "x"}) -> (tensor<4xf32> {tp.name = "y"}) {
  %b = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %y = call @three_times(%b) : (memref<4xf32>) -> memref<4xf32>
  %0 = bufferization.to_tensor %y restrict : memref<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
