"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<4xi8>) -> tensor<1x8x8x16xf32>, sym_name = "tosa"}> ({
  ^bb0(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<16x3x3x4xf32>, %arg2: tensor<16xf32>, %arg3: tensor<4xi8>):
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = "tosa.conv2d"(%arg0, %arg1, %arg2, %0, %0) <{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x16xf32>
    %2 = "tosa.clamp"(%1) <{max_val = 0x7F800000 : f32, min_val = -1.000000e+00 : f32, nan_mode = #tosa.nan_mode<PROPAGATE>}> : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
    %3 = "tosa.const_shape"() <{values = dense<"0x01000000000000000004000000000000"> : tensor<2xindex>}> : () -> !tosa.shape<2>
    %4 = "tosa.reshape"(%2, %3) : (tensor<1x8x8x16xf32>, !tosa.shape<2>) -> tensor<1x1024xf32>
    %5 = "tosa.reduce_sum"(%4) <{axis = 1 : i32}> : (tensor<1x1024xf32>) -> tensor<1x1xf32>
    %6 = "tosa.transpose"(%arg0) <{perms = array<i32: 0, 3, 1, 2>}> : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32>
    %7 = "tosa.const"() <{values = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %8 = "tosa.cond_if"(%7) ({
      "tosa.yield"(%5) : (tensor<1x1xf32>) -> ()
    }, {
      "tosa.yield"(%5) : (tensor<1x1xf32>) -> ()
    }) : (tensor<i1>) -> tensor<1x1xf32>
    "func.return"(%2) : (tensor<1x8x8x16xf32>) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<1x4x4xf32>, tensor<1xf32>) -> (), sym_name = "tosa_custom"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<1x4x4xf32>, %arg2: tensor<1xf32>):
    %0 = "tosa.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = "tosa.custom"(%arg0) <{domain_name = "d", implementation_attrs = "", operator_name = "op \22q\22"}> : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "tosa.const"() <{values = dense<"0x010E0304"> : tensor<2x2xi4>}> : () -> tensor<2x2xi4>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x3xf32>, !shape.shape, !shape.size) -> !shape.shape, sym_name = "shape"}> ({
  ^bb0(%arg1: tensor<?x3xf32>, %arg2: !shape.shape, %arg3: !shape.size):
    %1 = "shape.shape_of"(%arg1) : (tensor<?x3xf32>) -> tensor<2xindex>
    %2 = "shape.const_shape"() <{shape = dense<"0x010000000000000002000000000000000300000000000000"> : tensor<3xindex>}> : () -> !shape.shape
    %3 = "shape.broadcast"(%arg2, %2) : (!shape.shape, !shape.shape) -> !shape.shape
    %4 = "shape.const_size"() <{value = 42 : index}> : () -> !shape.size
    %5 = "shape.concat"(%2, %3) : (!shape.shape, !shape.shape) -> !shape.shape
    %6 = "shape.cstr_broadcastable"(%arg2, %2) : (!shape.shape, !shape.shape) -> !shape.witness
    %7 = "shape.assuming"(%6) ({
      "shape.assuming_yield"(%5) : (!shape.shape) -> ()
    }) : (!shape.witness) -> !shape.shape
    %8 = "shape.reduce"(%2, %4) ({
    ^bb0(%arg4: index, %arg5: !shape.size, %arg6: !shape.size):
      %10 = "shape.mul"(%arg6, %arg5) : (!shape.size, !shape.size) -> !shape.size
      "shape.yield"(%10) : (!shape.size) -> ()
    }) : (!shape.shape, !shape.size) -> !shape.size
    %9 = "shape.const_witness"() <{passing = true}> : () -> !shape.witness
    "func.return"(%7) : (!shape.shape) -> ()
  }) : () -> ()
  "shape.function_library"() <{mapping = {my.op = @same}, sym_name = "lib"}> ({
    "shape.func"() <{function_type = (!shape.value_shape) -> !shape.shape, sym_name = "same"}> ({
    ^bb0(%arg0: !shape.value_shape):
      %0 = "shape.shape_of"(%arg0) : (!shape.value_shape) -> !shape.shape
      "shape.return"(%0) : (!shape.shape) -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
