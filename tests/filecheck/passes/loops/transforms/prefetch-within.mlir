// RUN: dlc-opt %s --loop-prefetch="loops=panel locality=2 distance=1 within=sum" | filecheck %s

// The next panel is fetched while one is multiplied: its line once for both of its vectors. The row is the same for all
// panels, and what follows the sum is left alone.
// CHECK-LABEL: func.func @the_next_panel(
//       CHECK:   loop.for %j = 0 to 64 step 16 {
//       CHECK:     loop.for %k = 0 to 8
//  CHECK-NEXT:       %[[X:.*]] = loop.load %row[%k] : memref<8xf32>
//       CHECK:       loop.prefetch %panels[%j floordiv 16 + 1, %k, 0], read, locality<2>, data : memref<4x8x16xf32>
//  CHECK-NEXT:       loop.vector_load %panels[%j floordiv 16, %k, 0]
//  CHECK-NEXT:       loop.vector_load %panels[%j floordiv 16, %k, 8]
//   CHECK-NOT:   loop.prefetch
func.func @the_next_panel(%row: memref<8xf32>, %panels: memref<4x8x16xf32>, %out: memref<64xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  loop.for %j = 0 to 64 step 16 {
    %s:2 = loop.for %k = 0 to 8 iter_args(%a = %zero, %b = %zero) -> (vector<8xf32>, vector<8xf32>) {
      %x = loop.load %row[%k] : memref<8xf32>
      %v = vector.broadcast %x : f32 to vector<8xf32>
      %p = loop.vector_load %panels[%j floordiv 16, %k, 0] : memref<4x8x16xf32>, vector<8xf32>
      %q = loop.vector_load %panels[%j floordiv 16, %k, 8] : memref<4x8x16xf32>, vector<8xf32>
      %c = vector.fma %v, %p, %a : vector<8xf32>
      %d = vector.fma %v, %q, %b : vector<8xf32>
      loop.yield %c, %d : vector<8xf32>, vector<8xf32>
    } {loop.name = "sum"}
    %old = loop.vector_load %out[%j] : memref<64xf32>, vector<8xf32>
    %new = arith.addf %old, %s#0 : vector<8xf32>
    loop.vector_store %new, %out[%j] : memref<64xf32>, vector<8xf32>
  } {loop.name = "panel"}
  return
}
