// RUN: dlc-opt %s --fold-batch-norm --fold-constants --split-input-file | filecheck %s

// CHECK-LABEL: func.func @normalization_behind_a_convolution(
//  CHECK-SAME:   %[[X:.*]]: tensor<?x1x4xf32, #graph.dims<n>>)
//       CHECK:   %[[B:.*]] = graph.constant dense<[0.000000e+00, -6.000000e+00]> : tensor<2xf32>
//       CHECK:   %[[W:.*]] = graph.constant dense<{{.*}}> : tensor<2x1x1xf32>
//       CHECK:   %[[Y:.*]] = graph.convolution %[[X]], %[[W]]
//       CHECK:   %[[WIDE:.*]] = graph.broadcast %[[B]], [1]
//       CHECK:   %[[R:.*]] = graph.add %[[Y]], %[[WIDE]]
//  CHECK-NEXT:   return %[[R]]
func.func @normalization_behind_a_convolution(%x: tensor<?x1x4xf32, #graph.dims<n>>) -> tensor<?x2x4xf32, #graph.dims<n>> {
  %w = graph.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %scale = graph.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %offset = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %mean = graph.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %variance = graph.constant dense<4.0> : tensor<2xf32>
  %y = graph.convolution %x, %w, <NCW x OIW -> NCW>
    : tensor<?x1x4xf32, #graph.dims<n>>, tensor<2x1x1xf32> -> tensor<?x2x4xf32, #graph.dims<n>>
  %r = graph.batch_norm %y, %scale, %offset, %mean, %variance, 1 epsilon 0.0
    : tensor<?x2x4xf32, #graph.dims<n>>, tensor<2xf32>
  return %r : tensor<?x2x4xf32, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @bias_factor_divisor_and_difference(
//       CHECK:   %[[W:.*]] = graph.constant dense<{{\[\[}}3.000000e+00, 2.000000e+00], [9.000000e+00, 4.000000e+00]]>
//       CHECK:   graph.contract %{{.*}}, %[[W]]
//       CHECK:   graph.constant dense<[0.000000e+00, 1.000000e+00]>
//       CHECK:   graph.broadcast
//  CHECK-NEXT:   %[[R:.*]] = graph.add
//  CHECK-NEXT:   return %[[R]]
func.func @bias_factor_divisor_and_difference(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c = graph.constant dense<[6.0, 2.0]> : tensor<2xf32>
  %d = graph.constant dense<[2.0, 2.0]> : tensor<2xf32>
  %e = graph.constant dense<[3.0, 1.0]> : tensor<2xf32>
  %y = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  %wide_b = graph.broadcast %b, [1] : tensor<2xf32> -> tensor<3x2xf32>
  %wide_c = graph.broadcast %c, [1] : tensor<2xf32> -> tensor<3x2xf32>
  %wide_d = graph.broadcast %d, [1] : tensor<2xf32> -> tensor<3x2xf32>
  %wide_e = graph.broadcast %e, [1] : tensor<2xf32> -> tensor<3x2xf32>
  %0 = graph.add %y, %wide_b : tensor<3x2xf32>
  %1 = graph.mul %0, %wide_c : tensor<3x2xf32>
  %2 = graph.div %1, %wide_d : tensor<3x2xf32>
  %3 = graph.sub %2, %wide_e : tensor<3x2xf32>
  return %3 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @difference_behind_a_product(
//   CHECK-NOT:   graph.sub
//       CHECK:   graph.constant dense<[-1.000000e+00, -2.000000e+00]>
func.func @difference_behind_a_product(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  %wide = graph.broadcast %b, [1] : tensor<2xf32> -> tensor<3x2xf32>
  %r = graph.sub %y, %wide : tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @factor_and_sum_in_front(
//  CHECK-SAME:   %[[X:.*]]: tensor<1x4x3xf32>)
//       CHECK:   graph.constant dense<[5.000000e+00, 9.000000e+00]> : tensor<2xf32>
//       CHECK:   %[[W:.*]] = graph.constant dense<{{.*}}> : tensor<2x2x1xf32>
//       CHECK:   graph.convolution %[[X]], %[[W]], <NCW x OIW -> NCW> groups 2
//       CHECK:   graph.add
func.func @factor_and_sum_in_front(%x: tensor<1x4x3xf32>) -> tensor<1x2x3xf32> {
  %w = graph.constant dense<[[[1.0], [2.0]], [[1.0], [2.0]]]> : tensor<2x2x1xf32>
  %a = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %b = graph.constant dense<[1.0, 2.0, 3.0, 3.0]> : tensor<4xf32>
  %wide_a = graph.broadcast %a, [1] : tensor<4xf32> -> tensor<1x4x3xf32>
  %wide_b = graph.broadcast %b, [1] : tensor<4xf32> -> tensor<1x4x3xf32>
  %0 = graph.mul %x, %wide_a : tensor<1x4x3xf32>
  %1 = graph.add %0, %wide_b : tensor<1x4x3xf32>
  %r = graph.convolution %1, %w, <NCW x OIW -> NCW> groups 2 : tensor<1x4x3xf32>, tensor<2x2x1xf32> -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @normalization_in_front(
//   CHECK-NOT:   graph.batch_norm
//       CHECK:   graph.contract %arg0
func.func @normalization_in_front(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = graph.batch_norm %arg0, %b, %b, %b, %b, 1 epsilon 1.0e-05 : tensor<3x2xf32>, tensor<2xf32>
  %r = graph.contract %n, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// What is added in front does not reach the padding.
// CHECK-LABEL: func.func @padding_keeps_sums_in_front(
//       CHECK:   graph.batch_norm
func.func @padding_keeps_sums_in_front(%x: tensor<1x2x3xf32>) -> tensor<1x1x3xf32> {
  %w = graph.constant dense<1.0> : tensor<1x2x3xf32>
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %n = graph.batch_norm %x, %b, %b, %b, %b, 1 epsilon 1.0e-05 : tensor<1x2x3xf32>, tensor<2xf32>
  %r = graph.convolution %n, %w, <NCW x OIW -> NCW> pad_low [1] pad_high [1]
    : tensor<1x2x3xf32>, tensor<1x2x3xf32> -> tensor<1x1x3xf32>
  return %r : tensor<1x1x3xf32>
}

// -----

// CHECK-LABEL: func.func @weights_that_are_no_constants_stay(
//       CHECK:   graph.batch_norm
func.func @weights_that_are_no_constants_stay(%x: tensor<3x2xf32>, %w: tensor<2x2xf32>) -> tensor<3x2xf32> {
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  %r = graph.batch_norm %y, %b, %b, %b, %b, 1 epsilon 1.0e-05 : tensor<3x2xf32>, tensor<2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @results_with_other_users_stay(
//       CHECK:   graph.batch_norm
func.func @results_with_other_users_stay(%x: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = graph.contract %x, %w, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  %r = graph.batch_norm %y, %b, %b, %b, %b, 1 epsilon 1.0e-05 : tensor<3x2xf32>, tensor<2xf32>
  return %y, %r : tensor<3x2xf32>, tensor<3x2xf32>
}
