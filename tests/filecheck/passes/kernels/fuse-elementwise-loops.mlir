// RUN: dlc-opt %s --graph-to-tensor --fuse-elementwise | filecheck %s

// The row is found once for all of its elements, and its elements are read where they are added.
// CHECK-LABEL: func.func @gathered_rows_are_scattered(
//  CHECK-SAME:   %[[T:.*]]: tensor<9x4xf32>, %[[FROM:.*]]: tensor<7xi64>, %[[SUMS:.*]]: tensor<5x4xf32>, %[[TO:.*]]: tensor<7xi64>)
//   CHECK-NOT:   tensor.generic
//       CHECK:   loop.for %[[I:.*]] = 0 to 7
//       CHECK:     tensor.extract %[[TO]][%[[I]]]
//       CHECK:     loop.when
//       CHECK:       tensor.extract %[[FROM]][%[[I]]]
//       CHECK:       loop.for %[[J:.*]] = 0 to 4
//       CHECK:         tensor.extract %[[T]][%{{.*}}, %[[J]]] : tensor<9x4xf32>
//       CHECK:         arith.addf
func.func @gathered_rows_are_scattered(
    %table: tensor<9x4xf32>, %from: tensor<7xi64>, %sums: tensor<5x4xf32>, %to: tensor<7xi64>) -> tensor<5x4xf32> {
  %rows = graph.gather %table[%from], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1, slice_sizes = [1, ?] : tensor<9x4xf32>, tensor<7xi64> -> tensor<7x4xf32>
  %new = graph.scatter <add> %sums[%to], %rows, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1 : tensor<5x4xf32>, tensor<7xi64>, tensor<7x4xf32> -> tensor<5x4xf32>
  return %new : tensor<5x4xf32>
}

// CHECK-LABEL: func.func @rows_with_other_uses_are_kept(
//       CHECK:   %[[ROWS:.*]] = tensor.generic
//       CHECK:   loop.for
//       CHECK:     tensor.extract %[[ROWS]]
//       CHECK:   return %{{.*}}, %[[ROWS]]
func.func @rows_with_other_uses_are_kept(
    %table: tensor<9x4xf32>, %from: tensor<7xi64>, %sums: tensor<5x4xf32>, %to: tensor<7xi64>)
    -> (tensor<5x4xf32>, tensor<7x4xf32>) {
  %rows = graph.gather %table[%from], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1, slice_sizes = [1, ?] : tensor<9x4xf32>, tensor<7xi64> -> tensor<7x4xf32>
  %new = graph.scatter <add> %sums[%to], %rows, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1 : tensor<5x4xf32>, tensor<7xi64>, tensor<7x4xf32> -> tensor<5x4xf32>
  return %new, %rows : tensor<5x4xf32>, tensor<7x4xf32>
}

// Elements that are computed without being looked up are left to kernels, which have schedules.
// CHECK-LABEL: func.func @computed_updates_are_kept(
//       CHECK:   %[[ROWS:.*]] = tensor.generic
//       CHECK:   loop.for
//       CHECK:     tensor.extract %[[ROWS]]
func.func @computed_updates_are_kept(
    %x: tensor<7x4xf32>, %sums: tensor<5x4xf32>, %to: tensor<7xi64>) -> tensor<5x4xf32> {
  %rows = graph.add %x, %x : tensor<7x4xf32>
  %new = graph.scatter <add> %sums[%to], %rows, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1 : tensor<5x4xf32>, tensor<7xi64>, tensor<7x4xf32> -> tensor<5x4xf32>
  return %new : tensor<5x4xf32>
}
