// RUN: dlc-opt %s --sccp --split-input-file | filecheck %s

// CHECK-LABEL: func.func @only_the_way_that_is_taken_counts
//       CHECK:   %[[THREE:.*]] = arith.constant 3 : i32
//       CHECK:   return %[[THREE]] : i32
func.func @only_the_way_that_is_taken_counts(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %never = arith.cmpi sgt, %c1, %c2 : i32
  cf.cond_br %never, ^a, ^b
^a:
  cf.br ^join(%x : i32)
^b:
  cf.br ^join(%c2 : i32)
^join(%p: i32):
  %sum = arith.addi %p, %c1 : i32
  return %sum : i32
}

// Nothing decides the branch, and the ways bring different values.
// CHECK-LABEL: func.func @both_ways_count
//       CHECK:   %[[SUM:.*]] = arith.addi
//       CHECK:   return %[[SUM]] : i32
func.func @both_ways_count(%c: i1, %x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.cond_br %c, ^join(%x : i32), ^join(%c1 : i32)
^join(%p: i32):
  %sum = arith.addi %p, %c1 : i32
  return %sum : i32
}

// -----

// CHECK-LABEL: func.func private @called_with_one_constant
//       CHECK:   %[[SIX:.*]] = arith.constant 6 : i32
//       CHECK:   return %[[SIX]] : i32
func.func private @called_with_one_constant(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}

// CHECK-LABEL: func.func @calls
//       CHECK:   %[[SIX:.*]] = arith.constant 6 : i32
//       CHECK:   return %[[SIX]] : i32
func.func @calls() -> i32 {
  %c3 = arith.constant 3 : i32
  %r = call @called_with_one_constant(%c3) : (i32) -> i32
  return %r : i32
}

// -----

// A public function can be called from elsewhere.
// CHECK-LABEL: func.func @public_function(
//       CHECK:   arith.addi
func.func @public_function(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}

func.func @calls() -> i32 {
  %c3 = arith.constant 3 : i32
  %r = call @public_function(%c3) : (i32) -> i32
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @loop_that_changes_nothing
//       CHECK:   %[[FIVE:.*]] = arith.constant 5 : i32
//       CHECK:   return %[[FIVE]] : i32
func.func @loop_that_changes_nothing(%go: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  cf.br ^loop(%c5 : i32)
^loop(%i: i32):
  %same = arith.muli %i, %c5 : i32
  %zero = arith.subi %same, %same : i32
  %next = arith.addi %i, %zero : i32
  cf.cond_br %go, ^loop(%next : i32), ^end
^end:
  return %next : i32
}

// Of equal constants one stays, and what only constants were computed from goes, used or not.
// CHECK-LABEL: func.func @equal_constants
//  CHECK-NEXT:   %[[TWO:.*]] = arith.constant 2 : i32
//  CHECK-NEXT:   return %[[TWO]], %[[TWO]]
func.func @equal_constants() -> (i32, i32) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %3 = arith.addi %0, %1 : i32
  %4 = arith.addi %3, %1 : i32
  return %2, %3 : i32, i32
}
