// RUN: dlc-opt %s --emit=llvm-ir --target=x86_64-unknown-linux-gnu | filecheck %s

// Globals, constants, aliases and what else stands at the top of a module.

// CHECK: source_filename = "dlc"
//  CHECK-NEXT: target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
//  CHECK-NEXT: target triple = "x86_64-unknown-linux-gnu"
//  CHECK-NEXT: %named = type { i8, %opaque }
//  CHECK-NEXT: %opaque = type opaque
//  CHECK-NEXT: $any = comdat any
//  CHECK-NEXT: @table = internal constant [2 x float] [float 1.000000e+00, float 2.000000e+00], align 64
//  CHECK-NEXT: @empty_rows = internal constant [2 x [0 x float]] zeroinitializer
//  CHECK-NEXT: @text = private constant [5 x i8] c"text\00", section ".rodata"
//  CHECK-NEXT: @shared = weak_odr dso_local global i64 1, comdat($any)
//  CHECK-NEXT: @computed = internal global { ptr, i32 } { ptr @table, i32 undef }
//  CHECK-NEXT: @other_name = alias i64, ptr @shared
// CHECK-LABEL: define dso_local hidden void @placed() local_unnamed_addr vscale_range(1,16) section ".text.hot" comdat($any) align 64 {
//  CHECK-NEXT: entry:
//  CHECK-NEXT: ret void
//  CHECK-NEXT: }
//  CHECK-NEXT: declare <{ <4 x ptr>, [2 x ptr] }> @types(ptr addrspace(1), [0 x %named])
//  CHECK-NEXT: @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 0, ptr @placed, ptr null }, { i32, ptr, ptr } { i32 7, ptr @placed, ptr null }]
//  CHECK-NEXT: @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @placed, ptr null }]
//  CHECK-NEXT: !llvm.module.flags = !{!0, !1}
//  CHECK-NEXT: !llvm.linker.options = !{!2}
//  CHECK-NEXT: !0 = !{i32 1, !"wchar_size", i32 4}
//  CHECK-NEXT: !1 = !{i32 8, !"PIC Level", i32 2}
//  CHECK-NEXT: !2 = !{!"-l", !"m"}

llvm.mlir.global internal constant @table(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x f32>
llvm.mlir.global internal constant @empty_rows(dense<> : tensor<2x0xf32>) {addr_space = 0 : i32} : !llvm.array<2 x array<0 x f32>>
llvm.mlir.global private constant @text("text\00") {addr_space = 0 : i32, section = ".rodata"}
llvm.mlir.global weak_odr @shared(1 : i64) comdat(@comdats::@any) {addr_space = 0 : i32, dso_local} : i64
llvm.comdat @comdats {
  llvm.comdat_selector @any any
}
llvm.mlir.global internal @computed() {addr_space = 0 : i32} : !llvm.struct<(ptr, i32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(ptr, i32)>
  %1 = llvm.mlir.addressof @table : !llvm.ptr
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(ptr, i32)> 
  llvm.return %2 : !llvm.struct<(ptr, i32)>
}
llvm.mlir.alias external @other_name : i64 {
  %0 = llvm.mlir.addressof @shared : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func hidden local_unnamed_addr @placed() vscale_range(1, 16) comdat(@comdats::@any) attributes {alignment = 64 : i64, dso_local, section = ".text.hot"} {
  llvm.return
}
llvm.func @types(!llvm.ptr<1>, !llvm.array<0 x struct<"named", (i8, struct<"opaque", opaque>)>>) -> !llvm.struct<packed (vector<4x!llvm.ptr>, array<2 x ptr>)>
llvm.mlir.global_ctors ctors = [@placed], priorities = [0 : i32], data = [#llvm.zero]
llvm.mlir.global_ctors ctors = [@placed], priorities = [7 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@placed], priorities = [65535 : i32], data = [#llvm.zero]
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
llvm.linker_options ["-l", "m"]
