// RUN: dlc-opt %s --loop-sink="loops=k" --split-input-file --verify-diagnostics

func.func @values_cross_the_border(%a: memref<8x9xf32>, %c: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{this computes it}}
    %0 = loop.load %c[%i] : memref<8xf32>
    // expected-error @+1 {{cannot take in what is beside it: what is computed beside it is used elsewhere}}
    loop.for %k = 0 to 9 {
      loop.store %0, %a[%i, %k] : memref<8x9xf32>
    } {loop.name = "k"}
  }
  return
}

// -----

// What stands behind must be done for the first %i, though nothing else is.
func.func @inner_loop_runs_for_some_iterations_only(%a: memref<9x9xf32>, %c: memref<9xf32>, %x: f32) {
  // expected-note @+1 {{this is the loop}}
  loop.for %i = 0 to 9 {
    // expected-error @+1 {{cannot take in what is beside it: whether it runs at all depends on the loop around}}
    loop.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      loop.store %x, %a[%i, %k] : memref<9x9xf32>
    } {loop.name = "k"}
    loop.store %x, %c[%i] : memref<9xf32>
  }
  return
}

// -----

func.func @sums_are_carried(%a: memref<9x9xf32>, %c: memref<9xf32>, %x: f32) {
  loop.for %i = 0 to 9 {
    // expected-error @+1 {{cannot take in what is beside it: they carry values}}
    %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%i, %k] : memref<9x9xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<9xf32>
  }
  return
}

// -----

func.func @not_in_a_loop(%c: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{cannot take in what is beside it: it is not in another loop}}
  loop.for %k = 0 to 9 {
    loop.store %x, %c[%k] : memref<9xf32>
  } {loop.name = "k"}
  return
}

// -----

func.func @nothing_is_beside_it(%a: memref<9x9xf32>, %x: f32) {
  loop.for %i = 0 to 9 {
    // expected-error @+1 {{cannot take in what is beside it: there is nothing}}
    loop.for %k = 0 to 9 {
      loop.store %x, %a[%i, %k] : memref<9x9xf32>
    } {loop.name = "k"}
  }
  return
}

// -----

func.func @bounds_are_computed_there(%a: memref<?x9xf32>, %c: memref<9xf32>, %x: f32, %m: index) {
  loop.for %i = 0 to 9 {
    loop.store %x, %c[%i] : memref<9xf32>
    // expected-note @+1 {{this computes one}}
    %n = arith.addi %m, %m : index
    // expected-error @+1 {{cannot take in what is beside it: its bounds are computed there}}
    loop.for %k = 0 to %n {
      loop.store %x, %a[%k, %i] : memref<?x9xf32>
    } {loop.name = "k"}
  }
  return
}
