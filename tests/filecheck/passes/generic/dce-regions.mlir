// RUN: dlc-opt %s --load-dialect=support.test_dialect --dce --split-input-file | filecheck %s
// RUN: dlc-opt %s --load-dialect=support.test_dialect --canonicalize --split-input-file | filecheck %s
// RUN: dlc-opt %s --load-dialect=support.test_dialect --cse --split-input-file | filecheck %s

// CHECK-LABEL: func.func @loop_that_counts_goes(
//  CHECK-NEXT:   return
func.func @loop_that_counts_goes(%n: index, %x: i32) {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = arith.addi %a, %a : i32
    test.yield %b : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @loop_that_stores_stays(
//       CHECK:   test.for
func.func @loop_that_stores_stays(%n: index, %x: i32, %cell: index) {
  test.for %n {
  ^bb0(%i: index):
    test.write %x, %cell : i32, index
    test.yield
  }
  return
}

// -----

// What stands behind it would happen if it went, and perhaps never does.
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

// CHECK-LABEL: func.func @loop_around_one_that_may_not_end_stays(
//       CHECK:   test.for
//       CHECK:     test.while
func.func @loop_around_one_that_may_not_end_stays(%n: index, %c: i1) {
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

// -----

// CHECK-LABEL: func.func @loop_that_is_said_to_end_goes(
//  CHECK-NEXT:   return
func.func @loop_that_is_said_to_end_goes(%c: i1) {
  test.while attributes {must_progress} {
    test.condition %c
  } do {
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @dead_region_of_several_blocks_goes(
//  CHECK-NEXT:   return
func.func @dead_region_of_several_blocks_goes(%c: i1, %m: memref<i32>) {
  test.if %c {
    cf.cond_br %c, ^a, ^b
  ^a:
    %x = memref.load %m[] : memref<i32>
    cf.br ^b
  ^b:
    test.yield
  } else {
  }
  return
}
