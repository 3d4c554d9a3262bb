// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @two_rotates_are_one
//  CHECK-SAME:   (%[[X:.*]]: i8)
//       CHECK:   %[[R:.*]] = bits.rotate<left> %[[X]], 1 : i8
//  CHECK-NEXT:   return %[[R]]
func.func @two_rotates_are_one(%x: i8) -> i8 {
  %a = bits.rotate<left> %x, 6 : i8
  %b = bits.rotate<right> %a, 5 : i8
  return %b : i8
}

// The two together go once around.
// CHECK-LABEL: func.func @opposite_rotates_cancel
//  CHECK-SAME:   (%[[X:.*]]: i8)
//   CHECK-NOT:   bits.rotate
//       CHECK:   return %[[X]]
func.func @opposite_rotates_cancel(%x: i8) -> i8 {
  %a = bits.rotate<left> %x, 3 : i8
  %b = bits.rotate<right> %a, 3 : i8
  return %b : i8
}

// CHECK-LABEL: func.func @a_rotate_behind_something_else_stays
//       CHECK:   bits.reverse
//       CHECK:   bits.rotate<right> %{{.*}}, 3 : i8
func.func @a_rotate_behind_something_else_stays(%x: i8) -> i8 {
  %a = bits.reverse %x : i8
  %b = bits.rotate<right> %a, 3 : i8
  return %b : i8
}

// CHECK-LABEL: func.func @reversed_twice
//  CHECK-SAME:   (%[[X:.*]]: i16)
//  CHECK-NEXT:   return %[[X]]
func.func @reversed_twice(%x: i16) -> i16 {
  %a = bits.reverse %x : i16
  %b = bits.reverse %a : i16
  return %b : i16
}

// 0b00000011 rotated by one to the right is 0b10000001, which is the same read backwards.
// CHECK-LABEL: func.func @constants
//  CHECK-NEXT:   %[[C:.*]] = arith.constant -127 : i8
//  CHECK-NEXT:   return %[[C]]
func.func @constants() -> i8 {
  %three = arith.constant 3 : i8
  %a = bits.rotate<right> %three, 1 : i8
  %b = bits.reverse %a : i8
  return %b : i8
}
