// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// Each op of the dialect, in the form that mlir-opt prints: it is printed again as it was read.

// CHECK-LABEL: llvm.func @integers(%arg0: i32, %arg1: i32, %arg2: vector<4xi32>) {
//  CHECK-NEXT: %0 = llvm.add %arg0, %arg1 : i32
//  CHECK-NEXT: %1 = llvm.add %arg0, %arg1 overflow<nsw, nuw> : i32
//  CHECK-NEXT: %2 = llvm.sub %arg2, %arg2 overflow<nuw> : vector<4xi32>
//  CHECK-NEXT: %3 = llvm.mul %arg0, %arg1 overflow<nsw> {some.note} : i32
//  CHECK-NEXT: %4 = llvm.udiv %arg0, %arg1 : i32
//  CHECK-NEXT: %5 = llvm.sdiv exact %arg0, %arg1 : i32
//  CHECK-NEXT: %6 = llvm.urem %arg0, %arg1 : i32
//  CHECK-NEXT: %7 = llvm.srem %arg0, %arg1 : i32
//  CHECK-NEXT: %8 = llvm.and %arg0, %arg1 : i32
//  CHECK-NEXT: %9 = llvm.or disjoint %arg0, %arg1 : i32
//  CHECK-NEXT: %10 = llvm.xor %arg0, %arg1 : i32
//  CHECK-NEXT: %11 = llvm.shl %arg0, %arg1 overflow<nuw> : i32
//  CHECK-NEXT: %12 = llvm.lshr exact %arg0, %arg1 : i32
//  CHECK-NEXT: %13 = llvm.ashr %arg0, %arg1 : i32
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @floats(%arg0: f32, %arg1: vector<4xf64>) {
//  CHECK-NEXT: %0 = llvm.fadd %arg0, %arg0 : f32
//  CHECK-NEXT: %1 = llvm.fsub %arg1, %arg1 {fastmathFlags = #llvm.fastmath<nnan, ninf>} : vector<4xf64>
//  CHECK-NEXT: %2 = llvm.fmul %arg0, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f32
//  CHECK-NEXT: %3 = llvm.fdiv %arg0, %arg0 {fastmathFlags = #llvm.fastmath<arcp, contract, afn, reassoc>} : f32
//  CHECK-NEXT: %4 = llvm.frem %arg0, %arg0 : f32
//  CHECK-NEXT: %5 = llvm.fneg %arg0 {fastmathFlags = #llvm.fastmath<nsz>} : f32
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @floats(%arg0: f32, %arg1: vector<4xf64>) {
  %0 = llvm.fadd %arg0, %arg0 : f32
  %1 = llvm.fsub %arg1, %arg1 {fastmathFlags = #llvm.fastmath<nnan, ninf>} : vector<4xf64>
  %2 = llvm.fmul %arg0, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f32
  %3 = llvm.fdiv %arg0, %arg0 {fastmathFlags = #llvm.fastmath<arcp, contract, afn, reassoc>} : f32
  %4 = llvm.frem %arg0, %arg0 : f32
  %5 = llvm.fneg %arg0 {fastmathFlags = #llvm.fastmath<nsz>} : f32
  llvm.return
}

// CHECK-LABEL: llvm.func @comparisons(%arg0: i32, %arg1: !llvm.ptr, %arg2: vector<4xf32>, %arg3: i1, %arg4: vector<4xi1>) {
//  CHECK-NEXT: %0 = llvm.icmp "slt" %arg0, %arg0 : i32
//  CHECK-NEXT: %1 = llvm.icmp "eq" %arg1, %arg1 : !llvm.ptr
//  CHECK-NEXT: %2 = llvm.fcmp "olt" %arg2, %arg2 : vector<4xf32>
//  CHECK-NEXT: %3 = llvm.fcmp "_true" %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
//  CHECK-NEXT: %4 = llvm.select %arg3, %arg1, %arg1 : i1, !llvm.ptr
//  CHECK-NEXT: %5 = llvm.select %arg4, %arg2, %arg2 {fastmathFlags = #llvm.fastmath<nsz>} : vector<4xi1>, vector<4xf32>
//  CHECK-NEXT: %6 = llvm.freeze %arg0 : i32
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @conversions(%arg0: i32, %arg1: f32, %arg2: f64, %arg3: !llvm.ptr<3>, %arg4: vector<4xi32>) {
//  CHECK-NEXT: %0 = llvm.trunc %arg0 : i32 to i8
//  CHECK-NEXT: %1 = llvm.trunc %arg4 overflow<nsw, nuw> : vector<4xi32> to vector<4xi16>
//  CHECK-NEXT: %2 = llvm.sext %arg0 : i32 to i64
//  CHECK-NEXT: %3 = llvm.zext nneg %arg4 : vector<4xi32> to vector<4xi64>
//  CHECK-NEXT: %4 = llvm.fptrunc %arg2 : f64 to f32
//  CHECK-NEXT: %5 = llvm.fpext %arg1 : f32 to f80
//  CHECK-NEXT: %6 = llvm.sitofp %arg0 : i32 to bf16
//  CHECK-NEXT: %7 = llvm.uitofp nneg %arg0 : i32 to f32
//  CHECK-NEXT: %8 = llvm.fptosi %arg1 : f32 to i32
//  CHECK-NEXT: %9 = llvm.fptoui %arg1 : f32 to i32
//  CHECK-NEXT: %10 = llvm.ptrtoint %arg3 : !llvm.ptr<3> to i64
//  CHECK-NEXT: %11 = llvm.inttoptr %10 : i64 to !llvm.ptr
//  CHECK-NEXT: %12 = llvm.inttoptr %10 dereferenceable<bytes = 8, mayBeNull = true> : i64 to !llvm.ptr
//  CHECK-NEXT: %13 = llvm.addrspacecast %arg3 : !llvm.ptr<3> to !llvm.ptr
//  CHECK-NEXT: %14 = llvm.bitcast %arg4 : vector<4xi32> to vector<2xi64>
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @memory(%arg0: !llvm.ptr, %arg1: i64, %arg2: f32) {
//  CHECK-NEXT: %0 = llvm.alloca %arg1 x f32 : (i64) -> !llvm.ptr
//  CHECK-NEXT: %1 = llvm.alloca inalloca %arg1 x !llvm.struct<(i32, ptr)> {alignment = 64 : i64} : (i64) -> !llvm.ptr<5>
//  CHECK-NEXT: %2 = llvm.load %arg0 : !llvm.ptr -> f32
//  CHECK-NEXT: %3 = llvm.load volatile %arg0 atomic syncscope("agent") monotonic invariant {alignment = 4 : i64, nontemporal} : !llvm.ptr -> i32
//  CHECK-NEXT: %4 = llvm.load %arg0 invariant_group dereferenceable<bytes = 8> : !llvm.ptr -> !llvm.ptr
//  CHECK-NEXT: %5 = llvm.load %arg0 {access_groups = [#llvm.access_group<id = distinct[0]<>>], alias_scopes = [#llvm.alias_scope<id = "a", domain = <id = distinct[1]<>, description = "kernel">>], noalias_scopes = [#llvm.alias_scope<id = distinct[2]<>, domain = <id = distinct[1]<>, description = "kernel">, description = "b">], tbaa = [#llvm.tbaa_tag<base_type = <id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, access_type = <id = "char", members = {<#llvm.tbaa_root<id = "root">, 0>}>, offset = 0, constant = true>]} : !llvm.ptr -> f32
//  CHECK-NEXT: llvm.store %arg2, %arg0 {alignment = 4 : i64} : f32, !llvm.ptr
//  CHECK-NEXT: llvm.store volatile %arg2, %arg0 atomic release invariant_group {alignment = 4 : i64} : f32, !llvm.ptr
//  CHECK-NEXT: %6 = llvm.getelementptr %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
//  CHECK-NEXT: %7 = llvm.getelementptr inbounds|nuw %arg0[%arg1, 1, 2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<4 x f32>)>
//  CHECK-NEXT: %8 = llvm.getelementptr nusw %arg0[-1] : (!llvm.ptr) -> !llvm.ptr, i8
//  CHECK-NEXT: %9 = llvm.va_arg %arg0 : (!llvm.ptr) -> i32
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @memory(%arg0: !llvm.ptr, %arg1: i64, %arg2: f32) {
  %0 = llvm.alloca %arg1 x f32 : (i64) -> !llvm.ptr
  %1 = llvm.alloca inalloca %arg1 x !llvm.struct<(i32, ptr)> {alignment = 64 : i64} : (i64) -> !llvm.ptr<5>
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

// CHECK-LABEL: llvm.func @atomics(%arg0: !llvm.ptr, %arg1: f32, %arg2: i32) {
//  CHECK-NEXT: %0 = llvm.atomicrmw fadd %arg0, %arg1 monotonic : !llvm.ptr, f32
//  CHECK-NEXT: %1 = llvm.atomicrmw volatile _or %arg0, %arg2 syncscope("agent") seq_cst {alignment = 4 : i64} : !llvm.ptr, i32
//  CHECK-NEXT: %2 = llvm.cmpxchg %arg0, %arg2, %arg2 acq_rel monotonic : !llvm.ptr, i32
//  CHECK-NEXT: %3 = llvm.cmpxchg weak volatile %arg0, %arg2, %arg2 syncscope("agent") seq_cst acquire {alignment = 4 : i64} : !llvm.ptr, i32
//  CHECK-NEXT: llvm.fence seq_cst
//  CHECK-NEXT: llvm.fence syncscope("agent") release
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @atomics(%arg0: !llvm.ptr, %arg1: f32, %arg2: i32) {
  %0 = llvm.atomicrmw fadd %arg0, %arg1 monotonic : !llvm.ptr, f32
  %1 = llvm.atomicrmw volatile _or %arg0, %arg2 syncscope("agent") seq_cst {alignment = 4 : i64} : !llvm.ptr, i32
  %2 = llvm.cmpxchg %arg0, %arg2, %arg2 acq_rel monotonic : !llvm.ptr, i32
  %3 = llvm.cmpxchg weak volatile %arg0, %arg2, %arg2 syncscope("agent") seq_cst acquire {alignment = 4 : i64} : !llvm.ptr, i32
  llvm.fence seq_cst
  llvm.fence syncscope("agent") release
  llvm.return
}

// CHECK-LABEL: llvm.func @aggregates(%arg0: !llvm.struct<(i32, array<4 x f32>)>, %arg1: f32, %arg2: vector<4xf32>, %arg3: i32, %arg4: vector<[4]xf32>) {
//  CHECK-NEXT: %0 = llvm.extractvalue %arg0[1, 2] : !llvm.struct<(i32, array<4 x f32>)>
//  CHECK-NEXT: %1 = llvm.insertvalue %arg1, %arg0[1, 0] : !llvm.struct<(i32, array<4 x f32>)>
//  CHECK-NEXT: %2 = llvm.extractelement %arg2[%arg3 : i32] : vector<4xf32>
//  CHECK-NEXT: %3 = llvm.insertelement %arg1, %arg2[%arg3 : i32] : vector<4xf32>
//  CHECK-NEXT: %4 = llvm.shufflevector %arg2, %arg2 [0, 5, -1] : vector<4xf32>
//  CHECK-NEXT: %5 = llvm.shufflevector %arg4, %arg4 [0, 0, 0, 0] : vector<[4]xf32>
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @aggregates(%arg0: !llvm.struct<(i32, array<4 x f32>)>, %arg1: f32, %arg2: vector<4xf32>, %arg3: i32, %arg4: vector<[4]xf32>) {
  %0 = llvm.extractvalue %arg0[1, 2] : !llvm.struct<(i32, array<4 x f32>)> 
  %1 = llvm.insertvalue %arg1, %arg0[1, 0] : !llvm.struct<(i32, array<4 x f32>)> 
  %2 = llvm.extractelement %arg2[%arg3 : i32] : vector<4xf32>
  %3 = llvm.insertelement %arg1, %arg2[%arg3 : i32] : vector<4xf32>
  %4 = llvm.shufflevector %arg2, %arg2 [0, 5, -1] : vector<4xf32> 
  %5 = llvm.shufflevector %arg4, %arg4 [0, 0, 0, 0] : vector<[4]xf32> 
  llvm.return
}

// CHECK-LABEL: llvm.func @constants() {
//  CHECK-NEXT: %0 = llvm.mlir.constant(42 : i64) : i64
//  CHECK-NEXT: %1 = llvm.mlir.constant(3 : index) : i32
//  CHECK-NEXT: %2 = llvm.mlir.constant(1.500000e+00 : f32) : f32
//  CHECK-NEXT: %3 = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
//  CHECK-NEXT: %4 = llvm.mlir.constant(dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
//  CHECK-NEXT: %5 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
//  CHECK-NEXT: %6 = llvm.mlir.constant([1 : i32, 2.000000e+00]) : !llvm.struct<(i32, f64)>
//  CHECK-NEXT: %7 = llvm.mlir.zero : !llvm.ptr
//  CHECK-NEXT: %8 = llvm.mlir.undef : !llvm.struct<packed (i8, i32)>
//  CHECK-NEXT: %9 = llvm.mlir.poison : vector<[4]xi32>
//  CHECK-NEXT: %10 = llvm.mlir.none : !llvm.token
//  CHECK-NEXT: %11 = llvm.mlir.addressof @table : !llvm.ptr
//  CHECK-NEXT: %12 = llvm.mlir.addressof @constants : !llvm.ptr
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @constants() {
  %0 = llvm.mlir.constant(42 : i64) : i64
  %1 = llvm.mlir.constant(3 : index) : i32
  %2 = llvm.mlir.constant(1.500000e+00 : f32) : f32
  %3 = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
  %4 = llvm.mlir.constant(dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
  %5 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %6 = llvm.mlir.constant([1 : i32, 2.000000e+00]) : !llvm.struct<(i32, f64)>
  %7 = llvm.mlir.zero : !llvm.ptr
  %8 = llvm.mlir.undef : !llvm.struct<packed (i8, i32)>
  %9 = llvm.mlir.poison : vector<[4]xi32>
  %10 = llvm.mlir.none : !llvm.token
  %11 = llvm.mlir.addressof @table : !llvm.ptr
  %12 = llvm.mlir.addressof @constants : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @types(!llvm.ptr<1>, !llvm.array<0 x struct<"named", (i8, struct<"opaque", opaque>)>>) -> !llvm.struct<packed (vector<4x!llvm.ptr>, array<2 x ptr>)>
llvm.func @types(!llvm.ptr<1>, !llvm.array<0 x struct<"named", (i8, struct<"opaque", opaque>)>>) -> !llvm.struct<packed (vector<4x!llvm.ptr>, array<2 x ptr>)>

// CHECK-LABEL: llvm.func @rare_types(!llvm.ppc_fp128, !llvm.x86_amx, !llvm.metadata, !llvm.label, !llvm.token, !llvm.target<"spirv.Image", f32, 1, 0>)
llvm.func @rare_types(!llvm.ppc_fp128, !llvm.x86_amx, !llvm.metadata, !llvm.label, !llvm.token, !llvm.target<"spirv.Image", f32, 1, 0>)

// CHECK-LABEL: llvm.func @branches(%arg0: i1, %arg1: i32) -> i32 {
//  CHECK-NEXT: llvm.cond_br %arg0 weights([9, 1]), ^bb1(%arg1 : i32), ^bb2
//  CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
//  CHECK-NEXT: llvm.br ^bb3(%0 : i32) {loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = false, predicateEnable = true, scalableEnable = false, width = 4 : i32, followupAll = <mustProgress = true>>, interleave = <count = 2 : i32>, unroll = <disable = false, count = 4 : i32, runtimeDisable = true, full = true>, unrollAndJam = <count = 2 : i32>, licm = <disable = true, versioningDisable = true>, distribute = <disable = true>, pipeline = <disable = true, initiationinterval = 2 : i32>, peeled = <count = 3 : i32>, unswitch = <partialDisable = true>, mustProgress = true, isVectorized = false, parallelAccesses = <id = distinct[0]<>>, <id = distinct[1]<>>>}
//  CHECK-NEXT: ^bb2:  // pred: ^bb0
//  CHECK-NEXT: llvm.switch %arg1 : i32, ^bb4 [
//  CHECK-NEXT: 1: ^bb3(%arg1 : i32),
//  CHECK-NEXT: -3: ^bb5
//  CHECK-NEXT: ] {branch_weights = array<i32: 1, 2, 3>}
//  CHECK-NEXT: ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
//  CHECK-NEXT: llvm.return %1 : i32
//  CHECK-NEXT: ^bb4:  // pred: ^bb2
//  CHECK-NEXT: llvm.switch %arg1 : i32, ^bb5 [
//  CHECK-NEXT: ]
//  CHECK-NEXT: ^bb5:  // 2 preds: ^bb2, ^bb4
//  CHECK-NEXT: llvm.unreachable
//  CHECK-NEXT: }
llvm.func @branches(%arg0: i1, %arg1: i32) -> i32 {
  llvm.cond_br %arg0 weights([9, 1]), ^bb1(%arg1 : i32), ^bb2
^bb1(%0: i32):
  llvm.br ^bb3(%0 : i32) {loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = false, predicateEnable = true, scalableEnable = false, width = 4 : i32, followupAll = <mustProgress = true>>, interleave = <count = 2 : i32>, unroll = <disable = false, count = 4 : i32, runtimeDisable = true, full = true>, unrollAndJam = <count = 2 : i32>, licm = <disable = true, versioningDisable = true>, distribute = <disable = true>, pipeline = <disable = true, initiationinterval = 2 : i32>, peeled = <count = 3 : i32>, unswitch = <partialDisable = true>, mustProgress = true, isVectorized = false, parallelAccesses = <id = distinct[0]<>>, <id = distinct[1]<>>>}
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

// CHECK-LABEL: llvm.func @calls(%arg0: i32, %arg1: f32, %arg2: !llvm.ptr) {
//  CHECK-NEXT: %0 = llvm.call @callee(%arg0, %arg1) : (i32, f32) -> f32
//  CHECK-NEXT: %1 = llvm.call fastcc tail @callee(%arg0, %arg1) {fastmathFlags = #llvm.fastmath<fast>, no_unwind} : (i32 {llvm.noundef}, f32) -> (f32 {llvm.noundef})
//  CHECK-NEXT: llvm.call @varargs(%arg2, %arg0) vararg(!llvm.func<void (ptr, ...)>) : (!llvm.ptr, i32) -> ()
//  CHECK-NEXT: llvm.call %arg2(%arg0) ["tag"(%arg0, %arg1 : i32, f32), "empty"()] : !llvm.ptr, (i32) -> ()
//  CHECK-NEXT: %2 = llvm.call_intrinsic "llvm.sqrt.f32"(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
//  CHECK-NEXT: llvm.call_intrinsic "llvm.donothing"() : () -> ()
//  CHECK-NEXT: %3 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "mov $0, $1", "=r,r" %arg0 : (i32) -> i32
//  CHECK-NEXT: llvm.inline_asm "nop", ""  : () -> ()
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func internal fastcc @callee(%arg0: i32 {llvm.noundef, llvm.signext}, %arg1: f32) -> (f32 {llvm.noundef}) attributes {always_inline, frame_pointer = #llvm.framePointerKind<"non-leaf">, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = write, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nounwind", ["key", "value"]], target_cpu = "znver4", target_features = #llvm.target_features<["+avx2", "-fma"]>, uwtable_kind = #llvm.uwtableKind<async>, will_return} {
//  CHECK-NEXT: llvm.return %arg1 : f32
//  CHECK-NEXT: }
llvm.func internal fastcc @callee(%arg0: i32 {llvm.noundef, llvm.signext}, %arg1: f32) -> (f32 {llvm.noundef}) attributes {always_inline, frame_pointer = #llvm.framePointerKind<"non-leaf">, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = write, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nounwind", ["key", "value"]], target_cpu = "znver4", target_features = #llvm.target_features<["+avx2", "-fma"]>, uwtable_kind = #llvm.uwtableKind<async>, will_return} {
  llvm.return %arg1 : f32
}

// CHECK-LABEL: llvm.func @varargs(!llvm.ptr {llvm.align = 8 : i64, llvm.noalias}, ...)
llvm.func @varargs(!llvm.ptr {llvm.align = 8 : i64, llvm.noalias}, ...)

// CHECK-LABEL: llvm.func hidden local_unnamed_addr @placed() vscale_range(1, 16) comdat(@comdats::@any) attributes {alignment = 64 : i64, dso_local, section = ".text.hot"} {
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func hidden local_unnamed_addr @placed() vscale_range(1, 16) comdat(@comdats::@any) attributes {alignment = 64 : i64, dso_local, section = ".text.hot"} {
  llvm.return
}

// CHECK: llvm.comdat @comdats {
//  CHECK-NEXT: llvm.comdat_selector @any any
//  CHECK-NEXT: }
llvm.comdat @comdats {
  llvm.comdat_selector @any any
}

// CHECK: llvm.mlir.global internal constant @table(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x f32>
llvm.mlir.global internal constant @table(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x f32>

// CHECK: llvm.mlir.global internal thread_local @per_thread(0 : i32) {addr_space = 0 : i32} : i32
llvm.mlir.global internal thread_local @per_thread(0 : i32) {addr_space = 0 : i32} : i32

// CHECK: llvm.mlir.global external hidden thread_local unnamed_addr @declared() {addr_space = 1 : i32} : i64
llvm.mlir.global external hidden thread_local unnamed_addr @declared() {addr_space = 1 : i32} : i64

// CHECK: llvm.mlir.global private constant @text("text\00") {addr_space = 0 : i32, section = ".rodata"}
llvm.mlir.global private constant @text("text\00") {addr_space = 0 : i32, section = ".rodata"}

// CHECK: llvm.mlir.global weak_odr @shared(1 : i64) comdat(@comdats::@any) {addr_space = 0 : i32, dso_local} : i64
llvm.mlir.global weak_odr @shared(1 : i64) comdat(@comdats::@any) {addr_space = 0 : i32, dso_local} : i64

// CHECK: llvm.mlir.global internal @computed() {addr_space = 0 : i32} : !llvm.struct<(ptr, i32)> {
//  CHECK-NEXT: %0 = llvm.mlir.undef : !llvm.struct<(ptr, i32)>
//  CHECK-NEXT: %1 = llvm.mlir.addressof @table : !llvm.ptr
//  CHECK-NEXT: %2 = llvm.getelementptr inbounds %1[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
//  CHECK-NEXT: %3 = llvm.insertvalue %2, %0[0] : !llvm.struct<(ptr, i32)>
//  CHECK-NEXT: llvm.return %3 : !llvm.struct<(ptr, i32)>
//  CHECK-NEXT: }
llvm.mlir.global internal @computed() {addr_space = 0 : i32} : !llvm.struct<(ptr, i32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(ptr, i32)>
  %1 = llvm.mlir.addressof @table : !llvm.ptr
  %2 = llvm.getelementptr inbounds %1[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
  %3 = llvm.insertvalue %2, %0[0] : !llvm.struct<(ptr, i32)> 
  llvm.return %3 : !llvm.struct<(ptr, i32)>
}

// CHECK: llvm.mlir.alias external @other_name : i64 {
//  CHECK-NEXT: %0 = llvm.mlir.addressof @shared : !llvm.ptr
//  CHECK-NEXT: llvm.return %0 : !llvm.ptr
//  CHECK-NEXT: }
llvm.mlir.alias external @other_name : i64 {
  %0 = llvm.mlir.addressof @shared : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

// CHECK: llvm.mlir.global_ctors ctors = [@placed], priorities = [0 : i32], data = [#llvm.zero]
llvm.mlir.global_ctors ctors = [@placed], priorities = [0 : i32], data = [#llvm.zero]

// CHECK: llvm.mlir.global_dtors dtors = [@placed], priorities = [65535 : i32], data = [@shared]
llvm.mlir.global_dtors dtors = [@placed], priorities = [65535 : i32], data = [@shared]

// CHECK: llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]

// CHECK: llvm.linker_options ["-l", "m"]
llvm.linker_options ["-l", "m"]

// CHECK-LABEL: llvm.func @float_intrinsics(%arg0: f32, %arg1: vector<4xf32>, %arg2: i32) {
//  CHECK-NEXT: %0 = llvm.intr.sqrt(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %1 = llvm.intr.sin(%arg0) : (f32) -> f32
//  CHECK-NEXT: %2 = llvm.intr.cos(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %3 = llvm.intr.tan(%arg0) : (f32) -> f32
//  CHECK-NEXT: %4 = llvm.intr.asin(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %5 = llvm.intr.acos(%arg0) : (f32) -> f32
//  CHECK-NEXT: %6 = llvm.intr.atan(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %7 = llvm.intr.sinh(%arg0) : (f32) -> f32
//  CHECK-NEXT: %8 = llvm.intr.cosh(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %9 = llvm.intr.tanh(%arg0) : (f32) -> f32
//  CHECK-NEXT: %10 = llvm.intr.exp(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %11 = llvm.intr.exp2(%arg0) : (f32) -> f32
//  CHECK-NEXT: %12 = llvm.intr.exp10(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %13 = llvm.intr.log(%arg0) : (f32) -> f32
//  CHECK-NEXT: %14 = llvm.intr.log2(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %15 = llvm.intr.log10(%arg0) : (f32) -> f32
//  CHECK-NEXT: %16 = llvm.intr.fabs(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %17 = llvm.intr.ceil(%arg0) : (f32) -> f32
//  CHECK-NEXT: %18 = llvm.intr.floor(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %19 = llvm.intr.trunc(%arg0) : (f32) -> f32
//  CHECK-NEXT: %20 = llvm.intr.rint(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %21 = llvm.intr.nearbyint(%arg0) : (f32) -> f32
//  CHECK-NEXT: %22 = llvm.intr.round(%arg1) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %23 = llvm.intr.roundeven(%arg0) : (f32) -> f32
//  CHECK-NEXT: %24 = llvm.intr.copysign(%arg0, %arg0) : (f32, f32) -> f32
//  CHECK-NEXT: %25 = llvm.intr.pow(%arg0, %arg0) : (f32, f32) -> f32
//  CHECK-NEXT: %26 = llvm.intr.atan2(%arg0, %arg0) : (f32, f32) -> f32
//  CHECK-NEXT: %27 = llvm.intr.maxnum(%arg0, %arg0) : (f32, f32) -> f32
//  CHECK-NEXT: %28 = llvm.intr.minnum(%arg0, %arg0) : (f32, f32) -> f32
//  CHECK-NEXT: %29 = llvm.intr.maximum(%arg0, %arg0) : (f32, f32) -> f32
//  CHECK-NEXT: %30 = llvm.intr.minimum(%arg0, %arg0) : (f32, f32) -> f32
//  CHECK-NEXT: %31 = llvm.intr.fma(%arg1, %arg1, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %32 = llvm.intr.fmuladd(%arg1, %arg1, %arg1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %33 = llvm.intr.powi(%arg0, %arg2) : (f32, i32) -> f32
//  CHECK-NEXT: %34 = llvm.intr.ldexp(%arg0, %arg2) : (f32, i32) -> f32
//  CHECK-NEXT: %35 = llvm.intr.frexp(%arg0) : (f32) -> !llvm.struct<(f32, i32)>
//  CHECK-NEXT: %36 = llvm.intr.sincos(%arg0) : (f32) -> !llvm.struct<(f32, f32)>
//  CHECK-NEXT: %37 = llvm.intr.lround(%arg0) : (f32) -> i64
//  CHECK-NEXT: %38 = llvm.intr.llround(%arg0) : (f32) -> i64
//  CHECK-NEXT: %39 = llvm.intr.lrint(%arg0) : (f32) -> i64
//  CHECK-NEXT: %40 = llvm.intr.llrint(%arg0) : (f32) -> i64
//  CHECK-NEXT: %41 = "llvm.intr.is.fpclass"(%arg0) <{bit = 3 : i32}> : (f32) -> i1
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @integer_intrinsics(%arg0: i32) {
//  CHECK-NEXT: %0 = llvm.intr.bitreverse(%arg0) : (i32) -> i32
//  CHECK-NEXT: %1 = llvm.intr.bswap(%arg0) : (i32) -> i32
//  CHECK-NEXT: %2 = llvm.intr.ctpop(%arg0) : (i32) -> i32
//  CHECK-NEXT: %3 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
//  CHECK-NEXT: %4 = "llvm.intr.cttz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
//  CHECK-NEXT: %5 = "llvm.intr.abs"(%arg0) <{is_int_min_poison = false}> : (i32) -> i32
//  CHECK-NEXT: %6 = llvm.intr.fshl(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
//  CHECK-NEXT: %7 = llvm.intr.fshr(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
//  CHECK-NEXT: %8 = llvm.intr.smax(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %9 = llvm.intr.smin(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %10 = llvm.intr.umax(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %11 = llvm.intr.umin(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %12 = llvm.intr.sadd.sat(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %13 = llvm.intr.uadd.sat(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %14 = llvm.intr.ssub.sat(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %15 = llvm.intr.usub.sat(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %16 = llvm.intr.sshl.sat(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %17 = llvm.intr.ushl.sat(%arg0, %arg0) : (i32, i32) -> i32
//  CHECK-NEXT: %18 = llvm.intr.scmp(%arg0, %arg0) : (i32, i32) -> i8
//  CHECK-NEXT: %19 = llvm.intr.ucmp(%arg0, %arg0) : (i32, i32) -> i8
//  CHECK-NEXT: %20 = "llvm.intr.sadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
//  CHECK-NEXT: %21 = "llvm.intr.uadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
//  CHECK-NEXT: %22 = "llvm.intr.ssub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
//  CHECK-NEXT: %23 = "llvm.intr.usub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
//  CHECK-NEXT: %24 = "llvm.intr.smul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
//  CHECK-NEXT: %25 = "llvm.intr.umul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @reductions(%arg0: vector<4xi32>, %arg1: vector<4xf32>, %arg2: f32) {
//  CHECK-NEXT: %0 = "llvm.intr.vector.reduce.add"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %1 = "llvm.intr.vector.reduce.mul"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %2 = "llvm.intr.vector.reduce.and"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %3 = "llvm.intr.vector.reduce.or"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %4 = "llvm.intr.vector.reduce.xor"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %5 = "llvm.intr.vector.reduce.smax"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %6 = "llvm.intr.vector.reduce.smin"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %7 = "llvm.intr.vector.reduce.umax"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %8 = "llvm.intr.vector.reduce.umin"(%arg0) : (vector<4xi32>) -> i32
//  CHECK-NEXT: %9 = llvm.intr.vector.reduce.fmax(%arg1) : (vector<4xf32>) -> f32
//  CHECK-NEXT: %10 = llvm.intr.vector.reduce.fmin(%arg1) : (vector<4xf32>) -> f32
//  CHECK-NEXT: %11 = llvm.intr.vector.reduce.fmaximum(%arg1) : (vector<4xf32>) -> f32
//  CHECK-NEXT: %12 = llvm.intr.vector.reduce.fminimum(%arg1) : (vector<4xf32>) -> f32
//  CHECK-NEXT: %13 = "llvm.intr.vector.reduce.fadd"(%arg2, %arg1) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
//  CHECK-NEXT: %14 = "llvm.intr.vector.reduce.fmul"(%arg2, %arg1) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @vector_intrinsics(%arg0: vector<8xf32>, %arg1: vector<4xf32>, %arg2: !llvm.ptr, %arg3: i64) {
//  CHECK-NEXT: %0 = llvm.intr.vector.extract %arg0[4] : vector<4xf32> from vector<8xf32>
//  CHECK-NEXT: %1 = llvm.intr.vector.insert %arg1, %arg0[4] : vector<4xf32> into vector<8xf32>
//  CHECK-NEXT: %2 = "llvm.intr.vector.interleave2"(%arg1, %arg1) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
//  CHECK-NEXT: %3 = "llvm.intr.vector.deinterleave2"(%arg0) : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
//  CHECK-NEXT: %4 = llvm.intr.get.active.lane.mask %arg3, %arg3 : i64, i64 to vector<4xi1>
//  CHECK-NEXT: %5 = llvm.intr.stepvector : vector<8xi32>
//  CHECK-NEXT: %6 = "llvm.intr.vscale"() : () -> i64
//  CHECK-NEXT: %7 = llvm.intr.matrix.multiply %arg1, %arg1 {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %8 = llvm.intr.matrix.transpose %arg1 {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
//  CHECK-NEXT: %9 = llvm.intr.matrix.column.major.load %arg2, <stride = %arg3> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
//  CHECK-NEXT: llvm.intr.matrix.column.major.store %arg1, %arg2, <stride = %arg3> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @masked(%arg0: !llvm.ptr, %arg1: vector<4xi1>, %arg2: vector<4xf32>, %arg3: vector<4x!llvm.ptr>) {
//  CHECK-NEXT: %0 = llvm.intr.masked.load %arg0, %arg1, %arg2 {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: %1 = llvm.intr.masked.load %arg0, %arg1 {alignment = 4 : i32, nontemporal} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
//  CHECK-NEXT: llvm.intr.masked.store %arg2, %arg0, %arg1 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
//  CHECK-NEXT: %2 = llvm.intr.masked.gather %arg3, %arg1, %arg2 {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: llvm.intr.masked.scatter %arg2, %arg3, %arg1 {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
//  CHECK-NEXT: %3 = "llvm.intr.masked.expandload"(%arg0, %arg1, %arg2) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
//  CHECK-NEXT: "llvm.intr.masked.compressstore"(%arg2, %arg0, %arg1) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @memory_intrinsics(%arg0: !llvm.ptr, %arg1: i64, %arg2: i8) {
//  CHECK-NEXT: "llvm.intr.memcpy"(%arg0, %arg0, %arg1) <{arg_attrs = [{llvm.align = 4 : i64}, {llvm.align = 4 : i64}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
//  CHECK-NEXT: "llvm.intr.memmove"(%arg0, %arg0, %arg1) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
//  CHECK-NEXT: "llvm.intr.memset"(%arg0, %arg2, %arg1) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
//  CHECK-NEXT: "llvm.intr.memcpy.inline"(%arg0, %arg0) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
//  CHECK-NEXT: "llvm.intr.memset.inline"(%arg0, %arg2) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, i8) -> ()
//  CHECK-NEXT: "llvm.intr.prefetch"(%arg0) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
//  CHECK-NEXT: %0 = llvm.intr.stacksave : !llvm.ptr
//  CHECK-NEXT: llvm.intr.stackrestore %0 : !llvm.ptr
//  CHECK-NEXT: %1 = llvm.alloca %arg1 x i64 : (i64) -> !llvm.ptr
//  CHECK-NEXT: llvm.intr.lifetime.start %1 : !llvm.ptr
//  CHECK-NEXT: llvm.intr.lifetime.end %1 : !llvm.ptr
//  CHECK-NEXT: %2 = llvm.intr.invariant.start 8, %arg0 : !llvm.ptr
//  CHECK-NEXT: llvm.intr.invariant.end %2, 8, %arg0 : !llvm.ptr
//  CHECK-NEXT: %3 = llvm.intr.launder.invariant.group %arg0 : !llvm.ptr
//  CHECK-NEXT: %4 = llvm.intr.strip.invariant.group %arg0 : !llvm.ptr
//  CHECK-NEXT: llvm.intr.experimental.noalias.scope.decl <id = "scope", domain = <id = "domain">>
//  CHECK-NEXT: %5 = llvm.intr.ptrmask %arg0, %arg1 : (!llvm.ptr, i64) -> !llvm.ptr
//  CHECK-NEXT: %6 = llvm.mlir.addressof @per_thread : !llvm.ptr
//  CHECK-NEXT: %7 = "llvm.intr.threadlocal.address"(%6) : (!llvm.ptr) -> !llvm.ptr
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
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

// CHECK-LABEL: llvm.func @variadic_intrinsics(%arg0: !llvm.ptr, ...) {
//  CHECK-NEXT: llvm.intr.vastart %arg0 : !llvm.ptr
//  CHECK-NEXT: llvm.intr.vacopy %arg0 to %arg0 : !llvm.ptr, !llvm.ptr
//  CHECK-NEXT: llvm.intr.vaend %arg0 : !llvm.ptr
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @variadic_intrinsics(%arg0: !llvm.ptr, ...) {
  llvm.intr.vastart %arg0 : !llvm.ptr
  llvm.intr.vacopy %arg0 to %arg0 : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %arg0 : !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @hints(%arg0: i1, %arg1: !llvm.ptr, %arg2: i64) {
//  CHECK-NEXT: llvm.intr.assume %arg0 : i1
//  CHECK-NEXT: llvm.intr.assume %arg0 ["align"(%arg1, %arg2 : !llvm.ptr, i64)] : i1
//  CHECK-NEXT: %0 = llvm.intr.expect %arg0, %arg0 : i1
//  CHECK-NEXT: %1 = llvm.intr.expect.with.probability %arg0, %arg0, 9.000000e-01 : i1
//  CHECK-NEXT: %2 = llvm.intr.ssa.copy %arg2 : i64
//  CHECK-NEXT: %3 = "llvm.intr.is.constant"(%arg2) : (i64) -> i1
//  CHECK-NEXT: llvm.intr.trap
//  CHECK-NEXT: llvm.intr.debugtrap
//  CHECK-NEXT: llvm.intr.ubsantrap <{failureKind = 1 : i8}>
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @hints(%arg0: i1, %arg1: !llvm.ptr, %arg2: i64) {
  llvm.intr.assume %arg0 : i1
  llvm.intr.assume %arg0 ["align"(%arg1, %arg2 : !llvm.ptr, i64)] : i1
  %0 = llvm.intr.expect %arg0, %arg0 : i1
  %1 = llvm.intr.expect.with.probability %arg0, %arg0, 9.000000e-01 : i1
  %2 = llvm.intr.ssa.copy %arg2 : i64
  %3 = "llvm.intr.is.constant"(%arg2) : (i64) -> i1
  llvm.intr.trap
  llvm.intr.debugtrap
  llvm.intr.ubsantrap <{failureKind = 1 : i8}>
  llvm.return
}

// The top of a function is a scope of affine ops, so that partly lowered modules can be read.

// CHECK-LABEL: llvm.func @partly_lowered(%arg0: i64, %arg1: !llvm.ptr) attributes {sym_visibility = "private"} {
//  CHECK-NEXT: %0 = llvm.load %arg1 : !llvm.ptr -> i64
//  CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
//  CHECK-NEXT: affine.for %arg2 = 0 to %1 {
//  CHECK-NEXT: }
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @partly_lowered(%arg0: i64, %arg1: !llvm.ptr) attributes {sym_visibility = "private"} {
  %0 = llvm.load %arg1 : !llvm.ptr -> i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to index
  affine.for %arg2 = 0 to %1 {
  }
  llvm.return
}
