memref.global "private" constant @g : memref<2x2xf32> = dense<[[0.0, 1.0], [2.0, 3.0]]> {alignment = 64}
memref.global @uninit : memref<4xi8> = uninitialized
memref.global "public" @ext : memref<4xi8, 3>
func.func @memref(%n: index, %m: memref<?x?xf32>, %u: memref<*xf32>, %v: f32, %st: memref<8x8xf32, strided<[16, 1], offset: ?>>) {
  %0 = memref.alloc(%n)[%n] {alignment = 16 : i64} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %1 = memref.alloca() : memref<4xi8, 5>
  %2 = memref.get_global @g : memref<2x2xf32>
  %3 = memref.cast %m : memref<?x?xf32> to memref<*xf32>
  %4 = memref.dim %m, %n : memref<?x?xf32>
  %5 = memref.rank %u : memref<*xf32>
  %6 = memref.subview %m[%n, 0] [4, %n] [1, 2] : memref<?x?xf32> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %7 = memref.reinterpret_cast %u to offset: [%n], sizes: [4, %n], strides: [%n, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %8 = memref.expand_shape %2 [[0, 1], [2, 3]] output_shape [1, 2, 2, 1] : memref<2x2xf32> into memref<1x2x2x1xf32>
  %9 = memref.collapse_shape %8 [[0, 1, 2, 3]] : memref<1x2x2x1xf32> into memref<4xf32>
  %10 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>>
  %11:6 = "memref.extract_strided_metadata"(%st) : (memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
  %12 = memref.atomic_rmw addf %v, %m[%n, %n] : (f32, memref<?x?xf32>) -> f32
  %13 = memref.generic_atomic_rmw %m[%n, %n] : memref<?x?xf32> {
  ^bb0(%cur: f32):
    memref.atomic_yield %cur : f32
  }
  memref.copy %2, %2 : memref<2x2xf32> to memref<2x2xf32>
  memref.prefetch %m[%n, %n], read, locality<3>, data : memref<?x?xf32>
  memref.assume_alignment %m, 32 : memref<?x?xf32>
  %t0 = memref.alloc() : memref<1xi32>
  memref.dma_start %9[%n], %9[%n], %n, %t0[%n] : memref<4xf32>, memref<4xf32>, memref<1xi32>
  memref.alloca_scope { memref.alloca_scope.return }
  memref.dealloc %t0 : memref<1xi32>
  return
}
// -----
memref.global "private" constant @g : memref<2x2xf32> = dense<[[0.0, 1.0], [2.0, 3.0]]> {alignment = 64}
memref.global @uninit : memref<4xi8> = uninitialized
memref.global "public" @ext : memref<4xi8, 3>
func.func @memref(%n: index, %m: memref<?x?xf32>, %u: memref<*xf32>, %v: f32) {
  %0 = memref.alloc(%n)[%n] {alignment = 16 : i64} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %1 = memref.alloca() : memref<4xi8, 5>
  %2 = memref.get_global @g : memref<2x2xf32>
  %3 = memref.cast %m : memref<?x?xf32> to memref<*xf32>
  %6 = memref.subview %m[%n, 0] [4, %n] [1, 2] : memref<?x?xf32> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %7 = memref.reinterpret_cast %u to offset: [%n], sizes: [4, %n], strides: [%n, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %8 = memref.expand_shape %2 [[0, 1], [2, 3]] output_shape [1, 2, 2, 1] : memref<2x2xf32> into memref<1x2x2x1xf32>
  %9 = memref.collapse_shape %8 [[0, 1, 2, 3]] : memref<1x2x2x1xf32> into memref<4xf32>
  %12 = memref.atomic_rmw addf %v, %m[%n, %n] : (f32, memref<?x?xf32>) -> f32
  %13 = memref.generic_atomic_rmw %m[%n, %n] : memref<?x?xf32> {
  ^bb0(%cur: f32):
    memref.atomic_yield %cur : f32
  }
  memref.prefetch %m[%n, %n], write, locality<0>, instr : memref<?x?xf32>
  %15 = memref.alloc() : memref<2048xi8>
  %14 = memref.view %15[%n][%n] : memref<2048xi8> to memref<?x4xf32>
  memref.dealloc %15 : memref<2048xi8>
  return
}
// -----
func.func @meta(%st: memref<8x8xf32, strided<[16, 1], offset: ?>>, %m: memref<?x?xf32>) {
  %base, %off, %sz:2, %str:2 = memref.extract_strided_metadata %st : memref<8x8xf32, strided<[16, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %t = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x?xf32> -> index
  memref.alloca_scope { memref.alloca_scope.return }
  return
}
// -----
func.func @tensor(%t: tensor<?x4xf32>, %n: index, %f: f32) -> tensor<?x?xf32> {
  %0 = tensor.empty(%n) : tensor<?x8xf32, "enc">
  %1 = tensor.extract %t[%n, %n] : tensor<?x4xf32>
  %2 = tensor.insert %f into %t[%n, %n] : tensor<?x4xf32>
  %3 = tensor.extract_slice %t[%n, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
  %4 = tensor.insert_slice %3 into %t[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x4xf32>
  %5 = tensor.from_elements %f, %f, %f : tensor<3xf32>
  %6 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x3xf32>
  %7 = tensor.pad %t low[0, %n] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %8 = tensor.cast %t : tensor<?x4xf32> to tensor<*xf32>
  %9 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %10 = tensor.expand_shape %9 [[0, 1, 2]] output_shape [%n, 2, 2] : tensor<?xf32> into tensor<?x2x2xf32>
  %11 = tensor.splat %f[%n] : tensor<?x2xf32>
  %12 = tensor.rank %8 : tensor<*xf32>
  %idx = arith.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %13 = tensor.gather %t[%idx] gather_dims([0]) : (tensor<?x4xf32>, tensor<2x1xi32>) -> tensor<2x1x4xf32>
  %14 = tensor.bitcast %5 : tensor<3xf32> to tensor<3xui32>
  %15 = tensor.concat dim(0) %3, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %16 = tensor.dim %t, %n : tensor<?x4xf32>
  return %7 : tensor<?x?xf32>
}
// -----
func.func @bufferization(%t: tensor<?xf32>, %m: memref<?xf32>, %n: index, %c: i1) {
  %0 = bufferization.to_tensor %m restrict writable : memref<?xf32> to tensor<?xf32>
  %1 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %2 = bufferization.alloc_tensor(%n) {memory_space = 1 : i64} : tensor<?xf32>
  %3 = bufferization.alloc_tensor() copy(%t) {my.escape = [false]} : tensor<?xf32>
  %4 = bufferization.materialize_in_destination %t in %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %5 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  bufferization.dealloc (%m : memref<?xf32>) if (%c)
  bufferization.dealloc_tensor %t : tensor<?xf32>
  return
}
