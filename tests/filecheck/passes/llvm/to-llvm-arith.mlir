// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// CHECK-LABEL: llvm.func @flags_are_kept
//       CHECK:   llvm.add %{{.*}}, %{{.*}} overflow<nsw> : i32
//       CHECK:   llvm.sdiv exact %{{.*}}, %{{.*}} : i32
//       CHECK:   llvm.fadd %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<nnan, reassoc>} : f32
//       CHECK:   llvm.trunc %{{.*}} overflow<nuw> : i32 to i8
func.func @flags_are_kept(%x: i32, %y: i32, %f: f32) -> (i32, i32, f32, i8) {
  %0 = arith.addi %x, %y overflow<nsw> : i32
  %1 = arith.divsi %x, %y exact : i32
  %2 = arith.addf %f, %f fastmath<nnan,reassoc> : f32
  %3 = arith.trunci %x overflow<nuw> : i32 to i8
  return %0, %1, %2, %3 : i32, i32, f32, i8
}

// -----

// CHECK-LABEL: llvm.func @without_flags
//       CHECK:   llvm.add %{{[^ ]*}}, %{{[^ ]*}} : i32
//       CHECK:   llvm.sdiv %{{[^ ]*}}, %{{[^ ]*}} : i32
//       CHECK:   llvm.fadd %{{[^ ]*}}, %{{[^ ]*}} : f32
func.func @without_flags(%x: i32, %y: i32, %f: f32) -> (i32, i32, f32) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.divsi %x, %y : i32
  %2 = arith.addf %f, %f : f32
  return %0, %1, %2 : i32, i32, f32
}

// -----

// The quotient is stepped only where there is a rest and the signs say so: nothing overflows that does not have to.
// CHECK-LABEL: llvm.func @rounded_down(
//  CHECK-SAME:   %[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   %[[Q:.*]] = llvm.sdiv %[[X]], %[[Y]]
//       CHECK:   %[[P:.*]] = llvm.mul %[[Q]], %[[Y]]
//       CHECK:   %[[R:.*]] = llvm.sub %[[X]], %[[P]]
//       CHECK:   %[[INEXACT:.*]] = llvm.icmp "ne" %[[R]]
//       CHECK:   %[[SIGNS:.*]] = llvm.xor %[[X]], %[[Y]]
//       CHECK:   %[[DIFFER:.*]] = llvm.icmp "slt" %[[SIGNS]]
//       CHECK:   %[[STEP:.*]] = llvm.and %[[INEXACT]], %[[DIFFER]]
//       CHECK:   %[[MINUS:.*]] = llvm.sext %[[STEP]]
//       CHECK:   llvm.add %[[Q]], %[[MINUS]]
func.func @rounded_down(%x: i32, %y: i32) -> i32 {
  %0 = arith.floordivsi %x, %y : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: llvm.func @rounded_up
//       CHECK:   llvm.icmp "sge"
//       CHECK:   llvm.zext
func.func @rounded_up(%x: i32, %y: i32) -> i32 {
  %0 = arith.ceildivsi %x, %y : i32
  return %0 : i32
}

// -----

// The rest of a division by -1 is 0, also of the smallest number, where LLVM's is undefined.
// CHECK-LABEL: llvm.func @rest_of_minus_one(
//  CHECK-SAME:   %[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   %[[IS:.*]] = llvm.icmp "eq" %[[Y]]
//       CHECK:   %[[D:.*]] = llvm.select %[[IS]]
//       CHECK:   llvm.srem %[[X]], %[[D]]
func.func @rest_of_minus_one(%x: i32, %y: i32) -> i32 {
  %0 = arith.remsi %x, %y : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: llvm.func @halves
//       CHECK:   llvm.icmp "ult"
//       CHECK:   llvm.zext %{{.*}} : i32 to i64
//       CHECK:   llvm.mul %{{.*}} : i64
//       CHECK:   llvm.lshr
func.func @halves(%x: i32, %y: i32) -> (i32, i1, i32, i32) {
  %sum, %carry = arith.addui_extended %x, %y : i32, i1
  %low, %high = arith.mului_extended %x, %y : i32
  return %sum, %carry, %low, %high : i32, i1, i32, i32
}

// -----

// CHECK-LABEL: llvm.func @index_is_i64
//       CHECK:   llvm.sext %{{.*}} : i32 to i64
//       CHECK:   llvm.trunc %{{.*}} : i64 to i32
//   CHECK-NOT:   llvm.sext
//       CHECK:   llvm.return
func.func @index_is_i64(%x: i32, %i: index, %w: i64) -> (index, i32, index) {
  %0 = arith.index_cast %x : i32 to index
  %1 = arith.index_castui %i : index to i32
  %2 = arith.index_cast %w : i64 to index
  return %0, %1, %2 : index, i32, index
}

// -----

// CHECK-LABEL: llvm.func @nearest
//       CHECK:   llvm.fptrunc
//  CHECK-NEXT:   llvm.return
func.func @nearest(%x: f64) -> f32 {
  %0 = arith.truncf %x : f64 to f32
  return %0 : f32
}

// -----

// CHECK-LABEL: llvm.func @toward_zero
//       CHECK:   %[[N:.*]] = llvm.fptrunc
//       CHECK:   %[[BITS:.*]] = llvm.bitcast %[[N]] : f32 to i32
//       CHECK:   %[[FAR:.*]] = llvm.fcmp "ogt"
//       CHECK:   %[[LESS:.*]] = llvm.add %[[BITS]]
//       CHECK:   llvm.select %[[FAR]], %[[LESS]], %[[BITS]]
func.func @toward_zero(%x: f64) -> f32 {
  %0 = arith.truncf %x toward_zero : f64 to f32
  return %0 : f32
}

// -----

// CHECK-LABEL: llvm.func @row_by_row(
//  CHECK-SAME:   %[[V:.*]]: !llvm.array<2 x vector<4xf32>>
//       CHECK:   llvm.extractvalue %[[V]][0]
//       CHECK:   llvm.fmul %{{.*}} : vector<4xf32>
//       CHECK:   llvm.insertvalue %{{.*}}[0]
//       CHECK:   llvm.extractvalue %[[V]][1]
//       CHECK:   llvm.fmul %{{.*}} : vector<4xf32>
//       CHECK:   llvm.insertvalue %{{.*}}[1]
func.func @row_by_row(%v: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = arith.mulf %v, %v : vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

// One condition chooses between whole vectors, several between elements.
// CHECK-LABEL: llvm.func @choices
//       CHECK:   llvm.select %{{.*}} : i1, !llvm.array<2 x vector<4xf32>>
//       CHECK:   llvm.select %{{.*}} : vector<4xi1>, vector<4xf32>
//       CHECK:   llvm.select %{{.*}} : vector<4xi1>, vector<4xf32>
func.func @choices(%c: i1, %m: vector<2x4xi1>, %v: vector<2x4xf32>, %w: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = arith.select %c, %v, %w : vector<2x4xf32>
  %1 = arith.select %m, %0, %w : vector<2x4xi1>, vector<2x4xf32>
  return %1 : vector<2x4xf32>
}

// -----

// CHECK-LABEL: llvm.func @constants
//       CHECK:   llvm.mlir.constant(7 : i64) : i64
//       CHECK:   llvm.mlir.constant(dense<{{\[\[}}1, 2], [3, 4]]> : vector<2x2xindex>) : !llvm.array<2 x vector<2xi64>>
func.func @constants() -> (index, vector<2x2xindex>) {
  %0 = arith.constant 7 : index
  %1 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xindex>
  return %0, %1 : index, vector<2x2xindex>
}

// -----

// Memrefs are chosen part by part.
// CHECK-LABEL: llvm.func @memrefs
// CHECK-COUNT-2: llvm.select %{{.*}} : i1, !llvm.ptr
func.func @memrefs(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
  %0 = arith.select %c, %a, %b : memref<4xf32>
  return %0 : memref<4xf32>
}
