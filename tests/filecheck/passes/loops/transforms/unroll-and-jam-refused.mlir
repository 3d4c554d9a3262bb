// RUN: dlc-opt %s --loop-unroll-and-jam="loops=i factor=4" --split-input-file --verify-diagnostics

func.func @a_following_iteration_needs_what_comes_later(%m: memref<9x9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be unrolled and jammed because of the flow dependence with distance (1, -1)}}
  loop.for %i = 0 to 8 {
    loop.for %j = 1 to 9 {
      // expected-note @+1 {{'loop.load' reads the same element later}}
      %0 = loop.load %m[%i, %j] : memref<9x9xf32>
      // expected-note @+1 {{'loop.store' writes here}}
      loop.store %0, %m[%i + 1, %j - 1] : memref<9x9xf32>
    }
  } {loop.name = "i"}
  return
}

// -----

// The same dependence, but between iterations that never become one.
func.func @farther_apart_than_the_factor(%m: memref<12x9xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 1 to 9 {
      %0 = loop.load %m[%i, %j] : memref<12x9xf32>
      loop.store %0, %m[%i + 4, %j - 1] : memref<12x9xf32>
    }
  } {loop.name = "i"}
  return
}

// -----

func.func @values_are_carried(%x: f32) -> f32 {
  // expected-error @+1 {{cannot be unrolled and jammed: it has iteration arguments}}
  %s = loop.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
    %0 = arith.addf %a, %x : f32
    loop.yield %0 : f32
  } {loop.name = "i"}
  return %s : f32
}

// -----

func.func @inner_bounds_vary(%m: memref<9x9xf32>, %x: f32) {
  // expected-note @+1 {{this is the loop}}
  loop.for %i = 0 to 8 {
    // expected-error @+1 {{cannot be jammed: its bounds may depend on the loop to be unrolled}}
    loop.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      loop.store %x, %m[%i, %j] : memref<9x9xf32>
    }
  } {loop.name = "i"}
  return
}
