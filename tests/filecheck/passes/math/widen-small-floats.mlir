// RUN: dlc-opt %s --widen-small-floats --split-input-file | filecheck %s

// Bits are moved to their places; all else is done in f32.
// CHECK-LABEL: func.func @sums(
//       CHECK:   arith.bitcast %{{.*}} : f8E4M3FN to i8
//       CHECK:   arith.extui %{{.*}} : i8 to i32
//       CHECK:   arith.addf %{{.*}}, %{{.*}} : f32
//   CHECK-NOT:   arith.truncf
//       CHECK:   arith.trunci %{{.*}} : i32 to i8
//       CHECK:   %[[R:.*]] = arith.bitcast %{{.*}} : i8 to f8E4M3FN
//       CHECK:   return %[[R]]
func.func @sums(%x: f8E4M3FN, %y: f8E4M3FN) -> f8E4M3FN {
  %0 = arith.addf %x, %y : f8E4M3FN
  return %0 : f8E4M3FN
}

// -----

// CHECK-LABEL: func.func @vectors(
//       CHECK:   arith.extui %{{.*}} : vector<8xi8> to vector<8xi32>
//       CHECK:   arith.cmpf olt, %{{.*}}, %{{.*}} : vector<8xf32>
func.func @vectors(%x: vector<8xf8E5M2>, %y: vector<8xf8E5M2>) -> vector<8xi1> {
  %0 = arith.cmpf olt, %x, %y : vector<8xf8E5M2>
  return %0 : vector<8xi1>
}

// -----

// What only moves stays.
// CHECK-LABEL: func.func @moves(
//  CHECK-NEXT:   memref.load
//  CHECK-NEXT:   arith.select
//  CHECK-NEXT:   arith.bitcast
//  CHECK-NEXT:   memref.atomic_rmw assign
//  CHECK-NEXT:   return
func.func @moves(%m: memref<4xf8E5M2>, %i: index, %c: i1, %x: f8E5M2) -> i8 {
  %0 = memref.load %m[%i] : memref<4xf8E5M2>
  %1 = arith.select %c, %0, %x : f8E5M2
  %2 = arith.bitcast %1 : f8E5M2 to i8
  %3 = memref.atomic_rmw assign %x, %m[%i] : (f8E5M2, memref<4xf8E5M2>) -> f8E5M2
  return %2 : i8
}

// -----

// A sum may be one of f32 only if its order does not matter.
// CHECK-LABEL: func.func @reductions(
// CHECK-COUNT-3: arith.addf %{{.*}} : f32
//       CHECK:   vector.reduction <add>, %{{.*}} fastmath<reassoc> : vector<4xf32> into f32
//       CHECK:   vector.reduction <maximumf>, %{{.*}} : vector<4xf32> into f32
func.func @reductions(%v: vector<4xf8E5M2>) -> (f8E5M2, f8E5M2, f8E5M2) {
  %0 = vector.reduction <add>, %v : vector<4xf8E5M2> into f8E5M2
  %1 = vector.reduction <add>, %v fastmath<reassoc> : vector<4xf8E5M2> into f8E5M2
  %2 = vector.reduction <maximumf>, %v : vector<4xf8E5M2> into f8E5M2
  return %0, %1, %2 : f8E5M2, f8E5M2, f8E5M2
}
