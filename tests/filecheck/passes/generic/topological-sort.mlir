// RUN: dlc-opt %s --load-dialect=support.test_dialect --topological-sort --split-input-file | filecheck %s

// CHECK-LABEL: module @sorted
//  CHECK-NEXT:   {c}
//  CHECK-NEXT:   {b}
//  CHECK-NEXT:   {a}
module @sorted {
  %0 = "test.pure"(%1, %2) {a} : (i32, i32) -> i32
  %1 = "test.pure"(%2) {b} : (i32) -> i32
  %2 = "test.pure"() {c} : () -> i32
}

// -----

// CHECK-LABEL: module @nested_uses_count
//  CHECK-NEXT:   "test.pure"
//  CHECK-NEXT:   "test.region"
module @nested_uses_count {
  "test.region"() ({
    test.yield %0 : i32
  }) : () -> ()
  %0 = "test.pure"() : () -> i32
}

// -----

// CHECK-LABEL: module @circles_stay
//  CHECK-NEXT:   {before}
//  CHECK-NEXT:   {a}
//  CHECK-NEXT:   {b}
module @circles_stay {
  %0 = "test.pure"(%1) {a} : (i32) -> i32
  %1 = "test.pure"(%0) {b} : (i32) -> i32
  %2 = "test.pure"() {before} : () -> i32
}
