// RUN: dlc-opt %s --loop-fuse | filecheck %s

// CHECK-LABEL: func.func @what_the_first_writes_the_second_reads(
//  CHECK-NEXT:   %b = memref.alloc(%n) : memref<?xf32>
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %b[%i] : memref<?xf32>
//  CHECK-NEXT:     %0 = loop.load %b[%i] : memref<?xf32>
//  CHECK-NEXT:     loop.store %0, %a[%i] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @what_the_first_writes_the_second_reads(%a: memref<?xf32>, %n: index, %x: f32) {
  %b = memref.alloc(%n) : memref<?xf32>
  loop.for %i = 0 to %n {
    loop.store %x, %b[%i] : memref<?xf32>
  }
  loop.for %j = 0 to %n {
    %0 = loop.load %b[%j] : memref<?xf32>
    loop.store %0, %a[%j] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @inner_loops_follow(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %j = 0 to 8 {
//  CHECK-NEXT:       loop.store %x, %a[%i, %j] : memref<8x8xf32>
//  CHECK-NEXT:       %0 = loop.load %a[%i, %j] : memref<8x8xf32>
//  CHECK-NEXT:       %1 = arith.addf %0, %x : f32
//  CHECK-NEXT:       loop.store %1, %a[%i, %j] : memref<8x8xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @inner_loops_follow(%a: memref<8x8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  }
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %a[%i, %j] : memref<8x8xf32>
      %1 = arith.addf %0, %x : f32
      loop.store %1, %a[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @both_carry_values(
//  CHECK-NEXT:   %0:2 = loop.for %i = 0 to 8 iter_args(%c = %x, %arg0 = %x) -> (f32, f32) {
//  CHECK-NEXT:     %1 = loop.load %a[%i] : memref<8xf32>
//  CHECK-NEXT:     %2 = arith.addf %c, %1 : f32
//  CHECK-NEXT:     %3 = loop.load %a[%i] : memref<8xf32>
//  CHECK-NEXT:     %4 = arith.maximumf %arg0, %3 : f32
//  CHECK-NEXT:     loop.yield %2, %4 : f32, f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %0#0, %0#1 : f32, f32
func.func @both_carry_values(%a: memref<8xf32>, %x: f32) -> (f32, f32) {
  %s = loop.for %i = 0 to 8 iter_args(%c = %x) -> (f32) {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.addf %c, %0 : f32
    loop.yield %1 : f32
  }
  %t = loop.for %i = 0 to 8 iter_args(%c = %x) -> (f32) {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.maximumf %c, %0 : f32
    loop.yield %1 : f32
  }
  return %s, %t : f32, f32
}
