// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// Where all strides are known, an address is one step into nested arrays.
// CHECK-LABEL: llvm.func @static_strides
//       CHECK:   %[[P:.*]] = llvm.getelementptr inbounds|nuw %m[%i, 2, %j] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<3 x array<4 x f32>>
//  CHECK-NEXT:   %[[X:.*]] = llvm.load %[[P]] {alignment = 16 : i64, nontemporal} : !llvm.ptr -> f32
//       CHECK:   llvm.store %[[X]], %{{.*}} : f32, !llvm.ptr
func.func @static_strides(%m: memref<?x3x4xf32>, %i: index, %j: index) {
  %c2 = arith.constant 2 : index
  %x = memref.load %m[%i, %c2, %j] {nontemporal = true, alignment = 16 : i64} : memref<?x3x4xf32>
  memref.store %x, %m[%j, %i, %c2] : memref<?x3x4xf32>
  return
}

// -----

// Elements of less than a byte use its low bits, and callers may have set the others.
// CHECK-LABEL: llvm.func @nibbles
//       CHECK:   %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
//       CHECK:   %[[X:.*]] = llvm.trunc %[[BYTE]] : i8 to i4
//       CHECK:   llvm.store %[[X]], %{{.*}} : i4, !llvm.ptr
func.func @nibbles(%m: memref<4xi4>, %i: index, %j: index) {
  %x = memref.load %m[%i] : memref<4xi4>
  memref.store %x, %m[%j] : memref<4xi4>
  return
}

// -----

// What follows an element of the last dimension at a distance is one of the array that the distance is.
// CHECK-LABEL: llvm.func @steps
//       CHECK:   %[[START:.*]] = llvm.getelementptr inbounds|nuw %m[5] : (!llvm.ptr) -> !llvm.ptr, f32
//       CHECK:   llvm.getelementptr inbounds|nuw %[[START]][%i, %j, 0] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x array<2 x f32>>
func.func @steps(%m: memref<3x4xf32, strided<[8, 2], offset: 5>>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%i, %j] : memref<3x4xf32, strided<[8, 2], offset: 5>>
  return %x : f32
}

// -----

// Strides that are not multiples of one another are multiplied.
// CHECK-LABEL: llvm.func @no_nest
//   CHECK-DAG:   %[[FIVE:.*]] = llvm.mlir.constant(5 : i64) : i64
//       CHECK:   %[[A:.*]] = llvm.mul %i, %[[FIVE]] overflow<nsw, nuw> : i64
//       CHECK:   %[[B:.*]] = llvm.mul %j, %{{.*}} overflow<nsw, nuw> : i64
//       CHECK:   %[[SUM:.*]] = llvm.add %[[A]], %[[B]] overflow<nsw, nuw> : i64
//       CHECK:   llvm.getelementptr inbounds|nuw %m[%[[SUM]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
func.func @no_nest(%m: memref<3x4xf32, strided<[5, 2]>>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%i, %j] : memref<3x4xf32, strided<[5, 2]>>
  return %x : f32
}

// -----

// The strides of what lies row by row are not negative.
// CHECK-LABEL: llvm.func @row_by_row
//       CHECK:   %[[A:.*]] = llvm.mul %i, %m_stride0 overflow<nsw, nuw> : i64
//       CHECK:   %[[SUM:.*]] = llvm.add %[[A]], %j overflow<nsw, nuw> : i64
//       CHECK:   llvm.getelementptr inbounds|nuw %m[%[[SUM]]]
func.func @row_by_row(%m: memref<?x?xf32>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%i, %j] : memref<?x?xf32>
  return %x : f32
}

// -----

// Others may be, and so may be an offset.
// CHECK-LABEL: llvm.func @unknown_strides
//       CHECK:   %[[START:.*]] = llvm.getelementptr inbounds %m[%m_offset]
//       CHECK:   llvm.mul %i, %m_stride0 overflow<nsw> : i64
//       CHECK:   llvm.getelementptr inbounds %[[START]][%{{.*}}]
func.func @unknown_strides(%m: memref<4xf32, strided<[?], offset: ?>>, %i: index) -> f32 {
  %x = memref.load %m[%i] : memref<4xf32, strided<[?], offset: ?>>
  return %x : f32
}

// -----

// CHECK-LABEL: llvm.func @one_element
//       CHECK:   llvm.load %m : !llvm.ptr -> i64
func.func @one_element(%m: memref<index>) -> index {
  %x = memref.load %m[] : memref<index>
  return %x : index
}

// -----

// What is fetched ahead need not be there, so nothing is promised of its address.
// CHECK-LABEL: llvm.func @hints
//       CHECK:   %[[YES:.*]] = llvm.mlir.constant(true) : i1
//       CHECK:   llvm.intr.assume %[[YES]] ["align"(%m, %{{.*}} : !llvm.ptr, i64)] : i1
//       CHECK:   %[[P:.*]] = llvm.getelementptr %m[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
//       CHECK:   "llvm.intr.prefetch"(%[[P]]) <{cache = 1 : i32, hint = 2 : i32, rw = 1 : i32}>
func.func @hints(%m: memref<8xf32>, %i: index) {
  %a = memref.assume_alignment %m, 32 : memref<8xf32>
  memref.prefetch %a[%i], write, locality<2>, data : memref<8xf32>
  return
}

// -----

// Up to what malloc aligns to it is enough.
// CHECK-LABEL: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK-LABEL: llvm.func @small_alignment
//   CHECK-DAG:   %[[BYTES:.*]] = llvm.mlir.constant(96 : i64) : i64
//       CHECK:   llvm.call @malloc(%[[BYTES]]) : (i64) -> !llvm.ptr
//   CHECK-NOT:   ptrmask
func.func @small_alignment() -> memref<4x6xf32> {
  %m = memref.alloc() {alignment = 16 : i64} : memref<4x6xf32>
  return %m : memref<4x6xf32>
}

// -----

// What is freed is what was allocated, not where it is aligned.
// CHECK-LABEL: llvm.func @large_alignment
//       CHECK:   %[[SIZE:.*]] = llvm.mul %n, %{{.*}} overflow<nsw, nuw> : i64
//       CHECK:   %[[MORE:.*]] = llvm.add %[[SIZE]], %{{.*}} overflow<nsw, nuw> : i64
//       CHECK:   %[[MEMORY:.*]] = llvm.call @malloc(%[[MORE]])
//       CHECK:   %[[LAST:.*]] = llvm.getelementptr %[[MEMORY]][63] : (!llvm.ptr) -> !llvm.ptr, i8
//       CHECK:   %[[ALIGNED:.*]] = llvm.intr.ptrmask %[[LAST]], %{{.*}}
//       CHECK:   llvm.getelementptr inbounds|nuw %[[ALIGNED]][%n]
//       CHECK:   llvm.call @free(%[[MEMORY]]) : (!llvm.ptr) -> ()
func.func @large_alignment(%n: index, %x: f64) {
  %m = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf64>
  memref.store %x, %m[%n] : memref<?xf64>
  memref.dealloc %m : memref<?xf64>
  return
}

// -----

// How large a vector of three is, is asked of the target.
// CHECK-LABEL: llvm.func @stack
//       CHECK:   %[[M:.*]] = llvm.alloca %{{.*}} x vector<3xf32> {alignment = 64 : i64} : (i64) -> !llvm.ptr
//       CHECK:   %[[SECOND:.*]] = llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, vector<3xf32>
//       CHECK:   llvm.ptrtoint %[[SECOND]]
func.func @stack(%n: index) {
  %m = memref.alloca(%n) {alignment = 64 : i64} : memref<?xvector<3xf32>>
  %h = memref.alloc(%n) : memref<?xvector<3xf32>>
  return
}

// -----

// CHECK: llvm.mlir.global private constant @table(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>) {{.*}}: !llvm.array<2 x f32>
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
// CHECK: llvm.mlir.global external @state(dense<0> : tensor<2x3xindex>) {{.*}}alignment = 64 : i64{{.*}}: !llvm.array<2 x array<3 x i64>>
memref.global @state : memref<2x3xindex> = dense<0> {alignment = 64 : i64}
// CHECK: llvm.mlir.global private @room() {{.*}}: !llvm.array<4 x i8> {
// CHECK:   llvm.mlir.undef : !llvm.array<4 x i8>
memref.global "private" @room : memref<4xi8> = uninitialized
// CHECK: llvm.mlir.global external @elsewhere() {{.*}}: !llvm.array<4 x i8>
memref.global "private" @elsewhere : memref<4xi8>
// CHECK: llvm.mlir.global private constant @one(2.500000e+00 : f64) {{.*}}: f64
memref.global "private" constant @one : memref<f64> = dense<2.5>
// CHECK: llvm.mlir.global private @shared() {addr_space = 3 : i32} : !llvm.array<4 x f32>
memref.global "private" @shared : memref<4xf32, 3> = uninitialized
// CHECK-LABEL: llvm.func @globals
//       CHECK:   llvm.mlir.addressof @table : !llvm.ptr
//       CHECK:   llvm.mlir.addressof @shared : !llvm.ptr<3>
func.func @globals() -> (memref<2xf32>, memref<4xf32, 3>) {
  %t = memref.get_global @table : memref<2xf32>
  %s = memref.get_global @shared : memref<4xf32, 3>
  return %t, %s : memref<2xf32>, memref<4xf32, 3>
}

// -----

// CHECK-LABEL: llvm.func @other_spaces
//       CHECK:   llvm.addrspacecast %{{.*}} : !llvm.ptr<3> to !llvm.ptr
//       CHECK:   %[[M:.*]] = llvm.addrspacecast %m : !llvm.ptr<3> to !llvm.ptr
//       CHECK:   llvm.load %[[M]] : !llvm.ptr -> f32
func.func @other_spaces(%m: memref<?xf32, 3>) -> f32 {
  %c0 = arith.constant 0 : index
  %g = memref.memory_space_cast %m : memref<?xf32, 3> to memref<?xf32>
  %x = memref.load %g[%c0] : memref<?xf32>
  return %x : f32
}

// -----

// Dense on both sides: one move.
// CHECK-LABEL: llvm.func @dense_copy
//   CHECK-NOT:   llvm.br
//       CHECK:   "llvm.intr.memcpy"(%b, %a, %{{.*}}) <{isVolatile = false}>
func.func @dense_copy(%a: memref<4x?xf32>, %b: memref<4x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
  return
}

// -----

// Rows are moved one by one.
// CHECK-LABEL: llvm.func @copy_of_rows
//       CHECK:   llvm.br ^[[HEAD:.*]](%{{.*}} : i64)
//       CHECK: ^[[HEAD]](%[[I:.*]]: i64):
//       CHECK:   %[[FROM:.*]] = llvm.getelementptr inbounds|nuw %a[%[[I]], 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<9 x f32>
//       CHECK:   "llvm.intr.memcpy"(%{{.*}}, %[[FROM]], %{{.*}})
//       CHECK:   llvm.br ^[[HEAD]]
func.func @copy_of_rows(%a: memref<4x6xf32, strided<[9, 1]>>, %b: memref<4x6xf32>) {
  memref.copy %a, %b : memref<4x6xf32, strided<[9, 1]>> to memref<4x6xf32>
  return
}

// -----

// Only elements, where columns become rows.
// CHECK-LABEL: llvm.func @copy_of_elements
//   CHECK-NOT:   memcpy
//       CHECK:   %[[X:.*]] = llvm.load
//       CHECK:   llvm.store %[[X]]
//   CHECK-NOT:   memcpy
func.func @copy_of_elements(%a: memref<4x6xf32, strided<[1, 4]>>, %b: memref<4x6xf32>) {
  memref.copy %a, %b : memref<4x6xf32, strided<[1, 4]>> to memref<4x6xf32>
  return
}

// -----

// Views of memory cost nothing but the numbers that the type leaves open.
// CHECK-LABEL: llvm.func @views
//       CHECK:   %[[ROWS:.*]] = llvm.mul %i, %{{.*}} overflow<nsw> : i64
//       CHECK:   %[[START:.*]] = llvm.getelementptr inbounds %m[%[[ROWS]]]
//       CHECK:   llvm.getelementptr inbounds|nuw %[[START]][%j, 1, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x array<2 x f32>>
//   CHECK-NOT:   llvm.insertvalue
//       CHECK:   llvm.return
func.func @views(%m: memref<4x6xf32>, %i: index, %j: index) -> f32 {
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%i, 0] [2, 6] [1, 1] : memref<4x6xf32> to memref<2x6xf32, strided<[6, 1], offset: ?>>
  %e = memref.expand_shape %s [[0], [1, 2]] output_shape [2, 3, 2]
    : memref<2x6xf32, strided<[6, 1], offset: ?>> into memref<2x3x2xf32, strided<[6, 2, 1], offset: ?>>
  %x = memref.load %e[%j, %c1, %c1] : memref<2x3x2xf32, strided<[6, 2, 1], offset: ?>>
  return %x : f32
}

// -----

// CHECK-LABEL: llvm.func @atomic
//       CHECK:   llvm.atomicrmw fadd %{{.*}}, %x acq_rel : !llvm.ptr, f32
func.func @atomic(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  return %r : f32
}

// -----

// There is no instruction that multiplies: it is tried until nobody came in between.
// CHECK-LABEL: llvm.func @no_instruction
//       CHECK:   %[[FIRST:.*]] = llvm.load %[[P:.*]] : !llvm.ptr -> f32
//       CHECK:   llvm.br ^[[TRY:.*]](%[[FIRST]] : f32)
//       CHECK: ^[[TRY]](%[[OLD:.*]]: f32):
//       CHECK:   %[[NEW:.*]] = llvm.fmul %[[OLD]], %x : f32
//       CHECK:   %[[A:.*]] = llvm.bitcast %[[OLD]] : f32 to i32
//       CHECK:   %[[B:.*]] = llvm.bitcast %[[NEW]] : f32 to i32
//       CHECK:   %[[R:.*]] = llvm.cmpxchg %[[P]], %[[A]], %[[B]] acq_rel monotonic : !llvm.ptr, i32
//       CHECK:   %[[FOUND:.*]] = llvm.extractvalue %[[R]][0]
//       CHECK:   %[[DONE:.*]] = llvm.extractvalue %[[R]][1]
//       CHECK:   %[[AGAIN:.*]] = llvm.bitcast %[[FOUND]] : i32 to f32
//       CHECK:   llvm.cond_br %[[DONE]], ^[[REST:.*]], ^[[TRY]](%[[AGAIN]] : f32)
//       CHECK: ^[[REST]]:
//       CHECK:   llvm.return %[[OLD]]
func.func @no_instruction(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %r = memref.atomic_rmw mulf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  return %r : f32
}

// -----

// Elements of another file are handed on as they are, and the section that defines them may follow at once.
// CHECK: llvm.mlir.global private constant @far(dense_resource<two> : tensor<2xf32>)
memref.global "private" constant @far : memref<2xf32> = dense_resource<two>
{-#
  dialect_resources: { builtin: { two: "0x040000000000C03F000020C0" } }
#-}

// Constants wrap around, as products do that are computed when running.
// CHECK-LABEL: llvm.func @negative_size(
//       CHECK:   %[[C:.*]] = llvm.mlir.constant(16 : i64) : i64
//       CHECK:   llvm.mul %n, %[[C]]
func.func @negative_size(%n: index) {
  %c = arith.constant -9223372036854775804 : index
  %m = memref.alloc(%c, %n) : memref<?x?xf32>
  memref.dealloc %m : memref<?x?xf32>
  return
}
