// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Rules of ops that combine and order elements.

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce' op result must have type 'tensor<2xf32>', but got 'tensor<3xf32>' [reduce_c1]}}
  %r = graph.reduce <sum> %x, [1] : tensor<2x3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce' op result must have type 'tensor<2x1xf32>', but got 'tensor<2xf32>' [reduce_c1]}}
  %r = graph.reduce <sum> %x, [1] keep_dims : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce' op dimensions must be in 0..1, but got -1 [reduce_c2]}}
  %r = graph.reduce <sum> %x, [-1] : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce' op dimensions must be distinct, but got [1, 1] [reduce_c2]}}
  %r = graph.reduce <sum> %x, [1, 1] : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce' op elements must be integers or i1 for kind 'and', but got 'f32' [reduce_c3]}}
  %r = graph.reduce <and> %x, [1] : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xi1>) {
  // expected-error @+1 {{'graph.reduce' op elements must be numbers for kind 'sum', but got 'i1' [reduce_c3]}}
  %r = graph.reduce <sum> %x, [1] : tensor<2x3xi1> -> tensor<2xi1>
  return
}

// -----

func.func @f(%x: tensor<2x3xi8>) {
  // expected-error @+1 {{'graph.reduce' op elements must be floats for kind 'mean', but got 'i8' [reduce_c3]}}
  %r = graph.reduce <mean> %x, [1] : tensor<2x3xi8> -> tensor<2xi8>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.argmax' op result must have type 'tensor<2xi64>', but got 'tensor<3xi64>' [argmax_c1]}}
  %r = graph.argmax %x, 1 : tensor<2x3xf32> -> tensor<3xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.argmax' op dimension must be in 0..1, but got 2 [argmax_c2]}}
  %r = graph.argmax %x, 2 : tensor<2x3xf32> -> tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<2x0xf32>) {
  // expected-error @+1 {{'graph.argmax' op dimension 1 must have an element, but got 2x0 [argmax_c3]}}
  %r = graph.argmax %x, 1 : tensor<2x0xf32> -> tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.argmax' op result must have elements 'i32' or 'i64', but got 'i8' [argmax_c4]}}
  %r = graph.argmax %x, 1 : tensor<2x3xf32> -> tensor<2xi8>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.argmin' op result must have type 'tensor<2x1xi64>', but got 'tensor<2xi64>' [argmin_c1]}}
  %r = graph.argmin %x, 1 keep_dims : tensor<2x3xf32> -> tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.argmin' op dimension must be in 0..1, but got -1 [argmin_c2]}}
  %r = graph.argmin %x, -1 : tensor<2x3xf32> -> tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<2x0xf32>) {
  // expected-error @+1 {{'graph.argmin' op dimension 1 must have an element, but got 2x0 [argmin_c3]}}
  %r = graph.argmin %x, 1 : tensor<2x0xf32> -> tensor<2xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.argmin' op result must have elements 'i32' or 'i64', but got 'ui32' [argmin_c4]}}
  %r = graph.argmin %x, 1 : tensor<2x3xf32> -> tensor<2xui32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.cumulative' op result must have type 'tensor<2x3xf32>', but got 'tensor<3x2xf32>' [cumulative_c1]}}
  %r = graph.cumulative <sum> %x, 1 : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.cumulative' op dimension must be in 0..1, but got 2 [cumulative_c2]}}
  %r = graph.cumulative <sum> %x, 2 : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.sort' op result must have type 'tensor<2x3xf32>', but got 'tensor<2x3xf64>' [sort_c1]}}
  %r = graph.sort %x along 1 : tensor<2x3xf32> -> tensor<2x3xf64>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.sort' op must have an operand, but got none [sort_c2]}}
  "graph.sort"() <{dim = 0 : i64}> : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.sort' op dimension must be in 0..1, but got 2 [sort_c3]}}
  %r = graph.sort %x along 2 : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.sort' op operands must have the same shape, but got 2x3 and 2x4 [sort_c4]}}
  %r, %s = graph.sort %x, %y along 1 : tensor<2x3xf32>, tensor<2x4xf32> -> tensor<2x3xf32>, tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.top_k' op result #1 must have type 'tensor<2x2xi64>', but got 'tensor<2x3xi64>' [top_k_c1]}}
  %v, %i = graph.top_k %x, 1, k = 2 : tensor<2x3xf32> -> tensor<2x2xf32>, tensor<2x3xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.top_k' op dimension must be in 0..1, but got 2 [top_k_c2]}}
  %v, %i = graph.top_k %x, 2, k = 2 : tensor<2x3xf32> -> tensor<2x2xf32>, tensor<2x2xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.top_k' op k must not be negative, nor more than size 1 of the source, but got 4 and 3 [top_k_c3]}}
  %v, %i = graph.top_k %x, 1, k = 4 : tensor<2x3xf32> -> tensor<2x4xf32>, tensor<2x4xi64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.top_k' op indices must be 'i32' or 'i64', but got 'i16' [top_k_c4]}}
  %v, %i = graph.top_k %x, 1, k = 2 : tensor<2x3xf32> -> tensor<2x2xf32>, tensor<2x2xi16>
  return
}
