// RUN: tp-opt %s | FileCheck %s
// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --mlir-print-op-generic | tp-opt | FileCheck %s

// CHECK-LABEL: func @rank
// CHECK: tprt.rank : index
func.func @rank() -> index {
  %0 = tprt.rank : index
  return %0 : index
}

// CHECK-LABEL: func @fail
// CHECK: tprt.fail "index must be smaller than dim size"
func.func @fail() {
  tprt.fail "index must be smaller than dim size"
  return
}

// CHECK-LABEL: func @all_reduce_on_tensors
// CHECK: tprt.collective all_reduce sum f32 over [4:1] {[-1, -1] : [_, _] -> [_, _]} ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) at "a.py:3" -> tensor<4x8xf32>
func.func @all_reduce_on_tensors(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = tprt.collective all_reduce sum f32 over [4:1] {[-1, -1] : [_, _] -> [_, _]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) at "a.py:3" -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// The location is empty by default and does not print.
// CHECK-LABEL: func @all_gather_on_memrefs
// CHECK: tprt.collective all_gather bf16 over [4:1] {[4, 10] : [_, 4:1] -> [_, _]} ins(%{{.*}} : memref<4x?xbf16>) outs(%{{.*}} : memref<4x10xbf16>){{$}}
func.func @all_gather_on_memrefs(%x: memref<4x?xbf16>, %y: memref<4x10xbf16>) {
  tprt.collective all_gather bf16 over [4:1] {[4, 10] : [_, 4:1] -> [_, _]}
      ins(%x : memref<4x?xbf16>) outs(%y : memref<4x10xbf16>)
  return
}

// CHECK-LABEL: func @digits_granules_and_chunks
// CHECK: tprt.collective all_to_all i32 over [2:4, 2:1] {[384, 8] : [2:4 * 2:1 g 16 c 3, _] -> [_, 2:4 * 2:1 c 2]}
func.func @digits_granules_and_chunks(%x: tensor<96x8xi32>, %e: tensor<384x2xi32>) -> tensor<384x2xi32> {
  %y = tprt.collective all_to_all i32 over [2:4, 2:1] {[384, 8] : [2:4 * 2:1 g 16 c 3, _] -> [_, 2:4 * 2:1 c 2]}
      ins(%x : tensor<96x8xi32>) outs(%e : tensor<384x2xi32>) -> tensor<384x2xi32>
  return %y : tensor<384x2xi32>
}

// CHECK-LABEL: func @sizes_known_at_run_time
// CHECK: tprt.collective all_slice f32 over [2:1] {[?, -1] : [_, _] -> [2:1, _]} ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>) sizes(%{{.*}}) -> tensor<?x?xf32>
func.func @sizes_known_at_run_time(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %d: index) -> tensor<?x?xf32> {
  %y = tprt.collective all_slice f32 over [2:1] {[?, -1] : [_, _] -> [2:1, _]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) sizes(%d) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// CHECK-LABEL: func @bucket
// CHECK: tprt.collective all_reduce maximumf f32 over [4:1] {[-1] : [_] -> [_], [] : [] -> []} ins(%{{.*}}, %{{.*}} : memref<4xf32>, memref<f32>) outs(%{{.*}}, %{{.*}} : memref<4xf32>, memref<f32>)
func.func @bucket(%a: memref<4xf32>, %b: memref<f32>, %c: memref<4xf32>, %d: memref<f32>) {
  tprt.collective all_reduce maximumf f32 over [4:1] {[-1] : [_] -> [_], [] : [] -> []}
      ins(%a, %b : memref<4xf32>, memref<f32>) outs(%c, %d : memref<4xf32>, memref<f32>)
  return
}

// CHECK-LABEL: func @contract
// CHECK: tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%{{.*}}, %{{.*}} : tensor<64x128xbf16>, tensor<128x32xbf16>) outs(%{{.*}} : tensor<64x32xf32>) -> tensor<64x32xf32>
func.func @contract(%a: tensor<64x128xbf16>, %b: tensor<128x32xbf16>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = tprt.contract [0, 2], [2, 1] -> [0, 1]
      ins(%a, %b : tensor<64x128xbf16>, tensor<128x32xbf16>)
      outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// CHECK-LABEL: func @contract_on_memrefs
// CHECK: tprt.contract [0], [0] -> [] ins(%{{.*}}, %{{.*}} : memref<?xf32>, memref<?xf32, strided<[2]>>) outs(%{{.*}} : memref<f32>){{$}}
func.func @contract_on_memrefs(%a: memref<?xf32>, %b: memref<?xf32, strided<[2]>>, %c: memref<f32>) {
  tprt.contract [0], [0] -> []
      ins(%a, %b : memref<?xf32>, memref<?xf32, strided<[2]>>) outs(%c : memref<f32>)
  return
}
