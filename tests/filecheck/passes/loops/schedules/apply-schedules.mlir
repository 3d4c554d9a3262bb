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

// Sums that are blocked are kept in a buffer, which is not needed if there is one block.
// CHECK-LABEL: func.func @a_buffer_that_nothing_reads(
//   CHECK-NOT:   memref.alloc
//       CHECK:   loop.for %{{.*}} = 0 to 8 step 4
//   CHECK-NOT:   loop.for
//   CHECK-NOT:   loop.store %{{.*}}memref<1xf32>
//       CHECK:   return
func.func @a_buffer_that_nothing_reads(%a: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    %sums = memref.alloc() : memref<1xf32>
    loop.store %x, %a[%i] : memref<8xf32>
    loop.for %j = 0 to 1 {
      loop.store %x, %sums[%j] : memref<1xf32>
    }
    memref.dealloc %sums : memref<1xf32>
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=i factor=4}"]}
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
  // expected-error @+1 {{in step 1 of 1, 'loop-parallelize{loops=i depth=1}': 'loop.for' op cannot be run in parallel because of the flow dependence with distance (1)}}
  loop.for %i = 1 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %a[%i - 1] : memref<8xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-parallelize{loops=i depth=1}"]}
  return
}

// -----

// The first schedule that is not refused is used, and a remark says why not the others.
// CHECK-LABEL: func.func @second_is_used
//       CHECK:   loop.for %{{.*}} = 1 to 7 step 2 {
func.func @second_is_used(%a: memref<8xf32>) {
  // expected-remark @+2 {{schedule 1 of 2 is refused in step 1 of 2, 'loop-parallelize{loops=i depth=1}': 'loop.for' op cannot be run in parallel because of the flow dependence with distance (1)}}
  // expected-note @+1 {{schedule 2 of 2 is used instead, without 'loop-parallelize'}}
  loop.for %i = 1 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %a[%i - 1] : memref<8xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.try_schedule = [["loop-parallelize{loops=i depth=1}", "loop-unroll{loops=i factor=2}"], ["loop-unroll{loops=i factor=2}"]]}
  return
}

// -----

// CHECK-LABEL: func.func @refused_when_only_tried
//       CHECK:   loop.for %{{.*}} = 1 to 8 {
//       CHECK:   } {loop.name = "i", loop.not_scheduled = ["in step 2 of 2, 'loop-parallelize{loops=i depth=1}': {{.*}}flow dependence
func.func @refused_when_only_tried(%a: memref<8xf32>) {
  // expected-remark @+2 {{schedule 1 of 1 is refused in step 2 of 2, 'loop-parallelize{loops=i depth=1}': 'loop.for' op cannot be run in parallel because of the flow dependence with distance (2)}}
  // expected-note @+1 {{no other schedule is left, so the loops stay as they are}}
  loop.for %i = 1 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %a[%i - 1] : memref<8xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.try_schedule = ["loop-unroll{loops=i factor=2}", "loop-parallelize{loops=i depth=1}"]}
  return
}

// -----

// The remark is about the nest, not about the buffer in front of it, and says where the loop went.
// CHECK-LABEL: func.func @made_parallel_before
//       CHECK:   loop.for
func.func @made_parallel_before(%a: memref<64xf32>) -> memref<64xf32> {
  %b = memref.alloc() : memref<64xf32>
  // expected-remark @+2 {{schedule 1 of 1 is refused in step 3 of 3, 'loop-unroll{loops=i factor=2}': 'loop.for' op is not changed: no loop is called i, which a step before made parallel}}
  // expected-note @+1 {{no other schedule is left, so the loops stay as they are}}
  loop.for %i = 0 to 64 {
    %0 = loop.load %a[%i] : memref<64xf32>
    loop.store %0, %b[%i] : memref<64xf32>
  } {loop.name = "i", loop.try_schedule = ["loop-pack{read=0 loops=i buffer=i}", "loop-parallelize{loops=i depth=1}", "loop-unroll{loops=i factor=2}"]}
  return %b : memref<64xf32>
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
  // expected-error @+1 {{'loop.for' op in step 1 of 1, 'loop-unroll{loops=k factor=2}': no loop can be called 'k', did you mean 'i'?}}
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
  // expected-error @+1 {{in step 1 of 1, 'loop-pack{loops=i,k}': no loop can be called 'k', did you mean 'i'?}}
  loop.for %i = 0 to 8 {
    %0 = loop.load %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-pack{loops=i,k}"]}
  return
}

// -----

// Names are checked before any step runs, also where a refusal would be no error.
func.func @misspelled_point(%a: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op in step 2 of 2, 'loop-vectorize{loops=j_pont width=4}': no loop can be called 'j_pont', did you mean 'j_point'?}}
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.store %x, %a[%i, %j] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i", loop.try_schedule = ["loop-tile{loops=i,j sizes=4,4}", "loop-vectorize{loops=j_pont width=4}"]}
  return
}

// -----

// A loop that may exist, but does not: 8 iterations leave no remainder.
func.func @no_remainder(%a: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{in step 2 of 2, 'loop-unroll{loops=i_rest full=true}': 'loop.for' op is not changed: no loop is called i_rest}}
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=i factor=2}", "loop-unroll{loops=i_rest full=true}"]}
  return
}

// -----

// The location is that of the refused loop, with the nest as a note.
func.func @inner_loop_is_refused(%a: memref<8x8xf32>) {
  // expected-note @+1 {{the schedule is on this loop}}
  loop.for %i = 0 to 8 {
    // expected-error @+1 {{in step 1 of 1, 'loop-parallelize{loops=j}': 'loop.for' op cannot be run in parallel}}
    loop.for %j = 1 to 8 {
      // expected-note @+1 {{'loop.load' reads the same element later}}
      %0 = loop.load %a[%i, %j - 1] : memref<8x8xf32>
      // expected-note @+1 {{'loop.store' writes here}}
      loop.store %0, %a[%i, %j] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i", loop.schedule = ["loop-parallelize{loops=j}"]}
  return
}

// -----

// LLVM leaves loops alone whose vectors a schedule has chosen; what is only tiled it may vectorize itself.
// CHECK: #[[LEFT_ALONE:.*]] = #llvm.loop_annotation<disableNonforced = true>
// CHECK-LABEL: func.func @vectors_are_final(
//       CHECK:   loop.vector_store
//       CHECK:   {loop.name = "i", loop_annotation = #[[LEFT_ALONE]]}
func.func @vectors_are_final(%a: memref<64xf32>, %x: f32) {
  loop.for %i = 0 to 64 {
    loop.store %x, %a[%i] : memref<64xf32>
  } {loop.name = "i", loop.schedule = ["loop-vectorize{loops=i width=8}"]}
  return
}

// -----

// CHECK-LABEL: func.func @tiles_are_not_final(
//   CHECK-NOT:   loop_annotation
func.func @tiles_are_not_final(%a: memref<64xf32>, %x: f32) {
  loop.for %i = 0 to 64 {
    loop.store %x, %a[%i] : memref<64xf32>
  } {loop.name = "i", loop.schedule = ["loop-tile{loops=i sizes=8}"]}
  return
}
