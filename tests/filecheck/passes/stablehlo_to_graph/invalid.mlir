// RUN: dlc-opt %s --stablehlo-to-graph --split-input-file --verify-diagnostics

// All ops that cannot be translated are reported in one run.
func.func @several(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op calls '@lapack_spotrf', a function of another runtime}}
  %0 = stablehlo.custom_call @lapack_spotrf(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  // expected-error @+1 {{'stablehlo.all_gather' op has no translation to graph ops}}
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @result_type(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{result must have type 'tensor<8x4xf32>', but got 'tensor<4x4xf32>'}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// expected-error @+1 {{arguments must be tensors of real numbers, but got 'tensor<4xcomplex<f32>>'}}
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  %1 = call @again(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{callee must not be called by itself, but got '@again'}}
  %0 = call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
