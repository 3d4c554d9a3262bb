// RUN: dlc-opt %s --canonicalize --allow-unregistered-dialect --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @apply_of_apply
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: index) -> index {
//  CHECK-NEXT:     %[[B:.*]] = loop.apply affine_map<()[s0, s1] -> (s0 * 3 + s1 + 1)>()[%[[N]], %[[M]]]
//  CHECK-NEXT:     return %[[B]] : index
func.func @apply_of_apply(%n: index, %m: index) -> index {
  %a = loop.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%n)[%m]
  %b = loop.apply affine_map<(d0, d1) -> (d0 + d1 + 1)>(%a, %n)
  return %b : index
}

// -----

// Nothing says that the divisor is positive, but it is the same division.
// CHECK-LABEL: func.func @apply_keeps_what_is_not_affine
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: index) -> index {
//  CHECK-NEXT:     %[[B:.*]] = loop.apply affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%[[N]], %[[M]]]
//  CHECK-NEXT:     return %[[B]] : index
func.func @apply_keeps_what_is_not_affine(%n: index, %m: index) -> index {
  %b = loop.apply affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%n, %m]
  return %b : index
}

// -----

// CHECK-LABEL: func.func @apply_of_constants
//  CHECK-SAME:   () -> (index, index) {
//  CHECK-NEXT:     %[[A:.*]] = arith.constant 22 : index
//  CHECK-NEXT:     %[[B:.*]] = loop.apply affine_map<() -> (7 floordiv 0)>()
//  CHECK-NEXT:     return %[[A]], %[[B]] : index, index
func.func @apply_of_constants() -> (index, index) {
  %c7 = arith.constant 7 : index
  %a = loop.apply affine_map<(d0) -> (d0 * 3 + 1)>(%c7)
  %b = loop.apply affine_map<(d0) -> (d0 floordiv 0)>(%c7)
  return %a, %b : index, index
}

// -----

// CHECK-LABEL: func.func @apply_picks
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: index) -> (index, index) {
//  CHECK-NEXT:     return %[[N]], %[[M]] : index, index
func.func @apply_picks(%n: index, %m: index) -> (index, index) {
  %a = loop.apply affine_map<(d0)[s0] -> (d0)>(%n)[%m]
  %b = loop.apply affine_map<(d0)[s0] -> (s0)>(%n)[%m]
  return %a, %b : index, index
}

// -----

// CHECK-LABEL: func.func @apply_within_bounds
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>) {
//  CHECK-NEXT:     loop.for %[[I:.*]] = 0 to 16 {
//  CHECK-NEXT:       %[[B:.*]] = loop.apply affine_map<(d0) -> (d0 mod 8 + d0 ceildiv 4)>(%[[I]])
//  CHECK-NEXT:       "test.use"(%[[I]], %[[B]]) : (index, index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @apply_within_bounds(%m: memref<?xf32>) {
  loop.for %i = 0 to 16 {
    %a = loop.apply affine_map<(d0) -> (d0 mod 16 + d0 floordiv 16)>(%i)
    %b = loop.apply affine_map<(d0) -> (d0 mod 8 + d0 ceildiv 4)>(%i)
    "test.use"(%a, %b) : (index, index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @extremes
//  CHECK-SAME:   (%[[N:.*]]: index) -> (index, index, index, index, index) {
//  CHECK-NEXT:     %[[B:.*]] = arith.constant 8 : index
//  CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
//  CHECK-NEXT:     %[[D:.*]] = loop.max affine_map<()[s0] -> (s0 + 1, 4)>()[%[[N]]]
//  CHECK-NEXT:     %[[E:.*]] = loop.max affine_map<()[s0] -> (s0 + 1, 4)>()[%[[N]]]
//  CHECK-NEXT:     return %[[C3]], %[[B]], %[[N]], %[[D]], %[[E]] : index, index, index, index, index
func.func @extremes(%n: index) -> (index, index, index, index, index) {
  %c3 = arith.constant 3 : index
  %a = loop.min affine_map<(d0) -> (d0, 8, 5)>(%c3)
  %b = loop.max affine_map<(d0) -> (d0, 8, 5)>(%c3)
  %c = loop.min affine_map<(d0) -> (d0, d0 + 1, d0)>(%n)
  %d = loop.max affine_map<(d0) -> (d0, d0 + 1, 4)>(%n)
  %e = loop.max affine_map<(d0)[s0] -> (d0, s0)>(%d)[%n]
  return %a, %b, %c, %d, %e : index, index, index, index, index
}

// -----

// CHECK-LABEL: func.func @extreme_within_bounds
//  CHECK-SAME:   () {
//  CHECK-NEXT:     loop.for %[[I:.*]] = 0 to 16 {
//  CHECK-NEXT:       %[[A:.*]] = loop.apply affine_map<(d0) -> (d0 + 4)>(%[[I]])
//  CHECK-NEXT:       %[[B:.*]] = loop.min affine_map<(d0) -> (d0 + 4, 8)>(%[[I]])
//  CHECK-NEXT:       "test.use"(%[[A]], %[[B]]) : (index, index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @extreme_within_bounds() {
  loop.for %i = 0 to 16 {
    %a = loop.min affine_map<(d0) -> (d0 + 4, 32)>(%i)
    %b = loop.min affine_map<(d0) -> (d0 + 4, 8)>(%i)
    "test.use"(%a, %b) : (index, index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @accesses
//  CHECK-SAME:   (%[[M:.*]]: memref<?x?xf32>, %[[N:.*]]: index) {
//  CHECK-NEXT:     loop.for %[[I:.*]] = 0 to %[[N]] {
//  CHECK-NEXT:       %[[X:.*]] = loop.load %[[M]][%[[I]] + symbol(%[[N]]), 2] : memref<?x?xf32>
//  CHECK-NEXT:       loop.store %[[X]], %[[M]][%[[I]] * 2 + symbol(%[[N]]), symbol(%[[N]])] : memref<?x?xf32>
//  CHECK-NEXT:       %[[V:.*]] = loop.vector_load %[[M]][%[[I]] + symbol(%[[N]]), 2] : memref<?x?xf32>, vector<4xf32>
//  CHECK-NEXT:       loop.vector_store %[[V]], %[[M]][%[[I]] + symbol(%[[N]]), 2] : memref<?x?xf32>, vector<4xf32>
//  CHECK-NEXT:       loop.prefetch %[[M]][%[[I]] + symbol(%[[N]]), 2], read, locality<3>, data : memref<?x?xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @accesses(%m: memref<?x?xf32>, %n: index) {
  %c2 = arith.constant 2 : index
  loop.for %i = 0 to %n {
    %a = loop.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %x = loop.load %m[%a, %c2] : memref<?x?xf32>
    loop.store %x, %m[%a + %i, symbol(%n)] : memref<?x?xf32>
    %v = loop.vector_load %m[%a, %c2] : memref<?x?xf32>, vector<4xf32>
    loop.vector_store %v, %m[%a, %c2] : memref<?x?xf32>, vector<4xf32>
    loop.prefetch %m[%a, %c2], read, locality<3>, data : memref<?x?xf32>
  }
  return
}

// -----

// What is not affine does not become so: a product of dimensions stays computed apart.
// CHECK-LABEL: func.func @access_of_product
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>, %[[N:.*]]: index) -> f32 {
//  CHECK-NEXT:     %[[A:.*]] = arith.muli %[[N]], %[[N]] : index
//  CHECK-NEXT:     %[[X:.*]] = loop.load %[[M]][symbol(%[[A]])] : memref<?xf32>
//  CHECK-NEXT:     return %[[X]] : f32
func.func @access_of_product(%m: memref<?xf32>, %n: index) -> f32 {
  %a = arith.muli %n, %n : index
  %x = loop.load %m[%a] : memref<?xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @linear_indices
//  CHECK-SAME:   (%[[X:.*]]: index, %[[Y:.*]]: index, %[[N:.*]]: index) -> (index, index, index, index) {
//  CHECK-NEXT:     %[[E:.*]] = loop.linearize_index [%[[X]], %[[Y]]] by (5) : index
//  CHECK-NEXT:     return %[[X]], %[[Y]], %[[X]], %[[E]] : index, index, index, index
func.func @linear_indices(%x: index, %y: index, %n: index) -> (index, index, index, index) {
  %a = loop.linearize_index disjoint [%x, %y] by (%n, 4) : index
  %b:2 = loop.delinearize_index %a into (%n, 4) : index, index
  %c:2 = loop.delinearize_index %x into (4) : index, index
  %d = loop.linearize_index [%c#0, %c#1] by (4) : index
  %e = loop.linearize_index [%x, %y] by (5) : index
  return %b#0, %b#1, %d, %e : index, index, index, index
}

// -----

// Without the promise, the first two indices cannot be told from others of the same number.
// CHECK-LABEL: func.func @linear_indices_that_may_overlap
//  CHECK-SAME:   (%[[X:.*]]: index, %[[Y:.*]]: index, %[[N:.*]]: index) -> (index, index) {
//  CHECK-NEXT:     %[[A:.*]] = loop.linearize_index [%[[X]], %[[Y]]] by (%[[N]], 4) : index
//  CHECK-NEXT:     %[[B:.*]]:2 = loop.delinearize_index %[[A]] into (%[[N]], 4) : index, index
//  CHECK-NEXT:     return %[[B]]#0, %[[B]]#1 : index, index
func.func @linear_indices_that_may_overlap(%x: index, %y: index, %n: index) -> (index, index) {
  %a = loop.linearize_index [%x, %y] by (%n, 4) : index
  %b:2 = loop.delinearize_index %a into (%n, 4) : index, index
  return %b#0, %b#1 : index, index
}

// -----

// CHECK-LABEL: func.func @linear_constants
//  CHECK-SAME:   (%[[X:.*]]: index) -> (index, index, index, index, index, index) {
//  CHECK-NEXT:     %[[E:.*]] = arith.constant 0 : index
//  CHECK-NEXT:     %[[C:.*]] = arith.constant 503 : index
//  CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
//  CHECK-NEXT:     %[[A:.*]] = arith.constant 5 : index
//  CHECK-NEXT:     return %[[A]], %[[C3]], %[[X]], %[[C]], %[[X]], %[[E]] : index, index, index, index, index, index
func.func @linear_constants(%x: index) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c23 = arith.constant 23 : index
  %a:2 = loop.delinearize_index %c23 into (%c4) : index, index
  %b:1 = loop.delinearize_index %x into (%c4) : index
  %c = loop.linearize_index [%c4, %c0, %c23] by (%c4, 30) : index
  %d = loop.linearize_index [%x] by () : index
  %e = loop.linearize_index [] by () : index
  return %a#0, %a#1, %b, %c, %d, %e : index, index, index, index, index, index
}

// -----

// CHECK-LABEL: func.func @unit_places
//  CHECK-SAME:   (%[[X:.*]]: index, %[[Y:.*]]: index) -> (index, index, index, index) {
//  CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:     %[[A:.*]]:2 = loop.delinearize_index %[[X]] into (4) : index, index
//  CHECK-NEXT:     %[[B:.*]] = loop.linearize_index [%[[X]], %[[Y]]] by (4) : index
//  CHECK-NEXT:     %[[C:.*]] = loop.linearize_index [%[[X]], %[[Y]]] by (5, 4) : index
//  CHECK-NEXT:     "test.use"(%[[C]]) : (index) -> ()
//  CHECK-NEXT:     return %[[A]]#0, %[[C0]], %[[A]]#1, %[[B]] : index, index, index, index
func.func @unit_places(%x: index, %y: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %a:3 = loop.delinearize_index %x into (1, 4) : index, index, index
  %b = loop.linearize_index [%x, %c0, %y] by (1, 4) : index
  %c = loop.linearize_index [%c0, %x, %y] by (5, 4) : index
  "test.use"(%c) : (index) -> ()
  return %a#0, %a#1, %a#2, %b : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @bounds
//  CHECK-SAME:   (%[[N:.*]]: index) {
//  CHECK-NEXT:     loop.for %[[I:.*]] = 0 to affine_map<()[s0] -> (s0 + 4)>()[%[[N]]] {
//  CHECK-NEXT:       loop.for %[[J:.*]] = affine_map<(d0) -> (d0 + 1)>(%[[I]]) to min affine_map<()[s0] -> (s0, 8)>()[%[[N]]] {
//  CHECK-NEXT:         "test.use"(%[[J]]) : (index) -> ()
//  CHECK-NEXT:       }
//  CHECK-NEXT:       loop.for %[[K:.*]] = 3 to 7 step 2 {
//  CHECK-NEXT:         "test.use"(%[[K]]) : (index) -> ()
//  CHECK-NEXT:       }
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @bounds(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = loop.apply affine_map<()[s0] -> (s0 + 4)>()[%n]
  loop.for %i = %c0 to %a {
    loop.for %j = max affine_map<(d0) -> (d0, d0 + 1)>(%i) to min affine_map<()[s0, s1] -> (s0, s1, 9)>()[%n, %c8] {
      "test.use"(%j) : (index) -> ()
    }
    loop.for %k = max affine_map<() -> (2, 3)>() to min affine_map<() -> (9, 7)>() step 2 {
      "test.use"(%k) : (index) -> ()
    }
  }
  return
}

// -----

// Constant bounds of several numbers are one.
// CHECK-LABEL: func.func @constant_extremes
//  CHECK-SAME:   () {
//  CHECK-NEXT:     loop.for %[[K:.*]] = 3 to 7 step 2 {
//  CHECK-NEXT:       "test.use"(%[[K]]) : (index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @constant_extremes() {
  loop.for %k = max affine_map<() -> (2, 3)>() to min affine_map<() -> (9, 7)>() step 2 {
    "test.use"(%k) : (index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @never_runs
//  CHECK-SAME:   (%[[X:.*]]: f32) -> f32 {
//  CHECK-NEXT:     return %[[X]] : f32
func.func @never_runs(%x: f32) -> f32 {
  %r = loop.for %i = 4 to 4 iter_args(%a = %x) -> (f32) {
    %y = "test.make"(%a) : (f32) -> f32
    loop.yield %y : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @runs_once
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[N:.*]]: index) -> f32 {
//  CHECK-NEXT:     %[[I:.*]] = arith.constant 3 : index
//  CHECK-NEXT:     %[[I_0:.*]] = loop.apply affine_map<()[s0] -> (s0 + 2)>()[%[[N]]]
//  CHECK-NEXT:     %[[Y:.*]] = "test.make"(%[[X]], %[[I_0]]) : (f32, index) -> f32
//  CHECK-NEXT:     "test.use"(%[[I]]) : (index) -> ()
//  CHECK-NEXT:     return %[[Y]] : f32
func.func @runs_once(%x: f32, %n: index) -> f32 {
  %r = loop.for %i = affine_map<(d0) -> (d0 + 2)>(%n) to affine_map<(d0) -> (d0 + 4)>(%n) step 2 iter_args(%a = %x) -> (f32) {
    %y = "test.make"(%a, %i) : (f32, index) -> f32
    loop.yield %y : f32
  }
  loop.for %i = 3 to 4 {
    "test.use"(%i) : (index) -> ()
  }
  return %r : f32
}

// -----

// It runs twice.
// CHECK-LABEL: func.func @runs_twice
//  CHECK-SAME:   () {
//  CHECK-NEXT:     loop.for %[[I:.*]] = 3 to 5 {
//  CHECK-NEXT:       "test.use"(%[[I]]) : (index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @runs_twice() {
  loop.for %i = 3 to 5 {
    "test.use"(%i) : (index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @only_yields
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[N:.*]]: index) -> (f32, f32, f32) {
//  CHECK-NEXT:     return %[[Y]], %[[X]], %[[Y]] : f32, f32, f32
func.func @only_yields(%x: f32, %y: f32, %n: index) -> (f32, f32, f32) {
  %a:2 = loop.for %i = 0 to 3 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    loop.yield %q, %p : f32, f32
  }
  %b = loop.for %i = 0 to 3 iter_args(%p = %x) -> (f32) {
    loop.yield %y : f32
  }
  return %a#0, %a#1, %b : f32, f32, f32
}

// -----

// If it does not run, the initial value comes out.
// CHECK-LABEL: func.func @only_yields_if_it_runs
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[N:.*]]: index) -> f32 {
//  CHECK-NEXT:     %[[B:.*]] = loop.for %[[I:.*]] = 0 to %[[N]] iter_args(%[[P:.*]] = %[[X]]) -> (f32) {
//  CHECK-NEXT:       loop.yield %[[Y]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return %[[B]] : f32
func.func @only_yields_if_it_runs(%x: f32, %y: f32, %n: index) -> f32 {
  %b = loop.for %i = 0 to %n iter_args(%p = %x) -> (f32) {
    loop.yield %y : f32
  }
  return %b : f32
}

// -----

// CHECK-LABEL: func.func @invariant_carried
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[N:.*]]: index) -> (f32, f32) {
//  CHECK-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = 0 to %[[N]] iter_args(%[[Q:.*]] = %[[Y]]) -> (f32) {
//  CHECK-NEXT:       %[[R:.*]] = "test.make"(%[[X]], %[[Q]]) : (f32, f32) -> f32
//  CHECK-NEXT:       loop.yield %[[R]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return %[[X]], %[[V0]] : f32, f32
func.func @invariant_carried(%x: f32, %y: f32, %n: index) -> (f32, f32) {
  %a:2 = loop.for %i = 0 to %n iter_args(%p = %x, %q = %y) -> (f32, f32) {
    %r = "test.make"(%p, %q) : (f32, f32) -> f32
    loop.yield %p, %r : f32, f32
  }
  return %a#0, %a#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @dead_carried
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[N:.*]]: index) -> f32 {
//  CHECK-NEXT:     %[[A:.*]] = loop.for %[[I:.*]] = 0 to %[[N]] iter_args(%[[P:.*]] = %[[X]]) -> (f32) {
//  CHECK-NEXT:       %[[R:.*]] = "test.make"(%[[P]]) : (f32) -> f32
//  CHECK-NEXT:       loop.yield %[[R]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return %[[A]] : f32
func.func @dead_carried(%x: f32, %y: f32, %n: index) -> f32 {
  %a:3 = loop.for %i = 0 to %n iter_args(%p = %x, %q = %y, %unused = %y) -> (f32, f32, f32) {
    %r = "test.make"(%p) : (f32) -> f32
    %s = arith.addf %q, %r : f32
    loop.yield %r, %s, %s : f32, f32, f32
  }
  return %a#0 : f32
}

// -----

// What is carried is needed inside.
// CHECK-LABEL: func.func @carried_for_an_effect
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[N:.*]]: index) {
//  CHECK-NEXT:     %[[A:.*]] = loop.for %[[I:.*]] = 0 to %[[N]] iter_args(%[[P:.*]] = %[[X]]) -> (f32) {
//  CHECK-NEXT:       %[[R:.*]] = "test.make"(%[[P]]) : (f32) -> f32
//  CHECK-NEXT:       loop.yield %[[R]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @carried_for_an_effect(%x: f32, %n: index) {
  %a = loop.for %i = 0 to %n iter_args(%p = %x) -> (f32) {
    %r = "test.make"(%p) : (f32) -> f32
    loop.yield %r : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @known_set
//  CHECK-SAME:   (%[[N:.*]]: index, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> f32 {
//  CHECK-NEXT:     "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:     return %[[Y]] : f32
func.func @known_set(%n: index, %x: f32, %y: f32) -> f32 {
  %c4 = arith.constant 4 : index
  loop.if affine_set<(d0) : (d0 - 2 >= 0)>(%c4) {
    "test.use"(%n) : (index) -> ()
  }
  %r = loop.if affine_set<(d0) : (d0 - 2 >= 0, -d0 >= 0)>(%n) -> f32 {
    loop.yield %x : f32
  } else {
    loop.yield %y : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @set_of_apply
//  CHECK-SAME:   (%[[N:.*]]: index) {
//  CHECK-NEXT:     loop.if affine_set<()[s0] : (s0 + 8 >= 0)>()[%[[N]]] {
//  CHECK-NEXT:       "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @set_of_apply(%n: index) {
  %a = loop.apply affine_map<()[s0] -> (s0 + 4)>()[%n]
  loop.if affine_set<(d0, d1) : (d0 * 2 - d1 >= 0, d1 - d1 >= 0)>(%a, %n) {
    "test.use"(%n) : (index) -> ()
  } else {
  }
  return
}

// -----

// CHECK-LABEL: func.func @decided_results
//  CHECK-SAME:   (%[[N:.*]]: index, %[[X:.*]]: f32, %[[Y:.*]]: f32, %[[C:.*]]: i1) -> (f32, f32, f32) {
//  CHECK-NEXT:     %[[V0:.*]] = loop.if affine_set<()[s0] : (s0 == 0)>()[%[[N]]] -> f32 {
//  CHECK-NEXT:       "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:       loop.yield %[[Y]] : f32
//  CHECK-NEXT:     } else {
//  CHECK-NEXT:       loop.yield %[[X]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.when %[[C]] {
//  CHECK-NEXT:       "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return %[[X]], %[[V0]], %[[X]] : f32, f32, f32
func.func @decided_results(%n: index, %x: f32, %y: f32, %c: i1) -> (f32, f32, f32) {
  %r:3 = loop.if affine_set<(d0) : (d0 == 0)>(%n) -> (f32, f32, f32) {
    "test.use"(%n) : (index) -> ()
    loop.yield %x, %y, %y : f32, f32, f32
  } else {
    loop.yield %x, %x, %x : f32, f32, f32
  }
  %s:2 = loop.when %c -> (f32, f32) {
    "test.use"(%n) : (index) -> ()
    loop.yield %x, %y : f32, f32
  } else {
    loop.yield %x, %x : f32, f32
  }
  return %r#0, %r#1, %s#0 : f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @known_condition
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[N:.*]]: index) -> f32 {
//  CHECK-NEXT:     "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:     return %[[X]] : f32
func.func @known_condition(%x: f32, %y: f32, %n: index) -> f32 {
  %true = arith.constant true
  %false = arith.constant false
  %r = loop.when %true -> (f32) {
    "test.use"(%n) : (index) -> ()
    loop.yield %x : f32
  } else {
    loop.yield %y : f32
  }
  loop.when %false {
    "test.use"(%n) : (index) -> ()
  }
  return %r : f32
}

// -----

// What is at the top inside is a symbol; outside it would not be one.
// CHECK-LABEL: func.func @symbols_keep_their_scope
//  CHECK-SAME:   (%[[N:.*]]: index, %[[M:.*]]: memref<?xindex>) {
//  CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:     loop.for %[[I:.*]] = 0 to %[[N]] {
//  CHECK-NEXT:       loop.when %[[TRUE]] {
//  CHECK-NEXT:         %[[K:.*]] = memref.load %[[M]][%[[I]]] : memref<?xindex>
//  CHECK-NEXT:         loop.for %[[J:.*]] = 0 to %[[K]] {
//  CHECK-NEXT:           "test.use"(%[[J]]) : (index) -> ()
//  CHECK-NEXT:         }
//  CHECK-NEXT:       }
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @symbols_keep_their_scope(%n: index, %m: memref<?xindex>) {
  %true = arith.constant true
  loop.for %i = 0 to %n {
    loop.when %true {
      %k = memref.load %m[%i] : memref<?xindex>
      loop.for %j = 0 to %k {
        "test.use"(%j) : (index) -> ()
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @condition_inside
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[N:.*]]: index) {
//  CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:     %[[FALSE:.*]] = arith.constant false
//  CHECK-NEXT:     loop.when %[[C]] {
//  CHECK-NEXT:       "test.use"(%[[TRUE]]) : (i1) -> ()
//  CHECK-NEXT:       "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:     } else {
//  CHECK-NEXT:       "test.use"(%[[FALSE]]) : (i1) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @condition_inside(%c: i1, %n: index) {
  loop.when %c {
    "test.use"(%c) : (i1) -> ()
    loop.when %c {
      "test.use"(%n) : (index) -> ()
    }
  } else {
    "test.use"(%c) : (i1) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @empty_regions
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[N:.*]]: index) {
//  CHECK-NEXT:     %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:     loop.when %[[C]] {
//  CHECK-NEXT:       "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     "test.between"() : () -> ()
//  CHECK-NEXT:     %[[V0:.*]] = arith.xori %[[C]], %[[TRUE]] : i1
//  CHECK-NEXT:     loop.when %[[V0]] {
//  CHECK-NEXT:       "test.use"(%[[N]]) : (index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @empty_regions(%c: i1, %n: index) {
  loop.when %c {
  }
  loop.when %c {
    "test.use"(%n) : (index) -> ()
  } else {
  }
  "test.between"() : () -> ()
  loop.when %c {
  } else {
    "test.use"(%n) : (index) -> ()
  }
  return
}

// -----

// Each uses what the one before has yielded on its side, and the last one what the first one has.
// CHECK-LABEL: func.func @neighbors
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (f32, f32) {
//  CHECK-NEXT:     %[[R:.*]], %[[S:.*]] = loop.when %[[C]] -> (f32, f32) {
//  CHECK-NEXT:       %[[A:.*]] = "test.a"(%[[X]]) : (f32) -> f32
//  CHECK-NEXT:       "test.b"(%[[A]]) : (f32) -> ()
//  CHECK-NEXT:       %[[D:.*]] = "test.d"(%[[A]], %[[X]]) : (f32, f32) -> f32
//  CHECK-NEXT:       loop.yield %[[A]], %[[D]] : f32, f32
//  CHECK-NEXT:     } else {
//  CHECK-NEXT:       %[[E:.*]] = "test.e"(%[[Y]]) : (f32) -> f32
//  CHECK-NEXT:       loop.yield %[[Y]], %[[E]] : f32, f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return %[[R]], %[[S]] : f32, f32
func.func @neighbors(%c: i1, %x: f32, %y: f32) -> (f32, f32) {
  %r = loop.when %c -> f32 {
    %a = "test.a"(%x) : (f32) -> f32
    loop.yield %a : f32
  } else {
    loop.yield %y : f32
  }
  loop.when %c {
    "test.b"(%r) : (f32) -> ()
  }
  %s = loop.when %c -> f32 {
    %d = "test.d"(%r, %x) : (f32, f32) -> f32
    loop.yield %d : f32
  } else {
    %e = "test.e"(%r) : (f32) -> f32
    loop.yield %e : f32
  }
  return %r, %s : f32, f32
}

// -----

// CHECK-LABEL: func.func @select
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32) -> (f32, f32) {
//  CHECK-NEXT:     %[[R:.*]] = arith.select %[[C]], %[[X]], %[[Y]] : f32
//  CHECK-NEXT:     return %[[R]], %[[X]] : f32, f32
func.func @select(%c: i1, %x: f32, %y: f32) -> (f32, f32) {
  %r:2 = loop.when %c -> (f32, f32) {
    loop.yield %x, %x : f32, f32
  } else {
    loop.yield %y, %x : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @while_false
//  CHECK-SAME:   (%[[X:.*]]: f32) -> f32 {
//  CHECK-NEXT:     %[[Y:.*]] = "test.make"(%[[X]]) : (f32) -> f32
//  CHECK-NEXT:     return %[[Y]] : f32
func.func @while_false(%x: f32) -> f32 {
  %false = arith.constant false
  %r = loop.while (%a = %x) : (f32) -> f32 {
    %y = "test.make"(%a) : (f32) -> f32
    loop.condition(%false) %y : f32
  } do {
  ^bb0(%b: f32):
    loop.yield %b : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @while_condition_inside
//  CHECK-SAME:   () {
//  CHECK-NEXT:     %[[D:.*]] = arith.constant true
//  CHECK-NEXT:     loop.while : () -> () {
//  CHECK-NEXT:       %[[C:.*]] = "test.make"() : () -> i1
//  CHECK-NEXT:       loop.condition(%[[C]])
//  CHECK-NEXT:     } do {
//  CHECK-NEXT:       "test.use"(%[[D]]) : (i1) -> ()
//  CHECK-NEXT:       loop.yield
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @while_condition_inside() {
  loop.while : () -> i1 {
    %c = "test.make"() : () -> i1
    loop.condition(%c) %c : i1
  } do {
  ^bb0(%d: i1):
    "test.use"(%d) : (i1) -> ()
    loop.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @while_invariant
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[Y:.*]]: f32) -> f32 {
//  CHECK-NEXT:     %[[V0:.*]] = loop.while (%[[B:.*]] = %[[Y]]) : (f32) -> f32 {
//  CHECK-NEXT:       %[[C:.*]] = "test.make"(%[[X]], %[[B]]) : (f32, f32) -> i1
//  CHECK-NEXT:       loop.condition(%[[C]]) %[[B]] : f32
//  CHECK-NEXT:     } do {
//  CHECK-NEXT:     ^bb0(%[[Q:.*]]: f32):
//  CHECK-NEXT:       %[[S:.*]] = "test.make"(%[[Q]]) : (f32) -> f32
//  CHECK-NEXT:       loop.yield %[[S]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return %[[V0]] : f32
func.func @while_invariant(%x: f32, %y: f32) -> f32 {
  %r:2 = loop.while (%a = %x, %b = %y) : (f32, f32) -> (f32, f32) {
    %c = "test.make"(%a, %b) : (f32, f32) -> i1
    loop.condition(%c) %a, %b : f32, f32
  } do {
  ^bb0(%p: f32, %q: f32):
    %s = "test.make"(%q) : (f32) -> f32
    loop.yield %p, %s : f32, f32
  }
  return %r#1 : f32
}

// -----

// CHECK-LABEL: func.func @box
//  CHECK-SAME:   (%[[N:.*]]: index, %[[X:.*]]: f32) {
//  CHECK-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]]) = (2, 4) to (symbol(%[[N]]) + 4, 16) {
//  CHECK-NEXT:       "test.use"(%[[I]], %[[J]]) : (index, index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @box(%n: index, %x: f32) {
  %c4 = arith.constant 4 : index
  %a = loop.apply affine_map<()[s0] -> (s0 + 4)>()[%n]
  loop.parallel (%i, %j) = (max(0, 2), %c4) to (min(symbol(%a), symbol(%n) + 9), 16) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @empty_box
//  CHECK-SAME:   (%[[N:.*]]: index, %[[X:.*]]: f32) -> (f32, f32) {
//  CHECK-NEXT:     %[[R:.*]] = arith.constant -0.000000e+00 : f32
//  CHECK-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
//  CHECK-NEXT:     return %[[R]], %[[CST]] : f32, f32
func.func @empty_box(%n: index, %x: f32) -> (f32, f32) {
  %r:2 = loop.parallel (%i, %j) = (0, 4) to (%n, 4) reduce ("addf", "maximumf") -> (f32, f32) {
    %y = "test.make"(%i, %j) : (index, index) -> f32
    loop.yield %y, %y : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @dimensions_of_one_number
//  CHECK-SAME:   (%[[N:.*]]: index) -> f32 {
//  CHECK-NEXT:     %[[I:.*]] = arith.constant 3 : index
//  CHECK-NEXT:     %[[R:.*]] = loop.parallel (%[[J:.*]]) = (0) to (symbol(%[[N]])) step (2) reduce ("addf") -> (f32) {
//  CHECK-NEXT:       %[[Y:.*]] = "test.make"(%[[I]], %[[J]]) : (index, index) -> f32
//  CHECK-NEXT:       loop.yield %[[Y]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     "test.use"(%[[I]]) : (index) -> ()
//  CHECK-NEXT:     return %[[R]] : f32
func.func @dimensions_of_one_number(%n: index) -> f32 {
  %r = loop.parallel (%i, %j) = (3, 0) to (4, %n) step (1, 2) reduce ("addf") -> (f32) {
    %y = "test.make"(%i, %j) : (index, index) -> f32
    loop.yield %y : f32
  }
  loop.parallel (%i) = (3) to (4) {
    "test.use"(%i) : (index) -> ()
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @a_dimension_of_one_number_that_is_no_constant
//  CHECK-SAME:   (%[[M:.*]]: memref<9x9xi32>, %[[X:.*]]: i32, %[[N:.*]]: index) {
//       CHECK:     loop.parallel (%[[I:.*]]) = (0) to (8) {
//  CHECK-NEXT:       loop.store %[[X]], %[[M]][%[[I]], symbol(%[[N]]) + 2] : memref<9x9xi32>
func.func @a_dimension_of_one_number_that_is_no_constant(%m: memref<9x9xi32>, %x: i32, %n: index) {
  loop.parallel (%i, %j) = (0, symbol(%n) + 2) to (8, symbol(%n) + 3) {
    loop.store %x, %m[%i, %j] : memref<9x9xi32>
  }
  return
}

// -----

// A value that is no symbol stays one of the extreme, as `loop.apply` does not take it.
// CHECK-LABEL: func.func @extreme_of_what_is_no_symbol
//  CHECK-SAME:   (%[[M:.*]]: memref<?xindex>, %[[N:.*]]: index) {
//  CHECK-NEXT:     loop.for %[[I:.*]] = 0 to %[[N]] {
//  CHECK-NEXT:       %[[K:.*]] = memref.load %[[M]][%[[I]]] : memref<?xindex>
//  CHECK-NEXT:       %[[A:.*]] = loop.min affine_map<()[s0] -> (s0 + 1)>()[%[[K]]]
//  CHECK-NEXT:       %[[B:.*]] = loop.apply affine_map<(d0) -> (d0 + 1)>(%[[K]])
//  CHECK-NEXT:       "test.use"(%[[A]], %[[B]]) : (index, index) -> ()
//  CHECK-NEXT:     }
//  CHECK-NEXT:     return
func.func @extreme_of_what_is_no_symbol(%m: memref<?xindex>, %n: index) {
  loop.for %i = 0 to %n {
    %k = memref.load %m[%i] : memref<?xindex>
    %a = loop.min affine_map<()[s0] -> (s0 + 1)>()[%k]
    %b = loop.min affine_map<(d0) -> (d0 + 1)>(%k)
    "test.use"(%a, %b) : (index, index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @nested_conditionals
//  CHECK-SAME:   (%[[A:.*]]: i1, %[[B:.*]]: i1)
//  CHECK-NEXT:   %[[C:.*]] = arith.andi %[[A]], %[[B]]
//  CHECK-NEXT:   loop.when %[[C]] {
//  CHECK-NEXT:     "t.op"
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @nested_conditionals(%a: i1, %b: i1) {
  loop.when %a {
    loop.when %b {
      "t.op"() : () -> ()
    }
  }
  return
}

// What else is in the body runs without the inner condition.
// CHECK-LABEL: func.func @more_than_a_conditional
//   CHECK-NOT:   arith.andi
func.func @more_than_a_conditional(%a: i1, %b: i1) {
  loop.when %a {
    loop.when %b {
      "t.op"() : () -> ()
    }
    "t.other"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @equal_conditions
//       CHECK:   loop.when %{{.*}} {
//  CHECK-NEXT:     "t.a"
//  CHECK-NEXT:     "t.b"
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     "t.c"
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @equal_conditions(%c: i1) {
  loop.when %c {
    "t.a"() : () -> ()
  }
  loop.when %c {
    "t.b"() : () -> ()
  } else {
    "t.c"() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @result_is_condition
//  CHECK-SAME:   (%[[C:.*]]: i1)
//       CHECK:   loop.when %[[C]] {
//       CHECK:   return %[[C]]
func.func @result_is_condition(%c: i1) -> i1 {
  %0 = loop.when %c -> (i1) {
    "t.op"() : () -> ()
    loop.yield %c : i1
  } else {
    loop.yield %c : i1
  }
  return %0 : i1
}

// A value from outside need not be passed, and a condition that holds inside need not be compared again.
// CHECK-LABEL: func.func @seen_through_while
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[N:.*]]: index, %[[Z:.*]]: index)
//       CHECK:   %[[R:.*]] = loop.while (%[[I:.*]] = %[[Z]]) : (index) -> index {
//       CHECK:     loop.condition(%{{.*}}) %[[I]] : index
//       CHECK:   ^bb0(%[[J:.*]]: index):
//  CHECK-NEXT:     "t.op"(%[[X]], %[[J]])
//       CHECK:   return %[[R]], %[[X]]
func.func @seen_through_while(%x: f32, %n: index, %z: index) -> (index, f32) {
  %0, %1 = loop.while (%i = %z) : (index) -> (index, f32) {
    %more = arith.cmpi slt, %i, %n : index
    loop.condition(%more) %i, %x : index, f32
  } do {
  ^bb0(%j: index, %y: f32):
    %again = arith.cmpi slt, %j, %n : index
    loop.when %again {
      "t.op"(%y, %j) : (f32, index) -> ()
    }
    %over = arith.cmpi sge, %j, %n : index
    loop.when %over {
      "t.never"() : () -> ()
    }
    %k = "t.next"(%j) : (index) -> index
    loop.yield %k : index
  }
  return %0, %1 : index, f32
}

// A mapping has an entry for each dimension that is left.
// CHECK-LABEL: func.func @mapped_dimensions
//       CHECK: loop.parallel (%j, %l) = (0, 0) to (8, symbol(%n)) {
//       CHECK: } {gpu.block_size = 64 : i64, mapping = [#gpu.block<x>, #gpu.block<z>]}
func.func @mapped_dimensions(%m: memref<8x?xf32>, %n: index, %x: f32) {
  loop.parallel (%i, %j, %k, %l) = (0, 0, 3, 0) to (1, 8, 4, symbol(%n)) {
    loop.store %x, %m[%i + %j, %k + %l - 3] : memref<8x?xf32>
  } {gpu.block_size = 64 : i64, mapping = [#gpu.block<y>, #gpu.block<x>, #gpu.block<x>, #gpu.block<z>]}
  return
}

// The last dimension of a mapped loop stays, as its body is to run in a block or thread.
// CHECK-LABEL: func.func @mapped_body
//       CHECK: loop.parallel (%j) = (4) to (5) {
//       CHECK:   loop.parallel (%k) = (0) to (1) {
//       CHECK:     loop.store %x, %m[%j + %k] : memref<8xf32>
//       CHECK:   } {mapping = [#gpu.thread<x>]}
//       CHECK: } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
func.func @mapped_body(%m: memref<8xf32>, %x: f32) {
  loop.parallel (%i, %j) = (0, 4) to (1, 5) {
    loop.parallel (%k) = (0) to (1) {
      loop.store %x, %m[%j + %k] : memref<8xf32>
    } {mapping = [#gpu.thread<x>]}
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<y>, #gpu.block<x>]}
  return
}

// An attribute of the same name that is no list of dimensions is left alone.
// CHECK-LABEL: func.func @other_mapping
//       CHECK: loop.parallel (%j) = (0) to (8) {
//       CHECK: } {mapping = [1]}
func.func @other_mapping(%m: memref<8xf32>, %x: f32) {
  loop.parallel (%i, %j) = (0, 0) to (1, 8) {
    loop.store %x, %m[%j] : memref<8xf32>
  } {mapping = [1]}
  return
}
