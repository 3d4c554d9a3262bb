// RUN: dlc-opt %s --loop-interchange="loops=i,j" --split-input-file --verify-diagnostics

func.func @a_distance_would_turn_negative(%m: memref<9x9xf32>) {
  // expected-error @+1 {{cannot be interchanged because of the anti dependence with distance (1, -1)}}
  loop.for %i = 0 to 8 {
    loop.for %j = 1 to 9 {
      // expected-note @+1 {{'loop.load' reads here}}
      %0 = loop.load %m[%i + 1, %j - 1] : memref<9x9xf32>
      // expected-note @+1 {{'loop.store' writes the same element later}}
      loop.store %0, %m[%i, %j] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @bounds_depend_on_the_other_loop(%m: memref<9x9xf32>, %x: f32) {
  // expected-note @+1 {{this is the loop that they depend on}}
  loop.for %i = 0 to 8 {
    // expected-error @+1 {{cannot be interchanged: its bounds depend on '%i'}}
    loop.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      loop.store %x, %m[%i, %j] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @not_the_only_one_in_the_other(%m: memref<9x9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be interchanged: it contains more than the next loop}}
  loop.for %i = 0 to 8 {
    loop.store %x, %m[%i, 0] : memref<9x9xf32>
    // expected-note @+1 {{this is the next loop}}
    loop.for %j = 0 to 8 {
      loop.store %x, %m[%i, %j] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @calls_may_do_anything() {
  // expected-error @+1 {{cannot be interchanged because of a possible output dependence with distance (+, *)}}
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      // expected-note @+2 {{'func.call' writes here: 'func.call' has unknown effects}}
      // expected-note @+1 {{'func.call' writes the same element later}}
      func.call @unknown() : () -> ()
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
func.func private @unknown()

// -----

func.func @other_names(%m: memref<9x9xf32>, %x: f32) {
  // expected-error @+1 {{must be the nest of 'i', 'j', but got 'i', 'k'}}
  loop.for %i = 0 to 8 {
    loop.for %k = 0 to 8 {
      loop.store %x, %m[%i, %k] : memref<9x9xf32>
    } {loop.name = "k"}
  } {loop.name = "i"}
  return
}
