// One case for each numbered constraint of the dialect.
//
// RUN: tp-opt %s --split-input-file --verify-diagnostics

// M1
// expected-error@+1 {{a mesh axis needs a name}}
tp.mesh @mesh = <[""=2]>

// -----

// M2
// expected-error@+1 {{mesh axis "tp" has size 0, expected at least 1}}
tp.mesh @mesh = <["tp"=0]>

// -----

// M3
// expected-error@+1 {{mesh axis "tp" appears twice}}
tp.mesh @mesh = <["tp"=2, "tp"=4]>

// -----

// M4
// expected-error@+1 {{a mesh has at most 1048576 ranks}}
tp.mesh @mesh = <["tp"=2097152]>

// -----

// tp.mesh C1
tp.mesh @mesh = <["tp"=4]>
// expected-error@+1 {{has 8 ranks, but mesh @mesh has 4: meshes of a module are views of the same ranks}}
tp.mesh @other = <["x"=8]>

// -----

tp.mesh @mesh = <["tp"=4]>
// A1
// expected-error@+1 {{a reference to a mesh axis needs a name}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{""}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// A2
// expected-error@+1 {{sub-axis "tp":(0)2 needs a pre-size of at least 1 and a size of at least 2}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(0)2}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// A2
// expected-error@+1 {{sub-axis "tp":(1)1 needs}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(1)1}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// D1
// expected-error@+1 {{granule and chunks are at least 1, got g0 c1}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} g0]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// D3
// expected-error@+1 {{granule and chunks need an axis to split over}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{} c2]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// expected-error@+1 {{suffixes come once each, in the order p, g, c}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} c2 g2]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// expected-error@+1 {{expected a suffix such as p1, g128 or c3, got 'x3'}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} x3]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// expected-error@+1 {{'?' is the last of a dimension's axes}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{?, "tp"}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// expected-error@+1 {{unknown reduction 'mean'}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=mean{"tp"}>})

// -----

tp.mesh @mesh = <["tp"=4]>
// expected-error@+1 {{expected 'replicated' or 'unreduced', once each, got 'open'}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], open={"tp"}>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S1: an axis used twice
// expected-error@+1 {{axis "tp" is used twice in one sharding}}
func.func private @f(tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {"tp"}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S1: in parts that meet
// expected-error@+1 {{axis "tp" is used twice in one sharding}}
func.func private @f(tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(1)2}, {"tp"}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S1: split and replicated
// expected-error@+1 {{axis "tp" is used twice in one sharding}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}], replicated={"tp"}>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S1: split and unreduced
// expected-error@+1 {{axis "tp" both splits a dimension and is unreduced}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}], unreduced={"tp"}>})

// -----

// S2
// expected-error@+1 {{argument 0: unknown mesh @mesh}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})

// -----

// expected-note@+1 {{the mesh is declared here}}
tp.mesh @mesh = <["tp"=4]>
// S3
// expected-error@+1 {{argument 0: unknown axis "dp" of mesh @mesh}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"dp"}]>})

// -----

// expected-note@+1 {{the mesh is declared here}}
tp.mesh @mesh = <["tp"=4]>
// S3
// expected-error@+1 {{argument 0: sub-axis "tp":(1)3 does not divide axis "tp" of size 4}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(1)3}]>})

// -----

tp.mesh @mesh = <["tp"=12]>
// S3: parts that do not refine one another
// expected-error@+1 {{sub-axes of axis "tp" overlap: positions 2 and 3 do not divide one another}}
func.func private @f(tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(1)2}, {"tp":(3)2}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S4
// expected-error@+1 {{argument 0: a sharding is for a ranked tensor, not for 'index'}}
func.func private @f(index {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S5
// expected-error@+1 {{result 0: the sharding has 1 dimensions, but the tensor 'tensor<8x8xf32>' has 2}}
func.func private @f() -> (tensor<8x8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S6
// expected-error@+1 {{argument 0: dimension 0 of size 8 is not a multiple of 3 chunks}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} c3]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S7
// expected-error@+1 {{argument 0: reduction 'and' does not exist for elements of type 'f32'}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=and{"tp"}>})

// -----

// expected-error@+1 {{argument 0: 'tp.sharding' is a #tp.sharding}}
func.func private @f(tensor<8xf32> {tp.sharding = "tp"})

// -----

// expected-error@+1 {{argument 0: 'tp.kind' is "parameter", "state" or "input"}}
func.func private @f(tensor<8xf32> {tp.kind = "weight"})

// -----

// expected-error@+1 {{argument 0: 'tp.name' is a string}}
func.func private @f(tensor<8xf32> {tp.name = 1})

// -----

// expected-error@+1 {{argument 0: 'tp.global_type' is a type}}
func.func private @f(tensor<8xf32> {tp.global_type = 1})

// -----

// expected-error@+1 {{argument 0: 'tp.donate' has no value}}
func.func private @f(tensor<8xf32> {tp.donate = 1})

// -----

// expected-error@+1 {{argument 0: unknown attribute 'tp.shading'}}
func.func private @f(tensor<8xf32> {tp.shading = 1})

// -----

// expected-error@+1 {{result 0: unknown attribute 'tp.donate'}}
func.func private @f() -> (tensor<8xf32> {tp.donate})

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tp.shardings' has one sharding for each result}}
  %0 = arith.negf %x {tp.shardings = []} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{result 0: 'tp.shardings' has #tp.sharding or unit entries}}
  %0 = arith.negf %x {tp.shardings = [1]} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tp.sharding' is for arguments and results of functions; use tp.sharding_constraint for a value inside}}
  %0 = arith.negf %x {tp.sharding = 1} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tp.partitioned' is for functions}}
  %0 = arith.negf %x {tp.partitioned} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tp.sharding_constraint' op the sharding has 2 dimensions}}
  %0 = tp.sharding_constraint %x <@mesh, [{}, {}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.manual C1
  // expected-error@+1 {{has 1 operands and 0 results, but 0 input and 0 output shardings}}
  tp.manual(%x) in [] out [] {
  ^bb0(%local: tensor<8xf32>):
    tp.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.manual C2
  // expected-error@+1 {{has 1 operands but 0 block arguments}}
  tp.manual(%x) in [#tp.sharding<@mesh, [{}]>] out [] {
    tp.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.manual C2
  // expected-error@+1 {{block argument of type 'tensor<8xi32>' is no local tensor of 'tensor<8xf32>'}}
  tp.manual(%x) in [#tp.sharding<@mesh, [{}]>] out [] {
  ^bb0(%local: tensor<8xi32>):
    tp.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // tp.manual C3
  // expected-error@+1 {{returned value of type 'index' is no local tensor of 'tensor<8xf32>'}}
  %0 = tp.manual(%x) in [#tp.sharding<@mesh, [{}]>] out [#tp.sharding<@mesh, [{}]>] {
  ^bb0(%local: tensor<8xf32>):
    %i = tp.axis_index over {"tp"} : index
    tp.return %i : index
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // tp.manual C3
  // expected-error@+1 {{returns 0 values for 1 results}}
  %0 = tp.manual(%x) in [#tp.sharding<@mesh, [{}]>] out [#tp.sharding<@mesh, [{}]>] {
  ^bb0(%local: tensor<8xf32>):
    tp.return
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note@+1 {{the mesh is declared here}}
tp.mesh @mesh = <["tp"=4]>
func.func @f() {
  // tp.axis_index C1
  // expected-error@+1 {{unknown axis "dp" of mesh @mesh}}
  %i = tp.axis_index over {"dp"} : index
  return
}

// -----

func.func @f() {
  // tp.axis_index C1
  // expected-error@+1 {{unknown mesh @mesh}}
  %i = tp.axis_index over {"dp"} : index
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // collectives C1
  // expected-error@+1 {{needs at least one axis}}
  %0 = tp.all_reduce sum %x over {} : tensor<8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // collectives C1
  // expected-error@+1 {{axis "tp" appears twice}}
  %0 = tp.all_reduce sum %x over {"tp", "tp"} : tensor<8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // collectives C2
  // expected-error@+1 {{results must have the types of the inputs}}
  %0 = "tp.all_reduce"(%x) <{axes = [#tp.axis_ref<"tp">], mesh = @mesh, reduction = #tp<reduction sum>}> : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  // collectives C3
  // expected-error@+1 {{inputs have element types 'f32' and 'i32', expected one}}
  %0:2 = tp.broadcast %x, %i over {"tp"} : tensor<8xf32>, tensor<8xi32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // collectives C4
  // expected-error@+1 {{reduction 'xor' does not exist for elements of type 'f32'}}
  %0 = tp.all_reduce xor %x over {"tp"} : tensor<8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%i: tensor<8xi32>) {
  // collectives C4
  // expected-error@+1 {{reduction 'maxnum' does not exist for elements of type 'i32'}}
  %0 = tp.all_reduce maxnum %i over {"tp"} : tensor<8xi32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // collectives C5
  // expected-error@+1 {{has 1 inputs, 1 results and 2 relayouts, expected equally many}}
  %0 = tp.all_slice %x over {"tp"} [{}] -> [{"tp"}] of tensor<8xf32>, [{}] -> [{"tp"}] of tensor<8xf32> : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // collectives C5
  // expected-error@+1 {{result has type 'tensor<4xf32>', but the layout gives 'tensor<2xf32>'}}
  %0 = tp.all_slice %x over {"tp"} [{}] -> [{"tp"}] of tensor<8xf32> : tensor<8xf32> -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // collectives C5
  // expected-error@+1 {{input has type 'tensor<8xf32>', but the layout gives 'tensor<2xf32>'}}
  %0 = tp.all_gather %x over {"tp"} [{"tp"}] -> [{}] of tensor<8xf32> : tensor<8xf32> -> tensor<8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4, "dp"=2]>
func.func @f(%x: tensor<1x8xf32>) {
  // C6
  // expected-error@+1 {{the layouts do not differ in just the axes of the op}}
  %0 = tp.all_gather %x over {"dp"} [{"tp"}, {}] -> [{}, {}] of tensor<4x8xf32> : tensor<1x8xf32> -> tensor<4x8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4, "dp"=2]>
func.func @f(%x: tensor<1xf32>) {
  // C6: not the last axis
  // expected-error@+1 {{a dimension's layouts differ by more than a suffix of axes}}
  %0 = tp.all_gather %x over {"tp"} [{"tp", "dp"}] -> [{"dp"}] of tensor<8xf32> : tensor<1xf32> -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4, "dp"=2]>
func.func @f(%x: tensor<8xf32>) {
  // C7
  // expected-error@+1 {{the layouts do not differ in just the axes of the op}}
  %0 = tp.reduce_scatter sum %x over {"tp"} [{}] -> [{"dp"}] of tensor<8xf32> : tensor<8xf32> -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<4x2xf32>) {
  // C8
  // expected-error@+1 {{the layouts do not use the same axes}}
  %0 = tp.all_to_all %x over {"tp"} [{}, {"tp"}] -> [{}, {}] of tensor<4x8xf32> : tensor<4x2xf32> -> tensor<4x8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4, "dp"=2]>
func.func @f(%x: tensor<4x2xf32>) {
  // C8
  // expected-error@+1 {{moves an axis that is not one of the op's}}
  %0 = tp.permute %x over {"dp"} [{}, {"tp"}] -> [{"tp"}, {}] of tensor<4x8xf32> : tensor<4x2xf32> -> tensor<1x8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // L1
  // expected-error@+1 {{a layout of 'tensor<8xf32>' has 1 entries, got 2}}
  %0 = tp.all_slice %x over {"tp"} [{}, {}] -> [{"tp"}] of tensor<8xf32> : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // L2
  // expected-error@+1 {{layouts of a collective are closed and without priorities}}
  %0 = tp.all_slice %x over {"tp"} [{?}] -> [{"tp"}] of tensor<8xf32> : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8x8xf32>) {
  // L3
  // expected-error@+1 {{axis "tp" is used twice in one sharding}}
  %0 = tp.all_slice %x over {"tp"} [{}, {}] -> [{"tp"}, {"tp"}] of tensor<8x8xf32> : tensor<8x8xf32> -> tensor<2x2xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.start C1
  // expected-error@+1 {{holds one collective, whose results it returns}}
  %p = tp.start {
    tp.return %x : tensor<8xf32>
  } : !tp.pending<tensor<8xf32>>
  %y = tp.wait %p : !tp.pending<tensor<8xf32>>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.start C2
  // expected-error@+1 {{result of type '!tp.pending<tensor<4xf32>>' for a value of type 'tensor<8xf32>'}}
  %p = tp.start {
    %r = tp.broadcast %x over {"tp"} : tensor<8xf32>
    tp.return %r : tensor<8xf32>
  } : !tp.pending<tensor<4xf32>>
  %y = tp.wait %p : !tp.pending<tensor<4xf32>>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.start C3
  // expected-error@+1 {{each result is waited for once}}
  %p = tp.start {
    %r = tp.broadcast %x over {"tp"} : tensor<8xf32>
    tp.return %r : tensor<8xf32>
  } : !tp.pending<tensor<8xf32>>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // tp.gather C1
  // expected-error@+1 {{table map results are single dimensions or symbols, each once}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1 + 1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // tp.gather C2
  // expected-error@+1 {{has 1 index tensors, 1 index maps and 0 symbols, expected equally many}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1) -> (d0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // tp.gather C3
  // expected-error@+1 {{index map results are distinct dimensions}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0 + d1)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x4xf32>, %i: tensor<4xi32>) {
  // tp.gather C4
  // expected-error@+1 {{dimension 1 of the table has size 4, expected at least 8}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x4xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<5xi32>) {
  // tp.gather C4
  // expected-error@+1 {{dimension 0 of an index tensor has size 5, expected 4}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<5xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // tp.gather C4
  // expected-error@+1 {{table map affine_map<(d0)[s0] -> (s0, d0)> does not fit tensors of rank 2 and 2}}
  %0 = tp.gather %t[%i] map = affine_map<(d0)[s0] -> (s0, d0)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // tp.gather C4
  // expected-error@+1 {{index map affine_map<(d0, d1) -> (d0, d1)> does not fit tensors of rank 2 and 1}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0, d1)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xf32>) {
  // tp.gather C5
  // expected-error@+1 {{index tensors hold integers or indices, not 'f32'}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>, %o: index) {
  // tp.gather C6
  // expected-error@+1 {{has 2 offsets for 1 index tensors}}
  %0 = tp.gather %t[%i] offset(%o, %o) map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // expected-error@+1 {{table and result have element types 'f32' and 'f64'}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf64>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>, %u: tensor<4x8xf64>) {
  // expected-error@+1 {{input and updates have element types 'f32' and 'f64'}}
  %0 = tp.scatter %u into %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<4x8xf64>, (tensor<4xi32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>, %u: tensor<4x8xf32>) {
  // expected-error@+1 {{reduction 'or' does not exist for elements of type 'f32'}}
  %0 = tp.scatter or %u into %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<4x8xf32>, (tensor<4xi32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // tp.sort C1
  // expected-error@+1 {{dimension 2 does not exist in a tensor of rank 2}}
  %0 = tp.sort %x along 2 : tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // tp.top_k C1
  // expected-error@+1 {{cannot take the top 9 of 'tensor<4x8xf32>'}}
  %0:2 = tp.top_k 9 of %x : tensor<4x8xf32> -> tensor<4x9xf32>, tensor<4x9xi32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // tp.top_k C2
  // expected-error@+1 {{results have shapes of 'tensor<4x2xf32>' and 'tensor<4x3xi32>', expected the input's with last size 2}}
  %0:2 = tp.top_k 2 of %x : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x3xi32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>) {
  // tp.top_k C3
  // expected-error@+1 {{values have the input's element type and indices are integers}}
  %0:2 = tp.top_k 2 of %x : tensor<4x8xf32> -> tensor<4x2xf32>, tensor<4x2xf32>
  return
}

// -----

// A wait gives what is pending: inferred from the operand, so only the generic form can say otherwise.
tp.mesh @mesh = <["tp"=4]>
func.func @f(%p: !tp.pending<tensor<8xf32>>) {
  // expected-error@+1 {{result type is what the pending type holds}}
  %0 = "tp.wait"(%p) : (!tp.pending<tensor<8xf32>>) -> tensor<4xf32>
  return
}

// -----

// A1
// expected-error@+1 {{a reference to a mesh axis needs a name}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], replicated={""}>})

// -----

// A2
// expected-error@+1 {{sub-axis "tp":(-2)2 needs a pre-size of at least 1}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(-2)2}]>})

// -----

// D1
// expected-error@+1 {{granule and chunks are at least 1, got g1 c0}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} c0]>})

// -----

// D3: an open dimension has no axis yet
// expected-error@+1 {{granule and chunks need an axis to split over}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{?} g2]>})

// -----

// A suffix without its number.
// expected-error@+1 {{expected a suffix such as p1, g128 or c3, got 'p'}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"} p]>})

// -----

// expected-error@+1 {{suffixes come once each, in the order p, g, c}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}p1 p2]>})

// -----

// expected-error@+1 {{expected 'replicated' or 'unreduced', once each, got 'unreduced'}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced={"tp"}, unreduced={"dp"}>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S1: replicated and unreduced
// expected-error@+1 {{axis "tp" is used twice in one sharding}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], replicated={"tp"}, unreduced={"tp"}>})

// -----

tp.mesh @mesh = <["tp"=8]>
// S1: a part splits, a larger one that holds it is unreduced
// expected-error@+1 {{axis "tp" both splits a dimension and is unreduced}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(2)2}], unreduced={"tp":(1)4}>})

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // S2, inside a function
  // expected-error@+1 {{'tp.sharding_constraint' op unknown mesh @grid}}
  %0 = tp.sharding_constraint %x <@grid, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note@+1 {{the mesh is declared here}}
tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // S3, in an annotation of an op
  // expected-error@+1 {{result 0: unknown axis "dp" of mesh @mesh}}
  %0 = arith.negf %x {tp.shardings = [#tp.sharding<@mesh, [{}], replicated={"dp"}>]} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note@+1 {{the mesh is declared here}}
tp.mesh @mesh = <["tp"=4]>
// S3: longer than the axis
// expected-error@+1 {{argument 0: sub-axis "tp":(2)4 does not divide axis "tp" of size 4}}
func.func private @f(tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(2)4}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S4
// expected-error@+1 {{result 0: a sharding is for a ranked tensor, not for 'tensor<*xf32>'}}
func.func private @f() -> (tensor<*xf32> {tp.sharding = #tp.sharding<@mesh, []>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S5: rank 0
// expected-error@+1 {{argument 0: the sharding has 1 dimensions, but the tensor 'tensor<f32>' has 0}}
func.func private @f(tensor<f32> {tp.sharding = #tp.sharding<@mesh, [{}]>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S7: the bits of a float
// expected-error@+1 {{result 0: reduction 'minui' does not exist for elements of type 'f32'}}
func.func private @f() -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=minui{"tp"}>})

// -----

tp.mesh @mesh = <["tp"=4]>
// S7: integers hold no NaN to be dropped
// expected-error@+1 {{argument 0: reduction 'minnum' does not exist for elements of type 'i32'}}
func.func private @f(tensor<8xi32> {tp.sharding = #tp.sharding<@mesh, [{}], unreduced=minnum{"tp"}>})

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.manual: S5 of an input
  // expected-error@+1 {{'tp.manual' op input sharding: the sharding has 2 dimensions}}
  tp.manual(%x) in [#tp.sharding<@mesh, [{}, {}]>] out [] {
  ^bb0(%local: tensor<8xf32>):
    tp.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // tp.manual: S2 of an output
  // expected-error@+1 {{'tp.manual' op output sharding: unknown mesh @other}}
  %0 = tp.manual(%x) in [#tp.sharding<@mesh, [{}]>] out [#tp.sharding<@other, [{}]>] {
  ^bb0(%local: tensor<8xf32>):
    tp.return %local : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // tp.manual C3: another rank
  // expected-error@+1 {{returned value of type 'tensor<2x4xf32>' is no local tensor of 'tensor<8xf32>'}}
  %0 = tp.manual(%x) in [#tp.sharding<@mesh, [{}]>] out [#tp.sharding<@mesh, [{}]>] {
  ^bb0(%local: tensor<8xf32>):
    %1 = tensor.expand_shape %local [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
    tp.return %1 : tensor<2x4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f() {
  // tp.axis_index C1
  // expected-error@+1 {{axis "tp" appears twice}}
  %i = tp.axis_index over {"tp", "tp"} : index
  return
}

// -----

tp.mesh @mesh = <["tp"=8]>
func.func @f(%x: tensor<8xf32>) {
  // C1: parts that meet are the same axis
  // expected-error@+1 {{axis "tp" appears twice}}
  %0 = tp.all_reduce sum %x over {"tp":(1)4, "tp":(2)2} : tensor<8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // C2 of tp.broadcast
  // expected-error@+1 {{results must have the types of the inputs}}
  %0 = "tp.broadcast"(%x) <{axes = [#tp.axis_ref<"tp">], mesh = @mesh}> : (tensor<8xf32>) -> tensor<8xf64>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>, %y: tensor<8xbf16>) {
  // C3 of tp.all_slice
  // expected-error@+1 {{inputs have element types 'f32' and 'bf16', expected one}}
  %0:2 = tp.all_slice %x, %y over {"tp"} [{}] -> [{"tp"}] of tensor<8xf32>, [{}] -> [{"tp"}] of tensor<8xbf16>
      : tensor<8xf32>, tensor<8xbf16> -> tensor<2xf32>, tensor<2xbf16>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // C4 of tp.reduce_scatter
  // expected-error@+1 {{reduction 'or' does not exist for elements of type 'f32'}}
  %0 = tp.reduce_scatter or %x over {"tp"} [{}] -> [{"tp"}] of tensor<8xf32> : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<2x3xf32>) {
  // C5 of tp.all_to_all: the layout's element type
  // expected-error@+1 {{input has type 'tensor<2x3xf32>', but the layout gives 'tensor<2x3xf64>'}}
  %0 = tp.all_to_all %x over {"tp"} [{"tp"}, {}] -> [{"tp"} c2, {}] of tensor<8x3xf64> : tensor<2x3xf32> -> tensor<2x3xf64>
  return
}

// -----

tp.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @f(%x: tensor<4xf32>) {
  // C6: the axes that stay are cut in other chunks
  // expected-error@+1 {{a dimension's layouts differ by more than a suffix of axes}}
  %0 = tp.all_gather %x over {"tp"} [{"dp", "tp"} c2] -> [{"dp"}] of tensor<32xf32> : tensor<4xf32> -> tensor<16xf32>
  return
}

// -----

tp.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // C7: an axis before those that are there
  // expected-error@+1 {{a dimension's layouts differ by more than a suffix of axes}}
  %0 = tp.all_slice %x over {"dp"} [{"tp"}] -> [{"dp", "tp"}] of tensor<32xf32> : tensor<8xf32> -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // C7: an axis of the op does nothing
  // expected-error@+1 {{the layouts do not differ in just the axes of the op}}
  %0 = tp.reduce_scatter sum %x over {"dp", "tp"} [{}] -> [{"tp"}] of tensor<8xf32> : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh = <["dp"=2, "tp"=4]>
func.func @f(%x: tensor<2xf32>) {
  // C8 of tp.permute
  // expected-error@+1 {{the layouts do not use the same axes}}
  %0 = tp.permute %x over {"dp", "tp"} [{"tp"}] -> [{"dp"}] of tensor<8xf32> : tensor<2xf32> -> tensor<4xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // L1, of the layout behind
  // expected-error@+1 {{a layout of 'tensor<8xf32>' has 1 entries, got 0}}
  %0 = tp.all_gather %x over {"tp"} [{"tp"}] -> [] of tensor<8xf32> : tensor<2xf32> -> tensor<8xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // L2
  // expected-error@+1 {{layouts of a collective are closed and without priorities}}
  %0 = tp.all_slice %x over {"tp"} [{}] -> [{"tp"}p1] of tensor<8xf32> : tensor<8xf32> -> tensor<2xf32>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.start C1: two collectives
  // expected-error@+1 {{holds one collective, whose results it returns}}
  %p = tp.start {
    %q = tp.broadcast %x over {"tp"} : tensor<8xf32>
    %r = tp.broadcast %q over {"tp"} : tensor<8xf32>
    tp.return %r : tensor<8xf32>
  } : !tp.pending<tensor<8xf32>>
  %y = tp.wait %p : !tp.pending<tensor<8xf32>>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) {
  // tp.start C3: waited for twice
  // expected-error@+1 {{each result is waited for once}}
  %p = tp.start {
    %r = tp.broadcast %x over {"tp"} : tensor<8xf32>
    tp.return %r : tensor<8xf32>
  } : !tp.pending<tensor<8xf32>>
  %y = tp.wait %p : !tp.pending<tensor<8xf32>>
  %z = tp.wait %p : !tp.pending<tensor<8xf32>>
  return
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @f(%x: tensor<8xf32>) -> !tp.pending<tensor<8xf32>> {
  // tp.start C3: handed out
  // expected-error@+1 {{each result is waited for once}}
  %p = tp.start {
    %r = tp.broadcast %x over {"tp"} : tensor<8xf32>
    tp.return %r : tensor<8xf32>
  } : !tp.pending<tensor<8xf32>>
  return %p : !tp.pending<tensor<8xf32>>
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // tp.gather C1: a dimension twice
  // expected-error@+1 {{table map results are single dimensions or symbols, each once}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (d1, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) {
  // tp.gather C4: a loop that would leave the table
  // expected-error@+1 {{dimension 1 of the table has size 8, expected at least 9}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<16x8xf32>, (tensor<4xi32>) -> tensor<4x9xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4x4xi32>) {
  // tp.gather C3
  // expected-error@+1 {{index map results are distinct dimensions}}
  %0 = tp.gather %t[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0, d0)>]
      : tensor<16x8xf32>, (tensor<4x4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>, %u: tensor<4x8xf32>) {
  // tp.scatter C2
  // expected-error@+1 {{has 2 index tensors, 1 index maps and 1 symbols, expected equally many}}
  %0 = tp.scatter %u into %t[%i, %i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<4x8xf32>, (tensor<4xi32>, tensor<4xi32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // tp.sort C1: rank 0
  // expected-error@+1 {{dimension 0 does not exist in a tensor of rank 0}}
  %0 = tp.sort %x along 0 : tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<f32>) {
  // tp.top_k C1: rank 0
  // expected-error@+1 {{cannot take the top 1 of 'tensor<f32>'}}
  %0:2 = tp.top_k 1 of %x : tensor<f32> -> tensor<1xf32>, tensor<1xi32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // tp.top_k C3: of the values
  // expected-error@+1 {{values have the input's element type and indices are integers}}
  %0:2 = tp.top_k 2 of %x : tensor<4xf32> -> tensor<2xf64>, tensor<2xindex>
  return
}

// -----

// expected-error@+1 {{'tp.sub_axes' is an array of #tp.axis_ref on a mesh}}
tp.mesh @mesh = <["tp"=4]> {tp.sub_axes = ["tp"]}

// -----

// expected-error@+1 {{'tp.sub_axes' is an array of #tp.axis_ref on a mesh}}
func.func @main() attributes {tp.sub_axes = []} { return }

// -----

tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'tp.argument_shardings' has one sharding for each block argument}}
  %0 = scf.for %i = %c0 to %n step %n iter_args(%y = %x) -> tensor<8xf32> {
    scf.yield %y : tensor<8xf32>
  } {tp.argument_shardings = [#tp.sharding<@mesh, [{}]>]}
  return %0 : tensor<8xf32>
}

// -----

// A size is open where the layout gives different ones, C5.
tp.mesh @mesh = <["tp"=4]>
func.func @main(%x: tensor<10xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{result has type 'tensor<3xf32>', but the layout gives 'tensor<?xf32>'}}
  %0 = tp.all_slice %x over {"tp"} [{}] -> [{"tp"}] of tensor<10xf32> : tensor<10xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
