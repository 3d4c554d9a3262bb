// RUN: dlc-opt %s --canonicalize | filecheck %s

// Named ops look through casts that only hide sizes.

// CHECK-LABEL: func.func @abs(
//       CHECK:   linalg.abs ins(%a :
func.func @abs(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.abs ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @add(
//       CHECK:   linalg.add ins(%a, %b :
func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.add ins(%0, %b : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @batch_matmul(
//       CHECK:   linalg.batch_matmul ins(%a, %b :
func.func @batch_matmul(%a: tensor<2x2x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.batch_matmul ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @batch_matvec(
//       CHECK:   linalg.batch_matvec ins(%a, %b :
func.func @batch_matvec(%a: tensor<2x2x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.batch_matvec ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @batch_mmt4d(
//       CHECK:   linalg.batch_mmt4d ins(%a, %b :
func.func @batch_mmt4d(%a: tensor<2x2x2x2x2xf32>, %b: tensor<2x2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x2x2x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.batch_mmt4d ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @batch_reduce_matmul(
//       CHECK:   linalg.batch_reduce_matmul ins(%a, %b :
func.func @batch_reduce_matmul(%a: tensor<2x2x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.batch_reduce_matmul ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @batch_vecmat(
//       CHECK:   linalg.batch_vecmat ins(%a, %b :
func.func @batch_vecmat(%a: tensor<2x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2xf32> to tensor<?x?xf32>
  %1 = linalg.batch_vecmat ins(%0, %b : tensor<?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @ceil(
//       CHECK:   linalg.ceil ins(%a :
func.func @ceil(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.ceil ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @conv_1d(
//       CHECK:   linalg.conv_1d ins(%a, %b :
func.func @conv_1d(%a: tensor<3xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %1 = linalg.conv_1d ins(%0, %b : tensor<?xf32>, tensor<2xf32>) outs(%c : tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @conv_1d_ncw_fcw(
//       CHECK:   linalg.conv_1d_ncw_fcw ins(%a, %b :
func.func @conv_1d_ncw_fcw(%a: tensor<2x2x3xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3xf32> to tensor<?x?x?xf32>
  %1 = linalg.conv_1d_ncw_fcw ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_1d_nwc_wcf(
//       CHECK:   linalg.conv_1d_nwc_wcf ins(%a, %b :
func.func @conv_1d_nwc_wcf(%a: tensor<2x3x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.conv_1d_nwc_wcf ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d(
//       CHECK:   linalg.conv_2d ins(%a, %b :
func.func @conv_2d(%a: tensor<3x3xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = tensor.cast %a : tensor<3x3xf32> to tensor<?x?xf32>
  %1 = linalg.conv_2d ins(%0, %b : tensor<?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw(
//       CHECK:   linalg.conv_2d_nchw_fchw ins(%a, %b :
func.func @conv_2d_nchw_fchw(%a: tensor<2x2x3x3xf32>, %b: tensor<2x2x2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3x3xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.conv_2d_nchw_fchw ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2x2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw_q(
//       CHECK:   linalg.conv_2d_nchw_fchw_q ins(%a, %b, %c, %d :
func.func @conv_2d_nchw_fchw_q(%a: tensor<2x2x3x3xi8>, %b: tensor<2x2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x2x3x3xi8> to tensor<?x?x?x?xi8>
  %1 = linalg.conv_2d_nchw_fchw_q ins(%0, %b, %c, %d : tensor<?x?x?x?xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32>
  return %1 : tensor<2x2x2x2xi32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_fgchw(
//       CHECK:   linalg.conv_2d_ngchw_fgchw ins(%a, %b :
func.func @conv_2d_ngchw_fgchw(%a: tensor<2x2x2x3x3xf32>, %b: tensor<2x2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x2x3x3xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.conv_2d_ngchw_fgchw ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw(
//       CHECK:   linalg.conv_2d_ngchw_gfchw ins(%a, %b :
func.func @conv_2d_ngchw_gfchw(%a: tensor<2x2x2x3x3xf32>, %b: tensor<2x2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x2x3x3xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.conv_2d_ngchw_gfchw ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw_q(
//       CHECK:   linalg.conv_2d_ngchw_gfchw_q ins(%a, %b, %c, %d :
func.func @conv_2d_ngchw_gfchw_q(%a: tensor<2x2x2x3x3xi8>, %b: tensor<2x2x2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x2x2x3x3xi8> to tensor<?x?x?x?x?xi8>
  %1 = linalg.conv_2d_ngchw_gfchw_q ins(%0, %b, %c, %d : tensor<?x?x?x?x?xi8>, tensor<2x2x2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
  return %1 : tensor<2x2x2x2x2xi32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc(
//       CHECK:   linalg.conv_2d_nhwc_fhwc ins(%a, %b :
func.func @conv_2d_nhwc_fhwc(%a: tensor<2x3x3x2xf32>, %b: tensor<2x2x2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.conv_2d_nhwc_fhwc ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2x2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc_q(
//       CHECK:   linalg.conv_2d_nhwc_fhwc_q ins(%a, %b, %c, %d :
func.func @conv_2d_nhwc_fhwc_q(%a: tensor<2x3x3x2xi8>, %b: tensor<2x2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xi8> to tensor<?x?x?x?xi8>
  %1 = linalg.conv_2d_nhwc_fhwc_q ins(%0, %b, %c, %d : tensor<?x?x?x?xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32>
  return %1 : tensor<2x2x2x2xi32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf(
//       CHECK:   linalg.conv_2d_nhwc_hwcf ins(%a, %b :
func.func @conv_2d_nhwc_hwcf(%a: tensor<2x3x3x2xf32>, %b: tensor<2x2x2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2x2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf_q(
//       CHECK:   linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %c, %d :
func.func @conv_2d_nhwc_hwcf_q(%a: tensor<2x3x3x2xi8>, %b: tensor<2x2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xi8> to tensor<?x?x?x?xi8>
  %1 = linalg.conv_2d_nhwc_hwcf_q ins(%0, %b, %c, %d : tensor<?x?x?x?xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32>
  return %1 : tensor<2x2x2x2xi32>
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc(
//       CHECK:   linalg.conv_2d_nhwgc_gfhwc ins(%a, %b :
func.func @conv_2d_nhwgc_gfhwc(%a: tensor<2x3x3x2x2xf32>, %b: tensor<2x2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.conv_2d_nhwgc_gfhwc ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc_q(
//       CHECK:   linalg.conv_2d_nhwgc_gfhwc_q ins(%a, %b, %c, %d :
func.func @conv_2d_nhwgc_gfhwc_q(%a: tensor<2x3x3x2x2xi8>, %b: tensor<2x2x2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x2x2xi8> to tensor<?x?x?x?x?xi8>
  %1 = linalg.conv_2d_nhwgc_gfhwc_q ins(%0, %b, %c, %d : tensor<?x?x?x?x?xi8>, tensor<2x2x2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
  return %1 : tensor<2x2x2x2x2xi32>
}

// CHECK-LABEL: func.func @conv_3d(
//       CHECK:   linalg.conv_3d ins(%a, %b :
func.func @conv_3d(%a: tensor<3x3x3xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<3x3x3xf32> to tensor<?x?x?xf32>
  %1 = linalg.conv_3d ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_3d_ncdhw_fcdhw(
//       CHECK:   linalg.conv_3d_ncdhw_fcdhw ins(%a, %b :
func.func @conv_3d_ncdhw_fcdhw(%a: tensor<2x2x3x3x3xf32>, %b: tensor<2x2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3x3x3xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.conv_3d_ncdhw_fcdhw ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf(
//       CHECK:   linalg.conv_3d_ndhwc_dhwcf ins(%a, %b :
func.func @conv_3d_ndhwc_dhwcf(%a: tensor<2x3x3x3x2xf32>, %b: tensor<2x2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x3x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.conv_3d_ndhwc_dhwcf ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf_q(
//       CHECK:   linalg.conv_3d_ndhwc_dhwcf_q ins(%a, %b, %c, %d :
func.func @conv_3d_ndhwc_dhwcf_q(%a: tensor<2x3x3x3x2xi8>, %b: tensor<2x2x2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x3x2xi8> to tensor<?x?x?x?x?xi8>
  %1 = linalg.conv_3d_ndhwc_dhwcf_q ins(%0, %b, %c, %d : tensor<?x?x?x?x?xi8>, tensor<2x2x2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
  return %1 : tensor<2x2x2x2x2xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_ncw_cw(
//       CHECK:   linalg.depthwise_conv_1d_ncw_cw ins(%a, %b :
func.func @depthwise_conv_1d_ncw_cw(%a: tensor<2x2x3xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3xf32> to tensor<?x?x?xf32>
  %1 = linalg.depthwise_conv_1d_ncw_cw ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wc(
//       CHECK:   linalg.depthwise_conv_1d_nwc_wc ins(%a, %b :
func.func @depthwise_conv_1d_nwc_wc(%a: tensor<2x3x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.depthwise_conv_1d_nwc_wc ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wcm(
//       CHECK:   linalg.depthwise_conv_1d_nwc_wcm ins(%a, %b :
func.func @depthwise_conv_1d_nwc_wcm(%a: tensor<2x3x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.depthwise_conv_1d_nwc_wcm ins(%0, %b : tensor<?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nchw_chw(
//       CHECK:   linalg.depthwise_conv_2d_nchw_chw ins(%a, %b :
func.func @depthwise_conv_2d_nchw_chw(%a: tensor<2x2x3x3xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3x3xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.depthwise_conv_2d_nchw_chw ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc(
//       CHECK:   linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %b :
func.func @depthwise_conv_2d_nhwc_hwc(%a: tensor<2x3x3x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc_q(
//       CHECK:   linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a, %b, %c, %d :
func.func @depthwise_conv_2d_nhwc_hwc_q(%a: tensor<2x3x3x2xi8>, %b: tensor<2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xi8> to tensor<?x?x?x?xi8>
  %1 = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%0, %b, %c, %d : tensor<?x?x?x?xi8>, tensor<2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32>
  return %1 : tensor<2x2x2x2xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm(
//       CHECK:   linalg.depthwise_conv_2d_nhwc_hwcm ins(%a, %b :
func.func @depthwise_conv_2d_nhwc_hwcm(%a: tensor<2x3x3x2xf32>, %b: tensor<2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm_q(
//       CHECK:   linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a, %b, %c, %d :
func.func @depthwise_conv_2d_nhwc_hwcm_q(%a: tensor<2x3x3x2xi8>, %b: tensor<2x2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xi8> to tensor<?x?x?x?xi8>
  %1 = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%0, %b, %c, %d : tensor<?x?x?x?xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2x2x2xi32>) -> tensor<2x2x2x2x2xi32>
  return %1 : tensor<2x2x2x2x2xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ncdhw_cdhw(
//       CHECK:   linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a, %b :
func.func @depthwise_conv_3d_ncdhw_cdhw(%a: tensor<2x2x3x3x3xf32>, %b: tensor<2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3x3x3xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwc(
//       CHECK:   linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a, %b :
func.func @depthwise_conv_3d_ndhwc_dhwc(%a: tensor<2x3x3x3x2xf32>, %b: tensor<2x2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x3x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwcm(
//       CHECK:   linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a, %b :
func.func @depthwise_conv_3d_ndhwc_dhwcm(%a: tensor<2x3x3x3x2xf32>, %b: tensor<2x2x2x2x2xf32>, %c: tensor<2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x3x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2x2x2xf32>) outs(%c : tensor<2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @div(
//       CHECK:   linalg.div ins(%a, %b :
func.func @div(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.div ins(%0, %b : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @div_unsigned(
//       CHECK:   linalg.div_unsigned ins(%a, %b :
func.func @div_unsigned(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tensor.cast %a : tensor<4xi32> to tensor<?xi32>
  %1 = linalg.div_unsigned ins(%0, %b : tensor<?xi32>, tensor<4xi32>) outs(%c : tensor<4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @dot(
//       CHECK:   linalg.dot ins(%a, %b :
func.func @dot(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  %1 = linalg.dot ins(%0, %b : tensor<?xf32>, tensor<2xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func.func @erf(
//       CHECK:   linalg.erf ins(%a :
func.func @erf(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.erf ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @exp(
//       CHECK:   linalg.exp ins(%a :
func.func @exp(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @floor(
//       CHECK:   linalg.floor ins(%a :
func.func @floor(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.floor ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @log(
//       CHECK:   linalg.log ins(%a :
func.func @log(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.log ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @matmul(
//       CHECK:   linalg.matmul ins(%a, %b :
func.func @matmul(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2xf32> to tensor<?x?xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @matvec(
//       CHECK:   linalg.matvec ins(%a, %b :
func.func @matvec(%a: tensor<2x2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.cast %a : tensor<2x2xf32> to tensor<?x?xf32>
  %1 = linalg.matvec ins(%0, %b : tensor<?x?xf32>, tensor<2xf32>) outs(%c : tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @max(
//       CHECK:   linalg.max ins(%a, %b :
func.func @max(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.max ins(%0, %b : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @min(
//       CHECK:   linalg.min ins(%a, %b :
func.func @min(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.min ins(%0, %b : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mmt4d(
//       CHECK:   linalg.mmt4d ins(%a, %b :
func.func @mmt4d(%a: tensor<2x2x2x2xf32>, %b: tensor<2x2x2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x2x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.mmt4d ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2x2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @mul(
//       CHECK:   linalg.mul ins(%a, %b :
func.func @mul(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.mul ins(%0, %b : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @negf(
//       CHECK:   linalg.negf ins(%a :
func.func @negf(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.negf ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @pooling_nchw_max(
//       CHECK:   linalg.pooling_nchw_max ins(%a, %b :
func.func @pooling_nchw_max(%a: tensor<2x2x3x3xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3x3xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.pooling_nchw_max ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_nchw_sum(
//       CHECK:   linalg.pooling_nchw_sum ins(%a, %b :
func.func @pooling_nchw_sum(%a: tensor<2x2x3x3xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3x3xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.pooling_nchw_sum ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_ncw_max(
//       CHECK:   linalg.pooling_ncw_max ins(%a, %b :
func.func @pooling_ncw_max(%a: tensor<2x2x3xf32>, %b: tensor<2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3xf32> to tensor<?x?x?xf32>
  %1 = linalg.pooling_ncw_max ins(%0, %b : tensor<?x?x?xf32>, tensor<2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_ncw_sum(
//       CHECK:   linalg.pooling_ncw_sum ins(%a, %b :
func.func @pooling_ncw_sum(%a: tensor<2x2x3xf32>, %b: tensor<2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x2x3xf32> to tensor<?x?x?xf32>
  %1 = linalg.pooling_ncw_sum ins(%0, %b : tensor<?x?x?xf32>, tensor<2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_ndhwc_max(
//       CHECK:   linalg.pooling_ndhwc_max ins(%a, %b :
func.func @pooling_ndhwc_max(%a: tensor<2x3x3x3x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x3x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.pooling_ndhwc_max ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_ndhwc_min(
//       CHECK:   linalg.pooling_ndhwc_min ins(%a, %b :
func.func @pooling_ndhwc_min(%a: tensor<2x3x3x3x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x3x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.pooling_ndhwc_min ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_ndhwc_sum(
//       CHECK:   linalg.pooling_ndhwc_sum ins(%a, %b :
func.func @pooling_ndhwc_sum(%a: tensor<2x3x3x3x2xf32>, %b: tensor<2x2x2xf32>, %c: tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x3x2xf32> to tensor<?x?x?x?x?xf32>
  %1 = linalg.pooling_ndhwc_sum ins(%0, %b : tensor<?x?x?x?x?xf32>, tensor<2x2x2xf32>) outs(%c : tensor<2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_nhwc_max(
//       CHECK:   linalg.pooling_nhwc_max ins(%a, %b :
func.func @pooling_nhwc_max(%a: tensor<2x3x3x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.pooling_nhwc_max ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_nhwc_max_unsigned(
//       CHECK:   linalg.pooling_nhwc_max_unsigned ins(%a, %b :
func.func @pooling_nhwc_max_unsigned(%a: tensor<2x3x3x2xi32>, %b: tensor<2x2xi32>, %c: tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xi32> to tensor<?x?x?x?xi32>
  %1 = linalg.pooling_nhwc_max_unsigned ins(%0, %b : tensor<?x?x?x?xi32>, tensor<2x2xi32>) outs(%c : tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32>
  return %1 : tensor<2x2x2x2xi32>
}

// CHECK-LABEL: func.func @pooling_nhwc_min(
//       CHECK:   linalg.pooling_nhwc_min ins(%a, %b :
func.func @pooling_nhwc_min(%a: tensor<2x3x3x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.pooling_nhwc_min ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_nhwc_min_unsigned(
//       CHECK:   linalg.pooling_nhwc_min_unsigned ins(%a, %b :
func.func @pooling_nhwc_min_unsigned(%a: tensor<2x3x3x2xi32>, %b: tensor<2x2xi32>, %c: tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xi32> to tensor<?x?x?x?xi32>
  %1 = linalg.pooling_nhwc_min_unsigned ins(%0, %b : tensor<?x?x?x?xi32>, tensor<2x2xi32>) outs(%c : tensor<2x2x2x2xi32>) -> tensor<2x2x2x2xi32>
  return %1 : tensor<2x2x2x2xi32>
}

// CHECK-LABEL: func.func @pooling_nhwc_sum(
//       CHECK:   linalg.pooling_nhwc_sum ins(%a, %b :
func.func @pooling_nhwc_sum(%a: tensor<2x3x3x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x3x2xf32> to tensor<?x?x?x?xf32>
  %1 = linalg.pooling_nhwc_sum ins(%0, %b : tensor<?x?x?x?xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2x2x2xf32>) -> tensor<2x2x2x2xf32>
  return %1 : tensor<2x2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_nwc_max(
//       CHECK:   linalg.pooling_nwc_max ins(%a, %b :
func.func @pooling_nwc_max(%a: tensor<2x3x2xf32>, %b: tensor<2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.pooling_nwc_max ins(%0, %b : tensor<?x?x?xf32>, tensor<2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_nwc_max_unsigned(
//       CHECK:   linalg.pooling_nwc_max_unsigned ins(%a, %b :
func.func @pooling_nwc_max_unsigned(%a: tensor<2x3x2xi32>, %b: tensor<2xi32>, %c: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x2xi32> to tensor<?x?x?xi32>
  %1 = linalg.pooling_nwc_max_unsigned ins(%0, %b : tensor<?x?x?xi32>, tensor<2xi32>) outs(%c : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  return %1 : tensor<2x2x2xi32>
}

// CHECK-LABEL: func.func @pooling_nwc_min(
//       CHECK:   linalg.pooling_nwc_min ins(%a, %b :
func.func @pooling_nwc_min(%a: tensor<2x3x2xf32>, %b: tensor<2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.pooling_nwc_min ins(%0, %b : tensor<?x?x?xf32>, tensor<2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @pooling_nwc_min_unsigned(
//       CHECK:   linalg.pooling_nwc_min_unsigned ins(%a, %b :
func.func @pooling_nwc_min_unsigned(%a: tensor<2x3x2xi32>, %b: tensor<2xi32>, %c: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x3x2xi32> to tensor<?x?x?xi32>
  %1 = linalg.pooling_nwc_min_unsigned ins(%0, %b : tensor<?x?x?xi32>, tensor<2xi32>) outs(%c : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  return %1 : tensor<2x2x2xi32>
}

// CHECK-LABEL: func.func @pooling_nwc_sum(
//       CHECK:   linalg.pooling_nwc_sum ins(%a, %b :
func.func @pooling_nwc_sum(%a: tensor<2x3x2xf32>, %b: tensor<2xf32>, %c: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = tensor.cast %a : tensor<2x3x2xf32> to tensor<?x?x?xf32>
  %1 = linalg.pooling_nwc_sum ins(%0, %b : tensor<?x?x?xf32>, tensor<2xf32>) outs(%c : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @powf(
//       CHECK:   linalg.powf ins(%a, %b :
func.func @powf(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.powf ins(%0, %b : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @quantized_batch_matmul(
//       CHECK:   linalg.quantized_batch_matmul ins(%a, %b, %c, %d :
func.func @quantized_batch_matmul(%a: tensor<2x2x2xi8>, %b: tensor<2x2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2x2xi32>) -> tensor<2x2x2xi32> {
  %0 = tensor.cast %a : tensor<2x2x2xi8> to tensor<?x?x?xi8>
  %1 = linalg.quantized_batch_matmul ins(%0, %b, %c, %d : tensor<?x?x?xi8>, tensor<2x2x2xi8>, i32, i32) outs(%e : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  return %1 : tensor<2x2x2xi32>
}

// CHECK-LABEL: func.func @quantized_matmul(
//       CHECK:   linalg.quantized_matmul ins(%a, %b, %c, %d :
func.func @quantized_matmul(%a: tensor<2x2xi8>, %b: tensor<2x2xi8>, %c: i32, %d: i32, %e: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %0 = tensor.cast %a : tensor<2x2xi8> to tensor<?x?xi8>
  %1 = linalg.quantized_matmul ins(%0, %b, %c, %d : tensor<?x?xi8>, tensor<2x2xi8>, i32, i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %1 : tensor<2x2xi32>
}

// CHECK-LABEL: func.func @reciprocal(
//       CHECK:   linalg.reciprocal ins(%a :
func.func @reciprocal(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.reciprocal ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @round(
//       CHECK:   linalg.round ins(%a :
func.func @round(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.round ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @rsqrt(
//       CHECK:   linalg.rsqrt ins(%a :
func.func @rsqrt(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.rsqrt ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @select(
//       CHECK:   linalg.select ins(%a, %b, %c :
func.func @select(%a: tensor<4xi1>, %b: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xi1> to tensor<?xi1>
  %1 = linalg.select ins(%0, %b, %c : tensor<?xi1>, tensor<4xf32>, tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sqrt(
//       CHECK:   linalg.sqrt ins(%a :
func.func @sqrt(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.sqrt ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @square(
//       CHECK:   linalg.square ins(%a :
func.func @square(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.square ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sub(
//       CHECK:   linalg.sub ins(%a, %b :
func.func @sub(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.sub ins(%0, %b : tensor<?xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @tanh(
//       CHECK:   linalg.tanh ins(%a :
func.func @tanh(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = linalg.tanh ins(%0 : tensor<?xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @vecmat(
//       CHECK:   linalg.vecmat ins(%a, %b :
func.func @vecmat(%a: tensor<2xf32>, %b: tensor<2x2xf32>, %c: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  %1 = linalg.vecmat ins(%0, %b : tensor<?xf32>, tensor<2x2xf32>) outs(%c : tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>

// CHECK-LABEL: func.func @ops_with_parts(
//       CHECK:   linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a :
//       CHECK:   linalg.contract indexing_maps = {{.*}} ins(%a, %a :
//       CHECK:   linalg.map { arith.addf } ins(%a, %a :
//       CHECK:   linalg.reduce { arith.addf } ins(%a :
func.func @ops_with_parts(%a: tensor<4x4xf32>, %b: tensor<4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
  %0 = tensor.cast %a : tensor<4x4xf32> to tensor<?x4xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp>
    ins(%0 : tensor<?x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.contract indexing_maps = [#ik, #kj, #ij]
    ins(%0, %a : tensor<?x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.map { arith.addf } ins(%0, %a : tensor<?x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>)
  %4 = linalg.reduce { arith.addf } ins(%0 : tensor<?x4xf32>) outs(%b : tensor<4xf32>) dimensions = [0]
  return %1, %2, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>
}

// -----

// Sizes that contradict each other stay hidden: the program is wrong only if it comes here.
// CHECK-LABEL: func.func @contradiction
//       CHECK:   linalg.add ins({{.*}} : tensor<?xf32>, tensor<?xf32>) outs({{.*}} : tensor<?xf32>) -> tensor<?xf32>
func.func @contradiction(%x: tensor<3xf32>, %y: tensor<4xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %a = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %b = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%z : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
