"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<4xi8>) -> tensor<1x8x8x16xf32>, sym_name = "tosa"}> ({
  ^bb0(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<16x3x3x4xf32>, %arg2: tensor<16xf32>, %arg3: tensor<4xi8>):
    // %arg0 is used by %8, %3
    // %arg1 is used by %3
    // %arg2 is used by %3
    // %arg3 is unused
    %2 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32> // user: %3
    %3 = "tosa.conv2d"(%arg0, %arg1, %arg2, %2, %2) <{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x16xf32> // user: %4
    %4 = "tosa.clamp"(%3) <{max_val = 0x7F800000 : f32, min_val = -1.000000e+00 : f32, nan_mode = #tosa.nan_mode<PROPAGATE>}> : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> // users: %11, %6
    %5 = "tosa.const_shape"() <{values = dense<[1, 1024]> : tensor<2xindex>}> : () -> !tosa.shape<2> // user: %6
    %6 = "tosa.reshape"(%4, %5) : (tensor<1x8x8x16xf32>, !tosa.shape<2>) -> tensor<1x1024xf32> // user: %7
    %7 = "tosa.reduce_sum"(%6) <{axis = 1 : i32}> : (tensor<1x1024xf32>) -> tensor<1x1xf32> // users: %12, %13
    %8 = "tosa.transpose"(%arg0) <{perms = array<i32: 0, 3, 1, 2>}> : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32> // unused
    %9 = "tosa.const"() <{values = dense<true> : tensor<i1>}> : () -> tensor<i1> // user: %10
    %10 = "tosa.cond_if"(%9) ({
      "tosa.yield"(%7) : (tensor<1x1xf32>) -> () // id: %13
    }, {
      "tosa.yield"(%7) : (tensor<1x1xf32>) -> () // id: %12
    }) : (tensor<i1>) -> tensor<1x1xf32> // unused
    "func.return"(%4) : (tensor<1x8x8x16xf32>) -> () // id: %11
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<i1>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>, sym_name = "tosa_cond"}> ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<i32>):
    // %arg0 is used by %2
    // %arg1 is used by %4, %3, %6, %7
    // %arg2 is unused
    %2 = "tosa.cond_if"(%arg0) ({
      %7 = "tosa.exp"(%arg1) : (tensor<4xf32>) -> tensor<4xf32> // user: %8
      "tosa.yield"(%7) : (tensor<4xf32>) -> () // id: %8
    }, {
      "tosa.yield"(%arg1) : (tensor<4xf32>) -> () // id: %6
    }) : (tensor<i1>) -> tensor<4xf32> // user: %5
    %3 = "tosa.add"(%arg1, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> // unused
    %4 = "tosa.custom"(%arg1) <{domain_name = "d", implementation_attrs = "", operator_name = "op \22q\22"}> : (tensor<4xf32>) -> tensor<4xf32> // unused
    "func.return"(%2) : (tensor<4xf32>) -> () // id: %5
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<1x4x4xf32>, tensor<1xf32>) -> (), sym_name = "tosa_custom"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<1x4x4xf32>, %arg2: tensor<1xf32>):
    // %arg0 is used by %3, %2
    // %arg1 is unused
    // %arg2 is unused
    %2 = "tosa.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> // unused
    %3 = "tosa.custom"(%arg0) <{domain_name = "d", implementation_attrs = "", operator_name = "op \22q\22"}> : (tensor<4xf32>) -> tensor<4xf32> // unused
    %4 = "tosa.const"() <{values = dense<[[1, -2], [3, 4]]> : tensor<2x2xi4>}> : () -> tensor<2x2xi4> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x3xf32>, !shape.shape, !shape.size) -> !shape.shape, sym_name = "shape"}> ({
  ^bb0(%arg1: tensor<?x3xf32>, %arg2: !shape.shape, %arg3: !shape.size):
    // %arg1 is used by %6
    // %arg2 is used by %11, %8
    // %arg3 is unused
    %6 = "shape.shape_of"(%arg1) : (tensor<?x3xf32>) -> tensor<2xindex> // unused
    %7 = "shape.const_shape"() <{shape = dense<[1, 2, 3]> : tensor<3xindex>}> : () -> !shape.shape // users: %13, %11, %10, %8
    %8 = "shape.broadcast"(%arg2, %7) : (!shape.shape, !shape.shape) -> !shape.shape // user: %10
    %9 = "shape.const_size"() <{value = 42 : index}> : () -> !shape.size // user: %13
    %10 = "shape.concat"(%7, %8) : (!shape.shape, !shape.shape) -> !shape.shape // user: %18
    %11 = "shape.cstr_broadcastable"(%arg2, %7) : (!shape.shape, !shape.shape) -> !shape.witness // user: %12
    %12 = "shape.assuming"(%11) ({
      "shape.assuming_yield"(%10) : (!shape.shape) -> () // id: %18
    }) : (!shape.witness) -> !shape.shape // user: %15
    %13 = "shape.reduce"(%7, %9) ({
    ^bb0(%arg4: index, %arg5: !shape.size, %arg6: !shape.size):
      // %arg4 is unused
      // %arg5 is used by %16
      // %arg6 is used by %16
      %16 = "shape.mul"(%arg6, %arg5) : (!shape.size, !shape.size) -> !shape.size // user: %17
      "shape.yield"(%16) : (!shape.size) -> () // id: %17
    }) : (!shape.shape, !shape.size) -> !shape.size // unused
    %14 = "shape.const_witness"() <{passing = true}> : () -> !shape.witness // unused
    "func.return"(%12) : (!shape.shape) -> () // id: %15
  }) : () -> ()
  "shape.function_library"() <{mapping = {my.op = @same}, sym_name = "lib"}> ({
    "shape.func"() <{function_type = (!shape.value_shape) -> !shape.shape, sym_name = "same"}> ({
    ^bb0(%arg0: !shape.value_shape):
      // %arg0 is used by %4
      %4 = "shape.shape_of"(%arg0) : (!shape.value_shape) -> !shape.shape // user: %5
      "shape.return"(%4) : (!shape.shape) -> () // id: %5
    }) : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<2x2xf32>, tensor<4x!quant.any<i8<-16:7>:f32>>, !quant.calibrated<f32<-0.998:1.232000e+00>>, !quant.uniform<i8:f32:{0:2, 1:2}, {{1.000000e-01, 2.000000e-01}, {3.000000e-01:1, 4.000000e-01}}>) -> (), sym_name = "quant"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<4x!quant.any<i8<-16:7>:f32>>, %arg3: !quant.calibrated<f32<-0.998:1.232000e+00>>, %arg4: !quant.uniform<i8:f32:{0:2, 1:2}, {{1.000000e-01, 2.000000e-01}, {3.000000e-01:1, 4.000000e-01}}>):
    // %arg0 is used by %2
    // %arg1 is used by %4
    // %arg2 is unused
    // %arg3 is unused
    // %arg4 is unused
    %2 = "quant.qcast"(%arg0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e-02:-5>> // users: %5, %3
    %3 = "quant.dcast"(%2) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-02:-5>>) -> tensor<4xf32> // unused
    %4 = "quant.qcast"(%arg1) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<u8<1:254>:f32:1, {1.000000e-01:127,2.000000e-01}>> // unused
    %5 = "quant.scast"(%2) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-02:-5>>) -> tensor<4xi8> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
