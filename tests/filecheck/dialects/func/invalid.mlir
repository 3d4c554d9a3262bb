// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility [func_c2]}}
func.func @f()

// -----

// expected-error @+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "x" [func_c1]}}
"func.func"() <{sym_name = "f", sym_visibility = "x", function_type = () -> ()}> ({
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op entry block must have 1 arguments to match function signature [func_c4]}}
func.func @f(i32) {
  return
}

// -----

// expected-error @+1 {{'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32') [func_c4]}}
"func.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({
^bb0(%x: f32):
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1 [func_c3]}}
"func.func"() <{sym_name = "f", function_type = (i32) -> (), arg_attrs = [], sym_visibility = "private"}> ({}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op arguments may only have dialect attributes, but got 'noalias': write the dialect, as in 'llvm.noalias' [func_c3]}}
func.func private @f(i32 {noalias})

// -----

// expected-error @+1 {{'func.func' op results may only have dialect attributes, but got 'noalias': write the dialect, as in 'llvm.noalias' [func_c3]}}
func.func private @f() -> (i32 {noalias})

// -----

// expected-error @+1 {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() <{sym_name = "f", function_type = i32}> ({
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op requires attribute 'sym_name'}}
"func.func"() <{function_type = () -> ()}> ({
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f() attributes {sym_name = "g"} {
  return
}

// -----

// expected-error @+1 {{expected non-empty function body}}
func.func @f() {}

// -----

// expected-error @+1 {{expected SSA identifier}}
func.func @f(%a: i32, f32) { return }

// -----

// expected-error @+1 {{expected type instead of SSA identifier}}
func.func private @f(i32, %a: f32)

// -----

// expected-error @+1 {{expected symbol name}}
func.func private f(i32)

// -----

func.func @f() -> i32 {
  // expected-error @+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1 [return_c1]}}
  return
}

// -----

func.func @f(%x: f32) -> i32 {
  // expected-error @+1 {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f [return_c2]}}
  return %x : f32
}

// -----

module {
  // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
  "func.return"() : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1 {{'func.call' op 'g' does not reference a valid function [call_c1]}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f() {
  // expected-error @+1 {{'func.call' op incorrect number of operands for callee [call_c2]}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f(%x: f32) {
  // expected-error @+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0 [call_c2]}}
  call @g(%x) : (f32) -> ()
  return
}

// -----

func.func private @g() -> i32
func.func @f() {
  // expected-error @+1 {{'func.call' op incorrect number of results for callee [call_c2]}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g() -> i32
func.func @f() {
  // expected-error @+3 {{'func.call' op result type mismatch at index 0 [call_c2]}}
  // expected-note @+2 {{      op result types: 'f32'}}
  // expected-note @+1 {{function result types: 'i32'}}
  %r = call @g() : () -> f32
  return
}

// -----

func.func @f(%f: (i32) -> i32) {
  // expected-error @+1 {{'func.call_indirect' op failed to verify that callee input types match argument types [call_indirect_c1]}}
  %r = "func.call_indirect"(%f) : ((i32) -> i32) -> i32
  return
}

// -----

func.func @f(%f: (i32) -> i32, %x: i32) {
  // expected-error @+1 {{'func.call_indirect' op inferred type(s) 'i32' are incompatible with return type(s) of operation 'f32'}}
  %r = "func.call_indirect"(%f, %x) : ((i32) -> i32, i32) -> f32
  return
}

// -----

func.func @f(%f: (i32) -> i32, %x: i32) {
  // expected-error @+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %r = call_indirect %f(%x, %x) : (i32) -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'func.constant' op reference to undefined function 'g' [constant_c1]}}
  %g = constant @g : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'func.constant' op reference to function with mismatched type [constant_c2]}}
  %g = constant @f : () -> i32
  return
}
