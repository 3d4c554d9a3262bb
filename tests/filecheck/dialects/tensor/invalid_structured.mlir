// RUN: dlc-opt %s --split-input-file --verify-diagnostics

#id = affine_map<(i) -> (i)>
func.func @operands_of_both_kinds(%t: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{operands must be all tensors or all memrefs, with an output, but got 'tensor<4xf32>', 'memref<4xf32>' [structured_c1]}}
  tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : tensor<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tensor.yield %a : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>
func.func @a_map_is_missing(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{there must be a map for each of 2 operands, but got 1 [structured_c2]}}
  %r = tensor.generic {indexing_maps = [#id], iterator_types = ["parallel"]} ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tensor.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @a_map_has_the_wrong_rank(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{map #0 must have 1 results, as 'tensor<4xf32>' has dimensions, but got '(d0) -> ()' [structured_c2]}}
  %r = tensor.generic {indexing_maps = [affine_map<(i) -> ()>], iterator_types = ["parallel"]} outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32):
    tensor.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @an_output_is_reduced_over(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{an output's map must name each parallel loop once, and nothing else, but got '(d0) -> (d0)' [structured_c3]}}
  %r = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["reduction"]} outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32):
    tensor.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @sizes_disagree(%x: tensor<5xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{loops reach indices 0 to 4 of dimension 0 of operand #1, but got 'tensor<4xf32>' [structured_c4]}}
  %r = tensor.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } ins(%x : tensor<5xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tensor.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @a_size_follows_from_nothing(%x: tensor<5xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the size of loop 1 must follow from an operand, but got no map with plain 'd1' [structured_c4]}}
  %r = tensor.generic {
    indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<5xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tensor.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @the_body_yields_another_type(%t: tensor<4xf32>, %x: i32) -> tensor<4xf32> {
  // expected-error @+1 {{the body must yield 'f32', but got 'i32' [generic_c1]}}
  %r = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32):
    tensor.yield %x : i32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @the_body_takes_too_much(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the body must take 'f32', but got 'f32', 'f32' [generic_c1]}}
  %r = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    tensor.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @there_is_no_such_loop(%t: tensor<4xindex>) -> tensor<4xindex> {
  %r = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%t : tensor<4xindex>) {
  ^bb0(%a: index):
    // expected-error @+1 {{loop must be in 0..0, but got 1 [index_c1]}}
    %i = tensor.index 1
    tensor.yield %i : index
  } -> tensor<4xindex>
  return %r : tensor<4xindex>
}

// -----

func.func @fill_takes_one_scalar(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{there must be 1 inputs and 1 output, but got 2 and 1 [structured_c1]}}
  %r = tensor.fill ins(%x, %x : f32, f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @fill_takes_no_tensor(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{map #0 must have 1 results, as 'tensor<4xf32>' has dimensions, but got '(d0) -> ()' [structured_c2]}}
  %r = tensor.fill ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @fill_has_the_elements_type(%x: i32, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{elements must have the type 'f32' of the output's, but got 'i32' [fill_c1]}}
  %r = tensor.fill ins(%x : i32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @transpose_result(%x: tensor<2x3xf32>, %t: tensor<3x2xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{results must have the types of the outputs, but got 'tensor<2x3xf32>' [structured_c1]}}
  %r = tensor.transpose ins(%x : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0] -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @transpose_ranks(%x: tensor<2xf32>, %t: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{map #0 must have 1 results, as 'tensor<2xf32>' has dimensions, but got '(d0, d1) -> (d1, d0)' [structured_c2]}}
  %r = tensor.transpose ins(%x : tensor<2xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0] -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @transpose_sizes(%x: tensor<2x4xf32>, %t: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{loops reach indices 0 to 3 of dimension 0 of operand #1, but got 'tensor<3x2xf32>' [structured_c4]}}
  %r = tensor.transpose ins(%x : tensor<2x4xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0] -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @transpose_elements(%x: tensor<2x3xi32>, %t: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{elements must have the type 'f32' of the output's, but got 'i32' [transpose_c1]}}
  %r = tensor.transpose ins(%x : tensor<2x3xi32>) outs(%t : tensor<3x2xf32>) permutation = [1, 0] -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @transpose_order(%x: tensor<2x3xf32>, %t: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // expected-error @+1 {{permutation must name each of 2 dimensions once, but got [1, 1] [transpose_c2]}}
  %r = tensor.transpose ins(%x : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation = [1, 1] -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

func.func @broadcast_dimensions(%x: tensor<3xf32>, %t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{dimensions must be distinct and in 0..1, but got [2] [broadcast_c2]}}
  %r = tensor.broadcast ins(%x : tensor<3xf32>) outs(%t : tensor<2x3xf32>) dimensions = [2] -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_kinds(%x: memref<3xf32>, %t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{operands must be all tensors or all memrefs, with an output, but got 'memref<3xf32>', 'tensor<2x3xf32>' [structured_c1]}}
  %r = tensor.broadcast ins(%x : memref<3xf32>) outs(%t : tensor<2x3xf32>) dimensions = [0] -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_ranks(%x: tensor<3xf32>, %t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{map #0 must have 1 results, as 'tensor<3xf32>' has dimensions, but got '(d0, d1) -> ()' [structured_c2]}}
  %r = tensor.broadcast ins(%x : tensor<3xf32>) outs(%t : tensor<2x3xf32>) dimensions = [0, 1] -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_sizes(%x: tensor<4xf32>, %t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{loops reach indices 0 to 3 of dimension 1 of operand #1, but got 'tensor<2x3xf32>' [structured_c4]}}
  %r = tensor.broadcast ins(%x : tensor<4xf32>) outs(%t : tensor<2x3xf32>) dimensions = [0] -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @broadcast_elements(%x: tensor<3xi8>, %t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{elements must have the type 'f32' of the output's, but got 'i8' [broadcast_c1]}}
  %r = tensor.broadcast ins(%x : tensor<3xi8>) outs(%t : tensor<2x3xf32>) dimensions = [0] -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @reduce_needs_an_input(%t: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{there must be 1 inputs and 1 output, but got 0 and 1 [structured_c1]}}
  %r = tensor.reduce <add> outs(%t : tensor<2xf32>) dimensions = [1] -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @reduce_ranks(%x: tensor<2x3xf32>, %t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{map #1 must have 2 results, as 'tensor<2x3xf32>' has dimensions, but got '(d0, d1) -> (d0)' [structured_c2]}}
  %r = tensor.reduce <add> ins(%x : tensor<2x3xf32>) outs(%t : tensor<2x3xf32>) dimensions = [1] -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

func.func @reduce_sizes(%x: tensor<2x3xf32>, %t: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{loops reach indices 0 to 1 of dimension 0 of operand #1, but got 'tensor<3xf32>' [structured_c4]}}
  %r = tensor.reduce <add> ins(%x : tensor<2x3xf32>) outs(%t : tensor<3xf32>) dimensions = [1] -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @reduce_elements(%x: tensor<2x3xf32>, %t: tensor<2xf64>) -> tensor<2xf64> {
  // expected-error @+1 {{elements must have the type 'f64' of the output's, but got 'f32' [reduce_c1]}}
  %r = tensor.reduce <add> ins(%x : tensor<2x3xf32>) outs(%t : tensor<2xf64>) dimensions = [1] -> tensor<2xf64>
  return %r : tensor<2xf64>
}

// -----

func.func @reduce_dimensions(%x: tensor<2x3xf32>, %t: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{dimensions must be distinct and in 0..1, but got [1, 1] [reduce_c2]}}
  %r = tensor.reduce <add> ins(%x : tensor<2x3xf32>) outs(%t : tensor<2xf32>) dimensions = [1, 1] -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

func.func @reduce_kind(%x: tensor<2x3xf32>, %t: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{elements of type 'f32' cannot be combined so, but got 'maxsi' [reduce_c3]}}
  %r = tensor.reduce <maxsi> ins(%x : tensor<2x3xf32>) outs(%t : tensor<2xf32>) dimensions = [1] -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#p = #tensor.iterator_type<parallel>
#r = #tensor.iterator_type<reduction>
#i = affine_map<(i, k) -> (i, k)>
#o = affine_map<(i, k) -> (i)>
func.func @contract_takes_two(%x: tensor<2x3xf32>, %t: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{there must be 2 inputs and 1 output, but got 1 and 1 [structured_c1]}}
  %r = tensor.contract {indexing_maps = [#i, #o], iterator_types = [#p, #r]} ins(%x : tensor<2x3xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#p = #tensor.iterator_type<parallel>
#r = #tensor.iterator_type<reduction>
#i = affine_map<(i, k) -> (i, k)>
#o = affine_map<(i, k) -> (i)>
func.func @contract_maps(%x: tensor<2x3xf32>, %t: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{there must be a map for each of 3 operands, but got 2 [structured_c2]}}
  %r = tensor.contract {indexing_maps = [#i, #o], iterator_types = [#p, #r]} ins(%x, %x : tensor<2x3xf32>, tensor<2x3xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#p = #tensor.iterator_type<parallel>
#r = #tensor.iterator_type<reduction>
#i = affine_map<(i, k) -> (i, k)>
#o = affine_map<(i, k) -> (k)>
func.func @contract_output(%x: tensor<2x3xf32>, %t: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{an output's map must name each parallel loop once, and nothing else, but got '(d0, d1) -> (d1)' [structured_c3]}}
  %r = tensor.contract {indexing_maps = [#i, #i, #o], iterator_types = [#p, #r]} ins(%x, %x : tensor<2x3xf32>, tensor<2x3xf32>) outs(%t : tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

#p = #tensor.iterator_type<parallel>
#r = #tensor.iterator_type<reduction>
#i = affine_map<(i, k) -> (i, k)>
#o = affine_map<(i, k) -> (i)>
func.func @contract_sizes(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>, %t: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{loops reach indices 0 to 2 of dimension 1 of operand #1, but got 'tensor<2x4xf32>' [structured_c4]}}
  %r = tensor.contract {indexing_maps = [#i, #i, #o], iterator_types = [#p, #r]} ins(%x, %y : tensor<2x3xf32>, tensor<2x4xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#p = #tensor.iterator_type<parallel>
#r = #tensor.iterator_type<reduction>
#i = affine_map<(i, k) -> (i, k)>
#o = affine_map<(i, k) -> (i)>
func.func @contract_elements(%x: tensor<2x3xf32>, %t: tensor<2xf16>) -> tensor<2xf16> {
  // expected-error @+1 {{elements must be all floats or all integers, those of the output no narrower, but got 'f32', 'f32', 'f16' [contract_c1]}}
  %r = tensor.contract {indexing_maps = [#i, #i, #o], iterator_types = [#p, #r]} ins(%x, %x : tensor<2x3xf32>, tensor<2x3xf32>) outs(%t : tensor<2xf16>) -> tensor<2xf16>
  return %r : tensor<2xf16>
}

// -----

func.func @kernel_kinds(%x: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{operands must be all tensors or all memrefs, with an output, and results have the output's types, but got 'tensor<4xf32>', 'memref<4xf32>' [kernel_c1]}}
  tensor.kernel ins(%a = %x : tensor<4xf32>) outs(%o = %m : memref<4xf32>) {
    tensor.yield %o : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_yields(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the region must yield 'tensor<4xf32>', but got 'tensor<4xf32>', 'tensor<4xf32>' [kernel_c2]}}
  %r = tensor.kernel outs(%o = %x : tensor<4xf32>) {
    tensor.yield %o, %o : tensor<4xf32>, tensor<4xf32>
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @kernel_shares(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the number of shared loops must not be negative, but got -1 [kernel_c3]}}
  %r = tensor.kernel outs(%o = %x : tensor<4xf32>) attributes {shared = -1 : i64} {
    tensor.yield %o : tensor<4xf32>
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
