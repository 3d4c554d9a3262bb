// RUN: dlc-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @window_of_one(%x: tensor<3x8xi8>) -> tensor<3x8xi8> {
//  CHECK-NEXT: return %x : tensor<3x8xi8>
//  CHECK-NEXT: }
func.func @window_of_one(%x: tensor<3x8xi8>) -> tensor<3x8xi8> {
  %r = graph.pool <max> %x, [1] window [1] dilations [3] : tensor<3x8xi8> -> tensor<3x8xi8>
  return %r : tensor<3x8xi8>
}

// -----

// The sum of a single -0.0 is 0.0.
// CHECK-LABEL: func.func @sum_of_one(%x: tensor<3x8xf32>, %i: tensor<3x8xi8>) -> (tensor<3x8xf32>, tensor<3x8xi8>) {
//  CHECK-NEXT: %r = graph.pool <sum> %x, [1] window [1] : tensor<3x8xf32> -> tensor<3x8xf32>
//  CHECK-NEXT: return %r, %i : tensor<3x8xf32>, tensor<3x8xi8>
//  CHECK-NEXT: }
func.func @sum_of_one(%x: tensor<3x8xf32>, %i: tensor<3x8xi8>) -> (tensor<3x8xf32>, tensor<3x8xi8>) {
  %r = graph.pool <sum> %x, [1] window [1] : tensor<3x8xf32> -> tensor<3x8xf32>
  %s = graph.pool <sum> %i, [1] window [1] : tensor<3x8xi8> -> tensor<3x8xi8>
  return %r, %s : tensor<3x8xf32>, tensor<3x8xi8>
}

// -----

// CHECK-LABEL: func.func @window_of_one_with_strides(%x: tensor<3x8xi8>) -> tensor<3x4xi8> {
//  CHECK-NEXT: %r = graph.pool <max> %x, [1] window [1] strides [2] : tensor<3x8xi8> -> tensor<3x4xi8>
//  CHECK-NEXT: return %r : tensor<3x4xi8>
//  CHECK-NEXT: }
func.func @window_of_one_with_strides(%x: tensor<3x8xi8>) -> tensor<3x4xi8> {
  %r = graph.pool <max> %x, [1] window [1] strides [2] : tensor<3x8xi8> -> tensor<3x4xi8>
  return %r : tensor<3x4xi8>
}

// -----

// CHECK-LABEL: func.func @usual_parameters(%x: tensor<3x8xf32>) -> tensor<3x7xf32> {
//  CHECK-NEXT: %r = graph.pool <average> %x, [1] window [2] count_padding : tensor<3x8xf32> -> tensor<3x7xf32>
//  CHECK-NEXT: return %r : tensor<3x7xf32>
//  CHECK-NEXT: }
func.func @usual_parameters(%x: tensor<3x8xf32>) -> tensor<3x7xf32> {
  %r = graph.pool <average> %x, [1] window [2] strides [1] dilations [1] pad_low [0] pad_high [0] count_padding : tensor<3x8xf32> -> tensor<3x7xf32>
  return %r : tensor<3x7xf32>
}

// -----

// CHECK-LABEL: func.func @ceil_mode_for_strides_only(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
//  CHECK-NEXT: %r = graph.pool <max> %x, [1] window [2] pad_high [1] : tensor<3x8xf32> -> tensor<3x8xf32>
//  CHECK-NEXT: return %r : tensor<3x8xf32>
//  CHECK-NEXT: }
func.func @ceil_mode_for_strides_only(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %r = graph.pool <max> %x, [1] window [2] strides [1] pad_high [1] ceil_mode : tensor<3x8xf32> -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// -----

// Without it there would be a place for the window in the padding alone.
// CHECK-LABEL: func.func @ceil_mode_that_leaves_out(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
//  CHECK-NEXT: %r = graph.pool <max> %x, [1] window [2] pad_high [2] ceil_mode : tensor<3x8xf32> -> tensor<3x8xf32>
//  CHECK-NEXT: return %r : tensor<3x8xf32>
//  CHECK-NEXT: }
func.func @ceil_mode_that_leaves_out(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %r = graph.pool <max> %x, [1] window [2] pad_high [2] ceil_mode : tensor<3x8xf32> -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// -----

// CHECK-LABEL: func.func @ceil_mode_that_rounds(%x: tensor<3x8xf32>) -> tensor<3x4xf32> {
//  CHECK-NEXT: %r = graph.pool <max> %x, [1] window [3] strides [2] ceil_mode : tensor<3x8xf32> -> tensor<3x4xf32>
//  CHECK-NEXT: return %r : tensor<3x4xf32>
//  CHECK-NEXT: }
func.func @ceil_mode_that_rounds(%x: tensor<3x8xf32>) -> tensor<3x4xf32> {
  %r = graph.pool <max> %x, [1] window [3] strides [2] ceil_mode : tensor<3x8xf32> -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @unused_positions(%x: tensor<3x8xf32>) -> tensor<3x4xf32> {
//  CHECK-NEXT: %r = graph.pool <max> %x, [1] window [2] strides [2] ceil_mode : tensor<3x8xf32> -> tensor<3x4xf32>
//  CHECK-NEXT: return %r : tensor<3x4xf32>
//  CHECK-NEXT: }
func.func @unused_positions(%x: tensor<3x8xf32>) -> tensor<3x4xf32> {
  %r:2 = graph.argmax_pool %x, [1] window [2] strides [2] ceil_mode : tensor<3x8xf32> -> tensor<3x4xf32>, tensor<3x4xi64>
  return %r#0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @used_positions(%x: tensor<3x8xf32>) -> tensor<3x4xi64> {
//  CHECK-NEXT: %r:2 = graph.argmax_pool %x, [1] window [2] strides [2] : tensor<3x8xf32> -> tensor<3x4xf32>, tensor<3x4xi64>
//  CHECK-NEXT: return %r#1 : tensor<3x4xi64>
//  CHECK-NEXT: }
func.func @used_positions(%x: tensor<3x8xf32>) -> tensor<3x4xi64> {
  %r:2 = graph.argmax_pool %x, [1] window [2] strides [2] pad_low [0] : tensor<3x8xf32> -> tensor<3x4xf32>, tensor<3x4xi64>
  return %r#1 : tensor<3x4xi64>
}
