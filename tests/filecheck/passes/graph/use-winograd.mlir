// RUN: dlc-opt %s --use-winograd --split-input-file | filecheck %s

// CHECK-LABEL: func.func @many_channels(
//       CHECK:   graph.convolution %{{.*}}, %{{.*}}, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1] winograd 4 :
func.func @many_channels(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = graph.constant dense<0.5> : tensor<64x64x3x3xf32>
  %r = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x56x56xf32>
  return %r : tensor<1x64x56x56xf32>
}

// -----

// Weights of large tiles would be read from memory for few results.
// CHECK-LABEL: func.func @smaller_tiles_for_many_weights(
//       CHECK:   winograd 2
func.func @smaller_tiles_for_many_weights(%x: tensor<1x14x14x256xf32>) -> tensor<1x14x14x256xf32> {
  %w = graph.constant dense<0.5> : tensor<256x256x3x3xf32>
  %r = graph.convolution %x, %w, <NHWC x OIHW -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x14x14x256xf32>, tensor<256x256x3x3xf32> -> tensor<1x14x14x256xf32>
  return %r : tensor<1x14x14x256xf32>
}

// -----

// CHECK-LABEL: func.func @the_direct_method_for_small_images(
//   CHECK-NOT:   winograd
func.func @the_direct_method_for_small_images(%x: tensor<1x7x7x512xf32>) -> tensor<1x7x7x512xf32> {
  %w = graph.constant dense<0.5> : tensor<512x512x3x3xf32>
  %r = graph.convolution %x, %w, <NHWC x OIHW -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x7x7x512xf32>, tensor<512x512x3x3xf32> -> tensor<1x7x7x512xf32>
  return %r : tensor<1x7x7x512xf32>
}

// -----

// Transforming few channels takes longer than their products.
// CHECK-LABEL: func.func @the_direct_method_for_few_channels(
//   CHECK-NOT:   winograd
func.func @the_direct_method_for_few_channels(%x: tensor<1x56x56x4xf32>) -> tensor<1x56x56x4xf32> {
  %w = graph.constant dense<0.5> : tensor<4x4x3x3xf32>
  %r = graph.convolution %x, %w, <NHWC x OIHW -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<1x56x56x4xf32>, tensor<4x4x3x3xf32> -> tensor<1x56x56x4xf32>
  return %r : tensor<1x56x56x4xf32>
}

// -----

// The number of images may be open.
// CHECK-LABEL: func.func @open_batch(
//       CHECK:   graph.convolution {{.*}} winograd 4
func.func @open_batch(%x: tensor<?x56x56x64xf32, #graph.dims<n>>) -> tensor<?x54x54x64xf32, #graph.dims<n>> {
  %w = graph.constant dense<0.5> : tensor<3x3x64x64xf32>
  %r = graph.convolution %x, %w, <NHWC x HWIO -> NHWC>
    : tensor<?x56x56x64xf32, #graph.dims<n>>, tensor<3x3x64x64xf32> -> tensor<?x54x54x64xf32, #graph.dims<n>>
  return %r : tensor<?x54x54x64xf32, #graph.dims<n>>
}

// -----

// Strides, other kernels, weights that are arguments, unknown sizes of images, f64.
// CHECK-LABEL: func.func @not_these(
//   CHECK-NOT:   winograd
func.func @not_these(%x: tensor<1x64x56x56xf32>, %k: tensor<64x64x3x3xf32>, %n: tensor<1x64x?x56xf32, #graph.dims<n>>, %d: tensor<1x64x56x56xf64>) {
  %w = graph.constant dense<0.5> : tensor<64x64x3x3xf32>
  %v = graph.constant dense<0.5> : tensor<64x64x5x5xf32>
  %u = graph.constant dense<0.5> : tensor<64x64x3x3xf64>
  %0 = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> strides [2, 2] : tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x27x27xf32>
  %1 = graph.convolution %x, %v, <NCHW x OIHW -> NCHW> : tensor<1x64x56x56xf32>, tensor<64x64x5x5xf32> -> tensor<1x64x52x52xf32>
  %2 = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> : tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x54x54xf32>
  %3 = graph.convolution %n, %w, <NCHW x OIHW -> NCHW> : tensor<1x64x?x56xf32, #graph.dims<n>>, tensor<64x64x3x3xf32> -> tensor<1x64x?x54xf32, #graph.dims<n - 2>>
  %4 = graph.convolution %d, %u, <NCHW x OIHW -> NCHW> : tensor<1x64x56x56xf64>, tensor<64x64x3x3xf64> -> tensor<1x64x54x54xf64>
  return
}
