// Programs of `test_programs.py`.
func.func @branch(%c: tensor<1xi1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = tosa.cond_if %c (%a = %x) : tensor<1xi1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%then: tensor<4xf32>):
    %e = tosa.exp %then : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %e : tensor<4xf32>
  } else {
  ^bb0(%o: tensor<4xf32>):
    %e = tosa.add %o, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @loop(%n: tensor<1xi32>, %x: tensor<4xi32>) -> (tensor<1xi32>, tensor<4xi32>) {
  %one = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %zero = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %i, %r = tosa.while_loop (%a = %zero, %b = %x) : (tensor<1xi32>, tensor<4xi32>) -> (tensor<1xi32>, tensor<4xi32>) {
    %c = tosa.greater %n, %a : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    tosa.yield %c : tensor<1xi1>
  } do {
  ^bb0(%a: tensor<1xi32>, %b: tensor<4xi32>):
    %d = tosa.add %a, %one : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %e = tosa.add %b, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %d, %e : tensor<1xi32>, tensor<4xi32>
  }
  return %i, %r : tensor<1xi32>, tensor<4xi32>
}
func.func @sizes(%x: tensor<?x6xf32>) -> tensor<?x3xf32> {
  %n = tosa.dim %x {axis = 0 : i32} : (tensor<?x6xf32>) -> !tosa.shape<1>
  %two = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %three = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
  %m = tosa.mul_shape %n, %two : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %s = tosa.concat_shape %m, %three : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %r = tosa.reshape %x, %s : (tensor<?x6xf32>, !tosa.shape<2>) -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
func.func @batch(%x: tensor<?x4xf32>, %y: tensor<1x4xf32>, %z: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %a = tosa.add %x, %y : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  %b = tosa.sub %a, %z : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  %m = tosa.reduce_max %b {axis = 1 : i32} : (tensor<?x4xf32>) -> tensor<?x1xf32>
  %c = tosa.sub %b, %m : (tensor<?x4xf32>, tensor<?x1xf32>) -> tensor<?x4xf32>
  return %c : tensor<?x4xf32>
}
func.func @i16(%x: tensor<1x4x4x2xi16>, %w: tensor<3x2x2x2xi8>) -> tensor<1x3x3x3xi16> {
  %b = "tosa.const"() <{values = dense<[1, -2, 30000000000]> : tensor<3xi48>}> : () -> tensor<3xi48>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %m = "tosa.const"() <{values = dense<20000> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<35> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i48, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x4x4x2xi16>, tensor<3x2x2x2xi8>, tensor<3xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x3x3x3xi48>
  %q = tosa.rescale %r, %m, %s, %az, %xz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<1x3x3x3xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi16>) -> tensor<1x3x3x3xi16>
  return %q : tensor<1x3x3x3xi16>
}
func.func @quantized(%x: tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.25>> {
  %c = "tosa.const"() <{values = dense<[[1, 2]]> : tensor<1x2xi8>}> : () -> tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>
  %m = tosa.maximum %x, %c : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>
  %q = tosa.identity %m : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.25>>
  return %q : tensor<1x2x!quant.uniform<i8:f32, 0.25>>
}
func.func @nibbles(%x: tensor<1x3x3x2xi8>) -> tensor<1x3x3x2xi32> {
  %w = "tosa.const"() <{values = dense<[[[[1, -8]]], [[[7, 2]]]]> : tensor<2x1x1x2xi4>}> : () -> tensor<2x1x1x2xi4>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %r = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x3x3x2xi8>, tensor<2x1x1x2xi4>, tensor<1xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x3x3x2xi32>
  return %r : tensor<1x3x3x2xi32>
}
func.func @fft(%x: tensor<2x4x8xf32>, %y: tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>) {
  %a, %b = tosa.fft2d %x, %y {inverse = true} : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>)
  %c, %d = tosa.rfft2d %x : (tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return %a, %b, %c, %d : tensor<2x4x8xf32>, tensor<2x4x8xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>
}
tosa.variable @w = dense<2.0> : tensor<4xf32>
func.func @variable(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = tosa.variable_read @w : tensor<4xf32>
  %r = tosa.add %x, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @call(%x: tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.25>> {
  %q = call @quantized(%x) : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.25>>
  return %q : tensor<1x2x!quant.uniform<i8:f32, 0.25>>
}
func.func @shapes() -> (tensor<4x8xf32>) {
  %a = tosa.const_shape {values = dense<[7, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %c = tosa.div_ceil_shape %a, %b : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %d = tosa.log2_ceil_shape %c : (!tosa.shape<2>) -> !tosa.shape<2>
  %e = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %f = tosa.add_shape %d, %e : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %g = tosa.exp2_shape %f : (!tosa.shape<2>) -> !tosa.shape<2>
  %x = "tosa.const"() <{values = dense<1.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %r = tosa.tile %x, %g : (tensor<1x1xf32>, !tosa.shape<2>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func @pictures(%x: tensor<?x4x4x2xi8>, %w: tensor<3x1x1x2xi8>, %b: tensor<3xi32>) -> (tensor<?x2x2x2xi8>, tensor<?x4x4x3xi32>, tensor<?x8x8x2xi8>, tensor<?x4x4x2xi8>) {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a = tosa.avg_pool2d %x, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<?x4x4x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x2x2x2xi8>
  %c = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<?x4x4x2xi8>, tensor<3x1x1x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x4x4x3xi32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<?x4x4x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x8x8x2xi8>
  %twice = tosa.const_shape {values = dense<[2, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %t = tosa.tile %x, %twice : (tensor<?x4x4x2xi8>, !tosa.shape<4>) -> tensor<?x4x4x2xi8>
  return %a, %c, %r, %t : tensor<?x2x2x2xi8>, tensor<?x4x4x3xi32>, tensor<?x8x8x2xi8>, tensor<?x4x4x2xi8>
}
