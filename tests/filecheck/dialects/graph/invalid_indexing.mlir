// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Rules of ops that find elements by computed positions.

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op result must have type 'tensor<3x8xf32>', but got 'tensor<3x7xf32>' [gather_c1]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op window dimensions must be in 0..1, but got 2 [gather_c2]}}
  %r = graph.gather %x[%i], window_dims = [2], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op window dimensions must be as many as dimensions of the source that are kept, but got [] for [1] [gather_c2]}}
  %r = graph.gather %x[%i], window_dims = [], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op window dimensions must be in ascending order, but got [1, 0] [gather_c2]}}
  %r = graph.gather %x[%i], window_dims = [1, 0], collapsed = [], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, 8] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+2 {{'graph.gather' op window dimensions must be as many as dimensions of the source that are kept, but got [1] for [0, 1] [gather_c2]}}
  // expected-error @+1 {{'graph.gather' op collapsed dimensions and batch dimensions of the source must be in 0..1, but got 2 [gather_c3]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [2], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+2 {{'graph.gather' op collapsed dimensions and batch dimensions of the source must be distinct, but got [0, 0] [gather_c3]}}
  // expected-error @+1 {{'graph.gather' op index map must name no batch dimension, but got [0] [gather_c4]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [0] x [0], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op index vector dimension must be in 0..1, but got 2 [gather_c4]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 2, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op index map must have an entry for each component of a vector, but got 2 and 1 [gather_c4]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0, 1], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op index map must be in 0..1, but got 2 [gather_c4]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [2], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op index map must name no batch dimension, but got [0] [gather_c4]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [], batch = [0] x [0], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op batch dimensions must be as many on both sides, but got [0] and [] [gather_c5]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [], batch = [0] x [], index_map = [1], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op batch dimensions of the indices must be in 0..0, but got 1 [gather_c5]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [], batch = [0] x [1], index_map = [1], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi64>) {
  // expected-error @+1 {{'graph.gather' op batch dimensions of the indices must not hold the vectors, but got [1] [gather_c5]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [], batch = [0] x [1], index_map = [1], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3x1xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op sizes of source dimension 0 and index dimension 0 must agree, but got 4 and 3 [gather_c5]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [], batch = [0] x [0], index_map = [1], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op slice sizes must have 2 entries, but got [1] [gather_c6]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op slice size 1 must not be negative, nor more than that of the source, but got 9 and 8 [gather_c6]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, 9] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.gather' op slice size 0 must be 1, as the dimension is left out, but got 2 [gather_c6]}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [2, 8] : tensor<4x8xf32>, tensor<3xi64> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.scatter' op result must have type 'tensor<4x8xf32>', but got 'tensor<3x8xf32>' [scatter_c1]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x8xf32> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.scatter' op window dimensions must be in 0..1, but got 2 [scatter_c2]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [2], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.scatter' op collapsed dimensions and batch dimensions of the source must be distinct, but got [0, 0] [scatter_c3]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0, 0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.scatter' op index vector dimension must be in 0..1, but got 5 [scatter_c4]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 5 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.scatter' op sizes of source dimension 0 and index dimension 0 must agree, but got 4 and 3 [scatter_c5]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [], batch = [0] x [0], index_map = [1], index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<2x8xf32>) {
  // expected-error @+1 {{'graph.scatter' op updates must have as many windows as the indices have vectors, but got 2 and 3 [scatter_c6]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<2x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<3x9xf32>) {
  // expected-error @+1 {{'graph.scatter' op windows must be no larger than the source, but got 9 and 8 [scatter_c6]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x9xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi64>, %u: tensor<3x8xf64>) {
  // expected-error @+1 {{'graph.scatter' op updates must have elements 'f32', as the source has, but got 'f64' [scatter_c7]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x8xf32>, tensor<3xi64>, tensor<3x8xf64> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<4x8xi1>, %i: tensor<3xi64>, %u: tensor<3x8xi1>) {
  // expected-error @+1 {{'graph.scatter' op elements must be numbers for kind 'add', but got 'i1' [scatter_c7]}}
  %r = graph.scatter <add> %x[%i], %u, window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1 : tensor<4x8xi1>, tensor<3xi64>, tensor<3x8xi1> -> tensor<4x8xi1>
  return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xf32>) {
  // expected-error @+1 {{'graph.gather' op operand #1 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<3xf32>'}}
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0], index_vector_dim = 1, slice_sizes = [1, ?] : tensor<4x8xf32>, tensor<3xf32> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.nonzero' op result must have type 'tensor<?x2xi64>', but got 'tensor<?x3xi64>' [nonzero_c1]}}
  %r = graph.nonzero %x : tensor<2x3xf32> -> tensor<?x3xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.nonzero' op result must have type 'tensor<?x2xi64>', but got 'tensor<6x2xi64>' [nonzero_c1]}}
  %r = graph.nonzero %x : tensor<2x3xf32> -> tensor<6x2xi64>
  return
}

// -----

func.func @f(%i: tensor<3xi64>, %n: tensor<i64>) {
  // expected-error @+1 {{'graph.check_indices' op result must have type 'tensor<3xi64>', but got 'tensor<4xi64>' [check_indices_c1]}}
  %r = graph.check_indices %i below %n else("no such row") : tensor<3xi64>, tensor<i64> -> tensor<4xi64>
  return
}

// -----

func.func @f(%i: tensor<5x2xi64>, %n: tensor<3xi64>) {
  // expected-error @+1 {{'graph.check_indices' op limits must have an entry for each component of a vector, but got 3 and 2 [check_indices_c2]}}
  %r = graph.check_indices %i below %n else("no such place") : tensor<5x2xi64>, tensor<3xi64> -> tensor<5x2xi64>
  return
}

// -----

func.func @f(%i: tensor<i64>, %n: tensor<1xi64>) {
  // expected-error @+1 {{'graph.check_indices' op limits must have an entry for each component of a vector, but got 1 and scalar [check_indices_c2]}}
  %r = graph.check_indices %i below %n else("no such place") : tensor<i64>, tensor<1xi64> -> tensor<i64>
  return
}
