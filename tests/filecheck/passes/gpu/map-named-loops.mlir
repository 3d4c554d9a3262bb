// RUN: dlc-opt %s --gpu-map-loops="loops=n,i,j block-size=64" --gpu-map-loops="loops=k to=threads" | filecheck %s
// RUN: dlc-opt %s --gpu-map-loops="loops=n,i,j block-size=64 along=x" | filecheck %s --check-prefix=ALONG

// ALONG: mapping = [#gpu.block<x>, #gpu.block<x>, #gpu.block<x>]

// The loops of a nest are blocks along z, y and x; those over threads are counted through along x.
// CHECK-LABEL: func.func @named(
//  CHECK-NEXT:   loop.parallel (%n, %i, %j) = (0, 0, 0) to (2, 8, 8) {
//  CHECK-NEXT:     loop.parallel (%k) = (0) to (64) {
//  CHECK-NEXT:       loop.store %x, %m[%n, %i, %j, %k] : memref<2x8x8x64xf32>
//  CHECK-NEXT:     } {loop.names = ["k"], mapping = [#gpu.thread<x>]}
//  CHECK-NEXT:   } {gpu.block_size = 64 : i64, loop.names = ["n", "i", "j"], mapping = [#gpu.block<z>, #gpu.block<y>, #gpu.block<x>]}
//  CHECK-NEXT:   return
func.func @named(%m: memref<2x8x8x64xf32>, %x: f32) {
  loop.for %n = 0 to 2 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 8 {
        loop.for %k = 0 to 64 {
          loop.store %x, %m[%n, %i, %j, %k] : memref<2x8x8x64xf32>
        } {loop.name = "k"}
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "n"}
  return
}
