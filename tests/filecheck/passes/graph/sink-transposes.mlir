// RUN: dlc-opt %s --sink-transposes --split-input-file | filecheck %s

// CHECK-LABEL: func.func @transposes_around_elementwise_ops_cancel(
//  CHECK-SAME:   %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x3xf32>)
//   CHECK-NOT:   graph.transpose
//       CHECK:   %[[SUM:.*]] = graph.add %[[X]], %[[Y]] : tensor<2x3xf32>
//       CHECK:   %[[R:.*]] = graph.relu %[[SUM]] : tensor<2x3xf32>
//       CHECK:   return %[[R]]
func.func @transposes_around_elementwise_ops_cancel(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %b = graph.transpose %y, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %sum = graph.add %a, %b : tensor<3x2xf32>
  %s = graph.relu %sum : tensor<3x2xf32>
  %r = graph.transpose %s, [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

// Two transposes in front are more than one behind.
// CHECK-LABEL: func.func @one_transpose_instead_of_two(
//       CHECK:   %[[SUM:.*]] = graph.add %{{.*}}, %{{.*}} : tensor<2x3xf32>
//       CHECK:   graph.transpose %[[SUM]], [1, 0]
//   CHECK-NOT:   graph.transpose
func.func @one_transpose_instead_of_two(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %b = graph.transpose %y, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %r = graph.add %a, %b : tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @a_transpose_that_cancels_nothing_stays(
//       CHECK:   %[[A:.*]] = graph.transpose
//       CHECK:   graph.relu %[[A]] : tensor<3x2xf32>
func.func @a_transpose_that_cancels_nothing_stays(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %r = graph.relu %a : tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Turning the sum over would transpose %y, and save no more than that.
// CHECK-LABEL: func.func @no_more_elements_than_before(
//       CHECK:   graph.transpose %{{.*}}, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
//       CHECK:   graph.add %{{.*}}, %{{.*}} : tensor<3x2xf32>
func.func @no_more_elements_than_before(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %r = graph.add %a, %y : tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @branches_that_meet_again(
//   CHECK-NOT:   graph.transpose
//       CHECK:   graph.convolution %{{.*}}, %{{.*}}, <NHWC x OIHW -> NHWC> strides [1, 2] :
//   CHECK-NOT:   graph.transpose
func.func @branches_that_meet_again(%x: tensor<?x4x4x2xf32, #graph.dims<n>>, %w: tensor<2x2x1x1xf32>)
    -> tensor<?x4x2x2xf32, #graph.dims<n>> {
  %t = graph.transpose %x, [0, 3, 1, 2]
    : tensor<?x4x4x2xf32, #graph.dims<n>> -> tensor<?x2x4x4xf32, #graph.dims<n>>
  %a = graph.relu %t : tensor<?x2x4x4xf32, #graph.dims<n>>
  %b = graph.exp %t : tensor<?x2x4x4xf32, #graph.dims<n>>
  %sum = graph.add %a, %b : tensor<?x2x4x4xf32, #graph.dims<n>>
  %y = graph.convolution %sum, %w, <NCHW x OIHW -> NCHW> strides [1, 2]
    : tensor<?x2x4x4xf32, #graph.dims<n>>, tensor<2x2x1x1xf32> -> tensor<?x2x4x2xf32, #graph.dims<n>>
  %z = graph.relu %y : tensor<?x2x4x2xf32, #graph.dims<n>>
  %r = graph.transpose %z, [0, 2, 3, 1]
    : tensor<?x2x4x2xf32, #graph.dims<n>> -> tensor<?x4x2x2xf32, #graph.dims<n>>
  return %r : tensor<?x4x2x2xf32, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @lists_follow_the_dimensions_of_the_source(
//       CHECK:   graph.convolution %{{.*}}, %{{.*}}, <NCWH x OIHW -> NCHW> strides [2, 1]
func.func @lists_follow_the_dimensions_of_the_source(%x: tensor<1x2x6x4xf32>, %w: tensor<2x2x1x1xf32>) -> tensor<1x2x4x3xf32> {
  %t = graph.transpose %x, [0, 1, 3, 2] : tensor<1x2x6x4xf32> -> tensor<1x2x4x6xf32>
  %r = graph.convolution %t, %w, <NCHW x OIHW -> NCHW> strides [1, 2]
    : tensor<1x2x4x6xf32>, tensor<2x2x1x1xf32> -> tensor<1x2x4x3xf32>
  return %r : tensor<1x2x4x3xf32>
}

// -----

// CHECK-LABEL: func.func @through_concat_pad_slice_reduce_and_broadcast(
//   CHECK-NOT:   graph.transpose
//       CHECK:   graph.concat %{{.*}}, %{{.*}} along 0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<4x3xf32>
//       CHECK:   graph.pad <constant> %{{.*}}, value %{{.*}}, low [0, 1] high [2, 0] interior [0, 0]
//       CHECK:   graph.slice %{{.*}}, [0, 1] to [5, ?] step [1, 2]
//       CHECK:   graph.reduce <max> %{{.*}}, [0] keep_dims
//       CHECK:   graph.broadcast %{{.*}}, [1] : tensor<2xf32> -> tensor<1x2xf32>
//   CHECK-NOT:   graph.transpose
func.func @through_concat_pad_slice_reduce_and_broadcast(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> tensor<1x2xf32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %b = graph.concat %a, %a along 1 : tensor<3x2xf32>, tensor<3x2xf32> -> tensor<3x4xf32>
  %c = graph.pad <constant> %b, value %zero, low [1, 0] high [0, 2] interior [0, 0]
    : tensor<3x4xf32>, tensor<f32> -> tensor<4x6xf32>
  %d = graph.slice %c, [1, 0] to [?, 5] step [2, 1] : tensor<4x6xf32> -> tensor<2x5xf32>
  %e = graph.reduce <max> %d, [1] keep_dims : tensor<2x5xf32> -> tensor<2x1xf32>
  %f = graph.broadcast %y, [0] : tensor<2xf32> -> tensor<2x1xf32>
  %g = graph.add %e, %f : tensor<2x1xf32>
  %r = graph.transpose %g, [1, 0] : tensor<2x1xf32> -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @reductions_and_contractions_do_without(
//   CHECK-NOT:   graph.transpose
//       CHECK:   graph.reduce <max> %{{.*}}, [0] : tensor<2x3xf32> -> tensor<3xf32>
//       CHECK:   graph.contract %{{.*}}, %{{.*}}, batch = [] x [], contracting = [0] x [1]
//   CHECK-NOT:   graph.transpose
func.func @reductions_and_contractions_do_without(%x: tensor<2x3xf32>, %y: tensor<4x2xf32>) -> (tensor<3xf32>, tensor<3x4xf32>) {
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %max = graph.reduce <max> %a, [1] : tensor<3x2xf32> -> tensor<3xf32>
  %b = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %c = graph.transpose %y, [1, 0] : tensor<4x2xf32> -> tensor<2x4xf32>
  %r = graph.contract %b, %c, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x4xf32> -> tensor<3x4xf32>
  return %max, %r : tensor<3xf32>, tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @smaller_transposes_behind_a_reduction(
//       CHECK:   %[[MAX:.*]] = graph.reduce <max> %{{.*}}, [2] : tensor<2x3x4xf32> -> tensor<2x3xf32>
//       CHECK:   graph.transpose %[[MAX]], [1, 0]
func.func @smaller_transposes_behind_a_reduction(%x: tensor<2x3x4xf32>) -> tensor<3x2xf32> {
  %a = graph.transpose %x, [2, 1, 0] : tensor<2x3x4xf32> -> tensor<4x3x2xf32>
  %r = graph.reduce <max> %a, [0] : tensor<4x3x2xf32> -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes_around_elementwise_ops_cancel(
//  CHECK-SAME:   %[[X:.*]]: tensor<?x6xf32, #graph.dims<n>>)
//   CHECK-NOT:   graph.reshape
//       CHECK:   %[[R:.*]] = graph.relu %[[X]]
//       CHECK:   return %[[R]]
func.func @reshapes_around_elementwise_ops_cancel(%x: tensor<?x6xf32, #graph.dims<n>>) -> tensor<?x6xf32, #graph.dims<n>> {
  %a = graph.reshape %x : tensor<?x6xf32, #graph.dims<n>> -> tensor<?x2x3xf32, #graph.dims<n>>
  %b = graph.relu %a : tensor<?x2x3xf32, #graph.dims<n>>
  %r = graph.reshape %b : tensor<?x2x3xf32, #graph.dims<n>> -> tensor<?x6xf32, #graph.dims<n>>
  return %r : tensor<?x6xf32, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @chains_become_one(
//  CHECK-SAME:   %[[X:.*]]: tensor<2x3xf32>)
//  CHECK-NEXT:   return %[[X]], %[[X]]
func.func @chains_become_one(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %b = graph.transpose %a, [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  %c = graph.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
  %d = graph.reshape %c : tensor<6xf32> -> tensor<2x3xf32>
  return %b, %d : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Unknown sizes may be any: nothing can be compared.
// CHECK-LABEL: func.func @unknown_sizes_stay(
//       CHECK:   graph.transpose
//       CHECK:   graph.transpose
//       CHECK:   graph.add
func.func @unknown_sizes_stay(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<3x?xf32> {
  %a = graph.transpose %x, [1, 0] : tensor<?x3xf32> -> tensor<3x?xf32>
  %b = graph.transpose %y, [1, 0] : tensor<?x3xf32> -> tensor<3x?xf32>
  %r = graph.add %a, %b : tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// -----

// CHECK-LABEL: func.func @contractions_swap_their_sides(
//   CHECK-NOT:   graph.transpose
//       CHECK:   graph.contract %arg1, %arg0
//       CHECK:   graph.relu
//   CHECK-NOT:   graph.transpose
//       CHECK:   return
func.func @contractions_swap_their_sides(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> tensor<4x2xf32> {
  %a = graph.contract %arg0, %arg1, batch = [] x [], contracting = [1] x [0]
    : tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x4xf32>
  %b = graph.relu %a : tensor<2x4xf32>
  %c = graph.transpose %b, [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
  return %c : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @convolution_writes_the_order_that_is_used(
//       CHECK:   graph.convolution %arg0, %arg1, <NCW x OIW -> NWC>
//  CHECK-NEXT:   return
func.func @convolution_writes_the_order_that_is_used(%arg0: tensor<1x2x4xf32>, %arg1: tensor<3x2x1xf32>) -> tensor<1x4x3xf32> {
  %y = graph.convolution %arg0, %arg1, <NCW x OIW -> NCW> : tensor<1x2x4xf32>, tensor<3x2x1xf32> -> tensor<1x3x4xf32>
  %r = graph.transpose %y, [0, 2, 1] : tensor<1x3x4xf32> -> tensor<1x4x3xf32>
  return %r : tensor<1x4x3xf32>
}

// -----

// Tiles need channels last: their convolution keeps its layout, and the ops around it take it.
// CHECK-LABEL: func.func @around_convolutions_in_tiles(
//       CHECK:   %[[T:.*]] = graph.transpose %{{.*}}, [0, 2, 3, 1]
//       CHECK:   %[[Y:.*]] = graph.convolution %[[T]], %{{.*}}, <NHWC x OIHW -> NHWC> winograd 2
//       CHECK:   %[[A:.*]] = graph.relu %[[Y]]
//       CHECK:   %[[Z:.*]] = graph.convolution %[[A]], %{{.*}}, <NHWC x OIHW -> NHWC> winograd 2
//       CHECK:   graph.transpose %[[Z]], [0, 3, 1, 2]
func.func @around_convolutions_in_tiles(%x: tensor<1x4x8x8xf32>, %k: tensor<4x4x3x3xf32>) -> tensor<1x4x4x4xf32> {
  %t = graph.transpose %x, [0, 2, 3, 1] : tensor<1x4x8x8xf32> -> tensor<1x8x8x4xf32>
  %y = graph.convolution %t, %k, <NHWC x OIHW -> NHWC> winograd 2 : tensor<1x8x8x4xf32>, tensor<4x4x3x3xf32> -> tensor<1x6x6x4xf32>
  %u = graph.transpose %y, [0, 3, 1, 2] : tensor<1x6x6x4xf32> -> tensor<1x4x6x6xf32>
  %a = graph.relu %u : tensor<1x4x6x6xf32>
  %v = graph.transpose %a, [0, 2, 3, 1] : tensor<1x4x6x6xf32> -> tensor<1x6x6x4xf32>
  %z = graph.convolution %v, %k, <NHWC x OIHW -> NHWC> winograd 2 : tensor<1x6x6x4xf32>, tensor<4x4x3x3xf32> -> tensor<1x4x4x4xf32>
  %r = graph.transpose %z, [0, 3, 1, 2] : tensor<1x4x4x4xf32> -> tensor<1x4x4x4xf32>
  return %r : tensor<1x4x4x4xf32>
}

// -----

// A sum of a value and its transpose needs one of them transposed in any layout.
// CHECK-LABEL: func.func @sum_with_its_own_transpose(
//       CHECK:   %[[N:.*]] = graph.neg %{{.*}}
//       CHECK:   %[[T:.*]] = graph.transpose %[[N]], [1, 0]
//       CHECK:   graph.add %[[N]], %[[T]]
func.func @sum_with_its_own_transpose(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = graph.neg %x : tensor<4x4xf32>
  %t = graph.transpose %n, [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  %s = graph.add %n, %t : tensor<4x4xf32>
  %r = graph.transpose %s, [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @images_are_resized_with_channels_last(
//  CHECK-SAME:   %[[X:.*]]: tensor<1x4x5x8xf32>)
//       CHECK:   %[[R:.*]] = graph.resize <linear> %[[X]], [2, 1] <half_pixel> scales array<f64: 2.000000e+00, 1.500000e+00> : tensor<1x4x5x8xf32> -> tensor<1x6x10x8xf32>
//       CHECK:   return %[[R]]
func.func @images_are_resized_with_channels_last(%x: tensor<1x4x5x8xf32>) -> tensor<1x6x10x8xf32> {
  %a = graph.transpose %x, [0, 3, 1, 2] : tensor<1x4x5x8xf32> -> tensor<1x8x4x5xf32>
  %b = graph.resize <linear> %a, [3, 2] <half_pixel> scales array<f64: 2.0, 1.5> : tensor<1x8x4x5xf32> -> tensor<1x8x6x10xf32>
  %c = graph.transpose %b, [0, 2, 3, 1] : tensor<1x8x6x10xf32> -> tensor<1x6x10x8xf32>
  return %c : tensor<1x6x10x8xf32>
}
