// RUN: dlc-opt %s --loop-unroll="loops=i full=true" --verify-diagnostics

func.func @unknown_number_of_iterations(%m: memref<?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{cannot be unrolled fully: its trip count is not constant}}
  loop.for %i = 0 to %n {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

func.func @too_often(%m: memref<1000000xf32>, %x: f32) {
  // expected-error @+1 {{cannot be unrolled: it must have at most 4096 copies of the body, but got 1000000}}
  loop.for %i = 0 to 1000000 {
    loop.store %x, %m[%i] : memref<1000000xf32>
  } {loop.name = "i"}
  return
}
