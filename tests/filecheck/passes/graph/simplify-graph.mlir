// RUN: dlc-opt %s --simplify-graph --fold-constants --split-input-file | filecheck %s
// RUN: dlc-opt %s --simplify-graph=reassociate=true --fold-constants --split-input-file | filecheck %s --check-prefix=ROUND

// CHECK-LABEL: func.func @chains_with_constants(
//       CHECK:   graph.constant dense<2> : tensor<2xi32>
//       CHECK:   graph.sub
//       CHECK:   graph.constant dense<12>
//       CHECK:   graph.mul
//       CHECK:   graph.constant dense<7>
//       CHECK:   graph.maximum
//       CHECK:   return
func.func @chains_with_constants(%x: tensor<2xi32>) -> tensor<2xi32> {
  %a = graph.constant dense<3> : tensor<2xi32>
  %b = graph.constant dense<5> : tensor<2xi32>
  %c = graph.constant dense<4> : tensor<2xi32>
  %d = graph.constant dense<7> : tensor<2xi32>
  %0 = graph.add %x, %a : tensor<2xi32>
  %1 = graph.sub %b, %0 : tensor<2xi32>
  %2 = graph.mul %1, %a : tensor<2xi32>
  %3 = graph.mul %2, %c : tensor<2xi32>
  %4 = graph.maximum %3, %b : tensor<2xi32>
  %5 = graph.maximum %4, %d : tensor<2xi32>
  return %5 : tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @floats_round_each_time(
//       CHECK:   graph.add
//       CHECK:   graph.add
//       CHECK:   graph.mul
//       CHECK:   graph.mul
// ROUND-LABEL: func.func @floats_round_each_time(
//       ROUND:   graph.constant dense<8.000000e+00> : tensor<2xf32>
//       ROUND:   graph.add
//       ROUND:   graph.constant dense<1.500000e+01>
//       ROUND:   graph.mul
//  ROUND-NEXT:   return
func.func @floats_round_each_time(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = graph.constant dense<3.0> : tensor<2xf32>
  %b = graph.constant dense<5.0> : tensor<2xf32>
  %0 = graph.add %x, %a : tensor<2xf32>
  %1 = graph.add %0, %b : tensor<2xf32>
  %2 = graph.mul %1, %a : tensor<2xf32>
  %3 = graph.mul %2, %b : tensor<2xf32>
  return %3 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @constants_are_combined_before_they_are_repeated(
//       CHECK:   %[[C:.*]] = graph.constant dense<[5, 6]> : tensor<2xi32>
//       CHECK:   %[[WIDE:.*]] = graph.broadcast %[[C]], [1]
//       CHECK:   graph.add %{{.*}}, %[[WIDE]]
func.func @constants_are_combined_before_they_are_repeated(%x: tensor<?x2xi32, #graph.dims<n>>) -> tensor<?x2xi32, #graph.dims<n>> {
  %a = graph.constant dense<[1, 2]> : tensor<2xi32>
  %b = graph.constant dense<4> : tensor<i32>
  %wide_a = graph.broadcast %a, [1] : tensor<2xi32> -> tensor<?x2xi32, #graph.dims<n>>
  %wide_b = graph.broadcast %b, [] : tensor<i32> -> tensor<?x2xi32, #graph.dims<n>>
  %0 = graph.add %x, %wide_a : tensor<?x2xi32, #graph.dims<n>>
  %1 = graph.add %0, %wide_b : tensor<?x2xi32, #graph.dims<n>>
  return %1 : tensor<?x2xi32, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @common_factors(
//       CHECK:   %[[SUM:.*]] = graph.sub %arg1, %arg2 : tensor<2xi32>
//       CHECK:   graph.mul %arg0, %[[SUM]] : tensor<2xi32>
//       CHECK:   graph.mul
//       CHECK:   graph.mul
// ROUND-LABEL: func.func @common_factors(
//       ROUND:   %[[SUM:.*]] = graph.add %arg4, %arg5 : tensor<2xf32>
//       ROUND:   graph.mul %arg3, %[[SUM]] : tensor<2xf32>
func.func @common_factors(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi32>, %arg3: tensor<2xf32>, %arg4: tensor<2xf32>, %arg5: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>) {
  %0 = graph.mul %arg0, %arg1 : tensor<2xi32>
  %1 = graph.mul %arg2, %arg0 : tensor<2xi32>
  %2 = graph.sub %0, %1 : tensor<2xi32>
  %3 = graph.mul %arg3, %arg4 : tensor<2xf32>
  %4 = graph.mul %arg3, %arg5 : tensor<2xf32>
  %5 = graph.add %3, %4 : tensor<2xf32>
  return %2, %5 : tensor<2xi32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @unsigned_division_by_powers_of_two(
//       CHECK:   graph.constant dense<3>
//       CHECK:   graph.shift_right
//       CHECK:   graph.constant dense<7>
//       CHECK:   graph.and
//       CHECK:   graph.div %arg1
func.func @unsigned_division_by_powers_of_two(%arg0: tensor<2xui8>, %arg1: tensor<2xi8>) -> (tensor<2xui8>, tensor<2xui8>, tensor<2xi8>) {
  %a = graph.constant dense<8> : tensor<2xui8>
  %b = graph.constant dense<8> : tensor<2xi8>
  %0 = graph.div %arg0, %a : tensor<2xui8>
  %1 = graph.rem %arg0, %a : tensor<2xui8>
  %2 = graph.div %arg1, %b : tensor<2xi8>
  return %0, %1, %2 : tensor<2xui8>, tensor<2xui8>, tensor<2xi8>
}

// -----

// CHECK-LABEL: func.func @divisions_and_powers(
//       CHECK:   graph.div
//       CHECK:   graph.div
//       CHECK:   graph.pow
//       CHECK:   graph.pow
// ROUND-LABEL: func.func @divisions_and_powers(
//       ROUND:   graph.mul
//       ROUND:   graph.rsqrt
//       ROUND:   graph.mul
//       ROUND:   %[[IS:.*]] = graph.compare <eq> %arg0
//       ROUND:   %[[SUM:.*]] = graph.add %arg0
//       ROUND:   %[[ROOT:.*]] = graph.sqrt %[[SUM]]
//       ROUND:   graph.select %[[IS]], %{{.*}}, %[[ROOT]]
//       ROUND:   graph.mul
//       ROUND:   graph.mul
//   ROUND-NOT:   graph.pow
//   ROUND-NOT:   graph.div
func.func @divisions_and_powers(%arg0: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %three = graph.constant dense<3.0> : tensor<3x2xf32>
  %half = graph.constant dense<0.5> : tensor<3x2xf32>
  %0 = graph.div %arg0, %three : tensor<3x2xf32>
  %1 = graph.sqrt %arg0 : tensor<3x2xf32>
  %2 = graph.div %0, %1 : tensor<3x2xf32>
  %3 = graph.pow %arg0, %half : tensor<3x2xf32>
  %4 = graph.pow %arg0, %three : tensor<3x2xf32>
  return %2, %3, %4 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// Powers of whole numbers up to 12 are products of squares, of f16 the third one only; of integers that is exact.

// CHECK-LABEL: func.func @whole_powers(
//       CHECK:   %[[S:.*]] = graph.mul %arg2, %arg2
//       CHECK:   %[[F:.*]] = graph.mul %[[S]], %[[S]]
//       CHECK:   graph.mul %[[F]], %arg2
//       CHECK:   graph.pow
//       CHECK:   graph.pow
//       CHECK:   graph.pow
//       CHECK:   graph.pow
// ROUND-LABEL: func.func @whole_powers(
//       ROUND:   %[[THIRTEEN:.*]] = graph.constant dense<1.3
//       ROUND:   %[[FOUR:.*]] = graph.constant dense<4.0{{.*}}xf16>
//       ROUND:   %[[SQUARE:.*]] = graph.mul %arg0, %arg0
//       ROUND:   %[[FOURTH:.*]] = graph.mul %[[SQUARE]], %[[SQUARE]]
//       ROUND:   graph.mul %[[FOURTH]], %{{.*}} : tensor<2xf32>
//       ROUND:   %[[CUBE:.*]] = graph.mul %{{[0-9]+}}, %arg0 : tensor<2xf32>
//       ROUND:   graph.reciprocal %[[CUBE]]
//       ROUND:   graph.pow %arg0, %[[THIRTEEN]]
//       ROUND:   graph.pow %arg1, %[[FOUR]]
func.func @whole_powers(%arg0: tensor<2xf32>, %arg1: tensor<2xf16>, %arg2: tensor<2xi8>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf16>, tensor<2xi8>) {
  %six = graph.constant dense<6.0> : tensor<2xf32>
  %minus_three = graph.constant dense<-3.0> : tensor<2xf32>
  %thirteen = graph.constant dense<13.0> : tensor<2xf32>
  %four = graph.constant dense<4.0> : tensor<2xf16>
  %five = graph.constant dense<5> : tensor<2xi8>
  %4 = graph.pow %arg2, %five : tensor<2xi8>
  %0 = graph.pow %arg0, %six : tensor<2xf32>
  %1 = graph.pow %arg0, %minus_three : tensor<2xf32>
  %2 = graph.pow %arg0, %thirteen : tensor<2xf32>
  %3 = graph.pow %arg1, %four : tensor<2xf16>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf16>, tensor<2xi8>
}

// -----

// A quotient that is rounded to a whole number stays one: an error of its last place could become a whole step.

// ROUND-LABEL: func.func @rounded_quotients(
//       ROUND:   %[[Q:.*]] = graph.div %arg0
//       ROUND:   graph.round %[[Q]]
//       ROUND:   %[[P:.*]] = graph.div %arg0
//       ROUND:   graph.cast %[[P]]
//   ROUND-NOT:   graph.div
func.func @rounded_quotients(%arg0: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf64>) {
  %three = graph.constant dense<3.0> : tensor<3x2xf32>
  %five = graph.constant dense<5.0> : tensor<3x2xf32>
  %seven = graph.constant dense<7.0> : tensor<3x2xf32>
  %0 = graph.div %arg0, %three : tensor<3x2xf32>
  %1 = graph.round %0 : tensor<3x2xf32>
  %2 = graph.div %arg0, %five : tensor<3x2xf32>
  %3 = graph.cast %2 : tensor<3x2xf32> -> tensor<3x2xi32>
  %4 = graph.div %arg0, %seven : tensor<3x2xf32>
  %5 = graph.cast %4 : tensor<3x2xf32> -> tensor<3x2xf64>
  return %1, %3, %5 : tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf64>
}

// -----

// ROUND-LABEL: func.func @powers_of_what_is_never_negative(
//       ROUND:   %[[SQUARE:.*]] = graph.mul %arg0, %arg0
//       ROUND:   %[[MEAN:.*]] = graph.reduce <mean> %[[SQUARE]]
//       ROUND:   graph.rsqrt %[[MEAN]]
//  ROUND-NEXT:   return
func.func @powers_of_what_is_never_negative(%arg0: tensor<3x2xf32>) -> tensor<3xf32> {
  %power = graph.constant dense<-0.5> : tensor<3xf32>
  %0 = graph.mul %arg0, %arg0 : tensor<3x2xf32>
  %1 = graph.reduce <mean> %0, [1] : tensor<3x2xf32> -> tensor<3xf32>
  %2 = graph.pow %1, %power : tensor<3xf32>
  return %2 : tensor<3xf32>
}

// -----

// The inverse of 1e-5 is infinite in f16, that of 6e4 is subnormal, and nothing is known of an argument.
// ROUND-LABEL: func.func @divisions_whose_inverse_is_not_normal(
//   ROUND-NOT:   graph.reciprocal
//   ROUND-NOT:   graph.mul
//       ROUND:   return
func.func @divisions_whose_inverse_is_not_normal(%arg0: tensor<3x2xf16>, %arg1: tensor<2xf16>) -> (tensor<3x2xf16>, tensor<3x2xf16>) {
  %small = graph.constant dense<1.0e-5> : tensor<3x2xf16>
  %channels = graph.constant dense<[3.0, 6.0e4]> : tensor<2xf16>
  %large = graph.broadcast %channels, [1] : tensor<2xf16> -> tensor<3x2xf16>
  %wide = graph.broadcast %arg1, [1] : tensor<2xf16> -> tensor<3x2xf16>
  %0 = graph.div %arg0, %small : tensor<3x2xf16>
  %1 = graph.div %0, %large : tensor<3x2xf16>
  %2 = graph.div %arg0, %wide : tensor<3x2xf16>
  return %1, %2 : tensor<3x2xf16>, tensor<3x2xf16>
}

// -----

// CHECK-LABEL: func.func @broadcasts_move_behind(
//       CHECK:   %[[ONE:.*]] = graph.constant dense<1.000000e+00> : tensor<2xf32>
//       CHECK:   %[[SUM:.*]] = graph.add %arg0, %[[ONE]] : tensor<2xf32>
//       CHECK:   %[[PRODUCT:.*]] = graph.mul %[[SUM]], %arg1 : tensor<2xf32>
//       CHECK:   graph.broadcast %[[PRODUCT]], [1] : tensor<2xf32> -> tensor<3x2xf32>
//  CHECK-NEXT:   return
func.func @broadcasts_move_behind(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<3x2xf32> {
  %one = graph.constant dense<1.0> : tensor<3x2xf32>
  %a = graph.broadcast %arg0, [1] : tensor<2xf32> -> tensor<3x2xf32>
  %b = graph.broadcast %arg1, [1] : tensor<2xf32> -> tensor<3x2xf32>
  %0 = graph.add %a, %one : tensor<3x2xf32>
  %1 = graph.mul %0, %b : tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @broadcasts_of_other_dimensions_stay(
//       CHECK:   graph.add %{{.*}}, %{{.*}} : tensor<2x2xf32>
func.func @broadcasts_of_other_dimensions_stay(%x: tensor<2xf32>) -> tensor<2x2xf32> {
  %a = graph.broadcast %x, [1] : tensor<2xf32> -> tensor<2x2xf32>
  %b = graph.broadcast %x, [0] : tensor<2xf32> -> tensor<2x2xf32>
  %0 = graph.add %a, %b : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @reductions_of_what_is_repeated(
//       CHECK:   graph.reduce <sum>
//       CHECK:   %[[MAX:.*]] = graph.broadcast %{{.*}}, [0, 1] : tensor<2x1xf32> -> tensor<2x1xf32>
//       CHECK:   %[[INTEGER:.*]] = graph.mul %arg1
//       CHECK:   graph.reshape %[[INTEGER]] : tensor<2x1xi8> -> tensor<2xi8>
// ROUND-LABEL: func.func @reductions_of_what_is_repeated(
//       ROUND:   %[[FOUR:.*]] = graph.constant dense<4.000000e+00> : tensor<2x1xf32>
//       ROUND:   %[[TIMES:.*]] = graph.mul %arg0, %[[FOUR]]
//       ROUND:   %[[SUM:.*]] = graph.reshape %[[TIMES]] : tensor<2x1xf32> -> tensor<2xf32>
func.func @reductions_of_what_is_repeated(%arg0: tensor<2x1xf32>, %arg1: tensor<2x1xi8>) -> (tensor<2xf32>, tensor<2x1xf32>, tensor<2xi8>) {
  %a = graph.broadcast %arg0, [0, 1] : tensor<2x1xf32> -> tensor<2x4xf32>
  %b = graph.broadcast %arg1, [0, 1] : tensor<2x1xi8> -> tensor<2x400xi8>
  %sum = graph.reduce <sum> %a, [1] : tensor<2x4xf32> -> tensor<2xf32>
  %max = graph.reduce <max> %a, [1] keep_dims : tensor<2x4xf32> -> tensor<2x1xf32>
  %integer = graph.reduce <sum> %b, [1] : tensor<2x400xi8> -> tensor<2xi8>
  return %sum, %max, %integer : tensor<2xf32>, tensor<2x1xf32>, tensor<2xi8>
}

// -----

// f16 has no 70000, nor 2049.
// ROUND-LABEL: func.func @sums_of_more_elements_than_the_type_can_count(
//       ROUND:   graph.reduce <sum>
//       ROUND:   graph.reduce <sum>
func.func @sums_of_more_elements_than_the_type_can_count(%arg0: tensor<f16>) -> (tensor<f16>, tensor<f16>) {
  %a = graph.broadcast %arg0, [] : tensor<f16> -> tensor<70000xf16>
  %b = graph.broadcast %arg0, [] : tensor<f16> -> tensor<2049xf16>
  %0 = graph.reduce <sum> %a, [0] : tensor<70000xf16> -> tensor<f16>
  %1 = graph.reduce <sum> %b, [0] : tensor<2049xf16> -> tensor<f16>
  return %0, %1 : tensor<f16>, tensor<f16>
}

// -----

// ROUND-LABEL: func.func @sums_of_sums(
//       ROUND:   graph.reduce <sum> %{{.*}}, [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
func.func @sums_of_sums(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %a = graph.reduce <sum> %x, [2] : tensor<2x3x4xf32> -> tensor<2x3xf32>
  %b = graph.reduce <sum> %a, [0] : tensor<2x3xf32> -> tensor<3xf32>
  return %b : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @slices_take_what_they_need(
//       CHECK:   %[[A:.*]] = graph.slice %arg0, [1] to [3] step [1]
//       CHECK:   graph.concat %[[A]], %arg1 along 0
func.func @slices_take_what_they_need(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
  %a = graph.concat %arg0, %arg1, %arg2 along 0 : tensor<3xf32>, tensor<2xf32>, tensor<4xf32> -> tensor<9xf32>
  %b = graph.slice %a, [1] to [5] step [1] : tensor<9xf32> -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// Where all users of a concat take slices, nobody needs it as a whole. A copy of one does.
//
// CHECK-LABEL: func.func @slices_of_what_is_never_whole(
//       CHECK:   %[[A:.*]] = graph.slice %arg0, [0, 1] to [3, 2] step [1, 1]
//       CHECK:   %[[B:.*]] = graph.slice %arg1, [0, 1] to [2, 2] step [1, 1]
//       CHECK:   %[[C:.*]] = graph.concat %[[A]], %[[B]] along 0
//       CHECK:   %[[D:.*]] = graph.slice %arg0, [1, 0] to [3, 2] step [1, 1]
//       CHECK:   %[[E:.*]] = graph.concat %[[D]], %arg1 along 0
//       CHECK:   return %[[C]], %[[E]]
func.func @slices_of_what_is_never_whole(%arg0: tensor<3x2xf32>, %arg1: tensor<2x2xf32>)
    -> (tensor<5x1xf32>, tensor<4x2xf32>) {
  %a = graph.concat %arg0, %arg1 along 0 : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<5x2xf32>
  %b = graph.slice %a, [0, 1] to [5, 2] step [1, 1] : tensor<5x2xf32> -> tensor<5x1xf32>
  %c = graph.slice %a, [1, 0] to [5, 2] step [1, 1] : tensor<5x2xf32> -> tensor<4x2xf32>
  return %b, %c : tensor<5x1xf32>, tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @slices_of_what_is_whole_as_well(
//       CHECK:   %[[A:.*]] = graph.concat %arg0, %arg1 along 0
//       CHECK:   graph.slice %[[A]], [1] to [5] step [1]
func.func @slices_of_what_is_whole_as_well(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>) -> (tensor<5xf32>, tensor<4xf32>) {
  %a = graph.concat %arg0, %arg1 along 0 : tensor<3xf32>, tensor<2xf32> -> tensor<5xf32>
  %b = graph.slice %a, [1] to [5] step [1] : tensor<5xf32> -> tensor<4xf32>
  return %a, %b : tensor<5xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @gathers_at_even_distances(
//       CHECK:   %[[A:.*]] = graph.slice %arg0, [1, 0] to [6, ?] step [2, 1] : tensor<8x2xf32> -> tensor<3x2xf32>
//       CHECK:   graph.reverse %[[A]], [0]
//       CHECK:   graph.gather
func.func @gathers_at_even_distances(%arg0: tensor<8x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %i = graph.constant dense<[5, 3, 1]> : tensor<3xi64>
  %j = graph.constant dense<[5, 3, 2]> : tensor<3xi64>
  %a = graph.gather %arg0[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1, slice_sizes = [1, ?] : tensor<8x2xf32>, tensor<3xi64> -> tensor<3x2xf32>
  %b = graph.gather %arg0[%j], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1, slice_sizes = [1, ?] : tensor<8x2xf32>, tensor<3xi64> -> tensor<3x2xf32>
  return %a, %b : tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @pads_of_windows(
//       CHECK:   graph.pad
//       CHECK:   graph.convolution %{{.*}}, %arg1, <NWC x OIW -> NWC> pad_low [0] pad_high [1]
//       CHECK:   graph.pool <max> %arg0, [1] window [2] pad_low [1] pad_high [2]
//       CHECK:   graph.pool <average> %arg0, [1] window [2] pad_low [1] pad_high [2] count_padding
//       CHECK:   graph.pool <sum> %arg0, [1] window [2] pad_low [1] pad_high [2]
//  CHECK-NEXT:   return
// ROUND-LABEL: func.func @pads_of_windows(
//       ROUND:   graph.convolution %arg0, %arg1, <NWC x OIW -> NWC> pad_low [1] pad_high [3]
func.func @pads_of_windows(%arg0: tensor<1x6x1xf32>, %arg1: tensor<1x1x3xf32>)
    -> (tensor<1x8x1xf32>, tensor<1x8x1xf32>, tensor<1x8x1xf32>, tensor<1x8x1xf32>) {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %least = graph.constant dense<0xFF800000> : tensor<f32>
  %a = graph.pad <constant> %arg0, value %zero, low [0, 1, 0] high [0, 2, 0] interior [0, 0, 0]
    : tensor<1x6x1xf32>, tensor<f32> -> tensor<1x9x1xf32>
  %b = graph.pad <constant> %arg0, value %least, low [0, 1, 0] high [0, 2, 0] interior [0, 0, 0]
    : tensor<1x6x1xf32>, tensor<f32> -> tensor<1x9x1xf32>
  %0 = graph.convolution %a, %arg1, <NWC x OIW -> NWC> pad_low [0] pad_high [1]
    : tensor<1x9x1xf32>, tensor<1x1x3xf32> -> tensor<1x8x1xf32>
  %1 = graph.pool <max> %b, [1] window [2] : tensor<1x9x1xf32> -> tensor<1x8x1xf32>
  %2 = graph.pool <average> %a, [1] window [2] : tensor<1x9x1xf32> -> tensor<1x8x1xf32>
  %3 = graph.pool <sum> %a, [1] window [2] : tensor<1x9x1xf32> -> tensor<1x8x1xf32>
  return %0, %1, %2, %3 : tensor<1x8x1xf32>, tensor<1x8x1xf32>, tensor<1x8x1xf32>, tensor<1x8x1xf32>
}

// -----

// CHECK-LABEL: func.func @padding_that_counts_stays(
//       CHECK:   %[[A:.*]] = graph.pad
//       CHECK:   graph.pool <max> %[[A]]
func.func @padding_that_counts_stays(%arg0: tensor<1x6x1xf32>) -> tensor<1x8x1xf32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %a = graph.pad <constant> %arg0, value %zero, low [0, 1, 0] high [0, 2, 0] interior [0, 0, 0]
    : tensor<1x6x1xf32>, tensor<f32> -> tensor<1x9x1xf32>
  %r = graph.pool <max> %a, [1] window [2] : tensor<1x9x1xf32> -> tensor<1x8x1xf32>
  return %r : tensor<1x8x1xf32>
}

// -----

// CHECK-LABEL: func.func @transposed_products(
//       CHECK:   graph.contract %arg1, %arg0, batch = [] x [], contracting = [0] x [1] : tensor<3x4xf32>, tensor<2x3xf32> -> tensor<4x2xf32>
//  CHECK-NEXT:   return
func.func @transposed_products(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> tensor<4x2xf32> {
  %a = graph.contract %arg0, %arg1, batch = [] x [], contracting = [1] x [0]
    : tensor<2x3xf32>, tensor<3x4xf32> -> tensor<2x4xf32>
  %b = graph.transpose %a, [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
  return %b : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @products_with_constants(
//       CHECK:   graph.contract
//       CHECK:   graph.contract
// ROUND-LABEL: func.func @products_with_constants(
//       ROUND:   %[[W:.*]] = graph.constant dense<{{\[\[}}1.900000e+01, 2.200000e+01], [4.300000e+01, 5.000000e+01]]>
//       ROUND:   graph.contract %arg0, %[[W]]
//  ROUND-NEXT:   return
func.func @products_with_constants(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %a = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = graph.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %0 = graph.contract %arg0, %a, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  %1 = graph.contract %0, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<3x2xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----

// The product of these weights would be computed whenever the program is loaded, for as long as many calls.
// ROUND-LABEL: func.func @large_weights(
//       ROUND:   graph.contract %arg0
//       ROUND:   graph.contract
//       ROUND:   return
func.func @large_weights(%arg0: tensor<1x1024xf32>) -> tensor<1x1024xf32> {
  %a = graph.constant dense<0.5> : tensor<1024x1024xf32>
  %0 = graph.contract %arg0, %a, batch = [] x [], contracting = [1] x [0]
    : tensor<1x1024xf32>, tensor<1024x1024xf32> -> tensor<1x1024xf32>
  %b = graph.constant dense<0.25> : tensor<1024x1024xf32>
  %1 = graph.contract %0, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<1x1024xf32>, tensor<1024x1024xf32> -> tensor<1x1024xf32>
  return %1 : tensor<1x1024xf32>
}

// -----

// ROUND-LABEL: func.func @products_with_an_identity(
//       ROUND:   %[[R:.*]] = graph.transpose %arg0, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
//       ROUND:   return %[[R]], %arg0
func.func @products_with_an_identity(%arg0: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %one = graph.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %a = graph.contract %arg0, %one, batch = [] x [], contracting = [0] x [1]
    : tensor<2x3xf32>, tensor<2x2xf32> -> tensor<3x2xf32>
  %b = graph.contract %one, %arg0, batch = [] x [], contracting = [1] x [0]
    : tensor<2x2xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  return %a, %b : tensor<3x2xf32>, tensor<2x3xf32>
}

// -----

// All phases have as many elements of the kernel: they are one convolution. Weights that are arguments, and larger than
// the result, stay as they are.
// CHECK-LABEL: func.func @transposed_convolution_by_phases(
//       CHECK:   graph.transposed_convolution %{{.*}}, %{{.*}}, {{.*}} strides [2, 2]
// ROUND-LABEL: func.func @transposed_convolution_by_phases(
//  ROUND-SAME:   %[[X:.*]]: tensor<1x4x30x30xf32>
//       ROUND:   %[[Y:.*]] = graph.convolution %[[X]], %{{.*}}, <NCHW x OIHW -> NHWC> pad_low [1, 1] pad_high [1, 1] : tensor<1x4x30x30xf32>, tensor<8x4x2x2xf32> -> tensor<1x31x31x8xf32>
//       ROUND:   %[[P:.*]] = graph.reshape %[[Y]] : tensor<1x31x31x8xf32> -> tensor<1x31x31x2x2x2xf32>
//       ROUND:   %[[T:.*]] = graph.transpose %[[P]], [0, 1, 3, 2, 4, 5]
//       ROUND:   %[[A:.*]] = graph.reshape %[[T]] : tensor<1x31x2x31x2x2xf32> -> tensor<1x62x62x2xf32>
//       ROUND:   graph.slice %[[A]], [0, 1, 1, 0] to [1, 61, 61, 2]
//       ROUND:   graph.transposed_convolution %{{.*}}, %{{.*}}, <NCHW x OIHW -> NCHW> strides [2, 2]
func.func @transposed_convolution_by_phases(%x: tensor<1x4x30x30xf32>, %y: tensor<1x4x1x1xf32>, %k: tensor<4x2x3x3xf32>) -> (tensor<1x2x60x60xf32>, tensor<1x2x3x3xf32>) {
  %w = graph.constant dense<0.5> : tensor<4x2x4x4xf32>
  %a = graph.transposed_convolution %x, %w, <NCHW x OIHW -> NCHW> strides [2, 2] pad_low [1, 1] pad_high [1, 1]
    : tensor<1x4x30x30xf32>, tensor<4x2x4x4xf32> -> tensor<1x2x60x60xf32>
  %c = graph.transposed_convolution %y, %k, <NCHW x OIHW -> NCHW> strides [2, 2] : tensor<1x4x1x1xf32>, tensor<4x2x3x3xf32> -> tensor<1x2x3x3xf32>
  return %a, %c : tensor<1x2x60x60xf32>, tensor<1x2x3x3xf32>
}

// -----

// One convolution would compute 10 places for the 8 of the result.
// ROUND-LABEL: func.func @transposed_convolution_of_a_small_image(
//       ROUND:   %[[P:.*]] = graph.convolution %{{.*}}, %{{.*}}, <NCX x IOX -> NXC> pad_low [1] pad_high [0] : tensor<1x4x4xf32>, tensor<4x2x2xf32> -> tensor<1x4x2xf32>
//       ROUND:   %[[Q:.*]] = graph.convolution %{{.*}}, %{{.*}}, <NCX x IOX -> NXC> pad_low [0] pad_high [1] : tensor<1x4x4xf32>, tensor<4x2x2xf32> -> tensor<1x4x2xf32>
//       ROUND:   graph.concat %[[P]], %[[Q]] along 2
func.func @transposed_convolution_of_a_small_image(%x: tensor<1x4x4xf32>) -> tensor<1x2x8xf32> {
  %w = graph.constant dense<0.5> : tensor<4x2x4xf32>
  %a = graph.transposed_convolution %x, %w, <NCX x OIX -> NCX> strides [2] pad_low [1] pad_high [1]
    : tensor<1x4x4xf32>, tensor<4x2x4xf32> -> tensor<1x2x8xf32>
  return %a : tensor<1x2x8xf32>
}

// -----

// One place is the same with any stride: each element of the kernel is a phase.
// ROUND-LABEL: func.func @transposed_convolution_of_one_place(
//  ROUND-SAME:   %[[X:.*]]: tensor<1x4x1x1xf32>
//       ROUND:   %[[Y:.*]] = graph.convolution %[[X]], %{{.*}}, <NCHW x OIHW -> NHWC> pad_low [0, 0] pad_high [0, 0] : tensor<1x4x1x1xf32>, tensor<18x4x1x1xf32> -> tensor<1x1x1x18xf32>
//       ROUND:   graph.slice %{{.*}}, [0, 1, 0, 0] to [1, 3, 3, 2]
func.func @transposed_convolution_of_one_place(%x: tensor<1x4x1x1xf32>) -> tensor<1x2x2x3xf32> {
  %w = graph.constant dense<0.5> : tensor<4x2x3x3xf32>
  %a = graph.transposed_convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 0]
    : tensor<1x4x1x1xf32>, tensor<4x2x3x3xf32> -> tensor<1x2x2x3xf32>
  return %a : tensor<1x2x2x3xf32>
}

// -----

// Phases with different elements of the kernel are convolved one by one.
// ROUND-LABEL: func.func @transposed_convolution_phase_by_phase(
//  ROUND-SAME:   %[[X:.*]]: tensor<4x4x8xf32>, %[[W:.*]]: tensor<4x2x3xf32>
//       ROUND:   %[[A:.*]] = graph.slice %[[W]], [0, 0, 1] to [4, 2, 2] step [1, 1, 2]
//       ROUND:   %[[R:.*]] = graph.reverse %[[A]], [2]
//       ROUND:   %[[P:.*]] = graph.convolution %[[X]], %[[R]], <NCX x IOX -> NXC>{{.*}} : tensor<4x4x8xf32>, tensor<4x2x1xf32> -> tensor<4x8x2xf32>
//       ROUND:   %[[B:.*]] = graph.slice %[[W]], [0, 0, 0] to [4, 2, 3] step [1, 1, 2]
//       ROUND:   %[[S:.*]] = graph.reverse %[[B]], [2]
//       ROUND:   %[[Q:.*]] = graph.convolution %[[X]], %[[S]], <NCX x IOX -> NXC>{{.*}} pad_high [1] : tensor<4x4x8xf32>, tensor<4x2x2xf32> -> tensor<4x8x2xf32>
//       ROUND:   graph.concat %[[P]], %[[Q]] along 2
func.func @transposed_convolution_phase_by_phase(%x: tensor<4x4x8xf32>, %w: tensor<4x2x3xf32>) -> tensor<4x2x16xf32> {
  %a = graph.transposed_convolution %x, %w, <NCX x OIX -> NCX> strides [2] pad_low [1] pad_high [1] output_padding [1]
    : tensor<4x4x8xf32>, tensor<4x2x3xf32> -> tensor<4x2x16xf32>
  return %a : tensor<4x2x16xf32>
}

// -----

// The last place of the second phase is cut off.
// ROUND-LABEL: func.func @transposed_convolution_to_an_odd_size(
//       ROUND:   %[[A:.*]] = graph.concat %{{.*}}, %{{.*}} along 2
//       ROUND:   %[[R:.*]] = graph.reshape %[[A]] : tensor<8x8x4xf32> -> tensor<8x16x2xf32>
//       ROUND:   graph.slice %[[R]], [0, 0, 0] to [8, 15, 2]
func.func @transposed_convolution_to_an_odd_size(%x: tensor<8x4x8xf32>, %w: tensor<4x2x3xf32>) -> tensor<8x2x15xf32> {
  %a = graph.transposed_convolution %x, %w, <NCX x OIX -> NCX> strides [2] pad_low [1] pad_high [1]
    : tensor<8x4x8xf32>, tensor<4x2x3xf32> -> tensor<8x2x15xf32>
  return %a : tensor<8x2x15xf32>
}

// -----

// Without strides it is a convolution with the kernel reversed, in groups only if each of them is one channel.
// ROUND-LABEL: func.func @transposed_convolution_without_strides(
//  ROUND-SAME:   %[[X:.*]]: tensor<?x4x8x8xf32>, %[[W:.*]]: tensor<4x2x3x3xf32>, %[[V:.*]]: tensor<4x1x3x3xf32>
//       ROUND:   %[[R:.*]] = graph.reverse %[[W]], [2, 3]
//       ROUND:   graph.convolution %[[X]], %[[R]], <NCHW x IOHW -> NCHW> dilations [1, 2] pad_low [1, 4] pad_high [2, 4] :
//       ROUND:   %[[S:.*]] = graph.reverse %[[V]], [2, 3]
//       ROUND:   graph.convolution %[[X]], %[[S]], <NCHW x OIHW -> NCHW> pad_low [2, 2] pad_high [2, 2] groups 4
//       ROUND:   graph.transposed_convolution {{.*}} groups 2
func.func @transposed_convolution_without_strides(%x: tensor<?x4x8x8xf32>, %w: tensor<4x2x3x3xf32>, %v: tensor<4x1x3x3xf32>)
    -> (tensor<?x2x9x12xf32>, tensor<?x4x10x10xf32>, tensor<?x4x10x10xf32>) {
  %a = graph.transposed_convolution %x, %w, <NCHW x OIHW -> NCHW> dilations [1, 2] pad_low [1, 0]
    : tensor<?x4x8x8xf32>, tensor<4x2x3x3xf32> -> tensor<?x2x9x12xf32>
  %b = graph.transposed_convolution %x, %v, <NCHW x OIHW -> NCHW> groups 4
    : tensor<?x4x8x8xf32>, tensor<4x1x3x3xf32> -> tensor<?x4x10x10xf32>
  %c = graph.transposed_convolution %x, %w, <NCHW x OIHW -> NCHW> groups 2
    : tensor<?x4x8x8xf32>, tensor<4x2x3x3xf32> -> tensor<?x4x10x10xf32>
  return %a, %b, %c : tensor<?x2x9x12xf32>, tensor<?x4x10x10xf32>, tensor<?x4x10x10xf32>
}

// -----

// Places at the end are not computed if they are cut off, as far as padding reaches: the second one would need less.
// ROUND-LABEL: func.func @convolution_of_fewer_places(
//       ROUND:   graph.convolution %{{.*}}, %{{.*}}, <NCX x OIX -> NCX> strides [2] pad_low [1] pad_high [1] : tensor<2x4x8xf32>, tensor<2x4x3xf32> -> tensor<2x2x4xf32>
//       ROUND:   %[[Y:.*]] = graph.convolution
//       ROUND:   graph.slice %[[Y]]
//       ROUND:   %[[Z:.*]] = graph.convolution
//       ROUND:   graph.slice %[[Z]]
func.func @convolution_of_fewer_places(%x: tensor<2x4x8xf32>, %w: tensor<2x4x3xf32>)
    -> (tensor<2x2x4xf32>, tensor<2x2x2xf32>, tensor<2x2x3xf32>) {
  %a = graph.convolution %x, %w, <NCX x OIX -> NCX> strides [2] pad_low [1] pad_high [3] : tensor<2x4x8xf32>, tensor<2x4x3xf32> -> tensor<2x2x5xf32>
  %b = graph.slice %a, [0, 0, 0] to [2, 2, 4] step [1, 1, 1] : tensor<2x2x5xf32> -> tensor<2x2x4xf32>
  %c = graph.convolution %x, %w, <NCX x OIX -> NCX> strides [2] pad_high [1] : tensor<2x4x8xf32>, tensor<2x4x3xf32> -> tensor<2x2x4xf32>
  %d = graph.slice %c, [0, 0, 0] to [2, 2, 2] step [1, 1, 1] : tensor<2x2x4xf32> -> tensor<2x2x2xf32>
  %e = graph.convolution %x, %w, <NCX x OIX -> NCX> strides [2] pad_high [3] : tensor<2x4x8xf32>, tensor<2x4x3xf32> -> tensor<2x2x5xf32>
  %f = graph.slice %e, [0, 0, 1] to [2, 2, 4] step [1, 1, 1] : tensor<2x2x5xf32> -> tensor<2x2x3xf32>
  return %b, %d, %f : tensor<2x2x4xf32>, tensor<2x2x2xf32>, tensor<2x2x3xf32>
}

// -----

// Positions and constants that fit into 32 bits are compared as such; other numbers of 64 bits are not.
// CHECK-LABEL: func.func @belongs_to_cluster
//       CHECK:   %[[AT:.*]] = graph.cast %nearest : tensor<5xi64> -> tensor<5xi32>
//       CHECK:   %[[A:.*]] = graph.broadcast %[[AT]], [0]
//       CHECK:   %[[C:.*]] = graph.constant dense<[0, 1, -2, 2147483647]> : tensor<4xi32>
//       CHECK:   %[[B:.*]] = graph.broadcast %[[C]], [1]
//       CHECK:   graph.compare <eq> %[[A]], %[[B]] : tensor<5x4xi32>
func.func @belongs_to_cluster(%distances: tensor<5x4xf32>) -> tensor<5x4xi1> {
  %nearest = graph.argmin %distances, 1 : tensor<5x4xf32> -> tensor<5xi64>
  %a = graph.broadcast %nearest, [0] : tensor<5xi64> -> tensor<5x4xi64>
  %numbers = graph.constant dense<[0, 1, -2, 2147483647]> : tensor<4xi64>
  %b = graph.broadcast %numbers, [1] : tensor<4xi64> -> tensor<5x4xi64>
  %r = graph.compare <eq> %a, %b : tensor<5x4xi64>
  return %r : tensor<5x4xi1>
}
// CHECK-LABEL: func.func @large_numbers
//   CHECK-NOT:   i32
func.func @large_numbers(%x: tensor<3xf32>, %y: tensor<?xi64>) -> (tensor<i1>, tensor<?xi1>) {
  %at = graph.argmax %x, 0 : tensor<3xf32> -> tensor<i64>
  %large = graph.constant dense<2147483648> : tensor<i64>
  %r = graph.compare <lt> %at, %large : tensor<i64>
  %zero = graph.sub %y, %y : tensor<?xi64>
  %s = graph.compare <lt> %y, %zero : tensor<?xi64>
  return %r, %s : tensor<i1>, tensor<?xi1>
}
