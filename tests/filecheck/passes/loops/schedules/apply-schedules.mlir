// RUN: dlc-opt %s --apply-schedules --split-input-file --verify-diagnostics | filecheck %s

// Steps run in order, and see names that earlier ones made.
// CHECK-LABEL: func.func @steps_in_order
//       CHECK:   loop.parallel (%[[I:.*]]) = (0) to (64) step (16)
//       CHECK:     loop.for %{{.*}} = 0 to 64 step 8
//       CHECK:       loop.for %{{.*}} = #{{.*}}(%[[I]]) to
//   CHECK-NOT:   loop.schedule
func.func @steps_in_order(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias}) {
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 64 {
      %0 = loop.load %a[%i, %j] : memref<64x64xf32>
      loop.store %0, %b[%i, %j] : memref<64x64xf32>
    } {loop.name = "j"}
  } {loop.name = "i", loop.schedule = ["loop-tile{loops=i,j sizes=16,8}", "loop-parallelize{loops=i depth=1}"]}
  return
}

// -----

// A schedule concerns its own nest: the other loop of the name stays.
// CHECK-LABEL: func.func @only_its_nest
//       CHECK:   loop.for %{{.*}} = 0 to 8 step 4
//       CHECK:   loop.for %{{.*}} = 0 to 8 {
func.func @only_its_nest(%a: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=i factor=4}"]}
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// -----

// What a nest gives is given on.
// CHECK-LABEL: func.func @results
//       CHECK:   %[[R:.*]] = loop.for %{{.*}} = 0 to 8 step 2 iter_args
//       CHECK:   return %[[R]]
func.func @results(%a: memref<8xf32>, %x: f32) -> f32 {
  %r = loop.for %i = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.addf %s, %0 : f32
    loop.yield %1 : f32
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=i factor=2}"]}
  return %r : f32
}

// -----

func.func @refused(%a: memref<8xf32>) {
  // expected-error @+1 {{'loop.for' op cannot be run in parallel because of the flow dependence with distance (1)}}
  loop.for %i = 1 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %a[%i - 1] : memref<8xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-parallelize{loops=i depth=1}"]}
  return
}

// -----

// CHECK-LABEL: func.func @refused_when_only_tried
//       CHECK:   loop.for %{{.*}} = 1 to 8 {
//       CHECK:   } {loop.name = "i", loop.not_scheduled = ["loop-parallelize{{.*}}: {{.*}}flow dependence
func.func @refused_when_only_tried(%a: memref<8xf32>) {
  loop.for %i = 1 to 8 {
    %0 = loop.load %a[%i - 1] : memref<8xf32>
    loop.store %0, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.try_schedule = ["loop-unroll{loops=i factor=2}", "loop-parallelize{loops=i depth=1}"]}
  return
}

// -----

func.func @no_such_step(%a: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op has a step in its schedule that cannot be read: pipeline:1:1: error: 'loop-unrol' does not refer to a registered pass or pass pipeline, did you mean 'loop-unroll'?}}
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.schedule = ["loop-unrol{factor=2}"]}
  return
}

// -----

func.func @no_such_loop(%a: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op has step 'loop-unroll{factor=2 full=false loops={k}}', which finds nothing to do: no loop is called k}}
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=k factor=2}"]}
  return
}

// -----

func.func @not_on_loops(%a: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op has a step in its schedule that cannot be read: 'func.func(cse)' does not run on loops}}
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.schedule = ["func.func(cse)"]}
  return
}

// -----

func.func @no_strings(%a: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op must have an array of strings as its schedule, but got '3 : i64'}}
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.schedule = 3}
  return
}

// -----

func.func @packs_for_loops_that_are_not_there(%a: memref<8xf32>) {
  // expected-error @+1 {{which finds nothing to do: no nest has all of these loops: i, k}}
  loop.for %i = 0 to 8 {
    %0 = loop.load %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-pack{loops=i,k}"]}
  return
}
