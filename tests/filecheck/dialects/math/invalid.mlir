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
