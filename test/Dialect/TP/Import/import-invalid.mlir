// RUN: tp-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --tp-import

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{unregistered op 'my.op' cannot be partitioned; lower it to linalg, tensor, arith or math first}}
  %0 = "my.op"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{recursive call: a function that calls itself cannot be partitioned}}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @main(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{argument 0 carries both 'tp.sharding' and 'sdy.sharding'; keep one of them}}
func.func @main(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>, sdy.sharding = "any"}) {
  return
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{result 0 carries both 'tp.sharding' and 'mhlo.sharding'; keep one of them}}
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>, mhlo.sharding = "{replicated}"}) {
  return %x : tensor<8xf32>
}
