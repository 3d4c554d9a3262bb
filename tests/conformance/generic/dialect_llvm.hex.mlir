"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 0 : i32, alignment = 1 : i64, constant, global_type = !llvm.array<8 x i8>, linkage = #llvm.linkage<internal>, sym_name = "str", unnamed_addr = 0 : i64, value = "hello\00\0A\FF", visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "ext", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = !llvm.array<3 x i32>, linkage = #llvm.linkage<private>, sym_name = "arr", unnamed_addr = 2 : i64, value = dense<"0x010000000200000003000000"> : tensor<3xi32>, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.noalias, llvm.nocapture}], function_type = !llvm.func<i32 (ptr, ...)>, linkage = #llvm.linkage<external>, sym_name = "printf", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<fastcc>, arg_attrs = [{llvm.signext}, {}], function_type = !llvm.func<i32 (i32, ptr<3>)>, linkage = #llvm.linkage<internal>, passthrough = ["nounwind", ["key", "value"]], personality = @printf, res_attrs = [{llvm.zeroext}], sym_name = "callee", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg6: i32, %arg7: !llvm.ptr<3>):
    "llvm.return"(%arg6) : (i32) -> ()
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32, ptr, i1, f32, vector<4xf32>, ptr<3>)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32, %arg1: !llvm.ptr, %arg2: i1, %arg3: f32, %arg4: vector<4xf32>, %arg5: !llvm.ptr<3>):
    %0 = "llvm.mlir.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %1 = "llvm.add"(%arg0, %arg0) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32
    %2 = "llvm.fadd"(%arg3, %0) <{fastmathFlags = #llvm.fastmath<fast>}> : (f32, f32) -> f32
    %3 = "llvm.getelementptr"(%arg1, %arg0) <{elem_type = !llvm.struct<"named", (i32, array<4 x struct<(i8, f32)>>)>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648, 1, 1>}> : (!llvm.ptr, i32) -> !llvm.ptr
    %4 = "llvm.load"(%3) <{alignment = 4 : i64, ordering = 4 : i64, syncscope = "agent", volatile_}> : (!llvm.ptr) -> i32
    "llvm.store"(%4, %arg1) <{alignment = 8 : i64, invariantGroup, ordering = 0 : i64}> : (i32, !llvm.ptr) -> ()
    %5 = "llvm.icmp"(%arg0, %4) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%5, %4)[^bb1, ^bb2] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%6: i32):  // pred: ^bb0
    %7 = "llvm.call"(%6, %arg5) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @callee, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (i32, !llvm.ptr<3>) -> i32
    "llvm.br"(%7)[^bb3] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    %8 = "llvm.call"(%arg1, %arg0) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @printf, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>, var_callee_type = !llvm.func<i32 (ptr, ...)>}> : (!llvm.ptr, i32) -> i32
    "llvm.switch"(%8, %8, %arg0)[^bb3, ^bb4, ^bb3] <{case_operand_segments = array<i32: 0, 1>, case_values = dense<"0x01000000FBFFFFFF"> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb3(%9: i32):  // 3 preds: ^bb1, ^bb2, ^bb2
    "llvm.return"(%9) : (i32) -> ()
  ^bb4:  // pred: ^bb2
    "llvm.unreachable"() : () -> ()
  }) : () -> ()
}) : () -> ()
