// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @parts(
//  CHECK-NEXT:   return %x, %y, %z
func.func @parts(%x: f32, %y: f32, %z: complex<f32>) -> (f32, f32, complex<f32>) {
  %w = complex.create %x, %y : complex<f32>
  %0 = complex.re %w : complex<f32>
  %1 = complex.im %w : complex<f32>
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  %2 = complex.create %re, %im : complex<f32>
  return %0, %1, %2 : f32, f32, complex<f32>
}

// CHECK-LABEL: func.func @parts_of_others(
//       CHECK:   complex.create
//       CHECK:   complex.create
func.func @parts_of_others(%z: complex<f32>, %w: complex<f32>) -> (complex<f32>, complex<f32>) {
  %a = complex.re %z : complex<f32>
  %b = complex.im %z : complex<f32>
  %c = complex.im %w : complex<f32>
  %0 = complex.create %a, %c : complex<f32>
  %1 = complex.create %b, %a : complex<f32>
  return %0, %1 : complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @twice(
//  CHECK-NEXT:   return %z, %z, %n, %z
func.func @twice(%z: complex<f32>, %n: i64) -> (complex<f32>, complex<f32>, i64, complex<f32>) {
  %a = complex.neg %z : complex<f32>
  %0 = complex.neg %a : complex<f32>
  %b = complex.conj %z : complex<f32>
  %1 = complex.conj %b : complex<f32>
  %c = complex.bitcast %n : i64 to complex<f32>
  %2 = complex.bitcast %c : complex<f32> to i64
  %3 = complex.bitcast %z : complex<f32> to complex<f32>
  return %0, %1, %2, %3 : complex<f32>, complex<f32>, i64, complex<f32>
}

// CHECK-LABEL: func.func @neutral(
//  CHECK-NEXT:   return %z, %z, %z, %z
func.func @neutral(%z: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %0 = complex.add %z, %zero fastmath<nsz> : complex<f32>
  %1 = complex.sub %z, %zero fastmath<nsz> : complex<f32>
  %2 = complex.mul %z, %one fastmath<nnan,nsz> : complex<f32>
  %3 = complex.div %z, %one fastmath<nnan,nsz> : complex<f32>
  return %0, %1, %2, %3 : complex<f32>, complex<f32>, complex<f32>, complex<f32>
}

// -0 + 0 is 0, and infinity times 0 is nan.
// CHECK-LABEL: func.func @not_neutral(
//       CHECK:   complex.add
//       CHECK:   complex.mul
//       CHECK:   complex.mul
func.func @not_neutral(%z: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %i = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32>
  %0 = complex.add %z, %zero : complex<f32>
  %1 = complex.mul %z, %one fastmath<nsz> : complex<f32>
  %2 = complex.mul %z, %i fastmath<fast> : complex<f32>
  return %0, %1, %2 : complex<f32>, complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @constants(
//   CHECK-DAG:   %[[SUM:.*]] = complex.constant [4.000000e+00 : f32, 1.000000e+00 : f32] : complex<f32>
//   CHECK-DAG:   %[[DIFFERENCE:.*]] = complex.constant [-2.000000e+00 : f32, -5.000000e+00 : f32] : complex<f32>
//   CHECK-DAG:   %[[PRODUCT:.*]] = complex.constant [9.000000e+00 : f32, -3.000000e+00 : f32] : complex<f32>
//   CHECK-DAG:   %[[NEGATIVE:.*]] = complex.constant [-1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
//   CHECK-DAG:   %[[CONJUGATE:.*]] = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
//       CHECK:   return %[[SUM]], %[[DIFFERENCE]], %[[PRODUCT]], %[[NEGATIVE]], %[[CONJUGATE]]
func.func @constants() -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %a = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %x = arith.constant 3.0 : f32
  %b = complex.create %x, %x : complex<f32>
  %0 = complex.add %a, %b : complex<f32>
  %1 = complex.sub %a, %b : complex<f32>
  %2 = complex.mul %a, %b : complex<f32>
  %3 = complex.neg %a : complex<f32>
  %4 = complex.conj %a : complex<f32>
  return %0, %1, %2, %3, %4 : complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @known(
//   CHECK-DAG:   %true = arith.constant true
//   CHECK-DAG:   %false = arith.constant false
//   CHECK-DAG:   %[[RE:.*]] = arith.constant 1.000000e+00 : f32
//   CHECK-DAG:   %[[IM:.*]] = arith.constant -2.000000e+00 : f32
//       CHECK:   return %[[RE]], %[[IM]], %true, %false, %false
func.func @known() -> (f32, f32, i1, i1, i1) {
  %a = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %n = complex.constant [1.0 : f32, 0x7FC00000 : f32] : complex<f32>
  %0 = complex.re %a : complex<f32>
  %1 = complex.im %a : complex<f32>
  %2 = complex.eq %a, %a : complex<f32>
  %3 = complex.neq %a, %a : complex<f32>
  %4 = complex.eq %n, %n : complex<f32>
  return %0, %1, %2, %3, %4 : f32, f32, i1, i1, i1
}

// CHECK-LABEL: func.func @poison(
//       CHECK:   %[[P:.*]] = ub.poison : complex<f32>
//       CHECK:   return %[[P]]
func.func @poison(%z: complex<f32>) -> complex<f32> {
  %p = ub.poison : complex<f32>
  %0 = complex.neg %p : complex<f32>
  return %0 : complex<f32>
}
