// RUN: dlc-opt %s --gpu-async-copies="loops=i width=4" --gpu-pipeline-copies="loops=k stages=3" --canonicalize | filecheck %s

// Copies for two iterations are under way before the loop begins, and each iteration begins those for the next but one.
// CHECK-DAG: #[[LATER:.*]] = affine_set<(d0) : (-d0 + 31 >= 0)>
// CHECK-LABEL: func.func @three_stages
func.func @three_stages(%a: memref<64xf32>, %out: memref<64xf32> {llvm.noalias}) {
  // CHECK: %[[W:.*]] = memref.alloc() : memref<3x16xf32, #gpu.address_space<workgroup>>
  %w = memref.alloc() : memref<16xf32, #gpu.address_space<workgroup>>
  // CHECK: nvgpu.device_async_copy %a[%{{.*}}], %[[W]][%c0, %{{.*}}], 4 {bypassL1}
  // CHECK: nvgpu.device_async_create_group
  // CHECK: nvgpu.device_async_copy %a[%{{.*}}], %[[W]][%c1, %{{.*}}], 4 {bypassL1}
  // CHECK: %[[G:.*]] = nvgpu.device_async_create_group
  // CHECK: loop.for %k = 0 to 64 step 16 {
  // CHECK-NEXT: nvgpu.device_async_wait %[[G]] {numGroups = 1 : i32}
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: loop.if #[[LATER]](%k) {
  // CHECK: nvgpu.device_async_copy %a[%{{.*}}], %[[W]][%{{.*}}, %{{.*}}], 4 {bypassL1}
  // CHECK: }
  // CHECK-NEXT: }
  // CHECK-NEXT: nvgpu.device_async_create_group
  // CHECK-NOT: nvgpu.device_async_wait
  // CHECK: loop.load %[[W]][(%k floordiv 16) mod 3, %j] : memref<3x16xf32, #gpu.address_space<workgroup>>
  loop.for %k = 0 to 64 step 16 {
    loop.for %i = 0 to 16 {
      %x = loop.load %a[%k + %i] : memref<64xf32>
      loop.store %x, %w[%i] : memref<16xf32, #gpu.address_space<workgroup>>
    } {loop.name = "i"}
    loop.for %j = 0 to 16 {
      %x = loop.load %w[%j] : memref<16xf32, #gpu.address_space<workgroup>>
      loop.store %x, %out[%k + %j] : memref<64xf32>
    } {loop.name = "j"}
  } {loop.name = "k"}
  memref.dealloc %w : memref<16xf32, #gpu.address_space<workgroup>>
  return
}
