// RUN: dlc-opt %s --lower-sample | filecheck %s

// CHECK-LABEL: func.func @scale
//  CHECK-SAME:   (%[[X:.*]]: i32)
//       CHECK:   %[[C:.*]] = arith.constant 3 : i32
//       CHECK:   arith.muli %[[X]], %[[C]] : i32
func.func @scale(%x: i32) -> i32 {
  %y = sample.scale %x by 3 : i32
  return %y : i32
}

// 300 wraps to 44.
// CHECK-LABEL: func.func @wraps
//       CHECK:   %[[C:.*]] = arith.constant 44 : i8
//       CHECK:   arith.muli %{{.*}}, %[[C]] : i8
func.func @wraps(%x: i8) -> i8 {
  %y = sample.scale %x by 300 : i8
  return %y : i8
}
