// RUN: dlc-opt %s --loop-pack="at=k read=0 loops=kk,j sizes=2,4 buffer=tile space=workgroup" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0 + 2)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 2, 7)>
// CHECK-DAG: #[[SET:.*]] = affine_set<(d0, d1) : (-d0 + 6 >= 0, -d1 + 2 >= 0)>

// One nest copies and pads, so that threads can share its iterations.
// CHECK-LABEL: func.func @sizes_that_fill_no_tile(
//  CHECK-NEXT:   %tile = memref.alloc() {alignment = 64 : i64} : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:   loop.for %k = 0 to 7 step 2 {
//  CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:     loop.for %tile_kk = #[[MAP]](%k) to #[[MAP1]](%k) {
//  CHECK-NEXT:       loop.for %tile_j = 0 to 4 {
//  CHECK-NEXT:         loop.if #[[SET]](%tile_kk, %tile_j) {
//  CHECK-NEXT:           %0 = loop.load %b[%tile_kk, %tile_j] : memref<7x3xf32>
//  CHECK-NEXT:           loop.store %0, %tile[-%k + %tile_kk, %tile_j] : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:         } else {
//  CHECK-NEXT:           loop.store %cst, %tile[-%k + %tile_kk, %tile_j] : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:         }
//  CHECK-NEXT:       } {loop.name = "tile_j"}
//  CHECK-NEXT:     } {loop.name = "tile_kk"}
//  CHECK-NEXT:     loop.for %kk = #[[MAP]](%k) to min #[[MAP2]](%k) {
//  CHECK-NEXT:       loop.for %j = 0 to 3 {
//  CHECK-NEXT:         %0 = loop.load %tile[-%k + %kk, %j] : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:         loop.store %0, %c[%j] : memref<3xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "kk"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %tile : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:   return
func.func @sizes_that_fill_no_tile(%b: memref<7x3xf32>, %c: memref<3xf32> {llvm.noalias}) {
  loop.for %k = 0 to 7 step 2 {
    loop.for %kk = affine_map<(d0) -> (d0)>(%k) to min affine_map<(d0) -> (d0 + 2, 7)>(%k) {
      loop.for %j = 0 to 3 {
        %0 = loop.load %b[%kk, %j] : memref<7x3xf32>
        loop.store %0, %c[%j] : memref<3xf32>
      } {loop.name = "j"}
    } {loop.name = "kk"}
  } {loop.name = "k"}
  return
}

// Whole tiles need no condition.
// CHECK-LABEL: func.func @sizes_that_fill_tiles(
//  CHECK-NEXT:   %tile = memref.alloc() {alignment = 64 : i64} : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:   loop.for %k = 0 to 8 step 2 {
//  CHECK-NEXT:     loop.for %tile_kk = #[[MAP]](%k) to #[[MAP1]](%k) {
//  CHECK-NEXT:       loop.for %tile_j = 0 to 4 {
//  CHECK-NEXT:         %0 = loop.load %b[%tile_kk, %tile_j] : memref<8x4xf32>
//  CHECK-NEXT:         loop.store %0, %tile[-%k + %tile_kk, %tile_j] : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:       } {loop.name = "tile_j"}
//  CHECK-NEXT:     } {loop.name = "tile_kk"}
//  CHECK-NEXT:     loop.for %kk = #[[MAP]](%k) to #[[MAP1]](%k) {
//  CHECK-NEXT:       loop.for %j = 0 to 4 {
//  CHECK-NEXT:         %0 = loop.load %tile[-%k + %kk, %j] : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:         loop.store %0, %c[%j] : memref<4xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "kk"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %tile : memref<2x4xf32, #gpu.address_space<workgroup>>
//  CHECK-NEXT:   return
func.func @sizes_that_fill_tiles(%b: memref<8x4xf32>, %c: memref<4xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 step 2 {
    loop.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 2)>(%k) {
      loop.for %j = 0 to 4 {
        %0 = loop.load %b[%kk, %j] : memref<8x4xf32>
        loop.store %0, %c[%j] : memref<4xf32>
      } {loop.name = "j"}
    } {loop.name = "kk"}
  } {loop.name = "k"}
  return
}
