// RUN: dlc-opt %s --outline-kernels="least-work=1" --split-input-file | filecheck %s

// Of memory that is written through one of two overlapping slices, the function takes the slices itself.
// CHECK-LABEL: func.func @state_and_gates(
//       CHECK:   %[[A:.*]] = memref.alloc
//       CHECK:   call @state_and_gates_kernel(%[[A]], %{{.*}})
// CHECK-LABEL: func.func private @state_and_gates_kernel(
//  CHECK-SAME:   %[[A:.*]]: memref<512xf32> {llvm.noalias}, %[[N:.*]]: index
//       CHECK:   %[[V:.*]] = memref.subview %[[A]][%[[N]]]
//       CHECK:   loop.load %[[V]]
//       CHECK:   loop.store %{{.*}}, %[[A]]
func.func @state_and_gates(%n: index) -> memref<512xf32> {
  %a = memref.alloc() : memref<512xf32>
  %v = memref.subview %a[%n] [64] [1] : memref<512xf32> to memref<64xf32, strided<[1], offset: ?>>
  loop.for %i = 0 to 64 {
    %0 = loop.load %v[%i] : memref<64xf32, strided<[1], offset: ?>>
    loop.store %0, %a[%i] : memref<512xf32>
  }
  return %a : memref<512xf32>
}

// -----

// A buffer is apart from what existed before it was allocated, such as the buffers that a loop carries.
// CHECK-LABEL: func.func @carried_state(
//       CHECK:   loop.for
//       CHECK:     call @carried_state_kernel(%arg1, %arg2, %[[C:[a-z0-9_]+]])
//       CHECK:     call @carried_state_kernel_0(%[[C]], %arg2)
// CHECK-LABEL: func.func private @carried_state_kernel(
//  CHECK-SAME:   %{{.*}}: memref<64xf32> {llvm.noalias}, %{{.*}}: memref<64xf32> {llvm.noalias}, %{{.*}}: memref<64xf32> {llvm.noalias}
// CHECK-LABEL: func.func private @carried_state_kernel_0(
//  CHECK-SAME:   %{{.*}}: memref<64xf32> {llvm.noalias}, %{{.*}}: memref<64xf32> {llvm.noalias}
func.func @carried_state(%n: index) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %0:2 = loop.for %t = 0 to %n iter_args(%arg1 = %a, %arg2 = %b) -> (memref<64xf32>, memref<64xf32>) {
    %c = memref.alloc() : memref<64xf32>
    loop.for %i = 0 to 64 {
      %1 = loop.load %arg1[%i] : memref<64xf32>
      %2 = loop.load %arg2[%i] : memref<64xf32>
      %3 = arith.addf %1, %2 : f32
      loop.store %3, %c[%i] : memref<64xf32>
    }
    loop.for %i = 0 to 64 {
      %1 = loop.load %c[%i] : memref<64xf32>
      loop.store %1, %arg2[%i] : memref<64xf32>
    }
    memref.dealloc %arg1 : memref<64xf32>
    loop.yield %c, %arg2 : memref<64xf32>, memref<64xf32>
  }
  memref.dealloc %0#0 : memref<64xf32>
  memref.dealloc %0#1 : memref<64xf32>
  return
}

// -----

// The loop may carry the same buffer twice.
// CHECK-LABEL: func.func private @carried_buffers_kernel(
//   CHECK-NOT:   llvm.noalias
//       CHECK:   return
func.func @carried_buffers(%n: index, %a: memref<64xf32>, %b: memref<64xf32>) {
  %0:2 = loop.for %t = 0 to %n iter_args(%arg1 = %a, %arg2 = %b) -> (memref<64xf32>, memref<64xf32>) {
    loop.for %i = 0 to 64 {
      %1 = loop.load %arg1[%i] : memref<64xf32>
      loop.store %1, %arg2[%i] : memref<64xf32>
    }
    loop.yield %arg2, %arg1 : memref<64xf32>, memref<64xf32>
  }
  return
}
