// RUN: dlc-opt %s --loop-unroll="full=true" | filecheck %s

// CHECK-LABEL: func.func @no_loop_remains(
//  CHECK-NEXT:   %0 = loop.load %m[2] : memref<9xf32>
//  CHECK-NEXT:   %1 = arith.addf %x, %0 : f32
//  CHECK-NEXT:   %2 = loop.load %m[4] : memref<9xf32>
//  CHECK-NEXT:   %3 = arith.addf %1, %2 : f32
//  CHECK-NEXT:   %4 = loop.load %m[6] : memref<9xf32>
//  CHECK-NEXT:   %5 = arith.addf %3, %4 : f32
//  CHECK-NEXT:   return %5 : f32
func.func @no_loop_remains(%m: memref<9xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 1 to 6 step 2 iter_args(%a = %x) -> (f32) {
    %0 = loop.load %m[%i + 1] : memref<9xf32>
    %1 = arith.addf %a, %0 : f32
    loop.yield %1 : f32
  }
  return %s : f32
}

// CHECK-LABEL: func.func @bounds_apart_by_a_constant(
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:     loop.store %x, %m[%i + 1] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @bounds_apart_by_a_constant(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 2)>(%i) {
      loop.store %x, %m[%j] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @unknown_number_of_iterations(
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @unknown_number_of_iterations(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}
