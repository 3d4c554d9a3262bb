// RUN: dlc-opt %s --scan-images --split-input-file | filecheck %s

// Weights stay outside; a bias that is repeated, and a number, are made for one image.
// CHECK-LABEL: func.func @layers(
//  CHECK-SAME:   %[[X:.*]]: tensor<8x64x64x32xf32>
//       CHECK:   %[[ROWS:.*]] = graph.reshape %[[X]] : tensor<8x64x64x32xf32> -> tensor<8x1x64x64x32xf32>
//       CHECK:   %[[ALL:.*]] = graph.scan over (%[[IMAGE:.*]] = %[[ROWS]] : tensor<8x1x64x64x32xf32>) -> tensor<8x1x64x64x32xf32> {
//  CHECK-NEXT:     %[[A:.*]] = graph.convolution %[[IMAGE]], %{{.*}} : tensor<1x64x64x32xf32>,
//  CHECK-NEXT:     %[[BIAS:.*]] = graph.broadcast %{{.*}}, [3] : tensor<32xf32> -> tensor<1x64x64x32xf32>
//  CHECK-NEXT:     %[[B:.*]] = graph.add %[[A]], %[[BIAS]] : tensor<1x64x64x32xf32>
//  CHECK-NEXT:     %[[NUMBER:.*]] = graph.constant dense<2.000000e+00> : tensor<1x64x64x32xf32>
//  CHECK-NEXT:     %[[C:.*]] = graph.mul %[[B]], %[[NUMBER]] : tensor<1x64x64x32xf32>
//  CHECK-NEXT:     %[[D:.*]] = graph.convolution %[[C]], %{{.*}}
//  CHECK-NEXT:     graph.yield %[[D]] : tensor<1x64x64x32xf32>
//       CHECK:   %[[RESULT:.*]] = graph.reshape %[[ALL]] : tensor<8x1x64x64x32xf32> -> tensor<8x64x64x32xf32>
//  CHECK-NEXT:   return %[[RESULT]]
func.func @layers(%x: tensor<8x64x64x32xf32>, %bias: tensor<32xf32>) -> tensor<8x64x64x32xf32> {
  %w = graph.constant dense<0.5> : tensor<3x3x32x32xf32>
  %two = graph.constant dense<2.0> : tensor<8x64x64x32xf32>
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  %all = graph.broadcast %bias, [3] : tensor<32xf32> -> tensor<8x64x64x32xf32>
  %b = graph.add %a, %all : tensor<8x64x64x32xf32>
  %c = graph.mul %b, %two : tensor<8x64x64x32xf32>
  %d = graph.convolution %c, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  return %d : tensor<8x64x64x32xf32>
}

// -----

// Of an open number of images each is computed on its own, with sizes that are known.
// CHECK-LABEL: func.func @open_number(
//       CHECK:   graph.reshape %{{.*}} -> tensor<?x1x64x64x32xf32, #graph.dims<n>>
//       CHECK:   graph.scan over (%[[IMAGE:.*]] = %{{.*}}) -> tensor<?x1x32x32x32xf32, #graph.dims<n>> {
//  CHECK-NEXT:     graph.convolution %[[IMAGE]], %{{.*}} -> tensor<1x64x64x32xf32>
//       CHECK:     graph.pool <max> %{{.*}} : tensor<1x64x64x32xf32> -> tensor<1x32x32x32xf32>
func.func @open_number(%x: tensor<?x64x64x32xf32, #graph.dims<n>>) -> tensor<?x32x32x32xf32, #graph.dims<n>> {
  %w = graph.constant dense<0.5> : tensor<3x3x32x32xf32>
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<?x64x64x32xf32, #graph.dims<n>>, tensor<3x3x32x32xf32> -> tensor<?x64x64x32xf32, #graph.dims<n>>
  %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<?x64x64x32xf32, #graph.dims<n>>, tensor<3x3x32x32xf32> -> tensor<?x64x64x32xf32, #graph.dims<n>>
  %c = graph.pool <max> %b, [1, 2] window [2, 2] strides [2, 2]
    : tensor<?x64x64x32xf32, #graph.dims<n>> -> tensor<?x32x32x32xf32, #graph.dims<n>>
  return %c : tensor<?x32x32x32xf32, #graph.dims<n>>
}

// -----

// Of small images some are computed at a time.
// CHECK-LABEL: func.func @small_images(
//       CHECK:   graph.reshape %{{.*}} : tensor<96x28x28x32xf32> -> tensor<24x4x28x28x32xf32>
//       CHECK:   graph.convolution %{{.*}} : tensor<4x28x28x32xf32>, tensor<3x3x32x32xf32> -> tensor<4x28x28x32xf32>
func.func @small_images(%x: tensor<96x28x28x32xf32>) -> tensor<96x28x28x32xf32> {
  %w = graph.constant dense<0.5> : tensor<3x3x32x32xf32>
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<96x28x28x32xf32>, tensor<3x3x32x32xf32> -> tensor<96x28x28x32xf32>
  %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<96x28x28x32xf32>, tensor<3x3x32x32xf32> -> tensor<96x28x28x32xf32>
  return %b : tensor<96x28x28x32xf32>
}

// -----

// What needs several images is computed behind the loop, and so is what many weights are multiplied with. An op before
// the end of the part that needs its results moves behind it.
// CHECK-LABEL: func.func @behind(
//       CHECK:   graph.scan over
//       CHECK:     graph.convolution
//  CHECK-NEXT:     graph.convolution
//  CHECK-NEXT:     graph.convolution
//  CHECK-NEXT:     graph.reduce <mean> %{{.*}}, [1, 2] : tensor<1x64x64x32xf32> -> tensor<1x32xf32>
//  CHECK-NEXT:     graph.yield
//       CHECK:   %[[MEANS:.*]] = graph.reshape %{{.*}} -> tensor<8x32xf32>
//       CHECK:   graph.reduce <sum> %{{.*}}, [0] : tensor<8x64x64x32xf32>
//       CHECK:   graph.contract %[[MEANS]]
func.func @behind(%x: tensor<8x64x64x32xf32>, %y: tensor<32x4096xf32>)
    -> (tensor<64x64x32xf32>, tensor<8x4096xf32>) {
  %w = graph.constant dense<0.5> : tensor<3x3x32x32xf32>
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  %sums = graph.reduce <sum> %a, [0] : tensor<8x64x64x32xf32> -> tensor<64x64x32xf32>
  %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  %d = graph.convolution %b, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  %c = graph.reduce <mean> %d, [1, 2] : tensor<8x64x64x32xf32> -> tensor<8x32xf32>
  %r = graph.contract %c, %y, batch = [] x [], contracting = [1] x [0]
    : tensor<8x32xf32>, tensor<32x4096xf32> -> tensor<8x4096xf32>
  return %sums, %r : tensor<64x64x32xf32>, tensor<8x4096xf32>
}

// -----

// Where most results are needed elsewhere, as in training, they are written to memory anyway.
// CHECK-LABEL: func.func @many_results(
//   CHECK-NOT:   graph.scan
func.func @many_results(%x: tensor<8x64x64x32xf32>) -> (tensor<8x64x64x32xf32>, tensor<8x64x64x32xf32>) {
  %w = graph.constant dense<0.5> : tensor<3x3x32x32xf32>
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  return %a, %b : tensor<8x64x64x32xf32>, tensor<8x64x64x32xf32>
}

// -----

// Few images that stay in a cache are computed together, and so are images for which many weights are read.
// CHECK-LABEL: func.func @stays_in_caches(
//   CHECK-NOT:   graph.scan
func.func @stays_in_caches(%x: tensor<2x14x14x64xf32>) -> tensor<2x14x14x64xf32> {
  %w = graph.constant dense<0.5> : tensor<3x3x64x64xf32>
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<2x14x14x64xf32>, tensor<3x3x64x64xf32> -> tensor<2x14x14x64xf32>
  %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<2x14x14x64xf32>, tensor<3x3x64x64xf32> -> tensor<2x14x14x64xf32>
  return %b : tensor<2x14x14x64xf32>
}

// CHECK-LABEL: func.func @many_weights(
//   CHECK-NOT:   graph.scan
func.func @many_weights(%x: tensor<16x14x14x512xf32>) -> tensor<16x14x14x512xf32> {
  %w = graph.constant dense<0.5> : tensor<3x3x512x512xf32>
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<16x14x14x512xf32>, tensor<3x3x512x512xf32> -> tensor<16x14x14x512xf32>
  %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<16x14x14x512xf32>, tensor<3x3x512x512xf32> -> tensor<16x14x14x512xf32>
  return %b : tensor<16x14x14x512xf32>
}

// -----

// Ops with effects keep their order: a part ends before the first one that needs it.
// CHECK-LABEL: func.func @effects(
//       CHECK:   %[[ALL:.*]] = graph.scan
//       CHECK:   call @seen(
//       CHECK:   call @other()
//       CHECK:   graph.scan
func.func private @seen(tensor<8x64x64x32xf32>)
func.func private @other()
func.func @effects(%x: tensor<8x64x64x32xf32>, %w: tensor<3x3x32x32xf32>) -> tensor<8x64x64x32xf32> {
  %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  %b = graph.convolution %a, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  func.call @seen(%b) : (tensor<8x64x64x32xf32>) -> ()
  func.call @other() : () -> ()
  %c = graph.convolution %b, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  %d = graph.convolution %c, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
    : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
  return %d : tensor<8x64x64x32xf32>
}
