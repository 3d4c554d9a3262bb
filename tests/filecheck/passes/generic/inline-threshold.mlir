// RUN: dlc-opt %s --inline='inlining-threshold=50' | filecheck %s
// RUN: dlc-opt %s --pass-pipeline='builtin.module(inline{default-pipeline=})' | filecheck %s --check-prefix=PLAIN

// CHECK-LABEL: func.func @small_caller
//       CHECK:   call @large
// PLAIN-LABEL: func.func @small_caller
//   PLAIN-NOT:   call
//       PLAIN:   arith.addi
//       PLAIN:   arith.addi
func.func @small_caller(%x: i32) -> i32 {
  %0 = call @large(%x) : (i32) -> i32
  return %0 : i32
}
func.func @large(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  %1 = arith.addi %0, %x : i32
  %2 = arith.addi %1, %0 : i32
  %3 = arith.muli %2, %2 : i32
  return %3 : i32
}
