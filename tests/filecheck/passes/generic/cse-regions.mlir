// RUN: dlc-opt %s --load-dialect=support.test_dialect --cse --split-input-file | filecheck %s

// CHECK-LABEL: func.func @what_is_known_outside_is_known_inside(
//       CHECK:   %[[A:.*]] = arith.addi
//       CHECK:   test.for
//  CHECK-NEXT:   ^bb0
//  CHECK-NEXT:     "test.use"(%[[A]])
func.func @what_is_known_outside_is_known_inside(%n: index, %x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  test.for %n {
  ^bb0(%i: index):
    %b = arith.addi %x, %x : i32
    "test.use"(%b) : (i32) -> ()
    test.yield
  }
  return %a : i32
}

// -----

// CHECK-LABEL: func.func @what_one_region_knows_its_sibling_does_not(
//       CHECK:   test.if
//       CHECK:     %[[A:.*]] = arith.addi
//  CHECK-NEXT:     test.yield %[[A]]
//       CHECK:     %[[B:.*]] = arith.addi
//  CHECK-NEXT:     test.yield %[[B]]
func.func @what_one_region_knows_its_sibling_does_not(%c: i1, %x: i32) -> i32 {
  %r = test.if %c -> i32 {
    %a = arith.addi %x, %x : i32
    test.yield %a : i32
  } else {
    %b = arith.addi %x, %x : i32
    test.yield %b : i32
  }
  return %r : i32
}

// -----

// The first region of a `while` always runs before the second, but nothing says so.
// CHECK-LABEL: func.func @regions_of_a_while_are_siblings(
//       CHECK:     arith.addi
//       CHECK:   } do {
//       CHECK:     arith.addi
func.func @regions_of_a_while_are_siblings(%c: i1, %x: i32) {
  test.while {
    %a = arith.addi %x, %x : i32
    "test.use"(%a) : (i32) -> ()
    test.condition %c
  } do {
    %b = arith.addi %x, %x : i32
    "test.use"(%b) : (i32) -> ()
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @what_a_region_knows_is_forgotten_behind_it(
//       CHECK:   test.if
//       CHECK:     arith.addi
//       CHECK:   %[[B:.*]] = arith.addi
//       CHECK:   return %[[B]]
func.func @what_a_region_knows_is_forgotten_behind_it(%c: i1, %x: i32) -> i32 {
  test.if %c {
    %a = arith.addi %x, %x : i32
    "test.use"(%a) : (i32) -> ()
    test.yield
  } else {
  }
  %b = arith.addi %x, %x : i32
  return %b : i32
}

// -----

// In the second iteration the write lies before the read.
// CHECK-LABEL: func.func @reads_in_a_loop_are_not_those_in_front_of_it(
//       CHECK:   test.read
//       CHECK:   test.for
//       CHECK:     test.read
func.func @reads_in_a_loop_are_not_those_in_front_of_it(%n: index, %cell: index, %x: i32) -> i32 {
  %a = test.read %cell : index -> i32
  test.for %n {
  ^bb0(%i: index):
    %b = test.read %cell : index -> i32
    "test.use"(%b) : (i32) -> ()
    test.write %x, %cell : i32, index
    test.yield
  }
  return %a : i32
}

// -----

// CHECK-LABEL: func.func @reads_around_a_loop_that_writes(
//       CHECK:   %[[A:.*]] = test.read
//       CHECK:   test.for
//       CHECK:   %[[B:.*]] = test.read
//       CHECK:   return %[[A]], %[[B]]
func.func @reads_around_a_loop_that_writes(%n: index, %cell: index, %x: i32) -> (i32, i32) {
  %a = test.read %cell : index -> i32
  test.for %n {
  ^bb0(%i: index):
    test.write %x, %cell : i32, index
    test.yield
  }
  %b = test.read %cell : index -> i32
  return %a, %b : i32, i32
}

// -----

// It may run for ever, but it writes nothing.
// CHECK-LABEL: func.func @reads_around_a_loop_that_may_not_end(
//       CHECK:   %[[A:.*]] = test.read
//       CHECK:   test.while
//       CHECK:   return %[[A]], %[[A]]
func.func @reads_around_a_loop_that_may_not_end(%c: i1, %cell: index) -> (i32, i32) {
  %a = test.read %cell : index -> i32
  test.while {
    test.condition %c
  } do {
    test.yield
  }
  %b = test.read %cell : index -> i32
  return %a, %b : i32, i32
}

// -----

// CHECK-LABEL: func.func @equal_loops_become_one(
//       CHECK:   %[[R:.*]] = test.for
//   CHECK-NOT:   test.for
//       CHECK:   return %[[R]], %[[R]]
func.func @equal_loops_become_one(%n: index, %x: i32) -> (i32, i32) {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.addi %a, %x : i32
    test.yield %b : i32
  }
  %s = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%j: index, %c: i32):
    %d = arith.addi %c, %x : i32
    test.yield %d : i32
  }
  return %r, %s : i32, i32
}

// -----

// CHECK-LABEL: func.func @loops_that_differ_stay(
//  CHECK-COUNT-2: test.for
func.func @loops_that_differ_stay(%n: index, %x: i32) -> (i32, i32) {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.addi %a, %x : i32
    test.yield %b : i32
  }
  %s = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%j: index, %c: i32):
    %d = arith.addi %c, %c : i32
    test.yield %d : i32
  }
  return %r, %s : i32, i32
}

// -----

// What a loop writes to memory of its own nobody reads; what it writes elsewhere stays, whichever comes last.
// CHECK-LABEL: func.func @loops_that_write
// CHECK-NEXT:    loop.for
// CHECK-NEXT:      loop.for
// CHECK-NEXT:        loop.store %x, %m
// CHECK-NEXT:      }
// CHECK:           memref.alloc
// CHECK:         }
// CHECK-NEXT:    return
func.func @loops_that_write(%x: f32, %m: memref<4x4xf32>) {
  loop.for %i = 0 to 4 {
    loop.for %j = 0 to 4 {
      loop.store %x, %m[%i, %j] : memref<4x4xf32>
    }
    %own = memref.alloc() : memref<4xf32>
    loop.store %x, %own[%i] : memref<4xf32>
  }
  loop.for %i = 0 to 4 {
    %own = memref.alloc() : memref<4xf32>
    loop.for %j = 0 to 4 {
      loop.store %x, %own[%j] : memref<4xf32>
    }
  }
  return
}
