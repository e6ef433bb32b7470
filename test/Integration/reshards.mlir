// From one sharding to another in program order, over one axis and two, through every
// kind of collective: the values never change.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --random-inputs 1 --compare %t --tolerance 0
// RUN: tp-run %s --mesh dp=1,tp=4 --random-inputs 1 --compare %t --tolerance 0
// RUN: tp-run %s --mesh dp=3,tp=2 --random-inputs 1 --compare %t --tolerance 0
// RUN: tp-run %s --mesh dp=2,tp=5 --random-inputs 1 --compare %t --tolerance 0
// RUN: tp-opt %s --tp-pipeline | FileCheck %s
// CHECK-DAG: tp.all_gather
// CHECK-DAG: tp.all_to_all
// CHECK-DAG: tp.permute
// CHECK-DAG: tp.all_slice

tp.mesh @mesh = <["dp"=2, "tp"=2]>

func.func @main(%x: tensor<12x18xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>})
    -> (tensor<12x18xf32> {tp.name = "a"}, tensor<12x18xf32> {tp.name = "b"},
        tensor<12x18xf32> {tp.name = "c"}, tensor<12x18xf32> {tp.name = "d"},
        tensor<12x18xf32> {tp.name = "e"}, tensor<12x18xf32> {tp.name = "f"},
        tensor<12x18xf32> {tp.name = "g"}, tensor<12x18xf32> {tp.name = "h"}) {
  %0 = tp.sharding_constraint %x <@mesh, [{"tp"}, {"dp"}]> : tensor<12x18xf32>
  %a = arith.negf %0 : tensor<12x18xf32>
  %1 = tp.sharding_constraint %a <@mesh, [{}, {"dp", "tp"}]> : tensor<12x18xf32>
  %b = arith.negf %1 : tensor<12x18xf32>
  %2 = tp.sharding_constraint %b <@mesh, [{}, {"tp", "dp"}]> : tensor<12x18xf32>
  %c = arith.negf %2 : tensor<12x18xf32>
  %3 = tp.sharding_constraint %c <@mesh, [{"tp"}, {}]> : tensor<12x18xf32>
  %d = arith.negf %3 : tensor<12x18xf32>
  %4 = tp.sharding_constraint %d <@mesh, [{"tp", "dp"} c3, {}]> : tensor<12x18xf32>
  %e = arith.negf %4 : tensor<12x18xf32>
  %5 = tp.sharding_constraint %e <@mesh, [{"tp", "dp"} g4, {}]> : tensor<12x18xf32>
  %f = arith.negf %5 : tensor<12x18xf32>
  %6 = tp.sharding_constraint %f <@mesh, [{"dp"} g2 c2, {"tp"} g5]> : tensor<12x18xf32>
  %g = arith.negf %6 : tensor<12x18xf32>
  %7 = tp.sharding_constraint %g <@mesh, [{}, {}]> : tensor<12x18xf32>
  %h = arith.negf %7 : tensor<12x18xf32>
  return %a, %b, %c, %d, %e, %f, %g, %h : tensor<12x18xf32>, tensor<12x18xf32>, tensor<12x18xf32>, tensor<12x18xf32>, tensor<12x18xf32>, tensor<12x18xf32>, tensor<12x18xf32>, tensor<12x18xf32>
}
