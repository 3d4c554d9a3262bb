// RUN: dlc-opt %s --split-input-file --verify-diagnostics --graph-to-tensor

// expected-error @+1 {{'func.func' op needs one '#graph.dims' entry for each '?' of an argument, but got 'tensor<f32, #graph.dims<n>>'}}
func.func @more_names_than_unknown_sizes(%x: tensor<f32, #graph.dims<n>>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op needs one '#graph.dims' entry for each '?' of an argument, but got 'tensor<?x?xf32, #graph.dims<n>>'}}
func.func @fewer_names_than_unknown_sizes(%x: tensor<?x?xf32, #graph.dims<n>>) {
  return
}
