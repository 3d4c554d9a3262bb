// RUN: dlc-opt %s --loop-prefetch="loops=i distance=0" --verify-diagnostics

func.func @in_the_same_iteration(%m: memref<64xf32>, %b: memref<64xf32>) {
  loop.for %i = 0 to 64 {
    // expected-error @+1 {{cannot be prefetched: the distance must be positive, but got 0}}
    %0 = loop.load %m[%i] : memref<64xf32>
    loop.store %0, %b[%i] : memref<64xf32>
  } {loop.name = "i"}
  return
}
