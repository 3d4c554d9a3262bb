// RUN: dlc-opt %s --graph-to-tensor | filecheck %s

// Elementwise ops of arith and math on tensors become structured ops; those on scalars stay.

// CHECK-LABEL: func.func @tensors_and_scalars
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: f32)
//       CHECK:   %[[INIT:.*]] = tensor.empty() : tensor<4xf32>
//       CHECK:   %[[R:.*]] = tensor.generic {{.*}} ins(%[[X]] : tensor<4xf32>) outs(%[[INIT]] : tensor<4xf32>)
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: f32, %{{.*}}: f32):
//  CHECK-NEXT:     %[[E:.*]] = math.exp %[[A]] fastmath<fast> : f32
//  CHECK-NEXT:     tensor.yield %[[E]] : f32
//       CHECK:   %[[S:.*]] = math.exp %[[Y]] : f32
//       CHECK:   return %[[R]], %[[S]]
func.func @tensors_and_scalars(%x: tensor<4xf32>, %y: f32) -> (tensor<4xf32>, f32) {
  %r = math.exp %x fastmath<fast> : tensor<4xf32>
  %s = math.exp %y : f32
  return %r, %s : tensor<4xf32>, f32
}

// CHECK-LABEL: func.func @scalar_condition
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
//       CHECK:   tensor.generic {{.*}} ins(%[[X]], %[[Y]] : tensor<4xf32>, tensor<4xf32>)
//       CHECK:     arith.select %[[C]], %{{.*}}, %{{.*}} : f32
func.func @scalar_condition(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.select %c, %x, %y : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @condition_for_tensors_of_different_sizes
//       CHECK:   %[[R:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf32>
//       CHECK:   return %[[R]]
func.func @condition_for_tensors_of_different_sizes(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = arith.select %c, %x, %y : tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @two_results
//       CHECK:   %[[SUM:.*]], %[[OVER:.*]] = tensor.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<4xi8>, tensor<4xi1>)
//       CHECK:     %[[A:.*]], %[[B:.*]] = arith.addui_extended %{{.*}}, %{{.*}} : i8, i1
//  CHECK-NEXT:     tensor.yield %[[A]], %[[B]] : i8, i1
//       CHECK:   return %[[SUM]], %[[OVER]]
func.func @two_results(%x: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi1>) {
  %s, %o = arith.addui_extended %x, %x : tensor<4xi8>, tensor<4xi1>
  return %s, %o : tensor<4xi8>, tensor<4xi1>
}
