// RUN: dlc-opt %s --lend-workspace --split-input-file | filecheck %s

// The caller lends enough bytes, or the function allocates them.
//       CHECK: module attributes {dlc.workspaces = {main = 192 : i64}}
// CHECK-LABEL: func.func @main
//  CHECK-SAME:   %[[LENT:arg[0-9]+]]: memref<?xi8> {llvm.align = 64 : i64, llvm.noalias}
//       CHECK:   %[[SIZE:.*]] = memref.dim %[[LENT]]
//       CHECK:   %[[ENOUGH:.*]] = arith.cmpi uge, %[[SIZE]], %[[LEAST:.*]] : index
//       CHECK:   %[[BYTES:.*]] = loop.when %[[ENOUGH]] -> (memref<192xi8>) {
//       CHECK:     memref.view %[[LENT]]
//       CHECK:   } else {
//       CHECK:     memref.alloc() {alignment = 64 : i64} : memref<192xi8>
//       CHECK:   memref.view %[[BYTES]]
//       CHECK:   memref.view %[[BYTES]]
//       CHECK:   %[[OWN:.*]] = arith.cmpi ult, %[[SIZE]], %[[LEAST]] : index
//       CHECK:   loop.when %[[OWN]] {
//  CHECK-NEXT:     memref.dealloc %[[BYTES]]
//       CHECK:   return
func.func @main(%x: memref<20xf32>) attributes {dlc.workspace} {
  %a = memref.alloc() : memref<20xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<20xf32> to memref<20xf32>
  memref.copy %a, %x : memref<20xf32> to memref<20xf32>
  memref.dealloc %a : memref<20xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// -----

// Functions that are not marked, that others call, or that have no such buffers stay as they are.
//   CHECK-NOT: memref<?xi8>
// CHECK-LABEL: func.func @unmarked
func.func @unmarked() {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
func.func @called() attributes {dlc.workspace} {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
func.func @nothing_to_lend(%n: index) attributes {dlc.workspace} {
  call @called() : () -> ()
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}
