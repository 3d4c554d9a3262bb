// RUN: dlc-opt %s --loop-pack="at=k loops=kk,jj,pair sizes=0,4,0 join=2 buffer=panel" | filecheck %s

// Pairs of elements of four columns are one dimension, so that a vector can contain them; the fourth column is zeros.
// CHECK-LABEL: func.func @pairs_of_columns(
//       CHECK:   %panel = memref.alloc() {alignment = 64 : i64} : memref<3x8xi16>
//       CHECK:   loop.store %{{.*}}, %panel[(-%k + %panel_kk) floordiv 2, -%panel_kk + %panel_jj_pad * 2 + %panel_pair] : memref<3x8xi16>
//       CHECK:   loop.store %{{.*}}, %panel[(-%k + %panel_kk) floordiv 2, -%panel_kk + %panel_jj * 2 + %panel_pair] : memref<3x8xi16>
//       CHECK:   loop.load %panel[(-%k + %kk) floordiv 2, -%kk + %jj * 2 + %pair] : memref<3x8xi16>
func.func @pairs_of_columns(%b: memref<12x3xi16>, %c: memref<12xi16> {llvm.noalias}) {
  loop.for %k = 0 to 12 step 6 {
    loop.for %jj = 0 to 3 {
      loop.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 6)>(%k) step 2 {
        loop.for %pair = affine_map<(d0) -> (d0)>(%kk) to affine_map<(d0) -> (d0 + 2)>(%kk) {
          %0 = loop.load %b[%pair, %jj] : memref<12x3xi16>
          loop.store %0, %c[%pair] : memref<12xi16>
        } {loop.name = "pair"}
      } {loop.name = "kk"}
    } {loop.name = "jj"}
  } {loop.name = "k"}
  return
}
