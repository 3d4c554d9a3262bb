// RUN: dlc-opt %s --infer-shapes --split-input-file | filecheck %s

// CHECK-LABEL: func.func @types_follow_from_operands(
//       CHECK:   graph.transpose %{{.*}}, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
//       CHECK:   %[[E:.*]] = graph.exp %{{.*}} : tensor<3x2xf32>
//       CHECK:   %[[R:.*]] = graph.with_shape %[[E]] : tensor<3x2xf32> -> tensor<?x?xf32>
//       CHECK:   return %[[R]] : tensor<?x?xf32>
func.func @types_follow_from_operands(%x: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<?x?xf32>
  %r = graph.exp %a : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// What cannot be told is checked when running.
// CHECK-LABEL: func.func @operands_of_one_type(
//  CHECK-SAME:   %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<?x?xf32>)
//       CHECK:   %[[KNOWN:.*]] = graph.with_shape %[[Y]] : tensor<?x?xf32> -> tensor<2x3xf32>
//       CHECK:   graph.add %[[X]], %[[KNOWN]] : tensor<2x3xf32>
func.func @operands_of_one_type(%x: tensor<2x3xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %a = graph.with_shape %x : tensor<2x3xf32> -> tensor<?x?xf32>
  %r = graph.add %a, %y : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @parameters_of_one_type(
//       CHECK:   %[[KNOWN:.*]] = graph.with_shape %{{.*}} : tensor<?xf32> -> tensor<3xf32>
//       CHECK:   graph.batch_norm %{{.*}}, %{{.*}}, %[[KNOWN]],
//  CHECK-SAME:   tensor<2x3xf32>, tensor<3xf32>
func.func @parameters_of_one_type(%x: tensor<2x3xf32>, %a: tensor<3xf32>, %b: tensor<?xf32>) -> tensor<2x3xf32> {
  %c = graph.with_shape %a : tensor<3xf32> -> tensor<?xf32>
  %r = graph.batch_norm %x, %c, %b, %c, %c, 1 epsilon 1.0e-05 : tensor<2x3xf32>, tensor<?xf32>
  return %r : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @both_branches(
//       CHECK:   graph.if %{{.*}} -> tensor<?x3xf32>
func.func @both_branches(%c: tensor<i1>, %x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<?x?xf32> {
  %r = graph.if %c -> tensor<?x?xf32> {
    graph.yield %x : tensor<2x3xf32>
  } else {
    graph.yield %y : tensor<4x3xf32>
  }
  return %r : tensor<?x?xf32>
}

// -----

// The first size stays from one iteration to the next, the second one does not.
// CHECK-LABEL: func.func @what_a_loop_keeps(
//       CHECK:   graph.while (%{{.*}} = %{{.*}} : tensor<2x3xf32> as tensor<2x?xf32>)
//       CHECK:     graph.condition %{{.*}}, %{{.*}} : tensor<2x?xf32>
//       CHECK:   do (%{{.*}}: tensor<2x?xf32>)
//       CHECK:     graph.concat %{{.*}} : tensor<2x?xf32>, tensor<2x3xf32> -> tensor<2x?xf32>
func.func @what_a_loop_keeps(%c: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %r = graph.while (%a = %x : tensor<2x3xf32> as tensor<?x?xf32>) {
    graph.condition %c, %a : tensor<?x?xf32>
  } do (%b: tensor<?x?xf32>) {
    %next = graph.concat %b, %x along 1 : tensor<?x?xf32>, tensor<2x3xf32> -> tensor<?x?xf32>
    graph.yield %next : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @slices_of_a_scan(
//       CHECK:   graph.scan (%{{.*}} = %{{.*}} : tensor<3xf32>) over (%{{.*}} = %{{.*}} : tensor<5x3xf32>) -> tensor<5x3xf32>
func.func @slices_of_a_scan(%zero: tensor<3xf32>, %xs: tensor<5x3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %a = graph.with_shape %xs : tensor<5x3xf32> -> tensor<?x?xf32>
  %last, %all = graph.scan (%sum = %zero : tensor<3xf32> as tensor<?xf32>) over (%x = %a : tensor<?x?xf32>) -> tensor<?x?xf32> {
    %next = graph.add %sum, %x : tensor<?xf32>
    graph.yield %next, %next : tensor<?xf32>, tensor<?xf32>
  }
  return %last, %all : tensor<?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func private @agreed(
//  CHECK-SAME:   %{{.*}}: tensor<2x?xf32>) -> tensor<2x?xf32>
func.func private @agreed(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = graph.relu %x : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Both calls have the first size; results come back.
// CHECK-LABEL: func.func @calls_agree(
//       CHECK:   graph.call @agreed(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x?xf32>
//       CHECK:   %[[LESS:.*]] = graph.with_shape %{{.*}} : tensor<2x4xf32> -> tensor<2x?xf32>
//       CHECK:   call @agreed(%[[LESS]]) : (tensor<2x?xf32>) -> tensor<2x?xf32>
//       CHECK:   graph.transpose %{{.*}} : tensor<2x?xf32> -> tensor<?x2xf32>
func.func @calls_agree(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = graph.call @agreed(%x) : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %b = graph.with_shape %y : tensor<2x4xf32> -> tensor<?x?xf32>
  %c = call @agreed(%b) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %d = graph.transpose %c, [1, 0] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %a, %d : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Anybody may call it.
// CHECK-LABEL: func.func @public_signatures_stay(
//  CHECK-SAME:   %{{.*}}: tensor<?xf32>) -> tensor<?xf32>
func.func @public_signatures_stay(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

func.func @caller(%x: tensor<2xf32>) -> tensor<?xf32> {
  %r = graph.call @public_signatures_stay(%x) : (tensor<2xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func private @recursive(
//  CHECK-SAME:   %{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func private @recursive(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = graph.constant dense<false> : tensor<i1>
  %r = graph.if %c -> tensor<?xf32> {
    %y = graph.call @recursive(%x) : (tensor<?xf32>) -> tensor<?xf32>
    graph.yield %y : tensor<?xf32>
  } else {
    graph.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @begin(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.call @recursive(%x) : (tensor<4xf32>) -> tensor<?xf32>
  %s = graph.with_shape %r : tensor<?xf32> -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @ops_of_other_dialects_get_what_they_had(
//       CHECK:   %[[E:.*]] = graph.exp %{{.*}} : tensor<2xf32>
//       CHECK:   %[[LESS:.*]] = graph.with_shape %[[E]] : tensor<2xf32> -> tensor<?xf32>
//       CHECK:   tensor.cast %[[LESS]] : tensor<?xf32> to tensor<2xf32>
func.func @ops_of_other_dialects_get_what_they_had(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = graph.with_shape %x : tensor<2xf32> -> tensor<?xf32>
  %b = graph.exp %a : tensor<?xf32>
  %r = tensor.cast %b : tensor<?xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// Entries that do not fit the shape say nothing, and stay.
// CHECK-LABEL: func.func @entries_that_do_not_fit(%x: tensor<f32, #graph.dims<n>>) -> tensor<f32, #graph.dims<n>>
// CHECK-NEXT:  %0 = call @hands_back(%x) : (tensor<f32, #graph.dims<n>>) -> tensor<f32, #graph.dims<n>>
// CHECK-NEXT:  return %0 : tensor<f32, #graph.dims<n>>
func.func @entries_that_do_not_fit(%x: tensor<f32, #graph.dims<n>>) -> tensor<f32, #graph.dims<n>> {
  %0 = call @hands_back(%x) : (tensor<f32, #graph.dims<n>>) -> tensor<f32, #graph.dims<n>>
  return %0 : tensor<f32, #graph.dims<n>>
}

// CHECK-LABEL: func.func private @hands_back(%x: tensor<f32, #graph.dims<n>>) -> tensor<f32, #graph.dims<n>>
func.func private @hands_back(%x: tensor<f32, #graph.dims<n>>) -> tensor<f32, #graph.dims<n>> {
  return %x : tensor<f32, #graph.dims<n>>
}

// CHECK-LABEL: func.func private @hands_back_vector(%x: tensor<2xf32, #graph.dims<n>>) -> tensor<2xf32, #graph.dims<n>>
func.func private @hands_back_vector(%x: tensor<2xf32, #graph.dims<n>>) -> tensor<2xf32, #graph.dims<n>> {
  return %x : tensor<2xf32, #graph.dims<n>>
}

func.func @calls_it(%x: tensor<2xf32, #graph.dims<n>>) -> tensor<2xf32, #graph.dims<n>> {
  %0 = call @hands_back_vector(%x) : (tensor<2xf32, #graph.dims<n>>) -> tensor<2xf32, #graph.dims<n>>
  return %0 : tensor<2xf32, #graph.dims<n>>
}

// -----

// Names that differ may have one value: that is checked when running.
// CHECK-LABEL: func.func @names_that_differ
//       CHECK:   %[[A:.*]] = graph.with_shape %x : tensor<?x3xf32, #graph.dims<n>> -> tensor<?x3xf32>
//       CHECK:   %[[B:.*]] = graph.with_shape %y : tensor<?x4xf32, #graph.dims<m>> -> tensor<?x4xf32>
//       CHECK:   graph.contract %[[A]], %[[B]]
func.func @names_that_differ(
    %x: tensor<?x3xf32, #graph.dims<n>>, %y: tensor<?x4xf32, #graph.dims<m>>) -> tensor<3x4xf32> {
  %a = graph.with_shape %x : tensor<?x3xf32, #graph.dims<n>> -> tensor<?x3xf32>
  %b = graph.with_shape %y : tensor<?x4xf32, #graph.dims<m>> -> tensor<?x4xf32>
  %c = graph.contract %a, %b, batch = [] x [], contracting = [0] x [0]
    : tensor<?x3xf32>, tensor<?x4xf32> -> tensor<3x4xf32>
  return %c : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @a_name_and_a_number_of_elements
//       CHECK:   %[[NEG:.*]] = graph.neg %x : tensor<?xf32, #graph.dims<n>>
//       CHECK:   %[[LESS:.*]] = graph.with_shape %[[NEG]] : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32>
//       CHECK:   graph.reshape %[[LESS]] : tensor<?xf32> -> tensor<2x2xf32>
func.func @a_name_and_a_number_of_elements(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<2x2xf32> {
  %a = graph.with_shape %x : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32>
  %b = graph.neg %a : tensor<?xf32>
  %c = graph.reshape %b : tensor<?xf32> -> tensor<2x2xf32>
  return %c : tensor<2x2xf32>
}
