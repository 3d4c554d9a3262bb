// RUN: dlc-opt %s --loop-specialize="loops=i,j sizes=6,16" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (s0 + 16)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (s0 + 6)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<()[s0, s1] -> (s0 + 16, s1)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<()[s0, s1] -> (s0 + 6, s1)>
// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0, s1, s2, s3] : (-s0 + s1 - 6 >= 0, -s2 + s3 - 16 >= 0)>
// CHECK-DAG: #[[SET1:.*]] = affine_set<()[s0, s1] : (-s0 + s1 - 6 >= 0)>

// CHECK-LABEL: func.func @whole_tiles(
//  CHECK-NEXT:   loop.if #[[SET]]()[%s, %m, %t, %n] {
//  CHECK-NEXT:     loop.for %i = %s to #[[MAP1]]()[%s] {
//  CHECK-NEXT:       loop.for %j = %t to #[[MAP]]()[%t] {
//  CHECK-NEXT:         loop.store %x, %c[%i, %j] : memref<?x?xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     loop.for %i_partial = %s to min #[[MAP3]]()[%s, %m] {
//  CHECK-NEXT:       loop.for %j_partial = %t to min #[[MAP2]]()[%t, %n] {
//  CHECK-NEXT:         loop.store %x, %c[%i_partial, %j_partial] : memref<?x?xf32>
//  CHECK-NEXT:       } {loop.name = "j_partial"}
//  CHECK-NEXT:     } {loop.name = "i_partial"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @whole_tiles(%c: memref<?x?xf32>, %x: f32, %s: index, %t: index, %m: index, %n: index) {
  loop.for %i = affine_map<()[s0] -> (s0)>()[%s] to min affine_map<()[s0, s1] -> (s0 + 6, s1)>()[%s, %m] {
    loop.for %j = affine_map<()[s0] -> (s0)>()[%t] to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%t, %n] {
      loop.store %x, %c[%i, %j] : memref<?x?xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @one_of_them_runs_so_often_anyhow(
//  CHECK-NEXT:   loop.if #[[SET1]]()[%s, %m] {
//  CHECK-NEXT:     loop.for %i = %s to #[[MAP1]]()[%s] {
//  CHECK-NEXT:       loop.for %j = 0 to 32 step 2 {
//  CHECK-NEXT:         loop.store %x, %c[%i, %j] : memref<?x?xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     loop.for %i_partial = %s to min #[[MAP3]]()[%s, %m] {
//  CHECK-NEXT:       loop.for %j_partial = 0 to 32 step 2 {
//  CHECK-NEXT:         loop.store %x, %c[%i_partial, %j_partial] : memref<?x?xf32>
//  CHECK-NEXT:       } {loop.name = "j_partial"}
//  CHECK-NEXT:     } {loop.name = "i_partial"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @one_of_them_runs_so_often_anyhow(%c: memref<?x?xf32>, %x: f32, %s: index, %m: index) {
  loop.for %i = affine_map<()[s0] -> (s0)>()[%s] to min affine_map<()[s0, s1] -> (s0 + 6, s1)>()[%s, %m] {
    loop.for %j = 0 to 32 step 2 {
      loop.store %x, %c[%i, %j] : memref<?x?xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
