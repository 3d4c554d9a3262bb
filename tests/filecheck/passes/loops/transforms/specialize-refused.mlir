// RUN: dlc-opt %s --loop-specialize="loops=i,j sizes=4,8" --split-input-file --verify-diagnostics

func.func @inner_loop_depends_on_the_outer_one(%c: memref<9x9xf32>, %x: f32, %n: index) {
  // expected-note @+1 {{because of this value}}
  loop.for %i = 0 to 4 {
    // expected-error @+1 {{cannot be specialized: its trip count is unknown before the nest}}
    loop.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      loop.store %x, %c[%i, %j] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @always_so_often(%c: memref<9x9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be specialized: its trip count is always the given one}}
  loop.for %i = 0 to 4 {
    loop.for %j = 0 to 8 {
      loop.store %x, %c[%i, %j] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @may_run_more_often(%c: memref<9x9xf32>, %x: f32, %n: index) {
  // expected-error @+1 {{cannot be specialized to 4 iterations: it may have any number}}
  loop.for %i = 0 to %n {
    loop.for %j = 0 to 8 {
      loop.store %x, %c[%i, %j] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
