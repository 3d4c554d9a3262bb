// RUN: dlc-opt %s --loop-parallelize | filecheck %s

// CHECK-LABEL: func.func @two_loops_become_one(
//  CHECK-NEXT:   loop.parallel (%i, %j) = (0, 0) to (symbol(%n), 8) step (1, 2) {
//  CHECK-NEXT:     loop.store %x, %m[%i, %j] : memref<?x8xf32>
//  CHECK-NEXT:   } {loop.names = ["i", "j"]}
//  CHECK-NEXT:   return
func.func @two_loops_become_one(%m: memref<?x8xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.for %j = 0 to 8 step 2 {
      loop.store %x, %m[%i, %j] : memref<?x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @only_the_outer_one(
//  CHECK-NEXT:   loop.parallel (%i) = (0) to (8) {
//  CHECK-NEXT:     loop.for %j = 0 to 8 {
//  CHECK-NEXT:       %0 = loop.load %m[%i, %j] : memref<9x9xf32>
//  CHECK-NEXT:       loop.store %0, %m[%i, %j + 1] : memref<9x9xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @only_the_outer_one(%m: memref<9x9xf32>) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      %0 = loop.load %m[%i, %j] : memref<9x9xf32>
      loop.store %0, %m[%i, %j + 1] : memref<9x9xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @memory_of_one_iteration(
//  CHECK-NEXT:   loop.parallel (%i) = (0) to (symbol(%n)) {
//  CHECK-NEXT:     %m = memref.alloc() : memref<4xf32>
//  CHECK-NEXT:     loop.store %x, %m[0] : memref<4xf32>
//  CHECK-NEXT:     memref.dealloc %m : memref<4xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @memory_of_one_iteration(%n: index, %x: f32) {
  loop.for %i = 0 to %n {
    %m = memref.alloc() : memref<4xf32>
    loop.store %x, %m[0] : memref<4xf32>
    memref.dealloc %m : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @every_iteration_writes_the_same(
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %m[0] : memref<4xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @every_iteration_writes_the_same(%m: memref<4xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.store %x, %m[0] : memref<4xf32>
  }
  return
}
