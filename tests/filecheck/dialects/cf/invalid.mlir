// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^bb1(%a : i32)
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{type mismatch for bb argument #0 of successor #0: expected 'f32', but got 'i32'}}
  cf.br ^bb1(%a : i32)
^bb1(%y: f32):
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{branch has 1 operands for successor #1, but target block has 0}}
  cf.cond_br %c, ^bb1, ^bb1(%a : i32)
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 1 vs 2 [cond_br_c1]}}
  cf.cond_br %c weights([1]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{branch weights cannot all be zero [cond_br_c1]}}
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{'cf.switch' op number of case values (1) should match number of case destinations (0) [switch_c1]}}
  "cf.switch"(%a)[^bb1] <{case_values = dense<1> : tensor<1xi32>, case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64') [switch_c2]}}
  "cf.switch"(%a)[^bb1, ^bb1] <{case_values = dense<1> : tensor<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{'cf.switch' op 'case_operand_segments' should divide the 0 case operands among 1 cases, but got [2] [switch_c3]}}
  "cf.switch"(%a)[^bb1, ^bb1] <{case_values = dense<1> : tensor<1xi32>, case_operand_segments = array<i32: 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{expected 'default'}}
  cf.switch %a : i32, [ 1: ^bb1 ]
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{expected integer}}
  cf.switch %a : i32, [ default: ^bb1, ]
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  cf.switch %x : f32, [ default: ^bb1 ]
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{reference to an undefined block '^bb2'}}
  cf.br ^bb2
^bb1:
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32) {
  // expected-error @+1 {{'cf.assert' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.assert"(%a) <{msg = "no"}> : (i32) -> ()
  return
}

// -----

func.func @f(%c: i32) {
  // expected-error @+1 {{'case_operand_segments' should divide the 1 case operands among 2 cases, but got [1]}}
  "cf.switch"(%c, %c)[^bb1, ^bb1, ^bb1] <{case_operand_segments = array<i32: 1>, case_values = dense<[1, 2]> : tensor<2xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^bb1:
  return
}
