// RUN: dlc-opt %s --cf-to-loop=only-tensors=true | filecheck %s

// CHECK-LABEL: func.func @numbers(
//       CHECK:   cf.cond_br
func.func @numbers(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^next(%x : i32), ^next(%y : i32)
^next(%z: i32):
  return %z : i32
}

// CHECK-LABEL: func.func @tensors(
//       CHECK:   %[[R:.*]] = loop.when %c -> (tensor<4xf32>) {
//       CHECK:   return %[[R]]
func.func @tensors(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^next(%x : tensor<4xf32>), ^next(%y : tensor<4xf32>)
^next(%z: tensor<4xf32>):
  return %z : tensor<4xf32>
}
