// RUN: dlc-opt %s --loop-fuse="loops=i,j" --split-input-file --verify-diagnostics

func.func @the_second_needs_later_iterations_of_the_first(%a: memref<9xf32> {llvm.noalias}, %b: memref<9xf32> {llvm.noalias}, %x: f32) {
  // expected-error @+1 {{cannot be fused with the loop after it because of the flow dependence with distance (-1)}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %x, %b[%i] : memref<9xf32>
  } {loop.name = "i"}
  loop.for %j = 0 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %b[%j + 1] : memref<9xf32>
    loop.store %0, %a[%j] : memref<9xf32>
  } {loop.name = "j"}
  return
}

// -----

func.func @they_count_differently(%b: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be fused with the loop after it: bounds or steps differ}}
  loop.for %i = 0 to 8 {
    loop.store %x, %b[%i] : memref<9xf32>
  } {loop.name = "i"}
  // expected-note @+1 {{this is the other loop}}
  loop.for %j = 0 to 9 {
    loop.store %x, %b[%j] : memref<9xf32>
  } {loop.name = "j"}
  return
}

// -----

func.func @something_stands_between(%b: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be fused with the loop after it: 'loop.store' is between them}}
  loop.for %i = 0 to 8 {
    loop.store %x, %b[%i] : memref<9xf32>
  } {loop.name = "i"}
  // expected-note @+1 {{this is the op}}
  loop.store %x, %b[0] : memref<9xf32>
  loop.for %j = 0 to 8 {
    loop.store %x, %b[%j] : memref<9xf32>
  } {loop.name = "j"}
  return
}

// -----

func.func @the_second_uses_a_result(%b: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be fused with the loop after it: that loop uses its results}}
  %s = loop.for %i = 0 to 8 iter_args(%c = %x) -> (f32) {
    %0 = arith.addf %c, %x : f32
    loop.yield %0 : f32
  } {loop.name = "i"}
  // expected-note @+1 {{this is the other loop}}
  loop.for %j = 0 to 8 {
    loop.store %s, %b[%j] : memref<9xf32>
  } {loop.name = "j"}
  return
}
