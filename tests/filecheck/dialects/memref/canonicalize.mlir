// RUN: dlc-opt %s --canonicalize --allow-unregistered-dialect --split-input-file | filecheck %s

// CHECK-LABEL: func.func @dim_static
//  CHECK-SAME:   (%[[M:.*]]: memref<4x?xf32>) -> index {
//  CHECK-NEXT:   %[[D:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_static(%m: memref<4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<4x?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_out_of_bounds
//  CHECK-SAME:   (%[[M:.*]]: memref<4x?xf32>) -> index {
//  CHECK-NEXT:   %[[C7:.*]] = arith.constant 7 : index
//  CHECK-NEXT:   %[[D:.*]] = memref.dim %[[M]], %[[C7]] : memref<4x?xf32>
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_out_of_bounds(%m: memref<4x?xf32>) -> index {
  %c7 = arith.constant 7 : index
  %d = memref.dim %m, %c7 : memref<4x?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_alloc
//  CHECK-SAME:   (%[[N:.*]]: index, %[[K:.*]]: index) -> (index, memref<?x4x?xf32>) {
//  CHECK-NEXT:   %[[M:.*]] = memref.alloc(%[[N]], %[[K]]) : memref<?x4x?xf32>
//  CHECK-NEXT:   return %[[K]], %[[M]] : index, memref<?x4x?xf32>
func.func @dim_of_alloc(%n: index, %k: index) -> (index, memref<?x4x?xf32>) {
  %c2 = arith.constant 2 : index
  %m = memref.alloc(%n, %k) : memref<?x4x?xf32>
  %d = memref.dim %m, %c2 : memref<?x4x?xf32>
  return %d, %m : index, memref<?x4x?xf32>
}

// -----

// CHECK-LABEL: func.func @dim_of_view
//  CHECK-SAME:   (%[[B:.*]]: memref<2048xi8>, %[[I:.*]]: index, %[[N:.*]]: index) -> index {
//  CHECK-NEXT:   return %[[N]] : index
func.func @dim_of_view(%b: memref<2048xi8>, %i: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %v = memref.view %b[%i][%n] : memref<2048xi8> to memref<?x4xf32>
  %d = memref.dim %v, %c0 : memref<?x4xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_subview
//  CHECK-SAME:   (%[[M:.*]]: memref<4x?xf32>, %[[N:.*]]: index) -> index {
//  CHECK-NEXT:   return %[[N]] : index
func.func @dim_of_subview(%m: memref<4x?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[0, 0] [1, %n] [1, 1] : memref<4x?xf32> to memref<?xf32, strided<[1]>>
  %d = memref.dim %s, %c0 : memref<?xf32, strided<[1]>>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_cast
//  CHECK-SAME:   (%[[M:.*]]: memref<4x?xf32>, %[[I:.*]]: index) -> index {
//  CHECK-NEXT:   %[[C:.*]] = memref.cast %[[M]] : memref<4x?xf32> to memref<?x?xf32>
//  CHECK-NEXT:   %[[D:.*]] = memref.dim %[[C]], %[[I]] : memref<?x?xf32>
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_cast(%m: memref<4x?xf32>, %i: index) -> index {
  %c = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %d = memref.dim %c, %i : memref<?x?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_cast0
//  CHECK-SAME:   (%[[M:.*]]: memref<4x?xf32>) -> index {
//  CHECK-NEXT:   %[[D:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_cast0(%m: memref<4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %d = memref.dim %c, %c0 : memref<?x?xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_reshape
//  CHECK-SAME:   (%[[M:.*]]: memref<*xf32>, %[[S:.*]]: memref<?xindex>, %[[I:.*]]: index) -> index {
//  CHECK-NEXT:   %[[D:.*]] = memref.load %[[S]][%[[I]]] : memref<?xindex>
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_reshape(%m: memref<*xf32>, %s: memref<?xindex>, %i: index) -> index {
  %r = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %d = memref.dim %r, %i : memref<*xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @dim_of_reshape_i32
//  CHECK-SAME:   (%[[M:.*]]: memref<*xf32>, %[[S:.*]]: memref<?xi32>, %[[I:.*]]: index) -> index {
//  CHECK-NEXT:   %[[V_0:.*]] = memref.load %[[S]][%[[I]]] : memref<?xi32>
//  CHECK-NEXT:   %[[D:.*]] = arith.index_cast %[[V_0]] : i32 to index
//  CHECK-NEXT:   return %[[D]] : index
func.func @dim_of_reshape_i32(%m: memref<*xf32>, %s: memref<?xi32>, %i: index) -> index {
  %r = memref.reshape %m(%s) : (memref<*xf32>, memref<?xi32>) -> memref<*xf32>
  %d = memref.dim %r, %i : memref<*xf32>
  return %d : index
}

// -----

// CHECK-LABEL: func.func @rank
//  CHECK-SAME:   (%[[M:.*]]: memref<4x?xf32>, %[[U:.*]]: memref<*xf32>) -> (index, index) {
//  CHECK-NEXT:   %[[A:.*]] = arith.constant 2 : index
//  CHECK-NEXT:   %[[B:.*]] = memref.rank %[[U]] : memref<*xf32>
//  CHECK-NEXT:   return %[[A]], %[[B]] : index, index
func.func @rank(%m: memref<4x?xf32>, %u: memref<*xf32>) -> (index, index) {
  %a = memref.rank %m : memref<4x?xf32>
  %b = memref.rank %u : memref<*xf32>
  return %a, %b : index, index
}

// -----

// CHECK-LABEL: func.func @alloc_const() -> memref<?x?xf32> {
//  CHECK-NEXT:   %[[CM:.*]] = arith.constant -4 : index
//  CHECK-NEXT:   %[[ALLOC:.*]] = memref.alloc(%[[CM]]) {alignment = 64 : i64} : memref<4x?xf32>
//  CHECK-NEXT:   %[[A:.*]] = memref.cast %[[ALLOC]] : memref<4x?xf32> to memref<?x?xf32>
//  CHECK-NEXT:   return %[[A]] : memref<?x?xf32>
func.func @alloc_const() -> memref<?x?xf32> {
  %c4 = arith.constant 4 : index
  %cm = arith.constant -4 : index
  %a = memref.alloc(%c4, %cm) {alignment = 64 : i64} : memref<?x?xf32>
  return %a : memref<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @alloca_const
//  CHECK-SAME:   (%[[N:.*]]: index) -> f32 {
//  CHECK-NEXT:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[ALLOCA:.*]] = memref.alloca(%[[N]]) : memref<4x?xf32>
//  CHECK-NEXT:   %[[X:.*]] = memref.load %[[ALLOCA]][%[[C0]], %[[C0]]] : memref<4x?xf32>
//  CHECK-NEXT:   return %[[X]] : f32
func.func @alloca_const(%n: index) -> f32 {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %a = memref.alloca(%c4, %n) : memref<?x?xf32>
  %x = memref.load %a[%c0, %c0] : memref<?x?xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @dead_alloc
//  CHECK-SAME:   (%[[X:.*]]: f32) {
//  CHECK-NEXT:   return
func.func @dead_alloc(%x: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @alive_alloc
//  CHECK-SAME:   (%[[X:.*]]: memref<memref<4xf32>>) {
//  CHECK-NEXT:   %[[A:.*]] = memref.alloc() : memref<4xf32>
//  CHECK-NEXT:   memref.store %[[A]], %[[X]][] : memref<memref<4xf32>>
//  CHECK-NEXT:   return
func.func @alive_alloc(%x: memref<memref<4xf32>>) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %a, %x[] : memref<memref<4xf32>>
  return
}

// -----

// CHECK-LABEL: func.func @casts
//  CHECK-SAME:   (%[[M:.*]]: memref<4x4xf32>) -> (memref<4x4xf32>, memref<?x4xf32>) {
//  CHECK-NEXT:   %[[C:.*]] = memref.cast %[[M]] : memref<4x4xf32> to memref<?x4xf32>
//  CHECK-NEXT:   return %[[M]], %[[C]] : memref<4x4xf32>, memref<?x4xf32>
func.func @casts(%m: memref<4x4xf32>) -> (memref<4x4xf32>, memref<?x4xf32>) {
  %a = memref.cast %m : memref<4x4xf32> to memref<?x?xf32>
  %b = memref.cast %a : memref<?x?xf32> to memref<4x4xf32>
  %c = memref.cast %a : memref<?x?xf32> to memref<?x4xf32>
  return %b, %c : memref<4x4xf32>, memref<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @cast_of_unranked
//  CHECK-SAME:   (%[[M:.*]]: memref<4x4xf32>) -> memref<4x?xf32> {
//  CHECK-NEXT:   %[[B:.*]] = memref.cast %[[M]] : memref<4x4xf32> to memref<4x?xf32>
//  CHECK-NEXT:   return %[[B]] : memref<4x?xf32>
func.func @cast_of_unranked(%m: memref<4x4xf32>) -> memref<4x?xf32> {
  %a = memref.cast %m : memref<4x4xf32> to memref<*xf32>
  %b = memref.cast %a : memref<*xf32> to memref<4x?xf32>
  return %b : memref<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @load_store_cast
//  CHECK-SAME:   (%[[M:.*]]: memref<4x4xf32>, %[[I:.*]]: index, %[[U:.*]]: memref<*xf32>) {
//  CHECK-NEXT:   %[[B:.*]] = memref.cast %[[U]] : memref<*xf32> to memref<?x?xf32>
//  CHECK-NEXT:   %[[X:.*]] = memref.load %[[M]][%[[I]], %[[I]]] : memref<4x4xf32>
//  CHECK-NEXT:   memref.store %[[X]], %[[B]][%[[I]], %[[I]]] : memref<?x?xf32>
//  CHECK-NEXT:   memref.prefetch %[[M]][%[[I]], %[[I]]], write, locality<1>, instr : memref<4x4xf32>
//  CHECK-NEXT:   %[[Y:.*]] = memref.atomic_rmw addf %[[X]], %[[M]][%[[I]], %[[I]]] : (f32, memref<4x4xf32>) -> f32
//  CHECK-NEXT:   memref.dealloc %[[M]] : memref<4x4xf32>
//  CHECK-NEXT:   return
func.func @load_store_cast(%m: memref<4x4xf32>, %i: index, %u: memref<*xf32>) {
  %a = memref.cast %m : memref<4x4xf32> to memref<?x?xf32>
  %b = memref.cast %u : memref<*xf32> to memref<?x?xf32>
  %x = memref.load %a[%i, %i] : memref<?x?xf32>
  memref.store %x, %b[%i, %i] : memref<?x?xf32>
  memref.prefetch %a[%i, %i], write, locality<1>, instr : memref<?x?xf32>
  %y = memref.atomic_rmw addf %x, %a[%i, %i] : (f32, memref<?x?xf32>) -> f32
  memref.dealloc %a : memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @copy
//  CHECK-SAME:   (%[[M:.*]]: memref<4xf32>, %[[N:.*]]: memref<?xf32>, %[[E:.*]]: memref<0xf32>, %[[F:.*]]: memref<0xf32>) {
//  CHECK-NEXT:   memref.copy %[[M]], %[[N]] : memref<4xf32> to memref<?xf32>
//  CHECK-NEXT:   return
func.func @copy(%m: memref<4xf32>, %n: memref<?xf32>, %e: memref<0xf32>, %f: memref<0xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  memref.copy %e, %f : memref<0xf32> to memref<0xf32>
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.copy %a, %n : memref<?xf32> to memref<?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @subview_const
//  CHECK-SAME:   (%[[M:.*]]: memref<4x8xf32>, %[[I:.*]]: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
//  CHECK-NEXT:   %[[SUBVIEW:.*]] = memref.subview %[[M]][1, %[[I]]] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
//  CHECK-NEXT:   %[[S:.*]] = memref.cast %[[SUBVIEW]] : memref<2x2xf32, strided<[8, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
//  CHECK-NEXT:   return %[[S]] : memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @subview_const(%m: memref<4x8xf32>, %i: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%c1, %i] [%c2, %c2] [%c1, %c1] : memref<4x8xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %s : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @subview_reduced
//  CHECK-SAME:   (%[[M:.*]]: memref<4x8xf32>, %[[I:.*]]: index) -> memref<?xf32, strided<[?], offset: ?>> {
//  CHECK-NEXT:   %[[SUBVIEW:.*]] = memref.subview %[[M]][1, %[[I]]] [1, 2] [1, 1] : memref<4x8xf32> to memref<2xf32, strided<[1], offset: ?>>
//  CHECK-NEXT:   %[[S:.*]] = memref.cast %[[SUBVIEW]] : memref<2xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
//  CHECK-NEXT:   return %[[S]] : memref<?xf32, strided<[?], offset: ?>>
func.func @subview_reduced(%m: memref<4x8xf32>, %i: index) -> memref<?xf32, strided<[?], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%c1, %i] [1, %c2] [1, %c1] : memref<4x8xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %s : memref<?xf32, strided<[?], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @subview_negative
//  CHECK-SAME:   (%[[M:.*]]: memref<?x8xf32>) -> memref<?x8xf32, strided<[8, 1], offset: ?>> {
//  CHECK-NEXT:   %[[C:.*]] = arith.constant -1 : index
//  CHECK-NEXT:   %[[S:.*]] = memref.subview %[[M]][%[[C]], 0] [%[[C]], 8] [1, 1] : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
//  CHECK-NEXT:   return %[[S]] : memref<?x8xf32, strided<[8, 1], offset: ?>>
func.func @subview_negative(%m: memref<?x8xf32>) -> memref<?x8xf32, strided<[8, 1], offset: ?>> {
  %c = arith.constant -1 : index
  %s = memref.subview %m[%c, 0] [%c, 8] [1, 1] : memref<?x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  return %s : memref<?x8xf32, strided<[8, 1], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @subview_cast
//  CHECK-SAME:   (%[[M:.*]]: memref<4x8xf32>, %[[I:.*]]: index) -> memref<2x?xf32, strided<[?, 1], offset: ?>> {
//  CHECK-NEXT:   %[[SUBVIEW:.*]] = memref.subview %[[M]][%[[I]], 2] [2, %[[I]]] [1, 1] : memref<4x8xf32> to memref<2x?xf32, strided<[8, 1], offset: ?>>
//  CHECK-NEXT:   %[[S:.*]] = memref.cast %[[SUBVIEW]] : memref<2x?xf32, strided<[8, 1], offset: ?>> to memref<2x?xf32, strided<[?, 1], offset: ?>>
//  CHECK-NEXT:   return %[[S]] : memref<2x?xf32, strided<[?, 1], offset: ?>>
func.func @subview_cast(%m: memref<4x8xf32>, %i: index) -> memref<2x?xf32, strided<[?, 1], offset: ?>> {
  %c = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %s = memref.subview %c[%i, 2] [2, %i] [1, 1] : memref<?x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  return %s : memref<2x?xf32, strided<[?, 1], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @subview_all
//  CHECK-SAME:   (%[[M:.*]]: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
//  CHECK-NEXT:   %[[S:.*]] = memref.cast %[[M]] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
//  CHECK-NEXT:   return %[[S]] : memref<4x8xf32, strided<[8, 1]>>
func.func @subview_all(%m: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
  %s = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  return %s : memref<4x8xf32, strided<[8, 1]>>
}

// -----

// CHECK-LABEL: func.func @subview_same
//  CHECK-SAME:   (%[[M:.*]]: memref<4x8xf32, strided<[8, 1], offset: 3>>) -> memref<4x8xf32, strided<[8, 1], offset: 3>> {
//  CHECK-NEXT:   return %[[M]] : memref<4x8xf32, strided<[8, 1], offset: 3>>
func.func @subview_same(%m: memref<4x8xf32, strided<[8, 1], offset: 3>>) -> memref<4x8xf32, strided<[8, 1], offset: 3>> {
  %s = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32, strided<[8, 1], offset: 3>> to memref<4x8xf32, strided<[8, 1], offset: 3>>
  return %s : memref<4x8xf32, strided<[8, 1], offset: 3>>
}

// -----

// CHECK-LABEL: func.func @subview_subview
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>, %[[I:.*]]: index, %[[N:.*]]: index) -> memref<?xf32, strided<[1], offset: ?>> {
//  CHECK-NEXT:   %[[S:.*]] = memref.subview %[[M]][%[[I]]] [%[[N]]] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
//  CHECK-NEXT:   return %[[S]] : memref<?xf32, strided<[1], offset: ?>>
func.func @subview_subview(%m: memref<?xf32>, %i: index, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %s = memref.subview %m[%i] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %t = memref.subview %s[0] [%n] [1] : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  return %t : memref<?xf32, strided<[1], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @reinterpret
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>, %[[I:.*]]: index) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
//  CHECK-NEXT:   %[[REINTERPRET_CAST:.*]] = memref.reinterpret_cast %[[M]] to offset: [%[[I]]], sizes: [4, %[[I]]], strides: [%[[I]], 1] : memref<?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
//  CHECK-NEXT:   %[[R:.*]] = memref.cast %[[REINTERPRET_CAST]] : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
//  CHECK-NEXT:   return %[[R]] : memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @reinterpret(%m: memref<?xf32>, %i: index) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
  %c4 = arith.constant 4 : index
  %a = memref.cast %m : memref<?xf32> to memref<*xf32>
  %r = memref.reinterpret_cast %a to offset: [%i], sizes: [%c4, %i], strides: [%i, 1] : memref<*xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %r : memref<?x?xf32, strided<[?, 1], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @reinterpret_same
//  CHECK-SAME:   (%[[M:.*]]: memref<4xf32>) -> memref<4xf32> {
//  CHECK-NEXT:   return %[[M]] : memref<4xf32>
func.func @reinterpret_same(%m: memref<4xf32>) -> memref<4xf32> {
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<4xf32> to memref<4xf32>
  return %r : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @reinterpret_metadata
//  CHECK-SAME:   (%[[M:.*]]: memref<?x4xf32>) -> memref<?x4xf32, strided<[4, 1]>> {
//  CHECK-NEXT:   %[[R:.*]] = memref.cast %[[M]] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
//  CHECK-NEXT:   return %[[R]] : memref<?x4xf32, strided<[4, 1]>>
func.func @reinterpret_metadata(%m: memref<?x4xf32>) -> memref<?x4xf32, strided<[4, 1]>> {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %r = memref.reinterpret_cast %b to offset: [0], sizes: [%s#0, 4], strides: [4, 1] : memref<f32> to memref<?x4xf32, strided<[4, 1]>>
  return %r : memref<?x4xf32, strided<[4, 1]>>
}

// -----

// CHECK-LABEL: func.func @reinterpret_metadata_other
//  CHECK-SAME:   (%[[M:.*]]: memref<?x4xf32>) -> memref<?x2xf32, strided<[4, 1]>> {
//  CHECK-NEXT:   %[[B:.*]], %[[O:.*]], %[[S:.*]]:2, %[[T:.*]]:2 = memref.extract_strided_metadata %[[M]] : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
//  CHECK-NEXT:   %[[R:.*]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[S]]#0, 2], strides: [4, 1] : memref<?x4xf32> to memref<?x2xf32, strided<[4, 1]>>
//  CHECK-NEXT:   return %[[R]] : memref<?x2xf32, strided<[4, 1]>>
func.func @reinterpret_metadata_other(%m: memref<?x4xf32>) -> memref<?x2xf32, strided<[4, 1]>> {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %r = memref.reinterpret_cast %b to offset: [0], sizes: [%s#0, 2], strides: [4, 1] : memref<f32> to memref<?x2xf32, strided<[4, 1]>>
  return %r : memref<?x2xf32, strided<[4, 1]>>
}

// -----

// CHECK-LABEL: func.func @metadata
//  CHECK-SAME:   (%[[M:.*]]: memref<?x4xf32>) -> (index, index, index, index, index) {
//  CHECK-NEXT:   %[[C1:.*]] = arith.constant 1 : index
//  CHECK-NEXT:   %[[T:.*]] = arith.constant 4 : index
//  CHECK-NEXT:   %[[O:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[B:.*]], %[[O_0:.*]], %[[S:.*]]:2, %[[T_1:.*]]:2 = memref.extract_strided_metadata %[[M]] : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
//  CHECK-NEXT:   return %[[O]], %[[S]]#0, %[[T]], %[[T]], %[[C1]] : index, index, index, index, index
func.func @metadata(%m: memref<?x4xf32>) -> (index, index, index, index, index) {
  %c = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %t#1 : index, index, index, index, index
}

// -----

// CHECK-LABEL: func.func @view_const
//  CHECK-SAME:   (%[[B:.*]]: memref<2048xi8>, %[[I:.*]]: index) -> memref<?x4xf32> {
//  CHECK-NEXT:   %[[VIEW:.*]] = memref.view %[[B]][%[[I]]][] : memref<2048xi8> to memref<8x4xf32>
//  CHECK-NEXT:   %[[V:.*]] = memref.cast %[[VIEW]] : memref<8x4xf32> to memref<?x4xf32>
//  CHECK-NEXT:   return %[[V]] : memref<?x4xf32>
func.func @view_const(%b: memref<2048xi8>, %i: index) -> memref<?x4xf32> {
  %c8 = arith.constant 8 : index
  %v = memref.view %b[%i][%c8] : memref<2048xi8> to memref<?x4xf32>
  return %v : memref<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @view_cast
//  CHECK-SAME:   (%[[I:.*]]: index, %[[N:.*]]: index) -> memref<?x4xf32> {
//  CHECK-NEXT:   %[[A:.*]] = memref.alloc() : memref<2048xi8>
//  CHECK-NEXT:   %[[V:.*]] = memref.view %[[A]][%[[I]]][%[[N]]] : memref<2048xi8> to memref<?x4xf32>
//  CHECK-NEXT:   return %[[V]] : memref<?x4xf32>
func.func @view_cast(%i: index, %n: index) -> memref<?x4xf32> {
  %a = memref.alloc() : memref<2048xi8>
  %c = memref.cast %a : memref<2048xi8> to memref<?xi8>
  %v = memref.view %c[%i][%n] : memref<?xi8> to memref<?x4xf32>
  return %v : memref<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @transposes
//  CHECK-SAME:   (%[[M:.*]]: memref<4x?xf32>) -> memref<4x?xf32, strided<[?, 1]>> {
//  CHECK-NEXT:   %[[U:.*]] = memref.transpose %[[M]] (d0, d1) -> (d0, d1) : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
//  CHECK-NEXT:   return %[[U]] : memref<4x?xf32, strided<[?, 1]>>
func.func @transposes(%m: memref<4x?xf32>) -> memref<4x?xf32, strided<[?, 1]>> {
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %u = memref.transpose %t (i, j) -> (j, i) : memref<?x4xf32, strided<[1, ?]>> to memref<4x?xf32, strided<[?, 1]>>
  return %u : memref<4x?xf32, strided<[?, 1]>>
}

// -----

// CHECK-LABEL: func.func @expand_expand
//  CHECK-SAME:   (%[[M:.*]]: memref<24xf32>) -> memref<2x3x4xf32> {
//  CHECK-NEXT:   %[[B:.*]] = memref.expand_shape %[[M]] {{\[\[}}0, 1, 2]] output_shape [2, 3, 4] : memref<24xf32> into memref<2x3x4xf32>
//  CHECK-NEXT:   return %[[B]] : memref<2x3x4xf32>
func.func @expand_expand(%m: memref<24xf32>) -> memref<2x3x4xf32> {
  %a = memref.expand_shape %m [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 3, 4] : memref<6x4xf32> into memref<2x3x4xf32>
  return %b : memref<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_collapse
//  CHECK-SAME:   (%[[M:.*]]: memref<2x3x4xf32>) -> memref<24xf32> {
//  CHECK-NEXT:   %[[B:.*]] = memref.collapse_shape %[[M]] {{\[\[}}0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
//  CHECK-NEXT:   return %[[B]] : memref<24xf32>
func.func @collapse_collapse(%m: memref<2x3x4xf32>) -> memref<24xf32> {
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %b = memref.collapse_shape %a [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  return %b : memref<24xf32>
}

// -----

// CHECK-LABEL: func.func @expand_collapse
//  CHECK-SAME:   (%[[M:.*]]: memref<2x3x4xf32>) -> memref<2x3x4xf32> {
//  CHECK-NEXT:   return %[[M]] : memref<2x3x4xf32>
func.func @expand_collapse(%m: memref<2x3x4xf32>) -> memref<2x3x4xf32> {
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 3, 4] : memref<6x4xf32> into memref<2x3x4xf32>
  return %b : memref<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_expand_dynamic
//  CHECK-SAME:   (%[[M:.*]]: memref<?x4xf32>, %[[N:.*]]: index) -> memref<?x4xf32> {
//  CHECK-NEXT:   return %[[M]] : memref<?x4xf32>
func.func @collapse_expand_dynamic(%m: memref<?x4xf32>, %n: index) -> memref<?x4xf32> {
  %a = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 3, 4] : memref<?x4xf32> into memref<?x3x4xf32>
  %b = memref.collapse_shape %a [[0, 1], [2]] : memref<?x3x4xf32> into memref<?x4xf32>
  return %b : memref<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_of_expand
//  CHECK-SAME:   (%[[M:.*]]: memref<24x5xf32>) -> memref<120xf32> {
//  CHECK-NEXT:   %[[B:.*]] = memref.collapse_shape %[[M]] {{\[\[}}0, 1]] : memref<24x5xf32> into memref<120xf32>
//  CHECK-NEXT:   return %[[B]] : memref<120xf32>
func.func @collapse_of_expand(%m: memref<24x5xf32>) -> memref<120xf32> {
  %a = memref.expand_shape %m [[0, 1], [2]] output_shape [6, 4, 5] : memref<24x5xf32> into memref<6x4x5xf32>
  %b = memref.collapse_shape %a [[0, 1, 2]] : memref<6x4x5xf32> into memref<120xf32>
  return %b : memref<120xf32>
}

// -----

// CHECK-LABEL: func.func @expand_of_collapse
//  CHECK-SAME:   (%[[M:.*]]: memref<4x5x6xf32>) -> memref<4x5x2x3xf32> {
//  CHECK-NEXT:   %[[B:.*]] = memref.expand_shape %[[M]] {{\[\[}}0], [1], [2, 3]] output_shape [4, 5, 2, 3] : memref<4x5x6xf32> into memref<4x5x2x3xf32>
//  CHECK-NEXT:   return %[[B]] : memref<4x5x2x3xf32>
func.func @expand_of_collapse(%m: memref<4x5x6xf32>) -> memref<4x5x2x3xf32> {
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<4x5x6xf32> into memref<20x6xf32>
  %b = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [4, 5, 2, 3] : memref<20x6xf32> into memref<4x5x2x3xf32>
  return %b : memref<4x5x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @collapse_cast
//  CHECK-SAME:   (%[[M:.*]]: memref<4x5xf32>) -> memref<?xf32> {
//  CHECK-NEXT:   %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[M]] {{\[\[}}0, 1]] : memref<4x5xf32> into memref<20xf32>
//  CHECK-NEXT:   %[[B:.*]] = memref.cast %[[COLLAPSE_SHAPE]] : memref<20xf32> to memref<?xf32>
//  CHECK-NEXT:   return %[[B]] : memref<?xf32>
func.func @collapse_cast(%m: memref<4x5xf32>) -> memref<?xf32> {
  %a = memref.cast %m : memref<4x5xf32> to memref<?x5xf32>
  %b = memref.collapse_shape %a [[0, 1]] : memref<?x5xf32> into memref<?xf32>
  return %b : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @memspace
//  CHECK-SAME:   (%[[M:.*]]: memref<4xf32, 1>) -> (memref<4xf32>, memref<4xf32, 1>) {
//  CHECK-NEXT:   %[[B:.*]] = memref.memory_space_cast %[[M]] : memref<4xf32, 1> to memref<4xf32>
//  CHECK-NEXT:   return %[[B]], %[[M]] : memref<4xf32>, memref<4xf32, 1>
func.func @memspace(%m: memref<4xf32, 1>) -> (memref<4xf32>, memref<4xf32, 1>) {
  %a = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32, 2>
  %b = memref.memory_space_cast %a : memref<4xf32, 2> to memref<4xf32>
  %c = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32, 1>
  return %b, %c : memref<4xf32>, memref<4xf32, 1>
}

// -----

// CHECK-LABEL: func.func @assume
//  CHECK-SAME:   (%[[M:.*]]: memref<4xf32>) -> memref<4xf32> {
//  CHECK-NEXT:   %[[A:.*]] = memref.assume_alignment %[[M]], 8 : memref<4xf32>
//  CHECK-NEXT:   return %[[A]] : memref<4xf32>
func.func @assume(%m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.assume_alignment %m, 8 : memref<4xf32>
  %b = memref.assume_alignment %a, 8 : memref<4xf32>
  return %b : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @scope
//  CHECK-SAME:   (%[[I:.*]]: i1, %[[F:.*]]: memref<4xf32>) {
//  CHECK-NEXT:   %[[A:.*]] = memref.alloca() : memref<4xf32>
//  CHECK-NEXT:   call @use(%[[A]]) : (memref<4xf32>) -> ()
//  CHECK-NEXT:   return
func.func private @use(memref<4xf32>)

func.func @scope(%i: i1, %f: memref<4xf32>) {
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    func.call @use(%a) : (memref<4xf32>) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @scope_kept
//  CHECK-SAME:   (%[[F:.*]]: memref<4xf32>) {
//  CHECK-NEXT:   memref.alloca_scope  {
//  CHECK-NEXT:   %[[A:.*]] = memref.alloca() : memref<4xf32>
//  CHECK-NEXT:   func.call @use(%[[A]]) : (memref<4xf32>) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   memref.dealloc %[[F]] : memref<4xf32>
//  CHECK-NEXT:   return
func.func private @use(memref<4xf32>)

func.func @scope_kept(%f: memref<4xf32>) {
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    func.call @use(%a) : (memref<4xf32>) -> ()
  }
  memref.copy %f, %f : memref<4xf32> to memref<4xf32>
  memref.dealloc %f : memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @scope_empty
//  CHECK-SAME:   (%[[F:.*]]: memref<4xf32>, %[[X:.*]]: f32) -> f32 {
//  CHECK-NEXT:   %[[Y:.*]] = arith.addf %[[X]], %[[X]] : f32
//  CHECK-NEXT:   memref.dealloc %[[F]] : memref<4xf32>
//  CHECK-NEXT:   return %[[Y]] : f32
func.func @scope_empty(%f: memref<4xf32>, %x: f32) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %y = arith.addf %x, %x : f32
    memref.alloca_scope.return %y : f32
  }
  memref.dealloc %f : memref<4xf32>
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @realloc
//  CHECK-SAME:   (%[[M:.*]]: memref<4xf32>) {
//  CHECK-NEXT:   return
func.func @realloc(%m: memref<4xf32>) {
  %r = memref.realloc %m : memref<4xf32> to memref<8xf32>
  memref.dealloc %r : memref<8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @unused_loads
//  CHECK-SAME:   (%[[M:.*]]: memref<4xf32>, %[[I:.*]]: index) {
//  CHECK-NEXT:   return
func.func @unused_loads(%m: memref<4xf32>, %i: index) {
  %r = memref.load %m[%i] : memref<4xf32>
  %s = vector.load %m[%i] : memref<4xf32>, vector<4xf32>
  return
}

// -----

// The scope inside ends where the function does: what it allocates may live as long.
// CHECK-LABEL: func.func @allocation_at_the_end_of_the_outer_scope
//  CHECK-SAME:   (%[[N:.*]]: index)
//  CHECK-NEXT:   %[[M:.*]] = memref.alloca(%[[N]]) : memref<?xf32>
//  CHECK-NEXT:   "test.region"()
//       CHECK:     "test.use"(%[[M]])
func.func @allocation_at_the_end_of_the_outer_scope(%n: index) {
  "test.region"() ({
    memref.alloca_scope {
      %m = memref.alloca(%n) : memref<?xf32>
      "test.use"(%m) : (memref<?xf32>) -> ()
    }
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// What follows would run with the memory still taken; and a size from inside is not known outside.
// CHECK-LABEL: func.func @allocations_kept_in_their_scope
//       CHECK:   "test.region"()
//       CHECK:     memref.alloca_scope
//  CHECK-NEXT:       memref.alloca(
//       CHECK:   "test.region"()
//       CHECK:     memref.alloca_scope
//  CHECK-NEXT:       %[[SIZE:.*]] = "test.size"()
//  CHECK-NEXT:       memref.alloca(%[[SIZE]])
func.func @allocations_kept_in_their_scope(%n: index) {
  "test.region"() ({
    memref.alloca_scope {
      %m = memref.alloca(%n) : memref<?xf32>
      "test.use"(%m) : (memref<?xf32>) -> ()
    }
    "test.more"() : () -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  "test.region"() ({
    memref.alloca_scope {
      %size = "test.size"() : () -> index
      %m = memref.alloca(%size) : memref<?xf32>
      "test.use"(%m) : (memref<?xf32>) -> ()
    }
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// Sizes that a reshape leaves as they are are those of its source, or what it was given.
// CHECK-LABEL: func.func @dims_of_reshapes
//  CHECK-SAME:   (%[[M:.*]]: memref<?x1x8x?xf32>, %[[N:.*]]: index)
//   CHECK-DAG:   %[[C0:.*]] = arith.constant 0 : index
//   CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : index
//   CHECK-DAG:   %[[R:.*]] = memref.collapse_shape %[[M]]
//       CHECK:   %[[D:.*]] = memref.dim %[[M]], %[[C0]]
//       CHECK:   %[[P:.*]] = memref.dim %[[R]], %[[C1]]
//       CHECK:   return %[[D]], %[[P]], %[[N]]
func.func @dims_of_reshapes(%m: memref<?x1x8x?xf32>, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x1x8x?xf32> into memref<?x?xf32>
  %d = memref.dim %r, %c0 : memref<?x?xf32>
  %p = memref.dim %r, %c1 : memref<?x?xf32>
  %e = memref.expand_shape %r [[0, 1], [2]] output_shape [%n, 2, %p] : memref<?x?xf32> into memref<?x2x?xf32>
  %k = memref.dim %e, %c0 : memref<?x2x?xf32>
  return %d, %p, %k : index, index, index
}
