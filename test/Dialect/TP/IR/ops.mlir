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
