// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

// CHECK-LABEL: func.func @a_carried_tensor_has_one_buffer(%arg0: memref<4xf32>, %arg1: f32) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  loop.for %arg2 = 0 to 4 {
// CHECK-NEXT:    memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @a_carried_tensor_has_one_buffer(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %r = loop.for %i = 0 to 4 iter_args(%c = %t) -> (tensor<4xf32>) {
    %n = tensor.insert %x into %c[%i] : tensor<4xf32>
    loop.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// The shape stays what it was, whatever it is.
// CHECK-LABEL: func.func @a_dynamic_one_too_if_each_comes_from_the_one_before(%arg0: memref<?xf32>, %arg1: f32) -> memref<?xf32>
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %dim = memref.dim %arg0, %c0
// CHECK-NEXT:  %alloc = memref.alloc(%dim) {{.*}} : memref<?xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  loop.for %arg2 = 0 to 4 {
// CHECK-NEXT:    memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<?xf32>
func.func @a_dynamic_one_too_if_each_comes_from_the_one_before(%t: tensor<?xf32>, %x: f32) -> tensor<?xf32> {
  %r = loop.for %i = 0 to 4 iter_args(%c = %t) -> (tensor<?xf32>) {
    %n = tensor.insert %x into %c[%i] : tensor<?xf32>
    loop.yield %n : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Each iteration is given memory, makes larger memory and frees what it was given.
// CHECK-LABEL: func.func @a_tensor_that_grows_is_handed_on(%arg0: memref<?xf32>) -> memref<?xf32>
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %dim = memref.dim %arg0, %c0
// CHECK-NEXT:  %alloc = memref.alloc(%dim) {{.*}} : memref<?xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  %0 = loop.for %arg1 = 0 to 3 iter_args(%arg2 = %alloc) -> (memref<?xf32>) {
// CHECK-NEXT:    %c0_0 = arith.constant 0 : index
// CHECK-NEXT:    %dim_1 = memref.dim %arg2, %c0_0
// CHECK-NEXT:    %c0_2 = arith.constant 0 : index
// CHECK-NEXT:    %dim_3 = memref.dim %arg2, %c0_2
// CHECK-NEXT:    %1 = arith.addi %dim_1, %dim_3 : index
// CHECK-NEXT:    %alloc_4 = memref.alloc(%1) {{.*}} : memref<?xf32>
// CHECK-NEXT:    %subview = memref.subview %alloc_4[0] [%dim_1] [1]
// CHECK-NEXT:    memref.copy %arg2, %subview
// CHECK-NEXT:    %subview_5 = memref.subview %alloc_4[%dim_1] [%dim_3] [1]
// CHECK-NEXT:    memref.copy %arg2, %subview_5
// CHECK-NEXT:    memref.dealloc %arg2
// CHECK-NEXT:    loop.yield %alloc_4 : memref<?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  return %0 : memref<?xf32>
func.func @a_tensor_that_grows_is_handed_on(%t: tensor<?xf32>) -> tensor<?xf32> {
  %r = loop.for %i = 0 to 3 iter_args(%c = %t) -> (tensor<?xf32>) {
    %n = tensor.concat dim(0) %c, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    loop.yield %n : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Both are needed until both are replaced.
// CHECK-LABEL: func.func @swapped_tensors_go_through_other_memory(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg1, %alloc_0
// CHECK-NEXT:  loop.for %arg2 = 0 to 3 {
// CHECK-NEXT:    %alloc_1 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    memref.copy %alloc_0, %alloc_1
// CHECK-NEXT:    %alloc_2 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    memref.copy %alloc, %alloc_2
// CHECK-NEXT:    memref.copy %alloc_1, %alloc
// CHECK-NEXT:    memref.dealloc %alloc_1
// CHECK-NEXT:    memref.copy %alloc_2, %alloc_0
// CHECK-NEXT:    memref.dealloc %alloc_2
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc, %alloc_0 : memref<4xf32>, memref<4xf32>
func.func @swapped_tensors_go_through_other_memory(%s: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = loop.for %i = 0 to 3 iter_args(%a = %s, %b = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    loop.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// What a loop reads again in its next iteration is not overwritten.
// CHECK-LABEL: func.func @what_comes_from_outside_stays(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> f32
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %0 = loop.for %arg3 = 0 to 4 iter_args(%arg4 = %arg1) -> (f32) {
// CHECK-NEXT:    %1 = memref.load %alloc[%arg3]
// CHECK-NEXT:    %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    memref.copy %alloc, %alloc_0
// CHECK-NEXT:    memref.store %arg4, %alloc_0[%arg3]
// CHECK-NEXT:    %2 = memref.load %alloc_0[%arg2]
// CHECK-NEXT:    memref.dealloc %alloc_0
// CHECK-NEXT:    %3 = arith.addf %1, %2 : f32
// CHECK-NEXT:    loop.yield %3 : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %alloc
// CHECK-NEXT:  return %0 : f32
func.func @what_comes_from_outside_stays(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  %r = loop.for %j = 0 to 4 iter_args(%s = %x) -> (f32) {
    %y = tensor.extract %w[%j] : tensor<4xf32>
    %v = tensor.insert %s into %w[%j] : tensor<4xf32>
    %z = tensor.extract %v[%i] : tensor<4xf32>
    %n = arith.addf %y, %z : f32
    loop.yield %n : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @a_while_writes_to_the_buffer_it_passes_on(%arg0: memref<4xf32>, %arg1: f32, %arg2: index, %arg3: i1) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  loop.while : () -> () {
// CHECK-NEXT:    memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:    loop.condition(%arg3)
// CHECK-NEXT:  } do {
// CHECK-NEXT:    memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:    loop.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @a_while_writes_to_the_buffer_it_passes_on(%t: tensor<4xf32>, %x: f32, %i: index, %c: i1) -> tensor<4xf32> {
  %r = loop.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    %n = tensor.insert %x into %a[%i] : tensor<4xf32>
    loop.condition(%c) %n : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    %m = tensor.insert %x into %b[%i] : tensor<4xf32>
    loop.yield %m : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @a_parallel_loop_reads_tensors(%arg0: memref<4xf32>) -> f32
// CHECK-NEXT:  %0 = loop.parallel (%arg1) = (0) to (4) reduce ("addf") -> (f32) {
// CHECK-NEXT:    %1 = memref.load %arg0[%arg1]
// CHECK-NEXT:    loop.yield %1 : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  return %0 : f32
func.func @a_parallel_loop_reads_tensors(%t: tensor<4xf32>) -> f32 {
  %r = loop.parallel (%i) = (0) to (4) reduce ("addf") -> (f32) {
    %x = tensor.extract %t[%i] : tensor<4xf32>
    loop.yield %x : f32
  }
  return %r : f32
}
