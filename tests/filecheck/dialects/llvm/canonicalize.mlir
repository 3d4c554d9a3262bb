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
//       CHECK:   llvm.call @use_two(%[[C]], %[[C]])
llvm.func @constants() {
  %0 = llvm.mlir.constant(7 : i32) : i32
  %1 = llvm.mlir.constant(7 : i32) : i32
  llvm.call @use_two(%0, %1) : (i32, i32) -> ()
  llvm.return
}
llvm.func @use_two(i32, i32)

// 12 | 5 is 13, 13 << 5 is 416, 416 / -5 is -83, -83 >> 1 is -42, and so on.
// CHECK-LABEL: llvm.func @integers
//       CHECK:   %[[C:.*]] = llvm.mlir.constant(-42 : i32) : i32
//  CHECK-NEXT:   llvm.return %[[C]]
llvm.func @integers() -> i32 {
  %one = llvm.mlir.constant(1 : index) : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %twelve = llvm.mlir.constant(12 : i32) : i32
  %0 = llvm.or %twelve, %five : i32
  %1 = llvm.shl %0, %five : i32
  %2 = llvm.trunc %1 : i32 to i16
  %3 = llvm.zext %2 : i16 to i64
  %4 = llvm.mlir.constant(-5 : i64) : i64
  %5 = llvm.sdiv %3, %4 : i64
  %6 = llvm.trunc %5 : i64 to i32
  %7 = llvm.ashr %6, %one : i32
  %8 = llvm.icmp "slt" %7, %one : i32
  %9 = llvm.select %8, %7, %one : i1, i32
  llvm.return %9 : i32
}

// CHECK-LABEL: llvm.func @vectors
//       CHECK:   llvm.mlir.constant(dense<[4, 251]> : vector<2xi32>)
llvm.func @vectors() -> vector<2xi32> {
  %0 = llvm.mlir.constant(dense<[4, -5]> : tensor<2xi8>) : vector<2xi8>
  %1 = llvm.zext %0 : vector<2xi8> to vector<2xi32>
  llvm.return %1 : vector<2xi32>
}

// What is undefined or poison stays.
// CHECK-LABEL: llvm.func @undefined
//       CHECK:   llvm.udiv
//       CHECK:   llvm.sdiv
//       CHECK:   llvm.shl
llvm.func @undefined() {
  %zero = llvm.mlir.constant(0 : i8) : i8
  %large = llvm.mlir.constant(8 : i8) : i8
  %least = llvm.mlir.constant(-128 : i8) : i8
  %minus = llvm.mlir.constant(-1 : i8) : i8
  %0 = llvm.udiv %large, %zero : i8
  %1 = llvm.sdiv %least, %minus : i8
  %2 = llvm.shl %minus, %large : i8
  llvm.call @use_bytes(%0, %1, %2) : (i8, i8, i8) -> ()
  llvm.return
}
llvm.func @use_bytes(i8, i8, i8)

// Memory of the stack does not lie at address zero; an argument may.
// CHECK-LABEL: llvm.func @null
//  CHECK-SAME:   (%[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64)
//   CHECK-DAG:   %[[FALSE:.*]] = llvm.mlir.constant(false) : i1
//       CHECK:   %[[MAYBE:.*]] = llvm.icmp "eq" %{{.*}}, %[[P]]
//       CHECK:   llvm.call @use_bits(%[[FALSE]], %[[MAYBE]])
llvm.func @null(%p: !llvm.ptr, %n: i64) {
  %null = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.alloca %n x i8 : (i64) -> !llvm.ptr
  %1 = llvm.icmp "eq" %0, %null : !llvm.ptr
  %2 = llvm.icmp "eq" %null, %p : !llvm.ptr
  llvm.call @use_bits(%1, %2) : (i1, i1) -> ()
  llvm.return
}
llvm.func @use_bits(i1, i1)

// CHECK-LABEL: llvm.func @chains_of_casts
//  CHECK-SAME:   (%[[P:.*]]: !llvm.ptr)
//  CHECK-NEXT:   %[[Q:.*]] = llvm.addrspacecast %[[P]] : !llvm.ptr to !llvm.ptr<3>
//  CHECK-NEXT:   llvm.call @use_pointers(%[[P]], %[[Q]])
llvm.func @chains_of_casts(%p: !llvm.ptr) {
  %0 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<5>
  %1 = llvm.addrspacecast %0 : !llvm.ptr<5> to !llvm.ptr
  %2 = llvm.addrspacecast %0 : !llvm.ptr<5> to !llvm.ptr<3>
  llvm.call @use_pointers(%1, %2) : (!llvm.ptr, !llvm.ptr<3>) -> ()
  llvm.return
}
llvm.func @use_pointers(!llvm.ptr, !llvm.ptr<3>)

// Members of what is undefined are undefined, those of a constant are constants; two steps inwards are one.
// CHECK-LABEL: llvm.func @members
//  CHECK-SAME:   (%[[A:.*]]: i32, %[[S:.*]]: !llvm.struct<(i32, struct<(i32, i64)>)>)
//   CHECK-DAG:   %[[UNDEF:.*]] = llvm.mlir.undef : i64
//   CHECK-DAG:   %[[FOUR:.*]] = llvm.mlir.constant(4 : i64) : i64
//   CHECK-DAG:   %[[INNER:.*]] = llvm.extractvalue %[[S]][1, 1]
//       CHECK:   llvm.call @use_numbers(%[[UNDEF]], %[[FOUR]], %[[FOUR]], %[[INNER]])
llvm.func @members(%a: i32, %s: !llvm.struct<(i32, struct<(i32, i64)>)>) {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, i64)>
  %1 = llvm.insertvalue %a, %0[0] : !llvm.struct<(i32, i64)>
  %2 = llvm.extractvalue %1[1] : !llvm.struct<(i32, i64)>
  %3 = llvm.mlir.constant([3 : i32, 4 : i64]) : !llvm.struct<(i32, i64)>
  %4 = llvm.extractvalue %3[1] : !llvm.struct<(i32, i64)>
  %5 = llvm.mlir.constant(dense<[3, 4]> : tensor<2xi64>) : !llvm.array<2 x i64>
  %6 = llvm.extractvalue %5[1] : !llvm.array<2 x i64>
  %7 = llvm.extractvalue %s[1] : !llvm.struct<(i32, struct<(i32, i64)>)>
  %8 = llvm.extractvalue %7[1] : !llvm.struct<(i32, i64)>
  llvm.call @use_numbers(%2, %4, %6, %8) : (i64, i64, i64, i64) -> ()
  llvm.return
}
llvm.func @use_numbers(i64, i64, i64, i64)

// CHECK-LABEL: llvm.func @constant_indices
//  CHECK-SAME:   (%[[P:.*]]: !llvm.ptr, %[[I:.*]]: i64)
//       CHECK:   llvm.getelementptr inbounds %[[P]][%[[I]], 0, 3] : (!llvm.ptr, i64) -> !llvm.ptr
llvm.func @constant_indices(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %three = llvm.mlir.constant(3 : i64) : i64
  %0 = llvm.getelementptr inbounds %p[%i, 0, %three] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.struct<(array<4 x i8>)>
  llvm.return %0 : !llvm.ptr
}

// -7 + 3 - 3 is -7, times 3 is -21; -21 is 4294967275 without sign.
// CHECK-LABEL: llvm.func @more_integers
//   CHECK-DAG:   %[[SREM:.*]] = llvm.mlir.constant(-1 : i64) : i64
//   CHECK-DAG:   %[[UREM:.*]] = llvm.mlir.constant(3 : i32) : i32
//   CHECK-DAG:   %[[LSHR:.*]] = llvm.mlir.constant(1073741818 : i32) : i32
//   CHECK-DAG:   %[[XOR:.*]] = llvm.mlir.constant(-18 : i32) : i32
//       CHECK:   llvm.call @use_all(%[[SREM]], %[[UREM]], %[[LSHR]], %[[XOR]])
llvm.func @more_integers() {
  %two = llvm.mlir.constant(2 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %four = llvm.mlir.constant(4 : i32) : i32
  %seven = llvm.mlir.constant(-7 : i32) : i32
  %0 = llvm.add %seven, %three overflow<nsw> : i32
  %1 = llvm.sub %0, %three : i32
  %2 = llvm.mul %1, %three : i32
  %3 = llvm.srem %2, %four : i32
  %4 = llvm.sext %3 : i32 to i64
  %5 = llvm.urem %2, %four : i32
  %6 = llvm.lshr %2, %two : i32
  %7 = llvm.and %2, %seven : i32
  %8 = llvm.xor %7, %three : i32
  %9 = llvm.xor %8, %four : i32
  llvm.call @use_all(%4, %5, %6, %9) : (i64, i32, i32, i32) -> ()
  llvm.return
}
llvm.func @use_all(i64, i32, i32, i32)
