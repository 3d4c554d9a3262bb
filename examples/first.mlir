// RUN: dlc-opt %s --canonicalize --cse | filecheck %s

// The same sum twice, and a product with one: one addition and one multiplication are left.

// CHECK-LABEL: func.func @square_of_sum
//  CHECK-SAME:   (%[[A:.*]]: i32, %[[B:.*]]: i32) -> i32
//       CHECK:   %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i32
//  CHECK-NEXT:   %[[SQUARE:.*]] = arith.muli %[[SUM]], %[[SUM]] : i32
//  CHECK-NEXT:   return %[[SQUARE]] : i32
func.func @square_of_sum(%a: i32, %b: i32) -> i32 {
  %one = arith.constant 1 : i32
  %left = arith.addi %a, %b : i32
  %right = arith.addi %a, %b : i32
  %same = arith.muli %right, %one : i32
  %square = arith.muli %left, %same : i32
  return %square : i32
}
