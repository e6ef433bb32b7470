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
func.func @main(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>, sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{result 0 carries both 'tp.sharding' and 'mhlo.sharding'; keep one of them}}
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>, mhlo.sharding = "{replicated}"}) {
  return %x : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{argument 0 'mhlo.sharding = "{devices=[2]<=[2]}"' cannot be read; write it as 'tp.sharding'}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
  return
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{result 0 'sdy.sharding = "any"' cannot be read; write it as 'tp.sharding'}}
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = "any"}) {
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'sdy.sharding' on an op is a #sdy.sharding_per_value with an entry for each result}}
  %y = math.tanh %x {sdy.sharding = #sdy.sharding<@mesh, [{}]>} : tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// expected-error@+1 {{#sdy.manual_axes is not read; expected #sdy.sharding or #sdy.sharding_per_value}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.manual_axes<"tp">}) {
  return
}

// -----

// expected-note@+1 {{the mesh is declared here}}
sdy.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{argument 0: unknown axis "dp" of mesh @mesh}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}]>}) {
  return
}
