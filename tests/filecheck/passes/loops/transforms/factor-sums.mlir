// RUN: dlc-opt %s --loop-factor-sums | filecheck %s

// CHECK-LABEL: func.func @a_factor_is_applied_to_the_sum(
//       CHECK:   %[[SUM:.*]] = loop.for
//       CHECK:     arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc>
//  CHECK-NEXT:     arith.addf
//  CHECK-NEXT:     loop.yield
//       CHECK:   %[[SCALED:.*]] = arith.mulf %[[SUM]], %alpha fastmath<reassoc> : f32
//  CHECK-NEXT:   arith.addf %x, %[[SCALED]] fastmath<reassoc> : f32
func.func @a_factor_is_applied_to_the_sum(%a: memref<8xf32>, %b: memref<8xf32>, %alpha: f32, %x: f32) -> f32 {
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = loop.load %b[%k] : memref<8xf32>
    %2 = arith.mulf %alpha, %0 fastmath<reassoc> : f32
    %3 = arith.mulf %2, %1 fastmath<reassoc> : f32
    %4 = arith.addf %s, %3 fastmath<reassoc> : f32
    loop.yield %4 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @without_flags_it_stays(
//       CHECK:     arith.mulf %alpha
//       CHECK:     arith.addf
//  CHECK-NEXT:     loop.yield
func.func @without_flags_it_stays(%a: memref<8xf32>, %b: memref<8xf32>, %alpha: f32, %x: f32) -> f32 {
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = loop.load %b[%k] : memref<8xf32>
    %2 = arith.mulf %alpha, %0 : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.addf %s, %3 : f32
    loop.yield %4 : f32
  }
  return %r : f32
}

// A loop that does not run must give the first value, even if the factor is infinite.
// CHECK-LABEL: func.func @a_loop_that_may_not_run_stays(
//       CHECK:     arith.mulf %alpha
func.func @a_loop_that_may_not_run_stays(%a: memref<8xf32>, %b: memref<8xf32>, %alpha: f32, %x: f32, %n: index) -> f32 {
  %r = loop.for %k = 0 to %n iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = loop.load %b[%k] : memref<8xf32>
    %2 = arith.mulf %alpha, %0 fastmath<reassoc> : f32
    %3 = arith.mulf %2, %1 fastmath<reassoc> : f32
    %4 = arith.addf %s, %3 fastmath<reassoc> : f32
    loop.yield %4 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @a_difference_subtracts_a_sum(
//   CHECK-NOT:     arith.subf
//       CHECK:     loop.yield
//       CHECK:   arith.subf %x, %r fastmath<reassoc>
func.func @a_difference_subtracts_a_sum(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32) -> f32 {
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = loop.load %b[%k] : memref<8xf32>
    %2 = arith.mulf %0, %1 fastmath<reassoc> : f32
    %3 = arith.subf %s, %2 fastmath<reassoc> : f32
    loop.yield %3 : f32
  }
  return %r : f32
}

// Without flags the products have the other sign, which is exact.
// CHECK-LABEL: func.func @a_difference_in_order(
//       CHECK:     %[[NEG:.*]] = arith.negf
//  CHECK-NEXT:     %[[PRODUCT:.*]] = arith.mulf %[[NEG]]
//  CHECK-NEXT:     arith.addf %s, %[[PRODUCT]] : f32
func.func @a_difference_in_order(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32) -> f32 {
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = loop.load %b[%k] : memref<8xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.subf %s, %2 : f32
    loop.yield %3 : f32
  }
  return %r : f32
}

// What the sum is added to is loaded after the loop, unless something is stored before it.
// CHECK-LABEL: func.func @the_first_value_is_loaded_afterwards(
//       CHECK:   loop.for
//       CHECK:   loop.load %c[]
func.func @the_first_value_is_loaded_afterwards(%a: memref<8xf32>, %c: memref<f32>) -> f32 {
  %x = loop.load %c[] : memref<f32>
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = arith.mulf %0, %0 fastmath<reassoc> : f32
    %2 = arith.subf %s, %1 fastmath<reassoc> : f32
    loop.yield %2 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @a_store_keeps_it_before(
//  CHECK-NEXT:   loop.load %c[]
//       CHECK:   loop.for
func.func @a_store_keeps_it_before(%a: memref<8xf32>, %c: memref<f32>, %y: f32) -> f32 {
  %x = loop.load %c[] : memref<f32>
  loop.store %y, %c[] : memref<f32>
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = arith.mulf %0, %0 fastmath<reassoc> : f32
    %2 = arith.subf %s, %1 fastmath<reassoc> : f32
    loop.yield %2 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @a_store_inside_a_loop_keeps_it_before(
//  CHECK-NEXT:   loop.load %c[]
func.func @a_store_inside_a_loop_keeps_it_before(%a: memref<8xf32>, %c: memref<f32>, %y: f32) -> f32 {
  %x = loop.load %c[] : memref<f32>
  loop.for %i = 0 to 8 {
    loop.store %y, %c[] : memref<f32>
  }
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = arith.mulf %0, %0 fastmath<reassoc> : f32
    %2 = arith.subf %s, %1 fastmath<reassoc> : f32
    loop.yield %2 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @a_constant_factor(
//       CHECK:   %[[TWO:.*]] = arith.constant 2.0
//       CHECK:   %[[SUM:.*]] = loop.for
//       CHECK:   arith.mulf %[[SUM]], %[[TWO]]
func.func @a_constant_factor(%a: memref<8xf32>, %x: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = arith.mulf %two, %0 fastmath<reassoc> : f32
    %2 = arith.addf %s, %1 fastmath<reassoc> : f32
    loop.yield %2 : f32
  }
  return %r : f32
}

// The loop that computes the first value computes another one as well, which the sum reads.
// CHECK-LABEL: func.func @another_result_keeps_it_before(
//       CHECK:   %[[FIRST:.*]]:2 = loop.for
//       CHECK:   %[[SUM:.*]] = loop.for %k
//       CHECK:     arith.addf %[[FIRST]]#1
//       CHECK:   %[[SCALED:.*]] = arith.mulf %[[SUM]], %[[FIRST]]#1
//  CHECK-NEXT:   arith.subf %[[FIRST]]#0, %[[SCALED]]
func.func @another_result_keeps_it_before(%a: memref<8xf32>, %x: f32, %y: f32) -> f32 {
  %first:2 = loop.for %i = 0 to 8 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.addf %p, %0 : f32
    %2 = arith.mulf %q, %0 : f32
    loop.yield %1, %2 : f32, f32
  }
  %r = loop.for %k = 0 to 8 iter_args(%s = %first#0) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = arith.addf %first#1, %0 fastmath<reassoc> : f32
    %2 = arith.mulf %1, %first#1 fastmath<reassoc> : f32
    %3 = arith.subf %s, %2 fastmath<reassoc> : f32
    loop.yield %3 : f32
  }
  return %r : f32
}
