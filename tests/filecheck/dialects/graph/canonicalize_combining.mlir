// RUN: dlc-opt %s --canonicalize --split-input-file | filecheck %s

// What ops that find, combine and order elements simplify to, and what must stay.

// CHECK-LABEL: func.func @single_elements
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x1xf32>)
//   CHECK-DAG:   %[[C:.*]] = graph.constant dense<0> : tensor<2xi64>
//   CHECK-DAG:   %[[R:.*]] = graph.reshape %[[X]] : tensor<2x1xf32> -> tensor<2xf32>
//       CHECK:   return %[[X]], %[[R]], %[[C]], %[[C]], %[[X]], %[[X]], %[[X]]
func.func @single_elements(%x: tensor<2x1xf32>)
    -> (tensor<2x1xf32>, tensor<2xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>) {
  %0 = graph.reduce <product> %x, [1] keep_dims : tensor<2x1xf32> -> tensor<2x1xf32>
  %1 = graph.reduce <max> %x, [1] : tensor<2x1xf32> -> tensor<2xf32>
  %2 = graph.argmax %x, 1 : tensor<2x1xf32> -> tensor<2xi64>
  %3 = graph.argmin %x, 1 last : tensor<2x1xf32> -> tensor<2xi64>
  %4 = graph.cumulative <product> %x, 1 : tensor<2x1xf32> -> tensor<2x1xf32>
  %5 = graph.sort %x along 1 : tensor<2x1xf32> -> tensor<2x1xf32>
  %6 = graph.reduce <max> %x, [] : tensor<2x1xf32> -> tensor<2x1xf32>
  return %0, %1, %2, %3, %4, %5, %6
    : tensor<2x1xf32>, tensor<2xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>
}

// The sum of a single -0.0 is 0.0, and so is the log of its power of e.
// CHECK-LABEL: func.func @sums_start_with_zero
// CHECK-COUNT-4: graph.reduce
func.func @sums_start_with_zero(%x: tensor<2x1xf32>)
    -> (tensor<2x1xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<2xf32>) {
  %0 = graph.reduce <sum> %x, [1] keep_dims : tensor<2x1xf32> -> tensor<2x1xf32>
  %1 = graph.reduce <sum> %x, [1] : tensor<2x1xf32> -> tensor<2xf32>
  %2 = graph.reduce <mean> %x, [] : tensor<2x1xf32> -> tensor<2x1xf32>
  %3 = graph.reduce <logsumexp> %x, [1] : tensor<2x1xf32> -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2x1xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @the_element_is_left_out
//       CHECK:   graph.cumulative
func.func @the_element_is_left_out(%x: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %0 = graph.cumulative <sum> %x, 1 exclusive : tensor<2x1xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-LABEL: func.func @what_has_several_elements
//       CHECK:   graph.reduce <sum> %{{.*}}, [1] keep_dims : tensor<1x3xf32> -> tensor<1x1xf32>
func.func @what_has_several_elements(%x: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %0 = graph.reduce <sum> %x, [0, 1] keep_dims : tensor<1x3xf32> -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// -----

// CHECK-LABEL: func.func @reductions_merge
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x3x4xf32>, %[[I:.*]]: tensor<2x3x4xi8>)
//  CHECK-NEXT:   %[[A:.*]] = graph.reduce <max> %[[X]], [1, 2] : tensor<2x3x4xf32> -> tensor<2xf32>
//  CHECK-NEXT:   %[[B:.*]] = graph.reduce <sum> %[[I]], [0, 2] keep_dims : tensor<2x3x4xi8> -> tensor<1x3x1xi8>
//  CHECK-NEXT:   return %[[A]], %[[B]]
func.func @reductions_merge(%x: tensor<2x3x4xf32>, %i: tensor<2x3x4xi8>) -> (tensor<2xf32>, tensor<1x3x1xi8>) {
  %0 = graph.reduce <max> %x, [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %1 = graph.reduce <max> %0, [1] : tensor<2x4xf32> -> tensor<2xf32>
  %2 = graph.reduce <sum> %i, [2] keep_dims : tensor<2x3x4xi8> -> tensor<2x3x1xi8>
  %3 = graph.reduce <sum> %2, [0] keep_dims : tensor<2x3x1xi8> -> tensor<1x3x1xi8>
  return %1, %3 : tensor<2xf32>, tensor<1x3x1xi8>
}

// A sum of floats is rounded in between; another kind is another kind.
// CHECK-LABEL: func.func @reductions_that_stay
// CHECK-COUNT-4: graph.reduce
func.func @reductions_that_stay(%x: tensor<2x3x4xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = graph.reduce <sum> %x, [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %1 = graph.reduce <sum> %0, [1] : tensor<2x4xf32> -> tensor<2xf32>
  %2 = graph.reduce <max> %x, [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %3 = graph.reduce <min> %2, [1] : tensor<2x4xf32> -> tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @what_is_not_used_is_not_sorted
//  CHECK-SAME:   (%[[K:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<8xi64>, %[[V:.*]]: tensor<8xi32>)
//  CHECK-NEXT:   %[[S:.*]]:2 = graph.sort %[[K]], %[[V]] along 0 descending
//  CHECK-NEXT:   return %[[S]]#1
func.func @what_is_not_used_is_not_sorted(%k: tensor<8xf32>, %u: tensor<8xi64>, %v: tensor<8xi32>) -> tensor<8xi32> {
  %0:3 = graph.sort %k, %u, %v along 0 descending
    : tensor<8xf32>, tensor<8xi64>, tensor<8xi32> -> tensor<8xf32>, tensor<8xi64>, tensor<8xi32>
  return %0#2 : tensor<8xi32>
}

// CHECK-LABEL: func.func @sorted_once
//       CHECK:   %[[S:.*]]:2 = graph.sort
//  CHECK-NEXT:   return %[[S]]#0, %[[S]]#1
func.func @sorted_once(%k: tensor<8xf32>, %v: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %0:2 = graph.sort %k, %v along 0 : tensor<8xf32>, tensor<8xi32> -> tensor<8xf32>, tensor<8xi32>
  %1:2 = graph.sort %0#0, %0#1 along 0 : tensor<8xf32>, tensor<8xi32> -> tensor<8xf32>, tensor<8xi32>
  return %1#0, %1#1 : tensor<8xf32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @sorted_twice
// CHECK-COUNT-2: graph.sort
func.func @sorted_twice(%k: tensor<8xf32>) -> tensor<8xf32> {
  %0 = graph.sort %k along 0 : tensor<8xf32> -> tensor<8xf32>
  %1 = graph.sort %0 along 0 descending : tensor<8xf32> -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @one_position
//  CHECK-SAME:   (%[[X:.*]]: tensor<4x?xf32, #graph.dims<n>>)
//  CHECK-NEXT:   %[[S:.*]] = graph.slice %[[X]], [3, 0] to [4, ?] step [1, 1]
//  CHECK-NEXT:   %[[R:.*]] = graph.reshape %[[S]] : tensor<1x?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n>>
//  CHECK-NEXT:   return %[[R]]
func.func @one_position(%x: tensor<4x?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n>> {
  %i = graph.constant dense<7> : tensor<i64>
  %0 = graph.gather %x[%i], window_dims = [0], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 0, slice_sizes = [1, ?] : tensor<4x?xf32, #graph.dims<n>>, tensor<i64> -> tensor<?xf32, #graph.dims<n>>
  return %0 : tensor<?xf32, #graph.dims<n>>
}

// CHECK-LABEL: func.func @several_positions
//       CHECK:   graph.gather
func.func @several_positions(%x: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %i = graph.constant dense<[1, 0]> : tensor<2xi64>
  %0 = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<2xi64> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @equal_elements_stay_equal
//       CHECK:   %[[C:.*]] = graph.constant dense<5> : tensor<2x8xi8>
//  CHECK-NEXT:   return %[[C]]
func.func @equal_elements_stay_equal(%i: tensor<2xi64>) -> tensor<2x8xi8> {
  %c = graph.constant dense<5> : tensor<4x8xi8>
  %0 = graph.gather %c[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xi8>, tensor<2xi64> -> tensor<2x8xi8>
  return %0 : tensor<2x8xi8>
}

// CHECK-LABEL: func.func @no_updates
//  CHECK-SAME:   (%[[X:.*]]: tensor<4x8xf32>
//  CHECK-NEXT:   return %[[X]]
func.func @no_updates(%x: tensor<4x8xf32>, %i: tensor<0xi64>, %u: tensor<0x8xf32>) -> tensor<4x8xf32> {
  %0 = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1 : tensor<4x8xf32>, tensor<0xi64>, tensor<0x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
