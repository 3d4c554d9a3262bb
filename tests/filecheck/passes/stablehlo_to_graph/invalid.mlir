// RUN: dlc-opt %s --stablehlo-to-graph --split-input-file --verify-diagnostics

// All ops that cannot be translated are reported in one run.
func.func @several(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op calls '@lapack_spotrf', a function of another runtime}}
  %0 = stablehlo.custom_call @lapack_spotrf(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  // expected-error @+1 {{'stablehlo.all_gather' op must have one process, since a program runs as one process, but got the groups 'dense<[[0, 1]]> : tensor<1x2xi64>'}}
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  // expected-error @+1 {{'stablehlo.collective_permute' op must be from process 0 to itself, since a program runs as one process, but got 'dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>'}}
  %3 = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.custom_call' op is a callback, which calls Python back, and compiled programs run without it: return the values and use them outside, or leave this function to `jax.jit`}}
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%1) : (tensor<4xf32>) -> ()
  return %3 : tensor<4xf32>
}

// -----

func.func @result_type(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{result must have type 'tensor<8x4xf32>', but got 'tensor<4x4xf32>'}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
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

// -----

func.func @quantized(%x: tensor<4xf32>, %y: tensor<4x!quant.uniform<i8:f32:{0:2}, {1.0, 2.0}>>) -> tensor<4xi8> {
  // expected-error @+1 {{needs a quantized type, such as '!quant.uniform<i8:f32, 0.5>'}}
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4xi8>
  // expected-error @+1 {{is not supported on types with scales of blocks, but got '!quant.uniform<i8:f32:{0:2}, {1.000000e+00, 2.000000e+00}>'}}
  %1 = stablehlo.uniform_dequantize %y : (tensor<4x!quant.uniform<i8:f32:{0:2}, {1.0, 2.0}>>) -> tensor<4xf32>
  return %0 : tensor<4xi8>
}

// -----

func.func @quantized_sum(%x: tensor<4x!quant.uniform<i8:f32, 1.0>>, %i: tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>> {
  // expected-error @+1 {{'stablehlo.reduce' op is not supported on quantized types}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<!quant.uniform<i8:f32, 1.0>>
}

// -----

// Routines of LAPACK take matrices of the numbers that their names say, and options.
func.func @routines(%x: tensor<4xf32>, %a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op must have matrices, but got 'tensor<4xf32>'}}
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // expected-error @+1 {{'stablehlo.custom_call' op must have 1 operands and 3 results, but got 1 and 1}}
  %1 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.custom_call' op needs the option 'side' in 'mhlo.backend_config'}}
  %2 = stablehlo.custom_call @lapack_strsm_ffi(%a, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.custom_call' op must have matrices of complex numbers, but got 'tensor<4x4xf32>'}}
  %4:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%a) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  // expected-error @+1 {{result must have type 'tensor<4x4xf32>', but got 'tensor<4x3xf32>'}}
  %3:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) : (tensor<4x4xf32>) -> (tensor<4x3xf32>, tensor<4xf32>)
  return %1 : tensor<4x4xf32>
}

// -----

func.func @scans(%x: tensor<8xf32>, %zero: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-error @+1 {{'chlo.scan' op needs the attribute 'scan_dim_size', since there are no inputs}}
  %0 = chlo.scan() inits(%zero) dimension=0 {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{'chlo.scan' op dimension must be that of each input, but got 1 and 'tensor<8xf32>'}}
  %1 = chlo.scan(%x) inits(%zero) dimension=1 {
  ^bb0(%a: tensor<8xf32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  } : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

func.func @others(%x: tensor<4xf32>, %is: i1) -> tensor<4xf32> {
  // expected-error @+1 {{'tensor.empty' op has no translation to graph ops, so its values must not be of type 'tensor<4xcomplex<f32>>'}}
  %c = tensor.empty() : tensor<4xcomplex<f32>>
  // expected-error @+1 {{'scf.if' op has no translation to graph ops, so there must be no 'stablehlo.tanh' in it}}
  %y = scf.if %is -> tensor<4xf32> {
    %z = stablehlo.tanh %x : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{must have one block, but got 3; `cf-to-loop` makes nested conditionals and loops of branches}}
func.func @blocks(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^negate, ^end(%x : tensor<4xf32>)
^negate:
  %0 = stablehlo.negate %x : tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// -----

func.func private @blocks(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^negate, ^end(%x : tensor<4xf32>)
^negate:
  %0 = stablehlo.negate %x : tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}
func.func @call_of_blocks(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{callee must have one block, but got '@blocks'; `cf-to-loop` makes nested conditionals and loops of branches}}
  %0 = func.call @blocks(%c, %x) : (i1, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
