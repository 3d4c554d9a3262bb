// RUN: dlc-opt %s --loop-specialize="loops=i sizes=3" --split-input-file --verify-diagnostics | filecheck %s

// Where a loop does not run four times, it runs at most three times.
// CHECK-LABEL: func.func @the_other_branch_says_that_there_are_fewer(
//       CHECK:   } else {
//  CHECK-NEXT:     loop.if
//  CHECK-NEXT:       loop.for %i = 0 to 3 {
//       CHECK:     } else {
//  CHECK-NEXT:       loop.for %i_partial = 0 to %n {
func.func @the_other_branch_says_that_there_are_fewer(%c: memref<?xf32>, %x: f32, %n: index) {
  loop.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
    loop.yield
  } else {
    loop.for %i = 0 to %n {
      loop.store %x, %c[%i] : memref<?xf32>
    } {loop.name = "i"}
  }
  return
}

// -----

// One of two conditions does not hold, and nobody knows which one.
func.func @with_several_conditions_it_says_nothing(%c: memref<?xf32>, %x: f32, %n: index, %m: index) {
  loop.if affine_set<()[s0, s1] : (s0 - 4 >= 0, s1 - 1 >= 0)>()[%n, %m] {
    loop.yield
  } else {
    // expected-error @+1 {{cannot be specialized to 3 iterations: it may have any number}}
    loop.for %i = 0 to %n {
      loop.store %x, %c[%i] : memref<?xf32>
    } {loop.name = "i"}
  }
  return
}

// -----

func.func @what_is_not_equal_may_be_larger(%c: memref<?xf32>, %x: f32, %n: index) {
  loop.if affine_set<()[s0] : (s0 - 4 == 0)>()[%n] {
    loop.yield
  } else {
    // expected-error @+1 {{cannot be specialized to 3 iterations: it may have any number}}
    loop.for %i = 0 to %n {
      loop.store %x, %c[%i] : memref<?xf32>
    } {loop.name = "i"}
  }
  return
}
