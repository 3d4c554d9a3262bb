#set = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)>
func.func @affine(%m: memref<?x?xf32>, %n: index, %f: f32) -> f32 {
  %r = affine.for %i = 0 to %n step 4 iter_args(%acc = %f) -> (f32) {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
      affine.if #set(%i, %j)[%n] {
        %v = affine.load %m[%i + 1, %j mod 4 + symbol(%n) floordiv 2] : memref<?x?xf32>
        affine.store %v, %m[%j, %i * 2 - 1] : memref<?x?xf32>
      } else {
        affine.prefetch %m[%i, %j + 5], read, locality<2>, data : memref<?x?xf32>
      }
    }
    %w = affine.if affine_set<() : (1 == 0)>() -> f32 {
      affine.yield %acc : f32
    } else {
      affine.yield %f : f32
    }
    affine.yield %w : f32
  }
  %a = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv 8 + s0 * 3)>(%n)[%n]
  %b = affine.min affine_map<(d0) -> (d0, 128, -d0 + 5)>(%n)
  %c = affine.max affine_map<()[s0] -> (s0, 0)>()[%n]
  %p = affine.parallel (%x, %y) = (0, max(%n, 3)) to (min(%n, 10), 100) step (2, 5) reduce ("addf") -> f32 {
    %v = affine.vector_load %m[%x, %y] : memref<?x?xf32>, vector<4xf32>
    affine.vector_store %v, %m[%x, %y] : memref<?x?xf32>, vector<4xf32>
    affine.yield %f : f32
  }
  %d:2 = affine.delinearize_index %n into (4, 8) : index, index
  %e = affine.linearize_index disjoint [%n, %a] by (4, 8) : index
  return %r : f32
}
// -----
func.func @dma(%a: memref<64xf32>, %b: memref<64xf32, 2>, %t: memref<1xi32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.dma_start %a[%i + 7], %b[%i], %t[0], %n : memref<64xf32>, memref<64xf32, 2>, memref<1xi32>
    affine.dma_wait %t[0], %n : memref<1xi32>
  }
  return
}
