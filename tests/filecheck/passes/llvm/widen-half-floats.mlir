// RUN: dlc-opt %s --widen-half-floats --split-input-file | filecheck %s
// RUN: dlc-opt %s "--widen-half-floats=f16-instructions=false" --split-input-file | filecheck %s --check-prefix=BITS

// CHECK-LABEL: llvm.func @sums_of_f32(
//  CHECK-SAME:   %[[X:[a-z]+]]: f16,
//       CHECK:   %[[WIDE:.*]] = llvm.fpext %[[X]] : f16 to f32
//       CHECK:   %[[SUM:.*]] = llvm.fadd %{{.*}} : f32
//       CHECK:   llvm.fptrunc %[[SUM]] : f32 to f16
//  BITS-LABEL: llvm.func @sums_of_f32
//    BITS-NOT:   llvm.fpext
//    BITS-NOT:   llvm.fptrunc
//        BITS:   llvm.return
llvm.func @sums_of_f32(%x: f16, %y: f16) -> f16 {
  %0 = llvm.fadd %x, %y : f16
  llvm.return %0 : f16
}

// -----

// Half of the bits, rounded to even; nan stays nan.
// CHECK-LABEL: llvm.func @rounded_by_bits(
//       CHECK:   llvm.bitcast %{{.*}} : vector<4xf32> to vector<4xi32>
//       CHECK:   llvm.fcmp "uno"
//       CHECK:   llvm.select
//       CHECK:   llvm.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
//   CHECK-NOT:   llvm.fptrunc
//       CHECK:   llvm.return
llvm.func @rounded_by_bits(%x: vector<4xf32>) -> vector<4xbf16> {
  %0 = llvm.fptrunc %x : vector<4xf32> to vector<4xbf16>
  llvm.return %0 : vector<4xbf16>
}

// -----

// A first rounding, to f32, must not mislead the second.
// CHECK-LABEL: llvm.func @rounded_once
//       CHECK:   llvm.fptrunc %{{.*}} : f64 to f32
//       CHECK:   llvm.fcmp "one"
//       CHECK:   llvm.or
//       CHECK:   llvm.fptrunc %{{.*}} : f32 to f16
llvm.func @rounded_once(%x: f64) -> f16 {
  %0 = llvm.fptrunc %x : f64 to f16
  llvm.return %0 : f16
}

// -----

// CHECK-LABEL: llvm.func @signs_are_bits
//       CHECK:   llvm.xor %{{.*}} : i16
//   CHECK-NOT:   f32
//       CHECK:   llvm.return
llvm.func @signs_are_bits(%x: bf16) -> bf16 {
  %0 = llvm.fneg %x : bf16
  llvm.return %0 : bf16
}

// -----

// CHECK-LABEL: llvm.func @multiplied_and_added_in_f64
//       CHECK:   llvm.fmul %{{.*}} : f64
//   CHECK-NOT:   llvm.intr.fma
//       CHECK:   llvm.return
llvm.func @multiplied_and_added_in_f64(%x: bf16) -> bf16 {
  %0 = llvm.intr.fma(%x, %x, %x) : (bf16, bf16, bf16) -> bf16
  llvm.return %0 : bf16
}

// -----

// Each step of a sum is rounded, unless the order is free.
// CHECK-LABEL: llvm.func @steps
// CHECK-COUNT-2: llvm.fadd %{{.*}} : f32
//       CHECK:   "llvm.intr.vector.reduce.fadd"(%{{.*}}) {{.*}} : (f32, vector<2xf32>) -> f32
llvm.func @steps(%x: bf16, %v: vector<2xbf16>) -> (bf16) {
  %0 = "llvm.intr.vector.reduce.fadd"(%x, %v) : (bf16, vector<2xbf16>) -> bf16
  %1 = "llvm.intr.vector.reduce.fadd"(%0, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (bf16, vector<2xbf16>) -> bf16
  llvm.return %1 : bf16
}

// -----

// Moving numbers is no arithmetic, and f32 is no half.
// CHECK-LABEL: llvm.func @left_alone
//  CHECK-NEXT:   llvm.select
//  CHECK-NEXT:   llvm.fadd %{{.*}} : f32
//  CHECK-NEXT:   llvm.return
llvm.func @left_alone(%c: i1, %x: f16, %y: f16, %z: f32) -> f16 {
  %0 = llvm.select %c, %x, %y : i1, f16
  %1 = llvm.fadd %z, %z : f32
  llvm.return %0 : f16
}

// -----

// Numbers of bf16 are moved as their bits, to other blocks as well.
// CHECK-LABEL: llvm.func @moved_as_bits
//       CHECK:   %[[X:.*]] = llvm.bitcast %x : bf16 to i16
//       CHECK:   %[[Y:.*]] = llvm.bitcast %y : bf16 to i16
//       CHECK:   %[[CHOSEN:.*]] = llvm.select %c, %[[X]], %[[Y]] : i1, i16
//       CHECK:   llvm.cond_br %c, ^{{.*}}(%{{.*}} : i16), ^{{.*}}(%[[CHOSEN]] : i16)
//  CHECK-NEXT: ^{{.*}}(%[[ARGUMENT:.*]]: i16):
//  CHECK-NEXT:   %[[RESULT:.*]] = llvm.bitcast %[[ARGUMENT]] : i16 to bf16
//  CHECK-NEXT:   llvm.return %[[RESULT]] : bf16
llvm.func @moved_as_bits(%c: i1, %x: bf16, %y: bf16) -> bf16 {
  %0 = llvm.select %c, %x, %y : i1, bf16
  llvm.cond_br %c, ^end(%x : bf16), ^end(%0 : bf16)
^end(%r: bf16):
  llvm.return %r : bf16
}
