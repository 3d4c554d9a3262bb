// RUN: dlc-opt %s --emit=asm --target=x86_64-unknown-linux-gnu --verify-diagnostics

// What would end the process inside of LLVM is found before.

llvm.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op has a scalable vector, but target 'x86_64-unknown-linux-gnu' has none}}
  %0 = llvm.load %p : !llvm.ptr -> vector<[4]xf32>
  llvm.return
}
