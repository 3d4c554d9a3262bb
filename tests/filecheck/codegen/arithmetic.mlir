// RUN: dlc-opt %s --emit=llvm-ir --target=x86_64-unknown-linux-gnu | filecheck %s

// Arithmetic, comparisons and conversions as instructions, with their flags.

// CHECK: source_filename = "dlc"
//  CHECK-NEXT: target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
//  CHECK-NEXT: target triple = "x86_64-unknown-linux-gnu"
// CHECK-LABEL: define void @integers(i32 %arg0, i32 %arg1, <4 x i32> %arg2) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = add i32 %arg0, %arg1
//  CHECK-NEXT: %1 = add nuw nsw i32 %arg0, %arg1
//  CHECK-NEXT: %2 = sub nuw <4 x i32> %arg2, %arg2
//  CHECK-NEXT: %3 = mul nsw i32 %arg0, %arg1
//  CHECK-NEXT: %4 = udiv i32 %arg0, %arg1
//  CHECK-NEXT: %5 = sdiv exact i32 %arg0, %arg1
//  CHECK-NEXT: %6 = urem i32 %arg0, %arg1
//  CHECK-NEXT: %7 = srem i32 %arg0, %arg1
//  CHECK-NEXT: %8 = and i32 %arg0, %arg1
//  CHECK-NEXT: %9 = or disjoint i32 %arg0, %arg1
//  CHECK-NEXT: %10 = xor i32 %arg0, %arg1
//  CHECK-NEXT: %11 = shl nuw i32 %arg0, %arg1
//  CHECK-NEXT: %12 = lshr exact i32 %arg0, %arg1
//  CHECK-NEXT: %13 = ashr i32 %arg0, %arg1
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @floats(float %arg0, <4 x double> %arg1) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = fadd float %arg0, %arg0
//  CHECK-NEXT: %1 = fsub nnan ninf <4 x double> %arg1, %arg1
//  CHECK-NEXT: %2 = fmul fast float %arg0, %arg0
//  CHECK-NEXT: %3 = fdiv arcp contract afn reassoc float %arg0, %arg0
//  CHECK-NEXT: %4 = frem float %arg0, %arg0
//  CHECK-NEXT: %5 = fneg nsz float %arg0
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @comparisons(i32 %arg0, ptr %arg1, <4 x float> %arg2, i1 %arg3, <4 x i1> %arg4) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = icmp slt i32 %arg0, %arg0
//  CHECK-NEXT: %1 = icmp eq ptr %arg1, %arg1
//  CHECK-NEXT: %2 = fcmp olt <4 x float> %arg2, %arg2
//  CHECK-NEXT: %3 = fcmp nnan true <4 x float> %arg2, %arg2
//  CHECK-NEXT: %4 = select i1 %arg3, ptr %arg1, ptr %arg1
//  CHECK-NEXT: %5 = select nsz <4 x i1> %arg4, <4 x float> %arg2, <4 x float> %arg2
//  CHECK-NEXT: %6 = freeze i32 %arg0
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
// CHECK-LABEL: define void @conversions(i32 %arg0, float %arg1, double %arg2, ptr addrspace(3) %arg3, <4 x i32> %arg4) {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: %0 = trunc i32 %arg0 to i8
//  CHECK-NEXT: %1 = trunc nuw nsw <4 x i32> %arg4 to <4 x i16>
//  CHECK-NEXT: %2 = sext i32 %arg0 to i64
//  CHECK-NEXT: %3 = zext nneg <4 x i32> %arg4 to <4 x i64>
//  CHECK-NEXT: %4 = fptrunc double %arg2 to float
//  CHECK-NEXT: %5 = fpext float %arg1 to x86_fp80
//  CHECK-NEXT: %6 = sitofp i32 %arg0 to bfloat
//  CHECK-NEXT: %7 = uitofp nneg i32 %arg0 to float
//  CHECK-NEXT: %8 = fptosi float %arg1 to i32
//  CHECK-NEXT: %9 = fptoui float %arg1 to i32
//  CHECK-NEXT: %10 = ptrtoint ptr addrspace(3) %arg3 to i64
//  CHECK-NEXT: %11 = inttoptr i64 %10 to ptr
//  CHECK-NEXT: %12 = inttoptr i64 %10 to ptr, !dereferenceable_or_null !0
//  CHECK-NEXT: %13 = addrspacecast ptr addrspace(3) %arg3 to ptr
//  CHECK-NEXT: %14 = bitcast <4 x i32> %arg4 to <2 x i64>
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
//  CHECK-NEXT: !0 = !{i64 8}

llvm.func @integers(%arg0: i32, %arg1: i32, %arg2: vector<4xi32>) {
  %0 = llvm.add %arg0, %arg1 : i32
  %1 = llvm.add %arg0, %arg1 overflow<nsw, nuw> : i32
  %2 = llvm.sub %arg2, %arg2 overflow<nuw> : vector<4xi32>
  %3 = llvm.mul %arg0, %arg1 overflow<nsw> {some.note} : i32
  %4 = llvm.udiv %arg0, %arg1 : i32
  %5 = llvm.sdiv exact %arg0, %arg1 : i32
  %6 = llvm.urem %arg0, %arg1 : i32
  %7 = llvm.srem %arg0, %arg1 : i32
  %8 = llvm.and %arg0, %arg1 : i32
  %9 = llvm.or disjoint %arg0, %arg1 : i32
  %10 = llvm.xor %arg0, %arg1 : i32
  %11 = llvm.shl %arg0, %arg1 overflow<nuw> : i32
  %12 = llvm.lshr exact %arg0, %arg1 : i32
  %13 = llvm.ashr %arg0, %arg1 : i32
  llvm.return
}
llvm.func @floats(%arg0: f32, %arg1: vector<4xf64>) {
  %0 = llvm.fadd %arg0, %arg0 : f32
  %1 = llvm.fsub %arg1, %arg1 {fastmathFlags = #llvm.fastmath<nnan, ninf>} : vector<4xf64>
  %2 = llvm.fmul %arg0, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f32
  %3 = llvm.fdiv %arg0, %arg0 {fastmathFlags = #llvm.fastmath<arcp, contract, afn, reassoc>} : f32
  %4 = llvm.frem %arg0, %arg0 : f32
  %5 = llvm.fneg %arg0 {fastmathFlags = #llvm.fastmath<nsz>} : f32
  llvm.return
}
llvm.func @comparisons(%arg0: i32, %arg1: !llvm.ptr, %arg2: vector<4xf32>, %arg3: i1, %arg4: vector<4xi1>) {
  %0 = llvm.icmp "slt" %arg0, %arg0 : i32
  %1 = llvm.icmp "eq" %arg1, %arg1 : !llvm.ptr
  %2 = llvm.fcmp "olt" %arg2, %arg2 : vector<4xf32>
  %3 = llvm.fcmp "_true" %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
  %4 = llvm.select %arg3, %arg1, %arg1 : i1, !llvm.ptr
  %5 = llvm.select %arg4, %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nsz>} : vector<4xi1>, vector<4xf32>
  %6 = llvm.freeze %arg0 : i32
  llvm.return
}
llvm.func @conversions(%arg0: i32, %arg1: f32, %arg2: f64, %arg3: !llvm.ptr<3>, %arg4: vector<4xi32>) {
  %0 = llvm.trunc %arg0 : i32 to i8
  %1 = llvm.trunc %arg4 overflow<nsw, nuw> : vector<4xi32> to vector<4xi16>
  %2 = llvm.sext %arg0 : i32 to i64
  %3 = llvm.zext nneg %arg4 : vector<4xi32> to vector<4xi64>
  %4 = llvm.fptrunc %arg2 : f64 to f32
  %5 = llvm.fpext %arg1 : f32 to f80
  %6 = llvm.sitofp %arg0 : i32 to bf16
  %7 = llvm.uitofp nneg %arg0 : i32 to f32
  %8 = llvm.fptosi %arg1 : f32 to i32
  %9 = llvm.fptoui %arg1 : f32 to i32
  %10 = llvm.ptrtoint %arg3 : !llvm.ptr<3> to i64
  %11 = llvm.inttoptr %10 : i64 to !llvm.ptr
  %12 = llvm.inttoptr %10 dereferenceable<bytes = 8, mayBeNull = true> : i64 to !llvm.ptr
  %13 = llvm.addrspacecast %arg3 : !llvm.ptr<3> to !llvm.ptr
  %14 = llvm.bitcast %arg4 : vector<4xi32> to vector<2xi64>
  llvm.return
}
