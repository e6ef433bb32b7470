// TOSA comes in through upstream's passes: a feed-forward block, an attention block and a
// convolution, with split contractions, and the activations between.
//
// RUN: tp-run %s --no-partition --random-inputs 1 --outputs %t
// RUN: tp-run %s --mesh tp=1 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=2 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=3 --random-inputs 1 --compare %t
// RUN: tp-run %s --mesh tp=4 --random-inputs 1 --compare %t
// RUN: tp-opt %s --tp-pipeline | FileCheck %s
// CHECK-NOT: tosa
// CHECK: tp.all_reduce sum

tp.mesh @mesh = <["tp"=4]>

func.func @main(
    %x: tensor<1x6x8xf32>,
    %w1: tensor<1x8x16xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {}, {"tp"}]>},
    %w2: tensor<1x16x8xf32> {tp.sharding = #tp.sharding<@mesh, [{}, {"tp"}, {}]>},
    %b1: tensor<16xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}]>},
    %k: tensor<4x6x2xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}]>},
    %image: tensor<1x6x6x3xf32>,
    %filter: tensor<5x3x3x3xf32> {tp.sharding = #tp.sharding<@mesh, [{"tp"}, {}, {}, {}]>},
    %bias: tensor<5xf32>)
    -> (tensor<1x6x8xf32> {tp.name = "mlp"}, tensor<4x6x2xf32> {tp.name = "attention"},
        tensor<1x6x6x5xf32> {tp.name = "convolution"}, tensor<6x1xf32> {tp.name = "reduced"},
        tensor<8x6xf32> {tp.name = "transposed"}) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %h = tosa.matmul %x, %w1, %zp, %zp : (tensor<1x6x8xf32>, tensor<1x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x16xf32>
  %bs = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %b = tosa.reshape %b1, %bs : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %hb = tosa.add %h, %b : (tensor<1x6x16xf32>, tensor<1x1x16xf32>) -> tensor<1x6x16xf32>
  %t = tosa.tanh %hb : (tensor<1x6x16xf32>) -> tensor<1x6x16xf32>
  %mlp = tosa.matmul %t, %w2, %zp, %zp : (tensor<1x6x16xf32>, tensor<1x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x8xf32>

  // Four heads of two, a rank's heads by themselves.
  %s4 = tosa.const_shape {values = dense<[6, 4, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = tosa.reshape %mlp, %s4 : (tensor<1x6x8xf32>, !tosa.shape<3>) -> tensor<6x4x2xf32>
  %q = tosa.transpose %r {perms = array<i32: 1, 0, 2>} : (tensor<6x4x2xf32>) -> tensor<4x6x2xf32>
  %kt = tosa.transpose %k {perms = array<i32: 0, 2, 1>} : (tensor<4x6x2xf32>) -> tensor<4x2x6xf32>
  %scores = tosa.matmul %q, %kt, %zp, %zp : (tensor<4x6x2xf32>, tensor<4x2x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x6x6xf32>
  %max = tosa.reduce_max %scores {axis = 2 : i32} : (tensor<4x6x6xf32>) -> tensor<4x6x1xf32>
  %sub = tosa.sub %scores, %max : (tensor<4x6x6xf32>, tensor<4x6x1xf32>) -> tensor<4x6x6xf32>
  %exp = tosa.exp %sub : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %sum = tosa.reduce_sum %exp {axis = 2 : i32} : (tensor<4x6x6xf32>) -> tensor<4x6x1xf32>
  %inv = tosa.reciprocal %sum : (tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %p = tosa.mul %exp, %inv, %shift : (tensor<4x6x6xf32>, tensor<4x6x1xf32>, tensor<1xi8>) -> tensor<4x6x6xf32>
  %attention = tosa.matmul %p, %k, %zp, %zp : (tensor<4x6x6xf32>, tensor<4x6x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x6x2xf32>

  %conv = tosa.conv2d %image, %filter, %bias, %zp, %zp {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x6x6x3xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x5xf32>
  %clamp = tosa.clamp %conv {min_val = 0.0 : f32, max_val = 0.5 : f32} : (tensor<1x6x6x5xf32>) -> tensor<1x6x6x5xf32>

  %s2 = tosa.const_shape {values = dense<[6, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %flat = tosa.reshape %mlp, %s2 : (tensor<1x6x8xf32>, !tosa.shape<2>) -> tensor<6x8xf32>
  %reduced = tosa.reduce_max %flat {axis = 1 : i32} : (tensor<6x8xf32>) -> tensor<6x1xf32>
  %transposed = tosa.transpose %flat {perms = array<i32: 1, 0>} : (tensor<6x8xf32>) -> tensor<8x6xf32>
  return %mlp, %attention, %clamp, %reduced, %transposed
      : tensor<1x6x8xf32>, tensor<4x6x2xf32>, tensor<1x6x6x5xf32>, tensor<6x1xf32>, tensor<8x6xf32>
}
