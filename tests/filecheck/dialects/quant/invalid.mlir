// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: f32) {
  // expected-error @+1 {{'quant.qcast' op expected elements of type 'f16', but got 'f32' [quant_cast_c2]}}
  %q = quant.qcast %a : f32 to !quant.uniform<i8:f16, 0.5>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'quant.qcast' op expected elements of a known type, but got 'f32' [quant_cast_c2]}}
  %q = quant.qcast %a : f32 to !quant.any<i8>
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error @+1 {{'quant.scast' op expected elements of type 'i4', but got 'i8' [quant_cast_c2]}}
  %q = quant.scast %a : i8 to !quant.uniform<i4:f16, 0.5>
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error @+1 {{'quant.scast' op one of the types must be quantized, but got 'i8', 'i8' [quant_cast_c2]}}
  %q = quant.scast %a : i8 to i8
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'f32'}}
  %q = quant.qcast %a : f32 to f32
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{'quant.qcast' op types must have one shape, but got 'tensor<2xf32>' and '!quant.uniform<i8:f32, 5.000000e-01>' [quant_cast_c1]}}
  %q = quant.qcast %a : tensor<2xf32> to !quant.uniform<i8:f32, 0.5>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error @+1 {{'quant.qcast' op scales must fit 1 dimensions, but got '!quant.uniform<i8:f32:1, {5.000000e-01}>' [quant_cast_c3]}}
  %q = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:1, {0.5}>>
  return
}

// -----

func.func @f(%a: tensor<?x2xf32>) {
  // expected-error @+1 {{'quant.qcast' op expected 2 scales, but got 1 [quant_cast_c3]}}
  %q = quant.qcast %a : tensor<?x2xf32> to tensor<?x2x!quant.uniform<i8:f32:1, {0.5}>>
  return
}

// -----

func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {0.5}>>) {
  // expected-error @+1 {{'quant.dcast' op expected 2 scales, but got 1 [quant_cast_c3]}}
  %q = quant.dcast %a : tensor<2x!quant.uniform<i8:f32:0, {0.5}>> to tensor<2xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'quant.qcast' op a scalar has one scale, but got a table of them [quant_cast_c3]}}
  %q = quant.qcast %a : f32 to !quant.uniform<i8:f32:0, {0.5}>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{'quant.qcast' op size 4 must be a multiple of the block's size 3 [quant_cast_c3]}}
  %q = quant.qcast %a : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:{0:3}, {0.5}>>
  return
}

// -----

func.func @f(%a: tensor<4x?xf32>) {
  // expected-error @+1 {{'quant.qcast' op expected 2x? scales, but got 1x1 [quant_cast_c3]}}
  %q = quant.qcast %a : tensor<4x?xf32> to tensor<4x?x!quant.uniform<i8:f32:{0:2, 1:2}, {{0.5}}>>
  return
}

// -----

// expected-error @+1 {{expected scales from 1.4012984643248171E-45 to 3.4028234663852886E+38, but got 0.000000e+00}}
func.func private @f(!quant.uniform<i8:f32, 0.0>)

// -----

// expected-error @+1 {{expected a type of floats, but got 'i32'}}
func.func private @f(!quant.uniform<i8:i32, 1.0>)

// -----

// expected-error @+1 {{expected a type of integers of at most 32 bits, such as 'i8' or 'u8', but got 'f32'}}
func.func private @f(!quant.any<f32>)

// -----

// expected-error @+1 {{expected a type of integers of at most 32 bits, such as 'i8' or 'u8', but got 'i64'}}
func.func private @f(!quant.any<i64>)

// -----

// expected-error @+1 {{expected limits from -128 to 127 in order, but got 10 and 5}}
func.func private @f(!quant.any<i8<10:5>>)

// -----

// expected-error @+1 {{expected limits in order, but got 2.000000e+00 and 1.000000e+00}}
func.func private @f(!quant.calibrated<f32<2.0:1.0>>)

// -----

// expected-error @+1 {{axis must not be negative, but got -1}}
func.func private @f(!quant.uniform<i8:f32:-1, {1.0}>)

// -----

// expected-error @+1 {{size of a block must be positive, but got -2}}
func.func private @f(!quant.uniform<i8:f32:{0:-2}, {1.0}>)

// -----

// expected-error @+1 {{expected a number of 64 bits, but got 99999999999999999999}}
func.func private @f(!quant.uniform<i8:f32, 1.0:99999999999999999999>)

// -----

// expected-error @+1 {{expected scales '{…}', a list along an axis}}
func.func private @f(!quant.uniform<i8:f32:1, {{1.0}}>)

// -----

// expected-error @+1 {{expected as many scales in each part of a table}}
func.func private @f(!quant.uniform<i8:f32:{0:1}, {{1.0}, {1.0, 2.0}}>)

// -----

// expected-error @+1 {{expected at most 16 dimensions of scales}}
func.func private @f(!quant.uniform<i8:f32:{}, {{{{{{{{{{{{{{{{{1.0}}}}}}}}}}}}}}}}}>)
