// RUN: dlc-opt %s --load-pass=sample --sample-pass | filecheck %s

// CHECK-LABEL: func.func @twice
//  CHECK-SAME:   (%[[X:.*]]: i32)
//       CHECK:   %[[TWO:.*]] = arith.constant 2 : i32
//       CHECK:   arith.muli %[[X]], %[[TWO]] : i32
func.func @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}

// The operands differ, so the addition stays.
// CHECK-LABEL: func.func @sum
//       CHECK:   arith.addi
func.func @sum(%x: i32, %y: i32) -> i32 {
  %z = arith.addi %x, %y : i32
  return %z : i32
}

// CHECK-LABEL: func.func @one_bit
//       CHECK:   arith.addi
func.func @one_bit(%x: i1) -> i1 {
  %y = arith.addi %x, %x : i1
  return %y : i1
}
