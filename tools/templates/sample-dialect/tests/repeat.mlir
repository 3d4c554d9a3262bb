// RUN: dlc-opt %s --split-input-file --verify-diagnostics --verify-roundtrip --sccp --loop-invariant-code-motion | filecheck %s
// RUN: dlc-opt %s --split-input-file --verify-diagnostics --lower-sample | filecheck %s --check-prefix=LOWER

// Passes treat it as any other loop: the product is moved out.
// CHECK-LABEL: func.func @power
//  CHECK-SAME:   (%[[N:.*]]: index, %[[X:.*]]: i32)
//       CHECK:   %[[S:.*]] = arith.muli %[[X]], %[[X]]
//       CHECK:   sample.repeat %[[N]] from %[[X]] : i32 {
//  CHECK-NEXT:   ^bb0(%[[V:.*]]: i32):
//  CHECK-NEXT:     %[[W:.*]] = arith.muli %[[V]], %[[S]]
//  CHECK-NEXT:     sample.give %[[W]] : i32
// LOWER-LABEL: func.func @power
//  LOWER-SAME:   (%[[N:.*]]: index, %[[X:.*]]: i32)
//       LOWER:   %[[END:.*]] = scf.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[V:.*]] = %[[X]]) -> (i32) {
//       LOWER:     scf.yield
//       LOWER:   return %[[END]]
func.func @power(%n: index, %x: i32) -> i32 {
  %end = sample.repeat %n from %x : i32 {
  ^bb0(%v: i32):
    %s = arith.muli %x, %x : i32
    %w = arith.muli %v, %s : i32
    sample.give %w : i32
  }
  return %end : i32
}

// The constant goes around the loop.
// CHECK-LABEL: func.func @same
//       CHECK:   %[[C:.*]] = arith.constant 7 : i32
//       CHECK:   return %[[C]] : i32
func.func @same(%n: index) -> i32 {
  %c = arith.constant 7 : i32
  %end = sample.repeat %n from %c : i32 {
  ^bb0(%v: i32):
    sample.give %v : i32
  }
  return %end : i32
}

// -----

func.func @other_type(%n: index, %x: i32, %y: i8) {
  %end = sample.repeat %n from %x : i32 {
  ^bb0(%v: i32):
    // expected-error @+2 {{'sample.give' op must pass 'i32' as value #0 to region #0 of 'sample.repeat', but got 'i8'}}
    // expected-error @+1 {{'sample.give' op must pass 'i32' as value #0 to the results of 'sample.repeat', but got 'i8'}}
    sample.give %y : i8
  }
  return
}
