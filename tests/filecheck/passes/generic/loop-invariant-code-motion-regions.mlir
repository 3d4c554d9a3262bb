// RUN: dlc-opt %s --load-dialect=support.test_dialect --loop-invariant-code-motion --split-input-file | filecheck %s

// CHECK-LABEL: func.func @reads_leave_a_loop_that_does_not_write(
//       CHECK:   test.read
//       CHECK:   test.for
func.func @reads_leave_a_loop_that_does_not_write(%cell: index, %x: i32) {
  %c4 = arith.constant 4 : index
  %r = test.for %c4 iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = test.read %cell : index -> i32
    %c = arith.addi %a, %b : i32
    test.yield %c : i32
  }
  return
}

// -----

// Anything may be the same memory.
// CHECK-LABEL: func.func @reads_stay_where_there_are_writes(
//       CHECK:   test.for
//       CHECK:     test.read
func.func @reads_stay_where_there_are_writes(%cell: index, %other: index) {
  %c4 = arith.constant 4 : index
  test.for %c4 {
  ^bb0(%i: index):
    %b = test.read %cell : index -> i32
    test.for %c4 {
    ^bb0(%j: index):
      test.write %b, %other : i32, index
      test.yield
    }
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @reads_stay_where_memory_is_freed(
//       CHECK:   test.for
//       CHECK:     test.read
func.func @reads_stay_where_memory_is_freed(%cell: index, %other: index) {
  %c4 = arith.constant 4 : index
  test.for %c4 {
  ^bb0(%i: index):
    %b = test.read %cell : index -> i32
    test.free %other : index
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @reads_stay_where_effects_are_unknown(
//       CHECK:   test.for
//       CHECK:     test.read
func.func @reads_stay_where_effects_are_unknown(%cell: index) {
  %c4 = arith.constant 4 : index
  test.for %c4 {
  ^bb0(%i: index):
    %b = test.read %cell : index -> i32
    "test.use"(%b) : (i32) -> ()
    test.yield
  }
  return
}

// -----

// The loop may run zero times, and then nobody reads.
// CHECK-LABEL: func.func @reads_stay_in_a_loop_that_may_not_run(
//       CHECK:   test.for
//       CHECK:     memref.load
func.func @reads_stay_in_a_loop_that_may_not_run(%n: index, %m: memref<i32>, %x: i32) -> i32 {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = memref.load %m[] : memref<i32>
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @what_may_trap_leaves_a_loop_that_runs(
//       CHECK:   arith.divsi
//       CHECK:   test.for
func.func @what_may_trap_leaves_a_loop_that_runs(%x: i32, %y: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %r = test.for %c4 iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.divsi %x, %y : i32
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @what_may_trap_stays_in_a_loop_that_may_not_run(
//       CHECK:   test.for
//       CHECK:     arith.divsi
func.func @what_may_trap_stays_in_a_loop_that_may_not_run(%n: index, %x: i32, %y: i32) -> i32 {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.divsi %x, %y : i32
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// The outer loop may not run, so the division leaves the inner one only.
// CHECK-LABEL: func.func @what_may_trap_leaves_the_loop_that_runs_only(
//       CHECK:   test.for %{{.*}} iter
//       CHECK:     arith.divsi
//       CHECK:     test.for
func.func @what_may_trap_leaves_the_loop_that_runs_only(%n: index, %x: i32, %y: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %s = test.for %c4 iter(%a : i32) -> i32 {
    ^bb0(%j: index, %c: i32):
      %b = arith.divsi %x, %y : i32
      test.yield %b : i32
    }
    test.yield %s : i32
  }
  return %r : i32
}

// -----

// Nobody knows whether control comes behind a call.
// CHECK-LABEL: func.func @what_may_trap_stays_behind_what_may_not_return(
//       CHECK:   test.for
//       CHECK:     call
//       CHECK:     arith.divsi
func.func @what_may_trap_stays_behind_what_may_not_return(%x: i32, %y: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %r = test.for %c4 iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    func.call @exit() : () -> ()
    %b = arith.divsi %x, %y : i32
    test.yield %b : i32
  }
  return %r : i32
}
func.func private @exit()

// -----

// CHECK-LABEL: func.func @what_may_trap_stays_behind_a_loop_that_may_not_end(
//       CHECK:   test.for
//       CHECK:     test.while
//       CHECK:     arith.divsi
func.func @what_may_trap_stays_behind_a_loop_that_may_not_end(%c: i1, %x: i32, %y: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %r = test.for %c4 iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    test.while {
      test.condition %c
    } do {
      test.yield
    }
    %b = arith.divsi %x, %y : i32
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @what_may_trap_stays_in_a_branch(
//       CHECK:   test.for
//       CHECK:     test.if
//       CHECK:       arith.divsi
func.func @what_may_trap_stays_in_a_branch(%c: i1, %x: i32, %y: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %r = test.for %c4 iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = test.if %c -> i32 {
      %d = arith.divsi %x, %y : i32
      test.yield %d : i32
    } else {
      test.yield %a : i32
    }
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// The first region of a `while` runs at least once, the second may not.
// CHECK-LABEL: func.func @what_runs_before_the_condition_leaves(
//       CHECK:   arith.divsi
//       CHECK:   test.while
//       CHECK:     arith.remsi
func.func @what_runs_before_the_condition_leaves(%c: i1, %x: i32, %y: i32) {
  test.while {
    %b = arith.divsi %x, %y : i32
    "test.use"(%b) : (i32) -> ()
    test.condition %c
  } do {
    %d = arith.remsi %x, %y : i32
    "test.use"(%d) : (i32) -> ()
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @loops_leave_loops(
//       CHECK:   test.for %{{.*}} iter
//       CHECK:   test.for
//  CHECK-NEXT:   ^bb0
//  CHECK-NEXT:     "test.use"
func.func @loops_leave_loops(%n: index, %x: i32) {
  test.for %n {
  ^bb0(%i: index):
    %s = test.for %n iter(%x : i32) -> i32 {
    ^bb0(%j: index, %c: i32):
      %b = arith.addi %c, %c : i32
      test.yield %b : i32
    }
    "test.use"(%s) : (i32) -> ()
    test.yield
  }
  return
}

// -----

// It might run for ever where the loop around it would not have run at all.
// CHECK-LABEL: func.func @loops_that_may_not_end_stay(
//       CHECK:   test.for
//       CHECK:     test.while
func.func @loops_that_may_not_end_stay(%n: index, %c: i1) {
  test.for %n {
  ^bb0(%i: index):
    test.while {
      test.condition %c
    } do {
      test.yield
    }
    test.yield
  }
  return
}
