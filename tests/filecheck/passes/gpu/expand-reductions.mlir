// RUN: dlc-opt %s --gpu-expand-reductions --split-input-file --verify-diagnostics | filecheck %s

gpu.module @k {
  // Five exchanges in a subgroup; then the parts of two subgroups in a buffer, between two barriers.
  // CHECK-LABEL: gpu.func @block
  //  CHECK-SAME:   workgroup(%parts : memref<2xf32, #gpu.address_space<workgroup>>)
  //       CHECK:   %[[R:.*]], %{{.*}} = gpu.shuffle xor %x, %{{.*}}, %{{.*}} : f32
  //       CHECK:   arith.addf %x, %[[R]] : f32
  // CHECK-COUNT-4: gpu.shuffle xor
  //       CHECK:   %[[S:.*]] = arith.addf
  //       CHECK:   loop.if #{{.*}}(%[[T:.*]]) {
  //       CHECK:     %[[G:.*]] = loop.apply #{{.*}}(%[[T]])
  //       CHECK:     memref.store %[[S]], %parts[%[[G]]]
  //       CHECK:   }
  //       CHECK:   gpu.barrier
  //       CHECK:   %[[A:.*]] = memref.load %parts[%{{.*}}]
  //       CHECK:   %[[B:.*]] = memref.load %parts[%{{.*}}]
  //       CHECK:   arith.addf %[[A]], %[[B]] : f32
  //       CHECK:   gpu.barrier
  gpu.func @block(%x: f32, %m: memref<f32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = gpu.all_reduce add %x uniform {} : (f32) -> f32
    memref.store %r, %m[] : memref<f32>
    gpu.return
  }

  // One subgroup needs no buffer.
  // CHECK-LABEL: gpu.func @subgroup_is_block
  //   CHECK-NOT:   workgroup
  // CHECK-COUNT-5: gpu.shuffle xor
  //   CHECK-NOT:   gpu.barrier
  //       CHECK:   gpu.return
  gpu.func @subgroup_is_block(%x: i32, %m: memref<i32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %r = gpu.all_reduce %x {
    ^bb0(%a: i32, %b: i32):
      %c = arith.maxsi %a, %b : i32
      gpu.yield %c : i32
    } : (i32) -> i32
    memref.store %r, %m[] : memref<i32>
    gpu.return
  }

  // No whole subgroups: every thread has a place in the buffer.
  // CHECK-LABEL: gpu.func @odd
  //  CHECK-SAME:   workgroup(%parts : memref<6xf32, #gpu.address_space<workgroup>>)
  //   CHECK-NOT:   gpu.shuffle
  //       CHECK:   memref.store %x, %parts[%{{.*}}]
  //       CHECK:   gpu.barrier
  // CHECK-COUNT-6: memref.load %parts
  gpu.func @odd(%x: f32, %m: memref<f32>) kernel attributes {known_block_size = array<i32: 3, 2, 1>} {
    %r = gpu.all_reduce mul %x {} : (f32) -> f32
    memref.store %r, %m[] : memref<f32>
    gpu.return
  }

  // Clusters of four lanes, two apart.
  // CHECK-LABEL: gpu.func @clusters
  //       CHECK:   %[[TWO:.*]] = arith.constant 2 : i32
  //       CHECK:   gpu.shuffle xor %x, %[[TWO]]
  //       CHECK:   %[[FOUR:.*]] = arith.constant 4 : i32
  //       CHECK:   gpu.shuffle xor %{{.*}}, %[[FOUR]]
  //   CHECK-NOT:   gpu.shuffle
  //       CHECK:   gpu.return
  gpu.func @clusters(%x: f32, %m: memref<f32>) kernel {
    %r = gpu.subgroup_reduce minnumf %x cluster(size = 4, stride = 2) : (f32) -> f32
    memref.store %r, %m[] : memref<f32>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @unknown(%x: f32) kernel {
    // expected-error @+1 {{'gpu.all_reduce' op needs a block of known size, which nothing around it says}}
    %r = gpu.all_reduce add %x {} : (f32) -> f32
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @vectors(%x: vector<2xf32>) kernel {
    // expected-error @+1 {{'gpu.subgroup_reduce' op reduces numbers, one by one, but got 'vector<2xf32>'}}
    %r = gpu.subgroup_reduce add %x : (vector<2xf32>) -> vector<2xf32>
    gpu.return
  }
}

// -----

// Subgroups of gfx90a have 64 threads: six exchanges, and a block of 128 threads has two.
module attributes {gpu.machine = {arch = "gfx90a"}} {
  gpu.module @k {
    // CHECK-LABEL: gpu.func @wide
    //  CHECK-SAME:   workgroup(%parts : memref<2xf32, #gpu.address_space<workgroup>>)
    //       CHECK:   %[[WIDTH:.*]] = arith.constant 64 : i32
    //       CHECK:   arith.constant 32 : i32
    //       CHECK:   gpu.shuffle xor %{{.*}}, %{{.*}}, %[[WIDTH]] : f32
    gpu.func @wide(%x: f32, %m: memref<f32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %sum = gpu.all_reduce add %x uniform {} : (f32) -> f32
      memref.store %sum, %m[] : memref<f32>
      gpu.return
    }
  }
}
