// Every op and every piece of notation, printed, parsed again, and through bytecode.
//
// RUN: tp-opt %s | FileCheck %s
// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt | FileCheck %s
// RUN: tp-opt %s --mlir-print-op-generic | tp-opt | FileCheck %s

// CHECK: tp.mesh @mesh = <["dp"=2, "tp"=8]>
tp.mesh @mesh = <["dp"=2, "tp"=8]>
// CHECK: tp.mesh @other = <["x"=16]>
tp.mesh @other = <["x"=16]>

// CHECK-LABEL: func.func @attributes
// CHECK-SAME: tp.donate, tp.kind = "state", tp.name = "w", tp.sharding = #tp.sharding<@mesh, [{"dp", ?}p1 g4 c2, {"tp":(2)4}p3], unreduced=max{"tp":(1)2}>
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, [{?}, {}], replicated={"dp"}, unreduced={"tp"}>
// CHECK-SAME: tp.sharding = #tp.sharding<@mesh, []>
// CHECK-SAME: -> (tensor<8x8xf32> {tp.name = "y", tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>})
func.func @attributes(
    %a: tensor<8x8xf32> {tp.name = "w", tp.kind = "state", tp.donate,
        tp.sharding = #tp.sharding<@mesh, [{"dp", ?} p1 g4 c2, {"tp":(2)4}p3 g1 c1], unreduced=max{"tp":(1)2}>},
    %b: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {}], replicated={"dp"}, unreduced=sum{"tp"}>},
    %c: tensor<f32> {tp.sharding = #tp.sharding<@mesh, []>})
    -> (tensor<8x8xf32> {tp.name = "y", tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>}) {
  // CHECK: tp.sharding_constraint %{{.*}} <@mesh, [{}, {"tp", ?}]> : tensor<8x8xf32>
  %0 = tp.sharding_constraint %a <@mesh, [{}, {"tp", ?}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @manual
func.func @manual(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: tp.manual(%{{.*}}) in [#tp.sharding<@mesh, [{"tp"}, {}]>] out [#tp.sharding<@mesh, [{"tp"}, {}]>] {
  // CHECK-NEXT: ^bb0(%[[LOCAL:.*]]: tensor<1x8xf32>):
  // CHECK-NEXT:   tp.return %[[LOCAL]] : tensor<1x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = tp.manual(%x) in [#tp.sharding<@mesh, [{"tp"}, {}]>] out [#tp.sharding<@mesh, [{"tp"}, {}]>] {
  ^bb0(%local: tensor<1x8xf32>):
    tp.return %local : tensor<1x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @collectives
func.func @collectives(%x: tensor<4x8xf32>, %i: tensor<4xi32>) {
  // CHECK: tp.axis_index over {"dp", "tp"} : index
  %c = tp.axis_index over {"dp", "tp"} : index
  // CHECK: tp.axis_index over @other {"x"} : index
  %d = tp.axis_index over @other {"x"} : index
  // CHECK: tp.all_reduce sum %{{.*}} over {"tp"} : tensor<4x8xf32>
  %0 = tp.all_reduce sum %x over {"tp"} : tensor<4x8xf32>
  // CHECK: tp.all_reduce maxnum %{{.*}}, %{{.*}} over {"tp":(1)2} : tensor<4x8xf32>, tensor<4x8xf32>
  %1:2 = tp.all_reduce maxnum %x, %x over {"tp":(1)2} : tensor<4x8xf32>, tensor<4x8xf32>
  // CHECK: tp.all_reduce minui %{{.*}} over @other {"x"} : tensor<4xi32>
  %2 = tp.all_reduce minui %i over @other {"x"} : tensor<4xi32>
  // CHECK: tp.broadcast %{{.*}} over {"dp"} : tensor<4x8xf32>
  %3 = tp.broadcast %x over {"dp"} : tensor<4x8xf32>
  // CHECK: tp.all_slice %{{.*}} over {"dp"} [{}, {}] -> [{}, {"dp"}] of tensor<4x8xf32> : tensor<4x8xf32> -> tensor<4x4xf32>
  %4 = tp.all_slice %x over {"dp"} [{}, {}] -> [{}, {"dp"}] of tensor<4x8xf32> : tensor<4x8xf32> -> tensor<4x4xf32>
  // CHECK: tp.all_gather %{{.*}} over {"dp"} [{}, {"dp"}] -> [{}, {}] of tensor<4x8xf32> : tensor<4x4xf32> -> tensor<4x8xf32>
  %5 = tp.all_gather %4 over {"dp"} [{}, {"dp"}] -> [{}, {}] of tensor<4x8xf32> : tensor<4x4xf32> -> tensor<4x8xf32>
  // CHECK: tp.reduce_scatter prod %{{.*}} over {"dp"} [{}, {}] -> [{"dp"} c2, {}] of tensor<4x8xf32> : tensor<4x8xf32> -> tensor<2x8xf32>
  %6 = tp.reduce_scatter prod %x over {"dp"} [{}, {}] -> [{"dp"} c2, {}] of tensor<4x8xf32> : tensor<4x8xf32> -> tensor<2x8xf32>
  // CHECK: tp.all_to_all %{{.*}} over {"dp"} [{}, {"dp"}] -> [{"dp"}, {}] of tensor<4x8xf32> : tensor<4x4xf32> -> tensor<2x8xf32>
  %7 = tp.all_to_all %4 over {"dp"} [{}, {"dp"}] -> [{"dp"}, {}] of tensor<4x8xf32> : tensor<4x4xf32> -> tensor<2x8xf32>
  // CHECK: tp.permute %{{.*}} over {"dp", "tp"} [{"dp", "tp"}] -> [{"tp", "dp"}] of tensor<64xi32> : tensor<4xi32> -> tensor<4xi32>
  %8 = tp.permute %i over {"dp", "tp"} [{"dp", "tp"}] -> [{"tp", "dp"}] of tensor<64xi32> : tensor<4xi32> -> tensor<4xi32>
  // CHECK: %[[P:.*]] = tp.start {
  // CHECK-NEXT: %[[R:.*]] = tp.all_reduce sum %{{.*}} over {"tp"} : tensor<4x8xf32>
  // CHECK-NEXT: tp.return %[[R]] : tensor<4x8xf32>
  // CHECK-NEXT: } : !tp.pending<tensor<4x8xf32>>
  %9 = tp.start {
    %r = tp.all_reduce sum %x over {"tp"} : tensor<4x8xf32>
    tp.return %r : tensor<4x8xf32>
  } : !tp.pending<tensor<4x8xf32>>
  // CHECK: tp.wait %[[P]] : !tp.pending<tensor<4x8xf32>>
  %10 = tp.wait %9 : !tp.pending<tensor<4x8xf32>>
  return
}

// CHECK-LABEL: func.func @uneven_parts
func.func @uneven_parts(%x: tensor<4x?xf32>) -> tensor<4x10xf32> {
  // CHECK: tp.all_gather %{{.*}} over {"tp"} [{}, {"tp"}] -> [{}, {}] of tensor<4x10xf32> : tensor<4x?xf32> -> tensor<4x10xf32>
  %0 = tp.all_gather %x over {"tp"} [{}, {"tp"}] -> [{}, {}] of tensor<4x10xf32> : tensor<4x?xf32> -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// CHECK-LABEL: func.func @data
func.func @data(%table: tensor<16x8xf32>, %rows: tensor<4xi32>, %x: tensor<4x8xf32>) {
  // CHECK: tp.gather %{{.*}}[%{{.*}}] map = #{{.*}}, [#{{.*}}] : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  %0 = tp.gather %table[%rows] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  %c = arith.constant 4 : index
  // CHECK: tp.gather %{{.*}}[%{{.*}}] offset(%{{.*}}) map
  %1 = tp.gather %table[%rows] offset(%c) map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  // CHECK: tp.scatter sum %{{.*}} into %{{.*}}[%{{.*}}] map
  %2 = tp.scatter sum %x into %table[%rows] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<4x8xf32>, (tensor<4xi32>) -> tensor<16x8xf32>
  // CHECK: tp.scatter %{{.*}} into %{{.*}}[%{{.*}}] map
  %3 = tp.scatter %x into %table[%rows] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<4x8xf32>, (tensor<4xi32>) -> tensor<16x8xf32>
  // CHECK: tp.sort %{{.*}} along 1 : tensor<4x8xf32>
  %4 = tp.sort %x along 1 : tensor<4x8xf32>
  // CHECK: tp.sort %{{.*}} along 0 descending : tensor<4x8xf32>
  %5 = tp.sort %x along 0 descending : tensor<4x8xf32>
  // CHECK: tp.top_k 2 of %{{.*}} : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x2xi32>
  %6:2 = tp.top_k 2 of %x : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x2xi32>
  return
}

// Every reduction, on a type that has it.
// CHECK-LABEL: func.func private @reductions_of_annotations
// CHECK-SAME: [{}], unreduced={"tp"}>
// CHECK-SAME: [{}], unreduced=prod{"tp"}>
// CHECK-SAME: [{}], unreduced=and{"tp"}>
// CHECK-SAME: [{}], unreduced=or{"tp"}>
// CHECK-SAME: [{}], unreduced=xor{"tp"}>
// CHECK-SAME: [{}], unreduced=min{"tp"}>
// CHECK-SAME: [{}], unreduced=max{"tp"}>
// CHECK-SAME: [{}], unreduced=minnum{"tp"}>
// CHECK-SAME: [{}], unreduced=maxnum{"tp"}>
// CHECK-SAME: [{}], unreduced=minui{"tp"}>
// CHECK-SAME: [{}], unreduced=maxui{"tp"}>
func.func private @reductions_of_annotations(
    tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced={"tp"}>},
    tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=prod{"tp"}>},
    tensor<8xi1> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=and{"tp"}>},
    tensor<8xi1> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=or{"tp"}>},
    tensor<8xi32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=xor{"tp"}>},
    tensor<8xi32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=min{"tp"}>},
    tensor<8xbf16> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=max{"tp"}>},
    tensor<8xf64> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=minnum{"tp"}>},
    tensor<8xf16> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=maxnum{"tp"}>},
    tensor<8xi8> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=minui{"tp"}>},
    tensor<8xindex> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=maxui{"tp"}>})

// What is the default does not print: p0, g1, c1, the sum. Spaces do not count.
// CHECK-LABEL: func.func private @defaults
// CHECK-SAME: #tp.sharding<@mesh, [{"tp"}]>
// CHECK-SAME: #tp.sharding<@mesh, [{"tp", ?}]>
// CHECK-SAME: #tp.sharding<@mesh, [{}]>
// CHECK-SAME: #tp.sharding<@mesh, [{"tp"}p2 g3]>
// CHECK-SAME: #tp.sharding<@mesh, [{?}p1]>
func.func private @defaults(
    tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}p0 g1 c1]>},
    tensor<8xf32> {tp.sharding = #tp.sharding<@mesh,[{"tp",?}]>},
    tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [ { } ], unreduced = sum{}>},
    tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} p2 g3 c1]>},
    tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{?} p1]>})

// Sizes that a split cannot divide, that are 0, 1 or unknown, are all the verifier's friends.
// CHECK-LABEL: func.func private @odd_sizes
// CHECK-SAME: tensor<0x1x?x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp":(1)2}, {"tp":(2)2}, {"tp":(4)2} g2]>}
// CHECK-SAME: tensor<i1> {tp.sharding = #tp.sharding<@other, [], replicated={"x":(4)4}, unreduced=or{"x":(1)2, "x":(2)2}>}
func.func private @odd_sizes(
    tensor<0x1x?x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp":(1)2}, {"tp":(2)2}, {"tp":(4)2} g2]>},
    tensor<i1> {tp.sharding = #tp.sharding<@other, [], replicated={"x":(4)4}, unreduced=or{"x":(1)2, "x":(2)2}>})

// CHECK-LABEL: func.func @annotated
// CHECK-SAME: tp.global_type = tensor<8x6xf32>
// CHECK-SAME: attributes {tp.partitioned}
func.func @annotated(%x: tensor<1x6xf32> {tp.global_type = tensor<8x6xf32>, tp.kind = "parameter",
                                          tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<1x6xf32> {tp.global_type = tensor<8x6xf32>, tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    attributes {tp.partitioned} {
  // CHECK: arith.negf %{{.*}} {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
  %0 = arith.negf %x {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]} : tensor<1x6xf32>
  // A result that is no tensor has none.
  // CHECK: tensor.extract %{{.*}} {tp.shardings = [unit]}
  %c = arith.constant 0 : index
  %1 = tensor.extract %0[%c, %c] {tp.shardings = [unit]} : tensor<1x6xf32>
  return %0 : tensor<1x6xf32>
}

// CHECK-LABEL: func.func @every_reduction
func.func @every_reduction(%f: tensor<f16>, %i: tensor<2xi8>) {
  // CHECK: tp.all_reduce sum
  %0 = tp.all_reduce sum %f over {"dp"} : tensor<f16>
  // CHECK: tp.all_reduce prod
  %1 = tp.all_reduce prod %f over {"dp"} : tensor<f16>
  // CHECK: tp.all_reduce min %
  %2 = tp.all_reduce min %f over {"dp"} : tensor<f16>
  // CHECK: tp.all_reduce max %
  %3 = tp.all_reduce max %f over {"dp"} : tensor<f16>
  // CHECK: tp.all_reduce minnum
  %4 = tp.all_reduce minnum %f over {"dp"} : tensor<f16>
  // CHECK: tp.all_reduce maxnum
  %5 = tp.all_reduce maxnum %f over {"dp"} : tensor<f16>
  // CHECK: tp.all_reduce minui
  %6 = tp.all_reduce minui %i over {"dp"} : tensor<2xi8>
  // CHECK: tp.all_reduce maxui
  %7 = tp.all_reduce maxui %i over {"dp"} : tensor<2xi8>
  // CHECK: tp.all_reduce and
  %8 = tp.all_reduce and %i over {"dp"} : tensor<2xi8>
  // CHECK: tp.all_reduce or
  %9 = tp.all_reduce or %i over {"dp"} : tensor<2xi8>
  // CHECK: tp.all_reduce xor
  %10 = tp.all_reduce xor %i over {"dp"} : tensor<2xi8>
  return
}

// Several tensors in one op, each with its layout; parts of axes; chunks on both sides.
// CHECK-LABEL: func.func @buckets
func.func @buckets(%a: tensor<4xf32>, %b: tensor<2x6xf32>) {
  // CHECK: tp.all_gather %{{.*}}, %{{.*}} over {"dp"}
  // CHECK-SAME: [{"dp"}] -> [{}] of tensor<8xf32>, [{"tp", "dp"}, {}] -> [{"tp"}, {}] of tensor<32x6xf32>
  // CHECK-SAME: : tensor<4xf32>, tensor<2x6xf32> -> tensor<8xf32>, tensor<4x6xf32>
  %0:2 = tp.all_gather %a, %b over {"dp"} [{"dp"}] -> [{}] of tensor<8xf32>,
      [{"tp", "dp"}, {}] -> [{"tp"}, {}] of tensor<32x6xf32>
      : tensor<4xf32>, tensor<2x6xf32> -> tensor<8xf32>, tensor<4x6xf32>
  // CHECK: tp.reduce_scatter max %{{.*}} over {"tp":(1)2} [{}] -> [{"tp":(1)2} g2] of tensor<4xf32> : tensor<4xf32> -> tensor<2xf32>
  %1 = tp.reduce_scatter max %a over {"tp":(1)2} [{}] -> [{"tp":(1)2} g2] of tensor<4xf32> : tensor<4xf32> -> tensor<2xf32>
  // CHECK: tp.all_to_all %{{.*}} over {"dp"} [{"dp"} c2, {}] -> [{"dp"}, {}] of tensor<4x6xf32>
  %2 = tp.all_to_all %b over {"dp"} [{"dp"} c2, {}] -> [{"dp"}, {}] of tensor<4x6xf32> : tensor<2x6xf32> -> tensor<2x6xf32>
  // A granule of which one rank gets nothing.
  // CHECK: tp.all_slice %{{.*}} over {"dp"} [{}] -> [{"dp"} g4] of tensor<4xf32> : tensor<4xf32> -> tensor<?xf32>
  %3 = tp.all_slice %a over {"dp"} [{}] -> [{"dp"} g4] of tensor<4xf32> : tensor<4xf32> -> tensor<?xf32>
  // CHECK: %[[P:.*]]:2 = tp.start {
  // CHECK: tp.broadcast %{{.*}}, %{{.*}} over {"dp", "tp"} : tensor<4xf32>, tensor<2x6xf32>
  // CHECK: } : !tp.pending<tensor<4xf32>>, !tp.pending<tensor<2x6xf32>>
  %4:2 = tp.start {
    %r:2 = tp.broadcast %a, %b over {"dp", "tp"} : tensor<4xf32>, tensor<2x6xf32>
    tp.return %r#0, %r#1 : tensor<4xf32>, tensor<2x6xf32>
  } : !tp.pending<tensor<4xf32>>, !tp.pending<tensor<2x6xf32>>
  // CHECK: tp.wait %[[P]]#1
  %5 = tp.wait %4#1 : !tp.pending<tensor<2x6xf32>>
  %6 = tp.wait %4#0 : !tp.pending<tensor<4xf32>>
  return
}

// No operand and no result; two of each. Only what comes in by name is local.
// CHECK-LABEL: func.func @manual_borders
func.func @manual_borders(%x: tensor<8xf32>, %n: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
  // CHECK: tp.manual() in [] out [] {
  tp.manual() in [] out [] {
    tp.return
  } : () -> ()
  // CHECK: tp.manual(%{{.*}}, %{{.*}}) in [#tp.sharding<@mesh, [{"tp"}]>, #tp.sharding<@mesh, []>]
  // CHECK-SAME: out [#tp.sharding<@mesh, [{"tp"}]>, #tp.sharding<@mesh, [], unreduced={"tp"}>] {
  %0:2 = tp.manual(%x, %n) in [#tp.sharding<@mesh, [{"tp"}]>, #tp.sharding<@mesh, []>]
      out [#tp.sharding<@mesh, [{"tp"}]>, #tp.sharding<@mesh, [], unreduced={"tp"}>] {
  ^bb0(%a: tensor<1xf32>, %b: tensor<i32>):
    tp.return %a, %b : tensor<1xf32>, tensor<i32>
  } : (tensor<8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<i32>
}

// CHECK-LABEL: func.func @data_at_the_edge
func.func @data_at_the_edge(%t: tensor<16x8xi1>, %i: tensor<4xindex>, %j: tensor<i32>, %x: tensor<?xf32>) {
  // Two index tensors, one of rank 0; no loop but theirs.
  // CHECK: tp.gather %{{.*}}[%{{.*}}, %{{.*}}] map = #{{.*}}, [#{{.*}}, #{{.*}}] : tensor<16x8xi1>, (tensor<4xindex>, tensor<i32>) -> tensor<4xi1>
  %0 = tp.gather %t[%i, %j] map = affine_map<(d0)[s0, s1] -> (s0, s1)>, [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]
      : tensor<16x8xi1>, (tensor<4xindex>, tensor<i32>) -> tensor<4xi1>
  // CHECK: tp.scatter maxui %{{.*}} into %{{.*}}[%{{.*}}]
  %e = tensor.empty() : tensor<9xi8>
  %u = tensor.empty() : tensor<4xi8>
  %3 = tp.scatter maxui %u into %e[%i] map = affine_map<(d0)[s0] -> (s0)>, [affine_map<(d0) -> (d0)>]
      : tensor<4xi8>, (tensor<4xindex>) -> tensor<9xi8>
  // CHECK: tp.top_k 0 of %{{.*}} : tensor<?xf32> -> tensor<0xf32>, tensor<0xindex>
  %4:2 = tp.top_k 0 of %x : tensor<?xf32> -> tensor<0xf32>, tensor<0xindex>
  return
}
