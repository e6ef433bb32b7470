// What one rank communicates, as an object and as a table; figures by hand.
//
// RUN: tp-opt %s --tp-pipeline --tp-report=json -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: tp-opt %s --tp-pipeline --tp-report=text:%t -o /dev/null && FileCheck %s --check-prefix=TEXT < %t
// RUN: tp-opt %s --tp-pipeline --mesh tp=3 --tp-report=json -o /dev/null | FileCheck %s --check-prefix=UNEVEN
// RUN: tp-opt %s --tp-pipeline --tp-report=json | FileCheck %s --check-prefix=BOTH
// RUN: not tp-opt %s --tp-pipeline --tp-report=xml 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not tp-opt %s --tp-pipeline --tp-report=json:%t/no/such/dir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tp-opt %s --tp-pipeline --tp-report=json --tp-entry=other -o /dev/null 2>&1 | FileCheck %s --check-prefix=ENTRY

// JSON: "async": false
// JSON: "axes": [
// JSON-NEXT: "tp"
// JSON: "because": "partial sum of linalg.matmul of w2"
// JSON: "bytes": 2048
// JSON: "count": 1
// JSON: "dtype": "f32"
// JSON: "kind": "all_reduce"
// JSON: "loc": "{{.*}}report.mlir:
// JSON: "reduction": "sum"
// JSON: "tensors": 1
// JSON: "wire_bytes": 3072
// JSON: "flops": 32768
// JSON: "argument_bytes": 10240
// JSON-NEXT: "parameter_bytes": 8192
// JSON: "tp": 4
// JSON: "bytes": 2048

// TEXT: mesh: tp=4
// TEXT: all_reduce sum tp {{ *}}f32 {{ *}}2048 {{ *}}3072 {{ *}}partial sum of linalg.matmul of w2
// TEXT: all_reduce {{ *}}1 x {{ *}}2048 bytes
// TEXT: memory: parameters 8192, arguments 10240, peak

// Rank 0 has 22 of the 64 columns: 64 * 22 * 4 bytes of each weight.
// UNEVEN: "parameter_bytes": 11264

// BOTH: tp.all_reduce
// BOTH: "collectives"

// FORMAT: tp-opt: error: --tp-report=xml: unknown format 'xml', expected json or text
// FILE: tp-opt: error: cannot open output file
// ENTRY: error: there is no function @other to report on

tp.mesh @mesh = <["tp"=4]>

func.func @main(
    %x: tensor<8x64xf32> {tp.name = "x", tp.sharding = #tp.sharding<@mesh, [{}, {}]>},
    %w1: tensor<64x64xf32> {tp.name = "w1", tp.kind = "parameter", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>},
    %w2: tensor<64x64xf32> {tp.name = "w2", tp.kind = "parameter", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}]>})
    -> tensor<8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<8x64xf32>, tensor<64x64xf32>) outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  %y = linalg.matmul ins(%h, %w2 : tensor<8x64xf32>, tensor<64x64xf32>) outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
