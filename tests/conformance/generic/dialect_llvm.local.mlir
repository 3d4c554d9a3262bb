"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 0 : i32, alignment = 1 : i64, constant, global_type = !llvm.array<8 x i8>, linkage = #llvm.linkage<internal>, sym_name = "str", unnamed_addr = 0 : i64, value = "hello\00\0A\FF", visibility_ = 0 : i64}> ({
  }) : () -> () loc("<stdin>":1:1)
  "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "ext", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> () loc("<stdin>":2:1)
  "llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = !llvm.array<3 x i32>, linkage = #llvm.linkage<private>, sym_name = "arr", unnamed_addr = 2 : i64, value = dense<[1, 2, 3]> : tensor<3xi32>, visibility_ = 0 : i64}> ({
  }) : () -> () loc("<stdin>":3:1)
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.noalias, llvm.nocapture}], function_type = !llvm.func<i32 (ptr, ...)>, linkage = #llvm.linkage<external>, sym_name = "printf", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> () loc("<stdin>":4:1)
  "llvm.func"() <{CConv = #llvm.cconv<fastcc>, arg_attrs = [{llvm.signext}, {}], function_type = !llvm.func<i32 (i32, ptr<3>)>, linkage = #llvm.linkage<internal>, passthrough = ["nounwind", ["key", "value"]], personality = @printf, res_attrs = [{llvm.zeroext}], sym_name = "callee", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg6: i32 loc("<stdin>":5:35), %arg7: !llvm.ptr<3> loc("<stdin>":5:59)):
    "llvm.return"(%arg6) : (i32) -> () loc("<stdin>":6:3)
  }) : () -> () loc("<stdin>":5:1)
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32, ptr, i1, f32, vector<4xf32>, ptr<3>)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32 loc("<stdin>":8:14), %arg1: !llvm.ptr loc("<stdin>":8:23), %arg2: i1 loc("<stdin>":8:38), %arg3: f32 loc("<stdin>":8:46), %arg4: vector<4xf32> loc("<stdin>":8:55), %arg5: !llvm.ptr<3> loc("<stdin>":8:74)):
    %0 = "llvm.mlir.constant"() <{value = 1.000000e+00 : f32}> : () -> f32 loc("<stdin>":9:8)
    %1 = "llvm.add"(%arg0, %arg0) <{overflowFlags = 3 : i32}> : (i32, i32) -> i32 loc("<stdin>":10:8)
    %2 = "llvm.fadd"(%arg3, %0) <{fastmathFlags = #llvm.fastmath<fast>}> : (f32, f32) -> f32 loc("<stdin>":11:8)
    %3 = "llvm.getelementptr"(%arg1, %arg0) <{elem_type = !llvm.struct<"named", (i32, array<4 x struct<(i8, f32)>>)>, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: -2147483648, 1, 1>}> : (!llvm.ptr, i32) -> !llvm.ptr loc("<stdin>":12:8)
    %4 = "llvm.load"(%3) <{alignment = 4 : i64, ordering = 4 : i64, syncscope = "agent", volatile_}> : (!llvm.ptr) -> i32 loc("<stdin>":13:8)
    "llvm.store"(%4, %arg1) <{alignment = 8 : i64, invariantGroup, ordering = 0 : i64}> : (i32, !llvm.ptr) -> () loc("<stdin>":14:3)
    %5 = "llvm.icmp"(%arg0, %4) <{predicate = 2 : i64}> : (i32, i32) -> i1 loc("<stdin>":15:8)
    "llvm.cond_br"(%5, %4)[^bb1, ^bb2] <{branch_weights = array<i32: 1, 2>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> () loc("<stdin>":16:3)
  ^bb1(%6: i32 loc("<stdin>":17:6)):  // pred: ^bb0
    %7 = "llvm.call"(%6, %arg5) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @callee, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (i32, !llvm.ptr<3>) -> i32 loc("<stdin>":18:8)
    "llvm.br"(%7)[^bb3] : (i32) -> () loc("<stdin>":19:3)
  ^bb2:  // pred: ^bb0
    %8 = "llvm.call"(%arg1, %arg0) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @printf, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>, var_callee_type = !llvm.func<i32 (ptr, ...)>}> : (!llvm.ptr, i32) -> i32 loc("<stdin>":21:8)
    "llvm.switch"(%8, %8, %arg0)[^bb3, ^bb4, ^bb3] <{case_operand_segments = array<i32: 0, 1>, case_values = dense<[1, -5]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> () loc("<stdin>":22:3)
  ^bb3(%9: i32 loc("<stdin>":26:6)):  // 3 preds: ^bb1, ^bb2, ^bb2
    "llvm.return"(%9) : (i32) -> () loc("<stdin>":27:3)
  ^bb4:  // pred: ^bb2
    "llvm.unreachable"() : () -> () loc("<stdin>":29:3)
  }) : () -> () loc("<stdin>":8:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr<1>, !llvm.array<4 x f32>, !llvm.array<2 x array<3 x i8>>, !llvm.struct<()>, !llvm.struct<(i32, struct<packed (i8, ptr)>)>, !llvm.struct<"rec", (ptr, struct<"rec">)>, !llvm.struct<"opaque", opaque>, !llvm.struct<"na\22me", packed (i1)>, !llvm.func<void ()>, !llvm.func<i32 (i32, ...)>, !llvm.func<ptr (ptr<2>, vector<4xf32>)>, !llvm.x86_amx, !llvm.token, !llvm.label, !llvm.metadata, !llvm.ppc_fp128, !llvm.target<"spirv.Image", i32, 1, 0>, !llvm.array<4 x vector<[4]xi8>>, vector<4x!llvm.ptr>) -> (), sym_name = "types", sym_visibility = "private"}> ({
  }) : () -> () loc("<stdin>":32:1)
}) : () -> () loc("<stdin>":31:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, !llvm.ptr, vector<4xf32>, vector<4xi1>, f32) -> (), sym_name = "more"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":36:17), %arg1: !llvm.ptr loc("<stdin>":36:26), %arg2: vector<4xf32> loc("<stdin>":36:41), %arg3: vector<4xi1> loc("<stdin>":36:60), %arg4: f32 loc("<stdin>":36:78)):
    %0 = "llvm.inline_asm"(%arg0) <{asm_dialect = 1 : i64, asm_string = "mov $0, $1\0A\09nop \22x\22", constraints = "=r,r,~{memory}", has_side_effects, tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> i32 loc("<stdin>":37:8)
    %1 = "llvm.atomicrmw"(%arg1, %arg4) <{bin_op = 11 : i64, ordering = 2 : i64}> : (!llvm.ptr, f32) -> f32 loc("<stdin>":38:8)
    %2 = "llvm.cmpxchg"(%arg1, %arg0, %arg0) <{failure_ordering = 2 : i64, success_ordering = 6 : i64, weak}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)> loc("<stdin>":39:8)
    %3 = "llvm.mlir.zero"() : () -> !llvm.struct<"x y", (i8)> loc("<stdin>":40:8)
    %4 = "llvm.mlir.poison"() : () -> vector<4xf32> loc("<stdin>":41:8)
    %5 = "llvm.shufflevector"(%arg2, %arg2) <{mask = array<i32: 0, 1, -1, 7>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32> loc("<stdin>":42:8)
    %6 = "llvm.intr.masked.load"(%arg1, %arg3, %arg2) <{alignment = 16 : i32}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32> loc("<stdin>":43:8)
    %7 = "llvm.alloca"(%arg0) <{alignment = 8 : i64, elem_type = !llvm.array<4 x i8>, inalloca}> : (i32) -> !llvm.ptr loc("<stdin>":44:8)
    %8 = "llvm.intr.fma"(%arg4, %arg4, %arg4) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f32 loc("<stdin>":45:8)
    %9 = "llvm.intr.vector.reduce.fadd"(%arg4, %arg2) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32 loc("<stdin>":46:8)
    "llvm.fence"() <{ordering = 7 : i64, syncscope = ""}> : () -> () loc("<stdin>":47:3)
    %10 = "llvm.call_intrinsic"(%arg4) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.sqrt.f32", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32 loc("<stdin>":48:9)
    %11 = "llvm.mlir.constant"() <{value = dense<1.000000e+00> : vector<4xf32>}> : () -> vector<4xf32> loc("<stdin>":49:9)
    %12 = "llvm.freeze"(%arg0) : (i32) -> i32 loc("<stdin>":50:9)
    "func.return"() : () -> () loc("<stdin>":51:3)
  }) : () -> () loc("<stdin>":36:1)
}) : () -> () loc("<stdin>":35:9)

// -----
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, ptr)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32 loc("<stdin>":65:14), %arg1: !llvm.ptr loc("<stdin>":65:23)):
    "llvm.intr.dbg.value"(%arg0) <{locationExpr = #llvm.di_expression<[DW_OP_LLVM_fragment(16, 8), DW_OP_deref]>, varInfo = #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a \22b\22.c" in "/tmp/x">, producer = "p", isOptimized = true, emissionKind = Full>, scope = #llvm.di_file<"a \22b\22.c" in "/tmp/x">, name = "f", linkageName = "_f", file = <"a \22b\22.c" in "/tmp/x">, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = <callingConvention = DW_CC_normal, types = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64>, #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = <"a \22b\22.c" in "/tmp/x">, line = 10, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64, elements = #llvm.di_subrange<count = 4 : i64>>>>, file = <"a \22b\22.c" in "/tmp/x">, line = 4, column = 5>, name = "v", file = <"a \22b\22.c" in "/tmp/x">, line = 6, arg = 1, alignInBits = 32, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>>}> : (i32) -> () loc("<stdin>":66:3)
    "llvm.intr.dbg.declare"(%arg1) <{locationExpr = #llvm.di_expression<>, varInfo = #llvm.di_local_variable<scope = #llvm.di_lexical_block<scope = #llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a \22b\22.c" in "/tmp/x">, producer = "p", isOptimized = true, emissionKind = Full>, scope = #llvm.di_file<"a \22b\22.c" in "/tmp/x">, name = "f", linkageName = "_f", file = <"a \22b\22.c" in "/tmp/x">, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = <callingConvention = DW_CC_normal, types = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64>, #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = <"a \22b\22.c" in "/tmp/x">, line = 10, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64, elements = #llvm.di_subrange<count = 4 : i64>>>>, file = <"a \22b\22.c" in "/tmp/x">, line = 4, column = 5>, name = "v", file = <"a \22b\22.c" in "/tmp/x">, line = 6, arg = 1, alignInBits = 32, type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>>}> : (!llvm.ptr) -> () loc("<stdin>":67:3)
    "llvm.intr.dbg.label"() <{label = #llvm.di_label<scope = #llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a \22b\22.c" in "/tmp/x">, producer = "p", isOptimized = true, emissionKind = Full>, scope = #llvm.di_file<"a \22b\22.c" in "/tmp/x">, name = "f", linkageName = "_f", file = <"a \22b\22.c" in "/tmp/x">, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = <callingConvention = DW_CC_normal, types = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64>, #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = <"a \22b\22.c" in "/tmp/x">, line = 10, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64, elements = #llvm.di_subrange<count = 4 : i64>>>>, name = "l", file = <"a \22b\22.c" in "/tmp/x">, line = 7>}> : () -> () loc("<stdin>":68:3)
    "llvm.return"() : () -> () loc(fused<#llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a \22b\22.c" in "/tmp/x">, producer = "p", isOptimized = true, emissionKind = Full>, scope = #llvm.di_file<"a \22b\22.c" in "/tmp/x">, name = "f", linkageName = "_f", file = <"a \22b\22.c" in "/tmp/x">, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = <callingConvention = DW_CC_normal, types = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64>, #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = <"a \22b\22.c" in "/tmp/x">, line = 10, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64, elements = #llvm.di_subrange<count = 4 : i64>>>>>["x"])
  }) : () -> () loc(fused<#llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = <"a \22b\22.c" in "/tmp/x">, producer = "p", isOptimized = true, emissionKind = Full>, scope = #llvm.di_file<"a \22b\22.c" in "/tmp/x">, name = "f", linkageName = "_f", file = <"a \22b\22.c" in "/tmp/x">, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = <callingConvention = DW_CC_normal, types = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64>, #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = <"a \22b\22.c" in "/tmp/x">, line = 10, baseType = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>, sizeInBits = 64, elements = #llvm.di_subrange<count = 4 : i64>>>>>["f"])
}) : () -> () loc("<stdin>":53:9)

// -----
"builtin.module"() ({
  "x.y"() {t = #llvm.di_composite_type<recId = distinct[0]<>, tag = DW_TAG_structure_type, name = "node", elements = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = true>>>>, u = #llvm.di_composite_type<recId = distinct[0]<>, tag = DW_TAG_structure_type, name = "node", elements = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = true>>>>} : () -> () loc("<stdin>":76:1)
}) : () -> () loc("<stdin>":71:9)

// -----
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr loc("<stdin>":87:14)):
    %0 = "llvm.load"(%arg0) <{access_groups = [#llvm.access_group<id = distinct[0]<>>], alias_scopes = [#llvm.alias_scope<id = distinct[1]<>, domain = <id = distinct[2]<>, description = "d \22q\22">>], noalias_scopes = [#llvm.alias_scope<id = distinct[3]<>, domain = <id = distinct[2]<>, description = "d \22q\22">, description = "two">], ordering = 0 : i64, tbaa = [#llvm.tbaa_tag<base_type = <id = "int", members = {<#llvm.tbaa_type_desc<id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, 0>}>, access_type = <id = "int", members = {<#llvm.tbaa_type_desc<id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, 0>}>, offset = 0>]}> : (!llvm.ptr) -> i32 loc("<stdin>":88:8)
    "llvm.br"()[^bb1] <{loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = true, width = 4 : i32>, unroll = <count = 8 : i32>, mustProgress = true, parallelAccesses = <id = distinct[0]<>>>}> : () -> () loc("<stdin>":89:3)
  ^bb1:  // 2 preds: ^bb0, ^bb1
    "llvm.br"()[^bb1] <{loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = true, width = 4 : i32>, unroll = <count = 8 : i32>, mustProgress = true, parallelAccesses = <id = distinct[0]<>>>}> : () -> () loc("<stdin>":91:3)
  }) : () -> () loc("<stdin>":87:1)
}) : () -> () loc("<stdin>":77:9)

// -----
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<void (ptr)>, linkage = #llvm.linkage<external>, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, sym_name = "m", target_features = #llvm.target_features<["+avx", "+sse"]>, unnamed_addr = 0 : i64, visibility_ = 0 : i64, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>}> ({
  ^bb0(%arg0: !llvm.ptr loc("<stdin>":95:16)):
    "llvm.return"() : () -> () loc("<stdin>":96:5)
  }) : () -> () loc("<stdin>":95:3)
  "llvm.comdat"() <{sym_name = "__c"}> ({
    "llvm.comdat_selector"() <{comdat = 0 : i64, sym_name = "any"}> : () -> () loc("<stdin>":98:22)
  }) : () -> () loc("<stdin>":98:3)
  "llvm.mlir.global_ctors"() <{ctors = [@m], data = [#llvm.zero], priorities = [0 : i32]}> : () -> () loc("<stdin>":99:3)
  "llvm.module_flags"() <{flags = [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]}> : () -> () loc("<stdin>":100:3)
}) {llvm.data_layout = "e-m:e-p270:32:32-i64:64", llvm.target_triple = "x86_64-unknown-linux-gnu"} : () -> () loc("<stdin>":94:1)
