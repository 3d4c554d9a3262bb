// RUN: dlc-opt %s | dlc-opt | filecheck %s

// Limits and zero points are shown only where they are not the usual ones, signed and unsigned integers by one letter.

// CHECK-LABEL: func.func private @types
//  CHECK-SAME: (!quant.any<i8>, !quant.any<i8<-127:127>:f32>, !quant.any<u8>)
func.func private @types(!quant.any<si8<-128:127>>, !quant.any<i8<-127:127>:f32>, !quant.any<ui8>)

// CHECK-LABEL: func.func private @calibrated
//  CHECK-SAME: (!quant.calibrated<f32<-0.998:1.250000e+00>>)
func.func private @calibrated(!quant.calibrated<f32<-0.998:1.25>>)

// CHECK-LABEL: func.func private @one_scale
//  CHECK-SAME: (!quant.uniform<u8:f32, 0.0031372549019607842:128>, !quant.uniform<i4<-7:7>:bf16, 5.000000e-01>)
func.func private @one_scale(!quant.uniform<u8:f32, 0.0031372549019607842:128>, !quant.uniform<i4<-7:7>:bf16, 0.5:0>)

// CHECK-LABEL: func.func private @by_axis
//  CHECK-SAME: (tensor<?x2x!quant.uniform<i8:f32:1, {1.000000e-01:-3,2.000000e+00}>>)
func.func private @by_axis(tensor<?x2x!quant.uniform<i8:f32:1, {0.1:-3, 2.0:0}>>)

// Scales of blocks are numbers of the expressed type, and zero points signed integers.

// CHECK-LABEL: func.func private @by_block
//  CHECK-SAME: (tensor<2x4x!quant.uniform<u8:f16:{0:1, 1:2}, {{[{][{]}}9.997550e-02:-56, 2.000000e+00}, {3.000000e+00:-4, 4.000000e+00}}>>)
func.func private @by_block(tensor<2x4x!quant.uniform<u8:f16:{0:1, 1:2}, {{0.1:200, 2.0}, {3.0:-4, 4.0:0}}>>)

// CHECK-LABEL: func.func @casts
// CHECK-NEXT:   %q = quant.qcast %x {note} : tensor<3x2xf32> to tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e-01,3.000000e-01:2}>>
// CHECK-NEXT:   %y = quant.dcast %q : tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e-01,3.000000e-01:2}>> to tensor<3x2xf32>
// CHECK-NEXT:   %i = quant.scast %q : tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e-01,3.000000e-01:2}>> to tensor<3x2xi8>
// CHECK-NEXT:   %s = quant.qcast %n : f32 to !quant.uniform<u8:f32, 5.000000e-01:128>
// CHECK-NEXT:   %u = quant.scast %k : tensor<*xi8> to tensor<*x!quant.uniform<i8:f32, 5.000000e-01>>
func.func @casts(%x: tensor<3x2xf32>, %n: f32, %k: tensor<*xi8>) -> tensor<3x2xf32> {
  %q = quant.qcast %x {note} : tensor<3x2xf32> to tensor<3x2x!quant.uniform<i8:f32:1, {0.1, 0.3:2}>>
  %y = quant.dcast %q : tensor<3x2x!quant.uniform<i8:f32:1, {0.1, 0.3:2}>> to tensor<3x2xf32>
  %i = quant.scast %q : tensor<3x2x!quant.uniform<i8:f32:1, {0.1, 0.3:2}>> to tensor<3x2xi8>
  %s = quant.qcast %n : f32 to !quant.uniform<u8:f32, 0.5:128>
  %u = quant.scast %k : tensor<*xi8> to tensor<*x!quant.uniform<i8:f32, 0.5>>
  return %y : tensor<3x2xf32>
}
