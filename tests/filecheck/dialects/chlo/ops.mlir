// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @chlo__asin_acos_kernel
func.func @chlo__asin_acos_kernel(%x: tensor<4xcomplex<f32>>) {
  // CHECK: chlo._asin_acos_kernel %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %r = chlo._asin_acos_kernel %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @chlo_acos
func.func @chlo_acos(%x: tensor<4xf32>) {
  // CHECK: chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_acosh
func.func @chlo_acosh(%x: tensor<4xf32>) {
  // CHECK: chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_asin
func.func @chlo_asin(%x: tensor<4xf32>) {
  // CHECK: chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_asinh
func.func @chlo_asinh(%x: tensor<4xf32>) {
  // CHECK: chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_atan
func.func @chlo_atan(%x: tensor<4xf32>) {
  // CHECK: chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_atanh
func.func @chlo_atanh(%x: tensor<4xf32>) {
  // CHECK: chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_bessel_i1e
func.func @chlo_bessel_i1e(%x: tensor<4xf32>) {
  // CHECK: chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_conj
func.func @chlo_conj(%x: tensor<4xcomplex<f32>>) {
  // CHECK: chlo.conj %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %r = chlo.conj %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @chlo_cosh
func.func @chlo_cosh(%x: tensor<4xf32>) {
  // CHECK: chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_sinh
func.func @chlo_sinh(%x: tensor<4xf32>) {
  // CHECK: chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_tan
func.func @chlo_tan(%x: tensor<4xf32>) {
  // CHECK: chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_digamma
func.func @chlo_digamma(%x: tensor<4xf32>) {
  // CHECK: chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_erf
func.func @chlo_erf(%x: tensor<4xf32>) {
  // CHECK: chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_erf_inv
func.func @chlo_erf_inv(%x: tensor<4xf32>) {
  // CHECK: chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_erfc
func.func @chlo_erfc(%x: tensor<4xf32>) {
  // CHECK: chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_is_inf
func.func @chlo_is_inf(%x: tensor<4xf32>) {
  // CHECK: chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  %r = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @chlo_is_neg_inf
func.func @chlo_is_neg_inf(%x: tensor<4xf32>) {
  // CHECK: chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  %r = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @chlo_is_pos_inf
func.func @chlo_is_pos_inf(%x: tensor<4xf32>) {
  // CHECK: chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  %r = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @chlo_lgamma
func.func @chlo_lgamma(%x: tensor<4xf32>) {
  // CHECK: chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_square
func.func @chlo_square(%x: tensor<4xf32>) {
  // CHECK: chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  %r = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_next_after
func.func @chlo_next_after(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %r = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_polygamma
func.func @chlo_polygamma(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: chlo.polygamma %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %r = chlo.polygamma %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_zeta
func.func @chlo_zeta(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: chlo.zeta %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %r = chlo.zeta %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_mulhi
func.func @chlo_mulhi(%x: tensor<4xi32>, %y: tensor<4xi32>) {
  // CHECK: chlo.mulhi %x, %y : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  %r = chlo.mulhi %x, %y : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_add
func.func @chlo_broadcast_add(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_atan2
func.func @chlo_broadcast_atan2(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_atan2 %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_atan2 %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_divide
func.func @chlo_broadcast_divide(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_divide %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_divide %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_maximum
func.func @chlo_broadcast_maximum(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_maximum %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_maximum %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_minimum
func.func @chlo_broadcast_minimum(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_minimum %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_minimum %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_multiply
func.func @chlo_broadcast_multiply(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_multiply %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_multiply %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_next_after
func.func @chlo_broadcast_next_after(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_next_after %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_next_after %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_polygamma
func.func @chlo_broadcast_polygamma(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_polygamma %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_polygamma %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_power
func.func @chlo_broadcast_power(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_power %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_power %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_remainder
func.func @chlo_broadcast_remainder(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_remainder %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_remainder %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_shift_left
func.func @chlo_broadcast_shift_left(%x: tensor<4xi32>, %y: tensor<i32>) {
  // CHECK: chlo.broadcast_shift_left %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = chlo.broadcast_shift_left %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_shift_right_arithmetic
func.func @chlo_broadcast_shift_right_arithmetic(%x: tensor<4xi32>, %y: tensor<i32>) {
  // CHECK: chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = chlo.broadcast_shift_right_arithmetic %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_shift_right_logical
func.func @chlo_broadcast_shift_right_logical(%x: tensor<4xi32>, %y: tensor<i32>) {
  // CHECK: chlo.broadcast_shift_right_logical %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = chlo.broadcast_shift_right_logical %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_subtract
func.func @chlo_broadcast_subtract(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_subtract %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_subtract %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_zeta
func.func @chlo_broadcast_zeta(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_zeta %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = chlo.broadcast_zeta %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_and
func.func @chlo_broadcast_and(%x: tensor<4xi32>, %y: tensor<i32>) {
  // CHECK: chlo.broadcast_and %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = chlo.broadcast_and %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_or
func.func @chlo_broadcast_or(%x: tensor<4xi32>, %y: tensor<i32>) {
  // CHECK: chlo.broadcast_or %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = chlo.broadcast_or %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_xor
func.func @chlo_broadcast_xor(%x: tensor<4xi32>, %y: tensor<i32>) {
  // CHECK: chlo.broadcast_xor %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = chlo.broadcast_xor %x, %y : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_complex
func.func @chlo_broadcast_complex(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_complex %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  %r = chlo.broadcast_complex %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_compare
func.func @chlo_broadcast_compare(%x: tensor<4xf32>, %y: tensor<f32>) {
  // CHECK: chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %r = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>}
    : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @chlo_broadcast_select
func.func @chlo_broadcast_select(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) {
  // CHECK: chlo.broadcast_select %c, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = chlo.broadcast_select %c, %x, %y : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_constant
func.func @chlo_constant() {
  // CHECK: "chlo.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
  %r = "chlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_constant_like
func.func @chlo_constant_like(%x: tensor<4xf32>) {
  // CHECK: "chlo.constant_like"(%x) <{value = 1.000000e+00 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %r = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @chlo_top_k
func.func @chlo_top_k(%x: tensor<8xf32>) {
  // CHECK: chlo.top_k(%x, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %v, %i = chlo.top_k(%x, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// CHECK-LABEL: func.func @chlo_ragged_dot
func.func @chlo_ragged_dot(%x: tensor<6x4xf32>, %w: tensor<2x4x3xf32>, %sizes: tensor<2xi64>) {
  // CHECK: "chlo.ragged_dot"(%x, %w, %sizes) <{precision_config = [#chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}>
  %r = "chlo.ragged_dot"(%x, %w, %sizes) {
    precision_config = [#chlo<precision DEFAULT>],
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
      rhs_group_dimensions = [0]>} : (tensor<6x4xf32>, tensor<2x4x3xf32>, tensor<2xi64>) -> tensor<6x3xf32>
  return
}

// CHECK-LABEL: func.func @chlo_scan
func.func @chlo_scan(%x: tensor<8xf32>, %zero: tensor<f32>) {
  // CHECK: chlo.scan(%x) inits(%zero) dimension = 0 attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
  // CHECK: } : (tensor<8xf32>, tensor<f32>) -> (tensor<8xf32>, tensor<f32>)
  %all, %last = chlo.scan(%x) inits(%zero) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %next = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %next, %next : tensor<f32>, tensor<f32>
  } : (tensor<8xf32>, tensor<f32>) -> (tensor<8xf32>, tensor<f32>)
  // CHECK: chlo.scan() inits(%zero) dimension = 0 attributes {scan_dim_size = 4 : i64} {
  %none = chlo.scan() inits(%zero) dimension=0 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  } : (tensor<f32>) -> tensor<f32>
  return
}
