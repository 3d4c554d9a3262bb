// RUN: dlc-opt %s --gpu-map-fragments="loops=i,j tile=16,16" --split-input-file | filecheck %s

// RDNA: a thread has eight columns of a row.
module attributes {gpu.machine = {arch = "gfx1100"}} {
  // CHECK-LABEL: func.func @init
  func.func @init(%m: memref<32x16xf32>, %x: f32) {
    //      CHECK: loop.parallel (%warp_row, %warp_column, %group, %member) = (0, 0, 0, 0) to (2, 1, 2, 16) {
    // CHECK-NEXT: loop.store %x, %m[%member + %warp_row * 16, %group * 8 + %warp_column * 16] : memref<32x16xf32>
    // CHECK-NEXT: loop.store %x, %m[%member + %warp_row * 16, %group * 8 + %warp_column * 16 + 1] : memref<32x16xf32>
    //      CHECK: loop.store %x, %m[%member + %warp_row * 16, %group * 8 + %warp_column * 16 + 7] : memref<32x16xf32>
    // CHECK-NEXT: } {mapping = [#gpu.thread<x>, #gpu.thread<x>, #gpu.thread<x>, #gpu.thread<x>]}
    loop.for %i = 0 to 32 {
      loop.for %j = 0 to 16 {
        loop.store %x, %m[%i, %j] : memref<32x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}

// -----

// CDNA: a thread has four columns of a row.
module attributes {gpu.machine = {arch = "gfx90a"}} {
  // CHECK-LABEL: func.func @init
  func.func @init(%m: memref<32x16xf32>, %x: f32) {
    //      CHECK: loop.parallel (%warp_row, %warp_column, %group, %member) = (0, 0, 0, 0) to (2, 1, 4, 16) {
    // CHECK-NEXT: loop.store %x, %m[%member + %warp_row * 16, %group * 4 + %warp_column * 16] : memref<32x16xf32>
    //      CHECK: loop.store %x, %m[%member + %warp_row * 16, %group * 4 + %warp_column * 16 + 3] : memref<32x16xf32>
    // CHECK-NEXT: } {mapping
    loop.for %i = 0 to 32 {
      loop.for %j = 0 to 16 {
        loop.store %x, %m[%i, %j] : memref<32x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}
