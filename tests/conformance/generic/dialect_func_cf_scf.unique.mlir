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
    // %arg2 is used by %14
    "func.return"(%arg2) : (i32) -> () // id: %14
  }) : () -> ()
  "func.func"() <{function_type = ((i32) -> i32, i32) -> i32, sym_name = "callers"}> ({
  ^bb0(%arg0: (i32) -> i32, %arg1: i32):
    // %arg0 is used by %11
    // %arg1 is used by %10#0, %10#1, %9
    %8 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32 // users: %10#0, %10#1
    %9 = "func.call"(%arg1) <{callee = @"quoted name \22x\22"}> : (i32) -> i32 // user: %11
    %10:2 = "func.call"(%arg1, %8) <{callee = @decl}> : (i32, f32) -> (i32, f32) // unused
    %11 = "func.call_indirect"(%arg0, %9) : ((i32) -> i32, i32) -> i32 // user: %13
    %12 = "func.constant"() <{value = @decl}> : () -> ((i32, f32) -> (i32, f32)) // unused
    "func.return"(%11) : (i32) -> () // id: %13
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "cfg"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    // %arg0 is used by %2
    // %arg1 is used by %11, %2
    "cf.cond_br"(%arg0, %arg1, %arg1, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i1) -> () // id: %2
  ^bb1(%3: i32):  // 2 preds: ^bb0, ^bb4
    // %3 is used by %4
    "cf.br"(%3)[^bb3] : (i32) -> () // id: %4
  ^bb2(%5: i32, %6: i1):  // pred: ^bb0
    // %5 is used by %8
    // %6 is used by %8, %7
    "cf.assert"(%6) <{msg = "message with \22quotes\22 and \\n"}> : (i1) -> () // id: %7
    "cf.cond_br"(%6, %5)[^bb3, ^bb4] <{branch_weights = array<i32: 1, 99>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> () // id: %8
  ^bb3(%9: i32):  // 3 preds: ^bb1, ^bb2, ^bb4
    // %9 is used by %10
    "func.return"(%9) : (i32) -> () // id: %10
  ^bb4:  // 2 preds: ^bb2, ^bb4
    "cf.switch"(%arg1, %arg1, %arg1)[^bb3, ^bb1, ^bb4] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -7]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> () // id: %11
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index, index, index, memref<?xf32>, i1, f32) -> (f32, f32), sym_name = "scf"}> ({
  ^bb0(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<?xf32>, %arg4: i1, %arg5: f32):
    // %arg0 is used by %8, %6, %3, %2
    // %arg1 is used by %6, %3, %2
    // %arg2 is used by %6, %3, %2
    // %arg3 is used by %25, %27, %29
    // %arg4 is used by %4#0, %4#1, %23
    // %arg5 is used by %6, %15, %5, %19, %21, %22, %25, %2
    %2 = "scf.for"(%arg0, %arg1, %arg2, %arg5) ({
    ^bb0(%arg13: index, %arg14: f32):
      // %arg13 is used by %29
      // %arg14 is used by %30
      %29 = "memref.load"(%arg3, %arg13) : (memref<?xf32>, index) -> f32 // user: %30
      %30 = "arith.addf"(%arg14, %29) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %31
      "scf.yield"(%30) : (f32) -> () // id: %31
    }) {loop.hint = "unroll"} : (index, index, index, f32) -> f32 // users: %11, %14, %21, %22, %27
    "scf.for"(%arg0, %arg1, %arg2) ({
    ^bb0(%arg12: index):
      // %arg12 is used by %25, %27
      "scf.if"(%arg4) ({
        "memref.store"(%2, %arg3, %arg12) : (f32, memref<?xf32>, index) -> () // id: %27
        "scf.yield"() : () -> ()
      }, {
        "memref.store"(%arg5, %arg3, %arg12) : (f32, memref<?xf32>, index) -> () // id: %25
        "scf.yield"() : () -> ()
      }) : (i1) -> () // id: %23
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> () // id: %3
    %4:2 = "scf.if"(%arg4) ({
      "scf.yield"(%2, %arg5) : (f32, f32) -> () // id: %22
    }, {
      "scf.yield"(%arg5, %2) : (f32, f32) -> () // id: %21
    }) : (i1) -> (f32, f32) // users: (%9), (%9)
    %5 = "scf.while"(%arg5) ({
    ^bb0(%arg11: f32):
      // %arg11 is used by %20, %19
      %19 = "arith.cmpf"(%arg11, %arg5) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1 // user: %20
      "scf.condition"(%19, %arg11) : (i1, f32) -> () // id: %20
    }, {
    ^bb0(%arg10: f32):
      // %arg10 is used by %18
      "scf.yield"(%arg10) : (f32) -> () // id: %18
    }) : (f32) -> f32 // user: %10
    %6 = "scf.parallel"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2, %arg5) <{operandSegmentSizes = array<i32: 2, 2, 2, 1>}> ({
    ^bb0(%arg6: index, %arg7: index):
      // %arg6 is unused
      // %arg7 is unused
      "scf.reduce"(%arg5) ({
      ^bb0(%arg8: f32, %arg9: f32):
        // %arg8 is used by %16
        // %arg9 is used by %16
        %16 = "arith.addf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %17
        "scf.reduce.return"(%16) : (f32) -> () // id: %17
      }) : (f32) -> () // id: %15
    }) : (index, index, index, index, index, index, f32) -> f32 // unused
    %7 = "scf.execute_region"() ({
      "cf.br"()[^bb1] : () -> ()
    ^bb1:  // pred: ^bb0
      "scf.yield"(%2) : (f32) -> () // id: %14
    }) : () -> f32 // user: %12
    %8 = "scf.index_switch"(%arg0) <{cases = array<i64: 0, -3>}> ({
      "scf.yield"(%7) : (f32) -> () // id: %12
    }, {
      "scf.yield"(%2) : (f32) -> () // id: %11
    }, {
      "scf.yield"(%5) : (f32) -> () // id: %10
    }) : (index) -> f32 // unused
    "func.return"(%4#0, %4#1) : (f32, f32) -> () // id: %9
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, index) -> tensor<?xf32>, sym_name = "forall"}> ({
  ^bb0(%arg0: tensor<?xf32>, %arg1: index):
    // %arg0 is used by %2, %6
    // %arg1 is used by %2
    %2 = "scf.forall"(%arg1, %arg0) <{mapping = [#gpu.thread<x>], operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg4: index, %arg5: tensor<?xf32>):
      // %arg4 is used by %8, %6
      // %arg5 is used by %8
      %6 = "tensor.extract_slice"(%arg0, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<?xf32>, index) -> tensor<1xf32> // user: %8
      "scf.forall.in_parallel"() ({
        "tensor.parallel_insert_slice"(%6, %arg5, %arg4) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf32>, tensor<?xf32>, index) -> () // id: %8
      }) : () -> ()
    }) : (index, tensor<?xf32>) -> tensor<?xf32> // user: %4
    "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 2>, staticUpperBound = array<i64: 4, 8>}> ({
    ^bb0(%arg2: index, %arg3: index):
      // %arg2 is unused
      // %arg3 is unused
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : () -> ()
    "func.return"(%2) : (tensor<?xf32>) -> () // id: %4
  }) : () -> ()
}) : () -> ()
