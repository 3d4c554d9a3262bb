// RUN: dlc-opt %s --gpu-to-nvvm --reconcile-unrealized-casts --split-input-file --verify-diagnostics | filecheck %s

gpu.module @k {
  // A buffer of the block is a global in its memory.
  // CHECK: llvm.mlir.global internal @kernel_w() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x f32>

  // A memref is a pointer, and a number for each size that is not known.
  // CHECK-LABEL: llvm.func ptx_kernelcc @kernel
  //  CHECK-SAME:   (%m: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}, %{{.*}}: i64, %i: i64)
  //  CHECK-SAME:   passthrough = {{\[\[}}"nvvm.reqntid", "32,1,1"{{\]\]}}
  //       CHECK:   llvm.mlir.addressof @kernel_w : !llvm.ptr<3>
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ntid.z"() : () -> i32
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.laneid"() : () -> i32
  //       CHECK:   llvm.store %{{.*}}, %{{.*}} : f32, !llvm.ptr<3>
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.barrier.cta.sync.aligned.all"(%{{.*}}) : (i32) -> ()
  //       CHECK:   llvm.call_intrinsic "llvm.nvvm.shfl.sync.down.i32p"
  //       CHECK:   llvm.return
  gpu.func @kernel(%m: memref<4x?xf32> {llvm.noalias}, %i: index)
      workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id y
    %s = gpu.block_dim z
    %g = gpu.grid_dim x
    %l = gpu.lane_id
    %x = memref.load %m[%t, %i] : memref<4x?xf32>
    memref.store %x, %w[%l] : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %o = arith.constant 1 : i32
    %n = arith.constant 32 : i32
    %y, %valid = gpu.shuffle down %x, %o, %n : f32
    memref.store %y, %m[%b, %s] : memref<4x?xf32>
    memref.store %y, %m[%g, %s] : memref<4x?xf32>
    gpu.return
  }

  // A number of 64 bits is exchanged as two words.
  // CHECK-LABEL: llvm.func ptx_kernelcc @wide
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.shfl.sync.bfly.i32p"
  //   CHECK-NOT:   shfl
  //       CHECK:   llvm.return
  gpu.func @wide(%m: memref<f64>) kernel {
    %x = memref.load %m[] : memref<f64>
    %o = arith.constant 1 : i32
    %n = arith.constant 32 : i32
    %y, %valid = gpu.shuffle xor %x, %o, %n : f64
    memref.store %y, %m[] : memref<f64>
    gpu.return
  }

  // What the device calls itself is no kernel.
  // CHECK-LABEL: llvm.func internal @helper(%x: f32) -> f32
  gpu.func @helper(%x: f32) -> f32 {
    gpu.return %x : f32
  }

  // A buffer of a thread is on its stack.
  // CHECK-LABEL: llvm.func ptx_kernelcc @own
  //       CHECK:   llvm.alloca %{{.*}} x i32
  gpu.func @own(%m: memref<i32>) private(%p : memref<2xi32, #gpu.address_space<private>>) kernel {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[] : memref<i32>
    memref.store %x, %p[%c0] : memref<2xi32, #gpu.address_space<private>>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @reduction(%x: f32) kernel {
    // expected-error @+2 {{failed to legalize operation 'gpu.all_reduce'}}
    // expected-note @+1 {{there is no pattern for 'gpu.all_reduce'}}
    %r = gpu.all_reduce add %x {} : (f32) -> f32
    gpu.return
  }
}

// -----

module attributes {gpu.machine = {arch = "sm_75"}} {
  gpu.module @k {
    // Before sm_80, copies in the background end at once: nothing is left to wait for.
    // CHECK-LABEL: llvm.func ptx_kernelcc @copies
    //       CHECK:   %[[V:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<8xf16>
    //  CHECK-NEXT:   llvm.store %[[V]], %{{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<3>
    //   CHECK-NOT:   cp.async
    //       CHECK:   llvm.return
    gpu.func @copies(%m: memref<64x64xf16>, %i: index) workgroup(%w : memref<16x72xf16, #gpu.address_space<workgroup>>) kernel {
      %t = nvgpu.device_async_copy %m[%i, %i], %w[%i, %i], 8 {bypassL1} : memref<64x64xf16> to memref<16x72xf16, #gpu.address_space<workgroup>>
      %g = nvgpu.device_async_create_group %t
      nvgpu.device_async_wait %g
      gpu.return
    }
  }
}

// -----

// Integers are in registers of 32 bits, and their products have no signs.
gpu.module @k {
  // CHECK-LABEL: llvm.func internal @warpgroup
  //       CHECK:   llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "=r,=r,=r,=r,0,1,2,3,~{memory}"
  //       CHECK:   llvm.inline_asm has_side_effects "{ .reg .pred add; setp.eq.u32 add, 0, 0; wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {$0, $1, $2, $3}, $8, $9, add; }", "=r,=r,=r,=r,0,1,2,3,l,l,~{memory}"
  //       CHECK:   llvm.inline_asm has_side_effects "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;", "=r,=r,=r,=r,0,1,2,3,~{memory}"
  gpu.func @warpgroup(%a: memref<2x64x16xi8, #gpu.address_space<workgroup>>, %x: vector<2x2xi32>, %i: index) -> vector<2x2xi32> {
    %sums = nvgpu.warpgroup.fence %x : vector<2x2xi32> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>>
    %0 = nvgpu.warpgroup.mma_async %sums, %a[%i, %i, %i], %a[%i, %i, %i] : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>>, memref<2x64x16xi8, #gpu.address_space<workgroup>>, memref<2x64x16xi8, #gpu.address_space<workgroup>>
    %1 = nvgpu.warpgroup.wait %0 : !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xi32>> -> vector<2x2xi32>
    gpu.return %1 : vector<2x2xi32>
  }
}

// -----

// Descriptors of swizzled matrices: eight rows of 128 bytes, and across rows of 64 bytes those of the next 32 elements.
gpu.module @k {
  // CHECK-LABEL: llvm.func internal @swizzled
  //   CHECK-DAG:   llvm.mlir.constant(4611686293305360384 : i64)
  //   CHECK-DAG:   llvm.mlir.constant(-9223371899407433728 : i64)
  //       CHECK:   wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
  gpu.func @swizzled(%a: memref<8x64x8xf16, #gpu.address_space<workgroup>>, %b: memref<8x32x8xf16, #gpu.address_space<workgroup>>, %acc: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %0 = nvgpu.warpgroup.mma_async %acc, %a[%c2, %c0, %c0], %b[%c0, %c16, %c0] {swizzleA = 8 : i32, swizzleB = 4 : i32, transposeB} : !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>, memref<8x64x8xf16, #gpu.address_space<workgroup>>, memref<8x32x8xf16, #gpu.address_space<workgroup>>
    gpu.return %0 : !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
  }
}

// -----

// A map of the memory is the last parameter, and a constant says of which: an instruction copies a chunk of 8 columns.
gpu.module @k {
  // CHECK-LABEL: llvm.mlir.global internal @tiles_full() {addr_space = 3 : i32, alignment = 128 : i64}
  //       CHECK: llvm.mlir.global external constant @tiles_tile_map_2_of_0_f16_64x32_128_8x16(0 : i8) {addr_space = 4 : i32}
  //       CHECK: llvm.func ptx_kernelcc @tiles(%{{.*}}: !llvm.ptr {llvm.align = 16 : i64}, %{{.*}}: i64, %[[MAP:.*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
  //       CHECK:   llvm.inline_asm has_side_effects "mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}"
  //       CHECK:   llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r,~{memory}"
  //       CHECK:   llvm.ptrtoint %[[MAP]] : !llvm.ptr to i64
  // CHECK-COUNT-2: llvm.inline_asm has_side_effects "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];", "r,l,r,r,r,~{memory}"
  //       CHECK:   llvm.inline_asm has_side_effects "{ .reg .pred done; again: mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1; @!done bra again; }", "r,r,~{memory}"
  gpu.func @tiles(%m: memref<32x64xf16>, %i: index) workgroup(%to : memref<2x16x8xf16, #gpu.address_space<workgroup>>, %full : memref<1xi64, #gpu.address_space<workgroup>>) kernel {
    nvgpu.barrier.init %full[%i] {arrivals = 1 : i32} : memref<1xi64, #gpu.address_space<workgroup>>
    nvgpu.barrier.arrive_expect %full[%i] {bytes = 512 : i32} : memref<1xi64, #gpu.address_space<workgroup>>
    nvgpu.tile_copy %m[%i, %i], %to[%i, %i, %i], %full[%i] {rows = 0 : index} : memref<32x64xf16> to memref<2x16x8xf16, #gpu.address_space<workgroup>>, memref<1xi64, #gpu.address_space<workgroup>>
    nvgpu.barrier.wait %full[%i], %i : memref<1xi64, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @not_passed(%i: index) workgroup(%m : memref<32x64xf16>, %to : memref<2x16x8xf16, #gpu.address_space<workgroup>>, %full : memref<1xi64, #gpu.address_space<workgroup>>) kernel {
    // expected-error @+2 {{failed to legalize operation 'nvgpu.tile_copy'}}
    // expected-note @+1 {{it copies a tile of memory that is not an argument of a kernel}}
    nvgpu.tile_copy %m[%i, %i], %to[%i, %i, %i], %full[%i] {rows = 0 : index} : memref<32x64xf16> to memref<2x16x8xf16, #gpu.address_space<workgroup>>, memref<1xi64, #gpu.address_space<workgroup>>
    gpu.return
  }
}
