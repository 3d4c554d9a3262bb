// RUN: dlc-opt %s --load-dialect=support.test_dialect --mem2reg --split-input-file | filecheck %s

// CHECK-LABEL: func.func @loops_carry(
//  CHECK-SAME:   %[[N:.*]]: index, %[[X:.*]]: i32)
//   CHECK-NOT:   memref
//       CHECK:   %[[R:.*]] = test.for %[[N]] iter(%[[X]] : i32) -> i32 {
//  CHECK-NEXT:   ^bb0(%{{.*}}: index, %[[A:.*]]: i32):
//  CHECK-NEXT:     %[[B:.*]] = arith.addi %[[A]], %[[X]]
//  CHECK-NEXT:     test.yield %[[B]] : i32
//       CHECK:   return %[[R]] : i32
func.func @loops_carry(%n: index, %x: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %x, %m[] : memref<i32>
  test.for %n {
  ^bb0(%i: index):
    %a = memref.load %m[] : memref<i32>
    %b = arith.addi %a, %x : i32
    memref.store %b, %m[] : memref<i32>
    test.yield
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @values_that_are_carried_already_stay_in_front(
//  CHECK-SAME:   %{{.*}}: index, %[[X:.*]]: i64, %[[Y:.*]]: i32, %[[Z:.*]]: i32)
//       CHECK:   %[[R:.*]], %[[S:.*]] = test.for %{{.*}} iter(%[[X]], %[[Y]] : i64, i32) -> i64, i32 {
//  CHECK-NEXT:   ^bb0(%{{.*}}: index, %[[A:.*]]: i64, %{{.*}}: i32):
//  CHECK-NEXT:     test.yield %[[A]], %[[Z]] : i64, i32
//       CHECK:   return %[[R]], %[[S]] : i64, i32
func.func @values_that_are_carried_already_stay_in_front(%n: index, %x: i64, %y: i32, %z: i32) -> (i64, i32) {
  %p = test.slot 0 : i32
  test.set %y, %p : i32
  %r = test.for %n iter(%x : i64) -> i64 {
  ^bb0(%i: index, %a: i64):
    test.set %z, %p : i32
    test.yield %a : i64
  }
  %s = test.get %p : i32
  return %r, %s : i64, i32
}

// -----

// CHECK-LABEL: func.func @both_regions_of_an_if_give(
//  CHECK-SAME:   %[[C:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   %[[R:.*]] = test.if %[[C]] -> i32 {
//  CHECK-NEXT:     test.yield %[[X]] : i32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     test.yield %[[Y]] : i32
//       CHECK:   return %[[R]] : i32
func.func @both_regions_of_an_if_give(%c: i1, %x: i32, %y: i32) -> i32 {
  %p = test.slot 0 : i32
  test.if %c {
    test.set %x, %p : i32
    test.yield
  } else {
    test.set %y, %p : i32
    test.yield
  }
  %r = test.get %p : i32
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @a_region_that_is_missing_gives_what_there_was(
//  CHECK-SAME:   %[[C:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   %[[R:.*]] = test.if %[[C]] -> i32 {
//  CHECK-NEXT:     test.yield %[[X]] : i32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     test.yield %[[Y]] : i32
//       CHECK:   return %[[R]] : i32
func.func @a_region_that_is_missing_gives_what_there_was(%c: i1, %x: i32, %y: i32) -> i32 {
  %p = test.slot 0 : i32
  test.set %y, %p : i32
  test.if %c {
    test.set %x, %p : i32
    test.yield
  } else {
  }
  %r = test.get %p : i32
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @what_is_read_before_it_is_written_is_the_default(
//       CHECK:   %[[NINE:.*]] = test.const 9
//       CHECK:   test.for %{{.*}} iter(%[[NINE]] : i32) -> i32 {
func.func @what_is_read_before_it_is_written_is_the_default(%n: index, %x: i32) {
  %p = test.slot 9 : i32
  test.for %n {
  ^bb0(%i: index):
    %a = test.get %p : i32
    "test.use"(%a) : (i32) -> ()
    test.set %x, %p : i32
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @while_carries_into_both_regions(
//  CHECK-SAME:   %[[X:.*]]: i32)
//       CHECK:   %[[R:.*]] = test.while(%[[X]] : i32) -> i32 {
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: i32):
//       CHECK:     %[[C:.*]] = arith.cmpi slt, %[[A]], %[[X]]
//       CHECK:     test.condition %[[C]], %[[A]] : i32
//       CHECK:   } do {
//  CHECK-NEXT:   ^bb0(%[[B:.*]]: i32):
//       CHECK:     %[[D:.*]] = arith.addi %[[B]], %[[X]]
//       CHECK:     test.yield %[[D]] : i32
//       CHECK:   return %[[R]] : i32
func.func @while_carries_into_both_regions(%x: i32) -> i32 {
  %p = test.slot 0 : i32
  test.set %x, %p : i32
  test.while {
    %a = test.get %p : i32
    %c = arith.cmpi slt, %a, %x : i32
    test.condition %c
  } do {
    %b = test.get %p : i32
    %d = arith.addi %b, %x : i32
    test.set %d, %p : i32
    test.yield
  }
  %r = test.get %p : i32
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @nests_carry_through_all_levels(
//       CHECK:   %[[R:.*]] = test.for %{{.*}} iter(%[[X:.*]] : i32) -> i32 {
//  CHECK-NEXT:   ^bb0(%{{.*}}: index, %[[A:.*]]: i32):
//  CHECK-NEXT:     %[[S:.*]] = test.if %{{.*}} -> i32 {
//  CHECK-NEXT:       %[[T:.*]] = test.for %{{.*}} iter(%[[A]] : i32) -> i32 {
//  CHECK-NEXT:       ^bb0(%{{.*}}: index, %[[B:.*]]: i32):
//       CHECK:         test.yield %{{.*}} : i32
//       CHECK:       test.yield %[[T]] : i32
//  CHECK-NEXT:     } else {
//  CHECK-NEXT:       test.yield %[[A]] : i32
//       CHECK:     test.yield %[[S]] : i32
//       CHECK:   return %[[R]] : i32
func.func @nests_carry_through_all_levels(%n: index, %c: i1, %x: i32) -> i32 {
  %p = test.slot 0 : i32
  test.set %x, %p : i32
  test.for %n {
  ^bb0(%i: index):
    test.if %c {
      test.for %n {
      ^bb0(%j: index):
        %a = test.get %p : i32
        %b = arith.addi %a, %x : i32
        test.set %b, %p : i32
        test.yield
      }
      test.yield
    } else {
    }
    test.yield
  }
  %r = test.get %p : i32
  return %r : i32
}

// -----

// Only ops with stores inside carry: the inner loop sees the value as it is.
// CHECK-LABEL: func.func @loops_that_only_read_carry_nothing(
//       CHECK:   test.for %{{.*}} iter(%{{.*}} : i32) -> i32 {
//  CHECK-NEXT:   ^bb0(%{{.*}}: index, %[[A:.*]]: i32):
//  CHECK-NEXT:     test.for %{{[a-z0-9]*}} {
//       CHECK:       "test.use"(%[[A]])
func.func @loops_that_only_read_carry_nothing(%n: index, %x: i32) {
  %p = test.slot 0 : i32
  test.set %x, %p : i32
  test.for %n {
  ^bb0(%i: index):
    test.for %n {
    ^bb0(%j: index):
      %a = test.get %p : i32
      "test.use"(%a) : (i32) -> ()
      test.yield
    }
    test.set %x, %p : i32
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @values_meet_inside_regions_of_several_blocks(
//  CHECK-SAME:   %[[C:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   test.if %[[C]] -> i32 {
//       CHECK:     cf.cond_br %[[C]], ^[[A:.*]], ^[[B:.*]](%[[Y]] : i32)
//       CHECK:   ^[[A]]:
//       CHECK:     cf.br ^[[B]](%[[X]] : i32)
//       CHECK:   ^[[B]](%[[V:.*]]: i32):
//       CHECK:     test.yield %[[V]] : i32
func.func @values_meet_inside_regions_of_several_blocks(%c: i1, %x: i32, %y: i32) -> i32 {
  %p = test.slot 0 : i32
  test.set %y, %p : i32
  test.if %c {
    cf.cond_br %c, ^a, ^b
  ^a:
    test.set %x, %p : i32
    cf.br ^b
  ^b:
    test.yield
  } else {
  }
  %r = test.get %p : i32
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @scopes_give(
//  CHECK-SAME:   %[[X:.*]]: i32)
//       CHECK:   %[[R:.*]] = memref.alloca_scope{{ +}}-> (i32) {
//       CHECK:     memref.alloca_scope.return %[[X]] : i32
//       CHECK:   return %[[R]] : i32
func.func @scopes_give(%x: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.alloca_scope {
    memref.store %x, %m[] : memref<i32>
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

// -----

// `test.loop` does not say that it can carry anything.
// CHECK-LABEL: func.func @ops_that_cannot_carry_keep_their_stores(
//       CHECK:   test.slot
//       CHECK:     test.set
func.func @ops_that_cannot_carry_keep_their_stores(%n: index, %x: i32) -> i32 {
  %p = test.slot 0 : i32
  test.for %n {
  ^bb0(%i: index):
    test.loop %n {
    ^bb0(%j: index):
      test.set %x, %p : i32
      test.yield
    }
    test.yield
  }
  %r = test.get %p : i32
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @unknown_terminators_pass_nothing_on(
//       CHECK:   test.slot
func.func @unknown_terminators_pass_nothing_on(%c: i1, %x: i32) -> i32 {
  %p = test.slot 0 : i32
  test.if %c {
    test.set %x, %p : i32
    ub.unreachable
  } else {
    test.yield
  }
  %r = test.get %p : i32
  return %r : i32
}
