// Where partial values are reduced: where it costs least, not always at once and not
// always as late as can be.
//
// RUN: tp-opt %s --tp-propagate | FileCheck %s

tp.mesh @mesh = <["tp"=4]>

// Two terms: one reduction, of the sum.
// CHECK-LABEL: func.func @a_sum_is_reduced_once
// CHECK-COUNT-2: linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>]}
// CHECK: arith.addf {{.*}}tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]
func.func @a_sum_is_reduced_once(
    %x: tensor<8x16xf32>,
    %a: tensor<16x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<16x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}, %z: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) -> tensor<8x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.matmul ins(%x, %b : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = arith.addf %0, %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// A row, not the matrix.
// CHECK-LABEL: func.func @the_smaller_value_is_reduced
// CHECK: linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>]}
// CHECK: linalg.reduce {{.*}}tp.shardings = [#tp.sharding<@mesh, [{}]>]
func.func @the_smaller_value_is_reduced(
    %x: tensor<8x16xf32>,
    %a: tensor<16x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %zero1 = arith.constant dense<0.0> : tensor<16xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<8x16xf32>) outs(%zero1 : tensor<16xf32>) dimensions = [0]
  return %1 : tensor<16xf32>
}

// One reduction and not two small ones.
// CHECK-LABEL: func.func @keep_one_reduction_for_two_users
// CHECK: linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
func.func @keep_one_reduction_for_two_users(
    %x: tensor<8x16xf32>,
    %a: tensor<16x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) -> (tensor<16xf32>, tensor<8xf32>) {
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %zero16 = arith.constant dense<0.0> : tensor<16xf32>
  %zero8 = arith.constant dense<0.0> : tensor<8xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<8x16xf32>) outs(%zero16 : tensor<16xf32>) dimensions = [0]
  %2 = linalg.reduce { arith.addf } ins(%0 : tensor<8x16xf32>) outs(%zero8 : tensor<8xf32>) dimensions = [1]
  return %1, %2 : tensor<16xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @no_partial_value_into_what_is_not_linear
// CHECK: linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
func.func @no_partial_value_into_what_is_not_linear(
    %x: tensor<8x16xf32>,
    %a: tensor<16x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %zero1 = arith.constant dense<0.0> : tensor<16xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = math.exp %0 : tensor<8x16xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<8x16xf32>) outs(%zero1 : tensor<16xf32>) dimensions = [0]
  return %2 : tensor<16xf32>
}

// A product of two partial values is none.
// CHECK-LABEL: func.func @no_product_of_partial_values
// CHECK-COUNT-2: linalg.matmul {tp.shardings = [#tp.sharding<@mesh, [{}, {}]>]}
func.func @no_product_of_partial_values(
    %x: tensor<8x16xf32>,
    %a: tensor<16x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<16x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<16xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %zero1 = arith.constant dense<0.0> : tensor<16xf32>
  %0 = linalg.matmul ins(%x, %a : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = linalg.matmul ins(%x, %b : tensor<8x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = arith.mulf %0, %1 : tensor<8x16xf32>
  %3 = linalg.reduce { arith.addf } ins(%2 : tensor<8x16xf32>) outs(%zero1 : tensor<16xf32>) dimensions = [0]
  return %3 : tensor<16xf32>
}
