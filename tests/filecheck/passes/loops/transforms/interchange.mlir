// RUN: dlc-opt %s --loop-interchange | filecheck %s

// CHECK-LABEL: func.func @independent_iterations(
//  CHECK-NEXT:   loop.for %j = 0 to %n {
//  CHECK-NEXT:     loop.for %i = 0 to 8 {
//  CHECK-NEXT:       loop.store %x, %m[%i, %j] : memref<8x?xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } {loop.name = "j"}
//  CHECK-NEXT:   return
func.func @independent_iterations(%m: memref<8x?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to %n {
      loop.store %x, %m[%i, %j] : memref<8x?xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @both_distances_are_positive(
//  CHECK-NEXT:   loop.for %j = 0 to 8 {
//  CHECK-NEXT:     loop.for %i = 0 to 8 {
//  CHECK-NEXT:       %0 = loop.load %m[%i, %j] : memref<9x9xf32>
//  CHECK-NEXT:       loop.store %0, %m[%i + 1, %j + 1] : memref<9x9xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } {loop.name = "j"}
//  CHECK-NEXT:   return
func.func @both_distances_are_positive(%m: memref<9x9xf32>) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %m[%i, %j] : memref<9x9xf32>
      loop.store %0, %m[%i + 1, %j + 1] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @a_distance_would_turn_negative(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %j = 1 to 9 {
//  CHECK-NEXT:       %0 = loop.load %m[%i, %j] : memref<9x9xf32>
//  CHECK-NEXT:       loop.store %0, %m[%i + 1, %j - 1] : memref<9x9xf32>
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @a_distance_would_turn_negative(%m: memref<9x9xf32>) {
  loop.for %i = 0 to 8 {
    loop.for %j = 1 to 9 {
      %0 = loop.load %m[%i, %j] : memref<9x9xf32>
      loop.store %0, %m[%i + 1, %j - 1] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @prefetching_forbids_nothing(
//       CHECK:   loop.for %j
//  CHECK-NEXT:     loop.for %i
func.func @prefetching_forbids_nothing(%m: memref<8x8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.prefetch %m[%i, %j + 4], write, locality<3>, data : memref<8x8xf32>
      loop.store %x, %m[%i, %j] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
