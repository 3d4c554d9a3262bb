// RUN: dlc-opt %s --loop-to-affine --allow-unregistered-dialect | filecheck %s
// RUN: dlc-opt %s --loop-to-affine --allow-unregistered-dialect | dlc-opt --affine-to-loop --scf-to-loop --allow-unregistered-dialect | filecheck %s --check-prefix=BACK

// CHECK-LABEL: func.func @loops_and_accesses
// BACK-LABEL: func.func @loops_and_accesses
func.func @loops_and_accesses(%m: memref<4x?xf32>, %n: index) -> f32 {
  // CHECK:      %[[S:.*]] = affine.for %[[I:.*]] = 0 to %n iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
  // CHECK-NEXT:   %[[X:.*]] = affine.load %m[0, %[[I]] + 1] : memref<4x?xf32>
  // CHECK-NEXT:   affine.store %[[X]], %m[1, %[[I]]] : memref<4x?xf32>
  // CHECK:        affine.yield %{{.*}} : f32
  // BACK:       loop.for %{{.*}} = 0 to %n iter_args
  // BACK-NEXT:    loop.load %m[0, %{{.*}} + 1]
  // BACK-NEXT:    loop.store
  // BACK:         loop.yield
  %zero = arith.constant 0.0 : f32
  %s = loop.for %i = 0 to %n iter_args(%a = %zero) -> (f32) {
    %x = loop.load %m[0, %i + 1] : memref<4x?xf32>
    loop.store %x, %m[1, %i] : memref<4x?xf32>
    %b = arith.addf %a, %x : f32
    loop.yield %b : f32
  }
  return %s : f32
}

// What ends a region is named as what is around it.
// CHECK-LABEL: func.func @control_on_values_is_scf
// BACK-LABEL: func.func @control_on_values_is_scf
func.func @control_on_values_is_scf(%c: i1, %x: f32) -> (f32, f32) {
  // CHECK:      scf.if %c -> (f32) {
  // CHECK:        scf.yield %x : f32
  // CHECK:      scf.while
  // CHECK:        scf.condition(%c) %{{.*}} : f32
  // CHECK:        scf.yield
  // BACK:       loop.when %c -> (f32) {
  // BACK:       loop.while
  // BACK:         loop.condition(%c)
  %r = loop.when %c -> (f32) {
    loop.yield %x : f32
  } else {
    loop.yield %x : f32
  }
  %w = loop.while (%a = %x) : (f32) -> f32 {
    loop.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    loop.yield %b : f32
  }
  return %r, %w : f32, f32
}

// CHECK-LABEL: func.func @ops_of_others_stay
func.func @ops_of_others_stay(%x: f32) -> f32 {
  // CHECK: arith.addf
  %a = arith.addf %x, %x : f32
  return %a : f32
}

// CHECK-LABEL: func.func @calls_inside
// BACK-LABEL: func.func @calls_inside
func.func @calls_inside(%c: i1) {
  loop.for %i = 0 to 4 {
    // CHECK: scf.if
    // BACK: loop.when
    loop.when %c {
      // CHECK: call @calls_inside
      // BACK: call @calls_inside
      func.call @calls_inside(%c) : (i1) -> ()
    }
  }
  return
}
