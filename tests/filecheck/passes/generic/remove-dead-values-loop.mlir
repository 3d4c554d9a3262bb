// RUN: dlc-opt %s --remove-dead-values --split-input-file | filecheck %s

// CHECK-LABEL: func.func @dead_carried_values_go(
//  CHECK-SAME:   %[[N:.*]]: index, %[[X:.*]]: f32)
//       CHECK:   %[[R:.*]] = loop.for %{{.*}} = 0 to %[[N]] iter_args(%[[B:.*]] = %[[X]]) -> (f32) {
//  CHECK-NEXT:     %[[E:.*]] = arith.addf %[[B]], %[[B]]
//  CHECK-NEXT:     loop.yield %[[E]] : f32
//       CHECK:   return %[[R]] : f32
func.func @dead_carried_values_go(%n: index, %x: f32) -> f32 {
  %r:3 = loop.for %i = 0 to %n iter_args(%a = %x, %b = %x, %c = %x) -> (f32, f32, f32) {
    %d = arith.mulf %a, %c : f32
    %e = arith.addf %b, %b : f32
    loop.yield %d, %e, %a : f32, f32, f32
  }
  return %r#1 : f32
}

// -----

// Whether there are iterations does not matter: what hangs together goes together.
// CHECK-LABEL: func.func @loops_that_run_once_or_never(
//       CHECK:   loop.for %{{.*}} = 0 to 1 {
//       CHECK:   loop.for %{{.*}} = 0 to 0 {
func.func @loops_that_run_once_or_never(%x: f32, %m: memref<f32>) {
  %r = loop.for %i = 0 to 1 iter_args(%a = %x) -> (f32) {
    memref.store %x, %m[] : memref<f32>
    loop.yield %a : f32
  }
  %s = loop.for %i = 0 to 0 iter_args(%a = %x) -> (f32) {
    memref.store %x, %m[] : memref<f32>
    loop.yield %a : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @unused_results_of_conditions_go(
//       CHECK:   %[[R:.*]] = loop.when %{{.*}} -> (f32) {
//  CHECK-NEXT:     loop.yield %{{.*}} : f32
//   CHECK-NOT:   arith.mulf
func.func @unused_results_of_conditions_go(%c: i1, %x: f32, %y: f32) -> f32 {
  %r:2 = loop.when %c -> (f32, f32) {
    %z = arith.mulf %x, %x : f32
    loop.yield %x, %z : f32, f32
  } else {
    loop.yield %y, %y : f32, f32
  }
  return %r#0 : f32
}

// -----

// CHECK-LABEL: func.func @loop_that_may_not_end_stays(
//       CHECK:   loop.while
func.func @loop_that_may_not_end_stays(%c: i1) {
  loop.while : () -> () {
    loop.condition(%c)
  } do {
    loop.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @loop_that_ends_goes(
//  CHECK-NEXT:   return
func.func @loop_that_ends_goes(%n: index, %x: f32) {
  %r = loop.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    %b = arith.addf %a, %x : f32
    loop.yield %b : f32
  }
  return
}
