// RUN: dlc-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

func.func @undefined_block() {
  // expected-error @+1 {{reference to an undefined block '^bb7'}}
  "t.br"()[^bb7] : () -> ()
}

// -----

// expected-error @+1 {{reference to an undefined block '^nowhere'}}
"t.br"()[^nowhere] : () -> ()

// -----

func.func @block_defined_twice() {
  "t.br"()[^a] : () -> ()
^a:
  "t.br"()[^a] : () -> ()
// expected-error @+1 {{redefinition of block '^a'}}
^a:
  return
}

// -----

func.func @no_terminator() {
  // expected-error @+1 {{'arith.constant' op is the last of a block with no terminator}}
  %a = arith.constant 1 : i32
}

// -----

// expected-error @+1 {{expected non-empty function body}}
func.func @empty() {
}

// -----

func.func @not_closed() {
  return
// expected-error @+2 {{expected block name, operation or '}', but got end of input}}

