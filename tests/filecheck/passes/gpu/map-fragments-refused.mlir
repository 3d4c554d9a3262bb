// RUN: dlc-opt %s --gpu-map-fragments="loops=i,j tile=16,8" --split-input-file --verify-diagnostics

func.func @size(%m: memref<24x8xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op cannot be mapped to fragments: it must run a multiple of 16 iterations, but got 24 iterations}}
  loop.for %i = 0 to 24 {
    loop.for %j = 0 to 8 {
      loop.store %x, %m[%i, %j] : memref<24x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @order(%m: memref<32x9xf32>) {
  // expected-error @+1 {{'loop.for' op cannot be mapped to fragments because of the flow dependence with distance (0, 1)}}
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 8 {
      // expected-note @+1 {{'loop.load' reads the same element later}}
      %x = loop.load %m[%i, %j] : memref<32x9xf32>
      // expected-note @+1 {{'loop.store' writes here}}
      loop.store %x, %m[%i, %j + 1] : memref<32x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
