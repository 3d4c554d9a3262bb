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
