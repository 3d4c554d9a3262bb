// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @+1 {{'graph.contract' op result must have type 'tensor<4x2xf32>', but got 'tensor<2x4xf32>' [contract_c1]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @+1 {{'graph.contract' op result must have type 'tensor<4x2xf32>', but got 'tensor<4xf32>' [contract_c1]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<?x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @+1 {{'graph.contract' op result must have type 'tensor<?x2xf32>', but got 'tensor<?x2xf32, #graph.dims<n>>' [contract_c1]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<?x8xf32>, tensor<8x2xf32> -> tensor<?x2xf32, #graph.dims<n>>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @+1 {{'graph.contract' op contracting dimensions must be as many on both sides, but got [1, 0] and [0] [contract_c2]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1, 0] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @+1 {{'graph.contract' op batch dimensions must be as many on both sides, but got [0] and [] [contract_c2]}}
  %r = graph.contract %a, %b, batch = [0] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @+1 {{'graph.contract' op dimensions of lhs must be in 0..1, but got 2 [contract_c3]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [2] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) {
  // expected-error @+1 {{'graph.contract' op dimensions of rhs must be in 0..1, but got -1 [contract_c3]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [-1] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  // expected-error @+1 {{'graph.contract' op dimensions of lhs must be distinct, but got [1, 1] [contract_c3]}}
  %r = graph.contract %a, %b, batch = [1] x [0], contracting = [1] x [1] : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<9x2xf32>) {
  // expected-error @+1 {{'graph.contract' op sizes of lhs dimension 1 and rhs dimension 0 must agree, but got 8 and 9 [contract_c4]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<9x2xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x?xf32, #graph.dims<n>>, %b: tensor<?x2xf32, #graph.dims<m>>) {
  // expected-error @+1 {{'graph.contract' op sizes of lhs dimension 1 and rhs dimension 0 must agree, but got n and m [contract_c4]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x?xf32, #graph.dims<n>>, tensor<?x2xf32, #graph.dims<m>> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf64>) {
  // expected-error @+1 {{'graph.contract' op elements of the result must hold every 'f64', but got 'f32' [contract_c5]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<8x2xf64> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xui8>, %b: tensor<8x2xi8>) {
  // expected-error @+1 {{'graph.contract' op elements of the result must hold every 'ui8', but got 'i8' [contract_c5]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xui8>, tensor<8x2xi8> -> tensor<4x2xi8>
  return
}

// -----

func.func @f(%a: tensor<4x8xi8>, %b: tensor<8x2xi8>) {
  // expected-error @+1 {{'graph.contract' op elements of the result must hold every 'i8', but got 'ui32' [contract_c5]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xi8>, tensor<8x2xi8> -> tensor<4x2xui32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi8>, %b: tensor<8x2xi8>) {
  // expected-error @+1 {{'graph.contract' op elements of the result must hold every 'i8', but got 'f32' [contract_c5]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xi8>, tensor<8x2xi8> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xbf16>, %b: tensor<8x2xbf16>) {
  // expected-error @+1 {{'graph.contract' op elements of the result must hold every 'bf16', but got 'f16' [contract_c5]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xbf16>, tensor<8x2xbf16> -> tensor<4x2xf16>
  return
}

// -----

func.func @f(%a: tensor<4x8xf8E4M3FN>, %b: tensor<8x2xf8E5M2>) {
  // expected-error @+1 {{'graph.contract' op elements of the result must hold every 'f8E4M3FN', but got 'f8E5M2' [contract_c5]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf8E4M3FN>, tensor<8x2xf8E5M2> -> tensor<4x2xf8E5M2>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %z: tensor<f32>) {
  // expected-error @+1 {{'graph.contract' op a zero point of lhs must be for integers, but got 'f32' [contract_c6]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] lhs_zero_point %z : tensor<f32> : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi8>, %b: tensor<8x2xi8>, %z: tensor<ui8>) {
  // expected-error @+1 {{'graph.contract' op the zero point of lhs must have elements of 'i8', but got 'ui8' [contract_c6]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] lhs_zero_point %z : tensor<ui8> : tensor<4x8xi8>, tensor<8x2xi8> -> tensor<4x2xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi8>, %b: tensor<8x2xi8>, %z: tensor<4xi8>) {
  // expected-error @+1 {{'graph.contract' op the zero point of rhs and what it is for must have the same shape, but got 4 and 2 [contract_c6]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] rhs_zero_point %z : tensor<4xi8> : tensor<4x8xi8>, tensor<8x2xi8> -> tensor<4x2xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi1>, %b: tensor<8x2xi1>) {
  // expected-error @+2 {{'graph.contract' op operand #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4x8xi1>'}}
  // expected-error @+1 {{'graph.contract' op operand #1 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<8x2xi1>'}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xi1>, tensor<8x2xi1> -> tensor<4x2xi32>
  return
}

// -----

func.func @f(%a: tensor<4294967296x8xf32>, %b: tensor<8x4294967296xf32>) {
  // expected-error @+1 {{'graph.contract' op result #0 must be ranked tensor of floats or integers (with one '#graph.dims' entry for each '?', and a size that can be counted), but got 'tensor<4294967296x4294967296xf32>'}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4294967296x8xf32>, tensor<8x4294967296xf32> -> tensor<4294967296x4294967296xf32>
  return
}

// -----

func.func @f(%a: tensor<4294967296x8xf32>, %b: tensor<8x4294967296xf32>) {
  // expected-error @+1 {{'graph.contract' op result must have fewer than 2^63 elements, but got 4294967296x4294967296 [contract_c1]}}
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4294967296x8xf32>, tensor<8x4294967296xf32> -> tensor<?x4294967296xf32>
  return
}
