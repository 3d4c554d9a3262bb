// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @parts
func.func @parts(%x: f32) {
  // CHECK: %cst = complex.constant [1.000000e+00 : f32, -2.000000e+00 : f32] : complex<f32>
  %cst = complex.constant [1.000000e+00 : f32, -2.000000e+00 : f32] : complex<f32>
  // CHECK: %cst_0 = complex.constant [1.000000e-01, -0.000000e+00] : complex<f64>
  %cst_0 = complex.constant [1.000000e-01, -0.000000e+00] : complex<f64>
  // CHECK: %cst_1 = complex.constant [1 : i32, 2 : i32] : complex<i32>
  %cst_1 = complex.constant [1 : i32, 2 : i32] : complex<i32>
  // CHECK: %0 = complex.create %x, %x : complex<f32>
  %0 = complex.create %x, %x : complex<f32>
  return
}

// CHECK-LABEL: func.func @unary
func.func @unary(%z: complex<f32>) {
  // CHECK: %0 = complex.neg %z : complex<f32>
  %0 = complex.neg %z : complex<f32>
  // CHECK: %1 = complex.conj %z : complex<f32>
  %1 = complex.conj %z : complex<f32>
  // CHECK: %2 = complex.exp %z : complex<f32>
  %2 = complex.exp %z : complex<f32>
  // CHECK: %3 = complex.expm1 %z : complex<f32>
  %3 = complex.expm1 %z : complex<f32>
  // CHECK: %4 = complex.log %z : complex<f32>
  %4 = complex.log %z : complex<f32>
  // CHECK: %5 = complex.log1p %z : complex<f32>
  %5 = complex.log1p %z : complex<f32>
  // CHECK: %6 = complex.sin %z : complex<f32>
  %6 = complex.sin %z : complex<f32>
  // CHECK: %7 = complex.cos %z : complex<f32>
  %7 = complex.cos %z : complex<f32>
  // CHECK: %8 = complex.tan %z : complex<f32>
  %8 = complex.tan %z : complex<f32>
  // CHECK: %9 = complex.tanh %z : complex<f32>
  %9 = complex.tanh %z : complex<f32>
  // CHECK: %10 = complex.sqrt %z : complex<f32>
  %10 = complex.sqrt %z : complex<f32>
  // CHECK: %11 = complex.rsqrt %z : complex<f32>
  %11 = complex.rsqrt %z : complex<f32>
  // CHECK: %12 = complex.sign %z : complex<f32>
  %12 = complex.sign %z : complex<f32>
  // CHECK: %13 = complex.abs %z : complex<f32>
  %13 = complex.abs %z : complex<f32>
  // CHECK: %14 = complex.angle %z : complex<f32>
  %14 = complex.angle %z : complex<f32>
  // CHECK: %15 = complex.re %z : complex<f32>
  %15 = complex.re %z : complex<f32>
  // CHECK: %16 = complex.im %z : complex<f32>
  %16 = complex.im %z : complex<f32>
  // CHECK: %17 = complex.exp %z fastmath<nnan,ninf> : complex<f32>
  %17 = complex.exp %z fastmath<nnan,ninf> : complex<f32>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%a: complex<bf16>, %b: complex<bf16>, %n: i32) {
  // CHECK: %0 = complex.add %a, %b : complex<bf16>
  %0 = complex.add %a, %b : complex<bf16>
  // CHECK: %1 = complex.sub %a, %b : complex<bf16>
  %1 = complex.sub %a, %b : complex<bf16>
  // CHECK: %2 = complex.mul %a, %b : complex<bf16>
  %2 = complex.mul %a, %b : complex<bf16>
  // CHECK: %3 = complex.div %a, %b : complex<bf16>
  %3 = complex.div %a, %b : complex<bf16>
  // CHECK: %4 = complex.pow %a, %b : complex<bf16>
  %4 = complex.pow %a, %b : complex<bf16>
  // CHECK: %5 = complex.atan2 %a, %b : complex<bf16>
  %5 = complex.atan2 %a, %b : complex<bf16>
  // CHECK: %6 = complex.mul %a, %b fastmath<fast> : complex<bf16>
  %6 = complex.mul %a, %b fastmath<fast> : complex<bf16>
  // CHECK: %7 = complex.powi %a, %n : complex<bf16>, i32
  %7 = complex.powi %a, %n : complex<bf16>, i32
  // CHECK: %8 = complex.powi %a, %n fastmath<nnan> : complex<bf16>, i32
  %8 = complex.powi %a, %n fastmath<nnan> : complex<bf16>, i32
  // CHECK: %9 = complex.eq %a, %b : complex<bf16>
  %9 = complex.eq %a, %b : complex<bf16>
  // CHECK: %10 = complex.neq %a, %b : complex<bf16>
  %10 = complex.neq %a, %b : complex<bf16>
  return
}

// CHECK-LABEL: func.func @bits
func.func @bits(%z: complex<f32>, %l: i64, %n: complex<i16>) {
  // CHECK: %0 = complex.bitcast %z : complex<f32> to i64
  %0 = complex.bitcast %z : complex<f32> to i64
  // CHECK: %1 = complex.bitcast %l : i64 to complex<f32>
  %1 = complex.bitcast %l : i64 to complex<f32>
  // CHECK: %2 = complex.bitcast %z : complex<f32> to f64
  %2 = complex.bitcast %z : complex<f32> to f64
  // CHECK: %3 = complex.bitcast %n : complex<i16> to i32
  %3 = complex.bitcast %n : complex<i16> to i32
  // CHECK: %4 = complex.bitcast %z : complex<f32> to complex<f32>
  %4 = complex.bitcast %z : complex<f32> to complex<f32>
  return
}

// CHECK-LABEL: func.func @attribute
//  CHECK-SAME:     attributes {a = #complex.number<:f32 1.000000e+00, -2.500000e+00> : complex<f32>, b = #complex.number<:f64 1.000000e-01, 0.000000e+00> : complex<f64>}
func.func @attribute() attributes {a = #complex.number<:f32 1.0, -2.5>, b = #complex.number<:f64 0.1, 0.0> : complex<f64>} {
  return
}
