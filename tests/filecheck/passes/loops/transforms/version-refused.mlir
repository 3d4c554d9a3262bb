// RUN: dlc-opt %s --loop-version="loops=i below=8 at=h" --split-input-file --verify-diagnostics

func.func @known_trip_count(%m: memref<4x9xf32>, %x: f32) {
  loop.for %h = 0 to 4 {
    // expected-error @+1 {{cannot be versioned: it never has both fewer than 8 iterations and others}}
    loop.for %i = 0 to 9 {
      loop.store %x, %m[%h, %i] : memref<4x9xf32>
    } {loop.name = "i"}
  } {loop.name = "h"}
  return
}

// -----

func.func @never_so_many(%m: memref<4x?xf32>, %x: f32, %n: index) {
  loop.for %h = 0 to 4 {
    // expected-error @+1 {{cannot be versioned: it never has both fewer than 8 iterations and others}}
    loop.for %i = 0 to min affine_map<()[s0] -> (s0, 7)>()[%n] {
      loop.store %x, %m[%h, %i] : memref<4x?xf32>
    } {loop.name = "i"}
  } {loop.name = "h"}
  return
}

// -----

func.func @depends_on_the_outer_loop(%m: memref<4x?xf32>, %x: f32) {
  // expected-note @+1 {{because of this value}}
  loop.for %h = 0 to 16 {
    // expected-error @+1 {{cannot be versioned: its trip count is unknown before the nest}}
    loop.for %i = 0 to affine_map<(d0) -> (d0)>(%h) {
      loop.store %x, %m[0, %i] : memref<4x?xf32>
    } {loop.name = "i"}
  } {loop.name = "h"}
  return
}

// -----

func.func @sums(%m: memref<?xf32>, %x: f32, %n: index) -> f32 {
  // expected-error @+1 {{cannot be versioned: it has iteration arguments}}
  %sum = loop.for %h = 0 to 4 iter_args(%s = %x) -> (f32) {
    loop.for %i = 0 to %n {
      loop.store %x, %m[%i] : memref<?xf32>
    } {loop.name = "i"}
    %more = arith.addf %s, %x : f32
    loop.yield %more : f32
  } {loop.name = "h"}
  return %sum : f32
}

// -----

func.func @elsewhere(%m: memref<?xf32>, %x: f32, %n: index) {
  // expected-error @+1 {{cannot be versioned: it is not inside a loop named 'h'}}
  loop.for %i = 0 to %n {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}
