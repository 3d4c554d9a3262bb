// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @stablehlo_dot_general
func.func @stablehlo_dot_general(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // CHECK: stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
    : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dot
func.func @stablehlo_dot(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // CHECK: stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %r = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_einsum
func.func @stablehlo_einsum(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // CHECK: stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %r = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_unary_einsum
func.func @stablehlo_unary_einsum(%x: tensor<2x3xf32>) {
  // CHECK: stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  %r = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_convolution
func.func @stablehlo_convolution(%x: tensor<1x3x8x8xf32>, %w: tensor<16x3x3x3xf32>) {
  // CHECK: stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x4x4xf32>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
    window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x3x8x8xf32>, tensor<16x3x3x3xf32>) -> tensor<1x16x4x4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_cholesky
func.func @stablehlo_cholesky(%a: tensor<3x3xf32>) {
  // CHECK: stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_triangular_solve
func.func @stablehlo_triangular_solve(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // CHECK: "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_fft
func.func @stablehlo_fft(%x: tensor<4xcomplex<f32>>) {
  // CHECK: stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %r = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @stablehlo_batch_norm_inference
func.func @stablehlo_batch_norm_inference(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) {
  // CHECK: "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %r = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}>
    : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_batch_norm_training
func.func @stablehlo_batch_norm_training(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) {
  // CHECK: "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %r, %m, %v = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}>
    : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// CHECK-LABEL: func.func @stablehlo_batch_norm_grad
func.func @stablehlo_batch_norm_grad(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3xf32>) {
  // CHECK: "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %r, %s1, %o1 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{
    epsilon = 1.0e-5 : f32, feature_index = 1 : i64
  }> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>)
    -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// CHECK-LABEL: func.func @stablehlo_if
func.func @stablehlo_if(%x: tensor<f32>, %y: tensor<f32>, %c: tensor<i1>) {
  // CHECK: "stablehlo.if"(%c)
  %r = "stablehlo.if"(%c) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @stablehlo_case
func.func @stablehlo_case(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>) {
  // CHECK: "stablehlo.case"(%i)
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @stablehlo_while
func.func @stablehlo_while(%x: tensor<i32>, %n: tensor<i32>) {
  // CHECK: stablehlo.while(%a = %x) : tensor<i32>
  %r = stablehlo.while(%a = %x) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %b = stablehlo.add %a, %n : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }
  return
}

// CHECK-LABEL: func.func @stablehlo_custom_call
func.func @stablehlo_custom_call(%x: tensor<4xf32>) {
  // CHECK: stablehlo.custom_call @Sharding(%x) {backend_config = ""} : (tensor<4xf32>) -> tensor<4xf32>
  %r = stablehlo.custom_call @Sharding(%x) {backend_config = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_composite
func.func @stablehlo_composite(%x: tensor<4xf32>) {
  // CHECK: stablehlo.composite "my.op" %x {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  %r = stablehlo.composite "my.op" %x {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_tuple
func.func @stablehlo_tuple(%x: tensor<f32>, %y: tensor<i32>) {
  // CHECK: stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<i32>>
  %r = stablehlo.tuple %x, %y : tuple<tensor<f32>, tensor<i32>>
  return
}

// CHECK-LABEL: func.func @stablehlo_get_tuple_element
func.func @stablehlo_get_tuple_element(%t: tuple<tensor<f32>, tensor<i32>>) {
  // CHECK: stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  %r = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @stablehlo_optimization_barrier
func.func @stablehlo_optimization_barrier(%x: tensor<4xf32>) {
  // CHECK: stablehlo.optimization_barrier %x : tensor<4xf32>
  %r = stablehlo.optimization_barrier %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_create_token
func.func @stablehlo_create_token() {
  // CHECK: stablehlo.create_token : !stablehlo.token
  %t = stablehlo.create_token : !stablehlo.token
  return
}

// CHECK-LABEL: func.func @stablehlo_after_all
func.func @stablehlo_after_all(%a: !stablehlo.token, %b: !stablehlo.token) {
  // CHECK: stablehlo.after_all %a, %b : !stablehlo.token
  %t = stablehlo.after_all %a, %b : !stablehlo.token
  return
}

// CHECK-LABEL: func.func @stablehlo_infeed
func.func @stablehlo_infeed(%token: !stablehlo.token) {
  // CHECK: "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %r, %t = "stablehlo.infeed"(%token) <{infeed_config = ""}>
    : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// CHECK-LABEL: func.func @stablehlo_outfeed
func.func @stablehlo_outfeed(%x: tensor<4xf32>, %token: !stablehlo.token) {
  // CHECK: "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %t = "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}>
    : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @stablehlo_send
func.func @stablehlo_send(%x: tensor<4xf32>, %token: !stablehlo.token) {
  // CHECK: "stablehlo.send"(%x, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %t = "stablehlo.send"(%x, %token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @stablehlo_recv
func.func @stablehlo_recv(%token: !stablehlo.token) {
  // CHECK: "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %r, %t = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// CHECK-LABEL: func.func @stablehlo_replica_id
func.func @stablehlo_replica_id() {
  // CHECK: stablehlo.replica_id : tensor<ui32>
  %r = stablehlo.replica_id : tensor<ui32>
  return
}

// CHECK-LABEL: func.func @stablehlo_partition_id
func.func @stablehlo_partition_id() {
  // CHECK: stablehlo.partition_id : tensor<ui32>
  %r = stablehlo.partition_id : tensor<ui32>
  return
}

// CHECK-LABEL: func.func @stablehlo_all_gather
func.func @stablehlo_all_gather(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  %r = "stablehlo.all_gather"(%x) <{
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_all_reduce
func.func @stablehlo_all_reduce(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_reduce_scatter
func.func @stablehlo_reduce_scatter(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}>
  %r = "stablehlo.reduce_scatter"(%x) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_all_to_all
func.func @stablehlo_all_to_all(%x: tensor<2x4xf32>) {
  // CHECK: "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %r = "stablehlo.all_to_all"(%x) <{
    concat_dimension = 0 : i64, split_count = 2 : i64, split_dimension = 1 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_collective_broadcast
func.func @stablehlo_collective_broadcast(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %r = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
    : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_collective_reduce
func.func @stablehlo_collective_reduce(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
  %r = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_collective_permute
func.func @stablehlo_collective_permute(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %r = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>
    : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_cross_replica_sum
func.func @stablehlo_cross_replica_sum(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %r = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
    : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_async_start
func.func @stablehlo_async_start(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.async_start"(%x)
  %r = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// CHECK-LABEL: func.func @stablehlo_async_done
func.func @stablehlo_async_done(%f: !stablehlo.future<tensor<4xf32>>) {
  // CHECK: "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_iota
func.func @stablehlo_dynamic_iota(%n: tensor<1xi64>) {
  // CHECK: stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_reshape
func.func @stablehlo_dynamic_reshape(%x: tensor<?xf32>, %n: tensor<2xi64>) {
  // CHECK: stablehlo.dynamic_reshape %x, %n : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.dynamic_reshape %x, %n : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_broadcast_in_dim
func.func @stablehlo_dynamic_broadcast_in_dim(%x: tensor<3xf32>, %n: tensor<2xi64>) {
  // CHECK: stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1]
    : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_pad
func.func @stablehlo_dynamic_pad(%x: tensor<?xf32>, %v: tensor<f32>, %low: tensor<1xi64>, %high: tensor<1xi64>, %inner: tensor<1xi64>) {
  // CHECK: stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner
    : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_real_dynamic_slice
func.func @stablehlo_real_dynamic_slice(%x: tensor<?xf32>, %start: tensor<1xi64>, %limit: tensor<1xi64>, %step: tensor<1xi64>) {
  // CHECK: stablehlo.real_dynamic_slice %x, %start, %limit, %step : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.real_dynamic_slice %x, %start, %limit, %step
    : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_gather
func.func @stablehlo_dynamic_gather(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %n: tensor<2xi64>) {
  // CHECK: "stablehlo.dynamic_gather"(%x, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x8xf32>
  %r = "stablehlo.dynamic_gather"(%x, %i, %n) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1>
  }> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x8xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_conv
func.func @stablehlo_dynamic_conv(%x: tensor<1x8x1xf32>, %w: tensor<3x1x1xf32>, %p: tensor<1x2xi64>) {
  // CHECK: "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  %r = "stablehlo.dynamic_conv"(%x, %w, %p) <{
    batch_group_count = 1 : i64, feature_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  }> : (tensor<1x8x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_abs
func.func @stablehlo_abs(%x: tensor<4xf32>) {
  // CHECK: stablehlo.abs %x : tensor<4xf32>
  %r = stablehlo.abs %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_cbrt
func.func @stablehlo_cbrt(%x: tensor<4xf32>) {
  // CHECK: stablehlo.cbrt %x : tensor<4xf32>
  %r = stablehlo.cbrt %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_ceil
func.func @stablehlo_ceil(%x: tensor<4xf32>) {
  // CHECK: stablehlo.ceil %x : tensor<4xf32>
  %r = stablehlo.ceil %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_convert
func.func @stablehlo_convert(%x: tensor<4xi32>) {
  // CHECK: stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
  %r = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_count_leading_zeros
func.func @stablehlo_count_leading_zeros(%x: tensor<4xi32>) {
  // CHECK: stablehlo.count_leading_zeros %x : tensor<4xi32>
  %r = stablehlo.count_leading_zeros %x : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_cosine
func.func @stablehlo_cosine(%x: tensor<4xf32>) {
  // CHECK: stablehlo.cosine %x : tensor<4xf32>
  %r = stablehlo.cosine %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_exponential
func.func @stablehlo_exponential(%x: tensor<4xf32>) {
  // CHECK: stablehlo.exponential %x : tensor<4xf32>
  %r = stablehlo.exponential %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_exponential_minus_one
func.func @stablehlo_exponential_minus_one(%x: tensor<4xf32>) {
  // CHECK: stablehlo.exponential_minus_one %x : tensor<4xf32>
  %r = stablehlo.exponential_minus_one %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_floor
func.func @stablehlo_floor(%x: tensor<4xf32>) {
  // CHECK: stablehlo.floor %x : tensor<4xf32>
  %r = stablehlo.floor %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_imag
func.func @stablehlo_imag(%x: tensor<4xcomplex<f32>>) {
  // CHECK: stablehlo.imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %r = stablehlo.imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_is_finite
func.func @stablehlo_is_finite(%x: tensor<4xf32>) {
  // CHECK: stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  %r = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @stablehlo_log
func.func @stablehlo_log(%x: tensor<4xf32>) {
  // CHECK: stablehlo.log %x : tensor<4xf32>
  %r = stablehlo.log %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_log_plus_one
func.func @stablehlo_log_plus_one(%x: tensor<4xf32>) {
  // CHECK: stablehlo.log_plus_one %x : tensor<4xf32>
  %r = stablehlo.log_plus_one %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_logistic
func.func @stablehlo_logistic(%x: tensor<4xf32>) {
  // CHECK: stablehlo.logistic %x : tensor<4xf32>
  %r = stablehlo.logistic %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_not
func.func @stablehlo_not(%x: tensor<4xi32>) {
  // CHECK: stablehlo.not %x : tensor<4xi32>
  %r = stablehlo.not %x : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_negate
func.func @stablehlo_negate(%x: tensor<4xf32>) {
  // CHECK: stablehlo.negate %x : tensor<4xf32>
  %r = stablehlo.negate %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_popcnt
func.func @stablehlo_popcnt(%x: tensor<4xi32>) {
  // CHECK: stablehlo.popcnt %x : tensor<4xi32>
  %r = stablehlo.popcnt %x : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_real
func.func @stablehlo_real(%x: tensor<4xcomplex<f32>>) {
  // CHECK: stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %r = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_round_nearest_afz
func.func @stablehlo_round_nearest_afz(%x: tensor<4xf32>) {
  // CHECK: stablehlo.round_nearest_afz %x : tensor<4xf32>
  %r = stablehlo.round_nearest_afz %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_round_nearest_even
func.func @stablehlo_round_nearest_even(%x: tensor<4xf32>) {
  // CHECK: stablehlo.round_nearest_even %x : tensor<4xf32>
  %r = stablehlo.round_nearest_even %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_rsqrt
func.func @stablehlo_rsqrt(%x: tensor<4xf32>) {
  // CHECK: stablehlo.rsqrt %x : tensor<4xf32>
  %r = stablehlo.rsqrt %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_sign
func.func @stablehlo_sign(%x: tensor<4xf32>) {
  // CHECK: stablehlo.sign %x : tensor<4xf32>
  %r = stablehlo.sign %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_sine
func.func @stablehlo_sine(%x: tensor<4xf32>) {
  // CHECK: stablehlo.sine %x : tensor<4xf32>
  %r = stablehlo.sine %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_sqrt
func.func @stablehlo_sqrt(%x: tensor<4xf32>) {
  // CHECK: stablehlo.sqrt %x : tensor<4xf32>
  %r = stablehlo.sqrt %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_tan
func.func @stablehlo_tan(%x: tensor<4xf32>) {
  // CHECK: stablehlo.tan %x : tensor<4xf32>
  %r = stablehlo.tan %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_tanh
func.func @stablehlo_tanh(%x: tensor<4xf32>) {
  // CHECK: stablehlo.tanh %x : tensor<4xf32>
  %r = stablehlo.tanh %x : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_reduce_precision
func.func @stablehlo_reduce_precision(%x: tensor<4xf32>) {
  // CHECK: stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  %r = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_bitcast_convert
func.func @stablehlo_bitcast_convert(%x: tensor<4xf32>) {
  // CHECK: stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %r = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_uniform_quantize
func.func @stablehlo_uniform_quantize(%x: tensor<4xf32>) {
  // CHECK: stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4xi8>
  %r = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// CHECK-LABEL: func.func @stablehlo_uniform_dequantize
func.func @stablehlo_uniform_dequantize(%x: tensor<4xi8>) {
  // CHECK: stablehlo.uniform_dequantize %x : (tensor<4xi8>) -> tensor<4xf32>
  %r = stablehlo.uniform_dequantize %x : (tensor<4xi8>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_add
func.func @stablehlo_add(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.add %x, %y : tensor<4xf32>
  %r = stablehlo.add %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_and
func.func @stablehlo_and(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // CHECK: stablehlo.and %x, %y : tensor<4xi32>
  %r = stablehlo.and %x, %y : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_atan2
func.func @stablehlo_atan2(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.atan2 %x, %y : tensor<4xf32>
  %r = stablehlo.atan2 %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_divide
func.func @stablehlo_divide(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.divide %x, %y : tensor<4xf32>
  %r = stablehlo.divide %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_maximum
func.func @stablehlo_maximum(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.maximum %x, %y : tensor<4xf32>
  %r = stablehlo.maximum %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_minimum
func.func @stablehlo_minimum(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.minimum %x, %y : tensor<4xf32>
  %r = stablehlo.minimum %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_multiply
func.func @stablehlo_multiply(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.multiply %x, %y : tensor<4xf32>
  %r = stablehlo.multiply %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_or
func.func @stablehlo_or(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // CHECK: stablehlo.or %x, %y : tensor<4xi32>
  %r = stablehlo.or %x, %y : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_power
func.func @stablehlo_power(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.power %x, %y : tensor<4xf32>
  %r = stablehlo.power %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_remainder
func.func @stablehlo_remainder(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.remainder %x, %y : tensor<4xf32>
  %r = stablehlo.remainder %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_shift_left
func.func @stablehlo_shift_left(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // CHECK: stablehlo.shift_left %x, %y : tensor<4xi32>
  %r = stablehlo.shift_left %x, %y : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_shift_right_arithmetic
func.func @stablehlo_shift_right_arithmetic(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // CHECK: stablehlo.shift_right_arithmetic %x, %y : tensor<4xi32>
  %r = stablehlo.shift_right_arithmetic %x, %y : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_shift_right_logical
func.func @stablehlo_shift_right_logical(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // CHECK: stablehlo.shift_right_logical %x, %y : tensor<4xi32>
  %r = stablehlo.shift_right_logical %x, %y : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_subtract
func.func @stablehlo_subtract(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.subtract %x, %y : tensor<4xf32>
  %r = stablehlo.subtract %x, %y : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_xor
func.func @stablehlo_xor(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // CHECK: stablehlo.xor %x, %y : tensor<4xi32>
  %r = stablehlo.xor %x, %y : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_complex
func.func @stablehlo_complex(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  %r = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @stablehlo_compare
func.func @stablehlo_compare(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @stablehlo_select
func.func @stablehlo_select(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
  %r = stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_clamp
func.func @stablehlo_clamp(%low: tensor<4xf32>, %x: tensor<4xf32>, %high: tensor<4xf32>) {
  // CHECK: stablehlo.clamp %low, %x, %high : tensor<4xf32>
  %r = stablehlo.clamp %low, %x, %high : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_constant
func.func @stablehlo_constant() {
  // CHECK: stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %r = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_iota
func.func @stablehlo_iota() {
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
  %r = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @stablehlo_reshape
func.func @stablehlo_reshape(%x: tensor<2x3xf32>) {
  // CHECK: stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_broadcast_in_dim
func.func @stablehlo_broadcast_in_dim(%x: tensor<3xf32>) {
  // CHECK: stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_broadcast
func.func @stablehlo_broadcast(%x: tensor<3xf32>) {
  // CHECK: stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  %r = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_transpose
func.func @stablehlo_transpose(%x: tensor<2x3xf32>) {
  // CHECK: stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_reverse
func.func @stablehlo_reverse(%x: tensor<4xf32>) {
  // CHECK: stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_concatenate
func.func @stablehlo_concatenate(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // CHECK: stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_pad
func.func @stablehlo_pad(%x: tensor<3xf32>, %v: tensor<f32>) {
  // CHECK: stablehlo.pad %x, %v, low = [1], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  %r = stablehlo.pad %x, %v, low = [1], high = [0], interior = [1]
    : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_get_dimension_size
func.func @stablehlo_get_dimension_size(%x: tensor<?xf32>) {
  // CHECK: stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @stablehlo_slice
func.func @stablehlo_slice(%x: tensor<4x8xf32>) {
  // CHECK: stablehlo.slice %x [0:2, 1:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  %r = stablehlo.slice %x [0:2, 1:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_slice
func.func @stablehlo_dynamic_slice(%x: tensor<4x8xf32>, %i: tensor<i32>, %j: tensor<i32>) {
  // CHECK: stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3]
    : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_dynamic_update_slice
func.func @stablehlo_dynamic_update_slice(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  // CHECK: stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %r = stablehlo.dynamic_update_slice %x, %u, %i
    : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_gather
func.func @stablehlo_gather(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>) {
  // CHECK: "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  %r = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 8>
  }> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_scatter
func.func @stablehlo_scatter(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // CHECK: "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}>
  %r = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_torch_index_select
func.func @stablehlo_torch_index_select(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // CHECK: "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  %r = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 0 : i64}>
    : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_set_dimension_size
func.func @stablehlo_set_dimension_size(%x: tensor<4xf32>, %n: tensor<i32>) {
  // CHECK: stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  %r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_rng
func.func @stablehlo_rng(%a: tensor<f32>, %b: tensor<f32>, %n: tensor<1xi64>) {
  // CHECK: stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %r = stablehlo.rng %a, %b, %n, distribution = UNIFORM
    : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_rng_bit_generator
func.func @stablehlo_rng_bit_generator(%state: tensor<2xui64>) {
  // CHECK: stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %s, %r = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}

// CHECK-LABEL: func.func @stablehlo_reduce
func.func @stablehlo_reduce(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // CHECK: stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1]
    : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_reduce_window
func.func @stablehlo_reduce_window(%x: tensor<4xf32>, %v: tensor<f32>) {
  // CHECK: "stablehlo.reduce_window"(%x, %v) <{window_dimensions = array<i64: 2>}>
  %r = "stablehlo.reduce_window"(%x, %v) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_select_and_scatter
func.func @stablehlo_select_and_scatter(%x: tensor<4xf32>, %s: tensor<2xf32>, %v: tensor<f32>) {
  // CHECK: "stablehlo.select_and_scatter"(%x, %s, %v) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}>
  %r = "stablehlo.select_and_scatter"(%x, %s, %v) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_sort
func.func @stablehlo_sort(%x: tensor<4xf32>) {
  // CHECK: "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}>
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @stablehlo_map
func.func @stablehlo_map(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}>
  %r = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
