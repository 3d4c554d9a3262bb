// RUN: dlc-opt %s --lower-to-loops | filecheck %s

// A layer of a network: a matrix product, a bias, and what is negative cut off. The number of rows has a name, `n`.
// `dlc-opt --lower-to-loops` makes loops of it in which the sum never goes through memory.

//       CHECK: func.func @layer
//       CHECK:   loop.for %[[ROW:.*]] = 0 to %{{.*}} {
//  CHECK-NEXT:     loop.for %[[COLUMN:.*]] = 0 to 4 {
//  CHECK-NEXT:       %[[SUM:.*]] = loop.for {{.*}} iter_args(
//       CHECK:       %[[BIAS:.*]] = loop.load %bias[%[[COLUMN]]]
//  CHECK-NEXT:       %[[BOTH:.*]] = arith.addf %[[SUM]], %[[BIAS]]
//  CHECK-NEXT:       %[[CUT:.*]] = arith.maximumf %[[BOTH]]
//  CHECK-NEXT:       loop.store %[[CUT]]
!rows = tensor<?x8xf32, #graph.dims<n>>
!found = tensor<?x4xf32, #graph.dims<n>>

func.func @layer(%x: !rows, %weights: tensor<8x4xf32>, %bias: tensor<4xf32>) -> !found {
  %product = graph.contract %x, %weights, batch = [] x [], contracting = [1] x [0] : !rows, tensor<8x4xf32> -> !found
  %biases = graph.broadcast %bias, [1] : tensor<4xf32> -> !found
  %sum = graph.add %product, %biases : !found
  %result = graph.relu %sum : !found
  return %result : !found
}
