// RUN: dlc-opt %s --canonicalize --split-input-file --mlir-print-local-scope | filecheck %s
// The patterns are those of `loop`, whose tests have more of them.

// CHECK-LABEL: func.func @loops_of_no_and_of_one_number
//       CHECK:   affine.store %x, %m[3]
//  CHECK-NEXT:   %[[S:.*]] = arith.addf %x, %x
//  CHECK-NEXT:   return %[[S]]
func.func @loops_of_no_and_of_one_number(%m: memref<4xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 3 to 4 iter_args(%s = %x) -> f32 {
    affine.store %s, %m[%i] : memref<4xf32>
    %q = arith.addf %s, %s : f32
    affine.yield %q : f32
  }
  affine.for %i = 4 to 4 {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @maps_are_composed
//       CHECK:   %[[A:.*]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2 + 2)>()[%b, %a]
//  CHECK-NEXT:   %[[M:.*]] = affine.min affine_map<()[s0] -> (s0, 5)>()[%a]
//  CHECK-NEXT:   affine.store %x, %m[symbol(%a) + 3] : memref<?xf32>
//  CHECK-NEXT:   return %[[A]], %[[M]]
func.func @maps_are_composed(%m: memref<?xf32>, %x: f32, %a: index, %b: index) -> (index, index) {
  %two = arith.constant 2 : index
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)
  %1 = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%0, %b)
  %2 = affine.min affine_map<(d0) -> (d0, 7, 5)>(%a)
  affine.store %x, %m[%0 + %two] : memref<?xf32>
  return %1, %2 : index, index
}

// -----

// CHECK-LABEL: func.func @conditions_that_are_known
//       CHECK:   affine.store %x, %m[1]
//  CHECK-NEXT:   return
func.func @conditions_that_are_known(%m: memref<4xf32>, %x: f32, %i: index) {
  affine.if affine_set<() : (-1 >= 0)>() {
    affine.store %x, %m[0] : memref<4xf32>
  } else {
    affine.store %x, %m[1] : memref<4xf32>
  }
  affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
  }
  return
}

// -----

// CHECK-LABEL: func.func @boxes
//       CHECK:   affine.parallel (%j) = (0) to (4) {
//  CHECK-NEXT:     affine.store %x, %m[%j]
//       CHECK:   return
func.func @boxes(%m: memref<4xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (0) {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  affine.parallel (%i, %j) = (0, 0) to (1, 4) {
    affine.store %x, %m[%i + %j] : memref<4xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @linear_indices
//       CHECK:   return %a
func.func @linear_indices(%a: index) -> index {
  %1:2 = affine.delinearize_index %a into (4, 7) : index, index
  %2 = affine.linearize_index disjoint [%1#0, %1#1] by (4, 7) : index
  return %2 : index
}

// CHECK-LABEL: func.func @accesses_see_through_casts(
//  CHECK-NEXT:   %[[X:.*]] = affine.load %m[symbol(%i)] : memref<8xf32>
//  CHECK-NEXT:   affine.store %[[X]], %m[symbol(%i) + 1] : memref<8xf32>
//  CHECK-NEXT:   affine.prefetch %m[symbol(%i)], read, locality<3>, data : memref<8xf32>
//  CHECK-NEXT:   vector.load %m[%i] : memref<8xf32>, vector<4xf32>
func.func @accesses_see_through_casts(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %x = affine.load %c[symbol(%i)] : memref<?xf32>
  affine.store %x, %c[symbol(%i) + 1] : memref<?xf32>
  affine.prefetch %c[symbol(%i)], read, locality<3>, data : memref<?xf32>
  %v = vector.load %c[%i] : memref<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// The cast promises a size.
// CHECK-LABEL: func.func @accesses_keep_promises(
//       CHECK:   affine.load %c[symbol(%i)] : memref<8xf32>
func.func @accesses_keep_promises(%m: memref<?xf32>, %i: index) -> f32 {
  %c = memref.cast %m : memref<?xf32> to memref<8xf32>
  %x = affine.load %c[symbol(%i)] : memref<8xf32>
  return %x : f32
}
