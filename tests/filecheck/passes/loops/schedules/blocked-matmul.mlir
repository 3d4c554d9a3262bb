// RUN: dlc-opt %s --apply-schedules | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CHECK-DAG: #[[MAP4:.*]] = affine_map<(d0)[s0] -> (d0 + 64, s0)>
// CHECK-DAG: #[[MAP5:.*]] = affine_map<(d0)[s0] -> (d0 + 32, s0)>
// CHECK-DAG: #[[MAP6:.*]] = affine_map<(d0) -> (d0 + 2)>
// CHECK-DAG: #[[MAP7:.*]] = affine_map<(d0)[s0] -> (d0 + 2, s0)>
// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0] : (-s0 >= 0)>
// CHECK-DAG: #[[SET1:.*]] = affine_set<()[s0] : (s0 - 1 >= 0)>
// CHECK-DAG: #[[SET2:.*]] = affine_set<(d0, d1)[s0, s1] : (0 >= 0, -d0 + s0 - 2 >= 0, 0 >= 0, -d1 + s1 - 4 >= 0)>
// CHECK-DAG: #[[SET3:.*]] = affine_set<(d0) : (d0 == 0)>
// CHECK-DAG: #[[SET4:.*]] = affine_set<(d0)[s0] : (d0 - s0 + 64 >= 0)>

// The steps to a blocked product of matrices: `b` is packed for each block of columns and depths, `a` for each block of
// rows in it, and the nest `ii`, `jj`, `kp` works on whole tiles of 2x4 in a local buffer.
// CHECK-LABEL: func.func @main(
//  CHECK-NEXT:   %zero = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:   loop.if #[[SET]]()[%p] {
//  CHECK-NEXT:     loop.for %i_empty = 0 to %m {
//  CHECK-NEXT:       loop.for %j_empty = 0 to %n {
//  CHECK-NEXT:         loop.store %zero, %c[%i_empty, %j_empty] : memref<?x?xf32>
//  CHECK-NEXT:         %0 = loop.load %c[%i_empty, %j_empty] : memref<?x?xf32>
//  CHECK-NEXT:         %z = loop.load %bias[%j_empty] : memref<?xf32>
//  CHECK-NEXT:         %biased = arith.addf %0, %z : f32
//  CHECK-NEXT:         loop.store %biased, %c[%i_empty, %j_empty] : memref<?x?xf32>
//  CHECK-NEXT:       } {loop.name = "j_empty"}
//  CHECK-NEXT:     } {loop.name = "i_empty"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   %pb = memref.alloc() {alignment = 64 : i64} : memref<8x64x4xf32>
//  CHECK-NEXT:   loop.for %j = 0 to %n step 32 {
//  CHECK-NEXT:     loop.for %k = 0 to %p step 64 {
//  CHECK-NEXT:       loop.if #[[SET1]]()[%m] {
//  CHECK-NEXT:         %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:         loop.for %pb_jr = #[[MAP2]](%j) to min #[[MAP5]](%j)[%n] step 4 {
//  CHECK-NEXT:           loop.for %pb_kp = #[[MAP2]](%k) to min #[[MAP4]](%k)[%p] {
//  CHECK-NEXT:             loop.for %pb_jj_pad = max #[[MAP]](%pb_jr)[%n] to #[[MAP1]](%pb_jr) {
//  CHECK-NEXT:               loop.store %cst, %pb[(-%j + %pb_jr) floordiv 4, -%k + %pb_kp, -%pb_jr + %pb_jj_pad] : memref<8x64x4xf32>
//  CHECK-NEXT:             } {loop.name = "pb_jj_pad"}
//  CHECK-NEXT:             loop.for %pb_jj = #[[MAP2]](%pb_jr) to min #[[MAP3]](%pb_jr)[%n] {
//  CHECK-NEXT:               %0 = loop.load %b[%pb_kp, %pb_jj] : memref<?x?xf32>
//  CHECK-NEXT:               loop.store %0, %pb[(-%j + %pb_jr) floordiv 4, -%k + %pb_kp, -%pb_jr + %pb_jj] : memref<8x64x4xf32>
//  CHECK-NEXT:             } {loop.name = "pb_jj"}
//  CHECK-NEXT:           } {loop.name = "pb_kp"}
//  CHECK-NEXT:         } {loop.name = "pb_jr"}
//  CHECK-NEXT:       }
//  CHECK-NEXT:       loop.parallel (%i) = (0) to (symbol(%m)) step (32) {
//  CHECK-NEXT:         %pa = memref.alloc() {alignment = 64 : i64} : memref<16x64x2xf32>
//  CHECK-NEXT:         %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:         loop.for %pa_ir = #[[MAP2]](%i) to min #[[MAP5]](%i)[%m] step 2 {
//  CHECK-NEXT:           loop.for %pa_kp = #[[MAP2]](%k) to min #[[MAP4]](%k)[%p] {
//  CHECK-NEXT:             loop.for %pa_ii_pad = max #[[MAP]](%pa_ir)[%m] to #[[MAP6]](%pa_ir) {
//  CHECK-NEXT:               loop.store %cst, %pa[(-%i + %pa_ir) floordiv 2, -%k + %pa_kp, -%pa_ir + %pa_ii_pad] : memref<16x64x2xf32>
//  CHECK-NEXT:             } {loop.name = "pa_ii_pad"}
//  CHECK-NEXT:             loop.for %pa_ii = #[[MAP2]](%pa_ir) to min #[[MAP7]](%pa_ir)[%m] {
//  CHECK-NEXT:               %0 = loop.load %a[%pa_ii, %pa_kp] : memref<?x?xf32>
//  CHECK-NEXT:               loop.store %0, %pa[(-%i + %pa_ir) floordiv 2, -%k + %pa_kp, -%pa_ir + %pa_ii] : memref<16x64x2xf32>
//  CHECK-NEXT:             } {loop.name = "pa_ii"}
//  CHECK-NEXT:           } {loop.name = "pa_kp"}
//  CHECK-NEXT:         } {loop.name = "pa_ir"}
//  CHECK-NEXT:         loop.for %jr = #[[MAP2]](%j) to min #[[MAP5]](%j)[%n] step 4 {
//  CHECK-NEXT:           loop.for %ir = #[[MAP2]](%i) to min #[[MAP5]](%i)[%m] step 2 {
//  CHECK-NEXT:             %t = memref.alloca() {alignment = 64 : i64} : memref<2x4xf32>
//  CHECK-NEXT:             loop.if #[[SET2]](%ir, %jr)[%m, %n] {
//  CHECK-NEXT:             } else {
//  CHECK-NEXT:               %cst_0 = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT:               loop.for %t_fill_ii_pad = max #[[MAP]](%ir)[%m] to #[[MAP6]](%ir) {
//  CHECK-NEXT:                 loop.for %t_fill_jj = #[[MAP2]](%jr) to #[[MAP1]](%jr) {
//  CHECK-NEXT:                   loop.store %cst_0, %t[-%ir + %t_fill_ii_pad, -%jr + %t_fill_jj] : memref<2x4xf32>
//  CHECK-NEXT:                 } {loop.name = "t_fill_jj"}
//  CHECK-NEXT:               } {loop.name = "t_fill_ii_pad"}
//  CHECK-NEXT:               loop.for %t_fill_ii = #[[MAP2]](%ir) to min #[[MAP7]](%ir)[%m] {
//  CHECK-NEXT:                 loop.for %t_fill_jj_pad = max #[[MAP]](%jr)[%n] to #[[MAP1]](%jr) {
//  CHECK-NEXT:                   loop.store %cst_0, %t[-%ir + %t_fill_ii, -%jr + %t_fill_jj_pad] : memref<2x4xf32>
//  CHECK-NEXT:                 } {loop.name = "t_fill_jj_pad"}
//  CHECK-NEXT:               } {loop.name = "t_fill_ii"}
//  CHECK-NEXT:             }
//  CHECK-NEXT:             loop.if #[[SET3]](%k) {
//  CHECK-NEXT:             } else {
//  CHECK-NEXT:               loop.for %t_fill_ii = #[[MAP2]](%ir) to min #[[MAP7]](%ir)[%m] {
//  CHECK-NEXT:                 loop.for %t_fill_jj = #[[MAP2]](%jr) to min #[[MAP3]](%jr)[%n] {
//  CHECK-NEXT:                   %0 = loop.load %c[%t_fill_ii, %t_fill_jj] : memref<?x?xf32>
//  CHECK-NEXT:                   loop.store %0, %t[-%ir + %t_fill_ii, -%jr + %t_fill_jj] : memref<2x4xf32>
//  CHECK-NEXT:                 } {loop.name = "t_fill_jj"}
//  CHECK-NEXT:               } {loop.name = "t_fill_ii"}
//  CHECK-NEXT:             }
//  CHECK-NEXT:             loop.if #[[SET3]](%k) {
//  CHECK-NEXT:               loop.for %ii_first = #[[MAP2]](%ir) to #[[MAP6]](%ir) {
//  CHECK-NEXT:                 loop.for %jj_first = #[[MAP2]](%jr) to #[[MAP1]](%jr) {
//  CHECK-NEXT:                   loop.store %zero, %t[-%ir + %ii_first, -%jr + %jj_first] : memref<2x4xf32>
//  CHECK-NEXT:                 } {loop.name = "jj_first"}
//  CHECK-NEXT:               } {loop.name = "ii_first"}
//  CHECK-NEXT:             }
//  CHECK-NEXT:             loop.for %ii = #[[MAP2]](%ir) to #[[MAP6]](%ir) {
//  CHECK-NEXT:               loop.for %jj = #[[MAP2]](%jr) to #[[MAP1]](%jr) {
//  CHECK-NEXT:                 %0 = loop.load %t[-%ir + %ii, -%jr + %jj] : memref<2x4xf32>
//  CHECK-NEXT:                 %1 = loop.for %kp = #[[MAP2]](%k) to min #[[MAP4]](%k)[%p] iter_args(%s = %0) -> (f32) {
//  CHECK-NEXT:                   %x = loop.load %pa[(-%i + %ir) floordiv 2, -%k + %kp, -%ir + %ii] : memref<16x64x2xf32>
//  CHECK-NEXT:                   %y = loop.load %pb[(-%j + %jr) floordiv 4, -%k + %kp, -%jr + %jj] : memref<8x64x4xf32>
//  CHECK-NEXT:                   %xy = arith.mulf %x, %y : f32
//  CHECK-NEXT:                   %more = arith.addf %s, %xy : f32
//  CHECK-NEXT:                   loop.yield %more : f32
//  CHECK-NEXT:                 } {loop.name = "kp"}
//  CHECK-NEXT:                 loop.store %1, %t[-%ir + %ii, -%jr + %jj] : memref<2x4xf32>
//  CHECK-NEXT:               } {loop.name = "jj"}
//  CHECK-NEXT:             } {loop.name = "ii"}
//  CHECK-NEXT:             loop.if #[[SET4]](%k)[%p] {
//  CHECK-NEXT:               loop.for %ii_last = #[[MAP2]](%ir) to min #[[MAP7]](%ir)[%m] {
//  CHECK-NEXT:                 loop.for %jj_last = #[[MAP2]](%jr) to min #[[MAP3]](%jr)[%n] {
//  CHECK-NEXT:                   %0 = loop.load %t[-%ir + %ii_last, -%jr + %jj_last] : memref<2x4xf32>
//  CHECK-NEXT:                   %z = loop.load %bias[%jj_last] : memref<?xf32>
//  CHECK-NEXT:                   %biased = arith.addf %0, %z : f32
//  CHECK-NEXT:                   loop.store %biased, %t[-%ir + %ii_last, -%jr + %jj_last] : memref<2x4xf32>
//  CHECK-NEXT:                 } {loop.name = "jj_last"}
//  CHECK-NEXT:               } {loop.name = "ii_last"}
//  CHECK-NEXT:             }
//  CHECK-NEXT:             loop.for %t_back_ii = #[[MAP2]](%ir) to min #[[MAP7]](%ir)[%m] {
//  CHECK-NEXT:               loop.for %t_back_jj = #[[MAP2]](%jr) to min #[[MAP3]](%jr)[%n] {
//  CHECK-NEXT:                 %0 = loop.load %t[-%ir + %t_back_ii, -%jr + %t_back_jj] : memref<2x4xf32>
//  CHECK-NEXT:                 loop.store %0, %c[%t_back_ii, %t_back_jj] : memref<?x?xf32>
//  CHECK-NEXT:               } {loop.name = "t_back_jj"}
//  CHECK-NEXT:             } {loop.name = "t_back_ii"}
//  CHECK-NEXT:           } {loop.name = "ir"}
//  CHECK-NEXT:         } {loop.name = "jr"}
//  CHECK-NEXT:         memref.dealloc %pa : memref<16x64x2xf32>
//  CHECK-NEXT:       } {loop.names = ["i"]}
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:   } {loop.name = "j"}
//  CHECK-NEXT:   memref.dealloc %pb : memref<8x64x4xf32>
//  CHECK-NEXT:   return
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %bias: memref<?xf32>, %c: memref<?x?xf32> {llvm.noalias}, %m: index, %n: index, %p: index) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to %m {
    loop.for %j = 0 to %n {
      %sum = loop.for %k = 0 to %p iter_args(%s = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<?x?xf32>
        %y = loop.load %b[%k, %j] : memref<?x?xf32>
        %xy = arith.mulf %x, %y : f32
        %more = arith.addf %s, %xy : f32
        loop.yield %more : f32
      } {loop.name = "k"}
      %z = loop.load %bias[%j] : memref<?xf32>
      %biased = arith.addf %sum, %z : f32
      loop.store %biased, %c[%i, %j] : memref<?x?xf32>
    } {loop.name = "j"}
  } {loop.name = "i", loop.schedule = [
    "loop-tile{loops=k sizes=64 points=kp}", "loop-accumulate-in-memory{loops=k}", "loop-sink{loops=k}",
    "loop-tile{loops=i sizes=32 points=ir}", "loop-tile{loops=ir sizes=2 points=ii}",
    "loop-tile{loops=j sizes=32 points=jr}", "loop-tile{loops=jr sizes=4 points=jj}",
    "loop-interchange{loops=i,ir,ii,j,jr,jj,k order=3,6,0,4,1,2,5}",
    "loop-pack{at=k read=2 loops=jr,kp,jj sizes=0,0,4 buffer=pb}",
    "loop-parallelize{loops=i depth=1}",
    "loop-pack{at=i read=1 loops=ir,kp,ii sizes=0,0,2 buffer=pa}",
    "loop-privatize{at=ir loops=ii,jj sizes=2,4 buffer=t}",
    "loop-separate{loops=ii,jj suffixes=_first,,_last}",
    "loop-pad{loops=ii_first,jj_first,ii,jj sizes=2,4,2,4}"]}
  return
}
