// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @integers
//   CHECK-DAG:   %[[MIN:.*]] = arith.constant -128 : i8
//   CHECK-DAG:   %[[C3:.*]] = arith.constant 3 : i8
//   CHECK-DAG:   %[[C5:.*]] = arith.constant 5 : i8
//   CHECK-DAG:   %[[C2:.*]] = arith.constant 2 : i8
//   CHECK-DAG:   %[[C8:.*]] = arith.constant 8 : i8
//       CHECK:   return %[[MIN]], %[[C3]], %[[C5]], %[[C2]], %[[C8]]
func.func @integers() -> (i8, i8, i8, i8, i8) {
  %min = arith.constant -128 : i8
  %c = arith.constant 24 : i8
  %zero = arith.constant 0 : i8
  %c5 = arith.constant 5 : i8
  %0 = math.absi %min : i8
  %1 = math.ctlz %c : i8
  %m = arith.constant -5 : i8
  %2 = math.absi %m : i8
  %3 = math.ctpop %c : i8
  %4 = math.cttz %zero : i8
  return %0, %1, %2, %3, %4 : i8, i8, i8, i8, i8
}

// CHECK-LABEL: func.func @integer_powers
//   CHECK-DAG:   %[[WRAPPED:.*]] = arith.constant -13 : i8
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : i8
//   CHECK-DAG:   %[[M1:.*]] = arith.constant -1 : i8
//       CHECK:   return %[[WRAPPED]], %[[ZERO]], %[[M1]]
func.func @integer_powers() -> (i8, i8, i8) {
  %c3 = arith.constant 3 : i8
  %c5 = arith.constant 5 : i8
  %m1 = arith.constant -1 : i8
  %0 = math.ipowi %c3, %c5 : i8
  %1 = math.ipowi %c3, %m1 : i8
  %2 = math.ipowi %m1, %c5 : i8
  return %0, %1, %2 : i8, i8, i8
}

// CHECK-LABEL: func.func @negative_power_of_zero_is_kept
//       CHECK:   math.ipowi
func.func @negative_power_of_zero_is_kept() -> i8 {
  %c0 = arith.constant 0 : i8
  %m1 = arith.constant -1 : i8
  %0 = math.ipowi %c0, %m1 : i8
  return %0 : i8
}

// CHECK-LABEL: func.func @to_integers
//   CHECK-DAG:   %[[M2:.*]] = arith.constant -2.000000e+00 : f32
//   CHECK-DAG:   %[[M3:.*]] = arith.constant -3.000000e+00 : f32
//       CHECK:   return %[[M3]], %[[M2]], %[[M2]], %[[M3]], %[[M2]]
func.func @to_integers() -> (f32, f32, f32, f32, f32) {
  %c = arith.constant -2.5 : f32
  %0 = math.floor %c : f32
  %1 = math.ceil %c : f32
  %2 = math.trunc %c : f32
  %3 = math.round %c : f32
  %4 = math.roundeven %c : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @zero_keeps_its_sign
//       CHECK:   %[[MZERO:.*]] = arith.constant -0.000000e+00 : f32
//       CHECK:   return %[[MZERO]], %[[MZERO]], %[[MZERO]]
func.func @zero_keeps_its_sign() -> (f32, f32, f32) {
  %c = arith.constant -0.5 : f32
  %mzero = arith.constant -0.0 : f32
  %0 = math.ceil %c : f32
  %1 = math.roundeven %c : f32
  %2 = math.sqrt %mzero : f32
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @signs
//   CHECK-DAG:   %[[C2:.*]] = arith.constant 2.000000e+00 : f32
//   CHECK-DAG:   %[[M2:.*]] = arith.constant -2.000000e+00 : f32
//       CHECK:   return %[[C2]], %[[M2]]
func.func @signs() -> (f32, f32) {
  %c = arith.constant -2.0 : f32
  %mzero = arith.constant -0.0 : f32
  %0 = math.absf %c : f32
  %1 = math.copysign %c, %mzero : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @functions
//   CHECK-DAG:   %[[E:.*]] = arith.constant 2.71828175 : f32
//   CHECK-DAG:   %[[ROOT:.*]] = arith.constant dense<[1.000000e+00, 1.41421354]> : vector<2xf32>
//   CHECK-DAG:   %[[LOG:.*]] = arith.constant 0xFFF0000000000000 : f64
//   CHECK-DAG:   %[[ANGLE:.*]] = arith.constant 0.000000e+00 : f32
//       CHECK:   return %[[E]], %[[ROOT]], %[[LOG]], %[[ANGLE]]
func.func @functions() -> (f32, vector<2xf32>, f64, f32) {
  %one = arith.constant 1.0 : f32
  %v = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %zero = arith.constant 0.0 : f64
  %zero32 = arith.constant 0.0 : f32
  %0 = math.exp %one : f32
  %1 = math.sqrt %v : vector<2xf32>
  %2 = math.log %zero : f64
  %3 = math.atan2 %zero32, %zero32 : f32
  return %0, %1, %2, %3 : f32, vector<2xf32>, f64, f32
}

// CHECK-LABEL: func.func @functions_without_a_value_are_kept
//       CHECK:   math.log
//       CHECK:   math.sqrt
//       CHECK:   math.acos
func.func @functions_without_a_value_are_kept() -> (f32, f32, f32) {
  %c = arith.constant -2.0 : f32
  %0 = math.log %c : f32
  %1 = math.sqrt %c : f32
  %2 = math.acos %c : f32
  return %0, %1, %2 : f32, f32, f32
}

// 0.1 * 10 rounds to 1, but is a little more.
// CHECK-LABEL: func.func @rounded_once
//   CHECK-DAG:   %[[REST:.*]] = arith.constant 1.49011612E-8 : f32
//       CHECK:   return %[[REST]]
func.func @rounded_once() -> f32 {
  %a = arith.constant 0.1 : f32
  %b = arith.constant 10.0 : f32
  %c = arith.constant -1.0 : f32
  %0 = math.fma %a, %b, %c : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @classes
//   CHECK-DAG:   %[[TRUE:.*]] = arith.constant true
//   CHECK-DAG:   %[[FALSE:.*]] = arith.constant false
//       CHECK:   return %[[TRUE]], %[[FALSE]], %[[TRUE]], %[[FALSE]]
func.func @classes() -> (i1, i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %tiny = arith.constant 1.0e-45 : f32
  %0 = math.isnan %nan : f32
  %1 = math.isfinite %inf : f32
  %2 = math.isinf %inf : f32
  %3 = math.isnormal %tiny : f32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @clamped
//       CHECK:   %[[C2:.*]] = arith.constant 2.000000e+00 : f32
//       CHECK:   return %[[C2]]
func.func @clamped() -> f32 {
  %low = arith.constant 0.0 : f32
  %high = arith.constant 2.0 : f32
  %x = arith.constant 5.0 : f32
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @powers_and_logarithms
//   CHECK-DAG:   %[[C512:.*]] = arith.constant 5.120000e+02 : f32
//   CHECK-DAG:   %[[C8:.*]] = arith.constant 8.000000e+00 : f32
//   CHECK-DAG:   %[[C3:.*]] = arith.constant 3.000000e+00 : f32
//   CHECK-DAG:   %[[C2:.*]] = arith.constant 2.000000e+00 : f32
//       CHECK:   return %[[C512]], %[[C8]], %[[C3]], %[[C2]]
func.func @powers_and_logarithms() -> (f32, f32, f32, f32) {
  %c8 = arith.constant 8.0 : f32
  %c3 = arith.constant 3.0 : f32
  %c100 = arith.constant 100.0 : f32
  %0 = math.powf %c8, %c3 : f32
  %1 = math.exp2 %c3 : f32
  %2 = math.log2 %c8 : f32
  %3 = math.log10 %c100 : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// exp(x) - 1 and log(1 + x) would be 0.
// CHECK-LABEL: func.func @exact_near_zero
//       CHECK:   %[[TINY:.*]] = arith.constant 1.000000e-30 : f64
//       CHECK:   return %[[TINY]], %[[TINY]]
func.func @exact_near_zero() -> (f64, f64) {
  %tiny = arith.constant 1.0e-30 : f64
  %0 = math.expm1 %tiny : f64
  %1 = math.log1p %tiny : f64
  return %0, %1 : f64, f64
}

// CHECK-LABEL: func.func @pole_and_overflow
//   CHECK-DAG:   %[[MINF:.*]] = arith.constant 0xFF800000 : f32
//   CHECK-DAG:   %[[INF:.*]] = arith.constant 0x7F800000 : f32
//       CHECK:   return %[[MINF]], %[[INF]]
func.func @pole_and_overflow() -> (f32, f32) {
  %m1 = arith.constant -1.0 : f32
  %big = arith.constant 1000.0 : f32
  %0 = math.log1p %m1 : f32
  %1 = math.exp2 %big : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @error_functions
//   CHECK-DAG:   %[[ERF:.*]] = arith.constant 0.842700779 : f32
//   CHECK-DAG:   %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
//       CHECK:   return %[[ERF]], %[[ONE]]
func.func @error_functions() -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = math.erf %one : f32
  %1 = math.erfc %zero : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @angles
//   CHECK-DAG:   %[[SIN:.*]] = arith.constant 0.841470957 : f32
//   CHECK-DAG:   %[[COS:.*]] = arith.constant 0.540302277 : f32
//   CHECK-DAG:   %[[TAN:.*]] = arith.constant 1.55740774 : f32
//   CHECK-DAG:   %[[HALF:.*]] = arith.constant 1.57079637 : f32
//   CHECK-DAG:   %[[QUARTER:.*]] = arith.constant 0.785398185 : f32
//       CHECK:   return %[[SIN]], %[[COS]], %[[TAN]], %[[HALF]], %[[QUARTER]]
func.func @angles() -> (f32, f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = math.sin %one : f32
  %1 = math.cos %one : f32
  %2 = math.tan %one : f32
  %3 = math.asin %one : f32
  %4 = math.atan %one : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @hyperbolic_functions
//   CHECK-DAG:   %[[SINH:.*]] = arith.constant 1.17520118 : f32
//   CHECK-DAG:   %[[COSH:.*]] = arith.constant 1.54308069 : f32
//   CHECK-DAG:   %[[TANH:.*]] = arith.constant 0.761594176 : f32
//   CHECK-DAG:   %[[ASINH:.*]] = arith.constant 0.881373584 : f32
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
//   CHECK-DAG:   %[[MZERO:.*]] = arith.constant -0.000000e+00 : f32
//       CHECK:   return %[[SINH]], %[[COSH]], %[[TANH]], %[[ASINH]], %[[ZERO]], %[[MZERO]]
func.func @hyperbolic_functions() -> (f32, f32, f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %mzero = arith.constant -0.0 : f32
  %0 = math.sinh %one : f32
  %1 = math.cosh %one : f32
  %2 = math.tanh %one : f32
  %3 = math.asinh %one : f32
  %4 = math.acosh %one : f32
  %5 = math.atanh %mzero : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}
