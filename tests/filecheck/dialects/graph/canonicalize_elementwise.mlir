// RUN: dlc-opt %s --canonicalize | dlc-opt | filecheck %s

// What elementwise ops simplify to, and what stays because a float would come out differently.

// -- Folds -----------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @twice_is_once
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xi1>)
//   CHECK-DAG:   %[[ABS:.*]] = graph.abs %[[X]]
//   CHECK-DAG:   %[[SIGN:.*]] = graph.sign %[[X]]
//   CHECK-DAG:   %[[RELU:.*]] = graph.relu %[[X]]
//       CHECK:   return %[[X]], %[[ABS]], %[[SIGN]], %[[RELU]], %[[B]]
func.func @twice_is_once(%x: tensor<4xf32>, %b: tensor<4xi1>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
  %n = graph.neg %x : tensor<4xf32>
  %0 = graph.neg %n : tensor<4xf32>
  %a = graph.abs %x : tensor<4xf32>
  %1 = graph.abs %a : tensor<4xf32>
  %s = graph.sign %x : tensor<4xf32>
  %2 = graph.sign %s : tensor<4xf32>
  %r = graph.relu %x : tensor<4xf32>
  %3 = graph.relu %r : tensor<4xf32>
  %m = graph.not %b : tensor<4xi1>
  %4 = graph.not %m : tensor<4xi1>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
}

// CHECK-LABEL: func.func @unsigned_numbers_have_no_sign
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xui8>)
//       CHECK:   %[[N:.*]] = graph.neg %[[X]]
//       CHECK:   return %[[N]], %[[X]]
func.func @unsigned_numbers_have_no_sign(%x: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xui8>) {
  %n = graph.neg %x : tensor<4xui8>
  %0 = graph.abs %n : tensor<4xui8>
  %1 = graph.relu %x : tensor<4xui8>
  return %0, %1 : tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @neutral_floats
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//  CHECK-NEXT:   return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @neutral_floats(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = graph.constant dense<0.0> : tensor<4xf32>
  %minus_zero = graph.constant dense<-0.0> : tensor<4xf32>
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %0 = graph.add %x, %minus_zero : tensor<4xf32>
  %1 = graph.sub %x, %zero : tensor<4xf32>
  %2 = graph.mul %one, %x : tensor<4xf32>
  %3 = graph.div %x, %one : tensor<4xf32>
  %4 = graph.pow %x, %one : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -0 + 0 is 0 and -0 - -0 too; of infinities and NaN, x * 0, x - x and x rem 1 are NaN.
// CHECK-LABEL: func.func @not_neutral_floats
//       CHECK:   graph.add
//       CHECK:   graph.sub
//       CHECK:   graph.mul
//       CHECK:   graph.sub
//       CHECK:   graph.rem
func.func @not_neutral_floats(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = graph.constant dense<0.0> : tensor<4xf32>
  %minus_zero = graph.constant dense<-0.0> : tensor<4xf32>
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %0 = graph.add %x, %zero : tensor<4xf32>
  %1 = graph.sub %x, %minus_zero : tensor<4xf32>
  %2 = graph.mul %x, %zero : tensor<4xf32>
  %3 = graph.sub %x, %x : tensor<4xf32>
  %4 = graph.rem %x, %one : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @neutral_integers
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xi8>)
//  CHECK-NEXT:   return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @neutral_integers(%x: tensor<4xi8>)
    -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %zero = graph.constant dense<0> : tensor<4xi8>
  %one = graph.constant dense<1> : tensor<4xi8>
  %0 = graph.add %zero, %x : tensor<4xi8>
  %1 = graph.sub %x, %zero : tensor<4xi8>
  %2 = graph.mul %x, %one : tensor<4xi8>
  %3 = graph.div %x, %one : tensor<4xi8>
  %4 = graph.shift_left %x, %zero : tensor<4xi8>
  %5 = graph.shift_right %x, %zero : tensor<4xi8>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @integers_that_become_zero
//  CHECK-NEXT:   %[[ZERO:.*]] = graph.constant dense<0> : tensor<4xi8>
//  CHECK-NEXT:   return %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]]
func.func @integers_that_become_zero(%x: tensor<4xi8>)
    -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %zero = graph.constant dense<0> : tensor<4xi8>
  %one = graph.constant dense<1> : tensor<4xi8>
  %0 = graph.sub %x, %x : tensor<4xi8>
  %1 = graph.mul %x, %zero : tensor<4xi8>
  %2 = graph.rem %x, %one : tensor<4xi8>
  %3 = graph.mod %x, %one : tensor<4xi8>
  %4 = graph.xor %x, %x : tensor<4xi8>
  return %0, %1, %2, %3, %4 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// A constant of a shape with unknown sizes cannot be written, so it stays; one that is broadcast is as good.
// CHECK-LABEL: func.func @sizes_with_names
//  CHECK-SAME:   (%[[X:.*]]: tensor<?xi8, #graph.dims<n>>)
//  CHECK-NEXT:   %[[XOR:.*]] = graph.xor %[[X]], %[[X]]
//  CHECK-NEXT:   return %[[XOR]], %[[X]]
func.func @sizes_with_names(%x: tensor<?xi8, #graph.dims<n>>)
    -> (tensor<?xi8, #graph.dims<n>>, tensor<?xi8, #graph.dims<n>>) {
  %0 = graph.xor %x, %x : tensor<?xi8, #graph.dims<n>>
  %zero = graph.constant dense<0> : tensor<i8>
  %zeros = graph.broadcast %zero, [] : tensor<i8> -> tensor<?xi8, #graph.dims<n>>
  %1 = graph.add %zeros, %x : tensor<?xi8, #graph.dims<n>>
  return %0, %1 : tensor<?xi8, #graph.dims<n>>, tensor<?xi8, #graph.dims<n>>
}

// CHECK-LABEL: func.func @constants_without_elements
//  CHECK-NEXT:   %[[NONE:.*]] = graph.constant dense<> : tensor<0x2xi8>
//  CHECK-NEXT:   return %[[NONE]]
func.func @constants_without_elements(%x: tensor<0x2xi8>) -> tensor<0x2xi8> {
  %0 = graph.sub %x, %x : tensor<0x2xi8>
  return %0 : tensor<0x2xi8>
}

// CHECK-LABEL: func.func @zeroth_power
//  CHECK-NEXT:   %[[ONE:.*]] = graph.constant dense<1.000000e+00> : tensor<4xf32>
//  CHECK-NEXT:   return %[[ONE]]
func.func @zeroth_power(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = graph.constant dense<0.0> : tensor<4xf32>
  %0 = graph.pow %x, %zero : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @bits
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xi1>)
//   CHECK-DAG:   %[[TRUE:.*]] = graph.constant dense<true> : tensor<4xi1>
//   CHECK-DAG:   %[[FALSE:.*]] = graph.constant dense<false> : tensor<4xi1>
//       CHECK:   return %[[X]], %[[X]], %[[FALSE]], %[[X]], %[[X]], %[[TRUE]], %[[X]]
func.func @bits(%x: tensor<4xi1>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %true = graph.constant dense<true> : tensor<4xi1>
  %false = graph.constant dense<false> : tensor<4xi1>
  %0 = graph.and %x, %x : tensor<4xi1>
  %1 = graph.and %true, %x : tensor<4xi1>
  %2 = graph.and %x, %false : tensor<4xi1>
  %3 = graph.or %x, %x : tensor<4xi1>
  %4 = graph.or %x, %false : tensor<4xi1>
  %5 = graph.or %x, %true : tensor<4xi1>
  %6 = graph.xor %false, %x : tensor<4xi1>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @extrema
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xi8>, %[[Y:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[SMALLEST:.*]] = graph.constant dense<-128> : tensor<4xi8>
//   CHECK-DAG:   %[[LARGEST:.*]] = graph.constant dense<127> : tensor<4xi8>
//       CHECK:   return %[[X]], %[[LARGEST]], %[[X]], %[[SMALLEST]], %[[Y]], %[[Y]]
func.func @extrema(%x: tensor<4xi8>, %y: tensor<4xf32>)
    -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) {
  %smallest = graph.constant dense<-128> : tensor<4xi8>
  %largest = graph.constant dense<127> : tensor<4xi8>
  %inf = graph.constant dense<0xFF800000> : tensor<4xf32>
  %0 = graph.maximum %x, %smallest : tensor<4xi8>
  %1 = graph.maximum %x, %largest : tensor<4xi8>
  %2 = graph.minimum %x, %largest : tensor<4xi8>
  %3 = graph.minimum %x, %smallest : tensor<4xi8>
  %4 = graph.maximum %y, %inf : tensor<4xf32>
  %5 = graph.minimum %y, %y : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>
}

// The smaller one of NaN and -inf is NaN.
// CHECK-LABEL: func.func @infinity_does_not_absorb
//       CHECK:   graph.minimum
func.func @infinity_does_not_absorb(%x: tensor<4xf32>) -> tensor<4xf32> {
  %inf = graph.constant dense<0xFF800000> : tensor<4xf32>
  %0 = graph.minimum %x, %inf : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @whole_numbers
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<4xi32>)
//   CHECK-DAG:   %[[F:.*]] = graph.floor %[[X]]
//   CHECK-DAG:   %[[C:.*]] = graph.cast %[[N]]
//       CHECK:   return %[[F]], %[[F]], %[[F]], %[[C]], %[[C]]
func.func @whole_numbers(%x: tensor<4xf32>, %n: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %f = graph.floor %x : tensor<4xf32>
  %0 = graph.ceil %f : tensor<4xf32>
  %1 = graph.round %f : tensor<4xf32>
  %2 = graph.round_half_away %f : tensor<4xf32>
  %c = graph.cast %n : tensor<4xi32> -> tensor<4xf32>
  %3 = graph.trunc %c : tensor<4xf32>
  %4 = graph.floor %c : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @no_bounds
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//  CHECK-NEXT:   return %[[X]]
func.func @no_bounds(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.clamp %x, low = 0xFFF0000000000000, high = 0x7FF0000000000000 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @comparisons
//  CHECK-SAME:   (%[[N:.*]]: tensor<4xi32>, %[[B:.*]]: tensor<4xi1>)
//   CHECK-DAG:   %[[TRUE:.*]] = graph.constant dense<true> : tensor<4xi1>
//   CHECK-DAG:   %[[FALSE:.*]] = graph.constant dense<false> : tensor<4xi1>
//       CHECK:   return %[[TRUE]], %[[FALSE]], %[[B]], %[[B]]
func.func @comparisons(%n: tensor<4xi32>, %b: tensor<4xi1>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %true = graph.constant dense<true> : tensor<4xi1>
  %false = graph.constant dense<false> : tensor<4xi1>
  %0 = graph.compare <le> %n, %n : tensor<4xi32>
  %1 = graph.compare <lt> %n, %n : tensor<4xi32>
  %2 = graph.compare <eq> %b, %true : tensor<4xi1>
  %3 = graph.compare <ne> %false, %b : tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// NaN is not equal to itself.
// CHECK-LABEL: func.func @floats_may_not_equal_themselves
//       CHECK:   graph.compare <eq>
func.func @floats_may_not_equal_themselves(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = graph.compare <eq> %x, %x : tensor<4xf32>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @choices
//  CHECK-SAME:   (%[[C:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
//  CHECK-NEXT:   return %[[X]], %[[X]], %[[Y]], %[[C]]
func.func @choices(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
  %true = graph.constant dense<true> : tensor<4xi1>
  %false = graph.constant dense<false> : tensor<4xi1>
  %0 = graph.select %c, %x, %x : tensor<4xf32>
  %1 = graph.select %true, %x, %y : tensor<4xf32>
  %2 = graph.select %false, %x, %y : tensor<4xf32>
  %3 = graph.select %c, %true, %false : tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
}

// CHECK-LABEL: func.func @casts_that_change_nothing
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//  CHECK-NEXT:   return %[[X]], %[[X]], %[[X]]
func.func @casts_that_change_nothing(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.cast %x : tensor<4xf32> -> tensor<4xf32>
  %1 = graph.bitcast %x : tensor<4xf32> -> tensor<4xf32>
  %b = graph.bitcast %x : tensor<4xf32> -> tensor<4xi32>
  %2 = graph.bitcast %b : tensor<4xi32> -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -- Signs -----------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @negatives
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[SUB:.*]] = graph.sub %[[X]], %[[Y]]
//   CHECK-DAG:   %[[ADD:.*]] = graph.add %[[X]], %[[Y]]
//   CHECK-DAG:   %[[MUL:.*]] = graph.mul %[[X]], %[[Y]]
//   CHECK-DAG:   %[[DIV:.*]] = graph.div %[[X]], %[[Y]]
//       CHECK:   return %[[SUB]], %[[ADD]], %[[MUL]], %[[DIV]]
func.func @negatives(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %nx = graph.neg %x : tensor<4xf32>
  %ny = graph.neg %y : tensor<4xf32>
  %0 = graph.add %ny, %x : tensor<4xf32>
  %1 = graph.sub %x, %ny : tensor<4xf32>
  %2 = graph.mul %nx, %ny : tensor<4xf32>
  %3 = graph.div %nx, %ny : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The smallest integer is its own negative.
// CHECK-LABEL: func.func @quotient_of_negative_integers
// CHECK-COUNT-2: graph.neg
//         CHECK: graph.div
func.func @quotient_of_negative_integers(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %nx = graph.neg %x : tensor<4xi8>
  %ny = graph.neg %y : tensor<4xi8>
  %0 = graph.div %nx, %ny : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK-LABEL: func.func @negative_by_arithmetic
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[SUB:.*]] = graph.sub %{{.*}}, %[[X]]
//   CHECK-DAG:   %[[A:.*]] = graph.neg %[[X]]
//   CHECK-DAG:   %[[B:.*]] = graph.neg %[[X]]
//       CHECK:   return %[[A]], %[[B]], %[[SUB]]
func.func @negative_by_arithmetic(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %minus_zero = graph.constant dense<-0.0> : tensor<4xf32>
  %zero = graph.constant dense<0.0> : tensor<4xf32>
  %minus_one = graph.constant dense<-1.0> : tensor<4xf32>
  %0 = graph.sub %minus_zero, %x : tensor<4xf32>
  %1 = graph.mul %x, %minus_one : tensor<4xf32>
  %2 = graph.sub %zero, %x : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @even_functions
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[ABS:.*]] = graph.abs %[[X]]
//   CHECK-DAG:   %[[COS:.*]] = graph.cos %[[X]]
//   CHECK-DAG:   %[[COSH:.*]] = graph.cosh %[[X]]
//       CHECK:   return %[[ABS]], %[[COS]], %[[COSH]]
func.func @even_functions(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %n = graph.neg %x : tensor<4xf32>
  %a = graph.abs %x : tensor<4xf32>
  %s = graph.copysign %x, %y : tensor<4xf32>
  %0 = graph.abs %n : tensor<4xf32>
  %1 = graph.cos %a : tensor<4xf32>
  %2 = graph.cosh %s : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @sign_that_is_replaced
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.copysign %[[X]], %[[Y]]
//  CHECK-NEXT:   return %[[R]]
func.func @sign_that_is_replaced(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = graph.abs %x : tensor<4xf32>
  %0 = graph.copysign %a, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -- Quotients and powers --------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @quotients
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[EIGHTH:.*]] = graph.constant dense<-1.250000e-01> : tensor<4xf32>
//   CHECK-DAG:   %[[THREE:.*]] = graph.constant dense<3.000000e+00> : tensor<4xf32>
//   CHECK-DAG:   %[[A:.*]] = graph.reciprocal %[[X]]
//   CHECK-DAG:   %[[B:.*]] = graph.mul %[[X]], %[[EIGHTH]]
//   CHECK-DAG:   %[[C:.*]] = graph.div %[[X]], %[[THREE]]
//       CHECK:   return %[[A]], %[[B]], %[[C]]
func.func @quotients(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = graph.constant dense<1.0> : tensor<4xf32>
  %eight = graph.constant dense<-8.0> : tensor<4xf32>
  %three = graph.constant dense<3.0> : tensor<4xf32>
  %0 = graph.div %one, %x : tensor<4xf32>
  %1 = graph.div %x, %eight : tensor<4xf32>
  %2 = graph.div %x, %three : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @quotient_by_broadcast_power_of_two
//       CHECK:   %[[HALF:.*]] = graph.constant dense<5.000000e-01> : tensor<f32>
//       CHECK:   %[[HALVES:.*]] = graph.broadcast %[[HALF]], []
//       CHECK:   graph.mul %{{.*}}, %[[HALVES]]
func.func @quotient_by_broadcast_power_of_two(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n>> {
  %two = graph.constant dense<2.0> : tensor<f32>
  %twos = graph.broadcast %two, [] : tensor<f32> -> tensor<?xf32, #graph.dims<n>>
  %0 = graph.div %x, %twos : tensor<?xf32, #graph.dims<n>>
  return %0 : tensor<?xf32, #graph.dims<n>>
}

// The inverse of 2^127 is a subnormal number, which a target may not have.
// CHECK-LABEL: func.func @quotient_by_large_power_of_two
//       CHECK:   graph.div
func.func @quotient_by_large_power_of_two(%x: tensor<4xf32>) -> tensor<4xf32> {
  %large = graph.constant dense<0x7F000000> : tensor<4xf32>
  %0 = graph.div %x, %large : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @powers
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[A:.*]] = graph.mul %[[X]], %[[X]]
//   CHECK-DAG:   %[[B:.*]] = graph.reciprocal %[[X]]
//   CHECK-DAG:   %[[C:.*]] = graph.pow %[[X]]
//       CHECK:   return %[[A]], %[[B]], %[[C]]
func.func @powers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %two = graph.constant dense<2.0> : tensor<4xf32>
  %minus_one = graph.constant dense<-1.0> : tensor<4xf32>
  %half = graph.constant dense<0.5> : tensor<4xf32>
  %0 = graph.pow %x, %two : tensor<4xf32>
  %1 = graph.pow %x, %minus_one : tensor<4xf32>
  %2 = graph.pow %x, %half : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -- Bounds ----------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @relu_from_bounds
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<4xi8>)
//   CHECK-DAG:   %[[A:.*]] = graph.relu %[[X]]
//   CHECK-DAG:   %[[B:.*]] = graph.relu %[[N]]
//   CHECK-DAG:   %[[C:.*]] = graph.relu %[[X]]
//   CHECK-DAG:   %[[D:.*]] = graph.maximum %[[X]]
//       CHECK:   return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @relu_from_bounds(%x: tensor<4xf32>, %n: tensor<4xi8>)
    -> (tensor<4xf32>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>) {
  %zero = graph.constant dense<0.0> : tensor<4xf32>
  %minus_zero = graph.constant dense<-0.0> : tensor<4xf32>
  %none = graph.constant dense<0> : tensor<4xi8>
  %0 = graph.maximum %zero, %x : tensor<4xf32>
  %1 = graph.maximum %n, %none : tensor<4xi8>
  %2 = graph.clamp %x, low = 0.0, high = 0x7FF0000000000000 : tensor<4xf32>
  %3 = graph.maximum %x, %minus_zero : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xi8>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @clamp_from_extrema
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[A:.*]] = graph.clamp %[[X]], low = -1.000000e+00, high = 6.000000e+00
//   CHECK-DAG:   %[[B:.*]] = graph.clamp %[[X]], low = -1.000000e+00, high = 6.000000e+00
//   CHECK-DAG:   %[[C:.*]] = graph.clamp %[[X]], low = 0.000000e+00, high = 6.000000e+00
//       CHECK:   return %[[A]], %[[B]], %[[C]]
func.func @clamp_from_extrema(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %low = graph.constant dense<-1.0> : tensor<4xf32>
  %high = graph.constant dense<6.0> : tensor<4xf32>
  %max = graph.maximum %low, %x : tensor<4xf32>
  %0 = graph.minimum %max, %high : tensor<4xf32>
  %min = graph.minimum %high, %x : tensor<4xf32>
  %1 = graph.maximum %min, %low : tensor<4xf32>
  %relu = graph.relu %x : tensor<4xf32>
  %2 = graph.minimum %relu, %high : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Bounds that cross each other: the outer one wins, which clamp does not say.
// CHECK-LABEL: func.func @crossed_bounds
//       CHECK:   graph.maximum
//       CHECK:   graph.minimum
func.func @crossed_bounds(%x: tensor<4xf32>) -> tensor<4xf32> {
  %low = graph.constant dense<1.0> : tensor<4xf32>
  %high = graph.constant dense<-1.0> : tensor<4xf32>
  %max = graph.maximum %low, %x : tensor<4xf32>
  %0 = graph.minimum %max, %high : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @clamps_of_clamps
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[A:.*]] = graph.clamp %[[X]], low = 0.000000e+00, high = 4.000000e+00
//   CHECK-DAG:   %[[B:.*]] = graph.clamp %[[X]], low = 0.000000e+00, high = 5.000000e+00
//   CHECK-DAG:   %[[C:.*]] = graph.clamp %[[X]], low = 5.000000e+00, high = 5.000000e+00
//       CHECK:   return %[[A]], %[[B]], %[[C]]
func.func @clamps_of_clamps(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %inner = graph.clamp %x, low = -1.0, high = 5.0 : tensor<4xf32>
  %0 = graph.clamp %inner, low = 0.0, high = 4.0 : tensor<4xf32>
  %1 = graph.relu %inner : tensor<4xf32>
  %2 = graph.clamp %inner, low = 5.0, high = 9.0 : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -- Truth values ----------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @constants_go_right
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//       CHECK:   %[[C:.*]] = graph.constant
//       CHECK:   graph.compare <gt> %[[X]], %[[C]]
func.func @constants_go_right(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = graph.constant dense<1.0> : tensor<4xf32>
  %0 = graph.compare <lt> %c, %x : tensor<4xf32>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @negations
//  CHECK-SAME:   (%[[B:.*]]: tensor<4xi1>, %[[N:.*]]: tensor<4xi32>, %[[X:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[NOT:.*]] = graph.not %[[B]]
//   CHECK-DAG:   %[[XOR:.*]] = graph.not %[[B]]
//   CHECK-DAG:   %[[CHOICE:.*]] = graph.not %[[B]]
//   CHECK-DAG:   %[[GE:.*]] = graph.compare <ge> %[[N]]
//   CHECK-DAG:   %[[NE:.*]] = graph.compare <ne> %[[X]], %[[X]]
//       CHECK:   return %[[NOT]], %[[XOR]], %[[CHOICE]], %[[GE]], %[[NE]]
func.func @negations(%b: tensor<4xi1>, %n: tensor<4xi32>, %x: tensor<4xf32>)
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %true = graph.constant dense<true> : tensor<4xi1>
  %false = graph.constant dense<false> : tensor<4xi1>
  %0 = graph.compare <eq> %false, %b : tensor<4xi1>
  %1 = graph.xor %b, %true : tensor<4xi1>
  %2 = graph.select %b, %false, %true : tensor<4xi1>
  %m = graph.add %n, %n : tensor<4xi32>
  %lt = graph.compare <lt> %n, %m : tensor<4xi32>
  %3 = graph.not %lt : tensor<4xi1>
  %eq = graph.compare <eq> %x, %x : tensor<4xf32>
  %4 = graph.not %eq : tensor<4xi1>
  return %0, %1, %2, %3, %4 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// Of NaN neither x < y nor x >= y holds.
// CHECK-LABEL: func.func @floats_are_not_ordered
//       CHECK:   graph.compare <lt>
//       CHECK:   graph.not
func.func @floats_are_not_ordered(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %lt = graph.compare <lt> %x, %y : tensor<4xf32>
  %0 = graph.not %lt : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @choice_by_negation
//  CHECK-SAME:   (%[[C:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
//       CHECK:   graph.select %[[C]], %[[Y]], %[[X]]
func.func @choice_by_negation(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %n = graph.not %c : tensor<4xi1>
  %0 = graph.select %n, %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -- Casts -----------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @casts_of_casts
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf16>, %[[N:.*]]: tensor<4xi32>, %[[B:.*]]: tensor<4xi1>)
//   CHECK-DAG:   %[[R0:.*]] = graph.cast %[[X]] : tensor<4xf16> -> tensor<4xf64>
//   CHECK-DAG:   %[[R1:.*]] = graph.cast %[[N]] : tensor<4xi32> -> tensor<4xui8>
//   CHECK-DAG:   %[[R2:.*]] = graph.cast %[[B]] : tensor<4xi1> -> tensor<4xf32>
//       CHECK:   return %[[X]], %[[R0]], %[[R1]], %[[R2]]
func.func @casts_of_casts(%x: tensor<4xf16>, %n: tensor<4xi32>, %b: tensor<4xi1>)
    -> (tensor<4xf16>, tensor<4xf64>, tensor<4xui8>, tensor<4xf32>) {
  %wide = graph.cast %x : tensor<4xf16> -> tensor<4xf32>
  %0 = graph.cast %wide : tensor<4xf32> -> tensor<4xf16>
  %1 = graph.cast %wide : tensor<4xf32> -> tensor<4xf64>
  %narrow = graph.cast %n : tensor<4xi32> -> tensor<4xi16>
  %2 = graph.cast %narrow : tensor<4xi16> -> tensor<4xui8>
  %byte = graph.cast %b : tensor<4xi1> -> tensor<4xui8>
  %3 = graph.cast %byte : tensor<4xui8> -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xf64>, tensor<4xui8>, tensor<4xf32>
}

// A bf16 has not all numbers of f16, an i8 not all of i32, f32 not all of i32; signs get lost in between. Floats that are
// too large become the largest integer, and integers wrap.
// CHECK-LABEL: func.func @casts_that_lose_something
// CHECK-COUNT-10: graph.cast
//         CHECK: return
func.func @casts_that_lose_something(%x: tensor<4xf16>, %n: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi8>) {
  %a = graph.cast %x : tensor<4xf16> -> tensor<4xbf16>
  %0 = graph.cast %a : tensor<4xbf16> -> tensor<4xf32>
  %b = graph.cast %n : tensor<4xi32> -> tensor<4xi8>
  %1 = graph.cast %b : tensor<4xi8> -> tensor<4xi32>
  %c = graph.cast %n : tensor<4xi32> -> tensor<4xf32>
  %2 = graph.cast %c : tensor<4xf32> -> tensor<4xi32>
  %d = graph.cast %n : tensor<4xi32> -> tensor<4xui32>
  %3 = graph.cast %d : tensor<4xui32> -> tensor<4xf32>
  %e = graph.cast %n : tensor<4xi32> -> tensor<4xf64>
  %4 = graph.cast %e : tensor<4xf64> -> tensor<4xi8>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi8>
}

// CHECK-LABEL: func.func @cast_rounds_itself
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[A:.*]] = graph.cast %[[X]] : tensor<4xf32> -> tensor<4xi32>
//   CHECK-DAG:   %[[T:.*]] = graph.trunc %[[X]]
//   CHECK-DAG:   %[[B:.*]] = graph.cast %[[T]] : tensor<4xf32> -> tensor<4xi1>
//       CHECK:   return %[[A]], %[[B]]
func.func @cast_rounds_itself(%x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xi1>) {
  %t = graph.trunc %x : tensor<4xf32>
  %0 = graph.cast %t : tensor<4xf32> -> tensor<4xi32>
  %1 = graph.cast %t : tensor<4xf32> -> tensor<4xi1>
  return %0, %1 : tensor<4xi32>, tensor<4xi1>
}

// CHECK-LABEL: func.func @bitcasts_of_bitcasts
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xf32>)
//  CHECK-NEXT:   %[[R:.*]] = graph.bitcast %[[X]] : tensor<4xf32> -> tensor<4xui32>
//  CHECK-NEXT:   return %[[R]]
func.func @bitcasts_of_bitcasts(%x: tensor<4xf32>) -> tensor<4xui32> {
  %a = graph.bitcast %x : tensor<4xf32> -> tensor<4xi32>
  %0 = graph.bitcast %a : tensor<4xi32> -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// A factor that takes the place of a divisor is repeated to the same computed sizes.
// CHECK-LABEL: func.func @factor_of_computed_sizes(
//       CHECK:   %[[F:.*]] = graph.constant dense<2.500000e-01> : tensor<f32>
//       CHECK:   graph.broadcast %[[F]], [] sizes(%{{.*}} : tensor<2xi64>) : tensor<f32> -> tensor<1x?xf32>
func.func @factor_of_computed_sizes(%x: tensor<1x?xf32>, %y: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %s = graph.shape %y : tensor<1x?xf32> -> tensor<2xi64>
  %four = graph.constant dense<4.0> : tensor<f32>
  %d = graph.broadcast %four, [] sizes(%s : tensor<2xi64>) : tensor<f32> -> tensor<1x?xf32>
  %r = graph.div %x, %d : tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}
