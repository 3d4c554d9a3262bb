// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @barrier_type(%b: memref<2xi32, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.barrier.init' op expected 1 indices of barriers of type 'i64', but got 1 of 'memref<2xi32, 3>' [barrier_init_c1]}}
  nvgpu.barrier.init %b[%i] {arrivals = 1 : i32} : memref<2xi32, 3>
  return
}

// -----

func.func @no_arrivals(%b: memref<2xi64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.barrier.init' op expected 1 to 1048575 threads, but got '0' [barrier_init_c2]}}
  nvgpu.barrier.init %b[%i] {arrivals = 0 : i32} : memref<2xi64, 3>
  return
}

// -----

func.func @arrive_indices(%b: memref<2xi64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.barrier.arrive_expect' op expected 1 indices of barriers of type 'i64', but got 0 of 'memref<2xi64, 3>' [barrier_arrive_expect_c1]}}
  nvgpu.barrier.arrive_expect %b[] {bytes = 16 : i32} : memref<2xi64, 3>
  return
}

// -----

func.func @many_bytes(%b: memref<2xi64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.barrier.arrive_expect' op expected 1 to 1048575 bytes, but got '1048576' [barrier_arrive_expect_c2]}}
  nvgpu.barrier.arrive_expect %b[%i] {bytes = 1048576 : i32} : memref<2xi64, 3>
  return
}

// -----

func.func @wait_indices(%b: memref<2xi64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.barrier.wait' op expected 1 indices of barriers of type 'i64', but got 2 of 'memref<2xi64, 3>' [barrier_wait_c1]}}
  nvgpu.barrier.wait %b[%i, %i], %i : memref<2xi64, 3>
  return
}

// -----

func.func @tile_indices(%a: memref<64x64xf16>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected 2 indices, but got 1 [tile_copy_c1]}}
  nvgpu.tile_copy %a[%i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x64xf16> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_elements(%a: memref<64x64xf16>, %t: memref<4x64x8xbf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected elements of one type of 8, 16 or 32 bits, but got 'f16' and 'bf16' [tile_copy_c2]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x64xf16> to memref<4x64x8xbf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_chunk(%a: memref<64x64xf16>, %t: memref<4x64x4xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected chunks of a multiple of 8 rows of 16 bytes, but got 'memref<4x64x4xf16, 3>' [tile_copy_c3]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x64xf16> to memref<4x64x4xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_many_rows(%a: memref<64x64xf16>, %t: memref<4x264x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected chunks of a multiple of 8 rows of 16 bytes, but got 'memref<4x264x8xf16, 3>' [tile_copy_c3]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x64xf16> to memref<4x264x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_odd_rows(%a: memref<64x64xf16>, %t: memref<4x68x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected chunks of a multiple of 8 rows of 16 bytes, but got 'memref<4x68x8xf16, 3>' [tile_copy_c3]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x64xf16> to memref<4x68x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_strides(%a: memref<64x60xf16>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected rows in multiples of 16 bytes, but got dimension 0 of 'memref<64x60xf16>' [tile_copy_c4]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x60xf16> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_last_rows(%a: memref<64x64xf16>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected rows in multiples of 16 bytes, but got dimension 1 of 'memref<64x64xf16>' [tile_copy_c4]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 1 : index} : memref<64x64xf16> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_offset(%a: memref<64x64xf16, strided<[64, 1], offset: 8>>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected rows in multiples of 16 bytes, but got dimension 0 of 'memref<64x64xf16, strided<[64, 1], offset: 8>>' [tile_copy_c4]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x64xf16, strided<[64, 1], offset: 8>> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_unknown(%a: memref<64x?xf16>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected rows in multiples of 16 bytes, but got dimension 0 of 'memref<64x?xf16>' [tile_copy_c4]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64x?xf16> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_nested(%a: memref<8x8x64xf16, strided<[72, 64, 1]>>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected rows in multiples of 16 bytes, but got dimension 0 of 'memref<8x8x64xf16, strided<[72, 64, 1]>>' [tile_copy_c4]}}
  nvgpu.tile_copy %a[%i, %i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<8x8x64xf16, strided<[72, 64, 1]>> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_one_dimension(%a: memref<64xf16>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected rows in multiples of 16 bytes, but got dimension 0 of 'memref<64xf16>' [tile_copy_c4]}}
  nvgpu.tile_copy %a[%i], %t[%i, %i, %i], %b[] {rows = 0 : index} : memref<64xf16> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_barrier(%a: memref<64x64xf16>, %t: memref<4x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected 0 indices of barriers of type 'i64', but got 1 of 'memref<i64, 3>' [tile_copy_c5]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[%i] {rows = 0 : index} : memref<64x64xf16> to memref<4x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_swizzle(%a: memref<64x64xf16>, %t: memref<6x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected a swizzle of 2, 4 or 8 of 6 chunks, but got '4' [tile_copy_c6]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index, swizzle = 4 : i32} : memref<64x64xf16> to memref<6x64x8xf16, 3>, memref<i64, 3>
  return
}

// -----

func.func @tile_no_swizzle(%a: memref<64x64xf16>, %t: memref<6x64x8xf16, 3>, %b: memref<i64, 3>, %i: index) {
  // expected-error @+1 {{'nvgpu.tile_copy' op expected a swizzle of 2, 4 or 8 of 6 chunks, but got '3' [tile_copy_c6]}}
  nvgpu.tile_copy %a[%i, %i], %t[%i, %i, %i], %b[] {rows = 0 : index, swizzle = 3 : i32} : memref<64x64xf16> to memref<6x64x8xf16, 3>, memref<i64, 3>
  return
}
