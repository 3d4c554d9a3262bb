// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @contract(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<5x4x8xbf16>, %d: tensor<5x2x8xbf16>) {
//  CHECK-NEXT: %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
//  CHECK-NEXT: %1 = graph.contract %c, %d, batch = [0] x [0], contracting = [2] x [2] {name = "scores"} : tensor<5x4x8xbf16>, tensor<5x2x8xbf16> -> tensor<5x4x2xf32>
//  CHECK-NEXT: %2 = graph.contract %a, %b, batch = [] x [], contracting = [] x [] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x8x8x2xf32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @contract(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<5x4x8xbf16>, %d: tensor<5x2x8xbf16>) {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x2xf32>
  %1 = graph.contract %c, %d, batch = [0] x [0], contracting = [2] x [2] {name = "scores"} : tensor<5x4x8xbf16>, tensor<5x2x8xbf16> -> tensor<5x4x2xf32>
  %2 = graph.contract %a, %b, batch = [] x [], contracting = [] x [] : tensor<4x8xf32>, tensor<8x2xf32> -> tensor<4x8x8x2xf32>
  return
}

// Integers are summed up in a wider type, less their zero points.

// CHECK-LABEL: func.func @contract_integers(%a: tensor<4x8xui8>, %b: tensor<8x2xi8>, %za: tensor<ui8>, %zb: tensor<2xi8>, %zc: tensor<4xui8>) {
//  CHECK-NEXT: %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] lhs_zero_point %za : tensor<ui8> rhs_zero_point %zb : tensor<2xi8> : tensor<4x8xui8>, tensor<8x2xi8> -> tensor<4x2xi32>
//  CHECK-NEXT: %1 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] rhs_zero_point %zb : tensor<2xi8> : tensor<4x8xui8>, tensor<8x2xi8> -> tensor<4x2xi16>
//  CHECK-NEXT: %2 = graph.contract %a, %a, batch = [0] x [0], contracting = [1] x [1] lhs_zero_point %zc : tensor<4xui8> : tensor<4x8xui8>, tensor<4x8xui8> -> tensor<4xui32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @contract_integers(%a: tensor<4x8xui8>, %b: tensor<8x2xi8>, %za: tensor<ui8>, %zb: tensor<2xi8>, %zc: tensor<4xui8>) {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] lhs_zero_point %za : tensor<ui8> rhs_zero_point %zb : tensor<2xi8> : tensor<4x8xui8>, tensor<8x2xi8> -> tensor<4x2xi32>
  %1 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] rhs_zero_point %zb : tensor<2xi8> : tensor<4x8xui8>, tensor<8x2xi8> -> tensor<4x2xi16>
  %2 = graph.contract %a, %a, batch = [0] x [0], contracting = [1] x [1] lhs_zero_point %zc : tensor<4xui8> : tensor<4x8xui8>, tensor<4x8xui8> -> tensor<4xui32>
  return
}

// A result may say less of its sizes than follows.

// CHECK-LABEL: func.func @contract_named_sizes(%a: tensor<?x8xf32, #graph.dims<n>>, %b: tensor<8x?xf32, #graph.dims<m * 2>>) {
//  CHECK-NEXT: %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<?x8xf32, #graph.dims<n>>, tensor<8x?xf32, #graph.dims<m * 2>> -> tensor<?x?xf32, #graph.dims<n, m * 2>>
//  CHECK-NEXT: %1 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<?x8xf32, #graph.dims<n>>, tensor<8x?xf32, #graph.dims<m * 2>> -> tensor<?x?xf32, #graph.dims<n, ?>>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @contract_named_sizes(%a: tensor<?x8xf32, #graph.dims<n>>, %b: tensor<8x?xf32, #graph.dims<m * 2>>) {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<?x8xf32, #graph.dims<n>>, tensor<8x?xf32, #graph.dims<m * 2>> -> tensor<?x?xf32, #graph.dims<n, m * 2>>
  %1 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<?x8xf32, #graph.dims<n>>, tensor<8x?xf32, #graph.dims<m * 2>> -> tensor<?x?xf32, #graph.dims<n, ?>>
  return
}
