// Partitioning works on what propagation has left.
//
// RUN: tp-opt %s --split-input-file --verify-diagnostics --tp-partition

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{argument 0 has no sharding; run tp-propagate first}}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
  // expected-error@+1 {{'arith.negf' has no sharding; run tp-propagate first}}
  %0 = arith.negf %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{result 0 has no sharding; run tp-propagate first}}
func.func @main(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{control flow between blocks cannot be partitioned; use scf or raise it with -lift-cf-to-scf}}
func.func @main(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{}]>}) {
  cf.br ^bb1
^bb1:
  return %x : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<*xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{unranked tensors cannot be partitioned}}
  %y = tensor.cast %x : tensor<*xf32> to tensor<8xf32>
  return %y : tensor<8xf32>
}
