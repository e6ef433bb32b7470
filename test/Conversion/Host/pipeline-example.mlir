// The whole pipeline, by hand-computed values: a product that is a call of the runtime, one
// that is loops, a loop that carries a tensor, a branch, 16-bit floats, powers, a dynamic size.
//
// RUN: %{python} %{inputs}/safetensors.py write %t.in a:F32:8x8=iota x:F32:3=1,2,3 n:I64:=4 h:BF16:3=1,2,-3
// RUN: tp-run %s --no-partition --inputs %t.in --outputs %t
// RUN: %{python} %{inputs}/safetensors.py print %t | FileCheck %s --match-full-lines
// RUN: tp-opt %s --tp-to-host-pipeline --mlir-print-op-generic | FileCheck %s --check-prefix=LLVM
//
// The trace of the square of iota: the sum of a[i, j] a[j, i].
// CHECK:      chosen F32 [3] 1 2 3
// CHECK-NEXT: doubled F32 [3] 16 32 48
// CHECK-NEXT: halves BF16 [3] 2.5 3 0.5
// CHECK-NEXT: outer F32 [3, 3] 1 2 3 2 4 6 3 6 9
// CHECK-NEXT: positions I64 [4] 0 1 4 9
// CHECK-NEXT: powers F32 [3] 1 8 27
// CHECK-NEXT: trace F32 [] 68880
// LLVM-NOT: "{{func|arith|math|memref|linalg|scf|cf|tprt|tensor}}.

#id = affine_map<(i) -> (i)>
func.func @main(%a: tensor<8x8xf32> {tp.name = "a"}, %x: tensor<3xf32> {tp.name = "x"}, %n: index {tp.name = "n"},
                %h: tensor<3xbf16> {tp.name = "h"})
    -> (tensor<f32> {tp.name = "trace"}, tensor<3x3xf32> {tp.name = "outer"}, tensor<3xf32> {tp.name = "doubled"},
        tensor<3xf32> {tp.name = "chosen"}, tensor<3xbf16> {tp.name = "halves"}, tensor<3xf32> {tp.name = "powers"},
        tensor<?xi64> {tp.name = "positions"}) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %square = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %trace = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%square : tensor<8x8xf32>) outs(%z : tensor<f32>) {
  ^bb0(%v: f32, %s: f32):
    %0 = arith.addf %s, %v : f32
    linalg.yield %0 : f32
  } -> tensor<f32>

  %e33 = tensor.empty() : tensor<3x3xf32>
  %outer = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                           iterator_types = ["parallel", "parallel"]}
      ins(%x, %x : tensor<3xf32>, tensor<3xf32>) outs(%e33 : tensor<3x3xf32>) {
  ^bb0(%v: f32, %w: f32, %out: f32):
    %0 = arith.mulf %v, %w : f32
    linalg.yield %0 : f32
  } -> tensor<3x3xf32>

  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %doubled = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> tensor<3xf32> {
    %0 = arith.addf %v, %v : tensor<3xf32>
    scf.yield %0 : tensor<3xf32>
  }
  %more = arith.cmpi ugt, %n, %c1 : index
  %chosen = scf.if %more -> tensor<3xf32> {
    scf.yield %x : tensor<3xf32>
  } else {
    scf.yield %doubled : tensor<3xf32>
  }

  %half = arith.constant dense<5.0e-1> : tensor<3xbf16>
  %two = arith.constant dense<2.0> : tensor<3xbf16>
  %0 = arith.mulf %h, %half : tensor<3xbf16>
  %halves = arith.addf %0, %two : tensor<3xbf16>
  %c3 = arith.constant dense<3> : tensor<3xi32>
  %powers = math.fpowi %x, %c3 : tensor<3xf32>, tensor<3xi32>

  %e = tensor.empty(%n) : tensor<?xi64>
  %positions = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xi64>) {
  ^bb0(%out: i64):
    %i = linalg.index 0 : index
    %j = arith.muli %i, %i : index
    %k = arith.index_cast %j : index to i64
    linalg.yield %k : i64
  } -> tensor<?xi64>
  return %trace, %outer, %doubled, %chosen, %halves, %powers, %positions
      : tensor<f32>, tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xbf16>, tensor<3xf32>, tensor<?xi64>
}
