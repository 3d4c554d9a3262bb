// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @+2 {{'graph.constant' op result #0 must be ranked tensor of floats, integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'vector<2xf32>'}}
  // expected-error @+1 {{'graph.constant' op attribute 'value' failed to satisfy constraint: elements of a tensor}}
  %r = graph.constant dense<1.0> : vector<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.constant' op result #0 must be ranked tensor of floats, integers or i1 (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<2xindex>'}}
  %r = graph.constant dense<1> : tensor<2xindex>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'graph.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  %r = "graph.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf64>
  return
}
