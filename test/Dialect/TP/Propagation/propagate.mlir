// Which way shardings go, and where they stop.
//
// RUN: tp-opt %s --split-input-file --tp-propagate | FileCheck %s

tp.mesh @mesh = <["dp"=2, "tp"=4]>

// CHECK-LABEL: func.func @backward_to_an_open_argument
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>
func.func @backward_to_an_open_argument(%x: tensor<8x8xf32>) -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @forward_to_an_open_result
// CHECK-SAME: -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>})
func.func @forward_to_an_open_result(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>}) -> tensor<8x8xf32> {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @keep_a_closed_dimension
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>
func.func @keep_a_closed_dimension(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {?}]>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @keep_a_replicated_axis
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>
func.func @keep_a_replicated_axis(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {?}], replicated={"dp"}>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @an_open_dimension_gets_more_axes
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>
func.func @an_open_dimension_gets_more_axes(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp", ?}, {}]>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>}) {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The axis goes to the dimension of lower priority number.
// CHECK-LABEL: func.func @priorities
// CHECK: arith.addf {{.*}}tp.shardings = [#tp.sharding<@mesh, [{"tp"}, {}]>]
func.func @priorities(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
                      %y: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}p1]>}) -> tensor<8x8xf32> {
  %0 = arith.addf %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @chunks_from_a_collapse
// CHECK: tensor.collapse_shape {{.*}}tp.shardings = [#tp.sharding<@mesh, [{"tp"} c2]>]
// CHECK: arith.negf {{.*}}tp.shardings = [#tp.sharding<@mesh, [{"tp"} c2]>]
// CHECK: tensor.expand_shape {{.*}}tp.shardings = [#tp.sharding<@mesh, [{}, {"tp"}]>]
func.func @chunks_from_a_collapse(%x: tensor<2x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<2x8xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x8xf32> into tensor<16xf32>
  %1 = arith.negf %0 : tensor<16xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
  return %2 : tensor<2x8xf32>
}

// A fused projection: the split of each third reaches the open weight as chunks.
// CHECK-LABEL: func.func @chunks_from_slices
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, [{"tp"} c3]>
func.func @chunks_from_slices(%w: tensor<24xf32>) -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) {
  %0 = tensor.extract_slice %w[8] [8] [1] : tensor<24xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @granules_from_heads
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, [{"tp"} g4]>
func.func @granules_from_heads(%w: tensor<24xf32>) -> (tensor<6x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) {
  %0 = tensor.expand_shape %w [[0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
