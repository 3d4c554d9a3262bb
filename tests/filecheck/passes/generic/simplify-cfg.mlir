// RUN: dlc-opt %s --load-dialect=support.test_dialect --simplify-cfg --split-input-file | filecheck %s

// CHECK-LABEL: func.func @blocks_in_a_row_become_one(
//  CHECK-SAME:   %[[X:.*]]: i32)
//  CHECK-NEXT:   %[[SUM:.*]] = test.add %[[X]], %[[X]]
//  CHECK-NEXT:   return %[[SUM]]
func.func @blocks_in_a_row_become_one(%x: i32) -> i32 {
  cf.br ^a(%x : i32)
^a(%p: i32):
  %0 = test.add %p, %x : i32
  cf.br ^b
^b:
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @known_conditions(
//   CHECK-NOT:   test.add
//       CHECK:   return
func.func @known_conditions(%x: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^a, ^b
^a:
  return %x : i32
^b:
  %0 = test.add %x, %x : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @blocks_that_only_branch_are_skipped(
//       CHECK:   cf.cond_br %{{.*}}, ^bb1(%[[X:.*]] : i32), ^bb1(%[[Y:.*]] : i32)
//       CHECK: ^bb1(%[[R:.*]]: i32):
//       CHECK:   return %[[R]]
func.func @blocks_that_only_branch_are_skipped(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a, ^b(%y : i32)
^a:
  cf.br ^m(%x : i32)
^b(%p: i32):
  cf.br ^m(%p : i32)
^m(%r: i32):
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @endless_loops_stay
//       CHECK:   cf.br ^[[L:.*]]
//       CHECK: ^[[L]]:
//       CHECK:   cf.br ^[[L]]
func.func @endless_loops_stay() {
  cf.br ^a
^a:
  cf.br ^b
^b:
  cf.br ^a
}
