// RUN: dlc-opt %s --lend-memory --split-input-file | filecheck %s

// The arena, and that of the kernel behind it, are in the workspace; the result is written in place.
//       CHECK: module attributes {dlc.workspaces = {main = 320 : i64}}
// CHECK-LABEL: func.func @main
//  CHECK-SAME:   (%{{.*}}: memref<4xf32>, %[[OUT:.*]]: memref<16xi8> {llvm.noalias}, %[[SPACE:.*]]: memref<320xi8> {llvm.align = 64 : i64, llvm.noalias}) {
//   CHECK-NOT:   memref.alloc
//       CHECK:   %[[ARENA:.*]] = memref.view %[[SPACE]][%{{.*}}][] : memref<320xi8> to memref<16xf32>
//       CHECK:   %[[RESULT:.*]] = memref.view %[[OUT]][%{{.*}}][] : memref<16xi8> to memref<4xf32>
//       CHECK:   %[[BEHIND:.*]] = arith.constant 64 : index
//       CHECK:   %[[PART:.*]] = memref.view %[[SPACE]][%[[BEHIND]]][] : memref<320xi8> to memref<256xi8>
//       CHECK:   call @kernel(%[[RESULT]], %[[PART]])
//   CHECK-NOT:   memref.dealloc
//       CHECK:   return{{$}}
func.func @main(%x: memref<4xf32>) -> memref<4xf32> {
  %arena = memref.alloc() : memref<16xf32>
  %r = memref.alloc() : memref<4xf32>
  memref.copy %x, %r : memref<4xf32> to memref<4xf32>
  call @kernel(%r) : (memref<4xf32>) -> ()
  memref.dealloc %arena : memref<16xf32>
  return %r : memref<4xf32>
}
//       CHECK: func.func private @kernel(%{{.*}}: memref<4xf32>, %[[OWN:.*]]: memref<256xi8>
//       CHECK:   memref.view %[[OWN]]
func.func private @kernel(%m: memref<4xf32>) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<4xi8>
  memref.dealloc %a : memref<64xf32>
  return
}

// -----

// An argument is copied, and so is a result that is returned a second time. Numbers are still returned.
// CHECK-LABEL: func.func @copies
//       CHECK:   memref.copy %{{.*}}, %{{.*}} : memref<?xf32> to memref<?xf32>
//       CHECK:   memref.copy
//       CHECK:   return %{{.*}} : f32
func.func @copies(%x: memref<?xf32>, %f: f32) -> (memref<?xf32>, f32, memref<2xf32>, memref<2xf32>) {
  %r = memref.alloc() : memref<2xf32>
  return %x, %f, %r, %r : memref<?xf32>, f32, memref<2xf32>, memref<2xf32>
}

// -----

// What runs when the program is loaded has no caller: it allocates the workspace of what it calls.
// CHECK-LABEL: func.func private @load
//       CHECK:   %[[OWN:.*]] = memref.alloc() {alignment = 64 : i64} : memref<64xi8>
//       CHECK:   call @work(%{{.*}}) : (memref<64xi8>) -> ()
//       CHECK:   memref.dealloc %[[OWN]]
func.func private @load() attributes {llvm.global_ctor = 1 : i32} {
  call @work() : () -> ()
  return
}
func.func private @work() {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// Several threads run the body at the same time: each allocates a buffer of its own.
// CHECK-LABEL: func.func private @body
//  CHECK-SAME:   (%{{.*}}: index, %{{.*}}: index, %{{.*}}: memref<4xf32>) {
//       CHECK:   memref.alloc() : memref<4xf32>
func.func private @body(%begin: index, %end: index, %x: memref<4xf32>) {
  %own = memref.alloc() : memref<4xf32>
  memref.copy %x, %own : memref<4xf32> to memref<4xf32>
  memref.copy %own, %x : memref<4xf32> to memref<4xf32>
  memref.dealloc %own : memref<4xf32>
  return
}
func.func private @launch(%count: index, %x: memref<4xf32>) attributes {llvm.launch = {body = @body}} {
  %zero = arith.constant 0 : index
  call @body(%zero, %count, %x) : (index, index, memref<4xf32>) -> ()
  return
}
func.func @main(%x: memref<4xf32>) {
  %count = arith.constant 8 : index
  call @launch(%count, %x) : (index, memref<4xf32>) -> ()
  return
}

// -----

// A buffer with another shape is written in place, too.
// CHECK-LABEL: func.func @reshaped
//  CHECK-SAME:   (%[[OUT:.*]]: memref<16xi8> {llvm.noalias})
//   CHECK-NOT:   memref.alloc
//       CHECK:   memref.view %[[OUT]]
//   CHECK-NOT:   memref.copy
func.func @reshaped() -> memref<2x2xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %r : memref<2x2xf32>
}

// -----

// A result that a call made is copied, and freed if it is known to be fresh.
// CHECK-LABEL: func.func @called
//       CHECK:   %[[MADE:.*]] = call @make
//       CHECK:   memref.copy %[[MADE]]
//       CHECK:   memref.dealloc %[[MADE]]
//  CHECK-NEXT:   return
func.func private @make(%n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  return %a : memref<?xf32>
}
func.func @called(%n: index) -> memref<?xf32> attributes {dlc.fresh_results} {
  %r = call @make(%n) : (index) -> memref<?xf32>
  return %r : memref<?xf32>
}
