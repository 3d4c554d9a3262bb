// RUN: dlc-opt %s --split-input-file --names=numbers | dlc-opt --split-input-file --mlir-print-local-scope | filecheck %s

// Exceptions, addresses of blocks and what else concerns control.

//       CHECK: llvm.func @foo(i32, ...) -> i32
//  CHECK-NEXT: llvm.func @__gxx_personality_v0(...) -> i32
//  CHECK-NEXT: llvm.func @invokeLandingpad(%arg0: !llvm.ptr) -> i32 attributes {personality = @__gxx_personality_v0} {
//  CHECK-NEXT: %0 = llvm.mlir.constant(0 : i32) : i32
//  CHECK-NEXT: %1 = llvm.mlir.constant(3 : i32) : i32
//  CHECK-NEXT: %2 = llvm.mlir.zero : !llvm.ptr
//  CHECK-NEXT: %3 = llvm.mlir.zero : !llvm.array<1 x ptr>
//  CHECK-NEXT: %4 = llvm.invoke fastcc @foo(%1) to ^bb2(%1 : i32) unwind ^bb1 vararg(!llvm.func<i32 (i32, ...)>) ["tag"(%1 : i32)] {branch_weights = array<i32: 1, 2>} : (i32) -> i32
//  CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb2
//  CHECK-NEXT: %5 = llvm.landingpad cleanup (catch %2 : !llvm.ptr) (filter %3 : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
//  CHECK-NEXT: llvm.resume %5 : !llvm.struct<(ptr, i32)>
//  CHECK-NEXT: ^bb2(%6: i32):  // pred: ^bb0
//  CHECK-NEXT: llvm.invoke %arg0(%1) to ^bb3 unwind ^bb1 : !llvm.ptr, (i32) -> ()
//  CHECK-NEXT: ^bb3:  // pred: ^bb2
//  CHECK-NEXT: %7 = llvm.invoke @__gxx_personality_v0() to ^bb5 unwind ^bb4 vararg(!llvm.func<i32 (...)>) : () -> i32
//  CHECK-NEXT: ^bb4:  // pred: ^bb3
//  CHECK-NEXT: %8 = llvm.landingpad (catch %2 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
//  CHECK-NEXT: %9 = llvm.intr.eh.typeid.for %2 : (!llvm.ptr) -> i32
//  CHECK-NEXT: llvm.br ^bb5
//  CHECK-NEXT: ^bb5:  // 2 preds: ^bb3, ^bb4
//  CHECK-NEXT: llvm.return %1 : i32
//  CHECK-NEXT: }
llvm.func @foo(i32, ...) -> i32
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @invokeLandingpad(%p: !llvm.ptr) -> i32 attributes {personality = @__gxx_personality_v0} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.mlir.constant(3 : i32) : i32
  %2 = llvm.mlir.zero : !llvm.ptr
  %ar = llvm.mlir.zero : !llvm.array<1 x ptr>
  %4 = llvm.invoke fastcc @foo(%1) to ^bb2(%1 : i32) unwind ^bb1 vararg(!llvm.func<i32 (i32, ...)>) ["tag"(%1 : i32)] {branch_weights = array<i32: 1, 2>} : (i32) -> i32
^bb1:
  %5 = llvm.landingpad cleanup (catch %2 : !llvm.ptr) (filter %ar : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
  llvm.resume %5 : !llvm.struct<(ptr, i32)>
^bb2(%z: i32):
  llvm.invoke %p(%1) to ^bb3 unwind ^bb1 : !llvm.ptr, (i32) -> ()
^bb3:
  llvm.invoke @__gxx_personality_v0() to ^bb4 unwind ^bb5 vararg(!llvm.func<i32 (...)>) : () -> i32
^bb5:
  %6 = llvm.landingpad (catch %2 : !llvm.ptr)  : !llvm.struct<(ptr, i32)>
  %7 = llvm.intr.eh.typeid.for %2 : (!llvm.ptr) -> i32
  llvm.br ^bb4
^bb4:
  llvm.return %1 : i32
}

// -----

//       CHECK: llvm.func @f(%arg0: !llvm.ptr, %arg1: i32, %arg2: f64) {
//  CHECK-NEXT: llvm.blocktag <id = 1>
//  CHECK-NEXT: %0 = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
//  CHECK-NEXT: %1 = llvm.dso_local_equivalent @f : !llvm.ptr
//  CHECK-NEXT: %2 = llvm.intr.experimental.constrained.fptrunc %arg2 towardzero ignore : f64 to f32
//  CHECK-NEXT: %3 = llvm.intr.experimental.constrained.fpext %2 strict : f32 to f64
//  CHECK-NEXT: %4 = llvm.intr.experimental.constrained.sitofp %arg1 tonearest maytrap : i32 to f32
//  CHECK-NEXT: %5 = llvm.intr.experimental.constrained.uitofp %arg1 dynamic maytrap {a} : i32 to f32
//  CHECK-NEXT: llvm.indirectbr %arg0 : !llvm.ptr, [
//  CHECK-NEXT: ^bb1(%arg1 : i32),
//  CHECK-NEXT: ^bb2,
//  CHECK-NEXT: ^bb1(%arg1 : i32)
//  CHECK-NEXT: ] {a}
//  CHECK-NEXT: ^bb1(%6: i32):  // 2 preds: ^bb0, ^bb0
//  CHECK-NEXT: llvm.indirectbr %arg0 : !llvm.ptr, []
//  CHECK-NEXT: ^bb2:  // pred: ^bb0
//  CHECK-NEXT: llvm.return
//  CHECK-NEXT: }
//  CHECK-NEXT: llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr @res {dso_local}
//  CHECK-NEXT: llvm.mlir.ifunc private hidden unnamed_addr @i2 : !llvm.func<void ()>, !llvm.ptr @res
//  CHECK-NEXT: llvm.func @res() -> !llvm.ptr {
//  CHECK-NEXT: %0 = llvm.mlir.zero : !llvm.ptr
//  CHECK-NEXT: llvm.return %0 : !llvm.ptr
//  CHECK-NEXT: }
llvm.func @f(%d: !llvm.ptr, %x: i32, %y: f64) {
 llvm.blocktag <id = 1>
 %a = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
 %b = llvm.dso_local_equivalent @f : !llvm.ptr
 %c = llvm.intr.experimental.constrained.fptrunc %y towardzero ignore : f64 to f32
 %c1 = llvm.intr.experimental.constrained.fpext %c strict : f32 to f64
 %e = llvm.intr.experimental.constrained.sitofp %x tonearest maytrap : i32 to f32
 %e2 = llvm.intr.experimental.constrained.uitofp %x dynamic maytrap {a} : i32 to f32
 llvm.indirectbr %d : !llvm.ptr, [^bb1(%x : i32), ^bb2, ^bb1(%x : i32)] {a}
^bb1(%z: i32):
 llvm.indirectbr %d : !llvm.ptr, [] 
^bb2:
 llvm.return
}
llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr @res {dso_local}
llvm.mlir.ifunc private hidden unnamed_addr @i2 : !llvm.func<void ()>, !llvm.ptr @res
llvm.func @res() -> !llvm.ptr { %0 = llvm.mlir.zero : !llvm.ptr
 llvm.return %0 : !llvm.ptr }
