// RUN: dlc-opt %s --canonicalize --split-input-file | filecheck %s

#same = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func.func @identity_is_forwarded
//   CHECK-NOT:   linalg.generic
//       CHECK:   return %t
func.func @identity_is_forwarded(%t: tensor<4x?xf32>, %u: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x?xf32>) outs(%u : tensor<4x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

#same = affine_map<(i, j) -> (i, j)>
#swapped = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: func.func @what_moves_or_computes_stays
// CHECK-COUNT-2: linalg.generic
func.func @what_moves_or_computes_stays(%t: tensor<4x4xf32>, %u: tensor<4x4xf32>, %x: f32) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = linalg.generic {indexing_maps = [#swapped, #same], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x4xf32>) outs(%u : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x4xf32>) outs(%u : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %x : f32
  } -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @memrefs_that_stay_as_they_are
//  CHECK-NEXT:   linalg.copy ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)
//  CHECK-NEXT:   return
func.func @memrefs_that_stay_as_they_are(%m: memref<4xf32>, %n: memref<4xf32>, %e: memref<0xf32>, %x: f32) {
  linalg.copy ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  linalg.copy ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)
  linalg.fill ins(%x : f32) outs(%e : memref<0xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @transposes
//       CHECK:   %[[T:.*]] = linalg.transpose ins(%t : tensor<2x3x4xf32>) outs(%v : tensor<4x2x3xf32>) permutation = [2, 0, 1]
//  CHECK-NEXT:   return %[[T]], %t, %t
func.func @transposes(%t: tensor<2x3x4xf32>, %u: tensor<3x4x2xf32>, %v: tensor<4x2x3xf32>)
    -> (tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %0 = linalg.transpose ins(%t : tensor<2x3x4xf32>) outs(%u : tensor<3x4x2xf32>) permutation = [1, 2, 0]
  %1 = linalg.transpose ins(%0 : tensor<3x4x2xf32>) outs(%v : tensor<4x2x3xf32>) permutation = [1, 2, 0]
  %2 = linalg.transpose ins(%0 : tensor<3x4x2xf32>) outs(%t : tensor<2x3x4xf32>) permutation = [2, 0, 1]
  %3 = linalg.broadcast ins(%2 : tensor<2x3x4xf32>) outs(%t : tensor<2x3x4xf32>) dimensions = []
  return %1, %2, %3 : tensor<4x2x3xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @fills_are_not_moved(
//       CHECK:   %[[A:.*]] = linalg.fill ins(%x : f32) outs(%t : tensor<3x2xf32>)
//       CHECK:   %[[B:.*]] = linalg.fill ins(%x : f32) outs(%u : tensor<2x3xf32>)
//       CHECK:   %[[E:.*]] = tensor.empty() : tensor<4x5xf32>
//       CHECK:   %[[C:.*]] = linalg.fill ins(%x : f32) outs(%[[E]] : tensor<4x5xf32>)
//       CHECK:   return %[[A]], %[[B]], %[[C]], %x
func.func @fills_are_not_moved(%x: f32, %t: tensor<3x2xf32>, %u: tensor<2x3xf32>, %i: index)
    -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<4x5xf32>, f32) {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %a = linalg.transpose ins(%f : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0]
  %b = linalg.copy ins(%f : tensor<2x3xf32>) outs(%u : tensor<2x3xf32>) -> tensor<2x3xf32>
  %c = tensor.pad %f low[1, 0] high[1, 2] {
  ^bb0(%p: index, %q: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32> to tensor<4x5xf32>
  %d = tensor.extract %f[%i, %i] : tensor<2x3xf32>
  return %a, %b, %c, %d : tensor<3x2xf32>, tensor<2x3xf32>, tensor<4x5xf32>, f32
}

// -----

// A fill that converts its scalar gives other elements, and padding with another value stays.
// CHECK-LABEL: func.func @other_elements_stay(
//       CHECK:   tensor.extract
//       CHECK:   tensor.pad
func.func @other_elements_stay(%x: f64, %y: f32, %i: index) -> (f32, tensor<4xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%x : f64) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %d = tensor.extract %f[%i] : tensor<2xf32>
  %g = linalg.fill ins(%d : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %p = tensor.pad %g low[1] high[1] {
  ^bb0(%q: index):
    tensor.yield %y : f32
  } : tensor<2xf32> to tensor<4xf32>
  return %d, %p : f32, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @casts_that_hide_sizes(
//       CHECK:   %[[P:.*]] = linalg.matmul ins(%a, %b : tensor<4x3xf32>, tensor<3x5xf32>) outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
//       CHECK:   %[[R:.*]] = tensor.cast %[[P]] : tensor<4x5xf32> to tensor<?x?xf32>
//       CHECK:   return %[[R]], %c4
func.func @casts_that_hide_sizes(%a: tensor<4x3xf32>, %b: tensor<3x5xf32>, %c: tensor<4x5xf32>)
    -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %a : tensor<4x3xf32> to tensor<?x?xf32>
  %1 = tensor.cast %c : tensor<4x5xf32> to tensor<?x?xf32>
  %2 = linalg.matmul ins(%0, %b : tensor<?x?xf32>, tensor<3x5xf32>) outs(%1 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = tensor.dim %2, %c0 : tensor<?x?xf32>
  return %2, %3 : tensor<?x?xf32>, index
}

// -----

// A cast that promises sizes says more than its source.
// CHECK-LABEL: func.func @casts_that_promise_sizes(
//       CHECK:   tensor.cast %a
//       CHECK:   linalg.exp
func.func @casts_that_promise_sizes(%a: tensor<?xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %1 = linalg.exp ins(%0 : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

#swapped = affine_map<(i, j) -> (j, i)>

// Results have the shapes of the outputs.
// CHECK-LABEL: func.func @sizes_of_results(
//   CHECK-DAG:   %[[M:.*]] = tensor.dim %u, %c1
//   CHECK-DAG:   %[[N:.*]] = tensor.dim %u, %c0
//       CHECK:   return %[[N]], %[[M]]
func.func @sizes_of_results(%t: tensor<?x?xf32>, %u: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = linalg.generic {indexing_maps = [#swapped, #swapped], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<?x?xf32>) outs(%u : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %m = linalg.softmax dimension(1) ins(%t : tensor<?x?xf32>) outs(%u : tensor<?x?xf32>) -> tensor<?x?xf32>
  %n = tensor.dim %r, %c0 : tensor<?x?xf32>
  %k = tensor.dim %m, %c1 : tensor<?x?xf32>
  return %n, %k : index, index
}

// -----

#same = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @index_of_a_loop_that_runs_once(
//       CHECK:   %[[J:.*]] = linalg.index 1
//       CHECK:   linalg.yield %[[J]]
func.func @index_of_a_loop_that_runs_once(%t: tensor<1x4xindex>) -> tensor<1x4xindex> {
  %r = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel", "parallel"]}
      outs(%t : tensor<1x4xindex>) {
  ^bb0(%a: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  } -> tensor<1x4xindex>
  return %r : tensor<1x4xindex>
}

// -----

// CHECK-LABEL: func.func @broadcasts(
//       CHECK:   linalg.broadcast ins(%t : tensor<3xf32>) outs(%v : tensor<2x3x4xf32>) dimensions = [0, 2]
func.func @broadcasts(%t: tensor<3xf32>, %u: tensor<3x4xf32>, %v: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %a = linalg.broadcast ins(%t : tensor<3xf32>) outs(%u : tensor<3x4xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%a : tensor<3x4xf32>) outs(%v : tensor<2x3x4xf32>) dimensions = [0]
  return %b : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @packed_and_unpacked(
//   CHECK-NOT:   linalg
//       CHECK:   return %t
func.func @packed_and_unpacked(%t: tensor<16x8xf32>, %d: tensor<2x8x8x1xf32>, %e: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %p = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %d : tensor<16x8xf32> -> tensor<2x8x8x1xf32>
  %u = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [8, 1] into %e : tensor<2x8x8x1xf32> -> tensor<16x8xf32>
  return %u : tensor<16x8xf32>
}
