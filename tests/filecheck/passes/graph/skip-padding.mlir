// RUN: dlc-opt %s --skip-padding --split-input-file | filecheck %s

// Of nine weights for each pair of channels, one meets pixels.
// CHECK-LABEL: func.func @only_the_middle(
//  CHECK-SAME:   %[[X:.*]]: tensor<1x64x14x14xf32>
//   CHECK-NOT:   graph.slice %[[X]]
//       CHECK:   graph.convolution %[[X]], %{{.*}}, <NCHW x OIHW -> NCHW> dilations [18, 18] pad_low [0, 0] pad_high [0, 0] : tensor<1x64x14x14xf32>, tensor<64x64x1x1xf32> -> tensor<1x64x14x14xf32>
//   CHECK-NOT:   graph.concat
func.func @only_the_middle(%x: tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32> {
  %w = graph.constant dense<0.5> : tensor<64x64x3x3xf32>
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> dilations [18, 18] pad_low [18, 18] pad_high [18, 18]
    : tensor<1x64x14x14xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x14x14xf32>
  return %y : tensor<1x64x14x14xf32>
}

// -----

// The batch may be open. The places of an image of one pixel are all in its middle.
// CHECK-LABEL: func.func @one_pixel(
//       CHECK:   graph.slice %{{.*}}, [1, 0, 0, 0] to [2, ?, ?, ?]
//       CHECK:   graph.slice %{{.*}}, [0, 1, 0, 0] to [?, 2, ?, ?]
//       CHECK:   graph.convolution {{.*}} groups 8 : tensor<?x1x1x8xf32>, tensor<1x1x1x8xf32> -> tensor<?x1x1x8xf32>
func.func @one_pixel(%x: tensor<?x1x1x8xf32>) -> tensor<?x1x1x8xf32> {
  %w = graph.constant dense<0.5> : tensor<3x3x1x8xf32>
  %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> strides [2, 2] pad_low [1, 1] pad_high [1, 1] groups 8
    : tensor<?x1x1x8xf32>, tensor<3x3x1x8xf32> -> tensor<?x1x1x8xf32>
  return %y : tensor<?x1x1x8xf32>
}

// -----

// The rows in the middle meet one row of weights, those above and below meet two.
// CHECK-LABEL: func.func @parts(
//       CHECK:   %[[A:.*]] = graph.convolution {{.*}}, tensor<64x64x2x3xf32> -> tensor<1x64x4x20xf32>
//       CHECK:   %[[B:.*]] = graph.convolution {{.*}}, tensor<64x64x1x3xf32> -> tensor<1x64x12x20xf32>
//       CHECK:   %[[C:.*]] = graph.convolution {{.*}}, tensor<64x64x2x3xf32> -> tensor<1x64x4x20xf32>
//       CHECK:   graph.concat %[[A]], %[[B]], %[[C]] along 2
func.func @parts(%x: tensor<1x64x20x20xf32>) -> tensor<1x64x20x20xf32> {
  %w = graph.constant dense<0.5> : tensor<64x64x3x3xf32>
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> dilations [16, 1] pad_low [16, 1] pad_high [16, 1]
    : tensor<1x64x20x20xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x20x20xf32>
  return %y : tensor<1x64x20x20xf32>
}

// -----

// CHECK-LABEL: func.func @whole(
//   CHECK-NOT:   graph.slice
//   CHECK-NOT:   graph.concat
func.func @whole(%x: tensor<1x64x28x28xf32>, %h: tensor<1x64x?x28xf32>, %i: tensor<1x64x1x1xf32>)
    -> (tensor<1x64x28x28xf32>, tensor<1x64x?x28xf32>, tensor<1x64x5x5xf32>) {
  %w = graph.constant dense<0.5> : tensor<64x64x3x3xf32>
  // Little is padding.
  %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x64x28x28xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x28x28xf32>
  // The height is unknown.
  %z = graph.convolution %h, %w, <NCHW x OIHW -> NCHW> dilations [9, 9] pad_low [9, 9] pad_high [9, 9]
    : tensor<1x64x?x28xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x?x28xf32>
  // Some results are made of padding alone.
  %v = graph.convolution %i, %w, <NCHW x OIHW -> NCHW> pad_low [3, 3] pad_high [3, 3]
    : tensor<1x64x1x1xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x5x5xf32>
  return %y, %z, %v : tensor<1x64x28x28xf32>, tensor<1x64x?x28xf32>, tensor<1x64x5x5xf32>
}
