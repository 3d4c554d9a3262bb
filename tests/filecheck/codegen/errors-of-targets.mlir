// RUN: dlc-opt %s --emit=asm --target=x86_64-unknown-linux-gnu --verify-diagnostics

// What would end the process inside of LLVM is found before.

llvm.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.load' op uses a scalable vector, which 'x86_64-unknown-linux-gnu' does not support}}
  %0 = llvm.load %p : !llvm.ptr -> vector<[4]xf32>
  llvm.return
}
