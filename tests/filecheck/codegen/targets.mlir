// RUN: dlc-opt %s --emit=asm -O2 --target=x86_64-unknown-linux-gnu --mattr=+avx2 | filecheck %s --check-prefix=X86
// RUN: dlc-opt %s --emit=asm -O2 --target=aarch64-unknown-linux-gnu | filecheck %s --check-prefix=ARM
// RUN: dlc-opt %s --emit=asm -O2 --target=riscv64-unknown-linux-gnu --mattr=+f,+d,+v | filecheck %s --check-prefix=RISCV
// RUN: dlc-opt %s --emit=asm -O2 --target=wasm32-unknown-unknown --mattr=+simd128 | filecheck %s --check-prefix=WASM
// RUN: dlc-opt %s --emit=asm -O2 --target=nvptx64-nvidia-cuda --mcpu=sm_80 | filecheck %s --check-prefix=PTX
// RUN: dlc-opt %s --emit=llvm-ir -O2 --target=x86_64-unknown-linux-gnu | filecheck %s --check-prefix=IR
// RUN: dlc-opt %s --emit=obj -o %t.o --target=x86_64-unknown-linux-gnu
// RUN: not dlc-opt %s --emit=asm --target=mars-unknown-unknown 2>&1 | filecheck %s --check-prefix=NO-TARGET
// RUN: not dlc-opt %s --emit=asm --target=aarch46-unknown-linux 2>&1 | filecheck %s --check-prefix=HINT
// RUN: not dlc-opt %s --emit=asm --target=x86_64-unknown-linux-gnu --mcpu=fast 2>&1 | filecheck %s --check-prefix=NO-CPU
// RUN: not dlc-opt %s --emit=asm --target=x86_64-unknown-linux-gnu --mattr=+avx9000 2>&1 | filecheck %s --check-prefix=NO-FEATURE
// RUN: not dlc-opt %s --emit=asm --mattr=avx2 2>&1 | filecheck %s --check-prefix=NO-SIGN
// RUN: not dlc-opt %s --emit=elf 2>&1 | filecheck %s --check-prefix=NO-KIND
// RUN: not dlc-opt %s --emit=asm -O1 -O2 2>&1 | filecheck %s --check-prefix=TWO-LEVELS

// X86-LABEL: add:
//       X86:   vaddps {{.*}}%ymm
// ARM-LABEL: add:
//       ARM:   fadd v{{[0-9]+}}.4s
// RISCV-LABEL: add:
//       RISCV:   vfadd.vv
// WASM-LABEL: add:
//       WASM:   f32x4.add
// PTX-LABEL: .func add(
//       PTX:   add.rn.f32
// IR: define {{.*}}void @add(
// NO-TARGET: dlc-opt: error: unknown target 'mars-unknown-unknown'{{$}}
// HINT: dlc-opt: error: unknown target 'aarch46-unknown-linux', did you mean 'aarch64'?
// NO-CPU: dlc-opt: error: unknown processor 'fast' for target 'x86_64-unknown-linux-gnu'
// NO-FEATURE: dlc-opt: error: unknown feature '+avx9000' for target 'x86_64-unknown-linux-gnu'
// NO-SIGN: dlc-opt: error: expected a feature '+name' or '-name', but got 'avx2'
// NO-KIND: dlc-opt: error: '--emit' must be one of llvm-ir, asm, obj, ptx, but got 'elf'
// TWO-LEVELS: dlc-opt: error: '-O1' and '-O2' cannot be used together
llvm.func @add(%p: !llvm.ptr, %q: !llvm.ptr) {
  %0 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
  %1 = llvm.load %q {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
  %2 = llvm.fadd %0, %1 : vector<8xf32>
  llvm.store %2, %p {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
  llvm.return
}
