// RUN: dlc-opt %s --canonicalize --split-input-file | filecheck %s

// What ops that move elements simplify to, and what must stay.

// CHECK-LABEL: func.func @moved_nowhere
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x1x3xf32>)
//  CHECK-NEXT:   return %[[X]], %[[X]], %[[X]], %[[X]]
func.func @moved_nowhere(%x: tensor<2x1x3xf32>)
    -> (tensor<2x1x3xf32>, tensor<2x1x3xf32>, tensor<2x1x3xf32>, tensor<2x1x3xf32>) {
  %0 = graph.transpose %x, [0, 1, 2] : tensor<2x1x3xf32> -> tensor<2x1x3xf32>
  %1 = graph.reverse %x, [1] : tensor<2x1x3xf32> -> tensor<2x1x3xf32>
  %2 = graph.broadcast %x, [0, 1, 2] : tensor<2x1x3xf32> -> tensor<2x1x3xf32>
  %3 = graph.reshape %x : tensor<2x1x3xf32> -> tensor<2x1x3xf32>
  return %0, %1, %2, %3 : tensor<2x1x3xf32>, tensor<2x1x3xf32>, tensor<2x1x3xf32>, tensor<2x1x3xf32>
}

// A size that only the operand says may repeat the 1 of the source.
// CHECK-LABEL: func.func @may_be_repeated
//       CHECK:   graph.broadcast
//       CHECK:   graph.reshape
func.func @may_be_repeated(%x: tensor<?x?xf32>, %s: tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = graph.broadcast %x, [0, 1] sizes(%s : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = graph.reshape %x sizes(%s : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @type_is_kept
//       CHECK:   graph.reshape %{{.*}} : tensor<2x3xf32> -> tensor<?x3xf32>
func.func @type_is_kept(%x: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %0 = graph.transpose %x, [0, 1] : tensor<2x3xf32> -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @equal_elements_stay_equal
//   CHECK-DAG:   %[[T:.*]] = graph.constant dense<2.000000e+00> : tensor<3x2xf32>
//   CHECK-DAG:   %[[B:.*]] = graph.constant dense<2.000000e+00> : tensor<4x2x3xf32>
//   CHECK-DAG:   %[[R:.*]] = graph.constant dense<2.000000e+00> : tensor<2x3xf32>
//       CHECK:   return %[[T]], %[[B]], %[[R]]
func.func @equal_elements_stay_equal() -> (tensor<3x2xf32>, tensor<4x2x3xf32>, tensor<2x3xf32>) {
  %c = graph.constant dense<2.0> : tensor<2x3xf32>
  %0 = graph.transpose %c, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = graph.broadcast %c, [1, 2] : tensor<2x3xf32> -> tensor<4x2x3xf32>
  %2 = graph.reverse %c, [1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<3x2xf32>, tensor<4x2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @a_constant_is_reshaped
//       CHECK:   %[[C:.*]] = graph.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi8>
//  CHECK-NEXT:   return %[[C]]
func.func @a_constant_is_reshaped() -> tensor<2x2xi8> {
  %c = graph.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %0 = graph.reshape %c : tensor<4xi8> -> tensor<2x2xi8>
  return %0 : tensor<2x2xi8>
}

// CHECK-LABEL: func.func @a_resource_is_reshaped
//       CHECK:   %[[C:.*]] = graph.constant dense_resource<weights> : tensor<2x2xi8>
//  CHECK-NEXT:   return %[[C]]
func.func @a_resource_is_reshaped() -> tensor<2x2xi8> {
  %c = graph.constant dense_resource<weights> : tensor<4xi8>
  %0 = graph.reshape %c : tensor<4xi8> -> tensor<2x2xi8>
  return %0 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @transposes_merge
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x3x4xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.transpose %[[X]], [2, 1, 0] : tensor<2x3x4xf32> -> tensor<4x3x2xf32>
//  CHECK-NEXT:   return %[[R]], %[[X]]
func.func @transposes_merge(%x: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>, tensor<2x3x4xf32>) {
  %0 = graph.transpose %x, [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %1 = graph.transpose %0, [1, 0, 2] : tensor<3x4x2xf32> -> tensor<4x3x2xf32>
  %2 = graph.transpose %0, [2, 0, 1] : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
  return %1, %2 : tensor<4x3x2xf32>, tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @only_ones_move
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x1x?xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.reshape %[[X]] : tensor<2x1x?xf32> -> tensor<1x2x?xf32>
//  CHECK-NEXT:   return %[[R]]
func.func @only_ones_move(%x: tensor<2x1x?xf32>) -> tensor<1x2x?xf32> {
  %0 = graph.transpose %x, [1, 0, 2] : tensor<2x1x?xf32> -> tensor<1x2x?xf32>
  return %0 : tensor<1x2x?xf32>
}

// Which of two unknown sizes is which would be lost.
// CHECK-LABEL: func.func @two_sizes_are_unknown
//       CHECK:   graph.transpose
func.func @two_sizes_are_unknown(%x: tensor<?x1x?xf32>) -> tensor<1x?x?xf32> {
  %0 = graph.transpose %x, [1, 0, 2] : tensor<?x1x?xf32> -> tensor<1x?x?xf32>
  return %0 : tensor<1x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes_merge
//  CHECK-SAME:   (%[[X:.*]]: tensor<4x6xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.reshape %[[X]] : tensor<4x6xf32> -> tensor<8x3xf32>
//  CHECK-NEXT:   return %[[R]], %[[X]]
func.func @reshapes_merge(%x: tensor<4x6xf32>) -> (tensor<8x3xf32>, tensor<4x6xf32>) {
  %0 = graph.reshape %x : tensor<4x6xf32> -> tensor<24xf32>
  %1 = graph.reshape %0 : tensor<24xf32> -> tensor<8x3xf32>
  %2 = graph.reshape %0 : tensor<24xf32> -> tensor<4x6xf32>
  return %1, %2 : tensor<8x3xf32>, tensor<4x6xf32>
}

// The sizes in between hide that this program must stop.
// CHECK-LABEL: func.func @contradiction_is_left
//       CHECK:   graph.reshape %{{.*}} -> tensor<?xf32>
//       CHECK:   graph.reshape %{{.*}} -> tensor<7xf32>
func.func @contradiction_is_left(%x: tensor<4x6xf32>) -> tensor<7xf32> {
  %0 = graph.reshape %x : tensor<4x6xf32> -> tensor<?xf32>
  %1 = graph.reshape %0 : tensor<?xf32> -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// CHECK-LABEL: func.func @broadcasts_merge
//  CHECK-SAME:   (%[[X:.*]]: tensor<3x1xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.broadcast %[[X]], [1, 2] : tensor<3x1xf32> -> tensor<2x3x4xf32>
//  CHECK-NEXT:   return %[[R]]
func.func @broadcasts_merge(%x: tensor<3x1xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.broadcast %x, [0, 1] : tensor<3x1xf32> -> tensor<3x4xf32>
  %1 = graph.broadcast %0, [1, 2] : tensor<3x4xf32> -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// Only the inner broadcast says how often the elements are repeated.
// CHECK-LABEL: func.func @size_of_the_inner_is_needed
// CHECK-COUNT-2: graph.broadcast
func.func @size_of_the_inner_is_needed(%x: tensor<3x1xf32>) -> tensor<2x3x?xf32> {
  %0 = graph.broadcast %x, [0, 1] : tensor<3x1xf32> -> tensor<3x4xf32>
  %1 = graph.broadcast %0, [1, 2] : tensor<3x4xf32> -> tensor<2x3x?xf32>
  return %1 : tensor<2x3x?xf32>
}

// CHECK-LABEL: func.func @ones_are_not_needed
//  CHECK-SAME:   (%[[X:.*]]: tensor<?xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.broadcast %[[X]], [0] : tensor<?xf32> -> tensor<?x4xf32>
//  CHECK-NEXT:   return %[[R]]
func.func @ones_are_not_needed(%x: tensor<?xf32>) -> tensor<?x4xf32> {
  %0 = graph.reshape %x : tensor<?xf32> -> tensor<?x1xf32>
  %1 = graph.broadcast %0, [0, 1] : tensor<?x1xf32> -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @other_reshapes_are_needed
//       CHECK:   graph.reshape
//       CHECK:   graph.broadcast
func.func @other_reshapes_are_needed(%x: tensor<6xf32>) -> tensor<2x3x4xf32> {
  %0 = graph.reshape %x : tensor<6xf32> -> tensor<2x3x1xf32>
  %1 = graph.broadcast %0, [0, 1, 2] : tensor<2x3x1xf32> -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @only_ones_are_new
//  CHECK-SAME:   (%[[X:.*]]: tensor<3x4xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.reshape %[[X]] : tensor<3x4xf32> -> tensor<1x3x1x4xf32>
//  CHECK-NEXT:   return %[[R]]
func.func @only_ones_are_new(%x: tensor<3x4xf32>) -> tensor<1x3x1x4xf32> {
  %0 = graph.broadcast %x, [1, 3] : tensor<3x4xf32> -> tensor<1x3x1x4xf32>
  return %0 : tensor<1x3x1x4xf32>
}

// -----

// CHECK-LABEL: func.func @reversals_merge
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x3x4xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.reverse %[[X]], [0, 2] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
//  CHECK-NEXT:   return %[[R]], %[[X]]
func.func @reversals_merge(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %0 = graph.reverse %x, [0, 1] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %1 = graph.reverse %0, [1, 2] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %2 = graph.reverse %0, [1, 0] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  return %1, %2 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @one_element_has_one_order
//       CHECK:   graph.reverse %{{.*}}, [1]
func.func @one_element_has_one_order(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = graph.reverse %x, [0, 1] : tensor<1x3xf32> -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

// CHECK-LABEL: func.func @sizes_are_known
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x?xf32>, %{{.*}})
//   CHECK-DAG:   %[[RANK:.*]] = graph.constant dense<2> : tensor<i64>
//   CHECK-DAG:   %[[SHAPE:.*]] = graph.constant dense<[2, 3]> : tensor<2xi64>
//   CHECK-DAG:   %[[SIZE:.*]] = graph.constant dense<6> : tensor<i64>
//       CHECK:   %[[DIM:.*]] = graph.dim %[[X]], 1 :
//       CHECK:   return %[[RANK]], %[[SHAPE]], %[[SIZE]], %[[RANK]], %[[DIM]]
func.func @sizes_are_known(%x: tensor<2x?xf32>, %y: tensor<2x3xf32>)
    -> (tensor<i64>, tensor<2xi64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %0 = graph.rank %x : tensor<2x?xf32> -> tensor<i64>
  %1 = graph.shape %y : tensor<2x3xf32> -> tensor<2xi64>
  %2 = graph.size %y : tensor<2x3xf32> -> tensor<i64>
  %3 = graph.dim %x, 0 : tensor<2x?xf32> -> tensor<i64>
  %4 = graph.dim %x, 1 : tensor<2x?xf32> -> tensor<i64>
  return %0, %1, %2, %3, %4 : tensor<i64>, tensor<2xi64>, tensor<i64>, tensor<i64>, tensor<i64>
}

// CHECK-LABEL: func.func @the_origin_is_asked
//  CHECK-SAME:   (%[[X:.*]]: tensor<?x?xf32>)
//  CHECK-NEXT:   %[[D:.*]] = graph.dim %[[X]], 0 : tensor<?x?xf32> -> tensor<i64>
//  CHECK-NEXT:   return %[[D]]
func.func @the_origin_is_asked(%x: tensor<?x?xf32>) -> tensor<i64> {
  %0 = graph.transpose %x, [1, 0] : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = graph.exp %0 : tensor<?x?xf32>
  %2 = graph.reduce <sum> %1, [0] : tensor<?x?xf32> -> tensor<?xf32>
  %3 = graph.dim %2, 0 : tensor<?xf32> -> tensor<i64>
  return %3 : tensor<i64>
}

// The source may have size 1 where the result has another.
// CHECK-LABEL: func.func @the_size_may_not_be_that_of_the_source
//       CHECK:   %[[B:.*]] = graph.broadcast
//       CHECK:   graph.dim %[[B]], 0
func.func @the_size_may_not_be_that_of_the_source(%x: tensor<?xf32>, %s: tensor<1xi64>) -> tensor<i64> {
  %0 = graph.broadcast %x, [0] sizes(%s : tensor<1xi64>) : tensor<?xf32> -> tensor<?xf32>
  %1 = graph.dim %0, 0 : tensor<?xf32> -> tensor<i64>
  return %1 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @what_is_checked_stays
//       CHECK:   graph.with_shape
func.func @what_is_checked_stays(%x: tensor<?xf32>) {
  %0 = graph.with_shape %x : tensor<?xf32> -> tensor<?xf32, #graph.dims<n>>
  return
}

// CHECK-LABEL: func.func @what_only_forgets_goes
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x3xf32>)
//  CHECK-NEXT:   return %[[X]]
func.func @what_only_forgets_goes(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.with_shape %x : tensor<2x3xf32> -> tensor<2x?xf32>
  %1 = graph.with_shape %0 : tensor<2x?xf32> -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @what_stops_is_left
// CHECK-COUNT-2: graph.with_shape
func.func @what_stops_is_left(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %0 = graph.with_shape %x : tensor<2x3xf32> -> tensor<2x?xf32>
  %1 = graph.with_shape %0 : tensor<2x?xf32> -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @the_type_says_the_sizes
//  CHECK-SAME:   (%[[X:.*]]: tensor<1x?xf32>, %[[S:.*]]: tensor<2xi64>)
//  CHECK-NEXT:   %[[B:.*]] = graph.broadcast %[[X]], [0, 1] : tensor<1x?xf32> -> tensor<3x4xf32>
//  CHECK-NEXT:   %[[I:.*]] = graph.iota 0 : tensor<3x4xi64>
//  CHECK-NEXT:   %[[R:.*]] = graph.reshape %[[X]] : tensor<1x?xf32> -> tensor<3x4xf32>
//  CHECK-NEXT:   %[[D:.*]] = graph.dynamic_slice %[[B]], %[[S]] : tensor<3x4xf32>, tensor<2xi64> -> tensor<2x2xf32>
func.func @the_type_says_the_sizes(%x: tensor<1x?xf32>, %s: tensor<2xi64>)
    -> (tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<2x2xf32>) {
  %0 = graph.broadcast %x, [0, 1] sizes(%s : tensor<2xi64>) : tensor<1x?xf32> -> tensor<3x4xf32>
  %1 = graph.iota 0 sizes(%s : tensor<2xi64>) : tensor<3x4xi64>
  %2 = graph.reshape %x sizes(%s : tensor<2xi64>) : tensor<1x?xf32> -> tensor<3x4xf32>
  %3 = graph.dynamic_slice %0, %s sizes(%s : tensor<2xi64>) : tensor<3x4xf32>, tensor<2xi64> -> tensor<2x2xf32>
  return %0, %1, %2, %3 : tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x4xf32>, tensor<2x2xf32>
}

// How models reshape: by a list that is put together from sizes of the source.
// CHECK-LABEL: func.func @sizes_are_followed_back
//  CHECK-SAME:   (%[[X:.*]]: tensor<?x6x4xf32, #graph.dims<n>>)
//  CHECK-NEXT:   %[[R:.*]] = graph.reshape %[[X]]
//  CHECK-SAME:     : tensor<?x6x4xf32, #graph.dims<n>> -> tensor<?x3x8xf32, #graph.dims<n>>
//  CHECK-NEXT:   graph.with_shape %[[R]] : tensor<?x3x8xf32, #graph.dims<n>> -> tensor<?x?x?xf32>
func.func @sizes_are_followed_back(%x: tensor<?x6x4xf32, #graph.dims<n>>) -> tensor<?x?x?xf32> {
  %shape = graph.shape %x : tensor<?x6x4xf32, #graph.dims<n>> -> tensor<3xi64>
  %zero = graph.constant dense<0> : tensor<i64>
  %batch = graph.gather %shape[%zero], window_dims = [], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 0, slice_sizes = [1] : tensor<3xi64>, tensor<i64> -> tensor<i64>
  %first = graph.reshape %batch : tensor<i64> -> tensor<1xi64>
  %six = graph.constant dense<6> : tensor<1xi64>
  %two = graph.constant dense<2> : tensor<1xi64>
  %three = graph.div %six, %two : tensor<1xi64>
  %rest = graph.constant dense<-1> : tensor<1xi64>
  %sizes = graph.concat %first, %three, %rest along 0
    : tensor<1xi64>, tensor<1xi64>, tensor<1xi64> -> tensor<3xi64>
  %r = graph.reshape %x sizes(%sizes : tensor<3xi64>) : tensor<?x6x4xf32, #graph.dims<n>> -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// No size is -1, whatever its name stands for, and none is less than 0.
// CHECK-LABEL: func.func @sizes_are_compared
//  CHECK-SAME:   (%[[X:.*]]: tensor<1x?xf32, #graph.dims<n>>,
//       CHECK:   %[[R:.*]] = graph.broadcast %[[X]], [1, 2] :
//  CHECK-SAME:     tensor<1x?xf32, #graph.dims<n>> -> tensor<?x1x?xf32, #graph.dims<m + n, n>>
//  CHECK-NEXT:   graph.with_shape %[[R]]
func.func @sizes_are_compared(%x: tensor<1x?xf32, #graph.dims<n>>, %y: tensor<?x?xf32, #graph.dims<n, m>>)
    -> tensor<?x?x?xf32, #graph.dims<?, ?, n>> {
  %n = graph.dim %y, 0 : tensor<?x?xf32, #graph.dims<n, m>> -> tensor<i64>
  %m = graph.dim %y, 1 : tensor<?x?xf32, #graph.dims<n, m>> -> tensor<i64>
  %sum = graph.add %n, %m : tensor<i64>
  %zero = graph.constant dense<0> : tensor<i64>
  %count = graph.maximum %sum, %zero : tensor<i64>
  %first = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %minus = graph.constant dense<-1> : tensor<1xi64>
  %last = graph.reshape %n : tensor<i64> -> tensor<1xi64>
  %given = graph.concat %first, %minus, %last along 0 : tensor<1xi64>, tensor<1xi64>, tensor<1xi64> -> tensor<3xi64>
  %ones = graph.constant dense<1> : tensor<3xi64>
  %negative = graph.neg %ones : tensor<3xi64>
  %is_kept = graph.compare <eq> %given, %negative : tensor<3xi64>
  %sizes = graph.select %is_kept, %ones, %given : tensor<3xi64>
  %r = graph.broadcast %x, [1, 2] sizes(%sizes : tensor<3xi64>)
    : tensor<1x?xf32, #graph.dims<n>> -> tensor<?x?x?xf32, #graph.dims<?, ?, n>>
  return %r : tensor<?x?x?xf32, #graph.dims<?, ?, n>>
}

// Two names may stand for the same size, or not.
// CHECK-LABEL: func.func @sizes_that_may_be_equal_stay
//       CHECK:   graph.iota 0 sizes(
func.func @sizes_that_may_be_equal_stay(%x: tensor<?x?xf32, #graph.dims<n, m>>) -> tensor<?xi64> {
  %n = graph.dim %x, 0 : tensor<?x?xf32, #graph.dims<n, m>> -> tensor<i64>
  %m = graph.dim %x, 1 : tensor<?x?xf32, #graph.dims<n, m>> -> tensor<i64>
  %one = graph.constant dense<1> : tensor<i64>
  %is_equal = graph.compare <eq> %n, %m : tensor<i64>
  %count = graph.select %is_equal, %one, %n : tensor<i64>
  %sizes = graph.reshape %count : tensor<i64> -> tensor<1xi64>
  %r = graph.iota 0 sizes(%sizes : tensor<1xi64>) : tensor<?xi64>
  return %r : tensor<?xi64>
}

// CHECK-LABEL: func.func @unknown_sizes_stay
//       CHECK:   graph.reshape %{{.*}} sizes(%{{.*}} : tensor<2xi64>) : tensor<?x6xf32> -> tensor<?x3xf32>
func.func @unknown_sizes_stay(%x: tensor<?x6xf32>, %n: tensor<1xi64>) -> tensor<?x?xf32> {
  %three = graph.constant dense<3> : tensor<1xi64>
  %sizes = graph.concat %n, %three along 0 : tensor<1xi64>, tensor<1xi64> -> tensor<2xi64>
  %r = graph.reshape %x sizes(%sizes : tensor<2xi64>) : tensor<?x6xf32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @one_size_is_asked_for
//  CHECK-SAME:   (%[[X:.*]]: tensor<?x?xf32>)
//  CHECK-NEXT:   %[[D:.*]] = graph.dim %[[X]], 1
//  CHECK-NEXT:   %[[R:.*]] = graph.reshape %[[D]] : tensor<i64> -> tensor<1xi64>
//  CHECK-NEXT:   return %[[R]]
func.func @one_size_is_asked_for(%x: tensor<?x?xf32>) -> tensor<1xi64> {
  %s = graph.shape %x : tensor<?x?xf32> -> tensor<2xi64>
  %0 = graph.slice %s, [1] to [2] step [1] : tensor<2xi64> -> tensor<1xi64>
  return %0 : tensor<1xi64>
}
