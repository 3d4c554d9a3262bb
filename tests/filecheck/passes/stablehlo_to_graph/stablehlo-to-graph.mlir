// RUN: dlc-opt %s --stablehlo-to-graph | filecheck %s

// CHECK-LABEL: func.func @ops_become_graph_ops
// CHECK:         %0 = graph.contract %x, %w
// CHECK:         %1 = graph.tanh %0
// CHECK:         return %1
func.func @ops_become_graph_ops(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.tanh %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @functions_in_regions_are_recognized
// CHECK:         graph.reduce <max> %x, [1]
func.func @functions_in_regions_are_recognized(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @calls_are_inlined
// CHECK-NEXT:    graph.neg %x
// CHECK-NEXT:    return
func.func @calls_are_inlined(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @negated(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-NOT: @negated
func.func private @negated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Integers that stand for numbers in one way are moved as they are; others become numbers first, and integers again.
// CHECK-LABEL: func.func @quantized(
//  CHECK-SAME:     %x: tensor<2xui8>, %y: tensor<2xi8>) -> tensor<4xi8> {
//  CHECK-NEXT:   %r = graph.reverse %x, [0]
//  CHECK-DAG:    %[[X:.*]] = graph.dequantize %r, {{.*}} : tensor<2xui8>, tensor<f32>, tensor<ui8> -> tensor<2xf32>
//  CHECK-DAG:    %[[Y:.*]] = graph.dequantize %y, {{.*}} axis = 0 : tensor<2xi8>, tensor<2xf32>, tensor<2xi8> -> tensor<2xf32>
//       CHECK:   %[[JOINED:.*]] = graph.concat %[[X]], %[[Y]]
//       CHECK:   %c = graph.quantize %[[JOINED]],
func.func @quantized(
  %x: tensor<2x!quant.uniform<u8:f32, 0.5:128>>, %y: tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25}>>
) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %r = stablehlo.reverse %x, dims = [0] : tensor<2x!quant.uniform<u8:f32, 0.5:128>>
  %c = stablehlo.concatenate %r, %y, dim = 0
    : (tensor<2x!quant.uniform<u8:f32, 0.5:128>>, tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25}>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %c : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// The neighbor is found in the shape of both operands.
// CHECK-LABEL: func.func @broadcast_next_after(
//   CHECK-DAG:   %[[X:.*]] = graph.broadcast %x, [0]
//   CHECK-DAG:   %[[Y:.*]] = graph.broadcast %y, []
//       CHECK:   graph.bitcast %[[X]] : tensor<4xf32> -> tensor<4xi32>
//       CHECK:   graph.compare <lt> %[[X]], %[[Y]]
func.func @broadcast_next_after(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> {
  %r = chlo.broadcast_next_after %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_complex(
//   CHECK-DAG:   %[[X:.*]] = graph.broadcast %x, [0]
//   CHECK-DAG:   %[[Y:.*]] = graph.broadcast %y, []
//       CHECK:   return %[[X]], %[[Y]]
func.func @broadcast_complex(%x: tensor<4xf32>, %y: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = chlo.broadcast_complex %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
  %real = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %imag = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %real, %imag : tensor<4xf32>, tensor<4xf32>
}

// Ops of other dialects stay.
// CHECK-LABEL: func.func @others(
//  CHECK-SAME:   %[[X:.*]]: tensor<4xf32>, %[[N:.*]]: index)
//       CHECK:   %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<4xf32>
//       CHECK:   %[[Y:.*]] = graph.mul %[[X]], %[[C]] : tensor<4xf32>
//       CHECK:   %[[F:.*]] = tensor.generic
//       CHECK:   %[[E:.*]] = tensor.extract %[[F]][%[[N]]]
//       CHECK:   %[[T:.*]] = tensor.from_elements %[[E]]
//       CHECK:   graph.tanh %[[T]] : tensor<1xf32>
func.func @others(%x: tensor<4xf32>, %n: index) -> tensor<1xf32> {
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %y = stablehlo.multiply %x, %c : tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %f = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%y : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %a : f32
    tensor.yield %s : f32
  } -> tensor<4xf32>
  %e = tensor.extract %f[%n] : tensor<4xf32>
  %t = tensor.from_elements %e : tensor<1xf32>
  %r = stablehlo.tanh %t : tensor<1xf32>
  return %r : tensor<1xf32>
}

// A function without ops of StableHLO may have several blocks.
// CHECK-LABEL: func.func @blocks(
//       CHECK:   cf.br
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end(%x : tensor<4xf32>)
^end(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

// Tokens are nothing: a function takes and returns none.
// CHECK-LABEL: func.func @tokens(
//  CHECK-SAME:   %[[X:.*]]: tensor<2xf32>) -> tensor<2xf32> {
//       CHECK:   return %[[X]]
func.func @tokens(%t: !stablehlo.token, %x: tensor<2xf32>) -> (!stablehlo.token, tensor<2xf32>) {
  %u = stablehlo.after_all %t : !stablehlo.token
  return %u, %x : !stablehlo.token, tensor<2xf32>
}
