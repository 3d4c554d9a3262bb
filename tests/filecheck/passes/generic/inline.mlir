// RUN: dlc-opt %s --inline --split-input-file | filecheck %s
// RUN: mlir-opt %s --inline --split-input-file | filecheck %s
// REQUIRES: mlir-opt

// Private functions that nothing calls any more go.
// CHECK-LABEL: func.func @calls_in_a_row(
//  CHECK-SAME:   %[[X:.*]]: i32)
//  CHECK-NEXT:   %[[A:.*]] = arith.addi %[[X]], %[[X]]
//  CHECK-NEXT:   %[[B:.*]] = arith.addi %[[A]], %[[A]]
//  CHECK-NEXT:   return %[[B]]
//   CHECK-NOT: @twice
func.func @calls_in_a_row(%x: i32) -> i32 {
  %0 = call @twice(%x) : (i32) -> i32
  %1 = call @twice(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @through_others(
//       CHECK:   arith.muli
//   CHECK-NOT:   call
func.func @through_others(%x: i32) -> i32 {
  %0 = call @middle(%x) : (i32) -> i32
  return %0 : i32
}
func.func @middle(%x: i32) -> i32 {
  %0 = call @square(%x) : (i32) -> i32
  return %0 : i32
}
func.func @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @recursion_ends(
//       CHECK:   call @recursion_ends
// CHECK-LABEL: func.func @even(
//       CHECK:   call @odd
// CHECK-LABEL: func.func @odd(
//       CHECK:   call @even
func.func @recursion_ends(%x: i32) -> i32 {
  %0 = call @recursion_ends(%x) : (i32) -> i32
  return %0 : i32
}
func.func @even(%x: i32) -> i32 {
  %0 = call @odd(%x) : (i32) -> i32
  return %0 : i32
}
func.func @odd(%x: i32) -> i32 {
  %0 = call @even(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @several_blocks(
//  CHECK-SAME:   %[[C:.*]]: i1, %[[X:.*]]: i32)
//       CHECK:   %[[TWICE:.*]] = arith.addi %[[X]], %[[X]]
//       CHECK:   cf.cond_br %[[C]], ^[[END:.*]](%[[TWICE]] : i32), ^[[OTHER:.*]]
//       CHECK: ^[[OTHER]]:
//       CHECK:   %[[SQUARE:.*]] = arith.muli %[[TWICE]], %[[TWICE]]
//       CHECK:   cf.br ^[[END]](%[[SQUARE]] : i32)
//       CHECK: ^[[END]](%[[R:.*]]: i32):
//       CHECK:   arith.addi %[[R]], %[[X]]
func.func @several_blocks(%c: i1, %x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = call @choose(%c, %0) : (i1, i32) -> i32
  %2 = arith.addi %1, %x : i32
  return %2 : i32
}
func.func private @choose(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @forbidden(
//       CHECK:   call @declared
//       CHECK:   call @no_inline
func.func @forbidden() {
  call @declared() : () -> ()
  call @no_inline() : () -> ()
  return
}
func.func private @declared()
func.func private @no_inline() attributes {no_inline} { return }
