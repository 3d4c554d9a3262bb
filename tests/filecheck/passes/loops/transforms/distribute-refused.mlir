// RUN: dlc-opt %s --loop-distribute="loops=i" --split-input-file --verify-diagnostics

func.func @a_later_iteration_needs_an_earlier_one(%a: memref<9xf32> {llvm.noalias}, %b: memref<9xf32> {llvm.noalias}) {
  // expected-error @+1 {{cannot be distributed because of the flow dependence with distance (1)}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %a[%i] : memref<9xf32>
    loop.store %0, %b[%i] : memref<9xf32>
    %1 = loop.load %b[%i] : memref<9xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %1, %a[%i + 1] : memref<9xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @one_thing(%a: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be distributed: its body has no independent parts}}
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<9xf32>
  } {loop.name = "i"}
  return
}
