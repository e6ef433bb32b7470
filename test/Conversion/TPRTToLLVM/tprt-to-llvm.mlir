// RUN: tp-opt %s --convert-tprt-to-llvm --reconcile-unrealized-casts --split-input-file | FileCheck %s

// CHECK: llvm.func @tprt_rank() -> i32
// CHECK-LABEL: llvm.func @rank
// CHECK: %[[R:.*]] = llvm.call @tprt_rank() : () -> i32
// CHECK: llvm.sext %[[R]] : i32 to i64
func.func @rank() -> index {
  %0 = tprt.rank : index
  return %0 : index
}

// -----

// CHECK-DAG: llvm.func @tprt_fail(!llvm.ptr)
// CHECK-DAG: llvm.mlir.global private constant @[[$TEXT:tprt_text_[0-9]+]]("no luck\00")
// CHECK-LABEL: llvm.func @fail_twice
// CHECK: %[[A:.*]] = llvm.mlir.addressof @[[$TEXT]]
// CHECK: llvm.call @tprt_fail(%[[A]])
// CHECK: %[[B:.*]] = llvm.mlir.addressof @[[$TEXT]]
// CHECK: llvm.call @tprt_fail(%[[B]])
func.func @fail_twice() {
  tprt.fail "no luck"
  tprt.fail "no luck"
  return
}

// -----

// CHECK-LABEL: llvm.func @buffers
// CHECK: %[[P:.*]] = llvm.call @tprt_allocate(%{{.*}}) : (i64) -> !llvm.ptr
// CHECK: llvm.call @tprt_deallocate(%{{.*}}) : (!llvm.ptr) -> ()
func.func @buffers(%n: index) {
  %0 = memref.alloc(%n) : memref<?x4xf32>
  memref.dealloc %0 : memref<?x4xf32>
  return
}

// -----

// dtypes f32 (0), three loops, labels.
// CHECK-DAG: @[[$D:tprt_words_[0-9]+]](dense<[0, 0, 0, 3, 0, 2, 2, 1, 0, 1]> : tensor<10xi64>)
// CHECK-DAG: @[[$A:tprt_words_[0-9]+]](dense<[4, 8, 8, 1]> : tensor<4xi64>)
// CHECK-LABEL: llvm.func @contract
// CHECK: llvm.alloca %{{.*}} x !llvm.struct<(ptr, i32, ptr, ptr)>
// CHECK: llvm.mlir.addressof @[[$D]]
// CHECK: llvm.mlir.addressof @[[$A]]
// CHECK: llvm.call @tprt_contract(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
func.func @contract(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>) {
  tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  return
}

// -----

// kind, reduction, dtype, tensors, group, then the tensor.
// CHECK-DAG: (dense<[0, 10, 3, 1, 1, 4, 1, 1, -1, 0, 1, 1, 0, 1, 1]> : tensor<15xi64>)
// CHECK-DAG: ("a.py:3\00")
// CHECK-LABEL: llvm.func @collective
// CHECK: %[[LENGTH:.*]] = llvm.mlir.constant(15 : i64)
// CHECK: llvm.call @tprt_collective(%{{.*}}, %[[LENGTH]], %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
func.func @collective(%a: memref<8xbf16>, %b: memref<8xbf16>) {
  tprt.collective all_reduce maximumf bf16 over [4:1] {[-1] : [_] -> [_]}
      ins(%a : memref<8xbf16>) outs(%b : memref<8xbf16>) at "a.py:3"
  return
}

// -----

// Sizes known at run time are written into a copy of the descriptor, and of the shapes.
// CHECK-LABEL: llvm.func @dynamic_collective
// CHECK: llvm.alloca %{{.*}} x i64
// CHECK: llvm.store %{{.*}}, %{{.*}} : i64, !llvm.ptr
// CHECK: llvm.call @tprt_collective
func.func @dynamic_collective(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  tprt.collective all_slice f32 over [2:1] {[?] : [_] -> [2:1]}
      ins(%a : memref<?xf32>) outs(%b : memref<?xf32>) sizes(%n)
  return
}

// -----

// LLVM has an intrinsic for one, libm a function for the other.
// CHECK-DAG: llvm.func @erff(f32) -> f32
// CHECK-LABEL: llvm.func @math
// CHECK: llvm.intr.exp
// CHECK: llvm.call @erff
func.func @math(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.erf %0 : f32
  return %1 : f32
}

// -----

// CHECK: llvm.func @_mlir_ciface_public
// CHECK-NOT: @_mlir_ciface_private
func.func @public(%x: memref<4xf32>) {
  return
}
func.func private @private(%x: memref<4xf32>) {
  return
}

// -----

// CHECK-LABEL: llvm.func @bare
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias})
// CHECK-LABEL: llvm.func @caller
// CHECK: llvm.call @bare(%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
func.func private @bare(%x: memref<4xf32>, %y: memref<4xf32> {llvm.noalias}) attributes {llvm.bareptr} {
  return
}
func.func @caller(%x: memref<4xf32>, %y: memref<4xf32>) {
  call @bare(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
