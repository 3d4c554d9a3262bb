// RUN: dlc-opt %s --loop-tile="loops=i,j sizes=4,4" --split-input-file --verify-diagnostics

func.func @a_distance_is_negative(%m: memref<9x9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be tiled because of the flow dependence with distance (1, -1)}}
  loop.for %i = 0 to 8 {
    loop.for %j = 1 to 9 {
      // expected-note @+1 {{'loop.load' reads the same element later}}
      %0 = loop.load %m[%i, %j] : memref<9x9xf32>
      // expected-note @+1 {{'loop.store' writes here}}
      loop.store %0, %m[%i + 1, %j - 1] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @arguments_may_be_the_same_memory(%a: memref<9x9xf32>, %b: memref<9x9xf32>) {
  // expected-error @+1 {{cannot be tiled because of a possible anti dependence with distance (+, *)}}
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      // expected-note @+1 {{'loop.load' reads here: two memrefs may alias; an argument with {llvm.noalias} does not}}
      %0 = loop.load %a[%i, %j] : memref<9x9xf32>
      // expected-note @+1 {{'loop.store' writes the same element later}}
      loop.store %0, %b[%i, %j] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
