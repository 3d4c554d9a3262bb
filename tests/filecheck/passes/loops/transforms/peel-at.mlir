// RUN: dlc-opt %s --loop-peel="loops=i at=10" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (s0, 10)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @iterations_from_an_index_on(
//  CHECK-NEXT:   loop.for %i = 0 to min #[[MAP]]()[%n] {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = 10 to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i_rest] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @iterations_from_an_index_on(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @the_next_one_that_a_step_reaches(
//  CHECK-NEXT:   loop.for %i = 0 to 12 step 3 {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<20xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = 12 to 20 step 3 {
//  CHECK-NEXT:     loop.store %x, %m[%i_rest] : memref<20xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @the_next_one_that_a_step_reaches(%m: memref<20xf32>, %x: f32) {
  loop.for %i = 0 to 20 step 3 {
    loop.store %x, %m[%i] : memref<20xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @what_inner_conditions_say_is_settled_by_others(
//  CHECK-NEXT:   loop.for %i = 0 to 10 {
//  CHECK-NEXT:     loop.for %j = 0 to #[[MAP1]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[%j] : memref<20xf32>
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = 10 to 20 {
//  CHECK-NEXT:     loop.for %j = 0 to 10 {
//  CHECK-NEXT:       loop.store %x, %m[%j] : memref<20xf32>
//  CHECK-NEXT:     } {loop.name = "j_rest"}
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @what_inner_conditions_say_is_settled_by_others(%m: memref<20xf32>, %x: f32) {
  loop.for %i = 0 to 20 {
    loop.for %j = 0 to min affine_map<(d0) -> (d0, 10)>(%i) {
      loop.store %x, %m[%j] : memref<20xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
