// RUN: dlc-opt %s --loop-accumulate-in-memory="loops=k buffer=sums sizes=4" | filecheck %s

// The buffer has room for a whole tile, though there are fewer sums.
// CHECK-LABEL: func.func @whole_tiles(
//  CHECK-NEXT:   %sums = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 3 {
//  CHECK-NEXT:     loop.store %x, %sums[%i] : memref<4xf32>
//  CHECK-NEXT:     loop.for %k = 0 to 9 {
//  CHECK-NEXT:       %s = loop.load %sums[%i] : memref<4xf32>
//  CHECK-NEXT:       %1 = loop.load %a[%i, %k] : memref<3x9xf32>
//  CHECK-NEXT:       %2 = arith.addf %s, %1 : f32
//  CHECK-NEXT:       loop.store %2, %sums[%i] : memref<4xf32>
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:     %0 = loop.load %sums[%i] : memref<4xf32>
//  CHECK-NEXT:     loop.store %0, %c[%i] : memref<3xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   memref.dealloc %sums : memref<4xf32>
//  CHECK-NEXT:   return
func.func @whole_tiles(%a: memref<3x9xf32>, %c: memref<3xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 3 {
    %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%i, %k] : memref<3x9xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<3xf32>
  }
  return
}
