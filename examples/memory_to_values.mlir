// RUN: dlc-opt %s --mem2reg --canonicalize | filecheck %s

// A factorial that keeps its variables in memory, as a compiler's front end writes it. Nobody else sees that memory, so
// mem2reg turns it into values, and the loop passes them on through its block arguments.

// CHECK-LABEL: func.func @factorial
//  CHECK-SAME:   (%[[N:.*]]: i64) -> i64
//   CHECK-NOT:   memref
//       CHECK:   cf.br ^[[HEAD:.*]](%{{.*}}, %[[N]] : i64, i64)
//       CHECK: ^[[HEAD]](%[[PRODUCT:.*]]: i64, %[[LEFT:.*]]: i64):
//       CHECK:   %[[TIMES:.*]] = arith.muli %[[PRODUCT]], %[[LEFT]]
//       CHECK:   %[[LESS:.*]] = arith.subi %[[LEFT]]
//       CHECK:   cf.br ^[[HEAD]](%[[TIMES]], %[[LESS]] : i64, i64)
//       CHECK:   return %[[PRODUCT]]
func.func @factorial(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %product = memref.alloca() : memref<i64>
  %counter = memref.alloca() : memref<i64>
  memref.store %one, %product[] : memref<i64>
  memref.store %n, %counter[] : memref<i64>
  cf.br ^head
^head:
  %left = memref.load %counter[] : memref<i64>
  %more = arith.cmpi sgt, %left, %zero : i64
  cf.cond_br %more, ^body, ^done
^body:
  %so_far = memref.load %product[] : memref<i64>
  %times = arith.muli %so_far, %left : i64
  %less = arith.subi %left, %one : i64
  memref.store %times, %product[] : memref<i64>
  memref.store %less, %counter[] : memref<i64>
  cf.br ^head
^done:
  %result = memref.load %product[] : memref<i64>
  return %result : i64
}
