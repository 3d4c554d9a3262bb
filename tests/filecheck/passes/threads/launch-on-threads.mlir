// RUN: dlc-opt %s --launch-on-threads | filecheck %s

// CHECK-LABEL: llvm.func internal @launch
//  CHECK-SAME:   (%[[COUNT:.*]]: i64, %[[P:.*]]: !llvm.ptr, %[[X:.*]]: f32) {
//   CHECK-NOT:   @body(
//       CHECK:   %[[CONTEXT:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, f32)>
//       CHECK:   %[[FIRST:.*]] = llvm.getelementptr %[[CONTEXT]][0, 0]
//       CHECK:   llvm.store %[[P]], %[[FIRST]]
//       CHECK:   %[[SECOND:.*]] = llvm.getelementptr %[[CONTEXT]][0, 1]
//       CHECK:   llvm.store %[[X]], %[[SECOND]]
//       CHECK:   %[[BODY:.*]] = llvm.mlir.addressof @body_in_context
//       CHECK:   %[[GRAIN:.*]] = llvm.mlir.constant(100 : i64)
//       CHECK:   %[[THREADS:.*]] = llvm.mlir.constant(4 : i64)
//       CHECK:   llvm.call @dlc_parallel_for(%[[BODY]], %[[CONTEXT]], %[[COUNT]], %[[GRAIN]], %[[THREADS]])
//  CHECK-NEXT:   llvm.return
llvm.func internal @launch(%count: i64, %p: !llvm.ptr, %x: f32)
    attributes {llvm.launch = {body = @body, grain = 100 : i64, threads = 4 : i64}, no_inline} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  llvm.call @body(%zero, %count, %p, %x) : (i64, i64, !llvm.ptr, f32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func internal @body(
llvm.func internal @body(%begin: i64, %end: i64, %p: !llvm.ptr, %x: f32) {
  llvm.store %x, %p : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func internal @launch_what_uses_little
//  CHECK-SAME:   (%{{.*}}: i64, %{{.*}}: !llvm.ptr, %[[P:.*]]: !llvm.ptr, %{{.*}}: i64, %[[N:.*]]: i64) {
//       CHECK:   llvm.alloca %{{.*}} x !llvm.struct<(ptr, i64)>
//       CHECK:   llvm.store %[[P]],
//       CHECK:   llvm.store %[[N]],
//   CHECK-NOT:   llvm.store
//       CHECK:   llvm.return
llvm.func internal @launch_what_uses_little(%count: i64, %a: !llvm.ptr, %p: !llvm.ptr, %s: i64, %n: i64)
    attributes {llvm.launch = {body = @uses_little, grain = 100 : i64, threads = 4 : i64}, no_inline} {
  llvm.return
}

// An argument that is promised to be something has to be it, used or not.
llvm.func internal @uses_little(%begin: i64, %end: i64, %a: !llvm.ptr {llvm.noalias}, %p: !llvm.ptr {llvm.noalias},
                                %s: i64, %n: i64 {llvm.noundef}) {
  llvm.store %begin, %p : i64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @without_the_attribute_nothing_happens
//       CHECK:   llvm.call @body(
llvm.func @without_the_attribute_nothing_happens(%count: i64, %p: !llvm.ptr, %x: f32) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  llvm.call @body(%zero, %count, %p, %x) : (i64, i64, !llvm.ptr, f32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @dlc_parallel_for(!llvm.ptr, !llvm.ptr, i64, i64, i64)

// CHECK-LABEL: llvm.func internal @body_in_context
//  CHECK-SAME:   (%[[CONTEXT:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64) {
//       CHECK:   %[[P:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
//       CHECK:   %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
//       CHECK:   llvm.call @body(%[[BEGIN]], %[[END]], %[[P]], %[[X]])

// CHECK-LABEL: llvm.func internal @uses_little_in_context
//       CHECK:   %[[P:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
//       CHECK:   %[[N:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
//       CHECK:   %[[NO_POINTER:.*]] = llvm.mlir.poison : !llvm.ptr
//       CHECK:   %[[NO_NUMBER:.*]] = llvm.mlir.poison : i64
//       CHECK:   llvm.call @uses_little(%{{.*}}, %{{.*}}, %[[NO_POINTER]], %[[P]], %[[NO_NUMBER]], %[[N]])
