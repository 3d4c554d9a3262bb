// RUN: dlc-opt %s --reconcile-unrealized-casts --split-input-file | filecheck %s
// RUN: mlir-opt %s --reconcile-unrealized-casts --split-input-file | filecheck %s
// REQUIRES: mlir-opt

// CHECK-LABEL: func.func @there_and_back(
//  CHECK-SAME:   %[[X:.*]]: i64)
//  CHECK-NEXT:   return %[[X]]
func.func @there_and_back(%x: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to index
  %2 = builtin.unrealized_conversion_cast %1 : index to i64
  return %2 : i64
}

// -----

// CHECK-LABEL: func.func @several_values(
//  CHECK-SAME:   %[[X:.*]]: i64)
//       CHECK:   %[[PAIR:.*]]:2 = builtin.unrealized_conversion_cast %[[X]]
//       CHECK:   %[[SWAPPED:.*]] = builtin.unrealized_conversion_cast %[[PAIR]]#1, %[[PAIR]]#0
//       CHECK:   return %[[X]], %[[SWAPPED]]
func.func @several_values(%x: i64) -> (i64, i64) {
  %0:2 = builtin.unrealized_conversion_cast %x : i64 to i32, i32
  %1 = builtin.unrealized_conversion_cast %0#0, %0#1 : i32, i32 to i64
  %2 = builtin.unrealized_conversion_cast %0#1, %0#0 : i32, i32 to i64
  return %1, %2 : i64, i64
}
