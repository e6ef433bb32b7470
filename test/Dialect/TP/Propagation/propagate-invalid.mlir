// RUN: tp-opt %s --split-input-file --verify-diagnostics --tp-propagate

tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<8xf32> {
    // expected-error@+1 {{'tp.sort' has no sharding rule: it cannot be partitioned; give it one (docs/Embedding.md) or write it with ops that have one}}
    %1 = tp.sort %y along 0 : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{control flow between blocks cannot be partitioned; use scf or raise it with -lift-cf-to-scf}}
  %0 = scf.execute_region -> tensor<8xf32> {
    cf.br ^end
  ^end:
    scf.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tp.sort' has no sharding rule}}
  %0 = tp.sort %x along 0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{the module has no tp.mesh; add one, or give axis sizes as in --mesh "tp=4"}}
module {
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    return %x : tensor<8xf32>
  }
}

// -----

// expected-note@+1 {{the first mesh is here}}
tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{a module with several meshes cannot be partitioned yet; use one mesh with all axes}}
tp.mesh @other = <["x"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{dimension 0 of 'tensor<?xf32>' is dynamic and split: this cannot be partitioned yet}}
func.func @main(%x: tensor<?xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{control flow between blocks cannot be partitioned; use scf or raise it with -lift-cf-to-scf}}
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=2]>
// expected-error@+1 {{argument 0 of type 'memref<8xf32>' cannot be partitioned; use a ranked tensor}}
func.func @main(%x: memref<8xf32>) {
  return
}

// -----

tp.mesh @mesh = <["tp"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{unranked tensors cannot be partitioned}}
  %0 = tensor.cast %x : tensor<8xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Each of the two is a sharding by itself; no one grid has both as axes.
// expected-error@+1 {{sub-axes of axis "tp" overlap: positions 2 and 3 do not divide one another}}
tp.mesh @mesh = <["tp"=12]>
func.func @main(%x: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(1)2}]>},
                %y: tensor<8xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp":(3)2}]>}) -> tensor<8xf32> {
  %0 = arith.addf %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}
