// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @chlo__asin_acos_kernel(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo._asin_acos_kernel"(%bad) : (i32) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @chlo_acos(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.acos"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_acosh(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.acosh"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_asin(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.asin"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_asinh(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.asinh"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_atan(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.atan"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_atanh(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.atanh"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_bessel_i1e(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.bessel_i1e"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_conj(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.conj"(%bad) : (i32) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @chlo_cosh(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.cosh"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_sinh(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.sinh"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_tan(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.tan"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_digamma(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.digamma"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_erf(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.erf"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_erf_inv(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.erf_inv"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_erfc(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.erfc"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_is_inf(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.is_inf"(%bad) : (i32) -> tensor<4xi1>
  return
}

// -----

func.func @chlo_is_neg_inf(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.is_neg_inf"(%bad) : (i32) -> tensor<4xi1>
  return
}

// -----

func.func @chlo_is_pos_inf(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.is_pos_inf"(%bad) : (i32) -> tensor<4xi1>
  return
}

// -----

func.func @chlo_lgamma(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.lgamma"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_square(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.square"(%bad) : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_next_after(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.next_after"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_polygamma(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.polygamma"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_zeta(%bad: i32, %arg1: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.zeta"(%bad, %arg1) : (i32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_mulhi(%bad: i32, %arg1: tensor<4xi32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.mulhi"(%bad, %arg1) : (i32, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @chlo_broadcast_add(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_add"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_atan2(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_atan2"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_divide(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_divide"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_maximum(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_maximum"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_minimum(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_minimum"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_multiply(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_multiply"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_next_after(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_next_after"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_polygamma(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_polygamma"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_power(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_power"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_remainder(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_remainder"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_shift_left(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_shift_left"(%bad, %arg1) : (i32, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

func.func @chlo_broadcast_shift_right_arithmetic(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_shift_right_arithmetic"(%bad, %arg1) : (i32, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

func.func @chlo_broadcast_shift_right_logical(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_shift_right_logical"(%bad, %arg1) : (i32, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

func.func @chlo_broadcast_subtract(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_subtract"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_zeta(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_zeta"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_broadcast_and(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_and"(%bad, %arg1) : (i32, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

func.func @chlo_broadcast_or(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_or"(%bad, %arg1) : (i32, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

func.func @chlo_broadcast_xor(%bad: i32, %arg1: tensor<i32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_xor"(%bad, %arg1) : (i32, tensor<i32>) -> tensor<4xi32>
  return
}

// -----

func.func @chlo_broadcast_complex(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_complex"(%bad, %arg1) : (i32, tensor<f32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @chlo_broadcast_compare(%bad: i32, %arg1: tensor<f32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_compare"(%bad, %arg1) <{comparison_direction = #chlo<comparison_direction LT>}> : (i32, tensor<f32>) -> tensor<4xi1>
  return
}

// -----

func.func @chlo_broadcast_select(%bad: i32, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.broadcast_select"(%bad, %arg1, %arg2) : (i32, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_constant() {
  // expected-error @+1 {{result #0 must be tensor, but got 'i32'}}
  %0 = "chlo.constant"() <{value = dense<1.000000e+00> : tensor<4xf32>}> : () -> i32
  return
}

// -----

func.func @chlo_constant_like(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0 = "chlo.constant_like"(%bad) <{value = 1.000000e+00 : f32}> : (i32) -> tensor<4xf32>
  return
}

// -----

func.func @chlo_top_k(%bad: i32) {
  // expected-error @+1 {{operand #0 must be tensor, but got 'i32'}}
  %0:2 = "chlo.top_k"(%bad) <{k = 2 : i64}> : (i32) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

func.func @chlo_ragged_dot(%x: tensor<6x4xf32>, %w: tensor<2x4x3xf32>, %bad: i32) {
  // expected-error @+1 {{operand #2 must be tensor, but got 'i32'}}
  %0 = "chlo.ragged_dot"(%x, %w, %bad) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x4xf32>, tensor<2x4x3xf32>, i32) -> tensor<6x3xf32>
  return
}

// -----

func.func @chlo_scan(%x: tensor<8xf32>, %zero: tensor<f32>) {
  // expected-error @+1 {{the region must be a block with 2 arguments [scan_c1]}}
  %0:2 = chlo.scan(%x) inits(%zero) dimension=0 {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a, %a : tensor<f32>, tensor<f32>
  } : (tensor<8xf32>, tensor<f32>) -> (tensor<8xf32>, tensor<f32>)
  return
}

// -----

func.func @chlo_scan_types(%x: tensor<8xf32>, %zero: tensor<f32>) {
  %0:2 = chlo.scan(%x) inits(%zero) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a, %a : tensor<f32>, tensor<f32>
  // expected-error @+1 {{expected the type of a function of 2 values with at least 1 results}}
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
  return
}
