// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @indices(%m: memref<16x72xf16, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.ldmatrix' op expected 2 indices, but got 1 [ldmatrix_c1]}}
  %a = nvgpu.ldmatrix %m[%i] {numTiles = 4 : i32, transpose = false} : memref<16x72xf16, 3> -> vector<4x2xf16>
  return
}

// -----

func.func @matrices(%m: memref<16x72xf16, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.ldmatrix' op expected 1, 2 or 4 matrices, but got '3' [ldmatrix_c2]}}
  %a = nvgpu.ldmatrix %m[%i, %i] {numTiles = 3 : i32, transpose = false} : memref<16x72xf16, 3> -> vector<3x2xf16>
  return
}

// -----

func.func @fragment(%m: memref<16x72xf16, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.ldmatrix' op expected a result of type 'vector<4x2xf16>', but got 'vector<2x4xf16>' [ldmatrix_c3]}}
  %a = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x72xf16, 3> -> vector<2x4xf16>
  return
}

// -----

func.func @transposed(%m: memref<16x72xi8, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.ldmatrix' op expected elements of 16 bits to transpose, but got 'i8' [ldmatrix_c4]}}
  %a = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<16x72xi8, 3> -> vector<4x4xi8>
  return
}

// -----

func.func @shape(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) {
  // expected-error @+1 {{'nvgpu.mma.sync' op expected m of 8 or 16, n of 8 and k of a multiple of 8, but got [16, 16, 16] [mma_sync_c1]}}
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 16, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @fragments(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) {
  // expected-error @+1 {{'nvgpu.mma.sync' op expected operands of types 'vector<2x2xf16>', 'vector<1x2xf16>', 'vector<2x2xf32>', but got 'vector<4x2xf16>', 'vector<2x2xf16>', 'vector<2x2xf32>' [mma_sync_c2]}}
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @sums(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>, %c: vector<2x2xbf16>) {
  // expected-error @+1 {{'nvgpu.mma.sync' op cannot sum products of 'bf16' as 'bf16' [mma_sync_c3]}}
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xbf16>) -> vector<2x2xbf16>
  return
}

// -----

func.func @elements(%a: vector<4x2xf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf32>) {
  // expected-error @+1 {{'nvgpu.mma.sync' op cannot sum products of 'f16' and 'bf16' as 'f32' [mma_sync_c3]}}
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @tf32(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) {
  // expected-error @+1 {{'nvgpu.mma.sync' op expected 'tf32Enabled' for elements of type 'f32' only, but got 'f16' [mma_sync_c4]}}
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @copy_indices(%from: memref<64xf16>, %to: memref<64xf16, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.device_async_copy' op expected 1 indices, but got 2 [device_async_copy_c1]}}
  %t = nvgpu.device_async_copy %from[%i, %i], %to[%i], 8 : memref<64xf16> to memref<64xf16, 3>
  return
}

// -----

func.func @copy_elements(%from: memref<64xf16>, %to: memref<64xbf16, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.device_async_copy' op expected elements of type 'f16', but got 'bf16' [device_async_copy_c2]}}
  %t = nvgpu.device_async_copy %from[%i], %to[%i], 8 : memref<64xf16> to memref<64xbf16, 3>
  return
}

// -----

func.func @copy_size(%from: memref<64xf16>, %to: memref<64xf16, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.device_async_copy' op expected to copy 4, 8 or 16 bytes, but got 1 elements of type 'f16' [device_async_copy_c3]}}
  %t = nvgpu.device_async_copy %from[%i], %to[%i], 1 : memref<64xf16> to memref<64xf16, 3>
  return
}

// -----

func.func @copy_past_l1(%from: memref<64xf16>, %to: memref<64xf16, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.device_async_copy' op expected to copy 16 bytes, but got 4 elements of type 'f16' [device_async_copy_c3]}}
  %t = nvgpu.device_async_copy %from[%i], %to[%i], 4 {bypassL1} : memref<64xf16> to memref<64xf16, 3>
  return
}

// -----

func.func @group(%x: f32) {
  // expected-error @+1 {{'nvgpu.device_async_create_group' op operand #0 must be variadic of device async token type, but got 'f32'}}
  %g = "nvgpu.device_async_create_group"(%x) : (f32) -> !nvgpu.device.async.token
  return
}

// -----

func.func @wait() {
  %g = nvgpu.device_async_create_group
  // expected-error @+1 {{'nvgpu.device_async_wait' op expected a number of groups, but got '-1' [device_async_wait_c1]}}
  nvgpu.device_async_wait %g {numGroups = -1 : i32}
  return
}

// -----

// expected-error @+1 {{expected 64 rows of 'f32' or 'i32', and a multiple of 8 columns up to 256, but got 'vector<64x12xf32>'}}
func.func private @columns(!nvgpu.warpgroup.accumulator<fragmented = vector<64x12xf32>>)

// -----

func.func @fence(%x: vector<2x2xf32>) {
  // expected-error @+1 {{'nvgpu.warpgroup.fence' op expected 2 fragments of type 'vector<2x2xf32>', but got 'vector<2x2xf32>' [warpgroup_fence_c1]}}
  %acc = nvgpu.warpgroup.fence %x : vector<2x2xf32> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>
  return
}

// -----

func.func @wait(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>) {
  // expected-error @+1 {{'nvgpu.warpgroup.wait' op expected 1 fragments of type 'vector<2x2xf32>', but got 'vector<4xf32>' [warpgroup_wait_c1]}}
  %x = nvgpu.warpgroup.wait %acc : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>> -> vector<4xf32>
  return
}

// -----

func.func @indices(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %a: memref<2x64x8xf16>, %i: index) {
  // expected-error @+1 {{'nvgpu.warpgroup.mma_async' op expected 3 indices or more for 'memref<2x64x8xf16>', but got 2 [warpgroup_mma_c1]}}
  %x = nvgpu.warpgroup.mma_async %acc, %a[%i, %i], %a[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x8xf16>, memref<2x64x8xf16>
  return
}

// -----

func.func @chunks(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %a: memref<2x64x16xf16>, %b: memref<2x64x8xf16>, %i: index) {
  // expected-error @+1 {{'nvgpu.warpgroup.mma_async' op expected static rows of chunks of 8, but got 'memref<2x64x16xf16>' [warpgroup_mma_c2]}}
  %x = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %b[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x16xf16>, memref<2x64x8xf16>
  return
}

// -----

func.func @elements(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %a: memref<2x64x8xf16>, %b: memref<2x64x8xbf16>, %i: index) {
  // expected-error @+1 {{'nvgpu.warpgroup.mma_async' op cannot multiply elements of types 'f16', 'bf16' [warpgroup_mma_c2]}}
  %x = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %b[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x8xf16>, memref<2x64x8xbf16>
  return
}

// -----

func.func @proxy(%x: f32) {
  // expected-error @+1 {{'nvgpu.fence.proxy' op requires zero operands, but found 1}}
  "nvgpu.fence.proxy"(%x) : (f32) -> ()
  return
}

// -----

// expected-error @+1 {{expected 8, 24 or a multiple of 16 columns of 'i32', but got 'vector<64x40xi32>'}}
func.func private @integer_columns(!nvgpu.warpgroup.accumulator<fragmented = vector<64x40xi32>>)

// -----

func.func @chunks_of_bytes(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>>, %a: memref<2x64x8xi8>, %i: index) {
  // expected-error @+2 {{'nvgpu.warpgroup.mma_async' op expected static rows of chunks of 16, but got 'memref<2x64x8xi8>' [warpgroup_mma_c2]}}
  // expected-error @+1 {{'nvgpu.warpgroup.mma_async' op expected static rows of chunks of 16, but got 'memref<2x64x8xi8>' [warpgroup_mma_c2]}}
  %x = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %a[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>>, memref<2x64x8xi8>, memref<2x64x8xi8>
  return
}

// -----

func.func @sums_of_bytes(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %a: memref<2x64x16xi8>, %i: index) {
  // expected-error @+1 {{'nvgpu.warpgroup.mma_async' op expected sums of 'i8' in 'i32', but got 'f32' [warpgroup_mma_c3]}}
  %x = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %a[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x16xi8>, memref<2x64x16xi8>
  return
}

// -----

func.func @transposed_f32(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %a: memref<2x64x4xf32>, %i: index) {
  // expected-error @+1 {{'nvgpu.warpgroup.mma_async' op expected elements of 16 bits to transpose, but got 'f32' [warpgroup_mma_c4]}}
  %x = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %a[%i, %i, %i] {transposeB} : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<2x64x4xf32>, memref<2x64x4xf32>
  return
}

// -----

func.func @swizzled_lengthened_chunks(%acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, %a: memref<8x65x8xf16>, %i: index) {
  // expected-error @+1 {{'nvgpu.warpgroup.mma_async' op expected a swizzle that fits 'memref<8x65x8xf16>', but got '8' [warpgroup_mma_c5]}}
  %x = nvgpu.warpgroup.mma_async %acc, %a[%i, %i, %i], %a[%i, %i, %i] {swizzleB = 8 : i32} : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>>, memref<8x65x8xf16>, memref<8x65x8xf16>
  return
}

// -----

func.func @quad_pairs(%a: vector<4xf16>, %b: vector<2x2xf16>, %c: vector<8xf32>) {
  // expected-error @+1 {{'nvgpu.mma.quad_pairs' op expected operands of types 'vector<4xf16>', 'vector<4xf16>', 'vector<8xf32>', but got 'vector<4xf16>', 'vector<2x2xf16>', 'vector<8xf32>' [mma_quad_pairs_c1]}}
  %d = nvgpu.mma.quad_pairs (%a, %b, %c) : (vector<4xf16>, vector<2x2xf16>, vector<8xf32>) -> vector<8xf32>
  return
}
