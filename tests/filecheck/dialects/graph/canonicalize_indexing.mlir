// RUN: dlc-opt %s --canonicalize | filecheck %s

// Indices that are known to be in range need no check.
// CHECK-LABEL: func.func @in_range
//       CHECK:   %[[I:.*]] = graph.constant dense<[[0, 2], [3, 0]]> : tensor<2x2xi64>
//   CHECK-NOT:   graph.check_indices
//       CHECK:   return %[[I]]
func.func @in_range() -> tensor<2x2xi64> {
  %i = graph.constant dense<[[0, 2], [3, 0]]> : tensor<2x2xi64>
  %n = graph.constant dense<[4, 3]> : tensor<2xi64>
  %r = graph.check_indices %i below %n else("no such place") : tensor<2x2xi64>, tensor<2xi64> -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

// CHECK-LABEL: func.func @no_indices
//  CHECK-NEXT:   return %i
func.func @no_indices(%i: tensor<0xi32>, %n: tensor<i64>) -> tensor<0xi32> {
  %r = graph.check_indices %i below %n else("no such row") : tensor<0xi32>, tensor<i64> -> tensor<0xi32>
  return %r : tensor<0xi32>
}

// Each component has its own limit: 3 is below 4, and 3 is not below 3.
// CHECK-LABEL: func.func @out_of_range
//       CHECK:   graph.check_indices
func.func @out_of_range() -> tensor<2x2xi64> {
  %i = graph.constant dense<[[0, 2], [3, 3]]> : tensor<2x2xi64>
  %n = graph.constant dense<[4, 3]> : tensor<2xi64>
  %r = graph.check_indices %i below %n else("no such place") : tensor<2x2xi64>, tensor<2xi64> -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

// CHECK-LABEL: func.func @negative
//       CHECK:   graph.check_indices
func.func @negative() -> tensor<i8> {
  %i = graph.constant dense<-1> : tensor<i8>
  %n = graph.constant dense<300> : tensor<i64>
  %r = graph.check_indices %i below %n else("no such row") : tensor<i8>, tensor<i64> -> tensor<i8>
  return %r : tensor<i8>
}

// 255 is a number without a sign.
// CHECK-LABEL: func.func @unsigned
//   CHECK-NOT:   graph.check_indices
func.func @unsigned() -> tensor<ui8> {
  %i = graph.constant dense<255> : tensor<ui8>
  %n = graph.constant dense<300> : tensor<i64>
  %r = graph.check_indices %i below %n else("no such row") : tensor<ui8>, tensor<i64> -> tensor<ui8>
  return %r : tensor<ui8>
}

// Indices are checked before they are repeated.
// CHECK-LABEL: func.func @checked_once
//  CHECK-SAME:   (%[[I:.*]]: tensor<5xi64>, %[[N:.*]]: tensor<i64>)
//       CHECK:   %[[CHECK:.*]] = graph.check_indices %[[I]] below %[[N]]
//       CHECK:   %[[R:.*]] = graph.broadcast %[[CHECK]], [0] : tensor<5xi64> -> tensor<5x8xi64>
//       CHECK:   return %[[R]]
func.func @checked_once(%i: tensor<5xi64>, %n: tensor<i64>) -> tensor<5x8xi64> {
  %b = graph.broadcast %i, [0] : tensor<5xi64> -> tensor<5x8xi64>
  %r = graph.check_indices %b below %n else("no such row") : tensor<5x8xi64>, tensor<i64> -> tensor<5x8xi64>
  return %r : tensor<5x8xi64>
}

// There may be no index among those that are repeated, so none that is out of range.
// CHECK-LABEL: func.func @perhaps_none
//       CHECK:   %[[B:.*]] = graph.broadcast
//       CHECK:   graph.check_indices %[[B]]
func.func @perhaps_none(%i: tensor<5xi64>, %n: tensor<i64>) -> tensor<5x?xi64, #graph.dims<k>> {
  %b = graph.broadcast %i, [0] : tensor<5xi64> -> tensor<5x?xi64, #graph.dims<k>>
  %r = graph.check_indices %b below %n else("no such row")
    : tensor<5x?xi64, #graph.dims<k>>, tensor<i64> -> tensor<5x?xi64, #graph.dims<k>>
  return %r : tensor<5x?xi64, #graph.dims<k>>
}

// Elements at positions that are the same in each column are rows.
// CHECK-LABEL: func.func @rows_at_repeated_positions
//       CHECK:   %[[I:.*]] = graph.reshape %i : tensor<4x5x1xi64> -> tensor<4x5xi64>
//       CHECK:   graph.gather %x[%[[I]]], window_dims = [2], collapsed = [1], batch = [0] x [0], index_map = [1],
//  CHECK-SAME:     index_vector_dim = 2, slice_sizes = [1, 1, ?]
func.func @rows_at_repeated_positions(%x: tensor<4x7x8xf32>, %i: tensor<4x5x1xi64>) -> tensor<4x5x8xf32> {
  %b = graph.broadcast %i, [0, 1, 2] : tensor<4x5x1xi64> -> tensor<4x5x8xi64>
  %r = graph.gather %x[%b], window_dims = [], collapsed = [1], batch = [0, 2] x [0, 2], index_map = [1],
    index_vector_dim = 3, slice_sizes = [1, 1, 1] : tensor<4x7x8xf32>, tensor<4x5x8xi64> -> tensor<4x5x8xf32>
  return %r : tensor<4x5x8xf32>
}

// Positions that differ between columns stay, and so do those that are repeated along a dimension without a batch.
// CHECK-LABEL: func.func @positions_of_elements
//       CHECK:   graph.gather %x[%i], window_dims = []
//       CHECK:   graph.gather %x[%{{.*}}], window_dims = []
func.func @positions_of_elements(%x: tensor<7x8xf32>, %i: tensor<5x8xi64>, %j: tensor<5xi64>)
    -> (tensor<5x8xf32>, tensor<5x9x8xf32>) {
  %r = graph.gather %x[%i], window_dims = [], collapsed = [0], batch = [1] x [1], index_map = [0],
    index_vector_dim = 2, slice_sizes = [1, 1] : tensor<7x8xf32>, tensor<5x8xi64> -> tensor<5x8xf32>
  %b = graph.broadcast %i, [0, 2] : tensor<5x8xi64> -> tensor<5x9x8xi64>
  %s = graph.gather %x[%b], window_dims = [], collapsed = [0], batch = [1] x [2], index_map = [0],
    index_vector_dim = 3, slice_sizes = [1, 1] : tensor<7x8xf32>, tensor<5x9x8xi64> -> tensor<5x9x8xf32>
  return %r, %s : tensor<5x8xf32>, tensor<5x9x8xf32>
}

// CHECK-LABEL: func.func @updates_at_repeated_positions
//       CHECK:   graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
//  CHECK-SAME:     index_vector_dim = 1
func.func @updates_at_repeated_positions(%x: tensor<7x8xf32>, %i: tensor<5xi64>, %u: tensor<5x8xf32>)
    -> tensor<7x8xf32> {
  %b = graph.broadcast %i, [0] : tensor<5xi64> -> tensor<5x8xi64>
  %r = graph.scatter <add> %x[%b], %u, window_dims = [], collapsed = [0], batch = [1] x [1], index_map = [0],
    index_vector_dim = 2 : tensor<7x8xf32>, tensor<5x8xi64>, tensor<5x8xf32> -> tensor<7x8xf32>
  return %r : tensor<7x8xf32>
}

// Windows would have to be transposed.
// CHECK-LABEL: func.func @columns_in_another_order
//       CHECK:   graph.gather %x[%{{.*}}], window_dims = [0], collapsed = [1], batch = [0] x [0]
func.func @columns_in_another_order(%x: tensor<6x7x8xf32>, %i: tensor<5xi64>) -> tensor<8x6x5xf32> {
  %b = graph.broadcast %i, [1] : tensor<5xi64> -> tensor<6x5xi64>
  %r = graph.gather %x[%b], window_dims = [0], collapsed = [1], batch = [0] x [0], index_map = [1],
    index_vector_dim = 2, slice_sizes = [1, 1, ?] : tensor<6x7x8xf32>, tensor<6x5xi64> -> tensor<8x6x5xf32>
  return %r : tensor<8x6x5xf32>
}

// CHECK-LABEL: func.func @vectors_of_one_component
//       CHECK:   %[[I:.*]] = graph.reshape %i : tensor<5x1x3xi64> -> tensor<5x3xi64>
//       CHECK:   graph.gather %x[%[[I]]], window_dims = [], collapsed = [1], batch = [0] x [1], index_map = [1],
//  CHECK-SAME:     index_vector_dim = 2, slice_sizes = [1, 1]
//       CHECK:   graph.scatter <max> %x[%{{.*}}], %u, window_dims = [], collapsed = [1], batch = [0] x [1],
//  CHECK-SAME:     index_map = [1], index_vector_dim = 2 unique
func.func @vectors_of_one_component(%x: tensor<3x7xf32>, %i: tensor<5x1x3xi64>, %u: tensor<5x3xf32>)
    -> (tensor<5x3xf32>, tensor<3x7xf32>) {
  %r = graph.gather %x[%i], window_dims = [], collapsed = [1], batch = [0] x [2], index_map = [1],
    index_vector_dim = 1, slice_sizes = [1, 1] : tensor<3x7xf32>, tensor<5x1x3xi64> -> tensor<5x3xf32>
  %s = graph.scatter <max> %x[%i], %u, window_dims = [], collapsed = [1], batch = [0] x [2], index_map = [1],
    index_vector_dim = 1 unique : tensor<3x7xf32>, tensor<5x1x3xi64>, tensor<5x3xf32> -> tensor<3x7xf32>
  return %r, %s : tensor<5x3xf32>, tensor<3x7xf32>
}
