// RUN: dlc-opt %s --simplify-graph --split-input-file | filecheck %s

// torch's tracer: heads are the third dimension, the root of the scale is on queries and keys, weights that are no number
// become zero.
// CHECK-LABEL: func.func @traced(
//       CHECK:   %[[Q:.*]] = graph.transpose %q, [0, 2, 1, 3]
//       CHECK:   %[[K:.*]] = graph.transpose %k, [0, 2, 1, 3]
//       CHECK:   %[[V:.*]] = graph.transpose %v, [0, 2, 1, 3]
//       CHECK:   %[[R:.*]] = graph.attention %[[Q]], %[[K]], %[[V]] mask %mask : tensor<3x5xf32> scale 2.500000e-01
//  CHECK-NEXT:   return %[[R]]
func.func @traced(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x4x8xf32>, %v: tensor<2x5x4x6xf32>, %mask: tensor<3x5xf32>) -> tensor<2x4x3x6xf32> {
  %half = graph.constant dense<0.5> : tensor<2x3x4x8xf32>
  %half_of_keys = graph.constant dense<0.5> : tensor<2x5x4x8xf32>
  %zero = graph.constant dense<0.0> : tensor<2x4x3x5xf32>
  %scaled_q = graph.mul %q, %half : tensor<2x3x4x8xf32>
  %scaled_k = graph.mul %k, %half_of_keys : tensor<2x5x4x8xf32>
  %scores = graph.contract %scaled_q, %scaled_k, batch = [0, 2] x [0, 2], contracting = [3] x [3]
    : tensor<2x3x4x8xf32>, tensor<2x5x4x8xf32> -> tensor<2x4x3x5xf32>
  %repeated = graph.broadcast %mask, [2, 3] : tensor<3x5xf32> -> tensor<2x4x3x5xf32>
  %masked = graph.add %scores, %repeated : tensor<2x4x3x5xf32>
  %weights = graph.softmax %masked, [3] : tensor<2x4x3x5xf32>
  %nan = graph.is_nan %weights : tensor<2x4x3x5xf32>
  %chosen = graph.select %nan, %zero, %weights : tensor<2x4x3x5xf32>
  %r = graph.contract %chosen, %v, batch = [0, 1] x [0, 2], contracting = [3] x [1]
    : tensor<2x4x3x5xf32>, tensor<2x5x4x6xf32> -> tensor<2x4x3x6xf32>
  return %r : tensor<2x4x3x6xf32>
}

// -----

// torch.export: keys are transposed already. A mask of truth values chooses.
// CHECK-LABEL: func.func @exported(
//       CHECK:   %[[Q:.*]] = graph.transpose %q, [0, 2, 1, 3]
//       CHECK:   %[[K:.*]] = graph.transpose %k, [0, 1, 3, 2]
//       CHECK:   %[[SEEN:.*]] = graph.reshape %seen : tensor<2x5xi1> -> tensor<2x1x1x5xi1>
//       CHECK:   graph.attention %[[Q]], %[[K]], %v mask %[[SEEN]] : tensor<2x1x1x5xi1> scale 1.000000e+00
func.func @exported(%q: tensor<2x3x4x8xf32>, %k: tensor<2x4x8x5xf32>, %v: tensor<2x4x5x6xf32>, %seen: tensor<2x5xi1>) -> tensor<2x4x3x6xf32> {
  %nothing = graph.constant dense<0xFF800000> : tensor<2x4x3x5xf32>
  %scores = graph.contract %q, %k, batch = [0, 2] x [0, 1], contracting = [3] x [2]
    : tensor<2x3x4x8xf32>, tensor<2x4x8x5xf32> -> tensor<2x4x3x5xf32>
  %repeated = graph.broadcast %seen, [0, 3] : tensor<2x5xi1> -> tensor<2x4x3x5xi1>
  %masked = graph.select %repeated, %scores, %nothing : tensor<2x4x3x5xf32>
  %weights = graph.softmax %masked, [3] : tensor<2x4x3x5xf32>
  %r = graph.contract %weights, %v, batch = [0, 1] x [0, 1], contracting = [3] x [2]
    : tensor<2x4x3x5xf32>, tensor<2x4x5x6xf32> -> tensor<2x4x3x6xf32>
  return %r : tensor<2x4x3x6xf32>
}

// -----

// Each head of the keys is repeated for two of the queries.
// CHECK-LABEL: func.func @shared_heads(
//   CHECK-NOT:   graph.broadcast
//       CHECK:   graph.attention %q, %k, %v scale
//  CHECK-SAME:     tensor<1x4x3x8xf32>, tensor<1x2x5x8xf32>, tensor<1x2x5x6xf32> -> tensor<1x4x3x6xf32>
func.func @shared_heads(%q: tensor<1x4x3x8xf32>, %k: tensor<1x2x5x8xf32>, %v: tensor<1x2x5x6xf32>) -> tensor<1x4x3x6xf32> {
  %wide_k = graph.broadcast %k, [0, 1, 3, 4] : tensor<1x2x5x8xf32> -> tensor<1x2x2x5x8xf32>
  %all_k = graph.reshape %wide_k : tensor<1x2x2x5x8xf32> -> tensor<1x4x5x8xf32>
  %wide_v = graph.broadcast %v, [0, 1, 3, 4] : tensor<1x2x5x6xf32> -> tensor<1x2x2x5x6xf32>
  %all_v = graph.reshape %wide_v : tensor<1x2x2x5x6xf32> -> tensor<1x4x5x6xf32>
  %scores = graph.contract %q, %all_k, batch = [0, 1] x [0, 1], contracting = [3] x [3]
    : tensor<1x4x3x8xf32>, tensor<1x4x5x8xf32> -> tensor<1x4x3x5xf32>
  %weights = graph.softmax %scores, [3] : tensor<1x4x3x5xf32>
  %r = graph.contract %weights, %all_v, batch = [0, 1] x [0, 1], contracting = [3] x [2]
    : tensor<1x4x3x5xf32>, tensor<1x4x5x6xf32> -> tensor<1x4x3x6xf32>
  return %r : tensor<1x4x3x6xf32>
}

// -----

// Heads and places have the same size: heads of values run along the places of the scores.
// CHECK-LABEL: func.func @batches_change_places(
//       CHECK:   %[[V:.*]] = graph.transpose %v, [1, 0, 2, 3]
//       CHECK:   %[[A:.*]] = graph.attention %q, %k, %[[V]]
//       CHECK:   graph.transpose %[[A]], [1, 0, 2, 3]
func.func @batches_change_places(%q: tensor<4x4x4x4xf32>, %k: tensor<4x4x4x4xf32>, %v: tensor<4x4x4x4xf32>) -> tensor<4x4x4x4xf32> {
  %scores = graph.contract %q, %k, batch = [0, 1] x [0, 1], contracting = [3] x [3]
    : tensor<4x4x4x4xf32>, tensor<4x4x4x4xf32> -> tensor<4x4x4x4xf32>
  %weights = graph.softmax %scores, [3] : tensor<4x4x4x4xf32>
  %r = graph.contract %weights, %v, batch = [1, 0] x [0, 1], contracting = [3] x [2]
    : tensor<4x4x4x4xf32>, tensor<4x4x4x4xf32> -> tensor<4x4x4x4xf32>
  return %r : tensor<4x4x4x4xf32>
}

// -----

// Weights over the queries are something else, even if there are as many of them as keys.
// CHECK-LABEL: func.func @softmax_over_queries(
//   CHECK-NOT:   graph.attention
func.func @softmax_over_queries(%q: tensor<2x4x8xf32>, %k: tensor<2x4x8xf32>, %v: tensor<2x4x6xf32>) -> tensor<2x4x6xf32> {
  %scores = graph.contract %q, %k, batch = [0] x [0], contracting = [2] x [2]
    : tensor<2x4x8xf32>, tensor<2x4x8xf32> -> tensor<2x4x4xf32>
  %weights = graph.softmax %scores, [1] : tensor<2x4x4xf32>
  %r = graph.contract %weights, %v, batch = [0] x [0], contracting = [2] x [1]
    : tensor<2x4x4xf32>, tensor<2x4x6xf32> -> tensor<2x4x6xf32>
  return %r : tensor<2x4x6xf32>
}

// -----

// Where no key is seen, all weights are the same here, and zero in an attention with a mask.
// CHECK-LABEL: func.func @masked_by_a_number(
//   CHECK-NOT:   graph.attention
func.func @masked_by_a_number(%q: tensor<2x3x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<2x5x6xf32>, %seen: tensor<2x3x5xi1>) -> tensor<2x3x6xf32> {
  %little = graph.constant dense<-1.0e+04> : tensor<2x3x5xf32>
  %scores = graph.contract %q, %k, batch = [0] x [0], contracting = [2] x [2]
    : tensor<2x3x8xf32>, tensor<2x5x8xf32> -> tensor<2x3x5xf32>
  %masked = graph.select %seen, %scores, %little : tensor<2x3x5xf32>
  %weights = graph.softmax %masked, [2] : tensor<2x3x5xf32>
  %r = graph.contract %weights, %v, batch = [0] x [0], contracting = [2] x [1]
    : tensor<2x3x5xf32>, tensor<2x5x6xf32> -> tensor<2x3x6xf32>
  return %r : tensor<2x3x6xf32>
}

// -----

// CHECK-LABEL: func.func @weights_are_needed(
//   CHECK-NOT:   graph.attention
func.func @weights_are_needed(%q: tensor<2x3x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<2x5x6xf32>) -> (tensor<2x3x6xf32>, tensor<2x3x5xf32>) {
  %scores = graph.contract %q, %k, batch = [0] x [0], contracting = [2] x [2]
    : tensor<2x3x8xf32>, tensor<2x5x8xf32> -> tensor<2x3x5xf32>
  %weights = graph.softmax %scores, [2] : tensor<2x3x5xf32>
  %r = graph.contract %weights, %v, batch = [0] x [0], contracting = [2] x [1]
    : tensor<2x3x5xf32>, tensor<2x5x6xf32> -> tensor<2x3x6xf32>
  return %r, %weights : tensor<2x3x6xf32>, tensor<2x3x5xf32>
}
