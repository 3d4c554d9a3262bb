#loc8 = loc("<stdin>":6:34)
#loc11 = loc("<stdin>":7:20)
#loc12 = loc("<stdin>":7:38)
"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32) -> (i32, f32), res_attrs = [{d.res}, {}], sym_name = "decl", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc1)
  "func.func"() <{function_type = () -> (), sym_name = "no_args", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc2)
  "func.func"() <{function_type = ((i32) -> (i32, i32)) -> ((f32) -> ()), sym_name = "fn_type", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc3)
  "func.func"() <{function_type = () -> (), no_inline, sym_name = "vis", sym_visibility = "private"}> ({
  }) {d.a = 1 : i64} : () -> () loc(#loc4)
  "func.func"() <{function_type = () -> (), sym_name = "nested", sym_visibility = "nested"}> ({
    "func.return"() : () -> () loc(#loc6)
  }) : () -> () loc(#loc5)
  "func.func"() <{arg_attrs = [{d.arg = "x", d.other}], function_type = (i32) -> i32, res_attrs = [{d.r = [1, 2]}], sym_name = "quoted name \22x\22"}> ({
  ^bb0(%arg2: i32 loc("<stdin>":6:34)):
    "func.return"(%arg2) : (i32) -> () loc(#loc9)
  }) : () -> () loc(#loc7)
  "func.func"() <{function_type = ((i32) -> i32, i32) -> i32, sym_name = "callers"}> ({
  ^bb0(%arg0: (i32) -> i32 loc("<stdin>":7:20), %arg1: i32 loc("<stdin>":7:38)):
    %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32 loc(#loc13)
    %1 = "func.call"(%arg1) <{callee = @"quoted name \22x\22"}> : (i32) -> i32 loc(#loc14)
    %2:2 = "func.call"(%arg1, %0) <{callee = @decl}> : (i32, f32) -> (i32, f32) loc(#loc15)
    %3 = "func.call_indirect"(%arg0, %1) : ((i32) -> i32, i32) -> i32 loc(#loc16)
    %4 = "func.constant"() <{value = @decl}> : () -> ((i32, f32) -> (i32, f32)) loc(#loc17)
    "func.return"(%3) : (i32) -> () loc(#loc18)
  }) : () -> () loc(#loc10)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":1:1)
#loc2 = loc("<stdin>":2:1)
#loc3 = loc("<stdin>":3:1)
#loc4 = loc("<stdin>":4:1)
#loc5 = loc("<stdin>":5:1)
#loc6 = loc("<stdin>":5:30)
#loc7 = loc("<stdin>":6:1)
#loc9 = loc("<stdin>":6:92)
#loc10 = loc("<stdin>":7:1)
#loc13 = loc("<stdin>":8:8)
#loc14 = loc("<stdin>":9:8)
#loc15 = loc("<stdin>":10:10)
#loc16 = loc("<stdin>":11:8)
#loc17 = loc("<stdin>":12:8)
#loc18 = loc("<stdin>":13:3)

// -----
#loc2 = loc("<stdin>":16:16)
#loc3 = loc("<stdin>":16:24)
#loc5 = loc("<stdin>":18:6)
#loc7 = loc("<stdin>":20:6)
#loc8 = loc("<stdin>":20:15)
#loc11 = loc("<stdin>":23:6)
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "cfg"}> ({
  ^bb0(%arg0: i1 loc("<stdin>":16:16), %arg1: i32 loc("<stdin>":16:24)):
    "cf.cond_br"(%arg0, %arg1, %arg1, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i1) -> () loc(#loc4)
  ^bb1(%0: i32 loc("<stdin>":18:6)):  // 2 preds: ^bb0, ^bb4
    "cf.br"(%0)[^bb3] : (i32) -> () loc(#loc6)
  ^bb2(%1: i32 loc("<stdin>":20:6), %2: i1 loc("<stdin>":20:15)):  // pred: ^bb0
    "cf.assert"(%2) <{msg = "message with \22quotes\22 and \\n"}> : (i1) -> () loc(#loc9)
    "cf.cond_br"(%2, %1)[^bb3, ^bb4] <{branch_weights = array<i32: 1, 99>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> () loc(#loc10)
  ^bb3(%3: i32 loc("<stdin>":23:6)):  // 3 preds: ^bb1, ^bb2, ^bb4
    "func.return"(%3) : (i32) -> () loc(#loc12)
  ^bb4:  // 2 preds: ^bb2, ^bb4
    "cf.switch"(%arg1, %arg1, %arg1)[^bb3, ^bb1, ^bb4] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -7]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> () loc(#loc13)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":15:9)
#loc1 = loc("<stdin>":16:1)
#loc4 = loc("<stdin>":17:3)
#loc6 = loc("<stdin>":19:3)
#loc9 = loc("<stdin>":21:3)
#loc10 = loc("<stdin>":22:3)
#loc12 = loc("<stdin>":24:3)
#loc13 = loc("<stdin>":26:3)

// -----
#loc2 = loc("<stdin>":33:16)
#loc3 = loc("<stdin>":33:28)
#loc4 = loc("<stdin>":33:40)
#loc5 = loc("<stdin>":33:51)
#loc6 = loc("<stdin>":33:70)
#loc7 = loc("<stdin>":33:78)
#loc9 = loc("<stdin>":34:16)
#loc10 = loc("<stdin>":34:50)
#loc15 = loc("<stdin>":39:11)
#loc23 = loc("<stdin>":51:19)
#loc26 = loc("<stdin>":55:8)
#loc29 = loc("<stdin>":58:24)
#loc30 = loc("<stdin>":58:28)
#loc32 = loc("<stdin>":60:10)
#loc33 = loc("<stdin>":60:19)
"builtin.module"() ({
  "func.func"() <{function_type = (index, index, index, memref<?xf32>, i1, f32) -> (f32, f32), sym_name = "scf"}> ({
  ^bb0(%arg0: index loc("<stdin>":33:16), %arg1: index loc("<stdin>":33:28), %arg2: index loc("<stdin>":33:40), %arg3: memref<?xf32> loc("<stdin>":33:51), %arg4: i1 loc("<stdin>":33:70), %arg5: f32 loc("<stdin>":33:78)):
    %0 = "scf.for"(%arg0, %arg1, %arg2, %arg5) ({
    ^bb0(%arg13: index loc("<stdin>":34:16), %arg14: f32 loc("<stdin>":34:50)):
      %8 = "memref.load"(%arg3, %arg13) : (memref<?xf32>, index) -> f32 loc(#loc11)
      %9 = "arith.addf"(%arg14, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc12)
      "scf.yield"(%9) : (f32) -> () loc(#loc13)
    }) {loop.hint = "unroll"} : (index, index, index, f32) -> f32 loc(#loc8)
    "scf.for"(%arg0, %arg1, %arg2) ({
    ^bb0(%arg12: index loc("<stdin>":39:11)):
      "scf.if"(%arg4) ({
        "memref.store"(%0, %arg3, %arg12) : (f32, memref<?xf32>, index) -> () loc(#loc17)
        "scf.yield"() : () -> () loc(#loc16)
      }, {
        "memref.store"(%arg5, %arg3, %arg12) : (f32, memref<?xf32>, index) -> () loc(#loc18)
        "scf.yield"() : () -> () loc(#loc16)
      }) : (i1) -> () loc(#loc16)
      "scf.yield"() : () -> () loc(#loc14)
    }) : (index, index, index) -> () loc(#loc14)
    %1:2 = "scf.if"(%arg4) ({
      "scf.yield"(%0, %arg5) : (f32, f32) -> () loc(#loc20)
    }, {
      "scf.yield"(%arg5, %0) : (f32, f32) -> () loc(#loc21)
    }) : (i1) -> (f32, f32) loc(#loc19)
    %2 = "scf.while"(%arg5) ({
    ^bb0(%arg11: f32 loc("<stdin>":51:19)):
      %7 = "arith.cmpf"(%arg11, %arg5) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1 loc(#loc24)
      "scf.condition"(%7, %arg11) : (i1, f32) -> () loc(#loc25)
    }, {
    ^bb0(%arg10: f32 loc("<stdin>":55:8)):
      "scf.yield"(%arg10) : (f32) -> () loc(#loc27)
    }) : (f32) -> f32 loc(#loc22)
    %3 = "scf.parallel"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2, %arg5) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
    ^bb0(%arg6: index loc("<stdin>":58:24), %arg7: index loc("<stdin>":58:28)):
      "scf.reduce"(%arg5) ({
      ^bb0(%arg8: f32 loc("<stdin>":60:10), %arg9: f32 loc("<stdin>":60:19)):
        %6 = "arith.addf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc34)
        "scf.reduce.return"(%6) : (f32) -> () loc(#loc35)
      }) : (f32) -> () loc(#loc31)
    }) : (index, index, index, index, index, index, f32) -> f32 loc(#loc28)
    %4 = "scf.execute_region"() ({
      "cf.br"()[^bb1] : () -> () loc(#loc37)
    ^bb1:  // pred: ^bb0
      "scf.yield"(%0) : (f32) -> () loc(#loc38)
    }) : () -> f32 loc(#loc36)
    %5 = "scf.index_switch"(%arg0) <{cases = array<i64: 0, -3>}> ({
      "scf.yield"(%4) : (f32) -> () loc(#loc40)
    }, {
      "scf.yield"(%0) : (f32) -> () loc(#loc41)
    }, {
      "scf.yield"(%2) : (f32) -> () loc(#loc42)
    }) : (index) -> f32 loc(#loc39)
    "func.return"(%1#0, %1#1) : (f32, f32) -> () loc(#loc43)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":32:9)
#loc1 = loc("<stdin>":33:1)
#loc8 = loc("<stdin>":34:8)
#loc11 = loc("<stdin>":35:10)
#loc12 = loc("<stdin>":36:10)
#loc13 = loc("<stdin>":37:5)
#loc14 = loc("<stdin>":39:3)
#loc16 = loc("<stdin>":40:5)
#loc17 = loc("<stdin>":41:7)
#loc18 = loc("<stdin>":43:7)
#loc19 = loc("<stdin>":46:10)
#loc20 = loc("<stdin>":47:5)
#loc21 = loc("<stdin>":49:5)
#loc22 = loc("<stdin>":51:8)
#loc24 = loc("<stdin>":52:10)
#loc25 = loc("<stdin>":53:5)
#loc27 = loc("<stdin>":56:5)
#loc28 = loc("<stdin>":58:10)
#loc31 = loc("<stdin>":59:5)
#loc34 = loc("<stdin>":61:12)
#loc35 = loc("<stdin>":62:7)
#loc36 = loc("<stdin>":65:8)
#loc37 = loc("<stdin>":66:5)
#loc38 = loc("<stdin>":68:5)
#loc39 = loc("<stdin>":70:9)
#loc40 = loc("<stdin>":73:13)
#loc41 = loc("<stdin>":71:12)
#loc42 = loc("<stdin>":72:13)
#loc43 = loc("<stdin>":74:3)

// -----
#loc2 = loc("<stdin>":77:19)
#loc3 = loc("<stdin>":77:38)
#loc5 = loc("<stdin>":78:20)
#loc6 = loc("<stdin>":78:44)
#loc11 = loc("<stdin>":84:15)
#loc12 = loc("<stdin>":84:19)
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, index) -> tensor<?xf32>, sym_name = "forall"}> ({
  ^bb0(%arg0: tensor<?xf32> loc("<stdin>":77:19), %arg1: index loc("<stdin>":77:38)):
    %0 = "scf.forall"(%arg1, %arg0) <{mapping = [#gpu.thread<x>], operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg4: index loc("<stdin>":78:20), %arg5: tensor<?xf32> loc("<stdin>":78:44)):
      %1 = "tensor.extract_slice"(%arg0, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<?xf32>, index) -> tensor<1xf32> loc(#loc7)
      "scf.forall.in_parallel"() ({
        "tensor.parallel_insert_slice"(%1, %arg5, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<?xf32>, index) -> () loc(#loc9)
      }) : () -> () loc(#loc8)
    }) : (index, tensor<?xf32>) -> tensor<?xf32> loc(#loc4)
    "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 2>, staticUpperBound = array<i64: 4, 8>}> ({
    ^bb0(%arg2: index loc("<stdin>":84:15), %arg3: index loc("<stdin>":84:19)):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> () loc(#loc10)
    }) : () -> () loc(#loc10)
    "func.return"(%0) : (tensor<?xf32>) -> () loc(#loc13)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":76:9)
#loc1 = loc("<stdin>":77:1)
#loc4 = loc("<stdin>":78:8)
#loc7 = loc("<stdin>":79:10)
#loc8 = loc("<stdin>":80:5)
#loc9 = loc("<stdin>":81:7)
#loc10 = loc("<stdin>":84:3)
#loc13 = loc("<stdin>":85:3)
