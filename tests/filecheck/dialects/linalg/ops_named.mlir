// RUN: dlc-opt %s | dlc-opt | filecheck %s
// RUN: dlc-opt %s --mlir-print-op-generic | dlc-opt | filecheck %s

// Ops whose bodies follow from their names.
// CHECK-LABEL: func.func @named
func.func @named(%m_2_f32: memref<2xf32>, %m_f32: memref<f32>, %m_2_2_f32: memref<2x2xf32>, %m_2_2_2_f32:
    memref<2x2x2xf32>, %m_2_2_2_2_f32: memref<2x2x2x2xf32>, %m_2_2_2_2_2_f32: memref<2x2x2x2x2xf32>, %m_3_f32:
    memref<3xf32>, %m_3_3_f32: memref<3x3xf32>, %m_3_3_3_f32: memref<3x3x3xf32>, %m_2_2_3_f32: memref<2x2x3xf32>,
    %m_2_3_2_f32: memref<2x3x2xf32>, %m_2_2_3_3_f32: memref<2x2x3x3xf32>, %m_2_2_2_3_3_f32: memref<2x2x2x3x3xf32>,
    %m_2_3_3_2_f32: memref<2x3x3x2xf32>, %m_2_3_3_2_2_f32: memref<2x3x3x2x2xf32>, %m_2_2_3_3_3_f32:
    memref<2x2x3x3x3xf32>, %m_2_3_3_3_2_f32: memref<2x3x3x3x2xf32>, %m_2_2_2_2_2_2_f32: memref<2x2x2x2x2x2xf32>,
    %m_2_2_i8: memref<2x2xi8>, %s_i32: i32, %m_2_2_i32: memref<2x2xi32>, %m_2_2_2_i8: memref<2x2x2xi8>, %m_2_2_2_i32:
    memref<2x2x2xi32>, %m_2_2_3_3_i8: memref<2x2x3x3xi8>, %m_2_2_2_2_i8: memref<2x2x2x2xi8>, %m_2_2_2_2_i32:
    memref<2x2x2x2xi32>, %m_2_2_2_3_3_i8: memref<2x2x2x3x3xi8>, %m_2_2_2_2_2_i8: memref<2x2x2x2x2xi8>,
    %m_2_2_2_2_2_i32: memref<2x2x2x2x2xi32>, %m_2_3_3_2_i8: memref<2x3x3x2xi8>, %m_2_3_3_2_2_i8: memref<2x3x3x2x2xi8>,
    %m_2_3_3_3_2_i8: memref<2x3x3x3x2xi8>, %m_2_3_2_i32: memref<2x3x2xi32>, %m_2_i32: memref<2xi32>, %m_2_3_3_2_i32:
    memref<2x3x3x2xi32>, %m_4_f32: memref<4xf32>, %m_4_i32: memref<4xi32>, %m_4_i1: memref<4xi1>, %s_f32: f32) {
  // CHECK: linalg.dot ins(
  linalg.dot ins(%m_2_f32, %m_2_f32 : memref<2xf32>, memref<2xf32>) outs(%m_f32 : memref<f32>)
  // CHECK: linalg.matvec ins(
  linalg.matvec ins(%m_2_2_f32, %m_2_f32 : memref<2x2xf32>, memref<2xf32>) outs(%m_2_f32 : memref<2xf32>)
  // CHECK: linalg.vecmat ins(
  linalg.vecmat ins(%m_2_f32, %m_2_2_f32 : memref<2xf32>, memref<2x2xf32>) outs(%m_2_f32 : memref<2xf32>)
  // CHECK: linalg.batch_matvec ins(
  linalg.batch_matvec ins(%m_2_2_2_f32, %m_2_2_f32 : memref<2x2x2xf32>, memref<2x2xf32>) outs(%m_2_2_f32 : memref<2x2xf32>)
  // CHECK: linalg.batch_vecmat ins(
  linalg.batch_vecmat ins(%m_2_2_f32, %m_2_2_2_f32 : memref<2x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_f32 : memref<2x2xf32>)
  // CHECK: linalg.matmul ins(
  linalg.matmul ins(%m_2_2_f32, %m_2_2_f32 : memref<2x2xf32>, memref<2x2xf32>) outs(%m_2_2_f32 : memref<2x2xf32>)
  // CHECK: linalg.batch_matmul ins(
  linalg.batch_matmul ins(%m_2_2_2_f32, %m_2_2_2_f32 : memref<2x2x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.batch_reduce_matmul ins(
  linalg.batch_reduce_matmul ins(%m_2_2_2_f32, %m_2_2_2_f32 : memref<2x2x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_f32 : memref<2x2xf32>)
  // CHECK: linalg.mmt4d ins(
  linalg.mmt4d ins(%m_2_2_2_2_f32, %m_2_2_2_2_f32 : memref<2x2x2x2xf32>, memref<2x2x2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.batch_mmt4d ins(
  linalg.batch_mmt4d ins(%m_2_2_2_2_2_f32, %m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>, memref<2x2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.conv_1d ins(
  linalg.conv_1d ins(%m_3_f32, %m_2_f32 : memref<3xf32>, memref<2xf32>) outs(%m_2_f32 : memref<2xf32>)
  // CHECK: linalg.conv_2d ins(
  linalg.conv_2d ins(%m_3_3_f32, %m_2_2_f32 : memref<3x3xf32>, memref<2x2xf32>) outs(%m_2_2_f32 : memref<2x2xf32>)
  // CHECK: linalg.conv_3d ins(
  linalg.conv_3d ins(%m_3_3_3_f32, %m_2_2_2_f32 : memref<3x3x3xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.conv_1d_ncw_fcw ins(
  linalg.conv_1d_ncw_fcw ins(%m_2_2_3_f32, %m_2_2_2_f32 : memref<2x2x3xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.conv_1d_nwc_wcf ins(
  linalg.conv_1d_nwc_wcf ins(%m_2_3_2_f32, %m_2_2_2_f32 : memref<2x3x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.conv_2d_nchw_fchw ins(
  linalg.conv_2d_nchw_fchw ins(%m_2_2_3_3_f32, %m_2_2_2_2_f32 : memref<2x2x3x3xf32>, memref<2x2x2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.conv_2d_ngchw_fgchw ins(
  linalg.conv_2d_ngchw_fgchw ins(%m_2_2_2_3_3_f32, %m_2_2_2_2_2_f32 : memref<2x2x2x3x3xf32>, memref<2x2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.conv_2d_ngchw_gfchw ins(
  linalg.conv_2d_ngchw_gfchw ins(%m_2_2_2_3_3_f32, %m_2_2_2_2_2_f32 : memref<2x2x2x3x3xf32>, memref<2x2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.conv_2d_nhwc_fhwc ins(
  linalg.conv_2d_nhwc_fhwc ins(%m_2_3_3_2_f32, %m_2_2_2_2_f32 : memref<2x3x3x2xf32>, memref<2x2x2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.conv_2d_nhwc_hwcf ins(
  linalg.conv_2d_nhwc_hwcf ins(%m_2_3_3_2_f32, %m_2_2_2_2_f32 : memref<2x3x3x2xf32>, memref<2x2x2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.conv_2d_nhwgc_gfhwc ins(
  linalg.conv_2d_nhwgc_gfhwc ins(%m_2_3_3_2_2_f32, %m_2_2_2_2_2_f32 : memref<2x3x3x2x2xf32>, memref<2x2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.conv_3d_ncdhw_fcdhw ins(
  linalg.conv_3d_ncdhw_fcdhw ins(%m_2_2_3_3_3_f32, %m_2_2_2_2_2_f32 : memref<2x2x3x3x3xf32>, memref<2x2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.conv_3d_ndhwc_dhwcf ins(
  linalg.conv_3d_ndhwc_dhwcf ins(%m_2_3_3_3_2_f32, %m_2_2_2_2_2_f32 : memref<2x3x3x3x2xf32>, memref<2x2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_1d_ncw_cw ins(
  linalg.depthwise_conv_1d_ncw_cw ins(%m_2_2_3_f32, %m_2_2_f32 : memref<2x2x3xf32>, memref<2x2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_1d_nwc_wc ins(
  linalg.depthwise_conv_1d_nwc_wc ins(%m_2_3_2_f32, %m_2_2_f32 : memref<2x3x2xf32>, memref<2x2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_1d_nwc_wcm ins(
  linalg.depthwise_conv_1d_nwc_wcm ins(%m_2_3_2_f32, %m_2_2_2_f32 : memref<2x3x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_2d_nchw_chw ins(
  linalg.depthwise_conv_2d_nchw_chw ins(%m_2_2_3_3_f32, %m_2_2_2_f32 : memref<2x2x3x3xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_2d_nhwc_hwc ins(
  linalg.depthwise_conv_2d_nhwc_hwc ins(%m_2_3_3_2_f32, %m_2_2_2_f32 : memref<2x3x3x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_2d_nhwc_hwcm ins(
  linalg.depthwise_conv_2d_nhwc_hwcm ins(%m_2_3_3_2_f32, %m_2_2_2_2_f32 : memref<2x3x3x2xf32>, memref<2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_3d_ncdhw_cdhw ins(
  linalg.depthwise_conv_3d_ncdhw_cdhw ins(%m_2_2_3_3_3_f32, %m_2_2_2_2_f32 : memref<2x2x3x3x3xf32>, memref<2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_3d_ndhwc_dhwc ins(
  linalg.depthwise_conv_3d_ndhwc_dhwc ins(%m_2_3_3_3_2_f32, %m_2_2_2_2_f32 : memref<2x3x3x3x2xf32>, memref<2x2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.depthwise_conv_3d_ndhwc_dhwcm ins(
  linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%m_2_3_3_3_2_f32, %m_2_2_2_2_2_f32 : memref<2x3x3x3x2xf32>, memref<2x2x2x2x2xf32>) outs(%m_2_2_2_2_2_2_f32 : memref<2x2x2x2x2x2xf32>)
  // CHECK: linalg.quantized_matmul ins(
  linalg.quantized_matmul ins(%m_2_2_i8, %m_2_2_i8, %s_i32, %s_i32 : memref<2x2xi8>, memref<2x2xi8>, i32, i32) outs(%m_2_2_i32 : memref<2x2xi32>)
  // CHECK: linalg.quantized_batch_matmul ins(
  linalg.quantized_batch_matmul ins(%m_2_2_2_i8, %m_2_2_2_i8, %s_i32, %s_i32 : memref<2x2x2xi8>, memref<2x2x2xi8>, i32, i32) outs(%m_2_2_2_i32 : memref<2x2x2xi32>)
  // CHECK: linalg.conv_2d_nchw_fchw_q ins(
  linalg.conv_2d_nchw_fchw_q ins(%m_2_2_3_3_i8, %m_2_2_2_2_i8, %s_i32, %s_i32 : memref<2x2x3x3xi8>, memref<2x2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_i32 : memref<2x2x2x2xi32>)
  // CHECK: linalg.conv_2d_ngchw_gfchw_q ins(
  linalg.conv_2d_ngchw_gfchw_q ins(%m_2_2_2_3_3_i8, %m_2_2_2_2_2_i8, %s_i32, %s_i32 : memref<2x2x2x3x3xi8>, memref<2x2x2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_2_i32 : memref<2x2x2x2x2xi32>)
  // CHECK: linalg.conv_2d_nhwc_fhwc_q ins(
  linalg.conv_2d_nhwc_fhwc_q ins(%m_2_3_3_2_i8, %m_2_2_2_2_i8, %s_i32, %s_i32 : memref<2x3x3x2xi8>, memref<2x2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_i32 : memref<2x2x2x2xi32>)
  // CHECK: linalg.conv_2d_nhwc_hwcf_q ins(
  linalg.conv_2d_nhwc_hwcf_q ins(%m_2_3_3_2_i8, %m_2_2_2_2_i8, %s_i32, %s_i32 : memref<2x3x3x2xi8>, memref<2x2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_i32 : memref<2x2x2x2xi32>)
  // CHECK: linalg.conv_2d_nhwgc_gfhwc_q ins(
  linalg.conv_2d_nhwgc_gfhwc_q ins(%m_2_3_3_2_2_i8, %m_2_2_2_2_2_i8, %s_i32, %s_i32 : memref<2x3x3x2x2xi8>, memref<2x2x2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_2_i32 : memref<2x2x2x2x2xi32>)
  // CHECK: linalg.conv_3d_ndhwc_dhwcf_q ins(
  linalg.conv_3d_ndhwc_dhwcf_q ins(%m_2_3_3_3_2_i8, %m_2_2_2_2_2_i8, %s_i32, %s_i32 : memref<2x3x3x3x2xi8>, memref<2x2x2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_2_i32 : memref<2x2x2x2x2xi32>)
  // CHECK: linalg.depthwise_conv_2d_nhwc_hwc_q ins(
  linalg.depthwise_conv_2d_nhwc_hwc_q ins(%m_2_3_3_2_i8, %m_2_2_2_i8, %s_i32, %s_i32 : memref<2x3x3x2xi8>, memref<2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_i32 : memref<2x2x2x2xi32>)
  // CHECK: linalg.depthwise_conv_2d_nhwc_hwcm_q ins(
  linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%m_2_3_3_2_i8, %m_2_2_2_2_i8, %s_i32, %s_i32 : memref<2x3x3x2xi8>, memref<2x2x2x2xi8>, i32, i32) outs(%m_2_2_2_2_2_i32 : memref<2x2x2x2x2xi32>)
  // CHECK: linalg.pooling_ncw_sum ins(
  linalg.pooling_ncw_sum ins(%m_2_2_3_f32, %m_2_f32 : memref<2x2x3xf32>, memref<2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.pooling_ncw_max ins(
  linalg.pooling_ncw_max ins(%m_2_2_3_f32, %m_2_f32 : memref<2x2x3xf32>, memref<2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.pooling_nwc_sum ins(
  linalg.pooling_nwc_sum ins(%m_2_3_2_f32, %m_2_f32 : memref<2x3x2xf32>, memref<2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.pooling_nwc_max ins(
  linalg.pooling_nwc_max ins(%m_2_3_2_f32, %m_2_f32 : memref<2x3x2xf32>, memref<2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.pooling_nwc_max_unsigned ins(
  linalg.pooling_nwc_max_unsigned ins(%m_2_3_2_i32, %m_2_i32 : memref<2x3x2xi32>, memref<2xi32>) outs(%m_2_2_2_i32 : memref<2x2x2xi32>)
  // CHECK: linalg.pooling_nwc_min ins(
  linalg.pooling_nwc_min ins(%m_2_3_2_f32, %m_2_f32 : memref<2x3x2xf32>, memref<2xf32>) outs(%m_2_2_2_f32 : memref<2x2x2xf32>)
  // CHECK: linalg.pooling_nwc_min_unsigned ins(
  linalg.pooling_nwc_min_unsigned ins(%m_2_3_2_i32, %m_2_i32 : memref<2x3x2xi32>, memref<2xi32>) outs(%m_2_2_2_i32 : memref<2x2x2xi32>)
  // CHECK: linalg.pooling_nchw_sum ins(
  linalg.pooling_nchw_sum ins(%m_2_2_3_3_f32, %m_2_2_f32 : memref<2x2x3x3xf32>, memref<2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.pooling_nchw_max ins(
  linalg.pooling_nchw_max ins(%m_2_2_3_3_f32, %m_2_2_f32 : memref<2x2x3x3xf32>, memref<2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.pooling_nhwc_sum ins(
  linalg.pooling_nhwc_sum ins(%m_2_3_3_2_f32, %m_2_2_f32 : memref<2x3x3x2xf32>, memref<2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.pooling_nhwc_max ins(
  linalg.pooling_nhwc_max ins(%m_2_3_3_2_f32, %m_2_2_f32 : memref<2x3x3x2xf32>, memref<2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.pooling_nhwc_max_unsigned ins(
  linalg.pooling_nhwc_max_unsigned ins(%m_2_3_3_2_i32, %m_2_2_i32 : memref<2x3x3x2xi32>, memref<2x2xi32>) outs(%m_2_2_2_2_i32 : memref<2x2x2x2xi32>)
  // CHECK: linalg.pooling_nhwc_min ins(
  linalg.pooling_nhwc_min ins(%m_2_3_3_2_f32, %m_2_2_f32 : memref<2x3x3x2xf32>, memref<2x2xf32>) outs(%m_2_2_2_2_f32 : memref<2x2x2x2xf32>)
  // CHECK: linalg.pooling_nhwc_min_unsigned ins(
  linalg.pooling_nhwc_min_unsigned ins(%m_2_3_3_2_i32, %m_2_2_i32 : memref<2x3x3x2xi32>, memref<2x2xi32>) outs(%m_2_2_2_2_i32 : memref<2x2x2x2xi32>)
  // CHECK: linalg.pooling_ndhwc_sum ins(
  linalg.pooling_ndhwc_sum ins(%m_2_3_3_3_2_f32, %m_2_2_2_f32 : memref<2x3x3x3x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.pooling_ndhwc_max ins(
  linalg.pooling_ndhwc_max ins(%m_2_3_3_3_2_f32, %m_2_2_2_f32 : memref<2x3x3x3x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.pooling_ndhwc_min ins(
  linalg.pooling_ndhwc_min ins(%m_2_3_3_3_2_f32, %m_2_2_2_f32 : memref<2x3x3x3x2xf32>, memref<2x2x2xf32>) outs(%m_2_2_2_2_2_f32 : memref<2x2x2x2x2xf32>)
  // CHECK: linalg.exp ins(
  linalg.exp ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.log ins(
  linalg.log ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.abs ins(
  linalg.abs ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.ceil ins(
  linalg.ceil ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.floor ins(
  linalg.floor ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.negf ins(
  linalg.negf ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.reciprocal ins(
  linalg.reciprocal ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.round ins(
  linalg.round ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.sqrt ins(
  linalg.sqrt ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.rsqrt ins(
  linalg.rsqrt ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.square ins(
  linalg.square ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.tanh ins(
  linalg.tanh ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.erf ins(
  linalg.erf ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.add ins(
  linalg.add ins(%m_4_f32, %m_4_f32 : memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.sub ins(
  linalg.sub ins(%m_4_f32, %m_4_f32 : memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.mul ins(
  linalg.mul ins(%m_4_f32, %m_4_f32 : memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.div ins(
  linalg.div ins(%m_4_f32, %m_4_f32 : memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.div_unsigned ins(
  linalg.div_unsigned ins(%m_4_i32, %m_4_i32 : memref<4xi32>, memref<4xi32>) outs(%m_4_i32 : memref<4xi32>)
  // CHECK: linalg.powf ins(
  linalg.powf ins(%m_4_f32, %m_4_f32 : memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.select ins(
  linalg.select ins(%m_4_i1, %m_4_f32, %m_4_f32 : memref<4xi1>, memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.max ins(
  linalg.max ins(%m_4_f32, %m_4_f32 : memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.min ins(
  linalg.min ins(%m_4_f32, %m_4_f32 : memref<4xf32>, memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.fill ins(
  linalg.fill ins(%s_f32 : f32) outs(%m_4_f32 : memref<4xf32>)
  // CHECK: linalg.copy ins(
  linalg.copy ins(%m_4_f32 : memref<4xf32>) outs(%m_4_f32 : memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @random_numbers
func.func @random_numbers(%low: f64, %high: f64, %seed: i32, %m: memref<4x8xf32>, %t: tensor<?x8xi8>) {
  // CHECK: linalg.fill_rng_2d ins(%{{.*}}, %{{.*}}, %{{.*}} : f64, f64, i32) outs(%{{.*}} : memref<4x8xf32>)
  linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%m : memref<4x8xf32>)
  // CHECK: linalg.fill_rng_2d ins(%{{.*}}, %{{.*}}, %{{.*}} : f64, f64, i32) outs(%{{.*}} : tensor<?x8xi8>) -> tensor<?x8xi8>
  %r = linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%t : tensor<?x8xi8>) -> tensor<?x8xi8>
  return
}
