// RUN: dlc-opt %s --canonicalize --split-input-file | filecheck %s

// What ops that take parts, put tensors together and pad simplify to, and what must stay.

// CHECK-LABEL: func.func @all_is_taken
//  CHECK-SAME:   (%[[X:.*]]: tensor<?x3xf32, #graph.dims<n>>, %[[Y:.*]]: tensor<2x3xf32>, %[[S:.*]]: tensor<2xi64>)
//  CHECK-NEXT:   return %[[X]], %[[Y]], %[[Y]]
func.func @all_is_taken(%x: tensor<?x3xf32, #graph.dims<n>>, %y: tensor<2x3xf32>, %s: tensor<2xi64>)
    -> (tensor<?x3xf32, #graph.dims<n>>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = graph.slice %x, [0, 0] to [n, ?] step [1, 1]
    : tensor<?x3xf32, #graph.dims<n>> -> tensor<?x3xf32, #graph.dims<n>>
  %1 = graph.dynamic_slice %y, %s : tensor<2x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  %2 = graph.pad <edge> %y, low [0, 0] high [0, 0] interior [0, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<?x3xf32, #graph.dims<n>>, tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @all_or_nothing_is_replaced
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x3xf32>, %[[U:.*]]: tensor<2x3xf32>, %[[E:.*]]: tensor<0x3xf32>
//  CHECK-NEXT:   return %[[U]], %[[X]]
func.func @all_or_nothing_is_replaced(%x: tensor<2x3xf32>, %u: tensor<2x3xf32>, %e: tensor<0x3xf32>, %s: tensor<2xi64>)
    -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = graph.dynamic_update_slice %x, %u, %s : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  %1 = graph.dynamic_update_slice %x, %e, %s : tensor<2x3xf32>, tensor<0x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @equal_elements_stay_equal
//   CHECK-DAG:   %[[S:.*]] = graph.constant dense<2> : tensor<1xi32>
//   CHECK-DAG:   %[[C:.*]] = graph.constant dense<2> : tensor<6xi32>
//   CHECK-DAG:   %[[P:.*]] = graph.constant dense<2> : tensor<4xi32>
//       CHECK:   return %[[S]], %[[S]], %[[C]], %[[P]], %[[P]]
func.func @equal_elements_stay_equal(%at: tensor<1xi64>)
    -> (tensor<1xi32>, tensor<1xi32>, tensor<6xi32>, tensor<4xi32>, tensor<4xi32>) {
  %c = graph.constant dense<2> : tensor<3xi32>
  %v = graph.constant dense<2> : tensor<i32>
  %0 = graph.slice %c, [0] to [1] step [1] : tensor<3xi32> -> tensor<1xi32>
  %1 = graph.dynamic_slice %c, %at : tensor<3xi32>, tensor<1xi64> -> tensor<1xi32>
  %2 = graph.concat %c, %c along 0 : tensor<3xi32>, tensor<3xi32> -> tensor<6xi32>
  %3 = graph.pad <constant> %c, value %v, low [1] high [0] interior [0] : tensor<3xi32>, tensor<i32> -> tensor<4xi32>
  %4 = graph.pad <wrap> %c, low [1] high [0] interior [0] : tensor<3xi32> -> tensor<4xi32>
  return %0, %1, %2, %3, %4 : tensor<1xi32>, tensor<1xi32>, tensor<6xi32>, tensor<4xi32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @other_elements_are_new
//       CHECK:   graph.concat
//       CHECK:   graph.pad
func.func @other_elements_are_new() -> (tensor<6xi32>, tensor<4xi32>) {
  %c = graph.constant dense<2> : tensor<3xi32>
  %d = graph.constant dense<3> : tensor<3xi32>
  %v = graph.constant dense<3> : tensor<i32>
  %0 = graph.concat %c, %d along 0 : tensor<3xi32>, tensor<3xi32> -> tensor<6xi32>
  %1 = graph.pad <constant> %c, value %v, low [1] high [0] interior [0] : tensor<3xi32>, tensor<i32> -> tensor<4xi32>
  return %0, %1 : tensor<6xi32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @slices_merge
//  CHECK-SAME:   (%[[X:.*]]: tensor<20x?xf32, #graph.dims<n>>)
//  CHECK-NEXT:   %[[R:.*]] = graph.slice %[[X]], [4, 2] to [17, n - 1] step [6, 1]
//  CHECK-SAME:     : tensor<20x?xf32, #graph.dims<n>> -> tensor<3x?xf32, #graph.dims<n - 3>>
//  CHECK-NEXT:   return %[[R]]
func.func @slices_merge(%x: tensor<20x?xf32, #graph.dims<n>>) -> tensor<3x?xf32, #graph.dims<n - 3>> {
  %0 = graph.slice %x, [1, 2] to [18, ?] step [3, 1]
    : tensor<20x?xf32, #graph.dims<n>> -> tensor<6x?xf32, #graph.dims<n - 2>>
  %1 = graph.slice %0, [1, 0] to [6, n - 3] step [2, 1]
    : tensor<6x?xf32, #graph.dims<n - 2>> -> tensor<3x?xf32, #graph.dims<n - 3>>
  return %1 : tensor<3x?xf32, #graph.dims<n - 3>>
}

// CHECK-LABEL: func.func @nothing_of_a_slice
//       CHECK:   graph.slice %{{.*}}, [1] to [1] step [2] : tensor<2xf32> -> tensor<0xf32>
func.func @nothing_of_a_slice(%x: tensor<2xf32>) -> tensor<0xf32> {
  %0 = graph.slice %x, [1] to [2] step [2] : tensor<2xf32> -> tensor<1xf32>
  %1 = graph.slice %0, [1] to [1] step [1] : tensor<1xf32> -> tensor<0xf32>
  return %1 : tensor<0xf32>
}

// What the types in between do not say: these programs stop, and are left alone.
// CHECK-LABEL: func.func @contradictions_are_left
// CHECK-COUNT-2: graph.slice
// CHECK-COUNT-2: graph.concat
// CHECK-COUNT-2: graph.broadcast
func.func @contradictions_are_left(%x: tensor<2x3xf32>, %y: tensor<1x4xf32>)
    -> (tensor<?x?xf32>, tensor<5x4xf32>, tensor<2x2x4xf32>) {
  %0 = graph.slice %x, [0, 0] to [2, 3] step [1, 2] : tensor<2x3xf32> -> tensor<?x?xf32>
  %1 = graph.slice %0, [0, 0] to [4, 2] step [1, 1] : tensor<?x?xf32> -> tensor<?x?xf32>
  %2 = graph.concat %x, %x along 0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<4x?xf32>
  %3 = graph.concat %2, %y along 0 : tensor<4x?xf32>, tensor<1x4xf32> -> tensor<5x4xf32>
  %4 = graph.broadcast %x, [0, 1] : tensor<2x3xf32> -> tensor<?x?xf32>
  %5 = graph.broadcast %4, [1, 2] : tensor<?x?xf32> -> tensor<2x2x4xf32>
  return %1, %3, %5 : tensor<?x?xf32>, tensor<5x4xf32>, tensor<2x2x4xf32>
}

// CHECK-LABEL: func.func @where_the_last_element_is_is_not_known
// CHECK-COUNT-2: graph.slice
func.func @where_the_last_element_is_is_not_known(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = graph.slice %x, [0] to [?] step [2] : tensor<?xf32> -> tensor<?xf32>
  %1 = graph.slice %0, [1] to [?] step [1] : tensor<?xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @a_slice_of_a_part
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<5xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.slice %[[Y]], [1] to [4] step [2] : tensor<5xf32> -> tensor<2xf32>
//  CHECK-NEXT:   return %[[R]], %[[Y]]
func.func @a_slice_of_a_part(%x: tensor<4xf32>, %y: tensor<5xf32>) -> (tensor<2xf32>, tensor<5xf32>) {
  %0 = graph.concat %x, %y along 0 : tensor<4xf32>, tensor<5xf32> -> tensor<9xf32>
  %1 = graph.slice %0, [5] to [8] step [2] : tensor<9xf32> -> tensor<2xf32>
  %2 = graph.slice %0, [4] to [9] step [1] : tensor<9xf32> -> tensor<5xf32>
  return %1, %2 : tensor<2xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @a_slice_across_parts
//       CHECK:   graph.concat
//       CHECK:   graph.slice
func.func @a_slice_across_parts(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<2xf32> {
  %0 = graph.concat %x, %y along 0 : tensor<4xf32>, tensor<5xf32> -> tensor<9xf32>
  %1 = graph.slice %0, [3] to [5] step [1] : tensor<9xf32> -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Starts that would reach beyond the end are moved.
// CHECK-LABEL: func.func @slices_at_constants
//  CHECK-SAME:   (%[[X:.*]]: tensor<4x?xf32, #graph.dims<n>>)
//  CHECK-NEXT:   %[[R:.*]] = graph.slice %[[X]], [2, 0] to [4, n] step [1, 1]
//  CHECK-NEXT:   return %[[R]]
func.func @slices_at_constants(%x: tensor<4x?xf32, #graph.dims<n>>) -> tensor<2x?xf32, #graph.dims<n>> {
  %at = graph.constant dense<[3, 7]> : tensor<2xi64>
  %0 = graph.dynamic_slice %x, %at : tensor<4x?xf32, #graph.dims<n>>, tensor<2xi64> -> tensor<2x?xf32, #graph.dims<n>>
  return %0 : tensor<2x?xf32, #graph.dims<n>>
}

// CHECK-LABEL: func.func @whether_it_fits_is_not_known
//       CHECK:   graph.dynamic_slice
func.func @whether_it_fits_is_not_known(%x: tensor<?xf32>) -> tensor<2xf32> {
  %at = graph.constant dense<3> : tensor<1xi64>
  %0 = graph.dynamic_slice %x, %at : tensor<?xf32>, tensor<1xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @concats_flatten
//  CHECK-SAME:   (%[[X:.*]]: tensor<2xf32>, %[[E:.*]]: tensor<0xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.concat %[[X]], %[[X]], %[[X]] along 0
//  CHECK-NEXT:   return %[[R]], %[[X]]
func.func @concats_flatten(%x: tensor<2xf32>, %e: tensor<0xf32>) -> (tensor<6xf32>, tensor<2xf32>) {
  %0 = graph.concat %x, %e, %x along 0 : tensor<2xf32>, tensor<0xf32>, tensor<2xf32> -> tensor<4xf32>
  %1 = graph.concat %x, %0 along 0 : tensor<2xf32>, tensor<4xf32> -> tensor<6xf32>
  %2 = graph.concat %e, %x along 0 : tensor<0xf32>, tensor<2xf32> -> tensor<2xf32>
  return %1, %2 : tensor<6xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @another_dimension
// CHECK-COUNT-2: graph.concat
func.func @another_dimension(%x: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %0 = graph.concat %x, %x along 1 : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x4xf32>
  %1 = graph.concat %0, %0 along 0 : tensor<2x4xf32>, tensor<2x4xf32> -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// Only the empty operand says how long rows are.
// CHECK-LABEL: func.func @the_empty_one_is_needed
//       CHECK:   graph.concat %{{.*}}, %{{.*}} along 0
func.func @the_empty_one_is_needed(%x: tensor<?x?xf32>, %e: tensor<0x4xf32>) -> tensor<?x4xf32> {
  %0 = graph.concat %x, %e along 0 : tensor<?x?xf32>, tensor<0x4xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @slices_that_touch
//  CHECK-SAME:   (%[[X:.*]]: tensor<3x9xf32>, %[[Y:.*]]: tensor<3x1xf32>)
//  CHECK-NEXT:   %[[S:.*]] = graph.slice %[[X]], [0, 1] to [2, ?] step [1, 1] : tensor<3x9xf32> -> tensor<2x8xf32>
//  CHECK-NEXT:   %[[R:.*]] = graph.slice %[[Y]]
//  CHECK-NEXT:   graph.concat %[[S]], %[[R]] along 1
func.func @slices_that_touch(%x: tensor<3x9xf32>, %y: tensor<3x1xf32>) -> tensor<2x9xf32> {
  %0 = graph.slice %x, [0, 1] to [2, 4] step [1, 1] : tensor<3x9xf32> -> tensor<2x3xf32>
  %1 = graph.slice %x, [0, 4] to [2, 6] step [1, 1] : tensor<3x9xf32> -> tensor<2x2xf32>
  %2 = graph.slice %x, [0, 6] to [2, ?] step [1, 1] : tensor<3x9xf32> -> tensor<2x3xf32>
  %3 = graph.slice %y, [0, 0] to [2, 1] step [1, 1] : tensor<3x1xf32> -> tensor<2x1xf32>
  %4 = graph.concat %0, %1, %2, %3 along 1
    : tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x1xf32> -> tensor<2x9xf32>
  return %4 : tensor<2x9xf32>
}

// CHECK-LABEL: func.func @slices_with_a_gap
// CHECK-COUNT-2: graph.slice
//       CHECK:   graph.concat
func.func @slices_with_a_gap(%x: tensor<9xf32>) -> tensor<5xf32> {
  %0 = graph.slice %x, [1] to [4] step [1] : tensor<9xf32> -> tensor<3xf32>
  %1 = graph.slice %x, [5] to [7] step [1] : tensor<9xf32> -> tensor<2xf32>
  %2 = graph.concat %0, %1 along 0 : tensor<3xf32>, tensor<2xf32> -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @cropped
//  CHECK-SAME:   (%[[X:.*]]: tensor<5x6xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.slice %[[X]], [1, 0] to [?, 4] step [1, 1] : tensor<5x6xf32> -> tensor<4x4xf32>
//  CHECK-NEXT:   return %[[R]]
func.func @cropped(%x: tensor<5x6xf32>) -> tensor<4x4xf32> {
  %0 = graph.pad <reflect> %x, low [-1, 0] high [0, -2] interior [0, 0] : tensor<5x6xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @cropped_at_an_unknown_end
//       CHECK:   graph.pad
func.func @cropped_at_an_unknown_end(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = graph.pad <edge> %x, low [0] high [-2] interior [0] : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @pads_merge
//  CHECK-SAME:   (%[[X:.*]]: tensor<5xf32>, %[[V:.*]]: tensor<f32>)
//  CHECK-NEXT:   %[[A:.*]] = graph.pad <constant> %[[X]], value %[[V]], low [3] high [1] interior [0]
//  CHECK-NEXT:   %[[B:.*]] = graph.pad <edge> %[[X]], low [2] high [0] interior [0]
//  CHECK-NEXT:   return %[[A]], %[[B]]
func.func @pads_merge(%x: tensor<5xf32>, %v: tensor<f32>) -> (tensor<9xf32>, tensor<7xf32>) {
  %0 = graph.pad <constant> %x, value %v, low [1] high [2] interior [0] : tensor<5xf32>, tensor<f32> -> tensor<8xf32>
  %1 = graph.pad <constant> %0, value %v, low [2] high [-1] interior [0] : tensor<8xf32>, tensor<f32> -> tensor<9xf32>
  %2 = graph.pad <edge> %x, low [1] high [0] interior [0] : tensor<5xf32> -> tensor<6xf32>
  %3 = graph.pad <edge> %2, low [1] high [0] interior [0] : tensor<6xf32> -> tensor<7xf32>
  return %1, %3 : tensor<9xf32>, tensor<7xf32>
}

// What the inner pad has taken away does not come back, and another value is another value.
// CHECK-LABEL: func.func @pads_that_stay
// CHECK-COUNT-4: graph.pad
func.func @pads_that_stay(%x: tensor<5xf32>, %v: tensor<f32>, %w: tensor<f32>) -> (tensor<6xf32>, tensor<7xf32>) {
  %0 = graph.pad <constant> %x, value %v, low [-1] high [1] interior [0] : tensor<5xf32>, tensor<f32> -> tensor<5xf32>
  %1 = graph.pad <constant> %0, value %v, low [1] high [0] interior [0] : tensor<5xf32>, tensor<f32> -> tensor<6xf32>
  %2 = graph.pad <constant> %x, value %v, low [1] high [0] interior [0] : tensor<5xf32>, tensor<f32> -> tensor<6xf32>
  %3 = graph.pad <constant> %2, value %w, low [1] high [0] interior [0] : tensor<6xf32>, tensor<f32> -> tensor<7xf32>
  return %1, %3 : tensor<6xf32>, tensor<7xf32>
}
