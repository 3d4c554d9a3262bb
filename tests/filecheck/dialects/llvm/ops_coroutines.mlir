// RUN: dlc-opt %s --split-input-file --names=numbers | dlc-opt --split-input-file --mlir-print-local-scope | filecheck %s

// Coroutines and annotations.

//       CHECK: llvm.func @annotations(%arg0: i32, %arg1: !llvm.ptr) {
//  CHECK-NEXT: %0 = "llvm.intr.annotation"(%arg0, %arg1, %arg1, %arg0) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
//  CHECK-NEXT: %1 = "llvm.intr.ptr.annotation"(%arg1, %arg1, %arg1, %arg0, %arg1) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
//  CHECK-NEXT: "llvm.intr.var.annotation"(%arg1, %arg1, %arg1, %arg0, %arg1) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @annotations(%x: i32, %p: !llvm.ptr) {
  %0 = "llvm.intr.annotation"(%x, %p, %p, %x) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
  %1 = "llvm.intr.ptr.annotation"(%p, %p, %p, %x, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  "llvm.intr.var.annotation"(%p, %p, %p, %x, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.return
}

// -----

//       CHECK: llvm.func @coroutine(%arg0: i32, %arg1: !llvm.ptr, %arg2: i1) {
//  CHECK-NEXT: %0 = llvm.intr.coro.id %arg0, %arg1, %arg1, %arg1 : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
//  CHECK-NEXT: %1 = llvm.intr.coro.begin %0, %arg1 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
//  CHECK-NEXT: %2 = llvm.intr.coro.size : i64
//  CHECK-NEXT: %3 = llvm.intr.coro.align : i64
//  CHECK-NEXT: %4 = llvm.intr.coro.save %1 : (!llvm.ptr) -> !llvm.token
//  CHECK-NEXT: %5 = llvm.intr.coro.suspend %4, %arg2 : i8
//  CHECK-NEXT: %6 = llvm.intr.coro.end %1, %arg2, %4 : (!llvm.ptr, i1, !llvm.token) -> i1
//  CHECK-NEXT: %7 = llvm.intr.coro.free %0, %1 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
//  CHECK-NEXT: llvm.intr.coro.resume %1 : !llvm.ptr
//  CHECK-NEXT: %8 = llvm.intr.coro.promise %1, %arg0, %arg2 : (!llvm.ptr, i32, i1) -> !llvm.ptr
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
llvm.func @coroutine(%a: i32, %p: !llvm.ptr, %b: i1) {
  %id = llvm.intr.coro.id %a, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %h = llvm.intr.coro.begin %id, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %n = llvm.intr.coro.size : i64
  %l = llvm.intr.coro.align : i64
  %s = llvm.intr.coro.save %h : (!llvm.ptr) -> !llvm.token
  %r = llvm.intr.coro.suspend %s, %b : i8
  %e = llvm.intr.coro.end %h, %b, %s : (!llvm.ptr, i1, !llvm.token) -> i1
  %f = llvm.intr.coro.free %id, %h : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.intr.coro.resume %h : !llvm.ptr
  %q = llvm.intr.coro.promise %h, %a, %b : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.return
}
