// A program written for one rank, with every collective, run on four: by hand is said what
// the ranks hold together. Elements are numbered, so that each one's way can be followed.
//
// RUN: tp-opt %s --convert-tp-to-tprt | FileCheck %s
// RUN: %{python} %{inputs}/safetensors.py write %t.in x:F32:4=0,1,2,3 y:F32:8=iota t:F32:4x2=iota
// RUN: tp-run %s --inputs %t.in --outputs %t
// RUN: %{python} %{inputs}/safetensors.py print %t | FileCheck %s --check-prefix=VALUES --match-full-lines
// CHECK-NOT: tp.
// CHECK-COUNT-8: tprt.collective
// CHECK-NOT: tp.

// Rank r of (dp, tp) = (r / 2, r mod 2) holds x[r], and elements 2 r and 2 r + 1 of y.
//
// broadcast: that of the first rank of the axis, 0 of ranks 0 and 2, 1 of ranks 1 and 3.
// exchanged: the axes swap, so that rank 1 has the elements of rank 2 and the other way round;
//   read as if they were where they were before.
// largest: over both axes.   looked_up: the row of the table that the rank's number names.
// VALUES:      broadcast F32 [4] 0 1 0 1
// VALUES-NEXT: exchanged F32 [8] 0 1 4 5 2 3 6 7
// VALUES-NEXT: gathered F32 [8] 0 1 0 1 2 3 2 3
// VALUES-NEXT: largest F32 [4] 3 3 3 3
// VALUES-NEXT: later F32 [4] 1 1 5 5
// VALUES-NEXT: looked_up F32 [4, 2] 6 7 4 5 2 3 0 1
// VALUES-NEXT: product F32 [4] 0 3 0 3
// VALUES-NEXT: scattered F32 [4] 4 8 6 10
// VALUES-NEXT: sliced F32 [4] 0 1 2 3
// VALUES-NEXT: turned F32 [8] 0 1 4 5 2 3 6 7

tp.mesh @mesh = <["dp"=2, "tp"=2]>
#split = #tp.sharding<@mesh, [{"dp", "tp"}]>
#rows = #tp.sharding<@mesh, [{"dp", "tp"}, {}]>
#whole = #tp.sharding<@mesh, [{}, {}]>
func.func @main(
    %x: tensor<1xf32> {tp.name = "x", tp.global_type = tensor<4xf32>, tp.sharding = #split},
    %y: tensor<2xf32> {tp.name = "y", tp.global_type = tensor<8xf32>, tp.sharding = #split},
    %t: tensor<4x2xf32> {tp.name = "t", tp.global_type = tensor<4x2xf32>, tp.sharding = #whole})
    -> (tensor<1xf32> {tp.name = "largest", tp.global_type = tensor<4xf32>, tp.sharding = #split},
        tensor<1xf32> {tp.name = "product", tp.global_type = tensor<4xf32>, tp.sharding = #split},
        tensor<1xf32> {tp.name = "later", tp.global_type = tensor<4xf32>, tp.sharding = #split},
        tensor<1xf32> {tp.name = "broadcast", tp.global_type = tensor<4xf32>, tp.sharding = #split},
        tensor<2xf32> {tp.name = "gathered", tp.global_type = tensor<8xf32>, tp.sharding = #split},
        tensor<1xf32> {tp.name = "scattered", tp.global_type = tensor<4xf32>, tp.sharding = #split},
        tensor<2xf32> {tp.name = "exchanged", tp.global_type = tensor<8xf32>, tp.sharding = #split},
        tensor<2xf32> {tp.name = "turned", tp.global_type = tensor<8xf32>, tp.sharding = #split},
        tensor<1xf32> {tp.name = "sliced", tp.global_type = tensor<4xf32>, tp.sharding = #split},
        tensor<1x2xf32> {tp.name = "looked_up", tp.global_type = tensor<4x2xf32>, tp.sharding = #rows})
    attributes {tp.partitioned} {
  %largest = tp.all_reduce max %x over {"dp", "tp"} : tensor<1xf32>
  // Over dp: ranks 0 and 2 multiply 0 and 2, ranks 1 and 3 multiply 1 and 3.
  %product = tp.all_reduce prod %x over {"dp"} : tensor<1xf32>
  // Over tp: 0 + 1, 2 + 3.
  %p = tp.start {
    %0 = tp.all_reduce sum %x over {"tp"} : tensor<1xf32>
    tp.return %0 : tensor<1xf32>
  } : !tp.pending<tensor<1xf32>>
  %later = tp.wait %p : !tp.pending<tensor<1xf32>>
  %broadcast = tp.broadcast %x over {"dp"} : tensor<1xf32>
  // Over tp ranks 0 and 1 get both elements of x[0:2].
  %gathered = tp.all_gather %x over {"tp"} [{"dp", "tp"}] -> [{"dp"}] of tensor<4xf32> : tensor<1xf32> -> tensor<2xf32>
  // What is the same place of y on both ranks of a group is added; each keeps its half.
  // Ranks 0 and 2 hold 0 1 and 4 5: 4 and 6, of which rank 0 keeps the first, rank 2 the second.
  %scattered = tp.reduce_scatter sum %y over {"dp"} [{"tp"}] -> [{"tp", "dp"}] of tensor<4xf32> : tensor<2xf32> -> tensor<1xf32>
  %exchanged = tp.permute %y over {"dp", "tp"} [{"dp", "tp"}] -> [{"tp", "dp"}] of tensor<8xf32> : tensor<2xf32> -> tensor<2xf32>
  %turned = tp.all_to_all %y over {"dp", "tp"} [{"dp", "tp"}] -> [{"tp", "dp"}] of tensor<8xf32> : tensor<2xf32> -> tensor<2xf32>
  %sliced = tp.all_slice %gathered over {"tp"} [{}] -> [{"tp"}] of tensor<2xf32> : tensor<2xf32> -> tensor<1xf32>
  // Row 3 - r.
  %c3 = arith.constant 3 : index
  %r = tp.axis_index over {"dp", "tp"} : index
  %row = arith.subi %c3, %r : index
  %rows = tensor.from_elements %row : tensor<1xindex>
  %looked_up = tp.gather %t[%rows] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<4x2xf32>, (tensor<1xindex>) -> tensor<1x2xf32>
  return %largest, %product, %later, %broadcast, %gathered, %scattered, %exchanged, %turned, %sliced, %looked_up
      : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2xf32>, tensor<1xf32>,
        tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1x2xf32>
}
