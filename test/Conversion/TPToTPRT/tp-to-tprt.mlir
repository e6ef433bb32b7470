// RUN: tp-opt %s --convert-tp-to-tprt --split-input-file | FileCheck %s

tp.mesh @mesh = <["tp"=4]>

// CHECK-NOT: tp.mesh
// CHECK-LABEL: func @all_reduce
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK: %[[Y:.*]] = tprt.collective all_reduce sum f32 over [4:1] {[4, 8] : [_, _] -> [_, _]} ins(%[[X]] : tensor<4x8xf32>) outs(%[[E]] : tensor<4x8xf32>)
// CHECK-SAME: at "{{.*}}tp-to-tprt.mlir
// CHECK: return %[[Y]]
func.func @all_reduce(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = tp.all_reduce sum %x over {"tp"} : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// The buffer is as large as the input is at run time.
// CHECK-LABEL: func @all_reduce_of_a_dynamic_size
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>)
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %c0
// CHECK: tensor.empty(%[[D]]) : tensor<?x8xf32>
// CHECK: {[-1, 8] : [_, _] -> [_, _]}
func.func @all_reduce_of_a_dynamic_size(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tp.all_reduce sum %x over {"tp"} : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// min and max of floats keep a NaN, those of integers are signed.
// CHECK-LABEL: func @reductions
// CHECK: all_reduce maximumf f32
// CHECK: all_reduce minimumf f64
// CHECK: all_reduce maxsi i32
// CHECK: all_reduce minsi i8
// CHECK: all_reduce maxui i16
// CHECK: all_reduce minui i64
// CHECK: all_reduce maxnumf bf16
// CHECK: all_reduce minnumf f16
// CHECK: all_reduce and i1
// CHECK: all_reduce or i1
// CHECK: all_reduce xor i1
// CHECK: all_reduce prod i64
func.func @reductions(%f32: tensor<f32>, %f64: tensor<f64>, %i32: tensor<i32>, %i8: tensor<i8>,
    %i16: tensor<i16>, %i64: tensor<i64>, %bf16: tensor<bf16>, %f16: tensor<f16>, %i1: tensor<i1>,
    %index: tensor<index>) {
  %0 = tp.all_reduce max %f32 over {"tp"} : tensor<f32>
  %1 = tp.all_reduce min %f64 over {"tp"} : tensor<f64>
  %2 = tp.all_reduce max %i32 over {"tp"} : tensor<i32>
  %3 = tp.all_reduce min %i8 over {"tp"} : tensor<i8>
  %4 = tp.all_reduce maxui %i16 over {"tp"} : tensor<i16>
  %5 = tp.all_reduce minui %i64 over {"tp"} : tensor<i64>
  %6 = tp.all_reduce maxnum %bf16 over {"tp"} : tensor<bf16>
  %7 = tp.all_reduce minnum %f16 over {"tp"} : tensor<f16>
  %8 = tp.all_reduce and %i1 over {"tp"} : tensor<i1>
  %9 = tp.all_reduce or %i1 over {"tp"} : tensor<i1>
  %10 = tp.all_reduce xor %i1 over {"tp"} : tensor<i1>
  %11 = tp.all_reduce prod %index over {"tp"} : tensor<index>
  return
}

// CHECK-LABEL: func @bucket_is_one_call
// CHECK: tprt.collective all_reduce sum f32 over [4:1] {[3] : [_] -> [_], [] : [] -> []} ins(%{{.*}}, %{{.*}} : tensor<3xf32>, tensor<f32>)
// CHECK-NOT: tprt.collective
func.func @bucket_is_one_call(%a: tensor<3xf32>, %b: tensor<f32>) -> (tensor<3xf32>, tensor<f32>) {
  %0:2 = tp.all_reduce sum %a, %b over {"tp"} : tensor<3xf32>, tensor<f32>
  return %0#0, %0#1 : tensor<3xf32>, tensor<f32>
}

// CHECK-LABEL: func @broadcast
// CHECK: tprt.collective broadcast i64 over [4:1] {[3] : [_] -> [_]}
func.func @broadcast(%x: tensor<3xi64>) -> tensor<3xi64> {
  %y = tp.broadcast %x over {"tp"} : tensor<3xi64>
  return %y : tensor<3xi64>
}

// CHECK-LABEL: func @all_gather_of_uneven_parts
// CHECK: tprt.collective all_gather f32 over [4:1] {[4, 10] : [_, 4:1] -> [_, _]} ins(%{{.*}} : tensor<4x?xf32>) outs(%{{.*}} : tensor<4x10xf32>)
func.func @all_gather_of_uneven_parts(%x: tensor<4x?xf32>) -> tensor<4x10xf32> {
  %y = tp.all_gather %x over {"tp"} [{}, {"tp"}] -> [{}, {}] of tensor<4x10xf32>
      : tensor<4x?xf32> -> tensor<4x10xf32>
  return %y : tensor<4x10xf32>
}

// ceil((i + 1) * 10 / 4) - ceil(i * 10 / 4), each at most 10.
// CHECK-LABEL: func @all_slice_into_uneven_parts
// CHECK: %[[R:.*]] = tprt.rank : index
// CHECK: %[[I:.*]] = arith.remui %[[R]], %c4
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1
// CHECK: arith.muli %[[NEXT]], %{{.*}}
// CHECK: arith.minui
// CHECK: arith.muli %[[I]], %{{.*}}
// CHECK: arith.minui
// CHECK: %[[SIZE:.*]] = arith.subi
// CHECK: %[[E:.*]] = tensor.empty(%[[SIZE]]) : tensor<4x?xf32>
// CHECK: tprt.collective all_slice f32 over [4:1] {[4, 10] : [_, _] -> [_, 4:1]}
func.func @all_slice_into_uneven_parts(%x: tensor<4x10xf32>) -> tensor<4x?xf32> {
  %y = tp.all_slice %x over {"tp"} [{}, {}] -> [{}, {"tp"}] of tensor<4x10xf32>
      : tensor<4x10xf32> -> tensor<4x?xf32>
  return %y : tensor<4x?xf32>
}

// CHECK-LABEL: func @reduce_scatter_in_chunks
// CHECK: tprt.collective reduce_scatter sum f32 over [4:1] {[4, 24] : [_, _] -> [_, 4:1 c 3]}
func.func @reduce_scatter_in_chunks(%x: tensor<4x24xf32>) -> tensor<4x6xf32> {
  %y = tp.reduce_scatter sum %x over {"tp"} [{}, {}] -> [{}, {"tp"} c3] of tensor<4x24xf32>
      : tensor<4x24xf32> -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// A part of an axis is a digit of its own.
// CHECK-LABEL: func @sub_axis
// CHECK: tprt.collective all_gather f32 over [2:1] {[8] : [2:2 * 2:1] -> [2:2]}
func.func @sub_axis(%x: tensor<2xf32>) -> tensor<4xf32> {
  %y = tp.all_gather %x over {"tp":(2)2} [{"tp"}] -> [{"tp":(1)2}] of tensor<8xf32>
      : tensor<2xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @all_to_all
// CHECK: tprt.collective all_to_all f32 over [4:1] {[4, 8] : [_, 4:1] -> [4:1, _]}
func.func @all_to_all(%x: tensor<4x2xf32>) -> tensor<1x8xf32> {
  %y = tp.all_to_all %x over {"tp"} [{}, {"tp"}] -> [{"tp"}, {}] of tensor<4x8xf32>
      : tensor<4x2xf32> -> tensor<1x8xf32>
  return %y : tensor<1x8xf32>
}

// A split dimension of unknown size: ranks add up their parts first.
// CHECK-LABEL: func @all_gather_of_an_unknown_size
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>)
// CHECK: %[[PART:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[IN:.*]] = tensor.from_elements %[[PART]] : tensor<index>
// CHECK: %[[SUM:.*]] = tprt.collective all_reduce sum i64 over [4:1] {[] : [] -> []} ins(%[[IN]] : tensor<index>)
// CHECK: %[[SIZE:.*]] = tensor.extract %[[SUM]][] : tensor<index>
// CHECK: tensor.empty(%[[SIZE]]) : tensor<?x8xf32>
// CHECK: tprt.collective all_gather f32 over [4:1] {[?, 8] : [4:1, _] -> [_, _]} ins(%[[X]] : tensor<?x8xf32>)
// CHECK-SAME: sizes(%[[SIZE]])
func.func @all_gather_of_an_unknown_size(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tp.all_gather %x over {"tp"} [{"tp"}, {}] -> [{}, {}] of tensor<?x8xf32>
      : tensor<?x8xf32> -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// A dimension that is held whole needs none of that.
// CHECK-LABEL: func @unknown_size_held_whole
// CHECK-NOT: all_reduce
// CHECK: tprt.collective all_gather f32 over [4:1] {[-1, 8] : [_, 4:1] -> [_, _]}
func.func @unknown_size_held_whole(%x: tensor<?x2xf32>) -> tensor<?x8xf32> {
  %y = tp.all_gather %x over {"tp"} [{}, {"tp"}] -> [{}, {}] of tensor<?x8xf32>
      : tensor<?x2xf32> -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// CHECK-LABEL: func @start_runs_at_once
// CHECK: %[[Y:.*]] = tprt.collective all_reduce
// CHECK-NEXT: %[[Z:.*]] = math.exp
// CHECK-NEXT: return %[[Y]], %[[Z]]
func.func @start_runs_at_once(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = tp.start {
    %y = tp.all_reduce sum %x over {"tp"} : tensor<4xf32>
    tp.return %y : tensor<4xf32>
  } : !tp.pending<tensor<4xf32>>
  %z = math.exp %x : tensor<4xf32>
  %y = tp.wait %p : !tp.pending<tensor<4xf32>>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @constraint_is_its_operand
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %[[X]]
func.func @constraint_is_its_operand(
    %x: tensor<4x8xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<4x8xf32> {tp.name = "y"}) {
  %y = tp.sharding_constraint %x <@mesh, [{}, {"tp"}]> : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

tp.mesh @mesh = <["dp"=2, "tp"=3]>

// CHECK-LABEL: func @axis_index
// CHECK: %[[R:.*]] = tprt.rank : index
// CHECK: %[[I:.*]] = arith.remui %[[R]], %c3
// CHECK: return %[[I]]
func.func @axis_index() -> index {
  %i = tp.axis_index over {"tp"} : index
  return %i : index
}

// CHECK-LABEL: func @axis_index_over_two
// CHECK: %[[R:.*]] = tprt.rank : index
// CHECK: %[[T:.*]] = arith.remui %[[R]], %c3
// CHECK: %[[Q:.*]] = arith.divui %{{.*}}, %c3
// CHECK: %[[D:.*]] = arith.remui %[[Q]], %c2
// CHECK: %[[M:.*]] = arith.muli %[[T]], %c2
// CHECK: arith.addi %[[M]], %[[D]]
func.func @axis_index_over_two() -> index {
  %i = tp.axis_index over {"tp", "dp"} : index
  return %i : index
}

// CHECK-LABEL: func @gather
// CHECK-SAME: (%[[TABLE:.*]]: tensor<512x128xf32>, %[[TOKENS:.*]]: tensor<2x32xi32>)
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel"]
// CHECK-SAME: ins(%[[TOKENS]] : tensor<2x32xi32>)
// CHECK: ^bb0(%[[T:.*]]: i32, %{{.*}}: f32):
// CHECK: %[[P:.*]] = arith.index_cast %[[T]] : i32 to index
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[P]], %c512
// CHECK: %[[D:.*]] = linalg.index 2
// CHECK: scf.if %[[INSIDE]] -> (f32)
// CHECK: tensor.extract %[[TABLE]][%[[P]], %[[D]]]
// CHECK: else
// CHECK: scf.yield %cst
func.func @gather(%table: tensor<512x128xf32>, %tokens: tensor<2x32xi32>) -> tensor<2x32x128xf32> {
  %r = tp.gather %table[%tokens] map = affine_map<(d0, d1, d2)[s0] -> (s0, d2)>, [affine_map<(d0, d1, d2) -> (d0, d1)>]
      : tensor<512x128xf32>, (tensor<2x32xi32>) -> tensor<2x32x128xf32>
  return %r : tensor<2x32x128xf32>
}

// CHECK-LABEL: func @gather_from_a_part
// CHECK-SAME: %[[OFFSET:[a-z0-9]*]]: index
// CHECK: %[[I:.*]] = arith.index_cast
// CHECK: %[[P:.*]] = arith.subi %[[I]], %[[OFFSET]]
// CHECK: arith.cmpi ult, %[[P]]
func.func @gather_from_a_part(%table: tensor<128x16xf32>, %tokens: tensor<?xi64>, %offset: index) -> tensor<?x16xf32> {
  %r = tp.gather %table[%tokens] offset(%offset) map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<128x16xf32>, (tensor<?xi64>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}
