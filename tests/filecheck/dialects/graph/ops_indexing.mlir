// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Ops that find elements by computed positions: printed as they were read.

// CHECK-LABEL: func.func @rows(
//  CHECK-NEXT: %0 = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x?xf32, #graph.dims<n>>, tensor<3xi64> -> tensor<3x?xf32, #graph.dims<n>>
//  CHECK-NEXT: %1 = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x?xf32, #graph.dims<n>>, tensor<3xi64>, tensor<3x?xf32, #graph.dims<n>> -> tensor<4x?xf32, #graph.dims<n>>
func.func @rows(%x: tensor<4x?xf32, #graph.dims<n>>, %i: tensor<3xi64>, %u: tensor<3x?xf32, #graph.dims<n>>) {
  %0 = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x?xf32, #graph.dims<n>>, tensor<3xi64> -> tensor<3x?xf32, #graph.dims<n>>
  %1 = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x?xf32, #graph.dims<n>>, tensor<3xi64>, tensor<3x?xf32, #graph.dims<n>> -> tensor<4x?xf32, #graph.dims<n>>
  return
}

// CHECK-LABEL: func.func @elements(
//  CHECK-NEXT: %0 = graph.gather %x[%i], window_dims = [], collapsed = [1], batch = [0] x [0], index_map = [1], index_vector_dim = 2, slice_sizes = [1, 1] : tensor<4x8xi32>, tensor<4x5xui8> -> tensor<4x5xi32>
//  CHECK-NEXT: %1 = graph.scatter <max> %x[%at], %u, window_dims = [], collapsed = [0, 1], batch = [] x [], index_map = [0, 1], index_vector_dim = 1 unique : tensor<4x8xi32>, tensor<3x2xi32>, tensor<3xi32> -> tensor<4x8xi32>
//  CHECK-NEXT: %2 = graph.nonzero %x : tensor<4x8xi32> -> tensor<?x2xi64>
func.func @elements(%x: tensor<4x8xi32>, %i: tensor<4x5xui8>, %at: tensor<3x2xi32>, %u: tensor<3xi32>) {
  %0 = graph.gather %x[%i], window_dims = [], collapsed = [1], batch = [0] x [0], index_map = [1], index_vector_dim = 2, slice_sizes = [1, 1] : tensor<4x8xi32>, tensor<4x5xui8> -> tensor<4x5xi32>
  %1 = graph.scatter <max> %x[%at], %u, window_dims = [], collapsed = [0, 1], batch = [] x [], index_map = [0, 1], index_vector_dim = 1 unique : tensor<4x8xi32>, tensor<3x2xi32>, tensor<3xi32> -> tensor<4x8xi32>
  %2 = graph.nonzero %x : tensor<4x8xi32> -> tensor<?x2xi64>
  return
}

// CHECK-LABEL: func.func @checks(
//  CHECK-NEXT: %0 = graph.check_indices %i below %n else("no such row") : tensor<?xi32, #graph.dims<n>>, tensor<i64> -> tensor<?xi32, #graph.dims<n>>
//  CHECK-NEXT: %1 = graph.check_indices %at below %sizes else("no such place") : tensor<3x2xui8>, tensor<2xi64> -> tensor<3x2xui8>
func.func @checks(%i: tensor<?xi32, #graph.dims<n>>, %n: tensor<i64>, %at: tensor<3x2xui8>, %sizes: tensor<2xi64>) {
  %0 = graph.check_indices %i below %n else("no such row") : tensor<?xi32, #graph.dims<n>>, tensor<i64> -> tensor<?xi32, #graph.dims<n>>
  %1 = graph.check_indices %at below %sizes else("no such place") : tensor<3x2xui8>, tensor<2xi64> -> tensor<3x2xui8>
  return
}

// Without positions there are no slices, so that the source may be empty.
// CHECK-LABEL: func.func @nothing(
//  CHECK-NEXT: %0 = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<0x8xf32>, tensor<0xi64> -> tensor<0x8xf32>
func.func @nothing(%x: tensor<0x8xf32>, %i: tensor<0xi64>) {
  %0 = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<0x8xf32>, tensor<0xi64> -> tensor<0x8xf32>
  return
}
