// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// Forms are those of mlir-opt, which reads this file too. Words of ops that choose a mode are bare, and NaN that is
// handed on is not said.

// CHECK-LABEL: func.func @functions
//       CHECK:   tosa.erf %x : (tensor<4xf32>) -> tensor<4xf32>
//       CHECK:   tosa.abs %x {note = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
func.func @functions(%x: tensor<4xf32>, %i: tensor<4xi32>, %b: tensor<4xi1>, %u: tensor<*xf32>, %z: tensor<1xf32>) {
  %1 = tosa.erf %x : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.ceil %x : (tensor<4xf32>) -> tensor<4xf32>
  %5 = tosa.cos %x : (tensor<4xf32>) -> tensor<4xf32>
  %6 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %7 = tosa.floor %x : (tensor<4xf32>) -> tensor<4xf32>
  %8 = tosa.log %x : (tensor<4xf32>) -> tensor<4xf32>
  %9 = tosa.reciprocal %x : (tensor<4xf32>) -> tensor<4xf32>
  %10 = tosa.rsqrt %x : (tensor<4xf32>) -> tensor<4xf32>
  %11 = tosa.sin %x : (tensor<4xf32>) -> tensor<4xf32>
  %12 = tosa.abs %x {note = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %13 = tosa.abs %u : (tensor<*xf32>) -> tensor<?xf32>
  %14 = tosa.bitwise_not %i : (tensor<4xi32>) -> tensor<4xi32>
  %15 = tosa.clz %i : (tensor<4xi32>) -> tensor<4xi32>
  %16 = tosa.logical_not %b : (tensor<4xi1>) -> tensor<4xi1>
  %17 = tosa.negate %x, %z, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
  %18 = tosa.identity %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @pairs
//       CHECK:   tosa.maximum %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
//       CHECK:   tosa.minimum %x, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
//       CHECK:   tosa.clamp %x {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32, nan_mode = IGNORE}
func.func @pairs(%x: tensor<4xf32>, %y: tensor<1xf32>, %i: tensor<4xi32>, %j: tensor<1xi32>, %b: tensor<4xi1>, %s: tensor<1xi8>) {
  %19 = tosa.add %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %20 = tosa.sub %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %21 = tosa.pow %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %22 = tosa.bitwise_and %i, %j : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %23 = tosa.bitwise_or %i, %j : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %24 = tosa.bitwise_xor %i, %j : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %25 = tosa.intdiv %i, %j : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %26 = tosa.logical_left_shift %i, %j : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %27 = tosa.logical_right_shift %i, %j : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %28 = tosa.arithmetic_right_shift %i, %j {round = true} : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  %29 = tosa.logical_and %b, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %30 = tosa.logical_or %b, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %31 = tosa.logical_xor %b, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %32 = tosa.equal %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
  %33 = tosa.greater %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
  %34 = tosa.greater_equal %x, %y : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
  %35 = tosa.maximum %x, %y {nan_mode = PROPAGATE} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %36 = tosa.minimum %x, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %37 = tosa.mul %i, %i, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  %38 = tosa.select %b, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %39 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  %40 = tosa.clamp %i {min_val = -5 : i32, max_val = 6 : i32} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @reductions
//       CHECK:   tosa.argmax %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2xi32>
func.func @reductions(%x: tensor<2x3xf32>, %b: tensor<2x3xi1>) {
  %41 = tosa.reduce_all %b {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  %42 = tosa.reduce_any %b {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  %43 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %44 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %45 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %46 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %47 = tosa.argmax %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}

// CHECK-LABEL: func.func @windows
//       CHECK:   tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, local_bound = true, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}
//       CHECK:   tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xi8>)
func.func @windows(%x: tensor<1x8x8x3xi8>, %w: tensor<4x3x3x3xi8>, %b: tensor<4xi32>, %z: tensor<1xi8>, %v: tensor<1x4x8x8x3xf32>, %k: tensor<5x1x1x1x3xf32>, %c: tensor<5xf32>, %fz: tensor<1xf32>, %d: tensor<3x3x3x2xi8>, %e: tensor<6xi32>) {
  %48 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, local_bound = true, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
  %49 = tosa.conv3d %v, %k, %c, %fz, %fz {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x8x8x3xf32>, tensor<5x1x1x1x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x8x8x5xf32>
  %50 = tosa.depthwise_conv2d %x, %d, %e, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<3x3x3x2xi8>, tensor<6xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x6xi32>
  %51 = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = i32, out_pad = array<i64: 0, -1, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x17x4xi32>
  %52 = tosa.avg_pool2d %x, %z, %z {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x3xi8>
  %53 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xi8>) -> tensor<1x4x4x3xi8>
  return
}

// CHECK-LABEL: func.func @products
//       CHECK:   tosa.matmul_t_block_scaled %p, %q, %p, %q {block_size = BLOCK_SIZE_32}
func.func @products(%a: tensor<1x2x4xf32>, %b: tensor<1x4x8xf32>, %z: tensor<1xf32>, %p: tensor<1x2x32xf8E4M3FN>, %q: tensor<1x2x1xf8E8M0FNU>) {
  %54 = tosa.matmul %a, %b, %z, %z : (tensor<1x2x4xf32>, tensor<1x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x8xf32>
  %55 = tosa.matmul_t_block_scaled %p, %q, %p, %q {block_size = BLOCK_SIZE_32} : (tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>, tensor<1x2x32xf8E4M3FN>, tensor<1x2x1xf8E8M0FNU>) -> tensor<1x2x2xf32>
  %real, %imag = tosa.fft2d %b, %b {inverse = true} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
  %half, %rest = tosa.rfft2d %b : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
  return
}

// CHECK-LABEL: func.func @movement
//       CHECK:   tosa.resize %i, %s4, %s2, %s2 {mode = NEAREST_NEIGHBOR}
func.func @movement(%x: tensor<2x3xf32>, %z: tensor<1xf32>, %v: tensor<1x4x3xf32>, %p: tensor<1x2xi32>, %n: tensor<1x2x3xf32>, %i: tensor<1x2x2x3xf32>, %q: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) {
  %56 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %57 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %s1 = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %s2 = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s4 = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
  %58 = tosa.reshape %x, %s1 : (tensor<2x3xf32>, !tosa.shape<1>) -> tensor<6xf32>
  %59 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %60 = tosa.reverse %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %61 = tosa.concat %x, %x {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %62 = tosa.pad %x, %s4, %z : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x5xf32>
  %63 = tosa.slice %x, %s2, %s2 : (tensor<2x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1xf32>
  %64 = tosa.tile %x, %s2 : (tensor<2x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  %65 = tosa.gather %v, %p : (tensor<1x4x3xf32>, tensor<1x2xi32>) -> tensor<1x2x3xf32>
  %66 = tosa.scatter %v, %p, %n : (tensor<1x4x3xf32>, tensor<1x2xi32>, tensor<1x2x3xf32>) -> tensor<1x4x3xf32>
  %67 = tosa.resize %i, %s4, %s2, %s2 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x3xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x2x3xf32>
  return
}

// CHECK-LABEL: func.func @integers
//       CHECK:   tosa.rescale %x, %m, %s, %s, %s {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
func.func @integers(%x: tensor<4xi8>, %t: tensor<256xi8>, %m: tensor<1xi32>, %s: tensor<1xi8>, %v: vector<4xi32>, %k: vector<4xi8>, %f: tensor<2x32xf32>) {
  %68 = tosa.cast %x : (tensor<4xi8>) -> tensor<4xf32>
  %69 = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  %70 = tosa.rescale %x, %m, %s, %s, %s {rounding_mode = DOUBLE_ROUND, scale32 = true, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
  %71 = tosa.apply_scale %v, %v, %k {rounding_mode = SINGLE_ROUND} : (vector<4xi32>, vector<4xi32>, vector<4xi8>) -> vector<4xi32>
  %d, %e = tosa.cast_to_block_scaled %f {block_size = BLOCK_SIZE_32} : (tensor<2x32xf32>) -> (tensor<2x32xf8E5M2>, tensor<2x1xf8E8M0FNU>)
  %72 = tosa.cast_from_block_scaled %d, %e {block_size = BLOCK_SIZE_32} : (tensor<2x32xf8E5M2>, tensor<2x1xf8E8M0FNU>) -> tensor<2x32xf32>
  return
}

// CHECK-LABEL: func.func @regions
//       CHECK:   tosa.cond_if %c (%then = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
//  CHECK-NEXT:   ^bb0(%then: tensor<4xf32>):
//       CHECK:   tosa.while_loop (%now = %n) : (tensor<1xi32>) -> tensor<1xi32> {
//       CHECK:   } do {
//  CHECK-NEXT:   ^bb0(%next: tensor<1xi32>):
func.func @regions(%c: tensor<i1>, %x: tensor<4xf32>, %n: tensor<1xi32>) {
  %short = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
    tosa.yield %x : tensor<4xf32>
  } else {
    %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %y : tensor<4xf32>
  }
  %long = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%then: tensor<4xf32>):
    tosa.yield %then : tensor<4xf32>
  } else {
  ^bb0(%otherwise: tensor<4xf32>):
    tosa.yield %otherwise : tensor<4xf32>
  } {note}
  %loop = tosa.while_loop (%now = %n) : (tensor<1xi32>) -> tensor<1xi32> {
    %b = tosa.greater %n, %now : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    tosa.yield %b : tensor<1xi1>
  } do {
  ^bb0(%next: tensor<1xi32>):
    tosa.yield %next : tensor<1xi32>
  } attributes {note}
  %q = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "f"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: tosa.variable @state {note} = dense<0.000000e+00> : tensor<4xf32>
//  CHECK-NEXT: tosa.variable @elsewhere : tensor<?x8xf32>
tosa.variable @state {note} = dense<0.0> : tensor<4xf32>
tosa.variable @elsewhere : tensor<?x8xf32>
func.func @variables(%x: tensor<2x8xf32>) -> tensor<4xf32> {
  %r = tosa.variable_read @state {note} : tensor<4xf32>
  tosa.variable_write @elsewhere {note}, %x : tensor<2x8xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @shapes
//       CHECK:   tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
func.func @shapes(%x: tensor<2x?xf32>, %i: tensor<1xi32>) {
  %none = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %a = tosa.dim %x {axis = 1 : i32} : (tensor<2x?xf32>) -> !tosa.shape<1>
  %ab = tosa.concat_shape %a, %a : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  %part = tosa.slice_shape %ab, %i, %i : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
  %73 = tosa.add_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %74 = tosa.div_ceil_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %75 = tosa.div_floor_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %76 = tosa.max_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %77 = tosa.min_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %78 = tosa.mod_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %79 = tosa.mul_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %80 = tosa.sub_shape %a, %part : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %81 = tosa.exp2_shape %ab : (!tosa.shape<2>) -> !tosa.shape<2>
  %82 = tosa.log2_ceil_shape %ab : (!tosa.shape<2>) -> !tosa.shape<2>
  %83 = tosa.log2_floor_shape %ab : (!tosa.shape<2>) -> !tosa.shape<2>
  return
}

// CHECK-LABEL: func.func private @attributes
//  CHECK-SAME: (tensor<4x!tosa.mxint8>, !tosa.shape<3>)
func.func private @attributes(tensor<4x!tosa.mxint8>, !tosa.shape<3>) attributes {
  modes = [#tosa.resize_mode<BILINEAR>, #tosa.nan_mode<PROPAGATE>, #tosa.rounding_mode<INEXACT_ROUND>, #tosa.block_size<BLOCK_SIZE_32>],
  points = [#tosa.unary_quant<input_zp = 1, output_zp = -2>, #tosa.conv_quant<input_zp = 1, weight_zp = 2>, #tosa.matmul_quant<a_zp = 1, b_zp = 2>, #tosa.pad_quant<input_zp = 3>],
  words = [#tosa.prof<pro_int>, #tosa.ext<int16>, #tosa.level<none>],
  env = #tosa.target_env<specification_version = "1.1.draft", level = "8k", profiles = [pro_int, pro_fp], extensions = [int16, fft]>
}
