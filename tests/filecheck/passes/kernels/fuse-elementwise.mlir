// RUN: dlc-opt %s --fuse-elementwise | filecheck %s

#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[COL:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>

// CHECK-LABEL: func.func @a_chain_becomes_one_op
func.func @a_chain_becomes_one_op(%x: tensor<4x8xf32>, %init: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK:      tensor.generic {{.*}} ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>)
  // CHECK:        %[[E:.*]] = math.exp
  // CHECK:        %[[S:.*]] = arith.addf %[[E]], %[[E]] : f32
  // CHECK-NEXT:   tensor.yield %[[S]] : f32
  // CHECK-NOT:  tensor.generic
  %a = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = math.exp %p : f32
    tensor.yield %e : f32
  } -> tensor<4x8xf32>
  %b = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// It is computed once for both readers: with the first, in one loop.
// CHECK-LABEL: func.func @what_two_ops_read_is_kept
func.func @what_two_ops_read_is_kept(%x: tensor<8xf32>, %init: tensor<8xf32>, %r: tensor<f32>) -> (tensor<8xf32>, tensor<f32>) {
  // CHECK:      %[[B:.*]], %[[A:.*]] = tensor.generic {{.*}} ins(%x : tensor<8xf32>) outs(%init, %init :
  // CHECK:        %[[E:.*]] = math.exp
  // CHECK-NEXT:   %[[N:.*]] = arith.negf %[[E]]
  // CHECK-NEXT:   tensor.yield %[[N]], %[[E]]
  // CHECK:      tensor.reduce <add> ins(%[[A]] :
  // CHECK:      return %[[B]]
  %a = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = math.exp %p : f32
    tensor.yield %e : f32
  } -> tensor<8xf32>
  %b = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = arith.negf %p : f32
    tensor.yield %e : f32
  } -> tensor<8xf32>
  %c = tensor.reduce <add> ins(%a : tensor<8xf32>) outs(%r : tensor<f32>) dimensions = [0] -> tensor<f32>
  return %b, %c : tensor<8xf32>, tensor<f32>
}

// What is read before the op that would compute it inside is made by an op of its own.
// CHECK-LABEL: func.func @what_is_read_before_is_kept
// CHECK:         %[[A:.*]] = tensor.generic
// CHECK:         tensor.reduce <add> ins(%[[A]] :
// CHECK:         tensor.generic {{.*}} ins(%[[A]], %{{.*}} :
func.func @what_is_read_before_is_kept(%x: tensor<8xf32>, %init: tensor<8xf32>, %r: tensor<f32>) -> tensor<8xf32> {
  %a = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = math.exp %p : f32
    tensor.yield %e : f32
  } -> tensor<8xf32>
  %c = tensor.reduce <add> ins(%a : tensor<8xf32>) outs(%r : tensor<f32>) dimensions = [0] -> tensor<f32>
  %b = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %c : tensor<8xf32>, tensor<f32>) outs(%init : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %e = arith.divf %p, %q : f32
    tensor.yield %e : f32
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// What only moves elements is absorbed, and stays for others: what it reads is read before, too.
// CHECK-LABEL: func.func @what_is_moved_before_is_kept
// CHECK:         %[[A:.*]] = tensor.generic
// CHECK:         tensor.contract {{.*}} ins(%[[A]], %{{.*}} :
// CHECK:         tensor.generic {{.*}} ins(%[[A]] :
func.func @what_is_moved_before_is_kept(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %a = tensor.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = math.exp %p : f32
    tensor.yield %e : f32
  } -> tensor<4x4xf32>
  %t = tensor.transpose ins(%a : tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) permutation = [1, 0] -> tensor<4x4xf32>
  %m = tensor.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = tensor.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = arith.negf %p : f32
    tensor.yield %e : f32
  } -> tensor<4x4xf32>
  return %m, %b, %a : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// Of a product, what is computed from its elements stays the end of its kernel, whatever else reads that.
// CHECK-LABEL: func.func @the_end_of_a_product_is_kept
// CHECK:         tensor.contract
// CHECK:         %[[A:.*]] = tensor.generic
// CHECK:         tensor.generic {{.*}} ins(%[[A]] :
func.func @the_end_of_a_product_is_kept(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %m = tensor.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = tensor.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = math.exp %p : f32
    tensor.yield %e : f32
  } -> tensor<4x4xf32>
  %b = tensor.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = arith.negf %p : f32
    tensor.yield %e : f32
  } -> tensor<4x4xf32>
  return %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @a_reduction_computes_what_it_reads
func.func @a_reduction_computes_what_it_reads(%x: tensor<4x8xf32>, %init: tensor<4x8xf32>, %r: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      tensor.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%r : tensor<4xf32>)
  // CHECK:        math.exp
  // CHECK:        arith.addf
  // CHECK-NOT:  tensor.reduce
  %a = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %e = math.exp %p : f32
    tensor.yield %e : f32
  } -> tensor<4x8xf32>
  %b = tensor.reduce <add> ins(%a : tensor<4x8xf32>) outs(%r : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// CHECK-LABEL: func.func @transposes_and_broadcasts_are_read_through
func.func @transposes_and_broadcasts_are_read_through(%x: tensor<8x4xf32>, %v: tensor<8xf32>, %init: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK:      tensor.generic {indexing_maps = [#[[T]], #[[COL]], #[[ID]]], {{.*}} ins(%x, %v : tensor<8x4xf32>, tensor<8xf32>)
  // CHECK-NOT:  tensor.transpose
  // CHECK-NOT:  tensor.broadcast
  %a = tensor.transpose ins(%x : tensor<8x4xf32>) outs(%init : tensor<4x8xf32>) permutation = [1, 0] -> tensor<4x8xf32>
  %b = tensor.broadcast ins(%v : tensor<8xf32>) outs(%init : tensor<4x8xf32>) dimensions = [0] -> tensor<4x8xf32>
  %c = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%init : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// A contraction stays one, with another map.
// CHECK-LABEL: func.func @a_contraction_reads_through_a_transpose
func.func @a_contraction_reads_through_a_transpose(%x: tensor<8x4xf32>, %y: tensor<8x2xf32>, %e: tensor<4x8xf32>, %init: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: tensor.contract {indexing_maps = [#[[KM]], {{.*}} ins(%x, %y : tensor<8x4xf32>, tensor<8x2xf32>)
  %a = tensor.transpose ins(%x : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0] -> tensor<4x8xf32>
  %c = tensor.contract {
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %y : tensor<4x8xf32>, tensor<8x2xf32>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %c : tensor<4x2xf32>
}

// What a contraction reads it reads again and again: nothing is computed there.
// CHECK-LABEL: func.func @a_contraction_computes_no_inputs
func.func @a_contraction_computes_no_inputs(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>, %e: tensor<4x8xf32>, %init: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: %[[A:.*]] = tensor.generic
  // CHECK: tensor.contract {{.*}} ins(%[[A]], %y :
  %a = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %s = math.exp %p : f32
    tensor.yield %s : f32
  } -> tensor<4x8xf32>
  %c = tensor.contract {
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %y : tensor<4x8xf32>, tensor<8x2xf32>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %c : tensor<4x2xf32>
}

// Each element of the smaller tensor would be computed again for every row.
// CHECK-LABEL: func.func @what_is_repeated_is_computed_once
func.func @what_is_repeated_is_computed_once(%v: tensor<8xf32>, %e: tensor<8xf32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[A:.*]] = tensor.generic
  // CHECK: tensor.generic {indexing_maps = [#[[COL]], #[[ID]], #[[ID]]], {{.*}} ins(%[[A]], %x :
  %a = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%v : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %old: f32):
    %s = math.exp %p : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  %c = tensor.generic {indexing_maps = [#col, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %x : tensor<8xf32>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @indices_are_those_of_the_reader
func.func @indices_are_those_of_the_reader(%e: tensor<4x8xindex>) -> tensor<8x4xindex> {
  // CHECK:      tensor.generic
  // CHECK:        %[[J:.*]] = tensor.index 1
  // CHECK:        tensor.yield %[[J]] : index
  %init = tensor.empty() : tensor<8x4xindex>
  %a = tensor.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x8xindex>) {
  ^bb0(%old: index):
    %i = tensor.index 0
    tensor.yield %i : index
  } -> tensor<4x8xindex>
  %c = tensor.transpose ins(%a : tensor<4x8xindex>) outs(%init : tensor<8x4xindex>) permutation = [1, 0] -> tensor<8x4xindex>
  return %c : tensor<8x4xindex>
}

// CHECK-LABEL: func.func @equal_elements_are_a_scalar
func.func @equal_elements_are_a_scalar(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK:      %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK:      tensor.generic {indexing_maps = [#[[ID]], #{{.*}}, #[[ID]]], {{.*}} ins(%x, %[[TWO]] : tensor<4x8xf32>, f32)
  %two = arith.constant dense<2.0> : tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %c = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %two : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.mulf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// Others are looked up.
// CHECK-LABEL: func.func @different_elements_are_a_tensor
func.func @different_elements_are_a_tensor(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[T:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]>
  // CHECK: tensor.generic {{.*}} ins(%x, %[[T]] : tensor<2xf32>, tensor<2xf32>)
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c = tensor.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } ins(%x, %t : tensor<2xf32>, tensor<2xf32>) outs(%x : tensor<2xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.mulf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<2xf32>
  return %c : tensor<2xf32>
}
