// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @tensor_of_buffer(
//  CHECK-NEXT:   return %t
func.func @tensor_of_buffer(%t: tensor<?xf32>) -> tensor<?xf32> {
  %m = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %r = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @tensor_of_buffer_that_was_written(
//       CHECK:   bufferization.to_tensor
func.func @tensor_of_buffer_that_was_written(%t: tensor<?xf32>, %i: index, %x: f32) -> tensor<?xf32> {
  %m = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  memref.store %x, %m[%i] : memref<?xf32>
  %r = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @buffer_of_tensor(
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %m
//  CHECK-NEXT:   return %m, %m, %[[CAST]]
func.func @buffer_of_tensor(%m: memref<?xf32>)
    -> (memref<?xf32>, memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>) {
  %t = bufferization.to_tensor %m restrict writable : memref<?xf32> to tensor<?xf32>
  %u = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %1 = bufferization.to_buffer %u read_only : tensor<?xf32> to memref<?xf32>
  %2 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %0, %1, %2 : memref<?xf32>, memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>
}

// What is written to the buffer must not be seen in the memref, and the memref may change.
// CHECK-LABEL: func.func @buffer_of_tensor_without_promises(
//  CHECK-NEXT:   bufferization.to_tensor
//  CHECK-NEXT:   bufferization.to_tensor
//  CHECK-NEXT:   bufferization.to_buffer
//  CHECK-NEXT:   bufferization.to_buffer
func.func @buffer_of_tensor_without_promises(%m: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  %t = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %u = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  %0 = bufferization.to_buffer %t read_only : tensor<?xf32> to memref<?xf32>
  %1 = bufferization.to_buffer %u : tensor<?xf32> to memref<?xf32>
  return %0, %1 : memref<?xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @buffer_of_cast(
//  CHECK-NEXT:   %[[BUFFER:.*]] = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
//  CHECK-NEXT:   %[[CAST:.*]] = memref.cast %[[BUFFER]]
//  CHECK-NEXT:   return %[[CAST]]
func.func @buffer_of_cast(%t: tensor<4xf32>) -> memref<?xf32> {
  %u = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %m = bufferization.to_buffer %u read_only : tensor<?xf32> to memref<?xf32>
  return %m : memref<?xf32>
}

// CHECK-LABEL: func.func @sizes(
//  CHECK-SAME:     %[[M:.*]]: memref<?xf32>, %[[T:.*]]: tensor<?xf32>, %[[N:.*]]: index
//       CHECK:   %[[A:.*]] = memref.dim %[[M]], %c0
//       CHECK:   %[[B:.*]] = tensor.dim %[[T]], %c0
//       CHECK:   %[[C:.*]] = tensor.dim %[[T]], %c0
//       CHECK:   %[[D:.*]] = tensor.dim %[[T]], %c0
//       CHECK:   return %[[A]], %[[B]], %[[N]], %[[C]], %[[D]]
func.func @sizes(%m: memref<?xf32>, %t: tensor<?xf32>, %n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %a = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %0 = tensor.dim %a, %c0 : tensor<?xf32>
  %b = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %1 = memref.dim %b, %c0 : memref<?xf32>
  %c = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %2 = tensor.dim %c, %c0 : tensor<?xf32>
  %d = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %3 = tensor.dim %d, %c0 : tensor<?xf32>
  %e = bufferization.materialize_in_destination %a in %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = tensor.dim %e, %c0 : tensor<?xf32>
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// CHECK-LABEL: func.func @loads(
//       CHECK:   tensor.extract %t[%i]
//       CHECK:   memref.load
func.func @loads(%t: tensor<4xf32>, %i: index) -> (f32, f32) {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %0 = memref.load %m[%i] : memref<4xf32>
  %n = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %1 = memref.load %n[%i] : memref<4xf32>
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @constant_sizes(
//       CHECK:   %[[A:.*]] = bufferization.alloc_tensor(%n) size_hint=%n : tensor<4x?xf32>
//       CHECK:   tensor.cast %[[A]] : tensor<4x?xf32> to tensor<?x?xf32>
func.func @constant_sizes(%n: index) -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : index
  %a = bufferization.alloc_tensor(%c4, %n) size_hint=%n : tensor<?x?xf32>
  return %a : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @unused(
//  CHECK-NEXT:   return
func.func @unused(%t: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %1 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %2 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %3 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  %4 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  memref.dealloc %4 : memref<4xf32>
  %5 = bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.dealloc
  return
}

// CHECK-LABEL: func.func @clone_of_freed(
//  CHECK-NEXT:   return %m
func.func @clone_of_freed(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return %0 : memref<4xf32>
}

// CHECK-LABEL: func.func @clone_of_freed_later(
//       CHECK:   bufferization.clone
//       CHECK:   memref.dealloc
func.func @clone_of_freed_later(%m: memref<4xf32>, %n: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  memref.copy %m, %n : memref<4xf32> to memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return %0 : memref<4xf32>
}

// CHECK-LABEL: func.func @deallocations(
//       CHECK:   %false = arith.constant false
//       CHECK:   %[[EITHER:.*]] = arith.ori %c, %d
//       CHECK:   %[[R:.*]]:2 = bufferization.dealloc (%m : memref<4xf32>) if (%[[EITHER]]) retain (%n, %m : memref<4xf32>, memref<4xf32>)
//       CHECK:   return %[[R]]#0, %[[R]]#1, %[[R]]#0, %false
func.func @deallocations(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1, %d: i1) -> (i1, i1, i1, i1) {
  %false = arith.constant false
  %0:3 = bufferization.dealloc (%m, %n, %m : memref<4xf32>, memref<4xf32>, memref<4xf32>) if (%c, %false, %d)
    retain (%n, %m, %n : memref<4xf32>, memref<4xf32>, memref<4xf32>)
  %1 = bufferization.dealloc retain (%m : memref<4xf32>)
  return %0#0, %0#1, %0#2, %1 : i1, i1, i1, i1
}
