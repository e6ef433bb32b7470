// Rules of the dialect's own data ops.
//
// RUN: tp-opt %s --tp-explain-rules | FileCheck %s

tp.mesh @mesh = <["tp"=4]>

// CHECK-LABEL: func.func @constraint
func.func @constraint(%x: tensor<8x4xf32>, %s: tensor<f32>) {
  // CHECK: tp.sharding_constraint {{.*}}"([a, b]) -> [a, b] {a=8, b=4} linear {0} selects"
  %0 = tp.sharding_constraint %x <@mesh, [{}, {"tp"}]> : tensor<8x4xf32>
  // CHECK: tp.sharding_constraint {{.*}}"([]) -> [] {} linear {0} selects"
  %1 = tp.sharding_constraint %s <@mesh, []> : tensor<f32>
  return
}

// The looked-up dimension is a sum over the ranks that hold it, of booleans an `or`; linear
// in the table and never in the positions.
// CHECK-LABEL: func.func @gathers
func.func @gathers(%t: tensor<16x8xf32>, %b: tensor<16xi1>, %i: tensor<4xi32>, %j: tensor<4x5xi32>, %n: tensor<i32>) {
  // CHECK: "([c, b], [a]) -> [a, b] {a=4, b=8, c=16 sum} linear {0}"
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  // CHECK: "([b], [a]) -> [a] {a=4, b=16 or} linear {0}"
  %1 = tp.gather %b[%i] map = affine_map<(d0)[s0] -> (s0)>, [affine_map<(d0) -> (d0)>]
      : tensor<16xi1>, (tensor<4xi32>) -> tensor<4xi1>
  // Two positions for each element, one of them the same for all.
  // CHECK: "([c, d], [a, b], []) -> [a, b] {a=4, b=5, c=16 sum, d=8 sum} linear {0}"
  %2 = tp.gather %t[%j, %n] map = affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>]
      : tensor<16x8xf32>, (tensor<4x5xi32>, tensor<i32>) -> tensor<4x5xf32>
  // The table's dimension is longer than the loop: positions of the whole.
  // CHECK: "([b, c], [a]) -> [a] {a=4 whole, b=16 whole, c=8 sum} linear {0}"
  %3 = tp.gather %t[%i] map = affine_map<(d0)[s0] -> (d0, s0)>, [affine_map<(d0) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4xf32>
  return
}
