// RUN: dlc-opt %s --loop-peel="loops=i back=1" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> ((s0 ceildiv 4) * 4 - 4)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (0, (s0 ceildiv 4) * 4 - 4)>

// CHECK-LABEL: func.func @the_last_iteration_runs_behind(
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP]]()[%n] step 4 {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = max #[[MAP1]]()[%n] to %n step 4 {
//  CHECK-NEXT:     loop.store %x, %m[%i_rest] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @the_last_iteration_runs_behind(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n step 4 {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @of_constants(
//  CHECK-NEXT:   loop.for %i = 0 to 7 {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<8xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = 7 to 8 {
//  CHECK-NEXT:     loop.store %x, %m[%i_rest] : memref<8xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @of_constants(%m: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %m[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}
