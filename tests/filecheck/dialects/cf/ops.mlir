// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @branches
func.func @branches(%c: i1, %a: i32, %b: f32) -> i32 {
  // CHECK: cf.assert %c, "not \22this\22" {test.a}
  cf.assert %c, "not \22this\22" {test.a}
  // CHECK: cf.cond_br %c, ^bb1(%a : i32), ^bb2 {test.a}
  cf.cond_br %c, ^bb1(%a : i32), ^bb2 {test.a}
// CHECK: ^bb1(%x: i32):  // pred: ^bb0
^bb1(%x: i32):
  // CHECK: cf.cond_br %c weights([1, 2]), ^bb2, ^bb3(%x, %b : i32, f32)
  cf.cond_br %c weights([1, 2]), ^bb2, ^bb3(%x, %b : i32, f32)
^bb2:
  // CHECK: cf.br ^bb3(%a, %b : i32, f32) {test.a}
  cf.br ^bb3(%a, %b : i32, f32) {test.a}
^bb3(%y: i32, %z: f32):
  // CHECK: cf.br ^bb4
  cf.br ^bb4
^bb4:
  return %y : i32
}

// CHECK-LABEL: func.func @switches
func.func @switches(%f: i32, %g: i1, %a: i32, %b: f32) -> i32 {
  // CHECK:      cf.switch %f : i32, [
  // CHECK-NEXT:   default: ^bb1(%a : i32),
  // CHECK-NEXT:   42: ^bb2,
  // CHECK-NEXT:   4294967253: ^bb3(%a, %b : i32, f32)
  // CHECK-NEXT: ] {test.a}
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    42: ^bb2,
    -43: ^bb3(%a, %b : i32, f32)
  ] {test.a}
^bb1(%x: i32):
  // CHECK:      cf.switch %g : i1, [
  // CHECK-NEXT:   default: ^bb2]
  cf.switch %g : i1, [ default: ^bb2 ]
^bb2:
  return %a : i32
^bb3(%y: i32, %z: f32):
  return %y : i32
}
