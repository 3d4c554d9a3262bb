// RUN: dlc-opt %s --to-llvm --split-input-file --verify-diagnostics

func.func @numbers_that_c_does_not_print(%v: vector<4xi128>, %w: vector<[4]xf32>) {
  // expected-error @+2 {{failed to legalize operation 'vector.print'}}
  // expected-note @+1 {{a 'i128' is not printed: convert it to a float, or an integer, of up to 64 bits}}
  vector.print %v : vector<4xi128>
  // expected-error @+2 {{failed to legalize operation 'vector.print'}}
  // expected-note @+1 {{vectors of a size that is not known are not printed}}
  vector.print %w : vector<[4]xf32>
  return
}

// -----

func.func @formats_that_llvm_does_not_compute_with(%v: f8E4M3FN) -> f8E4M3FN {
  // expected-error @+2 {{failed to legalize operation 'arith.addf'}}
  // expected-note @+1 {{LLVM does not compute with 'f8E4M3FN'}}
  %0 = arith.addf %v, %v : f8E4M3FN
  return %0 : f8E4M3FN
}

// -----

func.func @functions_are_expanded_before(%x: f32) -> f32 {
  // expected-error @+2 {{failed to legalize operation 'math.exp'}}
  // expected-note @+1 {{there is no pattern for 'math.exp'}}
  %0 = math.exp %x : f32
  return %0 : f32
}

// -----

func.func @scalable_rows_are_not_cut(%v: vector<2x[4]xf32>) -> vector<[8]xf32> {
  // expected-error @+2 {{failed to legalize operation 'vector.shape_cast'}}
  // expected-note @+1 {{rows of scalable vectors cannot be split}}
  %0 = vector.shape_cast %v : vector<2x[4]xf32> to vector<[8]xf32>
  return %0 : vector<[8]xf32>
}

// -----

func.func @accesses_under_a_mask(%k: vector<4xi1>, %m: memref<4xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+3 {{failed to legalize operation 'vector.mask'}}
  // expected-error @+2 {{failed to legalize operation 'vector.yield'}}
  // expected-note @+1 {{'vector.store' is not lowered under a mask}}
  vector.mask %k { vector.store %v, %m[%i] : memref<4xf32>, vector<4xf32> } : vector<4xi1>
  return
}

// -----

// Integers of their bits would be something else.
func.func @small_floats_are_widened_before(%v: vector<4xf8E5M2>) -> f8E5M2 {
  // expected-error @+2 {{failed to legalize operation 'vector.reduction'}}
  // expected-note @+1 {{LLVM does not combine 'f8E5M2' by 'add'}}
  %0 = vector.reduction <add>, %v : vector<4xf8E5M2> into f8E5M2
  return %0 : f8E5M2
}

// -----

func.func @rows_that_llvm_takes_too_long_for(%m: memref<65537xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op has a value of type 'vector<65537xf32>', but a vector must have at most 1048576 elements in rows of at most 65536}}
  %0 = vector.load %m[%i] : memref<65537xf32>, vector<65537xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op has a value of type 'vector<1025x1024xi8>', but a vector must have at most 1048576 elements}}
func.func @more_rows_than_a_program_can_have(%v: vector<1025x1024xi8>) {
  return
}

// -----

func.func @the_largest(%v: vector<1x65536xi8>, %w: vector<1024x1024xi8>) {
  return
}
