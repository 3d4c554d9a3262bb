// RUN: dlc-opt %s --loop-prefetch="loops=i distance=4 locality=2" | filecheck %s

// CHECK-LABEL: func.func @what_is_read_four_iterations_later(
//  CHECK-NEXT:   loop.for %i = 0 to 64 step 2 {
//  CHECK-NEXT:     loop.prefetch %m[%i + 8, symbol(%n)], read, locality<2>, data : memref<64x64xf32>
//  CHECK-NEXT:     %0 = loop.load %m[%i, symbol(%n)] : memref<64x64xf32>
//  CHECK-NEXT:     loop.store %0, %b[%i] : memref<64xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_is_read_four_iterations_later(%m: memref<64x64xf32>, %b: memref<64xf32>, %n: index) {
  loop.for %i = 0 to 64 step 2 {
    %0 = loop.load %m[%i, symbol(%n)] : memref<64x64xf32>
    loop.store %0, %b[%i] : memref<64xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @what_is_the_same_is_there_already(
//  CHECK-NEXT:   loop.for %i = 0 to 64 {
//  CHECK-NEXT:     %0 = loop.load %m[3] : memref<64xf32>
//  CHECK-NEXT:     loop.store %0, %b[%i] : memref<64xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_is_the_same_is_there_already(%m: memref<64xf32>, %b: memref<64xf32>) {
  loop.for %i = 0 to 64 {
    %0 = loop.load %m[3] : memref<64xf32>
    loop.store %0, %b[%i] : memref<64xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @a_cache_line_is_prefetched_once(
//  CHECK-NEXT:   %x = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:   %v = arith.constant dense<0.000000e+00> : vector<8xf32>
//  CHECK-NEXT:   %r:2 = loop.for %i = 0 to 8 iter_args(%a = %x, %w = %v) -> (f32, vector<8xf32>) {
//  CHECK-NEXT:     loop.prefetch %m[%i + 4, 1], read, locality<2>, data : memref<8x64xf32>
//  CHECK-NEXT:     %0 = loop.load %m[%i, 1] : memref<8x64xf32>
//  CHECK-NEXT:     %1 = loop.vector_load %m[%i, 8] : memref<8x64xf32>, vector<8xf32>
//  CHECK-NEXT:     loop.prefetch %m[%i + 4, 24], read, locality<2>, data : memref<8x64xf32>
//  CHECK-NEXT:     %2 = loop.vector_load %m[%i, 24] : memref<8x64xf32>, vector<8xf32>
//  CHECK-NEXT:     %3 = arith.addf %1, %2 : vector<8xf32>
//  CHECK-NEXT:     loop.yield %0, %3 : f32, vector<8xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return %r#0, %r#1 : f32, vector<8xf32>
func.func @a_cache_line_is_prefetched_once(%m: memref<8x64xf32>) -> (f32, vector<8xf32>) {
  %x = arith.constant 0.0 : f32
  %v = arith.constant dense<0.0> : vector<8xf32>
  %r:2 = loop.for %i = 0 to 8 iter_args(%a = %x, %w = %v) -> (f32, vector<8xf32>) {
    %0 = loop.load %m[%i, 1] : memref<8x64xf32>
    %1 = loop.vector_load %m[%i, 8] : memref<8x64xf32>, vector<8xf32>
    %2 = loop.vector_load %m[%i, 24] : memref<8x64xf32>, vector<8xf32>
    %3 = arith.addf %1, %2 : vector<8xf32>
    loop.yield %0, %3 : f32, vector<8xf32>
  } {loop.name = "i"}
  return %r#0, %r#1 : f32, vector<8xf32>
}

// CHECK-LABEL: func.func @inner_loops_prefetch_for_the_outer_one(
//  CHECK-NEXT:   loop.for %i = 0 to 64 {
//  CHECK-NEXT:     loop.for %j = 0 to 64 {
//  CHECK-NEXT:       loop.prefetch %m[%i + 4, %j], read, locality<2>, data : memref<64x64xf32>
//  CHECK-NEXT:       %0 = loop.load %m[%i, %j] : memref<64x64xf32>
//  CHECK-NEXT:       loop.store %0, %b[%j] : memref<64xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @inner_loops_prefetch_for_the_outer_one(%m: memref<64x64xf32>, %b: memref<64xf32>) {
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 64 {
      %0 = loop.load %m[%i, %j] : memref<64x64xf32>
      loop.store %0, %b[%j] : memref<64xf32>
    }
  } {loop.name = "i"}
  return
}
