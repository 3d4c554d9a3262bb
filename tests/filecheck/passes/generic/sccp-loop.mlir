// RUN: dlc-opt %s --sccp --split-input-file | filecheck %s

// CHECK-LABEL: func.func @loop_that_never_runs_gives_what_it_took(
//       CHECK:   %[[C5:.*]] = arith.constant 5 : i32
//       CHECK:   return %[[C5]] : i32
func.func @loop_that_never_runs_gives_what_it_took(%x: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %c3 = arith.constant 3 : index
  %r = loop.for %i = 3 to %c3 iter_args(%a = %c5) -> (i32) {
    loop.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @loop_that_runs_once_takes_nothing_from_its_end(
//       CHECK:   %[[C5:.*]] = arith.constant 5 : i32
//       CHECK:   memref.store %[[C5]]
func.func @loop_that_runs_once_takes_nothing_from_its_end(%x: i32, %m: memref<i32>) {
  %c5 = arith.constant 5 : i32
  %r = loop.for %i = 0 to 1 iter_args(%a = %c5) -> (i32) {
    memref.store %a, %m[] : memref<i32>
    loop.yield %x : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @loop_that_runs_twice_does(
//       CHECK:   memref.store %[[A:a.*]], %{{.*}}[] : memref<i32>
func.func @loop_that_runs_twice_does(%x: i32, %m: memref<i32>) {
  %c5 = arith.constant 5 : i32
  %r = loop.for %i = 0 to 2 iter_args(%a = %c5) -> (i32) {
    memref.store %a, %m[] : memref<i32>
    loop.yield %x : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @region_outside_the_set(
//       CHECK:   %[[C2:.*]] = arith.constant 2 : i32
//       CHECK:   return %[[C2]] : i32
func.func @region_outside_the_set(%x: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i32
  %r = loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%c1) -> i32 {
    loop.yield %x : i32
  } else {
    loop.yield %c2 : i32
  }
  return %r : i32
}

// -----

// A size of a view folds to the operand that it was made with, which is no operand of the op that asks for it: while
// the loop is thought to give 0, so is the size.
// CHECK-LABEL: func.func @size_of_a_view_whose_size_is_not_constant_in_the_end(
//       CHECK:   %[[N:.*]] = loop.for
//       CHECK:   %[[VIEW:.*]] = memref.subview
//       CHECK:   %[[SIZE:.*]] = memref.dim %[[VIEW]]
//       CHECK:   return %[[SIZE]] : index
func.func @size_of_a_view_whose_size_is_not_constant_in_the_end(%m: memref<9xf32>, %x: index) -> index {
  %c0 = arith.constant 0 : index
  %n = loop.for %i = 0 to %x iter_args(%a = %c0) -> (index) {
    %next = arith.addi %a, %x : index
    loop.yield %next : index
  }
  %view = memref.subview %m[0] [%n] [1] : memref<9xf32> to memref<?xf32, strided<[1]>>
  %size = memref.dim %view, %c0 : memref<?xf32, strided<[1]>>
  return %size : index
}
