// RUN: dlc-opt %s --loop-unswitch="loops=i" --split-input-file --verify-diagnostics

func.func @condition_depends_on_the_iteration(%c: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{cannot be unswitched: its condition is not loop-invariant}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{this is the condition}}
    loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      loop.store %x, %c[%i] : memref<8xf32>
    }
  } {loop.name = "i"}
  return
}

// -----

func.func @something_else_is_done_as_well(%c: memref<8xf32>, %x: f32, %n: index) {
  // expected-error @+1 {{cannot be unswitched: it must contain one condition and no other ops}}
  loop.for %i = 0 to 8 {
    loop.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      loop.store %x, %c[%i] : memref<8xf32>
    }
    loop.store %x, %c[0] : memref<8xf32>
  } {loop.name = "i"}
  return
}
