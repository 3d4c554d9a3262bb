// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

// What is returned is the caller's: never an argument, and nothing twice.
// CHECK-LABEL: func.func @results_are_fresh_memory(%arg0: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc_0
// CHECK-NEXT:  return %alloc, %alloc_0 : memref<4xf32>, memref<4xf32>
func.func @results_are_fresh_memory(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %t, %t : tensor<4xf32>, tensor<4xf32>
}

// The caller frees what it was given.
// CHECK-LABEL: func.func @a_caller_frees_results(%arg0: memref<4xf32>, %arg1: index) -> f32
// CHECK-NEXT:  %0:2 = call @results_are_fresh_memory(%arg0) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:  memref.dealloc %0#1
// CHECK-NEXT:  %1 = memref.load %0#0[%arg1]
// CHECK-NEXT:  memref.dealloc %0#0
// CHECK-NEXT:  return %1 : f32
func.func @a_caller_frees_results(%t: tensor<4xf32>, %i: index) -> f32 {
  %r:2 = func.call @results_are_fresh_memory(%t) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %x = tensor.extract %r#0[%i] : tensor<4xf32>
  return %x : f32
}

// An argument of a call lies in one piece.
// CHECK-LABEL: func.func @a_slice_is_copied_for_a_call(%arg0: memref<8xf32>) -> (memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:  %subview = memref.subview %arg0[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %subview, %alloc
// CHECK-NEXT:  %0:2 = call @results_are_fresh_memory(%alloc) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:  memref.dealloc %alloc
// CHECK-NEXT:  return %0#0, %0#1 : memref<4xf32>, memref<4xf32>
func.func @a_slice_is_copied_for_a_call(%t: tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = tensor.extract_slice %t[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %r:2 = func.call @results_are_fresh_memory(%s) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func private @declared(memref<?xf32>) -> memref<4xf32>
func.func private @declared(tensor<?xf32, #graph.dims<n>>) -> tensor<4xf32>

// CHECK-LABEL: func.func @recursion(%arg0: memref<4xf32>, %arg1: i1) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  loop.when %arg1 {
// CHECK-NEXT:    %0 = func.call @recursion(%arg0, %arg1) : (memref<4xf32>, i1) -> memref<4xf32>
// CHECK-NEXT:    memref.copy %0, %alloc
// CHECK-NEXT:    memref.dealloc %0
// CHECK-NEXT:  } else {
// CHECK-NEXT:    memref.copy %arg0, %alloc
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @recursion(%t: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %r = loop.when %c -> (tensor<4xf32>) {
    %a = func.call @recursion(%t, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
    loop.yield %a : tensor<4xf32>
  } else {
    loop.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @a_named_function_has_the_new_type(%arg0: memref<4xf32>, %arg1: i1) -> memref<4xf32>
// CHECK-NEXT:  %f = constant @recursion : (memref<4xf32>, i1) -> memref<4xf32>
// CHECK-NEXT:  %0 = call_indirect %f(%arg0, %arg1) : (memref<4xf32>, i1) -> memref<4xf32>
// CHECK-NEXT:  return %0 : memref<4xf32>
func.func @a_named_function_has_the_new_type(%t: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %f = func.constant @recursion : (tensor<4xf32>, i1) -> tensor<4xf32>
  %r = func.call_indirect %f(%t, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Nothing happens where there are no tensors.
// CHECK-LABEL: func.func @memory_stays_as_it_is(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: index) -> f32
// CHECK-NEXT:  memref.copy %arg0, %arg1
// CHECK-NEXT:  %0 = memref.load %arg1[%arg2]
// CHECK-NEXT:  return %0 : f32
func.func @memory_stays_as_it_is(%m: memref<4xf32>, %n: memref<4xf32>, %i: index) -> f32 {
  memref.copy %m, %n : memref<4xf32> to memref<4xf32>
  %x = memref.load %n[%i] : memref<4xf32>
  return %x : f32
}
