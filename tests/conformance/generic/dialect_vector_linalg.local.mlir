"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>, memref<?x?xf32>, index, f32, vector<4xi1>, vector<[4]xf32>) -> (), sym_name = "vector"}> ({
  ^bb0(%arg0: vector<4xf32> loc("<stdin>":1:19), %arg1: vector<2x4xf32> loc("<stdin>":1:38), %arg2: memref<?x?xf32> loc("<stdin>":1:59), %arg3: index loc("<stdin>":1:80), %arg4: f32 loc("<stdin>":1:91), %arg5: vector<4xi1> loc("<stdin>":1:100), %arg6: vector<[4]xf32> loc("<stdin>":1:121)):
    %0 = "vector.broadcast"(%arg4) : (f32) -> vector<2x4xf32> loc("<stdin>":2:8)
    %1 = "vector.extract"(%arg1) <{static_position = array<i64: 1>}> : (vector<2x4xf32>) -> vector<4xf32> loc("<stdin>":3:8)
    %2 = "vector.insert"(%arg0, %arg1) <{static_position = array<i64: 0>}> : (vector<4xf32>, vector<2x4xf32>) -> vector<2x4xf32> loc("<stdin>":4:8)
    %3 = "vector.extract"(%arg1, %arg3) <{static_position = array<i64: -9223372036854775808, 2>}> : (vector<2x4xf32>, index) -> f32 loc("<stdin>":5:8)
    %4 = "vector.shuffle"(%arg0, %arg0) <{mask = array<i64: 0, 7, 2, 5, -1>}> : (vector<4xf32>, vector<4xf32>) -> vector<5xf32> loc("<stdin>":6:8)
    %5 = "vector.transpose"(%arg1) <{permutation = array<i64: 1, 0>}> : (vector<2x4xf32>) -> vector<4x2xf32> loc("<stdin>":7:8)
    %6 = "vector.shape_cast"(%arg1) : (vector<2x4xf32>) -> vector<8xf32> loc("<stdin>":8:8)
    %7 = "vector.reduction"(%arg0, %arg4) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> f32 loc("<stdin>":9:8)
    %8 = "vector.multi_reduction"(%arg1, %arg0) <{kind = #vector.kind<mul>, reduction_dims = array<i64: 0>}> : (vector<2x4xf32>, vector<4xf32>) -> vector<4xf32> loc("<stdin>":10:8)
    %9 = "vector.transfer_read"(%arg2, %arg3, %arg3, %arg4, %arg5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d0)>}> : (memref<?x?xf32>, index, index, f32, vector<4xi1>) -> vector<4xf32> loc("<stdin>":11:8)
    "vector.transfer_write"(%arg0, %arg2, %arg3, %arg3) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (vector<4xf32>, memref<?x?xf32>, index, index) -> () loc("<stdin>":12:3)
    %10 = "vector.load"(%arg2, %arg3, %arg3) <{nontemporal = true}> : (memref<?x?xf32>, index, index) -> vector<4xf32> loc("<stdin>":13:9)
    "vector.maskedstore"(%arg2, %arg3, %arg3, %arg5, %arg0) : (memref<?x?xf32>, index, index, vector<4xi1>, vector<4xf32>) -> () loc("<stdin>":14:3)
    %11 = "vector.fma"(%arg0, %arg0, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32> loc("<stdin>":15:9)
    %12 = "arith.constant"() <{value = dense<0.000000e+00> : vector<2xf32>}> : () -> vector<2xf32> loc("<stdin>":16:9)
    %13 = "vector.contract"(%arg1, %arg0, %12) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x4xf32>, vector<4xf32>, vector<2xf32>) -> vector<2xf32> loc("<stdin>":17:9)
    "func.return"() : () -> () loc("<stdin>":18:3)
  }) : () -> () loc("<stdin>":1:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>, memref<?xf32>, index, f32, vector<4xi1>, vector<[4]xf32>, vector<4xi32>) -> (), sym_name = "vector_more"}> ({
  ^bb0(%arg0: vector<4xf32> loc("<stdin>":21:24), %arg1: vector<2x4xf32> loc("<stdin>":21:43), %arg2: memref<?xf32> loc("<stdin>":21:64), %arg3: index loc("<stdin>":21:83), %arg4: f32 loc("<stdin>":21:94), %arg5: vector<4xi1> loc("<stdin>":21:103), %arg6: vector<[4]xf32> loc("<stdin>":21:124), %arg7: vector<4xi32> loc("<stdin>":21:145)):
    %0 = "vector.create_mask"(%arg3, %arg3) : (index, index) -> vector<4x[4]xi1> loc("<stdin>":22:8)
    %1 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 2, 3>}> : () -> vector<4x4xi1> loc("<stdin>":23:8)
    %2 = "vector.mask"(%arg5) ({
      %14 = "vector.reduction"(%arg0) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxnumf>}> : (vector<4xf32>) -> f32 loc("<stdin>":24:28)
      "vector.yield"(%14) : (f32) -> () loc("<stdin>":24:8)
    }) : (vector<4xi1>) -> f32 loc("<stdin>":24:8)
    %3 = "vector.gather"(%arg2, %arg3, %arg7, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> vector<4xf32> loc("<stdin>":25:8)
    "vector.scatter"(%arg2, %arg3, %arg7, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi32>, vector<4xi1>, vector<4xf32>) -> () loc("<stdin>":26:3)
    "vector.compressstore"(%arg2, %arg3, %arg5, %arg0) : (memref<?xf32>, index, vector<4xi1>, vector<4xf32>) -> () loc("<stdin>":27:3)
    %4 = "vector.bitcast"(%arg0) : (vector<4xf32>) -> vector<8xi16> loc("<stdin>":28:8)
    %5 = "vector.extract_strided_slice"(%arg1) <{offsets = [0, 2], sizes = [1, 2], strides = [1, 1]}> : (vector<2x4xf32>) -> vector<1x2xf32> loc("<stdin>":29:8)
    %6 = "vector.scalable.extract"(%arg6) <{pos = 0 : i64}> : (vector<[4]xf32>) -> vector<4xf32> loc("<stdin>":30:8)
    %7 = "vector.vscale"() : () -> index loc("<stdin>":31:8)
    %8 = "vector.step"() : () -> vector<[8]xindex> loc("<stdin>":32:8)
    %9 = "vector.interleave"(%arg0, %arg0) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32> loc("<stdin>":33:8)
    %10:2 = "vector.deinterleave"(%arg0) : (vector<4xf32>) -> (vector<2xf32>, vector<2xf32>) loc("<stdin>":34:14)
    %11 = "vector.from_elements"(%arg4, %arg4) : (f32, f32) -> vector<2xf32> loc("<stdin>":35:9)
    %12 = "vector.outerproduct"(%arg0, %arg0) <{kind = #vector.kind<maxnumf>}> : (vector<4xf32>, vector<4xf32>) -> vector<4x4xf32> loc("<stdin>":36:9)
    %13:2 = "vector.scan"(%arg1, %arg0) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>) loc("<stdin>":37:11)
    "vector.print"(%arg0) <{punctuation = #vector.punctuation<newline>}> : (vector<4xf32>) -> () loc("<stdin>":38:3)
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "text \22x\22\0A"}> : () -> () loc("<stdin>":39:3)
    "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> () loc("<stdin>":40:3)
    "func.return"() : () -> () loc("<stdin>":41:3)
  }) : () -> () loc("<stdin>":21:1)
}) : () -> () loc("<stdin>":20:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<2x4xf32>, vector<4xf32>, memref<?xf32>, memref<4x4xvector<4xf32>>) -> (), sym_name = "vector_scan"}> ({
  ^bb0(%arg0: vector<2x4xf32> loc("<stdin>":44:24), %arg1: vector<4xf32> loc("<stdin>":44:45), %arg2: memref<?xf32> loc("<stdin>":44:64), %arg3: memref<4x4xvector<4xf32>> loc("<stdin>":44:83)):
    %0:2 = "vector.scan"(%arg0, %arg1) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>) loc("<stdin>":45:11)
    %1 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x4xf32> loc("<stdin>":46:10)
    %2 = "vector.type_cast"(%1) : (memref<4x4xf32>) -> memref<vector<4x4xf32>> loc("<stdin>":47:8)
    "vector.print"() <{punctuation = #vector.punctuation<comma>}> : () -> () loc("<stdin>":48:3)
    "func.return"() : () -> () loc("<stdin>":49:3)
  }) : () -> () loc("<stdin>":44:1)
}) : () -> () loc("<stdin>":43:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xf32>, vector<2x4xf32>) -> (), sym_name = "vector_print"}> ({
  ^bb0(%arg0: vector<4xf32> loc("<stdin>":52:25), %arg1: vector<2x4xf32> loc("<stdin>":52:44)):
    %0:2 = "vector.scan"(%arg1, %arg0) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 0 : i64}> : (vector<2x4xf32>, vector<4xf32>) -> (vector<2x4xf32>, vector<4xf32>) loc("<stdin>":53:11)
    "vector.print"(%arg0) <{punctuation = #vector.punctuation<comma>}> : (vector<4xf32>) -> () loc("<stdin>":54:3)
    "vector.print"() <{punctuation = #vector.punctuation<newline>, stringLiteral = "text \22x\22\0A"}> : () -> () loc("<stdin>":55:3)
    %1:4 = "vector.to_elements"(%arg0) : (vector<4xf32>) -> (f32, f32, f32, f32) loc("<stdin>":56:10)
    "func.return"() : () -> () loc("<stdin>":57:3)
  }) : () -> () loc("<stdin>":52:1)
}) : () -> () loc("<stdin>":51:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>, f32) -> tensor<?x?xf32>, sym_name = "linalg"}> ({
  ^bb0(%arg0: tensor<?x8xf32> loc("<stdin>":63:19), %arg1: tensor<8x?xf32> loc("<stdin>":63:40), %arg2: tensor<?x?xf32> loc("<stdin>":63:61), %arg3: f32 loc("<stdin>":63:82)):
    %0 = "linalg.generic"(%arg0, %arg1, %arg2) <{doc = "matmul", indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], library_call = "mm", operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg19: f32 loc("<stdin>":65:8), %arg20: f32 loc("<stdin>":65:17), %arg21: f32 loc("<stdin>":65:26)):
      %13 = "arith.mulf"(%arg19, %arg20) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("<stdin>":66:10)
      %14 = "linalg.index"() <{dim = 2 : i64}> : () -> index loc("<stdin>":67:10)
      %15 = "arith.addf"(%arg21, %13) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("<stdin>":68:10)
      "linalg.yield"(%15) : (f32) -> () loc("<stdin>":69:5)
    }) {my.attr = 1 : i64} : (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> loc("<stdin>":64:8)
    %1 = "linalg.matmul"(%arg0, %arg1, %0) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg16: f32 loc(unknown), %arg17: f32 loc(unknown), %arg18: f32 loc(unknown)):
      %11 = "arith.mulf"(%arg16, %arg17) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(unknown)
      %12 = "arith.addf"(%arg18, %11) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(unknown)
      "linalg.yield"(%12) : (f32) -> () loc(unknown)
    }) : (tensor<?x8xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> loc("<stdin>":71:8)
    %2 = "linalg.fill"(%arg3, %arg2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg14: f32 loc(unknown), %arg15: f32 loc(unknown)):
      "linalg.yield"(%arg14) : (f32) -> () loc(unknown)
    }) {tag} : (f32, tensor<?x?xf32>) -> tensor<?x?xf32> loc("<stdin>":72:8)
    %3 = "linalg.map"(%1, %2, %arg2) ({
    ^bb0(%arg11: f32 loc(unknown), %arg12: f32 loc(unknown), %arg13: f32 loc(unknown)):
      %10 = "arith.addf"(%arg11, %arg12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("<stdin>":73:8)
      "linalg.yield"(%10) : (f32) -> () loc("<stdin>":73:8)
    }) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> loc("<stdin>":73:8)
    %4 = "linalg.transpose"(%3, %arg2) <{permutation = array<i64: 1, 0>}> ({
    ^bb0(%arg9: f32 loc("<stdin>":73:8), %arg10: f32 loc("<stdin>":63:61)):
      "linalg.yield"(%arg9) : (f32) -> () loc("<stdin>":74:8)
    }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> loc("<stdin>":74:8)
    %5 = "linalg.matmul"(%arg1, %arg1, %arg2) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg6: f32 loc(unknown), %arg7: f32 loc(unknown), %arg8: f32 loc(unknown)):
      %8 = "arith.mulf"(%arg6, %arg7) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(unknown)
      %9 = "arith.addf"(%arg8, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(unknown)
      "linalg.yield"(%9) : (f32) -> () loc(unknown)
    }) : (tensor<8x?xf32>, tensor<8x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> loc("<stdin>":75:8)
    %6 = "linalg.elementwise"(%arg2, %arg2) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], kind = #linalg.elementwise_kind<exp>, operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32 loc(unknown), %arg5: f32 loc(unknown)):
      %7 = "math.exp"(%arg4) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32 loc(unknown)
      "linalg.yield"(%7) : (f32) -> () loc(unknown)
    }) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> loc("<stdin>":76:8)
    "func.return"(%4) : (tensor<?x?xf32>) -> () loc("<stdin>":77:3)
  }) : () -> () loc("<stdin>":63:1)
}) : () -> () loc("<stdin>":59:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<1x8x8x4xf32>, memref<3x3x4x16xf32>, memref<1x6x6x16xf32>, tensor<4x8xf32>, tensor<4xf32>) -> (), sym_name = "linalg_named"}> ({
  ^bb0(%arg0: memref<1x8x8x4xf32> loc("<stdin>":80:25), %arg1: memref<3x3x4x16xf32> loc("<stdin>":80:50), %arg2: memref<1x6x6x16xf32> loc("<stdin>":80:76), %arg3: tensor<4x8xf32> loc("<stdin>":80:102), %arg4: tensor<4xf32> loc("<stdin>":80:123)):
    "linalg.conv_2d_nhwc_hwcf"(%arg0, %arg1, %arg2) <{dilations = dense<1> : tensor<2xi64>, operandSegmentSizes = array<i32: 2, 1>, strides = dense<1> : vector<2xi64>}> ({
    ^bb0(%arg9: f32 loc(unknown), %arg10: f32 loc(unknown), %arg11: f32 loc(unknown)):
      %6 = "arith.mulf"(%arg9, %arg10) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(unknown)
      %7 = "arith.addf"(%arg11, %6) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(unknown)
      "linalg.yield"(%7) : (f32) -> () loc(unknown)
    }) {linalg.memoized_indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d4, d2 + d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>]} : (memref<1x8x8x4xf32>, memref<3x3x4x16xf32>, memref<1x6x6x16xf32>) -> () loc("<stdin>":81:3)
    %0 = "linalg.reduce"(%arg3, %arg4) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg7: f32 loc("<stdin>":83:6), %arg8: f32 loc("<stdin>":83:16)):
      %5 = "arith.addf"(%arg7, %arg8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("<stdin>":84:12)
      "linalg.yield"(%5) : (f32) -> () loc("<stdin>":85:7)
    }) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32> loc("<stdin>":82:8)
    %1 = "linalg.broadcast"(%arg4, %arg3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%arg5: f32 loc("<stdin>":80:123), %arg6: f32 loc("<stdin>":80:102)):
      "linalg.yield"(%arg5) : (f32) -> () loc("<stdin>":87:8)
    }) : (tensor<4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> loc("<stdin>":87:8)
    %2 = "linalg.softmax"(%arg3, %arg3) <{dimension = 1 : i64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> loc("<stdin>":88:8)
    %3 = "tensor.empty"() : () -> tensor<2x2x2x4xf32> loc("<stdin>":89:8)
    %4 = "linalg.pack"(%arg3, %3) <{inner_dims_pos = array<i64: 0, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_inner_tiles = array<i64: 2, 4>}> : (tensor<4x8xf32>, tensor<2x2x2x4xf32>) -> tensor<2x2x2x4xf32> loc("<stdin>":90:8)
    "func.return"() : () -> () loc("<stdin>":91:3)
  }) : () -> () loc("<stdin>":80:1)
}) : () -> () loc("<stdin>":79:9)
