// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// Elementwise ops, quantization and random numbers are printed as they are read.

// CHECK-LABEL: func.func @functions_of_floats
//  CHECK-NEXT:   %0 = graph.exp %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %1 = graph.exp2 %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %2 = graph.expm1 %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %3 = graph.log %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %4 = graph.log2 %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %5 = graph.log1p %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %6 = graph.sqrt %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %7 = graph.rsqrt %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %8 = graph.cbrt %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %9 = graph.reciprocal %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %10 = graph.sin %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %11 = graph.cos %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %12 = graph.tan %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %13 = graph.asin %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %14 = graph.acos %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %15 = graph.atan %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %16 = graph.sinh %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %17 = graph.cosh %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %18 = graph.tanh %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %19 = graph.asinh %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %20 = graph.acosh %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %21 = graph.atanh %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %22 = graph.erf %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %23 = graph.floor %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %24 = graph.ceil %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %25 = graph.round %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %26 = graph.round_half_away %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %27 = graph.trunc %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %28 = graph.hard_swish %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %29 = graph.softsign %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %30 = graph.sigmoid %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %31 = graph.silu %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %32 = graph.softplus %arg0 : tensor<4xf32>
//  CHECK-NEXT:   %33 = graph.mish %arg0 : tensor<4xf32>
//  CHECK-NEXT:   return
func.func @functions_of_floats(%arg0: tensor<4xf32>) {
  %0 = graph.exp %arg0 : tensor<4xf32>
  %1 = graph.exp2 %arg0 : tensor<4xf32>
  %2 = graph.expm1 %arg0 : tensor<4xf32>
  %3 = graph.log %arg0 : tensor<4xf32>
  %4 = graph.log2 %arg0 : tensor<4xf32>
  %5 = graph.log1p %arg0 : tensor<4xf32>
  %6 = graph.sqrt %arg0 : tensor<4xf32>
  %7 = graph.rsqrt %arg0 : tensor<4xf32>
  %8 = graph.cbrt %arg0 : tensor<4xf32>
  %9 = graph.reciprocal %arg0 : tensor<4xf32>
  %10 = graph.sin %arg0 : tensor<4xf32>
  %11 = graph.cos %arg0 : tensor<4xf32>
  %12 = graph.tan %arg0 : tensor<4xf32>
  %13 = graph.asin %arg0 : tensor<4xf32>
  %14 = graph.acos %arg0 : tensor<4xf32>
  %15 = graph.atan %arg0 : tensor<4xf32>
  %16 = graph.sinh %arg0 : tensor<4xf32>
  %17 = graph.cosh %arg0 : tensor<4xf32>
  %18 = graph.tanh %arg0 : tensor<4xf32>
  %19 = graph.asinh %arg0 : tensor<4xf32>
  %20 = graph.acosh %arg0 : tensor<4xf32>
  %21 = graph.atanh %arg0 : tensor<4xf32>
  %22 = graph.erf %arg0 : tensor<4xf32>
  %23 = graph.floor %arg0 : tensor<4xf32>
  %24 = graph.ceil %arg0 : tensor<4xf32>
  %25 = graph.round %arg0 : tensor<4xf32>
  %26 = graph.round_half_away %arg0 : tensor<4xf32>
  %27 = graph.trunc %arg0 : tensor<4xf32>
  %28 = graph.hard_swish %arg0 : tensor<4xf32>
  %29 = graph.softsign %arg0 : tensor<4xf32>
  %30 = graph.sigmoid %arg0 : tensor<4xf32>
  %31 = graph.silu %arg0 : tensor<4xf32>
  %32 = graph.softplus %arg0 : tensor<4xf32>
  %33 = graph.mish %arg0 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @functions_of_two_floats
//  CHECK-NEXT:   %0 = graph.atan2 %arg0, %arg1 : tensor<2x?xbf16>
//  CHECK-NEXT:   %1 = graph.copysign %arg0, %arg1 : tensor<2x?xbf16>
//  CHECK-NEXT:   return
func.func @functions_of_two_floats(%arg0: tensor<2x?xbf16>, %arg1: tensor<2x?xbf16>) {
  %0 = graph.atan2 %arg0, %arg1 : tensor<2x?xbf16>
  %1 = graph.copysign %arg0, %arg1 : tensor<2x?xbf16>
  return
}

// CHECK-LABEL: func.func @functions_of_numbers
//  CHECK-NEXT:   %0 = graph.neg %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %1 = graph.abs %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %2 = graph.sign %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %3 = graph.relu %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %4 = graph.add %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %5 = graph.sub %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %6 = graph.mul %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %7 = graph.div %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %8 = graph.rem %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %9 = graph.mod %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %10 = graph.pow %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %11 = graph.maximum %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %12 = graph.minimum %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %13 = graph.prelu %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   return
func.func @functions_of_numbers(%arg0: tensor<?x3xi8, #graph.dims<n>>, %arg1: tensor<?x3xi8, #graph.dims<n>>) {
  %0 = graph.neg %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %1 = graph.abs %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %2 = graph.sign %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %3 = graph.relu %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %4 = graph.add %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %5 = graph.sub %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %6 = graph.mul %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %7 = graph.div %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %8 = graph.rem %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %9 = graph.mod %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %10 = graph.pow %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %11 = graph.maximum %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %12 = graph.minimum %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  %13 = graph.prelu %arg0, %arg1 : tensor<?x3xi8, #graph.dims<n>>
  return
}

// CHECK-LABEL: func.func @functions_of_bits
//  CHECK-NEXT:   %0 = graph.not %arg0 : tensor<4xi1>
//  CHECK-NEXT:   %1 = graph.and %arg0, %arg0 : tensor<4xi1>
//  CHECK-NEXT:   %2 = graph.or %arg0, %arg0 : tensor<4xi1>
//  CHECK-NEXT:   %3 = graph.xor %arg0, %arg0 : tensor<4xi1>
//  CHECK-NEXT:   %4 = graph.shift_left %arg1, %arg1 : tensor<4xui16>
//  CHECK-NEXT:   %5 = graph.shift_right %arg1, %arg1 : tensor<4xui16>
//  CHECK-NEXT:   %6 = graph.popcount %arg1 : tensor<4xui16>
//  CHECK-NEXT:   %7 = graph.count_leading_zeros %arg1 : tensor<4xui16>
//  CHECK-NEXT:   return
func.func @functions_of_bits(%arg0: tensor<4xi1>, %arg1: tensor<4xui16>) {
  %0 = graph.not %arg0 : tensor<4xi1>
  %1 = graph.and %arg0, %arg0 : tensor<4xi1>
  %2 = graph.or %arg0, %arg0 : tensor<4xi1>
  %3 = graph.xor %arg0, %arg0 : tensor<4xi1>
  %4 = graph.shift_left %arg1, %arg1 : tensor<4xui16>
  %5 = graph.shift_right %arg1, %arg1 : tensor<4xui16>
  %6 = graph.popcount %arg1 : tensor<4xui16>
  %7 = graph.count_leading_zeros %arg1 : tensor<4xui16>
  return
}

// CHECK-LABEL: func.func @tests
//  CHECK-NEXT:   %0 = graph.compare <eq> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %1 = graph.compare <ne> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %2 = graph.compare <lt> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %3 = graph.compare <le> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %4 = graph.compare <gt> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %5 = graph.compare <ge> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
//  CHECK-NEXT:   %6 = graph.is_nan %arg1 : tensor<f32>
//  CHECK-NEXT:   %7 = graph.is_inf %arg1 : tensor<f32>
//  CHECK-NEXT:   %8 = graph.is_finite %arg1 : tensor<f32>
//  CHECK-NEXT:   %9 = graph.select %arg2, %arg3, %arg3 : tensor<4xf64>
//  CHECK-NEXT:   %10 = graph.clamp %arg3, low = -1.500000e+00, high = 6.000000e+00 : tensor<4xf64>
//  CHECK-NEXT:   return
func.func @tests(%arg0: tensor<?x3xi8, #graph.dims<n>>, %arg1: tensor<f32>, %arg2: tensor<4xi1>, %arg3: tensor<4xf64>) {
  %0 = graph.compare <eq> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %1 = graph.compare <ne> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %2 = graph.compare <lt> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %3 = graph.compare <le> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %4 = graph.compare <gt> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %5 = graph.compare <ge> %arg0, %arg0 : tensor<?x3xi8, #graph.dims<n>>
  %6 = graph.is_nan %arg1 : tensor<f32>
  %7 = graph.is_inf %arg1 : tensor<f32>
  %8 = graph.is_finite %arg1 : tensor<f32>
  %9 = graph.select %arg2, %arg3, %arg3 : tensor<4xf64>
  %10 = graph.clamp %arg3, low = -1.5, high = 6.0 : tensor<4xf64>
  return
}

// CHECK-LABEL: func.func @activations_with_parameters
//  CHECK-NEXT:   %0 = graph.leaky_relu %arg0, alpha = 2.500000e-01 : tensor<4xf16>
//  CHECK-NEXT:   %1 = graph.thresholded_relu %arg0, alpha = 1.000000e+00 : tensor<4xf16>
//  CHECK-NEXT:   %2 = graph.hard_sigmoid %arg0, alpha = 2.000000e-01, beta = 5.000000e-01 : tensor<4xf16>
//  CHECK-NEXT:   %3 = graph.elu %arg0, alpha = 1.000000e+00 : tensor<4xf16>
//  CHECK-NEXT:   %4 = graph.selu %arg0, alpha = 1.500000e+00, gamma = 1.000000e+00 : tensor<4xf16>
//  CHECK-NEXT:   %5 = graph.celu %arg0, alpha = 1.000000e+00 : tensor<4xf16>
//  CHECK-NEXT:   %6 = graph.gelu <exact> %arg0 : tensor<4xf16>
//  CHECK-NEXT:   %7 = graph.gelu <tanh> %arg0 : tensor<4xf16>
//  CHECK-NEXT:   return
func.func @activations_with_parameters(%arg0: tensor<4xf16>) {
  %0 = graph.leaky_relu %arg0, alpha = 0.25 : tensor<4xf16>
  %1 = graph.thresholded_relu %arg0, alpha = 1.0 : tensor<4xf16>
  %2 = graph.hard_sigmoid %arg0, alpha = 0.2, beta = 0.5 : tensor<4xf16>
  %3 = graph.elu %arg0, alpha = 1.0 : tensor<4xf16>
  %4 = graph.selu %arg0, alpha = 1.5, gamma = 1.0 : tensor<4xf16>
  %5 = graph.celu %arg0, alpha = 1.0 : tensor<4xf16>
  %6 = graph.gelu <exact> %arg0 : tensor<4xf16>
  %7 = graph.gelu <tanh> %arg0 : tensor<4xf16>
  return
}

// CHECK-LABEL: func.func @casts
//  CHECK-NEXT:   %0 = graph.cast %arg0 : tensor<?x3xi8, #graph.dims<n>> -> tensor<?x3xf8E5M2, #graph.dims<n>>
//  CHECK-NEXT:   %1 = graph.cast %arg1 : tensor<4xf32> -> tensor<4xi1>
//  CHECK-NEXT:   %2 = graph.bitcast %arg1 : tensor<4xf32> -> tensor<4xui32>
//  CHECK-NEXT:   return
func.func @casts(%arg0: tensor<?x3xi8, #graph.dims<n>>, %arg1: tensor<4xf32>) {
  %0 = graph.cast %arg0 : tensor<?x3xi8, #graph.dims<n>> -> tensor<?x3xf8E5M2, #graph.dims<n>>
  %1 = graph.cast %arg1 : tensor<4xf32> -> tensor<4xi1>
  %2 = graph.bitcast %arg1 : tensor<4xf32> -> tensor<4xui32>
  return
}

// CHECK-LABEL: func.func @quantization
//  CHECK-NEXT:   %0 = graph.quantize %arg0, %arg1, %arg2 : tensor<2x?xf32>, tensor<f32>, tensor<ui8> -> tensor<2x?xui8>
//  CHECK-NEXT:   %1 = graph.dequantize %0, %arg1, %arg2 : tensor<2x?xui8>, tensor<f32>, tensor<ui8> -> tensor<2x?xf32>
//  CHECK-NEXT:   %2 = graph.quantize %arg0, %arg3, %arg4 axis = 0 : tensor<2x?xf32>, tensor<2xf32>, tensor<2xi4> -> tensor<2x?xi4>
//  CHECK-NEXT:   %3 = graph.dequantize %2, %arg3, %arg4 axis = 0 : tensor<2x?xi4>, tensor<2xf32>, tensor<2xi4> -> tensor<2x?xf32>
//  CHECK-NEXT:   return
func.func @quantization(%arg0: tensor<2x?xf32>, %arg1: tensor<f32>, %arg2: tensor<ui8>, %arg3: tensor<2xf32>, %arg4: tensor<2xi4>) {
  %0 = graph.quantize %arg0, %arg1, %arg2 : tensor<2x?xf32>, tensor<f32>, tensor<ui8> -> tensor<2x?xui8>
  %1 = graph.dequantize %0, %arg1, %arg2 : tensor<2x?xui8>, tensor<f32>, tensor<ui8> -> tensor<2x?xf32>
  %2 = graph.quantize %arg0, %arg3, %arg4 axis = 0 : tensor<2x?xf32>, tensor<2xf32>, tensor<2xi4> -> tensor<2x?xi4>
  %3 = graph.dequantize %2, %arg3, %arg4 axis = 0 : tensor<2x?xi4>, tensor<2xf32>, tensor<2xi4> -> tensor<2x?xf32>
  return
}

// CHECK-LABEL: func.func @random_numbers
//  CHECK-NEXT:   %0 = graph.random_bits %arg0, stream = 0 : tensor<4x?xi32, #graph.dims<n * 2>>
//  CHECK-NEXT:   %1 = graph.random_uniform %arg0, stream = 1 : tensor<4xf32>
//  CHECK-NEXT:   %2 = graph.random_normal %arg0, stream = -2 : tensor<f64>
//  CHECK-NEXT:   return
func.func @random_numbers(%arg0: tensor<i64>, %arg1: tensor<?xf32, #graph.dims<n>>) {
  %0 = graph.random_bits %arg0, stream = 0 : tensor<4x?xi32, #graph.dims<n * 2>>
  %1 = graph.random_uniform %arg0, stream = 1 : tensor<4xf32>
  %2 = graph.random_normal %arg0, stream = -2 : tensor<f64>
  return
}

// CHECK-LABEL: func.func @stopped_gradients
//  CHECK-NEXT:   %0 = graph.stop_gradient %arg0 : tensor<?xf32, #graph.dims<n>>
//  CHECK-NEXT:   %1 = graph.stop_gradient %arg1 : tensor<i1>
//  CHECK-NEXT:   return
func.func @stopped_gradients(%arg0: tensor<?xf32, #graph.dims<n>>, %arg1: tensor<i1>) {
  %0 = graph.stop_gradient %arg0 : tensor<?xf32, #graph.dims<n>>
  %1 = graph.stop_gradient %arg1 : tensor<i1>
  return
}
