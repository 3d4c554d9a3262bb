// RUN: dlc-opt %s --affine-to-loop --lower-to-gpu=arch=sm_80 | filecheck %s
// A product that adds to what is in memory gets tiles, which a block reads from its own memory.

// CHECK-LABEL: gpu.module
//       CHECK:   llvm.mlir.global internal @product_kernel_columns() {addr_space = 3 : i32
func.func @product(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %c: memref<256x256xf32> {llvm.noalias}) {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 256 {
      affine.for %k = 0 to 256 {
        %x = affine.load %a[%i, %k] : memref<256x256xf32>
        %y = affine.load %b[%k, %j] : memref<256x256xf32>
        %s = affine.load %c[%i, %j] : memref<256x256xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<256x256xf32>
      }
    }
  }
  return
}
