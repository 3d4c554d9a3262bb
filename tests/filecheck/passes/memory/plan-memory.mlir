// RUN: dlc-opt %s --plan-memory="report=true" --names=numbers 2>&1 | filecheck %s

// CHECK:      @disjoint_lifetimes_share_a_place: 2 buffers of 384 bytes share 256 bytes
// CHECK-NEXT: @overlapping_ones_do_not: 2 buffers of 384 bytes share 384 bytes
// CHECK-NEXT: @a_small_one_fills_the_gap: 3 buffers of 509 bytes share 506 bytes
// CHECK-NEXT: @one_in_a_loop_is_made_once: 1 buffers of 16 bytes share 16 bytes
// CHECK-NEXT: @each_return_frees_the_arena: 2 buffers of 32 bytes share 16 bytes
// CHECK-NEXT: @scalars_lie_side_by_side: 3 buffers of 13 bytes share 13 bytes
// CHECK-NEXT: @a_larger_alignment_is_kept: 3 buffers of 74 bytes share 136 bytes
// CHECK-NEXT: @buffers_passed_to_kernels_share_a_place: 3 buffers of 48 bytes share 32 bytes
// CHECK-NEXT: @what_others_say_they_do_not_keep: 2 buffers of 32 bytes share 16 bytes
// CHECK-NOT:  share

// CHECK-LABEL: func.func @disjoint_lifetimes_share_a_place
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
// CHECK-NEXT:    %[[A:.*]] = memref.view %[[ARENA]][%c0][] : memref<256xi8> to memref<64xf32>
// CHECK-NEXT:    memref.store %{{.*}}, %[[A]]
// CHECK-NEXT:    %[[B:.*]] = memref.view %[[ARENA]][%c0][] : memref<256xi8> to memref<32xf32>
// CHECK-NEXT:    memref.store %{{.*}}, %[[B]]
// CHECK-NEXT:    memref.dealloc %[[ARENA]]
// CHECK-NEXT:    return
func.func @disjoint_lifetimes_share_a_place(%x: f32, %i: index) {
  %a = memref.alloc() : memref<64xf32>
  memref.store %x, %a[%i] : memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  %b = memref.alloc() : memref<32xf32>
  memref.store %x, %b[%i] : memref<32xf32>
  memref.dealloc %b : memref<32xf32>
  return
}

// CHECK-LABEL: func.func @overlapping_ones_do_not
// CHECK:         memref.view %{{.*}}[%c0][] : memref<384xi8> to memref<64xf32>
// CHECK:         memref.view %{{.*}}[%c256][] : memref<384xi8> to memref<32xf32>
func.func @overlapping_ones_do_not(%x: f32, %i: index) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<32xf32>
  memref.store %x, %b[%i] : memref<32xf32>
  memref.store %x, %a[%i] : memref<64xf32>
  memref.dealloc %b : memref<32xf32>
  memref.dealloc %a : memref<64xf32>
  return
}

// %c lives when %a is gone and %b is not, so it goes where %a was.
// CHECK-LABEL: func.func @a_small_one_fills_the_gap
// CHECK-DAG:     memref.view %{{.*}}[%[[OF_A:.*]]][] : memref<506xi8> to memref<256xi8>
// CHECK-DAG:     memref.view %{{.*}}[%{{.*}}][] : memref<506xi8> to memref<250xi8>
// CHECK:         memref.view %{{.*}}[%[[OF_A]]][] : memref<506xi8> to memref<3xi1>
func.func @a_small_one_fills_the_gap(%x: i8, %t: i1, %i: index) {
  %a = memref.alloc() : memref<256xi8>
  %b = memref.alloc() : memref<250xi8>
  memref.store %x, %a[%i] : memref<256xi8>
  memref.dealloc %a : memref<256xi8>
  %c = memref.alloc() : memref<3xi1>
  memref.store %t, %c[%i] : memref<3xi1>
  memref.store %x, %b[%i] : memref<250xi8>
  memref.dealloc %c : memref<3xi1>
  memref.dealloc %b : memref<250xi8>
  return
}

// CHECK-LABEL: func.func @one_in_a_loop_is_made_once
// CHECK:         %[[ARENA:.*]] = memref.alloc()
// CHECK:         loop.for
// CHECK-NEXT:      memref.view %[[ARENA]]
// CHECK-NOT:       memref.dealloc
// CHECK:         }
// CHECK-NEXT:    memref.dealloc %[[ARENA]]
func.func @one_in_a_loop_is_made_once(%x: f32) {
  loop.for %i = 0 to 4 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @each_return_frees_the_arena
// CHECK:         %[[ARENA:.*]] = memref.alloc()
// CHECK:         memref.dealloc %[[ARENA]]
// CHECK-NEXT:    return
// CHECK:         memref.dealloc %[[ARENA]]
// CHECK-NEXT:    return
func.func @each_return_frees_the_arena(%x: f32, %i: index, %c: i1) {
  cf.cond_br %c, ^one, ^two
^one:
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
^two:
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %b[%i] : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// No access to a scalar needs an address that is a multiple of more than its size.
// CHECK-LABEL: func.func @scalars_lie_side_by_side
// CHECK-DAG:     memref.view %{{.*}}[%c0][] : memref<13xi8> to memref<f64>
// CHECK-DAG:     memref.view %{{.*}}[%c8][] : memref<13xi8> to memref<f32>
// CHECK-DAG:     memref.view %{{.*}}[%c12][] : memref<13xi8> to memref<i1>
func.func @scalars_lie_side_by_side(%x: f32, %y: f64, %t: i1) {
  %a = memref.alloc() : memref<f32>
  %b = memref.alloc() : memref<f64>
  %c = memref.alloc() : memref<i1>
  memref.store %x, %a[] : memref<f32>
  memref.store %y, %b[] : memref<f64>
  memref.store %t, %c[] : memref<i1>
  memref.dealloc %a : memref<f32>
  memref.dealloc %b : memref<f64>
  memref.dealloc %c : memref<i1>
  return
}

// Iterations that may run at the same time need memory of their own.
// Whatever its size; the others lie where they would without it.
// CHECK-LABEL: func.func @a_larger_alignment_is_kept
// CHECK:         memref.alloc() {alignment = 128 : i64} : memref<136xi8>
// CHECK:         memref.view %{{.*}}[%c0][] : memref<136xi8> to memref<64xi8>
// CHECK:         memref.view %{{.*}}[%c128][] : memref<136xi8> to memref<8xi8>
// CHECK:         memref.view %{{.*}}[%c64][] : memref<136xi8> to memref<2xi8>
func.func @a_larger_alignment_is_kept(%x: i8, %i: index) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<64xi8>
  %b = memref.alloc() {alignment = 128 : i64} : memref<8xi8>
  %c = memref.alloc() {alignment = 64 : i64} : memref<2xi8>
  memref.store %x, %a[%i] : memref<64xi8>
  memref.store %x, %b[%i] : memref<8xi8>
  memref.store %x, %c[%i] : memref<2xi8>
  memref.dealloc %a : memref<64xi8>
  memref.dealloc %b : memref<8xi8>
  memref.dealloc %c : memref<2xi8>
  return
}

// CHECK-LABEL: func.func @a_parallel_loop_keeps_its_buffers
// CHECK-NOT:     memref.view
func.func @a_parallel_loop_keeps_its_buffers(%x: f32) {
  loop.parallel (%i) = (0) to (4) {
    %a = memref.alloc() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    memref.store %x, %b[%i] : memref<4xf32>
    memref.dealloc %b : memref<4xf32>
  }
  return
}

// A function that only reads and writes its argument, itself or through calls, does not keep it.
// CHECK-LABEL: func.func @buffers_passed_to_kernels_share_a_place
// CHECK:         %[[A:.*]] = memref.view %[[ARENA:.*]][%c0][] : memref<32xi8> to memref<4xf32>
// CHECK:         call @writes(%[[A]])
// CHECK:         %[[B:.*]] = memref.view %[[ARENA]][%c16][] : memref<32xi8> to memref<4xf32>
// CHECK:         call @calls_a_function_that_writes(%[[B]])
// CHECK:         memref.view %[[ARENA]][%c0][] : memref<32xi8> to memref<4xf32>
func.func @buffers_passed_to_kernels_share_a_place() {
  %a = memref.alloc() : memref<4xf32>
  func.call @writes(%a) : (memref<4xf32>) -> ()
  %b = memref.alloc() : memref<4xf32>
  func.call @calls_a_function_that_writes(%b) : (memref<4xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  func.call @writes(%c) : (memref<4xf32>) -> ()
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  return
}
func.func private @writes(%m: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 4 { loop.store %zero, %m[%i] : memref<4xf32> }
  return
}
func.func private @calls_a_function_that_writes(%m: memref<4xf32>) {
  func.call @writes(%m) : (memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @a_function_that_returns_its_argument_keeps_it
// CHECK-NOT:     memref.view
func.func @a_function_that_returns_its_argument_keeps_it(%i: index) {
  %a = memref.alloc() : memref<4xf32>
  %same = func.call @returns(%a) : (memref<4xf32>) -> memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  func.call @returns(%b) : (memref<4xf32>) -> memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}
func.func private @returns(%m: memref<4xf32>) -> memref<4xf32> {
  return %m : memref<4xf32>
}

// CHECK-LABEL: func.func @what_others_say_they_do_not_keep
// CHECK:         memref.alloc() {alignment = 64 : i64} : memref<16xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @what_others_say_they_do_not_keep() {
  %a = memref.alloc() : memref<4xf32>
  func.call @keeps_nothing(%a) : (memref<4xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  func.call @keeps_nothing(%b) : (memref<4xf32>) -> ()
  memref.dealloc %b : memref<4xf32>
  return
}
func.func private @keeps_nothing(memref<4xf32> {llvm.nocapture})

// CHECK-LABEL: func.func @what_others_may_keep_stays
// CHECK-NOT:     memref.view
func.func @what_others_may_keep_stays(%n: index, %x: f32, %i: index) -> memref<4xf32> {
  %returned = memref.alloc() : memref<4xf32>
  %passed = memref.alloc() : memref<4xf32>
  func.call @elsewhere(%passed) : (memref<4xf32>) -> ()
  memref.dealloc %passed : memref<4xf32>
  %leaked = memref.alloc() : memref<4xf32>
  %dynamic = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %dynamic : memref<?xf32>
  %carried = memref.alloc() : memref<4xf32>
  %last = loop.for %j = 0 to 4 iter_args(%m = %carried) -> (memref<4xf32>) {
    loop.yield %m : memref<4xf32>
  }
  memref.dealloc %last : memref<4xf32>
  %view = memref.alloc() : memref<4xf32>
  %cast = memref.cast %view : memref<4xf32> to memref<?xf32>
  return %returned : memref<4xf32>
}
func.func private @elsewhere(memref<4xf32>)
