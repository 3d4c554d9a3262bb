// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

// Views cost nothing, and what is seen through them may be given away as a whole.
// CHECK-LABEL: func.func @reshapes_are_views(%arg0: f32) -> memref<2x?xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<8xf32>
// CHECK-NEXT:  tensor.fill ins(%arg0 : f32) outs(%alloc : memref<8xf32>)
// CHECK-NEXT:  %expand_shape = memref.expand_shape %alloc {{\[\[}}0, 1{{\]\]}} output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
// CHECK-NEXT:  %cast = memref.cast %expand_shape : memref<2x4xf32> to memref<2x?xf32>
// CHECK-NEXT:  return %cast : memref<2x?xf32>
func.func @reshapes_are_views(%x: f32) -> tensor<2x?xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = tensor.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %b = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %r = tensor.cast %b : tensor<2x4xf32> to tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// The rows of a slice are apart, so they are copied before they are joined.
// CHECK-LABEL: func.func @what_is_joined_lies_in_one_piece(%arg0: memref<4x8xf32>, %arg1: index) -> f32
// CHECK-NEXT:  %subview = memref.subview %arg0[0, 0] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1]>>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK-NEXT:  memref.copy %subview, %alloc
// CHECK-NEXT:  %collapse_shape = memref.collapse_shape %alloc {{\[\[}}0, 1{{\]\]}} : memref<4x4xf32> into memref<16xf32>
// CHECK-NEXT:  %0 = memref.load %collapse_shape[%arg1]
// CHECK-NEXT:  memref.dealloc %alloc
// CHECK-NEXT:  return %0 : f32
func.func @what_is_joined_lies_in_one_piece(%t: tensor<4x8xf32>, %i: index) -> f32 {
  %s = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %x = tensor.extract %c[%i] : tensor<16xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @whole_rows_are_in_one_piece(%arg0: memref<4x8xf32>, %arg1: index) -> f32
// CHECK-NEXT:  %subview = memref.subview %arg0[1, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 8>>
// CHECK-NEXT:  %collapse_shape = memref.collapse_shape %subview {{\[\[}}0, 1{{\]\]}} : memref<2x8xf32, strided<[8, 1], offset: 8>> into memref<16xf32, strided<[1], offset: 8>>
// CHECK-NEXT:  %0 = memref.load %collapse_shape[%arg1]
// CHECK-NEXT:  return %0 : f32
func.func @whole_rows_are_in_one_piece(%t: tensor<4x8xf32>, %i: index) -> f32 {
  %s = tensor.extract_slice %t[1, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<2x8xf32> into tensor<16xf32>
  %x = tensor.extract %c[%i] : tensor<16xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @sizes(%arg0: memref<4x?xf32>, %arg1: index) -> (index, index, index, index)
// CHECK-NEXT:  %c2 = arith.constant 2 : index
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %c1 = arith.constant 1 : index
// CHECK-NEXT:  %dim = memref.dim %arg0, %c0
// CHECK-NEXT:  %dim_0 = memref.dim %arg0, %c1
// CHECK-NEXT:  return %dim, %dim_0, %arg1, %c2 : index, index, index, index
func.func @sizes(%t: tensor<4x?xf32>, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %t, %c0 : tensor<4x?xf32>
  %b = tensor.dim %t, %c1 : tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %c = tensor.dim %e, %c0 : tensor<?xf32>
  %d = tensor.rank %t : tensor<4x?xf32>
  return %a, %b, %c, %d : index, index, index, index
}

// CHECK-LABEL: func.func @reshape(%arg0: memref<?xf32>, %arg1: memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT:  %c1 = arith.constant 1 : index
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %reshape = memref.reshape %arg0(%arg1) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT:  %dim = memref.dim %reshape, %c0
// CHECK-NEXT:  %dim_0 = memref.dim %reshape, %c1
// CHECK-NEXT:  %alloc = memref.alloc(%dim, %dim_0) {{.*}} : memref<?x?xf32>
// CHECK-NEXT:  memref.copy %reshape, %alloc
// CHECK-NEXT:  return %alloc : memref<?x?xf32>
func.func @reshape(%t: tensor<?xf32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %r = tensor.reshape %t(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The type of the result states a size that is not computed.
// CHECK-LABEL: func.func @pad_to_a_known_size(%arg0: memref<?xindex>) -> memref<7xindex>
//       CHECK:   memref.alloc() {{.*}} : memref<7xindex>
func.func @pad_to_a_known_size(%t: tensor<?xindex>) -> tensor<7xindex> {
  %r = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    %x = arith.addi %i, %i : index
    tensor.yield %x : index
  } : tensor<?xindex> to tensor<7xindex>
  return %r : tensor<7xindex>
}
