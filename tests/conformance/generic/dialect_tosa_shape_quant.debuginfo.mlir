#loc2 = loc("<stdin>":1:17)
#loc3 = loc("<stdin>":1:42)
#loc4 = loc("<stdin>":1:68)
#loc5 = loc("<stdin>":1:88)
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<4xi8>) -> tensor<1x8x8x16xf32>, sym_name = "tosa"}> ({
  ^bb0(%arg0: tensor<1x8x8x4xf32> loc("<stdin>":1:17), %arg1: tensor<16x3x3x4xf32> loc("<stdin>":1:42), %arg2: tensor<16xf32> loc("<stdin>":1:68), %arg3: tensor<4xi8> loc("<stdin>":1:88)):
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32> loc(#loc6)
    %1 = "tosa.conv2d"(%arg0, %arg1, %arg2, %0, %0) <{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x16xf32> loc(#loc7)
    %2 = "tosa.clamp"(%1) <{max_val = 0x7F800000 : f32, min_val = -1.000000e+00 : f32, nan_mode = #tosa.nan_mode<PROPAGATE>}> : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32> loc(#loc8)
    %3 = "tosa.const_shape"() <{values = dense<[1, 1024]> : tensor<2xindex>}> : () -> !tosa.shape<2> loc(#loc9)
    %4 = "tosa.reshape"(%2, %3) : (tensor<1x8x8x16xf32>, !tosa.shape<2>) -> tensor<1x1024xf32> loc(#loc10)
    %5 = "tosa.reduce_sum"(%4) <{axis = 1 : i32}> : (tensor<1x1024xf32>) -> tensor<1x1xf32> loc(#loc11)
    %6 = "tosa.transpose"(%arg0) <{perms = array<i32: 0, 3, 1, 2>}> : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32> loc(#loc12)
    %7 = "tosa.const"() <{values = dense<true> : tensor<i1>}> : () -> tensor<i1> loc(#loc13)
    %8 = "tosa.cond_if"(%7) ({
      "tosa.yield"(%5) : (tensor<1x1xf32>) -> () loc(#loc15)
    }, {
      "tosa.yield"(%5) : (tensor<1x1xf32>) -> () loc(#loc16)
    }) : (tensor<i1>) -> tensor<1x1xf32> loc(#loc14)
    "func.return"(%2) : (tensor<1x8x8x16xf32>) -> () loc(#loc17)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":1:1)
#loc6 = loc("<stdin>":2:9)
#loc7 = loc("<stdin>":3:8)
#loc8 = loc("<stdin>":4:8)
#loc9 = loc("<stdin>":5:8)
#loc10 = loc("<stdin>":6:8)
#loc11 = loc("<stdin>":7:8)
#loc12 = loc("<stdin>":8:8)
#loc13 = loc("<stdin>":9:8)
#loc14 = loc("<stdin>":10:8)
#loc15 = loc("<stdin>":11:5)
#loc16 = loc("<stdin>":13:5)
#loc17 = loc("<stdin>":15:3)

// -----
#loc2 = loc("<stdin>":18:22)
#loc3 = loc("<stdin>":18:38)
#loc4 = loc("<stdin>":18:57)
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<i1>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>, sym_name = "tosa_cond"}> ({
  ^bb0(%arg0: tensor<i1> loc("<stdin>":18:22), %arg1: tensor<4xf32> loc("<stdin>":18:38), %arg2: tensor<i32> loc("<stdin>":18:57)):
    %0 = "tosa.cond_if"(%arg0) ({
      %3 = "tosa.exp"(%arg1) : (tensor<4xf32>) -> tensor<4xf32> loc(#loc6)
      "tosa.yield"(%3) : (tensor<4xf32>) -> () loc(#loc7)
    }, {
      "tosa.yield"(%arg1) : (tensor<4xf32>) -> () loc(#loc8)
    }) : (tensor<i1>) -> tensor<4xf32> loc(#loc5)
    %1 = "tosa.add"(%arg1, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc(#loc9)
    %2 = "tosa.custom"(%arg1) <{domain_name = "d", implementation_attrs = "", operator_name = "op \22q\22"}> : (tensor<4xf32>) -> tensor<4xf32> loc(#loc10)
    "func.return"(%0) : (tensor<4xf32>) -> () loc(#loc11)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":17:9)
#loc1 = loc("<stdin>":18:1)
#loc5 = loc("<stdin>":19:8)
#loc6 = loc("<stdin>":20:10)
#loc7 = loc("<stdin>":21:5)
#loc8 = loc("<stdin>":23:5)
#loc9 = loc("<stdin>":25:8)
#loc10 = loc("<stdin>":26:8)
#loc11 = loc("<stdin>":27:3)

// -----
#loc2 = loc("<stdin>":30:24)
#loc3 = loc("<stdin>":30:43)
#loc4 = loc("<stdin>":30:66)
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<1x4x4xf32>, tensor<1xf32>) -> (), sym_name = "tosa_custom"}> ({
  ^bb0(%arg0: tensor<4xf32> loc("<stdin>":30:24), %arg1: tensor<1x4x4xf32> loc("<stdin>":30:43), %arg2: tensor<1xf32> loc("<stdin>":30:66)):
    %0 = "tosa.add"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc(#loc5)
    %1 = "tosa.custom"(%arg0) <{domain_name = "d", implementation_attrs = "", operator_name = "op \22q\22"}> : (tensor<4xf32>) -> tensor<4xf32> loc(#loc6)
    %2 = "tosa.const"() <{values = dense<[[1, -2], [3, 4]]> : tensor<2x2xi4>}> : () -> tensor<2x2xi4> loc(#loc7)
    "func.return"() : () -> () loc(#loc8)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":29:9)
#loc1 = loc("<stdin>":30:1)
#loc5 = loc("<stdin>":31:8)
#loc6 = loc("<stdin>":32:8)
#loc7 = loc("<stdin>":33:8)
#loc8 = loc("<stdin>":34:3)

// -----
#loc2 = loc("<stdin>":37:18)
#loc3 = loc("<stdin>":37:39)
#loc4 = loc("<stdin>":37:57)
#loc14 = loc("<stdin>":48:8)
#loc15 = loc("<stdin>":48:19)
#loc16 = loc("<stdin>":48:36)
#loc23 = loc("<stdin>":56:20)
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x3xf32>, !shape.shape, !shape.size) -> !shape.shape, sym_name = "shape"}> ({
  ^bb0(%arg1: tensor<?x3xf32> loc("<stdin>":37:18), %arg2: !shape.shape loc("<stdin>":37:39), %arg3: !shape.size loc("<stdin>":37:57)):
    %1 = "shape.shape_of"(%arg1) : (tensor<?x3xf32>) -> tensor<2xindex> loc(#loc5)
    %2 = "shape.const_shape"() <{shape = dense<[1, 2, 3]> : tensor<3xindex>}> : () -> !shape.shape loc(#loc6)
    %3 = "shape.broadcast"(%arg2, %2) : (!shape.shape, !shape.shape) -> !shape.shape loc(#loc7)
    %4 = "shape.const_size"() <{value = 42 : index}> : () -> !shape.size loc(#loc8)
    %5 = "shape.concat"(%2, %3) : (!shape.shape, !shape.shape) -> !shape.shape loc(#loc9)
    %6 = "shape.cstr_broadcastable"(%arg2, %2) : (!shape.shape, !shape.shape) -> !shape.witness loc(#loc10)
    %7 = "shape.assuming"(%6) ({
      "shape.assuming_yield"(%5) : (!shape.shape) -> () loc(#loc12)
    }) : (!shape.witness) -> !shape.shape loc(#loc11)
    %8 = "shape.reduce"(%2, %4) ({
    ^bb0(%arg4: index loc("<stdin>":48:8), %arg5: !shape.size loc("<stdin>":48:19), %arg6: !shape.size loc("<stdin>":48:36)):
      %10 = "shape.mul"(%arg6, %arg5) : (!shape.size, !shape.size) -> !shape.size loc(#loc17)
      "shape.yield"(%10) : (!shape.size) -> () loc(#loc18)
    }) : (!shape.shape, !shape.size) -> !shape.size loc(#loc13)
    %9 = "shape.const_witness"() <{passing = true}> : () -> !shape.witness loc(#loc19)
    "func.return"(%7) : (!shape.shape) -> () loc(#loc20)
  }) : () -> () loc(#loc1)
  "shape.function_library"() <{mapping = {my.op = @same}, sym_name = "lib"}> ({
    "shape.func"() <{function_type = (!shape.value_shape) -> !shape.shape, sym_name = "same"}> ({
    ^bb0(%arg0: !shape.value_shape loc("<stdin>":56:20)):
      %0 = "shape.shape_of"(%arg0) : (!shape.value_shape) -> !shape.shape loc(#loc24)
      "shape.return"(%0) : (!shape.shape) -> () loc(#loc25)
    }) : () -> () loc(#loc22)
  }) : () -> () loc(#loc21)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":36:9)
#loc1 = loc("<stdin>":37:1)
#loc5 = loc("<stdin>":38:8)
#loc6 = loc("<stdin>":39:8)
#loc7 = loc("<stdin>":40:8)
#loc8 = loc("<stdin>":41:8)
#loc9 = loc("<stdin>":42:8)
#loc10 = loc("<stdin>":43:8)
#loc11 = loc("<stdin>":44:8)
#loc12 = loc("<stdin>":45:5)
#loc13 = loc("<stdin>":47:8)
#loc17 = loc("<stdin>":49:10)
#loc18 = loc("<stdin>":50:5)
#loc19 = loc("<stdin>":52:8)
#loc20 = loc("<stdin>":53:3)
#loc21 = loc("<stdin>":55:1)
#loc22 = loc("<stdin>":56:3)
#loc24 = loc("<stdin>":57:10)
#loc25 = loc("<stdin>":58:5)

// -----
#loc2 = loc("<stdin>":64:18)
#loc3 = loc("<stdin>":64:37)
#loc4 = loc("<stdin>":64:58)
#loc5 = loc("<stdin>":64:99)
#loc6 = loc("<stdin>":64:141)
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<2x2xf32>, tensor<4x!quant.any<i8<-16:7>:f32>>, !quant.calibrated<f32<-0.998:1.232000e+00>>, !quant.uniform<i8:f32:{0:2, 1:2}, {{1.000000e-01, 2.000000e-01}, {3.000000e-01:1, 4.000000e-01}}>) -> (), sym_name = "quant"}> ({
  ^bb0(%arg0: tensor<4xf32> loc("<stdin>":64:18), %arg1: tensor<2x2xf32> loc("<stdin>":64:37), %arg2: tensor<4x!quant.any<i8<-16:7>:f32>> loc("<stdin>":64:58), %arg3: !quant.calibrated<f32<-0.998:1.232000e+00>> loc("<stdin>":64:99), %arg4: !quant.uniform<i8:f32:{0:2, 1:2}, {{1.000000e-01, 2.000000e-01}, {3.000000e-01:1, 4.000000e-01}}> loc("<stdin>":64:141)):
    %0 = "quant.qcast"(%arg0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e-02:-5>> loc(#loc7)
    %1 = "quant.dcast"(%0) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-02:-5>>) -> tensor<4xf32> loc(#loc8)
    %2 = "quant.qcast"(%arg1) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<u8<1:254>:f32:1, {1.000000e-01:127,2.000000e-01}>> loc(#loc9)
    %3 = "quant.scast"(%0) : (tensor<4x!quant.uniform<i8:f32, 1.000000e-02:-5>>) -> tensor<4xi8> loc(#loc10)
    "func.return"() : () -> () loc(#loc11)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":61:9)
#loc1 = loc("<stdin>":64:1)
#loc7 = loc("<stdin>":65:8)
#loc8 = loc("<stdin>":66:8)
#loc9 = loc("<stdin>":67:8)
#loc10 = loc("<stdin>":68:8)
#loc11 = loc("<stdin>":69:3)
