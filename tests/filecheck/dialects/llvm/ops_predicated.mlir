// RUN: dlc-opt %s --split-input-file --names=numbers | dlc-opt --split-input-file --mlir-print-local-scope | filecheck %s

// Vector-predicated intrinsics.

//       CHECK: llvm.func @predicated(%arg0: vector<4xi32>, %arg1: vector<4xf32>, %arg2: vector<4xi1>, %arg3: i32, %arg4: f32, %arg5: !llvm.ptr, %arg6: vector<4x!llvm.ptr>, %arg7: i64) {
//  CHECK-NEXT: %0 = "llvm.intr.vp.add"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %1 = "llvm.intr.vp.and"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %2 = "llvm.intr.vp.ashr"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %3 = "llvm.intr.vp.lshr"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %4 = "llvm.intr.vp.mul"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %5 = "llvm.intr.vp.or"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %6 = "llvm.intr.vp.sdiv"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %7 = "llvm.intr.vp.shl"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %8 = "llvm.intr.vp.smax"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %9 = "llvm.intr.vp.smin"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %10 = "llvm.intr.vp.srem"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %11 = "llvm.intr.vp.sub"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %12 = "llvm.intr.vp.udiv"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %13 = "llvm.intr.vp.umax"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %14 = "llvm.intr.vp.umin"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %15 = "llvm.intr.vp.urem"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %16 = "llvm.intr.vp.xor"(%arg0, %arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %17 = "llvm.intr.vp.fadd"(%arg1, %arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %18 = "llvm.intr.vp.fdiv"(%arg1, %arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %19 = "llvm.intr.vp.fmul"(%arg1, %arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %20 = "llvm.intr.vp.frem"(%arg1, %arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %21 = "llvm.intr.vp.fsub"(%arg1, %arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %22 = "llvm.intr.vp.fneg"(%arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %23 = "llvm.intr.vp.fma"(%arg1, %arg1, %arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %24 = "llvm.intr.vp.fmuladd"(%arg1, %arg1, %arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %25 = "llvm.intr.vp.sext"(%arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
//  CHECK-NEXT: %26 = "llvm.intr.vp.trunc"(%arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi8>
//  CHECK-NEXT: %27 = "llvm.intr.vp.zext"(%arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
//  CHECK-NEXT: %28 = "llvm.intr.vp.inttoptr"(%arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
//  CHECK-NEXT: %29 = "llvm.intr.vp.sitofp"(%arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %30 = "llvm.intr.vp.uitofp"(%arg0, %arg2, %arg3) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: %31 = "llvm.intr.vp.fpext"(%arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
//  CHECK-NEXT: %32 = "llvm.intr.vp.fptrunc"(%arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf16>
//  CHECK-NEXT: %33 = "llvm.intr.vp.fptosi"(%arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %34 = "llvm.intr.vp.fptoui"(%arg1, %arg2, %arg3) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
//  CHECK-NEXT: %35 = "llvm.intr.vp.ptrtoint"(%arg6, %arg2, %arg3) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>
//  CHECK-NEXT: %36 = "llvm.intr.vp.select"(%arg2, %arg1, %arg1, %arg3) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
//  CHECK-NEXT: %37 = "llvm.intr.vp.merge"(%arg2, %arg1, %arg1, %arg3) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
//  CHECK-NEXT: %38 = "llvm.intr.vp.reduce.add"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %39 = "llvm.intr.vp.reduce.and"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %40 = "llvm.intr.vp.reduce.mul"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %41 = "llvm.intr.vp.reduce.or"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %42 = "llvm.intr.vp.reduce.smax"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %43 = "llvm.intr.vp.reduce.smin"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %44 = "llvm.intr.vp.reduce.umax"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %45 = "llvm.intr.vp.reduce.umin"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %46 = "llvm.intr.vp.reduce.xor"(%arg3, %arg0, %arg2, %arg3) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
//  CHECK-NEXT: %47 = "llvm.intr.vp.reduce.fadd"(%arg4, %arg1, %arg2, %arg3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
//  CHECK-NEXT: %48 = "llvm.intr.vp.reduce.fmax"(%arg4, %arg1, %arg2, %arg3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
//  CHECK-NEXT: %49 = "llvm.intr.vp.reduce.fmin"(%arg4, %arg1, %arg2, %arg3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
//  CHECK-NEXT: %50 = "llvm.intr.vp.reduce.fmul"(%arg4, %arg1, %arg2, %arg3) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
//  CHECK-NEXT: %51 = "llvm.intr.vp.load"(%arg5, %arg2, %arg3) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: "llvm.intr.vp.store"(%arg1, %arg5, %arg2, %arg3) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
//  CHECK-NEXT: %52 = "llvm.intr.experimental.vp.strided.load"(%arg5, %arg7, %arg2, %arg3) : (!llvm.ptr, i64, vector<4xi1>, i32) -> vector<4xf32>
//  CHECK-NEXT: "llvm.intr.experimental.vp.strided.store"(%arg1, %arg5, %arg7, %arg2, %arg3) : (vector<4xf32>, !llvm.ptr, i64, vector<4xi1>, i32) -> ()
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @predicated(%v: vector<4xi32>, %x: vector<4xf32>, %m: vector<4xi1>, %n: i32, %f: f32, %p: !llvm.ptr, %ps: vector<4x!llvm.ptr>, %s: i64) {
  %r0 = "llvm.intr.vp.add"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r1 = "llvm.intr.vp.and"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r2 = "llvm.intr.vp.ashr"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r3 = "llvm.intr.vp.lshr"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r4 = "llvm.intr.vp.mul"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r5 = "llvm.intr.vp.or"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r6 = "llvm.intr.vp.sdiv"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r7 = "llvm.intr.vp.shl"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r8 = "llvm.intr.vp.smax"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r9 = "llvm.intr.vp.smin"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r10 = "llvm.intr.vp.srem"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r11 = "llvm.intr.vp.sub"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r12 = "llvm.intr.vp.udiv"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r13 = "llvm.intr.vp.umax"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r14 = "llvm.intr.vp.umin"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r15 = "llvm.intr.vp.urem"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r16 = "llvm.intr.vp.xor"(%v, %v, %m, %n) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %r17 = "llvm.intr.vp.fadd"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r18 = "llvm.intr.vp.fdiv"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r19 = "llvm.intr.vp.fmul"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r20 = "llvm.intr.vp.frem"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r21 = "llvm.intr.vp.fsub"(%x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r22 = "llvm.intr.vp.fneg"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r23 = "llvm.intr.vp.fma"(%x, %x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r24 = "llvm.intr.vp.fmuladd"(%x, %x, %x, %m, %n) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %r25 = "llvm.intr.vp.sext"(%v, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %r26 = "llvm.intr.vp.trunc"(%v, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi8>
  %r27 = "llvm.intr.vp.zext"(%v, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %r28 = "llvm.intr.vp.inttoptr"(%v, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
  %r29 = "llvm.intr.vp.sitofp"(%v, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %r30 = "llvm.intr.vp.uitofp"(%v, %m, %n) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
  %r31 = "llvm.intr.vp.fpext"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
  %r32 = "llvm.intr.vp.fptrunc"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf16>
  %r33 = "llvm.intr.vp.fptosi"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
  %r34 = "llvm.intr.vp.fptoui"(%x, %m, %n) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
  %r35 = "llvm.intr.vp.ptrtoint"(%ps, %m, %n) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>
  %r36 = "llvm.intr.vp.select"(%m, %x, %x, %n) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
  %r37 = "llvm.intr.vp.merge"(%m, %x, %x, %n) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
  %r38 = "llvm.intr.vp.reduce.add"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r39 = "llvm.intr.vp.reduce.and"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r40 = "llvm.intr.vp.reduce.mul"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r41 = "llvm.intr.vp.reduce.or"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r42 = "llvm.intr.vp.reduce.smax"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r43 = "llvm.intr.vp.reduce.smin"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r44 = "llvm.intr.vp.reduce.umax"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r45 = "llvm.intr.vp.reduce.umin"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r46 = "llvm.intr.vp.reduce.xor"(%n, %v, %m, %n) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %r47 = "llvm.intr.vp.reduce.fadd"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %r48 = "llvm.intr.vp.reduce.fmax"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %r49 = "llvm.intr.vp.reduce.fmin"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %r50 = "llvm.intr.vp.reduce.fmul"(%f, %x, %m, %n) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %r51 = "llvm.intr.vp.load"(%p, %m, %n) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf32>
  "llvm.intr.vp.store"(%x, %p, %m, %n) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %r53 = "llvm.intr.experimental.vp.strided.load"(%p, %s, %m, %n) : (!llvm.ptr, i64, vector<4xi1>, i32) -> vector<4xf32>
  "llvm.intr.experimental.vp.strided.store"(%x, %p, %s, %m, %n) : (vector<4xf32>, !llvm.ptr, i64, vector<4xi1>, i32) -> ()
  llvm.return
}
