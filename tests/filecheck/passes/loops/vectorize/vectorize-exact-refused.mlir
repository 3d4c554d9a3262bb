// RUN: dlc-opt %s --loop-vectorize="loops=i width=4 remainder=exact" --verify-diagnostics

func.func @known_to_be_whole_vectors(%b: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %b[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

func.func @not_known_to_be_whole_vectors(%b: memref<?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{cannot be vectorized: its trip count is not known to be a multiple of 4}}
  loop.for %i = 0 to %n {
    loop.store %x, %b[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}
