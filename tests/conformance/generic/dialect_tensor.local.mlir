"builtin.module"() ({
  "func.func"() <{function_type = (index, f32) -> (), sym_name = "creation"}> ({
  ^bb0(%arg0: index loc("<stdin>":1:21), %arg1: f32 loc("<stdin>":1:32)):
    %0 = "tensor.empty"(%arg0) {foo} : (index) -> tensor<4x?xf32, "enc"> loc("<stdin>":2:8)
    %1 = "tensor.empty"() : () -> tensor<4xf32> loc("<stdin>":3:8)
    %2 = "tensor.splat"(%arg1, %arg0) : (f32, index) -> tensor<4x?xf32> loc("<stdin>":4:8)
    %3 = "tensor.splat"(%arg1) : (f32) -> tensor<4xf32> loc("<stdin>":5:8)
    %4 = "tensor.from_elements"(%arg1, %arg1) : (f32, f32) -> tensor<2x1xf32> loc("<stdin>":6:8)
    %5 = "tensor.from_elements"(%arg1) : (f32) -> tensor<f32> loc("<stdin>":7:8)
    "func.return"() : () -> () loc("<stdin>":8:3)
  }) : () -> () loc("<stdin>":1:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index, f32) -> (), sym_name = "generate"}> ({
  ^bb0(%arg0: index loc("<stdin>":13:21), %arg1: f32 loc("<stdin>":13:32)):
    %0 = "tensor.generate"(%arg0, %arg0) ({
    ^bb0(%arg3: index loc("<stdin>":15:8), %arg4: index loc("<stdin>":15:19), %arg5: index loc("<stdin>":15:30)):
      "tensor.yield"(%arg1) {foo} : (f32) -> () loc("<stdin>":16:5)
    }) {foo} : (index, index) -> tensor<4x?x?xf32> loc("<stdin>":14:8)
    %1 = "tensor.generate"() ({
    ^bb0(%arg2: index loc("<stdin>":19:8)):
      "tensor.yield"(%arg2) : (index) -> () loc("<stdin>":20:5)
    }) : () -> tensor<4xindex> loc("<stdin>":18:8)
    "func.return"() : () -> () loc("<stdin>":22:3)
  }) : () -> () loc("<stdin>":13:1)
}) : () -> () loc("<stdin>":11:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<*xf32>) -> (), sym_name = "casts"}> ({
  ^bb0(%arg0: tensor<4x?xf32> loc("<stdin>":27:18), %arg1: tensor<*xf32> loc("<stdin>":27:39)):
    %0 = "tensor.cast"(%arg0) : (tensor<4x?xf32>) -> tensor<*xf32> loc("<stdin>":28:8)
    %1 = "tensor.cast"(%arg1) : (tensor<*xf32>) -> tensor<?x?xf32> loc("<stdin>":29:8)
    %2 = "tensor.cast"(%arg0) {foo} : (tensor<4x?xf32>) -> tensor<?x3xf32> loc("<stdin>":30:8)
    %3 = "tensor.bitcast"(%arg0) : (tensor<4x?xf32>) -> tensor<4x?xi32> loc("<stdin>":31:8)
    "func.return"() : () -> () loc("<stdin>":32:3)
  }) : () -> () loc("<stdin>":27:1)
}) : () -> () loc("<stdin>":25:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<*xf32>, index) -> (), sym_name = "questions"}> ({
  ^bb0(%arg0: tensor<4x?xf32> loc("<stdin>":37:22), %arg1: tensor<*xf32> loc("<stdin>":37:43), %arg2: index loc("<stdin>":37:62)):
    %0 = "tensor.dim"(%arg0, %arg2) : (tensor<4x?xf32>, index) -> index loc("<stdin>":38:8)
    %1 = "tensor.dim"(%arg1, %arg2) {foo} : (tensor<*xf32>, index) -> index loc("<stdin>":39:8)
    %2 = "tensor.rank"(%arg0) : (tensor<4x?xf32>) -> index loc("<stdin>":40:8)
    %3 = "tensor.rank"(%arg1) : (tensor<*xf32>) -> index loc("<stdin>":41:8)
    "func.return"() : () -> () loc("<stdin>":42:3)
  }) : () -> () loc("<stdin>":37:1)
}) : () -> () loc("<stdin>":35:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<f32>, f32, index) -> (), sym_name = "elements"}> ({
  ^bb0(%arg0: tensor<4x?xf32> loc("<stdin>":47:21), %arg1: tensor<f32> loc("<stdin>":47:42), %arg2: f32 loc("<stdin>":47:59), %arg3: index loc("<stdin>":47:68)):
    %0 = "tensor.extract"(%arg0, %arg3, %arg3) : (tensor<4x?xf32>, index, index) -> f32 loc("<stdin>":48:8)
    %1 = "tensor.extract"(%arg1) {foo} : (tensor<f32>) -> f32 loc("<stdin>":49:8)
    %2 = "tensor.insert"(%arg2, %arg0, %arg3, %arg3) : (f32, tensor<4x?xf32>, index, index) -> tensor<4x?xf32> loc("<stdin>":50:8)
    %3 = "tensor.insert"(%arg2, %arg1) : (f32, tensor<f32>) -> tensor<f32> loc("<stdin>":51:8)
    "func.return"() : () -> () loc("<stdin>":52:3)
  }) : () -> () loc("<stdin>":47:1)
}) : () -> () loc("<stdin>":45:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, index, tensor<f32>) -> (), sym_name = "slices"}> ({
  ^bb0(%arg0: tensor<4x?xf32> loc("<stdin>":57:19), %arg1: index loc("<stdin>":57:40), %arg2: tensor<f32> loc("<stdin>":57:51)):
    %0 = "tensor.extract_slice"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (tensor<4x?xf32>, index, index) -> tensor<2x?xf32> loc("<stdin>":58:8)
    %1 = "tensor.extract_slice"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 8>, static_strides = array<i64: 1, -9223372036854775808>}> : (tensor<4x?xf32>, index, index) -> tensor<8xf32> loc("<stdin>":59:8)
    %2 = "tensor.extract_slice"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 1>, static_strides = array<i64: 1, 1>}> {foo} : (tensor<4x?xf32>) -> tensor<f32> loc("<stdin>":60:8)
    %3 = "tensor.extract_slice"(%arg2) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64>, static_sizes = array<i64>, static_strides = array<i64>}> : (tensor<f32>) -> tensor<f32> loc("<stdin>":61:8)
    %4 = "tensor.insert_slice"(%0, %arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 1>}> : (tensor<2x?xf32>, tensor<4x?xf32>, index, index) -> tensor<4x?xf32> loc("<stdin>":62:8)
    %5 = "tensor.insert_slice"(%1, %arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 8>, static_strides = array<i64: 1, -9223372036854775808>}> : (tensor<8xf32>, tensor<4x?xf32>, index, index) -> tensor<4x?xf32> loc("<stdin>":63:8)
    %6 = "tensor.insert_slice"(%arg2, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64>, static_sizes = array<i64>, static_strides = array<i64>}> {foo} : (tensor<f32>, tensor<f32>) -> tensor<f32> loc("<stdin>":64:8)
    "func.return"() : () -> () loc("<stdin>":65:3)
  }) : () -> () loc("<stdin>":57:1)
}) : () -> () loc("<stdin>":55:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, index, f32, tensor<f32>) -> (), sym_name = "pad"}> ({
  ^bb0(%arg0: tensor<4x?xf32> loc("<stdin>":70:16), %arg1: index loc("<stdin>":70:37), %arg2: f32 loc("<stdin>":70:48), %arg3: tensor<f32> loc("<stdin>":70:57)):
    %0 = "tensor.pad"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 1, 2>, static_low = array<i64: 0, -9223372036854775808>}> ({
    ^bb0(%arg6: index loc("<stdin>":72:8), %arg7: index loc("<stdin>":72:19)):
      "tensor.yield"(%arg2) : (f32) -> () loc("<stdin>":73:5)
    }) : (tensor<4x?xf32>, index) -> tensor<5x?xf32> loc("<stdin>":71:8)
    %1 = "tensor.pad"(%arg0) <{nofold, operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64: 0, 0>, static_low = array<i64: 0, 0>}> ({
    ^bb0(%arg4: index loc("<stdin>":76:8), %arg5: index loc("<stdin>":76:19)):
      "tensor.yield"(%arg2) : (f32) -> () loc("<stdin>":77:5)
    }) {foo} : (tensor<4x?xf32>) -> tensor<4x?xf32> loc("<stdin>":75:8)
    %2 = "tensor.pad"(%arg3) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64>, static_low = array<i64>}> ({
      "tensor.yield"(%arg2) : (f32) -> () loc("<stdin>":80:5)
    }) : (tensor<f32>) -> tensor<f32> loc("<stdin>":79:8)
    "func.return"() : () -> () loc("<stdin>":82:3)
  }) : () -> () loc("<stdin>":70:1)
}) : () -> () loc("<stdin>":68:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, index, tensor<f32>, tensor<*xf32>, tensor<2xi32>, tensor<?xindex>) -> (), sym_name = "reshapes"}> ({
  ^bb0(%arg0: tensor<4x?xf32> loc("<stdin>":87:21), %arg1: index loc("<stdin>":87:42), %arg2: tensor<f32> loc("<stdin>":87:53), %arg3: tensor<*xf32> loc("<stdin>":87:70), %arg4: tensor<2xi32> loc("<stdin>":87:89), %arg5: tensor<?xindex> loc("<stdin>":87:112)):
    %0 = "tensor.expand_shape"(%arg0, %arg1) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 2, -9223372036854775808>}> : (tensor<4x?xf32>, index) -> tensor<2x2x?xf32> loc("<stdin>":88:8)
    %1 = "tensor.collapse_shape"(%arg0) <{reassociation = [[0, 1]]}> {foo} : (tensor<4x?xf32>) -> tensor<?xf32> loc("<stdin>":89:8)
    %2 = "tensor.expand_shape"(%arg2) <{reassociation = [], static_output_shape = array<i64: 1, 1>}> : (tensor<f32>) -> tensor<1x1xf32> loc("<stdin>":90:8)
    %3 = "tensor.expand_shape"(%arg2, %arg1) <{reassociation = [], static_output_shape = array<i64: -9223372036854775808>}> : (tensor<f32>, index) -> tensor<?xf32> loc("<stdin>":91:8)
    %4 = "tensor.collapse_shape"(%2) <{reassociation = []}> : (tensor<1x1xf32>) -> tensor<f32> loc("<stdin>":92:8)
    %5 = "tensor.reshape"(%arg3, %arg4) : (tensor<*xf32>, tensor<2xi32>) -> tensor<4x?xf32> loc("<stdin>":93:8)
    %6 = "tensor.reshape"(%arg0, %arg5) : (tensor<4x?xf32>, tensor<?xindex>) -> tensor<*xf32> loc("<stdin>":94:8)
    "func.return"() : () -> () loc("<stdin>":95:3)
  }) : () -> () loc("<stdin>":87:1)
}) : () -> () loc("<stdin>":85:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, tensor<2x3xf32>) -> (), sym_name = "joined"}> ({
  ^bb0(%arg0: tensor<4x?xf32> loc("<stdin>":100:19), %arg1: tensor<2x3xf32> loc("<stdin>":100:40)):
    %0 = "tensor.concat"(%arg0, %arg1, %arg0) <{dim = 0 : i64}> : (tensor<4x?xf32>, tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<10x3xf32> loc("<stdin>":101:8)
    %1 = "tensor.concat"(%arg1) <{dim = 1 : i64}> {foo} : (tensor<2x3xf32>) -> tensor<2x?xf32> loc("<stdin>":102:8)
    "func.return"() : () -> () loc("<stdin>":103:3)
  }) : () -> () loc("<stdin>":100:1)
}) : () -> () loc("<stdin>":98:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x5x?xf32>, tensor<1x3x2xindex>, tensor<2xi32>) -> (), sym_name = "gather_scatter"}> ({
  ^bb0(%arg0: tensor<4x5x?xf32> loc("<stdin>":108:27), %arg1: tensor<1x3x2xindex> loc("<stdin>":108:50), %arg2: tensor<2xi32> loc("<stdin>":108:80)):
    %0 = "tensor.gather"(%arg0, %arg1) <{gather_dims = array<i64: 0, 2>, unique}> : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32> loc("<stdin>":109:8)
    %1 = "tensor.gather"(%arg0, %arg1) <{gather_dims = array<i64: 0, 2>}> {foo} : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x5xf32> loc("<stdin>":110:8)
    %2 = "tensor.gather"(%arg0, %arg2) <{gather_dims = array<i64: 0, 1>}> : (tensor<4x5x?xf32>, tensor<2xi32>) -> tensor<?xf32> loc("<stdin>":111:8)
    %3 = "tensor.scatter"(%0, %arg0, %arg1) <{scatter_dims = array<i64: 0, 2>, unique}> : (tensor<1x3x1x5x1xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32> loc("<stdin>":112:8)
    %4 = "tensor.scatter"(%1, %arg0, %arg1) <{scatter_dims = array<i64: 0, 2>, unique}> {foo} : (tensor<1x3x5xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32> loc("<stdin>":113:8)
    "func.return"() : () -> () loc("<stdin>":114:3)
  }) : () -> () loc("<stdin>":108:1)
}) : () -> () loc("<stdin>":106:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xcomplex<f32>>, tensor<0x?xi1>, tensor<?x?xi1>, index, tensor<2xvector<4xf32>>) -> (), sym_name = "oddities"}> ({
  ^bb0(%arg0: tensor<2xcomplex<f32>> loc("<stdin>":120:21), %arg1: tensor<0x?xi1> loc("<stdin>":120:49), %arg2: tensor<?x?xi1> loc("<stdin>":120:69), %arg3: index loc("<stdin>":120:89), %arg4: tensor<2xvector<4xf32>> loc("<stdin>":120:100)):
    %0 = "arith.constant"() <{value = 0 : index}> : () -> index loc("<stdin>":121:9)
    %1 = "tensor.extract"(%arg0, %0) : (tensor<2xcomplex<f32>>, index) -> complex<f32> loc("<stdin>":122:8)
    %2 = "tensor.splat"(%1) : (complex<f32>) -> tensor<3xcomplex<f32>> loc("<stdin>":123:8)
    %3 = "tensor.extract"(%arg4, %0) : (tensor<2xvector<4xf32>>, index) -> vector<4xf32> loc("<stdin>":124:8)
    %4 = "tensor.from_elements"() : () -> tensor<0xf32> loc("<stdin>":125:8)
    %5 = "tensor.collapse_shape"(%arg1) <{reassociation = [[0, 1]]}> : (tensor<0x?xi1>) -> tensor<?xi1> loc("<stdin>":126:8)
    %6 = "tensor.extract_slice"(%arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 0, 1>, static_strides = array<i64: 1, -1>}> : (tensor<?x?xi1>, index) -> tensor<0xi1> loc("<stdin>":127:8)
    %7 = "tensor.extract_slice"(%arg2, %arg3) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 0, 1>, static_strides = array<i64: 1, 1>}> : (tensor<?x?xi1>, index) -> tensor<0x1xi1> loc("<stdin>":128:8)
    "func.return"() : () -> () loc("<stdin>":129:3)
  }) : () -> () loc("<stdin>":120:1)
}) : () -> () loc("<stdin>":117:9)
