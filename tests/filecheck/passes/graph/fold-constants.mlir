// RUN: dlc-opt %s --fold-constants --split-input-file | filecheck %s
// RUN: dlc-opt %s --fold-constants="max-elements=8 max-steps=20" --split-input-file | filecheck %s --check-prefix=LESS

// CHECK-LABEL: func.func @whole_subgraphs_become_constants(
//       CHECK:   %[[SUM:.*]] = graph.constant dense<[[4.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
//  CHECK-NEXT:   return %[[SUM]]
func.func @whole_subgraphs_become_constants() -> tensor<1x2xf32> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = graph.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %sum = graph.add %a, %b : tensor<2xf32>
  %r = graph.reshape %sum : tensor<2xf32> -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}

// -----

// A constant of the size of the result would be larger.
// CHECK-LABEL: func.func @broadcasts_stay_where_they_are_needed(
//       CHECK:   %[[SQUARE:.*]] = graph.constant dense<[1.000000e+00, 4.000000e+00]>
//       CHECK:   %[[WIDE:.*]] = graph.broadcast %[[SQUARE]]
//       CHECK:   graph.add %{{.*}}, %[[WIDE]]
//       CHECK:   graph.constant dense<[2.000000e+00, 8.000000e+00]>
func.func @broadcasts_stay_where_they_are_needed(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %square = graph.mul %a, %a : tensor<2xf32>
  %wide = graph.broadcast %square, [1] : tensor<2xf32> -> tensor<2x2xf32>
  %r = graph.add %x, %wide : tensor<2x2xf32>
  %sum = graph.reduce <sum> %wide, [0] : tensor<2x2xf32> -> tensor<2xf32>
  return %r, %sum : tensor<2x2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @what_would_stop_the_program_stays(
//       CHECK:   graph.div
func.func @what_would_stop_the_program_stays() -> tensor<i32> {
  %one = graph.constant dense<1> : tensor<i32>
  %zero = graph.constant dense<0> : tensor<i32>
  %r = graph.div %one, %zero : tensor<i32>
  return %r : tensor<i32>
}

// -----

// Whether 2 is n is seen when running.
// CHECK-LABEL: func.func @promised_sizes_stay(
//       CHECK:   graph.with_shape
func.func @promised_sizes_stay(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n>> {
  %a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %s = graph.with_shape %a : tensor<2xf32> -> tensor<?xf32, #graph.dims<n>>
  return %s : tensor<?xf32, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @types_that_say_less_are_kept(
//       CHECK:   %[[AT:.*]] = graph.constant dense<{{.*}}1], [2]]> : tensor<2x1xi64>
//       CHECK:   %[[SHAPED:.*]] = graph.with_shape %[[AT]] : tensor<2x1xi64> -> tensor<?x1xi64>
//       CHECK:   return %[[SHAPED]]
func.func @types_that_say_less_are_kept() -> tensor<?x1xi64> {
  %a = graph.constant dense<[0, 5, 7]> : tensor<3xi32>
  %r = graph.nonzero %a : tensor<3xi32> -> tensor<?x1xi64>
  return %r : tensor<?x1xi64>
}

// -----

// CHECK-LABEL: func.func @known_branches_take_the_place_of_an_if(
//   CHECK-NOT:   graph.if
//       CHECK:   %[[R:.*]] = graph.exp %arg0
//       CHECK:   %[[SHAPED:.*]] = graph.with_shape %[[R]]
//       CHECK:   return %[[SHAPED]]
func.func @known_branches_take_the_place_of_an_if(%arg0: tensor<2xf32>) -> tensor<?xf32> {
  %one = graph.constant dense<1> : tensor<i32>
  %two = graph.constant dense<2> : tensor<i32>
  %c = graph.compare <lt> %one, %two : tensor<i32>
  %r = graph.if %c -> tensor<?xf32> {
    %e = graph.exp %arg0 : tensor<2xf32>
    graph.yield %e : tensor<2xf32>
  } else {
    %n = graph.neg %arg0 : tensor<2xf32>
    graph.yield %n : tensor<2xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @loops_are_run(
//   CHECK-NOT:   graph.while
//       CHECK:   %[[R:.*]] = graph.constant dense<10> : tensor<i32>
//       CHECK:   return %[[R]]
// LESS-LABEL: func.func @loops_are_run(
//       LESS:   graph.while
func.func @loops_are_run() -> tensor<i32> {
  %zero = graph.constant dense<0> : tensor<i32>
  %one = graph.constant dense<1> : tensor<i32>
  %ten = graph.constant dense<10> : tensor<i32>
  %r = graph.while (%i = %zero : tensor<i32>) {
    %c = graph.compare <lt> %i, %ten : tensor<i32>
    graph.condition %c, %i : tensor<i32>
  } do (%j: tensor<i32>) {
    %next = graph.add %j, %one : tensor<i32>
    graph.yield %next : tensor<i32>
  }
  return %r : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @loops_that_see_what_is_not_known_stay(
//       CHECK:   graph.scan
func.func @loops_that_see_what_is_not_known_stay(%x: tensor<f32>) -> tensor<f32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %xs = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %last = graph.scan (%sum = %zero : tensor<f32>) over (%y = %xs : tensor<2xf32>) {
    %a = graph.mul %y, %x : tensor<f32>
    %next = graph.add %sum, %a : tensor<f32>
    graph.yield %next : tensor<f32>
  }
  return %last : tensor<f32>
}

// -----

// LESS-LABEL: func.func @large_results_are_not_made(
//       LESS:   %[[IOTA:.*]] = graph.iota
//       LESS:   graph.exp %[[IOTA]]
//       LESS:   graph.constant dense<1.000000e+01>
func.func @large_results_are_not_made() -> (tensor<9xf32>, tensor<f32>) {
  %iota = graph.iota 0 : tensor<9xf32>
  %r = graph.exp %iota : tensor<9xf32>
  %a = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %sum = graph.reduce <sum> %a, [0] : tensor<4xf32> -> tensor<f32>
  return %r, %sum : tensor<9xf32>, tensor<f32>
}

// -----

// The operand goes, and is as large.
// LESS-LABEL: func.func @as_large_as_what_goes(
//       LESS:   graph.constant dense<[-0.0{{.*}}> : tensor<9xf32>
//  LESS-NEXT:   return
func.func @as_large_as_what_goes() -> tensor<9xf32> {
  %a = graph.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<9xf32>
  %r = graph.neg %a : tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

// What is repeated takes no room: scaling weights makes no more of them, and sums of what is repeated are, too.
// LESS-LABEL: func.func @what_is_repeated_is_known(
//       LESS:   %[[W:.*]] = graph.constant dense<{{.*}}1.000000e+01, 1.200000e+01{{.*}}> : tensor<3x4xf32>
//       LESS:   %[[ONCE:.*]] = graph.constant dense<[5.000000e+00, 7.000000e+00, 9.000000e+00]>
//       LESS:   %[[SUM:.*]] = graph.broadcast %[[ONCE]], [0]
//       LESS:   return %[[W]], %[[SUM]]
func.func @what_is_repeated_is_known() -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %scale = graph.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %shift = graph.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %w = graph.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %a = graph.broadcast %scale, [0] : tensor<3xf32> -> tensor<3x4xf32>
  %scaled = graph.mul %a, %w : tensor<3x4xf32>
  %b = graph.broadcast %shift, [0] : tensor<3xf32> -> tensor<3x4xf32>
  %sum = graph.add %a, %b : tensor<3x4xf32>
  return %scaled, %sum : tensor<3x4xf32>, tensor<3x4xf32>
}

// -----

// LESS-LABEL: func.func @a_function_of_one_number_is_one_number(
//       LESS:   %[[R:.*]] = graph.constant dense<5.000000e-01> : tensor<3x4xf32>
//  LESS-NEXT:   return %[[R]]
func.func @a_function_of_one_number_is_one_number() -> tensor<3x4xf32> {
  %a = graph.constant dense<2.0> : tensor<3x4xf32>
  %r = graph.reciprocal %a : tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

// The products are as large as the weights, which stay, but the sums of them are not.
// LESS-LABEL: func.func @sums_of_weights_that_stay(
//       LESS:   %[[W:.*]] = graph.constant dense<{{.*}}> : tensor<3x4xf32>
//   LESS-NOT:   graph.mul
//       LESS:   %[[SUMS:.*]] = graph.constant dense<[3.800000e+01, 4.400000e+01, 5.000000e+01, 5.600000e+01]>
//       LESS:   return %[[W]], %[[SUMS]]
func.func @sums_of_weights_that_stay() -> (tensor<3x4xf32>, tensor<4xf32>) {
  %scale = graph.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %w = graph.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %a = graph.broadcast %scale, [0] : tensor<3xf32> -> tensor<3x4xf32>
  %scaled = graph.mul %a, %w : tensor<3x4xf32>
  %sums = graph.reduce <sum> %scaled, [0] : tensor<3x4xf32> -> tensor<4xf32>
  return %w, %sums : tensor<3x4xf32>, tensor<4xf32>
}

// -----

// Here the products are asked for as well: they would take as much room again.
// LESS-LABEL: func.func @products_that_are_asked_for_are_not_made(
//       LESS:   graph.mul
func.func @products_that_are_asked_for_are_not_made() -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %scale = graph.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %w = graph.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %a = graph.broadcast %scale, [0] : tensor<3xf32> -> tensor<3x4xf32>
  %scaled = graph.mul %a, %w : tensor<3x4xf32>
  return %w, %scaled : tensor<3x4xf32>, tensor<3x4xf32>
}

// -----

// A number that is everywhere takes the room of one, in a larger type as well.
// LESS-LABEL: func.func @zero_points_are_known(
//  LESS-NEXT:   %[[POINTS:.*]] = graph.constant dense<7> : tensor<3x4xi32>
//  LESS-NEXT:   return %[[POINTS]]
func.func @zero_points_are_known() -> tensor<3x4xi32> {
  %zero_points = graph.constant dense<7> : tensor<3x4xi8>
  %wide = graph.cast %zero_points : tensor<3x4xi8> -> tensor<3x4xi32>
  return %wide : tensor<3x4xi32>
}
