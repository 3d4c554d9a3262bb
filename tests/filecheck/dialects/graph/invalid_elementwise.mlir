// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Each elementwise op refuses what it has no meaning for.

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.exp %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.exp2' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.exp2' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.exp2 %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.expm1' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.expm1' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.expm1 %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.log' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.log' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.log %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.log2' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.log2' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.log2 %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.log1p' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.log1p' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.log1p %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.sqrt' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.sqrt' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.sqrt %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.rsqrt' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.rsqrt' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.rsqrt %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.cbrt' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.cbrt' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.cbrt %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.reciprocal' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.reciprocal' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.reciprocal %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.sin' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.sin' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.sin %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.cos' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.cos' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.cos %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.tan' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.tan' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.tan %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.asin' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.asin' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.asin %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.acos' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.acos' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.acos %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.atan' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.atan' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.atan %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.sinh' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.sinh' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.sinh %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.cosh' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.cosh' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.cosh %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.tanh' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.tanh' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.tanh %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.asinh' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.asinh' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.asinh %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.acosh' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.acosh' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.acosh %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.atanh' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.atanh' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.atanh %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.erf' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.erf' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.erf %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.floor' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.floor' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.floor %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.ceil' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.ceil' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.ceil %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.round' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.round' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.round %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.round_half_away' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.round_half_away' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.round_half_away %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.trunc' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.trunc' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.trunc %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.hard_swish' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.hard_swish' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.hard_swish %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.softsign' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.softsign' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.softsign %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.sigmoid' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.sigmoid' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.sigmoid %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.silu' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.silu' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.silu %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.softplus' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.softplus' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.softplus %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.mish' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.mish' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.mish %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+3 {{'graph.atan2' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+2 {{'graph.atan2' op operand #1 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.atan2' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.atan2 %x, %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+3 {{'graph.copysign' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+2 {{'graph.copysign' op operand #1 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.copysign' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.copysign %x, %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+2 {{'graph.neg' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.neg' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.neg %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+2 {{'graph.abs' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.abs' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.abs %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+2 {{'graph.sign' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.sign' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.sign %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+2 {{'graph.relu' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.relu' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.relu %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.add' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.add' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.add' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.add %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.sub' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.sub' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.sub' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.sub %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.mul' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.mul' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.mul' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.mul %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.div' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.div' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.div' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.div %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.rem' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.rem' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.rem' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.rem %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.mod' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.mod' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.mod' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.mod %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.pow' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.pow' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.pow' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.pow %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.maximum' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.maximum' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.maximum' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.maximum %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.minimum' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.minimum' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.minimum' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.minimum %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.prelu' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.prelu' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.prelu' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.prelu %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+3 {{'graph.and' op operand #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  // expected-error @+2 {{'graph.and' op operand #1 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  // expected-error @+1 {{'graph.and' op result #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  %r = graph.and %x, %x : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+3 {{'graph.or' op operand #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  // expected-error @+2 {{'graph.or' op operand #1 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  // expected-error @+1 {{'graph.or' op result #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  %r = graph.or %x, %x : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+3 {{'graph.xor' op operand #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  // expected-error @+2 {{'graph.xor' op operand #1 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  // expected-error @+1 {{'graph.xor' op result #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  %r = graph.xor %x, %x : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{'graph.not' op operand #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  // expected-error @+1 {{'graph.not' op result #0 must be ranked tensor of integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf32>'}}
  %r = graph.not %x : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.shift_left' op operand #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.shift_left' op operand #1 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.shift_left' op result #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.shift_left %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+3 {{'graph.shift_right' op operand #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+2 {{'graph.shift_right' op operand #1 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.shift_right' op result #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.shift_right %x, %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+2 {{'graph.popcount' op operand #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.popcount' op result #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.popcount %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi1>) {
  // expected-error @+2 {{'graph.count_leading_zeros' op operand #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  // expected-error @+1 {{'graph.count_leading_zeros' op result #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi1>'}}
  %r = graph.count_leading_zeros %x : tensor<4xi1>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{'graph.is_nan' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.is_nan %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{'graph.is_inf' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.is_inf %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+1 {{'graph.is_finite' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.is_finite %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.leaky_relu' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.leaky_relu' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.leaky_relu %x, alpha = 0.1 : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.thresholded_relu' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.thresholded_relu' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.thresholded_relu %x, alpha = 0.1 : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.hard_sigmoid' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.hard_sigmoid' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.hard_sigmoid %x, alpha = 0.1, beta = 0.5 : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.elu' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.elu' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.elu %x, alpha = 0.1 : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.selu' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.selu' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.selu %x, alpha = 0.1, gamma = 0.5 : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.celu' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.celu' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.celu %x, alpha = 0.5 : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.clamp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.clamp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.clamp %x, low = 0.0, high = 1.0 : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xi32>) {
  // expected-error @+2 {{'graph.gelu' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  // expected-error @+1 {{'graph.gelu' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi32>'}}
  %r = graph.gelu <exact> %x : tensor<4xi32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected one of exact, tanh, but got 'fast'}}
  %r = graph.gelu <fast> %x : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected one of eq, ne, lt, le, gt, ge, but got 'less'}}
  %r = graph.compare <less> %x, %x : tensor<4xf32>
  return
}
// -----

// Sizes with names are sizes of their own: nothing is broadcast.
func.func @f(%x: tensor<?xf32, #graph.dims<n>>, %y: tensor<?xf32, #graph.dims<m>>) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%y' expects different type than prior uses: 'tensor<?xf32, #graph.dims<n>>' vs 'tensor<?xf32, #graph.dims<m>>'}}
  %r = graph.add %x, %y : tensor<?xf32, #graph.dims<n>>
  return
}
// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<1xf32>) {
  // expected-error @+1 {{'graph.add' op requires the same type for all operands and results, but got 'tensor<4xf32>' and 'tensor<1xf32>'}}
  %r = "graph.add"(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.compare' op result #0 'result' must have type 'tensor<4xi1>', as follows from 'lhs', but got 'tensor<3xi1>'}}
  %r = "graph.compare"(%x, %x) <{predicate = #graph.predicate<lt>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<3xi1>
  return
}
// -----

func.func @f(%c: tensor<3xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.select' op operand #0 'condition' must have type 'tensor<4xi1>', as follows from 'on_true', but got 'tensor<3xi1>'}}
  %r = "graph.select"(%c, %x, %x) : (tensor<3xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf80>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf80>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf80>'}}
  %r = graph.exp %x : tensor<4xf80>
  return
}
// -----

func.func @f(%x: tensor<4xf128>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf128>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf128>'}}
  %r = graph.exp %x : tensor<4xf128>
  return
}
// -----

func.func @f(%x: tensor<4xtf32>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xtf32>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xtf32>'}}
  %r = graph.exp %x : tensor<4xtf32>
  return
}
// -----

func.func @f(%x: tensor<4xf4E2M1FN>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf4E2M1FN>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf4E2M1FN>'}}
  %r = graph.exp %x : tensor<4xf4E2M1FN>
  return
}
// -----

func.func @f(%x: tensor<4xf8E8M0FNU>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf8E8M0FNU>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xf8E8M0FNU>'}}
  %r = graph.exp %x : tensor<4xf8E8M0FNU>
  return
}
// -----

func.func @f(%x: tensor<4xsi8>) {
  // expected-error @+2 {{'graph.neg' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xsi8>'}}
  // expected-error @+1 {{'graph.neg' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xsi8>'}}
  %r = graph.neg %x : tensor<4xsi8>
  return
}
// -----

func.func @f(%x: tensor<4xi7>) {
  // expected-error @+2 {{'graph.neg' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi7>'}}
  // expected-error @+1 {{'graph.neg' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi7>'}}
  %r = graph.neg %x : tensor<4xi7>
  return
}
// -----

func.func @f(%x: tensor<4xi128>) {
  // expected-error @+2 {{'graph.neg' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi128>'}}
  // expected-error @+1 {{'graph.neg' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xi128>'}}
  %r = graph.neg %x : tensor<4xi128>
  return
}
// -----

func.func @f(%x: tensor<4xindex>) {
  // expected-error @+2 {{'graph.neg' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xindex>'}}
  // expected-error @+1 {{'graph.neg' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4xindex>'}}
  %r = graph.neg %x : tensor<4xindex>
  return
}
// -----

func.func @f(%x: tensor<4611686018427387904x4xf32>) {
  // expected-error @+2 {{'graph.neg' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4611686018427387904x4xf32>'}}
  // expected-error @+1 {{'graph.neg' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4611686018427387904x4xf32>'}}
  %r = graph.neg %x : tensor<4611686018427387904x4xf32>
  return
}
// -----

func.func @f(%x: tensor<?xf32, #graph.dims<n, m>>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<?xf32, #graph.dims<n, m>>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<?xf32, #graph.dims<n, m>>'}}
  %r = graph.exp %x : tensor<?xf32, #graph.dims<n, m>>
  return
}
// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error @+2 {{'graph.exp' op operand #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<*xf32>'}}
  // expected-error @+1 {{'graph.exp' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<*xf32>'}}
  %r = graph.exp %x : tensor<*xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.clamp' op bounds must be numbers, the lower one first, but got 1.0 and 0.5 [clamp_c1]}}
  %r = graph.clamp %x, low = 1.0, high = 0.5 : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.clamp' op bounds must be numbers, the lower one first, but got nan and 0.5 [clamp_c1]}}
  %r = graph.clamp %x, low = 0x7FF8000000000000, high = 0.5 : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.celu' op alpha must be finite and not 0, but got 0.0 [celu_c1]}}
  %r = graph.celu %x, alpha = 0.0 : tensor<4xf32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.cast' op result must have type 'tensor<4xi32>', but got 'tensor<?xi32>' [cast_c1]}}
  %r = graph.cast %x : tensor<4xf32> -> tensor<?xi32>
  return
}
// -----

func.func @f(%x: tensor<?xf32, #graph.dims<n>>) {
  // expected-error @+1 {{'graph.bitcast' op result must have type 'tensor<?xi32, #graph.dims<n>>', but got 'tensor<?xi32, #graph.dims<m>>' [bitcast_c1]}}
  %r = graph.bitcast %x : tensor<?xf32, #graph.dims<n>> -> tensor<?xi32, #graph.dims<m>>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.bitcast' op elements must have as many bits, but got 'f32' and 'i16' [bitcast_c2]}}
  %r = graph.bitcast %x : tensor<4xf32> -> tensor<4xi16>
  return
}
// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>, %z: tensor<i8>) {
  // expected-error @+1 {{'graph.quantize' op result must have type 'tensor<2x3xi8>', but got 'tensor<2x?x4xi8>' [quantize_c1]}}
  %r = graph.quantize %x, %s, %z : tensor<2x3xf32>, tensor<f32>, tensor<i8> -> tensor<2x?x4xi8>
  return
}
// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<3xi8>) {
  // expected-error @+1 {{'graph.quantize' op scale and zero point must have rank 1 with an axis, rank 0 without one, but got 3 and 3 [quantize_c2]}}
  %r = graph.quantize %x, %s, %z : tensor<2x3xf32>, tensor<3xf32>, tensor<3xi8> -> tensor<2x3xi8>
  return
}
// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<f32>, %z: tensor<i8>) {
  // expected-error @+1 {{'graph.quantize' op scale and zero point must have rank 1 with an axis, rank 0 without one, but got scalar and scalar [quantize_c2]}}
  %r = graph.quantize %x, %s, %z axis = 1 : tensor<2x3xf32>, tensor<f32>, tensor<i8> -> tensor<2x3xi8>
  return
}
// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<3xi8>) {
  // expected-error @+1 {{'graph.quantize' op axis must be in 0..1, but got 2 [quantize_c3]}}
  %r = graph.quantize %x, %s, %z axis = 2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xi8> -> tensor<2x3xi8>
  return
}
// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<2xi8>) {
  // expected-error @+1 {{'graph.quantize' op scale and zero point must have the same shape, but got 3 and 2 [quantize_c4]}}
  %r = graph.quantize %x, %s, %z axis = 1 : tensor<2x3xf32>, tensor<3xf32>, tensor<2xi8> -> tensor<2x3xi8>
  return
}
// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<2xf32>, %z: tensor<2xi8>) {
  // expected-error @+1 {{'graph.quantize' op size 1 of x and the number of scales must agree, but got 3 and 2 [quantize_c4]}}
  %r = graph.quantize %x, %s, %z axis = 1 : tensor<2x3xf32>, tensor<2xf32>, tensor<2xi8> -> tensor<2x3xi8>
  return
}
// -----

func.func @f(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i8>) {
  // expected-error @+1 {{'graph.dequantize' op result must have type 'tensor<2x3xf32>', but got 'tensor<2x?x4xf32>' [dequantize_c1]}}
  %r = graph.dequantize %x, %s, %z : tensor<2x3xi8>, tensor<f32>, tensor<i8> -> tensor<2x?x4xf32>
  return
}
// -----

func.func @f(%x: tensor<2x3xi8>, %s: tensor<3xf32>, %z: tensor<3xi8>) {
  // expected-error @+1 {{'graph.dequantize' op scale and zero point must have rank 1 with an axis, rank 0 without one, but got 3 and 3 [dequantize_c2]}}
  %r = graph.dequantize %x, %s, %z : tensor<2x3xi8>, tensor<3xf32>, tensor<3xi8> -> tensor<2x3xf32>
  return
}
// -----

func.func @f(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i8>) {
  // expected-error @+1 {{'graph.dequantize' op scale and zero point must have rank 1 with an axis, rank 0 without one, but got scalar and scalar [dequantize_c2]}}
  %r = graph.dequantize %x, %s, %z axis = 1 : tensor<2x3xi8>, tensor<f32>, tensor<i8> -> tensor<2x3xf32>
  return
}
// -----

func.func @f(%x: tensor<2x3xi8>, %s: tensor<3xf32>, %z: tensor<3xi8>) {
  // expected-error @+1 {{'graph.dequantize' op axis must be in 0..1, but got 2 [dequantize_c3]}}
  %r = graph.dequantize %x, %s, %z axis = 2 : tensor<2x3xi8>, tensor<3xf32>, tensor<3xi8> -> tensor<2x3xf32>
  return
}
// -----

func.func @f(%x: tensor<2x3xi8>, %s: tensor<3xf32>, %z: tensor<2xi8>) {
  // expected-error @+1 {{'graph.dequantize' op scale and zero point must have the same shape, but got 3 and 2 [dequantize_c4]}}
  %r = graph.dequantize %x, %s, %z axis = 1 : tensor<2x3xi8>, tensor<3xf32>, tensor<2xi8> -> tensor<2x3xf32>
  return
}
// -----

func.func @f(%x: tensor<2x3xi8>, %s: tensor<2xf32>, %z: tensor<2xi8>) {
  // expected-error @+1 {{'graph.dequantize' op size 1 of x and the number of scales must agree, but got 3 and 2 [dequantize_c4]}}
  %r = graph.dequantize %x, %s, %z axis = 1 : tensor<2x3xi8>, tensor<2xf32>, tensor<2xi8> -> tensor<2x3xf32>
  return
}
// -----

func.func @f(%x: tensor<2xf32>, %s: tensor<f16>, %z: tensor<i8>) {
  // expected-error @+1 {{'graph.quantize' op x and scale must have the same element type, but got 'f32' and 'f16' [quantize_c5]}}
  %r = graph.quantize %x, %s, %z : tensor<2xf32>, tensor<f16>, tensor<i8> -> tensor<2xi8>
  return
}
// -----

func.func @f(%x: tensor<2xui8>, %s: tensor<f32>, %z: tensor<i8>) {
  // expected-error @+1 {{'graph.dequantize' op x and zero point must have the same element type, but got 'ui8' and 'i8' [dequantize_c5]}}
  %r = graph.dequantize %x, %s, %z : tensor<2xui8>, tensor<f32>, tensor<i8> -> tensor<2xf32>
  return
}
// -----

func.func @f(%x: tensor<2xf32>, %s: tensor<f32>, %z: tensor<i32>) {
  // expected-error @+2 {{'graph.quantize' op operand #2 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), of at most 16 bits each, but got 'tensor<i32>'}}
  // expected-error @+1 {{'graph.quantize' op result #0 must be ranked tensor of integers (with one '#graph.dims' entry for each '?', and a size that can be counted), of at most 16 bits each, but got 'tensor<2xi32>'}}
  %r = graph.quantize %x, %s, %z : tensor<2xf32>, tensor<f32>, tensor<i32> -> tensor<2xi32>
  return
}
// -----

func.func @f(%s: tensor<i64>) {
  // expected-error @+1 {{'graph.random_bits' op size 1 of the result must be known, but got '?' [random_bits_c1]}}
  %r = graph.random_bits %s, stream = 0 : tensor<2x?xi32>
  return
}
// -----

func.func @f(%s: tensor<i64>) {
  // expected-error @+1 {{'graph.random_uniform' op size 1 of the result must be known, but got '?' [random_uniform_c1]}}
  %r = graph.random_uniform %s, stream = 0 : tensor<2x?xf32>
  return
}
// -----

func.func @f(%s: tensor<i64>) {
  // expected-error @+1 {{'graph.random_normal' op size 1 of the result must be known, but got '?' [random_normal_c1]}}
  %r = graph.random_normal %s, stream = 0 : tensor<2x?xf32>
  return
}
// -----

func.func @f(%s: tensor<i64>) {
  // expected-error @+1 {{'graph.random_uniform' op result #0 must be ranked tensor of floats (with one '#graph.dims' entry for each '?', and a size that can be counted), of at least 16 bits each, but got 'tensor<2xf8E5M2>'}}
  %r = graph.random_uniform %s, stream = 0 : tensor<2xf8E5M2>
  return
}
// -----

func.func @f(%s: tensor<i32>) {
  // expected-error @+1 {{'graph.random_bits' op operand #0 must be a tensor of one i64, but got 'tensor<i32>'}}
  %r = "graph.random_bits"(%s) <{stream = 0 : i64}> : (tensor<i32>) -> tensor<2xi32>
  return
}
// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.stop_gradient' op requires the same type for all operands and results}}
  %r = "graph.stop_gradient"(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return
}
