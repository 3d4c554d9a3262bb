// RUN: dlc-opt %s --loop-tile="loops=i sizes=8" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 24, 61)>

// CHECK-LABEL: func.func @tiles_end_where_the_loop_ends(
//  CHECK-NEXT:   loop.for %i = 0 to %n step 8 {
//  CHECK-NEXT:     loop.for %i_point = #[[MAP]](%i) to min #[[MAP1]](%i)[%n] {
//  CHECK-NEXT:       loop.for %j = 0 to 64 {
//  CHECK-NEXT:         loop.store %x, %m[%i_point, %j] : memref<?x?xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "i_point"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @tiles_end_where_the_loop_ends(%m: memref<?x?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.for %j = 0 to 64 {
      loop.store %x, %m[%i, %j] : memref<?x?xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @steps_are_counted_in_iterations(
//  CHECK-NEXT:   loop.for %i = 1 to 61 step 24 {
//  CHECK-NEXT:     loop.for %i_point = #[[MAP]](%i) to min #[[MAP2]](%i) step 3 {
//  CHECK-NEXT:       loop.store %x, %m[%i_point] : memref<99xf32>
//  CHECK-NEXT:     } {loop.name = "i_point"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @steps_are_counted_in_iterations(%m: memref<99xf32>, %x: f32) {
  loop.for %i = 1 to 61 step 3 {
    loop.store %x, %m[%i] : memref<99xf32>
  } {loop.name = "i"}
  return
}
