// RUN: tp-opt %s --split-input-file --verify-diagnostics

// C1 of tprt.collective.
func.func @descriptor_too_short(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{'tprt.collective' op has a malformed descriptor}}
  "tprt.collective"(%x, %y) <{descriptor = array<i64: 0, 0, 0, 1>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @descriptor_with_words_left(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{'tprt.collective' op has a malformed descriptor}}
  "tprt.collective"(%x, %y) <{descriptor = array<i64: 0, 0, 0, 0, 1, 4, 1, 7>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @descriptor_with_huge_count(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{'tprt.collective' op has a malformed descriptor}}
  "tprt.collective"(%x, %y) <{descriptor = array<i64: 0, 0, 0, 9000000000000000000, 0>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @unknown_collective(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{unknown collective 'all_love'}}
  tprt.collective all_love f32 over [4:1] {[-1] : [_] -> [_]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// -----

func.func @unknown_reduction(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{unknown reduction 'mean'}}
  tprt.collective all_reduce mean f32 over [4:1] {[-1] : [_] -> [_]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// -----

func.func @unknown_element_type(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{unknown element type 'f8'}}
  tprt.collective all_reduce sum f8 over [4:1] {[-1] : [_] -> [_]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// -----

func.func @layout_without_a_dimension(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{layouts of 0 and 1 dimensions for 1 sizes}}
  tprt.collective all_gather f32 over [4:1] {[-1] : [] -> [_]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// -----

// C2
func.func @one_tensor_too_many(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{'tprt.collective' op has 1 inputs and 1 outputs, its descriptor 2 tensors}}
  tprt.collective all_reduce sum f32 over [4:1] {[-1] : [_] -> [_], [-1] : [_] -> [_]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// -----

// C3
func.func @other_element_type(%x: memref<4xf64>, %y: memref<4xf64>) {
  // expected-error@+1 {{'tprt.collective' op has an operand of type 'memref<4xf64>', whose elements are not of its descriptor's type}}
  tprt.collective all_reduce sum f32 over [4:1] {[-1] : [_] -> [_]} ins(%x : memref<4xf64>) outs(%y : memref<4xf64>)
  return
}

// -----

func.func @other_rank(%x: memref<4x4xf32>, %y: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.collective' op has an operand of type 'memref<4x4xf32>', its descriptor expects rank 1}}
  tprt.collective all_reduce sum f32 over [4:1] {[-1] : [_] -> [_]} ins(%x : memref<4x4xf32>) outs(%y : memref<4x4xf32>)
  return
}

// -----

// C4
func.func @size_is_missing(%x: memref<?xf32>, %y: memref<?xf32>) {
  // expected-error@+1 {{'tprt.collective' op has 0 size operands, expected 1}}
  tprt.collective all_slice f32 over [4:1] {[?] : [_] -> [4:1]} ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// -----

// C5
func.func @mixed_operands(%x: tensor<4xf32>, %y: memref<4xf32>) {
  // expected-error@+1 {{'tprt.collective' op mixes tensors and memrefs}}
  tprt.collective all_reduce sum f32 over [4:1] {[-1] : [_] -> [_]} ins(%x : tensor<4xf32>) outs(%y : memref<4xf32>)
  return
}

// -----

func.func @results_of_memrefs(%x: memref<4xf32>, %y: memref<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tprt.collective' op has results although its operands are memrefs}}
  %0 = tprt.collective all_reduce sum f32 over [4:1] {[-1] : [_] -> [_]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_results_of_tensors(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error@+1 {{'tprt.collective' op needs one result for each output, of its type}}
  tprt.collective all_reduce sum f32 over [4:1] {[-1] : [_] -> [_]} ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>)
  return
}

// -----

// C1 of tprt.contract
func.func @label_is_missing(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op has 1 labels for 'memref<4x4xf32>'}}
  tprt.contract [0], [0, 1] -> [0, 1] ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// C2
func.func @label_twice(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op label 0 is used twice in a tensor}}
  tprt.contract [0, 0], [0, 1] -> [0, 1] ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @negative_label(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op label -1 is negative}}
  tprt.contract [-1, 0], [0, 1] -> [0, 1] ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @label_left_out(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op labels are not the numbers 0 up to the number of loops}}
  tprt.contract [0, 3], [3, 1] -> [0, 1] ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

func.func @huge_label(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op labels are not the numbers 0 up to the number of loops}}
  tprt.contract [0, 4000000000000], [4000000000000, 1] -> [0, 1] ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// C3
func.func @integer_product(%a: memref<4x4xi32>, %b: memref<4x4xi32>, %c: memref<4x4xi32>) {
  // expected-error@+1 {{'tprt.contract' op does not exist for elements of types 'i32', 'i32' and 'i32'}}
  tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%a, %b : memref<4x4xi32>, memref<4x4xi32>) outs(%c : memref<4x4xi32>)
  return
}

// -----

func.func @narrowing_product(%a: memref<4x4xf64>, %b: memref<4x4xf64>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op does not exist for elements of types 'f64', 'f64' and 'f32'}}
  tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%a, %b : memref<4x4xf64>, memref<4x4xf64>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// C4
func.func @sizes_of_a_loop_differ(%a: memref<4x5xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op loop 2 has sizes 5 and 4}}
  tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%a, %b : memref<4x5xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}

// -----

// C5
func.func @contract_mixes(%a: tensor<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  // expected-error@+1 {{'tprt.contract' op mixes tensors and memrefs}}
  tprt.contract [0, 2], [2, 1] -> [0, 1] ins(%a, %b : tensor<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}
