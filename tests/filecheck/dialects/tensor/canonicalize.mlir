// RUN: dlc-opt %s --canonicalize --allow-unregistered-dialect --split-input-file | filecheck %s

// CHECK-LABEL: func.func @dim_of_static_size
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x?xf32>) -> index {
//  CHECK-NEXT:   %[[D:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_static_size(%t: tensor<4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<4x?xf32>
  return %d : index
}

// -----

// There is no such dimension.
// CHECK-LABEL: func.func @dim_out_of_bounds_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x?xf32>) -> index {
//  CHECK-NEXT:   %[[C7:.*]] = arith.constant 7 : index
//  CHECK-NEXT:   %[[D:.*]] = tensor.dim %[[T]], %[[C7]] : tensor<4x?xf32>
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_out_of_bounds_is_kept(%t: tensor<4x?xf32>) -> index {
  %c7 = arith.constant 7 : index
  %d = tensor.dim %t, %c7 : tensor<4x?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_empty
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: index) -> index {
//  CHECK-NEXT:   return %[[M]] : index
func.func @dim_of_empty(%n: index, %m: index) -> index {
  %c2 = arith.constant 2 : index
  %t = tensor.empty(%n, %m) : tensor<?x4x?xf32>
  %d = tensor.dim %t, %c2 : tensor<?x4x?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_splat_and_generate
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[N:.*]]: index, %[[M:.*]]: index) -> (index, index) {
//  CHECK-NEXT:   return %[[N]], %[[M]] : index, index
func.func @dim_of_splat_and_generate(%x: f32, %n: index, %m: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %s = tensor.splat %x[%n] : tensor<?xf32>
  %g = tensor.generate %m {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  %d = tensor.dim %s, %c0 : tensor<?xf32>
  %e = tensor.dim %g, %c0 : tensor<?xf32>
  return %d, %e : index, index
}

// -----

// CHECK-LABEL: func.func @dim_of_slice
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x?x?xf32>, %[[N:.*]]: index, %[[M:.*]]: index) -> (index, index) {
//  CHECK-NEXT:   return %[[N]], %[[M]] : index, index
func.func @dim_of_slice(%t: tensor<?x?x?xf32>, %n: index, %m: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %t[0, 0, 0] [%n, 1, %m] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?xf32>
  %d = tensor.dim %s, %c0 : tensor<?x?xf32>
  %e = tensor.dim %s, %c1 : tensor<?x?xf32>
  return %d, %e : index, index
}

// -----

// CHECK-LABEL: func.func @dim_of_what_was_updated
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<2xf32>, %[[X:.*]]: f32, %[[I:.*]]: index) -> index {
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[D:.*]] = tensor.dim %[[T]], %[[C0]] : tensor<?xf32>
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_what_was_updated(%t: tensor<?xf32>, %s: tensor<2xf32>, %x: f32, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %a = tensor.insert %x into %t[%i] : tensor<?xf32>
  %b = tensor.insert_slice %s into %a[%i] [2] [1] : tensor<2xf32> into tensor<?xf32>
  %c = tensor.cast %b : tensor<?xf32> to tensor<*xf32>
  %d = tensor.dim %c, %c0 : tensor<*xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_pad
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[X:.*]]: f32, %[[N:.*]]: index) -> index {
//  CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[DIM:.*]] = tensor.dim %[[T]], %[[C0]] : tensor<?xf32>
//  CHECK-NEXT:   %[[V0:.*]] = arith.addi %[[DIM]], %[[N]] : index
//  CHECK-NEXT:   %[[D:.*]] = arith.addi %[[V0]], %[[C3]] : index
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_pad(%t: tensor<?xf32>, %x: f32, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %p = tensor.pad %t low[%n] high[3] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<?xf32>
  %d = tensor.dim %p, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_expansion
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[N:.*]]: index) -> index {
//  CHECK-NEXT:   return %[[N]] : index
func.func @dim_of_expansion(%t: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %e = tensor.expand_shape %t [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  %d = tensor.dim %e, %c0 : tensor<?x4xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_collapse
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x4xf32>) -> index {
//  CHECK-NEXT:   %[[C4:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[DIM:.*]] = tensor.dim %[[T]], %[[C0]] : tensor<?x4xf32>
//  CHECK-NEXT:   %[[D:.*]] = arith.muli %[[DIM]], %[[C4]] : index
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_collapse(%t: tensor<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %e = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %d = tensor.dim %e, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_concat
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x?xf32>, %[[U:.*]]: tensor<3x?xf32>) -> (index, index) {
//  CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
//  CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[DIM:.*]] = tensor.dim %[[T]], %[[C0]] : tensor<?x?xf32>
//  CHECK-NEXT:   %[[D:.*]] = arith.addi %[[DIM]], %[[C3]] : index
//  CHECK-NEXT:   %[[E:.*]] = tensor.dim %[[T]], %[[C1]] : tensor<?x?xf32>
//  CHECK-NEXT:   return %[[D]], %[[E]] : index, index
func.func @dim_of_concat(%t: tensor<?x?xf32>, %u: tensor<3x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %j = tensor.concat dim(0) %t, %u : (tensor<?x?xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>
  %d = tensor.dim %j, %c0 : tensor<?x?xf32>
  %e = tensor.dim %j, %c1 : tensor<?x?xf32>
  return %d, %e : index, index
}

// -----

// CHECK-LABEL: func.func @dim_of_reshape
//  CHECK-SAME:   (%[[T:.*]]: tensor<*xf32>, %[[SHAPE:.*]]: tensor<2xi32>) -> index {
//  CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
//  CHECK-NEXT:   %[[EXTRACTED:.*]] = tensor.extract %[[SHAPE]][%[[C1]]] : tensor<2xi32>
//  CHECK-NEXT:   %[[D:.*]] = arith.index_cast %[[EXTRACTED]] : i32 to index
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_reshape(%t: tensor<*xf32>, %shape: tensor<2xi32>) -> index {
  %c1 = arith.constant 1 : index
  %r = tensor.reshape %t(%shape) : (tensor<*xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %d = tensor.dim %r, %c1 : tensor<?x?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_unpack
//  CHECK-SAME:   (%[[T:.*]]: tensor<?x4xf32>, %[[DEST:.*]]: tensor<?xf32>) -> index {
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[D:.*]] = tensor.dim %[[DEST]], %[[C0]] : tensor<?xf32>
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_unpack(%t: tensor<?x4xf32>, %dest: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %u = tensor.unpack %t inner_dims_pos = [0] inner_tiles = [4] into %dest : tensor<?x4xf32> -> tensor<?xf32>
  %d = tensor.dim %u, %c0 : tensor<?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_bitcast_and_scatter
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<1xi32>, %[[P:.*]]: tensor<1x1xindex>) -> index {
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[D:.*]] = tensor.dim %[[T]], %[[C0]] : tensor<?xf32>
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_bitcast_and_scatter(%t: tensor<?xf32>, %s: tensor<1xi32>, %p: tensor<1x1xindex>) -> index {
  %c0 = arith.constant 0 : index
  %b = tensor.bitcast %t : tensor<?xf32> to tensor<?xi32>
  %r = tensor.scatter %s into %b[%p] scatter_dims([0]) unique : (tensor<1xi32>, tensor<?xi32>, tensor<1x1xindex>) -> tensor<?xi32>
  %d = tensor.dim %r, %c0 : tensor<?xi32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @rank_of_ranked
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x?xf32>) -> index {
//  CHECK-NEXT:   %[[R:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   return %[[R]] : index
func.func @rank_of_ranked(%t: tensor<4x?xf32>) -> index {
  %u = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  %r = tensor.rank %u : tensor<*xf32>
  return %r : index
}

// -----

// CHECK-LABEL: func.func @rank_of_unranked_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<*xf32>) -> index {
//  CHECK-NEXT:   %[[R:.*]] = tensor.rank %[[T]] : tensor<*xf32>
//  CHECK-NEXT:   return %[[R]] : index
func.func @rank_of_unranked_is_kept(%t: tensor<*xf32>) -> index {
  %r = tensor.rank %t : tensor<*xf32>
  return %r : index
}

// -----

// CHECK-LABEL: func.func @cast_to_own_type
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT:   return %[[T]] : tensor<4xf32>
func.func @cast_to_own_type(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @chained_casts
//  CHECK-SAME:   (%[[T:.*]]: tensor<4x?xf32>) -> tensor<4x8xf32> {
//  CHECK-NEXT:   %[[B:.*]] = tensor.cast %[[T]] : tensor<4x?xf32> to tensor<4x8xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<4x8xf32>
func.func @chained_casts(%t: tensor<4x?xf32>) -> tensor<4x8xf32> {
  %a = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %b = tensor.cast %a : tensor<?x?xf32> to tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// -----

// The cast in between promises a size that neither end knows.
// CHECK-LABEL: func.func @cast_that_promises_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[A:.*]] = tensor.cast %[[T]] : tensor<?xf32> to tensor<4xf32>
//  CHECK-NEXT:   %[[B:.*]] = tensor.cast %[[A]] : tensor<4xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[B]] : tensor<?xf32>
func.func @cast_that_promises_is_kept(%t: tensor<?xf32>) -> tensor<?xf32> {
  %a = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  %b = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  return %b : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @chained_bitcasts
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xbf16>) {
//  CHECK-NEXT:   %[[C:.*]] = arith.truncf %[[T]] : tensor<4xf32> to tensor<4xbf16>
//  CHECK-NEXT:   return %[[T]], %[[C]] : tensor<4xf32>, tensor<4xbf16>
func.func @chained_bitcasts(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %a = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  %b = tensor.bitcast %a : tensor<4xi32> to tensor<4xf32>
  %c = arith.truncf %b : tensor<4xf32> to tensor<4xbf16>
  return %b, %c : tensor<4xf32>, tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @empty_of_constant_size
//  CHECK-SAME:   () -> tensor<4x?xf32> {
//  CHECK-NEXT:   %[[V0:.*]] = tensor.empty() : tensor<4x8xf32>
//  CHECK-NEXT:   %[[T:.*]] = tensor.cast %[[V0]] : tensor<4x8xf32> to tensor<4x?xf32>
//  CHECK-NEXT:   return %[[T]] : tensor<4x?xf32>
func.func @empty_of_constant_size() -> tensor<4x?xf32> {
  %c8 = arith.constant 8 : index
  %t = tensor.empty(%c8) : tensor<4x?xf32>
  return %t : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @empty_of_cast_type
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: index) -> tensor<4x?xf32> {
//  CHECK-NEXT:   %[[C:.*]] = tensor.empty(%[[M]]) : tensor<4x?xf32>
//  CHECK-NEXT:   return %[[C]] : tensor<4x?xf32>
func.func @empty_of_cast_type(%n: index, %m: index) -> tensor<4x?xf32> {
  %t = tensor.empty(%n, %m) : tensor<?x?xf32>
  %c = tensor.cast %t : tensor<?x?xf32> to tensor<4x?xf32>
  return %c : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @splat_of_constant
//  CHECK-SAME:   () -> tensor<4xi32> {
//  CHECK-NEXT:   %[[T:.*]] = arith.constant dense<7> : tensor<4xi32>
//  CHECK-NEXT:   return %[[T]] : tensor<4xi32>
func.func @splat_of_constant() -> tensor<4xi32> {
  %x = arith.constant 7 : i32
  %t = tensor.splat %x : tensor<4xi32>
  return %t : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @splat_of_constant_size
//  CHECK-SAME:   (%[[X:.*]]: f32) -> tensor<?x4xf32> {
//  CHECK-NEXT:   %[[SPLAT:.*]] = tensor.splat %[[X]] : tensor<3x4xf32>
//  CHECK-NEXT:   %[[T:.*]] = tensor.cast %[[SPLAT]] : tensor<3x4xf32> to tensor<?x4xf32>
//  CHECK-NEXT:   return %[[T]] : tensor<?x4xf32>
func.func @splat_of_constant_size(%x: f32) -> tensor<?x4xf32> {
  %c3 = arith.constant 3 : index
  %t = tensor.splat %x[%c3] : tensor<?x4xf32>
  return %t : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @from_constants
//  CHECK-SAME:   () -> tensor<2xf32> {
//  CHECK-NEXT:   %[[T:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
//  CHECK-NEXT:   return %[[T]] : tensor<2xf32>
func.func @from_constants() -> tensor<2xf32> {
  %x = arith.constant 1.0 : f32
  %y = arith.constant 2.0 : f32
  %t = tensor.from_elements %x, %y : tensor<2xf32>
  return %t : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @generate_of_constant_size
//  CHECK-SAME:   (%[[M:.*]]: index) -> tensor<?x?xindex> {
//  CHECK-NEXT:   %[[GENERATED:.*]] = tensor.generate %[[M]] {
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
//  CHECK-NEXT:   tensor.yield %[[I]] : index
//  CHECK-NEXT:   } : tensor<3x?xindex>
//  CHECK-NEXT:   %[[T:.*]] = tensor.cast %[[GENERATED]] : tensor<3x?xindex> to tensor<?x?xindex>
//  CHECK-NEXT:   return %[[T]] : tensor<?x?xindex>
func.func @generate_of_constant_size(%m: index) -> tensor<?x?xindex> {
  %c3 = arith.constant 3 : index
  %t = tensor.generate %c3, %m {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } : tensor<?x?xindex>
  return %t : tensor<?x?xindex>
}

// -----

// CHECK-LABEL: func.func @extract_from_constants
//  CHECK-SAME:   () -> (i32, i32) {
//  CHECK-NEXT:   %[[Y:.*]] = arith.constant 2 : i32
//  CHECK-NEXT:   %[[X:.*]] = arith.constant 5 : i32
//  CHECK-NEXT:   return %[[X]], %[[Y]] : i32, i32
func.func @extract_from_constants() -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %s = arith.constant dense<5> : tensor<4xi32>
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %x = tensor.extract %s[%c1] : tensor<4xi32>
  %y = tensor.extract %t[%c1] : tensor<3xi32>
  return %x, %y : i32, i32
}

// -----

// There is no such element.
// CHECK-LABEL: func.func @extract_out_of_bounds_is_kept
//  CHECK-SAME:   () -> i32 {
//  CHECK-NEXT:   %[[C3:.*]] = arith.constant 3 : index
//  CHECK-NEXT:   %[[T:.*]] = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
//  CHECK-NEXT:   %[[Y:.*]] = tensor.extract %[[T]][%[[C3]]] : tensor<3xi32>
//  CHECK-NEXT:   return %[[Y]] : i32
func.func @extract_out_of_bounds_is_kept() -> i32 {
  %c3 = arith.constant 3 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %y = tensor.extract %t[%c3] : tensor<3xi32>
  return %y : i32
}

// -----

// CHECK-LABEL: func.func @extract_from_elements
//  CHECK-SAME:   (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32) -> f32 {
//  CHECK-NEXT:   return %[[C]] : f32
func.func @extract_from_elements(%a: f32, %b: f32, %c: f32, %d: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.from_elements %a, %b, %c, %d : tensor<2x2xf32>
  %x = tensor.extract %t[%c1, %c0] : tensor<2x2xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @extract_from_splat
//  CHECK-SAME:   (%[[A:.*]]: f32, %[[N:.*]]: index, %[[I:.*]]: index) -> f32 {
//  CHECK-NEXT:   return %[[A]] : f32
func.func @extract_from_splat(%a: f32, %n: index, %i: index) -> f32 {
  %t = tensor.splat %a[%n] : tensor<?xf32>
  %x = tensor.extract %t[%i] : tensor<?xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @extract_what_was_inserted
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[A:.*]]: f32, %[[I:.*]]: index) -> f32 {
//  CHECK-NEXT:   return %[[A]] : f32
func.func @extract_what_was_inserted(%t: tensor<?xf32>, %a: f32, %i: index) -> f32 {
  %r = tensor.insert %a into %t[%i] : tensor<?xf32>
  %x = tensor.extract %r[%i] : tensor<?xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @extract_past_insertion
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[A:.*]]: f32) -> f32 {
//  CHECK-NEXT:   %[[C2:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   %[[X:.*]] = tensor.extract %[[T]][%[[C2]]] : tensor<8xf32>
//  CHECK-NEXT:   return %[[X]] : f32
func.func @extract_past_insertion(%t: tensor<8xf32>, %a: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = tensor.insert %a into %t[%c1] : tensor<8xf32>
  %x = tensor.extract %r[%c2] : tensor<8xf32>
  return %x : f32
}

// -----

// The places may be the same.
// CHECK-LABEL: func.func @extract_near_insertion_is_kept
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[A:.*]]: f32, %[[I:.*]]: index, %[[J:.*]]: index) -> f32 {
//  CHECK-NEXT:   %[[R:.*]] = tensor.insert %[[A]] into %[[T]][%[[I]]] : tensor<8xf32>
//  CHECK-NEXT:   %[[X:.*]] = tensor.extract %[[R]][%[[J]]] : tensor<8xf32>
//  CHECK-NEXT:   return %[[X]] : f32
func.func @extract_near_insertion_is_kept(%t: tensor<8xf32>, %a: f32, %i: index, %j: index) -> f32 {
  %r = tensor.insert %a into %t[%i] : tensor<8xf32>
  %x = tensor.extract %r[%j] : tensor<8xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @extract_from_cast
//  CHECK-SAME:   (%[[T:.*]]: tensor<8xf32>, %[[I:.*]]: index) -> f32 {
//  CHECK-NEXT:   %[[X:.*]] = tensor.extract %[[T]][%[[I]]] : tensor<8xf32>
//  CHECK-NEXT:   return %[[X]] : f32
func.func @extract_from_cast(%t: tensor<8xf32>, %i: index) -> f32 {
  %c = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %x = tensor.extract %c[%i] : tensor<?xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @extract_from_generate
//  CHECK-SAME:   (%[[N:.*]]: index, %[[K:.*]]: index) -> index {
//  CHECK-NEXT:   %[[S:.*]] = arith.addi %[[K]], %[[K]] : index
//  CHECK-NEXT:   return %[[S]] : index
func.func @extract_from_generate(%n: index, %k: index) -> index {
  %t = tensor.generate %n {
  ^bb0(%i: index):
    %s = arith.addi %i, %i : index
    tensor.yield %s : index
  } : tensor<?xindex>
  %x = tensor.extract %t[%k] : tensor<?xindex>
  return %x : index
}

// -----

// The body has effects, which must happen for each element.
// CHECK-LABEL: func.func @extract_from_impure_generate_is_kept
//  CHECK-SAME:   (%[[N:.*]]: index, %[[K:.*]]: index) -> index {
//  CHECK-NEXT:   %[[T:.*]] = tensor.generate %[[N]] {
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: index):
//  CHECK-NEXT:   %[[S:.*]] = "test.effect"(%[[I]]) : (index) -> index
//  CHECK-NEXT:   tensor.yield %[[S]] : index
//  CHECK-NEXT:   } : tensor<?xindex>
//  CHECK-NEXT:   %[[X:.*]] = tensor.extract %[[T]][%[[K]]] : tensor<?xindex>
//  CHECK-NEXT:   return %[[X]] : index
func.func @extract_from_impure_generate_is_kept(%n: index, %k: index) -> index {
  %t = tensor.generate %n {
  ^bb0(%i: index):
    %s = "test.effect"(%i) : (index) -> index
    tensor.yield %s : index
  } : tensor<?xindex>
  %x = tensor.extract %t[%k] : tensor<?xindex>
  return %x : index
}

// -----

// CHECK-LABEL: func.func @insert_what_is_there
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[I:.*]]: index, %[[A:.*]]: f32) -> (tensor<?xf32>, tensor<4xf32>, tensor<4xi32>) {
//  CHECK-NEXT:   %[[C:.*]] = arith.constant dense<3> : tensor<4xi32>
//  CHECK-NEXT:   %[[S:.*]] = tensor.splat %[[A]] : tensor<4xf32>
//  CHECK-NEXT:   return %[[T]], %[[S]], %[[C]] : tensor<?xf32>, tensor<4xf32>, tensor<4xi32>
func.func @insert_what_is_there(%t: tensor<?xf32>, %i: index, %a: f32) -> (tensor<?xf32>, tensor<4xf32>, tensor<4xi32>) {
  %x = tensor.extract %t[%i] : tensor<?xf32>
  %r = tensor.insert %x into %t[%i] : tensor<?xf32>
  %s = tensor.splat %a : tensor<4xf32>
  %q = tensor.insert %a into %s[%i] : tensor<4xf32>
  %c = arith.constant dense<3> : tensor<4xi32>
  %three = arith.constant 3 : i32
  %p = tensor.insert %three into %c[%i] : tensor<4xi32>
  return %r, %q, %p : tensor<?xf32>, tensor<4xf32>, tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @insert_over_insertion
//  CHECK-SAME:   (%[[T:.*]]: tensor<?xf32>, %[[I:.*]]: index, %[[A:.*]]: f32, %[[B:.*]]: f32) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[Q:.*]] = tensor.insert %[[B]] into %[[T]][%[[I]]] : tensor<?xf32>
//  CHECK-NEXT:   return %[[Q]] : tensor<?xf32>
func.func @insert_over_insertion(%t: tensor<?xf32>, %i: index, %a: f32, %b: f32) -> tensor<?xf32> {
  %r = tensor.insert %a into %t[%i] : tensor<?xf32>
  %q = tensor.insert %b into %r[%i] : tensor<?xf32>
  return %q : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @insert_into_cast
//  CHECK-SAME:   (%[[T:.*]]: tensor<4xf32>, %[[I:.*]]: index, %[[A:.*]]: f32) -> tensor<?xf32> {
//  CHECK-NEXT:   %[[INSERTED:.*]] = tensor.insert %[[A]] into %[[T]][%[[I]]] : tensor<4xf32>
//  CHECK-NEXT:   %[[R:.*]] = tensor.cast %[[INSERTED]] : tensor<4xf32> to tensor<?xf32>
//  CHECK-NEXT:   return %[[R]] : tensor<?xf32>
func.func @insert_into_cast(%t: tensor<4xf32>, %i: index, %a: f32) -> tensor<?xf32> {
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r = tensor.insert %a into %c[%i] : tensor<?xf32>
  return %r : tensor<?xf32>
}
