// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op result must have type 'tensor<1x6x6xf32>', but got 'tensor<1x6x8xf32>' [convolution_c1]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x8xf32>
  return
}

// -----

func.func @f(%x: tensor<?x4x8xf32, #graph.dims<n>>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op result must have type 'tensor<?x6x6xf32, #graph.dims<n>>', but got 'tensor<?x6x6xf32, #graph.dims<m>>' [convolution_c1]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<?x4x8xf32, #graph.dims<n>>, tensor<6x4x3xf32> -> tensor<?x6x6xf32, #graph.dims<m>>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op source must have the dimensions NCHW, but got a rank of 3 [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4xf32>) {
  // expected-error @+1 {{'graph.convolution' op kernel must have the dimensions OIW, but got a rank of 2 [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op strides must have 1 entries, but got [1, 1] [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> strides [1, 1] : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op strides must be 1 or more, but got [0] [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> strides [0] : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op dilations must be 1 or more, but got [-1] [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> dilations [-1] : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op pad_low must be 0 or more, but got [-1] [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> pad_low [-1] : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op pad_high must have 1 entries, but got [9223372036854775807, 1] [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> pad_high [9223372036854775807, 1] : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op there must be 1 group or more, but got 0 [convolution_c2]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> groups 0 : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x3x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op channels of the source and of the kernel in 1 groups must agree, but got 4 and 3 [convolution_c3]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x3x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op channels of the source and of the kernel in 2 groups must agree, but got 4 and 8 [convolution_c3]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> groups 2 : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<5x2x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op outputs must be a multiple of 2 groups, but got 5 [convolution_c3]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> groups 2 : tensor<1x4x8xf32>, tensor<5x2x3xf32> -> tensor<1x5x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x?x8xf32, #graph.dims<c>>, %k: tensor<6x?x3xf32, #graph.dims<c>>) {
  // expected-error @+1 {{'graph.convolution' op channels of the source and of the kernel in 2 groups must agree, but got c and c * 2 [convolution_c3]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> groups 2 : tensor<1x?x8xf32, #graph.dims<c>>, tensor<6x?x3xf32, #graph.dims<c>> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x10xf32>) {
  // expected-error @+1 {{'graph.convolution' op the extent of the window must fit into the padded source, but got 10 and 8 [convolution_c4]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x10xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x0xf32>) {
  // expected-error @+1 {{'graph.convolution' op sizes of the window must be positive, but got 0 [convolution_c4]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x0xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf64>) {
  // expected-error @+1 {{'graph.convolution' op elements of the result must hold every 'f64', but got 'f32' [convolution_c5]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x3xf64> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xi8>, %k: tensor<6x4x3xi8>) {
  // expected-error @+1 {{'graph.convolution' op elements of the result must hold every 'i8', but got 'ui32' [convolution_c5]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xi8>, tensor<6x4x3xi8> -> tensor<1x6x6xui32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'graph.convolution' op a zero point of source must be for integers, but got 'f32' [convolution_c6]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> source_zero_point %z : tensor<f32> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xi8>, %k: tensor<6x4x3xi8>, %z: tensor<4xi8>) {
  // expected-error @+1 {{'graph.convolution' op the zero point of source and what it is for must have the same shape, but got 4 and scalar [convolution_c6]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> source_zero_point %z : tensor<4xi8> : tensor<1x4x8xi8>, tensor<6x4x3xi8> -> tensor<1x6x6xi32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xi8>, %k: tensor<6x4x3xi8>, %z: tensor<4xi8>) {
  // expected-error @+1 {{'graph.convolution' op the zero point of kernel and what it is for must have the same shape, but got 4 and 6 [convolution_c6]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> kernel_zero_point %z : tensor<4xi8> : tensor<1x4x8xi8>, tensor<6x4x3xi8> -> tensor<1x6x6xi32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{expected '->', but got '>'}}
  %r = graph.convolution %x, %k, <NCW x OIW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{expected the letters I, O, W for the dimensions of the kernel, but got 'OIH'}}
  %r = graph.convolution %x, %k, <NCW x OIH -> NCW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{expected a capital letter for each dimension, each once, but got 'NWW'}}
  %r = graph.convolution %x, %k, <NWW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{expected a capital letter for each dimension, each once, but got 'NCw'}}
  %r = graph.convolution %x, %k, <NCw x OIw -> NCw> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{expected the letters C, N, W for the dimensions of the source, but got 'CW'}}
  %r = graph.convolution %x, %k, <CW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op result must have type 'tensor<1x6x10xf32>', but got 'tensor<1x6x8xf32>' [transposed_convolution_c1]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x6x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op strides must have 1 entries, but got [] [transposed_convolution_c2]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> strides [] : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x6x10xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op output_padding must have 1 entries, but got [1, 1] [transposed_convolution_c2]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> output_padding [1, 1] : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x6x10xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op output_padding must be 0 or more, but got [-1] [transposed_convolution_c2]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> output_padding [-1] : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x6x10xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op channels of the source and outputs of the kernel must agree, but got 4 and 6 [transposed_convolution_c3]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x4x10xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op outputs of the kernel must be a multiple of 3 groups, but got 4 [transposed_convolution_c3]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> groups 3 : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x18x10xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x1xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op sizes of the result must not be negative, but got -1 [transposed_convolution_c4]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> pad_low [4] : tensor<1x4x1xf32>, tensor<4x6x3xf32> -> tensor<1x6x0xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x0xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op sizes of the window must be positive, but got 0 [transposed_convolution_c4]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<4x6x0xf32> -> tensor<1x6x10xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x3xbf16>) {
  // expected-error @+1 {{'graph.transposed_convolution' op elements of the result must hold every 'f32', but got 'bf16' [transposed_convolution_c5]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> : tensor<1x4x8xf32>, tensor<4x6x3xbf16> -> tensor<1x6x10xbf16>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xi8>, %k: tensor<4x6x3xi8>, %z: tensor<6xi8>) {
  // expected-error @+1 {{'graph.transposed_convolution' op the zero point of kernel and what it is for must have the same shape, but got 6 and 4 [transposed_convolution_c6]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> kernel_zero_point %z : tensor<6xi8> : tensor<1x4x8xi8>, tensor<4x6x3xi8> -> tensor<1x6x10xi32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op result must have fewer than 2^63 elements, but got 1x6x9223372036854775813 [convolution_c1]}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> pad_high [9223372036854775807] : tensor<1x4x8xf32>, tensor<6x4x3xf32> -> tensor<1x6x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x8xf32>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op result must have fewer than 2^63 elements, but got 1x6x64563604257983430652 [transposed_convolution_c1]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> strides [9223372036854775807] : tensor<1x4x8xf32>, tensor<4x6x3xf32> -> tensor<1x6x?xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x?xf32, #graph.dims<n>>, %k: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.transposed_convolution' op result must have type 'tensor<1x6x?xf32, #graph.dims<n * 9223372036854775807 - 9223372036854775804>>', but got 'tensor<1x6x7xf32>' [transposed_convolution_c1]}}
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> strides [9223372036854775807] : tensor<1x4x?xf32, #graph.dims<n>>, tensor<4x6x3xf32> -> tensor<1x6x7xf32>
  return
}

// -----

// The size that comes of it does not fit 64 bits.
func.func @f(%x: tensor<1x2x?xf32, #graph.dims<w>>, %k: tensor<3x2x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op cannot be checked: an affine constant must fit in 64 bits, but got '9223372036854775808'}}
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> pad_low [1] pad_high [9223372036854775807] : tensor<1x2x?xf32, #graph.dims<w>>, tensor<3x2x3xf32> -> tensor<1x3x?xf32, #graph.dims<w>>
  return
}

// -----

func.func @f(%x: tensor<1x2x6x6xf32>, %k: tensor<3x2x3x3xf32>) {
  // expected-error @+1 {{'graph.convolution' op tiles must have 2 or 4 results along a dimension, but got 3 [convolution_c7]}}
  %r = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> winograd 3 : tensor<1x2x6x6xf32>, tensor<3x2x3x3xf32> -> tensor<1x3x4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x2x6x6xf32>, %k: tensor<3x2x3x2xf32>) {
  // expected-error @+1 {{'graph.convolution' op tiles must be for floats, a kernel of size 3 along each dimension, strides and dilations of 1, and one group, but got other parameters [convolution_c7]}}
  %r = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> winograd 2 : tensor<1x2x6x6xf32>, tensor<3x2x3x2xf32> -> tensor<1x3x4x5xf32>
  return
}
