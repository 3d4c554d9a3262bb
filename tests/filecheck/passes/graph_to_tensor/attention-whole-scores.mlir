// RUN: dlc-opt %s --graph-to-tensor="attention=scores" | filecheck %s

// Weights have the type of the values, and their sums are of what they were rounded to.
// CHECK-LABEL: func.func @whole
//   CHECK-NOT: tensor.kernel
//       CHECK: %[[SCORES:.*]] = tensor.contract {{.*}} -> tensor<1x2x20x30xf32>
//       CHECK: math.exp
//       CHECK: arith.truncf %{{.*}} : f32 to f16
//       CHECK: arith.extf
//       CHECK: arith.addf
//       CHECK: tensor.contract
func.func @whole(%q: tensor<2x20x8xf16>, %k: tensor<1x30x8xf16>, %v: tensor<1x30x5xf16>) -> tensor<2x20x5xf16> {
  %r = graph.attention %q, %k, %v : tensor<2x20x8xf16>, tensor<1x30x8xf16>, tensor<1x30x5xf16> -> tensor<2x20x5xf16>
  return %r : tensor<2x20x5xf16>
}

// Scores of all heads would take 4 GiB.
// CHECK-LABEL: func.func @too_many
//       CHECK: tensor.kernel
func.func @too_many(%q: tensor<16x8192x64xf16>, %k: tensor<16x8192x64xf16>) -> tensor<16x8192x64xf16> {
  %r = graph.attention %q, %k, %k : tensor<16x8192x64xf16>, tensor<16x8192x64xf16>, tensor<16x8192x64xf16> -> tensor<16x8192x64xf16>
  return %r : tensor<16x8192x64xf16>
}
