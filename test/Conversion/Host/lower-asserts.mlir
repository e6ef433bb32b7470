// RUN: tp-opt %s --tprt-lower-asserts | FileCheck %s

// CHECK-LABEL: func @branch
// CHECK-SAME: (%[[OK:.*]]: i1)
// CHECK: %[[NOT:.*]] = arith.xori %[[OK]], %true
// CHECK: scf.if %[[NOT]] {
// CHECK-NEXT: tprt.fail "index must be smaller than dim size ({{.*}}lower-asserts.mlir:[[# @LINE + 2]])"
func.func @branch(%ok: i1) {
  cf.assert %ok, "index must be smaller than dim size"
  return
}

// Upstream's checks of sizes print several lines; one is enough.
// CHECK-LABEL: func @size_check
// CHECK: tprt.fail "dimension #0 of input/output operand #1 is incompatible (
func.func @size_check(%ok: i1) {
  cf.assert %ok, "ERROR: Runtime op verification failed\0A\22linalg.generic\22(%1)\0A^ dimension #0 of input/output operand #1 is incompatible\0ALocation: loc(unknown)"
  return
}

// CHECK-LABEL: func @inside_a_loop
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NEXT: tprt.fail
func.func @inside_a_loop(%n: index, %ok: i1) {
  scf.for %i = %n to %n step %n {
    cf.assert %ok, "no"
  }
  return
}
