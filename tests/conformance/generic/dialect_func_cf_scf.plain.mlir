"builtin.module"() ({
  "func.func"() <{function_type = (i32, f32) -> (i32, f32), res_attrs = [{d.res}, {}], sym_name = "decl", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "no_args", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = ((i32) -> (i32, i32)) -> ((f32) -> ()), sym_name = "fn_type", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> (), no_inline, sym_name = "vis", sym_visibility = "private"}> ({
  }) {d.a = 1 : i64} : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "nested", sym_visibility = "nested"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{d.arg = "x", d.other}], function_type = (i32) -> i32, res_attrs = [{d.r = [1, 2]}], sym_name = "quoted name \22x\22"}> ({
  ^bb0(%arg2: i32):
    "func.return"(%arg2) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = ((i32) -> i32, i32) -> i32, sym_name = "callers"}> ({
  ^bb0(%arg0: (i32) -> i32, %arg1: i32):
    %0 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %1 = "func.call"(%arg1) <{callee = @"quoted name \22x\22"}> : (i32) -> i32
    %2:2 = "func.call"(%arg1, %0) <{callee = @decl}> : (i32, f32) -> (i32, f32)
    %3 = "func.call_indirect"(%arg0, %1) : ((i32) -> i32, i32) -> i32
    %4 = "func.constant"() <{value = @decl}> : () -> ((i32, f32) -> (i32, f32))
    "func.return"(%3) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "cfg"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    "cf.cond_br"(%arg0, %arg1, %arg1, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i1) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb4
    "cf.br"(%0)[^bb3] : (i32) -> ()
  ^bb2(%1: i32, %2: i1):  // pred: ^bb0
    "cf.assert"(%2) <{msg = "message with \22quotes\22 and \\n"}> : (i1) -> ()
    "cf.cond_br"(%2, %1)[^bb3, ^bb4] <{branch_weights = array<i32: 1, 99>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb3(%3: i32):  // 3 preds: ^bb1, ^bb2, ^bb4
    "func.return"(%3) : (i32) -> ()
  ^bb4:  // 2 preds: ^bb2, ^bb4
    "cf.switch"(%arg1, %arg1, %arg1)[^bb3, ^bb1, ^bb4] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -7]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index, index, index, memref<?xf32>, i1, f32) -> (f32, f32), sym_name = "scf"}> ({
  ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<?xf32>, %arg4: i1, %arg5: f32):
    %0 = "scf.for"(%arg0, %arg1, %arg2, %arg5) ({
    ^bb0(%arg13: index, %arg14: f32):
      %8 = "memref.load"(%arg3, %arg13) : (memref<?xf32>, index) -> f32
      %9 = "arith.addf"(%arg14, %8) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "scf.yield"(%9) : (f32) -> ()
    }) {loop.hint = "unroll"} : (index, index, index, f32) -> f32
    "scf.for"(%arg0, %arg1, %arg2) ({
    ^bb0(%arg12: index):
      "scf.if"(%arg4) ({
        "memref.store"(%0, %arg3, %arg12) : (f32, memref<?xf32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
        "memref.store"(%arg5, %arg3, %arg12) : (f32, memref<?xf32>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (i1) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %1:2 = "scf.if"(%arg4) ({
      "scf.yield"(%0, %arg5) : (f32, f32) -> ()
    }, {
      "scf.yield"(%arg5, %0) : (f32, f32) -> ()
    }) : (i1) -> (f32, f32)
    %2 = "scf.while"(%arg5) ({
    ^bb0(%arg11: f32):
      %7 = "arith.cmpf"(%arg11, %arg5) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
      "scf.condition"(%7, %arg11) : (i1, f32) -> ()
    }, {
    ^bb0(%arg10: f32):
      "scf.yield"(%arg10) : (f32) -> ()
    }) : (f32) -> f32
    %3 = "scf.parallel"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2, %arg5) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
    ^bb0(%arg6: index, %arg7: index):
      "scf.reduce"(%arg5) ({
      ^bb0(%arg8: f32, %arg9: f32):
        %6 = "arith.addf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "scf.reduce.return"(%6) : (f32) -> ()
      }) : (f32) -> ()
    }) : (index, index, index, index, index, index, f32) -> f32
    %4 = "scf.execute_region"() ({
      "cf.br"()[^bb1] : () -> ()
    ^bb1:  // pred: ^bb0
      "scf.yield"(%0) : (f32) -> ()
    }) : () -> f32
    %5 = "scf.index_switch"(%arg0) <{cases = array<i64: 0, -3>}> ({
      "scf.yield"(%4) : (f32) -> ()
    }, {
      "scf.yield"(%0) : (f32) -> ()
    }, {
      "scf.yield"(%2) : (f32) -> ()
    }) : (index) -> f32
    "func.return"(%1#0, %1#1) : (f32, f32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, index) -> tensor<?xf32>, sym_name = "forall"}> ({
  ^bb0(%arg0: tensor<?xf32>, %arg1: index):
    %0 = "scf.forall"(%arg1, %arg0) <{mapping = [#gpu.thread<x>], operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg4: index, %arg5: tensor<?xf32>):
      %1 = "tensor.extract_slice"(%arg0, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<?xf32>, index) -> tensor<1xf32>
      "scf.forall.in_parallel"() ({
        "tensor.parallel_insert_slice"(%1, %arg5, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<?xf32>, index) -> ()
      }) : () -> ()
    }) : (index, tensor<?xf32>) -> tensor<?xf32>
    "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 2>, staticUpperBound = array<i64: 4, 8>}> ({
    ^bb0(%arg2: index, %arg3: index):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : () -> ()
    "func.return"(%0) : (tensor<?xf32>) -> ()
  }) : () -> ()
}) : () -> ()
