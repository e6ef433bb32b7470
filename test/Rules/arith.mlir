// Rules of elementwise ops: a factor for each dimension, and where partial values may pass.
//
// RUN: tp-opt %s --tp-explain-rules | FileCheck %s

// In both operands together: x + y, x - y.
// CHECK-LABEL: func.func @linear_together
func.func @linear_together(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>, %i: tensor<8xi32>) {
  // CHECK: arith.addf {{.*}}"([a, b], [a, b]) -> [a, b] {a=8, b=4} linear {0, 1} rematerializable"
  %0 = arith.addf %x, %y : tensor<8x4xf32>
  // CHECK: arith.subf {{.*}} linear {0, 1} rematerializable"
  %1 = arith.subf %x, %y : tensor<8x4xf32>
  // CHECK: arith.addi {{.*}}"([a], [a]) -> [a] {a=8} linear {0, 1} rematerializable"
  %2 = arith.addi %i, %i : tensor<8xi32>
  // CHECK: arith.subi {{.*}} linear {0, 1} rematerializable"
  %3 = arith.subi %i, %i : tensor<8xi32>
  return
}

// In one at a time: x y.
// CHECK-LABEL: func.func @linear_in_each
func.func @linear_in_each(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>, %i: tensor<8xi32>) {
  // CHECK: arith.mulf {{.*}} linear {0} {1} rematerializable"
  %0 = arith.mulf %x, %y : tensor<8x4xf32>
  // CHECK: arith.muli {{.*}} linear {0} {1} rematerializable"
  %1 = arith.muli %i, %i : tensor<8xi32>
  return
}

// In the first alone: x / y, -x.
// CHECK-LABEL: func.func @linear_in_the_first
func.func @linear_in_the_first(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) {
  // CHECK: arith.divf {{.*}} linear {0} rematerializable"
  %0 = arith.divf %x, %y : tensor<8x4xf32>
  // CHECK: arith.negf {{.*}}"([a, b]) -> [a, b] {a=8, b=4} linear {0} rematerializable"
  %1 = arith.negf %x : tensor<8x4xf32>
  return
}

// What looks linear and is not: a remainder, a quotient of integers (it is rounded), a
// narrower float (rounded once for each rank), powers, roots, choices.
// CHECK-LABEL: func.func @not_linear
// CHECK-NOT: linear
func.func @not_linear(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>, %i: tensor<8x4xi32>, %c: tensor<8x4xi1>) {
  %0 = arith.remf %x, %y : tensor<8x4xf32>
  %1 = arith.divui %i, %i : tensor<8x4xi32>
  %2 = arith.truncf %x : tensor<8x4xf32> to tensor<8x4xbf16>
  %3 = math.sqrt %x : tensor<8x4xf32>
  %4 = math.absf %x : tensor<8x4xf32>
  %5 = arith.maximumf %x, %y : tensor<8x4xf32>
  %6 = arith.select %c, %x, %y : tensor<8x4xi1>, tensor<8x4xf32>
  %7 = arith.xori %i, %i : tensor<8x4xi32>
  %8 = arith.cmpf ogt, %x, %y : tensor<8x4xf32>
  %9 = arith.sitofp %i : tensor<8x4xi32> to tensor<8x4xf32>
  return
}

// A division by zero is no constant to be made again elsewhere.
// CHECK-LABEL: func.func @no_copies_of_what_may_trap
// CHECK: arith.divsi {{.*}}{a=8}"
func.func @no_copies_of_what_may_trap(%i: tensor<8xi32>) {
  %0 = arith.divsi %i, %i : tensor<8xi32>
  return
}

// Rank 0, sizes 1, 0 and unknown, a scalar among tensors, more than 26 dimensions.
// CHECK-LABEL: func.func @shapes
func.func @shapes(%s: tensor<f32>, %z: tensor<0x1x?xf32>, %c: i1,
    %many: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2xf32>) {
  // CHECK: arith.negf {{.*}}"([]) -> [] {} linear {0} rematerializable"
  %0 = arith.negf %s : tensor<f32>
  // CHECK: arith.negf {{.*}}"([a, b, c]) -> [a, b, c] {a=0, b=1, c=?} linear {0} rematerializable"
  %1 = arith.negf %z : tensor<0x1x?xf32>
  // CHECK: arith.select {{.*}}"([], []) -> [] {} rematerializable"
  %2 = arith.select %c, %s, %s : tensor<f32>
  // CHECK: arith.negf {{.*}} z=1, a1=2}
  %3 = arith.negf %many : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2xf32>
  return
}

// Splats are made in any size, other constants whole; scalars have no rule to show.
// CHECK-LABEL: func.func @constants
func.func @constants() {
  // CHECK: arith.constant {tp.rule = "() -> [a, b] {a=2, b=3} rematerializable"} dense<1.000000e+00>
  %0 = arith.constant dense<1.0> : tensor<2x3xf32>
  // CHECK: arith.constant {tp.rule = "() -> [a] {a=2 whole} rematerializable"} dense<[1, 2]>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK: arith.constant {tp.rule = "() -> [] {} rematerializable"} dense<true>
  %2 = arith.constant dense<true> : tensor<i1>
  // CHECK: arith.constant 4 : index
  %3 = arith.constant 4 : index
  return
}
