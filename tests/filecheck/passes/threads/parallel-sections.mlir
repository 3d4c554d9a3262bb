// RUN: dlc-opt %s --pass-pipeline="builtin.module(describe-machine{cores=2},parallel-sections{grain=64})" | filecheck %s
// RUN: dlc-opt %s --pass-pipeline="builtin.module(describe-machine{cores=1},parallel-sections{grain=64})" | filecheck %s --check-prefix=ALONE

// ALONE-NOT: loop.parallel

// What the second loop needs moves before both; what frees memory of the first one stays behind.
// CHECK-LABEL: func.func @two_chains
//       CHECK:   %[[A:.*]] = memref.alloc()
//       CHECK:   %[[B:.*]] = memref.alloc()
//  CHECK-NEXT:   call @step(%[[B]])
//  CHECK-NEXT:   loop.parallel (%[[SECTION:.*]]) = (0) to (2) {
//  CHECK-NEXT:     %[[ZERO:.*]] = arith.constant 0 : index
//  CHECK-NEXT:     %[[IS_FIRST:.*]] = arith.cmpi eq, %[[SECTION]], %[[ZERO]] : index
//  CHECK-NEXT:     loop.when %[[IS_FIRST]] {
//  CHECK-NEXT:       loop.for %{{.*}} = 0 to 64 {
//  CHECK-NEXT:         func.call @step(%[[A]])
//       CHECK:     %[[ONE:.*]] = arith.constant 1 : index
//  CHECK-NEXT:     %[[IS_SECOND:.*]] = arith.cmpi eq, %[[SECTION]], %[[ONE]] : index
//  CHECK-NEXT:     loop.when %[[IS_SECOND]] {
//  CHECK-NEXT:       loop.for %{{.*}} = 0 to 64 {
//  CHECK-NEXT:         func.call @step(%[[B]])
//       CHECK:   } {loop.sections}
//  CHECK-NEXT:   memref.dealloc %[[A]]
//  CHECK-NEXT:   memref.dealloc %[[B]]
func.func @two_chains() {
  %a = memref.alloc() : memref<8xf32>
  loop.for %t = 0 to 64 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  memref.dealloc %a : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  func.call @step(%b) : (memref<8xf32>) -> ()
  loop.for %t = 0 to 64 {
    func.call @step(%b) : (memref<8xf32>) -> ()
  }
  memref.dealloc %b : memref<8xf32>
  return
}

// CHECK-LABEL: func.func @the_second_reads_what_the_first_writes
//   CHECK-NOT:   loop.parallel
func.func @the_second_reads_what_the_first_writes(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  loop.for %t = 0 to 64 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  loop.for %t = 0 to 64 {
    func.call @add(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @both_read_one_memref
//       CHECK:   loop.parallel
func.func @both_read_one_memref(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  loop.for %t = 0 to 64 {
    func.call @add(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  }
  loop.for %t = 0 to 64 {
    func.call @add(%a, %c) : (memref<8xf32>, memref<8xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @arguments_may_be_the_same_memory
//   CHECK-NOT:   loop.parallel
func.func @arguments_may_be_the_same_memory(%a: memref<8xf32>, %b: memref<8xf32>) {
  loop.for %t = 0 to 64 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  loop.for %t = 0 to 64 {
    func.call @step(%b) : (memref<8xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @what_is_between_needs_the_first_and_the_second_needs_that
//   CHECK-NOT:   loop.parallel
func.func @what_is_between_needs_the_first_and_the_second_needs_that(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  loop.for %t = 0 to 64 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  func.call @add(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  loop.for %t = 0 to 64 {
    func.call @step(%b) : (memref<8xf32>) -> ()
  }
  return
}

// The program may end between two loops.
// CHECK-LABEL: func.func @the_second_reads_what_an_assertion_guards
//   CHECK-NOT:   loop.parallel
func.func @the_second_reads_what_an_assertion_guards(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %ok: i1) {
  loop.for %t = 0 to 64 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  cf.assert %ok, "no"
  loop.for %t = 0 to 64 {
    func.call @step(%b) : (memref<8xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @too_little_work
//   CHECK-NOT:   loop.parallel
func.func @too_little_work(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  loop.for %t = 0 to 2 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  loop.for %t = 0 to 2 {
    func.call @step(%b) : (memref<8xf32>) -> ()
  }
  return
}

// One section would take as long as both: the other thread has nothing to do.
// CHECK-LABEL: func.func @one_is_much_longer
//   CHECK-NOT:   loop.parallel
func.func @one_is_much_longer(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  loop.for %t = 0 to 1000 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  loop.for %t = 0 to 10 {
    func.call @step(%b) : (memref<8xf32>) -> ()
  }
  return
}

// Kernels that share their iterations already would stop doing so.
// CHECK-LABEL: func.func @kernels_share_their_own_iterations
//   CHECK-NOT:   loop.parallel
func.func @kernels_share_their_own_iterations(%a: memref<4096xf32> {llvm.noalias}, %b: memref<4096xf32> {llvm.noalias}, %c: memref<4096xf32> {llvm.noalias}) {
  loop.for %t = 0 to 64 {
    func.call @shared(%a) : (memref<4096xf32>) -> ()
  }
  loop.for %t = 0 to 128 {
    func.call @shared(%b) : (memref<4096xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func @three_loops
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (2)
//       CHECK:   loop.for %{{.*}} = 0 to 99
//       CHECK:     func.call @add(
func.func @three_loops(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  loop.for %t = 0 to 64 {
    func.call @step(%a) : (memref<8xf32>) -> ()
  }
  loop.for %t = 0 to 64 {
    func.call @step(%b) : (memref<8xf32>) -> ()
  }
  loop.for %t = 0 to 99 {
    func.call @add(%b, %c) : (memref<8xf32>, memref<8xf32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func private @step
//   CHECK-NOT:   loop.parallel
func.func private @step(%m: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    %x = loop.load %m[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    loop.store %y, %m[%i] : memref<8xf32>
  }
  return
}

func.func private @add(%from: memref<8xf32>, %to: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    %x = loop.load %from[%i] : memref<8xf32>
    %y = loop.load %to[%i] : memref<8xf32>
    %z = arith.addf %x, %y : f32
    loop.store %z, %to[%i] : memref<8xf32>
  }
  return
}

func.func private @shared(%m: memref<4096xf32>) {
  loop.for %i = 0 to 4096 {
    %x = loop.load %m[%i] : memref<4096xf32>
    %y = arith.addf %x, %x : f32
    loop.store %y, %m[%i] : memref<4096xf32>
  } {loop.name = "i", loop.try_schedule = ["loop-parallelize{loops=i depth=1}"]}
  return
}
