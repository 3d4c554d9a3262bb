// RUN: dlc-opt %s --loop-unswitch | filecheck %s

// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0] : (s0 - 3 >= 0)>
// CHECK-DAG: #[[SET1:.*]] = affine_set<(d0) : (d0 - 3 >= 0)>

// Inner loops come first, so that the condition leaves both.
// CHECK-LABEL: func.func @condition_leaves_both_loops(
//  CHECK-NEXT:   loop.if #[[SET]]()[%n] {
//  CHECK-NEXT:     loop.for %i = 0 to 8 {
//  CHECK-NEXT:       loop.for %j = 0 to 8 {
//  CHECK-NEXT:         loop.store %x, %c[%i, %j] : memref<8x8xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @condition_leaves_both_loops(%c: memref<8x8xf32>, %x: f32, %n: index) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
        loop.store %x, %c[%i, %j] : memref<8x8xf32>
      }
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @both_sides(
//  CHECK-NEXT:   loop.if #[[SET]]()[%n] {
//  CHECK-NEXT:     loop.for %i = 0 to 8 {
//  CHECK-NEXT:       loop.store %x, %c[%i] : memref<8xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     loop.for %i_else = 0 to 8 {
//  CHECK-NEXT:       loop.store %y, %c[%i_else] : memref<8xf32>
//  CHECK-NEXT:     } {loop.name = "i_else"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @both_sides(%c: memref<8xf32>, %x: f32, %y: f32, %n: index) {
  loop.for %i = 0 to 8 {
    loop.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      loop.store %x, %c[%i] : memref<8xf32>
    } else {
      loop.store %y, %c[%i] : memref<8xf32>
    }
  } {loop.name = "i"}
  return
}

// The condition is another one in each iteration of the loop around, and the same for the one inside.
// CHECK-LABEL: func.func @condition_on_a_loop_around(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.if #[[SET1]](%i) {
//  CHECK-NEXT:       loop.for %j = 0 to 8 {
//  CHECK-NEXT:         loop.store %x, %c[%i, %j] : memref<8x8xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     }
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @condition_on_a_loop_around(%c: memref<8x8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
        loop.store %x, %c[%i, %j] : memref<8x8xf32>
      }
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
