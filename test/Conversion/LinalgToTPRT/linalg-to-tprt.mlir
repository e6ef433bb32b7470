// RUN: tp-opt %s --convert-linalg-to-tprt | FileCheck %s
// RUN: tp-opt %s --convert-linalg-to-tprt=min-multiplications=1000000 | FileCheck %s --check-prefix=LARGE

// CHECK-LABEL: func @matmul
// CHECK-SAME: (%[[A:.*]]: tensor<64x128xf32>, %[[B:.*]]: tensor<128x32xf32>, %[[C:.*]]: tensor<64x32xf32>)
// CHECK: %[[R:.*]] = tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%[[A]], %[[B]] : tensor<64x128xf32>, tensor<128x32xf32>) outs(%[[C]] : tensor<64x32xf32>)
// CHECK: return %[[R]]
// LARGE-LABEL: func @matmul
// LARGE: linalg.matmul
func.func @matmul(%a: tensor<64x128xf32>, %b: tensor<128x32xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x32xf32>)
                     outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// CHECK-LABEL: func @batch_matmul
// CHECK: tprt.contract [0, 1, 3], [0, 3, 2] -> [0, 1, 2]
func.func @batch_matmul(%a: tensor<4x8x16xf64>, %b: tensor<4x16x8xf64>, %c: tensor<4x8x8xf64>) -> tensor<4x8x8xf64> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<4x8x16xf64>, tensor<4x16x8xf64>)
                           outs(%c : tensor<4x8x8xf64>) -> tensor<4x8x8xf64>
  return %0 : tensor<4x8x8xf64>
}

// CHECK-LABEL: func @transposed_operand
// CHECK: tprt.contract [0, 2], [1, 2] -> [0, 1]
func.func @transposed_operand(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
       ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// Of unknown size: assumed to be large.
// CHECK-LABEL: func @dynamic
// CHECK: tprt.contract
// LARGE-LABEL: func @dynamic
// LARGE: tprt.contract
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @attention_scores
// CHECK: tprt.contract [0, 2, 1, 4], [0, 3, 1, 4] -> [0, 1, 2, 3]
func.func @attention_scores(%q: tensor<2x32x8x16xf32>, %k: tensor<2x32x8x16xf32>, %c: tensor<2x8x32x32xf32>) -> tensor<2x8x32x32xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, h, i, j, d) -> (b, i, h, d)>, affine_map<(b, h, i, j, d) -> (b, j, h, d)>,
                       affine_map<(b, h, i, j, d) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x32x8x16xf32>, tensor<2x32x8x16xf32>) outs(%c : tensor<2x8x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x8x32x32xf32>
  return %0 : tensor<2x8x32x32xf32>
}

// Operands of add and mul the other way round, inputs widened.
// CHECK-LABEL: func @widened_inputs
// CHECK: tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%{{.*}}, %{{.*}} : tensor<16x16xbf16>, tensor<16x16xbf16>) outs(%{{.*}} : tensor<16x16xf32>)
func.func @widened_inputs(%a: tensor<16x16xbf16>, %b: tensor<16x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x16xbf16>, tensor<16x16xbf16>) outs(%c : tensor<16x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %out: f32):
    %xf = arith.extf %x : bf16 to f32
    %yf = arith.extf %y : bf16 to f32
    %p = arith.mulf %yf, %xf : f32
    %s = arith.addf %p, %out : f32
    linalg.yield %s : f32
  } -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// CHECK-LABEL: func @keep_small
// CHECK: linalg.matmul
func.func @keep_small(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func @keep_integers
// CHECK: linalg.matmul
func.func @keep_integers(%a: tensor<64x64xi32>, %b: tensor<64x64xi32>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xi32>, tensor<64x64xi32>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
}

// CHECK-LABEL: func @keep_widened_to_f64
// CHECK: linalg.matmul
func.func @keep_widened_to_f64(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf64>) -> tensor<64x64xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %0 : tensor<64x64xf64>
}

// A window is no loop of its own.
// CHECK-LABEL: func @keep_convolution
// CHECK: linalg.conv_1d
func.func @keep_convolution(%a: tensor<1030xf32>, %b: tensor<7xf32>, %c: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = linalg.conv_1d ins(%a, %b : tensor<1030xf32>, tensor<7xf32>) outs(%c : tensor<1024xf32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}

// CHECK-LABEL: func @keep_maximum_of_products
// CHECK: linalg.generic
func.func @keep_maximum_of_products(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.maximumf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// An assertion must not be lost.
// CHECK-LABEL: func @keep_assertion
// CHECK: cf.assert
func.func @keep_assertion(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>, %ok: i1) -> tensor<64x64xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    cf.assert %ok, "no"
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// The square of one input is no product of the two.
// CHECK-LABEL: func @keep_square
// CHECK: linalg.generic
func.func @keep_square(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
