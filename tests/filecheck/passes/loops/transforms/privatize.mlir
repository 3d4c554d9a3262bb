// RUN: dlc-opt %s --loop-privatize="at=i loops=ii,j sizes=4,8 buffer=t" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 4, 10)>
// CHECK-DAG: #[[SET:.*]] = affine_set<(d0) : (d0 == 0)>

// Memory is read and written within its bounds only, and the buffer is there as a whole.
// CHECK-LABEL: func.func @tile_is_filled_and_written_back(
//  CHECK-NEXT:   loop.for %i = 0 to 10 step 4 {
//  CHECK-NEXT:     %t = memref.alloca() {alignment = 64 : i64} : memref<4x8xf32>
//  CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:     loop.for %t_fill_ii_pad = 10 to #[[MAP]](%i) {
//  CHECK-NEXT:       loop.for %t_fill_j = 0 to 8 {
//  CHECK-NEXT:         loop.store %cst, %t[-%i + %t_fill_ii_pad, %t_fill_j] : memref<4x8xf32>
//  CHECK-NEXT:       } {loop.name = "t_fill_j"}
//  CHECK-NEXT:     } {loop.name = "t_fill_ii_pad"}
//  CHECK-NEXT:     loop.for %t_fill_ii = #[[MAP1]](%i) to min #[[MAP2]](%i) {
//  CHECK-NEXT:       loop.for %t_fill_j_pad = 7 to 8 {
//  CHECK-NEXT:         loop.store %cst, %t[-%i + %t_fill_ii, %t_fill_j_pad] : memref<4x8xf32>
//  CHECK-NEXT:       } {loop.name = "t_fill_j_pad"}
//  CHECK-NEXT:     } {loop.name = "t_fill_ii"}
//  CHECK-NEXT:     loop.for %t_fill_ii = #[[MAP1]](%i) to min #[[MAP2]](%i) {
//  CHECK-NEXT:       loop.for %t_fill_j = 0 to 7 {
//  CHECK-NEXT:         %0 = loop.load %c[%t_fill_ii, %t_fill_j] : memref<10x7xf32>
//  CHECK-NEXT:         loop.store %0, %t[-%i + %t_fill_ii, %t_fill_j] : memref<4x8xf32>
//  CHECK-NEXT:       } {loop.name = "t_fill_j"}
//  CHECK-NEXT:     } {loop.name = "t_fill_ii"}
//  CHECK-NEXT:     loop.for %ii = #[[MAP1]](%i) to min #[[MAP2]](%i) {
//  CHECK-NEXT:       loop.for %j = 0 to 7 {
//  CHECK-NEXT:         %0 = loop.load %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:         %1 = arith.negf %0 : f32
//  CHECK-NEXT:         loop.store %1, %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "ii"}
//  CHECK-NEXT:     loop.for %t_back_ii = #[[MAP1]](%i) to min #[[MAP2]](%i) {
//  CHECK-NEXT:       loop.for %t_back_j = 0 to 7 {
//  CHECK-NEXT:         %0 = loop.load %t[-%i + %t_back_ii, %t_back_j] : memref<4x8xf32>
//  CHECK-NEXT:         loop.store %0, %c[%t_back_ii, %t_back_j] : memref<10x7xf32>
//  CHECK-NEXT:       } {loop.name = "t_back_j"}
//  CHECK-NEXT:     } {loop.name = "t_back_ii"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @tile_is_filled_and_written_back(%c: memref<10x7xf32>) {
  loop.for %i = 0 to 10 step 4 {
    loop.for %ii = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 4, 10)>(%i) {
      loop.for %j = 0 to 7 {
        %0 = loop.load %c[%ii, %j] : memref<10x7xf32>
        %1 = arith.negf %0 : f32
        loop.store %1, %c[%ii, %j] : memref<10x7xf32>
      } {loop.name = "j"}
    } {loop.name = "ii"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @what_is_written_first_is_not_filled(
//  CHECK-NEXT:   loop.for %i = 0 to 12 step 4 {
//  CHECK-NEXT:     %t = memref.alloca() {alignment = 64 : i64} : memref<4x8xf32>
//  CHECK-NEXT:     loop.for %ii = #[[MAP1]](%i) to #[[MAP]](%i) {
//  CHECK-NEXT:       loop.for %j = 0 to 8 {
//  CHECK-NEXT:         loop.store %x, %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:         %0 = loop.load %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:         %1 = arith.negf %0 : f32
//  CHECK-NEXT:         loop.store %1, %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "ii"}
//  CHECK-NEXT:     loop.for %t_back_ii = #[[MAP1]](%i) to #[[MAP]](%i) {
//  CHECK-NEXT:       loop.for %t_back_j = 0 to 8 {
//  CHECK-NEXT:         %0 = loop.load %t[-%i + %t_back_ii, %t_back_j] : memref<4x8xf32>
//  CHECK-NEXT:         loop.store %0, %c[%t_back_ii, %t_back_j] : memref<12x8xf32>
//  CHECK-NEXT:       } {loop.name = "t_back_j"}
//  CHECK-NEXT:     } {loop.name = "t_back_ii"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_is_written_first_is_not_filled(%c: memref<12x8xf32>, %x: f32) {
  loop.for %i = 0 to 12 step 4 {
    loop.for %ii = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
      loop.for %j = 0 to 8 {
        loop.store %x, %c[%ii, %j] : memref<12x8xf32>
        %0 = loop.load %c[%ii, %j] : memref<12x8xf32>
        %1 = arith.negf %0 : f32
        loop.store %1, %c[%ii, %j] : memref<12x8xf32>
      } {loop.name = "j"}
    } {loop.name = "ii"}
  } {loop.name = "i"}
  return
}

// Whether it is written first depends on the iteration.
// CHECK-LABEL: func.func @filled_where_it_is_not_written_first(
//  CHECK-NEXT:   loop.for %k = 0 to 9 {
//  CHECK-NEXT:     loop.for %i = 0 to 12 step 4 {
//  CHECK-NEXT:       %t = memref.alloca() {alignment = 64 : i64} : memref<4x8xf32>
//  CHECK-NEXT:       loop.if #[[SET]](%k) {
//  CHECK-NEXT:       } else {
//  CHECK-NEXT:         loop.for %t_fill_ii = #[[MAP1]](%i) to #[[MAP]](%i) {
//  CHECK-NEXT:           loop.for %t_fill_j = 0 to 8 {
//  CHECK-NEXT:             %0 = loop.load %c[%t_fill_ii, %t_fill_j] : memref<12x8xf32>
//  CHECK-NEXT:             loop.store %0, %t[-%i + %t_fill_ii, %t_fill_j] : memref<4x8xf32>
//  CHECK-NEXT:           } {loop.name = "t_fill_j"}
//  CHECK-NEXT:         } {loop.name = "t_fill_ii"}
//  CHECK-NEXT:       }
//  CHECK-NEXT:       loop.for %ii = #[[MAP1]](%i) to #[[MAP]](%i) {
//  CHECK-NEXT:         loop.for %j = 0 to 8 {
//  CHECK-NEXT:           loop.if #[[SET]](%k) {
//  CHECK-NEXT:             loop.store %x, %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:           }
//  CHECK-NEXT:           %0 = loop.load %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:           %1 = arith.negf %0 : f32
//  CHECK-NEXT:           loop.store %1, %t[-%i + %ii, %j] : memref<4x8xf32>
//  CHECK-NEXT:         } {loop.name = "j"}
//  CHECK-NEXT:       } {loop.name = "ii"}
//  CHECK-NEXT:       loop.for %t_back_ii = #[[MAP1]](%i) to #[[MAP]](%i) {
//  CHECK-NEXT:         loop.for %t_back_j = 0 to 8 {
//  CHECK-NEXT:           %0 = loop.load %t[-%i + %t_back_ii, %t_back_j] : memref<4x8xf32>
//  CHECK-NEXT:           loop.store %0, %c[%t_back_ii, %t_back_j] : memref<12x8xf32>
//  CHECK-NEXT:         } {loop.name = "t_back_j"}
//  CHECK-NEXT:       } {loop.name = "t_back_ii"}
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @filled_where_it_is_not_written_first(%c: memref<12x8xf32>, %x: f32) {
  loop.for %k = 0 to 9 {
    loop.for %i = 0 to 12 step 4 {
      loop.for %ii = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
        loop.for %j = 0 to 8 {
          loop.if affine_set<(d0) : (d0 == 0)>(%k) {
            loop.store %x, %c[%ii, %j] : memref<12x8xf32>
          }
          %0 = loop.load %c[%ii, %j] : memref<12x8xf32>
          %1 = arith.negf %0 : f32
          loop.store %1, %c[%ii, %j] : memref<12x8xf32>
        } {loop.name = "j"}
      } {loop.name = "ii"}
    } {loop.name = "i"}
  }
  return
}

// All of it is written in the first iteration of the loop inside.
// CHECK-LABEL: func.func @written_when_the_loop_inside_begins(
//  CHECK-NEXT:   loop.for %i = 0 to 12 step 4 {
//  CHECK-NEXT:     %t = memref.alloca() {alignment = 64 : i64} : memref<4x8xf32>
//  CHECK-NEXT:     loop.for %k = 0 to 9 step 3 {
//   CHECK-NOT:     t_fill
//       CHECK:     loop.for %t_back_ii
func.func @written_when_the_loop_inside_begins(%c: memref<12x8xf32>, %x: f32) {
  loop.for %i = 0 to 12 step 4 {
    loop.for %k = 0 to 9 step 3 {
      loop.for %ii = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
        loop.for %j = 0 to 8 {
          loop.if affine_set<(d0) : (d0 == 0)>(%k) {
            loop.store %x, %c[%ii, %j] : memref<12x8xf32>
          }
          %0 = loop.load %c[%ii, %j] : memref<12x8xf32>
          %1 = arith.negf %0 : f32
          loop.store %1, %c[%ii, %j] : memref<12x8xf32>
        } {loop.name = "j"}
      } {loop.name = "ii"}
    }
  } {loop.name = "i"}
  return
}

// It is written in the second iteration first.
// CHECK-LABEL: func.func @written_when_the_loop_inside_goes_on(
//  CHECK-NEXT:   loop.for %i = 0 to 12 step 4 {
//  CHECK-NEXT:     %t = memref.alloca() {alignment = 64 : i64} : memref<4x8xf32>
//  CHECK-NEXT:     loop.for %t_fill_ii
func.func @written_when_the_loop_inside_goes_on(%c: memref<12x8xf32>, %x: f32) {
  loop.for %i = 0 to 12 step 4 {
    loop.for %k = 0 to 9 step 3 {
      loop.for %ii = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
        loop.for %j = 0 to 8 {
          loop.if affine_set<(d0) : (d0 == 3)>(%k) {
            loop.store %x, %c[%ii, %j] : memref<12x8xf32>
          }
          %0 = loop.load %c[%ii, %j] : memref<12x8xf32>
          %1 = arith.negf %0 : f32
          loop.store %1, %c[%ii, %j] : memref<12x8xf32>
        } {loop.name = "j"}
      } {loop.name = "ii"}
    }
  } {loop.name = "i"}
  return
}
