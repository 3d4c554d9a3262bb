// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.to_tensor' op must have a tensor and a memref of one shape and element type, but got 'tensor<*xf32>' and 'memref<?xf32>' [to_tensor_c1]}}
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<*xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.to_tensor' op must have a tensor and a memref of one shape and element type, but got 'tensor<4xf32>' and 'memref<?xf32>' [to_tensor_c1]}}
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%m: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.to_tensor' op operand #0 must be ranked or unranked memref of any type values, but got 'tensor<?xf32>'}}
  %0 = bufferization.to_tensor %m : tensor<?xf32> to tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.to_buffer' op must have a tensor and a memref of one shape and element type, but got 'tensor<?xf32>' and 'memref<?xi32>' [to_buffer_c1]}}
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xi32>
  return
}

// -----

func.func @f(%t: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.to_buffer' op operand #0 must be tensor of any type values, but got 'memref<?xf32>'}}
  %0 = bufferization.to_buffer %t : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 0, expected 1 [alloc_tensor_c1]}}
  %0 = bufferization.alloc_tensor() : tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{'bufferization.alloc_tensor' op must have no sizes beside the tensor that is copied, but got 1 [alloc_tensor_c2]}}
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.alloc_tensor' op operand #0 'copy' must have type 'tensor<?xf32>', as follows from 'result', but got 'tensor<4xf32>'}}
  %0 = "bufferization.alloc_tensor"(%t) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.dealloc_tensor' op operand #0 must be tensor of any type values, but got 'memref<?xf32>'}}
  bufferization.dealloc_tensor %m : memref<?xf32>
  return
}

// -----

func.func @f(%s: tensor<?xf32>, %d: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have one result for the destination 'tensor<?xf32>', but got 0 [materialize_c1]}}
  bufferization.materialize_in_destination %s in %d : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

// -----

func.func @f(%s: tensor<?xf32>, %d: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have no result for the destination 'memref<?xf32>', but got 1 [materialize_c1]}}
  %0 = bufferization.materialize_in_destination %s in writable %d : (tensor<?xf32>, memref<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%s: tensor<?xf32>, %d: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have 'writable' for memrefs and only for them, but got 'tensor<?xf32>' [materialize_c2]}}
  %0 = bufferization.materialize_in_destination %s in writable %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%s: tensor<?xf32>, %d: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have 'writable' for memrefs and only for them, but got 'memref<?xf32>' [materialize_c2]}}
  bufferization.materialize_in_destination %s in restrict %d : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

func.func @f(%s: tensor<?xf32>, %d: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have 'restrict' only for memrefs, but got 'tensor<?xf32>' [materialize_c3]}}
  %0 = bufferization.materialize_in_destination %s in restrict %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %d: memref<4xi32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have one element type, but got 'tensor<4xf32>' and 'memref<4xi32>' [materialize_c4]}}
  bufferization.materialize_in_destination %s in writable %d : (tensor<4xf32>, memref<4xi32>) -> ()
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %d: memref<3xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have shapes that agree, but got 'tensor<4xf32>' and 'memref<3xf32>' [materialize_c5]}}
  bufferization.materialize_in_destination %s in writable %d : (tensor<4xf32>, memref<3xf32>) -> ()
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %d: memref<*xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have shapes that agree, but got 'tensor<4xf32>' and 'memref<*xf32>' [materialize_c5]}}
  bufferization.materialize_in_destination %s in writable %d : (tensor<4xf32>, memref<*xf32>) -> ()
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %d: tensor<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op must have a result of type 'tensor<?xf32>', but got 'tensor<4xf32>' [materialize_c6]}}
  %0 = bufferization.materialize_in_destination %s in %d : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %d: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op operand #1 must be shaped of any type values, but got 'f32'}}
  bufferization.materialize_in_destination %s in writable %d : (tensor<4xf32>, f32) -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'bufferization.clone' op operand #0 must be ranked or unranked memref of any type values, but got 'tensor<4xf32>'}}
  %0 = bufferization.clone %t : tensor<4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op must have a condition for each of 1 memrefs, but got 2 [dealloc_c1]}}
  bufferization.dealloc (%m : memref<4xf32>) if (%c, %c)
  return
}

// -----

func.func @f(%m: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op inferred type(s)  are incompatible with return type(s) of operation 'i1'}}
  %0 = "bufferization.dealloc"(%m, %c) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xf32>, i1) -> i1
  return
}
