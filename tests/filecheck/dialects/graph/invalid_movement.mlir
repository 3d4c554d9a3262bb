// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Rules of ops that move elements, and of those about sizes.

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.transpose' op result must have type 'tensor<3x2xf32>', but got 'tensor<2x3xf32>' [transpose_c1]}}
  %r = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.transpose' op order must be a permutation of 0..1 for a source of rank 2, but got [1, 1] [transpose_c2]}}
  %r = graph.transpose %x, [1, 1] : tensor<2x3xf32> -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.transpose' op order must be a permutation of 0..1 for a source of rank 2, but got [1] [transpose_c2]}}
  %r = graph.transpose %x, [1] : tensor<2x3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.broadcast' op result must have type 'tensor<2x3xf32>', but got 'tensor<2x3xf64>' [broadcast_c1]}}
  %r = graph.broadcast %x, [0, 1] : tensor<2x3xf32> -> tensor<2x3xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.broadcast' op dims must have 2 entries, but got [1] [broadcast_c2]}}
  %r = graph.broadcast %x, [1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.broadcast' op dims must be in ascending order, but got [1, 0] [broadcast_c2]}}
  %r = graph.broadcast %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.broadcast' op dims must be in 0..1, but got 2 [broadcast_c2]}}
  %r = graph.broadcast %x, [0, 2] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.broadcast' op what becomes size 1 of the result must be 1 or have that size, but got 3 and 4 [broadcast_c3]}}
  %r = graph.broadcast %x, [0, 1] : tensor<2x3xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.broadcast' op what becomes size 1 of the result must be 1 or have that size, but got 3 and n [broadcast_c3]}}
  %r = graph.broadcast %x, [0, 1] : tensor<2x3xf32> -> tensor<2x?xf32, #graph.dims<n>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.broadcast' op size 0 of the result must be known, but got '?' [broadcast_c4]}}
  %r = graph.broadcast %x, [1, 2] : tensor<2x3xf32> -> tensor<?x2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xi64>) {
  // expected-error @+1 {{'graph.broadcast' op sizes must have an entry for each of 2 dimensions, but got 3 [broadcast_c5]}}
  %r = graph.broadcast %x, [0, 1] sizes(%s : tensor<3xi64>) : tensor<2x3xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{'graph.broadcast' op operand #1 must be tensor of i64 with one dimension, but got 'tensor<2xi32>'}}
  %r = graph.broadcast %x, [0, 1] sizes(%s : tensor<2xi32>) : tensor<2x3xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reshape' op result must have type 'tensor<6xf32>', but got 'tensor<6xf64>' [reshape_c1]}}
  %r = graph.reshape %x : tensor<2x3xf32> -> tensor<6xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reshape' op source and result must have the same number of elements, but got 2x3 and 7 [reshape_c2]}}
  %r = graph.reshape %x : tensor<2x3xf32> -> tensor<7xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reshape' op number of elements must be a multiple of the known sizes of the result, but got 2x3 and 4 [reshape_c2]}}
  %r = graph.reshape %x : tensor<2x3xf32> -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%x: tensor<?x4xf32, #graph.dims<n>>) {
  // expected-error @+1 {{'graph.reshape' op source and result must have the same number of elements, but got nx4 and mx4 [reshape_c2]}}
  %r = graph.reshape %x : tensor<?x4xf32, #graph.dims<n>> -> tensor<?x4xf32, #graph.dims<m>>
  return
}

// -----

func.func @f(%x: tensor<?x4xf32, #graph.dims<n>>) {
  // expected-error @+1 {{'graph.reshape' op source and result must have the same number of elements, but got nx4 and nx8 [reshape_c2]}}
  %r = graph.reshape %x : tensor<?x4xf32, #graph.dims<n>> -> tensor<?x8xf32, #graph.dims<n>>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reshape' op result must have one unknown size at most, but got ?x? [reshape_c3]}}
  %r = graph.reshape %x : tensor<2x3xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<0x3xf32>) {
  // expected-error @+1 {{'graph.reshape' op result must have no unknown size beside a 0, but got 0x? [reshape_c3]}}
  %r = graph.reshape %x : tensor<0x3xf32> -> tensor<0x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xi64>) {
  // expected-error @+1 {{'graph.reshape' op sizes must have an entry for each of 2 dimensions, but got 3 [reshape_c4]}}
  %r = graph.reshape %x sizes(%s : tensor<3xi64>) : tensor<2x3xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reverse' op result must have type 'tensor<2x3xf32>', but got 'tensor<3x2xf32>' [reverse_c1]}}
  %r = graph.reverse %x, [1] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reverse' op dimensions must be in 0..1, but got 2 [reverse_c2]}}
  %r = graph.reverse %x, [2] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reverse' op dimensions must be distinct, but got [1, 1] [reverse_c2]}}
  %r = graph.reverse %x, [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.with_shape' op result must have type 'tensor<2x3xf32>', but got 'tensor<2x3x?xf32>' [with_shape_c1]}}
  %r = graph.with_shape %x : tensor<2x3xf32> -> tensor<2x3x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.with_shape' op result must have type 'tensor<2x3xf32>', but got 'tensor<2x3xi32>' [with_shape_c1]}}
  %r = graph.with_shape %x : tensor<2x3xf32> -> tensor<2x3xi32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.with_shape' op size 1 must be '4', but got 3 [with_shape_c2]}}
  %r = graph.with_shape %x : tensor<2x3xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.rank' op result must have type 'tensor<i64>', but got 'tensor<i32>' [rank_c1]}}
  %r = graph.rank %x : tensor<2x3xf32> -> tensor<i32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.shape' op result must have type 'tensor<2xi64>', but got 'tensor<3xi64>' [shape_c1]}}
  %r = graph.shape %x : tensor<2x3xf32> -> tensor<3xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.dim' op result must have type 'tensor<i64>', but got 'tensor<1xi64>' [dim_c1]}}
  %r = graph.dim %x, 0 : tensor<2x3xf32> -> tensor<1xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.dim' op dimension must be in 0..1, but got 2 [dim_c2]}}
  %r = graph.dim %x, 2 : tensor<2x3xf32> -> tensor<i64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.size' op result must have type 'tensor<i64>', but got 'tensor<i32>' [size_c1]}}
  %r = graph.size %x : tensor<2x3xf32> -> tensor<i32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.iota' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<9223372036854775807x2xi64>'}}
  %r = "graph.iota"() <{dim = 0 : i64}> : () -> tensor<9223372036854775807x2xi64>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.iota' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<2xi1>'}}
  %r = graph.iota 0 : tensor<2xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.iota' op dimension must be in 0..1, but got 2 [iota_c1]}}
  %r = graph.iota 2 : tensor<2x3xi64>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.iota' op size 1 must be known, but got '?' [iota_c2]}}
  %r = graph.iota 0 : tensor<2x?xi64>
  return
}

// -----

func.func @f(%s: tensor<3xi64>) {
  // expected-error @+1 {{'graph.iota' op sizes must have an entry for each of 2 dimensions, but got 3 [iota_c3]}}
  %r = graph.iota 0 sizes(%s : tensor<3xi64>) : tensor<2x?xi64>
  return
}
