// RUN: dlc-opt %s --loop-pad="loops=j sizes=8" --split-input-file --verify-diagnostics

func.func @memory_of_others(%c: memref<64xf32>, %x: f32, %n: index) {
  loop.for %t = 0 to 64 step 8 {
    // expected-error @+1 {{cannot be padded: it writes memory that is not a local buffer}}
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      // expected-note @+1 {{'loop.store' writes it}}
      loop.store %x, %c[%j] : memref<64xf32>
    } {loop.name = "j"}
  }
  return
}

// -----

func.func @elements_that_there_may_not_be(%c: memref<?xf32>, %n: index) {
  loop.for %t = 0 to %n step 8 {
    %out = memref.alloca() : memref<8xf32>
    // expected-error @+1 {{cannot be padded: it may access elements out of bounds}}
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      // expected-note @+1 {{this 'loop.load' may be out of bounds}}
      %0 = loop.load %c[%j] : memref<?xf32>
      loop.store %0, %out[%j - %t] : memref<8xf32>
    } {loop.name = "j"}
  }
  return
}

// -----

// What is left of the tile before is read behind the loop.
func.func @read_elsewhere(%c: memref<8xf32>, %x: f32, %n: index) {
  loop.for %t = 0 to %n step 8 {
    %out = memref.alloca() : memref<8xf32>
    // expected-error @+1 {{cannot be padded: it would write an element that is read elsewhere}}
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      // expected-note @+1 {{'loop.store' writes it}}
      loop.store %x, %out[%j - %t] : memref<8xf32>
    } {loop.name = "j"}
    // expected-note @+1 {{'loop.load' reads it}}
    %0 = loop.load %out[7] : memref<8xf32>
    loop.store %0, %c[0] : memref<8xf32>
  }
  return
}

// -----

// The same buffer serves all tiles, so that what is beyond the end of one may be read as a part of another.
func.func @buffer_of_all_tiles(%c: memref<?xf32>, %x: f32, %n: index) {
  %out = memref.alloca() : memref<8xf32>
  loop.for %t = 0 to %n step 8 {
    // expected-error @+1 {{cannot be padded: it would write an element that is read elsewhere}}
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      // expected-note @+1 {{'loop.load' reads it}}
      %0 = loop.load %out[%j - %t] : memref<8xf32>
      // expected-note @+1 {{'loop.store' writes it}}
      loop.store %0, %out[%j - %t] : memref<8xf32>
    } {loop.name = "j"}
  }
  return
}

// -----

func.func @others_may_look_into_it(%x: f32, %n: index) {
  loop.for %t = 0 to %n step 8 {
    %out = memref.alloca() : memref<8xf32>
    // expected-note @+1 {{'memref.cast' uses the buffer}}
    %view = memref.cast %out : memref<8xf32> to memref<?xf32>
    // expected-error @+1 {{cannot be padded: it writes a buffer that other ops may access}}
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      // expected-note @+1 {{'loop.store' writes it}}
      loop.store %x, %out[%j - %t] : memref<8xf32>
    } {loop.name = "j"}
  }
  return
}

// -----

func.func @must_not_be_executed_needlessly(%c: memref<64xi32>, %x: i32, %n: index) {
  loop.for %t = 0 to 64 step 8 {
    %out = memref.alloca() : memref<8xi32>
    // expected-error @+1 {{cannot be padded: it contains 'arith.divsi', which is not speculatable}}
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      %0 = loop.load %c[%j] : memref<64xi32>
      // expected-note @+1 {{this is the op}}
      %1 = arith.divsi %x, %0 : i32
      loop.store %1, %out[%j - %t] : memref<8xi32>
    } {loop.name = "j"}
  }
  return
}

// -----

func.func @more_than_a_tile(%x: f32, %n: index) {
  %out = memref.alloca() : memref<8xf32>
  // expected-error @+1 {{cannot be padded to 8 iterations: it may have any number}}
  loop.for %j = 0 to %n {
    loop.store %x, %out[%j] : memref<8xf32>
  } {loop.name = "j"}
  return
}

// -----

func.func @sums_are_carried(%c: memref<64xf32>, %x: f32, %n: index) -> f32 {
  // expected-error @+1 {{cannot be padded: it has iteration arguments that are not a sum of products}}
  %sum = loop.for %j = 0 to min affine_map<()[s0] -> (8, s0)>()[%n] iter_args(%s = %x) -> (f32) {
    %0 = loop.load %c[%j] : memref<64xf32>
    %1 = arith.addf %s, %0 : f32
    loop.yield %1 : f32
  } {loop.name = "j"}
  return %sum : f32
}

// -----

func.func @products_of_other_elements(%c: memref<64xf32>, %x: f32, %n: index) -> f32 {
  // expected-error @+1 {{cannot be padded: it would sum products of elements that are not known to be zero}}
  %sum = loop.for %j = 0 to min affine_map<()[s0] -> (8, s0)>()[%n] iter_args(%s = %x) -> (f32) {
    // expected-note @+1 {{this is read}}
    %0 = loop.load %c[%j] : memref<64xf32>
    %1 = loop.load %c[%j + 8] : memref<64xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    loop.yield %3 : f32
  } {loop.name = "j"}
  return %sum : f32
}

// -----

// Added iterations may read rows that others do not read.
func.func @rows_that_others_do_not_read(%a: memref<?x8xf32>, %n: index) {
  %out = memref.alloca() : memref<8xf32>
  // expected-error @+1 {{cannot be padded: it may access elements out of bounds}}
  loop.for %j = 0 to 5 {
    loop.for %k = affine_map<(d0) -> (d0 - 4)>(%j) to %n {
      // expected-note @+1 {{this 'loop.load' may be out of bounds}}
      %0 = loop.load %a[%k, %j] : memref<?x8xf32>
      loop.store %0, %out[%j] : memref<8xf32>
    }
  } {loop.name = "j"}
  return
}

// -----

func.func @rows_under_a_condition(%a: memref<?x8xf32>, %n: index) {
  %out = memref.alloca() : memref<8xf32>
  // expected-error @+1 {{cannot be padded: it may access elements out of bounds}}
  loop.for %j = 0 to 5 {
    loop.if affine_set<(d0) : (d0 - 5 >= 0)>(%j) {
      // expected-note @+1 {{this 'loop.load' may be out of bounds}}
      %0 = loop.load %a[%n, %j] : memref<?x8xf32>
      loop.store %0, %out[%j] : memref<8xf32>
    }
  } {loop.name = "j"}
  return
}
