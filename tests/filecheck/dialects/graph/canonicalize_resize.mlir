// RUN: dlc-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @same_size(%x: tensor<3x8xf32>, %y: tensor<?x8xf32, #graph.dims<n>>) -> (tensor<3x8xf32>, tensor<?x8xf32, #graph.dims<n>>, tensor<3x8xf32>) {
//  CHECK-NEXT: return %x, %y, %x : tensor<3x8xf32>, tensor<?x8xf32, #graph.dims<n>>, tensor<3x8xf32>
//  CHECK-NEXT: }
func.func @same_size(%x: tensor<3x8xf32>, %y: tensor<?x8xf32, #graph.dims<n>>) -> (tensor<3x8xf32>, tensor<?x8xf32, #graph.dims<n>>, tensor<3x8xf32>) {
  %r = graph.resize <nearest> %x, [0, 1] <half_pixel> : tensor<3x8xf32> -> tensor<3x8xf32>
  %s = graph.resize <nearest> %y, [0] <align_corners> rounding <ceil> : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x8xf32, #graph.dims<n>>
  %t = graph.resize <cubic> %x, [] <half_pixel> : tensor<3x8xf32> -> tensor<3x8xf32>
  return %r, %s, %t : tensor<3x8xf32>, tensor<?x8xf32, #graph.dims<n>>, tensor<3x8xf32>
}

// -----

// Scales may say otherwise, and an infinity times a weight of nothing is no number.
// CHECK-LABEL: func.func @not_the_same(%x: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
//  CHECK-NEXT: %r = graph.resize <nearest> %x, [1] <asymmetric> scales array<f64: 2.000000e+00> : tensor<3x8xf32> -> tensor<3x8xf32>
//  CHECK-NEXT: %s = graph.resize <linear> %x, [1] <half_pixel> : tensor<3x8xf32> -> tensor<3x8xf32>
//  CHECK-NEXT: return %r, %s : tensor<3x8xf32>, tensor<3x8xf32>
//  CHECK-NEXT: }
func.func @not_the_same(%x: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
  %r = graph.resize <nearest> %x, [1] <asymmetric> scales array<f64: 2.0> : tensor<3x8xf32> -> tensor<3x8xf32>
  %s = graph.resize <linear> %x, [1] <half_pixel> : tensor<3x8xf32> -> tensor<3x8xf32>
  return %r, %s : tensor<3x8xf32>, tensor<3x8xf32>
}
