// RUN: dlc-opt %s --graph-to-tensor --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @contract(%a: tensor<5x4x8xf32>, %b: tensor<5x8x2xf32>) -> tensor<5x4x2xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<5x4x2xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<5x4x2xf32>) -> tensor<5x4x2xf32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<5x4x8xf32>, tensor<5x8x2xf32>) outs(%1 : tensor<5x4x2xf32>) -> tensor<5x4x2xf32>
//  CHECK-NEXT: return %r : tensor<5x4x2xf32>
//  CHECK-NEXT: }
func.func @contract(%a: tensor<5x4x8xf32>, %b: tensor<5x8x2xf32>) -> tensor<5x4x2xf32> {
  %r = graph.contract %a, %b, batch = [0] x [0], contracting = [2] x [1] : tensor<5x4x8xf32>, tensor<5x8x2xf32> -> tensor<5x4x2xf32>
  return %r : tensor<5x4x2xf32>
}

// -----

// Narrow floats are summed up in f32, and rounded once.

// CHECK-LABEL: func.func @narrow_floats(%a: tensor<?x8xbf16> {graph.dims = #graph.dims<n>}, %b: tensor<8x2xbf16>) -> tensor<?x2xbf16> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %dim = tensor.dim %a, %c0 : tensor<?x8xbf16>
//  CHECK-NEXT: %0 = tensor.empty(%dim) : tensor<?x2xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst : f32) outs(%0 : tensor<?x2xf32>) -> tensor<?x2xf32>
//  CHECK-NEXT: %2 = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<?x8xbf16>, tensor<8x2xbf16>) outs(%1 : tensor<?x2xf32>) -> tensor<?x2xf32>
//  CHECK-NEXT: %3 = tensor.empty(%dim) : tensor<?x2xbf16>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<?x2xf32>) outs(%3 : tensor<?x2xbf16>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: bf16):
//  CHECK-NEXT: %4 = arith.truncf %arg0 : f32 to bf16
//  CHECK-NEXT: tensor.yield %4 : bf16
//  CHECK-NEXT: } -> tensor<?x2xbf16>
//  CHECK-NEXT: return %r : tensor<?x2xbf16>
//  CHECK-NEXT: }
func.func @narrow_floats(%a: tensor<?x8xbf16, #graph.dims<n>>, %b: tensor<8x2xbf16>) -> tensor<?x2xbf16, #graph.dims<n>> {
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : tensor<?x8xbf16, #graph.dims<n>>, tensor<8x2xbf16> -> tensor<?x2xbf16, #graph.dims<n>>
  return %r : tensor<?x2xbf16, #graph.dims<n>>
}

// -----

// What has no sign, or a zero point, becomes signed integers of 16 bits before.

// CHECK-LABEL: func.func @zero_points(%a: tensor<4x8xi8>, %b: tensor<8x2xi8>, %z: tensor<2xi8>) -> tensor<4x2xi32> {
//  CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xi16>
//  CHECK-NEXT: %1 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xi8>) outs(%0 : tensor<4x8xi16>) {
//  CHECK-NEXT: ^bb0(%arg0: i8, %arg1: i16):
//  CHECK-NEXT: %6 = arith.extui %arg0 : i8 to i16
//  CHECK-NEXT: tensor.yield %6 : i16
//  CHECK-NEXT: } -> tensor<4x8xi16>
//  CHECK-NEXT: %2 = tensor.empty() : tensor<8x2xi16>
//  CHECK-NEXT: %3 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%b, %z : tensor<8x2xi8>, tensor<2xi8>) outs(%2 : tensor<8x2xi16>) {
//  CHECK-NEXT: ^bb0(%arg0: i8, %arg1: i8, %arg2: i16):
//  CHECK-NEXT: %6 = arith.extsi %arg0 : i8 to i16
//  CHECK-NEXT: %7 = arith.extsi %arg1 : i8 to i16
//  CHECK-NEXT: %8 = arith.subi %6, %7 : i16
//  CHECK-NEXT: tensor.yield %8 : i16
//  CHECK-NEXT: } -> tensor<8x2xi16>
//  CHECK-NEXT: %4 = tensor.empty() : tensor<4x2xi32>
//  CHECK-NEXT: %5 = tensor.fill ins(%c0_i32 : i32) outs(%4 : tensor<4x2xi32>) -> tensor<4x2xi32>
//  CHECK-NEXT: %r = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1, %3 : tensor<4x8xi16>, tensor<8x2xi16>) outs(%5 : tensor<4x2xi32>) -> tensor<4x2xi32>
//  CHECK-NEXT: return %r : tensor<4x2xi32>
//  CHECK-NEXT: }
func.func @zero_points(%a: tensor<4x8xui8>, %b: tensor<8x2xi8>, %z: tensor<2xi8>) -> tensor<4x2xi32> {
  %r = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] rhs_zero_point %z : tensor<2xi8> : tensor<4x8xui8>, tensor<8x2xi8> -> tensor<4x2xi32>
  return %r : tensor<4x2xi32>
}
