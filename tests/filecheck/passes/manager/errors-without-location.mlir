// RUN: not dlc-opt %s --lower-to-loops --allow-unregistered-dialect 2>&1 | filecheck %s

// An op that says nothing of where it is: the op around it does.
// CHECK: errors-without-location.mlir:5:1: error: 'test.unknown' op is not registered, so it has no bufferization
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "test.unknown"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc(unknown)
  return %0 : tensor<4xf32>
}
