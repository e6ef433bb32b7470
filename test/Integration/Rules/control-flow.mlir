// Loops and branches: what they carry is split, and each assignment brings its value into
// the one form; what is read from outside is brought into the wanted form once, in front.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=5 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

func.func @main(
    %x: tensor<4x6xf32>,
    %column: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %row: tensor<6x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %split: tensor<4x6xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
    %which: index, %yes: i1)
    -> (tensor<4x6xf32> {tp.name = "for"}, tensor<4x6xf32> {tp.name = "for_state", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>},
        tensor<4x6xf32> {tp.name = "no_trips"}, tensor<4x6xf32> {tp.name = "if"}, tensor<4x6xf32> {tp.name = "if_annotated"},
        tensor<4x6xf32> {tp.name = "switch"}, tensor<4x6xf32> {tp.name = "while"}, tensor<4x6xf32> {tp.name = "nested"},
        tensor<6x6xf32> {tp.name = "swapped_a"}, tensor<6x6xf32> {tp.name = "swapped_b"},
        tensor<4x6xf32> {tp.name = "forall"}, tensor<4x6xf32> {tp.name = "execute"}, f32 {tp.name = "scalar"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>

  // A Megatron pair for each trip, and a sum that is split.
  %for:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %f) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
    %m = linalg.matmul ins(%a, %column : tensor<4x6xf32>, tensor<6x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
    %t = math.tanh %m : tensor<4x6xf32>
    %n = linalg.matmul ins(%t, %row : tensor<4x6xf32>, tensor<6x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
    %s = arith.addf %t, %b : tensor<4x6xf32>
    scf.yield %n, %s : tensor<4x6xf32>, tensor<4x6xf32>
  }
  %no_trips = scf.for %i = %c3 to %c0 step %c1 iter_args(%a = %split) -> tensor<4x6xf32> {
    %t = math.exp %a : tensor<4x6xf32>
    scf.yield %t : tensor<4x6xf32>
  }

  // A predicate computed from a split tensor; branches that give other forms.
  %v = tensor.extract %split[%c2, %c3] : tensor<4x6xf32>
  %half = arith.constant 0.5 : f32
  %p = arith.cmpf olt, %v, %half : f32
  %if = scf.if %p -> tensor<4x6xf32> {
    %w = math.exp %split : tensor<4x6xf32>
    scf.yield %w : tensor<4x6xf32>
  } else {
    scf.yield %x : tensor<4x6xf32>
  }
  %if_annotated = scf.if %yes -> tensor<4x6xf32> {
    %w = tp.sharding_constraint %x <@mesh, [{}, {"tp"}]> : tensor<4x6xf32>
    scf.yield %w : tensor<4x6xf32>
  } else {
    %w = tp.sharding_constraint %split <@mesh, [{}, {}]> : tensor<4x6xf32>
    scf.yield %w : tensor<4x6xf32>
  }
  %switch = scf.index_switch %which -> tensor<4x6xf32>
  case 0 {
    scf.yield %if : tensor<4x6xf32>
  }
  case 1 {
    scf.yield %for#1 : tensor<4x6xf32>
  }
  default {
    scf.yield %split : tensor<4x6xf32>
  }

  // The condition depends on what the loop carries.
  %while:2 = scf.while (%a = %split, %k = %c0) : (tensor<4x6xf32>, index) -> (tensor<4x6xf32>, index) {
    %u = tensor.extract %a[%c1, %c1] : tensor<4x6xf32>
    %big = arith.cmpf ogt, %u, %half : f32
    %few = arith.cmpi slt, %k, %c3 : index
    %go = arith.ori %big, %few : i1
    scf.condition(%go) %a, %k : tensor<4x6xf32>, index
  } do {
  ^bb0(%a: tensor<4x6xf32>, %k: index):
    %z = arith.mulf %a, %a : tensor<4x6xf32>
    %quarter = arith.constant dense<0.25> : tensor<4x6xf32>
    %r = arith.mulf %z, %quarter : tensor<4x6xf32>
    %k2 = arith.addi %k, %c1 : index
    scf.yield %r, %k2 : tensor<4x6xf32>, index
  }

  %nested = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> tensor<4x6xf32> {
    %inner = scf.for %j = %c0 to %c2 step %c1 iter_args(%b = %a) -> tensor<4x6xf32> {
      %same = arith.cmpi eq, %i, %j : index
      %c = scf.if %same -> tensor<4x6xf32> {
        %m = linalg.matmul ins(%b, %row : tensor<4x6xf32>, tensor<6x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
        scf.yield %m : tensor<4x6xf32>
      } else {
        %t = math.sin %b : tensor<4x6xf32>
        scf.yield %t : tensor<4x6xf32>
      }
      scf.yield %c : tensor<4x6xf32>
    }
    scf.yield %inner : tensor<4x6xf32>
  }

  // Two variables that change places: both come into one form, or are brought over.
  %swapped:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %column, %b = %row) -> (tensor<6x6xf32>, tensor<6x6xf32>) {
    scf.yield %b, %a : tensor<6x6xf32>, tensor<6x6xf32>
  }

  // Positions in parallel are done whole.
  %forall = scf.forall (%i) in (4) shared_outs(%o = %x) -> tensor<4x6xf32> {
    %slice = tensor.extract_slice %split[%i, 0] [1, 6] [1, 1] : tensor<4x6xf32> to tensor<1x6xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %slice into %o[%i, 0] [1, 6] [1, 1] : tensor<1x6xf32> into tensor<4x6xf32>
    }
  }
  %execute = scf.execute_region -> tensor<4x6xf32> {
    %t = math.cos %split : tensor<4x6xf32>
    scf.yield %t : tensor<4x6xf32>
  }
  %scalar = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zero) -> f32 {
    %u = tensor.extract %split[%i, %c0] : tensor<4x6xf32>
    %s = arith.addf %a, %u : f32
    scf.yield %s : f32
  }
  return %for#0, %for#1, %no_trips, %if, %if_annotated, %switch, %while#0, %nested, %swapped#0, %swapped#1,
         %forall, %execute, %scalar
      : tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>,
        tensor<4x6xf32>, tensor<4x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, f32
}
