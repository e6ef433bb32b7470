// RUN: tp-opt %s --pass-pipeline='builtin.module(func.func(tprt-own-results))' | FileCheck %s

// CHECK-LABEL: func @argument
// CHECK-SAME: (%[[X:.*]]: memref<4x?xf32>)
// CHECK: %[[D:.*]] = memref.dim %[[X]], %c1
// CHECK: %[[R:.*]] = memref.alloc(%[[D]]) : memref<4x?xf32>
// CHECK: memref.copy %[[X]], %[[R]]
// CHECK: return %[[R]]
func.func @argument(%x: memref<4x?xf32>) -> memref<4x?xf32> {
  return %x : memref<4x?xf32>
}

memref.global "private" constant @c : memref<2xi32> = dense<[1, 2]>

// CHECK-LABEL: func @constant
// CHECK: %[[R:.*]] = memref.alloc() : memref<2xi32>
// CHECK: return %[[R]]
func.func @constant() -> memref<2xi32> {
  %0 = memref.get_global @c : memref<2xi32>
  return %0 : memref<2xi32>
}

// CHECK-LABEL: func @one_buffer_twice
// CHECK: %[[A:.*]] = memref.alloc() : memref<4xf32>
// CHECK: %[[V:.*]] = memref.expand_shape %[[A]]
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x2xf32>
// CHECK: memref.copy %[[V]], %[[B]]
// CHECK: return %[[A]], %[[B]]
func.func @one_buffer_twice() -> (memref<4xf32>, memref<2x2xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %0, %1 : memref<4xf32>, memref<2x2xf32>
}

// CHECK-LABEL: func @unknown_origin
// CHECK: memref.copy
func.func @unknown_origin(%c: i1, %x: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  %1 = arith.select %c, %0, %x : memref<4xf32>
  return %1 : memref<4xf32>
}

// CHECK-LABEL: func @no_copy_of_an_allocation
// CHECK-NOT: memref.copy
func.func @no_copy_of_an_allocation() -> memref<2x2xf32> {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %1 : memref<2x2xf32>
}

// CHECK-LABEL: func private @no_copy_in_private_functions
// CHECK-NOT: memref.copy
func.func private @no_copy_in_private_functions(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
