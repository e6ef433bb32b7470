// Through which ops a sum that is not complete may go. Each case sums over a split
// dimension, applies an op, and sums all: so it pays to be partial in between, and is
// wrong where the op is not linear.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t
// RUN: tp-opt %s --tp-pipeline | FileCheck %s
//
// The first group is reduced when it is a scalar, the second before the op.
// CHECK-NOT:      tp.{{all|reduce}}_
// CHECK-COUNT-13: tp.all_reduce sum {{.*}} : tensor<f32>
// CHECK-COUNT-2:  tp.all_reduce sum {{.*}} : tensor<i32>
// CHECK-COUNT-9:  tp.all_reduce sum {{.*}} : tensor<24xf32>
// CHECK:          tp.all_reduce sum {{.*}} : tensor<20xf32>
// CHECK-COUNT-4:  tp.all_reduce sum {{.*}} : tensor<24xi32>
// CHECK-NOT:      tp.{{all|reduce}}_

tp.mesh @mesh = <["tp"=4]>

// What is split over the ranks is the dimension that is summed: each rank has a part of
// the sum that is no multiple of the whole. What is added to differs from case to case, so
// that sums are not merged.
func.func private @parts(%x: tensor<24x16xf32>, %init: tensor<24xf32>) -> tensor<24xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<24x16xf32>) outs(%init : tensor<24xf32>) dimensions = [1]
  return %0 : tensor<24xf32>
}
func.func private @total(%x: tensor<24xf32>) -> tensor<f32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<24xf32>) outs(%one : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
func.func private @int_parts(%x: tensor<24x16xi32>, %init: tensor<24xi32>) -> tensor<24xi32> {
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<24x16xi32>) outs(%init : tensor<24xi32>) dimensions = [1]
  return %0 : tensor<24xi32>
}
func.func private @int_total(%x: tensor<24xi32>) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<24xi32>) outs(%zero : tensor<i32>) dimensions = [0]
  return %0 : tensor<i32>
}

// Linear, alone or together.
func.func private @negated(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<1.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = arith.negf %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @scaled(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<2.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = arith.mulf %whole, %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @divided(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<3.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %two = arith.constant dense<2.0> : tensor<24xf32>
  %r = arith.divf %p, %two : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @added_to_itself(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<4.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = arith.addf %p, %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @whole_added_once(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<5.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = arith.addf %p, %whole : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @subtracted_from_whole(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<6.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = arith.subf %whole, %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @constant_added_once(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<7.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %one = arith.constant dense<1.0> : tensor<24xf32>
  %r = arith.addf %one, %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @reshaped(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<8.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %0 = tensor.expand_shape %p [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %r = arith.mulf %2, %whole : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @padded_with_zero(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<9.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %zero = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %p[3] [20] [1] : tensor<24xf32> to tensor<20xf32>
  %r = tensor.pad %0 low[1] high[3] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<20xf32> to tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @put_among_others(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<10.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %0 = tensor.extract_slice %p[0] [6] [2] : tensor<24xf32> to tensor<6xf32>
  %r = tensor.insert_slice %0 into %whole[5] [6] [3] : tensor<6xf32> into tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @concatenated_with_whole(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<11.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %0 = tensor.extract_slice %p[0] [12] [1] : tensor<24xf32> to tensor<12xf32>
  %1 = tensor.extract_slice %whole[12] [12] [1] : tensor<24xf32> to tensor<12xf32>
  %r = tensor.concat dim(0) %0, %1 : (tensor<12xf32>, tensor<12xf32>) -> tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @looked_up(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<12.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %e = tensor.empty() : tensor<24xindex>
  %at = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<24xindex>) {
  ^bb0(%out: index):
    %c7 = arith.constant 7 : index
    %c24 = arith.constant 24 : index
    %i = linalg.index 0 : index
    %j = arith.muli %i, %c7 : index
    %k = arith.remui %j, %c24 : index
    linalg.yield %k : index
  } -> tensor<24xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%at : tensor<24xindex>) outs(%whole : tensor<24xf32>) {
  ^bb0(%k: index, %out: f32):
    %v = tensor.extract %p[%k] : tensor<24xf32>
    linalg.yield %v : f32
  } -> tensor<24xf32>
  %r = arith.mulf %0, %whole : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @multiplied_in_a_body(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<13.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (23 - i)>],
                       iterator_types = ["parallel"]}
      ins(%p, %whole : tensor<24xf32>, tensor<24xf32>) outs(%whole : tensor<24xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.subf %0, %a : f32
    linalg.yield %1 : f32
  } -> tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @integers_scaled(%x: tensor<24x16xi32>, %whole: tensor<24xi32>) -> tensor<i32> {
  %init = arith.constant dense<14> : tensor<24xi32>
  %p = call @int_parts(%x, %init) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<24xi32>
  %r = arith.muli %p, %whole : tensor<24xi32>
  %t = call @int_total(%r) : (tensor<24xi32>) -> tensor<i32>
  return %t : tensor<i32>
}
func.func private @integers_subtracted(%x: tensor<24x16xi32>, %whole: tensor<24xi32>) -> tensor<i32> {
  %init = arith.constant dense<15> : tensor<24xi32>
  %p = call @int_parts(%x, %init) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<24xi32>
  %r = arith.subi %whole, %p : tensor<24xi32>
  %t = call @int_total(%r) : (tensor<24xi32>) -> tensor<i32>
  return %t : tensor<i32>
}

// Not linear: to be reduced before.
func.func private @squared(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<16.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = arith.mulf %p, %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @divisor(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<17.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %0 = math.exp %p : tensor<24xf32>
  %r = arith.divf %whole, %0 : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @divided_by_itself(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<18.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %0 = arith.divf %whole, %p : tensor<24xf32>
  %r = arith.mulf %0, %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @absolute(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<19.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = math.absf %p : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @clipped(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<20.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %zero = arith.constant dense<0.0> : tensor<24xf32>
  %r = arith.maximumf %p, %zero : tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @compared(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<21.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %0 = arith.cmpf ogt, %p, %whole : tensor<24xf32>
  %r = arith.select %0, %whole, %p : tensor<24xi1>, tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @narrowed(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<22.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %0 = arith.truncf %p : tensor<24xf32> to tensor<24xbf16>
  %r = arith.extf %0 : tensor<24xbf16> to tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @squared_in_a_body(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<23.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p : tensor<24xf32>) outs(%whole : tensor<24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.negf %a : f32
    %1 = arith.mulf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @plus_one_in_a_body(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<24.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p : tensor<24xf32>) outs(%whole : tensor<24xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %one : f32
    linalg.yield %0 : f32
  } -> tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @padded_with_one(%x: tensor<24x16xf32>, %whole: tensor<24xf32>) -> tensor<f32> {
  %init = arith.constant dense<25.0e-2> : tensor<24xf32>
  %p = call @parts(%x, %init) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<24xf32>
  %one = arith.constant 1.0 : f32
  %0 = tensor.extract_slice %p[3] [20] [1] : tensor<24xf32> to tensor<20xf32>
  %r = tensor.pad %0 low[1] high[3] {
  ^bb0(%i: index):
    tensor.yield %one : f32
  } : tensor<20xf32> to tensor<24xf32>
  %t = call @total(%r) : (tensor<24xf32>) -> tensor<f32>
  return %t : tensor<f32>
}
func.func private @integers_shifted(%x: tensor<24x16xi32>, %whole: tensor<24xi32>) -> tensor<i32> {
  %init = arith.constant dense<26> : tensor<24xi32>
  %p = call @int_parts(%x, %init) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<24xi32>
  %r = arith.shrsi %p, %whole : tensor<24xi32>
  %t = call @int_total(%r) : (tensor<24xi32>) -> tensor<i32>
  return %t : tensor<i32>
}
func.func private @integers_divided(%x: tensor<24x16xi32>, %whole: tensor<24xi32>) -> tensor<i32> {
  %init = arith.constant dense<27> : tensor<24xi32>
  %p = call @int_parts(%x, %init) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<24xi32>
  %one = arith.constant dense<2> : tensor<24xi32>
  %r = arith.divsi %p, %one : tensor<24xi32>
  %t = call @int_total(%r) : (tensor<24xi32>) -> tensor<i32>
  return %t : tensor<i32>
}
func.func private @integers_as_floats(%x: tensor<24x16xi32>, %whole: tensor<24xi32>) -> tensor<i32> {
  %init = arith.constant dense<28> : tensor<24xi32>
  %p = call @int_parts(%x, %init) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<24xi32>
  %0 = arith.sitofp %p : tensor<24xi32> to tensor<24xf32>
  %c = arith.constant dense<1.25> : tensor<24xf32>
  %1 = arith.mulf %0, %c : tensor<24xf32>
  %r = arith.fptosi %1 : tensor<24xf32> to tensor<24xi32>
  %t = call @int_total(%r) : (tensor<24xi32>) -> tensor<i32>
  return %t : tensor<i32>
}
func.func private @as_positions(%x: tensor<24x16xi32>, %whole: tensor<24xi32>) -> tensor<i32> {
  %init = arith.constant dense<29> : tensor<24xi32>
  %p = call @int_parts(%x, %init) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<24xi32>
  %e = tensor.empty() : tensor<24xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p : tensor<24xi32>) outs(%e : tensor<24xi32>) {
  ^bb0(%a: i32, %out: i32):
    %c24 = arith.constant 24 : i32
    %b = arith.remui %a, %c24 : i32
    %k = arith.index_cast %b : i32 to index
    %v = tensor.extract %whole[%k] : tensor<24xi32>
    linalg.yield %v : i32
  } -> tensor<24xi32>
  %t = call @int_total(%r) : (tensor<24xi32>) -> tensor<i32>
  return %t : tensor<i32>
}

func.func @main(
    %x: tensor<24x16xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %n: tensor<24x16xi32> {tp.name = "n", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<24xf32> {tp.name = "w", tp.sharding = #tp.sharding<@mesh, [{}]>},
    %wi: tensor<24xi32> {tp.name = "wi", tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<f32> {tp.name = "negated"}, tensor<f32> {tp.name = "scaled"}, tensor<f32> {tp.name = "divided"},
        tensor<f32> {tp.name = "added_to_itself"}, tensor<f32> {tp.name = "whole_added_once"},
        tensor<f32> {tp.name = "subtracted_from_whole"}, tensor<f32> {tp.name = "constant_added_once"},
        tensor<f32> {tp.name = "reshaped"}, tensor<f32> {tp.name = "padded_with_zero"},
        tensor<f32> {tp.name = "put_among_others"}, tensor<f32> {tp.name = "concatenated_with_whole"},
        tensor<f32> {tp.name = "looked_up"}, tensor<f32> {tp.name = "multiplied_in_a_body"},
        tensor<i32> {tp.name = "integers_scaled"}, tensor<i32> {tp.name = "integers_subtracted"},
        tensor<f32> {tp.name = "squared"}, tensor<f32> {tp.name = "divisor"},
        tensor<f32> {tp.name = "divided_by_itself"}, tensor<f32> {tp.name = "absolute"},
        tensor<f32> {tp.name = "clipped"}, tensor<f32> {tp.name = "compared"}, tensor<f32> {tp.name = "narrowed"},
        tensor<f32> {tp.name = "squared_in_a_body"}, tensor<f32> {tp.name = "plus_one_in_a_body"},
        tensor<f32> {tp.name = "padded_with_one"}, tensor<i32> {tp.name = "integers_shifted"},
        tensor<i32> {tp.name = "integers_divided"}, tensor<i32> {tp.name = "integers_as_floats"},
        tensor<i32> {tp.name = "as_positions"}) {
  %negated = call @negated(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %scaled = call @scaled(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %divided = call @divided(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %added_to_itself = call @added_to_itself(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %whole_added_once = call @whole_added_once(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %subtracted_from_whole = call @subtracted_from_whole(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %constant_added_once = call @constant_added_once(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %reshaped = call @reshaped(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %padded_with_zero = call @padded_with_zero(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %put_among_others = call @put_among_others(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %concatenated_with_whole = call @concatenated_with_whole(%x, %w)
      : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %looked_up = call @looked_up(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %multiplied_in_a_body = call @multiplied_in_a_body(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %integers_scaled = call @integers_scaled(%n, %wi) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<i32>
  %integers_subtracted = call @integers_subtracted(%n, %wi) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<i32>
  %squared = call @squared(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %divisor = call @divisor(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %divided_by_itself = call @divided_by_itself(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %absolute = call @absolute(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %clipped = call @clipped(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %compared = call @compared(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %narrowed = call @narrowed(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %squared_in_a_body = call @squared_in_a_body(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %plus_one_in_a_body = call @plus_one_in_a_body(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %padded_with_one = call @padded_with_one(%x, %w) : (tensor<24x16xf32>, tensor<24xf32>) -> tensor<f32>
  %integers_shifted = call @integers_shifted(%n, %wi) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<i32>
  %integers_divided = call @integers_divided(%n, %wi) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<i32>
  %integers_as_floats = call @integers_as_floats(%n, %wi) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<i32>
  %as_positions = call @as_positions(%n, %wi) : (tensor<24x16xi32>, tensor<24xi32>) -> tensor<i32>
  return %negated, %scaled, %divided, %added_to_itself, %whole_added_once, %subtracted_from_whole,
      %constant_added_once, %reshaped, %padded_with_zero, %put_among_others, %concatenated_with_whole, %looked_up,
      %multiplied_in_a_body, %integers_scaled, %integers_subtracted, %squared, %divisor, %divided_by_itself,
      %absolute, %clipped, %compared, %narrowed, %squared_in_a_body, %plus_one_in_a_body, %padded_with_one,
      %integers_shifted, %integers_divided, %integers_as_floats, %as_positions
      : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>,
        tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<f32>,
        tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>,
        tensor<f32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
