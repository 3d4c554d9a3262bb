// RUN: dlc-opt %s --bufferize --plan-memory --mlir-pass-statistics 2>&1 | filecheck %s

// CHECK: Bufferize
// CHECK: (S) 2 num-allocations
// CHECK: (S) 1 num-copies
// CHECK: (S) 1 num-in-place
// CHECK: PlanMemory
// CHECK: (S) 2 num-planned
// CHECK: (S) 48 bytes-before
// CHECK: (S) 48 bytes-after
func.func @f(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %b = tensor.insert %x into %a[%i] : tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %y = tensor.extract %f[%i] : tensor<8xf32>
  %z = tensor.extract %b[%i] : tensor<4xf32>
  %s = arith.addf %y, %z : f32
  return %s : f32
}
