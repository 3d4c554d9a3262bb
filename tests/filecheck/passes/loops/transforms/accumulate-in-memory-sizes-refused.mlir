// RUN: dlc-opt %s --loop-accumulate-in-memory="loops=k buffer=sums sizes=4,8" --verify-diagnostics

func.func @one_loop_around(%a: memref<9xf32>, %c: memref<3xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 3 {
    // expected-error @+1 {{cannot accumulate in memory: it is in 1 loops, but got 2 sizes}}
    %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%k] : memref<9xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<3xf32>
  }
  return
}
