// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @resize(%x: tensor<1x3x4x4xf32>, %i: tensor<4xi8>, %n: tensor<?xf32, #graph.dims<n>>) {
//  CHECK-NEXT: %0 = graph.resize <linear> %x, [2, 3] <half_pixel> : tensor<1x3x4x4xf32> -> tensor<1x3x8x6xf32>
//  CHECK-NEXT: %1 = graph.resize <nearest> %x, [2, 3] <asymmetric> rounding <floor> : tensor<1x3x4x4xf32> -> tensor<1x3x8x8xf32>
//  CHECK-NEXT: %2 = graph.resize <cubic> %x, [3] <pytorch_half_pixel> coefficient -5.000000e-01 exclude_outside : tensor<1x3x4x4xf32> -> tensor<1x3x4x1xf32>
//  CHECK-NEXT: %3 = graph.resize <nearest> %i, [0] <align_corners> scales array<f64: 1.900000e+00> : tensor<4xi8> -> tensor<7xi8>
//  CHECK-NEXT: %4 = graph.resize <linear> %n, [0] <half_pixel> : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n * 2>>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @resize(%x: tensor<1x3x4x4xf32>, %i: tensor<4xi8>, %n: tensor<?xf32, #graph.dims<n>>) {
  %0 = graph.resize <linear> %x, [2, 3] <half_pixel> : tensor<1x3x4x4xf32> -> tensor<1x3x8x6xf32>
  %1 = graph.resize <nearest> %x, [2, 3] <asymmetric> rounding <floor> : tensor<1x3x4x4xf32> -> tensor<1x3x8x8xf32>
  %2 = graph.resize <cubic> %x, [3] <pytorch_half_pixel> coefficient -5.000000e-01 exclude_outside : tensor<1x3x4x4xf32> -> tensor<1x3x4x1xf32>
  %3 = graph.resize <nearest> %i, [0] <align_corners> scales array<f64: 1.900000e+00> : tensor<4xi8> -> tensor<7xi8>
  %4 = graph.resize <linear> %n, [0] <half_pixel> : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n * 2>>
  return
}
