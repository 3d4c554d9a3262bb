// RUN: dlc-opt %s --loop-parallelize="loops=i" --split-input-file --verify-diagnostics

func.func @each_iteration_needs_the_one_before(%m: memref<9xf32>) {
  // expected-error @+1 {{cannot be run in parallel because of the flow dependence with distance (1)}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %m[%i] : memref<9xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %m[%i + 1] : memref<9xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @values_are_carried(%x: f32) -> f32 {
  // expected-error @+1 {{cannot be run in parallel: it has iteration arguments}}
  %s = loop.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
    %0 = arith.addf %a, %x : f32
    loop.yield %0 : f32
  } {loop.name = "i"}
  return %s : f32
}
