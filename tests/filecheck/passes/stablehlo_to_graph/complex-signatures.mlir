// RUN: dlc-opt %s --stablehlo-to-graph | filecheck %s
// A complex argument or result becomes two, each with the attributes of the one and a name of its own.

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%z_real: tensor<4xf32> {dlc.name = "signal.real", test.a}, %z_imag: tensor<4xf32> {dlc.name = "signal.imag", test.a}, %t: tensor<4xf64>)
// CHECK-SAME: -> (tensor<4xf32> {dlc.name = "y.real"}, tensor<4xf32> {dlc.name = "y.imag"}, tensor<4xf64>)
// CHECK: %cst = graph.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: %cst_0 = graph.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK: %[[R:.*]] = graph.add %z_real, %cst : tensor<4xf32>
// CHECK: %[[I:.*]] = graph.add %z_imag, %cst_0 : tensor<4xf32>
// CHECK: return %[[R]], %[[I]], %t : tensor<4xf32>, tensor<4xf32>, tensor<4xf64>
func.func @main(%z: tensor<4xcomplex<f32>> {dlc.name = "signal", test.a}, %t: tensor<4xf64>)
    -> (tensor<4xcomplex<f32>> {dlc.name = "y"}, tensor<4xf64>) {
  %cst = arith.constant dense<(1.0, 2.0)> : tensor<4xcomplex<f32>>
  %y = stablehlo.add %z, %cst : tensor<4xcomplex<f32>>
  return %y, %t : tensor<4xcomplex<f32>>, tensor<4xf64>
}

// A tuple of two tensors of real numbers is none; constants of arith are scalars and tensors.
// CHECK-LABEL: func.func @others
// CHECK-SAME: (%p: tensor<2xf32>, %p_0: tensor<2xf32>, %i: index) -> (tensor<2xf32>, index)
// CHECK: %[[C:.*]] = arith.constant 3 : index
func.func @others(%p: tuple<tensor<2xf32>, tensor<2xf32>>, %i: index) -> (tensor<2xf32>, index) {
  %a = stablehlo.get_tuple_element %p[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %c3 = arith.constant 3 : index
  %j = arith.addi %i, %c3 : index
  return %a, %j : tensor<2xf32>, index
}
