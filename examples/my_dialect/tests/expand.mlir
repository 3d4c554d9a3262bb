// RUN: dlc-opt %s --expand-rotates="max-width=16" --mlir-pass-statistics 2>&1 | filecheck %s

// CHECK: (S) 1 num-expanded

// CHECK-LABEL: func.func @narrow
//  CHECK-SAME:   (%[[X:.*]]: i8)
//   CHECK-DAG:   %[[UP:.*]] = arith.constant 3 : i8
//   CHECK-DAG:   %[[DOWN:.*]] = arith.constant 5 : i8
//   CHECK-DAG:   %[[HIGH:.*]] = arith.shli %[[X]], %[[UP]] : i8
//   CHECK-DAG:   %[[LOW:.*]] = arith.shrui %[[X]], %[[DOWN]] : i8
//       CHECK:   arith.ori %[[HIGH]], %[[LOW]] : i8
func.func @narrow(%x: i8) -> i8 {
  %r = bits.rotate<left> %x, 3 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @wide_is_left_alone
//       CHECK:   bits.rotate<left> %{{.*}}, 3 : i32
func.func @wide_is_left_alone(%x: i32) -> i32 {
  %r = bits.rotate<left> %x, 3 : i32
  return %r : i32
}
