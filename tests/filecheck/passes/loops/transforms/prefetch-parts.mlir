// RUN: dlc-opt %s --loop-prefetch="loops=panel locality=2 distance=1 within=sum parts=tile" --canonicalize | filecheck %s

// Each of 4 tiles fetches 3 of the 10 lines of the next panel, one every 3 iterations.
//       CHECK: #[[WHEN:.*]] = affine_set<(d0) : (d0 mod 3 == 0, -d0 + 8 >= 0)>
// CHECK-LABEL: func.func @each_tile_fetches_a_part(
//       CHECK:   loop.for %[[J:.*]] = 0 to 64 step 16 {
//  CHECK-NEXT:     loop.for %[[T:.*]] = 0 to 20 step 5 {
//  CHECK-NEXT:       loop.for %[[K:.*]] = 0 to 10
//  CHECK-NEXT:         loop.if #[[WHEN]](%[[K]]) {
//  CHECK-NEXT:           loop.prefetch %panels[%[[J]] floordiv 16 + 1, (%[[T]] floordiv 5) * 3 + %[[K]] floordiv 3, 0], read, locality<2>, data : memref<4x10x16xf32>
//  CHECK-NEXT:         }
//   CHECK-NOT:   loop.prefetch
func.func @each_tile_fetches_a_part(%rows: memref<20x10xf32>, %panels: memref<4x10x16xf32>, %out: memref<20x64xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  loop.for %j = 0 to 64 step 16 {
    loop.for %t = 0 to 20 step 5 {
      %s:2 = loop.for %k = 0 to 10 iter_args(%a = %zero, %b = %zero) -> (vector<8xf32>, vector<8xf32>) {
        %x = loop.load %rows[%t, %k] : memref<20x10xf32>
        %v = vector.broadcast %x : f32 to vector<8xf32>
        %p = loop.vector_load %panels[%j floordiv 16, %k, 0] : memref<4x10x16xf32>, vector<8xf32>
        %q = loop.vector_load %panels[%j floordiv 16, %k, 8] : memref<4x10x16xf32>, vector<8xf32>
        %c = vector.fma %v, %p, %a : vector<8xf32>
        %d = vector.fma %v, %q, %b : vector<8xf32>
        loop.yield %c, %d : vector<8xf32>, vector<8xf32>
      } {loop.name = "sum"}
      loop.vector_store %s#0, %out[%t, %j] : memref<20x64xf32>, vector<8xf32>
      loop.vector_store %s#1, %out[%t, %j + 8] : memref<20x64xf32>, vector<8xf32>
    } {loop.name = "tile"}
  } {loop.name = "panel"}
  return
}
