// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @there_and_back
//  CHECK-SAME:   (%[[X:.*]]: i64)
//   CHECK-NOT:   unrealized_conversion_cast
//       CHECK:   return %[[X]], %[[X]]
func.func @there_and_back(%x: i64) -> (i64, i64) {
  %a:2 = builtin.unrealized_conversion_cast %x : i64 to i32, i32
  %0 = builtin.unrealized_conversion_cast %a#0, %a#1 : i32, i32 to i64
  %1 = builtin.unrealized_conversion_cast %x : i64 to i64
  return %0, %1 : i64, i64
}

// CHECK-LABEL: func.func @to_another_type_is_kept
//       CHECK:   unrealized_conversion_cast
//       CHECK:   unrealized_conversion_cast
func.func @to_another_type_is_kept(%x: i64) -> f32 {
  %a = builtin.unrealized_conversion_cast %x : i64 to i32
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @unused_cast
//  CHECK-NEXT:   return
func.func @unused_cast(%x: i64) {
  %a = builtin.unrealized_conversion_cast %x : i64 to i32
  return
}
