// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op result must have type 'tensor<3x8xf32>', but got 'tensor<4x8xf32>' [resize_c1]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> : tensor<3x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op result must have type 'tensor<3x8xf32>', but got 'tensor<3x8xf64>' [resize_c1]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> : tensor<3x8xf32> -> tensor<3x8xf64>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op the result must have rank 2, but got 3x4x8 [resize_c1]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> : tensor<3x8xf32> -> tensor<3x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op dimensions must be in 0..1, but got 2 [resize_c2]}}
  %r = graph.resize <nearest> %x, [2] <half_pixel> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op dimensions must be distinct, but got [1, 1] [resize_c2]}}
  %r = graph.resize <nearest> %x, [1, 1] <half_pixel> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op size 1 of the result must be known, but got '?' [resize_c3]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> : tensor<3x8xf32> -> tensor<3x?xf32>
  return
}

// -----

func.func @f(%x: tensor<3x0xf32>) {
  // expected-error @+1 {{'graph.resize' op size 1 of the source must not be 0, or that of the result is 0 too, but got 0 and 4 [resize_c3]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> : tensor<3x0xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op scales must have 1 entries, but got [1.0, 2.0] [resize_c4]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> scales array<f64: 1.0, 2.0> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op scales must be positive and finite, but got [0.0] [resize_c4]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> scales array<f64: 0.0> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op scales must be positive and finite, but got [inf] [resize_c4]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> scales array<f64: 0x7FF0000000000000> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op attribute 'scales' failed to satisfy constraint: f64 dense array attribute, but got 'array<f32: 1.000000e+00>'}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> scales array<f32: 1.0> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xi8>) {
  // expected-error @+1 {{'graph.resize' op elements must be floats for 'linear', but got 'i8' [resize_c5]}}
  %r = graph.resize <linear> %x, [1] <half_pixel> : tensor<3x8xi8> -> tensor<3x4xi8>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op rounding is for 'nearest', but got 'linear' [resize_c5]}}
  %r = graph.resize <linear> %x, [1] <half_pixel> rounding <floor> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op coefficient is for 'cubic', but got 'nearest' [resize_c5]}}
  %r = graph.resize <nearest> %x, [1] <half_pixel> coefficient -0.5 : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{'graph.resize' op exclude_outside is for 'cubic', but got 'linear' [resize_c5]}}
  %r = graph.resize <linear> %x, [1] <half_pixel> exclude_outside : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%x: tensor<3x8xf32>) {
  // expected-error @+1 {{expected one of half_pixel, pytorch_half_pixel, align_corners, asymmetric, but got 'tf_half_pixel', did you mean 'half_pixel'?}}
  %r = graph.resize <nearest> %x, [1] <tf_half_pixel> : tensor<3x8xf32> -> tensor<3x4xf32>
  return
}
