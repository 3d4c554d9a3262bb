// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op the dimension must be in 0..2, but got 3 [batch_norm_c1]}}
  %r = graph.batch_norm %x, %s, %s, %s, %s, 3 epsilon 1.0e-05 : tensor<2x4x8xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+4 {{'graph.batch_norm' op scale and what it is for must have the same shape, but got 4 and 8 [batch_norm_c2]}}
  // expected-error @+3 {{'graph.batch_norm' op offset and what it is for must have the same shape, but got 4 and 8 [batch_norm_c2]}}
  // expected-error @+2 {{'graph.batch_norm' op mean and what it is for must have the same shape, but got 4 and 8 [batch_norm_c2]}}
  // expected-error @+1 {{'graph.batch_norm' op variance and what it is for must have the same shape, but got 4 and 8 [batch_norm_c2]}}
  %r = graph.batch_norm %x, %s, %s, %s, %s, 2 epsilon 1.0e-05 : tensor<2x4x8xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4xbf16>) {
  // expected-error @+4 {{'graph.batch_norm' op scale must have elements of 'f32', but got 'bf16' [batch_norm_c2]}}
  // expected-error @+3 {{'graph.batch_norm' op offset must have elements of 'f32', but got 'bf16' [batch_norm_c2]}}
  // expected-error @+2 {{'graph.batch_norm' op mean must have elements of 'f32', but got 'bf16' [batch_norm_c2]}}
  // expected-error @+1 {{'graph.batch_norm' op variance must have elements of 'f32', but got 'bf16' [batch_norm_c2]}}
  %r = graph.batch_norm %x, %s, %s, %s, %s, 1 epsilon 1.0e-05 : tensor<2x4x8xf32>, tensor<4xbf16>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op epsilon must be finite and not negative, but got -1.0 [batch_norm_c3]}}
  %r = graph.batch_norm %x, %s, %s, %s, %s, 1 epsilon -1.0 : tensor<2x4x8xf32>, tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xi32>, %s: tensor<4xi32>) {
  // expected-error @+6 {{'graph.batch_norm' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<2x4x8xi32>'}}
  // expected-error @+5 {{'graph.batch_norm' op operand #1 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+4 {{'graph.batch_norm' op operand #2 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+3 {{'graph.batch_norm' op operand #3 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+2 {{'graph.batch_norm' op operand #4 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.batch_norm' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<2x4x8xi32>'}}
  %r = graph.batch_norm %x, %s, %s, %s, %s, 1 epsilon 1.0 : tensor<2x4x8xi32>, tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op dimensions must be in 0..2, but got 3 [layer_norm_c1]}}
  %r = graph.layer_norm %x, [3] epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op dimensions must be distinct, but got [1, 1] [layer_norm_c1]}}
  %r = graph.layer_norm %x, [1, 1] epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op scale and what it is for must have the same shape, but got 4 and 8 [layer_norm_c2]}}
  %r = graph.layer_norm %x, [2] scale %s : tensor<4xf32> epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4x8xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op offset and what it is for must have the same shape, but got 4x8 and 8x4 [layer_norm_c2]}}
  %r = graph.layer_norm %x, [2, 1] offset %s : tensor<4x8xf32> epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op epsilon must be finite and not negative, but got inf [layer_norm_c3]}}
  %r = graph.layer_norm %x, [2] epsilon 0x7FF0000000000000 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.rms_norm' op dimensions must be in 0..2, but got -1 [rms_norm_c1]}}
  %r = graph.rms_norm %x, [-1] epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4xf32>) {
  // expected-error @+1 {{'graph.rms_norm' op scale and what it is for must have the same shape, but got 4 and 8 [rms_norm_c2]}}
  %r = graph.rms_norm %x, [2] scale %s : tensor<4xf32> epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.rms_norm' op epsilon must be finite and not negative, but got -0.5 [rms_norm_c3]}}
  %r = graph.rms_norm %x, [2] epsilon -0.5 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.group_norm' op dimensions must be distinct, but got [1, 1] [group_norm_c1]}}
  %r = graph.group_norm %x, 1 over [1] groups 2 epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<2xf32>) {
  // expected-error @+1 {{'graph.group_norm' op scale and what it is for must have the same shape, but got 2 and 4 [group_norm_c2]}}
  %r = graph.group_norm %x, 1 over [2] groups 2 scale %s : tensor<2xf32> epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.group_norm' op epsilon must be finite and not negative, but got nan [group_norm_c3]}}
  %r = graph.group_norm %x, 1 over [2] groups 2 epsilon 0x7FF8000000000000 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.group_norm' op there must be 1 group or more, but got 0 [group_norm_c4]}}
  %r = graph.group_norm %x, 1 over [2] groups 0 epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.group_norm' op channels must be a multiple of 3 groups, but got 4 [group_norm_c4]}}
  %r = graph.group_norm %x, 1 over [2] groups 3 epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.instance_norm' op dimensions must be in 0..2, but got 5 [instance_norm_c1]}}
  %r = graph.instance_norm %x, 5 over [2] epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>, %s: tensor<4xf64>) {
  // expected-error @+1 {{'graph.instance_norm' op scale must have elements of 'f32', but got 'f64' [instance_norm_c2]}}
  %r = graph.instance_norm %x, 1 over [2] scale %s : tensor<4xf64> epsilon 1.0e-05 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.instance_norm' op epsilon must be finite and not negative, but got -1.0 [instance_norm_c3]}}
  %r = graph.instance_norm %x, 1 over [2] epsilon -1.0 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.local_response_norm' op the dimension must be in 0..2, but got 3 [local_response_norm_c1]}}
  %r = graph.local_response_norm %x, 3 size 5 alpha 1.0 beta 1.0 bias 1.0 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.local_response_norm' op size must be positive, but got 0 [local_response_norm_c2]}}
  %r = graph.local_response_norm %x, 1 size 0 alpha 1.0 beta 1.0 bias 1.0 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.local_response_norm' op beta must be finite and not negative, but got -1.0 [local_response_norm_c3]}}
  %r = graph.local_response_norm %x, 1 size 5 alpha 1.0 beta -1.0 bias 1.0 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.lp_normalize' op dimensions must be in 0..2, but got 3 [lp_normalize_c1]}}
  %r = graph.lp_normalize %x, [3] order 2.0 epsilon 0.0 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.lp_normalize' op epsilon must be finite and not negative, but got -1.0 [lp_normalize_c2]}}
  %r = graph.lp_normalize %x, [2] order 2.0 epsilon -1.0 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.lp_normalize' op order must be positive and finite, but got 0.0 [lp_normalize_c3]}}
  %r = graph.lp_normalize %x, [2] order 0.0 epsilon 0.0 : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.softmax' op dimensions must be in 0..2, but got 3 [softmax_c1]}}
  %r = graph.softmax %x, [3] : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.softmax' op dimensions must be distinct, but got [1, 1] [softmax_c1]}}
  %r = graph.softmax %x, [1, 1] : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4x8xf32>) {
  // expected-error @+1 {{'graph.log_softmax' op dimensions must be in 0..2, but got -1 [log_softmax_c1]}}
  %r = graph.log_softmax %x, [-1] : tensor<2x4x8xf32>
  return
}

// -----

func.func @f(%x: tensor<2x4xi32>) {
  // expected-error @+2 {{'graph.softmax' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<2x4xi32>'}}
  // expected-error @+1 {{'graph.softmax' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<2x4xi32>'}}
  %r = graph.softmax %x, [1] : tensor<2x4xi32>
  return
}
