// RUN: dlc-opt %s --cf-to-loop --stablehlo-to-graph | filecheck %s

// CHECK-LABEL: func.func @conditional(
//       CHECK:   %[[P:.*]] = tensor.extract %c[]
//       CHECK:   %[[R:.*]] = loop.when %[[P]] -> (tensor<4xf32>) {
//       CHECK:     %[[N:.*]] = graph.neg %x
//       CHECK:     loop.yield %[[N]] : tensor<4xf32>
//       CHECK:   } else {
//       CHECK:     loop.yield %x : tensor<4xf32>
//       CHECK:   return %[[R]]
func.func @conditional(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %p = tensor.extract %c[] : tensor<i1>
  cf.cond_br %p, ^negate, ^end(%x : tensor<4xf32>)
^negate:
  %0 = stablehlo.negate %x : tensor<4xf32>
  cf.br ^end(%0 : tensor<4xf32>)
^end(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}

// A complex tensor is passed as two; a number stays one.
// CHECK-LABEL: func.func @loop(
//       CHECK:   loop.while (%{{.*}} = %{{.*}}, %{{.*}} = %x, %{{.*}} = %x) : (i32, tensor<4xf32>, tensor<4xf32>) -> (i32, tensor<4xf32>, tensor<4xf32>) {
//       CHECK:     arith.cmpi
//       CHECK:     loop.condition
//       CHECK:   } do {
//       CHECK:     graph.add
//       CHECK:     graph.add
//       CHECK:     loop.yield
func.func @loop(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %z = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %z : i32, tensor<4xcomplex<f32>>)
^head(%i: i32, %v: tensor<4xcomplex<f32>>):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^end
^body:
  %w = stablehlo.add %v, %v : tensor<4xcomplex<f32>>
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j, %w : i32, tensor<4xcomplex<f32>>)
^end:
  %r = stablehlo.imag %v : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
