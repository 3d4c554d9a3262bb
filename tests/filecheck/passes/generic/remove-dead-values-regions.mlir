// RUN: dlc-opt %s --load-dialect=support.test_dialect --remove-dead-values --split-input-file | filecheck %s

// CHECK-LABEL: func.func @dead_carried_value_goes(
//  CHECK-SAME:   %[[N:.*]]: index, %[[X:.*]]: i32, %[[M:.*]]: memref<i32>)
//       CHECK:   test.for %[[N]] {
//  CHECK-NEXT:   ^bb0(%{{.*}}: index):
//  CHECK-NEXT:     memref.store %[[X]]
//  CHECK-NEXT:     test.yield
//  CHECK-NEXT:   }
func.func @dead_carried_value_goes(%n: index, %x: i32, %m: memref<i32>) {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.addi %a, %a : i32
    memref.store %x, %m[] : memref<i32>
    test.yield %b : i32
  }
  return
}

// -----

// The result is dead, but each iteration needs what the one before it carried.
// CHECK-LABEL: func.func @carried_value_that_the_body_needs_stays(
//       CHECK:   test.for %{{.*}} iter(%{{.*}} : i32) -> i32 {
//       CHECK:     test.yield %{{.*}} : i32
func.func @carried_value_that_the_body_needs_stays(%n: index, %x: i32, %m: memref<i32>) {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    memref.store %a, %m[] : memref<i32>
    %b = arith.addi %a, %a : i32
    test.yield %b : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @carried_value_whose_result_is_needed_stays(
//       CHECK:   test.for %{{.*}} iter(%{{.*}} : i32) -> i32 {
//  CHECK-NEXT:   ^bb0(%{{.*}}: index, %{{.*}}: i32):
//  CHECK-NEXT:     test.yield %{{.*}} : i32
func.func @carried_value_whose_result_is_needed_stays(%n: index, %x: i32, %y: i32) -> i32 {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    test.yield %y : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @one_of_several_goes(
//  CHECK-SAME:   %[[N:.*]]: index, %[[X:.*]]: i32, %[[Y:.*]]: i64, %[[Z:.*]]: i8)
//       CHECK:   %[[R:.*]]:2 = test.for %[[N]] iter(%[[X]], %[[Z]] : i32, i8) -> i32, i8 {
//  CHECK-NEXT:   ^bb0(%{{.*}}: index, %[[A:.*]]: i32, %[[C:.*]]: i8):
//  CHECK-NEXT:     test.yield %[[A]], %[[C]] : i32, i8
//       CHECK:   return %[[R]]#0, %[[R]]#1 : i32, i8
func.func @one_of_several_goes(%n: index, %x: i32, %y: i64, %z: i8) -> (i32, i8) {
  %r:3 = test.for %n iter(%x, %y, %z : i32, i64, i8) -> i32, i64, i8 {
  ^bb0(%i: index, %a: i32, %b: i64, %c: i8):
    test.yield %a, %b, %c : i32, i64, i8
  }
  return %r#0, %r#2 : i32, i8
}

// -----

// CHECK-LABEL: func.func @values_that_only_feed_one_another_go(
//       CHECK:   test.for %{{.*}} {
//   CHECK-NOT:   arith
func.func @values_that_only_feed_one_another_go(%n: index, %x: i32, %m: memref<i32>) {
  %r:2 = test.for %n iter(%x, %x : i32, i32) -> i32, i32 {
  ^bb0(%i: index, %a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    %d = arith.muli %a, %b : i32
    memref.store %x, %m[] : memref<i32>
    test.yield %c, %d : i32, i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @sizes_of_groups_are_kept_in_step(
//       CHECK:   %[[R:.*]] = "test.repeat"(%{{.*}}) <{operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 0, 1>, times = 2 : i64}>
//       CHECK:   return %[[R]] : i8
func.func @sizes_of_groups_are_kept_in_step(%x: i32, %y: i8, %z: i64) -> i8 {
  %a, %b, %c = "test.repeat"(%x, %y, %z) <{times = 2, operandSegmentSizes = array<i32: 1, 2>, resultSegmentSizes = array<i32: 1, 2>}> ({
  ^bb0(%d: i32, %e: i8, %f: i64):
    test.yield %d, %e, %f : i32, i8, i64
  }) : (i32, i8, i64) -> (i32, i8, i64)
  return %b : i8
}

// -----

// A property of the op says that nothing may go, so what nobody needs is poison.
// CHECK-LABEL: func.func @fixed_values_stay(
//       CHECK:   %[[P:.*]] = ub.poison : i32
//       CHECK:   test.for %{{.*}} iter(%[[P]] : i32) -> i32 attributes {fixed} {
//       CHECK:     %[[Q:.*]] = ub.poison : i32
//       CHECK:     test.yield %[[Q]] : i32
func.func @fixed_values_stay(%n: index, %x: i32, %m: memref<i32>) {
  %r = test.for %n iter(%x : i32) -> i32 attributes {fixed} {
  ^bb0(%i: index, %a: i32):
    memref.store %x, %m[] : memref<i32>
    %b = arith.addi %a, %a : i32
    test.yield %b : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @unused_result_of_an_if_goes(
//  CHECK-SAME:   %[[C:.*]]: i1, %[[X:.*]]: i32)
//       CHECK:   %[[R:.*]] = test.if %[[C]] -> i32 {
//  CHECK-NEXT:     test.yield %[[X]] : i32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     %[[Z:.*]] = arith.addi
//  CHECK-NEXT:     test.yield %[[Z]] : i32
//       CHECK:   return %[[R]] : i32
func.func @unused_result_of_an_if_goes(%c: i1, %x: i32) -> i32 {
  %r:2 = test.if %c -> i32, i32 {
    %y = arith.muli %x, %x : i32
    test.yield %y, %x : i32, i32
  } else {
    %z = arith.addi %x, %x : i32
    test.yield %x, %z : i32, i32
  }
  return %r#1 : i32
}

// -----

// CHECK-LABEL: func.func @what_a_while_forwards_to_nobody_goes(
//       CHECK:   test.while(%{{.*}} : i32) -> i32 {
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: i32):
//       CHECK:     test.condition %{{.*}}, %[[A]] : i32
//       CHECK:   } do {
//  CHECK-NEXT:   ^bb0(%{{.*}}: i32):
//       CHECK:     test.yield %{{.*}} : i32
func.func @what_a_while_forwards_to_nobody_goes(%x: i32) -> i32 {
  %r:2 = test.while (%x : i32) -> i32, i32 {
  ^bb0(%a: i32):
    %c = arith.cmpi slt, %a, %x : i32
    %d = arith.muli %a, %a : i32
    test.condition %c, %a, %d : i32, i32
  } do {
  ^bb0(%e: i32, %f: i32):
    %g = arith.addi %e, %x : i32
    test.yield %g : i32
  }
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @what_a_while_takes_in_vain_goes(
//  CHECK-SAME:   %[[X:.*]]: i32, %{{.*}}: i32)
//       CHECK:   test.while(%[[X]] : i32) -> i32 {
//  CHECK-NEXT:   ^bb0(%{{[a-z0-9]*}}: i32):
func.func @what_a_while_takes_in_vain_goes(%x: i32, %y: i32) -> i32 {
  %r = test.while (%x, %y : i32, i32) -> i32 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %x : i32
    test.condition %c, %a : i32
  } do {
  ^bb0(%e: i32):
    %g = arith.addi %e, %x : i32
    test.yield %g, %g : i32, i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @loop_that_does_nothing_goes(
//  CHECK-NEXT:   return
func.func @loop_that_does_nothing_goes(%n: index, %m: memref<i32>) {
  %two = arith.constant 2 : index
  %more = arith.muli %n, %two : index
  test.for %more {
  ^bb0(%i: index):
    %a = memref.load %m[] : memref<i32>
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @loop_that_may_not_end_stays(
//       CHECK:   test.while
func.func @loop_that_may_not_end_stays(%c: i1) {
  test.while {
    test.condition %c
  } do {
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @loop_that_is_said_to_end_goes(
//  CHECK-NEXT:   return
func.func @loop_that_is_said_to_end_goes(%x: i32) {
  %c = arith.cmpi eq, %x, %x : i32
  test.while attributes {must_progress} {
    test.condition %c
  } do {
    test.yield
  }
  return
}
