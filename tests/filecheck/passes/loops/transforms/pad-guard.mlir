// RUN: dlc-opt %s --loop-pad="loops=i,j sizes=4,8 guard=true" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0 + 8)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-DAG: #[[SET:.*]] = affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>

// The guards are in the innermost loop, so that the nest stays perfect.
// CHECK-LABEL: func.func @memory_of_others(
//  CHECK-NEXT:   loop.for %s = 0 to %m step 4 {
//  CHECK-NEXT:     loop.for %t = 0 to %n step 8 {
//  CHECK-NEXT:       loop.for %i = #[[MAP]](%s) to #[[MAP2]](%s) {
//  CHECK-NEXT:         loop.for %j = #[[MAP]](%t) to #[[MAP1]](%t) {
//  CHECK-NEXT:           loop.if #[[SET]](%j)[%n] {
//  CHECK-NEXT:             loop.if #[[SET]](%i)[%m] {
//  CHECK-NEXT:               loop.store %x, %c[%i, %j] : memref<?x?xf32>
//  CHECK-NEXT:             }
//  CHECK-NEXT:           }
//  CHECK-NEXT:         } {loop.name = "j"}
//  CHECK-NEXT:       } {loop.name = "i"}
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @memory_of_others(%c: memref<?x?xf32>, %x: f32, %m: index, %n: index) {
  loop.for %s = 0 to %m step 4 {
    loop.for %t = 0 to %n step 8 {
      loop.for %i = affine_map<(d0) -> (d0)>(%s) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%s)[%m] {
        loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
          loop.store %x, %c[%i, %j] : memref<?x?xf32>
        } {loop.name = "j"}
      } {loop.name = "i"}
    }
  }
  return
}

// A loop that runs so often already needs no guard.
// CHECK-LABEL: func.func @whole_tiles(
//  CHECK-NEXT:   loop.for %t = 0 to 64 step 8 {
//  CHECK-NEXT:     loop.for %i = 0 to 4 {
//  CHECK-NEXT:       loop.for %j = #[[MAP]](%t) to #[[MAP1]](%t) {
//  CHECK-NEXT:         loop.store %x, %c[%i, %j] : memref<4x64xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @whole_tiles(%c: memref<4x64xf32>, %x: f32) {
  loop.for %t = 0 to 64 step 8 {
    loop.for %i = 0 to 4 {
      loop.for %j = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 8)>(%t) {
        loop.store %x, %c[%i, %j] : memref<4x64xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  }
  return
}
