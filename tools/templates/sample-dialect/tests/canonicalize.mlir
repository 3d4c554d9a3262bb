// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @two_scales_are_one
//  CHECK-SAME:   (%[[X:.*]]: i32)
//  CHECK-NEXT:   %[[Y:.*]] = sample.scale %[[X]] by 15 : i32
//  CHECK-NEXT:   return %[[Y]]
func.func @two_scales_are_one(%x: i32) -> i32 {
  %a = sample.scale %x by 3 : i32
  %b = sample.scale %a by 5 : i32
  return %b : i32
}

// CHECK-LABEL: func.func @by_one
//  CHECK-SAME:   (%[[X:.*]]: i32)
//  CHECK-NEXT:   return %[[X]]
func.func @by_one(%x: i32) -> i32 {
  %y = sample.scale %x by 1 : i32
  return %y : i32
}

// 100 * 3 is 300, which wraps to 44.
// CHECK-LABEL: func.func @constant
//  CHECK-NEXT:   %[[C:.*]] = arith.constant 44 : i8
//  CHECK-NEXT:   return %[[C]]
func.func @constant() -> i8 {
  %x = arith.constant 100 : i8
  %y = sample.scale %x by 3 : i8
  return %y : i8
}
