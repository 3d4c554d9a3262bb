// RUN: dlc-opt %s --loop-to-gpu | filecheck %s

// A grid has as many blocks as the loop has iterations along each dimension.
// CHECK-LABEL: func.func @grid
//       CHECK:   gpu.launch blocks(%[[X:[a-z_]+]], %[[Y:[a-z_]+]], %{{.*}}) in (%{{.*}} = %c8, %{{.*}} = %c4, %{{.*}} = %c1{{.*}}) threads
//       CHECK:     loop.store %x, %m[%[[Y]], %[[X]]]
//       CHECK:     gpu.terminator
func.func @grid(%m: memref<4x8xf32>, %x: f32) {
  loop.parallel (%i, %j) = (0, 0) to (4, 8) {
    loop.store %x, %m[%i, %j] : memref<4x8xf32>
  } {gpu.block_size = 1 : i64, mapping = [#gpu.block<y>, #gpu.block<x>]}
  return
}

// Two dimensions along x are counted through by one number.
// CHECK-LABEL: func.func @counted_together
//       CHECK:   %c32 = arith.constant 32 : index
//       CHECK:   gpu.launch blocks(%[[X:[a-z_]+]], {{.*}}%c32
//       CHECK:     %i, %j = loop.delinearize_index %[[X]] into (4, 8) : index, index
//       CHECK:     loop.store %x, %m[%i, %j]
func.func @counted_together(%m: memref<4x8xf32>, %x: f32) {
  loop.parallel (%i, %j) = (0, 0) to (4, 8) {
    loop.store %x, %m[%i, %j] : memref<4x8xf32>
  } {gpu.block_size = 1 : i64, mapping = [#gpu.block<x>, #gpu.block<x>]}
  return
}

// Threads go around a loop; each iteration is as far on as there are threads.
// CHECK-LABEL: func.func @around
//       CHECK:   threads(%[[T:[a-z_]+]],
//       CHECK:     loop.for %[[I:.*]] = {{.*}}(%[[T]]) to 100 step 32 {
//       CHECK:       loop.store %x, %m[%{{.*}}, %[[I]]]
func.func @around(%m: memref<4x100xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (4) {
    loop.parallel (%j) = (0) to (100) {
      loop.store %x, %m[%i, %j] : memref<4x100xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// As many threads as iterations: each does one.
// CHECK-LABEL: func.func @one_each
//       CHECK:   threads(%[[T:[a-z_]+]],
//   CHECK-NOT:   loop.for
//       CHECK:     loop.store %x, %m[%{{.*}}, %[[T]]]
func.func @one_each(%m: memref<4x32xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (4) {
    loop.parallel (%j) = (0) to (32) {
      loop.store %x, %m[%i, %j] : memref<4x32xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// What threads add up is combined; one thread stores what all have.
// CHECK-LABEL: func.func @reduced
//       CHECK:   threads(%[[T:[a-z_]+]],
//       CHECK:     %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
//       CHECK:     %[[PART:.*]] = loop.for {{.*}} step 32 iter_args(%[[SUM:.*]] = %[[ZERO]]) -> (f32) {
//       CHECK:       %[[NEXT:.*]] = arith.addf %[[SUM]], %{{.*}} : f32
//       CHECK:     %[[ALL:.*]] = gpu.all_reduce add %[[PART]] uniform {
//       CHECK:     loop.if #{{.*}}(%[[T]]) {
//       CHECK:       loop.store %[[ALL]], %s[%{{.*}}]
func.func @reduced(%m: memref<4x100xf32>, %s: memref<4xf32>) {
  loop.parallel (%i) = (0) to (4) {
    %sum = loop.parallel (%j) = (0) to (100) reduce ("addf") -> (f32) {
      %x = loop.load %m[%i, %j] : memref<4x100xf32>
      loop.yield %x : f32
    } {mapping = [#gpu.thread<x>]}
    loop.store %sum, %s[%i] : memref<4xf32>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// A thread reads what another one has written: a barrier between. What is on the stack of a block it shares.
// CHECK-LABEL: func.func @reversed
//       CHECK:   workgroup(%[[W:.*]] : memref<64xf32, #gpu.address_space<workgroup>>)
//       CHECK:     loop.store %{{.*}}, %[[W]][%{{.*}}]
//       CHECK:     gpu.barrier
//       CHECK:     loop.load %[[W]][-%{{.*}} + 63]
func.func @reversed(%m: memref<4x64xf32>) {
  loop.parallel (%i) = (0) to (4) {
    %w = memref.alloca() : memref<64xf32>
    loop.parallel (%j) = (0) to (64) {
      %x = loop.load %m[%i, %j] : memref<4x64xf32>
      loop.store %x, %w[%j] : memref<64xf32>
    } {mapping = [#gpu.thread<x>]}
    loop.parallel (%j) = (0) to (64) {
      %x = loop.load %w[-%j + 63] : memref<64xf32>
      loop.store %x, %m[%i, %j] : memref<4x64xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// Each thread reads what it has written itself.
// CHECK-LABEL: func.func @its_own
//   CHECK-NOT:   gpu.barrier
//       CHECK:   return
func.func @its_own(%m: memref<4x64xf32>) {
  loop.parallel (%i) = (0) to (4) {
    %w = memref.alloca() : memref<64xf32>
    loop.parallel (%j) = (0) to (64) {
      %x = loop.load %m[%i, %j] : memref<4x64xf32>
      loop.store %x, %w[%j] : memref<64xf32>
    } {mapping = [#gpu.thread<x>]}
    loop.parallel (%j) = (0) to (64) {
      %x = loop.load %w[%j] : memref<64xf32>
      loop.store %x, %m[%i, %j] : memref<4x64xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// All threads go through the loop together, and wait before the next iteration.
// CHECK-LABEL: func.func @steps
//       CHECK:     loop.for %[[T:.*]] = 1 to 10 {
//       CHECK:       loop.for {{.*}} = 0 to 2 {
//       CHECK:       gpu.barrier
//       CHECK:     }
//       CHECK:     gpu.terminator
func.func @steps(%m: memref<10x64xf32>) {
  loop.parallel (%i) = (0) to (1) {
    loop.for %t = 1 to 10 {
      loop.parallel (%j) = (0) to (64) {
        %x = loop.load %m[%t - 1, -%j + 63] : memref<10x64xf32>
        loop.store %x, %m[%t, %j] : memref<10x64xf32>
      } {mapping = [#gpu.thread<x>]}
    }
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// Too much for the memory of a block: a part for each of what the host allocates.
// CHECK-LABEL: func.func @too_large
//       CHECK:   %[[A:.*]] = memref.alloc(%[[X:.*]], %[[Y:.*]], %[[Z:.*]]) : memref<?x?x?x20000xf32>
//       CHECK:   gpu.launch blocks(%[[BX:[a-z_]+]], %[[BY:[a-z_]+]], %[[BZ:[a-z_]+]]) in (%{{.*}} = %[[X]], %{{.*}} = %[[Y]], %{{.*}} = %[[Z]])
//       CHECK:     loop.store %{{.*}}, %[[A]][%[[BX]], %[[BY]], %[[BZ]], %{{.*}}]
//       CHECK:   memref.dealloc %[[A]]
func.func @too_large(%m: memref<4x20000xf32>) {
  loop.parallel (%i) = (0) to (4) {
    %w = memref.alloca() : memref<20000xf32>
    loop.parallel (%j) = (0) to (20000) {
      %x = loop.load %m[%i, %j] : memref<4x20000xf32>
      loop.store %x, %w[%j] : memref<20000xf32>
    } {mapping = [#gpu.thread<x>]}
    loop.parallel (%j) = (0) to (20000) {
      %x = loop.load %w[-%j + 19999] : memref<20000xf32>
      loop.store %x, %m[%i, %j] : memref<4x20000xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// A size that the host knows, and the block does not: a part for each block of what the host allocates.
// CHECK-LABEL: func.func @scratch
//       CHECK:   %[[A:.*]] = memref.alloc(%{{.*}}, %{{.*}}, %{{.*}}, %n) : memref<?x?x?x?xf32>
//       CHECK:   gpu.launch blocks(%[[BX:[a-z_]+]], %[[BY:[a-z_]+]], %[[BZ:[a-z_]+]]) in
//       CHECK:     memref.store %x, %[[A]][%[[BX]], %[[BY]], %[[BZ]], %{{.*}}]
//   CHECK-NOT:     memref.dealloc
//       CHECK:     gpu.terminator
//       CHECK:   memref.dealloc %[[A]]
func.func @scratch(%n: index, %x: f32) {
  loop.parallel (%i) = (0) to (4) {
    %w = memref.alloc(%n) : memref<?xf32>
    loop.parallel (%j) = (0) to (%n) {
      memref.store %x, %w[%j] : memref<?xf32>
    } {mapping = [#gpu.thread<x>]}
    memref.dealloc %w : memref<?xf32>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}

// Each thread has the four elements of the buffer that only it touches, and waits for no other one.
// CHECK-LABEL: func.func @private_memory
//       CHECK:   gpu.launch
//   CHECK-NOT:     workgroup(
//       CHECK:     %w = memref.alloca() : memref<2x2xf32>
//       CHECK:     loop.store %{{.*}}, %w[0, 0] : memref<2x2xf32>
//       CHECK:     loop.store %{{.*}}, %w[1, 1] : memref<2x2xf32>
//   CHECK-NOT:     gpu.barrier
//       CHECK:     loop.load %w[0, 0] : memref<2x2xf32>
//       CHECK:     loop.load %w[1, 1] : memref<2x2xf32>
//       CHECK:     gpu.terminator
func.func @private_memory(%m: memref<8x8xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (8) step (8) {
    %w = memref.alloc() : memref<8x8xf32, #gpu.address_space<private>>
    loop.parallel (%r, %c) = (%i, 0) to (%i + 8, 8) step (2, 2) {
      loop.store %x, %w[%r - %i, %c] : memref<8x8xf32, #gpu.address_space<private>>
      loop.store %x, %w[%r - %i + 1, %c + 1] : memref<8x8xf32, #gpu.address_space<private>>
    } {mapping = [#gpu.thread<x>, #gpu.thread<x>]}
    loop.parallel (%r, %c) = (%i, 0) to (%i + 8, 8) step (2, 2) {
      %y = loop.load %w[%r - %i, %c] : memref<8x8xf32, #gpu.address_space<private>>
      %z = loop.load %w[%r - %i + 1, %c + 1] : memref<8x8xf32, #gpu.address_space<private>>
      %s = arith.addf %y, %z : f32
      loop.store %s, %m[%r, %c] : memref<8x8xf32>
    } {mapping = [#gpu.thread<x>, #gpu.thread<x>]}
    memref.dealloc %w : memref<8x8xf32, #gpu.address_space<private>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}
