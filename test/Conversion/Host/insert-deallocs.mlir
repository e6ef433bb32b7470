// RUN: tp-opt %s --tprt-insert-deallocs | FileCheck %s

func.func private @use(%x: memref<4xf32>)

// CHECK-LABEL: func @after_last_use
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: call @use(%[[A]])
// CHECK-NEXT: call @use(%[[A]])
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: call @use(%[[B]])
// CHECK-NEXT: memref.dealloc %[[B]]
func.func @after_last_use() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  call @use(%a) : (memref<4xf32>) -> ()
  call @use(%a) : (memref<4xf32>) -> ()
  call @use(%b) : (memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func @use_through_a_view
// CHECK: memref.expand_shape
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.dealloc
func.func @use_through_a_view(%i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %x = memref.load %v[%i, %i] : memref<2x2xf32>
  return %x : f32
}

// CHECK-LABEL: func @use_in_a_region
// CHECK: scf.if
// CHECK: call @use
// CHECK: }
// CHECK-NEXT: memref.dealloc
func.func @use_in_a_region(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  scf.if %c {
    func.call @use(%a) : (memref<4xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func @inside_a_loop
// CHECK: scf.for
// CHECK: call @use
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: }
func.func @inside_a_loop(%n: index, %i: index) {
  scf.for %k = %i to %n step %i {
    %a = memref.alloc() : memref<4xf32>
    func.call @use(%a) : (memref<4xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func @keep_returned
// CHECK-NOT: memref.dealloc
func.func @keep_returned() -> memref<2x2xf32> {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %v : memref<2x2xf32>
}

// CHECK-LABEL: func @keep_what_a_loop_carries
// CHECK-NOT: memref.dealloc
func.func @keep_what_a_loop_carries(%n: index, %i: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %k = %i to %n step %i iter_args(%s = %a) -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    memref.copy %s, %b : memref<4xf32> to memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// CHECK-LABEL: func @keep_given_back
// CHECK: memref.dealloc
// CHECK-NOT: memref.dealloc
func.func @keep_given_back() {
  %a = memref.alloc() : memref<4xf32>
  call @use(%a) : (memref<4xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  return
}
