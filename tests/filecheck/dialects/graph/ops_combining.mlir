// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Ops that combine and order elements: printed as they were read.

// CHECK-LABEL: func.func @combining(
//  CHECK-NEXT: %0 = graph.reduce <sum> %x, [1] : tensor<2x?xf32, #graph.dims<n>> -> tensor<2xf32>
//  CHECK-NEXT: %1 = graph.reduce <logsumexp> %x, [0, 1] keep_dims : tensor<2x?xf32, #graph.dims<n>> -> tensor<1x1xf32>
//  CHECK-NEXT: %2 = graph.reduce <and> %b, [0] : tensor<2x3xi1> -> tensor<3xi1>
//  CHECK-NEXT: %3 = graph.argmax %x, 1 last keep_dims : tensor<2x?xf32, #graph.dims<n>> -> tensor<2x1xi64>
//  CHECK-NEXT: %4 = graph.argmin %x, 0 : tensor<2x?xf32, #graph.dims<n>> -> tensor<?xi32, #graph.dims<n>>
//  CHECK-NEXT: %5 = graph.cumulative <sum> %x, 1 exclusive reverse : tensor<2x?xf32, #graph.dims<n>> -> tensor<2x?xf32, #graph.dims<n>>
//  CHECK-NEXT: %6 = graph.cumulative <max> %x, 0 : tensor<2x?xf32, #graph.dims<n>> -> tensor<2x?xf32, #graph.dims<n>>
func.func @combining(%x: tensor<2x?xf32, #graph.dims<n>>, %b: tensor<2x3xi1>) {
  %0 = graph.reduce <sum> %x, [1] : tensor<2x?xf32, #graph.dims<n>> -> tensor<2xf32>
  %1 = graph.reduce <logsumexp> %x, [0, 1] keep_dims : tensor<2x?xf32, #graph.dims<n>> -> tensor<1x1xf32>
  %2 = graph.reduce <and> %b, [0] : tensor<2x3xi1> -> tensor<3xi1>
  %3 = graph.argmax %x, 1 last keep_dims : tensor<2x?xf32, #graph.dims<n>> -> tensor<2x1xi64>
  %4 = graph.argmin %x, 0 : tensor<2x?xf32, #graph.dims<n>> -> tensor<?xi32, #graph.dims<n>>
  %5 = graph.cumulative <sum> %x, 1 exclusive reverse : tensor<2x?xf32, #graph.dims<n>> -> tensor<2x?xf32, #graph.dims<n>>
  %6 = graph.cumulative <max> %x, 0 : tensor<2x?xf32, #graph.dims<n>> -> tensor<2x?xf32, #graph.dims<n>>
  return
}

// CHECK-LABEL: func.func @ordering(
//  CHECK-NEXT: %0 = graph.sort %x along 1 : tensor<2x8xf32> -> tensor<2x8xf32>
//  CHECK-NEXT: %1:2 = graph.sort %x, %y along 0 descending : tensor<2x8xf32>, tensor<2x8xi64> -> tensor<2x8xf32>, tensor<2x8xi64>
//  CHECK-NEXT: %2:2 = graph.top_k %x, 1, k = 3 smallest : tensor<2x8xf32> -> tensor<2x3xf32>, tensor<2x3xi64>
func.func @ordering(%x: tensor<2x8xf32>, %y: tensor<2x8xi64>) {
  %0 = graph.sort %x along 1 : tensor<2x8xf32> -> tensor<2x8xf32>
  %1, %2 = graph.sort %x, %y along 0 descending : tensor<2x8xf32>, tensor<2x8xi64> -> tensor<2x8xf32>, tensor<2x8xi64>
  %3, %4 = graph.top_k %x, 1, k = 3 smallest : tensor<2x8xf32> -> tensor<2x3xf32>, tensor<2x3xi64>
  return
}
