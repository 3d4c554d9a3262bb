// RUN: dlc-opt %s --emit=llvm-ir --target=x86_64-unknown-linux-gnu | filecheck %s

// Accesses to memory with what they say about themselves, as instructions and metadata.

// CHECK: source_filename = "dlc"
//  CHECK-NEXT: target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
//  CHECK-NEXT: target triple = "x86_64-unknown-linux-gnu"
// CHECK-LABEL: define void @memory(ptr %arg0, i64 %arg1, float %arg2) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = alloca float, i64 %arg1
//  CHECK-NEXT: %1 = alloca { i32, ptr }, i64 %arg1, align 64
//  CHECK-NEXT: %2 = load float, ptr %arg0
//  CHECK-NEXT: %3 = load atomic volatile i32, ptr %arg0 syncscope("agent") monotonic, align 4, !nontemporal !1, !invariant.load !0
//  CHECK-NEXT: %4 = load ptr, ptr %arg0, !invariant.group !0, !dereferenceable !2
//  CHECK-NEXT: %5 = load float, ptr %arg0, !tbaa !5, !alias.scope !8, !noalias !10, !llvm.access.group !11
//  CHECK-NEXT: store float %arg2, ptr %arg0, align 4
//  CHECK-NEXT: store atomic volatile float %arg2, ptr %arg0 release, align 4, !invariant.group !0
//  CHECK-NEXT: %6 = getelementptr float, ptr %arg0, i64 %arg1
//  CHECK-NEXT: %7 = getelementptr inbounds nuw { i32, [4 x float] }, ptr %arg0, i64 %arg1, i32 1, i32 2
//  CHECK-NEXT: %8 = getelementptr nusw i8, ptr %arg0, i32 -1
//  CHECK-NEXT: %9 = va_arg ptr %arg0, i32
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @atomics(ptr %arg0, float %arg1, i32 %arg2) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = atomicrmw fadd ptr %arg0, float %arg1 monotonic
//  CHECK-NEXT: %1 = atomicrmw volatile or ptr %arg0, i32 %arg2 syncscope("agent") seq_cst, align 4
//  CHECK-NEXT: %2 = cmpxchg ptr %arg0, i32 %arg2, i32 %arg2 acq_rel monotonic
//  CHECK-NEXT: %3 = cmpxchg weak volatile ptr %arg0, i32 %arg2, i32 %arg2 syncscope("agent") seq_cst acquire, align 4
//  CHECK-NEXT: fence seq_cst
//  CHECK-NEXT: fence syncscope("agent") release
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @aggregates({ i32, [4 x float] } %arg0, float %arg1, <4 x float> %arg2, i32 %arg3, <vscale x 4 x float> %arg4) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = extractvalue { i32, [4 x float] } %arg0, 1, 2
//  CHECK-NEXT: %1 = insertvalue { i32, [4 x float] } %arg0, float %arg1, 1, 0
//  CHECK-NEXT: %2 = extractelement <4 x float> %arg2, i32 %arg3
//  CHECK-NEXT: %3 = insertelement <4 x float> %arg2, float %arg1, i32 %arg3
//  CHECK-NEXT: %4 = shufflevector <4 x float> %arg2, <4 x float> %arg2, <3 x i32> <i32 0, i32 5, i32 poison>
//  CHECK-NEXT: %5 = shufflevector <vscale x 4 x float> %arg4, <vscale x 4 x float> %arg4, <vscale x 4 x i32> zeroinitializer
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
//  CHECK-NEXT: !0 = !{}
//  CHECK-NEXT: !1 = !{i32 1}
//  CHECK-NEXT: !2 = !{i64 8}
//  CHECK-NEXT: !3 = !{!"root"}
//  CHECK-NEXT: !4 = !{!"char", !3, i64 0}
//  CHECK-NEXT: !5 = !{!4, !4, i64 0, i64 1}
//  CHECK-NEXT: !6 = distinct !{!6, !"kernel"}
//  CHECK-NEXT: !7 = !{!"a", !6}
//  CHECK-NEXT: !8 = !{!7}
//  CHECK-NEXT: !9 = distinct !{!9, !6, !"b"}
//  CHECK-NEXT: !10 = !{!9}
//  CHECK-NEXT: !11 = distinct !{}

llvm.func @memory(%arg0: !llvm.ptr, %arg1: i64, %arg2: f32) {
  %0 = llvm.alloca %arg1 x f32 : (i64) -> !llvm.ptr
  %1 = llvm.alloca %arg1 x !llvm.struct<(i32, ptr)> {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %2 = llvm.load %arg0 : !llvm.ptr -> f32
  %3 = llvm.load volatile %arg0 atomic syncscope("agent") monotonic invariant {alignment = 4 : i64, nontemporal} : !llvm.ptr -> i32
  %4 = llvm.load %arg0 invariant_group dereferenceable<bytes = 8> : !llvm.ptr -> !llvm.ptr
  %5 = llvm.load %arg0 {access_groups = [#llvm.access_group<id = distinct[0]<>>], alias_scopes = [#llvm.alias_scope<id = "a", domain = <id = distinct[1]<>, description = "kernel">>], noalias_scopes = [#llvm.alias_scope<id = distinct[2]<>, domain = <id = distinct[1]<>, description = "kernel">, description = "b">], tbaa = [#llvm.tbaa_tag<base_type = <id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, access_type = <id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, offset = 0, constant = true>]} : !llvm.ptr -> f32
  llvm.store %arg2, %arg0 {alignment = 4 : i64} : f32, !llvm.ptr
  llvm.store volatile %arg2, %arg0 atomic release invariant_group {alignment = 4 : i64} : f32, !llvm.ptr
  %6 = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %7 = llvm.getelementptr inbounds|nuw %arg0[%arg1, 1, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<4 x f32>)>
  %8 = llvm.getelementptr nusw %arg0[-1] : (!llvm.ptr) -> !llvm.ptr, i8
  %9 = llvm.va_arg %arg0 : (!llvm.ptr) -> i32
  llvm.return
}
llvm.func @atomics(%arg0: !llvm.ptr, %arg1: f32, %arg2: i32) {
  %0 = llvm.atomicrmw fadd %arg0, %arg1 monotonic : !llvm.ptr, f32
  %1 = llvm.atomicrmw volatile _or %arg0, %arg2 syncscope("agent") seq_cst {alignment = 4 : i64} : !llvm.ptr, i32
  %2 = llvm.cmpxchg %arg0, %arg2, %arg2 acq_rel monotonic : !llvm.ptr, i32
  %3 = llvm.cmpxchg weak volatile %arg0, %arg2, %arg2 syncscope("agent") seq_cst acquire {alignment = 4 : i64} : !llvm.ptr, i32
  llvm.fence seq_cst
  llvm.fence syncscope("agent") release
  llvm.return
}
llvm.func @aggregates(%arg0: !llvm.struct<(i32, array<4 x f32>)>, %arg1: f32, %arg2: vector<4xf32>, %arg3: i32, %arg4: vector<[4]xf32>) {
  %0 = llvm.extractvalue %arg0[1, 2] : !llvm.struct<(i32, array<4 x f32>)> 
  %1 = llvm.insertvalue %arg1, %arg0[1, 0] : !llvm.struct<(i32, array<4 x f32>)> 
  %2 = llvm.extractelement %arg2[%arg3 : i32] : vector<4xf32>
  %3 = llvm.insertelement %arg1, %arg2[%arg3 : i32] : vector<4xf32>
  %4 = llvm.shufflevector %arg2, %arg2 [0, 5, -1] : vector<4xf32> 
  %5 = llvm.shufflevector %arg4, %arg4 [0, 0, 0, 0] : vector<[4]xf32> 
  llvm.return
}
