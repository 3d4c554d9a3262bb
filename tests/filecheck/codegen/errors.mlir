// RUN: dlc-opt %s --emit=llvm-ir --target=x86_64-unknown-linux-gnu --split-input-file --verify-diagnostics

// What has no place in LLVM IR is reported where it stands, all of it in one run.

llvm.func @f(%x: i32) {
  // expected-error @+1 {{'arith.addi' op is not in the llvm dialect; --lower-all-to-llvm lowers modules to it}}
  %0 = arith.addi %x, %x : i32
  llvm.return
}

// expected-error @+1 {{'func.func' op is not in the llvm dialect; --lower-all-to-llvm lowers modules to it}}
func.func private @g()

// -----

// Nothing outside can call what is in an inner module.
// expected-error @+1 {{'builtin.module' op is inside another module, which cannot call into it; compile it alone or move its ops}}
module @inner {
  llvm.func @f() {
    llvm.return
  }
}
llvm.func @g()

// -----

// expected-error @+1 {{'llvm.func' op attribute 'llvm.no_such' of an argument or result has no counterpart in LLVM IR}}
llvm.func @f(i32 {llvm.no_such})

// -----

llvm.mlir.global internal @g() : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  // expected-error @+1 {{'llvm.mul' op cannot be part of a constant initializer}}
  %1 = llvm.mul %0, %0 : i32
  llvm.return %1 : i32
}

// -----

// What LLVM refuses when it reads the text.
llvm.func @f(%x: i32) {
  // expected-error @+1 {{'llvm.call_intrinsic' op cannot be parsed by LLVM: unknown intrinsic 'llvm.no.such'}}
  llvm.call_intrinsic "llvm.no.such"(%x) : (i32) -> ()
  llvm.return
}

// -----

// What its verifier refuses.
llvm.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.intr.lifetime.start' op fails LLVM's verifier: llvm.lifetime.start/end can only be used on alloca or poison}}
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.func' op fails LLVM's verifier: invalid value for 'denormal-fp-math' attribute: often}}
llvm.func @f() attributes {denormal_fp_math = "often"} {
  llvm.return
}
