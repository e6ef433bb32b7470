// RUN: tp-opt %s --tprt-outline-kernels --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// Two equal ops, one kernel; the constant goes along, the scalar is an argument.
// CHECK-LABEL: func @shared
// CHECK-SAME: (%[[X:.*]]: memref<4x8xf32>, %[[S:.*]]: f32)
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: call @[[K:kernel_[0-9]+]](%[[X]], %[[A]], %[[S]])
// CHECK: call @[[K]](%[[X]], %[[B]], %[[S]])
// CHECK: func private @[[K]](%[[IN:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<4x8xf32> {llvm.noalias}, %[[T:.*]]: f32) attributes {llvm.bareptr}
// CHECK: %[[TWO:.*]] = arith.constant 2.0
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[IN]] : memref<4x8xf32>) outs(%[[OUT]] : memref<4x8xf32>)
// CHECK: return
// CHECK-NOT: func private
func.func @shared(%x: memref<4x8xf32>, %s: f32) -> (memref<4x8xf32>, memref<4x8xf32>) {
  %two = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<4x8xf32>
  %b = memref.alloc() : memref<4x8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.mulf %i, %two : f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32>) outs(%b : memref<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.mulf %i, %two : f32
    %1 = arith.addf %0, %s : f32
    linalg.yield %1 : f32
  }
  return %a, %b : memref<4x8xf32>, memref<4x8xf32>
}

// -----

// CHECK-LABEL: func @no_sharing_of_different_constants
// CHECK: call @[[K:kernel_[0-9]+]](
// CHECK-NOT: call @[[K]](
// CHECK: call @kernel_
func.func @no_sharing_of_different_constants(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 3.0 : f32
  linalg.fill ins(%a : f32) outs(%x : memref<4xf32>)
  linalg.fill ins(%b : f32) outs(%y : memref<4xf32>)
  return
}

// -----

// CHECK-LABEL: func @no_sharing_of_different_shapes
// CHECK: call @[[K:kernel_[0-9]+]](
// CHECK-NOT: call @[[K]](
// CHECK: call @kernel_
func.func @no_sharing_of_different_shapes(%x: memref<4xf32>, %y: memref<5xf32>, %a: f32) {
  linalg.fill ins(%a : f32) outs(%x : memref<4xf32>)
  linalg.fill ins(%a : f32) outs(%y : memref<5xf32>)
  return
}

// -----

// Written in place, and two arguments of the program that may be one.
// CHECK-LABEL: func @no_noalias
// CHECK: func private @kernel_{{[0-9]+}}(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) attributes {llvm.bareptr}
// CHECK: func private @kernel_{{[0-9]+}}(%{{.*}}: memref<2xf32>, %{{.*}}: memref<2xf32, strided<[1], offset: 2>>) attributes {llvm.bareptr}
func.func @no_noalias(%x: memref<4xf32>, %y: memref<4xf32>) {
  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  %a = memref.alloc() : memref<4xf32>
  %l = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32>
  %r = memref.subview %a[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  linalg.copy ins(%l : memref<2xf32>) outs(%r : memref<2xf32, strided<[1], offset: 2>>)
  return
}

// -----

// Sizes known at run time: whole descriptors are passed.
// CHECK-LABEL: func @dynamic
// CHECK: func private @kernel_{{[0-9]+}}(%{{.*}}: f32, %{{.*}}: memref<?xf32>) {
func.func @dynamic(%n: index, %s: f32) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%s : f32) outs(%a : memref<?xf32>)
  return %a : memref<?xf32>
}

// -----

// One value used twice is one argument; what the body reads is another.
// CHECK-LABEL: func @captured
// CHECK-SAME: (%[[X:.*]]: memref<4xi32>, %[[T:.*]]: memref<9xi32>)
// CHECK: call @[[K:.*]](%[[X]], %{{.*}}, %[[T]]) : (memref<4xi32>, memref<4xi32>, memref<9xi32>) -> ()
func.func @captured(%x: memref<4xi32>, %t: memref<9xi32>) -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%a : memref<4xi32>) {
  ^bb0(%i: i32, %j: i32, %o: i32):
    %p = arith.index_cast %i : i32 to index
    %0 = memref.load %t[%p] : memref<9xi32>
    linalg.yield %0 : i32
  }
  return %a : memref<4xi32>
}

// -----

// CHECK-LABEL: func @runtime_calls
// CHECK-NOT: tprt.
// CHECK: func private @kernel_{{[0-9]+}}
// CHECK: tprt.contract
// CHECK: func private @kernel_{{[0-9]+}}
// CHECK: tprt.collective
func.func @runtime_calls(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  tprt.collective all_reduce sum f32 over [4:1] {[-1, -1] : [_, _] -> [_, _]}
      ins(%a : memref<4x4xf32>) outs(%c : memref<4x4xf32>) at "a.py:1"
  return
}

// -----

// CHECK-LABEL: func @strided_copy
// CHECK-NOT: memref.copy
// CHECK: call @kernel_
// CHECK: linalg.copy
func.func @strided_copy(%a: memref<4x4xf32>, %c: memref<4x2xf32>) {
  %v = memref.subview %a[0, 0] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1]>>
  memref.copy %v, %c : memref<4x2xf32, strided<[4, 1]>> to memref<4x2xf32>
  return
}

// -----

// CHECK-LABEL: func @keep_contiguous_copy
// CHECK: memref.copy
// CHECK-NOT: func private
func.func @keep_contiguous_copy(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
  memref.copy %a, %c : memref<4x4xf32> to memref<4x4xf32>
  return
}
