// RUN: dlc-opt %s | dlc-opt | filecheck %s
// RUN: dlc-opt %s --mlir-print-op-generic | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @loops
func.func @loops(%m: memref<?xf32>, %n: index, %k: i32, %x: f32, %c: i1) -> f32 {
  // CHECK: %[[ZERO:.*]] = arith.constant 0
  // CHECK: %[[ONE:.*]] = arith.constant 1
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[S:.*]] = scf.for %{{.*}} = %[[ZERO]] to %{{.*}} step %[[ONE]] iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
  // CHECK-NEXT:   scf.yield %[[A]] : f32
  // CHECK-NEXT: } {marked}
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) {
    scf.yield %a : f32
  } {marked}
  // CHECK:      scf.for unsigned %{{.*}} = %[[K:.*]] to %[[K]] step %[[K]]  : i32 {
  // CHECK-NEXT: }
  scf.for unsigned %i = %k to %k step %k : i32 {
  }
  // CHECK:      %{{.*}} = scf.parallel (%{{.*}}, %{{.*}}) = (%[[ZERO]], %[[ZERO]]) to (%[[N:.*]], %[[N]]) step (%[[ONE]], %[[ONE]]) init (%[[X:.*]]) -> f32 {
  // CHECK-NEXT:   scf.reduce(%[[X]] : f32) {
  // CHECK-NEXT:   ^bb0(%[[U:.*]]: f32, %[[V:.*]]: f32):
  // CHECK-NEXT:     %[[W:.*]] = arith.addf %[[U]], %[[V]] : f32
  // CHECK-NEXT:     scf.reduce.return %[[W]] : f32
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  %p = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%u: f32, %v: f32):
      %w = arith.addf %u, %v : f32
      scf.reduce.return %w : f32
    }
  }
  // CHECK:      scf.parallel (%[[I:.*]]) = (%[[ZERO]]) to (%[[N]]) step (%[[ONE]]) {
  // CHECK-NEXT:   memref.store %{{.*}}, %{{.*}}[%[[I]]] : memref<?xf32>
  // CHECK-NEXT:   scf.reduce
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  // CHECK:      %[[W:.*]] = scf.while (%[[A:.*]] = %[[X]]) : (f32) -> f32 {
  // CHECK-NEXT:   scf.condition(%{{.*}}) %[[A]] : f32
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[B:.*]]: f32):
  // CHECK-NEXT:   scf.yield %[[B]] : f32
  // CHECK-NEXT: }
  %w = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  // CHECK:      scf.forall (%{{.*}}) = (0) to (%[[N]]) step (2) {
  // CHECK-NEXT:   memref.store
  // CHECK-NEXT: }
  scf.forall (%i) = (0) to (%n) step (2) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return %w : f32
}

// CHECK-LABEL: func.func @shared_outputs
func.func @shared_outputs(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // CHECK:      %[[R:.*]] = scf.forall (%{{.*}}, %{{.*}}) in (%{{.*}}, 4) shared_outs(%{{.*}} = %{{.*}}) -> (tensor<4xf32>) {
  // CHECK-NEXT:   scf.forall.in_parallel {
  // CHECK-NEXT:   }
  // CHECK-NEXT: } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  %r = scf.forall (%i, %j) in (%n, 4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @choices
func.func @choices(%n: index, %x: f32, %c: i1) -> f32 {
  // CHECK:      %{{.*}} = scf.if %{{.*}} -> (f32) {
  // CHECK-NEXT:   scf.yield %{{.*}} : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   scf.yield %{{.*}} : f32
  // CHECK-NEXT: }
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %x : f32
  }
  // CHECK:      %{{.*}} = scf.execute_region -> f32 {
  // CHECK-NEXT:   cf.br ^bb1
  // CHECK-NEXT: ^bb1:
  // CHECK-NEXT:   scf.yield %{{.*}} : f32
  // CHECK-NEXT: }
  %e = scf.execute_region -> f32 {
    cf.br ^bb1
  ^bb1:
    scf.yield %x : f32
  }
  // CHECK:      scf.execute_region no_inline {
  // CHECK-NEXT:   scf.yield
  scf.execute_region no_inline {
    scf.yield
  }
  // CHECK:      %{{.*}} = scf.index_switch %{{.*}} {marked} -> f32
  // CHECK-NEXT: case 2 {
  // CHECK-NEXT:   scf.yield %{{.*}} : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: default {
  // CHECK-NEXT:   scf.yield %{{.*}} : f32
  // CHECK-NEXT: }
  %y = scf.index_switch %n {marked} -> f32
  case 2 {
    scf.yield %x : f32
  }
  default {
    scf.yield %x : f32
  }
  // CHECK:      scf.index_switch %{{.*}} -> f32, f32
  %two:2 = scf.index_switch %n -> f32, f32
  default {
    scf.yield %x, %x : f32, f32
  }
  // CHECK:      scf.index_switch %{{.*}}
  // CHECK-NEXT: default {
  // CHECK-NEXT: }
  scf.index_switch %n
  default {
  }
  return %y : f32
}
