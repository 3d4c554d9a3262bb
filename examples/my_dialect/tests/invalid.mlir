// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @too_far(%x: i8) -> i8 {
  // expected-error @+1 {{'bits.rotate' op amount must be between 0 and 7, but got '8' [rotate_c1]}}
  %r = bits.rotate<left> %x, 8 : i8
  return %r : i8
}

// -----

func.func @no_direction(%x: i8) -> i8 {
  // expected-error @+1 {{expected one of left, right, but got 'lift', did you mean 'left'?}}
  %r = bits.rotate<lift> %x, 1 : i8
  return %r : i8
}
