// An assertion that holds and one that does not, run by the pipeline that has this pass: the
// values, or the line that the pass has put together, and the process lives on to print it.
//
// RUN: tp-opt %s --tprt-lower-asserts | FileCheck %s
// RUN: %{python} %{inputs}/safetensors.py write %t.good x:I32:3=1,2,3
// RUN: %{python} %{inputs}/safetensors.py write %t.bad x:I32:3=1,2,9
// RUN: tp-run %s --no-partition --inputs %t.good --outputs %t
// RUN: %{python} %{inputs}/safetensors.py print %t | FileCheck %s --check-prefix=VALUES
// RUN: not tp-run %s --no-partition --inputs %t.bad 2>&1 | FileCheck %s --check-prefix=FAILS
// CHECK-NOT: cf.assert
// CHECK: tprt.fail "too large ({{.*}}lower-asserts-example.mlir:[[LINE:[0-9]+]])"
// VALUES: y I32 [3] 4 8 12
// FAILS: tp-run: error: rank 0: too large ({{.*}}lower-asserts-example.mlir:{{[0-9]+}})

#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<3xi32> {tp.name = "x"}) -> (tensor<3xi32> {tp.name = "y"}) {
  %e = tensor.empty() : tensor<3xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<3xi32>) outs(%e : tensor<3xi32>) {
  ^bb0(%a: i32, %out: i32):
    %c4 = arith.constant 4 : i32
    %ok = arith.cmpi slt, %a, %c4 : i32
    cf.assert %ok, "too large"
    %b = arith.muli %a, %c4 : i32
    linalg.yield %b : i32
  } -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
