// RUN: dlc-opt %s --verify-diagnostics

func.func @negative(%x: i32) -> i32 {
  // expected-error @+1 {{'sample.scale' op factor must not be negative, but got '-1' [scale_c1]}}
  %y = sample.scale %x by -1 : i32
  return %y : i32
}
