// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// What a custom form cannot say is printed in generic form, and read back in either form as it was.

// The regions of a loop have arguments of the same names in custom form.
// CHECK-LABEL: func.func @names(
//  CHECK-NEXT:   %r = stablehlo.while(%next = %x) : tensor<i32>
//  CHECK-NEXT:   cond {
//  CHECK-NEXT:     %c = stablehlo.compare LT, %next, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
//  CHECK-NEXT:     stablehlo.return %c : tensor<i1>
//  CHECK-NEXT:   } do {
//  CHECK-NEXT:     %current = stablehlo.add %next, %n : tensor<i32>
//  CHECK-NEXT:     stablehlo.return %current : tensor<i32>
func.func @names(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.while"(%x) ({
  ^bb0(%current: tensor<i32>):
    %c = stablehlo.compare LT, %current, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%next: tensor<i32>):
    %current = stablehlo.add %next, %n : tensor<i32>
    stablehlo.return %current : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// CHECK-LABEL: func.func @types_of_loops(
//       CHECK:   "stablehlo.while"(%x)
func.func @types_of_loops(%x: tensor<4xi32>, %c: tensor<i1>) -> tensor<?xi32> {
  %r = "stablehlo.while"(%x) ({
  ^bb0(%y: tensor<?xi32>):
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%y: tensor<?xi32>):
    stablehlo.return %y : tensor<?xi32>
  }) : (tensor<4xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// CHECK-LABEL: func.func @others(
//       CHECK:   "stablehlo.concatenate"()
//       CHECK:   "stablehlo.tuple"(%x)
//       CHECK:   "stablehlo.reduce_precision"(%x)
//       CHECK:   "stablehlo.convolution"(%i, %k)
//  CHECK-SAME:     dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, f, 0]>
//  CHECK-SAME:     padding = dense<0> : tensor<1x3xi64>
//       CHECK:   stablehlo.custom_call @begin(%x) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
func.func @others(%x: tensor<4xf32>, %i: tensor<1x8x2xf32>, %k: tensor<3x2x5xf32>) {
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<0xf32>
  %1 = "stablehlo.tuple"(%x) : (tensor<4xf32>) -> tuple<tensor<?xf32>>
  %2 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 1 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.convolution"(%i, %k) <{
    batch_group_count = 1 : i64, feature_group_count = 1 : i64, padding = dense<0> : tensor<1x3xi64>,
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1],
      kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0],
      output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>
  }> : (tensor<1x8x2xf32>, tensor<3x2x5xf32>) -> tensor<1x5x6xf32>
  %4 = stablehlo.custom_call @begin(%x) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// Types in attributes keep their spelling.
// CHECK-LABEL: func.func @algorithm(
//       CHECK:   algorithm = <lhs_precision_type = f8E4M3FNUZ, rhs_precision_type = tf32,
//  CHECK-SAME:   allow_imprecise_accumulation = false>
func.func @algorithm(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = f8E4M3FNUZ, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
