// RUN: dlc-opt %s --loop-to-gpu --split-input-file --verify-diagnostics

func.func @f(%m: memref<4xf32>, %x: f32) {
  // expected-error @+1 {{'loop.parallel' op has blocks of 1 to 1024 threads, but got '2000'}}
  loop.parallel (%i) = (0) to (4) {
    loop.store %x, %m[%i] : memref<4xf32>
  } {gpu.block_size = 2000 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @f(%m: memref<4x4xf32>, %x: f32) {
  // expected-error @+1 {{'loop.parallel' op has 2 dimensions, but got 'mapping' of 1}}
  loop.parallel (%i, %j) = (0, 0) to (4, 4) {
    loop.store %x, %m[%i, %j] : memref<4x4xf32>
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

func.func private @g()
func.func @f() {
  loop.parallel (%i) = (0) to (4) {
    // expected-error @+1 {{'func.call' op cannot be run by the threads of a block together}}
    func.call @g() : () -> ()
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @f(%m: memref<4xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (4) {
    // expected-error @+1 {{'loop.parallel' op is mapped to blocks inside of a loop that is mapped}}
    loop.parallel (%j) = (0) to (4) {
      loop.store %x, %m[%j] : memref<4xf32>
    } {mapping = [#gpu.block<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @f(%m: memref<4xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (4) {
    // expected-error @+1 {{'loop.parallel' op is mapped to threads along y or z, but blocks have threads along x only}}
    loop.parallel (%j) = (0) to (4) {
      loop.store %x, %m[%j] : memref<4xf32>
    } {mapping = [#gpu.thread<y>]}
  } {mapping = [#gpu.block<x>]}
  return
}
