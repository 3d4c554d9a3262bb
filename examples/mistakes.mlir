// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// What dlc says to common mistakes. `dlc-opt examples/mistakes.mlir --split-input-file` shows the messages with their
// lines underlined; here they are expected, and missing one would be an error.

func.func @misspelt(%a: i32) -> i32 {
  // expected-error @+1 {{custom op 'arith.adi' is unknown, did you mean 'arith.addi'?}}
  %b = arith.adi %a, %a : i32
  return %b : i32
}

// -----

// A value may be used only where it has been computed on every way that leads there.
func.func @skips_a_definition(%condition: i1, %a: i32) -> i32 {
  cf.cond_br %condition, ^compute, ^end
^compute:
  %b = arith.addi %a, %a : i32
  cf.br ^end
^end:
  // expected-error @+1 {{operand #0 does not dominate this use}}
  return %b : i32
}

// -----

func.func @wrong_result(%a: i32) -> i64 {
  // expected-error @+1 {{type of return operand 0 ('i32') doesn't match function result type ('i64')}}
  return %a : i32
}

// -----

// All mistakes of a file are reported in one run.
func.func @two_at_once(%a: i32, %b: i64) -> i32 {
  // expected-error @+1 {{use of value '%b' expects different type than prior uses: 'i32' vs 'i64'}}
  %c = arith.addi %a, %b : i32
  // expected-error @+1 {{expected ',', but got ':'}}
  %d = arith.muli %c : i32
  return %d : i32
}
