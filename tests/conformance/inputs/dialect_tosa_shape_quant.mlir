func.func @tosa(%a: tensor<1x8x8x4xf32>, %w: tensor<16x3x3x4xf32>, %b: tensor<16xf32>, %q: tensor<4xi8>) -> tensor<1x8x8x16xf32> {
  %iz = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.conv2d %a, %w, %b, %iz, %iz {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x16xf32>
  %1 = tosa.clamp %0 {min_val = -1.0 : f32, max_val = 0x7F800000 : f32} : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %s = tosa.const_shape {values = dense<[1, 1024]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.reshape %1, %s : (tensor<1x8x8x16xf32>, !tosa.shape<2>) -> tensor<1x1024xf32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<1x1024xf32>) -> tensor<1x1xf32>
  %4 = tosa.transpose %a {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32>
  %c = "tosa.const"() {values = dense<true> : tensor<i1>} : () -> tensor<i1>
  %5 = tosa.cond_if %c : tensor<i1> -> tensor<1x1xf32> {
    tosa.yield %3 : tensor<1x1xf32>
  } else {
    tosa.yield %3 : tensor<1x1xf32>
  }
  return %1 : tensor<1x8x8x16xf32>
}
// -----
func.func @tosa_cond(%c: tensor<i1>, %x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
    %1 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } else {
    tosa.yield %x : tensor<4xf32>
  }
  %1 = tosa.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.custom %x {operator_name = "op \22q\22", domain_name = "d", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @tosa_custom(%x: tensor<4xf32>, %m: tensor<1x4x4xf32>, %z: tensor<1xf32>) {
  %1 = tosa.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.custom %x {operator_name = "op \22q\22", domain_name = "d", implementation_attrs = ""} : (tensor<4xf32>) -> (tensor<4xf32>)
  %t = "tosa.const"() <{values = dense<[[1, -2], [3, 4]]> : tensor<2x2xi4>}> : () -> tensor<2x2xi4>
  return
}
// -----
func.func @shape(%t: tensor<?x3xf32>, %s: !shape.shape, %z: !shape.size) -> !shape.shape {
  %0 = shape.shape_of %t : tensor<?x3xf32> -> tensor<2xindex>
  %1 = shape.const_shape [1, 2, 3] : !shape.shape
  %2 = shape.broadcast %s, %1 : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.const_size 42
  %4 = shape.concat %1, %2 : !shape.shape, !shape.shape -> !shape.shape
  %w = shape.cstr_broadcastable %s, %1 : !shape.shape, !shape.shape
  %5 = shape.assuming %w -> (!shape.shape) {
    shape.assuming_yield %4 : !shape.shape
  }
  %6 = shape.reduce(%1, %3) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %d: !shape.size, %acc: !shape.size):
    %m = shape.mul %acc, %d : !shape.size, !shape.size -> !shape.size
    shape.yield %m : !shape.size
  }
  %7 = shape.const_witness true
  return %5 : !shape.shape
}
shape.function_library @lib {
  shape.func @same(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping { my.op = @same }
// -----
!q1 = !quant.uniform<i8:f32, 0.01:-5>
!q2 = !quant.uniform<u8<1:254>:f32:1, {0.1:127, 0.2}>
func.func @quant(%f: tensor<4xf32>, %g: tensor<2x2xf32>, %n: tensor<4x!quant.any<i8<-16:7>:f32>>, %k: !quant.calibrated<f32<-0.998:1.232>>, %e: !quant.uniform<i8:f32:{0:2, 1:2}, {{0.1, 0.2}, {0.3:1, 0.4}}>) {
  %0 = quant.qcast %f : tensor<4xf32> to tensor<4x!q1>
  %1 = quant.dcast %0 : tensor<4x!q1> to tensor<4xf32>
  %2 = quant.qcast %g : tensor<2x2xf32> to tensor<2x2x!q2>
  %3 = quant.scast %0 : tensor<4x!q1> to tensor<4xi8>
  return
}
