// RUN: dlc-opt %s --gpu-to-rocdl --reconcile-unrealized-casts --split-input-file --verify-diagnostics | filecheck %s

gpu.module @k {
  // A buffer of the block is a global in its memory.
  // CHECK: llvm.mlir.global internal @kernel_w() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x f32>

  // CHECK-LABEL: llvm.func amdgpu_kernelcc @kernel
  //  CHECK-SAME:   (%m: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}, %{{.*}}: i64, %i: i64)
  //  CHECK-SAME:   "amdgpu-flat-work-group-size", "64,64"
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.workgroup.id.y"() : () -> i32

  // The runtime passes sizes of blocks as 16 bits each, behind the number of blocks.
  //       CHECK:   %[[ARGUMENTS:.*]] = llvm.call_intrinsic "llvm.amdgcn.implicitarg.ptr"() : () -> !llvm.ptr<4>
  //       CHECK:   llvm.getelementptr %[[ARGUMENTS]][16] : (!llvm.ptr<4>) -> !llvm.ptr<4>, i8
  //       CHECK:   llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<4> -> i16
  //       CHECK:   llvm.getelementptr %{{.*}}[0] : (!llvm.ptr<4>) -> !llvm.ptr<4>, i8
  //       CHECK:   llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<4> -> i32

  // 64 threads that run in step are two subgroups.
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.mbcnt.lo"
  //       CHECK:   %[[LANE:.*]] = llvm.call_intrinsic "llvm.amdgcn.mbcnt.hi"
  //       CHECK:   llvm.and %[[LANE]], %{{.*}} : i32

  //       CHECK:   llvm.fence syncscope("workgroup") release
  //  CHECK-NEXT:   llvm.call_intrinsic "llvm.amdgcn.s.barrier"() : () -> ()
  //  CHECK-NEXT:   llvm.fence syncscope("workgroup") acquire

  // The lane that is read from is in the same subgroup, and has four bytes for each of its number.
  //       CHECK:   %[[SOURCE:.*]] = llvm.add %[[OWN:.*]], %{{.*}} : i32
  //       CHECK:   %[[THERE:.*]] = llvm.icmp "ult" %[[SOURCE]], %{{.*}} : i32
  //       CHECK:   llvm.select %[[THERE]], %[[SOURCE]], %[[OWN]]
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.ds.bpermute"
  //       CHECK:   llvm.return
  gpu.func @kernel(%m: memref<4x?xf32> {llvm.noalias}, %i: index)
      workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
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

  // The stack is in an address space of its own; pointers to it are generic.
  // CHECK-LABEL: llvm.func internal @helper
  //       CHECK:   %[[STACK:.*]] = llvm.alloca {{.*}} -> !llvm.ptr<5>
  //       CHECK:   llvm.addrspacecast %[[STACK]] : !llvm.ptr<5> to !llvm.ptr
  gpu.func @helper(%x: f32, %i: index) -> f32 {
    %a = memref.alloca() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    %y = memref.load %a[%i] : memref<4xf32>
    gpu.return %y : f32
  }

  // CHECK-LABEL: llvm.func amdgpu_kernelcc @power
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.exp2.f32"
  gpu.func @power(%m: memref<f32>) kernel {
    %x = memref.load %m[] : memref<f32>
    %y = math.exp2 %x fastmath<afn> : f32
    memref.store %y, %m[] : memref<f32>
    gpu.return
  }
}

// -----

// Products of NVIDIA's tensor cores are not lowered for others.
gpu.module @k {
  gpu.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
    // expected-error@+1 {{failed to legalize operation 'nvgpu.mma.sync'}}
    %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
      : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    gpu.return %0 : vector<2x2xf32>
  }
}

// -----

gpu.module @k {
  // CHECK-LABEL: llvm.func internal @rdna
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16"(%a, %a, %c) : (vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
  // There is no bf16 in LLVM's intrinsics: the bits are passed as integers.
  //       CHECK:   %[[B:.*]] = llvm.bitcast %b : vector<8xbf16> to vector<8xi16>
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v8i16"(%[[B]],
  // Bytes are packed in words, and signed; sums of them wrap.
  //       CHECK:   %[[X:.*]] = llvm.bitcast %x : vector<16xi8> to vector<4xi32>
  //       CHECK:   %[[SIGNED:.*]] = llvm.mlir.constant(true) : i1
  //       CHECK:   %[[WRAPS:.*]] = llvm.mlir.constant(false) : i1
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.wmma.i32.16x16x16.iu8.v8i32.v4i32"(%[[SIGNED]], %[[X]], %[[SIGNED]], %{{.*}}, %z, %[[WRAPS]])
  gpu.func @rdna(%a: vector<16xf16>, %b: vector<8xbf16>, %x: vector<16xi8>, %c: vector<8xf32>, %z: vector<8xi32>) -> (vector<8xf32>, vector<8xf32>, vector<8xi32>) {
    %0 = amdgpu.wmma 16x16x16 %a * %a + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
    %1 = amdgpu.wmma 16x16x16 %b * %b + %c : vector<8xbf16>, vector<8xbf16>, vector<8xf32>
    %2 = amdgpu.wmma 16x16x16 %x * %x + %z : vector<16xi8>, vector<16xi8>, vector<8xi32>
    gpu.return %0, %1, %2 : vector<8xf32>, vector<8xf32>, vector<8xi32>
  }

  // CHECK-LABEL: llvm.func internal @cdna
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x16f16"(%a, %a, %c, %{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  //       CHECK:   llvm.bitcast %b : vector<4xbf16> to vector<4xi16>
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x16bf16.1k"
  //       CHECK:   llvm.bitcast %x : vector<8xi8> to i64
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.mfma.i32.16x16x32.i8"
  gpu.func @cdna(%a: vector<4xf16>, %b: vector<4xbf16>, %x: vector<8xi8>, %c: vector<4xf32>, %z: vector<4xi32>) -> (vector<4xf32>, vector<4xf32>, vector<4xi32>) {
    %0 = amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
    %1 = amdgpu.mfma 16x16x16 %b * %b + %c blgp = none : vector<4xbf16>, vector<4xbf16>, vector<4xf32>
    %2 = amdgpu.mfma 16x16x32 %x * %x + %z blgp = none : vector<8xi8>, vector<8xi8>, vector<4xi32>
    gpu.return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xi32>
  }

  // CHECK-LABEL: llvm.func internal @single_elements
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x4f32"(%a, %a, %c, %{{.*}}) : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.mfma.f64.16x16x4f64"(%x, %x, %z, %{{.*}}) : (f64, f64, vector<4xf64>, i32, i32, i32) -> vector<4xf64>
  //       CHECK:   llvm.call_intrinsic "llvm.amdgcn.mfma.f32.16x16x8.xf32"(%b, %b, %c, %{{.*}}) : (vector<2xf32>, vector<2xf32>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  gpu.func @single_elements(%a: f32, %x: f64, %b: vector<2xf32>, %c: vector<4xf32>, %z: vector<4xf64>) -> (vector<4xf32>, vector<4xf64>, vector<4xf32>) {
    %0 = amdgpu.mfma 16x16x4 %a * %a + %c blgp = none : f32, f32, vector<4xf32>
    %1 = amdgpu.mfma 16x16x4 %x * %x + %z blgp = none : f64, f64, vector<4xf64>
    %2 = amdgpu.mfma 16x16x8 %b * %b + %c {reducePrecision} blgp = none : vector<2xf32>, vector<2xf32>, vector<4xf32>
    gpu.return %0, %1, %2 : vector<4xf32>, vector<4xf64>, vector<4xf32>
  }

  // Copies in the background end at once: nothing is left to wait for.
  // CHECK-LABEL: llvm.func amdgpu_kernelcc @copies
  //       CHECK:   %[[V:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<8xf16>
  //  CHECK-NEXT:   llvm.store %[[V]], %{{.*}} {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<3>
  //   CHECK-NOT:   nvgpu
  //       CHECK:   llvm.return
  gpu.func @copies(%m: memref<64x64xf16>, %i: index) workgroup(%w : memref<16x72xf16, #gpu.address_space<workgroup>>) kernel {
    %t = nvgpu.device_async_copy %m[%i, %i], %w[%i, %i], 8 {bypassL1} : memref<64x64xf16> to memref<16x72xf16, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g
    gpu.return
  }
}

// -----

gpu.module @k {
  gpu.func @parts(%m: memref<64x64xf16>, %i: index) workgroup(%w : memref<16x72xf16, #gpu.address_space<workgroup>>) kernel {
    // expected-error@+1 {{failed to legalize operation 'nvgpu.device_async_copy'}}
    %t = nvgpu.device_async_copy %m[%i, %i], %w[%i, %i], 8, %i : memref<64x64xf16> to memref<16x72xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

module attributes {gpu.machine = {arch = "gfx90a"}} {
  gpu.module @k {
    // expected-error@+2 {{failed to legalize operation 'gpu.func'}}
    // expected-note@+1 {{it needs 81920 bytes of workgroup memory, but a block has at most 65536 on the GPU that the module is for; 'gpu-describe-machine' says which one that is}}
    gpu.func @large() workgroup(%a : memref<160x128xf32, #gpu.address_space<workgroup>>) kernel {
      gpu.return
    }
  }
}
