// RUN: dlc-opt %s --complex-to-arith | filecheck %s

// Parts that are known are not taken apart again, and what nobody needs is not put together.
// CHECK-LABEL: func.func @chain(
//  CHECK-NEXT:   %[[A:.*]] = complex.re %x
//  CHECK-NEXT:   %[[B:.*]] = complex.im %x
//  CHECK-NEXT:   %[[C:.*]] = complex.re %y
//  CHECK-NEXT:   %[[D:.*]] = complex.im %y
//  CHECK-NEXT:   %[[AC:.*]] = arith.mulf %[[A]], %[[C]] fastmath<contract> : f32
//  CHECK-NEXT:   %[[BD:.*]] = arith.mulf %[[B]], %[[D]] fastmath<contract> : f32
//  CHECK-NEXT:   %[[RE:.*]] = arith.subf %[[AC]], %[[BD]] fastmath<contract> : f32
//       CHECK:   %[[IM:.*]] = arith.addf
//  CHECK-NEXT:   %[[E:.*]] = complex.re %x
//  CHECK-NEXT:   %[[F:.*]] = complex.im %x
//  CHECK-NEXT:   %[[G:.*]] = arith.addf %[[RE]], %[[E]] : f32
//  CHECK-NEXT:   %[[H:.*]] = arith.addf %[[IM]], %[[F]] : f32
//  CHECK-NEXT:   %[[R:.*]] = complex.create %[[G]], %[[H]] : complex<f32>
//  CHECK-NEXT:   return %[[R]]
func.func @chain(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %0 = complex.mul %x, %y fastmath<contract> : complex<f32>
  %1 = complex.add %0, %x : complex<f32>
  return %1 : complex<f32>
}

// CHECK-LABEL: func.func @real_results(
//       CHECK:   math.atan2
//       CHECK:   %[[EQ:.*]] = arith.cmpf oeq
//       CHECK:   arith.andi
//       CHECK:   arith.cmpf une
//       CHECK:   arith.ori
func.func @real_results(%x: complex<f32>, %y: complex<f32>) -> (f32, i1, i1) {
  %0 = complex.angle %x : complex<f32>
  %1 = complex.eq %x, %y : complex<f32>
  %2 = complex.neq %x, %y : complex<f32>
  return %0, %1, %2 : f32, i1, i1
}

// CHECK-LABEL: func.func @bits(
//       CHECK:   %[[LOW:.*]] = arith.bitcast %{{.*}} : f32 to i32
//       CHECK:   %[[HIGH:.*]] = arith.bitcast %{{.*}} : f32 to i32
//       CHECK:   %[[SHIFTED:.*]] = arith.shli %{{.*}}, %{{.*}} : i64
//       CHECK:   %[[BITS:.*]] = arith.ori %{{.*}}, %[[SHIFTED]] : i64
//       CHECK:   arith.bitcast %[[BITS]] : i64 to f64
//       CHECK:   arith.shrui %n, %{{.*}} : i64
func.func @bits(%x: complex<f32>, %n: i64) -> (f64, complex<f32>) {
  %0 = complex.bitcast %x : complex<f32> to f64
  %1 = complex.bitcast %n : i64 to complex<f32>
  return %0, %1 : f64, complex<f32>
}

// CHECK-LABEL: func.func @left(
//  CHECK-NEXT:   complex.constant
//  CHECK-NEXT:   complex.re
//  CHECK-NEXT:   complex.im
//  CHECK-NEXT:   complex.create
func.func @left(%x: complex<f32>) -> (complex<f32>, complex<f32>) {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %1 = complex.re %x : complex<f32>
  %2 = complex.im %x : complex<f32>
  %3 = complex.create %2, %1 : complex<f32>
  return %0, %3 : complex<f32>, complex<f32>
}
