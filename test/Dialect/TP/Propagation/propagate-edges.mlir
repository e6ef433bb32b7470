// Priorities, open and closed dimensions, conflicts, constraints in a row, copies of
// constants, results: what each tensor gets, and what it keeps.
//
// RUN: tp-opt %s --tp-propagate | FileCheck %s

tp.mesh @mesh = <["dp"=2, "tp"=4]>

// Both want "tp": the one that goes first has it, though it is second and smaller.
// CHECK-LABEL: func.func @lower_number_goes_first
// CHECK: arith.addf {{.*}}tp.shardings = [#tp.sharding<@mesh, [{}, {"tp"}]>]
func.func @lower_number_goes_first(
    %x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}p2, {}]>},
    %y: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}p1]>}) -> tensor<8x8xf32> {
  %0 = arith.addf %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Priorities are of dimensions: "dp" is spread in round 0, "tp" in round 1.
// CHECK-LABEL: func.func @each_dimension_has_its_own
// CHECK-SAME: -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>})
func.func @each_dimension_has_its_own(
    %x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}p1]>},
    %y: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}p2, {}]>}) -> tensor<8x8xf32> {
  %0 = arith.addf %x, %y : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// What comes late still spreads where nothing is in its way.
// CHECK-LABEL: func.func @late_but_alone
// CHECK-SAME: -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
func.func @late_but_alone(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}p7]>}) -> tensor<8x8xf32> {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The axes that are there stay in front.
// CHECK-LABEL: func.func @open_behind_an_axis
// CHECK-SAME: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}
func.func @open_behind_an_axis(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp", ?}, {}]>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>}) {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// One dimension is open, the other is not: half of what is offered.
// CHECK-LABEL: func.func @one_dimension_is_open
// CHECK-SAME: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>}
func.func @one_dimension_is_open(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {}]>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Offered "dp" and "tp", it may not have "dp": nor the axis behind, which would be cut otherwise.
// CHECK-LABEL: func.func @no_axis_behind_a_replicated_one
// CHECK-SAME: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]{{.*}}>}
func.func @no_axis_behind_a_replicated_one(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{?}, {}], replicated={"dp"}>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>}) {
  %0 = arith.negf %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A dimension of size 1 is never split, a dynamic one neither.
// CHECK-LABEL: func.func @no_split_of_one_element
// CHECK-SAME: tensor<1x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}
func.func @no_split_of_one_element(%x: tensor<1x8xf32>, %y: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>})
    -> tensor<8x8xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  %1 = linalg.broadcast ins(%0 : tensor<8xf32>) outs(%y : tensor<8x8xf32>) dimensions = [0]
  return %1 : tensor<8x8xf32>
}

// Through a chain of ops, back and then forth to the other user.
// CHECK-LABEL: func.func @back_and_forth
// CHECK-SAME: %{{.*}}: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}
// CHECK-SAME: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}
// CHECK-SAME: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}
func.func @back_and_forth(%x: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) {
  %0 = math.tanh %x : tensor<8x8xf32>
  %1 = arith.negf %0 : tensor<8x8xf32>
  %2 = arith.mulf %0, %0 : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// Backward through a product: columns of the weight, rows of the input, not both for one axis.
// CHECK-LABEL: func.func @backward_through_a_product
// CHECK-SAME: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>}
// CHECK-SAME: tensor<16x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}
func.func @backward_through_a_product(%x: tensor<8x16xf32>, %w: tensor<16x12xf32>)
    -> (tensor<8x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  %zero = arith.constant dense<0.0> : tensor<8x12xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x12xf32>) outs(%zero : tensor<8x12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

// The contraction of a split weight makes its other operand split alike.
// CHECK-LABEL: func.func @across_a_contraction
// CHECK-SAME: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}
// CHECK-SAME: -> (tensor<8x12xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
func.func @across_a_contraction(%x: tensor<8x16xf32>, %w: tensor<16x12xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> tensor<8x12xf32> {
  %zero = arith.constant dense<0.0> : tensor<8x12xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x12xf32>) outs(%zero : tensor<8x12xf32>) -> tensor<8x12xf32>
  return %0 : tensor<8x12xf32>
}

// Not backward through what a program does with whole dimensions.
// CHECK-LABEL: func.func @no_split_of_a_softmax_dimension
// CHECK-SAME: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>}
func.func @no_split_of_a_softmax_dimension(%x: tensor<8x8xf32>)
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Three in a row: each value keeps its own, what is between follows the one before.
// CHECK-LABEL: func.func @constraints_in_a_row
// CHECK: tp.sharding_constraint %{{.*}} <@mesh, [{"dp"}, {}]> {tp.shardings = [#tp.sharding<@mesh, [{"dp"}, {}]>]}
// CHECK: tp.sharding_constraint %{{.*}} <@mesh, [{}, {"tp"}]> {tp.shardings = [#tp.sharding<@mesh, [{}, {"tp"}]>]}
// CHECK: math.tanh {{.*}}tp.shardings = [#tp.sharding<@mesh, [{}, {"tp"}]>]
// CHECK: tp.sharding_constraint %{{.*}} <@mesh, [{"tp"}, {"dp"}]> {tp.shardings = [#tp.sharding<@mesh, [{"tp"}, {"dp"}]>]}
func.func @constraints_in_a_row(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) -> tensor<8x8xf32> {
  %0 = tp.sharding_constraint %x <@mesh, [{"dp"}, {}]> : tensor<8x8xf32>
  %1 = tp.sharding_constraint %0 <@mesh, [{}, {"tp"}]> : tensor<8x8xf32>
  %2 = math.tanh %1 : tensor<8x8xf32>
  %3 = tp.sharding_constraint %2 <@mesh, [{"tp"}, {"dp"}]> : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// An open constraint asks for nothing and takes what comes.
// CHECK-LABEL: func.func @open_constraint
// CHECK: tp.sharding_constraint {{.*}} {tp.shardings = [#tp.sharding<@mesh, [{"dp"}, {"tp"}]>]}
func.func @open_constraint(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}) {
  %0 = tp.sharding_constraint %x <@mesh, [{?}, {"tp"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Two users, two splits, two copies; the third shares one.
// CHECK-LABEL: func.func @a_constant_for_each_split
// CHECK-COUNT-2: arith.constant {tp.shardings = [#tp.sharding<@mesh, [{{.*}}]>]} dense<2.000000e+00>
// CHECK-NOT: arith.constant
func.func @a_constant_for_each_split(
    %x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %y: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %two = arith.constant dense<2.0> : tensor<8x8xf32>
  %0 = arith.mulf %x, %two : tensor<8x8xf32>
  %1 = arith.mulf %y, %two : tensor<8x8xf32>
  %2 = arith.subf %two, %y : tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// What is made from constants alone is made again, too; what comes of an argument is not.
// CHECK-LABEL: func.func @keep_one_of_what_is_not_constant
// CHECK-COUNT-1: math.exp
// CHECK-NOT: math.exp
func.func @keep_one_of_what_is_not_constant(
    %x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %y: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}, %z: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c = math.exp %z : tensor<8x8xf32>
  %0 = arith.mulf %x, %c : tensor<8x8xf32>
  %1 = arith.mulf %y, %c : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// A value that is returned twice, and an argument that is returned as it came.
// CHECK-LABEL: func.func @results
// CHECK-SAME: -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}
// CHECK-SAME: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}]>}
// CHECK-SAME: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}
// CHECK-SAME: index)
func.func @results(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}, %n: index)
    -> (tensor<8xf32>, tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}]>}, tensor<8xf32>, index) {
  %0 = arith.negf %x : tensor<8xf32>
  return %0, %0, %x, %n : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, index
}

// Results are never left partial unless they say so.
// CHECK-LABEL: func.func @no_partial_result
// CHECK-SAME: -> (tensor<f32> {tp.sharding = #tp.sharding<@mesh, []>}, tensor<f32> {tp.sharding = #tp.sharding<@mesh, [], unreduced={"tp"}>})
func.func @no_partial_result(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})
    -> (tensor<f32>, tensor<f32> {tp.sharding = #tp.sharding<@mesh, [], unreduced={"tp"}>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %1 = arith.negf %0 : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// A partial argument does not make others partial: it is no split to be spread.
// CHECK-LABEL: func.func @a_partial_value_is_no_split
// CHECK-SAME: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced={"tp"}>}
// CHECK-SAME: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}
func.func @a_partial_value_is_no_split(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced={"tp"}>},
                                       %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.mulf %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The same axis for two dimensions of one tensor: the heavier operand decides.
// CHECK-LABEL: func.func @the_heavier_operand_decides
// CHECK: linalg.broadcast
// CHECK: arith.addf {{.*}}tp.shardings = [#tp.sharding<@mesh, [{"tp"}, {}]>]
func.func @the_heavier_operand_decides(%x: tensor<64x64xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
                                       %b: tensor<64xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %wide = linalg.broadcast ins(%b : tensor<64xf32>) outs(%e : tensor<64x64xf32>) dimensions = [0]
  %0 = arith.addf %x, %wide : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// Functions that are partitioned already are left alone.
// CHECK-LABEL: func.func @keep_what_is_partitioned
// CHECK-NOT: tp.shardings
func.func @keep_what_is_partitioned(%x: tensor<8xf32> {tp.global_type = tensor<8xf32>, tp.sharding = #tp.sharding<@mesh, [{}]>})
    attributes {tp.partitioned} {
  %0 = arith.negf %x : tensor<8xf32>
  return
}
