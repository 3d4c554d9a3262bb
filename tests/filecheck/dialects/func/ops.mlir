// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK: func.func private @declared(i32, f32 {test.a}) -> (i32 {test.b = 1 : i32}, f32) attributes {no_inline, test.c = "y"}
func.func private @declared(i32, f32 {test.a}) -> (i32 {test.b = 1 : i32}, f32) attributes {no_inline, test.c = "y"}

// Names of arguments say nothing where there is no body.
// CHECK: func.func private @named(i32 {test.a})
func.func private @named(%a: i32 {test.a})

// CHECK: func.func nested @nested(%a: i32 {test.a, test.b = 3 : i8}, %b: f32) -> (i32 {test.c}) attributes {test.d} {
// CHECK-NEXT: return %a : i32
func.func nested @nested(%a: i32 {test.a, test.b = 3 : i8}, %b: f32) -> (i32 {test.c}) attributes {test.d} {
  return %a : i32
}

// CHECK: func.func public @public() {
// CHECK-NEXT: return
func.func public @public() {
  func.return
}

// CHECK: func.func @"with spaces"(%a: i32) -> i32 attributes {no_inline} {
func.func @"with spaces"(%a: i32) -> (i32) attributes {no_inline} {
  return %a : i32
}

// CHECK: func.func @many() -> (i32, i32) {
func.func @many() -> (i32, i32) {
  // CHECK: %r:2 = call @many() {test.a} : () -> (i32, i32)
  %r:2 = func.call @many() {test.a} : () -> (i32, i32)
  // CHECK: return {test.b} %r#0, %r#1 : i32, i32
  return {test.b} %r#0, %r#1 : i32, i32
}

// A function that is the only result stands in brackets.
// CHECK: func.func @values(%f: (i32) -> i32, %x: i32) -> ((i32) -> i32) {
func.func @values(%f: (i32) -> i32, %x: i32) -> ((i32) -> i32) {
  // CHECK: %f_0 = constant @"with spaces" : (i32) -> i32
  %0 = constant @"with spaces" : (i32) -> i32
  // CHECK: %r = call_indirect %f(%x) : (i32) -> i32
  %r = call_indirect %f(%x) : (i32) -> i32
  // CHECK: call @named(%r) {no_inline} : (i32) -> ()
  call @named(%r) {no_inline} : (i32) -> ()
  // CHECK: return %f_0 : (i32) -> i32
  return %0 : (i32) -> i32
}

// CHECK: func.func @in_generic_form(%arg0: i32 {test.a}) attributes {test.b} {
"func.func"() <{sym_name = "in_generic_form", function_type = (i32) -> (), arg_attrs = [{test.a}]}> ({
^bb0(%arg0: i32):
  // CHECK: call @declared2(%arg0) {arg_attrs = [{test.a}]} : (i32) -> ()
  "func.call"(%arg0) <{callee = @declared2, arg_attrs = [{test.a}]}> : (i32) -> ()
  "func.return"() : () -> ()
}) {test.b} : () -> ()

func.func private @declared2(i32)
