// RUN: dlc-opt %s --lower-to-gpu=arch=gfx90a --gpu-target=amdgcn --emit=asm | filecheck %s --check-prefix=ASM
// RUN: dlc-opt %s --lower-to-gpu=arch=gfx1100 --gpu-target=amdgcn --emit=llvm-ir | filecheck %s --check-prefix=IR
// RUN: dlc-opt %s --lower-to-gpu=arch=gfx942 --gpu-target=amdgcn --gpu-arch=gfx942 --emit=obj -o %t.o
// RUN: dlc-opt %s --lower-to-gpu --gpu-target=nvptx --emit=ptx | filecheck %s --check-prefix=PTX
// RUN: not dlc-opt %s --lower-to-gpu=arch=gfx90a --gpu-target=amdgcn --gpu-arch=gfx1100 --emit=asm 2>&1 | filecheck %s --check-prefix=OTHER
// RUN: not dlc-opt %s --lower-to-gpu=arch=gfx90a --emit=ptx 2>&1 | filecheck %s --check-prefix=NOT-NVIDIA
// RUN: not dlc-opt %s --lower-to-gpu=arch=gfx90b --emit=ptx 2>&1 | filecheck %s --check-prefix=NO-ARCH
// RUN: not dlc-opt %s --gpu-target=metal --emit=asm 2>&1 | filecheck %s --check-prefix=NO-TARGET
// RUN: not dlc-opt %s --gpu-target=amdgcn --emit=ptx 2>&1 | filecheck %s --check-prefix=NO-PTX
// RUN: not dlc-opt %s --gpu-target=amdgcn --mcpu=gfx90a --emit=asm 2>&1 | filecheck %s --check-prefix=FLAGS
// RUN: not dlc-opt %s --gpu-target=amdgcn --emit=asm 2>&1 | filecheck %s --check-prefix=NO-KERNELS

// ASM: .amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
// ASM: global_load_dword
// ASM: v_add_f32
// ASM: .amdhsa_kernel twice_kernel
// IR: define {{.*}}amdgpu_kernel void @twice_kernel(
// PTX: .visible .entry twice_kernel(
// OTHER: error: 'gpu.module' op has kernels for 'gfx90a', not 'gfx1100'; run 'lower-to-gpu{arch=gfx1100}'
// NOT-NVIDIA: error: 'gpu.module' op has kernels for 'gfx90a', not 'sm_80'; run 'lower-to-gpu{arch=sm_80}'
// NO-ARCH: error: 'builtin.module' op expects an architecture such as 'sm_80' or 'gfx90a', but got 'gfx90b', did you mean 'gfx908'?
// NO-TARGET: dlc-opt: error: '--gpu-target' must be nvptx or amdgcn, but got 'metal'
// NO-PTX: dlc-opt: error: '--emit=ptx' requires '--gpu-target=nvptx', but got 'amdgcn'
// FLAGS: dlc-opt: error: '--gpu-target' requires '--gpu-arch' instead of '--target', '--mcpu' or '--mattr'
// NO-KERNELS: error: expected one 'gpu.module' to compile to code of a GPU, but got none
func.func @twice(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %y = graph.add %x, %x : tensor<1024xf32>
  return %y : tensor<1024xf32>
}
