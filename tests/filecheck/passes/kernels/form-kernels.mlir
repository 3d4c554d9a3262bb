// RUN: dlc-opt %s --form-kernels --split-input-file | filecheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#p = "parallel"
#r = "reduction"

// CHECK-LABEL: func.func @what_follows_a_contraction_joins_it
func.func @what_follows_a_contraction_joins_it(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %bias: tensor<2xf32>) -> tensor<4x2xf32> {
  // CHECK:      %[[E:.*]] = tensor.empty() : tensor<4x2xf32>
  // CHECK-NEXT: tensor.kernel ins(%[[A:.*]] = %a, %[[B:.*]] = %b, %[[V:.*]] = %bias : {{.*}}) outs(%[[O:.*]] = %[[E]] : tensor<4x2xf32>) {
  // CHECK:        %[[F:.*]] = tensor.fill
  // CHECK:        %[[C:.*]] = tensor.contract {{.*}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[F]] :
  // CHECK:        %[[R:.*]] = tensor.generic {{.*}} ins(%[[C]], %[[V]] : {{.*}}) outs(%[[O]] :
  // CHECK:        tensor.yield %[[R]] : tensor<4x2xf32>
  // CHECK-NEXT: } -> tensor<4x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %c = tensor.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  %s = tensor.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<4x2xf32>, tensor<2xf32>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %sum = arith.addf %x, %y : f32
    tensor.yield %sum : f32
  } -> tensor<4x2xf32>
  return %s : tensor<4x2xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @rows_are_normalized_in_one_kernel
func.func @rows_are_normalized_in_one_kernel(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK:      tensor.kernel
  // CHECK:        tensor.reduce <maximumf>
  // CHECK:        tensor.generic
  // CHECK:      }
  // CHECK-NOT:  tensor.reduce
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %v = tensor.empty() : tensor<4xf32>
  %i = tensor.fill ins(%low : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %m = tensor.reduce <maximumf> ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
  %s = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %d = arith.subf %a, %b : f32
    tensor.yield %d : f32
  } -> tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>

// Along columns the elements of a row would be far apart.
// CHECK-LABEL: func.func @columns_are_no_kernel
func.func @columns_are_no_kernel(%x: tensor<4x8xf32>, %z: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: tensor.kernel
  // CHECK:     return
  %e = tensor.empty() : tensor<4x8xf32>
  %m = tensor.reduce <add> ins(%x : tensor<4x8xf32>) outs(%z : tensor<8xf32>) dimensions = [0] -> tensor<8xf32>
  %s = tensor.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %d = arith.subf %a, %b : f32
    tensor.yield %d : f32
  } -> tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#p = "parallel"
#r = "reduction"

// CHECK-LABEL: func.func @two_contractions_are_two_kernels
func.func @two_contractions_are_two_kernels(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK-COUNT-2: tensor.kernel
  // CHECK-NOT:     tensor.kernel
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = tensor.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = tensor.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %c : tensor<4x4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#p = "parallel"
#r = "reduction"

// Along rows alone the contraction could not be tiled.
// CHECK-LABEL: func.func @a_contraction_does_not_join_rows
func.func @a_contraction_does_not_join_rows(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK:      tensor.kernel
  // CHECK:        tensor.contract
  // CHECK:        tensor.yield
  // CHECK:      tensor.kernel
  // CHECK:        tensor.reduce <add>
  // CHECK:        tensor.generic
  // CHECK-NOT:  tensor.kernel
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %v = tensor.empty() : tensor<4xf32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %j = tensor.fill ins(%zero : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = tensor.reduce <add> ins(%b : tensor<4x4xf32>) outs(%j : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
  %s = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b, %m : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %d = arith.divf %x, %y : f32
    tensor.yield %d : f32
  } -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// A tensor of rank 1 is one row.
// CHECK-LABEL: func.func @one_row_is_one_kernel
func.func @one_row_is_one_kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK:      tensor.kernel
  // CHECK:        tensor.reduce <maximumf>
  // CHECK:        tensor.generic
  // CHECK:        tensor.reduce <add>
  // CHECK:        tensor.generic
  // CHECK-NOT:  tensor.kernel
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %v = tensor.empty() : tensor<f32>
  %i = tensor.fill ins(%low : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %j = tensor.fill ins(%zero : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %m = tensor.reduce <maximumf> ins(%x : tensor<8xf32>) outs(%i : tensor<f32>) dimensions = [0] -> tensor<f32>
  %s = tensor.generic {indexing_maps = [#one, #none, #one], iterator_types = ["parallel"]}
      ins(%x, %m : tensor<8xf32>, tensor<f32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %d = arith.subf %a, %b : f32
    tensor.yield %d : f32
  } -> tensor<8xf32>
  %n = tensor.reduce <add> ins(%s : tensor<8xf32>) outs(%j : tensor<f32>) dimensions = [0] -> tensor<f32>
  %r = tensor.generic {indexing_maps = [#one, #none, #one], iterator_types = ["parallel"]}
      ins(%s, %n : tensor<8xf32>, tensor<f32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %d = arith.divf %a, %b : f32
    tensor.yield %d : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// What scales the sums is computed where they are; the row begins behind it.
// CHECK-LABEL: func.func @a_row_leaves_others_what_finishes_them
func.func @a_row_leaves_others_what_finishes_them(%a: tensor<8x4xf32>, %x: tensor<4xf32>, %k: f32) -> tensor<8xf32> {
  // CHECK:      tensor.kernel
  // CHECK:        tensor.contract
  // CHECK:        arith.mulf
  // CHECK:      tensor.kernel
  // CHECK-NOT:    arith.mulf
  // CHECK:        tensor.reduce <add>
  // CHECK:        arith.divf
  // CHECK-NOT:  tensor.kernel
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %v = tensor.empty() : tensor<f32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %c = tensor.contract {indexing_maps = [#ij, #j, #i], iterator_types = ["parallel", "reduction"]}
      ins(%a, %x : tensor<8x4xf32>, tensor<4xf32>) outs(%i : tensor<8xf32>) -> tensor<8xf32>
  %s = tensor.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%c : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %d = arith.mulf %p, %k : f32
    tensor.yield %d : f32
  } -> tensor<8xf32>
  %j = tensor.fill ins(%zero : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %n = tensor.reduce <add> ins(%s : tensor<8xf32>) outs(%j : tensor<f32>) dimensions = [0] -> tensor<f32>
  %r = tensor.generic {indexing_maps = [#one, #none, #one], iterator_types = ["parallel"]}
      ins(%s, %n : tensor<8xf32>, tensor<f32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %d = arith.divf %p, %q : f32
    tensor.yield %d : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// What a kernel starts from is made outside: the kernel writes into its memory.
// CHECK-LABEL: func.func @sums_begin_with_a_bias
//       CHECK:   %[[BIAS:.*]] = tensor.broadcast
//       CHECK:   tensor.contract {{.*}} outs(%[[BIAS]] :
func.func @sums_begin_with_a_bias(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %bias: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = tensor.empty() : tensor<4x3xf32>
  %1 = tensor.broadcast ins(%bias : tensor<3xf32>) outs(%0 : tensor<4x3xf32>) dimensions = [0] -> tensor<4x3xf32>
  %2 = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<8x3xf32>) outs(%1 : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// -----

// A filled tensor that is read outside, too, stays there with its memory; the kernel has copies of both.
// CHECK-LABEL: func.func @filled_inside_and_outside
//       CHECK:   %[[E:.*]] = tensor.empty(%n)
//       CHECK:   %[[F:.*]] = tensor.fill ins(%x : i32) outs(%[[E]] :
//       CHECK:   tensor.kernel
//       CHECK:     %[[E2:.*]] = tensor.empty(%n)
//       CHECK:     %[[F2:.*]] = tensor.fill ins(%x : i32) outs(%[[E2]] :
//       CHECK:     tensor.reduce <add> ins(%[[F2]] :
//       CHECK:   return %{{.*}}, %[[F]]
#i = affine_map<(i) -> (i)>
func.func @filled_inside_and_outside(%n: index, %x: i32, %sums: tensor<?xi32>) -> (tensor<?xi32>, tensor<3x?xi32>) {
  %e = tensor.empty(%n) : tensor<3x?xi32>
  %f = tensor.fill ins(%x : i32) outs(%e : tensor<3x?xi32>) -> tensor<3x?xi32>
  %s = tensor.reduce <add> ins(%f : tensor<3x?xi32>) outs(%sums : tensor<?xi32>) dimensions = [0] -> tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %r = tensor.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%s : tensor<?xi32>) outs(%o : tensor<?xi32>) {
  ^bb0(%a: i32, %old: i32):
    %b = arith.muli %a, %a : i32
    tensor.yield %b : i32
  } -> tensor<?xi32>
  return %r, %f : tensor<?xi32>, tensor<3x?xi32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#turned = affine_map<(n, m) -> (m, n)>
#col = affine_map<(n, m) -> (n)>
#id = affine_map<(n, m) -> (n, m)>
#p = "parallel"
#r = "reduction"

// The bias is added where the result is transposed: vectors of sums are stored as they are.
// CHECK-LABEL: func.func @a_contraction_stays_apart_from_what_turns_its_result
// CHECK:      tensor.kernel
// CHECK:        tensor.contract
// CHECK-NEXT:   tensor.yield
// CHECK:      tensor.generic
// CHECK-NOT:  tensor.contract
func.func @a_contraction_stays_apart_from_what_turns_its_result(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>,
                                                                %bias: tensor<2xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %d = tensor.empty() : tensor<2x4xf32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %c = tensor.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  %s = tensor.generic {indexing_maps = [#turned, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : tensor<4x2xf32>, tensor<2xf32>) outs(%d : tensor<2x4xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %sum = arith.addf %x, %y : f32
    tensor.yield %sum : f32
  } -> tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#turned = affine_map<(n, m) -> (m, n)>
#id = affine_map<(n, m) -> (n, m)>
#p = "parallel"
#r = "reduction"

// Of a single row nothing moves.
// CHECK-LABEL: func.func @a_row_has_no_other_direction
// CHECK:      tensor.kernel
// CHECK:        tensor.contract
// CHECK:        tensor.generic
// CHECK:        tensor.yield
func.func @a_row_has_no_other_direction(%a: tensor<1x8xf32>, %b: tensor<8x2xf32>) -> tensor<2x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2xf32>
  %d = tensor.empty() : tensor<2x1xf32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<1x2xf32>) -> tensor<1x2xf32>
  %c = tensor.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %b : tensor<1x8xf32>, tensor<8x2xf32>) outs(%i : tensor<1x2xf32>) -> tensor<1x2xf32>
  %s = tensor.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<1x2xf32>) outs(%d : tensor<2x1xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } -> tensor<2x1xf32>
  return %s : tensor<2x1xf32>
}

// -----

#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#turned = affine_map<(n, m) -> (m, n)>
#id = affine_map<(n, m) -> (n, m)>
#p = "parallel"
#r = "reduction"

// An input lies as the result does: vectors of it are multiplied, and nothing is turned.
// CHECK-LABEL: func.func @an_input_lies_in_the_direction_of_the_result
// CHECK:      tensor.kernel
// CHECK:        tensor.contract
// CHECK:        tensor.generic
// CHECK:        tensor.yield
func.func @an_input_lies_in_the_direction_of_the_result(%a: tensor<8x4xf32>, %b: tensor<8x2xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %d = tensor.empty() : tensor<2x4xf32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %c = tensor.contract {indexing_maps = [#km, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %b : tensor<8x4xf32>, tensor<8x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  %s = tensor.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<4x2xf32>) outs(%d : tensor<2x4xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } -> tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// -----

#km = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#p = "parallel"
#r = "reduction"

// A contraction is tiled, which another sum for each of its results would not let happen.
// CHECK-LABEL: func.func @a_contraction_and_another_reduction
// CHECK:      tensor.reduce <maximumf>
// CHECK:      tensor.kernel
// CHECK-NOT:    tensor.reduce
// CHECK:        tensor.contract
// CHECK:        tensor.generic
// CHECK:        tensor.yield
func.func @a_contraction_and_another_reduction(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<3x4x2xf32>)
    -> tensor<4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %i = tensor.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %j = tensor.fill ins(%low : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %m = tensor.reduce <maximumf> ins(%c : tensor<3x4x2xf32>) outs(%j : tensor<4x2xf32>) dimensions = [0] -> tensor<4x2xf32>
  %d = tensor.contract {indexing_maps = [#km, #kn, #mn], iterator_types = [#p, #p, #r]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%i : tensor<4x2xf32>) -> tensor<4x2xf32>
  %s = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %d : tensor<4x2xf32>, tensor<4x2xf32>) outs(%e : tensor<4x2xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } -> tensor<4x2xf32>
  return %s : tensor<4x2xf32>
}
