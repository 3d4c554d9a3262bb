// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Ops that take parts, put tensors together, and pad: printed as they were read.

// CHECK-LABEL: func.func @slices(
//  CHECK-NEXT: %0 = graph.slice %x, [0, 1] to [n - 1, ?] step [1, 2] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x4xf32, #graph.dims<n - 1>>
//  CHECK-NEXT: %1 = graph.dynamic_slice %x, %at : tensor<?x8xf32, #graph.dims<n>>, tensor<2xi32> -> tensor<?x2xf32, #graph.dims<n>>
//  CHECK-NEXT: %2 = graph.dynamic_slice %x, %at sizes(%s : tensor<2xi64>) : tensor<?x8xf32, #graph.dims<n>>, tensor<2xi32> -> tensor<?x2xf32>
//  CHECK-NEXT: %3 = graph.dynamic_update_slice %x, %u, %at : tensor<?x8xf32, #graph.dims<n>>, tensor<1x8xf32>, tensor<2xi32> -> tensor<?x8xf32, #graph.dims<n>>
//  CHECK-NEXT: %4 = graph.concat %x, %u along 0 : tensor<?x8xf32, #graph.dims<n>>, tensor<1x8xf32> -> tensor<?x8xf32, #graph.dims<n + 1>>
func.func @slices(%x: tensor<?x8xf32, #graph.dims<n>>, %u: tensor<1x8xf32>, %at: tensor<2xi32>, %s: tensor<2xi64>) {
  %0 = graph.slice %x, [0, 1] to [n - 1, ?] step [1, 2] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x4xf32, #graph.dims<n - 1>>
  %1 = graph.dynamic_slice %x, %at : tensor<?x8xf32, #graph.dims<n>>, tensor<2xi32> -> tensor<?x2xf32, #graph.dims<n>>
  %2 = graph.dynamic_slice %x, %at sizes(%s : tensor<2xi64>) : tensor<?x8xf32, #graph.dims<n>>, tensor<2xi32> -> tensor<?x2xf32>
  %3 = graph.dynamic_update_slice %x, %u, %at : tensor<?x8xf32, #graph.dims<n>>, tensor<1x8xf32>, tensor<2xi32> -> tensor<?x8xf32, #graph.dims<n>>
  %4 = graph.concat %x, %u along 0 : tensor<?x8xf32, #graph.dims<n>>, tensor<1x8xf32> -> tensor<?x8xf32, #graph.dims<n + 1>>
  return
}

// CHECK-LABEL: func.func @padding(
//  CHECK-NEXT: %0 = graph.pad <constant> %x, value %v, low [1, -2] high [(-n) mod 4, 0] interior [0, 1] : tensor<?x8xf32, #graph.dims<n>>, tensor<f32> -> tensor<?x13xf32>
//  CHECK-NEXT: %1 = graph.pad <edge> %x, low [1, 0] high [1, 0] interior [0, 0] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x8xf32, #graph.dims<n + 2>>
//  CHECK-NEXT: %2 = graph.pad <reflect> %x, low [0, 1] high [0, 1] interior [0, 0] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x10xf32, #graph.dims<n>>
//  CHECK-NEXT: %3 = graph.pad <wrap> %x, low [0, 1] high [0, 1] interior [0, 0] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x10xf32, #graph.dims<n>>
func.func @padding(%x: tensor<?x8xf32, #graph.dims<n>>, %v: tensor<f32>) {
  %0 = graph.pad <constant> %x, value %v, low [1, -2] high [(-n) mod 4, 0] interior [0, 1] : tensor<?x8xf32, #graph.dims<n>>, tensor<f32> -> tensor<?x13xf32>
  %1 = graph.pad <edge> %x, low [1, 0] high [1, 0] interior [0, 0] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x8xf32, #graph.dims<n + 2>>
  %2 = graph.pad <reflect> %x, low [0, 1] high [0, 1] interior [0, 0] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x10xf32, #graph.dims<n>>
  %3 = graph.pad <wrap> %x, low [0, 1] high [0, 1] interior [0, 0] : tensor<?x8xf32, #graph.dims<n>> -> tensor<?x10xf32, #graph.dims<n>>
  return
}
