// RUN: dlc-opt %s --loop-prefetch="loops=i writes=true" | filecheck %s

// CHECK-LABEL: func.func @what_is_written(
//  CHECK-NEXT:   loop.for %i = 0 to 64 {
//  CHECK-NEXT:     %0 = loop.load %m[%i] : memref<64xf32>
//  CHECK-NEXT:     loop.prefetch %b[%i + 8], write, locality<3>, data : memref<64xf32>
//  CHECK-NEXT:     loop.store %0, %b[%i] : memref<64xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_is_written(%m: memref<64xf32>, %b: memref<64xf32>) {
  loop.for %i = 0 to 64 {
    %0 = loop.load %m[%i] : memref<64xf32>
    loop.store %0, %b[%i] : memref<64xf32>
  } {loop.name = "i"}
  return
}
