// RUN: dlc-opt %s --loop-version="loops=i below=8" | filecheck %s
// RUN: dlc-opt %s --loop-version="loops=i below=8 at=h" | filecheck %s --check-prefix=AT

// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0] : (s0 - 8 >= 0)>
// CHECK-DAG: #[[SET1:.*]] = affine_set<()[s0, s1] : (s0 - 22 >= 0, s1 - 22 >= 0)>

// CHECK-LABEL: func.func @inner_loop(
//  CHECK-NEXT:   loop.for %h = 0 to 4 {
//  CHECK-NEXT:     loop.if #[[SET]]()[%n] {
//  CHECK-NEXT:       loop.for %i = 0 to %n {
//  CHECK-NEXT:         loop.store %x, %m[%h, %i] : memref<4x?xf32>
//  CHECK-NEXT:       } {loop.name = "i"}
//  CHECK-NEXT:     } else {
//  CHECK-NEXT:       loop.for %i_few = 0 to %n {
//  CHECK-NEXT:         loop.store %x, %m[%h, %i_few] : memref<4x?xf32>
//  CHECK-NEXT:       } {loop.name = "i_few"}
//  CHECK-NEXT:     }
//  CHECK-NEXT:   } {loop.name = "h"}

// The condition is before the nest that is named, and all of its loops are copied.
// AT-LABEL: func.func @inner_loop(
//  AT-NEXT:   loop.if #{{.*}}()[%n] {
//  AT-NEXT:     loop.for %h = 0 to 4 {
//  AT-NEXT:       loop.for %i = 0 to %n {
//       AT:   } else {
//  AT-NEXT:     loop.for %h_few = 0 to 4 {
//  AT-NEXT:       loop.for %i_few = 0 to %n {
//  AT-NEXT:         loop.store %x, %m[%h_few, %i_few] : memref<4x?xf32>
//  AT-NEXT:       } {loop.name = "i_few"}
//  AT-NEXT:     } {loop.name = "h_few"}
func.func @inner_loop(%m: memref<4x?xf32>, %x: f32, %n: index) {
  loop.for %h = 0 to 4 {
    loop.for %i = 0 to %n {
      loop.store %x, %m[%h, %i] : memref<4x?xf32>
    } {loop.name = "i"}
  } {loop.name = "h"}
  return
}

// Eight iterations of step 3 end after 21; each of the bounds must be greater.
// CHECK-LABEL: func.func @several_bounds(
//       CHECK:   loop.if #[[SET1]]()[%n, %p] {
//  CHECK-NEXT:     loop.for %i = 0 to min
//       CHECK:   } else {
//  CHECK-NEXT:     loop.for %i_few = 0 to min
func.func @several_bounds(%m: memref<?xf32>, %x: f32, %n: index, %p: index) {
  loop.for %h = 0 to 1 {
    loop.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %p] step 3 {
      loop.store %x, %m[%i] : memref<?xf32>
    } {loop.name = "i"}
  } {loop.name = "h"}
  return
}
