// RUN: dlc-opt %s --loop-pack="loops=i" --split-input-file --verify-diagnostics

func.func @written_in_the_nest(%a: memref<9xf32>) {
  loop.for %i = 0 to 8 {
    // expected-note @+2 {{'loop.load' reads the same element later}}
    // expected-error @+1 {{cannot be packed because of the flow dependence with distance (1)}}
    %0 = loop.load %a[%i] : memref<9xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %a[%i + 1] : memref<9xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @gives_a_result(%a: memref<9xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{cannot be packed: the nest has results}}
  %sum = loop.for %i = 0 to 9 iter_args(%s = %zero) -> (f32) {
    %0 = loop.load %a[%i] : memref<9xf32>
    %1 = arith.addf %s, %0 : f32
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %sum : f32
}
