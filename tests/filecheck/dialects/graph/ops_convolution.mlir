// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @convolution(%x: tensor<1x3x8x8xf32>, %k: tensor<16x3x3x3xf32>) {
//  CHECK-NEXT: %0 = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x6x6xf32>
//  CHECK-NEXT: %1 = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x4x4xf32>
//  CHECK-NEXT: %2 = graph.convolution %x, %k, <NCHW x OIHW -> NHWC> dilations [2, 1] pad_high [0, 5] : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x4x11x16xf32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @convolution(%x: tensor<1x3x8x8xf32>, %k: tensor<16x3x3x3xf32>) {
  %0 = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x6x6xf32>
  %1 = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x4x4xf32>
  %2 = graph.convolution %x, %k, <NCHW x OIHW -> NHWC> dilations [2, 1] pad_high [0, 5] : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x4x11x16xf32>
  return
}

// Any rank, any letters for places.

// CHECK-LABEL: func.func @layouts(%x: tensor<2x9x4xf32>, %k: tensor<3x4x6xf32>, %y: tensor<2x4xf32>, %p: tensor<6x4xf32>, %v: tensor<5x6x7x2x1xf16>, %w: tensor<2x2x2x2x4xf16>) {
//  CHECK-NEXT: %0 = graph.convolution %x, %k, <NWC x WIO -> NWC> : tensor<2x9x4xf32>, tensor<3x4x6xf32> -> tensor<2x7x6xf32>
//  CHECK-NEXT: %1 = graph.convolution %y, %p, <NC x OI -> CN> : tensor<2x4xf32>, tensor<6x4xf32> -> tensor<6x2xf32>
//  CHECK-NEXT: %2 = graph.convolution %v, %w, <DHWCN x HDWIO -> NCDHW> strides [1, 2, 3] : tensor<5x6x7x2x1xf16>, tensor<2x2x2x2x4xf16> -> tensor<1x4x4x3x2xf16>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @layouts(%x: tensor<2x9x4xf32>, %k: tensor<3x4x6xf32>, %y: tensor<2x4xf32>, %p: tensor<6x4xf32>, %v: tensor<5x6x7x2x1xf16>, %w: tensor<2x2x2x2x4xf16>) {
  %0 = graph.convolution %x, %k, <NWC x WIO -> NWC> : tensor<2x9x4xf32>, tensor<3x4x6xf32> -> tensor<2x7x6xf32>
  %1 = graph.convolution %y, %p, <NC x OI -> CN> : tensor<2x4xf32>, tensor<6x4xf32> -> tensor<6x2xf32>
  %2 = graph.convolution %v, %w, <DHWCN x HDWIO -> NCDHW> strides [1, 2, 3] : tensor<5x6x7x2x1xf16>, tensor<2x2x2x2x4xf16> -> tensor<1x4x4x3x2xf16>
  return
}

// CHECK-LABEL: func.func @groups(%x: tensor<1x4x8xf32>, %k: tensor<8x2x3xf32>, %d: tensor<4x1x3xf32>) {
//  CHECK-NEXT: %0 = graph.convolution %x, %k, <NCW x OIW -> NCW> groups 2 : tensor<1x4x8xf32>, tensor<8x2x3xf32> -> tensor<1x8x6xf32>
//  CHECK-NEXT: %1 = graph.convolution %x, %d, <NCW x OIW -> NCW> groups 4 : tensor<1x4x8xf32>, tensor<4x1x3xf32> -> tensor<1x4x6xf32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @groups(%x: tensor<1x4x8xf32>, %k: tensor<8x2x3xf32>, %d: tensor<4x1x3xf32>) {
  %0 = graph.convolution %x, %k, <NCW x OIW -> NCW> groups 2 : tensor<1x4x8xf32>, tensor<8x2x3xf32> -> tensor<1x8x6xf32>
  %1 = graph.convolution %x, %d, <NCW x OIW -> NCW> groups 4 : tensor<1x4x8xf32>, tensor<4x1x3xf32> -> tensor<1x4x6xf32>
  return
}

// CHECK-LABEL: func.func @integers(%x: tensor<1x4x8xui8>, %k: tensor<8x4x3xi8>, %zx: tensor<ui8>, %zk: tensor<i8>, %zo: tensor<8xi8>) {
//  CHECK-NEXT: %0 = graph.convolution %x, %k, <NCW x OIW -> NCW> source_zero_point %zx : tensor<ui8> kernel_zero_point %zk : tensor<i8> : tensor<1x4x8xui8>, tensor<8x4x3xi8> -> tensor<1x8x6xi32>
//  CHECK-NEXT: %1 = graph.convolution %x, %k, <NCW x OIW -> NCW> kernel_zero_point %zo : tensor<8xi8> : tensor<1x4x8xui8>, tensor<8x4x3xi8> -> tensor<1x8x6xi32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @integers(%x: tensor<1x4x8xui8>, %k: tensor<8x4x3xi8>, %zx: tensor<ui8>, %zk: tensor<i8>, %zo: tensor<8xi8>) {
  %0 = graph.convolution %x, %k, <NCW x OIW -> NCW> source_zero_point %zx : tensor<ui8> kernel_zero_point %zk : tensor<i8> : tensor<1x4x8xui8>, tensor<8x4x3xi8> -> tensor<1x8x6xi32>
  %1 = graph.convolution %x, %k, <NCW x OIW -> NCW> kernel_zero_point %zo : tensor<8xi8> : tensor<1x4x8xui8>, tensor<8x4x3xi8> -> tensor<1x8x6xi32>
  return
}

// CHECK-LABEL: func.func @named_sizes(%x: tensor<?x3x?xf32, #graph.dims<n, w>>, %k: tensor<16x3x5xf32>, %y: tensor<1x3x?xf32, #graph.dims<w * 2>>, %l: tensor<16x3x2xf32>) {
//  CHECK-NEXT: %0 = graph.convolution %x, %k, <NCW x OIW -> NCW> pad_low [2] pad_high [2] : tensor<?x3x?xf32, #graph.dims<n, w>>, tensor<16x3x5xf32> -> tensor<?x16x?xf32, #graph.dims<n, w>>
//  CHECK-NEXT: %1 = graph.convolution %y, %l, <NCW x OIW -> NCW> strides [2] : tensor<1x3x?xf32, #graph.dims<w * 2>>, tensor<16x3x2xf32> -> tensor<1x16x?xf32, #graph.dims<w>>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @named_sizes(%x: tensor<?x3x?xf32, #graph.dims<n, w>>, %k: tensor<16x3x5xf32>, %y: tensor<1x3x?xf32, #graph.dims<w * 2>>, %l: tensor<16x3x2xf32>) {
  %0 = graph.convolution %x, %k, <NCW x OIW -> NCW> pad_low [2] pad_high [2] : tensor<?x3x?xf32, #graph.dims<n, w>>, tensor<16x3x5xf32> -> tensor<?x16x?xf32, #graph.dims<n, w>>
  %1 = graph.convolution %y, %l, <NCW x OIW -> NCW> strides [2] : tensor<1x3x?xf32, #graph.dims<w * 2>>, tensor<16x3x2xf32> -> tensor<1x16x?xf32, #graph.dims<w>>
  return
}

// CHECK-LABEL: func.func @transposed(%x: tensor<1x16x4x4xf32>, %k: tensor<16x3x3x3xf32>, %n: tensor<1x16x?xf32, #graph.dims<w>>, %l: tensor<16x2x2xf32>, %q: tensor<1x4x4xi8>, %m: tensor<4x2x3xi8>, %z: tensor<i8>, %o: tensor<4xi8>) {
//  CHECK-NEXT: %0 = graph.transposed_convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] output_padding [1, 1] : tensor<1x16x4x4xf32>, tensor<16x3x3x3xf32> -> tensor<1x3x10x10xf32>
//  CHECK-NEXT: %1 = graph.transposed_convolution %x, %k, <NCHW x OIHW -> NHWC> strides [2, 2] dilations [1, 3] pad_low [1, 1] pad_high [1, 2] : tensor<1x16x4x4xf32>, tensor<16x3x3x3xf32> -> tensor<1x7x10x3xf32>
//  CHECK-NEXT: %2 = graph.transposed_convolution %n, %l, <NCW x OIW -> NCW> strides [2] groups 4 : tensor<1x16x?xf32, #graph.dims<w>>, tensor<16x2x2xf32> -> tensor<1x8x?xf32, #graph.dims<w * 2>>
//  CHECK-NEXT: %3 = graph.transposed_convolution %q, %m, <NCW x OIW -> NCW> source_zero_point %z : tensor<i8> kernel_zero_point %o : tensor<4xi8> : tensor<1x4x4xi8>, tensor<4x2x3xi8> -> tensor<1x2x6xi32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @transposed(%x: tensor<1x16x4x4xf32>, %k: tensor<16x3x3x3xf32>, %n: tensor<1x16x?xf32, #graph.dims<w>>, %l: tensor<16x2x2xf32>, %q: tensor<1x4x4xi8>, %m: tensor<4x2x3xi8>, %z: tensor<i8>, %o: tensor<4xi8>) {
  %0 = graph.transposed_convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] output_padding [1, 1] : tensor<1x16x4x4xf32>, tensor<16x3x3x3xf32> -> tensor<1x3x10x10xf32>
  %1 = graph.transposed_convolution %x, %k, <NCHW x OIHW -> NHWC> strides [2, 2] dilations [1, 3] pad_low [1, 1] pad_high [1, 2] : tensor<1x16x4x4xf32>, tensor<16x3x3x3xf32> -> tensor<1x7x10x3xf32>
  %2 = graph.transposed_convolution %n, %l, <NCW x OIW -> NCW> strides [2] groups 4 : tensor<1x16x?xf32, #graph.dims<w>>, tensor<16x2x2xf32> -> tensor<1x8x?xf32, #graph.dims<w * 2>>
  %3 = graph.transposed_convolution %q, %m, <NCW x OIW -> NCW> source_zero_point %z : tensor<i8> kernel_zero_point %o : tensor<4xi8> : tensor<1x4x4xi8>, tensor<4x2x3xi8> -> tensor<1x2x6xi32>
  return
}

// CHECK-LABEL: func.func @in_tiles(%x: tensor<1x8x8x4xf32>, %k: tensor<4x4x3x3xf32>) {
//  CHECK-NEXT: %0 = graph.convolution %x, %k, <NHWC x OIHW -> NHWC> pad_low [1, 1] pad_high [1, 1] winograd 4 : tensor<1x8x8x4xf32>, tensor<4x4x3x3xf32> -> tensor<1x8x8x4xf32>
func.func @in_tiles(%x: tensor<1x8x8x4xf32>, %k: tensor<4x4x3x3xf32>) {
  %0 = graph.convolution %x, %k, <NHWC x OIHW -> NHWC> pad_low [1, 1] pad_high [1, 1] winograd 4 : tensor<1x8x8x4xf32>, tensor<4x4x3x3xf32> -> tensor<1x8x8x4xf32>
  return
}
