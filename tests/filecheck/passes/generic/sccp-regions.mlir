// RUN: dlc-opt %s --load-dialect=support.test_dialect --sccp --split-input-file | filecheck %s

// CHECK-LABEL: func.func @only_the_region_that_is_entered_counts(
//       CHECK:   %[[C1:.*]] = {{.*}} 1 : i32
//       CHECK:   return %[[C1]] : i32
func.func @only_the_region_that_is_entered_counts(%x: i32) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %r = test.if %true -> i32 {
    test.yield %c1 : i32
  } else {
    test.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @both_regions_count(
//       CHECK:   %[[R:.*]] = test.if
//       CHECK:   return %[[R]] : i32
func.func @both_regions_count(%c: i1, %x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = test.if %c -> i32 {
    test.yield %c1 : i32
  } else {
    test.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @both_regions_give_the_same(
//       CHECK:   %[[C2:.*]] = {{.*}} 2 : i32
//       CHECK:   return %[[C2]] : i32
func.func @both_regions_give_the_same(%c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = test.if %c -> i32 {
    %a = arith.addi %c1, %c1 : i32
    test.yield %a : i32
  } else {
    %b = arith.constant 2 : i32
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @loop_that_never_runs_gives_what_it_took(
//       CHECK:   %[[C5:.*]] = {{.*}} 5 : i32
//       CHECK:   return %[[C5]] : i32
func.func @loop_that_never_runs_gives_what_it_took(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : i32
  %r = test.for %c0 iter(%c5 : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    test.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @loop_that_runs_does_not_give_what_it_took(
//       CHECK:   %[[C6:.*]] = {{.*}} 6 : i32
//       CHECK:   return %[[C6]] : i32
func.func @loop_that_runs_does_not_give_what_it_took(%x: i32) -> i32 {
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : i32
  %r = test.for %c2 iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    test.yield %c6 : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @loop_that_may_run_gives_either(
//       CHECK:   %[[R:.*]] = test.for
//       CHECK:   return %[[R]] : i32
func.func @loop_that_may_run_gives_either(%n: index, %x: i32) -> i32 {
  %c6 = arith.constant 6 : i32
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    test.yield %c6 : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @carried_value_that_never_changes(
//       CHECK:   %[[C5:.*]] = {{.*}} 5 : i32
//       CHECK:   return %[[C5]] : i32
func.func @carried_value_that_never_changes(%n: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %r = test.for %n iter(%c5 : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.addi %a, %c0 : i32
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @carried_value_that_changes(
//       CHECK:   %[[R:.*]] = test.for
//       CHECK:   return %[[R]] : i32
func.func @carried_value_that_changes(%n: index) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = test.for %n iter(%c1 : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.addi %a, %c1 : i32
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @counter_of_a_loop_that_runs_once(
//       CHECK:   %[[C1:.*]] = arith.constant 1 : index
//       CHECK:   test.for
//       CHECK:     "test.use"(%[[C1]])
func.func @counter_of_a_loop_that_runs_once() {
  %c1 = arith.constant 1 : index
  test.for %c1 {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    "test.use"(%j) : (index) -> ()
    test.yield
  }
  return
}

// -----

// The counter is 0 in the first iteration and 1 in the second.
// CHECK-LABEL: func.func @counter_of_a_loop_that_runs_twice(
//       CHECK:   ^bb0(%[[I:.*]]: index):
//       CHECK:     "test.use"(%[[I]])
func.func @counter_of_a_loop_that_runs_twice() {
  %c2 = arith.constant 2 : index
  test.for %c2 {
  ^bb0(%i: index):
    "test.use"(%i) : (index) -> ()
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @while_whose_condition_is_false_runs_no_second_region(
//       CHECK:   %[[C3:.*]] = {{.*}} 3 : i32
//       CHECK:   return %[[C3]] : i32
func.func @while_whose_condition_is_false_runs_no_second_region(%x: i32) -> i32 {
  %false = arith.constant false
  %c3 = arith.constant 3 : i32
  %r = test.while (%c3 : i32) -> i32 {
  ^bb0(%a: i32):
    test.condition %false, %a : i32
  } do {
  ^bb0(%b: i32):
    test.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @while_that_may_run_its_second_region(
//       CHECK:   %[[R:.*]] = test.while
//       CHECK:   return %[[R]] : i32
func.func @while_that_may_run_its_second_region(%c: i1, %x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %r = test.while (%c3 : i32) -> i32 {
  ^bb0(%a: i32):
    test.condition %c, %a : i32
  } do {
  ^bb0(%b: i32):
    test.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @constants_reach_through_nests(
//       CHECK:   %[[C7:.*]] = {{.*}} 7 : i32
//       CHECK:   return %[[C7]] : i32
func.func @constants_reach_through_nests(%n: index, %x: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %r = test.for %n iter(%c7 : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %is_seven = arith.cmpi eq, %a, %c7 : i32
    %s = test.if %is_seven -> i32 {
      test.yield %c7 : i32
    } else {
      test.yield %x : i32
    }
    test.yield %s : i32
  }
  return %r : i32
}
