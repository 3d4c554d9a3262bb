// RUN: dlc-opt %s --pass-pipeline="builtin.module(describe-machine{cores=2},parallel-iterations{grain=64})" | filecheck %s
// RUN: dlc-opt %s --pass-pipeline="builtin.module(describe-machine{cores=1},parallel-iterations{grain=64})" | filecheck %s --check-prefix=ALONE

// ALONE-NOT: loop.parallel

// CHECK: #[[EVENLY:.*]] = affine_set<()[s0] : (s0 * 20 - (s0 ceildiv 2) * 34 >= 0)>

// Each iteration has memory of its own, and writes its row of the result.
// CHECK-LABEL: func.func @rows
//       CHECK:   loop.parallel (%[[I:.*]]) = (0) to (8) {
//       CHECK:     memref.alloc()
//       CHECK:     memref.subview %{{.*}}[%[[I]], 0] [1, 64] [1, 1]
//       CHECK:     func.call @copy
func.func @rows(%x: memref<8x64xf32>, %result: memref<8x64xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %own_rows = memref.alloc() : memref<8x64xf32>
    %own = memref.subview %own_rows[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %from = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %to = memref.subview %result[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    func.call @copy(%from, %own) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
    func.call @copy(%own, %to) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
    memref.dealloc %own_rows : memref<8x64xf32>
  }
  return
}

// How evenly an open number of iterations can be shared is asked when running: 2, 4, 6 and from 7 on for two threads.
// CHECK-LABEL: func.func @open_number
//       CHECK:   loop.if #[[EVENLY]]()[%[[N:.*]]] {
//  CHECK-NEXT:     loop.parallel (%{{.*}}) = (0) to (symbol(%[[N]])) {
//       CHECK:   } else {
//  CHECK-NEXT:     loop.for %{{.*}} = 0 to %[[N]] {
func.func @open_number(%x: memref<?x64xf32>, %n: index) {
  loop.for %i = 0 to %n {
    %row = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<?x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    func.call @copy(%row, %row) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @too_uneven
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @too_uneven(%x: memref<3x64xf32>) {
  loop.for %i = 0 to 3 {
    %row = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<3x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    func.call @copy(%row, %row) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

// The next row is read, which the next iteration writes.
// CHECK-LABEL: func.func @neighbours
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @neighbours(%x: memref<9x64xf32>) {
  loop.for %i = 0 to 8 {
    %next = loop.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %row = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<9x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %other = memref.subview %x[%next, 0] [1, 64] [1, 1] : memref<9x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    func.call @copy(%other, %row) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

// Two rows are written.
// CHECK-LABEL: func.func @overlapping_rows
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @overlapping_rows(%x: memref<9x32xf32>) {
  loop.for %i = 0 to 8 {
    %rows = memref.subview %x[%i, 0] [2, 32] [1, 1] : memref<9x32xf32> to memref<2x32xf32, strided<[32, 1], offset: ?>>
    memref.copy %rows, %rows : memref<2x32xf32, strided<[32, 1], offset: ?>> to memref<2x32xf32, strided<[32, 1], offset: ?>>
  }
  return
}

// Rows and columns at the same place meet, and so do memrefs that may be the same.
// CHECK-LABEL: func.func @rows_and_columns
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @rows_and_columns(%x: memref<64x64xf32>) {
  loop.for %i = 0 to 64 {
    %row = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %column = memref.subview %x[0, %i] [64, 1] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[64], offset: ?>>
    memref.copy %column, %row : memref<64xf32, strided<[64], offset: ?>> to memref<64xf32, strided<[1], offset: ?>>
  }
  return
}

// CHECK-LABEL: func.func @may_be_the_same
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @may_be_the_same(%x: memref<8x64xf32>, %y: memref<8x64xf32>) {
  loop.for %i = 0 to 8 {
    %from = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    %to = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    func.call @copy(%from, %to) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

// Halves of a window are apart, but not those of the next one.
// CHECK-LABEL: func.func @halves_of_windows
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @halves_of_windows(%x: memref<16x64xf32>) {
  loop.for %i = 0 to 8 {
    %window = memref.subview %x[%i, 0] [8, 64] [1, 1] : memref<16x64xf32> to memref<8x64xf32, strided<[64, 1], offset: ?>>
    %low = memref.subview %window[0, 0] [4, 64] [1, 1]
      : memref<8x64xf32, strided<[64, 1], offset: ?>> to memref<4x64xf32, strided<[64, 1], offset: ?>>
    %high = memref.subview %window[4, 0] [4, 64] [1, 1]
      : memref<8x64xf32, strided<[64, 1], offset: ?>> to memref<4x64xf32, strided<[64, 1], offset: ?>>
    memref.copy %low, %high : memref<4x64xf32, strided<[64, 1], offset: ?>> to memref<4x64xf32, strided<[64, 1], offset: ?>>
  }
  return
}

// What a loop inside carries may be something else in each iteration.
// CHECK-LABEL: func.func @carried_memref
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @carried_memref(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  loop.for %i = 0 to 8 {
    %last = loop.for %j = 0 to 8 iter_args(%m = %x) -> (memref<64x64xf32>) {
      %row = memref.subview %m[%i, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: ?>>
      func.call @copy(%row, %row) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
      loop.yield %y : memref<64x64xf32>
    }
  }
  return
}

// All iterations use the same memory on the way.
// CHECK-LABEL: func.func @shared_memory
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @shared_memory(%x: memref<8x64xf32> {llvm.noalias}, %row_number: index) {
  %shared_rows = memref.alloc() : memref<8x64xf32>
  %shared = memref.subview %shared_rows[%row_number, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
  loop.for %i = 0 to 8 {
    %row = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    func.call @copy(%row, %shared) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
    func.call @copy(%shared, %row) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
  }
  memref.dealloc %shared_rows : memref<8x64xf32>
  return
}

// What is carried from one iteration to the next is needed there.
// CHECK-LABEL: func.func @carried
//   CHECK-NOT:   loop.parallel
//       CHECK:   return
func.func @carried(%x: memref<8x64xf32>, %start: index) -> index {
  %end = loop.for %i = 0 to 8 iter_args(%c = %start) -> (index) {
    %row = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    func.call @copy(%row, %row) : (memref<64xf32, strided<[1], offset: ?>>, memref<64xf32, strided<[1], offset: ?>>) -> ()
    %d = arith.addi %c, %i : index
    loop.yield %d : index
  }
  return %end : index
}

func.func private @copy(%from: memref<64xf32, strided<[1], offset: ?>>, %to: memref<64xf32, strided<[1], offset: ?>>) {
  loop.for %i = 0 to 64 {
    %x = loop.load %from[%i] : memref<64xf32, strided<[1], offset: ?>>
    loop.store %x, %to[%i] : memref<64xf32, strided<[1], offset: ?>>
  }
  return
}
