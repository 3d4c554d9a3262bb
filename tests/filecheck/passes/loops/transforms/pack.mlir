// RUN: dlc-opt %s --loop-pack="at=k loops=j,kk,jj sizes=0,0,4 buffer=panels" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 4, 14)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<(d0) -> (d0 + 3)>
// CHECK-DAG: #[[MAP4:.*]] = affine_map<(d0) -> (d0 + 2)>
// CHECK-DAG: #[[MAP5:.*]] = affine_map<()[s0] -> (0, s0 ceildiv 4)>
// CHECK-DAG: #[[MAP6:.*]] = affine_map<()[s0] -> (0, s0)>
// CHECK-DAG: #[[MAP7:.*]] = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK-DAG: #[[MAP8:.*]] = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0] : (s0 - 1 >= 0)>
// CHECK-DAG: #[[SET1:.*]] = affine_set<()[s0] : (s0 - 3 >= 0)>

// Panels of four columns, one below the other; the last one is filled up with zeros.
// CHECK-LABEL: func.func @panels(
//  CHECK-NEXT:   %panels = memref.alloc() {alignment = 64 : i64} : memref<4x3x4xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 12 step 3 {
//  CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:     loop.for %panels_j = 0 to 14 step 4 {
//  CHECK-NEXT:       loop.for %panels_kk = #[[MAP1]](%k) to #[[MAP3]](%k) {
//  CHECK-NEXT:         loop.for %panels_jj_pad = 14 to #[[MAP]](%panels_j) {
//  CHECK-NEXT:           loop.store %cst, %panels[%panels_j floordiv 4, -%k + %panels_kk, -%panels_j + %panels_jj_pad] : memref<4x3x4xf32>
//  CHECK-NEXT:         } {loop.name = "panels_jj_pad"}
//  CHECK-NEXT:         loop.for %panels_jj = #[[MAP1]](%panels_j) to min #[[MAP2]](%panels_j) {
//  CHECK-NEXT:           %0 = loop.load %b[%panels_kk, %panels_jj] : memref<12x14xf32>
//  CHECK-NEXT:           loop.store %0, %panels[%panels_j floordiv 4, -%k + %panels_kk, -%panels_j + %panels_jj] : memref<4x3x4xf32>
//  CHECK-NEXT:         } {loop.name = "panels_jj"}
//  CHECK-NEXT:       } {loop.name = "panels_kk"}
//  CHECK-NEXT:     } {loop.name = "panels_j"}
//  CHECK-NEXT:     loop.for %j = 0 to 14 step 4 {
//  CHECK-NEXT:       loop.for %jj = #[[MAP1]](%j) to min #[[MAP2]](%j) {
//  CHECK-NEXT:         loop.for %kk = #[[MAP1]](%k) to #[[MAP3]](%k) {
//  CHECK-NEXT:           %0 = loop.load %panels[%j floordiv 4, -%k + %kk, -%j + %jj] : memref<4x3x4xf32>
//  CHECK-NEXT:           loop.store %0, %c[%jj] : memref<14xf32>
//  CHECK-NEXT:         } {loop.name = "kk"}
//  CHECK-NEXT:       } {loop.name = "jj"}
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %panels : memref<4x3x4xf32>
//  CHECK-NEXT:   return
func.func @panels(%b: memref<12x14xf32>, %c: memref<14xf32> {llvm.noalias}) {
  loop.for %k = 0 to 12 step 3 {
    loop.for %j = 0 to 14 step 4 {
      loop.for %jj = affine_map<(d0) -> (d0)>(%j) to min affine_map<(d0) -> (d0 + 4, 14)>(%j) {
        loop.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 3)>(%k) {
          %0 = loop.load %b[%kk, %jj] : memref<12x14xf32>
          loop.store %0, %c[%jj] : memref<14xf32>
        } {loop.name = "kk"}
      } {loop.name = "jj"}
    } {loop.name = "j"}
  } {loop.name = "k"}
  return
}

// What a convolution reads for each pixel and place of the window: an element may be there several times.
// CHECK-LABEL: func.func @subscripts_may_be_anything(
//  CHECK-NEXT:   %panels = memref.alloc() {alignment = 64 : i64} : memref<4x3x4xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 2 {
//  CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:     loop.for %panels_j = 0 to 14 step 4 {
//  CHECK-NEXT:       loop.for %panels_kk = 0 to 3 {
//  CHECK-NEXT:         loop.for %panels_jj_pad = 14 to #[[MAP]](%panels_j) {
//  CHECK-NEXT:           loop.store %cst, %panels[%panels_j floordiv 4, %panels_kk, -%panels_j + %panels_jj_pad] : memref<4x3x4xf32>
//  CHECK-NEXT:         } {loop.name = "panels_jj_pad"}
//  CHECK-NEXT:         loop.for %panels_jj = #[[MAP1]](%panels_j) to min #[[MAP2]](%panels_j) {
//  CHECK-NEXT:           %0 = loop.load %x[%panels_jj * 2 + %panels_kk] : memref<40xf32>
//  CHECK-NEXT:           loop.store %0, %panels[%panels_j floordiv 4, %panels_kk, -%panels_j + %panels_jj] : memref<4x3x4xf32>
//  CHECK-NEXT:         } {loop.name = "panels_jj"}
//  CHECK-NEXT:       } {loop.name = "panels_kk"}
//  CHECK-NEXT:     } {loop.name = "panels_j"}
//  CHECK-NEXT:     loop.for %j = 0 to 14 step 4 {
//  CHECK-NEXT:       loop.for %jj = #[[MAP1]](%j) to min #[[MAP2]](%j) {
//  CHECK-NEXT:         loop.for %kk = 0 to 3 {
//  CHECK-NEXT:           %0 = loop.load %panels[%j floordiv 4, %kk, -%j + %jj] : memref<4x3x4xf32>
//  CHECK-NEXT:           loop.store %0, %c[%jj] : memref<14xf32>
//  CHECK-NEXT:         } {loop.name = "kk"}
//  CHECK-NEXT:       } {loop.name = "jj"}
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %panels : memref<4x3x4xf32>
//  CHECK-NEXT:   return
func.func @subscripts_may_be_anything(%x: memref<40xf32>, %c: memref<14xf32> {llvm.noalias}) {
  loop.for %k = 0 to 2 {
    loop.for %j = 0 to 14 step 4 {
      loop.for %jj = affine_map<(d0) -> (d0)>(%j) to min affine_map<(d0) -> (d0 + 4, 14)>(%j) {
        loop.for %kk = 0 to 3 {
          %0 = loop.load %x[%jj * 2 + %kk] : memref<40xf32>
          loop.store %0, %c[%jj] : memref<14xf32>
        } {loop.name = "kk"}
      } {loop.name = "jj"}
    } {loop.name = "j"}
  } {loop.name = "k"}
  return
}

// Nothing is read where %m is not positive, so nothing is copied either: the rows that there are not may not exist.
// CHECK-LABEL: func.func @loops_that_make_no_difference_may_not_run(
//  CHECK-NEXT:   %panels = memref.alloc() {alignment = 64 : i64} : memref<2x2x4xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 8 step 2 {
//  CHECK-NEXT:     loop.if #[[SET]]()[%m] {
//  CHECK-NEXT:       loop.for %panels_j = 0 to 8 step 4 {
//  CHECK-NEXT:         loop.for %panels_kk = #[[MAP1]](%k) to #[[MAP4]](%k) {
//  CHECK-NEXT:           loop.for %panels_jj = #[[MAP1]](%panels_j) to #[[MAP]](%panels_j) {
//  CHECK-NEXT:             %0 = loop.load %b[%panels_kk, %panels_jj] : memref<?x?xf32>
//  CHECK-NEXT:             loop.store %0, %panels[%panels_j floordiv 4, -%k + %panels_kk, -%panels_j + %panels_jj] : memref<2x2x4xf32>
//  CHECK-NEXT:           } {loop.name = "panels_jj"}
//  CHECK-NEXT:         } {loop.name = "panels_kk"}
//  CHECK-NEXT:       } {loop.name = "panels_j"}
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.for %i = 0 to %m {
//  CHECK-NEXT:       loop.for %j = 0 to 8 step 4 {
//  CHECK-NEXT:         loop.for %kk = #[[MAP1]](%k) to #[[MAP4]](%k) {
//  CHECK-NEXT:           loop.for %jj = #[[MAP1]](%j) to #[[MAP]](%j) {
//  CHECK-NEXT:             %0 = loop.load %panels[%j floordiv 4, -%k + %kk, -%j + %jj] : memref<2x2x4xf32>
//  CHECK-NEXT:             loop.store %0, %c[%i] : memref<?xf32>
//  CHECK-NEXT:           } {loop.name = "jj"}
//  CHECK-NEXT:         } {loop.name = "kk"}
//  CHECK-NEXT:       } {loop.name = "j"}
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %panels : memref<2x2x4xf32>
//  CHECK-NEXT:   return
func.func @loops_that_make_no_difference_may_not_run(%b: memref<?x?xf32>, %c: memref<?xf32> {llvm.noalias}, %m: index) {
  loop.for %k = 0 to 8 step 2 {
    loop.for %i = 0 to %m {
      loop.for %j = 0 to 8 step 4 {
        loop.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 2)>(%k) {
          loop.for %jj = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 4)>(%j) {
            %0 = loop.load %b[%kk, %jj] : memref<?x?xf32>
            loop.store %0, %c[%i] : memref<?xf32>
          } {loop.name = "jj"}
        } {loop.name = "kk"}
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// Each iteration of a parallel loop has a buffer of its own, and all of the loops inside share it.
// CHECK-LABEL: func.func @one_buffer_for_each_parallel_iteration(
//  CHECK-NEXT:   loop.parallel (%p) = (0) to (4) {
//  CHECK-NEXT:     %panels = memref.alloc() {alignment = 64 : i64} : memref<2x3x4xf32>
//  CHECK-NEXT:     loop.for %i = 0 to 2 {
//  CHECK-NEXT:       loop.for %k = 0 to 12 step 3 {
//  CHECK-NEXT:         loop.for %panels_j = 0 to 8 step 4 {
//  CHECK-NEXT:           loop.for %panels_kk = #[[MAP1]](%k) to #[[MAP3]](%k) {
//  CHECK-NEXT:             loop.for %panels_jj = #[[MAP1]](%panels_j) to #[[MAP]](%panels_j) {
//  CHECK-NEXT:               %0 = loop.load %b[%panels_kk, %panels_jj] : memref<12x8xf32>
//  CHECK-NEXT:               loop.store %0, %panels[%panels_j floordiv 4, -%k + %panels_kk, -%panels_j + %panels_jj] : memref<2x3x4xf32>
//  CHECK-NEXT:             } {loop.name = "panels_jj"}
//  CHECK-NEXT:           } {loop.name = "panels_kk"}
//  CHECK-NEXT:         } {loop.name = "panels_j"}
//  CHECK-NEXT:         loop.for %j = 0 to 8 step 4 {
//  CHECK-NEXT:           loop.for %kk = #[[MAP1]](%k) to #[[MAP3]](%k) {
//  CHECK-NEXT:             loop.for %jj = #[[MAP1]](%j) to #[[MAP]](%j) {
//  CHECK-NEXT:               %0 = loop.load %panels[%j floordiv 4, -%k + %kk, -%j + %jj] : memref<2x3x4xf32>
//  CHECK-NEXT:               loop.store %0, %c[%p, %jj] : memref<4x8xf32>
//  CHECK-NEXT:             } {loop.name = "jj"}
//  CHECK-NEXT:           } {loop.name = "kk"}
//  CHECK-NEXT:         } {loop.name = "j"}
//  CHECK-NEXT:       } {loop.name = "k"}
//  CHECK-NEXT:     }
//  CHECK-NEXT:     memref.dealloc %panels : memref<2x3x4xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @one_buffer_for_each_parallel_iteration(%b: memref<12x8xf32>, %c: memref<4x8xf32> {llvm.noalias}) {
  loop.parallel (%p) = (0) to (4) {
    loop.for %i = 0 to 2 {
      loop.for %k = 0 to 12 step 3 {
        loop.for %j = 0 to 8 step 4 {
          loop.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 3)>(%k) {
            loop.for %jj = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 4)>(%j) {
              %0 = loop.load %b[%kk, %jj] : memref<12x8xf32>
              loop.store %0, %c[%p, %jj] : memref<4x8xf32>
            } {loop.name = "jj"}
          } {loop.name = "kk"}
        } {loop.name = "j"}
      } {loop.name = "k"}
    }
  }
  return
}

// How many panels there are is known when it runs.
// CHECK-LABEL: func.func @size_of_a_dimension_is_computed(
//  CHECK-NEXT:   %c0 = arith.constant 0 : index
//  CHECK-NEXT:   %c1 = arith.constant 1 : index
//  CHECK-NEXT:   %n = memref.dim %b, %c1 : memref<?x?xf32>
//  CHECK-NEXT:   %p = memref.dim %b, %c0 : memref<?x?xf32>
//  CHECK-NEXT:   %0 = loop.max #[[MAP5]]()[%n]
//  CHECK-NEXT:   %1 = loop.max #[[MAP6]]()[%p]
//  CHECK-NEXT:   %panels = memref.alloc(%0, %1) {alignment = 64 : i64} : memref<?x?x4xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 1 {
//  CHECK-NEXT:     %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:     loop.for %panels_j = 0 to %n step 4 {
//  CHECK-NEXT:       loop.for %panels_kk = 0 to %p {
//  CHECK-NEXT:         loop.for %panels_jj_pad = max #[[MAP7]](%panels_j)[%n] to #[[MAP]](%panels_j) {
//  CHECK-NEXT:           loop.store %cst, %panels[%panels_j floordiv 4, %panels_kk, -%panels_j + %panels_jj_pad] : memref<?x?x4xf32>
//  CHECK-NEXT:         } {loop.name = "panels_jj_pad"}
//  CHECK-NEXT:         loop.for %panels_jj = #[[MAP1]](%panels_j) to min #[[MAP8]](%panels_j)[%n] {
//  CHECK-NEXT:           %2 = loop.load %b[%panels_kk, %panels_jj] : memref<?x?xf32>
//  CHECK-NEXT:           loop.store %2, %panels[%panels_j floordiv 4, %panels_kk, -%panels_j + %panels_jj] : memref<?x?x4xf32>
//  CHECK-NEXT:         } {loop.name = "panels_jj"}
//  CHECK-NEXT:       } {loop.name = "panels_kk"}
//  CHECK-NEXT:     } {loop.name = "panels_j"}
//  CHECK-NEXT:     loop.for %j = 0 to %n step 4 {
//  CHECK-NEXT:       loop.for %kk = 0 to %p {
//  CHECK-NEXT:         loop.for %jj = #[[MAP1]](%j) to min #[[MAP8]](%j)[%n] {
//  CHECK-NEXT:           %2 = loop.load %panels[%j floordiv 4, %kk, -%j + %jj] : memref<?x?x4xf32>
//  CHECK-NEXT:           loop.store %2, %c[%jj] : memref<?xf32>
//  CHECK-NEXT:         } {loop.name = "jj"}
//  CHECK-NEXT:       } {loop.name = "kk"}
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %panels : memref<?x?x4xf32>
//  CHECK-NEXT:   return
func.func @size_of_a_dimension_is_computed(%b: memref<?x?xf32>, %c: memref<?xf32> {llvm.noalias}) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %n = memref.dim %b, %1 : memref<?x?xf32>
  %p = memref.dim %b, %0 : memref<?x?xf32>
  loop.for %k = 0 to 1 {
    loop.for %j = 0 to %n step 4 {
      loop.for %kk = 0 to %p {
        loop.for %jj = affine_map<(d0) -> (d0)>(%j) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%j)[%n] {
          %2 = loop.load %b[%kk, %jj] : memref<?x?xf32>
          loop.store %2, %c[%jj] : memref<?xf32>
        } {loop.name = "jj"}
      } {loop.name = "kk"}
    } {loop.name = "j"}
  } {loop.name = "k"}
  return
}

// The second load is reached where the first one is not, so that it goes on reading the matrix.
// CHECK-LABEL: func.func @load_that_the_condition_does_not_cover(
//  CHECK-NEXT:   %panels = memref.alloc() {alignment = 64 : i64} : memref<2x2x4xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 8 step 2 {
//  CHECK-NEXT:     loop.if #[[SET1]]()[%m] {
//  CHECK-NEXT:       loop.for %panels_j = 0 to 2 {
//  CHECK-NEXT:         loop.for %panels_kk = #[[MAP1]](%k) to #[[MAP4]](%k) {
//  CHECK-NEXT:           loop.for %panels_jj = 0 to 4 {
//  CHECK-NEXT:             %0 = loop.load %b[%panels_kk, %panels_jj] : memref<?x?xf32>
//  CHECK-NEXT:             loop.store %0, %panels[%panels_j, -%k + %panels_kk, %panels_jj] : memref<2x2x4xf32>
//  CHECK-NEXT:           } {loop.name = "panels_jj"}
//  CHECK-NEXT:         } {loop.name = "panels_kk"}
//  CHECK-NEXT:       } {loop.name = "panels_j"}
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.for %j = 0 to 2 {
//  CHECK-NEXT:       loop.for %kk = #[[MAP1]](%k) to #[[MAP4]](%k) {
//  CHECK-NEXT:         loop.for %jj = 0 to 4 {
//  CHECK-NEXT:           loop.if #[[SET1]]()[%m] {
//  CHECK-NEXT:             %1 = loop.load %panels[%j, -%k + %kk, %jj] : memref<2x2x4xf32>
//  CHECK-NEXT:             loop.store %1, %c[%j] : memref<?xf32>
//  CHECK-NEXT:           }
//  CHECK-NEXT:           %0 = loop.load %b[%kk, %jj] : memref<?x?xf32>
//  CHECK-NEXT:           loop.store %0, %c[%jj] : memref<?xf32>
//  CHECK-NEXT:         } {loop.name = "jj"}
//  CHECK-NEXT:       } {loop.name = "kk"}
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %panels : memref<2x2x4xf32>
//  CHECK-NEXT:   return
func.func @load_that_the_condition_does_not_cover(%b: memref<?x?xf32>, %c: memref<?xf32> {llvm.noalias}, %m: index) {
  loop.for %k = 0 to 8 step 2 {
    loop.for %j = 0 to 2 {
      loop.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 2)>(%k) {
        loop.for %jj = 0 to 4 {
          loop.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%m] {
            %0 = loop.load %b[%kk, %jj] : memref<?x?xf32>
            loop.store %0, %c[%j] : memref<?xf32>
          }
          %1 = loop.load %b[%kk, %jj] : memref<?x?xf32>
          loop.store %1, %c[%jj] : memref<?xf32>
        } {loop.name = "jj"}
      } {loop.name = "kk"}
    } {loop.name = "j"}
  } {loop.name = "k"}
  return
}

// The first load is never reached, so that nothing that it could read is written; what the second one reads is.
// CHECK-LABEL: func.func @each_load_is_looked_at_by_itself(
//  CHECK-NEXT:   %panels = memref.alloc() {alignment = 64 : i64} : memref<2x2x4xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 8 step 2 {
//  CHECK-NEXT:     loop.for %panels_j = 0 to 2 {
//  CHECK-NEXT:       loop.for %panels_kk = #[[MAP1]](%k) to #[[MAP4]](%k) {
//  CHECK-NEXT:         loop.for %panels_jj = 0 to 4 {
//  CHECK-NEXT:           %0 = loop.load %b[%panels_kk, %panels_jj] : memref<8x4xf32>
//  CHECK-NEXT:           loop.store %0, %panels[%panels_j, -%k + %panels_kk, %panels_jj] : memref<2x2x4xf32>
//  CHECK-NEXT:         } {loop.name = "panels_jj"}
//  CHECK-NEXT:       } {loop.name = "panels_kk"}
//  CHECK-NEXT:     } {loop.name = "panels_j"}
//  CHECK-NEXT:     loop.for %j = 0 to 2 {
//  CHECK-NEXT:       loop.for %kk = #[[MAP1]](%k) to #[[MAP4]](%k) {
//  CHECK-NEXT:         loop.for %jj = 0 to 4 {
//  CHECK-NEXT:           loop.for %none = 0 to 0 {
//  CHECK-NEXT:             %1 = loop.load %panels[%j, -%k + %kk, %jj] : memref<2x2x4xf32>
//  CHECK-NEXT:             loop.store %1, %c[%jj] : memref<4xf32>
//  CHECK-NEXT:           }
//  CHECK-NEXT:           loop.store %x, %b[%kk, %jj] : memref<8x4xf32>
//  CHECK-NEXT:           %0 = loop.load %b[%kk, %jj] : memref<8x4xf32>
//  CHECK-NEXT:           loop.store %0, %c[%jj] : memref<4xf32>
//  CHECK-NEXT:         } {loop.name = "jj"}
//  CHECK-NEXT:       } {loop.name = "kk"}
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   memref.dealloc %panels : memref<2x2x4xf32>
//  CHECK-NEXT:   return
func.func @each_load_is_looked_at_by_itself(%b: memref<8x4xf32> {llvm.noalias}, %c: memref<4xf32> {llvm.noalias}, %x: f32) {
  loop.for %k = 0 to 8 step 2 {
    loop.for %j = 0 to 2 {
      loop.for %kk = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 2)>(%k) {
        loop.for %jj = 0 to 4 {
          loop.for %none = 0 to 0 {
            %0 = loop.load %b[%kk, %jj] : memref<8x4xf32>
            loop.store %0, %c[%jj] : memref<4xf32>
          }
          loop.store %x, %b[%kk, %jj] : memref<8x4xf32>
          %1 = loop.load %b[%kk, %jj] : memref<8x4xf32>
          loop.store %1, %c[%jj] : memref<4xf32>
        } {loop.name = "jj"}
      } {loop.name = "kk"}
    } {loop.name = "j"}
  } {loop.name = "k"}
  return
}
