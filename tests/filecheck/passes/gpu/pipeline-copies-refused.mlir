// RUN: dlc-opt %s --gpu-pipeline-copies="loops=k" --split-input-file --verify-diagnostics

func.func @no_copies(%out: memref<64xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op cannot be pipelined: it does not copy in the background}}
  loop.for %k = 0 to 64 {
    loop.store %x, %out[%k] : memref<64xf32>
  } {loop.name = "k"}
  return
}

// -----

func.func @written(%a: memref<64xf32>, %x: f32) {
  %w = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  loop.for %k = 0 to 64 step 4 {
    // expected-error @+1 {{'nvgpu.device_async_copy' op cannot be pipelined: the loop may write what is copied}}
    %t = nvgpu.device_async_copy %a[%k], %w[%c0], 4 : memref<64xf32> to memref<4xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g
    // expected-note @+1 {{'loop.store' may write it}}
    loop.store %x, %a[%k] : memref<64xf32>
  } {loop.name = "k"}
  return
}

// -----

func.func @used_behind(%a: memref<64xf32>) -> f32 {
  %w = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'loop.for' op cannot be pipelined: an op outside of it uses a buffer that it copies to}}
  loop.for %k = 0 to 64 step 4 {
    %t = nvgpu.device_async_copy %a[%k], %w[%c0], 4 : memref<64xf32> to memref<4xf32, #gpu.address_space<workgroup>>
  } {loop.name = "k"}
  // expected-note @+1 {{this is the op}}
  %x = loop.load %w[0] : memref<4xf32, #gpu.address_space<workgroup>>
  return %x : f32
}
