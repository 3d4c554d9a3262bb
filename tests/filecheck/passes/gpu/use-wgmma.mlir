// RUN: dlc-opt %s --gpu-use-wgmma="loops=i,j,k skew=2,1" --canonicalize | filecheck %s

// CHECK-DAG: #[[WARPGROUP:.*]] = affine_map<(d0) -> ((d0 floordiv 4) * 64)>

// The rows of both operands are along the sums: chunks of 8 of them are at one distance, with two and one rows more.
// CHECK-LABEL: func.func @by_sums
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.alloc() : memref<4x130x8xf16, #gpu.address_space<workgroup>>
// CHECK: %[[B:.*]] = memref.alloc() : memref<4x17x8xf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.fence.proxy
// CHECK: loop.parallel (%warp_row, %row, %pair) = (0, 0, 0) to (8, 8, 4) {
// CHECK: %[[LEFT:.*]] = vector.from_elements
// CHECK: %[[RIGHT:.*]] = vector.from_elements
// CHECK: %[[SUMS:.*]] = nvgpu.warpgroup.fence %[[LEFT]], %[[RIGHT]]
// CHECK: %[[ROW:.*]] = loop.apply #[[WARPGROUP]](%warp_row)
// CHECK: %[[HALF:.*]] = nvgpu.warpgroup.mma_async %[[SUMS]], %[[A]][%[[C0]], %[[ROW]], %[[C0]]], %[[B]][%[[C0]], %[[C0]], %[[C0]]] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x16xf32>>
// CHECK: %[[WHOLE:.*]] = nvgpu.warpgroup.mma_async %[[HALF]], %[[A]][%c2, %{{.*}}, %[[C0]]], %[[B]][%c2, %[[C0]], %[[C0]]]
// CHECK: %[[DONE:.*]]:2 = nvgpu.warpgroup.wait %[[WHOLE]]
// CHECK: vector.extract %[[DONE]]#0[0, 0] : f32 from vector<2x2xf32>
// CHECK: } {mapping = [#gpu.thread<x>
func.func @by_sums(%c: memref<128x16xf32>) {
  %a = memref.alloc() : memref<128x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 128 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<128x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<128x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<128x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<128x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
  return
}

// The rows of both are across the sums, so that chunks are too, and more of the sum is some rows further.
// CHECK-LABEL: func.func @across
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.alloc() : memref<8x34x8xbf16, #gpu.address_space<workgroup>>
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x33x8xbf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.warpgroup.mma_async %{{.*}}, %[[A]][%[[C0]], %[[C0]], %[[C0]]], %[[B]][%[[C0]], %[[C0]], %[[C0]]] {transposeA, transposeB}
// CHECK: nvgpu.warpgroup.mma_async %{{.*}}, %[[A]][%[[C0]], %c16, %[[C0]]], %[[B]][%[[C0]], %c16, %[[C0]]] {transposeA, transposeB}
func.func @across(%c: memref<64x16xf32>) {
  %a = memref.alloc() : memref<32x64xbf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<32x16xbf16, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%k, %i] : memref<32x64xbf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x16xbf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : bf16 to f32
        %yw = arith.extf %y : bf16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<32x64xbf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<32x16xbf16, #gpu.address_space<workgroup>>
  return
}

// What else accesses a buffer accesses chunks.
// CHECK-LABEL: func.func @accesses
// CHECK: nvgpu.device_async_copy %from[%n, %n], %{{.*}}[%[[CHUNK:.*]], %n, %[[PLACE:.*]]], 8
// CHECK: loop.store %{{.*}}, %{{.*}}[symbol(%n) floordiv 8, 1, symbol(%n) mod 8] : memref<4x66x8xf16
// CHECK: loop.vector_store %{{.*}}, %{{.*}}[3, symbol(%n), 0] : memref<4x17x8xf16
func.func @accesses(%c: memref<64x16xf32>, %from: memref<64x32xf16>, %n: index, %h: f16, %v: vector<4xf16>) {
  %a = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
  %token = nvgpu.device_async_copy %from[%n, %n], %a[%n, %n], 8 : memref<64x32xf16> to memref<64x32xf16, #gpu.address_space<workgroup>>
  loop.store %h, %a[1, symbol(%n)] : memref<64x32xf16, #gpu.address_space<workgroup>>
  loop.vector_store %v, %b[symbol(%n), 24] : memref<16x32xf16, #gpu.address_space<workgroup>>, vector<4xf16>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<64x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x32xf16, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<16x32xf16, #gpu.address_space<workgroup>>
  return
}

// Chunks have 16 elements of f8, and one product has 32 terms. Products are summed apart, and then added to the sums.
// CHECK-LABEL: func.func @f8
// CHECK: %[[A:.*]] = memref.alloc() : memref<4x66x16xf8E5M2, #gpu.address_space<workgroup>>
// CHECK: %[[B:.*]] = memref.alloc() : memref<4x9x16xf8E5M2, #gpu.address_space<workgroup>>
// CHECK: %[[SUMS:.*]] = vector.from_elements
// CHECK: nvgpu.warpgroup.fence %cst : vector<2x2xf32>
// CHECK: %[[HALF:.*]] = nvgpu.warpgroup.mma_async
// CHECK: nvgpu.warpgroup.mma_async %[[HALF]], %[[A]][%c2, %{{.*}}, %{{.*}}], %[[B]][%c2, %{{.*}}, %{{.*}}]
// CHECK-NOT: nvgpu.warpgroup.mma_async
// CHECK: %[[PART:.*]] = nvgpu.warpgroup.wait
// CHECK: arith.addf %[[SUMS]], %[[PART]] : vector<2x2xf32>
func.func @f8(%c: memref<64x8xf32>) {
  %a = memref.alloc() : memref<64x64xf8E5M2, #gpu.address_space<workgroup>>
  %b = memref.alloc() : memref<8x64xf8E5M2, #gpu.address_space<workgroup>>
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<64x8xf32>
      %1 = loop.for %k = 0 to 64 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<64x64xf8E5M2, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<8x64xf8E5M2, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f8E5M2 to f32
        %yw = arith.extf %y : f8E5M2 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<64x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  memref.dealloc %a : memref<64x64xf8E5M2, #gpu.address_space<workgroup>>
  memref.dealloc %b : memref<8x64xf8E5M2, #gpu.address_space<workgroup>>
  return
}
