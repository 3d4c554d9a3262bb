// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// A cast that forgets gives numbers for what the new type leaves open.
// CHECK-LABEL: llvm.func @cast
//       CHECK:   %[[SIX:.*]] = llvm.mlir.constant(6 : i64) : i64
//       CHECK:   llvm.br ^{{.*}}(%m_allocated, %m, %[[SIX]] : !llvm.ptr, !llvm.ptr, i64)
func.func @cast(%m: memref<6xf32>) {
  %c = memref.cast %m : memref<6xf32> to memref<?xf32>
  cf.br ^next(%c : memref<?xf32>)
^next(%d: memref<?xf32>):
  return
}

// -----

// Where the rank is forgotten, the descriptor lies on the stack.
// CHECK-LABEL: llvm.func @rank_is_forgotten
//       CHECK:   %[[PLACE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
//       CHECK:   llvm.store %{{.*}}, %[[PLACE]]
//       CHECK:   %[[AGAIN:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
//       CHECK:   %[[P:.*]] = llvm.extractvalue %[[AGAIN]][1]
//       CHECK:   llvm.getelementptr inbounds|nuw %[[P]][3]
//       CHECK:   %[[RANK:.*]] = llvm.mlir.constant(1 : i64) : i64
//       CHECK:   llvm.insertvalue %[[RANK]]
func.func @rank_is_forgotten(%m: memref<?xf32>) -> (f32, index, index) {
  %c3 = arith.constant 3 : index
  %u = memref.cast %m : memref<?xf32> to memref<*xf32>
  %n = memref.cast %u : memref<*xf32> to memref<?xf32>
  %x = memref.load %n[%c3] : memref<?xf32>
  %r = memref.rank %m : memref<?xf32>
  %s = memref.rank %u : memref<*xf32>
  return %x, %r, %s : f32, index, index
}

// -----

// In a loop it is at one place, if nobody can use it in another iteration.
// CHECK-LABEL: llvm.func @rank_is_forgotten_in_a_loop
//       CHECK:   %[[PLACE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<
//       CHECK:   llvm.br
//       CHECK:   llvm.store %{{.*}}, %[[PLACE]]
//       CHECK:   llvm.call @use(%{{.*}}, %[[PLACE]])
func.func private @use(memref<*xf32>) -> i1
func.func @rank_is_forgotten_in_a_loop(%m: memref<?xf32>) {
  cf.br ^again
^again:
  %u = memref.cast %m : memref<?xf32> to memref<*xf32>
  %more = call @use(%u) : (memref<*xf32>) -> i1
  cf.cond_br %more, ^again, ^end
^end:
  return
}

// -----

// CHECK-LABEL: llvm.func @is_used_in_another_iteration
//       CHECK: ^{{.*}}(%{{.*}}: i64, %[[BEFORE:.*]]: !llvm.ptr):
//       CHECK:   %[[PLACE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<
//       CHECK:   llvm.call @use(%{{.*}}, %[[BEFORE]])
//       CHECK:   llvm.cond_br %{{.*}}, ^{{.*}}(%{{.*}}, %[[PLACE]] : i64, !llvm.ptr), ^
func.func private @use(memref<*xf32>) -> i1
func.func @is_used_in_another_iteration(%m: memref<?xf32>, %first: memref<*xf32>) {
  cf.br ^again(%first : memref<*xf32>)
^again(%before: memref<*xf32>):
  %u = memref.cast %m : memref<?xf32> to memref<*xf32>
  %more = call @use(%before) : (memref<*xf32>) -> i1
  cf.cond_br %more, ^again(%u : memref<*xf32>), ^end
^end:
  return
}

// -----

// CHECK-LABEL: llvm.func @transpose
//       CHECK:   llvm.getelementptr inbounds|nuw %m[%j, %i] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x f32>
func.func @transpose(%m: memref<?x4xf32>, %i: index, %j: index) {
  %t = memref.transpose %m (d0, d1) -> (d1, d0) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %c = memref.cast %t : memref<4x?xf32, strided<[1, 4]>> to memref<?x?xf32, strided<[1, 4]>>
  %back = memref.transpose %c (d0, d1) -> (d1, d0) : memref<?x?xf32, strided<[1, 4]>> to memref<?x?xf32, strided<[4, 1]>>
  %x = memref.load %back[%j, %i] : memref<?x?xf32, strided<[4, 1]>>
  memref.store %x, %m[%i, %j] : memref<?x4xf32>
  return
}

// -----

// Which stride dimensions have that are joined depends on whether the last of them is 1.
// CHECK-LABEL: llvm.func @collapse
//       CHECK:   %[[IS_ONE:.*]] = llvm.icmp "eq" %m_size1, %{{.*}} : i64
//       CHECK:   %[[STRIDE:.*]] = llvm.select %[[IS_ONE]], %m_stride0, %{{.*}} : i1, i64
//       CHECK:   llvm.mul %i, %[[STRIDE]]
func.func @collapse(%m: memref<1x?xf32, strided<[?, 3]>>, %i: index) -> f32 {
  %c = memref.collapse_shape %m [[0, 1]] : memref<1x?xf32, strided<[?, 3]>> into memref<?xf32, strided<[?]>>
  %x = memref.load %c[%i] : memref<?xf32, strided<[?]>>
  return %x : f32
}

// -----

// If it is known not to be, it is that of the last.
// CHECK-LABEL: llvm.func @collapse_of_known
//   CHECK-NOT:   llvm.select
//       CHECK:   llvm.getelementptr inbounds|nuw %m[%i, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<3 x f32>
func.func @collapse_of_known(%m: memref<2x5xf32, strided<[15, 3]>>, %i: index) -> f32 {
  %c = memref.collapse_shape %m [[0, 1]] : memref<2x5xf32, strided<[15, 3]>> into memref<10xf32, strided<[3]>>
  %x = memref.load %c[%i] : memref<10xf32, strided<[3]>>
  return %x : f32
}

// -----

// CHECK-LABEL: llvm.func @view
//       CHECK:   %[[P:.*]] = llvm.getelementptr inbounds %b[%shift] : (!llvm.ptr, i64) -> !llvm.ptr, i8
//       CHECK:   llvm.getelementptr inbounds|nuw %[[P]][%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f64>
//       CHECK:   %[[Q:.*]] = llvm.getelementptr inbounds|nuw %b[64] : (!llvm.ptr) -> !llvm.ptr, i8
func.func @view(%b: memref<?xi8>, %shift: index, %n: index, %i: index) -> (f64, f64) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %v = memref.view %b[%shift][%n] : memref<?xi8> to memref<?x2xf64>
  %x = memref.load %v[%i, %c1] : memref<?x2xf64>
  %w = memref.view %b[%c64][] : memref<?xi8> to memref<f64>
  %y = memref.load %w[] : memref<f64>
  return %x, %y : f64, f64
}

// -----

// CHECK-LABEL: llvm.func @reinterpret
//       CHECK:   %[[P:.*]] = llvm.getelementptr inbounds %m[%i]
//       CHECK:   llvm.mul %i, %n overflow<nsw> : i64
func.func @reinterpret(%m: memref<?xf32>, %i: index, %n: index) -> f32 {
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [2, %n], strides: [%n, 1]
    : memref<?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %x = memref.load %r[%i, %i] : memref<2x?xf32, strided<[?, 1], offset: ?>>
  return %x : f32
}

// -----

// CHECK-LABEL: llvm.func @metadata
//       CHECK:   %[[FOUR:.*]] = llvm.mlir.constant(4 : i64) : i64
//       CHECK:   %[[P:.*]] = llvm.ptrtoint %m : !llvm.ptr to i64
//       CHECK:   llvm.insertvalue %m_size0
//       CHECK:   llvm.insertvalue %[[FOUR]]
//       CHECK:   llvm.insertvalue %[[P]]
func.func @metadata(%m: memref<?x4xf32>) -> (index, index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
    : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  return %sizes#0, %strides#0, %p : index, index, index
}

// -----

// CHECK-LABEL: llvm.func @reshape
//       CHECK:   %[[A:.*]] = llvm.load %s : !llvm.ptr -> i32
//       CHECK:   llvm.sext %[[A]] : i32 to i64
//       CHECK:   %[[SECOND:.*]] = llvm.getelementptr inbounds|nuw %s[1] : (!llvm.ptr) -> !llvm.ptr, i32
//       CHECK:   %[[B:.*]] = llvm.load %[[SECOND]] : !llvm.ptr -> i32
//       CHECK:   %[[COLUMNS:.*]] = llvm.sext %[[B]] : i32 to i64
//       CHECK:   llvm.mul %i, %[[COLUMNS]] overflow<nsw, nuw> : i64
func.func @reshape(%m: memref<?xf32>, %s: memref<2xi32>, %i: index) -> f32 {
  %r = memref.reshape %m(%s) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
  %x = memref.load %r[%i, %i] : memref<?x?xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: llvm.func @reallocation
//       CHECK:   %[[NEW:.*]] = llvm.call @malloc
//       CHECK:   %[[KEPT:.*]] = llvm.intr.umin(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
//       CHECK:   "llvm.intr.memcpy"(%[[NEW]], %m, %[[KEPT]])
//       CHECK:   llvm.call @free(%m_allocated)
//       CHECK:   llvm.load %[[NEW]]
func.func @reallocation(%m: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %r = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  %x = memref.load %r[%c0] : memref<?xf32>
  return %x : f32
}

// -----

// The region is done again with what is there, until nobody came in between; the result is what was stored.
// CHECK-LABEL: llvm.func @atomic_region
//       CHECK: ^[[TRY:.*]](%[[OLD:.*]]: i64):
//       CHECK:   %[[NEW:.*]] = llvm.mul %[[OLD]], %x : i64
//       CHECK:   %[[R:.*]] = llvm.cmpxchg %{{.*}}, %[[OLD]], %[[NEW]] acq_rel monotonic : !llvm.ptr, i64
//       CHECK:   %[[FOUND:.*]] = llvm.extractvalue %[[R]][0]
//       CHECK:   llvm.cond_br %{{.*}}, ^{{.*}}, ^[[TRY]](%[[FOUND]] : i64)
//       CHECK:   llvm.return %[[NEW]] : i64
func.func @atomic_region(%m: memref<?xi64>, %x: i64, %i: index) -> i64 {
  %r = memref.generic_atomic_rmw %m[%i] : memref<?xi64> {
  ^bb0(%old: i64):
    %y = arith.muli %old, %x : i64
    memref.atomic_yield %y : i64
  }
  return %r : i64
}
