// RUN: dlc-opt %s --split-input-file --verify-diagnostics --verify-roundtrip --canonicalize | filecheck %s
// RUN: dlc-opt %s --split-input-file --verify-diagnostics --lower-sample | filecheck %s --check-prefix=LOWER

// CHECK-LABEL: func.func @narrower
//  CHECK-SAME:   (%[[X:.*]]: i32)
//  CHECK-NEXT:   %[[Y:.*]] = sample.clamp %[[X]] to <1, 9> : i32
//  CHECK-NEXT:   return %[[Y]]
func.func @narrower(%x: i32) -> i32 {
  %a = sample.clamp %x to <0, 10> : i32
  %b = sample.clamp %a to <1, 9> : i32
  return %b : i32
}

// The wider range stays: 11 becomes 10, not 11.
// CHECK-LABEL: func.func @wider
// CHECK-COUNT-2: sample.clamp
func.func @wider(%x: i32) -> i32 {
  %a = sample.clamp %x to <0, 10> : i32
  %b = sample.clamp %a to <0, 20> : i32
  return %b : i32
}

// CHECK-LABEL: func.func @constant
//       CHECK:   arith.constant -5 : i8
// LOWER-LABEL: func.func @constant
//       LOWER:   %[[MAX:.*]] = arith.maxsi
//       LOWER:   arith.minsi %[[MAX]]
func.func @constant() -> i8 {
  %x = arith.constant 200 : i8
  %y = sample.clamp %x to <-5, 5> : i8
  return %y : i8
}

// -----

func.func @too_wide(%x: i8) {
  // expected-error @+1 {{'sample.clamp' op 'i8' must have all integers of '#sample.range<0, 128>' [clamp_c1]}}
  %y = sample.clamp %x to <0, 128> : i8
  return
}

// -----

func.func @no_range(%x: i8) {
  // expected-error @+1 {{low must not be greater than high, but got 2 and 1}}
  %y = sample.clamp %x to <2, 1> : i8
  return
}
