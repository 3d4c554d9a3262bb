// RUN: dlc-opt %s --verify-roundtrip --allow-unregistered-dialect | filecheck %s

module attributes {gpu.container_module} {
  // CHECK: gpu.module @kernels {
  gpu.module @kernels {
    memref.global "private" @tile : memref<4xf32, #gpu.address_space<workgroup>>
    // CHECK: gpu.func @all(%m: memref<?xf32>, %x: f32 {test.a}) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) private(%p : memref<2xf32, #gpu.address_space<private>>) kernel attributes {foo, known_block_size = array<i32: 32, 1, 1>} {
    gpu.func @all(%m: memref<?xf32>, %x: f32 {test.a})
        workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 16})
        private(%p: memref<2xf32, #gpu.address_space<private>>)
        kernel attributes {known_block_size = array<i32: 32, 1, 1>, foo} {
      // CHECK: gpu.thread_id x upper_bound 64
      %t = gpu.thread_id x upper_bound 64
      // CHECK: gpu.block_id y
      %b = gpu.block_id y
      // CHECK: gpu.lane_id
      %l = gpu.lane_id
      // CHECK: gpu.lane_id upper_bound 32
      %l2 = gpu.lane_id upper_bound 32
      // CHECK: gpu.subgroup_id : index
      %s = gpu.subgroup_id : index
      // CHECK: gpu.num_subgroups upper_bound 4 : index
      %n = gpu.num_subgroups upper_bound 4 : index
      // CHECK: gpu.subgroup_size : index
      %ss = gpu.subgroup_size : index
      // CHECK: gpu.grid_dim z
      %gd = gpu.grid_dim z
      // CHECK: gpu.block_dim z
      %bd = gpu.block_dim z
      // CHECK: gpu.global_id x
      %gi = gpu.global_id x
      // CHECK: gpu.barrier
      gpu.barrier
      %o = arith.constant 1 : i32
      %wd = arith.constant 32 : i32
      // CHECK: gpu.shuffle xor %x, %o, %wd : f32
      %sh, %ok = gpu.shuffle xor %x, %o, %wd : f32
      // CHECK: gpu.shuffle up %x, %o, %wd : f32
      %sh1, %ok1 = gpu.shuffle up %x, %o, %wd : f32
      // CHECK: gpu.all_reduce add %x uniform {
      %ar = gpu.all_reduce add %x uniform {} : (f32) -> f32
      // CHECK: gpu.all_reduce %x {
      %ar2 = gpu.all_reduce %x {
      ^bb0(%lhs: f32, %rhs: f32):
        %sum = arith.addf %lhs, %rhs : f32
        // CHECK: gpu.yield %sum : f32
        gpu.yield %sum : f32
      } : (f32) -> (f32)
      // CHECK: gpu.subgroup_reduce maximumf %x cluster(size = 4, stride = 2) : (f32) -> f32
      %sr = gpu.subgroup_reduce maximumf %x cluster(size = 4, stride = 2) : (f32) -> f32
      // CHECK: gpu.subgroup_reduce add %x uniform : (f32) -> f32
      %sr2 = gpu.subgroup_reduce add %x uniform : (f32) -> f32
      // CHECK: gpu.printf "%f\0A", %x : f32
      gpu.printf "%f\n", %x : f32
      // CHECK: gpu.printf "done"
      gpu.printf "done"
      // CHECK: gpu.return
      gpu.return
    }
    // CHECK: gpu.func @helper(%x: f32) -> f32 {
    gpu.func @helper(%x: f32) -> f32 {
      // CHECK: gpu.return %x : f32
      gpu.return %x : f32
    }
  }

  // CHECK: func.func @host
  func.func @host(%m: memref<?xf32>, %x: f32, %n: index, %i: i32) {
    // CHECK: gpu.alloc (%n) : memref<?xf32>
    %d = gpu.alloc (%n) : memref<?xf32>
    // CHECK: gpu.wait async
    %t0 = gpu.wait async
    // CHECK: gpu.alloc async [%t0] (%n) : memref<?xf32>
    %d1, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
    // CHECK: gpu.alloc host_shared () : memref<4xf32, 1>
    %d2 = gpu.alloc host_shared () : memref<4xf32, 1>
    // CHECK: gpu.memcpy async [%t1] %d1, %m : memref<?xf32>, memref<?xf32>
    %t2 = gpu.memcpy async [%t1] %d1, %m : memref<?xf32>, memref<?xf32>
    // CHECK: gpu.memcpy %d1, %m : memref<?xf32>, memref<?xf32>
    gpu.memcpy %d1, %m : memref<?xf32>, memref<?xf32>
    // CHECK: gpu.memset %d, %x : memref<?xf32>, f32
    gpu.memset %d, %x : memref<?xf32>, f32
    // CHECK: gpu.launch_func @kernels::@all blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %i args(%m : memref<?xf32>, %x : f32)
    gpu.launch_func @kernels::@all blocks in (%n, %n, %n) threads in (%n, %n, %n)
        dynamic_shared_memory_size %i args(%m : memref<?xf32>, %x : f32)
    // CHECK: gpu.launch_func async [%t2] @kernels::@all
    %t3 = gpu.launch_func async [%t2] @kernels::@all blocks in (%n, %n, %n) threads in (%n, %n, %n)
        args(%m : memref<?xf32>, %x : f32)
    // CHECK: threads in (%i, %i, %i) : i32 args(%m : memref<?xf32>, %x : f32) {foo}
    gpu.launch_func @kernels::@all blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
        args(%m : memref<?xf32>, %x : f32) {foo}
    // CHECK: gpu.wait [%t3]
    gpu.wait [%t3]
    // CHECK: gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      // CHECK: gpu.terminator
      gpu.terminator
    }
    // CHECK: dynamic_shared_memory_size %i module(@m) function(@f) workgroup(%w : memref<3xf32, 3>) private(%p : memref<1xf32, 5>) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %i
               module(@m) function(@f) workgroup(%w : memref<3xf32, 3>) private(%p : memref<1xf32, 5>) {
      gpu.terminator
    } {foo}
    // CHECK: gpu.launch async [%t3] blocks
    %t4 = gpu.launch async [%t3] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.terminator
    }
    // CHECK: gpu.dealloc async [%{{.*}}] %d1 : memref<?xf32>
    %t5 = gpu.dealloc async [%t4] %d1 : memref<?xf32>
    // CHECK: gpu.dealloc %d : memref<?xf32>
    gpu.dealloc %d : memref<?xf32>
    // CHECK: gpu.wait
    gpu.wait
    return
  }
  // CHECK: gpu.module @targets<#gpu.select_object<0 : i64>> [#nvvm.target, #nvvm.target<chip = "sm_90">] attributes {a} {
  gpu.module @targets<#gpu.select_object<0 : i64>> [#nvvm.target, #nvvm.target<chip = "sm_90">] attributes {a} {
  }
}
