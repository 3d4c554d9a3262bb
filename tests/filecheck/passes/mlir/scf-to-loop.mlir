// RUN: dlc-opt %s --scf-to-loop --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @affine_loops
func.func @affine_loops(%m: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // Tiles: the bound of the inner loop is the least of two.
  // CHECK:      loop.for %[[I:.*]] = 0 to %n step 4 {
  // CHECK:        loop.for %[[J:.*]] = #{{.*}}(%[[I]]) to min #{{.*}}(%[[I]])[%n] {
  // CHECK-NEXT:     %[[L:.*]] = loop.load %m[%[[J]]] : memref<?xf32>
  // CHECK:          loop.when
  // CHECK-NEXT:       loop.store %[[L]], %m[symbol(%[[J]]) + 1] : memref<?xf32>
  scf.for %i = %c0 to %n step %c4 {
    %e = arith.addi %i, %c4 : index
    %end = arith.minsi %e, %n : index
    scf.for %j = %i to %end step %c1 {
      %l = memref.load %m[%j] : memref<?xf32>
      %next = arith.addi %j, %c1 : index
      %c = arith.cmpf ogt, %l, %x : f32
      scf.if %c {
        memref.store %l, %m[%next] : memref<?xf32>
      }
    }
  }
  // CHECK:      %[[S:.*]] = loop.parallel (%[[I:.*]]) = (0) to (symbol(%n)) reduce ("addf") -> (f32) {
  // CHECK-NEXT:   %[[L:.*]] = loop.load %m[%[[I]]] : memref<?xf32>
  // CHECK-NEXT:   loop.yield %[[L]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[R:.*]] = arith.addf %x, %[[S]] : f32
  // CHECK:      return %[[R]]
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %l = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%l : f32) {
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      scf.reduce.return %w : f32
    }
  }
  return %s : f32
}

// Steps and bounds that are computed inside, and counters that are no indices.
// CHECK-LABEL: func.func @conditional_loops
func.func @conditional_loops(%m: memref<?xindex>, %n: index, %k: i32, %x: index) -> index {
  // CHECK:      %{{.*}}, %[[R:.*]] = loop.while (%[[I:.*]] = %k, %[[A:.*]] = %x) : (i32, index) -> (i32, index) {
  // CHECK-NEXT:   %[[C:.*]] = arith.cmpi ult, %[[I]], %k : i32
  // CHECK-NEXT:   loop.condition(%[[C]]) %[[I]], %[[A]] : i32, index
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[I:.*]]: i32, %[[A:.*]]: index):
  // CHECK:        loop.while
  // CHECK:        %[[D:.*]] = arith.subi %k, %[[I]] : i32
  // CHECK-NEXT:   %[[MORE:.*]] = arith.cmpi ult, %k, %[[D]] : i32
  // CHECK-NEXT:   %[[S:.*]] = arith.addi %[[I]], %k : i32
  // CHECK-NEXT:   %[[N:.*]] = arith.select %[[MORE]], %[[S]], %k : i32
  // CHECK-NEXT:   loop.yield %[[N]], %{{.*}} : i32, index
  %r = scf.for unsigned %i = %k to %k step %k iter_args(%a = %x) -> (index) : i32 {
    %b = scf.for %j = %n to %n step %n iter_args(%d = %a) -> (index) {
      %e = memref.load %m[%j] : memref<?xindex>
      scf.yield %e : index
    }
    scf.yield %b : index
  }
  return %r : index
}

// A reduction that is no combining operation is computed in order.
// CHECK-LABEL: func.func @ordered_reduction
func.func @ordered_reduction(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      loop.for %{{.*}} = 0 to %n iter_args(%[[A:.*]] = %x) -> (f32) {
  // CHECK-NEXT:   %[[B:.*]] = loop.for %{{.*}} = 0 to %n iter_args(%[[C:.*]] = %[[A]]) -> (f32) {
  // CHECK-NEXT:     %[[D:.*]] = arith.subf %[[C]], %x : f32
  // CHECK-NEXT:     loop.yield %[[D]] : f32
  // CHECK:        loop.yield %[[B]] : f32
  %s = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%u: f32, %v: f32):
      %w = arith.subf %u, %v : f32
      scf.reduce.return %w : f32
    }
  }
  return %s : f32
}

// CHECK-LABEL: func.func @choices
func.func @choices(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  // CHECK:      %[[E:.*]] = arith.cmpi eq, %n, %c2 : index
  // CHECK-NEXT: %[[R:.*]] = loop.when %[[E]] -> (f32) {
  // CHECK-NEXT:   loop.yield %x : f32
  // CHECK-NEXT: } else {
  // CHECK:        %[[F:.*]] = loop.when %{{.*}} -> (f32) {
  // CHECK:        loop.yield %[[F]] : f32
  // CHECK:      return %[[R]], %y
  %r = scf.index_switch %n -> f32
  case 2 {
    scf.yield %x : f32
  }
  case 3 {
    scf.yield %y : f32
  }
  default {
    scf.yield %y : f32
  }
  %e = scf.execute_region -> f32 {
    scf.yield %y : f32
  }
  return %r, %e : f32, f32
}

// Iterations that share tensors run in order.
// CHECK-LABEL: func.func @shared
//  CHECK-SAME:   %[[T:.*]]: tensor<8x4xf32>, %[[S:.*]]: tensor<2xf32>
//       CHECK:   %[[R:.*]]:2 = loop.for %[[I:.*]] = 0 to 8 step 2 iter_args(%[[A:.*]] = %[[T]], %[[B:.*]] = %[[S]])
//       CHECK:     %[[P:.*]]:2 = loop.for %[[J:.*]] = 0 to %{{.*}} iter_args(%[[C:.*]] = %[[A]], %[[D:.*]] = %[[B]])
//       CHECK:       %[[X:.*]] = tensor.extract_slice %[[C]][%[[I]], %[[J]]] [2, 1] [1, 1]
//       CHECK:       %[[E:.*]] = tensor.insert_slice %[[X]] into %[[C]][%[[I]], %[[J]]] [2, 1] [1, 1]
//       CHECK:       %[[F:.*]] = tensor.insert_slice %[[X]] into %[[E]][%[[I]], 0] [2, 1] [1, 1]
//       CHECK:       loop.yield %[[F]], %[[D]]
//       CHECK:     loop.yield %[[P]]#0, %[[P]]#1
//       CHECK:   return %[[R]]#0, %[[R]]#1
func.func @shared(%t: tensor<8x4xf32>, %s: tensor<2xf32>, %n: index) -> (tensor<8x4xf32>, tensor<2xf32>) {
  %r:2 = scf.forall (%i, %j) = (0, 0) to (8, %n) step (2, 1) shared_outs(%o = %t, %p = %s) -> (tensor<8x4xf32>, tensor<2xf32>) {
    %x = tensor.extract_slice %o[%i, %j] [2, 1] [1, 1] : tensor<8x4xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i, %j] [2, 1] [1, 1] : tensor<2xf32> into tensor<8x4xf32>
      tensor.parallel_insert_slice %x into %o[%i, 0] [2, 1] [1, 1] : tensor<2xf32> into tensor<8x4xf32>
    }
  }
  return %r#0, %r#1 : tensor<8x4xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @what_stays_is_said
func.func @what_stays_is_said(%c: i1, %x: f32) -> f32 {
  // CHECK: scf.execute_region
  // expected-remark @+1 {{'scf.execute_region' op stays as it is: its region has branches that are neither nested conditionals nor loops}}
  %e = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1(%x : f32), ^bb2(%x : f32)
  ^bb1(%p: f32):
    %0 = arith.addf %p, %x : f32
    cf.br ^bb2(%0 : f32)
  ^bb2(%q: f32):
    %1 = arith.mulf %q, %x : f32
    cf.cond_br %c, ^bb1(%1 : f32), ^bb3
  ^bb3:
    // CHECK: scf.yield
    scf.yield %1 : f32
  }
  return %e : f32
}

// Blocks of a region are taken together as those of a function are, and both ways yield its results.
// CHECK-LABEL: func.func @region_of_several_blocks(
//       CHECK:   loop.for
//       CHECK:     %[[W:.*]] = loop.when %c -> (f32) {
//       CHECK:       loop.yield %x : f32
//       CHECK:     } else {
//       CHECK:       %[[S:.*]] = arith.addf %x, %x : f32
//       CHECK:       loop.yield %[[S]] : f32
//       CHECK:     }
//       CHECK:     loop.store %[[W]], %m
//   CHECK-NOT:   scf
func.func @region_of_several_blocks(%c: i1, %x: f32, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %e = scf.execute_region -> f32 {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      scf.yield %x : f32
    ^bb2:
      %s = arith.addf %x, %x : f32
      scf.yield %s : f32
    ^nothing_leads_here:
      scf.if %c {
        memref.store %x, %m[%i] : memref<4xf32>
      }
      scf.yield %x : f32
    }
    memref.store %e, %m[%i] : memref<4xf32>
  }
  return
}

// A loop that counts in integers counts in indices, so that accesses by them are affine.
// CHECK-LABEL: func.func @count_in_integers
//  CHECK-SAME:   (%[[N:.*]]: i32, %[[M:.*]]: memref<?xi32>)
//   CHECK-DAG:   %[[END:.*]] = arith.index_cast %[[N]] : i32 to index
//       CHECK:   loop.for %[[I:.*]] = 0 to %[[END]] step 2 {
//       CHECK:     %[[NUMBER:.*]] = arith.index_cast %[[I]] : index to i32
//       CHECK:     loop.store %[[NUMBER]], %[[M]][%[[I]]]
func.func @count_in_integers(%n: i32, %m: memref<?xi32>) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  scf.for %i = %zero to %n step %two : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %i, %m[%at] : memref<?xi32>
  }
  return
}

// What was a symbol counts an affine loop now, and no affine expression divides by that.
// CHECK-LABEL: func.func @symbol_becomes_dimension
func.func @symbol_becomes_dimension(%n: index, %m: memref<?xindex>) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    // CHECK-NOT: affine.apply
    // CHECK: arith.remsi %n, %i
    %r = affine.apply affine_map<()[s0, s1] -> (s0 mod s1)>()[%n, %i]
    memref.store %r, %m[%i] : memref<?xindex>
  }
  return
}
