// RUN: dlc-opt %s --optimize-graph | filecheck %s
// RUN: dlc-opt %s --optimize-graph=exact=true | filecheck %s --check-prefix=EXACT
// RUN: dlc-opt %s --optimize-graph --dump-pass-pipeline -o /dev/null 2>&1 | filecheck %s --check-prefix=PASSES

// PASSES: infer-shapes
// PASSES: fold-batch-norm
// PASSES: simplify-graph{{.*}}reassociate=true
// PASSES: sink-transposes

// A network that works on channels in front, on a tensor that has them behind.
// CHECK-LABEL: func.func @network(
//   CHECK-NOT:   graph.transpose
//   CHECK-NOT:   graph.batch_norm
//       CHECK:   graph.convolution %{{.*}}, %{{.*}}, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
//       CHECK:   graph.add
//       CHECK:   graph.gelu <exact>
//   CHECK-NOT:   graph.transpose
//       CHECK:   return
// EXACT-LABEL: func.func @network(
//       EXACT:   graph.batch_norm
//       EXACT:   graph.erf
func.func @network(%x: tensor<?x8x8x3xf32, #graph.dims<n>>) -> tensor<?x8x8x5xf32, #graph.dims<n>> {
  %w = graph.constant dense<0.125> : tensor<5x3x3x3xf32>
  %s = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %zero = graph.constant dense<0.0> : tensor<f32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %root = graph.constant dense<1.41421354> : tensor<f32>
  %t = graph.transpose %x, [0, 3, 1, 2] : tensor<?x8x8x3xf32, #graph.dims<n>> -> tensor<?x3x8x8xf32, #graph.dims<n>>
  %p = graph.pad <constant> %t, value %zero, low [0, 0, 1, 1] high [0, 0, 1, 1] interior [0, 0, 0, 0]
    : tensor<?x3x8x8xf32, #graph.dims<n>>, tensor<f32> -> tensor<?x3x10x10xf32, #graph.dims<n>>
  %y = graph.convolution %p, %w, <NCHW x OIHW -> NCHW>
    : tensor<?x3x10x10xf32, #graph.dims<n>>, tensor<5x3x3x3xf32> -> tensor<?x5x8x8xf32, #graph.dims<n>>
  %b = graph.batch_norm %y, %s, %s, %s, %s, 1 epsilon 1.0e-05 : tensor<?x5x8x8xf32, #graph.dims<n>>, tensor<5xf32>
  %wide_one = graph.broadcast %one, [] : tensor<f32> -> tensor<?x5x8x8xf32, #graph.dims<n>>
  %wide_half = graph.broadcast %half, [] : tensor<f32> -> tensor<?x5x8x8xf32, #graph.dims<n>>
  %wide_root = graph.broadcast %root, [] : tensor<f32> -> tensor<?x5x8x8xf32, #graph.dims<n>>
  %0 = graph.div %b, %wide_root : tensor<?x5x8x8xf32, #graph.dims<n>>
  %1 = graph.erf %0 : tensor<?x5x8x8xf32, #graph.dims<n>>
  %2 = graph.add %1, %wide_one : tensor<?x5x8x8xf32, #graph.dims<n>>
  %3 = graph.mul %b, %2 : tensor<?x5x8x8xf32, #graph.dims<n>>
  %4 = graph.mul %3, %wide_half : tensor<?x5x8x8xf32, #graph.dims<n>>
  %r = graph.transpose %4, [0, 2, 3, 1] : tensor<?x5x8x8xf32, #graph.dims<n>> -> tensor<?x8x8x5xf32, #graph.dims<n>>
  return %r : tensor<?x8x8x5xf32, #graph.dims<n>>
}

// -----

// The half of a gelu does not go into the weights behind it, where nobody would find it.
// CHECK-LABEL: func.func @gelu_before_weights(
//       CHECK:   graph.gelu <exact> %x
//  CHECK-NEXT:   graph.contract
func.func @gelu_before_weights(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %root = graph.constant dense<1.41421354> : tensor<3x4xf32>
  %one = graph.constant dense<1.0> : tensor<3x4xf32>
  %half = graph.constant dense<0.5> : tensor<3x4xf32>
  %d = graph.div %x, %root : tensor<3x4xf32>
  %e = graph.erf %d : tensor<3x4xf32>
  %s = graph.add %e, %one : tensor<3x4xf32>
  %p = graph.mul %x, %s : tensor<3x4xf32>
  %g = graph.mul %p, %half : tensor<3x4xf32>
  %r = graph.contract %g, %w, batch = [] x [], contracting = [1] x [0] : tensor<3x4xf32>, tensor<4x2xf32> -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
