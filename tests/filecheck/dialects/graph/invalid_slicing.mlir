// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Rules of ops that take parts, put tensors together, and pad.

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op result must have type 'tensor<1x2xf32>', but got 'tensor<1x1xf32>' [slice_c1]}}
  %r = graph.slice %x, [0, 0] to [1, 3] step [1, 2] : tensor<2x3xf32> -> tensor<1x1xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op starts must have 2 entries, but got [0] [slice_c2]}}
  %r = graph.slice %x, [0] to [1, 3] step [1, 1] : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op limits must have 2 entries, but got [1, 3, 4] [slice_c2]}}
  %r = graph.slice %x, [0, 0] to [1, 3, 4] step [1, 1] : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op strides must have 2 entries, but got [1] [slice_c2]}}
  %r = graph.slice %x, [0, 0] to [1, 3] step [1] : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op dimension 0 must start at 0 or more, and have a positive stride, but got -1 and 1 [slice_c3]}}
  %r = graph.slice %x, [-1, 0] to [1, 3] step [1, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op dimension 1 must start at 0 or more, and have a positive stride, but got 0 and 0 [slice_c3]}}
  %r = graph.slice %x, [0, 0] to [1, 3] step [1, 0] : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op dimension 0 must start at 0 or more, and have a positive stride, but got ? and 1 [slice_c3]}}
  %r = graph.slice %x, [?, 0] to [1, 3] step [1, 1] : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op dimension 0 must have start <= limit <= size, but got 1, 0 and 2 [slice_c4]}}
  %r = graph.slice %x, [1, 0] to [0, 3] step [1, 1] : tensor<2x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.slice' op dimension 0 must have start <= limit <= size, but got 0, 3 and 2 [slice_c4]}}
  %r = graph.slice %x, [0, 0] to [3, 3] step [1, 1] : tensor<2x3xf32> -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<?xf32, #graph.dims<n>>) {
  // expected-error @+1 {{'graph.slice' op dimension 0 must have start <= limit <= size, but got 0, n + 1 and n [slice_c4]}}
  %r = graph.slice %x, [0] to [n + 1] step [1] : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_slice' op result must have type 'tensor<2x2xf32>', but got 'tensor<2x2xf64>' [dynamic_slice_c1]}}
  %r = graph.dynamic_slice %x, %i : tensor<2x3xf32>, tensor<2xi64> -> tensor<2x2xf64>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<3xi64>) {
  // expected-error @+1 {{'graph.dynamic_slice' op starts must have shape 2, an entry for each dimension, but got 3 [dynamic_slice_c2]}}
  %r = graph.dynamic_slice %x, %i : tensor<2x3xf32>, tensor<3xi64> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_slice' op result must have 2 dimensions, as the source has, but got 1 [dynamic_slice_c2]}}
  %r = graph.dynamic_slice %x, %i : tensor<2x3xf32>, tensor<2xi64> -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_slice' op result must be no larger than the source, but got 2x4 and 2x3 [dynamic_slice_c3]}}
  %r = graph.dynamic_slice %x, %i : tensor<2x3xf32>, tensor<2xi64> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_slice' op size 1 of the result must be known, but got '?' [dynamic_slice_c4]}}
  %r = graph.dynamic_slice %x, %i : tensor<2x3xf32>, tensor<2xi64> -> tensor<2x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %i: tensor<2xi64>, %s: tensor<1xi64>) {
  // expected-error @+1 {{'graph.dynamic_slice' op sizes must have an entry for each of 2 dimensions, but got 1 [dynamic_slice_c5]}}
  %r = graph.dynamic_slice %x, %i sizes(%s : tensor<1xi64>) : tensor<2x3xf32>, tensor<2xi64> -> tensor<2x?xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %u: tensor<1x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_update_slice' op result must have type 'tensor<2x3xf32>', but got 'tensor<1x3xf32>' [dynamic_update_slice_c1]}}
  %r = graph.dynamic_update_slice %x, %u, %i : tensor<2x3xf32>, tensor<1x3xf32>, tensor<2xi64> -> tensor<1x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %u: tensor<1x3xf32>, %i: tensor<1xi64>) {
  // expected-error @+1 {{'graph.dynamic_update_slice' op starts must have shape 2, an entry for each dimension, but got 1 [dynamic_update_slice_c2]}}
  %r = graph.dynamic_update_slice %x, %u, %i : tensor<2x3xf32>, tensor<1x3xf32>, tensor<1xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %u: tensor<3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_update_slice' op update must have 2 dimensions, as the source has, but got 1 [dynamic_update_slice_c2]}}
  %r = graph.dynamic_update_slice %x, %u, %i : tensor<2x3xf32>, tensor<3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %u: tensor<1x4xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_update_slice' op update must be no larger than the source, but got 1x4 and 2x3 [dynamic_update_slice_c3]}}
  %r = graph.dynamic_update_slice %x, %u, %i : tensor<2x3xf32>, tensor<1x4xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %u: tensor<1x3xf64>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.dynamic_update_slice' op update must have elements 'f32', as the source has, but got 'f64' [dynamic_update_slice_c4]}}
  %r = graph.dynamic_update_slice %x, %u, %i : tensor<2x3xf32>, tensor<1x3xf64>, tensor<2xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.concat' op result must have type 'tensor<2x7xf32>', but got 'tensor<2x6xf32>' [concat_c1]}}
  %r = graph.concat %x, %y along 1 : tensor<2x3xf32>, tensor<2x4xf32> -> tensor<2x6xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.concat' op must have an operand, but got none [concat_c2]}}
  %r = "graph.concat"() <{dim = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.concat' op dimension must be in 0..1, but got 2 [concat_c3]}}
  %r = graph.concat %x along 2 : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.concat' op operands must agree in all sizes but that of dimension 0, but got 2x3 and 2x4 [concat_c4]}}
  %r = graph.concat %x, %y along 0 : tensor<2x3xf32>, tensor<2x4xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{'graph.concat' op operands must agree in all sizes but that of dimension 0, but got 2x3 and 2 [concat_c4]}}
  %r = graph.concat %x, %y along 0 : tensor<2x3xf32>, tensor<2xf32> -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x3xf64>) {
  // expected-error @+1 {{'graph.concat' op operands must have one element type, but got 'f32' and 'f64' [concat_c5]}}
  %r = graph.concat %x, %y along 0 : tensor<2x3xf32>, tensor<2x3xf64> -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%x: tensor<9223372036854775807xi8>) {
  // expected-error @+1 {{'graph.concat' op result must have fewer than 2^63 elements, but got 18446744073709551614 [concat_c1]}}
  %r = graph.concat %x, %x along 0 : tensor<9223372036854775807xi8>, tensor<9223372036854775807xi8> -> tensor<?xi8>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.pad' op result must have type 'tensor<2x5xf32>', but got 'tensor<2x4xf32>' [pad_c1]}}
  %r = graph.pad <edge> %x, low [0, 1] high [0, 1] interior [0, 0] : tensor<2x3xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.pad' op low must have 2 known entries, but got [0] [pad_c2]}}
  %r = graph.pad <edge> %x, low [0] high [0, 1] interior [0, 0] : tensor<2x3xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.pad' op high must have 2 known entries, but got [0, ?] [pad_c2]}}
  %r = graph.pad <edge> %x, low [0, 0] high [0, ?] interior [0, 0] : tensor<2x3xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.pad' op must have a value in mode 'constant', but got none [pad_c3]}}
  %r = graph.pad <constant> %x, low [0, 0] high [0, 1] interior [0, 0] : tensor<2x3xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'graph.pad' op must have no value in mode 'wrap', but got one [pad_c3]}}
  %r = graph.pad <wrap> %x, value %v, low [0, 0] high [0, 1] interior [0, 0] : tensor<2x3xf32>, tensor<f32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f64>) {
  // expected-error @+1 {{'graph.pad' op value must be a scalar of 'f32', but got 'tensor<f64>' [pad_c3]}}
  %r = graph.pad <constant> %x, value %v, low [0, 0] high [0, 1] interior [0, 0] : tensor<2x3xf32>, tensor<f64> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<1xf32>) {
  // expected-error @+1 {{'graph.pad' op value must be a scalar of 'f32', but got 'tensor<1xf32>' [pad_c3]}}
  %r = graph.pad <constant> %x, value %v, low [0, 0] high [0, 1] interior [0, 0] : tensor<2x3xf32>, tensor<1xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.pad' op interior padding must not be negative, and needs mode 'constant', but got [0, 1] and 'edge' [pad_c4]}}
  %r = graph.pad <edge> %x, low [0, 0] high [0, 0] interior [0, 1] : tensor<2x3xf32> -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'graph.pad' op interior padding must not be negative, and needs mode 'constant', but got [0, -1] and 'constant' [pad_c4]}}
  %r = graph.pad <constant> %x, value %v, low [0, 0] high [0, 1] interior [0, -1] : tensor<2x3xf32>, tensor<f32> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'graph.pad' op interior padding must be less than 9223372036854775807, but got [0, 9223372036854775807] [pad_c4]}}
  %r = graph.pad <constant> %x, value %v, low [0, 0] high [0, 1] interior [0, 9223372036854775807] : tensor<2x3xf32>, tensor<f32> -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.pad' op result must have no negative size, but got 2x-1 [pad_c5]}}
  %r = graph.pad <edge> %x, low [0, -2] high [0, -2] interior [0, 0] : tensor<2x3xf32> -> tensor<2x0xf32>
  return
}

// -----

func.func @f(%x: tensor<0xf32>) {
  // expected-error @+1 {{'graph.pad' op source must have elements to fill the result from, but got 0 and 1 [pad_c5]}}
  %r = graph.pad <edge> %x, low [1] high [0] interior [0] : tensor<0xf32> -> tensor<1xf32>
  return
}
