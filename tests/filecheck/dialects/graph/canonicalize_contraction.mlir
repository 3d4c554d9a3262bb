// RUN: dlc-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @transposed_lhs(%a: tensor<8x4xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
//  CHECK-NEXT: %r = graph.contract %a, %b, batch = [] x [], contracting = [0] x [0] : tensor<8x4xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
//  CHECK-NEXT: return %r : tensor<4x2xf32>
//  CHECK-NEXT: }
func.func @transposed_lhs(%a: tensor<8x4xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %t = graph.transpose %a, [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %r = graph.contract %t, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @transposed_rhs(%a: tensor<3x4x8xf32>, %b: tensor<2x8x3xf32>) -> tensor<3x4x2xf32> {
//  CHECK-NEXT: %r = graph.contract %a, %b, batch = [0] x [2], contracting = [2] x [1] : tensor<3x4x8xf32>, tensor<2x8x3xf32> -> tensor<3x4x2xf32>
//  CHECK-NEXT: return %r : tensor<3x4x2xf32>
//  CHECK-NEXT: }
func.func @transposed_rhs(%a: tensor<3x4x8xf32>, %b: tensor<2x8x3xf32>) -> tensor<3x4x2xf32> {
  %t = graph.transpose %b, [2, 1, 0] : tensor<2x8x3xf32> -> tensor<3x8x2xf32>
  %r = graph.contract %a, %t, batch = [0] x [0], contracting = [2] x [1] : tensor<3x4x8xf32>, tensor<3x8x2xf32> -> tensor<3x4x2xf32>
  return %r : tensor<3x4x2xf32>
}

// -----

// What is not paired would come in another order.
// CHECK-LABEL: func.func @order_of_kept_dimensions(%a: tensor<5x4x8xf32>, %b: tensor<8xf32>) -> tensor<4x5xf32> {
//  CHECK-NEXT: %t = graph.transpose %a, [1, 0, 2] : tensor<5x4x8xf32> -> tensor<4x5x8xf32>
//  CHECK-NEXT: %r = graph.contract %t, %b, batch = [] x [], contracting = [2] x [0] : tensor<4x5x8xf32>, tensor<8xf32> -> tensor<4x5xf32>
//  CHECK-NEXT: return %r : tensor<4x5xf32>
//  CHECK-NEXT: }
func.func @order_of_kept_dimensions(%a: tensor<5x4x8xf32>, %b: tensor<8xf32>) -> tensor<4x5xf32> {
  %t = graph.transpose %a, [1, 0, 2] : tensor<5x4x8xf32> -> tensor<4x5x8xf32>
  %r = graph.contract %t, %b, batch = [] x [], contracting = [2] x [0] : tensor<4x5x8xf32>, tensor<8xf32> -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
