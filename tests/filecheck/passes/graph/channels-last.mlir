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
func.func @transposes_around_each(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x4x1xf32> {
  %w = graph.constant dense<0.5> : tensor<4x4x3x3xf32>
  %v = graph.constant dense<0.5> : tensor<4x1x3x3xf32>
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [1, 2] : tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32> -> tensor<1x4x6x3xf32>
  %b = graph.relu %a : tensor<1x4x6x3xf32>
  %c = graph.convolution %b, %v, <NCHW x OIHW -> NCHW> groups 4 : tensor<1x4x6x3xf32>, tensor<4x1x3x3xf32> -> tensor<1x4x4x1xf32>
  return %c : tensor<1x4x4x1xf32>
}

// -----

// CHECK-LABEL: func.func @weights_are_arguments(
//   CHECK-NOT:   graph.transpose
func.func @weights_are_arguments(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %a = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> : tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32> -> tensor<1x4x6x6xf32>
  return %a : tensor<1x4x6x6xf32>
}
