// RUN: dlc-opt %s --loop-coalesce="loops=i,j" --verify-diagnostics

func.func @there_is_more_than_the_next_loop(%m: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{cannot be coalesced: it contains more than the next loop}}
  loop.for %i = 0 to 8 {
    loop.store %x, %m[%i, 0] : memref<8x8xf32>
    // expected-note @+1 {{this is the next loop}}
    loop.for %j = 0 to 8 {
      loop.store %x, %m[%i, %j] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

func.func @a_triangle(%m: memref<8x8xf32>, %x: f32) {
  // expected-note @+1 {{this is the loop that they depend on}}
  loop.for %i = 0 to 8 {
    // expected-error @+1 {{cannot be coalesced: its bounds depend on '%i'}}
    loop.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      loop.store %x, %m[%i, %j] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

func.func @values_are_carried(%m: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{cannot be coalesced: it has iteration arguments}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{this is the next loop}}
    %s = loop.for %j = 0 to 8 iter_args(%a = %x) -> (f32) {
      loop.yield %a : f32
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

func.func @sizes_of_tiles(%m: memref<?x8xf32>, %n: index, %x: f32) {
  loop.for %t = 0 to %n step 8 {
    loop.for %i = 0 to 8 {
      // expected-error @+1 {{cannot be coalesced: its upper bound is the minimum of several}}
      loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
        loop.store %x, %m[%j, %i] : memref<?x8xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  }
  return
}

func.func @sizes_that_vary(%m: memref<8x8xf32>, %x: f32) {
  loop.for %t = 0 to 8 {
    loop.for %i = 0 to 8 {
      // expected-error @+1 {{cannot be coalesced: its trip count depends on enclosing loops}}
      loop.for %j = 0 to affine_map<(d0) -> (d0)>(%t) {
        loop.store %x, %m[%j, %i] : memref<8x8xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  }
  return
}

func.func @it_never_runs(%m: memref<8x8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    // expected-error @+1 {{cannot be coalesced: it never runs}}
    loop.for %j = 0 to 0 {
      loop.store %x, %m[%j, %i] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

func.func @it_begins_at_one_of_several(%m: memref<8x8xf32>, %a: index, %b: index, %x: f32) {
  loop.for %i = 0 to 8 {
    // expected-error @+1 {{cannot be coalesced: its lower bound is the maximum of several}}
    loop.for %j = max affine_map<()[s0, s1] -> (s0, s1)>()[%a, %b] to 8 {
      loop.store %x, %m[%j, %i] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
