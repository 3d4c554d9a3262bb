// RUN: dlc-opt %s --complex-to-arith --verify-diagnostics

func.func @integers(%x: complex<i16>) -> i32 {
  // expected-error @+1 {{'complex.bitcast' op has a complex type without floats, 'complex<i16>'}}
  %0 = complex.bitcast %x : complex<i16> to i32
  return %0 : i32
}
