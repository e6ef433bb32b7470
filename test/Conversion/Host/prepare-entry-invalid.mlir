// RUN: tp-opt %s --tprt-prepare-entry --split-input-file --verify-diagnostics

// expected-error@+1 {{the module has no function @main}}
module {
}

// -----

// expected-error@+1 {{'func.func' op has no body}}
func.func private @main()

// -----

// expected-error@+1 {{'func.func' op argument 0 has type 'memref<4xf32>', expected a ranked tensor of integers, indices or floats, or a scalar}}
func.func @main(%x: memref<4xf32>) {
  return
}

// -----

// expected-error@+1 {{'func.func' op result 0 has type 'complex<f32>', expected a ranked tensor of integers, indices or floats, or a scalar}}
func.func @main() -> tensor<complex<f32>> {
  %x = tensor.empty() : tensor<complex<f32>>
  return %x : tensor<complex<f32>>
}

// -----

func.func private @elsewhere()
func.func @main() {
  // expected-error@+1 {{'func.call' op calls @elsewhere, which has no body}}
  call @elsewhere() : () -> ()
  return
}

// -----

func.func @main() {
  call @other() : () -> ()
  return
}
func.func @other() {
  // expected-error@+1 {{'func.call' op is recursive: @main is already being called}}
  call @main() : () -> ()
  return
}
