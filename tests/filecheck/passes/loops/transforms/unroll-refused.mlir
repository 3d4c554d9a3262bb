// RUN: dlc-opt %s --loop-unroll="loops=i full=true" --verify-diagnostics

func.func @unknown_number_of_iterations(%m: memref<?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{cannot be unrolled fully: it is not known how often it runs}}
  loop.for %i = 0 to %n {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

func.func @too_often(%m: memref<1000000xf32>, %x: f32) {
  // expected-error @+1 {{cannot be unrolled: the body would be there 1000000 times, more than 4096}}
  loop.for %i = 0 to 1000000 {
    loop.store %x, %m[%i] : memref<1000000xf32>
  } {loop.name = "i"}
  return
}
