// RUN: dlc-opt %s --canonicalize | filecheck %s

// Indices that are known to be in range need no check.
// CHECK-LABEL: func.func @in_range
//       CHECK:   %[[I:.*]] = graph.constant dense<[[0, 2], [3, 0]]> : tensor<2x2xi64>
//   CHECK-NOT:   graph.check_indices
//       CHECK:   return %[[I]]
func.func @in_range() -> tensor<2x2xi64> {
  %i = graph.constant dense<[[0, 2], [3, 0]]> : tensor<2x2xi64>
  %n = graph.constant dense<[4, 3]> : tensor<2xi64>
  %r = graph.check_indices %i below %n else("no such place") : tensor<2x2xi64>, tensor<2xi64> -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

// CHECK-LABEL: func.func @no_indices
//  CHECK-NEXT:   return %i
func.func @no_indices(%i: tensor<0xi32>, %n: tensor<i64>) -> tensor<0xi32> {
  %r = graph.check_indices %i below %n else("no such row") : tensor<0xi32>, tensor<i64> -> tensor<0xi32>
  return %r : tensor<0xi32>
}

// Each component has its own limit: 3 is below 4, and 3 is not below 3.
// CHECK-LABEL: func.func @out_of_range
//       CHECK:   graph.check_indices
func.func @out_of_range() -> tensor<2x2xi64> {
  %i = graph.constant dense<[[0, 2], [3, 3]]> : tensor<2x2xi64>
  %n = graph.constant dense<[4, 3]> : tensor<2xi64>
  %r = graph.check_indices %i below %n else("no such place") : tensor<2x2xi64>, tensor<2xi64> -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

// CHECK-LABEL: func.func @negative
//       CHECK:   graph.check_indices
func.func @negative() -> tensor<i8> {
  %i = graph.constant dense<-1> : tensor<i8>
  %n = graph.constant dense<300> : tensor<i64>
  %r = graph.check_indices %i below %n else("no such row") : tensor<i8>, tensor<i64> -> tensor<i8>
  return %r : tensor<i8>
}

// 255 is a number without a sign.
// CHECK-LABEL: func.func @unsigned
//   CHECK-NOT:   graph.check_indices
func.func @unsigned() -> tensor<ui8> {
  %i = graph.constant dense<255> : tensor<ui8>
  %n = graph.constant dense<300> : tensor<i64>
  %r = graph.check_indices %i below %n else("no such row") : tensor<ui8>, tensor<i64> -> tensor<ui8>
  return %r : tensor<ui8>
}
