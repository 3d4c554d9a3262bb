// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @normalizations(%x: tensor<2x4x8x8xf32>, %c: tensor<4xf32>, %s: tensor<8x8xf32>) {
//  CHECK-NEXT: %0 = graph.batch_norm %x, %c, %c, %c, %c, 1 epsilon 1.000000e-05 : tensor<2x4x8x8xf32>, tensor<4xf32>
//  CHECK-NEXT: %1 = graph.layer_norm %x, [2, 3] scale %s : tensor<8x8xf32> offset %s : tensor<8x8xf32> epsilon 1.000000e-05 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: %2 = graph.layer_norm %x, [3] epsilon 0.000000e+00 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: %3 = graph.rms_norm %x, [1] scale %c : tensor<4xf32> epsilon 9.9999999999999995E-7 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: %4 = graph.rms_norm %x, [1, 2, 3] epsilon 9.9999999999999995E-7 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: %5 = graph.group_norm %x, 1 over [2, 3] groups 2 scale %c : tensor<4xf32> offset %c : tensor<4xf32> epsilon 1.000000e-05 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: %6 = graph.instance_norm %x, 1 over [2, 3] offset %c : tensor<4xf32> epsilon 1.000000e-05 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: %7 = graph.local_response_norm %x, 1 size 5 alpha 1.000000e-04 beta 7.500000e-01 bias 1.000000e+00 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: %8 = graph.lp_normalize %x, [1] order 2.000000e+00 epsilon 9.9999999999999998E-13 : tensor<2x4x8x8xf32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @normalizations(%x: tensor<2x4x8x8xf32>, %c: tensor<4xf32>, %s: tensor<8x8xf32>) {
  %0 = graph.batch_norm %x, %c, %c, %c, %c, 1 epsilon 1.000000e-05 : tensor<2x4x8x8xf32>, tensor<4xf32>
  %1 = graph.layer_norm %x, [2, 3] scale %s : tensor<8x8xf32> offset %s : tensor<8x8xf32> epsilon 1.000000e-05 : tensor<2x4x8x8xf32>
  %2 = graph.layer_norm %x, [3] epsilon 0.000000e+00 : tensor<2x4x8x8xf32>
  %3 = graph.rms_norm %x, [1] scale %c : tensor<4xf32> epsilon 9.9999999999999995E-7 : tensor<2x4x8x8xf32>
  %4 = graph.rms_norm %x, [1, 2, 3] epsilon 9.9999999999999995E-7 : tensor<2x4x8x8xf32>
  %5 = graph.group_norm %x, 1 over [2, 3] groups 2 scale %c : tensor<4xf32> offset %c : tensor<4xf32> epsilon 1.000000e-05 : tensor<2x4x8x8xf32>
  %6 = graph.instance_norm %x, 1 over [2, 3] offset %c : tensor<4xf32> epsilon 1.000000e-05 : tensor<2x4x8x8xf32>
  %7 = graph.local_response_norm %x, 1 size 5 alpha 1.000000e-04 beta 7.500000e-01 bias 1.000000e+00 : tensor<2x4x8x8xf32>
  %8 = graph.lp_normalize %x, [1] order 2.000000e+00 epsilon 9.9999999999999998E-13 : tensor<2x4x8x8xf32>
  return
}

// CHECK-LABEL: func.func @softmax(%x: tensor<2x?xbf16, #graph.dims<n>>) {
//  CHECK-NEXT: %0 = graph.softmax %x, [1] : tensor<2x?xbf16, #graph.dims<n>>
//  CHECK-NEXT: %1 = graph.log_softmax %x, [0, 1] : tensor<2x?xbf16, #graph.dims<n>>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @softmax(%x: tensor<2x?xbf16, #graph.dims<n>>) {
  %0 = graph.softmax %x, [1] : tensor<2x?xbf16, #graph.dims<n>>
  %1 = graph.log_softmax %x, [0, 1] : tensor<2x?xbf16, #graph.dims<n>>
  return
}
