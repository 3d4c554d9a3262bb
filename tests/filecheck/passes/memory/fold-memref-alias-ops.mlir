// RUN: dlc-opt %s --fold-memref-alias-ops | filecheck %s

// CHECK-LABEL: func.func @row
func.func @row(%m: memref<4x8xf32>, %x: f32) {
  // CHECK-NOT: memref.subview
  // CHECK: loop.store %x, %m[%i * 2, %j + 1] : memref<4x8xf32>
  loop.for %i = 0 to 2 {
    %first = loop.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %row = memref.subview %m[%first, 1] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[1], offset: ?>>
    loop.for %j = 0 to 4 {
      loop.store %x, %row[%j] : memref<4xf32, strided<[1], offset: ?>>
    }
  }
  return
}

// A slice of a slice.
// CHECK-LABEL: func.func @slices
func.func @slices(%m: memref<8xf32>) -> f32 {
  // CHECK-NEXT: loop.load %m[3] : memref<8xf32>
  %a = memref.subview %m[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  %b = memref.subview %a[1] [2] [1] : memref<4xf32, strided<[1], offset: 2>> to memref<2xf32, strided<[1], offset: 3>>
  %x = loop.load %b[0] : memref<2xf32, strided<[1], offset: 3>>
  return %x : f32
}

// An offset that the host computes, and a step.
// CHECK-LABEL: func.func @kept
func.func @kept(%m: memref<8xf32>, %n: index) -> (f32, f32) {
  // CHECK-COUNT-2: memref.subview
  %a = memref.subview %m[%n] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
  %b = memref.subview %m[0] [2] [2] : memref<8xf32> to memref<2xf32, strided<[2]>>
  %x = loop.load %a[1] : memref<2xf32, strided<[1], offset: ?>>
  %y = loop.load %b[1] : memref<2xf32, strided<[2]>>
  return %x, %y : f32, f32
}
