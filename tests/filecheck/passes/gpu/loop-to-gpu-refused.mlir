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
    // expected-error @+1 {{'loop.parallel' op is mapped to blocks inside a mapped loop}}
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

// -----

func.func @f(%m: memref<4xf32>, %x: f32) {
  // expected-error @+1 {{'loop.parallel' op must be mapped along x, y or z, but got '#gpu.block<linear_dim_0>'}}
  loop.parallel (%i) = (0) to (4) {
    loop.store %x, %m[%i] : memref<4xf32>
  } {mapping = [#gpu.block<linear_dim_0>]}
  return
}

// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-error @+1 {{'memref.alloc' op takes 65536 bytes for 'memref<16384xf32, #gpu.address_space<workgroup>>', but 49152 of the 49152 bytes of memory of a block are left: make what a block computes smaller, such as the features of a head of attention or the tiles of a schedule}}
    %w = memref.alloc() : memref<16384xf32, #gpu.address_space<workgroup>>
    loop.parallel (%t) = (0) to (8) {
      loop.store %x, %w[%t] : memref<16384xf32, #gpu.address_space<workgroup>>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}


// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-note @+1 {{the buffer is allocated here}}
    %w = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    // expected-error @+1 {{'loop.store' op uses private memory outside any loop over threads}}
    loop.store %x, %w[0] : memref<8xf32, #gpu.address_space<private>>
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}


// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-note @+1 {{the buffer is allocated here}}
    %w = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    loop.parallel (%t) = (0) to (8) {
      loop.for %k = 0 to 8 {
          // expected-error @+1 {{'loop.store' op uses private memory at an index that varies within a thread}}
        loop.store %x, %w[%k] : memref<8xf32, #gpu.address_space<private>>
      }
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}


// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-note @+1 {{the buffer is allocated here}}
    %w = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    loop.parallel (%t) = (0) to (8) {
      // expected-error @+1 {{'memref.store' op uses private memory, but does not load or store single elements of it}}
      memref.store %x, %w[%t] : memref<8xf32, #gpu.address_space<private>>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}


// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-error @+1 {{'memref.alloc' op cannot be private to threads: a thread may run several iterations of a loop that uses it}}
    %w = memref.alloc() : memref<16xf32, #gpu.address_space<private>>
    // expected-note @+1 {{this is the loop over threads}}
    loop.parallel (%t) = (0) to (16) {
      loop.store %x, %w[%t] : memref<16xf32, #gpu.address_space<private>>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}


// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-error @+1 {{'memref.alloc' op cannot be private to threads: two loops over threads use it, but differ in their iterations}}
    %w = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    // expected-note @+1 {{this is one loop}}
    loop.parallel (%t) = (0) to (8) {
      loop.store %x, %w[%t] : memref<8xf32, #gpu.address_space<private>>
    } {mapping = [#gpu.thread<x>]}
    // expected-note @+1 {{this is the other}}
    loop.parallel (%t) = (1) to (8) {
      loop.store %x, %w[%t] : memref<8xf32, #gpu.address_space<private>>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}


// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-error @+1 {{'memref.alloc' op cannot be private to threads: two indices differ by more than a constant}}
    %w = memref.alloc() : memref<8xf32, #gpu.address_space<private>>
    loop.parallel (%t) = (0) to (8) {
      // expected-note @+1 {{this is one access}}
      loop.store %x, %w[%t] : memref<8xf32, #gpu.address_space<private>>
      // expected-note @+1 {{this is the other}}
      loop.store %x, %w[-%t + 7] : memref<8xf32, #gpu.address_space<private>>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}


// -----

func.func @f(%m: memref<8xf32>, %x: f32, %n: index) {
  loop.parallel (%i) = (0) to (1) {
    // expected-error @+1 {{'memref.alloc' op cannot be private to threads: two threads may touch the same element}}
    %w = memref.alloc() : memref<9xf32, #gpu.address_space<private>>
    // expected-note @+1 {{this is a loop over threads that uses it}}
    loop.parallel (%t) = (0) to (8) {
      loop.store %x, %w[%t] : memref<9xf32, #gpu.address_space<private>>
      loop.store %x, %w[%t + 1] : memref<9xf32, #gpu.address_space<private>>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @too_large_inside(%m: memref<8xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (1) {
    %first = memref.alloca() : memref<8192xf32>
    loop.store %x, %first[0] : memref<8192xf32>
    loop.for %j = 0 to 2 {
      // expected-error @+1 {{'memref.alloca' op takes 20000 bytes for 'memref<5000xf32>', but 16384 of the 49152 bytes of memory of a block are left: make what a block computes smaller, such as the features of a head of attention or the tiles of a schedule, or allocate it at the beginning of the block with a size that is known before}}
      %w = memref.alloca() : memref<5000xf32>
      loop.store %x, %w[%j] : memref<5000xf32>
    }
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @too_large_by_vectors(%x: vector<4xf32>) {
  loop.parallel (%i) = (0) to (1) {
    // expected-error @+1 {{'memref.alloca' op takes 80000 bytes for 'memref<20000xf32>', but 49152 of the 49152 bytes of memory of a block are left: make what a block computes smaller, such as the features of a head of attention or the tiles of a schedule, or access it by elements, so that it can be in memory of the device}}
    %w = memref.alloca() : memref<20000xf32>
    loop.parallel (%t) = (0) to (8) {
      // expected-note @+1 {{'loop.vector_store' uses it, but not element by element}}
      loop.vector_store %x, %w[%t * 4] : memref<20000xf32>, vector<4xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 8 : i64, mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @more_blocks_than_an_index_counts(%m: memref<64xf32>, %x: f32) {
  // expected-error @+1 {{'loop.parallel' op is mapped, but has more iterations than an index counts: 295147905179352825856}}
  loop.parallel (%i, %j) = (0, 0) to (4611686018427387904, 64) {
    loop.store %x, %m[%j] : memref<64xf32>
  } {mapping = [#gpu.block<x>, #gpu.block<x>]}
  return
}
