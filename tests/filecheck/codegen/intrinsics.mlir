// RUN: dlc-opt %s --emit=llvm-ir --target=x86_64-unknown-linux-gnu | filecheck %s

// Intrinsics are called by name; LLVM adds the types.

// CHECK: source_filename = "dlc"
//  CHECK-NEXT: target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
//  CHECK-NEXT: target triple = "x86_64-unknown-linux-gnu"
// CHECK-LABEL: define void @float_intrinsics(float %arg0, <4 x float> %arg1, i32 %arg2) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = call afn <4 x float> @llvm.sqrt(<4 x float> %arg1)
//  CHECK-NEXT: %1 = call float @llvm.sin(float %arg0)
//  CHECK-NEXT: %2 = call afn <4 x float> @llvm.cos(<4 x float> %arg1)
//  CHECK-NEXT: %3 = call float @llvm.tan(float %arg0)
//  CHECK-NEXT: %4 = call afn <4 x float> @llvm.asin(<4 x float> %arg1)
//  CHECK-NEXT: %5 = call float @llvm.acos(float %arg0)
//  CHECK-NEXT: %6 = call afn <4 x float> @llvm.atan(<4 x float> %arg1)
//  CHECK-NEXT: %7 = call float @llvm.sinh(float %arg0)
//  CHECK-NEXT: %8 = call afn <4 x float> @llvm.cosh(<4 x float> %arg1)
//  CHECK-NEXT: %9 = call float @llvm.tanh(float %arg0)
//  CHECK-NEXT: %10 = call afn <4 x float> @llvm.exp(<4 x float> %arg1)
//  CHECK-NEXT: %11 = call float @llvm.exp2(float %arg0)
//  CHECK-NEXT: %12 = call afn <4 x float> @llvm.exp10(<4 x float> %arg1)
//  CHECK-NEXT: %13 = call float @llvm.log(float %arg0)
//  CHECK-NEXT: %14 = call afn <4 x float> @llvm.log2(<4 x float> %arg1)
//  CHECK-NEXT: %15 = call float @llvm.log10(float %arg0)
//  CHECK-NEXT: %16 = call afn <4 x float> @llvm.fabs(<4 x float> %arg1)
//  CHECK-NEXT: %17 = call float @llvm.ceil(float %arg0)
//  CHECK-NEXT: %18 = call afn <4 x float> @llvm.floor(<4 x float> %arg1)
//  CHECK-NEXT: %19 = call float @llvm.trunc(float %arg0)
//  CHECK-NEXT: %20 = call afn <4 x float> @llvm.rint(<4 x float> %arg1)
//  CHECK-NEXT: %21 = call float @llvm.nearbyint(float %arg0)
//  CHECK-NEXT: %22 = call afn <4 x float> @llvm.round(<4 x float> %arg1)
//  CHECK-NEXT: %23 = call float @llvm.roundeven(float %arg0)
//  CHECK-NEXT: %24 = call float @llvm.copysign(float %arg0, float %arg0)
//  CHECK-NEXT: %25 = call float @llvm.pow(float %arg0, float %arg0)
//  CHECK-NEXT: %26 = call float @llvm.atan2(float %arg0, float %arg0)
//  CHECK-NEXT: %27 = call float @llvm.maxnum(float %arg0, float %arg0)
//  CHECK-NEXT: %28 = call float @llvm.minnum(float %arg0, float %arg0)
//  CHECK-NEXT: %29 = call float @llvm.maximum(float %arg0, float %arg0)
//  CHECK-NEXT: %30 = call float @llvm.minimum(float %arg0, float %arg0)
//  CHECK-NEXT: %31 = call <4 x float> @llvm.fma(<4 x float> %arg1, <4 x float> %arg1, <4 x float> %arg1)
//  CHECK-NEXT: %32 = call <4 x float> @llvm.fmuladd(<4 x float> %arg1, <4 x float> %arg1, <4 x float> %arg1)
//  CHECK-NEXT: %33 = call float @llvm.powi(float %arg0, i32 %arg2)
//  CHECK-NEXT: %34 = call float @llvm.ldexp(float %arg0, i32 %arg2)
//  CHECK-NEXT: %35 = call { float, i32 } @llvm.frexp(float %arg0)
//  CHECK-NEXT: %36 = call { float, float } @llvm.sincos(float %arg0)
//  CHECK-NEXT: %37 = call i64 @llvm.lround(float %arg0)
//  CHECK-NEXT: %38 = call i64 @llvm.llround(float %arg0)
//  CHECK-NEXT: %39 = call i64 @llvm.lrint(float %arg0)
//  CHECK-NEXT: %40 = call i64 @llvm.llrint(float %arg0)
//  CHECK-NEXT: %41 = call i1 @llvm.is.fpclass(float %arg0, i32 3)
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @integer_intrinsics(i32 %arg0) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = call i32 @llvm.bitreverse(i32 %arg0)
//  CHECK-NEXT: %1 = call i32 @llvm.bswap(i32 %arg0)
//  CHECK-NEXT: %2 = call i32 @llvm.ctpop(i32 %arg0)
//  CHECK-NEXT: %3 = call i32 @llvm.ctlz(i32 %arg0, i1 true)
//  CHECK-NEXT: %4 = call i32 @llvm.cttz(i32 %arg0, i1 true)
//  CHECK-NEXT: %5 = call i32 @llvm.abs(i32 %arg0, i1 false)
//  CHECK-NEXT: %6 = call i32 @llvm.fshl(i32 %arg0, i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %7 = call i32 @llvm.fshr(i32 %arg0, i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %8 = call i32 @llvm.smax(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %9 = call i32 @llvm.smin(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %10 = call i32 @llvm.umax(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %11 = call i32 @llvm.umin(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %12 = call i32 @llvm.sadd.sat(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %13 = call i32 @llvm.uadd.sat(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %14 = call i32 @llvm.ssub.sat(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %15 = call i32 @llvm.usub.sat(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %16 = call i32 @llvm.sshl.sat(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %17 = call i32 @llvm.ushl.sat(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %18 = call i8 @llvm.scmp(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %19 = call i8 @llvm.ucmp(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %20 = call { i32, i1 } @llvm.sadd.with.overflow(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %21 = call { i32, i1 } @llvm.uadd.with.overflow(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %22 = call { i32, i1 } @llvm.ssub.with.overflow(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %23 = call { i32, i1 } @llvm.usub.with.overflow(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %24 = call { i32, i1 } @llvm.smul.with.overflow(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: %25 = call { i32, i1 } @llvm.umul.with.overflow(i32 %arg0, i32 %arg0)
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @reductions(<4 x i32> %arg0, <4 x float> %arg1, float %arg2) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = call i32 @llvm.vector.reduce.add(<4 x i32> %arg0)
//  CHECK-NEXT: %1 = call i32 @llvm.vector.reduce.mul(<4 x i32> %arg0)
//  CHECK-NEXT: %2 = call i32 @llvm.vector.reduce.and(<4 x i32> %arg0)
//  CHECK-NEXT: %3 = call i32 @llvm.vector.reduce.or(<4 x i32> %arg0)
//  CHECK-NEXT: %4 = call i32 @llvm.vector.reduce.xor(<4 x i32> %arg0)
//  CHECK-NEXT: %5 = call i32 @llvm.vector.reduce.smax(<4 x i32> %arg0)
//  CHECK-NEXT: %6 = call i32 @llvm.vector.reduce.smin(<4 x i32> %arg0)
//  CHECK-NEXT: %7 = call i32 @llvm.vector.reduce.umax(<4 x i32> %arg0)
//  CHECK-NEXT: %8 = call i32 @llvm.vector.reduce.umin(<4 x i32> %arg0)
//  CHECK-NEXT: %9 = call float @llvm.vector.reduce.fmax(<4 x float> %arg1)
//  CHECK-NEXT: %10 = call float @llvm.vector.reduce.fmin(<4 x float> %arg1)
//  CHECK-NEXT: %11 = call float @llvm.vector.reduce.fmaximum(<4 x float> %arg1)
//  CHECK-NEXT: %12 = call float @llvm.vector.reduce.fminimum(<4 x float> %arg1)
//  CHECK-NEXT: %13 = call reassoc float @llvm.vector.reduce.fadd(float %arg2, <4 x float> %arg1)
//  CHECK-NEXT: %14 = call reassoc float @llvm.vector.reduce.fmul(float %arg2, <4 x float> %arg1)
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @vector_intrinsics(<8 x float> %arg0, <4 x float> %arg1, ptr %arg2, i64 %arg3) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = call <4 x float> @llvm.vector.extract(<8 x float> %arg0, i64 4)
//  CHECK-NEXT: %1 = call <8 x float> @llvm.vector.insert(<8 x float> %arg0, <4 x float> %arg1, i64 4)
//  CHECK-NEXT: %2 = call <8 x float> @llvm.vector.interleave2(<4 x float> %arg1, <4 x float> %arg1)
//  CHECK-NEXT: %3 = call { <4 x float>, <4 x float> } @llvm.vector.deinterleave2(<8 x float> %arg0)
//  CHECK-NEXT: %4 = call <4 x i1> @llvm.get.active.lane.mask(i64 %arg3, i64 %arg3)
//  CHECK-NEXT: %5 = call <8 x i32> @llvm.stepvector()
//  CHECK-NEXT: %6 = call i64 @llvm.vscale()
//  CHECK-NEXT: %7 = call <4 x float> @llvm.matrix.multiply(<4 x float> %arg1, <4 x float> %arg1, i32 2, i32 2, i32 2)
//  CHECK-NEXT: %8 = call <4 x float> @llvm.matrix.transpose(<4 x float> %arg1, i32 2, i32 2)
//  CHECK-NEXT: %9 = call <4 x float> @llvm.matrix.column.major.load(ptr %arg2, i64 %arg3, i1 false, i32 2, i32 2)
//  CHECK-NEXT: call void @llvm.matrix.column.major.store(<4 x float> %arg1, ptr %arg2, i64 %arg3, i1 false, i32 2, i32 2)
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @masked(ptr %arg0, <4 x i1> %arg1, <4 x float> %arg2, <4 x ptr> %arg3) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = call <4 x float> @llvm.masked.load(ptr align 4 %arg0, <4 x i1> %arg1, <4 x float> %arg2)
//  CHECK-NEXT: %1 = call <4 x float> @llvm.masked.load(ptr align 4 %arg0, <4 x i1> %arg1, <4 x float> poison), !nontemporal !0
//  CHECK-NEXT: call void @llvm.masked.store(<4 x float> %arg2, ptr align 4 %arg0, <4 x i1> %arg1)
//  CHECK-NEXT: %2 = call <4 x float> @llvm.masked.gather(<4 x ptr> align 4 %arg3, <4 x i1> %arg1, <4 x float> %arg2)
//  CHECK-NEXT: call void @llvm.masked.scatter(<4 x float> %arg2, <4 x ptr> align 4 %arg3, <4 x i1> %arg1)
//  CHECK-NEXT: %3 = call <4 x float> @llvm.masked.expandload(ptr %arg0, <4 x i1> %arg1, <4 x float> %arg2)
//  CHECK-NEXT: call void @llvm.masked.compressstore(<4 x float> %arg2, ptr %arg0, <4 x i1> %arg1)
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @memory_intrinsics(ptr %arg0, i64 %arg1, i8 %arg2) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: call void @llvm.memcpy(ptr align 4 %arg0, ptr align 4 %arg0, i64 %arg1, i1 false)
//  CHECK-NEXT: call void @llvm.memmove(ptr %arg0, ptr %arg0, i64 %arg1, i1 true)
//  CHECK-NEXT: call void @llvm.memset(ptr %arg0, i8 %arg2, i64 %arg1, i1 false)
//  CHECK-NEXT: call void @llvm.memcpy.inline(ptr %arg0, ptr %arg0, i64 8, i1 false)
//  CHECK-NEXT: call void @llvm.memset.inline(ptr %arg0, i8 %arg2, i64 8, i1 false)
//  CHECK-NEXT: call void @llvm.prefetch(ptr %arg0, i32 0, i32 3, i32 1)
//  CHECK-NEXT: %0 = call ptr @llvm.stacksave()
//  CHECK-NEXT: call void @llvm.stackrestore(ptr %0)
//  CHECK-NEXT: %1 = alloca i64, i64 %arg1
//  CHECK-NEXT: call void @llvm.lifetime.start(ptr %1)
//  CHECK-NEXT: call void @llvm.lifetime.end(ptr %1)
//  CHECK-NEXT: %2 = call ptr @llvm.invariant.start(i64 8, ptr %arg0)
//  CHECK-NEXT: call void @llvm.invariant.end(ptr %2, i64 8, ptr %arg0)
//  CHECK-NEXT: %3 = call ptr @llvm.launder.invariant.group(ptr %arg0)
//  CHECK-NEXT: %4 = call ptr @llvm.strip.invariant.group(ptr %arg0)
//  CHECK-NEXT: call void @llvm.experimental.noalias.scope.decl(metadata !3)
//  CHECK-NEXT: %5 = call ptr @llvm.ptrmask(ptr %arg0, i64 %arg1)
//  CHECK-NEXT: %6 = call ptr @llvm.threadlocal.address(ptr @per_thread)
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
//  CHECK-NEXT: @per_thread = internal thread_local global i32 0
//  CHECK-NEXT: !0 = !{i32 1}
//  CHECK-NEXT: !1 = !{!"domain"}
//  CHECK-NEXT: !2 = !{!"scope", !1}
//  CHECK-NEXT: !3 = !{!2}

llvm.func @float_intrinsics(%arg0: f32, %arg1: vector<4xf32>, %arg2: i32) {
  %0 = llvm.intr.sqrt(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %1 = llvm.intr.sin(%arg0) : (f32) -> f32
  %2 = llvm.intr.cos(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %3 = llvm.intr.tan(%arg0) : (f32) -> f32
  %4 = llvm.intr.asin(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %5 = llvm.intr.acos(%arg0) : (f32) -> f32
  %6 = llvm.intr.atan(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %7 = llvm.intr.sinh(%arg0) : (f32) -> f32
  %8 = llvm.intr.cosh(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %9 = llvm.intr.tanh(%arg0) : (f32) -> f32
  %10 = llvm.intr.exp(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %11 = llvm.intr.exp2(%arg0) : (f32) -> f32
  %12 = llvm.intr.exp10(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %13 = llvm.intr.log(%arg0) : (f32) -> f32
  %14 = llvm.intr.log2(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %15 = llvm.intr.log10(%arg0) : (f32) -> f32
  %16 = llvm.intr.fabs(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %17 = llvm.intr.ceil(%arg0) : (f32) -> f32
  %18 = llvm.intr.floor(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %19 = llvm.intr.trunc(%arg0) : (f32) -> f32
  %20 = llvm.intr.rint(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %21 = llvm.intr.nearbyint(%arg0) : (f32) -> f32
  %22 = llvm.intr.round(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
  %23 = llvm.intr.roundeven(%arg0) : (f32) -> f32
  %24 = llvm.intr.copysign(%arg0, %arg0) : (f32, f32) -> f32
  %25 = llvm.intr.pow(%arg0, %arg0) : (f32, f32) -> f32
  %26 = llvm.intr.atan2(%arg0, %arg0) : (f32, f32) -> f32
  %27 = llvm.intr.maxnum(%arg0, %arg0) : (f32, f32) -> f32
  %28 = llvm.intr.minnum(%arg0, %arg0) : (f32, f32) -> f32
  %29 = llvm.intr.maximum(%arg0, %arg0) : (f32, f32) -> f32
  %30 = llvm.intr.minimum(%arg0, %arg0) : (f32, f32) -> f32
  %31 = llvm.intr.fma(%arg1, %arg1, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %32 = llvm.intr.fmuladd(%arg1, %arg1, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %33 = llvm.intr.powi(%arg0, %arg2) : (f32, i32) -> f32
  %34 = llvm.intr.ldexp(%arg0, %arg2) : (f32, i32) -> f32
  %35 = llvm.intr.frexp(%arg0) : (f32) -> !llvm.struct<(f32, i32)>
  %36 = llvm.intr.sincos(%arg0) : (f32) -> !llvm.struct<(f32, f32)>
  %37 = llvm.intr.lround(%arg0) : (f32) -> i64
  %38 = llvm.intr.llround(%arg0) : (f32) -> i64
  %39 = llvm.intr.lrint(%arg0) : (f32) -> i64
  %40 = llvm.intr.llrint(%arg0) : (f32) -> i64
  %41 = "llvm.intr.is.fpclass"(%arg0) <{bit = 3 : i32}> : (f32) -> i1
  llvm.return
}
llvm.func @integer_intrinsics(%arg0: i32) {
  %0 = llvm.intr.bitreverse(%arg0) : (i32) -> i32
  %1 = llvm.intr.bswap(%arg0) : (i32) -> i32
  %2 = llvm.intr.ctpop(%arg0) : (i32) -> i32
  %3 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
  %4 = "llvm.intr.cttz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
  %5 = "llvm.intr.abs"(%arg0) <{is_int_min_poison = false}> : (i32) -> i32
  %6 = llvm.intr.fshl(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
  %7 = llvm.intr.fshr(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
  %8 = llvm.intr.smax(%arg0, %arg0) : (i32, i32) -> i32
  %9 = llvm.intr.smin(%arg0, %arg0) : (i32, i32) -> i32
  %10 = llvm.intr.umax(%arg0, %arg0) : (i32, i32) -> i32
  %11 = llvm.intr.umin(%arg0, %arg0) : (i32, i32) -> i32
  %12 = llvm.intr.sadd.sat(%arg0, %arg0) : (i32, i32) -> i32
  %13 = llvm.intr.uadd.sat(%arg0, %arg0) : (i32, i32) -> i32
  %14 = llvm.intr.ssub.sat(%arg0, %arg0) : (i32, i32) -> i32
  %15 = llvm.intr.usub.sat(%arg0, %arg0) : (i32, i32) -> i32
  %16 = llvm.intr.sshl.sat(%arg0, %arg0) : (i32, i32) -> i32
  %17 = llvm.intr.ushl.sat(%arg0, %arg0) : (i32, i32) -> i32
  %18 = llvm.intr.scmp(%arg0, %arg0) : (i32, i32) -> i8
  %19 = llvm.intr.ucmp(%arg0, %arg0) : (i32, i32) -> i8
  %20 = "llvm.intr.sadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %21 = "llvm.intr.uadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %22 = "llvm.intr.ssub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %23 = "llvm.intr.usub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %24 = "llvm.intr.smul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %25 = "llvm.intr.umul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return
}
llvm.func @reductions(%arg0: vector<4xi32>, %arg1: vector<4xf32>, %arg2: f32) {
  %0 = "llvm.intr.vector.reduce.add"(%arg0) : (vector<4xi32>) -> i32
  %1 = "llvm.intr.vector.reduce.mul"(%arg0) : (vector<4xi32>) -> i32
  %2 = "llvm.intr.vector.reduce.and"(%arg0) : (vector<4xi32>) -> i32
  %3 = "llvm.intr.vector.reduce.or"(%arg0) : (vector<4xi32>) -> i32
  %4 = "llvm.intr.vector.reduce.xor"(%arg0) : (vector<4xi32>) -> i32
  %5 = "llvm.intr.vector.reduce.smax"(%arg0) : (vector<4xi32>) -> i32
  %6 = "llvm.intr.vector.reduce.smin"(%arg0) : (vector<4xi32>) -> i32
  %7 = "llvm.intr.vector.reduce.umax"(%arg0) : (vector<4xi32>) -> i32
  %8 = "llvm.intr.vector.reduce.umin"(%arg0) : (vector<4xi32>) -> i32
  %9 = llvm.intr.vector.reduce.fmax(%arg1) : (vector<4xf32>) -> f32
  %10 = llvm.intr.vector.reduce.fmin(%arg1) : (vector<4xf32>) -> f32
  %11 = llvm.intr.vector.reduce.fmaximum(%arg1) : (vector<4xf32>) -> f32
  %12 = llvm.intr.vector.reduce.fminimum(%arg1) : (vector<4xf32>) -> f32
  %13 = "llvm.intr.vector.reduce.fadd"(%arg2, %arg1) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %14 = "llvm.intr.vector.reduce.fmul"(%arg2, %arg1) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  llvm.return
}
llvm.func @vector_intrinsics(%arg0: vector<8xf32>, %arg1: vector<4xf32>, %arg2: !llvm.ptr, %arg3: i64) {
  %0 = llvm.intr.vector.extract %arg0[4] : vector<4xf32> from vector<8xf32>
  %1 = llvm.intr.vector.insert %arg1, %arg0[4] : vector<4xf32> into vector<8xf32>
  %2 = "llvm.intr.vector.interleave2"(%arg1, %arg1) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
  %3 = "llvm.intr.vector.deinterleave2"(%arg0) : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
  %4 = llvm.intr.get.active.lane.mask %arg3, %arg3 : i64, i64 to vector<4xi1>
  %5 = llvm.intr.stepvector : vector<8xi32>
  %6 = "llvm.intr.vscale"() : () -> i64
  %7 = llvm.intr.matrix.multiply %arg1, %arg1 {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %8 = llvm.intr.matrix.transpose %arg1 {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
  %9 = llvm.intr.matrix.column.major.load %arg2, <stride = %arg3> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
  llvm.intr.matrix.column.major.store %arg1, %arg2, <stride = %arg3> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
  llvm.return
}
llvm.func @masked(%arg0: !llvm.ptr, %arg1: vector<4xi1>, %arg2: vector<4xf32>, %arg3: vector<4x!llvm.ptr>) {
  %0 = llvm.intr.masked.load %arg0, %arg1, %arg2 {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %1 = llvm.intr.masked.load %arg0, %arg1 {alignment = 4 : i32, nontemporal} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  llvm.intr.masked.store %arg2, %arg0, %arg1 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %2 = llvm.intr.masked.gather %arg3, %arg1, %arg2 {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %arg2, %arg3, %arg1 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %3 = "llvm.intr.masked.expandload"(%arg0, %arg1, %arg2) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%arg2, %arg0, %arg1) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return
}
llvm.func @memory_intrinsics(%arg0: !llvm.ptr, %arg1: i64, %arg2: i8) {
  "llvm.intr.memcpy"(%arg0, %arg0, %arg1) <{arg_attrs = [{llvm.align = 4 : i64}, {llvm.align = 4 : i64}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%arg0, %arg0, %arg1) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memset"(%arg0, %arg2, %arg1) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memcpy.inline"(%arg0, %arg0) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memset.inline"(%arg0, %arg2) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, i8) -> ()
  "llvm.intr.prefetch"(%arg0) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  %0 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %0 : !llvm.ptr
  %1 = llvm.alloca %arg1 x i64 : (i64) -> !llvm.ptr
  llvm.intr.lifetime.start %1 : !llvm.ptr
  llvm.intr.lifetime.end %1 : !llvm.ptr
  %2 = llvm.intr.invariant.start 8, %arg0 : !llvm.ptr
  llvm.intr.invariant.end %2, 8, %arg0 : !llvm.ptr
  %3 = llvm.intr.launder.invariant.group %arg0 : !llvm.ptr
  %4 = llvm.intr.strip.invariant.group %arg0 : !llvm.ptr
  llvm.intr.experimental.noalias.scope.decl <id = "scope", domain = <id = "domain">>
  %5 = llvm.intr.ptrmask %arg0, %arg1 : (!llvm.ptr, i64) -> !llvm.ptr
  %6 = llvm.mlir.addressof @per_thread : !llvm.ptr
  %7 = "llvm.intr.threadlocal.address"(%6) : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}
llvm.mlir.global internal thread_local @per_thread(0 : i32) {addr_space = 0 : i32} : i32
