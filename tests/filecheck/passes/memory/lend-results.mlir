// RUN: dlc-opt %s --lend-results --split-input-file | filecheck %s

// Marked results are written to memory of the caller, through views of all elements; others are returned as before.
//       CHECK: module attributes {dlc.lent_results = {main = [0, 1]}}
// CHECK-LABEL: func.func @main
//  CHECK-SAME:   %[[FIRST:[^:]*]]: memref<16xi8> {llvm.noalias}, %[[SECOND:[^:]*]]: memref<?xi8> {llvm.noalias}) -> (memref<4xf32>, memref<?xf32>)
//       CHECK:   %[[VIEW:.*]] = memref.view %[[FIRST]][%{{.*}}][] : memref<16xi8> to memref<4xf32>
//       CHECK:   memref.expand_shape %[[VIEW]]
//       CHECK:   memref.view %[[SECOND]][%{{.*}}][%n] : memref<?xi8> to memref<?xf32>
//       CHECK:   %[[OWN:.*]] = memref.alloc() : memref<4xf32>
//       CHECK:   return %[[OWN]], %x
func.func @main(%x: memref<?xf32>, %n: index)
    -> (memref<2x2xf32> {dlc.lent}, memref<?xf32> {dlc.lent}, memref<4xf32>, memref<?xf32> {dlc.lent}) {
  %r = memref.alloc() : memref<4xf32>
  %e = memref.expand_shape %r [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %s = memref.alloc(%n) : memref<?xf32>
  %t = memref.alloc() : memref<4xf32>
  return %e, %s, %t, %x : memref<2x2xf32>, memref<?xf32>, memref<4xf32>, memref<?xf32>
}

// -----

// A buffer that is returned twice, and the results of a function that is called in the module, stay as they are.
// CHECK-LABEL: func.func @twice
//   CHECK-NOT:   memref.view
func.func @twice() -> (memref<2xf32> {dlc.lent}, memref<2xf32> {dlc.lent}) {
  %r = memref.alloc() : memref<2xf32>
  return %r, %r : memref<2xf32>, memref<2xf32>
}
func.func @callee() -> (memref<2xf32> {dlc.lent}) {
  %r = memref.alloc() : memref<2xf32>
  return %r : memref<2xf32>
}
func.func @caller() {
  %r = call @callee() : () -> memref<2xf32>
  return
}
