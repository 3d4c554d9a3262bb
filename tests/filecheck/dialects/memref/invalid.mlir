// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.load' op incorrect number of indices for load, expected 1 but got 0 [load_c1]}}
  %0 = memref.load %m[] : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op result #0 'result' must have type 'f32', as follows from 'memref', but got 'i32'}}
  %0 = "memref.load"(%m, %i) : (memref<4xf32>, index) -> i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'memref.load' op operand #0 must be memref of any type values, but got 'f32'}}
  %0 = "memref.load"(%x) : (f32) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0, but got '3 : i64'}}
  %0 = memref.load %m[%i] {alignment = 3 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %x: f32) {
  // expected-error @+1 {{'memref.store' op store index operand count not equal to memref rank, expected 1 but got 0 [store_c1]}}
  memref.store %x, %m[] : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.store' op operand #0 'value' must have type 'f32', as follows from 'memref', but got 'index'}}
  "memref.store"(%i, %m, %i) : (index, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<4xi32>) {
  // expected-error @+1 {{'memref.copy' op requires the same element type for all operands, but got 'memref<4xf32>' and 'memref<4xi32>' [copy_c1]}}
  memref.copy %m, %n : memref<4xf32> to memref<4xi32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: memref<5xf32>) {
  // expected-error @+1 {{'memref.copy' op requires the same shape for all operands, but got 'memref<4xf32>' and 'memref<5xf32>' [copy_c2]}}
  memref.copy %m, %n : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.prefetch' op too few indices, expected 1 but got 0 [prefetch_c1]}}
  memref.prefetch %m[], read, locality<3>, data : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3, but got '4 : i32'}}
  memref.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %x: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank, expected 1 but got 0 [atomic_rmw_c1]}}
  %0 = memref.atomic_rmw addf %x, %m[] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %x: f32, %i: index) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type, but got 'f32' [atomic_rmw_c2]}}
  %0 = memref.atomic_rmw addi %x, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<4xi32>, %x: i32, %i: index) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'mulf' expects a floating-point type, but got 'i32' [atomic_rmw_c2]}}
  %0 = memref.atomic_rmw mulf %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+2 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type, 'f32', but got 'i32' [generic_atomic_rmw_c1]}}
  // expected-error @+1 {{'memref.atomic_yield' op types mismatch between yield op: 'i32' and its parent: 'f32' [atomic_yield_c1]}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({^bb0(%x: i32): memref.atomic_yield %x : i32}) : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op body of 'memref.generic_atomic_rmw' should contain only operations with no side effects, but got 'memref.store' [generic_atomic_rmw_c2]}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({^bb0(%x: f32): memref.store %x, %m[%i] : memref<4xf32> memref.atomic_yield %x : f32}) : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expects the number of subscripts to be equal to memref rank, expected 1 but got 0 [generic_atomic_rmw_c3]}}
  %0 = "memref.generic_atomic_rmw"(%m) ({^bb0(%x: f32): memref.atomic_yield %x : f32}) : (memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count, expected 0 but got 1 [alloc_c1]}}
  %0 = memref.alloc(%n) : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0 [alloc_c2]}}
  %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0, but got '-1 : i64'}}
  %0 = memref.alloc() {alignment = -1 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloca' op dimension operand count does not equal memref dynamic dimension count, expected 1 but got 0 [alloca_c1]}}
  %0 = memref.alloca() : memref<?xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'memref.alloca' op symbol operand count does not equal memref symbol count: expected 0, got 1 [alloca_c2]}}
  %0 = memref.alloca()[%n] : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>) {
  // expected-error @+1 {{'memref.realloc' op unsupported layout for source memref type 'memref<4xf32, strided<[2]>>' [realloc_c1]}}
  %0 = memref.realloc %m : memref<4xf32, strided<[2]>> to memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.realloc' op different memory spaces specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xf32, 1>' [realloc_c2]}}
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32, 1>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.realloc' op different element types specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xi32>' [realloc_c3]}}
  %0 = memref.realloc %m : memref<4xf32> to memref<8xi32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.realloc' op missing dimension operand for result type 'memref<?xf32>' [realloc_c4]}}
  %0 = memref.realloc %m : memref<4xf32> to memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<4x4xf32>'}}
  %0 = memref.realloc %m : memref<4x4xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'memref.alloca_scope' op region should have no arguments, but got 1 [alloca_scope_c1]}}
  "memref.alloca_scope"() ({^bb0(%a: f32): memref.alloca_scope.return}) : () -> ()
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'memref.alloca_scope' op region control flow edge from its end to the op: expected ('i32'), but got ('f32') [alloca_scope_c2]}}
  %0 = memref.alloca_scope -> (i32) { memref.alloca_scope.return %x : f32 }
  return
}

// -----

func.func @f() {
  // expected-error @+2 {{'memref.alloca_scope.return' op must be the last operation in the parent block}}
  // expected-error @+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope', but got 'func.func'}}
  memref.alloca_scope.return
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible [cast_c1]}}
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%m: memref<*xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32, 1>' are cast incompatible [cast_c1]}}
  %0 = memref.cast %m : memref<*xf32> to memref<*xf32, 1>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32, 1>' are cast incompatible [memory_space_cast_c1]}}
  %0 = memref.memory_space_cast %m : memref<4xf32> to memref<5xf32, 1>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op alignment must be power of 2, but got '3' [assume_alignment_c1]}}
  %0 = memref.assume_alignment %m, 3 : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<f32>, %i: index) {
  // expected-error @+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = memref.dim %m, %i : memref<f32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index', 'index'}}
  %0:3 = "memref.extract_strided_metadata"(%m) : (memref<4xf32>) -> (memref<f32>, index, index)
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed [reinterpret_cast_c1]}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 3], strides: [1] : memref<4x4xf32> to memref<2xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op different memory spaces specified for source type 'memref<4x4xf32>' and result memref type 'memref<2xf32, 1>' [reinterpret_cast_c2]}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [1] : memref<4x4xf32> to memref<2xf32, 1>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op different element types specified for source type 'memref<4x4xf32>' and result memref type 'memref<2xi32>' [reinterpret_cast_c3]}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [1] : memref<4x4xf32> to memref<2xi32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op expected result type with offset = 1 instead of 0 [reinterpret_cast_c4]}}
  %0 = memref.reinterpret_cast %m to offset: [1], sizes: [2], strides: [1] : memref<4x4xf32> to memref<2xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op expected result type with size = 3 instead of 2 in dim = 0 [reinterpret_cast_c4]}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [3], strides: [1] : memref<4x4xf32> to memref<2xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>, %n: index) {
  // expected-error @+1 {{'memref.reinterpret_cast' op expected result type with stride = dynamic instead of 2 in dim = 0 [reinterpret_cast_c4]}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [%n] : memref<4x4xf32> to memref<2xf32, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed [subview_c1]}}
  %0 = memref.subview %m[0, 0] [2] [1, 1] : memref<4x4xf32> to memref<2x4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op expected offsets to be non-negative, but got -1 [subview_c1]}}
  %0 = memref.subview %m[-1, 0] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op different memory spaces specified for base memref type 'memref<4x4xf32>' and subview memref type 'memref<2x4xf32, strided<[4, 1]>, 1>' [subview_c2]}}
  %0 = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1]>, 1>
  return
}

// -----

func.func @f(%m: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>) {
  // expected-error @+1 {{'memref.subview' op base type 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>' is not strided [subview_c3]}}
  %0 = memref.subview %m[0] [2] [1] : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>> to memref<2xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op expected result type to be 'memref<2x4xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<2x3xf32, strided<[4, 1]>>' [subview_c4]}}
  %0 = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x3xf32, strided<[4, 1]>>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op expected result type to be 'memref<2x4xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<2x4xf32, strided<[5, 1]>>' [subview_c4]}}
  %0 = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[5, 1]>>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op expected result rank to be smaller or equal to the source rank, but got 'memref<1x2x4xf32>' [subview_c4]}}
  %0 = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<1x2x4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op slice along dimension 0 runs out-of-bounds: 4 >= 4 [subview_c5]}}
  %0 = memref.subview %m[3, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 12>>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.subview' op offset 0 is out-of-bounds: 4 >= 4 [subview_c5]}}
  %0 = memref.subview %m[4, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<1x4xf32, strided<[4, 1], offset: 16>>
  return
}

// -----

func.func @f(%b: memref<16xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op unsupported map for result memref type 'memref<4xf32, strided<[2]>>' [view_c1]}}
  %0 = memref.view %b[%i][] : memref<16xi8> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%b: memref<16xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op different memory spaces specified for base memref type 'memref<16xi8>' and view memref type 'memref<4xf32, 1>' [view_c2]}}
  %0 = memref.view %b[%i][] : memref<16xi8> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%b: memref<16xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op incorrect number of size operands for type 'memref<?xf32>', expected 1 but got 0 [view_c3]}}
  %0 = memref.view %b[%i][] : memref<16xi8> to memref<?xf32>
  return
}

// -----

func.func @f(%b: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<4xf32>'}}
  %0 = memref.view %b[%i][] : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map, but got '(d0, d1) -> (d0, d0)' [transpose_c1]}}
  %0 = memref.transpose %m (d0, d1) -> (d0, d0) : memref<4x4xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map of same rank as the input, 2, but got 1 [transpose_c2]}}
  %0 = memref.transpose %m (d0) -> (d0) : memref<4x4xf32> to memref<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<4x8xf32>) {
  // expected-error @+1 {{'memref.transpose' op result type 'memref<8x4xf32>' is not equivalent to the canonical transposed input type 'memref<8x4xf32, strided<[1, 8]>>' [transpose_c3]}}
  %0 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<1xindex>) {
  // expected-error @+1 {{'memref.reshape' op element types of source and destination memref types should be the same, but got 'memref<4xf32>' and 'memref<4xi32>' [reshape_c1]}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xi32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>, %s: memref<1xindex>) {
  // expected-error @+1 {{'memref.reshape' op source memref type should have identity affine map, but got 'memref<4xf32, strided<[2]>>' [reshape_c2]}}
  %0 = memref.reshape %m(%s) : (memref<4xf32, strided<[2]>>, memref<1xindex>) -> memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<?xindex>) {
  // expected-error @+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type 'memref<4xf32>' [reshape_c3]}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<?xindex>) -> memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<1xindex>) {
  // expected-error @+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank, 2, but got 1 [reshape_c4]}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1) [expand_shape_c1]}}
  %0 = memref.expand_shape %m [[0], [1]] output_shape [16] : memref<4x4xf32> into memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op invalid number of reassociation groups: found 2, expected 1 [expand_shape_c2]}}
  %0 = memref.expand_shape %m [[0], [1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim size (4) must equal reassociation group size (6) [expand_shape_c3]}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<4xf32> into memref<2x3xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %n: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic [expand_shape_c3]}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%n, 2] : memref<4xf32> into memref<?x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op expected expanded type to be 'memref<2x2xf32>' but found 'memref<2x2xf32, strided<[3, 1]>>' [expand_shape_c4]}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32, strided<[3, 1]>>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op invalid output shape provided at pos 1, expected 2, but got 3 [expand_shape_c5]}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<4xf32> into memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead [expand_shape_c5]}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2] : memref<4xf32> into memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op has source rank 1 and result rank 2. This is not a collapse (1 < 2) [collapse_shape_c1]}}
  %0 = memref.collapse_shape %m [[0]] : memref<4xf32> into memref<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op reassociation indices must be contiguous, but got [1, 0] [collapse_shape_c2]}}
  %0 = memref.collapse_shape %m [[1, 0]] : memref<4x4xf32> into memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op collapsed dim size (15) must equal reassociation group size (16) [collapse_shape_c3]}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32> into memref<15xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error @+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims, of 'memref<4x4xf32, strided<[8, 1]>>' [collapse_shape_c4]}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 1]>> into memref<16xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.get_global' op 'none' does not reference a valid global memref [get_global_c1]}}
  %0 = memref.get_global @none : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "x" [global_c1]}}
"memref.global"() <{sym_name = "g", sym_visibility = "x", type = memref<4xf32>}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op type should be static shaped memref, but got 'memref<?xf32>' [global_c2]}}
"memref.global"() <{sym_name = "g", type = memref<?xf32>}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value should be a unit or elements attribute, but got '1 : i32' [global_c3]}}
"memref.global"() <{sym_name = "g", type = memref<4xf32>, initial_value = 1 : i32}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value element expected to be of type 'f32', but was of type 'i32' [global_c4]}}
"memref.global"() <{sym_name = "g", type = memref<4xf32>, initial_value = dense<1> : tensor<4xi32>}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value shape expected to be 4 but was 5 [global_c4]}}
"memref.global"() <{sym_name = "g", type = memref<4xf32>, initial_value = dense<1.0> : tensor<5xf32>}> : () -> ()

// -----

// expected-error @+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

// expected-note @+1 {{the global is defined here}}
memref.global @g : memref<4xf32>
func.func @f() {
  // expected-error @+1 {{'memref.get_global' op result type 'memref<5xf32>' does not match type 'memref<4xf32>' of the global memref @g [get_global_c2]}}
  %0 = memref.get_global @g : memref<5xf32>
  return
}

// -----

// expected-error @+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait [alloca_c3]}}
%0 = memref.alloca() : memref<4xf32>

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'memref.dealloc' op operand #0 must be ranked or unranked memref of any type values, but got 'tensor<4xf32>'}}
  memref.dealloc %x : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'memref.rank' op operand #0 must be ranked or unranked memref of any type values, but got 'tensor<4xf32>'}}
  %r = memref.rank %x : tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.rank' op result #0 must be index, but got 'i32'}}
  %r = "memref.rank"(%m) : (memref<4xf32>) -> i32
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.extract_aligned_pointer_as_index' op result #0 must be index, but got 'i64'}}
  %p = "memref.extract_aligned_pointer_as_index"(%m) : (memref<4xf32>) -> i64
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloca_scope' op expects region to end with 'memref.alloca_scope.return', but got 'llvm.unreachable' [alloca_scope_c3]}}
  "memref.alloca_scope"() ({
    llvm.unreachable
  }) : () -> ()
  return
}

// -----

// expected-error @+1 {{'memref.global' op alignment must be a power of 2, but got '3' [global_c5]}}
memref.global @g : memref<4xf32> {alignment = 3 : i64}
