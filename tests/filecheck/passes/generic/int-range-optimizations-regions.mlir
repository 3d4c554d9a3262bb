// RUN: dlc-opt %s --load-dialect=support.test_dialect --int-range-optimizations --split-input-file | filecheck %s

// CHECK-LABEL: func.func @a_counter_lies_below_the_count(
//       CHECK:   "test.use"(%true)
func.func @a_counter_lies_below_the_count() {
  %c8 = arith.constant 8 : index
  test.for %c8 {
  ^bb0(%i: index):
    %less = arith.cmpi ult, %i, %c8 : index
    "test.use"(%less) : (i1) -> ()
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @a_counter_may_be_the_last_number(
//       CHECK:   %[[LESS:.*]] = arith.cmpi ult
//       CHECK:   "test.use"(%[[LESS]])
func.func @a_counter_may_be_the_last_number() {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  test.for %c8 {
  ^bb0(%i: index):
    %less = arith.cmpi ult, %i, %c7 : index
    "test.use"(%less) : (i1) -> ()
    test.yield
  }
  return
}

// -----

// The count is not a constant, but it has bounds.
// CHECK-LABEL: func.func @bounds_of_the_count_are_enough(
//       CHECK:   "test.use"(%true)
func.func @bounds_of_the_count_are_enough(%n: index) {
  %c16 = arith.constant 16 : index
  %count = arith.remui %n, %c16 : index
  test.for %count {
  ^bb0(%i: index):
    %less = arith.cmpi ult, %i, %c16 : index
    "test.use"(%less) : (i1) -> ()
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @results_have_the_ranges_of_what_is_yielded(
//       CHECK:   return %true : i1
func.func @results_have_the_ranges_of_what_is_yielded(%c: i1, %x: i32) -> i1 {
  %c4 = arith.constant 4 : i32
  %c10 = arith.constant 10 : i32
  %r = test.if %c -> i32 {
    %a = arith.remui %x, %c10 : i32
    test.yield %a : i32
  } else {
    test.yield %c4 : i32
  }
  %less = arith.cmpi ult, %r, %c10 : i32
  return %less : i1
}

// -----

// A carried value grows as often as the loop runs, which nobody counts.
// CHECK-LABEL: func.func @carried_values_may_grow(
//       CHECK:   %[[LESS:.*]] = arith.cmpi ult
//       CHECK:   return %[[LESS]] : i1
func.func @carried_values_may_grow(%n: index) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %r = test.for %n iter(%c0 : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.addi %a, %c1 : i32
    test.yield %b : i32
  }
  %less = arith.cmpi ult, %r, %c10 : i32
  return %less : i1
}
