// RUN: dlc-opt %s --tosa-to-graph | filecheck %s

// Operands of size 1 are repeated along that dimension.

// CHECK-LABEL: func.func @sizes_are_broadcast
//  CHECK-NEXT:   %[[Y:.*]] = graph.broadcast %y, [0, 1] : tensor<2x1xf32> -> tensor<2x4xf32>
//  CHECK-NEXT:   graph.add %x, %[[Y]] : tensor<2x4xf32>
func.func @sizes_are_broadcast(%x: tensor<2x4xf32>, %y: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %r = tosa.add %x, %y : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// Zero points stay operands of the convolution, those that are 0 go.

// CHECK-LABEL: func.func @zero_points
//       CHECK:   graph.convolution %x, %w, <NHWC x OHWI -> NHWC> strides [1, 1] dilations [1, 1] pad_low [1, 1] pad_high [1, 1] source_zero_point %{{.*}} : tensor<i8> :
//  CHECK-SAME:     tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8> -> tensor<1x8x8x4xi32>
func.func @zero_points(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>) -> tensor<1x8x8x4xi32> {
  %xz = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
  return %r : tensor<1x8x8x4xi32>
}

// Quantized types become those of their integers, where functions are called too.

// CHECK-LABEL: func.func @quantized_types_are_integers(%x: tensor<4xi8>) -> tensor<4xi8>
//  CHECK-NEXT:   return %x : tensor<4xi8>
func.func @quantized_types_are_integers(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  %r = tosa.identity %x : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %r : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// CHECK-LABEL: func.func @calls
//  CHECK-NEXT:   call @quantized_types_are_integers(%x) : (tensor<4xi8>) -> tensor<4xi8>
func.func @calls(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  %r = call @quantized_types_are_integers(%x) : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %r : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// Ops of other dialects stay.

// CHECK-LABEL: func.func @others_stay
//  CHECK-NEXT:   arith.negf %x
//  CHECK-NEXT:   graph.exp
func.func @others_stay(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.negf %x : tensor<4xf32>
  %r = tosa.exp %y : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// A variable that nothing writes is its first value.

// CHECK-NOT: tosa.variable
tosa.variable @state = dense<1.0> : tensor<4xf32>
// CHECK-LABEL: func.func @variables
//  CHECK-NEXT:   graph.constant dense<1.000000e+00> : tensor<4xf32>
func.func @variables() -> tensor<4xf32> {
  %r = tosa.variable_read @state : tensor<4xf32>
  return %r : tensor<4xf32>
}
