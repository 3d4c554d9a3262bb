// RUN: dlc-opt %s --gpu-describe-machine=arch=sm_75 --gpu-use-mma="loops=i,j,k tile=16,8" | filecheck %s

// On sm_75 one op multiplies the first 8 terms of both fragments, and another one the last 8.
// CHECK-LABEL: func.func @f16
// CHECK: loop.for %k = 0 to 32 step 16 iter_args(%[[C:.*]] = %{{.*}}) -> (vector<2x2xf32>) {
// CHECK: %[[A:.*]] = nvgpu.ldmatrix %a{{.*}} -> vector<4x2xf16>
// CHECK: %[[B:.*]] = nvgpu.ldmatrix %b{{.*}} -> vector<2x2xf16>
// CHECK: %[[A0:.*]] = vector.extract_strided_slice %[[A]] {offsets = [0], sizes = [2], strides = [1]}
// CHECK: %[[B0:.*]] = vector.extract_strided_slice %[[B]] {offsets = [0], sizes = [1], strides = [1]}
// CHECK: %[[HALF:.*]] = nvgpu.mma.sync(%[[A0]], %[[B0]], %[[C]]) {mmaShape = [16, 8, 8]}
// CHECK: %[[A1:.*]] = vector.extract_strided_slice %[[A]] {offsets = [2], sizes = [2], strides = [1]}
// CHECK: %[[B1:.*]] = vector.extract_strided_slice %[[B]] {offsets = [1], sizes = [1], strides = [1]}
// CHECK: %[[D:.*]] = nvgpu.mma.sync(%[[A1]], %[[B1]], %[[HALF]]) {mmaShape = [16, 8, 8]}
// CHECK: loop.yield %[[D]] : vector<2x2xf32>
func.func @f16(%a: memref<16x32xf16, #gpu.address_space<workgroup>>, %b: memref<32x8xf16, #gpu.address_space<workgroup>>, %c: memref<16x8xf32>) {
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

// Of i8 an op multiplies 8 of the 16 rows: registers 0 and 2 have rows 0 to 7, and registers 1 and 3 the others.
// CHECK-LABEL: func.func @i8
// CHECK: %[[A:.*]] = nvgpu.ldmatrix %a{{.*}} -> vector<4x4xi8>
// CHECK: vector.extract_strided_slice %[[A]] {offsets = [0], sizes = [1], strides = [1]}
// CHECK: nvgpu.mma.sync{{.*}} {mmaShape = [8, 8, 16]}
// CHECK: vector.extract_strided_slice %[[A]] {offsets = [2], sizes = [1], strides = [1]}
// CHECK: %[[UPPER:.*]] = nvgpu.mma.sync{{.*}} {mmaShape = [8, 8, 16]}
// CHECK: vector.insert_strided_slice %[[UPPER]], %{{.*}} {offsets = [0, 0], strides = [1, 1]}
// CHECK: vector.extract_strided_slice %[[A]] {offsets = [1], sizes = [1], strides = [1]}
// CHECK: nvgpu.mma.sync{{.*}} {mmaShape = [8, 8, 16]}
// CHECK: vector.extract_strided_slice %[[A]] {offsets = [3], sizes = [1], strides = [1]}
// CHECK: %[[LOWER:.*]] = nvgpu.mma.sync{{.*}} {mmaShape = [8, 8, 16]}
// CHECK: vector.insert_strided_slice %[[LOWER]], %{{.*}} {offsets = [1, 0], strides = [1, 1]}
// CHECK-NOT: nvgpu.mma.sync
func.func @i8(%a: memref<16x32xi8, #gpu.address_space<workgroup>>, %b: memref<8x32xi8, #gpu.address_space<workgroup>>, %c: memref<16x8xi32>) {
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %c[%i, %j] : memref<16x8xi32>
      %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (i32) {
        %x = loop.load %a[%i, %k] : memref<16x32xi8, #gpu.address_space<workgroup>>
        %y = loop.load %b[%j, %k] : memref<8x32xi8, #gpu.address_space<workgroup>>
        %xw = arith.extsi %x : i8 to i32
        %yw = arith.extsi %y : i8 to i32
        %xy = arith.muli %xw, %yw : i32
        %t = arith.addi %s, %xy : i32
        loop.yield %t : i32
      } {loop.name = "k"}
      loop.store %1, %c[%i, %j] : memref<16x8xi32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
