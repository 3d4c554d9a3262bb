// RUN: dlc-opt %s --infer-shapes --verify-diagnostics --split-input-file

func.func @numbers_that_differ(%x: tensor<4x3xf32>, %y: tensor<5x3xf32>) {
  %a = graph.with_shape %x : tensor<4x3xf32> -> tensor<?x?xf32>
  %b = graph.with_shape %y : tensor<5x3xf32> -> tensor<?x?xf32>
  // expected-error @+1 {{'graph.add' op operands must have the same shape, but got 4x3 and 5x3}}
  %c = graph.add %a, %b : tensor<?x?xf32>
  return
}
