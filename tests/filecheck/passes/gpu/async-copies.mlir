// RUN: dlc-opt %s --gpu-async-copies="loops=i,k width=8" | filecheck %s

// CHECK-LABEL: func.func @rows
func.func @rows(%a: memref<64x64xf16>, %w: memref<16x40xf16, #gpu.address_space<workgroup>> {llvm.noalias}, %t: index) {
  // CHECK: loop.parallel (%i, %k) = (0, 0) to (16, 32) step (1, 8) {
  // CHECK: %{{.*}} = nvgpu.device_async_copy %a[%{{.*}}, %{{.*}}], %w[%{{.*}}, %{{.*}}], 8 {bypassL1} : memref<64x64xf16> to memref<16x40xf16, #gpu.address_space<workgroup>>
  // CHECK: } {loop.names = ["i", "k"], mapping = [#gpu.thread<x>, #gpu.thread<x>]}
  // CHECK: %[[G:.*]] = nvgpu.device_async_create_group
  // CHECK: nvgpu.device_async_wait %[[G]]
  loop.for %i = 0 to 16 {
    loop.for %k = 0 to 32 {
      %x = loop.load %a[%i + 16, %k + 8] : memref<64x64xf16>
      loop.store %x, %w[%i, %k] : memref<16x40xf16, #gpu.address_space<workgroup>>
    } {loop.name = "k"}
  } {loop.name = "i"}
  return
}

// Eight elements are all there, or none is: the others are filled up by the thread itself.
// CHECK-LABEL: func.func @filled_up
func.func @filled_up(%a: memref<64x24xf16>, %w: memref<16x40xf16, #gpu.address_space<workgroup>> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f16
  // CHECK: loop.if
  // CHECK: nvgpu.device_async_copy
  // CHECK: else
  // CHECK: %[[Z:.*]] = arith.constant dense<0.000000e+00> : vector<8xf16>
  // CHECK: loop.vector_store %[[Z]], %w[%i, %k] : memref<16x40xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  loop.for %i = 0 to 16 {
    loop.for %k = 0 to 32 {
      loop.if affine_set<(d0) : (-d0 + 23 >= 0)>(%k) {
        %x = loop.load %a[%i, %k] : memref<64x24xf16>
        loop.store %x, %w[%i, %k] : memref<16x40xf16, #gpu.address_space<workgroup>>
      } else {
        loop.store %zero, %w[%i, %k] : memref<16x40xf16, #gpu.address_space<workgroup>>
      }
    } {loop.name = "k"}
  } {loop.name = "i"}
  return
}

// The last row is copied again where there are no more.
// CHECK-LABEL: func.func @last_row
func.func @last_row(%a: memref<?x32xf16>, %w: memref<16x40xf16, #gpu.address_space<workgroup>> {llvm.noalias}, %last: index) {
  // CHECK: loop.parallel (%i, %k) = (0, 0) to (16, 32) step (1, 8) {
  // CHECK-NEXT: %[[ROW:.*]] = arith.minsi %i, %last : index
  // CHECK: nvgpu.device_async_copy %a[%[[ROW]], %k], %w[%{{.*}}, %{{.*}}], 8 {bypassL1}
  loop.for %i = 0 to 16 {
    loop.for %k = 0 to 32 {
      %row = arith.minsi %i, %last : index
      %x = memref.load %a[%row, %k] : memref<?x32xf16>
      loop.store %x, %w[%i, %k] : memref<16x40xf16, #gpu.address_space<workgroup>>
    } {loop.name = "k"}
  } {loop.name = "i"}
  return
}
