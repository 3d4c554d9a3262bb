// RUN: dlc-opt %s --loop-peel="loops=i partial=true" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0 + 32)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<()[s0] -> (((s0 - 31) ceildiv 32) * 32)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<()[s0] -> (0, ((s0 - 31) ceildiv 32) * 32)>
// CHECK-DAG: #[[MAP4:.*]] = affine_map<(d0) -> (d0 + 4)>

// CHECK-LABEL: func.func @whole_tiles_run_in_front(
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP2]]()[%n] step 32 {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i) to #[[MAP1]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<?xf32>
//  CHECK-NEXT:     } {loop.name = "p"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = max #[[MAP3]]()[%n] to %n step 32 {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i_rest) to %n {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<?xf32>
//  CHECK-NEXT:     } {loop.name = "p_rest"}
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @whole_tiles_run_in_front(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n step 32 {
    loop.for %p = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%i)[%n] {
      loop.store %x, %m[%p] : memref<?xf32>
    } {loop.name = "p"}
  } {loop.name = "i"}
  return
}

// The last tile has 4 iterations: its end is said so that they can be counted.
// CHECK-LABEL: func.func @of_constants(
//  CHECK-NEXT:   loop.for %i = 0 to 96 step 32 {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i) to #[[MAP1]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<100xf32>
//  CHECK-NEXT:     } {loop.name = "p"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = 96 to 100 step 32 {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i_rest) to #[[MAP4]](%i_rest) {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<100xf32>
//  CHECK-NEXT:     } {loop.name = "p_rest"}
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @of_constants(%m: memref<100xf32>, %x: f32) {
  loop.for %i = 0 to 100 step 32 {
    loop.for %p = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 32, 100)>(%i) {
      loop.store %x, %m[%p] : memref<100xf32>
    } {loop.name = "p"}
  } {loop.name = "i"}
  return
}
