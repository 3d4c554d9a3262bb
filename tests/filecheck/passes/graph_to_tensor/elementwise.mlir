// RUN: dlc-opt %s --graph-to-tensor | filecheck %s

// An elementwise op is one generic with identity maps; the arguments of its body are what it computes with.

// CHECK-LABEL: func.func @one_generic
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x3xf32>)
//       CHECK:   %[[INIT:.*]] = tensor.empty() : tensor<2x3xf32>
//       CHECK:   %[[R:.*]] = tensor.generic {indexing_maps = [#[[ID:.*]], #[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
//  CHECK-SAME:     ins(%[[X]], %[[Y]] : tensor<2x3xf32>, tensor<2x3xf32>) outs(%[[INIT]] : tensor<2x3xf32>)
//       CHECK:   ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
//  CHECK-NEXT:     %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : f32
//  CHECK-NEXT:     tensor.yield %[[SUM]] : f32
//       CHECK:   return %[[R]]
func.func @one_generic(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = graph.add %x, %y : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @sizes_with_names
//  CHECK-SAME:   (%[[X:.*]]: tensor<4x?xf32> {graph.dims = #graph.dims<n>})
//       CHECK:   %[[N:.*]] = tensor.dim %[[X]], %{{.*}}
//       CHECK:   tensor.empty(%[[N]]) : tensor<4x?xf32>
func.func @sizes_with_names(%x: tensor<4x?xf32, #graph.dims<n>>) -> tensor<4x?xf32, #graph.dims<n>> {
  %r = graph.neg %x : tensor<4x?xf32, #graph.dims<n>>
  return %r : tensor<4x?xf32, #graph.dims<n>>
}

// CHECK-LABEL: func.func @scalar
//       CHECK:   tensor.generic {{.*}}iterator_types = []
//       CHECK:     math.sqrt
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %r = graph.sqrt %x : tensor<f32>
  return %r : tensor<f32>
}

// Arithmetic of half floats is exact enough as it is, functions are computed in f32.
// CHECK-LABEL: func.func @narrow_floats
//       CHECK:   ^bb0(%[[A:.*]]: bf16, %[[B:.*]]: bf16, %{{.*}}: bf16):
//  CHECK-NEXT:     %[[P:.*]] = arith.mulf %[[A]], %[[B]] : bf16
//  CHECK-NEXT:     tensor.yield %[[P]] : bf16
//       CHECK:   ^bb0(%[[C:.*]]: bf16, %{{.*}}: bf16):
//  CHECK-NEXT:     %[[WIDE:.*]] = arith.extf %[[C]] : bf16 to f32
//  CHECK-NEXT:     %[[EXP:.*]] = math.exp %[[WIDE]] : f32
//  CHECK-NEXT:     %[[R:.*]] = arith.truncf %[[EXP]] : f32 to bf16
//  CHECK-NEXT:     tensor.yield %[[R]] : bf16
func.func @narrow_floats(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %p = graph.mul %x, %x : tensor<4xbf16>
  %r = graph.exp %p : tensor<4xbf16>
  return %r : tensor<4xbf16>
}

// No machine adds floats of a byte.
// CHECK-LABEL: func.func @floats_of_a_byte
//       CHECK:     %[[A:.*]] = arith.extf %{{.*}} : f8E4M3FN to f32
//  CHECK-NEXT:     %[[B:.*]] = arith.extf %{{.*}} : f8E4M3FN to f32
//  CHECK-NEXT:     %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : f32
//  CHECK-NEXT:     arith.truncf %[[SUM]] : f32 to f8E4M3FN
func.func @floats_of_a_byte(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %r = graph.add %x, %x : tensor<4xf8E4M3FN>
  return %r : tensor<4xf8E4M3FN>
}

// Types lose their signs, so ops say what is meant.
// CHECK-LABEL: func.func @signs
//  CHECK-SAME:   (%{{.*}}: tensor<4xi8>, %{{.*}}: tensor<4xi8>)
//       CHECK:     arith.maxsi
//       CHECK:     arith.maxui
//       CHECK:     arith.cmpi slt
//       CHECK:     arith.cmpi ult
func.func @signs(%x: tensor<4xi8>, %y: tensor<4xui8>) -> (tensor<4xi8>, tensor<4xui8>, tensor<4xi1>, tensor<4xi1>) {
  %0 = graph.maximum %x, %x : tensor<4xi8>
  %1 = graph.maximum %y, %y : tensor<4xui8>
  %2 = graph.compare <lt> %x, %x : tensor<4xi8>
  %3 = graph.compare <lt> %y, %y : tensor<4xui8>
  return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xui8>, tensor<4xi1>, tensor<4xi1>
}

// The smallest integer over -1 is itself in the graph, and undefined in arith.
// CHECK-LABEL: func.func @signed_division
//       CHECK:   ^bb0(%[[A:.*]]: i8, %[[B:.*]]: i8, %{{.*}}: i8):
//  CHECK-NEXT:     %[[NEGATES:.*]] = arith.cmpi eq, %[[B]], %[[M1:.*]] : i8
//  CHECK-NEXT:     %[[SAFE:.*]] = arith.select %[[NEGATES]], %{{.*}}, %[[B]] : i8
//  CHECK-NEXT:     %[[Q:.*]] = arith.divsi %[[A]], %[[SAFE]] : i8
//  CHECK-NEXT:     %[[NEG:.*]] = arith.subi %{{.*}}, %[[A]] : i8
//  CHECK-NEXT:     arith.select %[[NEGATES]], %[[NEG]], %[[Q]] : i8
func.func @signed_division(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %r = graph.div %x, %y : tensor<4xi8>
  return %r : tensor<4xi8>
}

// Shifts by the width or more are poison in arith.
// CHECK-LABEL: func.func @shift_by_too_much
//       CHECK:     %[[INSIDE:.*]] = arith.cmpi ule, %[[N:.*]], %[[LAST:.*]] : i8
//  CHECK-NEXT:     %[[PLACES:.*]] = arith.minui %[[N]], %[[LAST]] : i8
//  CHECK-NEXT:     %[[MOVED:.*]] = arith.shli %{{.*}}, %[[PLACES]] : i8
//  CHECK-NEXT:     arith.select %[[INSIDE]], %[[MOVED]], %{{.*}} : i8
func.func @shift_by_too_much(%x: tensor<4xi8>, %n: tensor<4xi8>) -> tensor<4xi8> {
  %r = graph.shift_left %x, %n : tensor<4xi8>
  return %r : tensor<4xi8>
}

// CHECK-LABEL: func.func @bounds_that_are_infinite_are_none
//       CHECK:     %[[R:.*]] = arith.minimumf
//  CHECK-NEXT:     tensor.yield %[[R]]
func.func @bounds_that_are_infinite_are_none(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.clamp %x, low = 0xFFF0000000000000, high = 6.0 : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -- Casts -----------------------------------------------------------------------------------------------------------

// What is out of range becomes the bound, NaN becomes 0; the conversion itself sees neither.
// CHECK-LABEL: func.func @saturating_cast
//       CHECK:   ^bb0(%[[X:.*]]: f32, %{{.*}}: i8):
//  CHECK-NEXT:     %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
//  CHECK-NEXT:     %[[NUMBER:.*]] = arith.select %[[NAN]], %{{.*}}, %[[X]] : f32
//  CHECK-NEXT:     %[[LOW:.*]] = arith.cmpf olt, %[[NUMBER]], %[[LEAST:.*]] : f32
//  CHECK-NEXT:     %[[ABOVE:.*]] = arith.select %[[LOW]], %[[LEAST]], %[[NUMBER]] : f32
//  CHECK-NEXT:     %[[HIGH:.*]] = arith.cmpf ogt, %[[ABOVE]], %[[MOST:.*]] : f32
//  CHECK-NEXT:     %[[WITHIN:.*]] = arith.select %[[HIGH]], %[[MOST]], %[[ABOVE]] : f32
//  CHECK-NEXT:     arith.fptosi %[[WITHIN]] : f32 to i8
func.func @saturating_cast(%x: tensor<4xf32>) -> tensor<4xi8> {
  %r = graph.cast %x : tensor<4xf32> -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// The largest i32 is no f32, so it is chosen afterwards.
// CHECK-LABEL: func.func @saturating_cast_to_more_bits
//       CHECK:   ^bb0(%[[X:.*]]: f32, %{{.*}}: i32):
//  CHECK-NEXT:     %[[LOW:.*]] = arith.cmpf olt, %[[X]], %{{.*}} : f32
//  CHECK-NEXT:     %[[HIGH:.*]] = arith.cmpf oge, %[[X]], %{{.*}} : f32
//       CHECK:     %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
//       CHECK:     %[[SAFE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[X]] : f32
//  CHECK-NEXT:     %[[N:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
//  CHECK-NEXT:     %[[BELOW:.*]] = arith.select %[[HIGH]], %{{.*}}, %[[N]] : i32
//  CHECK-NEXT:     arith.select %[[LOW]], %{{.*}}, %[[BELOW]] : i32
func.func @saturating_cast_to_more_bits(%x: tensor<4xf32>) -> tensor<4xi32> {
  %r = graph.cast %x : tensor<4xf32> -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// NaN is -0 in a type without NaN.
// CHECK-LABEL: func.func @cast_to_a_type_without_nan
//       CHECK:   %[[NAN:.*]] = arith.cmpf uno, %[[X:.*]], %[[X]] : f32
//       CHECK:   %[[SAFE:.*]] = arith.select %[[NAN]], %{{.*}}, %[[X]] : f32
//       CHECK:   arith.truncf %[[SAFE]] : f32 to f4E2M1FN
func.func @cast_to_a_type_without_nan(%x: tensor<4xf32>) -> tensor<4xf4E2M1FN> {
  %r = graph.cast %x : tensor<4xf32> -> tensor<4xf4E2M1FN>
  return %r : tensor<4xf4E2M1FN>
}

// CHECK-LABEL: func.func @casts_of_integers
//       CHECK:     arith.extui %{{.*}} : i8 to i32
//       CHECK:     arith.trunci %{{.*}} : i32 to i8
//       CHECK:     arith.uitofp %{{.*}} : i1 to f32
//       CHECK:     arith.cmpf une
func.func @casts_of_integers(%x: tensor<4xui8>, %b: tensor<4xi1>)
    -> (tensor<4xi32>, tensor<4xi8>, tensor<4xf32>, tensor<4xi1>) {
  %0 = graph.cast %x : tensor<4xui8> -> tensor<4xi32>
  %1 = graph.cast %0 : tensor<4xi32> -> tensor<4xi8>
  %2 = graph.cast %b : tensor<4xi1> -> tensor<4xf32>
  %3 = graph.cast %2 : tensor<4xf32> -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi8>, tensor<4xf32>, tensor<4xi1>
}

// Signs are no part of the types below.
// CHECK-LABEL: func.func @casts_of_the_sign_alone
//  CHECK-SAME:   (%[[X:.*]]: tensor<4xi8>)
//  CHECK-NEXT:   return %[[X]], %[[X]]
func.func @casts_of_the_sign_alone(%x: tensor<4xi8>) -> (tensor<4xui8>, tensor<4xui8>) {
  %0 = graph.cast %x : tensor<4xi8> -> tensor<4xui8>
  %1 = graph.bitcast %x : tensor<4xi8> -> tensor<4xui8>
  return %0, %1 : tensor<4xui8>, tensor<4xui8>
}

// -- Activations -----------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @whole_formula_in_one_body
//       CHECK:   tensor.generic
//       CHECK:     %[[SCALED:.*]] = arith.mulf %[[X:.*]], %{{.*}} : f32
//  CHECK-NEXT:     %[[ERF:.*]] = math.erf %[[SCALED]] : f32
//  CHECK-NEXT:     %[[HALF:.*]] = arith.mulf %[[X]], %{{.*}} : f32
//  CHECK-NEXT:     math.fma %[[HALF]], %[[ERF]], %[[HALF]] : f32
//   CHECK-NOT:   tensor.generic
//       CHECK:   return
func.func @whole_formula_in_one_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.gelu <exact> %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

// The exponential of a large number must not become infinite on the way.
// CHECK-LABEL: func.func @stable_softplus
//       CHECK:     %[[ABS:.*]] = math.absf %[[X:.*]] : f32
//  CHECK-NEXT:     %[[NEG:.*]] = arith.negf %[[ABS]] : f32
//  CHECK-NEXT:     %[[EXP:.*]] = math.exp %[[NEG]] : f32
//  CHECK-NEXT:     %[[LOG:.*]] = math.log1p %[[EXP]] : f32
//  CHECK-NEXT:     %[[MAX:.*]] = arith.maximumf %[[X]], %{{.*}} : f32
//  CHECK-NEXT:     arith.addf %[[MAX]], %[[LOG]] : f32
func.func @stable_softplus(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.softplus %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -- Quantization ----------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @quantize_along_an_axis
//       CHECK:   tensor.generic {indexing_maps = [#[[ID:.*]], #[[COLUMN:.*]], #[[COLUMN]], #[[ID]]]
//       CHECK:   ^bb0(%[[X:.*]]: f32, %[[S:.*]]: f32, %[[Z:.*]]: i8, %{{.*}}: i8):
//  CHECK-NEXT:     %[[ZERO:.*]] = arith.uitofp %[[Z]] : i8 to f32
//  CHECK-NEXT:     %[[Q:.*]] = arith.divf %[[X]], %[[S]] : f32
//  CHECK-NEXT:     %[[ROUNDED:.*]] = math.roundeven %[[Q]] : f32
//  CHECK-NEXT:     %[[SUM:.*]] = arith.addf %[[ROUNDED]], %[[ZERO]] : f32
//       CHECK:     arith.maximumf
//       CHECK:     arith.minimumf
//       CHECK:     arith.fptoui %{{.*}} : f32 to i8
func.func @quantize_along_an_axis(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<3xui8>) -> tensor<2x3xui8> {
  %r = graph.quantize %x, %s, %z axis = 1 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xui8> -> tensor<2x3xui8>
  return %r : tensor<2x3xui8>
}

// CHECK-LABEL: func.func @dequantize
//       CHECK:     %[[X:.*]] = arith.extsi %{{.*}} : i8 to i32
//  CHECK-NEXT:     %[[Z:.*]] = arith.extsi %{{.*}} : i8 to i32
//  CHECK-NEXT:     %[[D:.*]] = arith.subi %[[X]], %[[Z]] : i32
//  CHECK-NEXT:     %[[F:.*]] = arith.sitofp %[[D]] : i32 to f32
//  CHECK-NEXT:     arith.mulf %[[F]], %{{.*}} : f32
func.func @dequantize(%x: tensor<4xi8>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<4xf32> {
  %r = graph.dequantize %x, %s, %z : tensor<4xi8>, tensor<f32>, tensor<i8> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -- Random numbers --------------------------------------------------------------------------------------------------

// An element needs nothing but its position and the seed: ten rounds of two products.
// CHECK-LABEL: func.func @random_bits
//           CHECK:   tensor.generic
//           CHECK:     tensor.index 0
//           CHECK:     tensor.index 1
//           CHECK:     arith.index_cast
// CHECK-COUNT-20:     arith.mului_extended
//       CHECK-NOT:     arith.mului_extended
//           CHECK:     tensor.yield %{{.*}} : i32
func.func @random_bits(%seed: tensor<i64>) -> tensor<2x3xi32> {
  %r = graph.random_bits %seed, stream = 0 : tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}
