// RUN: dlc-opt %s --gpu-map-fragments="loops=i tile=16,8" --split-input-file --verify-diagnostics

func.func @columns(%x: memref<16x16xf32>, %m: memref<16xf32, #gpu.address_space<private>> {llvm.noalias}, %zero: f32) {
  loop.for %i = 0 to 16 {
    // expected-error @+1 {{'loop.for' op cannot be mapped to fragments: it must run 8 iterations, but got 16 iterations}}
    %t = loop.for %j = 0 to 16 iter_args(%s = %zero) -> (f32) {
      %y = loop.load %x[%i, %j] : memref<16x16xf32>
      %z = arith.maximumf %s, %y : f32
      loop.yield %z : f32
    }
    loop.store %t, %m[%i] : memref<16xf32, #gpu.address_space<private>>
  } {loop.name = "i"}
  return
}
