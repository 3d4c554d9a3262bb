// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// Ops that MLIR does not have: its own for tiles and barriers have types for these.

// CHECK-LABEL: func.func @tiles
func.func @tiles(%a: memref<64x40x32xf16>, %to: memref<2x4x64x8xf16, #gpu.address_space<workgroup>>, %full: memref<2xi64, #gpu.address_space<workgroup>>, %i: index) {
  // CHECK: nvgpu.barrier.init %full[%i] {arrivals = 1 : i32} : memref<2xi64, #gpu.address_space<workgroup>>
  nvgpu.barrier.init %full[%i] {arrivals = 1 : i32} : memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: nvgpu.barrier.arrive_expect %full[%i] {bytes = 4096 : i32} : memref<2xi64, #gpu.address_space<workgroup>>
  nvgpu.barrier.arrive_expect %full[%i] {bytes = 4096 : i32} : memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: nvgpu.tile_copy %a[%i, %i, %i], %to[%i, %i, %i, %i], %full[%i] {rows = 0 : index} : memref<64x40x32xf16> to memref<2x4x64x8xf16, #gpu.address_space<workgroup>>, memref<2xi64, #gpu.address_space<workgroup>>
  nvgpu.tile_copy %a[%i, %i, %i], %to[%i, %i, %i, %i], %full[%i] {rows = 0 : index} : memref<64x40x32xf16> to memref<2x4x64x8xf16, #gpu.address_space<workgroup>>, memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: nvgpu.tile_copy %a[%i, %i, %i], %to[%i, %i, %i, %i], %full[%i] {rows = 0 : index, swizzle = 4 : i32} :
  nvgpu.tile_copy %a[%i, %i, %i], %to[%i, %i, %i, %i], %full[%i] {rows = 0 : index, swizzle = 4 : i32} : memref<64x40x32xf16> to memref<2x4x64x8xf16, #gpu.address_space<workgroup>>, memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: nvgpu.barrier.wait %full[%i], %i : memref<2xi64, #gpu.address_space<workgroup>>
  nvgpu.barrier.wait %full[%i], %i : memref<2xi64, #gpu.address_space<workgroup>>
  return
}
