// RUN: dlc-opt %s --simplify-graph --split-input-file | filecheck %s
// RUN: dlc-opt %s --simplify-graph=recognize=false --split-input-file | filecheck %s --check-prefix=WRITTEN

// CHECK-LABEL: func.func @activations(
//       CHECK:   graph.sigmoid %arg0
//       CHECK:   graph.silu %arg0
//       CHECK:   graph.mish %arg0
//       CHECK:   graph.gelu <exact> %arg0
//       CHECK:   graph.gelu <tanh> %arg0
//  CHECK-NEXT:   return
// WRITTEN-LABEL: func.func @activations(
//   WRITTEN-NOT:   graph.gelu
func.func @activations(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %half = graph.constant dense<0.5> : tensor<4xf32>
  %root = graph.constant dense<1.41421354> : tensor<4xf32>
  %c = graph.constant dense<0.044715> : tensor<4xf32>
  %d = graph.constant dense<0.797884583> : tensor<4xf32>
  %three = graph.constant dense<3.0> : tensor<4xf32>
  %n = graph.neg %arg0 : tensor<4xf32>
  %e = graph.exp %n : tensor<4xf32>
  %f = graph.add %e, %one : tensor<4xf32>
  %sigmoid = graph.div %one, %f : tensor<4xf32>
  %silu = graph.mul %arg0, %sigmoid : tensor<4xf32>
  %g = graph.softplus %arg0 : tensor<4xf32>
  %h = graph.tanh %g : tensor<4xf32>
  %mish = graph.mul %h, %arg0 : tensor<4xf32>
  %i = graph.div %arg0, %root : tensor<4xf32>
  %j = graph.erf %i : tensor<4xf32>
  %k = graph.add %one, %j : tensor<4xf32>
  %l = graph.mul %arg0, %k : tensor<4xf32>
  %gelu = graph.mul %l, %half : tensor<4xf32>
  %m = graph.pow %arg0, %three : tensor<4xf32>
  %o = graph.mul %m, %c : tensor<4xf32>
  %p = graph.add %arg0, %o : tensor<4xf32>
  %q = graph.mul %p, %d : tensor<4xf32>
  %r = graph.tanh %q : tensor<4xf32>
  %s = graph.add %r, %one : tensor<4xf32>
  %t = graph.mul %half, %arg0 : tensor<4xf32>
  %tanh = graph.mul %t, %s : tensor<4xf32>
  return %sigmoid, %silu, %mish, %gelu, %tanh : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @another_number_is_no_gelu(
//   CHECK-NOT:   graph.gelu
//       CHECK:   graph.erf
func.func @another_number_is_no_gelu(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %half = graph.constant dense<0.5> : tensor<4xf32>
  %root = graph.constant dense<1.4143> : tensor<4xf32>
  %i = graph.div %arg0, %root : tensor<4xf32>
  %j = graph.erf %i : tensor<4xf32>
  %k = graph.add %one, %j : tensor<4xf32>
  %l = graph.mul %arg0, %k : tensor<4xf32>
  %gelu = graph.mul %l, %half : tensor<4xf32>
  return %gelu : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @softmax_and_its_logarithm(
//       CHECK:   graph.log_softmax %arg0, [1]
//       CHECK:   graph.log_softmax %arg0, [1]
//  CHECK-NEXT:   return
func.func @softmax_and_its_logarithm(%arg0: tensor<2x?xf32, #graph.dims<n>>) -> (tensor<2x?xf32, #graph.dims<n>>, tensor<2x?xf32, #graph.dims<n>>) {
  %max = graph.reduce <max> %arg0, [1] keep_dims : tensor<2x?xf32, #graph.dims<n>> -> tensor<2x1xf32>
  %wide_max = graph.broadcast %max, [0, 1] : tensor<2x1xf32> -> tensor<2x?xf32, #graph.dims<n>>
  %shifted = graph.sub %arg0, %wide_max : tensor<2x?xf32, #graph.dims<n>>
  %e = graph.exp %shifted : tensor<2x?xf32, #graph.dims<n>>
  %sum = graph.reduce <sum> %e, [1] : tensor<2x?xf32, #graph.dims<n>> -> tensor<2xf32>
  %wide = graph.broadcast %sum, [0] : tensor<2xf32> -> tensor<2x?xf32, #graph.dims<n>>
  %softmax = graph.div %e, %wide : tensor<2x?xf32, #graph.dims<n>>
  %a = graph.log %softmax : tensor<2x?xf32, #graph.dims<n>>
  %log = graph.log %sum : tensor<2xf32>
  %wide_log = graph.broadcast %log, [0] : tensor<2xf32> -> tensor<2x?xf32, #graph.dims<n>>
  %b = graph.sub %shifted, %wide_log : tensor<2x?xf32, #graph.dims<n>>
  return %a, %b : tensor<2x?xf32, #graph.dims<n>>, tensor<2x?xf32, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @a_sum_along_another_dimension_is_no_softmax(
//       CHECK:   graph.div
func.func @a_sum_along_another_dimension_is_no_softmax(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %e = graph.exp %arg0 : tensor<2x2xf32>
  %sum = graph.reduce <sum> %e, [1] : tensor<2x2xf32> -> tensor<2xf32>
  %wide = graph.broadcast %sum, [1] : tensor<2xf32> -> tensor<2x2xf32>
  %r = graph.div %e, %wide : tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @layer_normalization(
//       CHECK:   graph.layer_norm %arg0, [1] scale %arg1 : tensor<4xf32> offset %arg2 : tensor<4xf32> epsilon 9.9999997
//  CHECK-NEXT:   return
func.func @layer_normalization(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<3x4xf32> {
  %epsilon = graph.constant dense<1.0e-05> : tensor<3x1xf32>
  %two = graph.constant dense<2.0> : tensor<3x4xf32>
  %mean = graph.reduce <mean> %arg0, [1] keep_dims : tensor<3x4xf32> -> tensor<3x1xf32>
  %wide = graph.broadcast %mean, [0, 1] : tensor<3x1xf32> -> tensor<3x4xf32>
  %d = graph.sub %arg0, %wide : tensor<3x4xf32>
  %square = graph.pow %d, %two : tensor<3x4xf32>
  %variance = graph.reduce <mean> %square, [1] keep_dims : tensor<3x4xf32> -> tensor<3x1xf32>
  %sum = graph.add %variance, %epsilon : tensor<3x1xf32>
  %root = graph.sqrt %sum : tensor<3x1xf32>
  %wide_root = graph.broadcast %root, [0, 1] : tensor<3x1xf32> -> tensor<3x4xf32>
  %n = graph.div %d, %wide_root : tensor<3x4xf32>
  %scale = graph.broadcast %arg1, [1] : tensor<4xf32> -> tensor<3x4xf32>
  %offset = graph.broadcast %arg2, [1] : tensor<4xf32> -> tensor<3x4xf32>
  %scaled = graph.mul %n, %scale : tensor<3x4xf32>
  %r = graph.add %scaled, %offset : tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @rms_normalization(
//       CHECK:   graph.rms_norm %arg0, [1] scale %arg1 : tensor<4xf32>
//  CHECK-NEXT:   return
func.func @rms_normalization(%arg0: tensor<3x4xf32>, %arg1: tensor<4xf32>) -> tensor<3x4xf32> {
  %epsilon = graph.constant dense<1.0e-05> : tensor<3x1xf32>
  %square = graph.mul %arg0, %arg0 : tensor<3x4xf32>
  %mean = graph.reduce <mean> %square, [1] keep_dims : tensor<3x4xf32> -> tensor<3x1xf32>
  %sum = graph.add %mean, %epsilon : tensor<3x1xf32>
  %root = graph.rsqrt %sum : tensor<3x1xf32>
  %wide_root = graph.broadcast %root, [0, 1] : tensor<3x1xf32> -> tensor<3x4xf32>
  %n = graph.mul %arg0, %wide_root : tensor<3x4xf32>
  %scale = graph.broadcast %arg1, [1] : tensor<4xf32> -> tensor<3x4xf32>
  %r = graph.mul %n, %scale : tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @attention(
//       CHECK:   graph.attention %arg0, %arg1, %arg2 mask %arg3 : tensor<1x4x5xf32> scale 2.500000e-01
//  CHECK-NEXT:   return
func.func @attention(%arg0: tensor<2x3x4x8xf32>, %arg1: tensor<2x3x5x8xf32>, %arg2: tensor<2x3x5x6xf32>, %arg3: tensor<1x4x5xf32>)
    -> tensor<2x3x4x6xf32> {
  %c = graph.constant dense<0.25> : tensor<2x3x4x5xf32>
  %mask = graph.broadcast %arg3, [1, 2, 3] : tensor<1x4x5xf32> -> tensor<2x3x4x5xf32>
  %product = graph.contract %arg0, %arg1, batch = [0, 1] x [0, 1], contracting = [3] x [3]
    : tensor<2x3x4x8xf32>, tensor<2x3x5x8xf32> -> tensor<2x3x4x5xf32>
  %scaled = graph.mul %product, %c : tensor<2x3x4x5xf32>
  %masked = graph.add %scaled, %mask : tensor<2x3x4x5xf32>
  %weights = graph.softmax %masked, [3] : tensor<2x3x4x5xf32>
  %r = graph.contract %weights, %arg2, batch = [0, 1] x [0, 1], contracting = [3] x [2]
    : tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32> -> tensor<2x3x4x6xf32>
  return %r : tensor<2x3x4x6xf32>
}

// -----

// The root of each row is laid out along the columns.
// CHECK-LABEL: func.func @roots_along_another_axis_are_no_norm(
//   CHECK-NOT:   graph.rms_norm
//       CHECK:   graph.div
func.func @roots_along_another_axis_are_no_norm(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %eps = graph.constant dense<0.1> : tensor<3x1xf32>
  %s = graph.mul %x, %x : tensor<3x3xf32>
  %m = graph.reduce <mean> %s, [1] keep_dims : tensor<3x3xf32> -> tensor<3x1xf32>
  %a = graph.add %m, %eps : tensor<3x1xf32>
  %r = graph.sqrt %a : tensor<3x1xf32>
  %t = graph.reshape %r : tensor<3x1xf32> -> tensor<1x3xf32>
  %b = graph.broadcast %t, [0, 1] : tensor<1x3xf32> -> tensor<3x3xf32>
  %o = graph.div %x, %b : tensor<3x3xf32>
  return %o : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @roots_are_reshaped_to_their_own_place(
//       CHECK:   graph.rms_norm %x, [1]
//  CHECK-NEXT:   return
func.func @roots_are_reshaped_to_their_own_place(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %eps = graph.constant dense<0.1> : tensor<3xf32>
  %s = graph.mul %x, %x : tensor<3x3xf32>
  %m = graph.reduce <mean> %s, [1] : tensor<3x3xf32> -> tensor<3xf32>
  %a = graph.add %m, %eps : tensor<3xf32>
  %r = graph.sqrt %a : tensor<3xf32>
  %t = graph.reshape %r : tensor<3xf32> -> tensor<3x1xf32>
  %b = graph.broadcast %t, [0, 1] : tensor<3x1xf32> -> tensor<3x3xf32>
  %o = graph.div %x, %b : tensor<3x3xf32>
  return %o : tensor<3x3xf32>
}

// -----

// The sums are transposed before they are repeated: rows are divided by the sums of columns.
// CHECK-LABEL: func.func @sums_of_other_rows_are_no_softmax(
//   CHECK-NOT:   graph.softmax
//       CHECK:   graph.div
func.func @sums_of_other_rows_are_no_softmax(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %e = graph.exp %x : tensor<3x3xf32>
  %s = graph.reduce <sum> %e, [1] keep_dims : tensor<3x3xf32> -> tensor<3x1xf32>
  %t = graph.transpose %s, [1, 0] : tensor<3x1xf32> -> tensor<1x3xf32>
  %b = graph.broadcast %t, [0, 1] : tensor<1x3xf32> -> tensor<3x3xf32>
  %o = graph.div %e, %b : tensor<3x3xf32>
  return %o : tensor<3x3xf32>
}
