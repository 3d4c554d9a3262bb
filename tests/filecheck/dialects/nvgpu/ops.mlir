// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// CHECK-LABEL: func.func @matrices
func.func @matrices(%m: memref<16x72xf16, #gpu.address_space<workgroup>>, %b: vector<2x2xf16>, %c: vector<2x2xf32>, %i: index) -> vector<2x2xf32> {
  // CHECK: %[[A:.*]] = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x72xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  %a = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x72xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  // CHECK: %{{.*}} = nvgpu.mma.sync(%[[A]], %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %d : vector<2x2xf32>
}

// CHECK-LABEL: func.func @other_elements
func.func @other_elements(%a: vector<4x1xf32>, %b: vector<2x1xf32>, %c: vector<2x2xf32>, %x: vector<4x4xi8>, %y: vector<2x4xi8>, %z: vector<2x2xi32>) {
  // CHECK: nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  // CHECK: nvgpu.mma.sync(%x, %y, %z) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  %e = nvgpu.mma.sync (%x, %y, %z) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return
}

// CHECK-LABEL: func.func @copies
func.func @copies(%from: memref<128x64xf16>, %to: memref<16x72xf16, #gpu.address_space<workgroup>>, %i: index) {
  // CHECK: %[[T:.*]] = nvgpu.device_async_copy %from[%i, %i], %to[%i, %i], 8 {bypassL1} : memref<128x64xf16> to memref<16x72xf16, #gpu.address_space<workgroup>>
  %t = nvgpu.device_async_copy %from[%i, %i], %to[%i, %i], 8 {bypassL1} : memref<128x64xf16> to memref<16x72xf16, #gpu.address_space<workgroup>>
  // CHECK: %{{.*}} = nvgpu.device_async_copy %from[%i, %i], %to[%i, %i], 4, %i : memref<128x64xf16> to memref<16x72xf16, #gpu.address_space<workgroup>>
  %u = nvgpu.device_async_copy %from[%i, %i], %to[%i, %i], 4, %i : memref<128x64xf16> to memref<16x72xf16, #gpu.address_space<workgroup>>
  // CHECK: %[[G:.*]] = nvgpu.device_async_create_group %[[T]]
  %g = nvgpu.device_async_create_group %t
  // CHECK: nvgpu.device_async_create_group
  %h = nvgpu.device_async_create_group
  // CHECK: nvgpu.device_async_wait %[[G]] {numGroups = 1 : i32}
  nvgpu.device_async_wait %g {numGroups = 1 : i32}
  // CHECK: nvgpu.device_async_wait %[[G]]{{$}}
  nvgpu.device_async_wait %g
  return
}
