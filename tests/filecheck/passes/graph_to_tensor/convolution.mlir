// RUN: dlc-opt %s --graph-to-tensor --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @convolution(%x: tensor<1x3x8x8xf32>, %k: tensor<16x3x3x3xf32>) -> tensor<1x16x4x4xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: index):
//  CHECK-NEXT: tensor.yield %cst : f32
//  CHECK-NEXT: } : tensor<1x3x8x8xf32> to tensor<1x3x10x10xf32>
//  CHECK-NEXT: %0 = tensor.empty() : tensor<1x16x4x4xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 * 2 + d5, d3 * 2 + d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d4, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%padded, %k : tensor<1x3x10x10xf32>, tensor<16x3x3x3xf32>) outs(%1 : tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
//  CHECK-NEXT: return %r : tensor<1x16x4x4xf32>
//  CHECK-NEXT: }
func.func @convolution(%x: tensor<1x3x8x8xf32>, %k: tensor<16x3x3x3xf32>) -> tensor<1x16x4x4xf32> {
  %r = graph.convolution %x, %k, <NCHW x OIHW -> NCHW> strides [2, 2] pad_low [1, 1] pad_high [1, 1] : tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32> -> tensor<1x16x4x4xf32>
  return %r : tensor<1x16x4x4xf32>
}

// -----

// Channels are seen as groups of channels.

// CHECK-LABEL: func.func @groups(%x: tensor<1x8x4xf32>, %k: tensor<3x2x4xf32>) -> tensor<1x6x4xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %expanded = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [1, 8, 2, 2] : tensor<1x8x4xf32> into tensor<1x8x2x2xf32>
//  CHECK-NEXT: %expanded_0 = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [3, 2, 2, 2] : tensor<3x2x4xf32> into tensor<3x2x2x2xf32>
//  CHECK-NEXT: %0 = tensor.empty() : tensor<1x6x2x2xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
//  CHECK-NEXT: %2 = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3 + d5, d1, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d5, d4, d1, d2)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded, %expanded_0 : tensor<1x8x2x2xf32>, tensor<3x2x2x2xf32>) outs(%1 : tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
//  CHECK-NEXT: %r = tensor.collapse_shape %2 [[0], [1], [2, 3]] : tensor<1x6x2x2xf32> into tensor<1x6x4xf32>
//  CHECK-NEXT: return %r : tensor<1x6x4xf32>
//  CHECK-NEXT: }
func.func @groups(%x: tensor<1x8x4xf32>, %k: tensor<3x2x4xf32>) -> tensor<1x6x4xf32> {
  %r = graph.convolution %x, %k, <NWC x WIO -> NWC> groups 2 : tensor<1x8x4xf32>, tensor<3x2x4xf32> -> tensor<1x6x4xf32>
  return %r : tensor<1x6x4xf32>
}

// -----

// Groups of one channel are the channels.

// CHECK-LABEL: func.func @depthwise(%x: tensor<1x8x4xf32>, %k: tensor<3x1x4xf32>) -> tensor<1x6x4xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<1x6x4xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 + d4, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d3, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %k : tensor<1x8x4xf32>, tensor<3x1x4xf32>) outs(%1 : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
//  CHECK-NEXT: return %r : tensor<1x6x4xf32>
//  CHECK-NEXT: }
func.func @depthwise(%x: tensor<1x8x4xf32>, %k: tensor<3x1x4xf32>) -> tensor<1x6x4xf32> {
  %r = graph.convolution %x, %k, <NWC x WIO -> NWC> groups 4 : tensor<1x8x4xf32>, tensor<3x1x4xf32> -> tensor<1x6x4xf32>
  return %r : tensor<1x6x4xf32>
}

// -----

// CHECK-LABEL: func.func @depthwise_transposed(%x: tensor<1x8x4xf32>, %k: tensor<3x1x4xf32>) -> tensor<1x10x4xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<1x12x4xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<1x12x4xf32>) -> tensor<1x12x4xf32>
//  CHECK-NEXT: %inserted_slice = tensor.insert_slice %x into %1[0, 2, 0] [1, 8, 4] [1, 1, 1] : tensor<1x8x4xf32> into tensor<1x12x4xf32>
//  CHECK-NEXT: %2 = tensor.empty() : tensor<1x10x4xf32>
//  CHECK-NEXT: %3 = tensor.fill ins(%cst : f32) outs(%2 : tensor<1x10x4xf32>) -> tensor<1x10x4xf32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 - d4 + 2, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d4, d3, d1)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice, %k : tensor<1x12x4xf32>, tensor<3x1x4xf32>) outs(%3 : tensor<1x10x4xf32>) -> tensor<1x10x4xf32>
//  CHECK-NEXT: return %r : tensor<1x10x4xf32>
//  CHECK-NEXT: }
func.func @depthwise_transposed(%x: tensor<1x8x4xf32>, %k: tensor<3x1x4xf32>) -> tensor<1x10x4xf32> {
  %r = graph.transposed_convolution %x, %k, <NWC x WIO -> NWC> groups 4 : tensor<1x8x4xf32>, tensor<3x1x4xf32> -> tensor<1x10x4xf32>
  return %r : tensor<1x10x4xf32>
}

// -----

// The zero point is subtracted before, so that padding is zero.

// CHECK-LABEL: func.func @zero_point(%x: tensor<1x2x?xi8> {graph.dims = #graph.dims<w>}, %k: tensor<3x2x3xi8>, %z: tensor<i8>) -> tensor<1x3x?xi32> {
//  CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
//  CHECK-NEXT: %c0_i16 = arith.constant 0 : i16
//  CHECK-NEXT: %c2 = arith.constant 2 : index
//  CHECK-NEXT: %dim = tensor.dim %x, %c2 : tensor<1x2x?xi8>
//  CHECK-NEXT: %0 = tensor.empty(%dim) : tensor<1x2x?xi16>
//  CHECK-NEXT: %1 = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %z : tensor<1x2x?xi8>, tensor<i8>) outs(%0 : tensor<1x2x?xi16>) {
//  CHECK-NEXT: ^bb0(%arg0: i8, %arg1: i8, %arg2: i16):
//  CHECK-NEXT: %4 = arith.extui %arg0 : i8 to i16
//  CHECK-NEXT: %5 = arith.extui %arg1 : i8 to i16
//  CHECK-NEXT: %6 = arith.subi %4, %5 : i16
//  CHECK-NEXT: tensor.yield %6 : i16
//  CHECK-NEXT: } -> tensor<1x2x?xi16>
//  CHECK-NEXT: %padded = tensor.pad %1 low[0, 0, 1] high[0, 0, 1] {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: index, %arg2: index):
//  CHECK-NEXT: tensor.yield %c0_i16 : i16
//  CHECK-NEXT: } : tensor<1x2x?xi16> to tensor<1x2x?xi16>
//  CHECK-NEXT: %2 = tensor.empty(%dim) : tensor<1x3x?xi32>
//  CHECK-NEXT: %3 = tensor.fill ins(%c0_i32 : i32) outs(%2 : tensor<1x3x?xi32>) -> tensor<1x3x?xi32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 + d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded, %k : tensor<1x2x?xi16>, tensor<3x2x3xi8>) outs(%3 : tensor<1x3x?xi32>) -> tensor<1x3x?xi32>
//  CHECK-NEXT: return %r : tensor<1x3x?xi32>
//  CHECK-NEXT: }
func.func @zero_point(%x: tensor<1x2x?xui8, #graph.dims<w>>, %k: tensor<3x2x3xi8>, %z: tensor<ui8>) -> tensor<1x3x?xi32, #graph.dims<w>> {
  %r = graph.convolution %x, %k, <NCW x OIW -> NCW> pad_low [1] pad_high [1] source_zero_point %z : tensor<ui8> : tensor<1x2x?xui8, #graph.dims<w>>, tensor<3x2x3xi8> -> tensor<1x3x?xi32, #graph.dims<w>>
  return %r : tensor<1x3x?xi32, #graph.dims<w>>
}

// -----

// The source is spread over zeros, and the kernel is gone through backwards.

// CHECK-LABEL: func.func @transposed(%x: tensor<1x3x4xf32>, %k: tensor<3x2x3xf32>) -> tensor<1x2x7xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<1x3x9xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<1x3x9xf32>) -> tensor<1x3x9xf32>
//  CHECK-NEXT: %inserted_slice = tensor.insert_slice %x into %1[0, 0, 1] [1, 3, 4] [1, 1, 2] : tensor<1x3x4xf32> into tensor<1x3x9xf32>
//  CHECK-NEXT: %2 = tensor.empty() : tensor<1x2x7xf32>
//  CHECK-NEXT: %3 = tensor.fill ins(%cst : f32) outs(%2 : tensor<1x2x7xf32>) -> tensor<1x2x7xf32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 - d4 + 2)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice, %k : tensor<1x3x9xf32>, tensor<3x2x3xf32>) outs(%3 : tensor<1x2x7xf32>) -> tensor<1x2x7xf32>
//  CHECK-NEXT: return %r : tensor<1x2x7xf32>
//  CHECK-NEXT: }
func.func @transposed(%x: tensor<1x3x4xf32>, %k: tensor<3x2x3xf32>) -> tensor<1x2x7xf32> {
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> strides [2] pad_low [1] pad_high [1] : tensor<1x3x4xf32>, tensor<3x2x3xf32> -> tensor<1x2x7xf32>
  return %r : tensor<1x2x7xf32>
}

// -----

// What of the source is reached by nothing that is left is left out.

// CHECK-LABEL: func.func @cropped(%x: tensor<1x3x4xf32>, %k: tensor<3x2x3xf32>) -> tensor<1x2x1xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<1x3x3xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
//  CHECK-NEXT: %extracted_slice = tensor.extract_slice %x[0, 0, 1] [1, 3, 2] [1, 1, 1] : tensor<1x3x4xf32> to tensor<1x3x2xf32>
//  CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %1[0, 0, 0] [1, 3, 2] [1, 1, 2] : tensor<1x3x2xf32> into tensor<1x3x3xf32>
//  CHECK-NEXT: %2 = tensor.empty() : tensor<1x2x1xf32>
//  CHECK-NEXT: %3 = tensor.fill ins(%cst : f32) outs(%2 : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 - d4 + 2)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice, %k : tensor<1x3x3xf32>, tensor<3x2x3xf32>) outs(%3 : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
//  CHECK-NEXT: return %r : tensor<1x2x1xf32>
//  CHECK-NEXT: }
func.func @cropped(%x: tensor<1x3x4xf32>, %k: tensor<3x2x3xf32>) -> tensor<1x2x1xf32> {
  %r = graph.transposed_convolution %x, %k, <NCW x OIW -> NCW> strides [2] pad_low [4] pad_high [4] : tensor<1x3x4xf32>, tensor<3x2x3xf32> -> tensor<1x2x1xf32>
  return %r : tensor<1x2x1xf32>
}
