// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// Ops that MLIR does not have: its own for warpgroups describe operands by maps for TMA.

// CHECK-LABEL: func.func @warpgroups
func.func @warpgroups(%a: memref<4x65x8xf16, #gpu.address_space<workgroup>>, %b: memref<3x2x17x8xf16, #gpu.address_space<workgroup>>, %x: vector<2x2xf32>, %i: index) -> vector<2x2xf32> {
  // CHECK: nvgpu.fence.proxy
  nvgpu.fence.proxy
  // CHECK: %[[ACC:.*]] = nvgpu.warpgroup.fence %x, %x : vector<2x2xf32>, vector<2x2xf32> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>
  %acc = nvgpu.warpgroup.fence %x, %x : vector<2x2xf32>, vector<2x2xf32> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>
  // CHECK: %[[SUM:.*]] = nvgpu.warpgroup.mma_async %[[ACC]], %a[%i, %i, %i], %b[%i, %i, %i, %i] {transposeB} : !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>, memref<4x65x8xf16, #gpu.address_space<workgroup>>, memref<3x2x17x8xf16, #gpu.address_space<workgroup>>
  %sum = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %b[%i, %i, %i, %i] {transposeB} : !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>, memref<4x65x8xf16, #gpu.address_space<workgroup>>, memref<3x2x17x8xf16, #gpu.address_space<workgroup>>
  // CHECK: %{{.*}}:2 = nvgpu.warpgroup.wait %[[SUM]] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>> -> vector<2x2xf32>, vector<2x2xf32>
  %y:2 = nvgpu.warpgroup.wait %sum : !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>> -> vector<2x2xf32>, vector<2x2xf32>
  return %y#1 : vector<2x2xf32>
}

// CHECK-LABEL: func.func @other_elements
func.func @other_elements(%a: memref<2x64x16xi8>, %b: memref<2x64x16xf8E4M3FN>, %e: memref<2x64x16xf8E5M2>, %c: memref<2x64x4xf32>, %x: vector<2x2xi32>, %acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %i: index) {
  // CHECK: nvgpu.warpgroup.fence %x : vector<2x2xi32> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>>
  %sums = nvgpu.warpgroup.fence %x : vector<2x2xi32> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>>
  // CHECK: nvgpu.warpgroup.mma_async {{.*}} memref<2x64x16xi8>, memref<2x64x16xi8>
  %0 = nvgpu.warpgroup.mma_async %sums, %a[%i, %i, %i], %a[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>>, memref<2x64x16xi8>, memref<2x64x16xi8>
  // CHECK: nvgpu.warpgroup.mma_async {{.*}} memref<2x64x16xf8E4M3FN>, memref<2x64x16xf8E5M2>
  %1 = nvgpu.warpgroup.mma_async %acc, %b[%i, %i, %i], %e[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x16xf8E4M3FN>, memref<2x64x16xf8E5M2>
  // CHECK: nvgpu.warpgroup.mma_async {{.*}} memref<2x64x4xf32>, memref<2x64x4xf32>
  %2 = nvgpu.warpgroup.mma_async %1, %c[%i, %i, %i], %c[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x4xf32>, memref<2x64x4xf32>
  return
}

// CHECK-LABEL: func.func @swizzled
func.func @swizzled(%a: memref<8x64x8xf16>, %acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %i: index) {
  // CHECK: nvgpu.warpgroup.mma_async {{.*}} {swizzleA = 8 : i32, swizzleB = 2 : i32, transposeB}
  %0 = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %a[%i, %i, %i] {swizzleA = 8 : i32, swizzleB = 2 : i32, transposeB} : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<8x64x8xf16>, memref<8x64x8xf16>
  return
}
