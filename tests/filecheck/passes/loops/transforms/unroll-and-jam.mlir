// RUN: dlc-opt %s --loop-unroll-and-jam="factor=2" | filecheck %s

// CHECK-LABEL: func.func @sums_are_carried_side_by_side(
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 2 {
//  CHECK-NEXT:     %0:2 = loop.for %j = 0 to %k iter_args(%t = %z, %arg0 = %z) -> (f32, f32) {
//  CHECK-NEXT:       %1 = loop.load %a[%i, %j] : memref<8x?xf32>
//  CHECK-NEXT:       %2 = loop.load %b[%j] : memref<?xf32>
//  CHECK-NEXT:       %3 = arith.mulf %1, %2 : f32
//  CHECK-NEXT:       %4 = arith.addf %t, %3 : f32
//  CHECK-NEXT:       %5 = loop.load %a[%i + 1, %j] : memref<8x?xf32>
//  CHECK-NEXT:       %6 = loop.load %b[%j] : memref<?xf32>
//  CHECK-NEXT:       %7 = arith.mulf %5, %6 : f32
//  CHECK-NEXT:       %8 = arith.addf %arg0, %7 : f32
//  CHECK-NEXT:       loop.yield %4, %8 : f32, f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.store %0#0, %c[%i] : memref<8xf32>
//  CHECK-NEXT:     loop.store %0#1, %c[%i + 1] : memref<8xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @sums_are_carried_side_by_side(%a: memref<8x?xf32> {llvm.noalias}, %b: memref<?xf32>, %c: memref<8xf32> {llvm.noalias}, %k: index, %z: f32) {
  loop.for %i = 0 to 8 {
    %s = loop.for %j = 0 to %k iter_args(%t = %z) -> (f32) {
      %0 = loop.load %a[%i, %j] : memref<8x?xf32>
      %1 = loop.load %b[%j] : memref<?xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %t, %2 : f32
      loop.yield %3 : f32
    }
    loop.store %s, %c[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @what_is_left_runs_behind(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 2 {
//  CHECK-NEXT:     loop.for %j = 0 to %n {
//  CHECK-NEXT:       loop.store %x, %m[%i, %j] : memref<5x?xf32>
//  CHECK-NEXT:       loop.store %x, %m[%i + 1, %j] : memref<5x?xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = 4 to 5 {
//  CHECK-NEXT:     loop.for %j = 0 to %n {
//  CHECK-NEXT:       loop.store %x, %m[%i_rest, %j] : memref<5x?xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @what_is_left_runs_behind(%m: memref<5x?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to 5 {
    loop.for %j = 0 to %n {
      loop.store %x, %m[%i, %j] : memref<5x?xf32>
    }
  } {loop.name = "i"}
  return
}
