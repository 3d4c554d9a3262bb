#map = affine_map<(d0)[s0] -> (d0 + s0)>
#map1 = affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<"0x000000000000803F0000004000004040"> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "uninit", type = memref<4xi8>}> : () -> ()
  "memref.global"() <{sym_name = "ext", sym_visibility = "public", type = memref<4xi8, 3>}> : () -> ()
  "func.func"() <{function_type = (index, memref<?x?xf32>, memref<*xf32>, f32, memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (), sym_name = "memref"}> ({
  ^bb0(%arg0: index, %arg1: memref<?x?xf32>, %arg2: memref<*xf32>, %arg3: f32, %arg4: memref<8x8xf32, strided<[16, 1], offset: ?>>):
    %0 = "memref.alloc"(%arg0, %arg0) <{alignment = 16 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, #map>
    %1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi8, 5>
    %2 = "memref.get_global"() <{name = @g}> : () -> memref<2x2xf32>
    %3 = "memref.cast"(%arg1) : (memref<?x?xf32>) -> memref<*xf32>
    %4 = "memref.dim"(%arg1, %arg0) : (memref<?x?xf32>, index) -> index
    %5 = "memref.rank"(%arg2) : (memref<*xf32>) -> index
    %6 = "memref.subview"(%arg1, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<?x?xf32>, index, index) -> memref<4x?xf32, strided<[?, 2], offset: ?>>
    %7 = "memref.reinterpret_cast"(%arg2, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<*xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>>
    %8 = "memref.expand_shape"(%2) <{reassociation = [[0, 1], [2, 3]], static_output_shape = array<i64: 1, 2, 2, 1>}> : (memref<2x2xf32>) -> memref<1x2x2x1xf32>
    %9 = "memref.collapse_shape"(%8) <{reassociation = [[0, 1, 2, 3]]}> : (memref<1x2x2x1xf32>) -> memref<4xf32>
    %10 = "memref.transpose"(%arg1) <{permutation = #map2}> : (memref<?x?xf32>) -> memref<?x?xf32, #map1>
    %11:6 = "memref.extract_strided_metadata"(%arg4) : (memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
    %12 = "memref.atomic_rmw"(%arg3, %arg1, %arg0, %arg0) <{kind = 0 : i64}> : (f32, memref<?x?xf32>, index, index) -> f32
    %13 = "memref.generic_atomic_rmw"(%arg1, %arg0, %arg0) ({
    ^bb0(%arg5: f32):
      "memref.atomic_yield"(%arg5) : (f32) -> ()
    }) : (memref<?x?xf32>, index, index) -> f32
    "memref.copy"(%2, %2) : (memref<2x2xf32>, memref<2x2xf32>) -> ()
    "memref.prefetch"(%arg1, %arg0, %arg0) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<?x?xf32>, index, index) -> ()
    %14 = "memref.assume_alignment"(%arg1) <{alignment = 32 : i32}> : (memref<?x?xf32>) -> memref<?x?xf32>
    %15 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xi32>
    "memref.dma_start"(%9, %arg0, %9, %arg0, %arg0, %15, %arg0) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<1xi32>, index) -> ()
    "memref.alloca_scope"() ({
      "memref.alloca_scope.return"() : () -> ()
    }) : () -> ()
    "memref.dealloc"(%15) : (memref<1xi32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#map = affine_map<(d0)[s0] -> (d0 + s0)>
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<"0x000000000000803F0000004000004040"> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> ()
  "memref.global"() <{initial_value, sym_name = "uninit", type = memref<4xi8>}> : () -> ()
  "memref.global"() <{sym_name = "ext", sym_visibility = "public", type = memref<4xi8, 3>}> : () -> ()
  "func.func"() <{function_type = (index, memref<?x?xf32>, memref<*xf32>, f32) -> (), sym_name = "memref"}> ({
  ^bb0(%arg0: index, %arg1: memref<?x?xf32>, %arg2: memref<*xf32>, %arg3: f32):
    %0 = "memref.alloc"(%arg0, %arg0) <{alignment = 16 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, #map>
    %1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi8, 5>
    %2 = "memref.get_global"() <{name = @g}> : () -> memref<2x2xf32>
    %3 = "memref.cast"(%arg1) : (memref<?x?xf32>) -> memref<*xf32>
    %4 = "memref.subview"(%arg1, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<?x?xf32>, index, index) -> memref<4x?xf32, strided<[?, 2], offset: ?>>
    %5 = "memref.reinterpret_cast"(%arg2, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<*xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>>
    %6 = "memref.expand_shape"(%2) <{reassociation = [[0, 1], [2, 3]], static_output_shape = array<i64: 1, 2, 2, 1>}> : (memref<2x2xf32>) -> memref<1x2x2x1xf32>
    %7 = "memref.collapse_shape"(%6) <{reassociation = [[0, 1, 2, 3]]}> : (memref<1x2x2x1xf32>) -> memref<4xf32>
    %8 = "memref.atomic_rmw"(%arg3, %arg1, %arg0, %arg0) <{kind = 0 : i64}> : (f32, memref<?x?xf32>, index, index) -> f32
    %9 = "memref.generic_atomic_rmw"(%arg1, %arg0, %arg0) ({
    ^bb0(%arg4: f32):
      "memref.atomic_yield"(%arg4) : (f32) -> ()
    }) : (memref<?x?xf32>, index, index) -> f32
    "memref.prefetch"(%arg1, %arg0, %arg0) <{isDataCache = false, isWrite = true, localityHint = 0 : i32}> : (memref<?x?xf32>, index, index) -> ()
    %10 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2048xi8>
    %11 = "memref.view"(%10, %arg0, %arg0) : (memref<2048xi8>, index, index) -> memref<?x4xf32>
    "memref.dealloc"(%10) : (memref<2048xi8>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x4xf32>, index, f32) -> tensor<?x?xf32>, sym_name = "tensor"}> ({
  ^bb0(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: f32):
    %0 = "tensor.empty"(%arg1) : (index) -> tensor<?x8xf32, "enc">
    %1 = "tensor.extract"(%arg0, %arg1, %arg1) : (tensor<?x4xf32>, index, index) -> f32
    %2 = "tensor.insert"(%arg2, %arg0, %arg1, %arg1) : (f32, tensor<?x4xf32>, index, index) -> tensor<?x4xf32>
    %3 = "tensor.extract_slice"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<?x4xf32>, index) -> tensor<4xf32>
    %4 = "tensor.insert_slice"(%3, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %5 = "tensor.from_elements"(%arg2, %arg2, %arg2) : (f32, f32, f32) -> tensor<3xf32>
    %6 = "tensor.generate"(%arg1) ({
    ^bb0(%arg5: index, %arg6: index):
      "tensor.yield"(%arg2) : (f32) -> ()
    }) : (index) -> tensor<?x3xf32>
    %7 = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 1, 2>, static_low = array<i64: 0, -9223372036854775808>}> ({
    ^bb0(%arg3: index, %arg4: index):
      "tensor.yield"(%arg2) : (f32) -> ()
    }) : (tensor<?x4xf32>, index) -> tensor<?x?xf32>
    %8 = "tensor.cast"(%arg0) : (tensor<?x4xf32>) -> tensor<*xf32>
    %9 = "tensor.collapse_shape"(%arg0) <{reassociation = [[0, 1]]}> : (tensor<?x4xf32>) -> tensor<?xf32>
    %10 = "tensor.expand_shape"(%9, %arg1) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: -9223372036854775808, 2, 2>}> : (tensor<?xf32>, index) -> tensor<?x2x2xf32>
    %11 = "tensor.splat"(%arg2, %arg1) : (f32, index) -> tensor<?x2xf32>
    %12 = "tensor.rank"(%8) : (tensor<*xf32>) -> index
    %13 = "arith.constant"() <{value = dense<"0x0000000001000000"> : tensor<2x1xi32>}> : () -> tensor<2x1xi32>
    %14 = "tensor.gather"(%arg0, %13) <{gather_dims = array<i64: 0>}> : (tensor<?x4xf32>, tensor<2x1xi32>) -> tensor<2x1x4xf32>
    %15 = "tensor.bitcast"(%5) : (tensor<3xf32>) -> tensor<3xui32>
    %16 = "tensor.concat"(%3, %3) <{dim = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %17 = "tensor.dim"(%arg0, %arg1) : (tensor<?x4xf32>, index) -> index
    "func.return"(%7) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
}) : () -> ()
