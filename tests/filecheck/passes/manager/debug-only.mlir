// RUN: dlc-opt %s --canonicalize --debug-only=patterns -o /dev/null 2>&1 | filecheck %s
// RUN: dlc-opt %s --canonicalize --debug-only=merge_added_constants,canonicalize,unheard -o /dev/null 2>&1 | filecheck %s --check-prefix=NAMED

// CHECK: canonicalize: merge_added_constants on 'arith.addi' at {{.*}}debug-only.mlir:13:8: no match: not two additions or subtractions of constants
// CHECK: canonicalize: merge_added_constants on 'arith.addi' at {{.*}}debug-only.mlir:14:8: match
// CHECK-NOT: --debug-only
// NAMED: merge_added_constants on 'arith.addi'
// NAMED: --debug-only: no pattern of this name was tried, and no pass tried any: 'unheard'
func.func @constants_are_merged(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32

  %b = arith.addi %a, %one : i32
  %c = arith.addi %b, %two : i32
  return %c : i32
}
