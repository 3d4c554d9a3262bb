// RUN: dlc-opt %s --to-llvm --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Each op that cannot be lowered is named, with the reason.
// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{pattern 'lower_function' did not match: type 'tensor<4xf32>' cannot be converted}}
func.func @tensors(%x: tensor<4xf32>) {
  // expected-error @+2 {{failed to legalize operation 'test.unknown'}}
  // expected-note @+1 {{there is no pattern for 'test.unknown'}}
  "test.unknown"(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @loops_are_lowered_before(%n: index) {
  // expected-error @+2 {{failed to legalize operation 'loop.for'}}
  // expected-error @+1 {{failed to legalize operation 'loop.yield'}}
  loop.for %i = 0 to %n {
  }
  return
}

// -----

// A layout that is no sum of indices times strides has no descriptor.
// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{did not match: type 'memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>' cannot be converted}}
func.func @no_strides(%m: memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>) {
  return
}

// -----

func.func @no_memory_of_its_own() {
  // expected-error @+2 {{failed to legalize operation 'memref.alloc'}}
  // expected-note @+1 {{heap memory must be in memory space 0, but got 'memref<8xf32, 3>'}}
  %m = memref.alloc() : memref<8xf32, 3>
  return
}

// -----

func.func @more_than_there_are_addresses() {
  %c = arith.constant 4611686018427387904 : index
  // expected-error @+2 {{failed to legalize operation 'memref.alloc'}}
  // expected-note @+1 {{it has more elements than there are addresses}}
  %m = memref.alloc(%c) {alignment = 64} : memref<?xf32>
  return
}

// -----

func.func private @malloc(f32)
func.func @something_else_is_called_so() {
  // expected-error @+2 {{failed to legalize operation 'memref.alloc'}}
  // expected-note @+1 {{it calls 'malloc', which is something else in this module than '!llvm.func<ptr (i64)>'}}
  %m = memref.alloc() : memref<8xf32>
  return
}

// -----

func.func @rank_unknown(%a: memref<*xf32>, %b: memref<*xf32>) {
  // expected-error @+2 {{failed to legalize operation 'memref.copy'}}
  // expected-note @+1 {{expected a ranked memref, but got 'memref<*xf32>'}}
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @sums_of_small_floats(%m: memref<8xf8E5M2>, %x: f8E5M2, %i: index) {
  // expected-error @+2 {{failed to legalize operation 'memref.atomic_rmw'}}
  // expected-note @+1 {{LLVM does not compute with 'f8E5M2'}}
  %0 = memref.atomic_rmw addf %x, %m[%i] : (f8E5M2, memref<8xf8E5M2>) -> f8E5M2
  return
}

// -----

// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{'llvm.bareptr' and 'llvm.emit_c_interface' exclude each other}}
func.func @bare_for_c(%m: memref<8xf32>) attributes {llvm.bareptr, llvm.emit_c_interface} {
  return
}

// -----

func.func private @bare(memref<8xf32>) attributes {llvm.bareptr}
func.func @bare_by_pointer() -> ((memref<8xf32>) -> ()) {
  // expected-error @+2 {{failed to legalize operation 'func.constant'}}
  // expected-note @+1 {{a function with 'llvm.bareptr' is called by its name only}}
  %f = constant @bare : (memref<8xf32>) -> ()
  return %f : (memref<8xf32>) -> ()
}
