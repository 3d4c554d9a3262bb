// RUN: dlc-opt %s --expand-math --split-input-file | filecheck %s
// RUN: dlc-opt %s "--expand-math=functions=exp" --split-input-file | filecheck %s --check-prefix=ONLY

// CHECK-LABEL: func.func @exp_is_a_polynomial
//   CHECK-NOT:   math.exp
//       CHECK:   math.fma
//       CHECK:   arith.shli
//       CHECK:   arith.bitcast
//   CHECK-NOT:   cf.
func.func @exp_is_a_polynomial(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @vectors_as_they_are
//   CHECK-NOT:   math.tanh
//       CHECK:   math.copysign %{{.*}} : vector<2x8xf64>
//  ONLY-LABEL: func.func @vectors_as_they_are
//        ONLY:   math.tanh
func.func @vectors_as_they_are(%x: vector<2x8xf64>) -> vector<2x8xf64> {
  %0 = math.tanh %x : vector<2x8xf64>
  return %0 : vector<2x8xf64>
}

// -----

// CHECK-LABEL: func.func @narrow_ones_by_way_of_f32(
//  CHECK-SAME:   %[[X:.*]]: bf16)
//       CHECK:   arith.extf %[[X]] : bf16 to f32
//   CHECK-NOT:   math.erf
//       CHECK:   arith.truncf %{{.*}} : f32 to bf16
func.func @narrow_ones_by_way_of_f32(%x: bf16) -> bf16 {
  %0 = math.erf %x : bf16
  return %0 : bf16
}

// -----

// LLVM has these, and does not know the others' formats or lengths.
// CHECK-LABEL: func.func @what_is_left_alone
//       CHECK:   math.sqrt
//       CHECK:   math.fma
//       CHECK:   math.exp %{{.*}} : vector<[4]xf32>
//       CHECK:   math.exp %{{.*}} : tensor<4xf32>
//       CHECK:   math.exp %{{.*}} : f80
func.func @what_is_left_alone(%x: f32, %v: vector<[4]xf32>, %t: tensor<4xf32>, %w: f80)
    -> (f32, f32, vector<[4]xf32>, tensor<4xf32>, f80) {
  %0 = math.sqrt %x : f32
  %1 = math.fma %x, %x, %x : f32
  %2 = math.exp %v : vector<[4]xf32>
  %3 = math.exp %t : tensor<4xf32>
  %4 = math.exp %w : f80
  return %0, %1, %2, %3, %4 : f32, f32, vector<[4]xf32>, tensor<4xf32>, f80
}

// -----

// CHECK-LABEL: func.func @no_nan_comes_along
//   CHECK-NOT:   0x7FC00000
//   CHECK-NOT:   0xFF800000
//       CHECK:   return
func.func @no_nan_comes_along(%x: f32) -> f32 {
  %0 = math.log %x fastmath<nnan,ninf> : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @nan_may_come_along
//       CHECK:   0x7FC00000
func.func @nan_may_come_along(%x: f32) -> f32 {
  %0 = math.log %x : f32
  return %0 : f32
}

// -----

// Large angles take a table of bits.
// CHECK-LABEL: func.func @angles_of_any_size
//       CHECK:   arith.mului_extended
func.func @angles_of_any_size(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @moderate_angles
//   CHECK-NOT:   arith.mului_extended
//       CHECK:   return
func.func @moderate_angles(%x: f32) -> f32 {
  %0 = math.sin %x fastmath<afn> : f32
  return %0 : f32
}

// -----

// The exponential of the negative of a magnitude needs one factor, if it may be 0 where it is no normal number.
// CHECK-LABEL: func.func @exponentials_that_are_not_large
//       CHECK:   arith.shli
//   CHECK-NOT:   arith.shrui
//       CHECK:   return
func.func @exponentials_that_are_not_large(%x: f32) -> f32 {
  %size = math.absf %x : f32
  %negative = arith.negf %size : f32
  %0 = math.exp %negative fastmath<afn> : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @exponentials_of_any_size
//       CHECK:   arith.shrui
//       CHECK:   return
func.func @exponentials_of_any_size(%x: f32) -> f32 {
  %0 = math.exp %x fastmath<afn> : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @only_the_sign_of_zero_may_be_forgotten
//   CHECK-NOT:   fastmath<{{.*}}reassoc
//       CHECK:   math.fma %{{.*}} fastmath<nsz>
//   CHECK-NOT:   fastmath<{{.*}}reassoc
//       CHECK:   return
func.func @only_the_sign_of_zero_may_be_forgotten(%x: f32) -> f32 {
  %0 = math.exp %x fastmath<fast> : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @small_powers_are_products(
//  CHECK-SAME:   %[[X:.*]]: f32, %[[N:.*]]: i32)
//       CHECK:   arith.mulf %[[X]], %[[X]] : f32
//       CHECK:   %[[S:.*]] = arith.muli %[[N]], %[[N]]
//       CHECK:   %[[F:.*]] = arith.muli %[[S]], %[[S]]
//       CHECK:   arith.muli %[[N]], %[[F]]
//   CHECK-NOT:   math.fma
//       CHECK:   return
func.func @small_powers_are_products(%x: f32, %n: i32) -> (f32, i32) {
  %two = arith.constant 2.0 : f32
  %five = arith.constant 5 : i32
  %0 = math.powf %x, %two : f32
  %1 = math.ipowi %n, %five : i32
  return %0, %1 : f32, i32
}

// -----

// CHECK-LABEL: func.func @other_powers_are_not
//       CHECK:   math.fma
func.func @other_powers_are_not(%x: f32) -> f32 {
  %c = arith.constant 2.5 : f32
  %0 = math.powf %x, %c : f32
  return %0 : f32
}
