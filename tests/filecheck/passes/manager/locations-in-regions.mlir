// RUN: dlc-opt %s --lower-to-tensor --bufferize --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// Ops in the regions of what an op becomes are located where the op is.

// CHECK-LABEL: func.func @nonzero(
//   CHECK-NOT:   {{^ *(%[0-9]+ = )?(loop|tensor)\..*}}loc(unknown)
func.func @nonzero(%x: tensor<8xi1>) -> tensor<?x1xi64> {
  %r = graph.nonzero %x : tensor<8xi1> -> tensor<?x1xi64>
  return %r : tensor<?x1xi64>
}

// CHECK-LABEL: func.func @pack_with_padding(
//   CHECK-NOT:   {{^ *(%[0-9]+ = )?(loop|tensor)\..*}}loc(unknown)
func.func @pack_with_padding(%t: tensor<7xf32>, %x: f32) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %r = tensor.pack %t padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<7xf32> -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @select_tensors(
//   CHECK-NOT:   {{^ *(%[0-9]+ = )?(loop|tensor)\..*}}loc(unknown)
func.func @select_tensors(%c: i1, %x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %r = arith.select %c, %x, %y : tensor<8xf32>
  return %r : tensor<8xf32>
}

