// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: llvm.func @casts_of_nothing
//  CHECK-SAME:   (%[[I:.*]]: i32, %[[P:.*]]: !llvm.ptr)
//   CHECK-NOT:   llvm.bitcast
//   CHECK-NOT:   llvm.addrspacecast
//       CHECK:   llvm.call @use(%[[I]], %[[P]])
llvm.func @casts_of_nothing(%i: i32, %p: !llvm.ptr) {
  %0 = llvm.bitcast %i : i32 to f32
  %1 = llvm.bitcast %0 : f32 to i32
  %2 = llvm.bitcast %1 : i32 to i32
  %3 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr
  llvm.call @use(%2, %3) : (i32, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @use(i32, !llvm.ptr)

// A cast that changes the type stays.
// CHECK-LABEL: llvm.func @casts_that_stay
//       CHECK:   llvm.bitcast
//       CHECK:   llvm.addrspacecast
llvm.func @casts_that_stay(%i: i32, %p: !llvm.ptr) -> !llvm.struct<(f32, ptr<3>)> {
  %0 = llvm.bitcast %i : i32 to f32
  %1 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<3>
  %2 = llvm.mlir.undef : !llvm.struct<(f32, ptr<3>)>
  %3 = llvm.insertvalue %0, %2[0] : !llvm.struct<(f32, ptr<3>)>
  %4 = llvm.insertvalue %1, %3[1] : !llvm.struct<(f32, ptr<3>)>
  llvm.return %4 : !llvm.struct<(f32, ptr<3>)>
}

// The address of the first element is that of the whole, by a number or by a constant.
// CHECK-LABEL: llvm.func @first_element
//  CHECK-SAME:   (%[[P:.*]]: !llvm.ptr)
//   CHECK-NOT:   llvm.getelementptr
//       CHECK:   llvm.return %[[P]]
llvm.func @first_element(%p: !llvm.ptr) -> !llvm.ptr {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %0 = llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, f32
  %1 = llvm.getelementptr %0[%zero] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %1 : !llvm.ptr
}

// CHECK-LABEL: llvm.func @second_element
//       CHECK:   llvm.getelementptr
llvm.func @second_element(%p: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.return %0 : !llvm.ptr
}

// What was inserted there is taken out; what was inserted beside it does not matter.
// CHECK-LABEL: llvm.func @extract_inserted
//  CHECK-SAME:   (%[[A:.*]]: i32, %[[B:.*]]: f32)
//   CHECK-NOT:   llvm.extractvalue
//       CHECK:   llvm.return %[[A]]
llvm.func @extract_inserted(%a: i32, %b: f32) -> i32 {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  %1 = llvm.insertvalue %a, %0[0] : !llvm.struct<(i32, f32)>
  %2 = llvm.insertvalue %b, %1[1] : !llvm.struct<(i32, f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(i32, f32)>
  llvm.return %3 : i32
}

// A part of what was inserted, or what was inserted around it, is not taken apart.
// CHECK-LABEL: llvm.func @extract_overlapping
//       CHECK:   llvm.insertvalue
//       CHECK:   llvm.extractvalue
llvm.func @extract_overlapping(%a: !llvm.array<2 x i32>, %s: !llvm.struct<(array<2 x i32>, f32)>) -> i32 {
  %0 = llvm.insertvalue %a, %s[0] : !llvm.struct<(array<2 x i32>, f32)>
  %1 = llvm.extractvalue %0[0, 1] : !llvm.struct<(array<2 x i32>, f32)>
  llvm.return %1 : i32
}

// Equal constants become one.
// CHECK-LABEL: llvm.func @constants
//       CHECK:   %[[C:.*]] = llvm.mlir.constant(7 : i32) : i32
//   CHECK-NOT:   llvm.mlir.constant
//       CHECK:   llvm.add %[[C]], %[[C]]
llvm.func @constants() -> i32 {
  %0 = llvm.mlir.constant(7 : i32) : i32
  %1 = llvm.mlir.constant(7 : i32) : i32
  %2 = llvm.add %0, %1 : i32
  llvm.return %2 : i32
}
