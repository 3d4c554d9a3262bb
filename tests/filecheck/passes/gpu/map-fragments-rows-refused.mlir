// RUN: dlc-opt %s --gpu-map-fragments="loops=i tile=16,16" --split-input-file --verify-diagnostics

// Four threads share a row, but their numbers differ in two bits that are not adjacent.
module attributes {gpu.machine = {arch = "sm_70"}} {
  func.func @rows() {
    %m = memref.alloc() : memref<16x16xf32, #gpu.address_space<private>>
    %most = memref.alloc() : memref<16xf32, #gpu.address_space<private>>
    %z = arith.constant 0.0 : f32
    loop.for %i = 0 to 16 {
      // expected-error @+1 {{'loop.for' op cannot be mapped to fragments: the threads that share a row are not evenly apart}}
      %a = loop.for %j = 0 to 16 iter_args(%s = %z) -> (f32) {
        %x = loop.load %m[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        %y = arith.addf %s, %x fastmath<reassoc> : f32
        loop.yield %y : f32
      }
      loop.store %a, %most[%i] : memref<16xf32, #gpu.address_space<private>>
    } {loop.name = "i"}
    return
  }
}
