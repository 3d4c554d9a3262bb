// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%t: tensor<2x2xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1) [expand_shape_c1]}}
  %0 = tensor.expand_shape %t [[0]] output_shape [4] : tensor<2x2xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op invalid number of reassociation groups: found 2, expected 1 [expand_shape_c2]}}
  %0 = tensor.expand_shape %t [[0], [1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op reassociation indices must be contiguous, but got [1, 0] [expand_shape_c2]}}
  %0 = tensor.expand_shape %t [[1, 0]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<f32>) {
  // expected-error @+1 {{'tensor.expand_shape' op rank 0 tensors can only be extended/collapsed with/from ones, but got [2] [expand_shape_c2]}}
  %0 = tensor.expand_shape %t [] output_shape [2] : tensor<f32> into tensor<2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op collapsed dim size (4) must equal reassociation group size (6) [expand_shape_c3]}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : tensor<4xf32> into tensor<2x3xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic [expand_shape_c3]}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : tensor<?xf32> into tensor<2x3xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.expand_shape' op expected expanded type to have element type 'f32', but got 'tensor<2x2xf16>' [expand_shape_c4]}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf16>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (2) but found 1 inputs instead [expand_shape_c5]}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%n] : tensor<?xf32> into tensor<?x2xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op invalid output shape provided at pos 1, expected 2, but got 3 [expand_shape_c5]}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%n, 3] : tensor<?xf32> into tensor<?x2xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op invalid output shape provided at pos 1, expected 2, but got a dynamic size [expand_shape_c5]}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%n, %n] : tensor<?xf32> into tensor<?x2xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 0 dynamic dims while output_shape has 1 values [expand_shape_c5]}}
  %0 = "tensor.expand_shape"(%t, %n) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3, 2>}> : (tensor<?xf32>, index) -> tensor<?x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op has source rank 1 and result rank 2. This is not a collapse (1 < 2) [collapse_shape_c1]}}
  %0 = tensor.collapse_shape %t [[0], []] : tensor<4xf32> into tensor<4x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expanded rank (2) inconsistent with number of reassociation indices (1) [collapse_shape_c2]}}
  %0 = tensor.collapse_shape %t [[0]] : tensor<4x2xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op rank 0 tensors can only be extended/collapsed with/from ones, but got [4, 2] [collapse_shape_c2]}}
  %0 = tensor.collapse_shape %t [] : tensor<4x2xf32> into tensor<f32>
  return
}

// -----

func.func @f(%t: tensor<4x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic [collapse_shape_c3]}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x2xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x2xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected collapsed type to be 'tensor<8xf32>', but got 'tensor<8xf16>' [collapse_shape_c4]}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x2xf32> into tensor<8xf16>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same, but got 'tensor<4xf32>' and 'tensor<2x2xf16>' [reshape_c1]}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf16>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2xi32>) {
  // expected-error @+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements, but got 'tensor<4xf32>' and 'tensor<5x1xf32>' [reshape_c2]}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xi32>) -> tensor<5x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<?xi32>) {
  // expected-error @+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type 'tensor<2x2xf32>' [reshape_c3]}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<?xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<3xi32>) {
  // expected-error @+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank, 2, but got 3 [reshape_c4]}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<3xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<2x1xi32>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<2x1xi32>'}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tensor.concat' op requires at least one input [concat_c1]}}
  %0 = tensor.concat dim(0) : () -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.concat' op rank of concatenated inputs must match result rank, 2, but got 1 [concat_c2]}}
  %0 = tensor.concat dim(0) %t : (tensor<4xf32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank, 1, but got 1 [concat_c2]}}
  %0 = tensor.concat dim(1) %t : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.concat' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative, but got '-1 : i64'}}
  %0 = tensor.concat dim(-1) %t : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %u: tensor<4xf16>) {
  // expected-error @+1 {{'tensor.concat' op inputs and result element type must match, but got 'f32', 'f16', 'f32' [concat_c3]}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<4xf32>, tensor<4xf16>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3xf32>, %u: tensor<4x2xf32>) {
  // expected-error @+1 {{'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1, got 2 and 3 [concat_c4]}}
  %0 = tensor.concat dim(0) %t, %u : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<8x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x3xf32>) {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<7x3xf32>' does not match inferred shape 'tensor<8x3xf32>' static sizes [concat_c5]}}
  %0 = tensor.concat dim(0) %t, %t : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<7x3xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims must be non-empty, but got [] [gather_c1]}}
  %0 = tensor.gather %t[%p] gather_dims([]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x1x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x3xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims overflow source rank, 2, but got [0, 1, 2] [gather_c1]}}
  %0 = tensor.gather %t[%p] gather_dims([0, 1, 2]) : (tensor<4x5xf32>, tensor<3x3xindex>) -> tensor<3x1x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be non-negative, but got [-1] [gather_c1]}}
  %0 = tensor.gather %t[%p] gather_dims([-1]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x1x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be smaller than source rank, 2, but got [2] [gather_c1]}}
  %0 = tensor.gather %t[%p] gather_dims([2]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x1x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims values must be strictly increasing, but got [1, 0] [gather_c1]}}
  %0 = tensor.gather %t[%p] gather_dims([1, 0]) : (tensor<4x5xf32>, tensor<3x2xindex>) -> tensor<3x1x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices, but got 1 and 'tensor<3x2xindex>' [gather_c2]}}
  %0 = tensor.gather %t[%p] gather_dims([0]) : (tensor<4x5xf32>, tensor<3x2xindex>) -> tensor<3x1x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<index>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices, but got 1 and 'tensor<index>' [gather_c2]}}
  %0 = tensor.gather %t[%p] gather_dims([0]) : (tensor<4x5xf32>, tensor<index>) -> tensor<1x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op result type mismatch: expected 'tensor<3x1x5xf32>' or its rank-reduced variant 'tensor<3x5xf32>', but got 'tensor<3x4xf32>' [gather_c3]}}
  %0 = tensor.gather %t[%p] gather_dims([0]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xf32>) {
  // expected-error @+1 {{'tensor.gather' op operand #1 must be ranked tensor of signless integer or index values, but got 'tensor<3x1xf32>'}}
  %0 = tensor.gather %t[%p] gather_dims([0]) : (tensor<4x5xf32>, tensor<3x1xf32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xindex>, %s: tensor<3x5xf32>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims must be non-empty, but got [] [scatter_c1]}}
  %0 = tensor.scatter %s into %t[%p] scatter_dims([]) unique : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x2xindex>, %s: tensor<3x5xf32>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims length must match the size of last dimension of indices, but got 1 and 'tensor<3x2xindex>' [scatter_c2]}}
  %0 = tensor.scatter %s into %t[%p] scatter_dims([0]) unique : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x2xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xindex>, %s: tensor<3x4xf32>) {
  // expected-error @+1 {{'tensor.scatter' op source type mismatch: expected 'tensor<3x1x5xf32>' or its rank-reduced variant 'tensor<3x5xf32>', but got 'tensor<3x4xf32>' [scatter_c3]}}
  %0 = tensor.scatter %s into %t[%p] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4x5xf32>, %p: tensor<3x1xindex>, %s: tensor<3x5xf32>) {
  // expected-error @+1 {{'tensor.scatter' op requires 'unique' attribute to be set, but got none [scatter_c4]}}
  %0 = tensor.scatter %s into %t[%p] scatter_dims([0]) : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x2xf32>) {
  // expected-error @+1 {{'tensor.pack' op tiling factors must equal the number of dimensions to tile, 1, but got 2 [pack_c1]}}
  %0 = tensor.pack %t inner_dims_pos = [0] inner_tiles = [2, 2] into %d : tensor<8x8xf32> -> tensor<4x8x2xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x2xf32>) {
  // expected-error @+1 {{'tensor.pack' op invalid zero tile factor, or negative, in [0] [pack_c1]}}
  %0 = tensor.pack %t inner_dims_pos = [0] inner_tiles = [0] into %d : tensor<8x8xf32> -> tensor<4x8x2xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x?xf32>, %n: index) {
  // expected-error @+1 {{'tensor.pack' op expected 0 dynamic tiling factors, but got 1 [pack_c1]}}
  %0 = "tensor.pack"(%t, %d, %n) <{inner_dims_pos = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 0, 1>, static_inner_tiles = array<i64: 2>}> : (tensor<8x8xf32>, tensor<4x8x?xf32>, index) -> tensor<4x8x?xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x2xf32>) {
  // expected-error @+1 {{'tensor.pack' op invalid inner_dims_pos vector [2] for rank 2 [pack_c2]}}
  %0 = tensor.pack %t inner_dims_pos = [2] inner_tiles = [2] into %d : tensor<8x8xf32> -> tensor<4x8x2xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x2x2xf32>) {
  // expected-error @+1 {{'tensor.pack' op invalid inner_dims_pos vector [0, 0] for rank 2 [pack_c2]}}
  %0 = tensor.pack %t inner_dims_pos = [0, 0] inner_tiles = [2, 2] into %d : tensor<8x8xf32> -> tensor<4x8x2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x2xf32>) {
  // expected-error @+1 {{'tensor.pack' op outer_dims_perm must be a permutation of 2 dimensions or empty, but got [0, 0] [pack_c3]}}
  %0 = tensor.pack %t outer_dims_perm = [0, 0] inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<8x8xf32> -> tensor<4x8x2xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error @+1 {{'tensor.pack' op packed rank != (unpacked rank + num tiling factors), got 2 != 3 [pack_c4]}}
  %0 = tensor.pack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<8x8xf32> -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x3xf32>) {
  // expected-error @+1 {{'tensor.pack' op mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type, got [2] and 'tensor<4x8x3xf32>' [pack_c5]}}
  %0 = tensor.pack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<8x8xf32> -> tensor<4x8x3xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<5x8x2xf32>) {
  // expected-error @+1 {{'tensor.pack' op expected 'tensor<4x8x2xf32>' for the packed domain value, got 'tensor<5x8x2xf32>' [pack_c6]}}
  %0 = tensor.pack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<8x8xf32> -> tensor<5x8x2xf32>
  return
}

// -----

func.func @f(%t: tensor<7x8xf32>, %d: tensor<4x8x2xf32>) {
  // expected-error @+1 {{'tensor.pack' op invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set, but got 'tensor<7x8xf32>' in tiles of [2] [pack_c7]}}
  %0 = tensor.pack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<7x8xf32> -> tensor<4x8x2xf32>
  return
}

// -----

func.func @f(%t: tensor<7x8xf32>, %d: tensor<4x8x2xf32>, %x: f16) {
  // expected-error @+1 {{'tensor.pack' op expected padding_value has 'f32' but got 'f16' [pack_c8]}}
  %0 = tensor.pack %t padding_value(%x : f16) inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<7x8xf32> -> tensor<4x8x2xf32>
  return
}

// -----

func.func @f(%t: tensor<8x8xf32>, %d: tensor<4x8x2xf16>) {
  // expected-error @+1 {{'tensor.pack' op expected element type 'f32', but got 'f16' [pack_c8]}}
  %0 = tensor.pack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<8x8xf32> -> tensor<4x8x2xf16>
  return
}

// -----

func.func @f(%t: tensor<4x8x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.unpack' op tiling factors must equal the number of dimensions to tile, 0, but got 1 [unpack_c1]}}
  %0 = tensor.unpack %t inner_dims_pos = [] inner_tiles = [2] into %d : tensor<4x8x2xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<4x8x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.unpack' op invalid inner_dims_pos vector [-1] for rank 2 [unpack_c2]}}
  %0 = tensor.unpack %t inner_dims_pos = [-1] inner_tiles = [2] into %d : tensor<4x8x2xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<4x8x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.unpack' op outer_dims_perm must be a permutation of 2 dimensions or empty, but got [0] [unpack_c3]}}
  %0 = tensor.unpack %t outer_dims_perm = [0] inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<4x8x2xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<4x8xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.unpack' op packed rank != (unpacked rank + num tiling factors), got 2 != 3 [unpack_c4]}}
  %0 = tensor.unpack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<4x8xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<4x8x3xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'tensor.unpack' op mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type, got [2] and 'tensor<4x8x3xf32>' [unpack_c5]}}
  %0 = tensor.unpack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<4x8x3xf32> -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%t: tensor<4x8x2xf32>, %d: tensor<9x8xf32>) {
  // expected-error @+1 {{'tensor.unpack' op expected 'tensor<5x8x2xf32>' for the packed domain value, got 'tensor<4x8x2xf32>' [unpack_c6]}}
  %0 = tensor.unpack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<4x8x2xf32> -> tensor<9x8xf32>
  return
}

// -----

func.func @f(%t: tensor<4x8x2xf32>, %d: tensor<8x8xf16>) {
  // expected-error @+1 {{'tensor.unpack' op expected element type 'f32', but got 'f16' [unpack_c7]}}
  %0 = tensor.unpack %t inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<4x8x2xf32> -> tensor<8x8xf16>
  return
}

// -----

// The size that comes of it does not fit 64 bits.
func.func @f(%t: tensor<4xf32>, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op cannot be checked: invalid tensor dimension size 9223372036854775812}}
  %p = tensor.pad %t low[1] high[9223372036854775807] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<?xf32>
  return
}
