// RUN: dlc-opt %s --gpu-use-mma="loops=i,j,k tile=16,8" --canonicalize | filecheck %s

// CHECK-DAG: #map = affine_map<(d0, d1) -> ((d0 * 4 + d1) mod 16)>
// CHECK-DAG: #map1 = affine_map<(d0, d1, d2) -> (d2 + ((d0 * 4 + d1) floordiv 16) * 8)>

// The first operand lies row by row, and the second one too, so that its matrices are transposed as they are loaded.
// CHECK-LABEL: func.func @product
func.func @product(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  // CHECK: loop.parallel (%row, %pair) = (0, 0) to (8, 4) {
  // CHECK: %[[SUMS:.*]] = vector.from_elements %{{.*}} : vector<2x2xf32>
  // CHECK: %[[TOTAL:.*]] = loop.for %k = 0 to 32 step 16 iter_args(%[[C:.*]] = %[[SUMS]]) -> (vector<2x2xf32>) {
  // CHECK: %[[R:.*]] = loop.apply #map(%row, %pair)
  // CHECK: %[[P:.*]] = loop.apply #map1(%row, %pair, %k)
  // CHECK: %[[A:.*]] = nvgpu.ldmatrix %a[%[[R]], %[[P]]] {numTiles = 4 : i32, transpose = false} : memref<16x32xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  // CHECK: %[[B:.*]] = nvgpu.ldmatrix %b[%{{.*}}, %{{.*}}] {numTiles = 2 : i32, transpose = true} : memref<32x8xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
  // CHECK: %[[D:.*]] = nvgpu.mma.sync(%[[A]], %[[B]], %[[C]]) {mmaShape = [16, 8, 16]}
  // CHECK: loop.yield %[[D]] : vector<2x2xf32>
  // CHECK: } {loop.name = "k"}
  // CHECK: %[[X:.*]] = vector.extract %[[TOTAL]][1, 1] : f32 from vector<2x2xf32>
  // CHECK: loop.store %[[X]], %c[%row + 8, %pair * 2 + 1] : memref<16x8xf32>
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x8xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// Tensor cores keep few bits of sums of f8, so that each product is added to the sums in f32. Its formats may differ.
// CHECK-LABEL: func.func @f8
// CHECK: loop.for %k = 0 to 64 step 32 iter_args(%[[C:.*]] = %{{.*}}) -> (vector<2x2xf32>) {
// CHECK: %[[A:.*]] = nvgpu.ldmatrix %a{{.*}} -> vector<4x4xf8E4M3FN>
// CHECK: %[[B:.*]] = nvgpu.ldmatrix %b{{.*}} -> vector<2x4xf8E5M2>
// CHECK: %[[D:.*]] = nvgpu.mma.sync(%[[A]], %[[B]], %cst) {mmaShape = [16, 8, 32]}
// CHECK: %[[T:.*]] = arith.addf %[[C]], %[[D]] : vector<2x2xf32>
// CHECK: loop.yield %[[T]] : vector<2x2xf32>
func.func @f8(%a: memref<16x64xf8E4M3FN, #gpu.address_space<workgroup>>, %b: memref<8x64xf8E5M2, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xf32>
      %1 = loop.for %k = 0 to 64 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x64xf8E4M3FN, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<8x64xf8E5M2, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f8E4M3FN to f32
        %yw = arith.extf %y : f8E5M2 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
