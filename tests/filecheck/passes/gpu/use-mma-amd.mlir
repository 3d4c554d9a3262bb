// RUN: dlc-opt %s --gpu-use-mma="loops=i,j,k tile=16,16" --canonicalize --split-input-file | filecheck %s

// RDNA 3: both halves of the subgroup hold the same elements of operands. They get the columns in an order that leaves a
// thread 8 adjacent sums of a row, and the operands in the other order.
module attributes {gpu.machine = {arch = "gfx1100"}} {
  // CHECK-LABEL: func.func @product
  //       CHECK: loop.parallel (%group, %member) = (0, 0) to (2, 16) {
  //       CHECK:   %[[SUMS:.*]] = vector.from_elements %{{.*}} : vector<8xf32>
  //       CHECK:   %[[TOTAL:.*]] = loop.for %k = 0 to 32 step 16 iter_args(%[[C:.*]] = %[[SUMS]]) -> (vector<8xf32>) {
  //       CHECK:     %[[A:.*]] = loop.vector_load %a[%member, %k] : {{.*}}, vector<16xf16>
  //       CHECK:     loop.load %b[%k + 15, %member * 8 - (%member floordiv 2) * 15]
  //       CHECK:     %[[B:.*]] = vector.from_elements %{{.*}} : vector<16xf16>
  //       CHECK:     %[[D:.*]] = amdgpu.wmma 16x16x16 %[[B]] * %[[A]] + %[[C]]
  //       CHECK:     loop.yield %[[D]] : vector<8xf32>
  //       CHECK:   %[[X:.*]] = vector.extract %[[TOTAL]][7] : f32 from vector<8xf32>
  //       CHECK:   loop.store %[[X]], %c[%member, %group * 8 + 7] : memref<16x16xf32>
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
}

// -----

// RDNA 4: each half has 8 elements of operands, the terms of a sum in the order of sums, and 8 sums of a row.
module attributes {gpu.machine = {arch = "gfx1201"}} {
  // CHECK-LABEL: func.func @product
  //       CHECK: loop.parallel (%group, %member) = (0, 0) to (2, 16) {
  //       CHECK:   loop.vector_load %a[%member, %group * 8 + %k] : {{.*}}, vector<8xf16>
  //       CHECK:   loop.load %b[%group * 8 + %k + 7, %member]
  //       CHECK:   amdgpu.wmma 16x16x16 %{{.*}} * %{{.*}} + %{{.*}} : vector<8xf16>, vector<8xf16>, vector<8xf32>
  //       CHECK:   %[[X:.*]] = vector.extract %{{.*}}[7] : f32 from vector<8xf32>
  //       CHECK:   loop.store %[[X]], %c[%member, %group * 8 + 7] : memref<16x16xf32>
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
}

// -----

// CDNA: each quarter of 64 threads has 4 elements, and 4 sums of a row, as the operands are in the other order.
module attributes {gpu.machine = {arch = "gfx90a"}} {
  // CHECK-LABEL: func.func @product
  //       CHECK: loop.parallel (%group, %member) = (0, 0) to (4, 16) {
  //       CHECK:   %[[A:.*]] = loop.vector_load %a[%member, %group * 4 + %k] : {{.*}}, vector<4xf16>
  //       CHECK:   loop.load %b[%group * 4 + %k + 3, %member]
  //       CHECK:   amdgpu.mfma 16x16x16 %{{.*}} * %[[A]] + %{{.*}} blgp = none
  //       CHECK:   %[[X:.*]] = vector.extract %{{.*}}[3] : f32 from vector<4xf32>
  //       CHECK:   loop.store %[[X]], %c[%member, %group * 4 + 3] : memref<16x16xf32>
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
}

// -----

// Units leave a thread every fourth sum of f64: columns of the second operand are in another order, so that these are 4
// adjacent sums of the result.
module attributes {gpu.machine = {arch = "gfx90a"}} {
  // CHECK-LABEL: func.func @product
  //       CHECK: loop.parallel (%group, %member) = (0, 0) to (4, 16) {
  //       CHECK:   %[[A:.*]] = loop.load %a[%member, %group + %k]
  //       CHECK:   %[[B:.*]] = loop.load %b[%group + %k, %member * 4 - (%member floordiv 4) * 15]
  //       CHECK:   amdgpu.mfma 16x16x4 %[[B]] * %[[A]] + %{{.*}} blgp = none : f64, f64, vector<4xf64>
  //       CHECK:   %[[X:.*]] = vector.extract %{{.*}}[3] : f64 from vector<4xf64>
  //       CHECK:   loop.store %[[X]], %c[%member, %group * 4 + 3] : memref<16x16xf64>
  func.func @product(%a: memref<16x32xf64, #gpu.address_space<workgroup>>, %b: memref<32x16xf64, #gpu.address_space<workgroup>>, %c: memref<16x16xf64>) {
    loop.for %i = 0 to 16 {
      loop.for %j = 0 to 16 {
        %0 = loop.load %c[%i, %j] : memref<16x16xf64>
        %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f64) {
          %x = loop.load %a[%i, %k] : memref<16x32xf64, #gpu.address_space<workgroup>>
          %y = loop.load %b[%k, %j] : memref<32x16xf64, #gpu.address_space<workgroup>>
          %xy = arith.mulf %x, %y : f64
          %t = arith.addf %s, %xy fastmath<reassoc> : f64
          loop.yield %t : f64
        } {loop.name = "k"}
        loop.store %1, %c[%i, %j] : memref<16x16xf64>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}

// -----

// RDNA 3: a first operand in registers is what threads hold as sums, and the other half of its row is that of the thread
// 16 further on or back.
module attributes {gpu.machine = {arch = "gfx1100"}} {
  // CHECK-LABEL: func.func @product
  //   CHECK-DAG: %[[DISTANCE:.*]] = arith.constant 16 : i32
  //   CHECK-DAG: %[[LANES:.*]] = arith.constant 32 : i32
  //       CHECK:   loop.load %a[%member, %group * 8 + %k + 7]
  //       CHECK:   %[[OWN:.*]] = vector.bitcast %{{.*}} : vector<8xbf16> to vector<4xi32>
  //       CHECK:   %[[FIRST:.*]] = arith.cmpi eq, %group, %{{.*}} : index
  //       CHECK:   %[[WORD:.*]] = vector.extract %[[OWN]][0] : i32 from vector<4xi32>
  //       CHECK:   %[[OTHER:.*]], %{{.*}} = gpu.shuffle xor %[[WORD]], %[[DISTANCE]], %[[LANES]] : i32
  //       CHECK:   %[[LOW:.*]] = arith.select %[[FIRST]], %[[WORD]], %[[OTHER]] : i32
  //       CHECK:   %[[HIGH:.*]] = arith.select %[[FIRST]], %[[OTHER]], %[[WORD]] : i32
  // CHECK-COUNT-3:   gpu.shuffle xor
  //       CHECK:   vector.from_elements %[[LOW]], %{{.*}}, %{{.*}}, %{{.*}}, %[[HIGH]], %{{.*}} : vector<8xi32>
  //       CHECK:   vector.bitcast %{{.*}} : vector<8xi32> to vector<16xbf16>
  func.func @product(%a: memref<16x32xbf16, #gpu.address_space<private>>, %b: memref<32x16xbf16, #gpu.address_space<workgroup>>, %c: memref<16x16xf32>) {
    loop.for %i = 0 to 16 {
      loop.for %j = 0 to 16 {
        %0 = loop.load %c[%i, %j] : memref<16x16xf32>
        %1 = loop.for %k = 0 to 32 iter_args(%s = %0) -> (f32) {
          %x = loop.load %a[%i, %k] : memref<16x32xbf16, #gpu.address_space<private>>
          %y = loop.load %b[%k, %j] : memref<32x16xbf16, #gpu.address_space<workgroup>>
          %xw = arith.extf %x : bf16 to f32
          %yw = arith.extf %y : bf16 to f32
          %xy = arith.mulf %xw, %yw : f32
          %t = arith.addf %s, %xy fastmath<reassoc> : f32
          loop.yield %t : f32
        } {loop.name = "k"}
        loop.store %1, %c[%i, %j] : memref<16x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}
