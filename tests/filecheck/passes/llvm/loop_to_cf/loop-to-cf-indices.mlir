// RUN: dlc-opt %s --loop-to-cf --split-input-file | filecheck %s

// Of what may be negative, the quotient is rounded down; a remainder is brought above zero.
// CHECK-LABEL: func.func @of_any_sign
//  CHECK-SAME:   (%[[A:.*]]: index)
//   CHECK-DAG:   %[[THREE:.*]] = arith.constant 3 : index
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : index
//       CHECK:   %[[Q:.*]] = arith.floordivsi %[[A]], %[[THREE]] : index
//       CHECK:   %[[C:.*]] = arith.ceildivsi %[[A]], %[[THREE]] : index
//       CHECK:   %[[REST:.*]] = arith.remsi %[[A]], %[[THREE]] : index
//       CHECK:   %[[BELOW:.*]] = arith.cmpi slt, %[[REST]], %[[ZERO]] : index
//       CHECK:   %[[ABOVE:.*]] = arith.addi %[[REST]], %[[THREE]] : index
//       CHECK:   %[[M:.*]] = arith.select %[[BELOW]], %[[ABOVE]], %[[REST]] : index
//       CHECK:   return %[[Q]], %[[C]], %[[M]]
func.func @of_any_sign(%a: index) -> (index, index, index) {
  %q = loop.apply affine_map<(d0) -> (d0 floordiv 3)>(%a)
  %c = loop.apply affine_map<(d0) -> (d0 ceildiv 3)>(%a)
  %m = loop.apply affine_map<(d0) -> (d0 mod 3)>(%a)
  return %q, %c, %m : index, index, index
}

// -----

// What loops count from zero is never negative, and sums of it are known to fit.
// CHECK-LABEL: func.func @of_what_is_known
//       CHECK: ^{{.*}}(%[[I:.*]]: index):
//       CHECK:   %[[TIMES:.*]] = arith.muli %[[I]], %{{.*}} overflow<nsw> : index
//       CHECK:   %[[SUM:.*]] = arith.addi %[[TIMES]], %{{.*}} overflow<nsw> : index
//       CHECK:   arith.divui %[[SUM]], %{{.*}} : index
//       CHECK:   arith.remui %[[I]], %{{.*}} : index
//       CHECK:   %[[RAISED:.*]] = arith.addi %[[I]], %{{.*}} overflow<nsw> : index
//       CHECK:   arith.divui %[[RAISED]], %{{.*}} : index
//   CHECK-NOT:   divsi
func.func @of_what_is_known(%m: memref<99x99x99xf32>, %x: f32) {
  loop.for %i = 0 to 9 {
    loop.store %x, %m[(%i * 5 + 2) floordiv 3, %i mod 3, %i ceildiv 3] : memref<99x99x99xf32>
  }
  return
}

// -----

// By powers of two one shifts and masks, whatever the sign.
// CHECK-LABEL: func.func @by_powers_of_two
//  CHECK-SAME:   (%[[A:.*]]: index)
//   CHECK-DAG:   %[[SEVEN:.*]] = arith.constant 7 : index
//   CHECK-DAG:   %[[THREE:.*]] = arith.constant 3 : index
//       CHECK:   arith.shrsi %[[A]], %[[THREE]] : index
//       CHECK:   arith.andi %[[A]], %[[SEVEN]] : index
func.func @by_powers_of_two(%a: index) -> (index, index) {
  %q = loop.apply affine_map<(d0) -> (d0 floordiv 8)>(%a)
  %m = loop.apply affine_map<(d0) -> (d0 mod 8)>(%a)
  return %q, %m : index, index
}

// -----

// The result of a map fits, or nothing is defined: its outermost sum is exact. What is inside may wrap, and come back.
// CHECK-LABEL: func.func @only_the_result_is_known_to_fit
//       CHECK:   arith.addi %{{.*}}, %{{.*}} overflow<nsw> : index
//       CHECK:   %[[IN:.*]] = arith.addi %{{.*}}, %{{.*}} : index
//       CHECK:   arith.subi %[[IN]], %{{.*}} : index
func.func @only_the_result_is_known_to_fit(%a: index, %b: index, %c: index) -> (index, index) {
  %x = loop.apply affine_map<(d0, d1) -> (d0 + d1)>(%a, %b)
  %y = loop.apply affine_map<(d0, d1, d2) -> (d0 + d1 - d2)>(%a, %b, %c)
  return %x, %y : index, index
}

// -----

// CHECK-LABEL: func.func @differences
//  CHECK-SAME:   (%[[A:.*]]: index, %[[B:.*]]: index)
//       CHECK:   arith.subi %[[A]], %[[B]] overflow<nsw> : index
//       CHECK:   arith.subi %{{.*}}, %[[A]] overflow<nsw> : index
//   CHECK-NOT:   muli
func.func @differences(%a: index, %b: index) -> (index, index) {
  %x = loop.apply affine_map<(d0, d1) -> (d0 - d1)>(%a, %b)
  %y = loop.apply affine_map<(d0) -> (-d0)>(%a)
  return %x, %y : index, index
}

// -----

// CHECK-LABEL: func.func @extremes
//  CHECK-SAME:   (%[[A:.*]]: index, %[[B:.*]]: index)
//       CHECK:   arith.minsi %[[A]], %[[B]] : index
//       CHECK:   arith.maxsi %[[A]], %[[B]] : index
func.func @extremes(%a: index, %b: index) -> (index, index) {
  %x = loop.min affine_map<(d0, d1) -> (d0, d1)>(%a, %b)
  %y = loop.max affine_map<(d0, d1) -> (d0, d1)>(%a, %b)
  return %x, %y : index, index
}

// -----

// CHECK-LABEL: func.func @linear_indices
//       CHECK:   arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
//       CHECK:   arith.addi %{{.*}}, %{{.*}} overflow<nsw> : index
//       CHECK:   arith.muli %{{.*}}, %{{[^ ]*}} : index
//       CHECK:   arith.floordivsi
func.func @linear_indices(%a: index, %b: index, %n: index) -> (index, index, index, index) {
  %x = loop.linearize_index disjoint [%a, %b] by (%n) : index
  %y = loop.linearize_index [%a, %b] by (%n) : index
  %z:2 = loop.delinearize_index %a into (%n) : index, index
  return %x, %y, %z#0, %z#1 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @accesses
//  CHECK-SAME:   (%[[M:.*]]: memref<4x16xf32>, %[[I:.*]]: index
//       CHECK:   %[[X:.*]] = memref.load %[[M]][%[[I]], %{{.*}}] {nontemporal = true} : memref<4x16xf32>
//       CHECK:   memref.store %[[X]], %[[M]][%{{.*}}, %[[I]]] : memref<4x16xf32>
//       CHECK:   %[[V:.*]] = vector.load %[[M]][%[[I]], %{{.*}}] : memref<4x16xf32>, vector<8xf32>
//       CHECK:   vector.store %[[V]], %[[M]][%{{.*}}, %[[I]]] : memref<4x16xf32>, vector<8xf32>
//       CHECK:   memref.prefetch %[[M]][%[[I]], %{{.*}}], write, locality<2>, data : memref<4x16xf32>
func.func @accesses(%m: memref<4x16xf32>, %i: index) {
  %x = loop.load %m[%i, 3] {nontemporal = true} : memref<4x16xf32>
  loop.store %x, %m[0, %i] : memref<4x16xf32>
  %v = loop.vector_load %m[%i, 3] : memref<4x16xf32>, vector<8xf32>
  loop.vector_store %v, %m[0, %i] : memref<4x16xf32>, vector<8xf32>
  loop.prefetch %m[%i, 3], write, locality<2>, data : memref<4x16xf32>
  return
}
