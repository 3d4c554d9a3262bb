// RUN: dlc-opt %s --gpu-tile-contractions='rows=16 columns=16 depth=4 thread-rows=2 thread-columns=1' | filecheck %s

// CHECK-LABEL: func.func @product
//       CHECK:   gpu.launch blocks(%block_x, %block_y, %block_z) in (%grid_size_x = %c4, %grid_size_y = %c2, {{.*}} threads(%[[TX:thread_x]], %[[TY:thread_y]], %thread_z) in (%block_size_x = %c16, %block_size_y = %c8,
//  CHECK-SAME:     workgroup(%a_tile : memref<16x4xf32, #gpu.address_space<workgroup>>, %b_tile : memref<4x16xf32, #gpu.address_space<workgroup>>)
//       CHECK:     %[[SUMS:.*]]:2 = loop.for %[[K:.*]] = 0 to 8 step 4 iter_args(%[[S0:.*]] = %zero, %[[S1:.*]] = %zero) -> (f32, f32) {
//       CHECK:       memref.load %a[%{{.*}}, %{{.*}}] : memref<32x8xf32>
//       CHECK:       loop.store %{{.*}}, %a_tile[%{{.*}}, %{{.*}}]
//       CHECK:       memref.load %b[%{{.*}}, %{{.*}}] : memref<8x64xf32>
//       CHECK:       loop.store %{{.*}}, %b_tile[%{{.*}}, %{{.*}}]
//       CHECK:       gpu.barrier
//       CHECK:       loop.load %a_tile[%[[TY]], %[[KK:[a-z0-9]+]]]
//       CHECK:       loop.load %a_tile[%[[TY]] + 8, %[[KK]]]
//       CHECK:       loop.load %b_tile[%[[KK]], %[[TX]]]
//       CHECK:       gpu.barrier
//       CHECK:       loop.yield
//       CHECK:     loop.store %[[SUMS]]#0, %out[
//       CHECK:     loop.store %[[SUMS]]#1, %out[
//   CHECK-NOT:     loop.store
//       CHECK:     gpu.terminator
func.func @product(%a: memref<32x8xf32>, %b: memref<8x64xf32>) -> memref<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %out = memref.alloc() : memref<32x64xf32>
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 64 {
      %s = loop.for %k = 0 to 8 iter_args(%sum = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<32x8xf32>
        %y = loop.load %b[%k, %j] : memref<8x64xf32>
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        loop.yield %next : f32
      }
      loop.store %s, %out[%i, %j] : memref<32x64xf32>
    }
  }
  return %out : memref<32x64xf32>
}

// Where tiles reach over the end, what is fetched is what is there, and only what is there is stored.
// CHECK-LABEL: func.func @uneven
//       CHECK:   loop.min
//       CHECK:   loop.if
//       CHECK:     loop.store %{{.*}}, %out[
func.func @uneven(%a: memref<17x9xf32>, %b: memref<9x19xf32>) -> memref<17x19xf32> {
  %zero = arith.constant 0.0 : f32
  %out = memref.alloc() : memref<17x19xf32>
  loop.for %i = 0 to 17 {
    loop.for %j = 0 to 19 {
      %s = loop.for %k = 0 to 9 iter_args(%sum = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<17x9xf32>
        %y = loop.load %b[%k, %j] : memref<9x19xf32>
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        loop.yield %next : f32
      }
      loop.store %s, %out[%i, %j] : memref<17x19xf32>
    }
  }
  return %out : memref<17x19xf32>
}

// A window that slides along a row: the tile is as wide as all windows of the block together.
// CHECK-LABEL: func.func @windows
//       CHECK:   workgroup(%x_tile : memref<1x18xf32, #gpu.address_space<workgroup>>, %w_tile : memref<16x1x3xf32, #gpu.address_space<workgroup>>)
func.func @windows(%x: memref<5x34xf32>, %w: memref<16x5x3xf32>) -> memref<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %out = memref.alloc() : memref<16x32xf32>
  loop.for %o = 0 to 16 {
    loop.for %p = 0 to 32 {
      %s = loop.for %c = 0 to 5 iter_args(%sum = %zero) -> (f32) {
        %t = loop.for %k = 0 to 3 iter_args(%part = %sum) -> (f32) {
          %a = loop.load %x[%c, %p + %k] : memref<5x34xf32>
          %b = loop.load %w[%o, %c, %k] : memref<16x5x3xf32>
          %ab = arith.mulf %a, %b : f32
          %next = arith.addf %part, %ab : f32
          loop.yield %next : f32
        }
        loop.yield %t : f32
      }
      loop.store %s, %out[%o, %p] : memref<16x32xf32>
    }
  }
  return %out : memref<16x32xf32>
}

// A product with a vector uses nothing twice but the vector.
// CHECK-LABEL: func.func @with_a_vector
//   CHECK-NOT:   gpu.launch
//       CHECK:   return
func.func @with_a_vector(%a: memref<32x64xf32>, %b: memref<64xf32>) -> memref<32xf32> {
  %zero = arith.constant 0.0 : f32
  %out = memref.alloc() : memref<32xf32>
  loop.for %i = 0 to 32 {
    %s = loop.for %k = 0 to 64 iter_args(%sum = %zero) -> (f32) {
      %x = loop.load %a[%i, %k] : memref<32x64xf32>
      %y = loop.load %b[%k] : memref<64xf32>
      %xy = arith.mulf %x, %y : f32
      %next = arith.addf %sum, %xy : f32
      loop.yield %next : f32
    }
    loop.store %s, %out[%i] : memref<32xf32>
  }
  return %out : memref<32xf32>
}

// What is written may be what is read.
// CHECK-LABEL: func.func @in_place
//   CHECK-NOT:   gpu.launch
//       CHECK:   return
func.func @in_place(%a: memref<32x32xf32>, %b: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 32 {
      %s = loop.for %k = 0 to 32 iter_args(%sum = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<32x32xf32>
        %y = loop.load %b[%k, %j] : memref<32x32xf32>
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        loop.yield %next : f32
      }
      loop.store %s, %a[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
