// RUN: dlc-opt %s --lower-to-llvm | filecheck %s
// RUN: dlc-opt %s --lower-to-llvm --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix PASSES

// This is the last stage: it begins with loops, and with buffers that are complete.
// PASSES-NOT:  graph-to-tensor
// PASSES-NOT:  bufferize
// PASSES:      plan-memory
// PASSES-NEXT: lend-results
// PASSES-NEXT: lend-workspace
// PASSES-NEXT: compare-as-integers
// PASSES-NEXT: loop-to-cf

// CHECK-LABEL: llvm.func @two_buffers_share_one_allocation
// CHECK:         llvm.call @malloc
// CHECK-NOT:     llvm.call @malloc
// CHECK:         llvm.return
func.func @two_buffers_share_one_allocation(%m: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %m, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %m, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %m : memref<4xf32> to memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}
