// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op result must have type 'tensor<3x7xf32>', but got 'tensor<3x8xf32>' [pool_c1]}}
  %r = graph.pool <max> %x, [1] window [2] : tensor<3x8xf32> -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op result must have type 'tensor<3x7xf32>', but got 'tensor<3x7xf64>' [pool_c1]}}
  %r = graph.pool <max> %x, [1] window [2] : tensor<3x8xf32> -> tensor<3x7xf64>
  return
}

// -----

func.func @f(%x: tensor<3x?xf32, #graph.dims<n>>) {
  // expected-error @+1 {{'graph.pool' op result must have type 'tensor<3x?xf32, #graph.dims<n - 1>>', but got 'tensor<3x?xf32, #graph.dims<n>>' [pool_c1]}}
  %r = graph.pool <max> %x, [1] window [2] : tensor<3x?xf32, #graph.dims<n>> -> tensor<3x?xf32, #graph.dims<n>>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op dimensions must be in 0..1, but got 2 [pool_c2]}}
  %r = graph.pool <max> %x, [2] window [2] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op dimensions must be distinct, but got [1, 1] [pool_c2]}}
  %r = graph.pool <max> %x, [1, 1] window [2, 2] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op window must have 1 entries, but got [2, 2] [pool_c2]}}
  %r = graph.pool <max> %x, [1] window [2, 2] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op window must be 1 or more, but got [0] [pool_c2]}}
  %r = graph.pool <max> %x, [1] window [0] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op strides must be 1 or more, but got [0] [pool_c2]}}
  %r = graph.pool <max> %x, [1] window [2] strides [0] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op pad_low must have 1 entries, but got [1, 2] [pool_c2]}}
  %r = graph.pool <max> %x, [1] window [2] pad_low [1, 2] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op pad_high must be 0 or more, but got [-2] [pool_c2]}}
  %r = graph.pool <max> %x, [1] window [2] pad_high [-2] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op the extent of the window must fit into the padded source, but got 10 and 8 [pool_c3]}}
  %r = graph.pool <max> %x, [1] window [10] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op the extent of the window must fit into the padded source, but got 11 and 8 [pool_c3]}}
  %r = graph.pool <max> %x, [1] window [3] dilations [5] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xi32>) {
  // expected-error @+1 {{'graph.pool' op elements of an average must be floats, but got 'i32' [pool_c4]}}
  %r = graph.pool <average> %x, [1] window [2] : tensor<3x8xi32> -> tensor<3x7xi32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.pool' op only an average counts padding, but got 'max' [pool_c4]}}
  %r = graph.pool <max> %x, [1] window [2] count_padding : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{expected one of max, min, sum, average, but got 'mean'}}
  %r = graph.pool <mean> %x, [1] window [2] : tensor<3x8xf32> -> tensor<3x7xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.argmax_pool' op result #1 must have type 'tensor<3x7xi64>', but got 'tensor<3x6xi64>' [argmax_pool_c1]}}
  %r:2 = graph.argmax_pool %x, [1] window [2] : tensor<3x8xf32> -> tensor<3x7xf32>, tensor<3x6xi64>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.argmax_pool' op result #1 must have type 'tensor<3x7xi64>', but got 'tensor<3x7xi32>' [argmax_pool_c1]}}
  %r:2 = graph.argmax_pool %x, [1] window [2] : tensor<3x8xf32> -> tensor<3x7xf32>, tensor<3x7xi32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.argmax_pool' op window must have 1 entries, but got [] [argmax_pool_c2]}}
  %r:2 = graph.argmax_pool %x, [1] window [] : tensor<3x8xf32> -> tensor<3x7xf32>, tensor<3x7xi64>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.argmax_pool' op the extent of the window must fit into the padded source, but got 12 and 8 [argmax_pool_c3]}}
  %r:2 = graph.argmax_pool %x, [1] window [12] : tensor<3x8xf32> -> tensor<3x7xf32>, tensor<3x7xi64>
  return
}
