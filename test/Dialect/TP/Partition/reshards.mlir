// One collective for each change of sharding, the cheapest of those that do: by hand it
// is said which. (reshards.mlir of Integration runs such changes.)
//
// RUN: tp-opt %s --tp-propagate --tp-partition --canonicalize --split-input-file | FileCheck %s

tp.mesh @mesh = <["dp"=2, "tp"=4]>

// CHECK-LABEL: func.func @gather
// CHECK: %[[Y:.*]] = tp.all_gather %{{.*}} over {"tp"} [{"tp"}, {}] -> [{}, {}] of tensor<8x16xf32>
// CHECK-NEXT: return %[[Y]]
func.func @gather(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  return %x : tensor<8x16xf32>
}

// Only the last axis: the first is wanted.
// CHECK-LABEL: func.func @gather_the_last_axis
// CHECK-NEXT: %[[Y:.*]] = tp.all_gather %{{.*}} over {"tp"} [{"dp", "tp"}, {}] -> [{"dp"}, {}]
// CHECK-NEXT: return %[[Y]]
func.func @gather_the_last_axis(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>}) {
  return %x : tensor<8x16xf32>
}

// Two dimensions at once.
// CHECK-LABEL: func.func @gather_both
// CHECK-NEXT: %[[Y:.*]] = tp.all_gather %{{.*}} over {"dp", "tp"} [{"dp"}, {"tp"}] -> [{}, {}]
// CHECK-NEXT: return %[[Y]]
func.func @gather_both(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  return %x : tensor<8x16xf32>
}

// No communication.
// CHECK-LABEL: func.func @slice
// CHECK-NEXT: %[[Y:.*]] = tp.all_slice %{{.*}} over {"dp", "tp"} [{}, {}] -> [{"dp"}, {"tp"}]
// CHECK-NEXT: return %[[Y]]
func.func @slice(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  return %x : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @exchange
// CHECK-NEXT: %[[Y:.*]] = tp.all_to_all %{{.*}} over {"tp"} [{"tp"}, {}] -> [{}, {"tp"}]
// CHECK-NEXT: return %[[Y]]
func.func @exchange(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}) {
  return %x : tensor<8x16xf32>
}

// The other axis stays on its dimension.
// CHECK-LABEL: func.func @exchange_beside
// CHECK-NEXT: %[[Y:.*]] = tp.all_to_all %{{.*}} over {"tp"} [{"dp", "tp"}, {}] -> [{"dp"}, {"tp"}]
// CHECK-NEXT: return %[[Y]]
func.func @exchange_beside(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  return %x : tensor<8x16xf32>
}

// Equal parts, other owners.
// CHECK-LABEL: func.func @permute
// CHECK-NEXT: %[[Y:.*]] = tp.permute %{{.*}} over {"dp", "tp"} [{"dp", "tp"}, {}] -> [{"tp", "dp"}, {}]
// CHECK-NEXT: return %[[Y]]
func.func @permute(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp", "dp"}, {}]>}) {
  return %x : tensor<8x16xf32>
}

// The boundaries move.
// CHECK-LABEL: func.func @other_chunks
// CHECK-NEXT: %[[Y:.*]] = tp.all_to_all %{{.*}} over {"tp"} [{}, {"tp"}] -> [{}, {"tp"} c2]
// CHECK-NEXT: return %[[Y]]
func.func @other_chunks(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} c2]>}) {
  return %x : tensor<8x16xf32>
}

// Granules that say what is so anyway: nothing to do.
// CHECK-LABEL: func.func @granules_that_fit
// CHECK-NEXT: return %{{.*}} : tensor<8x4xf32>
func.func @granules_that_fit(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"} g2]>}) {
  return %x : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @reduce
// CHECK-NEXT: %[[Y:.*]] = tp.all_reduce maxnum %{{.*}} over {"tp"}
// CHECK-NEXT: return %[[Y]]
func.func @reduce(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced=maxnum{"tp"}>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  return %x : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @reduce_and_scatter
// CHECK-NEXT: %[[Y:.*]] = tp.reduce_scatter sum %{{.*}} over {"tp"} [{"dp"}, {}] -> [{"dp"}, {"tp"}]
// CHECK-NEXT: return %[[Y]]
func.func @reduce_and_scatter(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}], unreduced={"tp"}>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {"tp"}]>}) {
  return %x : tensor<8x16xf32>
}

// Slice what is partial over another axis first: fewer bytes to reduce.
// CHECK-LABEL: func.func @slice_before_the_reduction
// CHECK-NEXT: %[[S:.*]] = tp.all_slice %{{.*}} over {"dp"} [{}, {}] -> [{"dp"}, {}]
// CHECK-NEXT: %[[Y:.*]] = tp.all_reduce sum %[[S]] over {"tp"} : tensor<4x16xf32>
// CHECK-NEXT: return %[[Y]]
func.func @slice_before_the_reduction(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}], unreduced={"tp"}>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}]>}) {
  return %x : tensor<8x16xf32>
}

// And gather behind it.
// CHECK-LABEL: func.func @gather_behind_the_reduction
// CHECK-NEXT: %[[S:.*]] = tp.all_reduce sum %{{.*}} over {"tp"} : tensor<4x16xf32>
// CHECK-NEXT: %[[Y:.*]] = tp.all_gather %[[S]] over {"dp"}
// CHECK-NEXT: return %[[Y]]
func.func @gather_behind_the_reduction(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}, {}], unreduced={"tp"}>})
    -> (tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  return %x : tensor<8x16xf32>
}

// The first rank keeps the value, the others hold what changes nothing.
// CHECK-LABEL: func.func @mask
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1> : tensor<4xi32>
// CHECK-DAG: %[[I:.*]] = tp.axis_index over {"tp"}
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[I]], %[[C0]]
// CHECK: arith.select %[[FIRST]], %{{.*}}, %[[ONE]] : tensor<4xi32>
func.func @mask(%x: tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<4xi32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=prod{"tp"}>}) {
  return %x : tensor<4xi32>
}

// Each reduction has a value of its own that changes nothing.
// CHECK-LABEL: func.func @masks_of_integers
// CHECK-DAG: arith.constant dense<0> : tensor<4xi8>
// CHECK-DAG: arith.constant dense<-1> : tensor<4xi8>
// CHECK-DAG: arith.constant dense<127> : tensor<4xi8>
// CHECK-DAG: arith.constant dense<-128> : tensor<4xi8>
func.func @masks_of_integers(%x: tensor<4xi8> {tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<4xi8> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=or{"tp"}>},
        tensor<4xi8> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=and{"tp"}>},
        tensor<4xi8> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=min{"tp"}>},
        tensor<4xi8> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=max{"tp"}>}) {
  return %x, %x, %x, %x : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @masks_of_floats
// CHECK-DAG: arith.constant dense<0x7F800000> : tensor<4xf32>
// CHECK-DAG: arith.constant dense<0x7FC00000> : tensor<4xf32>
func.func @masks_of_floats(%x: tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>})
    -> (tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=min{"tp"}>},
        tensor<4xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=maxnum{"tp"}>}) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// Two uses want the same: it is moved once.
// CHECK-LABEL: func.func @one_gather_for_two_users
// CHECK-COUNT-1: tp.all_gather
// CHECK-NOT: tp.all_gather
func.func @one_gather_for_two_users(%x: tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
    -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}, tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %x : tensor<8x8xf32>, tensor<8x8xf32>
}

// What was gathered on the way to one use is what the next one starts from.
// CHECK-LABEL: func.func @the_second_use_starts_from_the_first
// CHECK: %[[G:.*]] = tp.all_gather %{{.*}} over {"tp"} [{"tp"}] -> [{}]
// CHECK: tp.all_slice %[[G]] over {"dp"} [{}] -> [{"dp"}]
// CHECK-NOT: tp.all_to_all
func.func @the_second_use_starts_from_the_first(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})
    -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}, tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}]>}) {
  return %x, %x : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @results_keep_their_global_type
// CHECK-SAME: -> (tensor<2x16xf32> {tp.global_type = tensor<8x16xf32>, tp.name = "y", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
// CHECK-SAME: attributes {tp.partitioned}
func.func @results_keep_their_global_type(%x: tensor<8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<8x16xf32> {tp.name = "y"}) {
  %0 = arith.negf %x : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>

// Ten elements on four ranks are 3, 2, 3, 2: the local size is arithmetic on the rank.
// CHECK-LABEL: func.func @uneven
// CHECK-SAME: tensor<?xf32> {tp.global_type = tensor<10xf32>
// CHECK: %[[I:.*]] = tp.axis_index
// CHECK: %[[TENTHS:.*]] = arith.muli %[[I]], %c10
// CHECK: arith.ceildivui %[[TENTHS]], %c4
// CHECK: %[[SIZE:.*]] = arith.subi
// CHECK: tensor.empty(%[[SIZE]]) : tensor<?xf32>
// CHECK: linalg.exp ins(%{{.*}} : tensor<?xf32>)
func.func @uneven(%x: tensor<10xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) -> tensor<10xf32> {
  %e = tensor.empty() : tensor<10xf32>
  %0 = linalg.exp ins(%x : tensor<10xf32>) outs(%e : tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// Granules of four: the third rank has four elements, the last has two.
// CHECK-LABEL: func.func @granules
// CHECK: %[[I:.*]] = tp.axis_index
// CHECK: arith.muli %[[I]], %c3
// CHECK: arith.muli %{{.*}}, %c4
// CHECK: arith.minui %{{.*}}, %c10
func.func @granules(%x: tensor<10xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} g4]>}) -> tensor<10xindex> {
  %e = tensor.empty() : tensor<10xindex>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<10xf32>) outs(%e : tensor<10xindex>) {
  ^bb0(%v: f32, %out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<10xindex>
  return %0 : tensor<10xindex>
}

// Positions get this rank's offset: two elements each, so twice the rank.
// CHECK-LABEL: func.func @position
// CHECK: %[[R:.*]] = tp.axis_index over {"tp"}
// CHECK: %[[OFFSET:.*]] = arith.muli %[[R]], %c2
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK-NEXT: %[[G:.*]] = arith.addi %[[I]], %[[OFFSET]]
// CHECK-NEXT: linalg.yield %[[G]]
func.func @position(%x: tensor<8xindex> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) -> tensor<8xindex> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<8xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<8xindex>
  return %0 : tensor<8xindex>
}

// A table that is read at the loop's position is split alike and read at the local one.
// CHECK-LABEL: func.func @local_address
// CHECK-NOT: tp.axis_index
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK-NEXT: tensor.extract %{{.*}}[%[[I]]] : tensor<2xf32>
func.func @local_address(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
                         %y: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%y : tensor<8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<8xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A chunk of a dimension that is so cut is a slice of what is here.
// CHECK-LABEL: func.func @chunk
// CHECK-NEXT: %[[Y:.*]] = tensor.extract_slice %{{.*}}[2] [2] [1] : tensor<6xf32> to tensor<2xf32>
// CHECK-NEXT: return %[[Y]]
func.func @chunk(%x: tensor<24xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} c3]>}) -> tensor<8xf32> {
  %0 = tensor.extract_slice %x[8] [8] [1] : tensor<24xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The output that is added to enters on the first rank; zero needs no mask.
// CHECK-LABEL: func.func @init_enters_once
// CHECK: %[[M:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x4xf32>
// CHECK: %[[P:.*]] = linalg.matmul {{.*}} outs(%[[M]] : tensor<4x4xf32>)
// CHECK: tp.all_reduce sum %[[P]]
func.func @init_enters_once(%a: tensor<4x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
                            %b: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
                            %c: tensor<4x4xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}]>}) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// CHECK-LABEL: func.func @no_mask_of_zero
// CHECK-NOT: arith.select
// CHECK: tp.all_reduce sum
func.func @no_mask_of_zero(%a: tensor<4x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
                           %b: tensor<8x4xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>}) -> tensor<4x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Lowest for a maximum, which is no zero.
// CHECK-LABEL: func.func @mask_of_a_zero_below_a_maximum
// CHECK-DAG: arith.constant dense<0xFF800000> : tensor<4xf32>
// CHECK: arith.select
// CHECK: tp.all_reduce max
func.func @mask_of_a_zero_below_a_maximum(%a: tensor<4x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>}) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<4x8xf32>) outs(%zero : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// A gather from a table whose rows are split: this rank's first row is subtracted, the sum
// over the ranks is what was looked up.
// CHECK-LABEL: func.func @rows_of_a_split_table
// CHECK: %[[FIRST:.*]] = arith.muli %{{.*}}, %c4
// CHECK: %[[P:.*]] = tp.gather %{{.*}}[%{{.*}}] offset(%[[FIRST]]) {{.*}} : tensor<4x6xf32>, (tensor<3xi32>) -> tensor<3x6xf32>
// CHECK: tp.all_reduce sum %[[P]]
func.func @rows_of_a_split_table(%t: tensor<16x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
                                 %i: tensor<3xi32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) -> tensor<3x6xf32> {
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x6xf32>, (tensor<3xi32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}
