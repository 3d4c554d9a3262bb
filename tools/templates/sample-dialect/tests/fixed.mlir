// RUN: dlc-opt %s --split-input-file --verify-diagnostics --verify-roundtrip --canonicalize | filecheck %s
// RUN: dlc-opt %s --split-input-file --verify-diagnostics --lower-sample | filecheck %s --check-prefix=LOWER

// CHECK-LABEL: func.func @there_and_back
//  CHECK-SAME:   (%[[X:.*]]: i32)
//  CHECK-NEXT:   return %[[X]]
func.func @there_and_back(%x: i32) -> i32 {
  %f = sample.pack %x : !sample.fixed<8, i32>
  %y = sample.unpack %f : !sample.fixed<8, i32>
  return %y : i32
}

// Functions take and return the integers.
// CHECK-LABEL: func.func @unpacked
//  CHECK-SAME:   (%[[F:.*]]: !sample.fixed<8, i32>) -> i32
//  CHECK-NEXT:   %[[X:.*]] = sample.unpack %[[F]] : !sample.fixed<8, i32>
//  CHECK-NEXT:   return %[[X]] : i32
// LOWER-LABEL: func.func @unpacked
//  LOWER-SAME:   (%[[X:.*]]: i32) -> i32
//  LOWER-NEXT:   return %[[X]] : i32
func.func @unpacked(%f: !sample.fixed<8, i32>) -> i32 {
  %x = sample.unpack %f : !sample.fixed<8, i32>
  return %x : i32
}

// -----

// expected-error @+1 {{digits must be in 0..8, but got 9}}
func.func private @too_many_digits(!sample.fixed<9, i8>)

// -----

func.func @other_integer(%x: i16) {
  // expected-error @+1 {{expects different type than prior uses: 'i32' vs 'i16'}}
  %f = sample.pack %x : !sample.fixed<8, i32>
  return
}
