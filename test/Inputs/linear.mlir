// y = x w, with the weight split by columns; a second entry for other types.
module {
  tp.mesh @mesh = <["tp"=2]>
  func.func @main(
      %x: tensor<2x3xf32> {tp.name = "x"},
      %w: tensor<3x5xf32> {tp.name = "w", tp.kind = "parameter",
                           tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}]>})
      -> (tensor<2x5xf32> {tp.name = "y"}) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<2x5xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x5xf32>) -> tensor<2x5xf32>
    %y = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x5xf32>)
                       outs(%init : tensor<2x5xf32>) -> tensor<2x5xf32>
    return %y : tensor<2x5xf32>
  }
}
