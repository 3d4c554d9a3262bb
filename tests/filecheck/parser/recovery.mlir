// RUN: dlc-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// All errors of a file come in one run, and what they have made unknown is not an error of its own.
func.func @first(%a: i32) -> i32 {
  // expected-error @+1 {{custom op 'arith.nosuch' is unknown}}
  %b = arith.nosuch %a : i32
  %c = arith.addi %b, %a : i32
  // expected-error @+1 {{expected ':', but got 'i32'}}
  %d = arith.addi %c, %a i32
  return %d : i32
}

func.func @between(%a: i32) {
  return
}

// expected-error @+1 {{expected ':', but got ')'}}
func.func @header_is_wrong(%a) {
  "this is not looked at"
}

func.func @last(%a: i32) {
  // expected-error @+1 {{use of undeclared SSA value name '%unknown'}}
  "t.use"(%unknown) : (i32) -> ()
  return
}

// -----

// An alias that could not be read is not missed where it is used.
// expected-error @+1 {{expected attribute}}
#a = ]
"t.use"() {a = #a} : () -> ()
// expected-error @+1 {{expected type}}
"t.use"() : () -> ]

// -----

"t.region"() ({
  "t.region"() ({
    // expected-error @+1 {{dialect 'nosuch' not found for custom op 'nosuch.op'}}
    nosuch.op {
      "inside"
    } else {
      "t.op"() : () -> ()
    }
    "t.br"()[^bb1] : () -> ()
  ^bb1:
    "t.op"() : () -> ()
    // expected-error @+1 {{expected attribute}}
    "t.op"() {a = %x} : () -> ()
  }) : () -> ()
  // expected-error @+1 {{expected '(', but got 'i32'}}
  "t.op"() : i32
}) : () -> ()
// expected-error @+1 {{expected operation}}
}
"t.op"() : () -> ()

// -----

// An op that is not finished ends where the next one begins: that one is read, and the error stands before it.
func.func @unfinished(%a: i32, %m: memref<4xi32>) -> i32 {
  // expected-error @+1 {{expected an operation name after '='}}
  %b =  // to be continued
  %c = arith.addi %a, %a : i32
  // expected-error @+1 {{expected type, but got '%d'}}
  arith.addi %c, %c :

  // A comment.
  %d = arith.muli %c, %c : i32
  // expected-error @+1 {{expected ']', but got '='}}
  memref.store %d, %m[
  %e, %f = arith.addui_extended %d, %d : i32, i1
  // expected-error @+1 {{expected ')' or ',', but got '='}}
  "arith.addi"(%d,
  %h = arith.addi %d, %d : i32
  // expected-error @+1 {{expected SSA value, but got 'arith.addi'}}
  %g = arith.addi %d,
  arith.addi %d, %d : i32
  // expected-error @+1 {{use of value '%e' expects different type than prior uses: 'f32' vs 'i32'}}
  "arith.addi"(%e, %a) : (f32, i32) -> f32
  return %h : i32
}

// -----

// What goes on in the next line, like the values of a loop, is no op.
func.func @goes_on(%a: i32, %i: index) -> i32 {
  %b = scf.for %j = %i to %i step %i
    // expected-error @+1 {{expected ',', but got ':'}}
    iter_args(%c = %a : i32) -> (i32) {
    scf.yield %c : i32
  }
  return %a : i32
}
