// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @attention(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>, %m: tensor<16x12xi1>, %a: tensor<8x1x12xf32>) {
//  CHECK-NEXT: %0 = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
//  CHECK-NEXT: %1 = graph.attention %q, %k, %v mask %m : tensor<16x12xi1> : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
//  CHECK-NEXT: %2 = graph.attention %q, %k, %v mask %a : tensor<8x1x12xf32> causal <last> scale 1.250000e-01 : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @attention(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>, %m: tensor<16x12xi1>, %a: tensor<8x1x12xf32>) {
  %0 = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  %1 = graph.attention %q, %k, %v mask %m : tensor<16x12xi1> : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  %2 = graph.attention %q, %k, %v mask %a : tensor<8x1x12xf32> causal <last> scale 1.250000e-01 : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// CHECK-LABEL: func.func @attention_named_sizes(%q: tensor<?x4x?x64xbf16, #graph.dims<b, t>>, %k: tensor<?x4x?x64xbf16, #graph.dims<b, t>>) {
//  CHECK-NEXT: %0 = graph.attention %q, %k, %k causal <first> : tensor<?x4x?x64xbf16, #graph.dims<b, t>>, tensor<?x4x?x64xbf16, #graph.dims<b, t>>, tensor<?x4x?x64xbf16, #graph.dims<b, t>> -> tensor<?x4x?x64xbf16, #graph.dims<b, t>>
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @attention_named_sizes(%q: tensor<?x4x?x64xbf16, #graph.dims<b, t>>, %k: tensor<?x4x?x64xbf16, #graph.dims<b, t>>) {
  %0 = graph.attention %q, %k, %k causal <first> : tensor<?x4x?x64xbf16, #graph.dims<b, t>>, tensor<?x4x?x64xbf16, #graph.dims<b, t>>, tensor<?x4x?x64xbf16, #graph.dims<b, t>> -> tensor<?x4x?x64xbf16, #graph.dims<b, t>>
  return
}
