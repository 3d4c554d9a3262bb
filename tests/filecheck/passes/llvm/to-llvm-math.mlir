// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// CHECK-LABEL: llvm.func @what_llvm_has
//       CHECK:   llvm.intr.fma(%{{.*}}) {fastmathFlags = #llvm.fastmath<contract>} : (f32, f32, f32) -> f32
//       CHECK:   llvm.intr.sqrt(%{{.*}}) : (f32) -> f32
//       CHECK:   llvm.intr.fabs
//       CHECK:   llvm.intr.roundeven
//       CHECK:   llvm.intr.copysign
func.func @what_llvm_has(%x: f32, %y: f32) -> (f32, f32, f32, f32, f32) {
  %0 = math.fma %x, %y, %x fastmath<contract> : f32
  %1 = math.sqrt %x : f32
  %2 = math.absf %x : f32
  %3 = math.roundeven %x : f32
  %4 = math.copysign %x, %y : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// -----

// CHECK-LABEL: llvm.func @integers
//       CHECK:   "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}>
//       CHECK:   "llvm.intr.cttz"(%{{.*}}) <{is_zero_poison = false}>
//       CHECK:   llvm.intr.ctpop
//       CHECK:   "llvm.intr.abs"(%{{.*}}) <{is_int_min_poison = false}>
func.func @integers(%x: i32) -> (i32, i32, i32, i32) {
  %0 = math.ctlz %x : i32
  %1 = math.cttz %x : i32
  %2 = math.ctpop %x : i32
  %3 = math.absi %x : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// -----

// CHECK-LABEL: llvm.func @classes
//       CHECK:   "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 3 : i32}>
//       CHECK:   "llvm.intr.is.fpclass"(%{{.*}}) <{bit = 516 : i32}>
func.func @classes(%x: f32, %v: vector<4xf32>) -> (i1, vector<4xi1>) {
  %0 = math.isnan %x : f32
  %1 = math.isinf %v : vector<4xf32>
  return %0, %1 : i1, vector<4xi1>
}

// -----

// CHECK-LABEL: llvm.func @clamped(
//  CHECK-SAME:   %[[X:.*]]: f32, %[[L:.*]]: f32, %[[H:.*]]: f32)
//       CHECK:   %[[R:.*]] = llvm.intr.maximum(%[[X]], %[[L]])
//       CHECK:   llvm.intr.minimum(%[[R]], %[[H]])
func.func @clamped(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: llvm.func @row_by_row
// CHECK-COUNT-2: llvm.intr.floor(%{{.*}}) : (vector<4xf32>) -> vector<4xf32>
func.func @row_by_row(%v: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = math.floor %v : vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
