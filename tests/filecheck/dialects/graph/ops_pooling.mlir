// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @pool(%x: tensor<1x16x8x8xf32>, %i: tensor<8xi8>) {
//  CHECK-NEXT: %0 = graph.pool <max> %x, [2, 3] window [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x16x8x8xf32> -> tensor<1x16x4x4xf32>
//  CHECK-NEXT: %1 = graph.pool <average> %x, [3, 2] window [3, 2] strides [3, 2] dilations [1, 3] ceil_mode count_padding : tensor<1x16x8x8xf32> -> tensor<1x16x3x3xf32>
//  CHECK-NEXT: %2 = graph.pool <sum> %i, [0] window [4] : tensor<8xi8> -> tensor<5xi8>
//  CHECK-NEXT: %3 = graph.pool <min> %i, [] window [] : tensor<8xi8> -> tensor<8xi8>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @pool(%x: tensor<1x16x8x8xf32>, %i: tensor<8xi8>) {
  %0 = graph.pool <max> %x, [2, 3] window [3, 3] strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x16x8x8xf32> -> tensor<1x16x4x4xf32>
  %1 = graph.pool <average> %x, [3, 2] window [3, 2] strides [3, 2] dilations [1, 3] ceil_mode count_padding : tensor<1x16x8x8xf32> -> tensor<1x16x3x3xf32>
  %2 = graph.pool <sum> %i, [0] window [4] : tensor<8xi8> -> tensor<5xi8>
  %3 = graph.pool <min> %i, [] window [] : tensor<8xi8> -> tensor<8xi8>
  return
}

// With names too, rounding up is exact: a window that would begin behind the source has no place.

// CHECK-LABEL: func.func @pool_named_sizes(%x: tensor<?xf32, #graph.dims<n>>) {
//  CHECK-NEXT: %0 = graph.pool <max> %x, [0] window [2] strides [2] : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n floordiv 2>>
//  CHECK-NEXT: %1 = graph.pool <max> %x, [0] window [2] strides [2] ceil_mode : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n ceildiv 2>>
//  CHECK-NEXT: %2 = graph.pool <max> %x, [0] window [1] strides [3] ceil_mode : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n ceildiv 3>>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @pool_named_sizes(%x: tensor<?xf32, #graph.dims<n>>) {
  %0 = graph.pool <max> %x, [0] window [2] strides [2] : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n floordiv 2>>
  %1 = graph.pool <max> %x, [0] window [2] strides [2] ceil_mode : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n ceildiv 2>>
  %2 = graph.pool <max> %x, [0] window [1] strides [3] ceil_mode : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n ceildiv 3>>
  return
}

// CHECK-LABEL: func.func @argmax_pool(%x: tensor<3x8xf32>, %i: tensor<3x8xui8>) {
//  CHECK-NEXT: %0:2 = graph.argmax_pool %x, [1] window [2] strides [2] : tensor<3x8xf32> -> tensor<3x4xf32>, tensor<3x4xi64>
//  CHECK-NEXT: %1:2 = graph.argmax_pool %i, [0, 1] window [2, 3] strides [2, 2] pad_high [0, 1] ceil_mode : tensor<3x8xui8> -> tensor<2x4xui8>, tensor<2x4xi64>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @argmax_pool(%x: tensor<3x8xf32>, %i: tensor<3x8xui8>) {
  %0:2 = graph.argmax_pool %x, [1] window [2] strides [2] : tensor<3x8xf32> -> tensor<3x4xf32>, tensor<3x4xi64>
  %1:2 = graph.argmax_pool %i, [0, 1] window [2, 3] strides [2, 2] pad_high [0, 1] ceil_mode : tensor<3x8xui8> -> tensor<2x4xui8>, tensor<2x4xi64>
  return
}
