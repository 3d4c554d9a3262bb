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

// -----

func.func @sizes_beyond_64_bits(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{has a size that cannot be computed: an affine constant must fit in 64 bits, but got '-9223372036854775810'}}
  %r = graph.pad <edge> %x, low [-9223372036854775808] high [-2] interior [0] : tensor<?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
