// A matrix product of a vector.
func.func @f(%a: tensor<4xf32>, %b: tensor<4x4xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----
// A matrix product whose inner sizes differ.
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4x4xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----
// A structured op with one input too few.
func.func @f(%a: tensor<4xf32>) {
  %r = linalg.add ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----
// A permutation that names a dimension twice.
func.func @f(%a: tensor<4x4xf32>) {
  %r = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) permutation = [0, 0]
  return
}

// -----
// A transpose into other sizes.
func.func @f(%a: tensor<4x5xf32>) {
  %r = linalg.transpose ins(%a : tensor<4x5xf32>) outs(%a : tensor<4x5xf32>) permutation = [1, 0]
  return
}

// -----
// A broadcast along a dimension that is not there.
func.func @f(%a: tensor<4xf32>, %b: tensor<4x5xf32>) {
  %r = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<4x5xf32>) dimensions = [2]
  return
}

// -----
// A reduction along a dimension that is not there.
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4xf32>) {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x5xf32>) outs(%b : tensor<4xf32>) dimensions = [2]
  return
}

// -----
// A body that yields another type.
func.func @f(%a: tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32):
    %c = arith.constant 1 : i32
    linalg.yield %c : i32
  } -> tensor<4xf32>
  return
}

// -----
// A body that takes another type.
func.func @f(%a: tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%x: f64):
    linalg.yield %x : f64
  } -> tensor<4xf32>
  return
}

// -----
// An iterator that is unknown.
func.func @f(%a: tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["random"]} outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----
// An index of a loop that is not there.
func.func @f(%a: tensor<4xindex>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xindex>) {
  ^bb0(%x: index):
    %i = linalg.index 1 : index
    linalg.yield %i : index
  } -> tensor<4xindex>
  return
}

// -----
// An index outside of a body.
func.func @f() {
  %i = linalg.index 0 : index
  return
}

// -----
// A fill of a tensor by a vector.
func.func @f(%a: tensor<4xf32>, %x: tensor<2xf32>) {
  %r = linalg.fill ins(%x : tensor<2xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----
// A convolution whose channels differ.
func.func @f(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x4x2xf32>, %o: tensor<1x6x6x2xf32>) {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x8x8x3xf32>, tensor<3x3x4x2xf32>) outs(%o : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----
// A softmax along a dimension that is not there.
func.func @f(%a: tensor<4xf32>) {
  %r = linalg.softmax dimension(1) ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----
// Tiles for a dimension that is not there.
func.func @f(%a: tensor<8x8xf32>, %b: tensor<2x8x4x1xf32>) {
  %r = linalg.pack %a inner_dims_pos = [2] inner_tiles = [4] into %b : tensor<8x8xf32> -> tensor<2x8x4x1xf32>
  return
}

// -----
// A map over operands of two shapes.
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %r = linalg.map { arith.addf } ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%a : tensor<4xf32>)
  return
}

// -----
// A result of another type than the output.
func.func @f(%a: tensor<4xf32>) {
  %r = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----
// An unknown cast.
func.func @f(%a: tensor<4xf32>) {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<twice> ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}
