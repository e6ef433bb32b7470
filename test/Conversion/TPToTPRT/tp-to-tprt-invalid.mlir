// RUN: tp-opt %s --convert-tp-to-tprt --split-input-file --verify-diagnostics

tp.mesh @mesh = <["tp"=4]>
func.func @sort(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tp.sort' op cannot be executed yet}}
  %y = tp.sort %x along 0 : tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

func.func @top_k(%x: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error@+1 {{'tp.top_k' op cannot be executed yet}}
  %v, %i = tp.top_k 2 of %x : tensor<8xf32> -> tensor<2xf32>, tensor<2xi32>
  return %v, %i : tensor<2xf32>, tensor<2xi32>
}

// -----

func.func @scatter(%x: tensor<8x4xf32>, %i: tensor<2xi32>, %u: tensor<2x4xf32>) -> tensor<8x4xf32> {
  // expected-error@+1 {{'tp.scatter' op cannot be executed yet}}
  %y = tp.scatter sum %u into %x[%i] map = affine_map<(d0, d1)[s0] -> (s0, d1)>, [affine_map<(d0, d1) -> (d0)>]
      : tensor<2x4xf32>, (tensor<2xi32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @manual(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'tp.manual' op cannot be executed yet}}
  %y = tp.manual(%x) in [#tp.sharding<@mesh, [{"tp"}]>] out [#tp.sharding<@mesh, [{"tp"}]>] {
  ^bb0(%l: tensor<2xf32>):
    tp.return %l : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

tp.mesh @mesh = <["tp"=4]>
func.func @element_type_without_a_number(%x: tensor<8xi4>) -> tensor<8xi4> {
  // expected-error@+1 {{'tp.all_reduce' op cannot be executed on elements of type 'i4'}}
  %y = tp.all_reduce sum %x over {"tp"} : tensor<8xi4>
  return %y : tensor<8xi4>
}

// -----

func.func @gather_of_complex(%t: tensor<8xcomplex<f32>>, %i: tensor<2xi32>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{'tp.gather' op cannot be executed on elements of type 'complex<f32>'}}
  %r = tp.gather %t[%i] map = affine_map<(d0)[s0] -> (s0)>, [affine_map<(d0) -> (d0)>]
      : tensor<8xcomplex<f32>>, (tensor<2xi32>) -> tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}

// -----

func.func @gather_of_unknown_size(%t: tensor<8xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  // expected-error@+1 {{'tp.gather' op cannot be executed: nothing gives the size of dimension 0}}
  %r = tp.gather %t[%i] map = affine_map<(d0)[s0] -> (s0)>, [affine_map<(d0) -> ()>]
      : tensor<8xf32>, (tensor<i32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
