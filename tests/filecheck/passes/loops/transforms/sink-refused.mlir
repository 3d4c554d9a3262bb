// RUN: dlc-opt %s --loop-sink="loops=k" --split-input-file --verify-diagnostics

func.func @values_cross_the_border(%a: memref<8x9xf32>, %c: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{this computes it}}
    %0 = loop.load %c[%i] : memref<8xf32>
    // expected-error @+1 {{cannot take in the ops beside it: one of them computes a value that is used elsewhere}}
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
    // expected-error @+1 {{cannot take in the ops beside it: whether it runs at all depends on the enclosing loop}}
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
    // expected-error @+1 {{cannot take in the ops beside it: it or the outer loop has iteration arguments}}
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
  // expected-error @+1 {{cannot take in the ops beside it: it is not inside another loop}}
  loop.for %k = 0 to 9 {
    loop.store %x, %c[%k] : memref<9xf32>
  } {loop.name = "k"}
  return
}

// -----

func.func @nothing_is_beside_it(%a: memref<9x9xf32>, %x: f32) {
  loop.for %i = 0 to 9 {
    // expected-error @+1 {{cannot take in the ops beside it: there are none}}
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
    // expected-note @+1 {{this computes it}}
    %n = arith.addi %m, %m : index
    // expected-error @+1 {{cannot take in the ops beside it: one of them computes a bound}}
    loop.for %k = 0 to %n {
      loop.store %x, %a[%k, %i] : memref<?x9xf32>
    } {loop.name = "k"}
  }
  return
}
