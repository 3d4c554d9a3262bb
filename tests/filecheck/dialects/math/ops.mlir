// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Every op of math, with flags, in its own form.

// CHECK-LABEL: func.func @unary
func.func @unary(%i: i32, %j: i32, %n: index, %x: f32, %y: f32, %vi: vector<4xi32>, %vx: vector<4xf32>, %tx: tensor<*xf32>) {
  // CHECK: math.absf %{{.*}} : f32
  %r_absf = math.absf %x : f32
  // CHECK: math.acos %{{.*}} : f32
  %r_acos = math.acos %x : f32
  // CHECK: math.acosh %{{.*}} : f32
  %r_acosh = math.acosh %x : f32
  // CHECK: math.asin %{{.*}} : f32
  %r_asin = math.asin %x : f32
  // CHECK: math.asinh %{{.*}} : f32
  %r_asinh = math.asinh %x : f32
  // CHECK: math.atan %{{.*}} : f32
  %r_atan = math.atan %x : f32
  // CHECK: math.atanh %{{.*}} : f32
  %r_atanh = math.atanh %x : f32
  // CHECK: math.cbrt %{{.*}} : f32
  %r_cbrt = math.cbrt %x : f32
  // CHECK: math.ceil %{{.*}} : f32
  %r_ceil = math.ceil %x : f32
  // CHECK: math.cos %{{.*}} : f32
  %r_cos = math.cos %x : f32
  // CHECK: math.cosh %{{.*}} : f32
  %r_cosh = math.cosh %x : f32
  // CHECK: math.erf %{{.*}} : f32
  %r_erf = math.erf %x : f32
  // CHECK: math.erfc %{{.*}} : f32
  %r_erfc = math.erfc %x : f32
  // CHECK: math.exp %{{.*}} : f32
  %r_exp = math.exp %x : f32
  // CHECK: math.exp2 %{{.*}} : f32
  %r_exp2 = math.exp2 %x : f32
  // CHECK: math.expm1 %{{.*}} : f32
  %r_expm1 = math.expm1 %x : f32
  // CHECK: math.floor %{{.*}} : f32
  %r_floor = math.floor %x : f32
  // CHECK: math.log %{{.*}} : f32
  %r_log = math.log %x : f32
  // CHECK: math.log10 %{{.*}} : f32
  %r_log10 = math.log10 %x : f32
  // CHECK: math.log1p %{{.*}} : f32
  %r_log1p = math.log1p %x : f32
  // CHECK: math.log2 %{{.*}} : f32
  %r_log2 = math.log2 %x : f32
  // CHECK: math.round %{{.*}} : f32
  %r_round = math.round %x : f32
  // CHECK: math.roundeven %{{.*}} : f32
  %r_roundeven = math.roundeven %x : f32
  // CHECK: math.rsqrt %{{.*}} : f32
  %r_rsqrt = math.rsqrt %x : f32
  // CHECK: math.sin %{{.*}} : f32
  %r_sin = math.sin %x : f32
  // CHECK: math.sinh %{{.*}} : f32
  %r_sinh = math.sinh %x : f32
  // CHECK: math.sqrt %{{.*}} : f32
  %r_sqrt = math.sqrt %x : f32
  // CHECK: math.tan %{{.*}} : f32
  %r_tan = math.tan %x : f32
  // CHECK: math.tanh %{{.*}} : f32
  %r_tanh = math.tanh %x : f32
  // CHECK: math.trunc %{{.*}} : f32
  %r_trunc = math.trunc %x : f32
  return
}

// CHECK-LABEL: func.func @unary_flags
func.func @unary_flags(%i: i32, %j: i32, %n: index, %x: f32, %y: f32, %vi: vector<4xi32>, %vx: vector<4xf32>, %tx: tensor<*xf32>) {
  // CHECK: math.absf %{{.*}} fastmath<fast> : vector<4xf32>
  %r_absf = math.absf %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.acos %{{.*}} fastmath<fast> : vector<4xf32>
  %r_acos = math.acos %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.acosh %{{.*}} fastmath<fast> : vector<4xf32>
  %r_acosh = math.acosh %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.asin %{{.*}} fastmath<fast> : vector<4xf32>
  %r_asin = math.asin %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.asinh %{{.*}} fastmath<fast> : vector<4xf32>
  %r_asinh = math.asinh %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.atan %{{.*}} fastmath<fast> : vector<4xf32>
  %r_atan = math.atan %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.atanh %{{.*}} fastmath<fast> : vector<4xf32>
  %r_atanh = math.atanh %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.cbrt %{{.*}} fastmath<fast> : vector<4xf32>
  %r_cbrt = math.cbrt %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.ceil %{{.*}} fastmath<fast> : vector<4xf32>
  %r_ceil = math.ceil %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.cos %{{.*}} fastmath<fast> : vector<4xf32>
  %r_cos = math.cos %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.cosh %{{.*}} fastmath<fast> : vector<4xf32>
  %r_cosh = math.cosh %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.erf %{{.*}} fastmath<fast> : vector<4xf32>
  %r_erf = math.erf %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.erfc %{{.*}} fastmath<fast> : vector<4xf32>
  %r_erfc = math.erfc %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.exp %{{.*}} fastmath<fast> : vector<4xf32>
  %r_exp = math.exp %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.exp2 %{{.*}} fastmath<fast> : vector<4xf32>
  %r_exp2 = math.exp2 %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.expm1 %{{.*}} fastmath<fast> : vector<4xf32>
  %r_expm1 = math.expm1 %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.floor %{{.*}} fastmath<fast> : vector<4xf32>
  %r_floor = math.floor %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.log %{{.*}} fastmath<fast> : vector<4xf32>
  %r_log = math.log %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.log10 %{{.*}} fastmath<fast> : vector<4xf32>
  %r_log10 = math.log10 %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.log1p %{{.*}} fastmath<fast> : vector<4xf32>
  %r_log1p = math.log1p %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.log2 %{{.*}} fastmath<fast> : vector<4xf32>
  %r_log2 = math.log2 %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.round %{{.*}} fastmath<fast> : vector<4xf32>
  %r_round = math.round %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.roundeven %{{.*}} fastmath<fast> : vector<4xf32>
  %r_roundeven = math.roundeven %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.rsqrt %{{.*}} fastmath<fast> : vector<4xf32>
  %r_rsqrt = math.rsqrt %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.sin %{{.*}} fastmath<fast> : vector<4xf32>
  %r_sin = math.sin %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.sinh %{{.*}} fastmath<fast> : vector<4xf32>
  %r_sinh = math.sinh %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.sqrt %{{.*}} fastmath<fast> : vector<4xf32>
  %r_sqrt = math.sqrt %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.tan %{{.*}} fastmath<fast> : vector<4xf32>
  %r_tan = math.tan %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.tanh %{{.*}} fastmath<fast> : vector<4xf32>
  %r_tanh = math.tanh %vx fastmath<fast> : vector<4xf32>
  // CHECK: math.trunc %{{.*}} fastmath<fast> : vector<4xf32>
  %r_trunc = math.trunc %vx fastmath<fast> : vector<4xf32>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%i: i32, %j: i32, %n: index, %x: f32, %y: f32, %vi: vector<4xi32>, %vx: vector<4xf32>, %tx: tensor<*xf32>) {
  // CHECK: math.atan2 %{{.*}}, %{{.*}} : f32
  %r_atan2 = math.atan2 %x, %y : f32
  // CHECK: math.copysign %{{.*}}, %{{.*}} : f32
  %r_copysign = math.copysign %x, %y : f32
  // CHECK: math.powf %{{.*}}, %{{.*}} : f32
  %r_powf = math.powf %x, %y : f32
  // CHECK: math.atan2 %{{.*}}, %{{.*}} fastmath<nnan,nsz> : f32
  %q_atan2 = math.atan2 %x, %y fastmath<nnan,nsz> : f32
  // CHECK: math.copysign %{{.*}}, %{{.*}} fastmath<nnan,nsz> : f32
  %q_copysign = math.copysign %x, %y fastmath<nnan,nsz> : f32
  // CHECK: math.powf %{{.*}}, %{{.*}} fastmath<nnan,nsz> : f32
  %q_powf = math.powf %x, %y fastmath<nnan,nsz> : f32
  // CHECK: math.fpowi %{{.*}}, %{{.*}} : f32, i32
  %p = math.fpowi %x, %i : f32, i32
  // CHECK: math.fpowi %{{.*}}, %{{.*}} fastmath<fast> : vector<4xf32>, vector<4xi32>
  %p2 = math.fpowi %vx, %vi fastmath<fast> : vector<4xf32>, vector<4xi32>
  return
}

// CHECK-LABEL: func.func @several
func.func @several(%i: i32, %j: i32, %n: index, %x: f32, %y: f32, %vi: vector<4xi32>, %vx: vector<4xf32>, %tx: tensor<*xf32>) {
  // CHECK: math.sincos %{{.*}} : f32
  %s, %c = math.sincos %x : f32
  // CHECK: math.sincos %{{.*}} fastmath<afn> : vector<4xf32>
  %s2, %c2 = math.sincos %vx fastmath<afn> : vector<4xf32>
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
  %f = math.fma %x, %y, %x : f32
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<contract> : f32
  %f2 = math.fma %x, %y, %x fastmath<contract> : f32
  // CHECK: math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] : f32
  %l = math.clampf %x to [%y, %y] : f32
  // CHECK: math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] fastmath<nnan> {test.a} : f32
  %l2 = math.clampf %x to [%y, %y] fastmath<nnan> {test.a} : f32
  return
}

// CHECK-LABEL: func.func @classes
func.func @classes(%i: i32, %j: i32, %n: index, %x: f32, %y: f32, %vi: vector<4xi32>, %vx: vector<4xf32>, %tx: tensor<*xf32>) {
  // CHECK: math.isfinite %{{.*}} : f32
  %r_isfinite = math.isfinite %x : f32
  // CHECK: math.isinf %{{.*}} : f32
  %r_isinf = math.isinf %x : f32
  // CHECK: math.isnan %{{.*}} : f32
  %r_isnan = math.isnan %x : f32
  // CHECK: math.isnormal %{{.*}} : f32
  %r_isnormal = math.isnormal %x : f32
  // CHECK: math.isfinite %{{.*}} : tensor<*xf32>
  %q_isfinite = math.isfinite %tx : tensor<*xf32>
  // CHECK: math.isinf %{{.*}} : tensor<*xf32>
  %q_isinf = math.isinf %tx : tensor<*xf32>
  // CHECK: math.isnan %{{.*}} : tensor<*xf32>
  %q_isnan = math.isnan %tx : tensor<*xf32>
  // CHECK: math.isnormal %{{.*}} : tensor<*xf32>
  %q_isnormal = math.isnormal %tx : tensor<*xf32>
  return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%i: i32, %j: i32, %n: index, %x: f32, %y: f32, %vi: vector<4xi32>, %vx: vector<4xf32>, %tx: tensor<*xf32>) {
  // CHECK: math.absi %{{.*}} : i32
  %r_absi = math.absi %i : i32
  // CHECK: math.ctlz %{{.*}} : i32
  %r_ctlz = math.ctlz %i : i32
  // CHECK: math.cttz %{{.*}} : i32
  %r_cttz = math.cttz %i : i32
  // CHECK: math.ctpop %{{.*}} : i32
  %r_ctpop = math.ctpop %i : i32
  // CHECK: math.absi %{{.*}} : index
  %q_absi = math.absi %n : index
  // CHECK: math.ctlz %{{.*}} : index
  %q_ctlz = math.ctlz %n : index
  // CHECK: math.cttz %{{.*}} : index
  %q_cttz = math.cttz %n : index
  // CHECK: math.ctpop %{{.*}} : index
  %q_ctpop = math.ctpop %n : index
  // CHECK: math.ipowi %{{.*}}, %{{.*}} : i32
  %p = math.ipowi %i, %j : i32
  // CHECK: math.ipowi %{{.*}}, %{{.*}} {test.a} : vector<4xi32>
  %p2 = math.ipowi %vi, %vi {test.a} : vector<4xi32>
  return
}
