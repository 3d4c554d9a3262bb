// RUN: dlc-opt %s --gpu-map-fragments="loops=i,j tile=16,8" | filecheck %s

// Two warps have 16 by 8 elements each: a thread has two adjacent ones of two rows.
// CHECK-LABEL: func.func @init
func.func @init(%m: memref<32x8xf32>, %x: f32) {
  // CHECK: loop.parallel (%warp_row, %warp_column, %row, %pair) = (0, 0, 0, 0) to (2, 1, 8, 4) {
  // CHECK-NEXT: loop.store %x, %m[%row + %warp_row * 16, %pair * 2 + %warp_column * 8] : memref<32x8xf32>
  // CHECK-NEXT: loop.store %x, %m[%row + %warp_row * 16, %pair * 2 + %warp_column * 8 + 1] : memref<32x8xf32>
  // CHECK-NEXT: loop.store %x, %m[%row + %warp_row * 16 + 8, %pair * 2 + %warp_column * 8] : memref<32x8xf32>
  // CHECK-NEXT: loop.store %x, %m[%row + %warp_row * 16 + 8, %pair * 2 + %warp_column * 8 + 1] : memref<32x8xf32>
  // CHECK-NEXT: } {mapping = [#gpu.thread<x>, #gpu.thread<x>, #gpu.thread<x>, #gpu.thread<x>]}
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 8 {
      loop.store %x, %m[%i, %j] : memref<32x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
