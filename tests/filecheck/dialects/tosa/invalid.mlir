// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @a(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.erf' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.erf %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @b(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.sigmoid' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.sigmoid %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @c(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.tanh' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.tanh %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @d(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.abs' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.abs %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @e(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.ceil' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.ceil %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.cos' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.cos %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @g(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.exp' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.exp %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @h(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.floor' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.floor %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @i(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.log' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.log %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @j(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.reciprocal' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.reciprocal %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @k(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.rsqrt' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.rsqrt %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @l(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.sin' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.sin %x : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @m(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.abs' op elements must have one type, but got 'f32', 'f16' [tosa_unary_c2]}}
  %r = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'tosa.cos' op operand #0 must be tensor of floats without sizes of 0, but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'tosa.cos' op result #0 must be tensor of floats without sizes of 0, but got 'tensor<4xi32>'}}
  %r = tosa.cos %x : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<0xf32>) {
  // expected-error @+2 {{'tosa.identity' op operand #0 must be tensor of numbers without sizes of 0, but got 'tensor<0xf32>'}}
  // expected-error @+1 {{'tosa.identity' op result #0 must be tensor of numbers without sizes of 0, but got 'tensor<0xf32>'}}
  %r = tosa.identity %x : (tensor<0xf32>) -> tensor<0xf32>
  return
}

// -----

func.func @a(%x: tensor<4xi32>) {
  // expected-error @+1 {{'tosa.bitwise_not' op result must have the shape of the operand, but got 4 and 2x2 [tosa_unary_c1]}}
  %r = tosa.bitwise_not %x : (tensor<4xi32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @b(%x: tensor<4xi32>) {
  // expected-error @+1 {{'tosa.clz' op result must have the shape of the operand, but got 4 and 2x2 [tosa_unary_c1]}}
  %r = tosa.clz %x : (tensor<4xi32>) -> tensor<2x2xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+1 {{'tosa.logical_not' op result must have the shape of the operand, but got 4 and 5 [tosa_unary_c1]}}
  %r = tosa.logical_not %x : (tensor<4xi1>) -> tensor<5xi1>
  return
}

// -----

func.func @f(%x: tensor<4xi16>, %z: tensor<1xi8>) {
  // expected-error @+2 {{'tosa.negate' op zero point of input1 must be of type 'i16', but got 'i8' [tosa_zero_point_c1]}}
  // expected-error @+1 {{'tosa.negate' op zero point of output must be of type 'i16', but got 'i8' [tosa_zero_point_c1]}}
  %r = tosa.negate %x, %z, %z : (tensor<4xi16>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi16>
  return
}

// -----

func.func @f(%x: tensor<4xi16>) {
  %z = "tosa.const"() <{values = dense<1> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-error @+2 {{'tosa.negate' op zero point of input1 must be 0 for elements of 'i16' [tosa_zero_point_c2]}}
  // expected-error @+1 {{'tosa.negate' op zero point of output must be 0 for elements of 'i16' [tosa_zero_point_c2]}}
  %r = tosa.negate %x, %z, %z : (tensor<4xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<4xi16>
  return
}

// -----

func.func @f(%x: tensor<4xi8>) {
  // expected-error @+1 {{'tosa.clamp' op limits must be of type 'i8', but got 1 : i32 and 5 : i32 [tosa_clamp_c1]}}
  %r = tosa.clamp %x {min_val = 1 : i32, max_val = 5 : i32} : (tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @a(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.clamp' op limits must be numbers in order, but got 0x7FC00000 : f32 and 5.000000e+00 : f32 [tosa_clamp_c2]}}
  %r = tosa.clamp %x {min_val = 0x7FC00000 : f32, max_val = 5.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @b(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected one of PROPAGATE, IGNORE, but got 'SOME'}}
  %r = tosa.clamp %x {min_val = 0.0 : f32, max_val = 5.0 : f32, nan_mode = SOME} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @a(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'tosa.add' op sizes of dimension 0 must be broadcast to the result's, but got 4x3 and 4 [tosa_broadcast_c2]}}
  %r = tosa.add %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @b(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'tosa.pow' op sizes of dimension 0 must be broadcast to the result's, but got 4x3 and 4 [tosa_broadcast_c2]}}
  %r = tosa.pow %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'tosa.sub' op sizes of dimension 0 must be broadcast to the result's, but got 4x3 and 4 [tosa_broadcast_c2]}}
  %r = tosa.sub %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @d(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'tosa.maximum' op sizes of dimension 0 must be broadcast to the result's, but got 4x3 and 4 [tosa_broadcast_c2]}}
  %r = tosa.maximum %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @e(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'tosa.minimum' op sizes of dimension 0 must be broadcast to the result's, but got 4x3 and 4 [tosa_broadcast_c2]}}
  %r = tosa.minimum %x, %y : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @a(%x: tensor<4xi32>, %y: tensor<1x4xi32>) {
  // expected-error @+1 {{'tosa.bitwise_and' op tensors must have one rank, but got 4, 1x4, 4 [tosa_broadcast_c1]}}
  %r = tosa.bitwise_and %x, %y : (tensor<4xi32>, tensor<1x4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @b(%x: tensor<4xi32>, %y: tensor<1x4xi32>) {
  // expected-error @+1 {{'tosa.bitwise_or' op tensors must have one rank, but got 4, 1x4, 4 [tosa_broadcast_c1]}}
  %r = tosa.bitwise_or %x, %y : (tensor<4xi32>, tensor<1x4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @c(%x: tensor<4xi32>, %y: tensor<1x4xi32>) {
  // expected-error @+1 {{'tosa.bitwise_xor' op tensors must have one rank, but got 4, 1x4, 4 [tosa_broadcast_c1]}}
  %r = tosa.bitwise_xor %x, %y : (tensor<4xi32>, tensor<1x4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @d(%x: tensor<4xi32>, %y: tensor<1x4xi32>) {
  // expected-error @+1 {{'tosa.intdiv' op tensors must have one rank, but got 4, 1x4, 4 [tosa_broadcast_c1]}}
  %r = tosa.intdiv %x, %y : (tensor<4xi32>, tensor<1x4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @e(%x: tensor<4xi32>, %y: tensor<1x4xi32>) {
  // expected-error @+1 {{'tosa.logical_left_shift' op tensors must have one rank, but got 4, 1x4, 4 [tosa_broadcast_c1]}}
  %r = tosa.logical_left_shift %x, %y : (tensor<4xi32>, tensor<1x4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>, %y: tensor<1x4xi32>) {
  // expected-error @+1 {{'tosa.logical_right_shift' op tensors must have one rank, but got 4, 1x4, 4 [tosa_broadcast_c1]}}
  %r = tosa.logical_right_shift %x, %y : (tensor<4xi32>, tensor<1x4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<4xi32>, %y: tensor<4xi16>) {
  // expected-error @+1 {{'tosa.arithmetic_right_shift' op elements must have one type, but got 'i32', 'i16' [tosa_binary_c1]}}
  %r = tosa.arithmetic_right_shift %x, %y {round = true} : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi32>
  return
}

// -----

func.func @a(%x: tensor<4xi1>, %y: tensor<4xi8>) {
  // expected-error @+1 {{'tosa.logical_and' op operand #1 must be tensor of i1 without sizes of 0, but got 'tensor<4xi8>'}}
  %r = tosa.logical_and %x, %y : (tensor<4xi1>, tensor<4xi8>) -> tensor<4xi1>
  return
}

// -----

func.func @b(%x: tensor<4xi1>, %y: tensor<4xi8>) {
  // expected-error @+1 {{'tosa.logical_or' op operand #1 must be tensor of i1 without sizes of 0, but got 'tensor<4xi8>'}}
  %r = tosa.logical_or %x, %y : (tensor<4xi1>, tensor<4xi8>) -> tensor<4xi1>
  return
}

// -----

func.func @c(%x: tensor<4xi1>, %y: tensor<4xi8>) {
  // expected-error @+1 {{'tosa.logical_xor' op operand #1 must be tensor of i1 without sizes of 0, but got 'tensor<4xi8>'}}
  %r = tosa.logical_xor %x, %y : (tensor<4xi1>, tensor<4xi8>) -> tensor<4xi1>
  return
}

// -----

func.func @a(%x: tensor<4xi32>, %y: tensor<4xi16>) {
  // expected-error @+1 {{'tosa.equal' op elements must have one type, but got 'i32', 'i16' [tosa_comparison_c1]}}
  %r = tosa.equal %x, %y : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi1>
  return
}

// -----

func.func @b(%x: tensor<4xi32>, %y: tensor<4xi16>) {
  // expected-error @+1 {{'tosa.greater' op elements must have one type, but got 'i32', 'i16' [tosa_comparison_c1]}}
  %r = tosa.greater %x, %y : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi1>
  return
}

// -----

func.func @c(%x: tensor<4xi32>, %y: tensor<4xi16>) {
  // expected-error @+1 {{'tosa.greater_equal' op elements must have one type, but got 'i32', 'i16' [tosa_comparison_c1]}}
  %r = tosa.greater_equal %x, %y : (tensor<4xi32>, tensor<4xi16>) -> tensor<4xi1>
  return
}

// -----

func.func @f(%x: tensor<4xi32>, %s: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.mul' op elements must have one type, or a wider one in the result, but got 'i32', 'i32' and 'i16' [tosa_mul_c1]}}
  %r = tosa.mul %x, %x, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi16>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  %s = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error @+1 {{'tosa.mul' op shift must be 0 for elements of 'f32', but got 1 [tosa_mul_c2]}}
  %r = tosa.mul %x, %x, %s : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{'tosa.select' op elements must have one type, but got 'f32', 'f16' [tosa_binary_c1]}}
  %r = tosa.select %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @a(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.reduce_product' op axis must be one of 2 dimensions, but got 2 [tosa_reduce_c1]}}
  %r = tosa.reduce_product %x {axis = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @b(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.reduce_sum' op axis must be one of 2 dimensions, but got 2 [tosa_reduce_c1]}}
  %r = tosa.reduce_sum %x {axis = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @c(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.reduce_max' op axis must be one of 2 dimensions, but got 2 [tosa_reduce_c1]}}
  %r = tosa.reduce_max %x {axis = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @d(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.reduce_min' op result must have the shape 2x1, but got 2 [tosa_reduce_c2]}}
  %r = tosa.reduce_min %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @a(%x: tensor<2x3xi1>) {
  // expected-error @+1 {{'tosa.reduce_all' op result must have the shape 2x1, but got 2x3 [tosa_reduce_c2]}}
  %r = tosa.reduce_all %x {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @b(%x: tensor<2x3xi1>) {
  // expected-error @+1 {{'tosa.reduce_any' op elements must have one type, but got 'i1', 'i8' [tosa_reduce_c3]}}
  %r = tosa.reduce_any %x {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi8>
  return
}

// -----

func.func @a(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.argmax' op result must have integers, but got 'f32' [tosa_argmax_c1]}}
  %r = tosa.argmax %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @b(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.argmax' op axis must be one of 2 dimensions, but got -1 [tosa_argmax_c2]}}
  %r = tosa.argmax %x {axis = -1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @c(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.argmax' op result must have the shape 2, but got 3 [tosa_argmax_c3]}}
  %r = tosa.argmax %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<3xi32>
  return
}

// -----

func.func @a(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.conv2d' op sums for elements of 'i8' must be of 'i32', but got 'i48' [tosa_conv_c3]}}
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
  return
}

// -----

func.func @b(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) {
  // expected-error @+2 {{'tosa.conv2d' op pad must have no number below 0, but got [-1, 1, 1, 1] [tosa_conv_c5]}}
  // expected-error @+1 {{'tosa.conv2d' op result must have 6 elements along dimension 1, but got 8 [tosa_conv_c6]}}
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: -1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
  return
}

// -----

func.func @c(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.conv2d' op stride must have no number below 1, but got [0, 1] [tosa_conv_c5]}}
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 0, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
  return
}

// -----

func.func @d(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.conv2d' op steps of 2 along dimension 1 must end at the end, but got 7 elements behind the first window [tosa_conv_c6]}}
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
  return
}

// -----

func.func @e(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.conv2d' op result must have 8 elements along dimension 1, but got 7 [tosa_conv_c6]}}
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x7x8x4xi32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.conv2d' op bias must have 1 or 5 elements, but got 4 [tosa_conv_c4]}}
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x5xi32>
  return
}

// -----

func.func @g(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.conv2d' op attribute 'acc_type' failed to satisfy constraint: type attribute of i32, i48, f16 or f32, but got 'i16'}}
  %r = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i16, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<4x1x1x3xi8>, %b: tensor<4xf16>, %xz: tensor<1xf32>, %wz: tensor<1xi8>) {
  // expected-error @+1 {{'tosa.conv2d' op tensor and weight must fit together, but got 'f32' and 'i8' [tosa_conv_c1]}}
  %r = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<4x1x1x3xi8>, tensor<4xf16>, tensor<1xf32>, tensor<1xi8>) -> tensor<1x8x8x4xf16>
  return
}

// -----

func.func @f(%x: tensor<1x4x8x8x3xf32>, %w: tensor<5x1x1x1x3xf32>, %b: tensor<5xf16>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.conv3d' op bias and result must have one type, but got 'f16' and 'f32' [tosa_conv_c2]}}
  %r = tosa.conv3d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x8x8x3xf32>, tensor<5x1x1x1x3xf32>, tensor<5xf16>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x8x8x5xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x2xf32>, %b: tensor<6xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.depthwise_conv2d' op attribute 'pad' failed to satisfy constraint: i64 dense array attribute with 4 elements, but got 'array<i64: 1, 1>'}}
  %r = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<3x3x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x6xf32>
  return
}

// -----

func.func @a(%x: tensor<1x4x4x3xf32>, %w: tensor<5x2x2x3xf32>, %b: tensor<5xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.transpose_conv2d' op stride must have no number below 1, but got [0, 2] [tosa_transpose_conv_c1]}}
  %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 0, 2>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x8x5xf32>
  return
}

// -----

func.func @b(%x: tensor<1x4x4x3xf32>, %w: tensor<5x2x2x3xf32>, %b: tensor<5xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.transpose_conv2d' op padding along dimension 1 must be more than -2, but got [-2, 0] [tosa_transpose_conv_c2]}}
  %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: -2, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x8x5xf32>
  return
}

// -----

func.func @c(%x: tensor<1x4x4x3xf32>, %w: tensor<5x2x2x3xf32>, %b: tensor<5xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.transpose_conv2d' op result must have 8 elements along dimension 2, but got 9 [tosa_transpose_conv_c3]}}
  %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x9x5xf32>
  return
}

// -----

func.func @a(%x: tensor<1x8x8x3xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.avg_pool2d' op kernel must have no number below 1, but got [0, 2] [tosa_pool_c1]}}
  %r = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 0, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  return
}

// -----

func.func @b(%x: tensor<1x8x8x3xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.avg_pool2d' op padding must be less than the window of 2, but got [2, 0] [tosa_pool_c2]}}
  %r = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 2, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x4x3xf32>
  return
}

// -----

func.func @c(%x: tensor<1x8x8x3xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.avg_pool2d' op sums of elements of 'f32' must be of 'f32', but got 'i32' [tosa_avg_pool_c1]}}
  %r = tosa.avg_pool2d %x, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  return
}

// -----

func.func @d(%x: tensor<1x8x8x3xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.avg_pool2d' op result must have 4 elements along dimension 2, but got 5 [tosa_pool_c3]}}
  %r = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x5x3xf32>
  return
}

// -----

func.func @e(%x: tensor<1x8x8x3xf32>, %z: tensor<1xf32>) {
  // expected-error @+1 {{'tosa.max_pool2d' op elements must have one type, but got 'f32', 'f16' [tosa_max_pool_c1]}}
  %r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf16>
  return
}

// -----

func.func @f(%a: tensor<1x2x4xf32>, %b: tensor<1x4x8xf16>, %z: tensor<1xf32>, %y: tensor<1xf16>) {
  // expected-error @+1 {{'tosa.matmul' op zero point of b must be of type 'f16', but got 'f32' [tosa_zero_point_c1]}}
  %r = tosa.matmul %a, %b, %z, %z : (tensor<1x2x4xf32>, tensor<1x4x8xf16>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x8xf32>
  return
}

// -----

func.func @a(%p: tensor<1x2x32xf8E4M3FN>, %q: tensor<1x2x1xf8E8M0FNU>, %o: tensor<1x2x32xf8E5M2>, %t: tensor<1x2x2xf8E8M0FNU>) {
  // expected-error @+1 {{'tosa.matmul_t_block_scaled' op elements must have one type, but got 'f8E4M3FN', 'f8E5M2' [tosa_block_matmul_c1]}}
  %r = tosa.matmul_t_block_scaled %p, %q, %o, %q {block_size = BLOCK_SIZE_32} : (tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>, tensor<1x2x32xf8E5M2>, tensor<1x2x1xf8E8M0FNU>) -> tensor<1x2x2xf32>
  return
}

// -----

func.func @b(%p: tensor<1x2x32xf8E4M3FN>, %q: tensor<1x2x1xf8E8M0FNU>, %o: tensor<1x2x32xf8E5M2>, %t: tensor<1x2x2xf8E8M0FNU>) {
  // expected-error @+1 {{'tosa.matmul_t_block_scaled' op scales must have the shape 1x2x1, but got 1x2x2 [tosa_block_matmul_c2]}}
  %r = tosa.matmul_t_block_scaled %p, %q, %p, %t {block_size = BLOCK_SIZE_32} : (tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>, tensor<1x2x32xf8E4M3FN>, tensor<1x2x2xf8E8M0FNU>) -> tensor<1x2x2xf32>
  return
}

// -----

func.func @c(%p: tensor<1x2x32xf8E4M3FN>, %q: tensor<1x2x1xf8E8M0FNU>, %o: tensor<1x2x32xf8E5M2>, %t: tensor<1x2x2xf8E8M0FNU>) {
  // expected-error @+1 {{'tosa.matmul_t_block_scaled' op matrices must fit together, but got 1x2x32, 1x2x32, 1x2x3 [tosa_block_matmul_c3]}}
  %r = tosa.matmul_t_block_scaled %p, %q, %p, %q {block_size = BLOCK_SIZE_32} : (tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>, tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x6xf32>) {
  // expected-error @+1 {{'tosa.fft2d' op sizes must be powers of two, but got 6 [tosa_fft_c1]}}
  %r, %i = tosa.fft2d %x, %x {inverse = false} : (tensor<1x4x6xf32>, tensor<1x4x6xf32>) -> (tensor<1x4x6xf32>, tensor<1x4x6xf32>)
  return
}

// -----

func.func @f(%x: tensor<1x4x8xi32>) {
  // expected-error @+1 {{'tosa.fft2d' op elements must be floats, but got 'i32' [tosa_fft_c2]}}
  %r, %i = tosa.fft2d %x, %x {inverse = false} : (tensor<1x4x8xi32>, tensor<1x4x8xi32>) -> (tensor<1x4x8xi32>, tensor<1x4x8xi32>)
  return
}

// -----

func.func @a(%x: tensor<1x4x8xf32>) {
  // expected-error @+1 {{'tosa.fft2d' op shapes must be one, but got 1x4x8, 1x4x8, 1x4x4, 1x4x8 [tosa_fft_c3]}}
  %r, %i = tosa.fft2d %x, %x {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x8xf32>)
  return
}

// -----

func.func @b(%x: tensor<1x4x8xf32>) {
  // expected-error @+1 {{'tosa.rfft2d' op results must have the shape 1x4x5, but got 1x4x4 [tosa_rfft_c1]}}
  %r, %i = tosa.rfft2d %x : (tensor<1x4x8xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x5xf32>)
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'tosa.const' op result must have the shape 2, but got 3 [tosa_const_c1]}}
  %r = "tosa.const"() <{values = dense<1> : tensor<2xi8>}> : () -> tensor<3xi8>
  return
}

// -----

func.func @b() {
  // expected-error @+1 {{'tosa.const' op result must have elements 'i8', but got 'i16' [tosa_const_c2]}}
  %r = "tosa.const"() <{values = dense<1> : tensor<2xi8>}> : () -> tensor<2xi16>
  return
}

// -----

func.func @a(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[6]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @+1 {{'tosa.reshape' op elements must have one type, but got 'f32', 'f16' [tosa_reshape_c1]}}
  %r = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf16>
  return
}

// -----

func.func @b(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.reshape' op sizes must be positive but for one -1, but got [-1, -1] [tosa_reshape_c2]}}
  %r = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  return
}

// -----

func.func @c(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.reshape' op result must have the shape 3x2, but got 2x3 [tosa_reshape_c2]}}
  %r = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  return
}

// -----

func.func @d(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[5]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @+1 {{'tosa.reshape' op there must be as many elements, but got 2x3 and [5] [tosa_reshape_c3]}}
  %r = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<5xf32>
  return
}

// -----

func.func @e(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.transpose' op elements must have one type, but got 'f32', 'f16' [tosa_transpose_c1]}}
  %r = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.transpose' op order must have each dimension once, but got [1, 1] [tosa_transpose_c2]}}
  %r = tosa.transpose %x {perms = array<i32: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @g(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.transpose' op result must have the shape 3x2, but got 2x3 [tosa_transpose_c3]}}
  %r = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @h(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.transpose' op rank must be 3, but got 2 [tosa_transpose_c3]}}
  %r = tosa.transpose %x {perms = array<i32: 1, 0, 2>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @i(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.reverse' op elements must have one type, but got 'f32', 'f16' [tosa_reverse_c1]}}
  %r = tosa.reverse %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @j(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.reverse' op axis must be one of 2 dimensions, but got 2 [tosa_reverse_c2]}}
  %r = tosa.reverse %x {axis = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @k(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.concat' op needs a tensor, but got none [tosa_concat_c1]}}
  %r = "tosa.concat"() <{axis = 0 : i32}> : () -> tensor<2x3xf32>
  return
}

// -----

func.func @l(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.concat' op axis must be one of 2 dimensions, but got 2 [tosa_concat_c2]}}
  %r = tosa.concat %x, %x {axis = 2 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @+1 {{'tosa.concat' op sizes beside those along 1 must agree, but got 2x3, 3x3 [tosa_concat_c3]}}
  %r = tosa.concat %x, %y {axis = 1 : i32} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.concat' op result must have 6 elements along 1, but got 2x7 [tosa_concat_c4]}}
  %r = tosa.concat %x, %x {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  return
}

// -----

func.func @a(%x: tensor<2x3xf32>, %z: tensor<1xf32>, %h: tensor<1xf16>) {
  %p = tosa.const_shape {values = dense<[1, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  // expected-error @+1 {{'tosa.pad' op elements must have one type, but got 'f32', 'f16' [tosa_pad_c1]}}
  %r = tosa.pad %x, %p, %h : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf16>) -> tensor<4x5xf32>
  return
}

// -----

func.func @b(%x: tensor<2x3xf32>, %z: tensor<1xf32>, %h: tensor<1xf16>) {
  %p = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.pad' op result must have rank 2, padding twice as many numbers, but got 2 and 2 [tosa_pad_c2]}}
  %r = tosa.pad %x, %p, %z : (tensor<2x3xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @c(%x: tensor<2x3xf32>, %z: tensor<1xf32>, %h: tensor<1xf16>) {
  %p = tosa.const_shape {values = dense<[1, 1, -2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  // expected-error @+1 {{'tosa.pad' op padding must not be negative but for -1, but got [1, 1, -2, 1] [tosa_pad_c3]}}
  %r = tosa.pad %x, %p, %z : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @d(%x: tensor<2x3xf32>, %z: tensor<1xf32>, %h: tensor<1xf16>) {
  %p = tosa.const_shape {values = dense<[1, 1, 1, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  // expected-error @+1 {{'tosa.pad' op result must have the shape 4x6, but got 4x5 [tosa_pad_c4]}}
  %r = tosa.pad %x, %p, %z : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @a(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.slice' op elements must have one type, but got 'f32', 'f16' [tosa_slice_c1]}}
  %r = tosa.slice %x, %s, %s : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1xf16>
  return
}

// -----

func.func @b(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @+1 {{'tosa.slice' op lists must have 2 numbers, but got [1, 1] [tosa_slice_c2]}}
  %r = tosa.slice %x, %s, %s : (tensor<2x3xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1x1xf32>
  return
}

// -----

func.func @e(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.tile' op elements must have one type, but got 'f32', 'f16' [tosa_tile_c1]}}
  %r = tosa.tile %x, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @+1 {{'tosa.tile' op rank must be 1, but got 2 [tosa_tile_c2]}}
  %r = tosa.tile %x, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<2x3xf32>
  return
}

// -----

func.func @g(%x: tensor<2x3xf32>) {
  %s = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.tile' op numbers must be positive but for -1, but got [1, 0] [tosa_tile_c3]}}
  %r = tosa.tile %x, %s : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  return
}

// -----

func.func @a(%v: tensor<1x4x3xf32>, %i: tensor<1x2xi32>, %u: tensor<1x2x3xf32>, %j: tensor<1x5xi32>, %t: tensor<1x5x3xf32>, %h: tensor<1x2x3xf16>) {
  // expected-error @+1 {{'tosa.gather' op elements must have one type, but got 'f32', 'f16' [tosa_gather_c1]}}
  %r = tosa.gather %v, %i : (tensor<1x4x3xf32>, tensor<1x2xi32>) -> tensor<1x2x3xf16>
  return
}

// -----

func.func @b(%v: tensor<1x4x3xf32>, %i: tensor<1x2xi32>, %u: tensor<1x2x3xf32>, %j: tensor<1x5xi32>, %t: tensor<1x5x3xf32>, %h: tensor<1x2x3xf16>) {
  // expected-error @+1 {{'tosa.gather' op tensors must have one size W, but got 2 and 4 [tosa_gather_c2]}}
  %r = tosa.gather %v, %i : (tensor<1x4x3xf32>, tensor<1x2xi32>) -> tensor<1x4x3xf32>
  return
}

// -----

func.func @c(%v: tensor<1x4x3xf32>, %i: tensor<1x2xi32>, %u: tensor<1x2x3xf32>, %j: tensor<1x5xi32>, %t: tensor<1x5x3xf32>, %h: tensor<1x2x3xf16>) {
  // expected-error @+1 {{'tosa.scatter' op elements must have one type, but got 'f32', 'f16' [tosa_scatter_c1]}}
  %r = tosa.scatter %v, %i, %h : (tensor<1x4x3xf32>, tensor<1x2xi32>, tensor<1x2x3xf16>) -> tensor<1x4x3xf32>
  return
}

// -----

func.func @d(%v: tensor<1x4x3xf32>, %i: tensor<1x2xi32>, %u: tensor<1x2x3xf32>, %j: tensor<1x5xi32>, %t: tensor<1x5x3xf32>, %h: tensor<1x2x3xf16>) {
  // expected-error @+1 {{'tosa.scatter' op tensors must have one size C, but got 3 and 4 [tosa_scatter_c2]}}
  %r = tosa.scatter %v, %i, %u : (tensor<1x4x3xf32>, tensor<1x2xi32>, tensor<1x2x3xf32>) -> tensor<1x4x4xf32>
  return
}

// -----

func.func @e(%v: tensor<1x4x3xf32>, %i: tensor<1x2xi32>, %u: tensor<1x2x3xf32>, %j: tensor<1x5xi32>, %t: tensor<1x5x3xf32>, %h: tensor<1x2x3xf16>) {
  // expected-error @+1 {{'tosa.scatter' op indices must be at most 4, but got 5 [tosa_scatter_c3]}}
  %r = tosa.scatter %v, %j, %t : (tensor<1x4x3xf32>, tensor<1x5xi32>, tensor<1x5x3xf32>) -> tensor<1x4x3xf32>
  return
}

// -----

func.func @a(%x: tensor<1x2x2x3xf32>) {
  %s = tosa.const_shape {values = dense<[0, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.resize' op scales must be positive, but got [0, 1, 1, 1] [tosa_resize_c1]}}
  %r = tosa.resize %x, %s, %o, %o {mode = BILINEAR} : (tensor<1x2x2x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x2x3xf32>
  return
}

// -----

func.func @b(%x: tensor<1x2x2x3xf32>) {
  %s = tosa.const_shape {values = dense<[2, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-error @+1 {{'tosa.resize' op result must have 2 / 1 + 1 elements along 1, but got 4 [tosa_resize_c2]}}
  %r = tosa.resize %x, %s, %o, %o {mode = BILINEAR} : (tensor<1x2x2x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.cast' op result must have the shape of the operand, but got 2x3 and 3x2 [tosa_cast_c1]}}
  %r = tosa.cast %x : (tensor<2x3xf32>) -> tensor<3x2xi8>
  return
}

// -----

func.func @f(%x: tensor<4xi8>, %t: tensor<256xi8>) {
  // expected-error @+1 {{'tosa.table' op result must have the shape of the operand, but got 4 and 5 [tosa_table_c1]}}
  %r = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<5xi8>
  return
}

// -----

func.func @a(%x: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %a: tensor<1xi32>, %b: tensor<1xi8>, %f: tensor<4xf32>, %fz: tensor<1xf32>, %k: tensor<2xi32>) {
  // expected-error @+1 {{'tosa.rescale' op operand must have integers, but got 'f32' [tosa_rescale_c1]}}
  %r = tosa.rescale %f, %m, %s, %fz, %b {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xf32>, tensor<1xi32>, tensor<1xi8>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @b(%x: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %a: tensor<1xi32>, %b: tensor<1xi8>, %f: tensor<4xf32>, %fz: tensor<1xf32>, %k: tensor<2xi32>) {
  // expected-error @+1 {{'tosa.rescale' op zero point of the operand must have 32 bits, but got 'i8' [tosa_rescale_c2]}}
  %r = tosa.rescale %x, %m, %s, %b, %b {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @c(%x: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %a: tensor<1xi32>, %b: tensor<1xi8>, %f: tensor<4xf32>, %fz: tensor<1xf32>, %k: tensor<2xi32>) {
  %c = "tosa.const"() <{values = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @+1 {{'tosa.rescale' op zero point of the operand must be 0 for 'i32', but got 1 [tosa_rescale_c3]}}
  %r = tosa.rescale %x, %m, %s, %c, %b {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @d(%x: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %a: tensor<1xi32>, %b: tensor<1xi8>, %f: tensor<4xf32>, %fz: tensor<1xf32>, %k: tensor<2xi32>) {
  // expected-error @+1 {{'tosa.rescale' op multipliers must be of 'i16', but got 'i32' [tosa_rescale_c4]}}
  %r = tosa.rescale %x, %m, %s, %a, %b {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @e(%x: tensor<4xi32>, %m: tensor<1xi32>, %s: tensor<1xi8>, %a: tensor<1xi32>, %b: tensor<1xi8>, %f: tensor<4xf32>, %fz: tensor<1xf32>, %k: tensor<2xi32>) {
  // expected-error @+1 {{'tosa.rescale' op multiplier must have 1 elements, but got 2 [tosa_rescale_c5]}}
  %r = tosa.rescale %x, %k, %s, %a, %b {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<2xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @f(%v: vector<4xi32>, %w: vector<3xi32>, %k: vector<4xi8>) {
  // expected-error @+1 {{'tosa.apply_scale' op all must have one shape, but got 'vector<4xi32>', 'vector<3xi32>', 'vector<4xi8>', 'vector<4xi32>' [tosa_apply_scale_c1]}}
  %r = tosa.apply_scale %v, %w, %k {rounding_mode = SINGLE_ROUND} : (vector<4xi32>, vector<3xi32>, vector<4xi8>) -> vector<4xi32>
  return
}

// -----

func.func @a(%p: tensor<2x32xf8E5M2>, %q: tensor<2x1xf8E8M0FNU>, %t: tensor<2x2xf8E8M0FNU>, %f: tensor<2x32xf32>, %g: tensor<2x33xf32>) {
  // expected-error @+1 {{'tosa.cast_from_block_scaled' op scales must have the shape 2x1, but got 2x2 [tosa_from_blocks_c1]}}
  %r = tosa.cast_from_block_scaled %p, %t {block_size = BLOCK_SIZE_32} : (tensor<2x32xf8E5M2>, tensor<2x2xf8E8M0FNU>) -> tensor<2x32xf32>
  return
}

// -----

func.func @b(%p: tensor<2x32xf8E5M2>, %q: tensor<2x1xf8E8M0FNU>, %t: tensor<2x2xf8E8M0FNU>, %f: tensor<2x32xf32>, %g: tensor<2x33xf32>) {
  // expected-error @+1 {{'tosa.cast_from_block_scaled' op result must have the shape of the numbers, but got 2x16 [tosa_from_blocks_c2]}}
  %r = tosa.cast_from_block_scaled %p, %q {block_size = BLOCK_SIZE_32} : (tensor<2x32xf8E5M2>, tensor<2x1xf8E8M0FNU>) -> tensor<2x16xf32>
  return
}

// -----

func.func @c(%p: tensor<2x32xf8E5M2>, %q: tensor<2x1xf8E8M0FNU>, %t: tensor<2x2xf8E8M0FNU>, %f: tensor<2x32xf32>, %g: tensor<2x33xf32>) {
  // expected-error @+1 {{'tosa.cast_to_block_scaled' op last dimension must be a multiple of 32, but got 33 [tosa_to_blocks_c1]}}
  %r, %k = tosa.cast_to_block_scaled %g {block_size = BLOCK_SIZE_32} : (tensor<2x33xf32>) -> (tensor<2x33xf8E5M2>, tensor<2x1xf8E8M0FNU>)
  return
}

// -----

func.func @d(%p: tensor<2x32xf8E5M2>, %q: tensor<2x1xf8E8M0FNU>, %t: tensor<2x2xf8E8M0FNU>, %f: tensor<2x32xf32>, %g: tensor<2x33xf32>) {
  // expected-error @+1 {{'tosa.cast_to_block_scaled' op numbers must have the shape of the operand, but got 1x32 [tosa_to_blocks_c2]}}
  %r, %k = tosa.cast_to_block_scaled %f {block_size = BLOCK_SIZE_32} : (tensor<2x32xf32>) -> (tensor<1x32xf8E5M2>, tensor<1x1xf8E8M0FNU>)
  return
}

// -----

func.func @f(%c: tensor<2xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.cond_if' op condition must have one element, but got 'tensor<2xi1>' [tosa_if_c1]}}
  %r = tosa.cond_if %c : tensor<2xi1> -> tensor<4xf32> {
  tosa.yield %x : tensor<4xf32>
  } else {
  tosa.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @a(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.cond_if' op region must be a block that ends with 'tosa.yield', but got 0 blocks [tosa_if_c2]}}
  %r = "tosa.cond_if"(%c) ({
  tosa.yield %x : tensor<4xf32>
  }, {
  }) : (tensor<1xi1>) -> tensor<4xf32>
  return
}

// -----

func.func @b(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.cond_if' op arguments of the first region must be 1 values, but got 0 [tosa_if_c3]}}
  %r = "tosa.cond_if"(%c, %x) ({
  tosa.yield %x : tensor<4xf32>
  }, {
  ^bb0(%y: tensor<4xf32>):
  tosa.yield %x : tensor<4xf32>
  }) : (tensor<1xi1>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.cond_if' op values of the second region must have type 'tensor<4xf32>', but got 'tensor<1xi1>' [tosa_if_c4]}}
  %r = tosa.cond_if %c : tensor<1xi1> -> tensor<4xf32> {
  tosa.yield %x : tensor<4xf32>
  } else {
  tosa.yield %c : tensor<1xi1>
  }
  return
}

// -----

func.func @d(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+2 {{'tosa.while_loop' op region must be a block that ends with 'tosa.yield', but got 0 blocks [tosa_while_c1]}}
  // expected-error @+1 {{'tosa.while_loop' op region must be a block that ends with 'tosa.yield', but got 0 blocks [tosa_while_c1]}}
  %r = "tosa.while_loop"(%x) ({
  }, {
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @e(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.while_loop' op arguments of the second region must have type 'tensor<4xf32>', but got 'tensor<5xf32>' [tosa_while_c2]}}
  %r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  tosa.yield %c : tensor<1xi1>
  } do {
  ^bb0(%d: tensor<5xf32>):
  tosa.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.while_loop' op first region must yield a truth value, but got 'tensor<4xf32>' [tosa_while_c3]}}
  %r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  tosa.yield %x : tensor<4xf32>
  } do {
  ^bb0(%d: tensor<4xf32>):
  tosa.yield %d : tensor<4xf32>
  }
  return
}

// -----

func.func @g(%c: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.while_loop' op values of the second region must have type 'tensor<4xf32>', but got 'tensor<1xi1>' [tosa_while_c4]}}
  %r = tosa.while_loop (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
  tosa.yield %c : tensor<1xi1>
  } do {
  ^bb0(%d: tensor<4xf32>):
  tosa.yield %c : tensor<1xi1>
  }
  return
}

// -----

func.func @a(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.variable_read' op variable must be declared in the module, but got "nothing" [tosa_variable_read_c1]}}
  %r = tosa.variable_read @nothing : tensor<4xf32>
  return
}

// -----

func.func @b(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.variable_write' op variable must be declared in the module, but got "nothing" [tosa_variable_write_c1]}}
  tosa.variable_write @nothing, %x : tensor<2x3xf32>
  return
}

// -----

func.func @a() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.add_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.add_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @b() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.div_ceil_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.div_ceil_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @c() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.div_floor_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.div_floor_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @d() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.max_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.max_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @e() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.min_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.min_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @f() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.mod_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.mod_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @g() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.mul_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.mul_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @h() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.sub_shape' op shapes must have one rank, but got 2, 3, 2 [tosa_shapes_c1]}}
  %r = tosa.sub_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<2>
  return
}

// -----

func.func @i() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.exp2_shape' op shapes must have one rank, but got 2, 3 [tosa_shapes_c1]}}
  %r = tosa.exp2_shape %a : (!tosa.shape<2>) -> !tosa.shape<3>
  return
}

// -----

func.func @j() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.log2_ceil_shape' op shapes must have one rank, but got 2, 3 [tosa_shapes_c1]}}
  %r = tosa.log2_ceil_shape %a : (!tosa.shape<2>) -> !tosa.shape<3>
  return
}

// -----

func.func @k() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.log2_floor_shape' op shapes must have one rank, but got 2, 3 [tosa_shapes_c1]}}
  %r = tosa.log2_floor_shape %a : (!tosa.shape<2>) -> !tosa.shape<3>
  return
}

// -----

func.func @l() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.const_shape' op values must be 3 in a list, but got 'tensor<2xindex>' [tosa_const_shape_c1]}}
  %r = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<3>
  return
}

// -----

func.func @m() {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.concat_shape' op result must have 5 sizes, but got 4 [tosa_concat_shape_c1]}}
  %r = tosa.concat_shape %a, %b : (!tosa.shape<2>, !tosa.shape<3>) -> !tosa.shape<4>
  return
}

// -----

func.func @a(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.dim' op axis must be one of 2 dimensions, but got 2 [tosa_dim_c1]}}
  %r = tosa.dim %x {axis = 2 : i32} : (tensor<2x3xf32>) -> !tosa.shape<1>
  return
}

// -----

func.func @b(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.dim' op result must have one size, but got 2 [tosa_dim_c2]}}
  %r = tosa.dim %x {axis = 1 : i32} : (tensor<2x3xf32>) -> !tosa.shape<2>
  return
}

// -----

func.func @f(%i: tensor<1xi32>) {
  %a = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<2> : tensor<3xindex>} : () -> !tosa.shape<3>
  // expected-error @+1 {{'tosa.slice_shape' op 3 of 2 sizes must be taken, but got 3 from 0 on [tosa_slice_shape_c1]}}
  %r = tosa.slice_shape %a, %i, %i : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<3>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'tosa.custom' op requires attribute 'implementation_attrs'}}
  %r = tosa.custom %x {domain_name = "d", operator_name = "f"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

tosa.variable @v : tensor<4xf32>
func.func @f(%x: tensor<5xf32>) {
  // expected-error @+1 {{'tosa.variable_read' op variable has type 'tensor<4xf32>', but got 'tensor<5xf32>' [tosa_variable_read_c2]}}
  %r = tosa.variable_read @v : tensor<5xf32>
  // expected-error @+1 {{'tosa.variable_write' op variable has type 'tensor<4xf32>', but got 'tensor<5xf32>' [tosa_variable_write_c2]}}
  tosa.variable_write @v, %x : tensor<5xf32>
  return
}

// -----

func.func @f(%c: tensor<1xi1>, %x: tensor<4xi8>) {
  %r = tosa.cond_if %c : tensor<1xi1> -> tensor<4xi8> {
    // expected-error @+1 {{'tosa.yield' op must be the last operation in the parent block}}
    tosa.yield %x : tensor<4xi8>
    tosa.yield %x : tensor<4xi8>
  } else {
    tosa.yield %x : tensor<4xi8>
  }
  return
}

// -----

// expected-error @+1 {{rank must be 0 to 2147483647, but got -1}}
func.func private @f(!tosa.shape<-1>)

// -----

// expected-error @+1 {{'tosa.variable' op requires attribute 'type'}}
"tosa.variable"() <{sym_name = "v", var_shape = dense<4> : tensor<1xindex>}> : () -> ()

// -----

func.func @f(%x: tensor<2x3xf32>, %s: !tosa.shape<1>) {
  // expected-error @+1 {{'tosa.reshape' op shape must be computed by ops of 'tosa', but got an argument [tosa_shape_operand_c1]}}
  %r = tosa.reshape %x, %s : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
  return
}

// -----

// Elements of a width that numpy lacks.
func.func @f(%x: tensor<1x8x8x3xi7>, %w: tensor<4x3x3x3xi7>, %b: tensor<4xi32>) {
  %xz = "tosa.const"() <{values = dense<-5> : tensor<1xi7>}> : () -> tensor<1xi7>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi7>}> : () -> tensor<1xi7>
  // expected-error @+1 {{'tosa.conv2d' op zero point of input must be 0 for elements of 'i7' [tosa_zero_point_c2]}}
  %r = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi7>, tensor<4x3x3x3xi7>, tensor<4xi32>, tensor<1xi7>, tensor<1xi7>) -> tensor<1x8x8x4xi32>
  return
}
