// Key-value heads that are fewer than the ranks: the axis is cut where the heads end, and
// the rest of it splits something else.
//
// RUN: tp-opt %s --tp-propagate --split-input-file | FileCheck %s

// Four heads of six on eight ranks; the queries' eight heads have a rank each.

// CHECK-LABEL: tp.mesh @mesh = <["tp"=8]>
// CHECK-SAME: tp.sub_axes = [#tp.axis_ref<"tp":(1)4>, #tp.axis_ref<"tp":(4)2>]
tp.mesh @mesh = <["tp"=8]>
// CHECK-LABEL: func.func @repeat_heads
// CHECK-SAME: %{{.*}}: tensor<2x24xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp":(1)4}]>}
// CHECK-SAME: -> (tensor<2x8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>})
func.func @repeat_heads(%k: tensor<2x24xf32>)
    -> (tensor<2x8x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>}) {
  // CHECK: tensor.expand_shape {{.*}} {tp.shardings = [#tp.sharding<@mesh, [{}, {"tp":(1)4}, {}]>]}
  %heads = tensor.expand_shape %k [[0], [1, 2]] output_shape [2, 4, 6] : tensor<2x24xf32> into tensor<2x4x6xf32>
  %e = tensor.empty() : tensor<2x4x2x6xf32>
  // CHECK: linalg.broadcast
  // CHECK-SAME: {tp.shardings = [#tp.sharding<@mesh, [{}, {"tp":(1)4}, {"tp":(4)2}, {}]>]}
  %r = linalg.broadcast ins(%heads : tensor<2x4x6xf32>) outs(%e : tensor<2x4x2x6xf32>) dimensions = [2]
  %y = tensor.collapse_shape %r [[0], [1, 2], [3]] : tensor<2x4x2x6xf32> into tensor<2x8x6xf32>
  return %y : tensor<2x8x6xf32>
}

// -----

// Split down to parts of a head: the second part of the axis splits within the head.

tp.mesh @mesh = <["dp"=3, "tp"=4]>
// CHECK-LABEL: func.func @inside_a_head
// CHECK-SAME: -> (tensor<2x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(1)2}, {"tp":(2)2}]>})
func.func @inside_a_head(%k: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})
    -> tensor<2x6xf32> {
  %heads = tensor.expand_shape %k [[0, 1]] output_shape [2, 6] : tensor<12xf32> into tensor<2x6xf32>
  return %heads : tensor<2x6xf32>
}

// -----

// Three heads on four ranks: no part of the axis is as long. Nothing is cut.

tp.mesh @mesh = <["tp"=4]>
// CHECK-LABEL: tp.mesh @mesh = <["tp"=4]>
// CHECK-NOT: tp.sub_axes
// CHECK-LABEL: func.func @no_cut_of_odd_heads
func.func @no_cut_of_odd_heads(%k: tensor<12xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})
    -> tensor<3x4xf32> {
  %heads = tensor.expand_shape %k [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
  return %heads : tensor<3x4xf32>
}
