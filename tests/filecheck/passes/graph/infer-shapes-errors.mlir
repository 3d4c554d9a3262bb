// RUN: dlc-opt %s --infer-shapes --verify-diagnostics --split-input-file

func.func @numbers_that_differ(%x: tensor<4x3xf32>, %y: tensor<5x3xf32>) {
  %a = graph.with_shape %x : tensor<4x3xf32> -> tensor<?x?xf32>
  %b = graph.with_shape %y : tensor<5x3xf32> -> tensor<?x?xf32>
  // expected-error @+1 {{'graph.add' op operands must have the same shape, but got 4x3 and 5x3}}
  %c = graph.add %a, %b : tensor<?x?xf32>
  return
}

// -----

func.func @names_that_differ(%x: tensor<?x3xf32, #graph.dims<n>>, %y: tensor<?x4xf32, #graph.dims<m>>) {
  %a = graph.with_shape %x : tensor<?x3xf32, #graph.dims<n>> -> tensor<?x3xf32>
  %b = graph.with_shape %y : tensor<?x4xf32, #graph.dims<m>> -> tensor<?x4xf32>
  // expected-error @+1 {{sizes of lhs dimension 0 and rhs dimension 0 must agree, but got n and m [contract_c4]}}
  %c = graph.contract %a, %b, batch = [] x [], contracting = [0] x [0] : tensor<?x3xf32>, tensor<?x4xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @declared_otherwise(%x: tensor<?xf32, #graph.dims<n>>, %y: tensor<?xf32, #graph.dims<m>>) {
  %a = graph.with_shape %x : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32>
  %b = graph.with_shape %a : tensor<?xf32> -> tensor<?xf32>
  %c = graph.with_shape %y : tensor<?xf32, #graph.dims<m>> -> tensor<?xf32>
  // expected-error @+1 {{'graph.add' op operands must have the same shape, but got n and m}}
  %d = graph.add %b, %c : tensor<?xf32>
  return
}
