#map = affine_map<(d0)[s0] -> (d0 + s0)>
#map1 = affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "uninit", type = memref<4xi8>}> : () -> ()
  "memref.global"() <{sym_name = "ext", sym_visibility = "public", type = memref<4xi8, 3>}> : () -> ()
  "func.func"() <{function_type = (index, memref<?x?xf32>, memref<*xf32>, f32, memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (), sym_name = "memref"}> ({
  ^bb0(%arg0: index, %arg1: memref<?x?xf32>, %arg2: memref<*xf32>, %arg3: f32, %arg4: memref<8x8xf32, strided<[16, 1], offset: ?>>):
    // %arg0 is used by %23, %20, %18, %17, %12, %11, %9, %5
    // %arg1 is used by %21, %20, %18, %17, %15, %11, %9, %8
    // %arg2 is used by %12, %10
    // %arg3 is used by %17
    // %arg4 is used by %16#0, %16#1, %16#2, %16#3, %16#4, %16#5
    %5 = "memref.alloc"(%arg0, %arg0) <{alignment = 16 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, #map> // unused
    %6 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi8, 5> // unused
    %7 = "memref.get_global"() <{name = @g}> : () -> memref<2x2xf32> // users: %19, %13
    %8 = "memref.cast"(%arg1) : (memref<?x?xf32>) -> memref<*xf32> // unused
    %9 = "memref.dim"(%arg1, %arg0) : (memref<?x?xf32>, index) -> index // unused
    %10 = "memref.rank"(%arg2) : (memref<*xf32>) -> index // unused
    %11 = "memref.subview"(%arg1, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<?x?xf32>, index, index) -> memref<4x?xf32, strided<[?, 2], offset: ?>> // unused
    %12 = "memref.reinterpret_cast"(%arg2, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<*xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>> // unused
    %13 = "memref.expand_shape"(%7) <{reassociation = [[0, 1], [2, 3]], static_output_shape = array<i64: 1, 2, 2, 1>}> : (memref<2x2xf32>) -> memref<1x2x2x1xf32> // user: %14
    %14 = "memref.collapse_shape"(%13) <{reassociation = [[0, 1, 2, 3]]}> : (memref<1x2x2x1xf32>) -> memref<4xf32> // user: %23
    %15 = "memref.transpose"(%arg1) <{permutation = #map2}> : (memref<?x?xf32>) -> memref<?x?xf32, #map1> // unused
    %16:6 = "memref.extract_strided_metadata"(%arg4) : (memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index) // unused
    %17 = "memref.atomic_rmw"(%arg3, %arg1, %arg0, %arg0) <{kind = 0 : i64}> : (f32, memref<?x?xf32>, index, index) -> f32 // unused
    %18 = "memref.generic_atomic_rmw"(%arg1, %arg0, %arg0) ({
    ^bb0(%arg5: f32):
      // %arg5 is used by %28
      "memref.atomic_yield"(%arg5) : (f32) -> () // id: %28
    }) : (memref<?x?xf32>, index, index) -> f32 // unused
    "memref.copy"(%7, %7) : (memref<2x2xf32>, memref<2x2xf32>) -> () // id: %19
    "memref.prefetch"(%arg1, %arg0, %arg0) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<?x?xf32>, index, index) -> () // id: %20
    %21 = "memref.assume_alignment"(%arg1) <{alignment = 32 : i32}> : (memref<?x?xf32>) -> memref<?x?xf32> // unused
    %22 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xi32> // users: %25, %23
    "memref.dma_start"(%14, %arg0, %14, %arg0, %arg0, %22, %arg0) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<1xi32>, index) -> () // id: %23
    "memref.alloca_scope"() ({
      "memref.alloca_scope.return"() : () -> ()
    }) : () -> ()
    "memref.dealloc"(%22) : (memref<1xi32>) -> () // id: %25
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#map = affine_map<(d0)[s0] -> (d0 + s0)>
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "uninit", type = memref<4xi8>}> : () -> ()
  "memref.global"() <{sym_name = "ext", sym_visibility = "public", type = memref<4xi8, 3>}> : () -> ()
  "func.func"() <{function_type = (index, memref<?x?xf32>, memref<*xf32>, f32) -> (), sym_name = "memref"}> ({
  ^bb0(%arg0: index, %arg1: memref<?x?xf32>, %arg2: memref<*xf32>, %arg3: f32):
    // %arg0 is used by %17, %15, %14, %13, %10, %9, %5
    // %arg1 is used by %15, %14, %13, %9, %8
    // %arg2 is used by %10
    // %arg3 is used by %13
    %5 = "memref.alloc"(%arg0, %arg0) <{alignment = 16 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, #map> // unused
    %6 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi8, 5> // unused
    %7 = "memref.get_global"() <{name = @g}> : () -> memref<2x2xf32> // user: %11
    %8 = "memref.cast"(%arg1) : (memref<?x?xf32>) -> memref<*xf32> // unused
    %9 = "memref.subview"(%arg1, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<?x?xf32>, index, index) -> memref<4x?xf32, strided<[?, 2], offset: ?>> // unused
    %10 = "memref.reinterpret_cast"(%arg2, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<*xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>> // unused
    %11 = "memref.expand_shape"(%7) <{reassociation = [[0, 1], [2, 3]], static_output_shape = array<i64: 1, 2, 2, 1>}> : (memref<2x2xf32>) -> memref<1x2x2x1xf32> // user: %12
    %12 = "memref.collapse_shape"(%11) <{reassociation = [[0, 1, 2, 3]]}> : (memref<1x2x2x1xf32>) -> memref<4xf32> // unused
    %13 = "memref.atomic_rmw"(%arg3, %arg1, %arg0, %arg0) <{kind = 0 : i64}> : (f32, memref<?x?xf32>, index, index) -> f32 // unused
    %14 = "memref.generic_atomic_rmw"(%arg1, %arg0, %arg0) ({
    ^bb0(%arg4: f32):
      // %arg4 is used by %20
      "memref.atomic_yield"(%arg4) : (f32) -> () // id: %20
    }) : (memref<?x?xf32>, index, index) -> f32 // unused
    "memref.prefetch"(%arg1, %arg0, %arg0) <{isDataCache = false, isWrite = true, localityHint = 0 : i32}> : (memref<?x?xf32>, index, index) -> () // id: %15
    %16 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2048xi8> // users: %18, %17
    %17 = "memref.view"(%16, %arg0, %arg0) : (memref<2048xi8>, index, index) -> memref<?x4xf32> // unused
    "memref.dealloc"(%16) : (memref<2048xi8>) -> () // id: %18
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#map = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<8x8xf32, strided<[16, 1], offset: ?>>, memref<?x?xf32>) -> (), sym_name = "meta"}> ({
  ^bb0(%arg0: memref<8x8xf32, strided<[16, 1], offset: ?>>, %arg1: memref<?x?xf32>):
    // %arg0 is used by %2#0, %2#1, %2#2, %2#3, %2#4, %2#5
    // %arg1 is used by %4, %3
    %2:6 = "memref.extract_strided_metadata"(%arg0) : (memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index) // unused
    %3 = "memref.transpose"(%arg1) <{permutation = #map}> : (memref<?x?xf32>) -> memref<?x?xf32, strided<[1, ?]>> // unused
    %4 = "memref.extract_aligned_pointer_as_index"(%arg1) : (memref<?x?xf32>) -> index // unused
    "memref.alloca_scope"() ({
      "memref.alloca_scope.return"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x4xf32>, index, f32) -> tensor<?x?xf32>, sym_name = "tensor"}> ({
  ^bb0(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: f32):
    // %arg0 is used by %19, %16, %11, %10, %9, %6, %5, %4, %3
    // %arg1 is used by %19, %13, %12, %9, %8, %5, %4, %3, %2
    // %arg2 is used by %13, %21, %22, %7, %4
    %2 = "tensor.empty"(%arg1) : (index) -> tensor<?x8xf32, "enc"> // unused
    %3 = "tensor.extract"(%arg0, %arg1, %arg1) : (tensor<?x4xf32>, index, index) -> f32 // unused
    %4 = "tensor.insert"(%arg2, %arg0, %arg1, %arg1) : (f32, tensor<?x4xf32>, index, index) -> tensor<?x4xf32> // unused
    %5 = "tensor.extract_slice"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<?x4xf32>, index) -> tensor<4xf32> // users: %18, %6
    %6 = "tensor.insert_slice"(%5, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32> // unused
    %7 = "tensor.from_elements"(%arg2, %arg2, %arg2) : (f32, f32, f32) -> tensor<3xf32> // user: %17
    %8 = "tensor.generate"(%arg1) ({
    ^bb0(%arg5: index, %arg6: index):
      // %arg5 is unused
      // %arg6 is unused
      "tensor.yield"(%arg2) : (f32) -> () // id: %22
    }) : (index) -> tensor<?x3xf32> // unused
    %9 = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 1, 2>, static_low = array<i64: 0, -9223372036854775808>}> ({
    ^bb0(%arg3: index, %arg4: index):
      // %arg3 is unused
      // %arg4 is unused
      "tensor.yield"(%arg2) : (f32) -> () // id: %21
    }) : (tensor<?x4xf32>, index) -> tensor<?x?xf32> // user: %20
    %10 = "tensor.cast"(%arg0) : (tensor<?x4xf32>) -> tensor<*xf32> // user: %14
    %11 = "tensor.collapse_shape"(%arg0) <{reassociation = [[0, 1]]}> : (tensor<?x4xf32>) -> tensor<?xf32> // user: %12
    %12 = "tensor.expand_shape"(%11, %arg1) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: -9223372036854775808, 2, 2>}> : (tensor<?xf32>, index) -> tensor<?x2x2xf32> // unused
    %13 = "tensor.splat"(%arg2, %arg1) : (f32, index) -> tensor<?x2xf32> // unused
    %14 = "tensor.rank"(%10) : (tensor<*xf32>) -> index // unused
    %15 = "arith.constant"() <{value = dense<[[0], [1]]> : tensor<2x1xi32>}> : () -> tensor<2x1xi32> // user: %16
    %16 = "tensor.gather"(%arg0, %15) <{gather_dims = array<i64: 0>}> : (tensor<?x4xf32>, tensor<2x1xi32>) -> tensor<2x1x4xf32> // unused
    %17 = "tensor.bitcast"(%7) : (tensor<3xf32>) -> tensor<3xui32> // unused
    %18 = "tensor.concat"(%5, %5) <{dim = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32> // unused
    %19 = "tensor.dim"(%arg0, %arg1) : (tensor<?x4xf32>, index) -> index // unused
    "func.return"(%9) : (tensor<?x?xf32>) -> () // id: %20
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, memref<?xf32>, index, i1) -> (), sym_name = "bufferization"}> ({
  ^bb0(%arg0: tensor<?xf32>, %arg1: memref<?xf32>, %arg2: index, %arg3: i1):
    // %arg0 is used by %9, %6, %5, %3
    // %arg1 is used by %8, %7, %2
    // %arg2 is used by %4
    // %arg3 is used by %8
    %2 = "bufferization.to_tensor"(%arg1) <{restrict, writable}> : (memref<?xf32>) -> tensor<?xf32> // unused
    %3 = "bufferization.to_buffer"(%arg0) : (tensor<?xf32>) -> memref<?xf32, strided<[?], offset: ?>> // unused
    %4 = "bufferization.alloc_tensor"(%arg2) <{memory_space = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> tensor<?xf32> // user: %6
    %5 = "bufferization.alloc_tensor"(%arg0) <{operandSegmentSizes = array<i32: 0, 1, 0>}> {my.escape = [false]} : (tensor<?xf32>) -> tensor<?xf32> // unused
    %6 = "bufferization.materialize_in_destination"(%arg0, %4) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> // unused
    %7 = "bufferization.clone"(%arg1) : (memref<?xf32>) -> memref<?xf32> // unused
    "bufferization.dealloc"(%arg1, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<?xf32>, i1) -> () // id: %8
    "bufferization.dealloc_tensor"(%arg0) : (tensor<?xf32>) -> () // id: %9
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
