#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>, memref<?x?xf32>, index, f32, vector<4xi1>, vector<[4]xf32>) -> (), sym_name = "vector"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x4xf32>, %arg2: memref<?x?xf32>, %arg3: index, %arg4: f32, %arg5: vector<4xi1>, %arg6: vector<[4]xf32>):
    // %arg0 is used by %17, %15, %14, %12, %10, %9, %6, %4
    // %arg1 is used by %17, %10, %8, %7, %5, %4, %3
    // %arg2 is used by %14, %13, %12, %11
    // %arg3 is used by %14, %13, %12, %11, %5
    // %arg4 is used by %11, %9, %2
    // %arg5 is used by %14, %11
    // %arg6 is unused
    %2 = "vector.broadcast"(%arg4) : (f32) -> vector<2x4xf32> // unused
    %3 = "vector.extract"(%arg1) <{static_position = array<i64: 1>}> : (vector<2x4xf32>) -> vector<4xf32> // unused
    %4 = "vector.insert"(%arg0, %arg1) <{static_position = array<i64: 0>}> : (vector<4xf32>, vector<2x4xf32>) -> vector<2x4xf32> // unused
    %5 = "vector.extract"(%arg1, %arg3) <{static_position = array<i64: -9223372036854775808, 2>}> : (vector<2x4xf32>, index) -> f32 // unused
    %6 = "vector.shuffle"(%arg0, %arg0) <{mask = array<i64: 0, 7, 2, 5, -1>}> : (vector<4xf32>, vector<4xf32>) -> vector<5xf32> // unused
    %7 = "vector.transpose"(%arg1) <{permutation = array<i64: 1, 0>}> : (vector<2x4xf32>) -> vector<4x2xf32> // unused
    %8 = "vector.shape_cast"(%arg1) : (vector<2x4xf32>) -> vector<8xf32> // unused
    %9 = "vector.reduction"(%arg0, %arg4) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> f32 // unused
    %10 = "vector.multi_reduction"(%arg1, %arg0) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>, vector<4xf32>) -> vector<4xf32> // unused
    %11 = "vector.transfer_read"(%arg2, %arg3, %arg3, %arg4, %arg5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map}> : (memref<?x?xf32>, index, index, f32, vector<4xi1>) -> vector<4xf32> // unused
    "vector.transfer_write"(%arg0, %arg2, %arg3, %arg3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map1}> : (vector<4xf32>, memref<?x?xf32>, index, index) -> () // id: %12
    %13 = "vector.load"(%arg2, %arg3, %arg3) <{nontemporal = true}> : (memref<?x?xf32>, index, index) -> vector<4xf32> // unused
    "vector.maskedstore"(%arg2, %arg3, %arg3, %arg5, %arg0) : (memref<?x?xf32>, index, index, vector<4xi1>, vector<4xf32>) -> () // id: %14
    %15 = "vector.fma"(%arg0, %arg0, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32> // unused
    %16 = "arith.constant"() <{value = dense<0.000000e+00> : vector<2xf32>}> : () -> vector<2xf32> // user: %17
    %17 = "vector.contract"(%arg1, %arg0, %16) <{indexing_maps = [#map2, #map1, #map], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x4xf32>, vector<4xf32>, vector<2xf32>) -> vector<2xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>, memref<?xf32>, index, f32, vector<4xi1>, vector<[4]xf32>, vector<4xi32>) -> (), sym_name = "vector_more"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x4xf32>, %arg2: memref<?xf32>, %arg3: index, %arg4: f32, %arg5: vector<4xi1>, %arg6: vector<[4]xf32>, %arg7: vector<4xi32>):
    // %arg0 is used by %18, %17#0, %17#1, %16, %14#0, %14#1, %13, %8, %7, %6, %5, %22
    // %arg1 is used by %17#0, %17#1, %9
    // %arg2 is used by %7, %6, %5
    // %arg3 is used by %7, %6, %5, %2
    // %arg4 is used by %15
    // %arg5 is used by %7, %6, %5, %4
    // %arg6 is used by %10
    // %arg7 is used by %6, %5
    %2 = "vector.create_mask"(%arg3, %arg3) : (index, index) -> vector<4x[4]xi1> // unused
    %3 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 2, 3>}> : () -> vector<4x4xi1> // unused
    %4 = "vector.mask"(%arg5) ({
      %22 = "vector.reduction"(%arg0) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxnumf>}> : (vector<4xf32>) -> f32 // user: %23
      "vector.yield"(%22) : (f32) -> () // id: %23
    }) : (vector<4xi1>) -> f32 // unused
    %5 = "vector.gather"(%arg2, %arg3, %arg7, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32> // unused
    "vector.scatter"(%arg2, %arg3, %arg7, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> () // id: %6
    "vector.compressstore"(%arg2, %arg3, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi1>, vector<4xf32>) -> () // id: %7
    %8 = "vector.bitcast"(%arg0) : (vector<4xf32>) -> vector<8xi16> // unused
    %9 = "vector.extract_strided_slice"(%arg1) <{offsets = [0, 2], sizes = [1, 2], strides = [1, 1]}> : (vector<2x4xf32>) -> vector<1x2xf32> // unused
    %10 = "vector.scalable.extract"(%arg6) <{pos = 0 : i64}> : (vector<[4]xf32>) -> vector<4xf32> // unused
    %11 = "vector.vscale"() : () -> index // unused
    %12 = "vector.step"() : () -> vector<[8]xindex> // unused
    %13 = "vector.interleave"(%arg0, %arg0) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32> // unused
    %14:2 = "vector.deinterleave"(%arg0) : (vector<4xf32>) -> (vector<2xf32>, vector<2xf32>) // unused
    %15 = "vector.from_elements"(%arg4, %arg4) : (f32, f32) -> vector<2xf32> // unused
    %16 = "vector.outerproduct"(%arg0, %arg0) <{kind = #vector.kind<maxnumf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4x4xf32> // unused
    %17:2 = "vector.scan"(%arg1, %arg0) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>) // unused
    "vector.print"(%arg0) <{punctuation = #vector.punctuation<newline>}> : (vector<4xf32>) -> () // id: %18
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "text \22x\22\0A"}> : () -> ()
    "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2x4xf32>, vector<4xf32>, memref<?xf32>, memref<4x4xvector<4xf32>>) -> (), sym_name = "vector_scan"}> ({
  ^bb0(%arg0: vector<2x4xf32>, %arg1: vector<4xf32>, %arg2: memref<?xf32>, %arg3: memref<4x4xvector<4xf32>>):
    // %arg0 is used by %2#0, %2#1
    // %arg1 is used by %2#0, %2#1
    // %arg2 is unused
    // %arg3 is unused
    %2:2 = "vector.scan"(%arg0, %arg1) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>) // unused
    %3 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x4xf32> // user: %4
    %4 = "vector.type_cast"(%3) : (memref<4x4xf32>) -> memref<vector<4x4xf32>> // unused
    "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>) -> (), sym_name = "vector_print"}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: vector<2x4xf32>):
    // %arg0 is used by %5#0, %5#1, %5#2, %5#3, %3, %2#0, %2#1
    // %arg1 is used by %2#0, %2#1
    %2:2 = "vector.scan"(%arg1, %arg0) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>) // unused
    "vector.print"(%arg0) <{punctuation = #vector.punctuation<comma>}> : (vector<4xf32>) -> () // id: %3
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "text \22x\22\0A"}> : () -> ()
    %5:4 = "vector.to_elements"(%arg0) : (vector<4xf32>) -> (f32, f32, f32, f32) // unused
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
    // %arg0 is used by %3, %2
    // %arg1 is used by %7, %3, %2
    // %arg2 is used by %8, %7, %6, %5, %4, %2
    // %arg3 is used by %4
    %2 = "linalg.generic"(%arg0, %arg1, %arg2) <{doc = "matmul", indexing_maps = [#map, #map1, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], library_call = "mm", operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg19: f32, %arg20: f32, %arg21: f32):
      // %arg19 is used by %22
      // %arg20 is used by %22
      // %arg21 is used by %24
      %22 = "arith.mulf"(%arg19, %arg20) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %24
      %23 = "linalg.index"() <{dim = 2 : i64}> : () -> index // unused
      %24 = "arith.addf"(%arg21, %22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %25
      "linalg.yield"(%24) : (f32) -> () // id: %25
    }) {my.attr = 1 : i64} : (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> // user: %3
    %3 = "linalg.matmul"(%arg0, %arg1, %2) <{indexing_maps = [#map, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg16: f32, %arg17: f32, %arg18: f32):
      // %arg16 is used by %19
      // %arg17 is used by %19
      // %arg18 is used by %20
      %19 = "arith.mulf"(%arg16, %arg17) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %20
      %20 = "arith.addf"(%arg18, %19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %21
      "linalg.yield"(%20) : (f32) -> () // id: %21
    }) : (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> // user: %5
    %4 = "linalg.fill"(%arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: f32, %arg15: f32):
      // %arg14 is used by %18
      // %arg15 is unused
      "linalg.yield"(%arg14) : (f32) -> () // id: %18
    }) {tag} : (f32, tensor<?x?xf32>) -> tensor<?x?xf32> // user: %5
    %5 = "linalg.map"(%3, %4, %arg2) ({
    ^bb0(%arg11: f32, %arg12: f32, %arg13: f32):
      // %arg11 is used by %16
      // %arg12 is used by %16
      // %arg13 is unused
      %16 = "arith.addf"(%arg11, %arg12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %17
      "linalg.yield"(%16) : (f32) -> () // id: %17
    }) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> // user: %6
    %6 = "linalg.transpose"(%5, %arg2) <{permutation = array<i64: 1, 0>}> ({
    ^bb0(%arg9: f32, %arg10: f32):
      // %arg9 is used by %15
      // %arg10 is unused
      "linalg.yield"(%arg9) : (f32) -> () // id: %15
    }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> // user: %9
    %7 = "linalg.matmul"(%arg1, %arg1, %arg2) <{indexing_maps = [#map3, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg6: f32, %arg7: f32, %arg8: f32):
      // %arg6 is used by %12
      // %arg7 is used by %12
      // %arg8 is used by %13
      %12 = "arith.mulf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %13
      %13 = "arith.addf"(%arg8, %12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %14
      "linalg.yield"(%13) : (f32) -> () // id: %14
    }) : (tensor<8x?xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> // unused
    %8 = "linalg.elementwise"(%arg2, %arg2) <{indexing_maps = [#map4, #map4], kind = #linalg.elementwise_kind<exp>, operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      // %arg4 is used by %10
      // %arg5 is unused
      %10 = "math.exp"(%arg4) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32 // user: %11
      "linalg.yield"(%10) : (f32) -> () // id: %11
    }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> // unused
    "func.return"(%6) : (tensor<?x?xf32>) -> () // id: %9
  }) : () -> ()
}) : () -> ()

// -----
#map = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<1x8x8x4xf32>, memref<3x3x4x16xf32>, memref<1x6x6x16xf32>, tensor<4x8xf32>, tensor<4xf32>) -> (), sym_name = "linalg_named"}> ({
  ^bb0(%arg0: memref<1x8x8x4xf32>, %arg1: memref<3x3x4x16xf32>, %arg2: memref<1x6x6x16xf32>, %arg3: tensor<4x8xf32>, %arg4: tensor<4xf32>):
    // %arg0 is used by %2
    // %arg1 is used by %2
    // %arg2 is used by %2
    // %arg3 is used by %7, %5, %4, %3
    // %arg4 is used by %4, %3
    "linalg.conv_2d_nhwc_hwcf"(%arg0, %arg1, %arg2) <{dilations = dense<1> : tensor<2xi64>, operandSegmentSizes = array<i32: 2, 1>, strides = dense<1> : vector<2xi64>}> ({
    ^bb0(%arg9: f32, %arg10: f32, %arg11: f32):
      // %arg9 is used by %12
      // %arg10 is used by %12
      // %arg11 is used by %13
      %12 = "arith.mulf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %13
      %13 = "arith.addf"(%arg11, %12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %14
      "linalg.yield"(%13) : (f32) -> () // id: %14
    }) {linalg.memoized_indexing_maps = [#map, #map1, #map2]} : (memref<1x8x8x4xf32>, memref<3x3x4x16xf32>, memref<1x6x6x16xf32>) -> () // id: %2
    %3 = "linalg.reduce"(%arg3, %arg4) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg7: f32, %arg8: f32):
      // %arg7 is used by %10
      // %arg8 is used by %10
      %10 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %11
      "linalg.yield"(%10) : (f32) -> () // id: %11
    }) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> // unused
    %4 = "linalg.broadcast"(%arg4, %arg3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      // %arg5 is used by %9
      // %arg6 is unused
      "linalg.yield"(%arg5) : (f32) -> () // id: %9
    }) : (tensor<4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> // unused
    %5 = "linalg.softmax"(%arg3, %arg3) <{dimension = 1 : i64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> // unused
    %6 = "tensor.empty"() : () -> tensor<2x2x2x4xf32> // user: %7
    %7 = "linalg.pack"(%arg3, %6) <{inner_dims_pos = array<i64: 0, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_inner_tiles = array<i64: 2, 4>}> : (tensor<4x8xf32>, tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
