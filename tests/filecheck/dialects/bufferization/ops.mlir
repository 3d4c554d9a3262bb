// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @conversions
func.func @conversions(%m: memref<4x?xf32>, %t: tensor<4x?xf32>, %n: memref<*xf32>, %u: tensor<*xf32>) {
  // CHECK: %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  %0 = bufferization.to_tensor %m : memref<4x?xf32> to tensor<4x?xf32>
  // CHECK: %1 = bufferization.to_tensor %m restrict writable : memref<4x?xf32> to tensor<4x?xf32>
  %1 = bufferization.to_tensor %m restrict writable : memref<4x?xf32> to tensor<4x?xf32>
  // CHECK: %2 = bufferization.to_tensor %m writable {a = 1 : i32} : memref<4x?xf32> to tensor<4x?xf32>
  %2 = bufferization.to_tensor %m writable {a = 1 : i32} : memref<4x?xf32> to tensor<4x?xf32>
  // CHECK: %3 = bufferization.to_tensor %n : memref<*xf32> to tensor<*xf32>
  %3 = bufferization.to_tensor %n : memref<*xf32> to tensor<*xf32>
  // CHECK: %4 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %4 = bufferization.to_buffer %t : tensor<4x?xf32> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  // CHECK: %5 = bufferization.to_buffer %t read_only : tensor<4x?xf32> to memref<4x?xf32, 1>
  %5 = bufferization.to_buffer %t read_only : tensor<4x?xf32> to memref<4x?xf32, 1>
  // CHECK: %6 = bufferization.to_buffer %u : tensor<*xf32> to memref<*xf32>
  %6 = bufferization.to_buffer %u : tensor<*xf32> to memref<*xf32>
  return
}

// CHECK-LABEL: func.func @tensors
func.func @tensors(%t: tensor<4x?xf32>, %n: index, %s: tensor<4x8xf32>, %m: memref<4x?xf32>) {
  // CHECK: %0 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  %0 = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
  // CHECK: %1 = bufferization.alloc_tensor() copy(%t) : tensor<4x?xf32>
  %1 = bufferization.alloc_tensor() copy(%t) : tensor<4x?xf32>
  // CHECK: %2 = bufferization.alloc_tensor() copy(%t) size_hint=%n {memory_space = 1 : i64} : tensor<4x?xf32>
  %2 = bufferization.alloc_tensor() copy(%t) size_hint=%n {memory_space = 1 : i64} : tensor<4x?xf32>
  // CHECK: %3 = bufferization.alloc_tensor() : tensor<*xf32>
  %3 = bufferization.alloc_tensor() : tensor<*xf32>
  // CHECK: bufferization.dealloc_tensor %t : tensor<4x?xf32>
  bufferization.dealloc_tensor %t : tensor<4x?xf32>
  // CHECK: %4 = bufferization.materialize_in_destination %s in %t : (tensor<4x8xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %4 = bufferization.materialize_in_destination %s in %t : (tensor<4x8xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK: bufferization.materialize_in_destination %s in restrict writable %m : (tensor<4x8xf32>, memref<4x?xf32>) -> ()
  bufferization.materialize_in_destination %s in restrict writable %m : (tensor<4x8xf32>, memref<4x?xf32>) -> ()
  // CHECK: bufferization.materialize_in_destination %t in writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  bufferization.materialize_in_destination %t in writable %m : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @memory
func.func @memory(%m: memref<4xf32>, %n: memref<*xf32>, %c: i1) {
  // CHECK: %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  // CHECK: %1 = bufferization.clone %n : memref<*xf32> to memref<?xi32>
  %1 = bufferization.clone %n : memref<*xf32> to memref<?xi32>
  // CHECK: bufferization.dealloc
  bufferization.dealloc
  // CHECK: bufferization.dealloc (%m : memref<4xf32>) if (%c)
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  // CHECK: %2 = bufferization.dealloc retain (%m : memref<4xf32>)
  %2 = bufferization.dealloc retain (%m : memref<4xf32>)
  // CHECK: %3:2 = bufferization.dealloc (%m, %0 : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%n, %m : memref<*xf32>, memref<4xf32>)
  %3:2 = bufferization.dealloc (%m, %0 : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%n, %m : memref<*xf32>, memref<4xf32>)
  return
}
