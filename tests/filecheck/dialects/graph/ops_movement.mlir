// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Ops that move elements, and those about sizes: printed as they were read.

// CHECK-LABEL: func.func @movement(
//  CHECK-NEXT: %0 = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
//  CHECK-NEXT: %1 = graph.broadcast %x, [0, 2] : tensor<2x3xf32> -> tensor<2x?x3xf32, #graph.dims<n>>
//  CHECK-NEXT: %2 = graph.broadcast %x, [0, 1] sizes(%s : tensor<2xi64>) : tensor<2x3xf32> -> tensor<?x?xf32>
//  CHECK-NEXT: %3 = graph.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
//  CHECK-NEXT: %4 = graph.reshape %y : tensor<?x8xbf16, #graph.dims<n>> -> tensor<?x2xbf16, #graph.dims<n * 4>>
//  CHECK-NEXT: %5 = graph.reshape %y : tensor<?x8xbf16, #graph.dims<n>> -> tensor<2x?xbf16>
//  CHECK-NEXT: %6 = graph.reshape %y sizes(%s : tensor<2xi64>) {note = "kept"} : tensor<?x8xbf16, #graph.dims<n>> -> tensor<?x?xbf16>
//  CHECK-NEXT: %7 = graph.reverse %x, [0, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
func.func @movement(%x: tensor<2x3xf32>, %y: tensor<?x8xbf16, #graph.dims<n>>, %s: tensor<2xi64>) {
  %0 = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = graph.broadcast %x, [0, 2] : tensor<2x3xf32> -> tensor<2x?x3xf32, #graph.dims<n>>
  %2 = graph.broadcast %x, [0, 1] sizes(%s : tensor<2xi64>) : tensor<2x3xf32> -> tensor<?x?xf32>
  %3 = graph.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  %4 = graph.reshape %y : tensor<?x8xbf16, #graph.dims<n>> -> tensor<?x2xbf16, #graph.dims<n * 4>>
  %5 = graph.reshape %y : tensor<?x8xbf16, #graph.dims<n>> -> tensor<2x?xbf16>
  %6 = graph.reshape %y sizes(%s : tensor<2xi64>) {note = "kept"} : tensor<?x8xbf16, #graph.dims<n>> -> tensor<?x?xbf16>
  %7 = graph.reverse %x, [0, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @sizes(
//  CHECK-NEXT: %0 = graph.with_shape %x : tensor<?x?xf32> -> tensor<?x4xf32, #graph.dims<n>>
//  CHECK-NEXT: %1 = graph.rank %x : tensor<?x?xf32> -> tensor<i64>
//  CHECK-NEXT: %2 = graph.shape %x : tensor<?x?xf32> -> tensor<2xi64>
//  CHECK-NEXT: %3 = graph.dim %x, 1 : tensor<?x?xf32> -> tensor<i64>
//  CHECK-NEXT: %4 = graph.size %x : tensor<?x?xf32> -> tensor<i64>
//  CHECK-NEXT: %5 = graph.iota 1 : tensor<2x?xui8, #graph.dims<n>>
//  CHECK-NEXT: %6 = graph.iota 0 sizes(%s : tensor<2xi64>) : tensor<?x3xf32>
func.func @sizes(%x: tensor<?x?xf32>, %s: tensor<2xi64>) {
  %0 = graph.with_shape %x : tensor<?x?xf32> -> tensor<?x4xf32, #graph.dims<n>>
  %1 = graph.rank %x : tensor<?x?xf32> -> tensor<i64>
  %2 = graph.shape %x : tensor<?x?xf32> -> tensor<2xi64>
  %3 = graph.dim %x, 1 : tensor<?x?xf32> -> tensor<i64>
  %4 = graph.size %x : tensor<?x?xf32> -> tensor<i64>
  %5 = graph.iota 1 : tensor<2x?xui8, #graph.dims<n>>
  %6 = graph.iota 0 sizes(%s : tensor<2xi64>) : tensor<?x3xf32>
  return
}
