// RUN: dlc-opt %s --inline --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// CHECK: arith.addi {{.*}} loc(callsite("callee" at "caller"))
func.func @f(%x: i32) -> i32 {
  %0 = call @twice(%x) : (i32) -> i32 loc("caller")
  return %0 : i32
}
func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("callee")
  return %0 : i32
}
