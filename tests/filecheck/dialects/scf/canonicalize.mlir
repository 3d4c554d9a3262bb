// RUN: dlc-opt %s --canonicalize --split-input-file | filecheck %s

// CHECK-LABEL: func.func @loop_that_never_runs
//       CHECK:   return %x
func.func @loop_that_never_runs(%m: memref<4xf32>, %x: f32, %n: index, %s: index) -> f32 {
  %r = scf.for %i = %n to %n step %s iter_args(%a = %x) -> (f32) {
    memref.store %a, %m[%i] : memref<4xf32>
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @only_number
//       CHECK:   %[[I:.*]] = arith.constant 3 : index
//  CHECK-NEXT:   memref.store %x, %m[%[[I]]]
//  CHECK-NEXT:   %[[R:.*]] = arith.addf %x, %x
//  CHECK-NEXT:   return %[[R]]
func.func @only_number(%m: memref<4xf32>, %x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c3 to %c4 step %c4 iter_args(%a = %x) -> (f32) {
    memref.store %a, %m[%i] : memref<4xf32>
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  return %r : f32
}

// -----

// 0 to -1 is 255 numbers as they are here, and none as they are there.
// CHECK-LABEL: func.func @signs_of_bounds
//       CHECK:   scf.for unsigned
//   CHECK-NOT:   scf.for
//       CHECK:   return
func.func @signs_of_bounds(%x: f32, %m: memref<f32>) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %last = arith.constant -1 : i8
  scf.for unsigned %i = %c0 to %last step %c1 : i8 {
    memref.store %x, %m[] : memref<f32>
  }
  scf.for %i = %c0 to %last step %c1 : i8 {
    memref.store %x, %m[] : memref<f32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @carried_values
//       CHECK:   %[[R:.*]] = scf.for %i = %a to %b step %c iter_args(%[[T:.*]] = %x) -> (f32) {
//  CHECK-NEXT:     memref.store %x, %m[%i]
//  CHECK-NEXT:     %[[Q:.*]] = arith.addf %x, %[[T]]
//  CHECK-NEXT:     scf.yield %[[Q]] : f32
//       CHECK:   return %x, %[[R]]
func.func @carried_values(%m: memref<4xf32>, %x: f32, %a: index, %b: index, %c: index) -> (f32, f32) {
  %r:3 = scf.for %i = %a to %b step %c iter_args(%s = %x, %t = %x, %u = %x) -> (f32, f32, f32) {
    memref.store %s, %m[%i] : memref<4xf32>
    %q = arith.addf %s, %t : f32
    %unused = arith.mulf %u, %u : f32
    scf.yield %s, %q, %unused : f32, f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @conditionals
//       CHECK:   %[[S:.*]] = arith.select %c, %x, %y
//  CHECK-NEXT:   %[[B:.*]] = arith.andi %c, %d
//  CHECK-NEXT:   scf.if %[[B]] {
//  CHECK-NEXT:     memref.store %x, %m[]
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[S]]
func.func @conditionals(%c: i1, %d: i1, %x: i32, %y: i32, %m: memref<i32>) -> i32 {
  %r = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  scf.if %c {
    scf.if %d {
      memref.store %x, %m[] : memref<i32>
    } else {
    }
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @regions_in_place_of_ops
//       CHECK:   %[[C:.*]] = arith.constant 3 : i32
//  CHECK-NEXT:   memref.store %[[C]], %m[]
//  CHECK-NEXT:   %[[L:.*]] = scf.execute_region -> i32 no_inline {
//       CHECK:   return %[[C]], %x, %[[L]]
func.func @regions_in_place_of_ops(%m: memref<i32>, %x: i32) -> (i32, i32, i32) {
  %two = arith.constant 2 : index
  %r = scf.execute_region -> i32 {
    %c = arith.constant 3 : i32
    memref.store %c, %m[] : memref<i32>
    scf.yield %c : i32
  }
  %s = scf.index_switch %two -> i32
  case 2 {
    scf.yield %x : i32
  }
  default {
    scf.yield %r : i32
  }
  %l = scf.execute_region -> i32 no_inline {
    %e = memref.load %m[] : memref<i32>
    scf.yield %e : i32
  }
  return %r, %s, %l : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @boxes
//       CHECK:   scf.parallel (%j, %k) = (%{{.*}}, %{{.*}}) to (%n, %n) step (%{{.*}}, %{{.*}}) {
//  CHECK-NEXT:     memref.store %x, %m[%j, %k]
//  CHECK-NEXT:     scf.reduce
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @boxes(%m: memref<4x4xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j, %k] : memref<4x4xf32>
      scf.reduce
    }
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c1, %c0) to (%c1, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<4x4xf32>
    scf.reduce
  }
  return
}

// -----

// CHECK-LABEL: func.func @reduction_at_the_only_point
//       CHECK:   %[[S:.*]] = arith.subf %x, %y
//  CHECK-NEXT:   return %[[S]]
func.func @reduction_at_the_only_point(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x) -> f32 {
    scf.reduce(%y : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.subf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @reduction_of_the_only_number
//       CHECK:   %[[C3:.*]] = arith.constant 3 : index
//  CHECK-NEXT:   %[[S:.*]] = arith.addi %x, %[[C3]]
//  CHECK-NEXT:   return %[[S]]
func.func @reduction_of_the_only_number(%x: index) -> index {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = scf.parallel (%i) = (%c3) to (%c4) step (%c3) init (%x) -> index {
    scf.reduce(%i : index) {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      scf.reduce.return %s : index
    }
  }
  return %r : index
}

// -----

// CHECK-LABEL: func.func @dimensions_of_forall
//       CHECK:   %[[C0:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   scf.forall (%j) in (4) {
//  CHECK-NEXT:     memref.store %x, %m[%[[C0]], %j]
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @dimensions_of_forall(%m: memref<4x4xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  scf.forall (%i, %j) in (1, %c4) {
    memref.store %x, %m[%i, %j] : memref<4x4xf32>
  }
  scf.forall (%i, %j) in (%c4, 0) {
    memref.store %x, %m[%i, %j] : memref<4x4xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @forall_of_one_iteration(
//   CHECK-DAG:   %[[C3:.*]] = arith.constant 3 : index
//   CHECK-NOT:   scf
//       CHECK:   memref.store %x, %m[%[[C3]]]
//       CHECK:   %[[A:.*]] = tensor.insert_slice %s into %t[3] [1] [1]
//       CHECK:   %[[B:.*]] = tensor.insert_slice %s into %[[A]][0] [1] [1]
//       CHECK:   return %[[B]]
func.func @forall_of_one_iteration(%t: tensor<8xf32>, %s: tensor<1xf32>, %m: memref<8xf32>, %x: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) = (3) to (5) step (4) shared_outs(%o = %t) -> (tensor<8xf32>) {
    memref.store %x, %m[%i] : memref<8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %s into %o[0] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @negated_condition(
//       CHECK:   scf.if %c -> (i32) {
//       CHECK:     memref.load %m[%c1]
//       CHECK:   } else {
//       CHECK:     memref.load %m[%c0]
//   CHECK-NOT:   arith.xori
func.func @negated_condition(%c: i1, %m: memref<2xi32>) -> i32 {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %not = arith.xori %c, %true : i1
  %r = scf.if %not -> i32 {
    %x = memref.load %m[%c0] : memref<2xi32>
    scf.yield %x : i32
  } else {
    %y = memref.load %m[%c1] : memref<2xi32>
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// The second conditional uses the result of the first, and its condition is the negation.
// CHECK-LABEL: func.func @conditionals_with_results(
//       CHECK:   %[[R:.*]], %[[S:.*]] = scf.if %c -> (i32, i32) {
//       CHECK:     %[[A:.*]] = memref.load %m[%c0]
//       CHECK:     %[[B:.*]] = arith.addi %[[A]], %x : i32
//       CHECK:     scf.yield %[[A]], %[[B]] : i32, i32
//       CHECK:   } else {
//       CHECK:     %[[D:.*]] = memref.load %m[%c1]
//       CHECK:     %[[E:.*]] = arith.muli %[[D]], %x : i32
//       CHECK:     scf.yield %[[D]], %[[E]] : i32, i32
//       CHECK:   return %[[R]], %[[S]]
func.func @conditionals_with_results(%c: i1, %x: i32, %m: memref<2xi32>) -> (i32, i32) {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %not = arith.xori %c, %true : i1
  %r = scf.if %c -> i32 {
    %a = memref.load %m[%c0] : memref<2xi32>
    scf.yield %a : i32
  } else {
    %d = memref.load %m[%c1] : memref<2xi32>
    scf.yield %d : i32
  }
  %s = scf.if %not -> i32 {
    %e = arith.muli %r, %x : i32
    scf.yield %e : i32
  } else {
    %b = arith.addi %r, %x : i32
    scf.yield %b : i32
  }
  return %r, %s : i32, i32
}

// -----

// CHECK-LABEL: func.func @nested_with_results(
//       CHECK:   %[[BOTH:.*]] = arith.andi %c, %d : i1
//       CHECK:   %[[R:.*]] = scf.if %[[BOTH]] -> (i32) {
//       CHECK:     %[[A:.*]] = memref.load
//       CHECK:     scf.yield %[[A]] : i32
//       CHECK:   } else {
//       CHECK:     scf.yield %y : i32
//       CHECK:   return %[[R]]
func.func @nested_with_results(%c: i1, %d: i1, %y: i32, %m: memref<i32>) -> i32 {
  %r = scf.if %c -> i32 {
    %s = scf.if %d -> i32 {
      %a = memref.load %m[] : memref<i32>
      scf.yield %a : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// The else regions yield different values.
// CHECK-LABEL: func.func @nested_stays(
// CHECK-COUNT-2: scf.if
func.func @nested_stays(%c: i1, %d: i1, %x: i32, %y: i32, %m: memref<i32>) -> i32 {
  %r = scf.if %c -> i32 {
    %s = scf.if %d -> i32 {
      %a = memref.load %m[] : memref<i32>
      scf.yield %a : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// A value from outside is selected; a tensor would be copied, and stays.
// CHECK-LABEL: func.func @values_from_outside(
//       CHECK:   %[[S:.*]] = arith.select %c, %x, %y : i32
//       CHECK:   %[[T:.*]] = scf.if %c -> (tensor<4xf32>) {
//       CHECK:     memref.store
//       CHECK:   return %[[S]], %[[T]]
func.func @values_from_outside(%c: i1, %x: i32, %y: i32, %m: memref<i32>, %t: tensor<4xf32>, %u: tensor<4xf32>)
    -> (i32, tensor<4xf32>) {
  %r:2 = scf.if %c -> (i32, tensor<4xf32>) {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x, %t : i32, tensor<4xf32>
  } else {
    scf.yield %y, %u : i32, tensor<4xf32>
  }
  return %r#0, %r#1 : i32, tensor<4xf32>
}
