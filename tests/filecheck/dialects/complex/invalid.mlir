// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: complex<i32>) {
  // expected-error @+2 {{'complex.neg' op result #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  // expected-error @+1 {{'complex.neg' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = "complex.neg"(%a) <{fastmath = #arith.fastmath<none>}> : (complex<i32>) -> complex<i32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.add' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %0 = "complex.add"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.re' op result #0 'result' must have type 'f32', as follows from 'complex', but got 'f64'}}
  %0 = "complex.re"(%a) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.eq' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %0 = "complex.eq"(%a, %a) : (complex<f32>, complex<f32>) -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'complex.constant' op must have two parts, but got '[1.000000e+00 : f32]' [constant_c1]}}
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'complex.constant' op must have parts of type 'f32', but got '[1.000000e+00 : f32, 2.000000e+00]' [constant_c2]}}
  %0 = complex.constant [1.0 : f32, 2.0] : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'complex.constant' op attribute 'value' failed to satisfy constraint: array attribute, but got 'dense<1.000000e+00> : tensor<2xf32>'}}
  %0 = "complex.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>, %n: index) {
  // expected-error @+1 {{'complex.powi' op operand #1 must be signless integer, but got 'index'}}
  %0 = complex.powi %a, %n : complex<f32>, index
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'complex.bitcast' op must have one complex type, but got 'f32' and 'i32' [bitcast_c1]}}
  %0 = complex.bitcast %a : f32 to i32
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.bitcast' op must have one complex type, but got 'complex<f32>' and 'complex<i32>' [bitcast_c1]}}
  %0 = complex.bitcast %a : complex<f32> to complex<i32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.bitcast' op must have types of as many bits, but got 'complex<f32>' and 'i32' [bitcast_c2]}}
  %0 = complex.bitcast %a : complex<f32> to i32
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.bitcast' op result #0 must be int/float/complex, but got 'index'}}
  %0 = complex.bitcast %a : complex<f32> to index
  return
}

// -----

// expected-error @+1 {{expected a type of floats, but got 'i32'}}
func.func @f() attributes {a = #complex.number<:i32 1, 2>} {
  return
}

// -----

// expected-error @+1 {{must not have a type, but got 'complex<f64>'}}
func.func @f() attributes {a = #complex.number<:f32 1.0, 2.0> : complex<f64>} {
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.neg' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.neg"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.conj' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.conj"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.exp' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.exp"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.expm1' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.expm1"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.log' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.log"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.log1p' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.log1p"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.sin' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.sin"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.cos' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.cos"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.tan' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.tan"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.tanh' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.tanh"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.sqrt' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.sqrt"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.rsqrt' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.rsqrt"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.sign' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.sign"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.sub' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.sub"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.mul' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.mul"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.div' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.div"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.pow' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.pow"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error @+1 {{'complex.atan2' op requires the same type for all operands and results, but got 'complex<f32>' and 'complex<f64>'}}
  %r = "complex.atan2"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.im' op result #0 'result' must have type 'f32', as follows from 'complex', but got 'f64'}}
  %r = "complex.im"(%a) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.abs' op result #0 'result' must have type 'f32', as follows from 'complex', but got 'f64'}}
  %r = "complex.abs"(%a) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.angle' op result #0 'result' must have type 'f32', as follows from 'complex', but got 'f64'}}
  %r = "complex.angle"(%a) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error @+1 {{'complex.neq' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %r = "complex.neq"(%a, %a) : (complex<f32>, complex<f32>) -> i32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'f64' vs 'f32'}}
  %r = complex.create %a, %a : complex<f64>
  return
}
