// RUN: dlc-opt %s --channels-last --split-input-file | filecheck %s
// RUN: dlc-opt %s --channels-last --sink-transposes --fold-constants --split-input-file | filecheck %s --check-prefix=SUNK

// CHECK-LABEL: func.func @transposes_around_each(
//  CHECK-SAME:   %[[X:.*]]: tensor<1x4x8x8xf32>)
//       CHECK:   %[[T:.*]] = graph.transpose %[[X]], [0, 2, 3, 1]
//       CHECK:   %[[K:.*]] = graph.transpose %{{.*}}, [2, 3, 1, 0] : tensor<4x4x3x3xf32> -> tensor<3x3x4x4xf32>
//       CHECK:   %[[Y:.*]] = graph.convolution %[[T]], %[[K]], <NHWC x HWIO -> NHWC> strides [1, 2] : tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32> -> tensor<1x6x3x4xf32>
//       CHECK:   graph.transpose %[[Y]], [0, 3, 1, 2]

// Only the edges are transposed.
// SUNK-LABEL: func.func @transposes_around_each(
//       SUNK:   graph.transpose %{{.*}}, [0, 2, 3, 1]
//       SUNK:   graph.convolution {{.*}} <NHWC x HWIO -> NHWC> strides [1, 2]
//   SUNK-NOT:   graph.transpose
//       SUNK:   graph.relu
//   SUNK-NOT:   graph.transpose
//       SUNK:   graph.convolution {{.*}} <NHWC x HWIO -> NHWC> groups 4
//       SUNK:   graph.transpose %{{.*}}, [0, 3, 1, 2]
//   SUNK-NOT:   graph.transpose
//       SUNK:   return
func.func @transposes_around_each(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x1xf32> {
  %w = graph.constant dense<0.5> : tensor<4x4x3x3xf32>
  %v = graph.constant dense<0.5> : tensor<4x1x3x3xf32>
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [1, 2] : tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32> -> tensor<1x4x6x3xf32>
  %b = graph.relu %a : tensor<1x4x6x3xf32>
  %c = graph.convolution %b, %v, <NCHW x OIHW -> NCHW> groups 4 : tensor<1x4x6x3xf32>, tensor<4x1x3x3xf32> -> tensor<1x4x4x1xf32>
  return %c : tensor<1x4x4x1xf32>
}

// -----

// Transposing weights at each call takes too long for 36 pixels, and no time beside 100.
// CHECK-LABEL: func.func @weights_are_arguments(
//   CHECK-NOT:   graph.transpose
//       CHECK:   graph.convolution {{.*}} <NCHW x OIHW -> NCHW> :
//       CHECK:   graph.transpose %{{.*}}, [2, 3, 1, 0] : tensor<8x4x3x3xf32> -> tensor<3x3x4x8xf32>
//       CHECK:   graph.convolution {{.*}} <NHWC x HWIO -> NHWC> :
func.func @weights_are_arguments(%x: tensor<1x4x8x8xf32>, %y: tensor<1x4x12x12xf32>, %w: tensor<8x4x3x3xf32>)
    -> (tensor<1x8x6x6xf32>, tensor<1x8x10x10xf32>) {
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32> -> tensor<1x8x6x6xf32>
  %b = graph.convolution %y, %w, <NCHW x OIHW -> NCHW> : tensor<1x4x12x12xf32>, tensor<8x4x3x3xf32> -> tensor<1x8x10x10xf32>
  return %a, %b : tensor<1x8x6x6xf32>, tensor<1x8x10x10xf32>
}

// -----

// The gradient of weights adds the products of two rows of channels at each pixel.
// CHECK-LABEL: func.func @gradient_of_weights(
//  CHECK-SAME:   %[[X:.*]]: tensor<2x4x16x12xf32>, %[[G:.*]]: tensor<2x8x16x12xf32>
//   CHECK-DAG:   %[[A:.*]] = graph.transpose %[[X]], [0, 2, 3, 1]
//   CHECK-DAG:   %[[B:.*]] = graph.transpose %[[G]], [0, 2, 3, 1]
//       CHECK:   %[[W:.*]] = graph.convolution %[[A]], %[[B]], <CHWN x IHWO -> HWNC> pad_low [1, 0] pad_high [1, 0] : tensor<2x16x12x4xf32>, tensor<2x16x12x8xf32> -> tensor<3x1x4x8xf32>
//       CHECK:   graph.transpose %[[W]], [3, 2, 0, 1] : tensor<3x1x4x8xf32> -> tensor<8x4x3x1xf32>
// SUNK-LABEL: func.func @gradient_of_weights(
//       SUNK:   graph.convolution {{.*}}, <CHWN x IHWO -> HWNC>
func.func @gradient_of_weights(%x: tensor<2x4x16x12xf32>, %g: tensor<2x8x16x12xf32>) -> tensor<8x4x3x1xf32> {
  %w = graph.convolution %x, %g, <CNHW x IOHW -> CNHW> pad_low [1, 0] pad_high [1, 0]
    : tensor<2x4x16x12xf32>, tensor<2x8x16x12xf32> -> tensor<8x4x3x1xf32>
  return %w : tensor<8x4x3x1xf32>
}

// -----

// The gradient of weights for images of 7 by 7 pixels looks like a convolution with a small window.
// CHECK-LABEL: func.func @gradient_of_weights_for_small_images(
//       CHECK:   graph.convolution {{.*}} <CHWN x IHWO -> HWNC>
func.func @gradient_of_weights_for_small_images(%x: tensor<4x8x7x7xf32>, %g: tensor<4x16x7x7xf32>) -> tensor<16x8x3x3xf32> {
  %w = graph.convolution %x, %g, <CNHW x IOHW -> CNHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<4x8x7x7xf32>, tensor<4x16x7x7xf32> -> tensor<16x8x3x3xf32>
  return %w : tensor<16x8x3x3xf32>
}

// -----

// Vectors of few output channels would be nearly empty, those of pixels are full.
// CHECK-LABEL: func.func @few_outputs(
//   CHECK-NOT:   graph.transpose
//       CHECK:   graph.convolution {{.*}} <NCHW x OIHW -> NCHW> :
func.func @few_outputs(%x: tensor<1x8x8x8xf32>) -> tensor<1x4x6x6xf32> {
  %w = graph.constant dense<0.5> : tensor<4x8x3x3xf32>
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> : tensor<1x8x8x8xf32>, tensor<4x8x3x3xf32> -> tensor<1x4x6x6xf32>
  return %a : tensor<1x4x6x6xf32>
}

// -----

// CHECK-LABEL: func.func @more_outputs(
//       CHECK:   graph.convolution {{.*}} <NHWC x HWIO -> NHWC> :
func.func @more_outputs(%x: tensor<1x8x8x8xf32>) -> tensor<1x5x6x6xf32> {
  %w = graph.constant dense<0.5> : tensor<5x8x3x3xf32>
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> : tensor<1x8x8x8xf32>, tensor<5x8x3x3xf32> -> tensor<1x5x6x6xf32>
  return %a : tensor<1x5x6x6xf32>
}

// -----

// A product with single pixels reads contiguous channels.
// CHECK-LABEL: func.func @few_outputs_of_single_pixels(
//       CHECK:   graph.convolution {{.*}} <NHWC x HWIO -> NHWC> :
func.func @few_outputs_of_single_pixels(%x: tensor<1x8x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %w = graph.constant dense<0.5> : tensor<4x8x1x1xf32>
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> : tensor<1x8x8x8xf32>, tensor<4x8x1x1xf32> -> tensor<1x4x8x8xf32>
  return %a : tensor<1x4x8x8xf32>
}

// -----

// Two outputs for each channel, with pixels that are far apart; one output is a depthwise convolution.
// CHECK-LABEL: func.func @few_outputs_in_each_group(
//       CHECK:   graph.convolution {{.*}} <NCHW x OIHW -> NCHW> strides [2, 2] groups 8 :
//       CHECK:   graph.convolution {{.*}} <NHWC x HWIO -> NHWC> strides [2, 2] groups 8 :
func.func @few_outputs_in_each_group(%x: tensor<1x8x9x9xf32>) -> (tensor<1x16x4x4xf32>, tensor<1x8x4x4xf32>) {
  %w = graph.constant dense<0.5> : tensor<16x1x3x3xf32>
  %v = graph.constant dense<0.5> : tensor<8x1x3x3xf32>
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [2, 2] groups 8 : tensor<1x8x9x9xf32>, tensor<16x1x3x3xf32> -> tensor<1x16x4x4xf32>
  %b = graph.convolution %x, %v, <NCHW x OIHW -> NCHW> strides [2, 2] groups 8 : tensor<1x8x9x9xf32>, tensor<8x1x3x3xf32> -> tensor<1x8x4x4xf32>
  return %a, %b : tensor<1x16x4x4xf32>, tensor<1x8x4x4xf32>
}
