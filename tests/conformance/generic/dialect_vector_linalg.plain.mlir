#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>, memref<?x?xf32>, index, f32, vector<4xi1>, vector<[4]xf32>) -> (), sym_name = "vector"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x4xf32>, %arg2: memref<?x?xf32>, %arg3: index, %arg4: f32, %arg5: vector<4xi1>, %arg6: vector<[4]xf32>):
    %0 = "vector.broadcast"(%arg4) : (f32) -> vector<2x4xf32>
    %1 = "vector.extract"(%arg1) <{static_position = array<i64: 1>}> : (vector<2x4xf32>) -> vector<4xf32>
    %2 = "vector.insert"(%arg0, %arg1) <{static_position = array<i64: 0>}> : (vector<4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %3 = "vector.extract"(%arg1, %arg3) <{static_position = array<i64: -9223372036854775808, 2>}> : (vector<2x4xf32>, index) -> f32
    %4 = "vector.shuffle"(%arg0, %arg0) <{mask = array<i64: 0, 7, 2, 5, -1>}> : (vector<4xf32>, vector<4xf32>) -> vector<5xf32>
    %5 = "vector.transpose"(%arg1) <{permutation = array<i64: 1, 0>}> : (vector<2x4xf32>) -> vector<4x2xf32>
    %6 = "vector.shape_cast"(%arg1) : (vector<2x4xf32>) -> vector<8xf32>
    %7 = "vector.reduction"(%arg0, %arg4) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> f32
    %8 = "vector.multi_reduction"(%arg1, %arg0) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>, vector<4xf32>) -> vector<4xf32>
    %9 = "vector.transfer_read"(%arg2, %arg3, %arg3, %arg4, %arg5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map}> : (memref<?x?xf32>, index, index, f32, vector<4xi1>) -> vector<4xf32>
    "vector.transfer_write"(%arg0, %arg2, %arg3, %arg3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map1}> : (vector<4xf32>, memref<?x?xf32>, index, index) -> ()
    %10 = "vector.load"(%arg2, %arg3, %arg3) <{nontemporal = true}> : (memref<?x?xf32>, index, index) -> vector<4xf32>
    "vector.maskedstore"(%arg2, %arg3, %arg3, %arg5, %arg0) : (memref<?x?xf32>, index, index, vector<4xi1>, vector<4xf32>) -> ()
    %11 = "vector.fma"(%arg0, %arg0, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %12 = "arith.constant"() <{value = dense<0.000000e+00> : vector<2xf32>}> : () -> vector<2xf32>
    %13 = "vector.contract"(%arg1, %arg0, %12) <{indexing_maps = [#map2, #map1, #map], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x4xf32>, vector<4xf32>, vector<2xf32>) -> vector<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>, memref<?xf32>, index, f32, vector<4xi1>, vector<[4]xf32>, vector<4xi32>) -> (), sym_name = "vector_more"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x4xf32>, %arg2: memref<?xf32>, %arg3: index, %arg4: f32, %arg5: vector<4xi1>, %arg6: vector<[4]xf32>, %arg7: vector<4xi32>):
    %0 = "vector.create_mask"(%arg3, %arg3) : (index, index) -> vector<4x[4]xi1>
    %1 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 2, 3>}> : () -> vector<4x4xi1>
    %2 = "vector.mask"(%arg5) ({
      %14 = "vector.reduction"(%arg0) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxnumf>}> : (vector<4xf32>) -> f32
      "vector.yield"(%14) : (f32) -> ()
    }) : (vector<4xi1>) -> f32
    %3 = "vector.gather"(%arg2, %arg3, %arg7, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "vector.scatter"(%arg2, %arg3, %arg7, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> ()
    "vector.compressstore"(%arg2, %arg3, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi1>, vector<4xf32>) -> ()
    %4 = "vector.bitcast"(%arg0) : (vector<4xf32>) -> vector<8xi16>
    %5 = "vector.extract_strided_slice"(%arg1) <{offsets = [0, 2], sizes = [1, 2], strides = [1, 1]}> : (vector<2x4xf32>) -> vector<1x2xf32>
    %6 = "vector.scalable.extract"(%arg6) <{pos = 0 : i64}> : (vector<[4]xf32>) -> vector<4xf32>
    %7 = "vector.vscale"() : () -> index
    %8 = "vector.step"() : () -> vector<[8]xindex>
    %9 = "vector.interleave"(%arg0, %arg0) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
    %10:2 = "vector.deinterleave"(%arg0) : (vector<4xf32>) -> (vector<2xf32>, vector<2xf32>)
    %11 = "vector.from_elements"(%arg4, %arg4) : (f32, f32) -> vector<2xf32>
    %12 = "vector.outerproduct"(%arg0, %arg0) <{kind = #vector.kind<maxnumf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4x4xf32>
    %13:2 = "vector.scan"(%arg1, %arg0) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>)
    "vector.print"(%arg0) <{punctuation = #vector.punctuation<newline>}> : (vector<4xf32>) -> ()
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "text \22x\22\0A"}> : () -> ()
    "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2x4xf32>, vector<4xf32>, memref<?xf32>, memref<4x4xvector<4xf32>>) -> (), sym_name = "vector_scan"}> ({
  ^bb0(%arg0: vector<2x4xf32>, %arg1: vector<4xf32>, %arg2: memref<?xf32>, %arg3: memref<4x4xvector<4xf32>>):
    %0:2 = "vector.scan"(%arg0, %arg1) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>)
    %1 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x4xf32>
    %2 = "vector.type_cast"(%1) : (memref<4x4xf32>) -> memref<vector<4x4xf32>>
    "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>) -> (), sym_name = "vector_print"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x4xf32>):
    %0:2 = "vector.scan"(%arg1, %arg0) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>)
    "vector.print"(%arg0) <{punctuation = #vector.punctuation<comma>}> : (vector<4xf32>) -> ()
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "text \22x\22\0A"}> : () -> ()
    %1:4 = "vector.to_elements"(%arg0) : (vector<4xf32>) -> (f32, f32, f32, f32)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>, f32) -> tensor<?x?xf32>, sym_name = "linalg"}> ({
  ^bb0(%arg0: tensor<?x8xf32>, %arg1: tensor<8x?xf32>, %arg2: tensor<?x?xf32>, %arg3: f32):
    %0 = "linalg.generic"(%arg0, %arg1, %arg2) <{doc = "matmul", indexing_maps = [#map, #map1, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], library_call = "mm", operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg19: f32, %arg20: f32, %arg21: f32):
      %13 = "arith.mulf"(%arg19, %arg20) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %14 = "linalg.index"() <{dim = 2 : i64}> : () -> index
      %15 = "arith.addf"(%arg21, %13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%15) : (f32) -> ()
    }) {my.attr = 1 : i64} : (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %1 = "linalg.matmul"(%arg0, %arg1, %0) <{indexing_maps = [#map, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg16: f32, %arg17: f32, %arg18: f32):
      %11 = "arith.mulf"(%arg16, %arg17) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %12 = "arith.addf"(%arg18, %11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%12) : (f32) -> ()
    }) : (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %2 = "linalg.fill"(%arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: f32, %arg15: f32):
      "linalg.yield"(%arg14) : (f32) -> ()
    }) {tag} : (f32, tensor<?x?xf32>) -> tensor<?x?xf32>
    %3 = "linalg.map"(%1, %2, %arg2) ({
    ^bb0(%arg11: f32, %arg12: f32, %arg13: f32):
      %10 = "arith.addf"(%arg11, %arg12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%10) : (f32) -> ()
    }) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %4 = "linalg.transpose"(%3, %arg2) <{permutation = array<i64: 1, 0>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      "linalg.yield"(%arg9) : (f32) -> ()
    }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %5 = "linalg.matmul"(%arg1, %arg1, %arg2) <{indexing_maps = [#map3, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32, %arg8: f32):
      %8 = "arith.mulf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %9 = "arith.addf"(%arg8, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%9) : (f32) -> ()
    }) : (tensor<8x?xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %6 = "linalg.elementwise"(%arg2, %arg2) <{indexing_maps = [#map4, #map4], kind = #linalg.elementwise_kind<exp>, operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %7 = "math.exp"(%arg4) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%7) : (f32) -> ()
    }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    "func.return"(%4) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
}) : () -> ()

// -----
#map = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<1x8x8x4xf32>, memref<3x3x4x16xf32>, memref<1x6x6x16xf32>, tensor<4x8xf32>, tensor<4xf32>) -> (), sym_name = "linalg_named"}> ({
  ^bb0(%arg0: memref<1x8x8x4xf32>, %arg1: memref<3x3x4x16xf32>, %arg2: memref<1x6x6x16xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<4xf32>):
    "linalg.conv_2d_nhwc_hwcf"(%arg0, %arg1, %arg2) <{dilations = dense<1> : tensor<2xi64>, operandSegmentSizes = array<i32: 2, 1>, strides = dense<1> : vector<2xi64>}> ({
    ^bb0(%arg9: f32, %arg10: f32, %arg11: f32):
      %6 = "arith.mulf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %7 = "arith.addf"(%arg11, %6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%7) : (f32) -> ()
    }) {linalg.memoized_indexing_maps = [#map, #map1, #map2]} : (memref<1x8x8x4xf32>, memref<3x3x4x16xf32>, memref<1x6x6x16xf32>) -> ()
    %0 = "linalg.reduce"(%arg3, %arg4) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      %5 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%5) : (f32) -> ()
    }) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = "linalg.broadcast"(%arg4, %arg3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      "linalg.yield"(%arg5) : (f32) -> ()
    }) : (tensor<4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "linalg.softmax"(%arg3, %arg3) <{dimension = 1 : i64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = "tensor.empty"() : () -> tensor<2x2x2x4xf32>
    %4 = "linalg.pack"(%arg3, %3) <{inner_dims_pos = array<i64: 0, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_inner_tiles = array<i64: 2, 4>}> : (tensor<4x8xf32>, tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
