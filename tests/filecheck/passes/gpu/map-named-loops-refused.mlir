// RUN: dlc-opt %s --gpu-map-loops="loops=i" --split-input-file --verify-diagnostics

func.func @f(%m: memref<65xf32>) {
  // expected-error @+1 {{'loop.for' op cannot be run in parallel because of the flow dependence with distance (1)}}
  loop.for %i = 0 to 64 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %x = loop.load %m[%i] : memref<65xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %x, %m[%i + 1] : memref<65xf32>
  } {loop.name = "i"}
  return
}
