// RUN: dlc-opt %s --emit=llvm-ir --target=x86_64-unknown-linux-gnu | filecheck %s

// Blocks with arguments become phis; loops, weights and calls have metadata and attributes.

// CHECK: source_filename = "dlc"
//  CHECK-NEXT: target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
//  CHECK-NEXT: target triple = "x86_64-unknown-linux-gnu"
//  CHECK-NEXT: $any = comdat any
// CHECK-LABEL: define i32 @branches(i1 %arg0, i32 %arg1) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: br i1 %arg0, label %bb1, label %bb2, !prof !0
//  CHECK-NEXT: bb1:
//  CHECK-NEXT: %0 = phi i32 [ %arg1, %entry ]
//  CHECK-NEXT: br label %bb3, !llvm.loop !24
//  CHECK-NEXT: bb2:
//  CHECK-NEXT: switch i32 %arg1, label %bb4 [ i32 1, label %bb3 i32 -3, label %bb5 ], !prof !25
//  CHECK-NEXT: bb3:
//  CHECK-NEXT: %1 = phi i32 [ %0, %bb1 ], [ %arg1, %bb2 ]
//  CHECK-NEXT: ret i32 %1
//  CHECK-NEXT: bb4:
//  CHECK-NEXT: switch i32 %arg1, label %bb5 [  ]
//  CHECK-NEXT: bb5:
//  CHECK-NEXT: unreachable
//  CHECK-NEXT: }
// CHECK-LABEL: define void @calls(i32 %arg0, float %arg1, ptr %arg2) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = call float @callee(i32 %arg0, float %arg1)
//  CHECK-NEXT: %1 = tail call fast fastcc noundef float @callee(i32 noundef %arg0, float %arg1) nounwind
//  CHECK-NEXT: call void (ptr, ...) @varargs(ptr %arg2, i32 %arg0)
//  CHECK-NEXT: call void %arg2(i32 %arg0) [ "tag"(i32 %arg0, float %arg1), "empty"() ]
//  CHECK-NEXT: %2 = call afn float @llvm.sqrt.f32(float %arg1)
//  CHECK-NEXT: call void @llvm.donothing()
//  CHECK-NEXT: %3 = call i32 asm sideeffect alignstack inteldialect "mov $0, $1", "=r,r"(i32 %arg0)
//  CHECK-NEXT: call void asm "nop", ""()
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define internal fastcc noundef float @callee(i32 noundef signext %arg0, float %arg1) nounwind willreturn alwaysinline memory(none, argmem: read, inaccessiblemem: write) uwtable "target-cpu"="znver4" "target-features"="+avx2,-fma" "frame-pointer"="non-leaf" nounwind "key"="value" {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: ret float %arg1
//  CHECK-NEXT: }
//  CHECK-NEXT: declare void @varargs(ptr align 8 noalias, ...)
// CHECK-LABEL: define dso_local hidden void @placed() local_unnamed_addr vscale_range(1,16) section ".text.hot" comdat($any) align 64 {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
//  CHECK-NEXT: !0 = !{!"branch_weights", i32 9, i32 1}
//  CHECK-NEXT: !1 = !{!"llvm.loop.disable_nonforced"}
//  CHECK-NEXT: !2 = !{!"llvm.loop.mustprogress"}
//  CHECK-NEXT: !3 = !{!"llvm.loop.isvectorized", i32 0}
//  CHECK-NEXT: !4 = !{!"llvm.loop.vectorize.enable", i1 true}
//  CHECK-NEXT: !5 = !{!"llvm.loop.vectorize.predicate.enable", i1 true}
//  CHECK-NEXT: !6 = !{!"llvm.loop.vectorize.scalable.enable", i1 false}
//  CHECK-NEXT: !7 = !{!"llvm.loop.vectorize.width", i32 4}
//  CHECK-NEXT: !8 = !{!"llvm.loop.interleave.count", i32 2}
//  CHECK-NEXT: !9 = !{!"llvm.loop.unroll.enable"}
//  CHECK-NEXT: !10 = !{!"llvm.loop.unroll.count", i32 4}
//  CHECK-NEXT: !11 = !{!"llvm.loop.unroll.runtime.disable", i1 true}
//  CHECK-NEXT: !12 = !{!"llvm.loop.unroll.full"}
//  CHECK-NEXT: !13 = !{!"llvm.loop.unroll_and_jam.count", i32 2}
//  CHECK-NEXT: !14 = !{!"llvm.licm.disable"}
//  CHECK-NEXT: !15 = !{!"llvm.loop.licm_versioning.disable"}
//  CHECK-NEXT: !16 = !{!"llvm.loop.distribute.enable", i1 false}
//  CHECK-NEXT: !17 = !{!"llvm.loop.pipeline.disable", i1 true}
//  CHECK-NEXT: !18 = !{!"llvm.loop.pipeline.initiationinterval", i32 2}
//  CHECK-NEXT: !19 = !{!"llvm.loop.peeled.count", i32 3}
//  CHECK-NEXT: !20 = !{!"llvm.loop.unswitch.partial.disable"}
//  CHECK-NEXT: !21 = distinct !{}
//  CHECK-NEXT: !22 = distinct !{}
//  CHECK-NEXT: !23 = !{!"llvm.loop.parallel_accesses", !21, !22}
//  CHECK-NEXT: !24 = distinct !{!24, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !23}
//  CHECK-NEXT: !25 = !{!"branch_weights", i32 1, i32 2, i32 3}

llvm.func @branches(%arg0: i1, %arg1: i32) -> i32 {
  llvm.cond_br %arg0 weights([9, 1]), ^bb1(%arg1 : i32), ^bb2
^bb1(%0: i32):
  llvm.br ^bb3(%0 : i32) {loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = false, predicateEnable = true, scalableEnable = false, width = 4 : i32>, interleave = <count = 2 : i32>, unroll = <disable = false, count = 4 : i32, runtimeDisable = true, full = true>, unrollAndJam = <count = 2 : i32>, licm = <disable = true, versioningDisable = true>, distribute = <disable = true>, pipeline = <disable = true, initiationinterval = 2 : i32>, peeled = <count = 3 : i32>, unswitch = <partialDisable = true>, mustProgress = true, isVectorized = false, parallelAccesses = <id = distinct[0]<>>, <id = distinct[1]<>>>}
^bb2:
  llvm.switch %arg1 : i32, ^bb4 [
    1: ^bb3(%arg1 : i32),
    -3: ^bb5
  ] {branch_weights = array<i32: 1, 2, 3>}
^bb3(%1: i32):
  llvm.return %1 : i32
^bb4:
  llvm.switch %arg1 : i32, ^bb5 [
  ]
^bb5:
  llvm.unreachable
}
llvm.func @calls(%arg0: i32, %arg1: f32, %arg2: !llvm.ptr) {
  %0 = llvm.call @callee(%arg0, %arg1) : (i32, f32) -> f32
  %1 = llvm.call fastcc tail @callee(%arg0, %arg1) {fastmathFlags = #llvm.fastmath<fast>, no_unwind} : (i32 {llvm.noundef}, f32) -> (f32 {llvm.noundef})
  llvm.call @varargs(%arg2, %arg0) vararg(!llvm.func<void (ptr, ...)>) : (!llvm.ptr, i32) -> ()
  llvm.call %arg2(%arg0) ["tag"(%arg0, %arg1 : i32, f32), "empty"()] : !llvm.ptr, (i32) -> ()
  %2 = llvm.call_intrinsic "llvm.sqrt.f32"(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  llvm.call_intrinsic "llvm.donothing"() : () -> ()
  %3 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "mov $0, $1", "=r,r" %arg0 : (i32) -> i32
  llvm.inline_asm "nop", ""  : () -> ()
  llvm.return
}
llvm.func internal fastcc @callee(%arg0: i32 {llvm.noundef, llvm.signext}, %arg1: f32) -> (f32 {llvm.noundef}) attributes {always_inline, frame_pointer = #llvm.framePointerKind<"non-leaf">, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = write, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nounwind", ["key", "value"]], target_cpu = "znver4", target_features = #llvm.target_features<["+avx2", "-fma"]>, uwtable_kind = #llvm.uwtableKind<async>, will_return} {
  llvm.return %arg1 : f32
}
llvm.func @varargs(!llvm.ptr {llvm.align = 8 : i64, llvm.noalias}, ...)
llvm.func hidden local_unnamed_addr @placed() vscale_range(1, 16) comdat(@comdats::@any) attributes {alignment = 64 : i64, dso_local, section = ".text.hot"} {
  llvm.return
}
llvm.comdat @comdats {
  llvm.comdat_selector @any any
}
