// RUN: dlc-opt %s --load-xdsl=riscv,riscv_scf,cmath,omp --split-input-file --verify-diagnostics

// All errors of a file, each at its op, in one run.
func.func @constraints(%n: !riscv.reg, %f: f32, %c: !cmath.complex<f32>, %d: !cmath.complex<f64>) {
  // expected-error @+1 {{'cmath.mul' op requires the same type for all operands and results, but got '!cmath.complex<f32>' and '!cmath.complex<f64>'}}
  %r = "cmath.mul"(%c, %d) : (!cmath.complex<f32>, !cmath.complex<f64>) -> !cmath.complex<f32>
  // expected-error @+1 {{'riscv_scf.for' op operand #1 must be riscv.reg type, but got 'f32'}}
  "riscv_scf.for"(%n, %f, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%k: !riscv.reg):
    riscv_scf.yield
  }) : (!riscv.reg, f32, !riscv.reg) -> ()
  // expected-error @+1 {{'omp.yield' op expects parent op to be one of 'omp.loop_nest'}}
  "omp.yield"() : () -> ()
}

// -----

// A variable that stands inside of types: only xDSL's own constraints tie them together.
func.func @variable_in_a_type(%c: !cmath.complex<f32>) {
  // expected-error @+1 {{'cmath.norm' op result 'out' at position 0 does not verify: attribute f32 expected from variable 'V0', but got f64}}
  %r = "cmath.norm"(%c) : (!cmath.complex<f32>) -> f64
  return
}

// -----

// A trait that dlc does not know.
func.func @trait(%n: !riscv.reg) {
  // expected-error @+1 {{'riscv_scf.for' op terminates with operation riscv_scf.condition instead of riscv_scf.yield}}
  "riscv_scf.for"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%k: !riscv.reg):
    // expected-error @+1 {{'riscv_scf.condition' op expects parent op 'riscv_scf.while'}}
    "riscv_scf.condition"(%n) : (!riscv.reg) -> ()
  }) : (!riscv.reg, !riscv.reg, !riscv.reg) -> ()
  return
}

// -----

// A method that verifies.
func.func @method(%n: !riscv.reg) {
  // expected-error @+1 {{'riscv_scf.for' op wrong number of block arguments, expected 1, got 0}}
  "riscv_scf.for"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    riscv_scf.yield
  }) : (!riscv.reg, !riscv.reg, !riscv.reg) -> ()
  return
}

// -----

// Text that xDSL's parser refuses, and text inside of its regions that dlc's reader refuses.
func.func @text(%n: !riscv.reg, %m: index) {
  // expected-error @+1 {{'to'}}
  riscv_scf.for %i : !riscv.reg = %n : !riscv.reg until %n : !riscv.reg step %n : !riscv.reg {
  }
  riscv_scf.for %i : !riscv.reg = %n : !riscv.reg to %n : !riscv.reg step %n : !riscv.reg {
    // expected-error @+1 {{custom op 'arith.adf' is unknown, did you mean 'arith.addf'?}}
    arith.adf %m, %m : index
  }
  return
}

// -----

func.func @value_of_another_type(%c: !riscv.reg<a0>) {  // expected-note {{prior use here}}
  // expected-error @+1 {{use of value '%c' expects different type than prior uses: '!riscv.reg' vs '!riscv.reg<a0>'}}
  %s = riscv.add %c, %c : (!riscv.reg, !riscv.reg) -> !riscv.reg
  return
}

// -----

// expected-error @+1 {{invalid register name bad for register type riscv.reg}}
func.func private @parameter(!riscv.reg<bad>)
