// RUN: tp-opt %s --tprt-expand-math | FileCheck %s
// RUN: tp-opt %s --tprt-expand-math=approximate=false | FileCheck %s --check-prefix=LIBM

// CHECK-LABEL: func @polynomials
// CHECK-NOT: math.{{exp|tanh|erf|log}}
// LIBM-LABEL: func @polynomials
// LIBM: math.exp
// LIBM: math.tanh
// LIBM: math.erf
// LIBM: math.log
func.func @polynomials(%x: f32) -> (f32, f32, f32, f32) {
  %0 = math.exp %x : f32
  %1 = math.tanh %x : f32
  %2 = math.erf %x : f32
  %3 = math.log %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func @keep_double
// CHECK: math.exp
func.func @keep_double(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}

// Large arguments lose too much.
// CHECK-LABEL: func @keep_sine
// CHECK: math.sin
func.func @keep_sine(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}

// CHECK-LABEL: func @bf16
// CHECK-NOT: arith.extf
// CHECK-NOT: arith.truncf
// CHECK: arith.shli
// CHECK: arith.shrui
// CHECK: return
func.func @bf16(%x: bf16) -> bf16 {
  %0 = arith.extf %x : bf16 to f32
  %1 = arith.addf %0, %0 : f32
  %2 = arith.truncf %1 : f32 to bf16
  return %2 : bf16
}

// CHECK-LABEL: func @keep_maximum
// CHECK: arith.maximumf
func.func @keep_maximum(%x: f32, %y: f32) -> f32 {
  %0 = arith.maximumf %x, %y : f32
  return %0 : f32
}

// CHECK-LABEL: func @minimum_that_drops_a_nan
// CHECK-SAME: (%[[A:.*]]: f32, %[[B:.*]]: f32)
func.func @minimum_that_drops_a_nan(%a: f32, %b: f32) -> (f32, f32) {
  // CHECK-DAG: %[[LESS:.*]] = arith.cmpf olt, %[[A]], %[[B]]
  // CHECK-DAG: %[[NAN:.*]] = arith.cmpf uno, %[[B]], %[[B]]
  // CHECK: %[[TAKE:.*]] = arith.ori %[[LESS]], %[[NAN]]
  // CHECK: arith.select %[[TAKE]], %[[A]], %[[B]]
  %0 = arith.minnumf %a, %b : f32
  // CHECK: arith.cmpf ogt
  %1 = arith.maxnumf %a, %b : f32
  return %0, %1 : f32, f32
}
