// RUN: dlc-opt %s --load-dialect=support.test_dialect --canonicalize --split-input-file | filecheck %s
// RUN: dlc-opt %s --load-dialect=support.test_dialect --canonicalize='region-simplify=disabled' --split-input-file | filecheck %s --check-prefix=DISABLED

// CHECK-LABEL: func.func @constants_are_folded_and_unique(
//  CHECK-SAME:   %[[X:.*]]: i32)
//       CHECK:   %[[SEVEN:.*]] = test.const 7 : i32
//       CHECK:   %[[SUM:.*]] = test.add %[[X]], %[[SEVEN]] : i32
//       CHECK:   return %[[SUM]], %[[SEVEN]], %[[SEVEN]]
func.func @constants_are_folded_and_unique(%x: i32) -> (i32, i32, i32) {
  %c3 = test.const 3 : i32
  %c4 = test.const 4 : i32
  %c7 = test.add %c3, %c4 : i32
  %sum = test.add %c7, %x : i32
  %again = test.const 7 : i32
  return %sum, %c7, %again : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @constants_go_to_the_top
//  CHECK-NEXT:   test.const 5
//  CHECK-NEXT:   test.loop
func.func @constants_go_to_the_top(%n: index) {
  test.loop %n {
  ^bb0(%i: index):
    %c = test.const 5 : i32
    test.write %c, %n : i32, index
    test.yield
  }
  return
}

// -----

// A constant does not leave the nearest isolated region.
// CHECK-LABEL: test.isolated
//  CHECK-NEXT:   test.const 5
//       CHECK:   test.write
test.isolated {
  %n = "test.pure"() : () -> index
  %c = test.const 5 : i32
  test.write %c, %n : i32, index
}

// -----

// CHECK-LABEL: func.func @traits_fold(
//  CHECK-SAME:   %[[X:.*]]: i32)
//       CHECK:   %[[ONCE:.*]] = test.idempotent %[[X]]
//       CHECK:   return %[[ONCE]], %[[X]]
func.func @traits_fold(%x: i32) -> (i32, i32) {
  %a = test.idempotent %x : i32
  %b = test.idempotent %a : i32
  %c = test.involution %x : i32
  %d = test.involution %c : i32
  return %b, %d : i32, i32
}

// -----

// CHECK-LABEL: func.func @dead_code_goes
//  CHECK-NEXT:   test.write
//  CHECK-NEXT:   return
func.func @dead_code_goes(%x: i32, %n: index) {
  %a = test.idempotent %x : i32
  %b = test.add %a, %x : i32
  %read = test.read %n : index -> i32
  test.write %x, %n : i32, index
  return
}

// -----

// CHECK-LABEL: func.func @unreachable_blocks_go
//  CHECK-NEXT:   return
//  CHECK-NEXT: }
// DISABLED-LABEL: func.func @unreachable_blocks_go
//       DISABLED:   ^bb1:
func.func @unreachable_blocks_go() {
  return
^dead:
  cf.br ^dead
}

// -----

// What only feeds itself around a loop is dead.
// CHECK-LABEL: func.func @circles_go(
//   CHECK-NOT:   test.add
// DISABLED-LABEL: func.func @circles_go(
//       DISABLED:   test.add
func.func @circles_go(%again: i1, %x: i32) {
  cf.br ^loop(%x : i32)
^loop(%p: i32):
  %next = test.add %p, %x : i32
  "test.use"() : () -> ()
  cf.cond_br %again, ^loop(%next : i32), ^end
^end:
  return
}
