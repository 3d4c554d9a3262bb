// RUN: dlc-opt %s --linalg-to-tensor --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @named_ops
func.func @named_ops(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>, %d: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  // CHECK: %[[F:.*]] = tensor.fill ins(%x : f32) outs(%c : tensor<4x2xf32>)
  // CHECK: %[[M:.*]] = tensor.contract {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%[[F]] : tensor<4x2xf32>)
  // CHECK: %[[S:.*]] = graph.softmax %[[M]], [1] : tensor<4x2xf32>
  // CHECK: %[[P:.*]] = tensor.generic {{.*}} ins(%[[M]], %[[S]] : tensor<4x2xf32>, tensor<4x2xf32>) outs(%c : tensor<4x2xf32>) {
  // CHECK:   arith.mulf
  // CHECK:   tensor.yield
  // CHECK: tensor.reduce <add> ins(%[[P]] : tensor<4x2xf32>) outs(%d : tensor<4xf32>) dimensions = [1]
  %f = linalg.fill ins(%x : f32) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%f : tensor<4x2xf32>) -> tensor<4x2xf32>
  %s = linalg.softmax dimension(1) ins(%m : tensor<4x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  %p = linalg.mul ins(%m, %s : tensor<4x2xf32>, tensor<4x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = linalg.reduce { arith.addf } ins(%p : tensor<4x2xf32>) outs(%d : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// Elements that are widened without their sign are not those of a contraction; sums of booleans are no sums.
// CHECK-LABEL: func.func @casts_without_sign
func.func @casts_without_sign(%a: memref<4x8xi8>, %b: memref<8x2xi8>, %c: memref<4x2xi32>) {
  // CHECK: tensor.generic
  // CHECK:   arith.extui
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<4x8xi8>, memref<8x2xi8>) outs(%c : memref<4x2xi32>)
  return
}

// CHECK-LABEL: func.func @moved
func.func @moved(%a: memref<2x3xf32>, %b: memref<3x2xf32>, %v: memref<2xf32>, %i: memref<3x2xindex>) {
  // CHECK: tensor.transpose ins(%a : memref<2x3xf32>) outs(%b : memref<3x2xf32>) permutation = [1, 0]
  // CHECK: tensor.broadcast ins(%v : memref<2xf32>) outs(%b : memref<3x2xf32>) dimensions = [0]
  // CHECK: tensor.generic
  // CHECK:   tensor.index 1
  linalg.transpose ins(%a : memref<2x3xf32>) outs(%b : memref<3x2xf32>) permutation = [1, 0]
  linalg.broadcast ins(%v : memref<2xf32>) outs(%b : memref<3x2xf32>) dimensions = [0]
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%i : memref<3x2xindex>) {
  ^bb0(%old: index):
    %j = linalg.index 1 : index
    linalg.yield %j : index
  }
  return
}

// CHECK-LABEL: func.func @packed
func.func @packed(%t: tensor<8x4xf32>, %d: tensor<2x4x4x1xf32>) -> tensor<2x4x4x1xf32> {
  // CHECK: tensor.pack %t inner_dims_pos = [0, 1] inner_tiles = [4, 1] into %d
  %p = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [4, 1] into %d : tensor<8x4xf32> -> tensor<2x4x4x1xf32>
  return %p : tensor<2x4x4x1xf32>
}

// CHECK-LABEL: func.func @what_stays_is_said
func.func @what_stays_is_said(%a: memref<4xf32>, %b: memref<4x4xf32>) {
  // CHECK: %[[T:.*]] = bufferization.to_tensor %[[A:.*]] : memref<4xf32> to tensor<4xf32>
  // CHECK: %[[S:.*]] = graph.softmax %[[T]], [0] : tensor<4xf32>
  // CHECK: bufferization.materialize_in_destination %[[S]] in writable %[[A]] : (tensor<4xf32>, memref<4xf32>) -> ()
  linalg.softmax dimension(0) ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  // CHECK: linalg.generic
  // expected-remark @+1 {{'linalg.generic' op stays as it is: an output's map must name each parallel loop once, and nothing else, but got '(d0) -> (d0, d0)' [structured_c3]}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4x4xf32>) {
  ^bb0(%x: f32, %old: f32):
    linalg.yield %x : f32
  }
  return
}

// Sums that keep their dimension: the output has a constant in its map.
// CHECK-LABEL: func.func @kept_dimensions
//       CHECK:   %[[ZERO:.*]] = tensor.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<?xf32>)
//       CHECK:   %[[SUMS:.*]] = tensor.generic {{.*}} ins(%{{.*}} : tensor<?x8xf32>) outs(%[[ZERO]] : tensor<?xf32>)
//       CHECK:   tensor.expand_shape %[[SUMS]] {{\[\[}}0, 1]] output_shape [%{{.*}}, 1] : tensor<?xf32> into tensor<?x1xf32>
//       CHECK:   %[[OLD:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<1x8xf32> into tensor<8xf32>
//       CHECK:   tensor.generic {{.*}} outs(%[[OLD]] : tensor<8xf32>)
func.func @kept_dimensions(%x: tensor<?x8xf32>, %old: tensor<1x8xf32>, %n: index) -> (tensor<?x1xf32>, tensor<1x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x8xf32>) outs(%f : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<?x1xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, j)>], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<?x8xf32>) outs(%old : tensor<1x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<1x8xf32>
  return %s, %t : tensor<?x1xf32>, tensor<1x8xf32>
}
