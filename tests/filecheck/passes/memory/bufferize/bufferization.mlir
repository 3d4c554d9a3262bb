// RUN: dlc-opt %s --bufferize | filecheck %s

// CHECK-LABEL: func.func @tensor_of_memory_that_stays(
//       CHECK:   memref.load %m[%i]
//   CHECK-NOT:   memref.copy
func.func @tensor_of_memory_that_stays(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %r = tensor.extract %t[%i] : tensor<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  return %r : f32
}

// CHECK-LABEL: func.func @tensor_of_memory_that_changes(
//       CHECK:   %[[COPY:.*]] = memref.alloc
//       CHECK:   memref.copy %m, %[[COPY]]
//       CHECK:   memref.store %x, %m[%i]
//       CHECK:   memref.load %[[COPY]][%i]
//       CHECK:   memref.dealloc %[[COPY]]
func.func @tensor_of_memory_that_changes(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  %r = tensor.extract %t[%i] : tensor<4xf32>
  return %r : f32
}

// Another memref may be in the same memory, unless it is promised that it is not.
// CHECK-LABEL: func.func @other_memory(
//       CHECK:   memref.copy %m, %[[COPY:.*]] :
//       CHECK:   memref.store %x, %n[%i]
//       CHECK:   memref.load %[[COPY]][%i]
//       CHECK:   memref.load %n[%i]
//       CHECK:   memref.store %x, %m[%i]
//       CHECK:   memref.load %n[%i]
func.func @other_memory(%m: memref<4xf32>, %n: memref<4xf32>, %x: f32, %i: index) -> (f32, f32, f32) {
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  memref.store %x, %n[%i] : memref<4xf32>
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  %u = bufferization.to_tensor %n restrict : memref<4xf32> to tensor<4xf32>
  %1 = tensor.extract %u[%i] : tensor<4xf32>
  memref.store %x, %m[%i] : memref<4xf32>
  %2 = tensor.extract %u[%i] : tensor<4xf32>
  return %0, %1, %2 : f32, f32, f32
}

// What is written at the end of a loop is read when it goes on.
// CHECK-LABEL: func.func @in_a_loop(
//       CHECK:   memref.copy %m, %[[COPY:.*]] :
//       CHECK:   loop.for
//       CHECK:     memref.load %[[COPY]]
//       CHECK:     memref.store %x, %m
func.func @in_a_loop(%m: memref<4xf32>, %x: f32) -> f32 {
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %r = loop.for %i = 0 to 4 iter_args(%s = %x) -> (f32) {
    %0 = tensor.extract %t[%i] : tensor<4xf32>
    memref.store %x, %m[%i] : memref<4xf32>
    loop.yield %0 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @written_in_place(
//   CHECK-NOT:   memref.alloc
//       CHECK:   memref.store %x, %m[%i]
//   CHECK-NOT:   memref.copy
//       CHECK:   return
func.func @written_in_place(%m: memref<4xf32>, %x: f32, %i: index) {
  %t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %r = tensor.insert %x into %t[%i] : tensor<4xf32>
  bufferization.materialize_in_destination %r in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @not_writable(
//       CHECK:   memref.copy %m, %[[COPY:.*]] :
//       CHECK:   memref.store %x, %[[COPY]][%i]
//       CHECK:   memref.copy %[[COPY]], %m
func.func @not_writable(%m: memref<4xf32>, %x: f32, %i: index) {
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %r = tensor.insert %x into %t[%i] : tensor<4xf32>
  bufferization.materialize_in_destination %r in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @in_the_memory_of_another(
//       CHECK:   memref.copy %t, %m
func.func @in_the_memory_of_another(%m: memref<4xf32>, %t: tensor<4xf32>, %i: index) -> f32 {
  %d = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %r = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %r[%i] : tensor<4xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @buffers(
//       CHECK:   memref.load %t[%i]
//       CHECK:   memref.copy %t, %[[COPY:.*]] :
//       CHECK:   memref.store %x, %[[COPY]][%i]
//       CHECK:   memref.dealloc %[[COPY]]
func.func @buffers(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %0 = memref.load %m[%i] : memref<4xf32>
  %n = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  memref.store %x, %n[%i] : memref<4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @buffer_that_is_given_away(
//       CHECK:   %[[A:.*]] = memref.alloc
//       CHECK:   memref.store %x, %[[A]][%i]
//       CHECK:   return %[[A]]
func.func @buffer_that_is_given_away(%t: tensor<4xf32>, %x: f32, %i: index) -> memref<4xf32> {
  %r = tensor.insert %x into %t[%i] : tensor<4xf32>
  %m = bufferization.to_buffer %r : tensor<4xf32> to memref<4xf32>
  return %m : memref<4xf32>
}

// CHECK-LABEL: func.func @elsewhere(
//       CHECK:   %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32, 1>
//       CHECK:   memref.copy %t, %[[A]]
//       CHECK:   %[[B:.*]] = memref.alloc() {{.*}} : memref<4xf32>
//       CHECK:   memref.copy %m, %[[B]]
func.func @elsewhere(%t: tensor<4xf32>, %m: memref<4xf32, 1>, %i: index) -> (f32, f32) {
  %n = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, 1>
  %0 = memref.load %n[%i] : memref<4xf32, 1>
  %u = bufferization.to_tensor %m restrict : memref<4xf32, 1> to tensor<4xf32>
  %1 = tensor.extract %u[%i] : tensor<4xf32>
  return %0, %1 : f32, f32
}
