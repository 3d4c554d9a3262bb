// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @negative(%x: i32) -> i32 {
  // expected-error @+1 {{'sample.scale' op factor must not be negative, but got '-1' [scale_c1]}}
  %y = sample.scale %x by -1 : i32
  return %y : i32
}

// -----

func.func @sign(%x: si8) -> si8 {
  // expected-error @+2 {{'sample.scale' op operand #0 must be signless integer, but got 'si8'}}
  // expected-error @+1 {{'sample.scale' op result #0 must be signless integer, but got 'si8'}}
  %y = sample.scale %x by 2 : si8
  return %y : si8
}
