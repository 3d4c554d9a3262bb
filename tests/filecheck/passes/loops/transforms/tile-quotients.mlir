// RUN: dlc-opt %s --loop-tile="loops=i sizes=28" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0 + 28)>

// What was coalesced is seen line by line again.
// CHECK-LABEL: func.func @tiles_are_lines(
//  CHECK-NEXT:   loop.for %i = 0 to 784 step 28 {
//  CHECK-NEXT:     loop.for %i_point = #[[MAP]](%i) to #[[MAP1]](%i) {
//  CHECK-NEXT:       %0 = loop.load %m[%i floordiv 28, -%i + %i_point] : memref<28x28xf32>
//  CHECK-NEXT:       loop.store %0, %o[%i_point] : memref<784xf32>
func.func @tiles_are_lines(%m: memref<28x28xf32>, %o: memref<784xf32>) {
  loop.for %i = 0 to 784 {
    %0 = loop.load %m[%i floordiv 28, %i mod 28] : memref<28x28xf32>
    loop.store %0, %o[%i] : memref<784xf32>
  } {loop.name = "i"}
  return
}

// The last iteration of a tile comes to 55, and one more would be the next line.
// CHECK-LABEL: func.func @every_second_element(
//       CHECK:       loop.load %m[%i floordiv 28, %i * -2 + %i_point * 2 + 1] : memref<28x56xf32>
//  CHECK-NEXT:       loop.load %m[(%i_point * 2 + 2) floordiv 56, (%i_point * 2 + 2) mod 56] : memref<28x56xf32>
func.func @every_second_element(%m: memref<28x56xf32>, %o: memref<784xf32>) {
  loop.for %i = 0 to 784 {
    %0 = loop.load %m[(%i * 2 + 1) floordiv 56, (%i * 2 + 1) mod 56] : memref<28x56xf32>
    %1 = loop.load %m[(%i * 2 + 2) floordiv 56, (%i * 2 + 2) mod 56] : memref<28x56xf32>
    %2 = arith.addf %0, %1 : f32
    loop.store %2, %o[%i] : memref<784xf32>
  } {loop.name = "i"}
  return
}

// A tile has parts of two lines.
// CHECK-LABEL: func.func @tiles_that_are_no_lines(
//       CHECK:       loop.load %m[%i_point floordiv 20, %i_point mod 20] : memref<42x20xf32>
func.func @tiles_that_are_no_lines(%m: memref<42x20xf32>, %o: memref<840xf32>) {
  loop.for %i = 0 to 840 {
    %0 = loop.load %m[%i floordiv 20, %i mod 20] : memref<42x20xf32>
    loop.store %0, %o[%i] : memref<840xf32>
  } {loop.name = "i"}
  return
}
