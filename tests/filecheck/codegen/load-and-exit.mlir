// RUN: dlc-opt %s --emit=llvm-ir --target=x86_64-unknown-linux-gnu | filecheck %s --check-prefix=IR
// RUN: dlc-opt %s --emit=asm -O2 --target=x86_64-unknown-linux-gnu | filecheck %s --check-prefix=ELF
// RUN: dlc-opt %s --emit=asm -O2 --target=riscv64-unknown-linux-gnu | filecheck %s --check-prefix=ELF
// RUN: dlc-opt %s --emit=asm -O2 --target=arm64-apple-macosx | filecheck %s --check-prefix=MACH-O
// RUN: dlc-opt %s --emit=asm -O2 --target=x86_64-pc-windows-msvc | filecheck %s --check-prefix=COFF
// Functions that run at load and at exit are where each system looks for them. In ELF that is `.init_array`: LLVM by
// itself lists them in `.ctors`, which only some linkers know.

// IR-DAG: @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @last, ptr null }, { i32, ptr, ptr } { i32 7, ptr @first, ptr null }]
// IR-DAG: @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @end, ptr null }]
//     ELF-NOT: .ctors
//         ELF: .section .init_array,"aw",@init_array
//         ELF: .quad last
//         ELF: .section .init_array.00007,"aw",@init_array
//         ELF: .quad first
//         ELF: .section .fini_array,"aw",@fini_array
//         ELF: .quad end
//      MACH-O: .section __DATA,__mod_init_func,mod_init_funcs
//        COFF: .section .CRT$X{{.*}}
llvm.func @first() {
  llvm.return
}
llvm.func @last() {
  llvm.return
}
llvm.func @end() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@last, @first], priorities = [65535 : i32, 7 : i32], data = [#llvm.zero, #llvm.zero]
llvm.mlir.global_dtors dtors = [@end], priorities = [65535 : i32], data = [#llvm.zero]
