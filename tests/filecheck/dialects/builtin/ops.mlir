// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK: module @outer attributes {test.a} {
module @outer attributes {test.a} {
  // CHECK-NEXT: module {
  // CHECK-NEXT: }
  module {}
  // CHECK-NEXT: module @private attributes {sym_visibility = "private"} {
  // CHECK-NEXT: }
  builtin.module @private attributes {sym_visibility = "private"} {
  }
  // CHECK-NEXT: func.func @casts(%a: i64) -> (i32, f32) {
  func.func @casts(%a: i64) -> (i32, f32) {
    // CHECK-NEXT: %b:2 = builtin.unrealized_conversion_cast %a : i64 to i32, i32
    %b:2 = builtin.unrealized_conversion_cast %a : i64 to i32, i32
    // CHECK-NEXT: %c = builtin.unrealized_conversion_cast to f32 {test.a}
    %c = builtin.unrealized_conversion_cast to f32 {test.a}
    // CHECK-NEXT: %d = builtin.unrealized_conversion_cast %b#0, %c : i32, f32 to i32
    %d = builtin.unrealized_conversion_cast %b#0, %c : i32, f32 to i32
    return %d, %c : i32, f32
  }
}
