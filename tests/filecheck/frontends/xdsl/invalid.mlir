// RUN: dlc-opt %s --load-xdsl=scf,riscv,complex --split-input-file --verify-diagnostics

// All errors of a file, each at its op, in one run.
func.func @constraints(%n: index, %i: i32, %f: f32) {
  // expected-error @+1 {{'scf.for' op failed to verify that all of {lb, ub, step} have same type, but got 'index' and 'i32'}}
  "scf.for"(%n, %n, %i) ({
  ^bb0(%k: index):
    scf.yield
  }) : (index, index, i32) -> ()
  // expected-error @+1 {{'scf.if' op operand #0 must be i1, but got 'f32'}}
  %w = "scf.if"(%f) ({ scf.yield }, {}) : (f32) -> i32
  // expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.for'}}
  "scf.yield"(%f) : (f32) -> ()
}

// -----

// A variable that stands inside of types: only xDSL's own constraints tie them together.
func.func @variable_in_a_type(%c: complex<f32>) {
  // expected-error @+1 {{'complex.re' op result 'result' at position 0 does not verify: attribute f32 expected from variable 'T', but got f64}}
  %r = "complex.re"(%c) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f64
  return
}

// -----

// A trait that dlc does not know.
func.func @trait(%c: i1) {
  // expected-error @+1 {{'scf.if' op terminates with operation scf.condition instead of scf.yield}}
  scf.if %c {
    // expected-error @+1 {{'scf.condition' op expects parent op 'scf.while'}}
    "scf.condition"(%c) : (i1) -> ()
  }
  return
}

// -----

// A method that verifies.
func.func @method(%n: index) {
  // expected-error @+1 {{'scf.for' op body block must have induction var as first block arg}}
  "scf.for"(%n, %n, %n) ({
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

// Text that xDSL's parser refuses, and text inside of its regions that dlc's reader refuses.
func.func @text(%n: index) {
  // expected-error @+1 {{'to'}}
  scf.for %i = %n until %n step %n {
  }
  scf.for %i = %n to %n step %n {
    // expected-error @+1 {{custom op 'arith.adf' is unknown, did you mean 'arith.addf'?}}
    arith.adf %i, %i : index
  }
  return
}

// -----

func.func @value_of_another_type(%c: complex<f64>) {  // expected-note {{prior use here}}
  // expected-error @+1 {{use of value '%c' expects different type than prior uses: 'complex<f32>' vs 'complex<f64>'}}
  %s = complex.add %c, %c : complex<f32>
  return
}

// -----

// expected-error @+1 {{invalid register name bad for register type riscv.reg}}
func.func private @parameter(!riscv.reg<bad>)
