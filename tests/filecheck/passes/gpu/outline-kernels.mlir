// RUN: dlc-opt %s --gpu-outline-kernels | filecheck %s

// CHECK: module attributes {gpu.container_module} {
// CHECK: gpu.module @kernels {

// The kernel takes what it uses from outside, makes constants itself, and knows what is constant of its sizes.
// CHECK: gpu.func @scale_kernel(%x: f32, %m: memref<?xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
// CHECK:   %[[B:.*]] = gpu.block_id x
// CHECK:   %[[T:.*]] = gpu.thread_id x
// CHECK:   %[[S:.*]] = gpu.block_dim x
// CHECK:   %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK:   %[[P:.*]] = arith.muli %[[B]], %[[S]]
// CHECK:   arith.mulf %x, %[[TWO]]
// CHECK:   gpu.return
func.func @scale(%m: memref<?xf32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %two = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %p = arith.muli %bx, %sx : index
    %i = arith.addi %p, %tx : index
    %y = arith.mulf %x, %two : f32
    memref.store %y, %m[%i] : memref<?xf32>
    gpu.terminator
  }
  return
}

// A buffer of the block stays one; only what cannot be any other memory is marked.
// CHECK: gpu.func @g(%[[A:.*]]: memref<4xf32> {llvm.noalias}, %[[M:.*]]: memref<4xf32>, %[[N:.*]]: memref<4xf32>) workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) kernel
func.func @named(%m: memref<4xf32>, %n: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) module(@kernels) function(@g)
             workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>) {
    %x = memref.load %a[%tx] : memref<4xf32>
    memref.store %x, %w[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
    %y = memref.load %m[%tx] : memref<4xf32>
    memref.store %y, %n[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// What the host has by name is handed to the kernel.
// CHECK: gpu.func @of_global_kernel(%[[G:.*]]: memref<4xf32>, %{{.*}}: memref<4xf32>) kernel
// CHECK:   memref.load %[[G]]
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @of_global(%m: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %g = memref.get_global @table : memref<4xf32>
    %x = memref.load %g[%tx] : memref<4xf32>
    memref.store %x, %m[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// Two launches that run the same have one kernel; the third one is launched with other sizes.
// CHECK:     gpu.func @alike_kernel(
// CHECK:     gpu.func @alike_kernel_0(
// CHECK-NOT: gpu.func
func.func @alike(%m: memref<4xf32>, %n: memref<4xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx] : memref<4xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    memref.store %x, %n[%tx] : memref<4xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %x, %n[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @scale
//       CHECK:   gpu.launch_func @kernels::@scale_kernel blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1) args(%x : f32, %m : memref<?xf32>)
// CHECK-LABEL: func.func @named
//       CHECK:   gpu.launch_func @kernels::@g blocks in
// CHECK-LABEL: func.func @of_global
//       CHECK:   %[[T:.*]] = memref.get_global @table
//       CHECK:   gpu.launch_func @kernels::@of_global_kernel {{.*}} args(%[[T]] : memref<4xf32>, %m : memref<4xf32>)
// CHECK-LABEL: func.func @alike
//       CHECK:   gpu.launch_func @kernels::@alike_kernel blocks in {{.*}} args(%x : f32, %m : memref<4xf32>)
//       CHECK:   gpu.launch_func @kernels::@alike_kernel blocks in {{.*}} args(%x : f32, %n : memref<4xf32>)
//       CHECK:   gpu.launch_func @kernels::@alike_kernel_0 blocks in

// The kernels of a module inside are in that module, where their names are looked up.
// CHECK-LABEL: module @inside attributes {gpu.container_module} {
//       CHECK:   gpu.module @kernels {
//       CHECK:     gpu.func @fill_kernel
//       CHECK:   func.func @fill
//       CHECK:     gpu.launch_func @kernels::@fill_kernel blocks in
module @inside {
  func.func @fill(%m: memref<4xf32>, %x: f32) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
      memref.store %x, %m[%tx] : memref<4xf32>
      gpu.terminator
    }
    return
  }
}
