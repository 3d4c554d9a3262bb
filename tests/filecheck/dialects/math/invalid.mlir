// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.sin' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.sin' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.sin %x : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+2 {{'math.ctpop' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'math.ctpop' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = math.ctpop %x : f32
  return
}

// -----

func.func @f(%x: f32, %v: vector<4xi32>) {
  // expected-error @+1 {{'math.fpowi' op requires the same shape for all operands and results}}
  %r = math.fpowi %x, %v : f32, vector<4xi32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.isnan' op result #0 must be bool-like, but got 'i32'}}
  %r = "math.isnan"(%x) : (f32) -> i32
  return
}

// -----

func.func @f(%x: vector<4xf32>) {
  // expected-error @+1 {{'math.isnan' op result #0 'result' must have type 'vector<4xi1>', as follows from 'operand', but got 'i1'}}
  %r = "math.isnan"(%x) : (vector<4xf32>) -> i1
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'math.fma' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.fma"(%x, %y, %x) : (f32, f64, f32) -> f32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{use of value '%y' expects different type than prior uses: 'f32' vs 'f64'}}
  %r = math.clampf %x to [%x, %y] : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{expected '['}}
  %r = math.clampf %x to %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'math.ipowi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'math.ipowi' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'math.ipowi' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = math.ipowi %x, %x : f32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.exp' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.exp' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.exp %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.exp2' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.exp2' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.exp2 %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.expm1' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.expm1' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.expm1 %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.log' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.log' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.log %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.log2' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.log2' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.log2 %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.log10' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.log10' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.log10 %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.log1p' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.log1p' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.log1p %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.sqrt' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.sqrt' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.sqrt %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.rsqrt' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.rsqrt' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.rsqrt %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+2 {{'math.cbrt' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'math.cbrt' op result #0 must be floating-point-like, but got 'i32'}}
  %r = math.cbrt %x : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.erf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.erf"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.erfc' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.erfc"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.absf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.absf"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.ceil' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.ceil"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.floor' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.floor"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.round' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.round"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.roundeven' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.roundeven"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.trunc' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.trunc"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'math.powf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.powf"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'math.copysign' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.copysign"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'math.atan2' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "math.atan2"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'math.isfinite' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = math.isfinite %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'math.isinf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = math.isinf %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'math.isnormal' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = math.isnormal %x : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+2 {{'math.absi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'math.absi' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = math.absi %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+2 {{'math.ctlz' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'math.ctlz' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = math.ctlz %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+2 {{'math.cttz' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'math.cttz' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = math.cttz %x : f32
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.acos' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.acos' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.acos %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.acosh' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.acosh' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.acosh %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.asin' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.asin' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.asin %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.asinh' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.asinh' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.asinh %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.atan' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.atan' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.atan %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.atanh' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.atanh' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.atanh %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.cos' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.cos' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.cos %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.cosh' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.cosh' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.cosh %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.sinh' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.sinh' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.sinh %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.tan' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.tan' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.tan %x : index
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+2 {{'math.tanh' op operand #0 must be floating-point-like, but got 'index'}}
  // expected-error @+1 {{'math.tanh' op result #0 must be floating-point-like, but got 'index'}}
  %r = math.tanh %x : index
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.sincos' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %s, %c = "math.sincos"(%x) : (f32) -> (f32, f64)
  return
}
