// RUN: dlc-opt %s --outline-kernels="most-ops=8" | filecheck %s

// Short nests stay where they are, unless they are large together.
// CHECK-LABEL: func.func @few(
//   CHECK-NOT:   call
//       CHECK:   loop.for
//   CHECK-NOT:   call
//       CHECK:   return
func.func @few(%x: memref<8xf32>, %y: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    loop.store %0, %y[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @many(
//       CHECK:   call @many_kernel(
//  CHECK-NEXT:   call @many_kernel(
//  CHECK-NEXT:   call @many_kernel(
//  CHECK-NEXT:   return
func.func @many(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    loop.store %0, %y[%i] : memref<8xf32>
  }
  loop.for %i = 0 to 8 {
    %0 = loop.load %y[%i] : memref<8xf32>
    loop.store %0, %z[%i] : memref<8xf32>
  }
  loop.for %i = 0 to 8 {
    %0 = loop.load %z[%i] : memref<8xf32>
    loop.store %0, %x[%i] : memref<8xf32>
  }
  return
}
