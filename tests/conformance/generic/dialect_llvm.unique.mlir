"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 0 : i32, alignment = 1 : i64, constant, global_type = !llvm.array<8 x i8>, linkage = #llvm.linkage<internal>, sym_name = "str", unnamed_addr = 0 : i64, value = "hello\00\0A\FF", visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "ext", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = !llvm.array<3 x i32>, linkage = #llvm.linkage<private>, sym_name = "arr", unnamed_addr = 2 : i64, value = dense<[1, 2, 3]> : tensor<3xi32>, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.noalias, llvm.nocapture}], function_type = !llvm.func<i32 (ptr, ...)>, linkage = #llvm.linkage<external>, sym_name = "printf", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<fastcc>, arg_attrs = [{llvm.signext}, {}], function_type = !llvm.func<i32 (i32, ptr<3>)>, linkage = #llvm.linkage<internal>, passthrough = ["nounwind", ["key", "value"]], personality = @printf, res_attrs = [{llvm.zeroext}], sym_name = "callee", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg6: i32, %arg7: !llvm.ptr<3>):
    // %arg6 is used by %23
    // %arg7 is unused
    "llvm.return"(%arg6) : (i32) -> () // id: %23
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32, ptr, i1, f32, vector<4xf32>, ptr<3>)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32, %arg1: !llvm.ptr, %arg2: i1, %arg3: f32, %arg4: vector<4xf32>, %arg5: !llvm.ptr<3>):
    // %arg0 is used by %19, %18, %13, %10, %8
    // %arg1 is used by %18, %12, %10
    // %arg2 is unused
    // %arg3 is used by %9
    // %arg4 is unused
    // %arg5 is used by %16
    %7 = "llvm.mlir.constant"() <{value = 1.000000e+00 : f32}> : () -> f32 // user: %9
    %8 = "llvm.add"(%arg0, %arg0) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32 // unused
    %9 = "llvm.fadd"(%arg3, %7) <{fastmathFlags = #llvm.fastmath<fast>}> : (f32, f32) -> f32 // unused
    %10 = "llvm.getelementptr"(%arg1, %arg0) <{elem_type = !llvm.struct<"named", (i32, array<4 x struct<(i8, f32)>>)>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648, 1, 1>}> : (!llvm.ptr, i32) -> !llvm.ptr // user: %11
    %11 = "llvm.load"(%10) <{alignment = 4 : i64, ordering = 4 : i64, syncscope = "agent", volatile_}> : (!llvm.ptr) -> i32 // users: %14, %13, %12
    "llvm.store"(%11, %arg1) <{alignment = 8 : i64, invariantGroup, ordering = 0 : i64}> : (i32, !llvm.ptr) -> () // id: %12
    %13 = "llvm.icmp"(%arg0, %11) <{predicate = 2 : i64}> : (i32, i32) -> i1 // user: %14
    "llvm.cond_br"(%13, %11)[^bb1, ^bb2] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> () // id: %14
  ^bb1(%15: i32):  // pred: ^bb0
    // %15 is used by %16
    %16 = "llvm.call"(%15, %arg5) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @callee, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (i32, !llvm.ptr<3>) -> i32 // user: %17
    "llvm.br"(%16)[^bb3] : (i32) -> () // id: %17
  ^bb2:  // pred: ^bb0
    %18 = "llvm.call"(%arg1, %arg0) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @printf, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>, var_callee_type = !llvm.func<i32 (ptr, ...)>}> : (!llvm.ptr, i32) -> i32 // user: %19
    "llvm.switch"(%18, %18, %arg0)[^bb3, ^bb4, ^bb3] <{case_operand_segments = array<i32: 0, 1>, case_values = dense<[1, -5]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> () // id: %19
  ^bb3(%20: i32):  // 3 preds: ^bb1, ^bb2, ^bb2
    // %20 is used by %21
    "llvm.return"(%20) : (i32) -> () // id: %21
  ^bb4:  // pred: ^bb2
    "llvm.unreachable"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, !llvm.ptr, vector<4xf32>, vector<4xi1>, f32) -> (), sym_name = "more"}> ({
  ^bb0(%arg0: i32, %arg1: !llvm.ptr, %arg2: vector<4xf32>, %arg3: vector<4xi1>, %arg4: f32):
    // %arg0 is used by %15, %9, %4, %2
    // %arg1 is used by %8, %4, %3
    // %arg2 is used by %11, %8, %7
    // %arg3 is used by %8
    // %arg4 is used by %13, %11, %10, %3
    %2 = "llvm.inline_asm"(%arg0) <{asm_dialect = 1 : i64, asm_string = "mov $0, $1\0A\09nop \22x\22", constraints = "=r,r,~{memory}", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> i32 // unused
    %3 = "llvm.atomicrmw"(%arg1, %arg4) <{bin_op = 11 : i64, ordering = 2 : i64}> : (!llvm.ptr, f32) -> f32 // unused
    %4 = "llvm.cmpxchg"(%arg1, %arg0, %arg0) <{failure_ordering = 2 : i64, success_ordering = 6 : i64, weak}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)> // unused
    %5 = "llvm.mlir.zero"() : () -> !llvm.struct<"x y", (i8)> // unused
    %6 = "llvm.mlir.poison"() : () -> vector<4xf32> // unused
    %7 = "llvm.shufflevector"(%arg2, %arg2) <{mask = array<i32: 0, 1, -1, 7>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32> // unused
    %8 = "llvm.intr.masked.load"(%arg1, %arg3, %arg2) <{alignment = 16 : i32}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32> // unused
    %9 = "llvm.alloca"(%arg0) <{alignment = 8 : i64, elem_type = !llvm.array<4 x i8>, inalloca}> : (i32) -> !llvm.ptr // unused
    %10 = "llvm.intr.fma"(%arg4, %arg4, %arg4) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32 // unused
    %11 = "llvm.intr.vector.reduce.fadd"(%arg4, %arg2) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32 // unused
    "llvm.fence"() <{ordering = 7 : i64, syncscope = ""}> : () -> ()
    %13 = "llvm.call_intrinsic"(%arg4) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.sqrt.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32 // unused
    %14 = "llvm.mlir.constant"() <{value = dense<1.000000e+00> : vector<4xf32>}> : () -> vector<4xf32> // unused
    %15 = "llvm.freeze"(%arg0) : (i32) -> i32 // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_file = #llvm.di_file<"a \22b\22.c" in "/tmp/x">
#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, producer = "p", isOptimized = true, emissionKind = Full>
#di_composite_type = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = #di_file, line = 10, baseType = #di_basic_type, sizeInBits = 64, elements = #llvm.di_subrange<count = 4 : i64>>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_basic_type, sizeInBits = 64>
#di_subroutine_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #di_derived_type, #di_composite_type>
#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "f", linkageName = "_f", file = #di_file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type>
#di_label = #llvm.di_label<scope = #di_subprogram, name = "l", file = #di_file, line = 7>
#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 4, column = 5>
#di_local_variable = #llvm.di_local_variable<scope = #di_lexical_block, name = "v", file = #di_file, line = 6, arg = 1, alignInBits = 32, type = #di_basic_type>
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, ptr)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32, %arg1: !llvm.ptr):
    // %arg0 is used by %2
    // %arg1 is used by %3
    "llvm.intr.dbg.value"(%arg0) <{locationExpr = #llvm.di_expression<[DW_OP_LLVM_fragment(16, 8), DW_OP_deref]>, varInfo = #di_local_variable}> : (i32) -> () // id: %2
    "llvm.intr.dbg.declare"(%arg1) <{locationExpr = #llvm.di_expression<>, varInfo = #di_local_variable}> : (!llvm.ptr) -> () // id: %3
    "llvm.intr.dbg.label"() <{label = #di_label}> : () -> ()
    "llvm.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#access_group = #llvm.access_group<id = distinct[0]<>>
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[1]<>, description = "d \22q\22">
#loop_unroll = #llvm.loop_unroll<count = 8 : i32>
#loop_vectorize = #llvm.loop_vectorize<disable = true, width = 4 : i32>
#tbaa_root = #llvm.tbaa_root<id = "root">
#alias_scope = #llvm.alias_scope<id = distinct[2]<>, domain = #alias_scope_domain>
#alias_scope1 = #llvm.alias_scope<id = distinct[3]<>, domain = #alias_scope_domain, description = "two">
#loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = #loop_vectorize, unroll = #loop_unroll, mustProgress = true, parallelAccesses = #access_group>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr):
    // %arg0 is used by %2
    %2 = "llvm.load"(%arg0) <{access_groups = [#access_group], alias_scopes = [#alias_scope], noalias_scopes = [#alias_scope1], ordering = 0 : i64, tbaa = [#tbaa_tag]}> : (!llvm.ptr) -> i32 // unused
    "llvm.br"()[^bb1] <{loop_annotation = #loop_annotation}> : () -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb1
    "llvm.br"()[^bb1] <{loop_annotation = #loop_annotation}> : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<void (ptr)>, linkage = #llvm.linkage<external>, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, sym_name = "m", target_features = #llvm.target_features<["+avx", "+sse"]>, unnamed_addr = 0 : i64, visibility_ = 0 : i64, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>}> ({
  ^bb0(%arg0: !llvm.ptr):
    // %arg0 is unused
    "llvm.return"() : () -> ()
  }) : () -> ()
  "llvm.comdat"() <{sym_name = "__c"}> ({
    "llvm.comdat_selector"() <{comdat = 0 : i64, sym_name = "any"}> : () -> ()
  }) : () -> ()
  "llvm.mlir.global_ctors"() <{ctors = [@m], data = [#llvm.zero], priorities = [0 : i32]}> : () -> ()
  "llvm.module_flags"() <{flags = [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]}> : () -> ()
}) {llvm.data_layout = "e-m:e-p270:32:32-i64:64", llvm.target_triple = "x86_64-unknown-linux-gnu"} : () -> ()
