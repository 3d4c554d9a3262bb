// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

// The second part has no elements: nothing is copied, as no offset is within the result.
// CHECK-LABEL: func.func @a_part_without_elements(%arg0: memref<?x0xf32>, %arg1: memref<3x?xf32>) -> memref<?x0xf32>
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %dim = memref.dim %arg0, %c0 : memref<?x0xf32>
// CHECK-NEXT:  %c1 = arith.constant 1 : index
// CHECK-NEXT:  %dim_0 = memref.dim %arg1, %c1 : memref<3x?xf32>
// CHECK-NEXT:  %c3 = arith.constant 3 : index
// CHECK-NEXT:  %0 = arith.addi %dim, %c3 : index
// CHECK-NEXT:  %alloc = memref.alloc(%0) {{.*}} : memref<?x0xf32>
// CHECK-NEXT:  return %alloc : memref<?x0xf32>
func.func @a_part_without_elements(%t: tensor<?x0xf32>, %u: tensor<3x?xf32>) -> tensor<?x0xf32> {
  %j = tensor.concat dim(0) %t, %u : (tensor<?x0xf32>, tensor<3x?xf32>) -> tensor<?x0xf32>
  return %j : tensor<?x0xf32>
}

// CHECK-LABEL: func.func @no_room_for_the_source(%arg0: memref<?xf32>, %arg1: f32) -> memref<2xf32>
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK-NEXT:  %c2 = arith.constant 2 : index
// CHECK-NEXT:  %0 = arith.addi %c2, %dim : index
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NEXT:  tensor.fill ins(%arg1 : f32) outs(%alloc : memref<2xf32>)
// CHECK-NEXT:  return %alloc : memref<2xf32>
func.func @no_room_for_the_source(%t: tensor<?xf32>, %x: f32) -> tensor<2xf32> {
  %p = tensor.pad %t low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32> to tensor<2xf32>
  return %p : tensor<2xf32>
}

// CHECK-LABEL: func.func @zero_in_a_dynamic_group(%arg0: memref<?x0xf32>) -> memref<?xf32>
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %cast = memref.cast %arg0 : memref<?x0xf32> to memref<?x?xf32>
// CHECK-NEXT:  %collapse_shape = memref.collapse_shape %cast {{\[\[}}0, 1{{\]\]}} : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT:  %dim = memref.dim %collapse_shape, %c0 : memref<?xf32>
// CHECK-NEXT:  %alloc = memref.alloc(%dim) {{.*}} : memref<?xf32>
// CHECK-NEXT:  memref.copy %collapse_shape, %alloc : memref<?xf32> to memref<?xf32>
// CHECK-NEXT:  return %alloc : memref<?xf32>
func.func @zero_in_a_dynamic_group(%t: tensor<?x0xf32>) -> tensor<?xf32> {
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<?x0xf32> into tensor<?xf32>
  return %c : tensor<?xf32>
}

// CHECK-LABEL: func.func @listed_but_not_in_the_type(%arg0: memref<?x2xf32>, %arg1: index) -> f32
// CHECK-NEXT:  %expand_shape = memref.expand_shape %arg0 {{\[\[}}0], [1{{\]\]}} output_shape [4, 2] : memref<?x2xf32> into memref<?x2xf32>
// CHECK-NEXT:  %0 = memref.load %expand_shape[%arg1, %arg1] : memref<?x2xf32>
// CHECK-NEXT:  return %0 : f32
func.func @listed_but_not_in_the_type(%t: tensor<?x2xf32>, %i: index) -> f32 {
  %e = tensor.expand_shape %t [[0], [1]] output_shape [4, 2] : tensor<?x2xf32> into tensor<?x2xf32>
  %x = tensor.extract %e[%i, %i] : tensor<?x2xf32>
  return %x : f32
}

// A kernel may use tensors from outside in any place; on memory, they become inputs.
// CHECK-LABEL: func.func @a_kernel_yields_what_it_captures(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  tensor.kernel ins(%arg2 = %arg0 : memref<4xf32>) outs(%arg3 = %alloc : memref<4xf32>) {
// CHECK-NEXT:  tensor.yield %arg2 : tensor<4xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @a_kernel_yields_what_it_captures(%x: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %k = tensor.kernel outs(%o = %t : tensor<4xf32>) {
    tensor.yield %x : tensor<4xf32>
  } -> tensor<4xf32>
  return %k : tensor<4xf32>
}

// CHECK-LABEL: func.func @a_kernel_on_memrefs_captures(%arg0: memref<?xf32>, %arg1: memref<?xf32>)
// CHECK-NEXT:  %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:  tensor.kernel ins(%arg2 = %arg0 : memref<?xf32>) outs(%arg3 = %arg1 : memref<?xf32>) {
// CHECK-NEXT:  %0 = tensor.fill ins(%cst : f32) outs(%arg2 : tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:  tensor.yield %0 : tensor<?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @a_kernel_on_memrefs_captures(%x: tensor<?xf32>, %m: memref<?xf32>) {
  %c = arith.constant 1.0 : f32
  tensor.kernel outs(%o = %m : memref<?xf32>) {
    %f = tensor.fill ins(%c : f32) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    tensor.yield %f : tensor<?xf32>
  }
  return
}
