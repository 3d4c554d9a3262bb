llvm.mlir.global internal constant @str("hello\00\0A\FF") {addr_space = 0 : i32, alignment = 1 : i64}
llvm.mlir.global external @ext() : i32
llvm.mlir.global private unnamed_addr constant @arr(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<3 x i32>
llvm.func @printf(!llvm.ptr {llvm.noalias, llvm.nocapture}, ...) -> i32
llvm.func internal fastcc @callee(%a: i32 {llvm.signext}, %p: !llvm.ptr<3>) -> (i32 {llvm.zeroext}) attributes {passthrough = ["nounwind", ["key", "value"]], personality = @printf} {
  llvm.return %a : i32
}
llvm.func @f(%a: i32, %p: !llvm.ptr, %c: i1, %f: f32, %v: vector<4xf32>, %p3: !llvm.ptr<3>) -> i32 {
  %0 = llvm.mlir.constant(1.0 : f32) : f32
  %1 = llvm.add %a, %a overflow<nsw, nuw> : i32
  %2 = llvm.fadd %f, %0 {fastmathFlags = #llvm.fastmath<fast>} : f32
  %3 = llvm.getelementptr inbounds %p[%a, 1, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"named", (i32, array<4 x struct<(i8, f32)>>)>
  %4 = llvm.load volatile %3 atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %4, %p invariant_group {alignment = 8 : i64} : i32, !llvm.ptr
  %5 = llvm.icmp "slt" %a, %4 : i32
  llvm.cond_br %5 weights([1, 2]), ^bb1(%4 : i32), ^bb2
^bb1(%x: i32):
  %6 = llvm.call @callee(%x, %p3) : (i32, !llvm.ptr<3>) -> i32
  llvm.br ^bb3(%6 : i32)
^bb2:
  %8 = llvm.call @printf(%p, %a) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  llvm.switch %8 : i32, ^bb3(%8 : i32) [
    1: ^bb4,
    -5: ^bb3(%a : i32)
  ]
^bb3(%r: i32):
  llvm.return %r : i32
^bb4:
  llvm.unreachable
}
// -----
func.func private @types(!llvm.ptr, !llvm.ptr<1>, !llvm.array<4 x f32>, !llvm.array<2 x array<3 x i8>>, !llvm.struct<()>, !llvm.struct<(i32, struct<packed (i8, ptr)>)>,
  !llvm.struct<"rec", (ptr, struct<"rec">)>, !llvm.struct<"opaque", opaque>, !llvm.struct<"na\22me", packed (i1)>, !llvm.func<void ()>, !llvm.func<i32 (i32, ...)>, !llvm.func<ptr (ptr<2>, vector<4xf32>)>,
  !llvm.x86_amx, !llvm.token, !llvm.label, !llvm.metadata, !llvm.ppc_fp128, !llvm.target<"spirv.Image", i32, 1, 0>, !llvm.array<4 x vector<[4]xi8>>, vector<4x!llvm.ptr>)
// -----
func.func @more(%a: i32, %p: !llvm.ptr, %v: vector<4xf32>, %m: vector<4xi1>, %f: f32) {
  %0 = llvm.inline_asm has_side_effects asm_dialect = intel "mov $0, $1\0A\09nop \22x\22", "=r,r,~{memory}" %a : (i32) -> i32
  %1 = llvm.atomicrmw fadd %p, %f monotonic : !llvm.ptr, f32
  %2 = llvm.cmpxchg weak %p, %a, %a acq_rel monotonic : !llvm.ptr, i32
  %3 = llvm.mlir.zero : !llvm.struct<"x y", (i8)>
  %4 = llvm.mlir.poison : vector<4xf32>
  %5 = llvm.shufflevector %v, %v [0, 1, -1, 7] : vector<4xf32>
  %6 = llvm.intr.masked.load %p, %m, %v {alignment = 16 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %7 = llvm.alloca %a x !llvm.array<4 x i8> {alignment = 8 : i64, inalloca} : (i32) -> !llvm.ptr
  %8 = llvm.intr.fma(%f, %f, %f) : (f32, f32, f32) -> f32
  %9 = "llvm.intr.vector.reduce.fadd"(%f, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  llvm.fence syncscope("") seq_cst
  %10 = llvm.call_intrinsic "llvm.sqrt.f32"(%f) : (f32) -> f32
  %11 = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
  %13 = llvm.freeze %a : i32
  return
}
// -----
// Attributes with bodies of every kind, debug information and recursive metadata among them.
#file = #llvm.di_file<"a \22b\22.c" in "/tmp/x">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "p", isOptimized = true, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #int, sizeInBits = 64>
#comp = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", file = #file, line = 10, baseType = #int, sizeInBits = 64, elements = #llvm.di_subrange<count = 4 : i64>>
#spty = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #ptr, #comp>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "f", linkageName = "_f", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #spty>
#blk = #llvm.di_lexical_block<scope = #sp, file = #file, line = 4, column = 5>
#var = #llvm.di_local_variable<scope = #blk, name = "v", file = #file, line = 6, arg = 1, alignInBits = 32, type = #int>
#label = #llvm.di_label<scope = #sp, name = "l", file = #file, line = 7>
llvm.func @f(%a: i32, %p: !llvm.ptr) {
  llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_LLVM_fragment(16, 8), DW_OP_deref]> = %a : i32
  llvm.intr.dbg.declare #var = %p : !llvm.ptr
  llvm.intr.dbg.label #label
  llvm.return loc(fused<#sp>["x"])
} loc(fused<#sp>["f"])
// -----
#rec_self = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = true>
#ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #rec_self>
#field = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #ptr>
#rec = #llvm.di_composite_type<tag = DW_TAG_structure_type, recId = distinct[0]<>, name = "node", elements = #field>
"x.y"() {t = #rec, u = #rec} : () -> ()
// -----
#root = #llvm.tbaa_root<id = "root">
#any = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#intd = #llvm.tbaa_type_desc<id = "int", members = {<#any, 0>}>
#tag = #llvm.tbaa_tag<base_type = #intd, access_type = #intd, offset = 0>
#dom = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d \22q\22">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #dom>
#scope2 = #llvm.alias_scope<id = distinct[2]<>, domain = #dom, description = "two">
#grp = #llvm.access_group<id = distinct[3]<>>
#loop = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = true, width = 4 : i32>, unroll = <count = 8 : i32>, mustProgress = true, parallelAccesses = #grp>
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p {tbaa = [#tag], alias_scopes = [#scope], noalias_scopes = [#scope2], access_groups = [#grp]} : !llvm.ptr -> i32
  llvm.br ^bb1 {loop_annotation = #loop}
^bb1:
  llvm.br ^bb1 {loop_annotation = #loop}
}
// -----
module attributes {llvm.data_layout = "e-m:e-p270:32:32-i64:64", llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.func @m(%p: !llvm.ptr) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, frame_pointer = #llvm.framePointerKind<all>, target_features = #llvm.target_features<["+avx", "+sse"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>} {
    llvm.return
  }
  llvm.comdat @__c { llvm.comdat_selector @any any }
  llvm.mlir.global_ctors ctors = [@m], priorities = [0 : i32], data = [#llvm.zero]
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
}
