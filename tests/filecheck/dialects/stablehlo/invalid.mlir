// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @stablehlo_dot_general(%bad: i32, %arg1: tensor<2x4x5xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dot_general"(%bad, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (i32, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

func.func @stablehlo_dot(%bad: i32, %arg1: tensor<3xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dot"(%bad, %arg1) : (i32, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @stablehlo_einsum(%bad: i32, %arg1: tensor<3x4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.einsum"(%bad, %arg1) <{einsum_config = "ab,bc->ac"}> : (i32, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @stablehlo_unary_einsum(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.unary_einsum"(%bad) <{einsum_config = "ab->a"}> : (i32) -> tensor<2xf32>
  return
}

// -----

func.func @stablehlo_convolution(%bad: i32, %arg1: tensor<16x3x3x3xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.convolution"(%bad, %arg1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>, window_strides = array<i64: 2, 2>}> : (i32, tensor<16x3x3x3xf32>) -> tensor<1x16x4x4xf32>
  return
}

// -----

func.func @stablehlo_cholesky(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.cholesky"(%bad) <{lower = true}> : (i32) -> tensor<3x3xf32>
  return
}

// -----

func.func @stablehlo_triangular_solve(%bad: i32, %arg1: tensor<3x2xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.triangular_solve"(%bad, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (i32, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @stablehlo_fft(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.fft"(%bad) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (i32) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @stablehlo_batch_norm_inference(%bad: i32, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<3xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.batch_norm_inference"(%bad, %arg1, %arg2, %arg3, %arg4) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (i32, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @stablehlo_batch_norm_training(%bad: i32, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0:3 = "stablehlo.batch_norm_training"(%bad, %arg1, %arg2) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (i32, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @stablehlo_batch_norm_grad(%bad: i32, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<2x3xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0:3 = "stablehlo.batch_norm_grad"(%bad, %arg1, %arg2, %arg3, %arg4) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (i32, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @stablehlo_if(%bad: i32, %arg0: tensor<f32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.if"(%bad) ({
    "stablehlo.return"(%arg0) : (tensor<f32>) -> ()
  }, {
    "stablehlo.return"(%arg1) : (tensor<f32>) -> ()
  }) : (i32) -> tensor<f32>
  return
}

// -----

func.func @stablehlo_case(%bad: i32, %arg0: tensor<f32>, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.case"(%bad) ({
    "stablehlo.return"(%arg0) : (tensor<f32>) -> ()
  }, {
    "stablehlo.return"(%arg1) : (tensor<f32>) -> ()
  }) : (i32) -> tensor<f32>
  return
}

// -----

func.func @stablehlo_while(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, token, tuple, future or memref, but got 'i32'}}
  %0 = "stablehlo.while"(%bad) ({
  ^bb0(%arg3: tensor<i32>):
    %2 = "stablehlo.compare"(%arg3, %arg1) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>):
    %1 = "stablehlo.add"(%arg2, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (i32) -> tensor<i32>
  return
}

// -----

func.func @stablehlo_custom_call(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, token, tuple, future or memref, but got 'i32'}}
  %0 = "stablehlo.custom_call"(%bad) <{backend_config = "", call_target_name = "Sharding"}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_composite(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, token, tuple, future or memref, but got 'i32'}}
  %0 = "stablehlo.composite"(%bad) <{decomposition = @f, name = "my.op"}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_tuple(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, token, tuple, future or memref, but got 'i32'}}
  %0 = "stablehlo.tuple"(%bad, %arg1) : (i32, tensor<i32>) -> tuple<tensor<f32>, tensor<i32>>
  return
}

// -----

func.func @stablehlo_get_tuple_element(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tuple, but got 'i32'}}
  %0 = "stablehlo.get_tuple_element"(%bad) <{index = 0 : i32}> : (i32) -> tensor<f32>
  return
}

// -----

func.func @stablehlo_optimization_barrier(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor or token, but got 'i32'}}
  %0 = "stablehlo.optimization_barrier"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_create_token() {
  // expected-error @+1 {{result #0 must be token, but got 'i32'}}
  %0 = "stablehlo.create_token"() : () -> i32
  return
}

// -----

func.func @stablehlo_after_all(%bad: i32, %arg1: !stablehlo.token) {
  // expected-error @+1 {{operand #0 must be variadic of token, but got 'i32'}}
  %0 = "stablehlo.after_all"(%bad, %arg1) : (i32, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @stablehlo_infeed(%bad: i32) {
  // expected-error @+1 {{operand #0 must be token, but got 'i32'}}
  %0:2 = "stablehlo.infeed"(%bad) <{infeed_config = ""}> : (i32) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @stablehlo_outfeed(%bad: i32, %arg1: !stablehlo.token) {
  // expected-error @+1 {{operand #0 must be variadic of tensor or token, but got 'i32'}}
  %0 = "stablehlo.outfeed"(%bad, %arg1) <{outfeed_config = ""}> : (i32, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @stablehlo_send(%bad: i32, %arg1: !stablehlo.token) {
  // expected-error @+1 {{operand #0 must be variadic of tensor or token, but got 'i32'}}
  %0 = "stablehlo.send"(%bad, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (i32, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

func.func @stablehlo_recv(%bad: i32) {
  // expected-error @+1 {{operand #0 must be token, but got 'i32'}}
  %0:2 = "stablehlo.recv"(%bad) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (i32) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @stablehlo_replica_id() {
  // expected-error @+1 {{result #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.replica_id"() : () -> i32
  return
}

// -----

func.func @stablehlo_partition_id() {
  // expected-error @+1 {{result #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.partition_id"() : () -> i32
  return
}

// -----

func.func @stablehlo_all_gather(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.all_gather"(%bad) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (i32) -> tensor<8xf32>
  return
}

// -----

func.func @stablehlo_all_reduce(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.all_reduce"(%bad) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_reduce_scatter(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.reduce_scatter"(%bad) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (i32) -> tensor<2xf32>
  return
}

// -----

func.func @stablehlo_all_to_all(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.all_to_all"(%bad) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (i32) -> tensor<4x2xf32>
  return
}

// -----

func.func @stablehlo_collective_broadcast(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.collective_broadcast"(%bad) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_collective_reduce(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.collective_reduce"(%bad) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_collective_permute(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.collective_permute"(%bad) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_cross_replica_sum(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.cross-replica-sum"(%bad) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_async_start(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.async_start"(%bad) ({
  ^bb0(%arg1: tensor<4xf32>):
    "stablehlo.return"(%arg1) : (tensor<4xf32>) -> ()
  }) : (i32) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @stablehlo_async_done(%bad: i32) {
  // expected-error @+1 {{operand #0 must be future, but got 'i32'}}
  %0 = "stablehlo.async_done"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_dynamic_iota(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_iota"(%bad) <{iota_dimension = 0 : i64}> : (i32) -> tensor<?xi32>
  return
}

// -----

func.func @stablehlo_dynamic_reshape(%bad: i32, %arg1: tensor<2xi64>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_reshape"(%bad, %arg1) : (i32, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @stablehlo_dynamic_broadcast_in_dim(%bad: i32, %arg1: tensor<2xi64>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%bad, %arg1) <{broadcast_dimensions = array<i64: 1>}> : (i32, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @stablehlo_dynamic_pad(%bad: i32, %arg1: tensor<f32>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>, %arg4: tensor<1xi64>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_pad"(%bad, %arg1, %arg2, %arg3, %arg4) : (i32, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @stablehlo_real_dynamic_slice(%bad: i32, %arg1: tensor<1xi64>, %arg2: tensor<1xi64>, %arg3: tensor<1xi64>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.real_dynamic_slice"(%bad, %arg1, %arg2, %arg3) : (i32, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @stablehlo_dynamic_gather(%bad: i32, %arg1: tensor<3x1xi32>, %arg2: tensor<2xi64>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_gather"(%bad, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (i32, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x8xf32>
  return
}

// -----

func.func @stablehlo_dynamic_conv(%bad: i32, %arg1: tensor<3x1x1xf32>, %arg2: tensor<1x2xi64>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_conv"(%bad, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (i32, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  return
}

// -----

func.func @stablehlo_abs(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.abs"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_cbrt(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.cbrt"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_ceil(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.ceil"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_convert(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.convert"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_count_leading_zeros(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.count_leading_zeros"(%bad) : (i32) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_cosine(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.cosine"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_exponential(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.exponential"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_exponential_minus_one(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.exponential_minus_one"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_floor(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.floor"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_imag(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.imag"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_is_finite(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.is_finite"(%bad) : (i32) -> tensor<4xi1>
  return
}

// -----

func.func @stablehlo_log(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.log"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_log_plus_one(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.log_plus_one"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_logistic(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.logistic"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_not(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.not"(%bad) : (i32) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_negate(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.negate"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_popcnt(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.popcnt"(%bad) : (i32) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_real(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.real"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_round_nearest_afz(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.round_nearest_afz"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_round_nearest_even(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.round_nearest_even"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_rsqrt(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.rsqrt"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_sign(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.sign"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_sine(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.sine"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_sqrt(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.sqrt"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_tan(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.tan"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_tanh(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.tanh"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_reduce_precision(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.reduce_precision"(%bad) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_bitcast_convert(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.bitcast_convert"(%bad) : (i32) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_uniform_quantize(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.uniform_quantize"(%bad) : (i32) -> tensor<4xi8>
  return
}

// -----

func.func @stablehlo_uniform_dequantize(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.uniform_dequantize"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_add(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.add"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_and(%bad: i32, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.and"(%bad, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_atan2(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.atan2"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_divide(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.divide"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_maximum(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.maximum"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_minimum(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.minimum"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_multiply(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.multiply"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_or(%bad: i32, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.or"(%bad, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_power(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.power"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_remainder(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.remainder"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_shift_left(%bad: i32, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.shift_left"(%bad, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_shift_right_arithmetic(%bad: i32, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.shift_right_arithmetic"(%bad, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_shift_right_logical(%bad: i32, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.shift_right_logical"(%bad, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_subtract(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.subtract"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_xor(%bad: i32, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.xor"(%bad, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @stablehlo_complex(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.complex"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @stablehlo_compare(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.compare"(%bad, %arg1) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (i32, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @stablehlo_select(%bad: i32, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.select"(%bad, %arg1, %arg2) : (i32, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_clamp(%bad: i32, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.clamp"(%bad, %arg1, %arg2) : (i32, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_constant() {
  // expected-error @+1 {{result #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.constant"() <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : () -> i32
  return
}

// -----

func.func @stablehlo_iota() {
  // expected-error @+1 {{result #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> i32
  return
}

// -----

func.func @stablehlo_reshape(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.reshape"(%bad) : (i32) -> tensor<6xf32>
  return
}

// -----

func.func @stablehlo_broadcast_in_dim(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.broadcast_in_dim"(%bad) <{broadcast_dimensions = array<i64: 1>}> : (i32) -> tensor<2x3xf32>
  return
}

// -----

func.func @stablehlo_broadcast(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.broadcast"(%bad) <{broadcast_sizes = array<i64: 2>}> : (i32) -> tensor<2x3xf32>
  return
}

// -----

func.func @stablehlo_transpose(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.transpose"(%bad) <{permutation = array<i64: 1, 0>}> : (i32) -> tensor<3x2xf32>
  return
}

// -----

func.func @stablehlo_reverse(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.reverse"(%bad) <{dimensions = array<i64: 0>}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_concatenate(%bad: i32, %arg1: tensor<3xf32>) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.concatenate"(%bad, %arg1) <{dimension = 0 : i64}> : (i32, tensor<3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @stablehlo_pad(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.pad"(%bad, %arg1) <{edge_padding_high = array<i64: 0>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>}> : (i32, tensor<f32>) -> tensor<6xf32>
  return
}

// -----

func.func @stablehlo_get_dimension_size(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.get_dimension_size"(%bad) <{dimension = 0 : i64}> : (i32) -> tensor<i32>
  return
}

// -----

func.func @stablehlo_slice(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.slice"(%bad) <{limit_indices = array<i64: 2, 8>, start_indices = array<i64: 0, 1>, strides = array<i64: 1, 3>}> : (i32) -> tensor<2x3xf32>
  return
}

// -----

func.func @stablehlo_dynamic_slice(%bad: i32, %arg1: tensor<i32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_slice"(%bad, %arg1, %arg2) <{slice_sizes = array<i64: 2, 3>}> : (i32, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @stablehlo_dynamic_update_slice(%bad: i32, %arg1: tensor<2xf32>, %arg2: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.dynamic_update_slice"(%bad, %arg1, %arg2) : (i32, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_gather(%bad: i32, %arg1: tensor<3x1xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.gather"(%bad, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (i32, tensor<3x1xi32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @stablehlo_scatter(%bad: i32, %arg1: tensor<3x1xi32>, %arg2: tensor<3x8xf32>) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.scatter"(%bad, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
  }) : (i32, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @stablehlo_torch_index_select(%bad: i32, %arg1: tensor<3xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.torch_index_select"(%bad, %arg1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (i32, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @stablehlo_set_dimension_size(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.set_dimension_size"(%bad, %arg1) <{dimension = 0 : i64}> : (i32, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @stablehlo_rng(%bad: i32, %arg1: tensor<f32>, %arg2: tensor<1xi64>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.rng"(%bad, %arg1, %arg2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (i32, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_rng_bit_generator(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0:2 = "stablehlo.rng_bit_generator"(%bad) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (i32) -> (tensor<2xui64>, tensor<4xui32>)
  return
}

// -----

func.func @stablehlo_reduce(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.reduce"(%bad, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (i32, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @stablehlo_reduce_window(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.reduce_window"(%bad, %arg1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (i32, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @stablehlo_select_and_scatter(%bad: i32, %arg1: tensor<2xf32>, %arg2: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "stablehlo.select_and_scatter"(%bad, %arg1, %arg2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
    %2 = "stablehlo.compare"(%arg5, %arg6) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%2) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (i32, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_sort(%bad: i32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.sort"(%bad) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = "stablehlo.compare"(%arg1, %arg2) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @stablehlo_map(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be variadic of tensor, but got 'i32'}}
  %0 = "stablehlo.map"(%bad, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}
