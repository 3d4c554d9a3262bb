// RUN: dlc-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @usual_parameters(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>, %l: tensor<4x6x3xf32>) -> (tensor<1x6x6xf32>, tensor<1x6x10xf32>) {
//  CHECK-NEXT: %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
//  CHECK-NEXT: %s = graph.transposed_convolution %x, %l, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x6x10xf32>
//  CHECK-NEXT: return %r, %s : tensor<1x6x6xf32>, tensor<1x6x10xf32>
//  CHECK-NEXT: }
func.func @usual_parameters(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>, %l: tensor<4x6x3xf32>) -> (tensor<1x6x6xf32>, tensor<1x6x10xf32>) {
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> strides [1] dilations [1] pad_low [0] pad_high [0] groups 1 : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  %s = graph.transposed_convolution %x, %l, <NCW x OIW -> NCW> strides [1] output_padding [0] groups 1 : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x6x10xf32>
  return %r, %s : tensor<1x6x6xf32>, tensor<1x6x10xf32>
}

// -----

// CHECK-LABEL: func.func @others_stay(%x: tensor<1x4x8x8xf32>, %k: tensor<6x2x3x3xf32>) -> tensor<1x6x7x3xf32> {
//  CHECK-NEXT: %r = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> strides [1, 2] pad_low [1, 0] groups 2 : tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32> -> tensor<1x6x7x3xf32>
//  CHECK-NEXT: return %r : tensor<1x6x7x3xf32>
//  CHECK-NEXT: }
func.func @others_stay(%x: tensor<1x4x8x8xf32>, %k: tensor<6x2x3x3xf32>) -> tensor<1x6x7x3xf32> {
  %r = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> strides [1, 2] pad_low [1, 0] pad_high [0, 0] groups 2 : tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32> -> tensor<1x6x7x3xf32>
  return %r : tensor<1x6x7x3xf32>
}
