// RUN: dlc-opt %s --loop-pack="loops=i,k,ii sizes=0,0,6 buffer=panels" | filecheck %s
// RUN: not dlc-opt %s --loop-pack="buffer=panels" 2>&1 | filecheck %s --check-prefix=NOTHING
// RUN: not dlc-opt %s --loop-pack="loops=i,k sizes=0,0,6" 2>&1 | filecheck %s --check-prefix=SIZES
// RUN: not dlc-opt %s --loop-pack="loops=i,k join=3" 2>&1 | filecheck %s --check-prefix=JOIN

// NOTHING: error: pass 'loop-pack' requires one of the options 'at' and 'loops'
// SIZES: error: pass 'loop-pack' expects at most one size per loop (2), but got 3
// JOIN: error: pass 'loop-pack' can join between one loop and all of them, but got 3 of 2

// Without a loop to pack in, all that the nest reads is copied, once.
// CHECK-LABEL: func.func @whole(
//       CHECK:   %panels = memref.alloc() {alignment = 64 : i64} : memref<17x70x6xf32>
//       CHECK:   loop.for %panels_i = 0 to 100 step 6 {
//  CHECK-NEXT:     loop.for %panels_k = 0 to 70 {
//  CHECK-NEXT:       loop.for %panels_ii_pad = 100 to
//       CHECK:       loop.for %panels_ii =
//       CHECK:   } {loop.name = "panels_i"}
//  CHECK-NEXT:   loop.for %i = 0 to 100 step 6 {
//       CHECK:     loop.load %panels[%i floordiv 6, %k, -%i + %ii]
//       CHECK:   } {loop.name = "i"}
//  CHECK-NEXT:   memref.dealloc %panels
//  CHECK-NEXT:   return
func.func @whole(%a: memref<100x70xf32>, %c: memref<100xf32> {llvm.noalias}) {
  loop.for %i = 0 to 100 step 6 {
    loop.for %k = 0 to 70 {
      loop.for %ii = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 6, 100)>(%i) {
        %0 = loop.load %a[%ii, %k] : memref<100x70xf32>
        %1 = loop.load %c[%ii] : memref<100xf32>
        %2 = arith.addf %0, %1 : f32
        loop.store %2, %c[%ii] : memref<100xf32>
      } {loop.name = "ii"}
    } {loop.name = "k"}
  } {loop.name = "i"}
  return
}

// A nest without these loops stays as it is.
// CHECK-LABEL: func.func @another(
//   CHECK-NOT:   memref.alloc
//       CHECK:   return
func.func @another(%c: memref<100xf32>) {
  loop.for %i = 0 to 99 {
    %0 = loop.load %c[%i] : memref<100xf32>
    loop.store %0, %c[%i + 1] : memref<100xf32>
  } {loop.name = "i"}
  return
}
