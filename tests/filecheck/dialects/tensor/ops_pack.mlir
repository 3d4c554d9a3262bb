// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// Each op of the dialect, in the form that mlir-opt prints, which is that of MLIR's `linalg` but for the prefix: it is printed again as it was read.

// CHECK-LABEL: func.func @pack(%arg0: tensor<128x256xf32>, %arg1: tensor<16x8x8x32xf32>, %arg2: f32, %arg3: index, %arg4: tensor<8x?x?x32xf32>, %arg5: tensor<128x256xf32>) {
//  CHECK-NEXT: %pack = tensor.pack %arg0 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %arg1 : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
//  CHECK-NEXT: %pack_0 = tensor.pack %arg0 padding_value(%arg2 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%arg3, 32] into %arg4 {foo} : tensor<128x256xf32> -> tensor<8x?x?x32xf32>
//  CHECK-NEXT: %pack_1 = tensor.pack %arg0 inner_dims_pos = [] inner_tiles = [] into %arg5 : tensor<128x256xf32> -> tensor<128x256xf32>
//  CHECK-NEXT: return
func.func @pack(%arg0: tensor<128x256xf32>, %arg1: tensor<16x8x8x32xf32>, %arg2: f32, %arg3: index, %arg4: tensor<8x?x?x32xf32>, %arg5: tensor<128x256xf32>) {
  %pack = tensor.pack %arg0 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %arg1 : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %pack_0 = tensor.pack %arg0 padding_value(%arg2 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%arg3, 32] into %arg4 {foo} : tensor<128x256xf32> -> tensor<8x?x?x32xf32>
  %pack_1 = tensor.pack %arg0 inner_dims_pos = [] inner_tiles = [] into %arg5 : tensor<128x256xf32> -> tensor<128x256xf32>
  return
}

// CHECK-LABEL: func.func @unpack(%arg0: tensor<120x256xf32>, %arg1: tensor<15x8x8x32xf32>, %arg2: index, %arg3: tensor<8x?x?x32xf32>) {
//  CHECK-NEXT: %unpack = tensor.unpack %arg1 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %arg0 {foo} : tensor<15x8x8x32xf32> -> tensor<120x256xf32>
//  CHECK-NEXT: %unpack_0 = tensor.unpack %arg3 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%arg2, 32] into %arg0 : tensor<8x?x?x32xf32> -> tensor<120x256xf32>
//  CHECK-NEXT: return
func.func @unpack(%arg0: tensor<120x256xf32>, %arg1: tensor<15x8x8x32xf32>, %arg2: index, %arg3: tensor<8x?x?x32xf32>) {
  %unpack = tensor.unpack %arg1 inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %arg0 {foo} : tensor<15x8x8x32xf32> -> tensor<120x256xf32>
  %unpack_0 = tensor.unpack %arg3 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%arg2, 32] into %arg0 : tensor<8x?x?x32xf32> -> tensor<120x256xf32>
  return
}
