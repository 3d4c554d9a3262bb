// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// Each op of the dialect, in the form that mlir-opt prints: it is printed again as it was read.

// CHECK-LABEL: func.func @load_store(%arg0: memref<4x?xf32>, %arg1: memref<f32>, %arg2: index) {
//  CHECK-NEXT: %0 = memref.load %arg0[%arg2, %arg2] : memref<4x?xf32>
//  CHECK-NEXT: %1 = memref.load %arg1[] {nontemporal = true} : memref<f32>
//  CHECK-NEXT: memref.store %0, %arg0[%arg2, %arg2] {alignment = 16 : i64} : memref<4x?xf32>
//  CHECK-NEXT: memref.store %1, %arg1[] : memref<f32>
//  CHECK-NEXT: memref.prefetch %arg0[%arg2, %arg2], read, locality<3>, data : memref<4x?xf32>
//  CHECK-NEXT: memref.prefetch %arg0[%arg2, %arg2], write, locality<0>, instr : memref<4x?xf32>
//  CHECK-NEXT: return
func.func @load_store(%arg0: memref<4x?xf32>, %arg1: memref<f32>, %arg2: index) {
  %0 = memref.load %arg0[%arg2, %arg2] : memref<4x?xf32>
  %1 = memref.load %arg1[] {nontemporal = true} : memref<f32>
  memref.store %0, %arg0[%arg2, %arg2] {alignment = 16 : i64} : memref<4x?xf32>
  memref.store %1, %arg1[] : memref<f32>
  memref.prefetch %arg0[%arg2, %arg2], read, locality<3>, data : memref<4x?xf32>
  memref.prefetch %arg0[%arg2, %arg2], write, locality<0>, instr : memref<4x?xf32>
  return
}

// CHECK-LABEL: func.func @copy(%arg0: memref<4x?xf32>, %arg1: memref<?x4xf32>, %arg2: memref<*xf32>) {
//  CHECK-NEXT: memref.copy %arg0, %arg1 : memref<4x?xf32> to memref<?x4xf32>
//  CHECK-NEXT: memref.copy %arg2, %arg2 : memref<*xf32> to memref<*xf32>
//  CHECK-NEXT: return
func.func @copy(%arg0: memref<4x?xf32>, %arg1: memref<?x4xf32>, %arg2: memref<*xf32>) {
  memref.copy %arg0, %arg1 : memref<4x?xf32> to memref<?x4xf32>
  memref.copy %arg2, %arg2 : memref<*xf32> to memref<*xf32>
  return
}

// CHECK-LABEL: func.func @atomics(%arg0: memref<4xf32>, %arg1: memref<4xi32>, %arg2: f32, %arg3: i32, %arg4: index) {
//  CHECK-NEXT: %0 = memref.atomic_rmw addf %arg2, %arg0[%arg4] : (f32, memref<4xf32>) -> f32
//  CHECK-NEXT: %1 = memref.atomic_rmw maxs %arg3, %arg1[%arg4] : (i32, memref<4xi32>) -> i32
//  CHECK-NEXT: %2 = memref.atomic_rmw assign %arg2, %arg0[%arg4] : (f32, memref<4xf32>) -> f32
//  CHECK-NEXT: %3 = memref.atomic_rmw xori %arg3, %arg1[%arg4] : (i32, memref<4xi32>) -> i32
//  CHECK-NEXT: %4 = memref.generic_atomic_rmw %arg0[%arg4] : memref<4xf32> {
//  CHECK-NEXT: ^bb0(%arg5: f32):
//  CHECK-NEXT: %5 = arith.addf %arg5, %arg2 : f32
//  CHECK-NEXT: memref.atomic_yield %5 : f32
//  CHECK-NEXT: }
//  CHECK-NEXT: return
func.func @atomics(%arg0: memref<4xf32>, %arg1: memref<4xi32>, %arg2: f32, %arg3: i32, %arg4: index) {
  %0 = memref.atomic_rmw addf %arg2, %arg0[%arg4] : (f32, memref<4xf32>) -> f32
  %1 = memref.atomic_rmw maxs %arg3, %arg1[%arg4] : (i32, memref<4xi32>) -> i32
  %2 = memref.atomic_rmw assign %arg2, %arg0[%arg4] : (f32, memref<4xf32>) -> f32
  %3 = memref.atomic_rmw xori %arg3, %arg1[%arg4] : (i32, memref<4xi32>) -> i32
  %4 = memref.generic_atomic_rmw %arg0[%arg4] : memref<4xf32> {
  ^bb0(%arg5: f32):
    %5 = arith.addf %arg5, %arg2 : f32
    memref.atomic_yield %5 : f32
  }
  return
}

// CHECK-LABEL: func.func @alloc(%arg0: index) {
//  CHECK-NEXT: %alloc = memref.alloc() : memref<8xf32>
//  CHECK-NEXT: %alloc_0 = memref.alloc(%arg0, %arg0) {alignment = 64 : i64} : memref<?x4x?xf32, 1>
//  CHECK-NEXT: %alloc_1 = memref.alloc(%arg0)[%arg0] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
//  CHECK-NEXT: %alloca = memref.alloca() : memref<4xvector<8xf32>>
//  CHECK-NEXT: %alloca_2 = memref.alloca(%arg0) : memref<?xi8>
//  CHECK-NEXT: %0 = memref.realloc %alloc : memref<8xf32> to memref<16xf32>
//  CHECK-NEXT: %1 = memref.realloc %0(%arg0) {alignment = 32 : i64} : memref<16xf32> to memref<?xf32>
//  CHECK-NEXT: memref.dealloc %1 : memref<?xf32>
//  CHECK-NEXT: return
func.func @alloc(%arg0: index) {
  %alloc = memref.alloc() : memref<8xf32>
  %alloc_0 = memref.alloc(%arg0, %arg0) {alignment = 64 : i64} : memref<?x4x?xf32, 1>
  %alloc_1 = memref.alloc(%arg0)[%arg0] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %alloca = memref.alloca() : memref<4xvector<8xf32>>
  %alloca_2 = memref.alloca(%arg0) : memref<?xi8>
  %0 = memref.realloc %alloc : memref<8xf32> to memref<16xf32>
  %1 = memref.realloc %0(%arg0) {alignment = 32 : i64} : memref<16xf32> to memref<?xf32>
  memref.dealloc %1 : memref<?xf32>
  return
}

// CHECK-LABEL: func.func @scopes(%arg0: f32) -> f32 {
//  CHECK-NEXT: memref.alloca_scope  {
//  CHECK-NEXT: %alloca = memref.alloca() : memref<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: %0 = memref.alloca_scope  -> (f32) {
//  CHECK-NEXT: memref.alloca_scope.return %arg0 : f32
//  CHECK-NEXT: }
//  CHECK-NEXT: return %0 : f32
func.func @scopes(%arg0: f32) -> f32 {
  memref.alloca_scope  {
    %alloca = memref.alloca() : memref<4xf32>
  }
  %0 = memref.alloca_scope  -> (f32) {
    memref.alloca_scope.return %arg0 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @casts(%arg0: memref<4x?xf32>, %arg1: memref<*xf32>, %arg2: memref<4xf32, strided<[2], offset: 3>>, %arg3: memref<4xf32, 5>) {
//  CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x?xf32> to memref<?x8xf32>
//  CHECK-NEXT: %cast_0 = memref.cast %arg0 : memref<4x?xf32> to memref<*xf32>
//  CHECK-NEXT: %cast_1 = memref.cast %arg1 : memref<*xf32> to memref<?xf32>
//  CHECK-NEXT: %cast_2 = memref.cast %arg2 : memref<4xf32, strided<[2], offset: 3>> to memref<?xf32, strided<[?], offset: ?>>
//  CHECK-NEXT: %memspacecast = memref.memory_space_cast %arg3 : memref<4xf32, 5> to memref<4xf32>
//  CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 16 : memref<4x?xf32>
//  CHECK-NEXT: return
func.func @casts(%arg0: memref<4x?xf32>, %arg1: memref<*xf32>, %arg2: memref<4xf32, strided<[2], offset: 3>>, %arg3: memref<4xf32, 5>) {
  %cast = memref.cast %arg0 : memref<4x?xf32> to memref<?x8xf32>
  %cast_0 = memref.cast %arg0 : memref<4x?xf32> to memref<*xf32>
  %cast_1 = memref.cast %arg1 : memref<*xf32> to memref<?xf32>
  %cast_2 = memref.cast %arg2 : memref<4xf32, strided<[2], offset: 3>> to memref<?xf32, strided<[?], offset: ?>>
  %memspacecast = memref.memory_space_cast %arg3 : memref<4xf32, 5> to memref<4xf32>
  %assume_align = memref.assume_alignment %arg0, 16 : memref<4x?xf32>
  return
}

// CHECK-LABEL: func.func @sizes(%arg0: memref<4x?xf32>, %arg1: memref<*xf32>, %arg2: index) {
//  CHECK-NEXT: %dim = memref.dim %arg0, %arg2 : memref<4x?xf32>
//  CHECK-NEXT: %dim_0 = memref.dim %arg1, %arg2 : memref<*xf32>
//  CHECK-NEXT: %0 = memref.rank %arg1 : memref<*xf32>
//  CHECK-NEXT: return
func.func @sizes(%arg0: memref<4x?xf32>, %arg1: memref<*xf32>, %arg2: index) {
  %dim = memref.dim %arg0, %arg2 : memref<4x?xf32>
  %dim_0 = memref.dim %arg1, %arg2 : memref<*xf32>
  %0 = memref.rank %arg1 : memref<*xf32>
  return
}

// CHECK-LABEL: func.func @metadata(%arg0: memref<4x?xf32>, %arg1: memref<f32>, %arg2: memref<*xf32>, %arg3: index) {
//  CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
//  CHECK-NEXT: %base_buffer_0, %offset_1 = memref.extract_strided_metadata %arg1 : memref<f32> -> memref<f32>, index
//  CHECK-NEXT: %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4x?xf32> -> index
//  CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [%arg3], sizes: [2, %arg3], strides: [%arg3, 1] : memref<*xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
//  CHECK-NEXT: %reinterpret_cast_2 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [], strides: [] : memref<4x?xf32> to memref<f32>
//  CHECK-NEXT: return
func.func @metadata(%arg0: memref<4x?xf32>, %arg1: memref<f32>, %arg2: memref<*xf32>, %arg3: index) {
  %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %base_buffer_0, %offset_1 = memref.extract_strided_metadata %arg1 : memref<f32> -> memref<f32>, index
  %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4x?xf32> -> index
  %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [%arg3], sizes: [2, %arg3], strides: [%arg3, 1] : memref<*xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %reinterpret_cast_2 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [], strides: [] : memref<4x?xf32> to memref<f32>
  return
}

// CHECK-LABEL: func.func @subviews(%arg0: memref<8x16x4xf32>, %arg1: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg2: index) {
//  CHECK-NEXT: %subview = memref.subview %arg0[0, 2, 0] [4, 4, 4] [1, 2, 1] : memref<8x16x4xf32> to memref<4x4x4xf32, strided<[64, 8, 1], offset: 8>>
//  CHECK-NEXT: %subview_0 = memref.subview %arg0[%arg2, 0, 0] [1, 16, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<16x4xf32, strided<[4, 1], offset: ?>>
//  CHECK-NEXT: %subview_1 = memref.subview %arg1[%arg2, %arg2] [%arg2, 4] [%arg2, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>>
//  CHECK-NEXT: %subview_2 = memref.subview %arg0[3, 4, 2] [1, 6, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<6xf32, strided<[4], offset: 210>>
//  CHECK-NEXT: return
func.func @subviews(%arg0: memref<8x16x4xf32>, %arg1: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg2: index) {
  %subview = memref.subview %arg0[0, 2, 0] [4, 4, 4] [1, 2, 1] : memref<8x16x4xf32> to memref<4x4x4xf32, strided<[64, 8, 1], offset: 8>>
  %subview_0 = memref.subview %arg0[%arg2, 0, 0] [1, 16, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<16x4xf32, strided<[4, 1], offset: ?>>
  %subview_1 = memref.subview %arg1[%arg2, %arg2] [%arg2, 4] [%arg2, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %subview_2 = memref.subview %arg0[3, 4, 2] [1, 6, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<6xf32, strided<[4], offset: 210>>
  return
}

// CHECK-LABEL: func.func @views(%arg0: memref<2048xi8>, %arg1: memref<4x?xf32>, %arg2: memref<1xi32>, %arg3: index) {
//  CHECK-NEXT: %view = memref.view %arg0[%arg3][] : memref<2048xi8> to memref<64x4xf32>
//  CHECK-NEXT: %view_0 = memref.view %arg0[%arg3][%arg3, %arg3] : memref<2048xi8> to memref<?x4x?xf32>
//  CHECK-NEXT: %transpose = memref.transpose %arg1 (d0, d1) -> (d1, d0) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
//  CHECK-NEXT: %reshape = memref.reshape %arg1(%arg2) : (memref<4x?xf32>, memref<1xi32>) -> memref<?xf32>
//  CHECK-NEXT: return
func.func @views(%arg0: memref<2048xi8>, %arg1: memref<4x?xf32>, %arg2: memref<1xi32>, %arg3: index) {
  %view = memref.view %arg0[%arg3][] : memref<2048xi8> to memref<64x4xf32>
  %view_0 = memref.view %arg0[%arg3][%arg3, %arg3] : memref<2048xi8> to memref<?x4x?xf32>
  %transpose = memref.transpose %arg1 (d0, d1) -> (d1, d0) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %reshape = memref.reshape %arg1(%arg2) : (memref<4x?xf32>, memref<1xi32>) -> memref<?xf32>
  return
}

// CHECK-LABEL: func.func @reshapes(%arg0: memref<?x32xf32>, %arg1: memref<4x8x2xf32, strided<[32, 2, 1], offset: 5>>, %arg2: memref<f32>, %arg3: index) {
//  CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [%arg3, 5, 32] : memref<?x32xf32> into memref<?x5x32xf32>
//  CHECK-NEXT: %collapse_shape = memref.collapse_shape %expand_shape {{\[\[}}0, 1, 2]] : memref<?x5x32xf32> into memref<?xf32>
//  CHECK-NEXT: %collapse_shape_0 = memref.collapse_shape %arg1 {{\[\[}}0], [1, 2]] : memref<4x8x2xf32, strided<[32, 2, 1], offset: 5>> into memref<4x16xf32, strided<[32, 1], offset: 5>>
//  CHECK-NEXT: %expand_shape_1 = memref.expand_shape %arg2 [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
//  CHECK-NEXT: return
func.func @reshapes(%arg0: memref<?x32xf32>, %arg1: memref<4x8x2xf32, strided<[32, 2, 1], offset: 5>>, %arg2: memref<f32>, %arg3: index) {
  %expand_shape = memref.expand_shape %arg0 [[0, 1], [2]] output_shape [%arg3, 5, 32] : memref<?x32xf32> into memref<?x5x32xf32>
  %collapse_shape = memref.collapse_shape %expand_shape [[0, 1, 2]] : memref<?x5x32xf32> into memref<?xf32>
  %collapse_shape_0 = memref.collapse_shape %arg1 [[0], [1, 2]] : memref<4x8x2xf32, strided<[32, 2, 1], offset: 5>> into memref<4x16xf32, strided<[32, 1], offset: 5>>
  %expand_shape_1 = memref.expand_shape %arg2 [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  return
}

//       CHECK: memref.global "private" constant @table : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
memref.global "private" constant @table : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}

//       CHECK: memref.global @elsewhere : memref<4xi32>
memref.global @elsewhere : memref<4xi32>

//       CHECK: memref.global "private" @zeros : memref<4x4xi32> = dense<0>
memref.global "private" @zeros : memref<4x4xi32> = dense<0>

//       CHECK: memref.global @scratch : memref<3xf16> = uninitialized
memref.global @scratch : memref<3xf16> = uninitialized

//       CHECK: memref.global @one : memref<i32> = dense<1>
memref.global @one : memref<i32> = dense<1>

// CHECK-LABEL: func.func @globals() {
//  CHECK-NEXT: %0 = memref.get_global @table : memref<2xf32>
//  CHECK-NEXT: %1 = memref.get_global @scratch : memref<3xf16>
//  CHECK-NEXT: return
func.func @globals() {
  %0 = memref.get_global @table : memref<2xf32>
  %1 = memref.get_global @scratch : memref<3xf16>
  return
}
