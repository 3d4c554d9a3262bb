#map = affine_map<(d0)[s0] -> (d0 + s0)>
#map1 = affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
"builtin.module"() ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense_resource<__elided__> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> ()
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
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense_resource<__elided__> : tensor<2x2xf32>, sym_name = "g", sym_visibility = "private", type = memref<2x2xf32>}> : () -> ()
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
