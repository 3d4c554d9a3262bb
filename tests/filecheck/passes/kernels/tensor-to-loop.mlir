// RUN: dlc-opt %s --tensor-to-loop --split-input-file --verify-diagnostics | filecheck %s

#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
#col = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#p = "parallel"
#r = "reduction"

// The sum is carried, and goes through memory nowhere.
// CHECK-LABEL: func.func @an_epilogue_works_on_the_sum
func.func @an_epilogue_works_on_the_sum(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %bias: memref<2xf32>, %o: memref<4x2xf32>) {
  // CHECK:      loop.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   loop.for %[[J:.*]] = 0 to 2 {
  // CHECK-NEXT:     %[[S:.*]] = loop.for %[[K:.*]] = 0 to 8 iter_args(%[[ACC:.*]] = %zero) -> (f32) {
  // CHECK-NEXT:       %[[X:.*]] = loop.load %a[%[[I]], %[[K]]]
  // CHECK-NEXT:       %[[Y:.*]] = loop.load %b[%[[K]], %[[J]]]
  // CHECK-NEXT:       %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
  // CHECK-NEXT:       %[[N:.*]] = arith.addf %[[ACC]], %[[P]]
  // CHECK-NEXT:       loop.yield %[[N]] : f32
  // CHECK-NEXT:     }
  // CHECK-NEXT:     %[[B:.*]] = loop.load %bias[%[[J]]]
  // CHECK-NEXT:     %[[R:.*]] = arith.addf %[[S]], %[[B]]
  // CHECK-NEXT:     loop.store %[[R]], %o[%[[I]], %[[J]]]
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %zero = arith.constant 0.0 : f32
  tensor.kernel ins(%x = %a, %y = %b, %v = %bias : memref<4x8xf32>, memref<8x2xf32>, memref<2xf32>) outs(%out = %o : memref<4x2xf32>) {
    %f = tensor.fill ins(%zero : f32) outs(%out : tensor<4x2xf32>) -> tensor<4x2xf32>
    %c = tensor.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = [#p, #p, #r]}
        ins(%x, %y : tensor<4x8xf32>, tensor<8x2xf32>) outs(%f : tensor<4x2xf32>) -> tensor<4x2xf32>
    %s = tensor.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
        ins(%c, %v : tensor<4x2xf32>, tensor<2xf32>) outs(%out : tensor<4x2xf32>) {
    ^bb0(%q: f32, %w: f32, %old: f32):
      %sum = arith.addf %q, %w : f32
      tensor.yield %sum : f32
    } -> tensor<4x2xf32>
    tensor.yield %s : tensor<4x2xf32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The maximum of a row is a value; the exponentials of a row are kept, in memory of each iteration.
// CHECK-LABEL: func.func @rows_share_a_loop
func.func @rows_share_a_loop(%x: memref<?x8xf32>, %o: memref<?x8xf32>) {
  // CHECK:      %[[N:.*]] = memref.dim %x, %{{.*}}
  // CHECK:      loop.for %[[I:.*]] = 0 to %[[N]] {
  // CHECK-NEXT:   %[[ROW:.*]] = memref.alloca() : memref<8xf32>
  // CHECK-NEXT:   %[[M:.*]] = loop.for {{.*}} = 0 to 8 iter_args({{.*}} = %low) -> (f32) {
  // CHECK:          arith.maximumf
  // CHECK:        loop.for %[[J:.*]] = 0 to 8 {
  // CHECK:          arith.subf %{{.*}}, %[[M]]
  // CHECK:          loop.store %{{.*}}, %[[ROW]][%[[J]]]
  // CHECK:        loop.for
  // CHECK:          loop.load %[[ROW]]
  // CHECK:          arith.addf
  // CHECK:        loop.for
  // CHECK:          arith.divf
  // CHECK:          loop.store %{{.*}}, %o[%[[I]], %{{.*}}]
  // CHECK-NOT:  loop.for
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  tensor.kernel ins(%a = %x : memref<?x8xf32>) outs(%out = %o : memref<?x8xf32>) {
    %v = tensor.empty(%n) : tensor<?xf32>
    %i = tensor.fill ins(%low : f32) outs(%v : tensor<?xf32>) -> tensor<?xf32>
    %m = tensor.reduce <maximumf> ins(%a : tensor<?x8xf32>) outs(%i : tensor<?xf32>) dimensions = [1] -> tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?x8xf32>
    %s = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a, %m : tensor<?x8xf32>, tensor<?xf32>) outs(%e : tensor<?x8xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.subf %p, %q : f32
      %exp = math.exp %d : f32
      tensor.yield %exp : f32
    } -> tensor<?x8xf32>
    %j = tensor.fill ins(%zero : f32) outs(%v : tensor<?xf32>) -> tensor<?xf32>
    %sum = tensor.reduce <add> ins(%s : tensor<?x8xf32>) outs(%j : tensor<?xf32>) dimensions = [1] -> tensor<?xf32>
    %r = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s, %sum : tensor<?x8xf32>, tensor<?xf32>) outs(%out : tensor<?x8xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      tensor.yield %d : f32
    } -> tensor<?x8xf32>
    tensor.yield %r : tensor<?x8xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @copies_are_loops
func.func @copies_are_loops(%a: memref<4x?xf32>, %b: memref<4x?xf32>) {
  // CHECK:      loop.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   loop.for %[[J:.*]] = 0 to %{{.*}} {
  // CHECK-NEXT:     %[[X:.*]] = loop.load %a[%[[I]], %[[J]]]
  // CHECK-NEXT:     loop.store %[[X]], %b[%[[I]], %[[J]]]
  memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @loops_that_run_once_are_left_out
func.func @loops_that_run_once_are_left_out(%x: f32, %m: memref<1x4x1xf32>) {
  // CHECK:      loop.for %[[J:.*]] = 0 to 4 {
  // CHECK-NEXT:   loop.store %x, %m[0, %[[J]], 0]
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  tensor.fill ins(%x : f32) outs(%m : memref<1x4x1xf32>)
  return
}

// -----

#p = "parallel"
#r = "reduction"

// CHECK-LABEL: func.func @a_convolution_adds_indices
func.func @a_convolution_adds_indices(%x: memref<1x3x9xf32>, %w: memref<2x3x3xf32>, %o: memref<1x2x4xf32>) {
  // CHECK:      loop.for %[[O:.*]] = 0 to 2 {
  // CHECK-NEXT:   loop.for %[[X:.*]] = 0 to 4 {
  // CHECK:          loop.for %[[C:.*]] = 0 to 3
  // CHECK-NEXT:       loop.for %[[K:.*]] = 0 to 3
  // CHECK-NEXT:         loop.load %x[0, %[[C]], %[[X]] * 2 + %[[K]]]
  // CHECK-NEXT:         loop.load %w[%[[O]], %[[C]], %[[K]]]
  tensor.contract {
    indexing_maps = [affine_map<(n, o, x, c, k) -> (n, c, x * 2 + k)>, affine_map<(n, o, x, c, k) -> (o, c, k)>,
                     affine_map<(n, o, x, c, k) -> (n, o, x)>],
    iterator_types = [#p, #p, #p, #r, #r]
  } ins(%x, %w : memref<1x3x9xf32>, memref<2x3x3xf32>) outs(%o : memref<1x2x4xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @a_body_may_pick_elements
func.func @a_body_may_pick_elements(%table: memref<?xf32>, %at: memref<4xindex>, %o: memref<4xf32>) {
  // CHECK:      loop.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   %[[A:.*]] = loop.load %at[%[[I]]]
  // CHECK-NEXT:   %[[X:.*]] = memref.load %table[%[[A]]]
  // CHECK-NEXT:   loop.store %[[X]], %o[%[[I]]]
  tensor.kernel ins(%t = %table, %i = %at : memref<?xf32>, memref<4xindex>) outs(%out = %o : memref<4xf32>) {
    %r = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%i : tensor<4xindex>) outs(%out : tensor<4xf32>) {
    ^bb0(%a: index, %old: f32):
      %x = tensor.extract %t[%a] : tensor<?xf32>
      tensor.yield %x : f32
    } -> tensor<4xf32>
    tensor.yield %r : tensor<4xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @what_is_yielded_twice_is_stored_twice
func.func @what_is_yielded_twice_is_stored_twice(%x: f32, %m: memref<4xf32>, %n: memref<4xf32>) {
  // CHECK:      loop.for
  // CHECK:        loop.store %x, %m
  // CHECK:      loop.for
  // CHECK-NEXT:   loop.load %m
  // CHECK-NEXT:   loop.store %{{.*}}, %n
  tensor.kernel outs(%a = %m, %b = %n : memref<4xf32>, memref<4xf32>) {
    %f = tensor.fill ins(%x : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    tensor.yield %f, %f : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @tensors_need_buffers_first(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is on tensors: it needs buffers before it can become loops (bufferize)}}
  %f = tensor.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %f : tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>

// A cast says nothing that loops need: the row of sums is made with one size, and read as if it were not known.
// CHECK-LABEL: func.func @casts_are_looked_through
func.func @casts_are_looked_through(%x: memref<1x?xf32>, %o: memref<?xf32>) {
  // CHECK:      %[[N:.*]] = memref.dim %x, %{{.*}}
  // CHECK-NEXT: %[[S:.*]] = loop.for %[[J:.*]] = 0 to %[[N]] iter_args
  // CHECK-NEXT:   loop.load %x[0, %[[J]]]
  // CHECK:      %[[R:.*]] = arith.mulf %[[S]], %[[S]]
  // CHECK-NEXT: loop.store %[[R]], %o[0]
  // CHECK-NEXT: return
  %zero = arith.constant 0.0 : f32
  tensor.kernel ins(%a = %x : memref<1x?xf32>) outs(%out = %o : memref<?xf32>) {
    %e = tensor.empty() : tensor<1xf32>
    %c = tensor.cast %e : tensor<1xf32> to tensor<?xf32>
    %f = tensor.fill ins(%zero : f32) outs(%c : tensor<?xf32>) -> tensor<?xf32>
    %g = tensor.cast %f : tensor<?xf32> to tensor<1xf32>
    %s = tensor.reduce <add> ins(%a : tensor<1x?xf32>) outs(%g : tensor<1xf32>) dimensions = [1] -> tensor<1xf32>
    %d = tensor.cast %s : tensor<1xf32> to tensor<?xf32>
    %r = tensor.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
        ins(%d : tensor<?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%p: f32, %old: f32):
      %q = arith.mulf %p, %p : f32
      tensor.yield %q : f32
    } -> tensor<?xf32>
    tensor.yield %r : tensor<?xf32>
  }
  return
}

// -----

#one = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @scalars_and_sizes_are_computed_in_front
func.func @scalars_and_sizes_are_computed_in_front(%x: memref<?xf32>, %o: memref<?xf32>) {
  // CHECK:      %[[N:.*]] = memref.dim %x, %{{.*}}
  // CHECK-NEXT: %[[W:.*]] = arith.index_cast %[[N]] : index to i32
  // CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[W]] : i32 to f32
  // CHECK:      loop.for %[[I:.*]] = 0 to
  // CHECK-NEXT:   %[[X:.*]] = loop.load %x[%[[I]]]
  // CHECK-NEXT:   arith.divf %[[X]], %[[F]]
  // CHECK-NEXT:   arith.index_cast %[[N]] : index to i32
  tensor.kernel ins(%a = %x : memref<?xf32>) outs(%out = %o : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %w = arith.index_cast %n : index to i32
    %f = arith.sitofp %w : i32 to f32
    %e = tensor.empty(%n) : tensor<?xf32>
    %r = tensor.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
        ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
    ^bb0(%p: f32, %old: f32):
      %d = arith.divf %p, %f : f32
      %m = tensor.dim %e, %c0 : tensor<?xf32>
      %v = arith.index_cast %m : index to i32
      %t = arith.sitofp %v : i32 to f32
      %s = arith.addf %d, %t : f32
      tensor.yield %s : f32
    } -> tensor<?xf32>
    tensor.yield %r : tensor<?xf32>
  }
  return
}

// -----

func.func @other_ops_on_tensors_are_no_part_of_loops(%x: memref<8xf32>, %o: memref<4xf32>) {
  tensor.kernel ins(%a = %x : memref<8xf32>) outs(%out = %o : memref<4xf32>) {
    // expected-error @+1 {{'tensor.extract_slice' op is on tensors, but is not a structured op, and stands in a kernel that becomes loops}}
    %s = tensor.extract_slice %a[0][4][1] : tensor<8xf32> to tensor<4xf32>
    %t = tensor.transpose ins(%s : tensor<4xf32>) outs(%out : tensor<4xf32>) permutation = [0] -> tensor<4xf32>
    tensor.yield %t : tensor<4xf32>
  }
  return
}

// -----

#one = affine_map<(i) -> (i)>

func.func @nor_are_they_in_a_body(%x: memref<4xf32>, %o: memref<4xf32>) {
  tensor.kernel ins(%a = %x : memref<4xf32>) outs(%out = %o : memref<4xf32>) {
    %r = tensor.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
        ins(%a : tensor<4xf32>) outs(%out : tensor<4xf32>) {
    ^bb0(%p: f32, %old: f32):
      // expected-error @+1 {{'tensor.rank' op is on tensors, but stands in a body that becomes a part of loops}}
      %n = tensor.rank %a : tensor<4xf32>
      tensor.yield %p : f32
    } -> tensor<4xf32>
    tensor.yield %r : tensor<4xf32>
  }
  return
}

// -----

#one = affine_map<(i) -> (i)>

func.func @a_tensor_from_outside_has_no_memory(%t: tensor<4xf32>, %o: memref<4xf32>) {
  tensor.kernel outs(%out = %o : memref<4xf32>) {
    // expected-error @+1 {{'tensor.transpose' op uses a tensor of type 'tensor<4xf32>' that is not one of its kernel's: it needs a buffer}}
    %r = tensor.transpose ins(%t : tensor<4xf32>) outs(%out : tensor<4xf32>) permutation = [0] -> tensor<4xf32>
    tensor.yield %r : tensor<4xf32>
  }
  return
}

// -----

// A product that only a sum reads may be fused with it, if the sum allows that.
// CHECK-LABEL: func.func @sum_of_squares
//       CHECK:   arith.mulf {{.*}} fastmath<contract> : f32
//       CHECK: func.func @ordered_sum_of_squares
//   CHECK-NOT:   contract
#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
func.func @sum_of_squares(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  tensor.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %total: f32):
    %square = arith.mulf %a, %a : f32
    %more = arith.addf %total, %square fastmath<reassoc,contract> : f32
    tensor.yield %more : f32
  }
  return
}
func.func @ordered_sum_of_squares(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  tensor.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x8xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %total: f32):
    %square = arith.mulf %a, %a : f32
    %more = arith.addf %total, %square : f32
    tensor.yield %more : f32
  }
  return
}

// -----

// Sizes are computed behind the constants that they use, whichever was first.
// CHECK-LABEL: func.func @sizes_with_shared_constants(
//       CHECK:   %[[ONE:.*]] = arith.constant 1 : index
//       CHECK:   memref.dim %{{.*}}, %[[ONE]]
//       CHECK:   memref.dim %{{.*}}, %[[ONE]]
//       CHECK:   %[[ZERO:.*]] = arith.constant 0 : index
//       CHECK:   memref.dim %{{.*}}, %[[ZERO]]
//       CHECK:   memref.dim %{{.*}}, %[[ZERO]]
#window = affine_map<(i, j, k, l) -> (i + k, j + l)>
#inner = affine_map<(i, j, k, l) -> (k, l)>
#outer = affine_map<(i, j, k, l) -> (i, j)>
func.func @sizes_with_shared_constants(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %y: memref<?x?xf32>) {
  tensor.contract {indexing_maps = [#window, #inner, #outer], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<?x?xf32>, memref<?x?xf32>) outs(%y : memref<?x?xf32>)
  return
}

// -----

// Loops that were there before have accesses whose strides are known, also without any kernel beside them.
// CHECK-LABEL: func.func @loops_alone(
//       CHECK:   loop.load %x[%{{.*}} + 1] : memref<9xf32>
//       CHECK:   loop.store %{{.*}}, %y[%{{.*}}] : memref<8xf32>
func.func @loops_alone(%x: memref<9xf32>, %y: memref<8xf32>) {
  %one = arith.constant 1 : index
  loop.for %i = 0 to 8 {
    %next = arith.addi %i, %one : index
    %0 = memref.load %x[%next] : memref<9xf32>
    memref.store %0, %y[%i] : memref<8xf32>
  }
  return
}

// Functions that are elsewhere have no loops.
// CHECK: func.func private @elsewhere(memref<?xf32>)
func.func private @elsewhere(memref<?xf32>)
