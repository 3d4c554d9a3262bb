// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: memref<4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op operands must be all tensors or all memrefs, with an output, but got 'tensor<4xf32>', 'memref<4xf32>' [linalg_c1]}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%b : tensor<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%b: tensor<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op results must be the tensors among the outputs, but got none [linalg_c2]}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : tensor<4xf32>) {
  ^bb0(%y: f32):
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected 1 maps, one for each operand, but got 0 [linalg_c3]}}
  linalg.generic {indexing_maps = [], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%y: f32):
    linalg.yield %y : f32
  }
  // expected-error @+1 {{'linalg.generic' op map #0 must have 1 dimensions, no symbols and 1 results, but got '(d0, d1) -> (d0)' [linalg_c3]}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%y: f32):
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op the size of each loop must follow from an operand, but got none for d1 [linalg_c4]}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%y: f32):
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @f(%a: memref<4x8xf32>, %b: memref<7x2xf32>, %c: memref<4x2xf32>, %i: memref<4xf32>, %k: memref<3xf32>) {
  // expected-error @+1 {{'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 8, but got 7 [linalg_c5]}}
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<7x2xf32>) outs(%c : memref<4x2xf32>)
  // expected-error @+1 {{'linalg.conv_1d' op inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 6, but got 4 [linalg_c5]}}
  linalg.conv_1d ins(%i, %k : memref<4xf32>, memref<3xf32>) outs(%i : memref<4xf32>)
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op the body must take 'f32', but got 'i32' [linalg_c6]}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%y: i32):
    linalg.yield %y : i32
  }
  // expected-error @+1 {{'linalg.generic' op the body must yield 'f32', but got none [linalg_c6]}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
  ^bb0(%y: f32):
    linalg.yield
  }
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'linalg.map' op the body must yield 'f32', but got 'i32' [linalg_c6]}}
  linalg.map outs(%a : memref<4xf32>) (%y: f32) {
    %c = arith.constant 0 : i32
    linalg.yield %c : i32
  }
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'linalg.dot' op expected 2 inputs and 1 output, but got 0 and 1 [named_c1]}}
  "linalg.dot"(%a) <{operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%y: f32):
    linalg.yield %y : f32
  }) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<2x2x2xf32>) {
  // expected-error @+1 {{'linalg.conv_1d_nwc_wcf' op 'strides' must have 1 elements, but got 'tensor<2xi64>' [named_c2]}}
  linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<2xi64>} ins(%a, %a : memref<2x2x2xf32>, memref<2x2x2xf32>) outs(%a : memref<2x2x2xf32>)
  return
}

// -----

func.func @f(%a: memref<2x2xf32>, %b: memref<2xf32>) {
  // expected-error @+1 {{'linalg.reduce' op expected as many inputs as outputs, but got 1 operands [reduce_c1]}}
  linalg.reduce outs(%b : memref<2xf32>) dimensions = [0] (%y: f32) {
    linalg.yield %y : f32
  }
  // expected-error @+1 {{'linalg.reduce' op dimensions must be increasing and in 0..1, but got [2] [reduce_c2]}}
  linalg.reduce { arith.addf } ins(%a : memref<2x2xf32>) outs(%b : memref<2xf32>) dimensions = [2]
  // expected-error @+1 {{'linalg.transpose' op permutation must name each of 2 dimensions once, but got [0, 0] [transpose_c1]}}
  linalg.transpose ins(%a : memref<2x2xf32>) outs(%a : memref<2x2xf32>) permutation = [0, 0]
  // expected-error @+1 {{'linalg.broadcast' op dimensions must be distinct and in 0..1, but got [2] [broadcast_c1]}}
  linalg.broadcast ins(%b : memref<2xf32>) outs(%a : memref<2x2xf32>) dimensions = [2]
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error @+1 {{'linalg.softmax' op incompatible output shape, but got 'tensor<4x8xf32>' and 'tensor<8xf32>' [softmax_c1]}}
  %r = linalg.softmax dimension(0) ins(%a : tensor<4x8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'linalg.softmax' op dimension must be in 0..1, but got 2 [softmax_c2]}}
  %s = linalg.softmax dimension(2) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-error @+1 {{'linalg.softmax' op expected 1 results of the output's type, but got 0 [softmax_c3]}}
  linalg.softmax dimension(0) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>)
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'linalg.index' op expected parent op with LinalgOp interface, but got 'func.func' [index_c1]}}
  %i = linalg.index 0 : index
  return
}

// -----

func.func @f(%a: memref<4xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : memref<4xindex>) {
  ^bb0(%y: index):
    // expected-error @+1 {{'linalg.index' op expected dim to be lower than the number of loops, 1, but got 1 [index_c2]}}
    %i = linalg.index 1 : index
    linalg.yield %i : index
  }
  return
}

// -----

func.func @f(%c: i1) {
  scf.execute_region {
    // expected-error @+1 {{'linalg.yield' op expected single non-empty parent region with LinalgOp, but got 'scf.execute_region' [yield_c1]}}
    linalg.yield
  }
  return
}

// -----

// Each named op has its number of inputs.
func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.dot outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.matvec outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.vecmat outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.batch_matvec outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.batch_vecmat outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.matmul outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.batch_matmul outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.batch_reduce_matmul outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.mmt4d outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.batch_mmt4d outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_1d outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_3d outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_1d_ncw_fcw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_1d_nwc_wcf outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nchw_fchw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_ngchw_fgchw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_ngchw_gfchw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nhwc_fhwc outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nhwc_hwcf outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nhwgc_gfhwc outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_3d_ncdhw_fcdhw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.conv_3d_ndhwc_dhwcf outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_1d_ncw_cw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_1d_nwc_wc outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_1d_nwc_wcm outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_2d_nchw_chw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_2d_nhwc_hwc outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_2d_nhwc_hwcm outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_3d_ncdhw_cdhw outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_3d_ndhwc_dhwc outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_3d_ndhwc_dhwcm outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.quantized_matmul outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.quantized_batch_matmul outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nchw_fchw_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_ngchw_gfchw_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nhwc_fhwc_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nhwc_hwcf_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.conv_2d_nhwgc_gfhwc_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.conv_3d_ndhwc_dhwcf_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_2d_nhwc_hwc_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 4 inputs and 1 output, but got 0 and 1}}
  linalg.depthwise_conv_2d_nhwc_hwcm_q outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_ncw_sum outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_ncw_max outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nwc_sum outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nwc_max outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nwc_max_unsigned outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nwc_min outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nwc_min_unsigned outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nchw_sum outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nchw_max outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nhwc_sum outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nhwc_max outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nhwc_max_unsigned outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nhwc_min outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_nhwc_min_unsigned outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_ndhwc_sum outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_ndhwc_max outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.pooling_ndhwc_min outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.exp outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.log outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.abs outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.ceil outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.floor outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.negf outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.reciprocal outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.round outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.sqrt outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.rsqrt outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.square outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.tanh outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.erf outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.add outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.sub outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.mul outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.div outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.div_unsigned outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.powf outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 3 inputs and 1 output, but got 0 and 1}}
  linalg.select outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.max outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.min outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.elementwise kind=#linalg.elementwise_kind<exp> outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 2 inputs and 1 output, but got 0 and 1}}
  linalg.contract outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.fill outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 1 inputs and 1 output, but got 0 and 1}}
  linalg.copy outs(%m : memref<4xf32>)
  // expected-error @+1 {{expected 3 inputs and 1 output, but got 0 and 1}}
  linalg.fill_rng_2d outs(%m : memref<4xf32>)
  return
}
