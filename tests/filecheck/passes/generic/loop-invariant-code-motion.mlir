// RUN: dlc-opt %s --load-dialect=support.test_dialect --loop-invariant-code-motion --split-input-file | filecheck %s

// CHECK-LABEL: func.func @invariant_ops_leave_all_loops(
//  CHECK-NEXT:   test.const
//  CHECK-NEXT:   test.add
//  CHECK-NEXT:   test.loop
//       CHECK:     "test.pure"({{.*}}) {outer}
//       CHECK:     test.loop
//       CHECK:       "test.pure"({{.*}}) {inner}
func.func @invariant_ops_leave_all_loops(%n: index, %x: i32) {
  test.loop %n {
  ^bb0(%i: index):
    test.loop %n {
    ^bb0(%j: index):
      %c = test.const 3 : i32
      %d = test.add %c, %x : i32
      %e = "test.pure"(%d, %i) {outer} : (i32, index) -> i32
      %f = "test.pure"(%e, %j) {inner} : (i32, index) -> i32
      "test.use"(%f) : (i32) -> ()
      test.yield
    }
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @effects_stay(
//  CHECK-NEXT:   test.loop
func.func @effects_stay(%n: index, %x: i32) {
  test.loop %n {
  ^bb0(%i: index):
    %a = test.read %n : index -> i32
    test.write %x, %n : i32, index
    "test.use"(%a) : (i32) -> ()
    test.yield
  }
  return
}

// -----

// A loop may run zero times, and a division by zero is undefined.
// CHECK-LABEL: func.func @what_may_trap_stays(
//       CHECK:   arith.divsi {{.*}} {safe}
//       CHECK:   test.loop
//       CHECK:     arith.divsi
func.func @what_may_trap_stays(%n: index, %x: i32, %y: i32) {
  %two = arith.constant 2 : i32
  test.loop %n {
  ^bb0(%i: index):
    %a = arith.divsi %x, %two {safe} : i32
    %b = arith.divsi %x, %y : i32
    "test.use"(%a, %b) : (i32, i32) -> ()
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @regions_leave_with_what_they_hold(
//       CHECK:   "test.region"({{.*}}) ({
//       CHECK:     test.add
//       CHECK:   test.loop
//       CHECK:     "test.region"() ({
//       CHECK:       "test.pure"
func.func @regions_leave_with_what_they_hold(%n: index, %x: i32) {
  test.loop %n {
  ^bb0(%i: index):
    %a = "test.region"(%x) ({
      %in = test.add %x, %x : i32
      test.yield %in : i32
    }) : (i32) -> i32
    %b = "test.region"() ({
      %in = "test.pure"(%i) : (index) -> i32
      test.yield %in : i32
    }) : () -> i32
    "test.use"(%a, %b) : (i32, i32) -> ()
    test.yield
  }
  return
}

// -----

// There is such an element, whether the loop runs or not.
// CHECK-LABEL: func.func @an_element_at_a_known_place
// CHECK:         tensor.extract
// CHECK-NEXT:    loop.for
func.func @an_element_at_a_known_place(%t: tensor<4xf32>, %n: index, %m: memref<?xf32>) {
  %c3 = arith.constant 3 : index
  loop.for %i = 0 to %n {
    %x = tensor.extract %t[%c3] : tensor<4xf32>
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// Where it does not run, there may be none at this place.
// CHECK-LABEL: func.func @an_element_at_an_unknown_place
// CHECK:         loop.for
// CHECK-NEXT:      tensor.extract
func.func @an_element_at_an_unknown_place(%t: tensor<4xf32>, %k: index, %n: index, %m: memref<?xf32>) {
  loop.for %i = 0 to %n {
    %x = tensor.extract %t[%k] : tensor<4xf32>
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}
