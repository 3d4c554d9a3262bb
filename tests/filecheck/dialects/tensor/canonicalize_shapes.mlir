// RUN: dlc-opt %s --canonicalize --allow-unregistered-dialect --split-input-file | filecheck %s

// CHECK-LABEL: func.func @pad_by_nothing
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[U:.*]]: tensor<4xf32>, %[[X:.*]]: f32) -> (tensor<4xf32>, tensor<4xf32>) {
//  CHECK-NEXT:   %[[P:.*]] = tensor.cast %[[T]] : tensor<?xf32> to tensor<4xf32>
//  CHECK-NEXT:   return %[[P]], %[[U]] : tensor<4xf32>, tensor<4xf32>
func.func @pad_by_nothing(%t: tensor<?xf32>, %u: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<4xf32>
  %q = tensor.pad %u low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<4xf32>
  return %p, %q : tensor<4xf32>, tensor<4xf32>
}

// -----

// A copy is asked for.
// CHECK-LABEL: func.func @nofold_pad_by_nothing_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>, %[[X:.*]]: f32) -> tensor<4xf32> {
//  CHECK-NEXT:   %[[P:.*]] = tensor.pad %[[T]] nofold low[0] high[0] {
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: index):
//  CHECK-NEXT:   tensor.yield %[[X]] : f32
//  CHECK-NEXT:   } : tensor<4xf32> to tensor<4xf32>
//  CHECK-NEXT:   return %[[P]] : tensor<4xf32>
func.func @nofold_pad_by_nothing_is_kept(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %p = tensor.pad %t nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<4xf32>
  return %p : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @pad_by_constants
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x?xf32>, %[[X:.*]]: f32, %[[N:.*]]: index) -> tensor<?x?xf32> {
//  CHECK-NEXT:   %[[PADDED:.*]] = tensor.pad %[[T]] low[2, %[[N]]] high[1, 2] {
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
//  CHECK-NEXT:   tensor.yield %[[X]] : f32
//  CHECK-NEXT:   } : tensor<4x?xf32> to tensor<7x?xf32>
//  CHECK-NEXT:   %[[P:.*]] = tensor.cast %[[PADDED]] : tensor<7x?xf32> to tensor<?x?xf32>
//  CHECK-NEXT:   return %[[P]] : tensor<?x?xf32>
func.func @pad_by_constants(%t: tensor<4x?xf32>, %x: f32, %n: index) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %p = tensor.pad %t low[%c2, %n] high[1, %c2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @pad_of_cast
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>, %[[X:.*]]: f32) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[PADDED:.*]] = tensor.pad %[[T]] low[1] high[1] {
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: index):
//  CHECK-NEXT:   tensor.yield %[[X]] : f32
//  CHECK-NEXT:   } : tensor<4xf32> to tensor<6xf32>
//  CHECK-NEXT:   %[[P:.*]] = tensor.cast %[[PADDED]] : tensor<6xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[P]] : tensor<?xf32>
func.func @pad_of_cast(%t: tensor<4xf32>, %x: f32) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %p = tensor.pad %c low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @cast_of_pad
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[X:.*]]: f32) -> tensor<8xf32> {
//  CHECK-NEXT:   %[[C:.*]] = tensor.pad %[[T]] low[1] high[1] {
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: index):
//  CHECK-NEXT:   tensor.yield %[[X]] : f32
//  CHECK-NEXT:   } : tensor<?xf32> to tensor<8xf32>
//  CHECK-NEXT:   return %[[C]] : tensor<8xf32>
func.func @cast_of_pad(%t: tensor<?xf32>, %x: f32) -> tensor<8xf32> {
  %p = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<?xf32>
  %c = tensor.cast %p : tensor<?xf32> to tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @pad_of_same_constant
//  CHECK-SAME:   () -> tensor<8xi32> {
//  CHECK-NEXT:   %[[P:.*]] = arith.constant dense<3> : tensor<8xi32>
//  CHECK-NEXT:   return %[[P]] : tensor<8xi32>
func.func @pad_of_same_constant() -> tensor<8xi32> {
  %t = arith.constant dense<3> : tensor<4xi32>
  %x = arith.constant 3 : i32
  %p = tensor.pad %t low[1] high[3] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<8xi32>
  return %p : tensor<8xi32>
}

// -----

// CHECK-LABEL: func.func @pad_of_other_constant_is_kept
//  CHECK-SAME:   () -> tensor<8xi32> {
//  CHECK-NEXT:   %[[T:.*]] = arith.constant dense<3> : tensor<4xi32>
//  CHECK-NEXT:   %[[X:.*]] = arith.constant 4 : i32
//  CHECK-NEXT:   %[[P:.*]] = tensor.pad %[[T]] low[1] high[3] {
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: index):
//  CHECK-NEXT:   tensor.yield %[[X]] : i32
//  CHECK-NEXT:   } : tensor<4xi32> to tensor<8xi32>
//  CHECK-NEXT:   return %[[P]] : tensor<8xi32>
func.func @pad_of_other_constant_is_kept() -> tensor<8xi32> {
  %t = arith.constant dense<3> : tensor<4xi32>
  %x = arith.constant 4 : i32
  %p = tensor.pad %t low[1] high[3] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<8xi32>
  return %p : tensor<8xi32>
}

// -----

// CHECK-LABEL: func.func @reshapes_of_nothing
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x2xf32>, %[[U:.*]]: tensor<?xf32>) -> (tensor<4x2xf32>, tensor<?xf32>) {
//  CHECK-NEXT:   return %[[T]], %[[U]] : tensor<4x2xf32>, tensor<?xf32>
func.func @reshapes_of_nothing(%t: tensor<4x2xf32>, %u: tensor<?xf32>) -> (tensor<4x2xf32>, tensor<?xf32>) {
  %e = tensor.expand_shape %t [[0], [1]] output_shape [4, 2] : tensor<4x2xf32> into tensor<4x2xf32>
  %c = tensor.collapse_shape %u [[0]] : tensor<?xf32> into tensor<?xf32>
  return %e, %c : tensor<4x2xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @expansion_undoes_collapse
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x4xf32>, %[[N:.*]]: index) -> tensor<?x4xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<?x4xf32>
func.func @expansion_undoes_collapse(%t: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %e : tensor<?x4xf32>
}

// -----

// Which factor is which is not known.
// CHECK-LABEL: func.func @expansion_to_other_sizes_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x?xf32>, %[[N:.*]]: index, %[[M:.*]]: index) -> tensor<?x?xf32> {
//  CHECK-NEXT:   %[[C:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1]{{\]}} : tensor<?x?xf32> into tensor<?xf32>
//  CHECK-NEXT:   %[[E:.*]] = tensor.expand_shape %[[C]] {{\[}}[0, 1]{{\]}} output_shape [%[[N]], %[[M]]] : tensor<?xf32> into tensor<?x?xf32>
//  CHECK-NEXT:   return %[[E]] : tensor<?x?xf32>
func.func @expansion_to_other_sizes_is_kept(%t: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_undoes_expansion
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[N:.*]]: index, %[[M:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<?xf32>
func.func @collapse_undoes_expansion(%t: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  %e = tensor.expand_shape %t [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  %c = tensor.collapse_shape %e [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %c : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes_of_constants
//  CHECK-SAME:   () -> (tensor<2x2xi32>, tensor<4xi32>) {
//  CHECK-NEXT:   %[[C:.*]] = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
//  CHECK-NEXT:   %[[E:.*]] = arith.constant dense<{{\[}}[1, 2], [3, 4]{{\]}}> : tensor<2x2xi32>
//  CHECK-NEXT:   return %[[E]], %[[C]] : tensor<2x2xi32>, tensor<4xi32>
func.func @reshapes_of_constants() -> (tensor<2x2xi32>, tensor<4xi32>) {
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %u = arith.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %e = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %c = tensor.collapse_shape %u [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  return %e, %c : tensor<2x2xi32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @merge_expansions
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x8xf32>, %[[N:.*]]: index) -> tensor<?x2x2x4xf32> {
//  CHECK-NEXT:   %[[B:.*]] = tensor.expand_shape %[[T]] {{\[}}[0, 1], [2, 3]{{\]}} output_shape [%[[N]], 2, 2, 4] : tensor<?x8xf32> into tensor<?x2x2x4xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<?x2x2x4xf32>
func.func @merge_expansions(%t: tensor<?x8xf32>, %n: index) -> tensor<?x2x2x4xf32> {
  %a = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 2, 8] : tensor<?x8xf32> into tensor<?x2x8xf32>
  %b = tensor.expand_shape %a [[0], [1], [2, 3]] output_shape [%n, 2, 2, 4] : tensor<?x2x8xf32> into tensor<?x2x2x4xf32>
  return %b : tensor<?x2x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @merge_collapses
//  CHECK-SAME:   (%[[T:.*]]: tensor<2x3x4x5xf32>) -> tensor<120xf32> {
//  CHECK-NEXT:   %[[B:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1, 2, 3]{{\]}} : tensor<2x3x4x5xf32> into tensor<120xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<120xf32>
func.func @merge_collapses(%t: tensor<2x3x4x5xf32>) -> tensor<120xf32> {
  %a = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<6x20xf32>
  %b = tensor.collapse_shape %a [[0, 1]] : tensor<6x20xf32> into tensor<120xf32>
  return %b : tensor<120xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_of_finer_expansion
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x6xf32>) -> tensor<24xf32> {
//  CHECK-NEXT:   %[[B:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1]{{\]}} : tensor<4x6xf32> into tensor<24xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<24xf32>
func.func @collapse_of_finer_expansion(%t: tensor<4x6xf32>) -> tensor<24xf32> {
  %a = tensor.expand_shape %t [[0, 1], [2, 3]] output_shape [2, 2, 2, 3] : tensor<4x6xf32> into tensor<2x2x2x3xf32>
  %b = tensor.collapse_shape %a [[0, 1, 2, 3]] : tensor<2x2x2x3xf32> into tensor<24xf32>
  return %b : tensor<24xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_of_coarser_expansion
//  CHECK-SAME:   (%[[T:.*]]: tensor<24xf32>) -> tensor<4x6xf32> {
//  CHECK-NEXT:   %[[B:.*]] = tensor.expand_shape %[[T]] {{\[}}[0, 1]{{\]}} output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<4x6xf32>
func.func @collapse_of_coarser_expansion(%t: tensor<24xf32>) -> tensor<4x6xf32> {
  %a = tensor.expand_shape %t [[0, 1, 2]] output_shape [2, 2, 6] : tensor<24xf32> into tensor<2x2x6xf32>
  %b = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x2x6xf32> into tensor<4x6xf32>
  return %b : tensor<4x6xf32>
}

// -----

// Neither grouping refines the other.
// CHECK-LABEL: func.func @crossing_groups_are_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x6xf32>) -> tensor<2x12xf32> {
//  CHECK-NEXT:   %[[A:.*]] = tensor.expand_shape %[[T]] {{\[}}[0, 1], [2]{{\]}} output_shape [2, 2, 6] : tensor<4x6xf32> into tensor<2x2x6xf32>
//  CHECK-NEXT:   %[[B:.*]] = tensor.collapse_shape %[[A]] {{\[}}[0], [1, 2]{{\]}} : tensor<2x2x6xf32> into tensor<2x12xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<2x12xf32>
func.func @crossing_groups_are_kept(%t: tensor<4x6xf32>) -> tensor<2x12xf32> {
  %a = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2, 6] : tensor<4x6xf32> into tensor<2x2x6xf32>
  %b = tensor.collapse_shape %a [[0], [1, 2]] : tensor<2x2x6xf32> into tensor<2x12xf32>
  return %b : tensor<2x12xf32>
}

// -----

// CHECK-LABEL: func.func @expansion_of_collapse
//  CHECK-SAME:   (%[[T:.*]]: tensor<2x3x4xf32>, %[[U:.*]]: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<2x3x2x2xf32>) {
//  CHECK-NEXT:   %[[B:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1], [2]{{\]}} : tensor<2x3x4xf32> into tensor<6x4xf32>
//  CHECK-NEXT:   %[[D:.*]] = tensor.expand_shape %[[U]] {{\[}}[0, 1], [2, 3]{{\]}} output_shape [2, 3, 2, 2] : tensor<6x4xf32> into tensor<2x3x2x2xf32>
//  CHECK-NEXT:   return %[[B]], %[[D]] : tensor<6x4xf32>, tensor<2x3x2x2xf32>
func.func @expansion_of_collapse(%t: tensor<2x3x4xf32>, %u: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<2x3x2x2xf32>) {
  %a = tensor.collapse_shape %t [[0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
  %b = tensor.expand_shape %a [[0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>
  %c = tensor.collapse_shape %u [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %d = tensor.expand_shape %c [[0, 1, 2, 3]] output_shape [2, 3, 2, 2] : tensor<24xf32> into tensor<2x3x2x2xf32>
  return %b, %d : tensor<6x4xf32>, tensor<2x3x2x2xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_of_cast
//  CHECK-SAME:   (%[[T:.*]]: tensor<2x3xf32>) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[COLLAPSED:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1]{{\]}} : tensor<2x3xf32> into tensor<6xf32>
//  CHECK-NEXT:   %[[R:.*]] = tensor.cast %[[COLLAPSED]] : tensor<6xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[R]] : tensor<?xf32>
func.func @collapse_of_cast(%t: tensor<2x3xf32>) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<2x3xf32> to tensor<?x3xf32>
  %r = tensor.collapse_shape %c [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @expansion_to_constant_sizes
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x?xf32>, %[[N:.*]]: index) -> tensor<?x?x?xf32> {
//  CHECK-NEXT:   %[[CAST:.*]] = tensor.cast %[[T]] : tensor<?x?xf32> to tensor<6x?xf32>
//  CHECK-NEXT:   %[[EXPANDED:.*]] = tensor.expand_shape %[[CAST]] {{\[}}[0, 1], [2]{{\]}} output_shape [2, 3, %[[N]]] : tensor<6x?xf32> into tensor<2x3x?xf32>
//  CHECK-NEXT:   %[[E:.*]] = tensor.cast %[[EXPANDED]] : tensor<2x3x?xf32> to tensor<?x?x?xf32>
//  CHECK-NEXT:   return %[[E]] : tensor<?x?x?xf32>
func.func @expansion_to_constant_sizes(%t: tensor<?x?xf32>, %n: index) -> tensor<?x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [%c2, %c3, %n] : tensor<?x?xf32> into tensor<?x?x?xf32>
  return %e : tensor<?x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshapes_of_new_tensors
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: index, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (tensor<?x2xf32>, tensor<?xf32>, tensor<1x2xf32>) {
//  CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   %[[A:.*]] = tensor.empty(%[[M]]) : tensor<?x2xf32>
//  CHECK-NEXT:   %[[V0:.*]] = arith.muli %[[N]], %[[C4]] : index
//  CHECK-NEXT:   %[[B:.*]] = tensor.splat %[[X]][%[[V0]]] : tensor<?xf32>
//  CHECK-NEXT:   %[[C:.*]] = tensor.from_elements %[[X]], %[[Y]] : tensor<1x2xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]], %[[C]] : tensor<?x2xf32>, tensor<?xf32>, tensor<1x2xf32>
func.func @reshapes_of_new_tensors(%n: index, %m: index, %x: f32, %y: f32) -> (tensor<?x2xf32>, tensor<?xf32>, tensor<1x2xf32>) {
  %t = tensor.empty(%n) : tensor<?xf32>
  %u = tensor.splat %x[%n] : tensor<?x4xf32>
  %v = tensor.from_elements %x, %y : tensor<2xf32>
  %a = tensor.expand_shape %t [[0, 1]] output_shape [%m, 2] : tensor<?xf32> into tensor<?x2xf32>
  %b = tensor.collapse_shape %u [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %c = tensor.expand_shape %v [[0, 1]] output_shape [1, 2] : tensor<2xf32> into tensor<1x2xf32>
  return %a, %b, %c : tensor<?x2xf32>, tensor<?xf32>, tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_of_reshape
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<3xi32>, %[[R:.*]]: tensor<2xi32>) -> tensor<?x?xf32> {
//  CHECK-NEXT:   %[[B:.*]] = tensor.reshape %[[T]](%[[R]]) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<?x?xf32>
func.func @reshape_of_reshape(%t: tensor<?xf32>, %s: tensor<3xi32>, %r: tensor<2xi32>) -> tensor<?x?xf32> {
  %a = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %b = tensor.reshape %a(%r) : (tensor<?x?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %b : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_to_own_shape
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<1xi32>) -> tensor<?xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<?xf32>
func.func @reshape_to_own_shape(%t: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %a = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_of_constant
//  CHECK-SAME:   (%[[S:.*]]: tensor<2xi32>) -> tensor<3x2xi32> {
//  CHECK-NEXT:   %[[A:.*]] = arith.constant dense<{{\[}}[1, 2], [3, 4], [5, 6]{{\]}}> : tensor<3x2xi32>
//  CHECK-NEXT:   return %[[A]] : tensor<3x2xi32>
func.func @reshape_of_constant(%s: tensor<2xi32>) -> tensor<3x2xi32> {
  %t = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %a = tensor.reshape %t(%s) : (tensor<6xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  return %a : tensor<3x2xi32>
}

// -----

// CHECK-LABEL: func.func @reshape_of_casts
//  CHECK-SAME:   (%[[T:.*]]: tensor<6xf32>, %[[S:.*]]: tensor<2xi32>) -> (tensor<?x?xf32>, tensor<*xf32>) {
//  CHECK-NEXT:   %[[A:.*]] = tensor.reshape %[[T]](%[[S]]) : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
//  CHECK-NEXT:   %[[B:.*]] = tensor.reshape %[[T]](%[[S]]) : (tensor<6xf32>, tensor<2xi32>) -> tensor<*xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : tensor<?x?xf32>, tensor<*xf32>
func.func @reshape_of_casts(%t: tensor<6xf32>, %s: tensor<2xi32>) -> (tensor<?x?xf32>, tensor<*xf32>) {
  %c = tensor.cast %t : tensor<6xf32> to tensor<*xf32>
  %d = tensor.cast %s : tensor<2xi32> to tensor<?xi32>
  %a = tensor.reshape %c(%s) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %b = tensor.reshape %t(%d) : (tensor<6xf32>, tensor<?xi32>) -> tensor<*xf32>
  return %a, %b : tensor<?x?xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @concat_of_one
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
//  CHECK-NEXT:   %[[B:.*]] = tensor.cast %[[T]] : tensor<4xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[T]], %[[B]] : tensor<4xf32>, tensor<?xf32>
func.func @concat_of_one(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  %a = tensor.concat dim(0) %t : (tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.concat dim(0) %t : (tensor<4xf32>) -> tensor<?xf32>
  return %a, %b : tensor<4xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @concat_of_casts
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x2xf32>, %[[U:.*]]: tensor<?x2xf32>) -> tensor<?x?xf32> {
//  CHECK-NEXT:   %[[CONCAT:.*]] = tensor.concat dim(0) %[[T]], %[[U]] : (tensor<4x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
//  CHECK-NEXT:   %[[A:.*]] = tensor.cast %[[CONCAT]] : tensor<?x2xf32> to tensor<?x?xf32>
//  CHECK-NEXT:   return %[[A]] : tensor<?x?xf32>
func.func @concat_of_casts(%t: tensor<4x2xf32>, %u: tensor<?x2xf32>) -> tensor<?x?xf32> {
  %c = tensor.cast %t : tensor<4x2xf32> to tensor<?x?xf32>
  %a = tensor.concat dim(0) %c, %u : (tensor<?x?xf32>, tensor<?x2xf32>) -> tensor<?x?xf32>
  return %a : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @concat_with_nothing
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[U:.*]]: tensor<0xf32>, %[[V:.*]]: tensor<2xf32>) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[A:.*]] = tensor.concat dim(0) %[[T]], %[[V]] : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
//  CHECK-NEXT:   return %[[A]] : tensor<?xf32>
func.func @concat_with_nothing(%t: tensor<?xf32>, %u: tensor<0xf32>, %v: tensor<2xf32>) -> tensor<?xf32> {
  %a = tensor.concat dim(0) %t, %u, %v : (tensor<?xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @unpack_of_pack
//  CHECK-SAME:   (%[[T:.*]]: tensor<30xf32>, %[[X:.*]]: f32) -> tensor<30xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<30xf32>
func.func @unpack_of_pack(%t: tensor<30xf32>, %x: f32) -> tensor<30xf32> {
  %d = tensor.empty() : tensor<4x8xf32>
  %e = tensor.empty() : tensor<30xf32>
  %p = tensor.pack %t padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<30xf32> -> tensor<4x8xf32>
  %u = tensor.unpack %p inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<4x8xf32> -> tensor<30xf32>
  return %u : tensor<30xf32>
}

// -----

// CHECK-LABEL: func.func @pack_of_unpack
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<4x8xf32>
func.func @pack_of_unpack(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %d = tensor.empty() : tensor<4x8xf32>
  %e = tensor.empty() : tensor<32xf32>
  %u = tensor.unpack %t inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<4x8xf32> -> tensor<32xf32>
  %p = tensor.pack %u inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<32xf32> -> tensor<4x8xf32>
  return %p : tensor<4x8xf32>
}

// -----

// The tiles are others.
// CHECK-LABEL: func.func @unpack_of_other_pack_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<8x8xf32>) -> tensor<8x8xf32> {
//  CHECK-NEXT:   %[[D:.*]] = tensor.empty() : tensor<4x4x2x2xf32>
//  CHECK-NEXT:   %[[E:.*]] = tensor.empty() : tensor<8x8xf32>
//  CHECK-NEXT:   %[[P:.*]] = tensor.pack %[[T]] outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %[[D]] : tensor<8x8xf32> -> tensor<4x4x2x2xf32>
//  CHECK-NEXT:   %[[U:.*]] = tensor.unpack %[[P]] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %[[E]] : tensor<4x4x2x2xf32> -> tensor<8x8xf32>
//  CHECK-NEXT:   return %[[U]] : tensor<8x8xf32>
func.func @unpack_of_other_pack_is_kept(%t: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %d = tensor.empty() : tensor<4x4x2x2xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %p = tensor.pack %t outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<8x8xf32> -> tensor<4x4x2x2xf32>
  %u = tensor.unpack %p inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x4x2x2xf32> -> tensor<8x8xf32>
  return %u : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @pack_without_padding
//  CHECK-SAME:   (%[[T:.*]]: tensor<32xf32>, %[[X:.*]]: f32, %[[D:.*]]: tensor<4x8xf32>) -> tensor<4x8xf32> {
//  CHECK-NEXT:   %[[P:.*]] = tensor.pack %[[T]] inner_dims_pos = [0] inner_tiles = [8] into %[[D]] : tensor<32xf32> -> tensor<4x8xf32>
//  CHECK-NEXT:   return %[[P]] : tensor<4x8xf32>
func.func @pack_without_padding(%t: tensor<32xf32>, %x: f32, %d: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %p = tensor.pack %t padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<32xf32> -> tensor<4x8xf32>
  return %p : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @packing_of_casts
//  CHECK-SAME:   (%[[T:.*]]: tensor<32xf32>, %[[D:.*]]: tensor<4x8xf32>) -> (tensor<?x8xf32>, tensor<?xf32>) {
//  CHECK-NEXT:   %[[PACK:.*]] = tensor.pack %[[T]] inner_dims_pos = [0] inner_tiles = [8] into %[[D]] : tensor<32xf32> -> tensor<4x8xf32>
//  CHECK-NEXT:   %[[P:.*]] = tensor.cast %[[PACK]] : tensor<4x8xf32> to tensor<?x8xf32>
//  CHECK-NEXT:   %[[UNPACK:.*]] = tensor.unpack %[[D]] inner_dims_pos = [0] inner_tiles = [8] into %[[T]] : tensor<4x8xf32> -> tensor<32xf32>
//  CHECK-NEXT:   %[[U:.*]] = tensor.cast %[[UNPACK]] : tensor<32xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[P]], %[[U]] : tensor<?x8xf32>, tensor<?xf32>
func.func @packing_of_casts(%t: tensor<32xf32>, %d: tensor<4x8xf32>) -> (tensor<?x8xf32>, tensor<?xf32>) {
  %c = tensor.cast %t : tensor<32xf32> to tensor<?xf32>
  %e = tensor.cast %d : tensor<4x8xf32> to tensor<?x8xf32>
  %p = tensor.pack %c inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<?xf32> -> tensor<?x8xf32>
  %u = tensor.unpack %e inner_dims_pos = [0] inner_tiles = [8] into %c : tensor<?x8xf32> -> tensor<?xf32>
  return %p, %u : tensor<?x8xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @packing_of_constants
//  CHECK-SAME:   (%[[D:.*]]: tensor<4x8xi32>, %[[E:.*]]: tensor<30xi32>) -> (tensor<4x8xi32>, tensor<30xi32>) {
//  CHECK-NEXT:   %[[Q:.*]] = arith.constant dense<6> : tensor<30xi32>
//  CHECK-NEXT:   %[[P:.*]] = arith.constant dense<5> : tensor<4x8xi32>
//  CHECK-NEXT:   return %[[P]], %[[Q]] : tensor<4x8xi32>, tensor<30xi32>
func.func @packing_of_constants(%d: tensor<4x8xi32>, %e: tensor<30xi32>) -> (tensor<4x8xi32>, tensor<30xi32>) {
  %x = arith.constant 5 : i32
  %t = arith.constant dense<5> : tensor<30xi32>
  %u = arith.constant dense<6> : tensor<4x8xi32>
  %p = tensor.pack %t padding_value(%x : i32) inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<30xi32> -> tensor<4x8xi32>
  %q = tensor.unpack %u inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<4x8xi32> -> tensor<30xi32>
  return %p, %q : tensor<4x8xi32>, tensor<30xi32>
}

// CHECK-LABEL: func.func @merged_pads(
//  CHECK-NEXT:   %[[LOW:.*]] = arith.addi %n, %n : index
//       CHECK:   tensor.pad %t low[4, %[[LOW]]] high[1, 6] {
//   CHECK-NOT:   tensor.pad
func.func @merged_pads(%t: tensor<4x?xf32>, %n: index, %x: f32) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %p = tensor.pad %t low[%c2, %n] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  %q = tensor.pad %p low[2, %n] high[1, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %q : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @pads_with_two_values(
//       CHECK:   tensor.pad
//       CHECK:   tensor.pad
func.func @pads_with_two_values(%t: tensor<4xf32>, %x: f32, %y: f32) -> tensor<8xf32> {
  %p = tensor.pad %t low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<6xf32>
  %q = tensor.pad %p low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %y : f32
  } : tensor<6xf32> to tensor<8xf32>
  return %q : tensor<8xf32>
}
