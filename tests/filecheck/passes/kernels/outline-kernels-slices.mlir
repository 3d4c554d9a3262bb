// RUN: dlc-opt %s --outline-kernels="least-work=1" | filecheck %s

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
