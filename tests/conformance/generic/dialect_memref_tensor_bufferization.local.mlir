"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> () loc("<stdin>":1:1)
  "memref.global"() <{initial_value, sym_name = "uninit", type = memref<4xi8>}> : () -> () loc("<stdin>":2:1)
  "memref.global"() <{sym_name = "ext", sym_visibility = "public", type = memref<4xi8, 3>}> : () -> () loc("<stdin>":3:1)
  "func.func"() <{function_type = (index, memref<?x?xf32>, memref<*xf32>, f32, memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (), sym_name = "memref"}> ({
  ^bb0(%arg0: index loc("<stdin>":4:19), %arg1: memref<?x?xf32> loc("<stdin>":4:30), %arg2: memref<*xf32> loc("<stdin>":4:51), %arg3: f32 loc("<stdin>":4:70), %arg4: memref<8x8xf32, strided<[16, 1], offset: ?>> loc("<stdin>":4:79)):
    %0 = "memref.alloc"(%arg0, %arg0) <{alignment = 16 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>> loc("<stdin>":5:8)
    %1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi8, 5> loc("<stdin>":6:8)
    %2 = "memref.get_global"() <{name = @g}> : () -> memref<2x2xf32> loc("<stdin>":7:8)
    %3 = "memref.cast"(%arg1) : (memref<?x?xf32>) -> memref<*xf32> loc("<stdin>":8:8)
    %4 = "memref.dim"(%arg1, %arg0) : (memref<?x?xf32>, index) -> index loc("<stdin>":9:8)
    %5 = "memref.rank"(%arg2) : (memref<*xf32>) -> index loc("<stdin>":10:8)
    %6 = "memref.subview"(%arg1, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<?x?xf32>, index, index) -> memref<4x?xf32, strided<[?, 2], offset: ?>> loc("<stdin>":11:8)
    %7 = "memref.reinterpret_cast"(%arg2, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<*xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>> loc("<stdin>":12:8)
    %8 = "memref.expand_shape"(%2) <{reassociation = [[0, 1], [2, 3]], static_output_shape = array<i64: 1, 2, 2, 1>}> : (memref<2x2xf32>) -> memref<1x2x2x1xf32> loc("<stdin>":13:8)
    %9 = "memref.collapse_shape"(%8) <{reassociation = [[0, 1, 2, 3]]}> : (memref<1x2x2x1xf32>) -> memref<4xf32> loc("<stdin>":14:8)
    %10 = "memref.transpose"(%arg1) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<?x?xf32>) -> memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>> loc("<stdin>":15:9)
    %11:6 = "memref.extract_strided_metadata"(%arg4) : (memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index) loc("<stdin>":16:11)
    %12 = "memref.atomic_rmw"(%arg3, %arg1, %arg0, %arg0) <{kind = 0 : i64}> : (f32, memref<?x?xf32>, index, index) -> f32 loc("<stdin>":17:9)
    %13 = "memref.generic_atomic_rmw"(%arg1, %arg0, %arg0) ({
    ^bb0(%arg5: f32 loc("<stdin>":19:8)):
      "memref.atomic_yield"(%arg5) : (f32) -> () loc("<stdin>":20:5)
    }) : (memref<?x?xf32>, index, index) -> f32 loc("<stdin>":18:9)
    "memref.copy"(%2, %2) : (memref<2x2xf32>, memref<2x2xf32>) -> () loc("<stdin>":22:3)
    "memref.prefetch"(%arg1, %arg0, %arg0) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<?x?xf32>, index, index) -> () loc("<stdin>":23:3)
    %14 = "memref.assume_alignment"(%arg1) <{alignment = 32 : i32}> : (memref<?x?xf32>) -> memref<?x?xf32> loc("<stdin>":24:3)
    %15 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<1xi32> loc("<stdin>":25:9)
    "memref.dma_start"(%9, %arg0, %9, %arg0, %arg0, %15, %arg0) : (memref<4xf32>, index, memref<4xf32>, index, index, memref<1xi32>, index) -> () loc("<stdin>":26:3)
    "memref.alloca_scope"() ({
      "memref.alloca_scope.return"() : () -> () loc("<stdin>":27:25)
    }) : () -> () loc("<stdin>":27:3)
    "memref.dealloc"(%15) : (memref<1xi32>) -> () loc("<stdin>":28:3)
    "func.return"() : () -> () loc("<stdin>":29:3)
  }) : () -> () loc("<stdin>":4:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> () loc("<stdin>":32:1)
  "memref.global"() <{initial_value, sym_name = "uninit", type = memref<4xi8>}> : () -> () loc("<stdin>":33:1)
  "memref.global"() <{sym_name = "ext", sym_visibility = "public", type = memref<4xi8, 3>}> : () -> () loc("<stdin>":34:1)
  "func.func"() <{function_type = (index, memref<?x?xf32>, memref<*xf32>, f32) -> (), sym_name = "memref"}> ({
  ^bb0(%arg0: index loc("<stdin>":35:19), %arg1: memref<?x?xf32> loc("<stdin>":35:30), %arg2: memref<*xf32> loc("<stdin>":35:51), %arg3: f32 loc("<stdin>":35:70)):
    %0 = "memref.alloc"(%arg0, %arg0) <{alignment = 16 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>> loc("<stdin>":36:8)
    %1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi8, 5> loc("<stdin>":37:8)
    %2 = "memref.get_global"() <{name = @g}> : () -> memref<2x2xf32> loc("<stdin>":38:8)
    %3 = "memref.cast"(%arg1) : (memref<?x?xf32>) -> memref<*xf32> loc("<stdin>":39:8)
    %4 = "memref.subview"(%arg1, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<?x?xf32>, index, index) -> memref<4x?xf32, strided<[?, 2], offset: ?>> loc("<stdin>":40:8)
    %5 = "memref.reinterpret_cast"(%arg2, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<*xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>> loc("<stdin>":41:8)
    %6 = "memref.expand_shape"(%2) <{reassociation = [[0, 1], [2, 3]], static_output_shape = array<i64: 1, 2, 2, 1>}> : (memref<2x2xf32>) -> memref<1x2x2x1xf32> loc("<stdin>":42:8)
    %7 = "memref.collapse_shape"(%6) <{reassociation = [[0, 1, 2, 3]]}> : (memref<1x2x2x1xf32>) -> memref<4xf32> loc("<stdin>":43:8)
    %8 = "memref.atomic_rmw"(%arg3, %arg1, %arg0, %arg0) <{kind = 0 : i64}> : (f32, memref<?x?xf32>, index, index) -> f32 loc("<stdin>":44:9)
    %9 = "memref.generic_atomic_rmw"(%arg1, %arg0, %arg0) ({
    ^bb0(%arg4: f32 loc("<stdin>":46:8)):
      "memref.atomic_yield"(%arg4) : (f32) -> () loc("<stdin>":47:5)
    }) : (memref<?x?xf32>, index, index) -> f32 loc("<stdin>":45:9)
    "memref.prefetch"(%arg1, %arg0, %arg0) <{isDataCache = false, isWrite = true, localityHint = 0 : i32}> : (memref<?x?xf32>, index, index) -> () loc("<stdin>":49:3)
    %10 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2048xi8> loc("<stdin>":50:9)
    %11 = "memref.view"(%10, %arg0, %arg0) : (memref<2048xi8>, index, index) -> memref<?x4xf32> loc("<stdin>":51:9)
    "memref.dealloc"(%10) : (memref<2048xi8>) -> () loc("<stdin>":52:3)
    "func.return"() : () -> () loc("<stdin>":53:3)
  }) : () -> () loc("<stdin>":35:1)
}) : () -> () loc("<stdin>":31:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<8x8xf32, strided<[16, 1], offset: ?>>, memref<?x?xf32>) -> (), sym_name = "meta"}> ({
  ^bb0(%arg0: memref<8x8xf32, strided<[16, 1], offset: ?>> loc("<stdin>":56:17), %arg1: memref<?x?xf32> loc("<stdin>":56:68)):
    %0:6 = "memref.extract_strided_metadata"(%arg0) : (memref<8x8xf32, strided<[16, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index) loc("<stdin>":57:32)
    %1 = "memref.transpose"(%arg1) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<?x?xf32>) -> memref<?x?xf32, strided<[1, ?]>> loc("<stdin>":58:8)
    %2 = "memref.extract_aligned_pointer_as_index"(%arg1) : (memref<?x?xf32>) -> index loc("<stdin>":59:8)
    "memref.alloca_scope"() ({
      "memref.alloca_scope.return"() : () -> () loc("<stdin>":60:25)
    }) : () -> () loc("<stdin>":60:3)
    "func.return"() : () -> () loc("<stdin>":61:3)
  }) : () -> () loc("<stdin>":56:1)
}) : () -> () loc("<stdin>":55:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x4xf32>, index, f32) -> tensor<?x?xf32>, sym_name = "tensor"}> ({
  ^bb0(%arg0: tensor<?x4xf32> loc("<stdin>":64:19), %arg1: index loc("<stdin>":64:40), %arg2: f32 loc("<stdin>":64:51)):
    %0 = "tensor.empty"(%arg1) : (index) -> tensor<?x8xf32, "enc"> loc("<stdin>":65:8)
    %1 = "tensor.extract"(%arg0, %arg1, %arg1) : (tensor<?x4xf32>, index, index) -> f32 loc("<stdin>":66:8)
    %2 = "tensor.insert"(%arg2, %arg0, %arg1, %arg1) : (f32, tensor<?x4xf32>, index, index) -> tensor<?x4xf32> loc("<stdin>":67:8)
    %3 = "tensor.extract_slice"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<?x4xf32>, index) -> tensor<4xf32> loc("<stdin>":68:8)
    %4 = "tensor.insert_slice"(%3, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32> loc("<stdin>":69:8)
    %5 = "tensor.from_elements"(%arg2, %arg2, %arg2) : (f32, f32, f32) -> tensor<3xf32> loc("<stdin>":70:8)
    %6 = "tensor.generate"(%arg1) ({
    ^bb0(%arg5: index loc("<stdin>":72:8), %arg6: index loc("<stdin>":72:19)):
      "tensor.yield"(%arg2) : (f32) -> () loc("<stdin>":73:5)
    }) : (index) -> tensor<?x3xf32> loc("<stdin>":71:8)
    %7 = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 1, 2>, static_low = array<i64: 0, -9223372036854775808>}> ({
    ^bb0(%arg3: index loc("<stdin>":76:8), %arg4: index loc("<stdin>":76:19)):
      "tensor.yield"(%arg2) : (f32) -> () loc("<stdin>":77:5)
    }) : (tensor<?x4xf32>, index) -> tensor<?x?xf32> loc("<stdin>":75:8)
    %8 = "tensor.cast"(%arg0) : (tensor<?x4xf32>) -> tensor<*xf32> loc("<stdin>":79:8)
    %9 = "tensor.collapse_shape"(%arg0) <{reassociation = [[0, 1]]}> : (tensor<?x4xf32>) -> tensor<?xf32> loc("<stdin>":80:8)
    %10 = "tensor.expand_shape"(%9, %arg1) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: -9223372036854775808, 2, 2>}> : (tensor<?xf32>, index) -> tensor<?x2x2xf32> loc("<stdin>":81:9)
    %11 = "tensor.splat"(%arg2, %arg1) : (f32, index) -> tensor<?x2xf32> loc("<stdin>":82:9)
    %12 = "tensor.rank"(%8) : (tensor<*xf32>) -> index loc("<stdin>":83:9)
    %13 = "arith.constant"() <{value = dense<[[0], [1]]> : tensor<2x1xi32>}> : () -> tensor<2x1xi32> loc("<stdin>":84:10)
    %14 = "tensor.gather"(%arg0, %13) <{gather_dims = array<i64: 0>}> : (tensor<?x4xf32>, tensor<2x1xi32>) -> tensor<2x1x4xf32> loc("<stdin>":85:9)
    %15 = "tensor.bitcast"(%5) : (tensor<3xf32>) -> tensor<3xui32> loc("<stdin>":86:9)
    %16 = "tensor.concat"(%3, %3) <{dim = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32> loc("<stdin>":87:9)
    %17 = "tensor.dim"(%arg0, %arg1) : (tensor<?x4xf32>, index) -> index loc("<stdin>":88:9)
    "func.return"(%7) : (tensor<?x?xf32>) -> () loc("<stdin>":89:3)
  }) : () -> () loc("<stdin>":64:1)
}) : () -> () loc("<stdin>":63:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, memref<?xf32>, index, i1) -> (), sym_name = "bufferization"}> ({
  ^bb0(%arg0: tensor<?xf32> loc("<stdin>":92:26), %arg1: memref<?xf32> loc("<stdin>":92:45), %arg2: index loc("<stdin>":92:64), %arg3: i1 loc("<stdin>":92:75)):
    %0 = "bufferization.to_tensor"(%arg1) <{restrict, writable}> : (memref<?xf32>) -> tensor<?xf32> loc("<stdin>":93:8)
    %1 = "bufferization.to_buffer"(%arg0) : (tensor<?xf32>) -> memref<?xf32, strided<[?], offset: ?>> loc("<stdin>":94:8)
    %2 = "bufferization.alloc_tensor"(%arg2) <{memory_space = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> tensor<?xf32> loc("<stdin>":95:8)
    %3 = "bufferization.alloc_tensor"(%arg0) <{operandSegmentSizes = array<i32: 0, 1, 0>}> {my.escape = [false]} : (tensor<?xf32>) -> tensor<?xf32> loc("<stdin>":96:8)
    %4 = "bufferization.materialize_in_destination"(%arg0, %2) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc("<stdin>":97:8)
    %5 = "bufferization.clone"(%arg1) : (memref<?xf32>) -> memref<?xf32> loc("<stdin>":98:8)
    "bufferization.dealloc"(%arg1, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<?xf32>, i1) -> () loc("<stdin>":99:3)
    "bufferization.dealloc_tensor"(%arg0) : (tensor<?xf32>) -> () loc("<stdin>":100:3)
    "func.return"() : () -> () loc("<stdin>":101:3)
  }) : () -> () loc("<stdin>":92:1)
}) : () -> () loc("<stdin>":91:9)
