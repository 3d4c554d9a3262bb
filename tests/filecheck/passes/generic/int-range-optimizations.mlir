// RUN: dlc-opt %s --int-range-optimizations | filecheck %s

// CHECK-LABEL: func.func @comparison_that_always_holds
//       CHECK:   %[[TRUE:.*]] = arith.constant true
//       CHECK:   return %[[TRUE]] : i1
func.func @comparison_that_always_holds(%x: i32) -> i1 {
  %c10 = arith.constant 10 : i32
  %rem = arith.remui %x, %c10 : i32
  %less = arith.cmpi ult, %rem, %c10 : i32
  return %less : i1
}

// CHECK-LABEL: func.func @comparison_that_may_fail
//       CHECK:   %[[LESS:.*]] = arith.cmpi ult
//       CHECK:   return %[[LESS]] : i1
func.func @comparison_that_may_fail(%x: i32) -> i1 {
  %c9 = arith.constant 9 : i32
  %c10 = arith.constant 10 : i32
  %rem = arith.remui %x, %c10 : i32
  %less = arith.cmpi ult, %rem, %c9 : i32
  return %less : i1
}

// CHECK-LABEL: func.func @remainder_of_less_than_the_divisor
//       CHECK:   %[[WIDE:.*]] = arith.extui
//       CHECK:   return %[[WIDE]] : i32
func.func @remainder_of_less_than_the_divisor(%x: i8) -> i32 {
  %c256 = arith.constant 256 : i32
  %wide = arith.extui %x : i8 to i32
  %rem = arith.remsi %wide, %c256 : i32
  return %rem : i32
}

// The sign is lost by no extension: this may be negative.
// CHECK-LABEL: func.func @remainder_of_what_may_be_negative
//       CHECK:   arith.remsi
func.func @remainder_of_what_may_be_negative(%x: i8) -> i32 {
  %c256 = arith.constant 256 : i32
  %wide = arith.extsi %x : i8 to i32
  %rem = arith.remsi %wide, %c256 : i32
  %small = arith.remui %wide, %c256 : i32
  %sum = arith.addi %rem, %small : i32
  return %sum : i32
}

// CHECK-LABEL: func.func @counter_of_a_loop_is_not_negative
//       CHECK:   %[[FALSE:.*]] = arith.constant false
//       CHECK:   return %[[FALSE]] : i1
func.func @counter_of_a_loop_is_not_negative(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %next = arith.addi %i, %c1 overflow<nsw> : index
  %negative = arith.cmpi slt, %i, %c0 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next : index), ^end
^end:
  return %negative : i1
}

// CHECK-LABEL: func.func @elements_of_vectors_have_ranges
//       CHECK:   %[[ALL:.*]] = arith.constant dense<true> : vector<4xi1>
//       CHECK:   return %[[ALL]] : vector<4xi1>
func.func @elements_of_vectors_have_ranges(%x: vector<4xi8>) -> vector<4xi1> {
  %c7 = arith.constant dense<[7, 3, 1, 2]> : vector<4xi8>
  %c8 = arith.constant dense<8> : vector<4xi8>
  %low = arith.andi %x, %c7 : vector<4xi8>
  %less = arith.cmpi ult, %low, %c8 : vector<4xi8>
  return %less : vector<4xi1>
}
