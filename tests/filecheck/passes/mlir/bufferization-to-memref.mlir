// RUN: dlc-opt %s --bufferization-to-memref | filecheck %s

// CHECK-LABEL: func.func @tensors(
//  CHECK-SAME:     %[[T:.*]]: tensor<?xf32>, %[[N:.*]]: index
//  CHECK-NEXT:   %[[EMPTY:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
//  CHECK-NEXT:   return %[[EMPTY]], %[[T]]
func.func @tensors(%t: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = bufferization.alloc_tensor(%n) {memory_space = 1 : i64} : tensor<?xf32>
  %1 = bufferization.alloc_tensor() copy(%t) size_hint=%n : tensor<?xf32>
  bufferization.dealloc_tensor %t : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @clones(
//       CHECK:   %[[N:.*]] = memref.dim %m, %c1
//       CHECK:   %[[A:.*]] = memref.alloc(%[[N]]) : memref<4x?xf32>
//       CHECK:   memref.copy %m, %[[A]] : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
//       CHECK:   memref.cast %[[A]] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
func.func @clones(%m: memref<4x?xf32, strided<[?, 1]>>) -> memref<4x?xf32, strided<[?, 1]>> {
  %0 = bufferization.clone %m : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32, strided<[?, 1]>>
  return %0 : memref<4x?xf32, strided<[?, 1]>>
}

// CHECK-LABEL: func.func @deallocation(
//       CHECK:   %[[BASE:[a-z_]*]], %{{.*}} = memref.extract_strided_metadata %m
//       CHECK:   %[[M:.*]] = memref.extract_aligned_pointer_as_index %[[BASE]]
//       CHECK:   %[[N:.*]] = memref.extract_aligned_pointer_as_index
//       CHECK:   %[[SAME:.*]] = arith.cmpi eq, %[[M]], %[[N]]
//       CHECK:   %[[TAKEN:.*]] = arith.andi %c, %[[SAME]]
//       CHECK:   %[[OWNED:.*]] = arith.ori %{{.*}}, %[[TAKEN]]
//       CHECK:   %[[OTHER:.*]] = arith.xori %[[SAME]], %true
//       CHECK:   %[[FREE:.*]] = arith.andi %c, %[[OTHER]]
//       CHECK:   loop.when %[[FREE]] {
//  CHECK-NEXT:     memref.dealloc %[[BASE]] : memref<f32>
//       CHECK:   return %[[OWNED]]
func.func @deallocation(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) -> i1 {
  %0 = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%n : memref<4xf32>)
  return %0 : i1
}

// What is between tensors and memrefs is left to bufferization.
// CHECK-LABEL: func.func @between(
//       CHECK:   bufferization.to_tensor
//       CHECK:   bufferization.to_buffer
//       CHECK:   bufferization.materialize_in_destination
func.func @between(%m: memref<4xf32>, %t: tensor<4xf32>) -> memref<4xf32> {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  bufferization.materialize_in_destination %0 in writable %1 : (tensor<4xf32>, memref<4xf32>) -> ()
  return %1 : memref<4xf32>
}
