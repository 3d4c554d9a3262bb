// RUN: dlc-opt %s --lower-to-loops --split-input-file | filecheck %s
// RUN: dlc-opt %s --lower-all-to-llvm --split-input-file | filecheck %s --check-prefix=LLVM
// RUN: dlc-opt %s --lower-to-tensor --split-input-file | filecheck %s --check-prefix=TENSOR

// Loops of MLIR are converted to those of `loop`, and then lowered like these.

// CHECK-LABEL: func.func @loops_of_affine
//       CHECK:   loop.for %i = 0 to 4 {
//  CHECK-NEXT:     loop.store %x, %m[%i * 2] : memref<8xf32>
// LLVM-LABEL: llvm.func @loops_of_affine
//   LLVM-NOT:   affine.
//       LLVM:   llvm.store %{{.*}} : f32, !llvm.ptr
func.func @loops_of_affine(%m: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %m[%i * 2] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @loops_of_scf
//       CHECK:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
// LLVM-LABEL: llvm.func @loops_of_scf
//   LLVM-NOT:   scf.
//       LLVM:   llvm.cond_br
func.func @loops_of_scf(%m: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// TENSOR-LABEL: func.func @structured
//       TENSOR:   tensor.generic
//   TENSOR-NOT:   linalg.
// CHECK-LABEL: func.func @structured
//       CHECK:   loop.for
//       CHECK:     math.exp
func.func @structured(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// TENSOR-LABEL: func.func @of_stablehlo
//       TENSOR:   tensor.generic
//   TENSOR-NOT:   stablehlo.
func.func @of_stablehlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.abs %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
