// RUN: dlc-opt %s --loop-separate="loops=i,j suffixes=_first,,_last" | filecheck %s

// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0] : (s0 == 0)>
// CHECK-DAG: #[[SET1:.*]] = affine_set<()[s0] : (s0 - 9 == 0)>

// CHECK-LABEL: func.func @conditions_stand_outside(
//  CHECK-NEXT:   loop.if #[[SET]]()[%n] {
//  CHECK-NEXT:     loop.for %i_first = 0 to 8 {
//  CHECK-NEXT:       loop.for %j_first = 0 to 8 {
//  CHECK-NEXT:         loop.store %x, %c[%i_first, %j_first] : memref<8x8xf32>
//  CHECK-NEXT:       } {loop.name = "j_first"}
//  CHECK-NEXT:     } {loop.name = "i_first"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %j = 0 to 8 {
//  CHECK-NEXT:       %0 = loop.load %c[%i, %j] : memref<8x8xf32>
//  CHECK-NEXT:       %1 = arith.negf %0 : f32
//  CHECK-NEXT:       loop.store %1, %c[%i, %j] : memref<8x8xf32>
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.if #[[SET1]]()[%n] {
//  CHECK-NEXT:     loop.for %i_last = 0 to 8 {
//  CHECK-NEXT:       loop.for %j_last = 0 to 8 {
//  CHECK-NEXT:         %0 = loop.load %c[%i_last, %j_last] : memref<8x8xf32>
//  CHECK-NEXT:         %1 = loop.load %v[%j_last] : memref<8xf32>
//  CHECK-NEXT:         %2 = arith.addf %0, %1 : f32
//  CHECK-NEXT:         loop.store %2, %c[%i_last, %j_last] : memref<8x8xf32>
//  CHECK-NEXT:       } {loop.name = "j_last"}
//  CHECK-NEXT:     } {loop.name = "i_last"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @conditions_stand_outside(%c: memref<8x8xf32> {llvm.noalias}, %v: memref<8xf32>, %x: f32, %n: index) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.if affine_set<()[s0] : (s0 == 0)>()[%n] {
        loop.store %x, %c[%i, %j] : memref<8x8xf32>
      }
      %0 = loop.load %c[%i, %j] : memref<8x8xf32>
      %1 = arith.negf %0 : f32
      loop.store %1, %c[%i, %j] : memref<8x8xf32>
      loop.if affine_set<()[s0] : (s0 - 9 == 0)>()[%n] {
        %2 = loop.load %c[%i, %j] : memref<8x8xf32>
        %3 = loop.load %v[%j] : memref<8xf32>
        %4 = arith.addf %2, %3 : f32
        loop.store %4, %c[%i, %j] : memref<8x8xf32>
      }
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
