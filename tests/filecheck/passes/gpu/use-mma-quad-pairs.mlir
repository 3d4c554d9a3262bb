// RUN: dlc-opt %s --gpu-describe-machine=arch=sm_70 --gpu-use-mma="loops=i,j,k tile=16,16" --canonicalize | filecheck %s

// The first operand lies along the sums: a thread loads 16 terms of a row. The second one does not: of every fourth term
// a thread loads those of four columns. An op multiplies four terms.
// CHECK-LABEL: func.func @product
// CHECK: loop.parallel (%half, %right, %lower, %second, %odd) = (0, 0, 0, 0, 0) to (2, 2, 2, 2, 2) {
// CHECK: %[[SUMS:.*]] = vector.from_elements %{{.*}} : vector<8xf32>
// CHECK: loop.for %k = 0 to 32 step 16 iter_args(%[[C:.*]] = %[[SUMS]]) -> (vector<8xf32>) {
// CHECK: loop.vector_load %a[%half * 8 + %lower * 4 + %second * 2 + %odd, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>, vector<8xf16>
// CHECK: loop.vector_load %a[%half * 8 + %lower * 4 + %second * 2 + %odd, %k + 8]
// CHECK: loop.vector_load %b[%second * 2 + %odd + %k, %half * 8 + %right * 4] : memref<32x16xf16, #gpu.address_space<workgroup>>, vector<4xf16>
// CHECK: loop.vector_load %b[%second * 2 + %odd + %k + 12, %half * 8 + %right * 4]
// CHECK: %[[D:.*]] = nvgpu.mma.quad_pairs(%{{.*}}, %{{.*}}, %[[C]]) {transposeB}
// CHECK-COUNT-3: nvgpu.mma.quad_pairs
// CHECK-NOT: nvgpu.mma.quad_pairs
// CHECK: loop.store %{{.*}}, %c[%half * 8 + %lower * 4 + %odd, %right * 4 + %second * 2 + 1] : memref<16x16xf32>
// CHECK: loop.store %{{.*}}, %c[%half * 8 + %lower * 4 + %odd + 2, %right * 4 + %second * 2 + 9] : memref<16x16xf32>
func.func @product(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x16xf16, #gpu.address_space<workgroup>>, %c: memref<16x16xf32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<16x16xf32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x32xf16, #gpu.address_space<workgroup>>
        %y = loop.load %b[%k, %j] : memref<32x16xf16, #gpu.address_space<workgroup>>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %t = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
