// Convolutions and pools: batch, channels and filters may be split; what a window runs
// over is needed whole.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=8 --random-inputs 1 --compare %t

tp.mesh @mesh = <["tp"=4]>

func.func private @convolution(%x: tensor<3x6x7x4xf32>, %k: tensor<2x3x4x5xf32>) -> tensor<3x5x5x5xf32> {
  %zero = arith.constant dense<0.0> : tensor<3x5x5x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) outs(%zero : tensor<3x5x5x5xf32>) -> tensor<3x5x5x5xf32>
  return %0 : tensor<3x5x5x5xf32>
}
func.func private @strided_convolution(%x: tensor<3x6x7x4xf32>, %k: tensor<2x3x4x5xf32>) -> tensor<3x3x3x5xf32> {
  %one = arith.constant dense<1.0> : tensor<3x3x3x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %k : tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) outs(%one : tensor<3x3x3x5xf32>) -> tensor<3x3x3x5xf32>
  return %0 : tensor<3x3x3x5xf32>
}
func.func private @depthwise(%x: tensor<3x6x7x4xf32>, %k: tensor<2x3x4xf32>) -> tensor<3x5x5x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<3x5x5x4xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : tensor<3x6x7x4xf32>, tensor<2x3x4xf32>) outs(%zero : tensor<3x5x5x4xf32>) -> tensor<3x5x5x4xf32>
  return %0 : tensor<3x5x5x4xf32>
}
func.func private @sums_of_windows(%x: tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<3x3x3x4xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<3x6x7x4xf32>, tensor<2x2xf32>) outs(%zero : tensor<3x3x3x4xf32>) -> tensor<3x3x3x4xf32>
  return %0 : tensor<3x3x3x4xf32>
}
func.func private @largest_of_windows(%x: tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<3x3x3x4xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<3x6x7x4xf32>, tensor<2x2xf32>) outs(%low : tensor<3x3x3x4xf32>) -> tensor<3x3x3x4xf32>
  return %0 : tensor<3x3x3x4xf32>
}

// The loop over the filter reads the image at a sum of two loops.
func.func private @moving_average(%x: tensor<14xf32>, %k: tensor<4xf32>) -> tensor<11xf32> {
  %zero = arith.constant dense<0.0> : tensor<11xf32>
  %0 = linalg.conv_1d ins(%x, %k : tensor<14xf32>, tensor<4xf32>) outs(%zero : tensor<11xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}

func.func @main(
    %batch: tensor<3x6x7x4xf32> {tp.name = "batch", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}, {}]>},
    %height: tensor<3x6x7x4xf32> {tp.name = "height", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}, {}]>},
    %channels: tensor<3x6x7x4xf32> {tp.name = "channels", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
    %partial: tensor<3x6x7x4xf32> {tp.name = "partial", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {}],
      unreduced={"tp"}>},
    %filter: tensor<2x3x4x5xf32> {tp.name = "filter", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {}]>},
    %taps: tensor<2x3x4x5xf32> {tp.name = "taps", tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}, {}]>},
    %filter_in: tensor<2x3x4x5xf32> {tp.name = "filter_in", tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}, {}]>},
    %filter_out: tensor<2x3x4x5xf32> {tp.name = "filter_out", tp.sharding = #tp.sharding<@mesh, [{}, {}, {},
      {"tp"}]>},
    %depth: tensor<2x3x4xf32> {tp.name = "depth", tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}]>},
    %line: tensor<14xf32> {tp.name = "line", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %kernel: tensor<4xf32> {tp.name = "kernel", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>})
    -> (tensor<3x5x5x5xf32> {tp.name = "batch_filter"},
        tensor<3x5x5x5xf32> {tp.name = "height_filter_out", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
        tensor<3x5x5x5xf32> {tp.name = "channels_filter_in", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}, {}]>},
        tensor<3x5x5x5xf32> {tp.name = "batch_taps"}, tensor<3x5x5x5xf32> {tp.name = "partial_filter"},
        tensor<3x5x5x5xf32> {tp.name = "channels_filter_out", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {},
      {}]>},
        tensor<3x3x3x5xf32> {tp.name = "strided_batch_filter"},
        tensor<3x3x3x5xf32> {tp.name = "strided_channels_filter_in"},
        tensor<3x3x3x5xf32> {tp.name = "strided_height_taps"}, tensor<3x5x5x4xf32> {tp.name = "depthwise_batch"},
        tensor<3x3x3x4xf32> {tp.name = "summed_batch"}, tensor<3x3x3x4xf32> {tp.name = "largest_batch"},
        tensor<3x5x5x4xf32> {tp.name = "depthwise_height", tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}, {}]>},
        tensor<3x3x3x4xf32> {tp.name = "summed_height", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
        tensor<3x3x3x4xf32> {tp.name = "largest_height"}, tensor<3x5x5x4xf32> {tp.name = "depthwise_channels"},
        tensor<3x3x3x4xf32> {tp.name = "summed_channels", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
        tensor<3x3x3x4xf32> {tp.name = "largest_channels"}, tensor<3x5x5x4xf32> {tp.name = "depthwise_partial"},
        tensor<3x3x3x4xf32> {tp.name = "summed_partial", tp.sharding = #tp.sharding<@mesh, [{}, {}, {}, {"tp"}]>},
        tensor<3x3x3x4xf32> {tp.name = "largest_partial"},
        tensor<11xf32> {tp.name = "averages", tp.sharding = #tp.sharding<@mesh, [{"tp"}]>}) {
  %batch_filter = call @convolution(%batch, %filter)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x5x5x5xf32>
  %height_filter_out = call @convolution(%height, %filter_out)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x5x5x5xf32>
  %channels_filter_in = call @convolution(%channels, %filter_in)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x5x5x5xf32>
  %batch_taps = call @convolution(%batch, %taps) : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x5x5x5xf32>
  %partial_filter = call @convolution(%partial, %filter)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x5x5x5xf32>
  %channels_filter_out = call @convolution(%channels, %filter_out)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x5x5x5xf32>
  %strided_batch_filter = call @strided_convolution(%batch, %filter)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x3x3x5xf32>
  %strided_channels_filter_in = call @strided_convolution(%channels, %filter_in)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x3x3x5xf32>
  %strided_height_taps = call @strided_convolution(%height, %taps)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4x5xf32>) -> tensor<3x3x3x5xf32>
  %depthwise_batch = call @depthwise(%batch, %depth) : (tensor<3x6x7x4xf32>, tensor<2x3x4xf32>) -> tensor<3x5x5x4xf32>
  %summed_batch = call @sums_of_windows(%batch) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %largest_batch = call @largest_of_windows(%batch) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %depthwise_height = call @depthwise(%height, %depth)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4xf32>) -> tensor<3x5x5x4xf32>
  %summed_height = call @sums_of_windows(%height) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %largest_height = call @largest_of_windows(%height) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %depthwise_channels = call @depthwise(%channels, %depth)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4xf32>) -> tensor<3x5x5x4xf32>
  %summed_channels = call @sums_of_windows(%channels) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %largest_channels = call @largest_of_windows(%channels) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %depthwise_partial = call @depthwise(%partial, %depth)
      : (tensor<3x6x7x4xf32>, tensor<2x3x4xf32>) -> tensor<3x5x5x4xf32>
  %summed_partial = call @sums_of_windows(%partial) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %largest_partial = call @largest_of_windows(%partial) : (tensor<3x6x7x4xf32>) -> tensor<3x3x3x4xf32>
  %averages = call @moving_average(%line, %kernel) : (tensor<14xf32>, tensor<4xf32>) -> tensor<11xf32>
  return %batch_filter, %height_filter_out, %channels_filter_in, %batch_taps, %partial_filter, %channels_filter_out,
      %strided_batch_filter, %strided_channels_filter_in, %strided_height_taps, %depthwise_batch, %summed_batch,
      %largest_batch, %depthwise_height, %summed_height, %largest_height, %depthwise_channels, %summed_channels,
      %largest_channels, %depthwise_partial, %summed_partial, %largest_partial, %averages
      : tensor<3x5x5x5xf32>, tensor<3x5x5x5xf32>, tensor<3x5x5x5xf32>, tensor<3x5x5x5xf32>, tensor<3x5x5x5xf32>,
        tensor<3x5x5x5xf32>, tensor<3x3x3x5xf32>, tensor<3x3x3x5xf32>, tensor<3x3x3x5xf32>, tensor<3x5x5x4xf32>,
        tensor<3x3x3x4xf32>, tensor<3x3x3x4xf32>, tensor<3x5x5x4xf32>, tensor<3x3x3x4xf32>, tensor<3x3x3x4xf32>,
        tensor<3x5x5x4xf32>, tensor<3x3x3x4xf32>, tensor<3x3x3x4xf32>, tensor<3x5x5x4xf32>, tensor<3x3x3x4xf32>,
        tensor<3x3x3x4xf32>, tensor<11xf32>
}
