// RUN: dlc-opt %s --canonicalize --allow-unregistered-dialect --split-input-file | filecheck %s

// CHECK-LABEL: func.func @extract_slice_of_everything
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x2xf32>) -> tensor<4x2xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<4x2xf32>
func.func @extract_slice_of_everything(%t: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %s = tensor.extract_slice %t[0, 0] [4, 2] [1, 1] : tensor<4x2xf32> to tensor<4x2xf32>
  return %s : tensor<4x2xf32>
}

// -----

// The sizes need not be all there are.
// CHECK-LABEL: func.func @extract_slice_of_dynamic_sizes_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[N:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[T]][0] [%[[N]]] [1] : tensor<?xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[S]] : tensor<?xf32>
func.func @extract_slice_of_dynamic_sizes_is_kept(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %s = tensor.extract_slice %t[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @extract_slice_that_was_inserted
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[U:.*]]: tensor<?xf32>, %[[I:.*]]: index, %[[N:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   return %[[U]] : tensor<?xf32>
func.func @extract_slice_that_was_inserted(%t: tensor<?xf32>, %u: tensor<?xf32>, %i: index, %n: index) -> tensor<?xf32> {
  %r = tensor.insert_slice %u into %t[%i] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  %s = tensor.extract_slice %r[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @extract_slice_beside_insertion
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<2xf32>) -> tensor<3xf32> {
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[T]][4] [3] [1] : tensor<8xf32> to tensor<3xf32>
//  CHECK-NEXT:   return %[[S]] : tensor<3xf32>
func.func @extract_slice_beside_insertion(%t: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  %r = tensor.insert_slice %u into %t[1] [2] [2] : tensor<2xf32> into tensor<8xf32>
  %s = tensor.extract_slice %r[4] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %s : tensor<3xf32>
}

// -----

// Element 3 is in both.
// CHECK-LABEL: func.func @extract_slice_over_insertion_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<2xf32>) -> tensor<3xf32> {
//  CHECK-NEXT:   %[[R:.*]] = tensor.insert_slice %[[U]] into %[[T]][1] [2] [2] : tensor<2xf32> into tensor<8xf32>
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[R]][3] [3] [1] : tensor<8xf32> to tensor<3xf32>
//  CHECK-NEXT:   return %[[S]] : tensor<3xf32>
func.func @extract_slice_over_insertion_is_kept(%t: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<3xf32> {
  %r = tensor.insert_slice %u into %t[1] [2] [2] : tensor<2xf32> into tensor<8xf32>
  %s = tensor.extract_slice %r[3] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %s : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @extract_slice_of_constant
//  CHECK-SAME:   () -> (tensor<2x2xi32>, tensor<2xi32>) {
//  CHECK-NEXT:   %[[B:.*]] = arith.constant dense<7> : tensor<2xi32>
//  CHECK-NEXT:   %[[A:.*]] = arith.constant dense<{{\[}}[2, 3], [5, 6]{{\]}}> : tensor<2x2xi32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : tensor<2x2xi32>, tensor<2xi32>
func.func @extract_slice_of_constant() -> (tensor<2x2xi32>, tensor<2xi32>) {
  %t = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %u = arith.constant dense<7> : tensor<1000xi32>
  %a = tensor.extract_slice %t[0, 1] [2, 2] [1, 1] : tensor<2x3xi32> to tensor<2x2xi32>
  %b = tensor.extract_slice %u[0] [2] [1] : tensor<1000xi32> to tensor<2xi32>
  return %a, %b : tensor<2x2xi32>, tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @extract_slice_by_constants
//  CHECK-SAME:   (%[[T:.*]]: tensor<8x8xf32>, %[[I:.*]]: index) -> tensor<?x?xf32> {
//  CHECK-NEXT:   %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[T]][1, %[[I]]] [4, %[[I]]] [1, 1] : tensor<8x8xf32> to tensor<4x?xf32>
//  CHECK-NEXT:   %[[S:.*]] = tensor.cast %[[EXTRACTED_SLICE]] : tensor<4x?xf32> to tensor<?x?xf32>
//  CHECK-NEXT:   return %[[S]] : tensor<?x?xf32>
func.func @extract_slice_by_constants(%t: tensor<8x8xf32>, %i: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tensor.extract_slice %t[%c1, %i] [%c4, %i] [%c1, 1] : tensor<8x8xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// -----

// Moving the constant would make an op that cannot be.
// CHECK-LABEL: func.func @extract_slice_out_of_bounds_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[N:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[C9:.*]] = arith.constant 9 : index
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[T]][%[[C9]]] [%[[N]]] [1] : tensor<8xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[S]] : tensor<?xf32>
func.func @extract_slice_out_of_bounds_is_kept(%t: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  %c9 = arith.constant 9 : index
  %s = tensor.extract_slice %t[%c9] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @extract_slice_of_cast
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[N:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[S:.*]] = tensor.extract_slice %[[T]][0] [%[[N]]] [1] : tensor<8xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[S]] : tensor<?xf32>
func.func @extract_slice_of_cast(%t: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %s = tensor.extract_slice %c[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @cast_of_extract_slice
//  CHECK-SAME:   (%[[T:.*]]: tensor<8x?xf32>, %[[N:.*]]: index) -> tensor<4xf32> {
//  CHECK-NEXT:   %[[C:.*]] = tensor.extract_slice %[[T]][0, 0] [1, 4] [1, 1] : tensor<8x?xf32> to tensor<4xf32>
//  CHECK-NEXT:   return %[[C]] : tensor<4xf32>
func.func @cast_of_extract_slice(%t: tensor<8x?xf32>, %n: index) -> tensor<4xf32> {
  %s = tensor.extract_slice %t[0, 0] [1, %n] [1, 1] : tensor<8x?xf32> to tensor<?xf32>
  %c = tensor.cast %s : tensor<?xf32> to tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @extract_slice_of_uniform
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: index, %[[X:.*]]: f32) -> (tensor<?xf32>, tensor<2x?xf32>) {
//  CHECK-NEXT:   %[[A:.*]] = tensor.empty(%[[M]]) : tensor<?xf32>
//  CHECK-NEXT:   %[[B:.*]] = tensor.splat %[[X]][%[[M]]] : tensor<2x?xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : tensor<?xf32>, tensor<2x?xf32>
func.func @extract_slice_of_uniform(%n: index, %m: index, %x: f32) -> (tensor<?xf32>, tensor<2x?xf32>) {
  %t = tensor.empty(%n) : tensor<4x?xf32>
  %u = tensor.splat %x[%n] : tensor<4x?xf32>
  %a = tensor.extract_slice %t[0, 0] [1, %m] [1, 1] : tensor<4x?xf32> to tensor<?xf32>
  %b = tensor.extract_slice %u[0, 0] [2, %m] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
  return %a, %b : tensor<?xf32>, tensor<2x?xf32>
}

// -----

// CHECK-LABEL: func.func @merge_extract_slices
//  CHECK-SAME:   (%[[T:.*]]: tensor<64x64xf32>, %[[I:.*]]: index, %[[N:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[I]], %[[C4]] : index
//  CHECK-NEXT:   %[[B:.*]] = tensor.extract_slice %[[T]][3, %[[V0]]] [1, %[[N]]] [1, 6] : tensor<64x64xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<?xf32>
func.func @merge_extract_slices(%t: tensor<64x64xf32>, %i: index, %n: index) -> tensor<?xf32> {
  %a = tensor.extract_slice %t[3, %i] [1, 16] [1, 2] : tensor<64x64xf32> to tensor<16xf32>
  %b = tensor.extract_slice %a[2] [%n] [3] : tensor<16xf32> to tensor<?xf32>
  return %b : tensor<?xf32>
}

// -----

// The first slice stays for its other user, so nothing would be saved.
// CHECK-LABEL: func.func @shared_extract_slice_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<64xf32>, %[[I:.*]]: index) -> (tensor<16xf32>, tensor<4xf32>) {
//  CHECK-NEXT:   %[[A:.*]] = tensor.extract_slice %[[T]][%[[I]]] [16] [1] : tensor<64xf32> to tensor<16xf32>
//  CHECK-NEXT:   %[[B:.*]] = tensor.extract_slice %[[A]][2] [4] [1] : tensor<16xf32> to tensor<4xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : tensor<16xf32>, tensor<4xf32>
func.func @shared_extract_slice_is_kept(%t: tensor<64xf32>, %i: index) -> (tensor<16xf32>, tensor<4xf32>) {
  %a = tensor.extract_slice %t[%i] [16] [1] : tensor<64xf32> to tensor<16xf32>
  %b = tensor.extract_slice %a[2] [4] [1] : tensor<16xf32> to tensor<4xf32>
  return %a, %b : tensor<16xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @insert_slice_over_everything
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>, %[[U:.*]]: tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT:   return %[[U]] : tensor<4xf32>
func.func @insert_slice_over_everything(%t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %r = tensor.insert_slice %u into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @insert_dynamic_slice_over_everything
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>, %[[U:.*]]: tensor<?xf32>, %[[N:.*]]: index) -> tensor<4xf32> {
//  CHECK-NEXT:   %[[R:.*]] = tensor.cast %[[U]] : tensor<?xf32> to tensor<4xf32>
//  CHECK-NEXT:   return %[[R]] : tensor<4xf32>
func.func @insert_dynamic_slice_over_everything(%t: tensor<4xf32>, %u: tensor<?xf32>, %n: index) -> tensor<4xf32> {
  %c4 = arith.constant 4 : index
  %r = tensor.insert_slice %u into %t[0] [%c4] [1] : tensor<?xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @insert_slice_that_was_extracted
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[I:.*]]: index, %[[N:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<?xf32>
func.func @insert_slice_that_was_extracted(%t: tensor<?xf32>, %i: index, %n: index) -> tensor<?xf32> {
  %s = tensor.extract_slice %t[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %r = tensor.insert_slice %s into %t[%i] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @insert_slice_over_insertion
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<2xf32>, %[[V:.*]]: tensor<2xf32>, %[[I:.*]]: index) -> tensor<8xf32> {
//  CHECK-NEXT:   %[[S:.*]] = tensor.insert_slice %[[V]] into %[[T]][%[[I]]] [2] [1] : tensor<2xf32> into tensor<8xf32>
//  CHECK-NEXT:   return %[[S]] : tensor<8xf32>
func.func @insert_slice_over_insertion(%t: tensor<8xf32>, %u: tensor<2xf32>, %v: tensor<2xf32>, %i: index) -> tensor<8xf32> {
  %r = tensor.insert_slice %u into %t[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %s = tensor.insert_slice %v into %r[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @insert_slice_by_constants
//  CHECK-SAME:   (%[[T:.*]]: tensor<8x8xf32>, %[[U:.*]]: tensor<?x?xf32>, %[[I:.*]]: index) -> tensor<8x8xf32> {
//  CHECK-NEXT:   %[[CAST:.*]] = tensor.cast %[[U]] : tensor<?x?xf32> to tensor<4x?xf32>
//  CHECK-NEXT:   %[[R:.*]] = tensor.insert_slice %[[CAST]] into %[[T]][1, %[[I]]] [4, %[[I]]] [1, 1] : tensor<4x?xf32> into tensor<8x8xf32>
//  CHECK-NEXT:   return %[[R]] : tensor<8x8xf32>
func.func @insert_slice_by_constants(%t: tensor<8x8xf32>, %u: tensor<?x?xf32>, %i: index) -> tensor<8x8xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = tensor.insert_slice %u into %t[%c1, %i] [%c4, %i] [1, 1] : tensor<?x?xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @insert_slice_into_cast
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[U:.*]]: tensor<2xf32>, %[[I:.*]]: index) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[U]] into %[[T]][%[[I]]] [2] [1] : tensor<2xf32> into tensor<8xf32>
//  CHECK-NEXT:   %[[R:.*]] = tensor.cast %[[INSERTED_SLICE]] : tensor<8xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[R]] : tensor<?xf32>
func.func @insert_slice_into_cast(%t: tensor<8xf32>, %u: tensor<2xf32>, %i: index) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %r = tensor.insert_slice %u into %c[%i] [2] [1] : tensor<2xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @insert_slice_of_cast
//  CHECK-SAME:   (%[[T:.*]]: tensor<8x?xf32>, %[[U:.*]]: tensor<2xf32>, %[[N:.*]]: index) -> tensor<8x?xf32> {
//  CHECK-NEXT:   %[[R:.*]] = tensor.insert_slice %[[U]] into %[[T]][0, 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<8x?xf32>
//  CHECK-NEXT:   return %[[R]] : tensor<8x?xf32>
func.func @insert_slice_of_cast(%t: tensor<8x?xf32>, %u: tensor<2xf32>, %n: index) -> tensor<8x?xf32> {
  %c = tensor.cast %u : tensor<2xf32> to tensor<?xf32>
  %r = tensor.insert_slice %c into %t[0, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}
