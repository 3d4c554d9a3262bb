// RUN: dlc-opt %s --lend-memory="only=true" | filecheck %s

// Without an allocator, the small buffers of threads are on their stacks.
// CHECK-LABEL: func.func private @body
//       CHECK:   memref.alloca() {alignment = 64 : i64} : memref<4xf32>
//   CHECK-NOT:   memref.dealloc
func.func private @body(%begin: index, %end: index, %x: memref<4xf32>) {
  %own = memref.alloc() : memref<4xf32>
  memref.copy %x, %own : memref<4xf32> to memref<4xf32>
  memref.copy %own, %x : memref<4xf32> to memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}
func.func private @launch(%count: index, %x: memref<4xf32>) attributes {llvm.launch = {body = @body}} {
  %zero = arith.constant 0 : index
  call @body(%zero, %count, %x) : (index, index, memref<4xf32>) -> ()
  return
}
func.func @main(%x: memref<4xf32>) {
  %count = arith.constant 8 : index
  call @launch(%count, %x) : (index, memref<4xf32>) -> ()
  return
}
