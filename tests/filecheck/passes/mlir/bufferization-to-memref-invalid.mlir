// RUN: dlc-opt %s --bufferization-to-memref --split-input-file --verify-diagnostics

func.func @alloc_tensor() -> tensor<*xf32> {
  // expected-error @+1 {{'bufferization.alloc_tensor' op has a tensor without a rank, 'tensor<*xf32>'}}
  %0 = bufferization.alloc_tensor() : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @clone(%m: memref<*xf32>) -> memref<*xf32> {
  // expected-error @+1 {{'bufferization.clone' op clones a memref without a rank, from 'memref<*xf32>' to 'memref<*xf32>'}}
  %0 = bufferization.clone %m : memref<*xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}

// -----

func.func @clone_of_other_elements(%m: memref<4xf32>) -> memref<4xi32> {
  // expected-error @+1 {{'bufferization.clone' op clones 'memref<4xf32>' to 'memref<4xi32>', which is not a type of fresh memory of its shape}}
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xi32>
  return %0 : memref<4xi32>
}

// -----

func.func @dealloc(%m: memref<*xf32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op frees or retains a memref without a rank, 'memref<*xf32>'}}
  bufferization.dealloc (%m : memref<*xf32>) if (%c)
  return
}

// -----

#map = affine_map<(d0) -> (d0 floordiv 2)>
func.func @dealloc_without_strides(%m: memref<4xf32, #map>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op frees or retains a memref without strides, 'memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>'}}
  bufferization.dealloc (%m : memref<4xf32, #map>) if (%c)
  return
}
