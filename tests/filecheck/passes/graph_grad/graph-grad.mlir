// RUN: dlc-opt %s --graph-grad="function=loss" | filecheck %s
// RUN: dlc-opt %s --graph-grad="function=loss wrt=1 with-value=true" | filecheck %s --check-prefix=VALUE
// RUN: dlc-opt %s --graph-grad="function=layer seeded=true" | filecheck %s --check-prefix=SEEDED

// CHECK-LABEL: func.func @loss_grad(%arg0: tensor<?xf32, #graph.dims<n>>, %arg1: tensor<f32>)
//  CHECK-SAME:     -> (tensor<?xf32, #graph.dims<n>>, tensor<f32>)
//       CHECK:   %[[ONE:.*]] = graph.constant dense<1.000000e+00> : tensor<f32>
//       CHECK:   %[[G:.*]] = graph.broadcast %[[ONE]], [] : tensor<f32> -> tensor<?xf32, #graph.dims<n>>
//       CHECK:   return %{{.*}}, %{{.*}} : tensor<?xf32, #graph.dims<n>>, tensor<f32>

// VALUE-LABEL: func.func @loss_grad
//  VALUE-SAME:     -> (tensor<f32>, tensor<f32>)
func.func @loss(%x: tensor<?xf32, #graph.dims<n>>, %w: tensor<f32>) -> tensor<f32> {
  %0 = graph.call @layer(%x, %w) : (tensor<?xf32, #graph.dims<n>>, tensor<f32>) -> tensor<?xf32, #graph.dims<n>>
  %1 = graph.reduce <sum> %0, [0] : tensor<?xf32, #graph.dims<n>> -> tensor<f32>
  return %1 : tensor<f32>
}

// A function that is called has a gradient function of its own, with the gradients of its results as arguments.
// CHECK-LABEL: func.func private @layer_grad(%arg0: tensor<?xf32, #graph.dims<n>>, %arg1: tensor<f32>, %arg2: tensor<?xf32, #graph.dims<n>>)
//       CHECK:   graph.mul %arg2,

// SEEDED-LABEL: func.func @layer_grad(
//  SEEDED-SAME:   %arg2: tensor<?xf32, #graph.dims<n>>)
func.func @layer(%x: tensor<?xf32, #graph.dims<n>>, %w: tensor<f32>) -> tensor<?xf32, #graph.dims<n>> {
  %0 = graph.broadcast %w, [] : tensor<f32> -> tensor<?xf32, #graph.dims<n>>
  %1 = graph.mul %x, %0 : tensor<?xf32, #graph.dims<n>>
  return %1 : tensor<?xf32, #graph.dims<n>>
}
