// RUN: dlc-opt %s --lower-all-to-llvm --split-input-file | filecheck %s
// RUN: dlc-opt %s --lower-all-to-llvm="c-interface=true" --split-input-file | filecheck %s --check-prefix WRAPPED

// From any level; what is at the end of the way already stays as it is.

// CHECK-LABEL: llvm.func @graph
//       CHECK:   llvm.call @malloc
//       CHECK:   llvm.fadd
func.func @graph(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = graph.add %x, %y : tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// WRAPPED: llvm.func @_mlir_ciface_graph(%result: !llvm.ptr, %x: !llvm.ptr, %y: !llvm.ptr)

// CHECK-LABEL: llvm.func @loop
//       CHECK:   llvm.br ^
func.func @loop(%m: memref<4xf32>, %x: f32) {
  loop.for %i = 0 to 4 {
    loop.store %x, %m[%i] : memref<4xf32>
  }
  return
}

// CHECK-LABEL: llvm.func @branch
//       CHECK:   llvm.br ^[[NEXT:.*]](%x : f32)
//       CHECK: ^[[NEXT]](%[[Y:.*]]: f32):
//       CHECK:   llvm.return %[[Y]]
func.func @branch(%x: f32) -> f32 {
  cf.br ^next(%x : f32)
^next(%y: f32):
  return %y : f32
}

// CHECK-LABEL: llvm.func internal @there(%arg0: !llvm.ptr)
//  CHECK-NEXT:   llvm.unreachable
llvm.func internal @there(%arg0: !llvm.ptr) {
  llvm.unreachable
}

// -----

// Functions of numbers are computed by arithmetic.
// CHECK-LABEL: llvm.func @functions
//   CHECK-NOT:   call
//       CHECK:   llvm.intr.fma
//       CHECK:   llvm.return
func.func @functions(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}
