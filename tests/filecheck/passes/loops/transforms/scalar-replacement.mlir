// RUN: dlc-opt %s --loop-scalar-replacement | filecheck %s

// CHECK-LABEL: func.func @an_element_is_carried(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     %0 = loop.load %c[%i] : memref<8xf32>
//  CHECK-NEXT:     %1 = loop.for %k = 0 to 8 iter_args(%arg0 = %0) -> (f32) {
//  CHECK-NEXT:       %2 = loop.load %a[%i, %k] : memref<8x8xf32>
//  CHECK-NEXT:       %3 = arith.addf %arg0, %2 : f32
//  CHECK-NEXT:       loop.yield %3 : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.store %1, %c[%i] : memref<8xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @an_element_is_carried(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    loop.for %k = 0 to 8 {
      %0 = loop.load %a[%i, %k] : memref<8x8xf32>
      %1 = loop.load %c[%i] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      loop.store %2, %c[%i] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @what_is_only_read_is_read_once(
//  CHECK-NEXT:   %0 = loop.load %a[3] : memref<8xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 8 {
//  CHECK-NEXT:     loop.store %0, %c[%k] : memref<8xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @what_is_only_read_is_read_once(%a: memref<8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.load %a[3] : memref<8xf32>
    loop.store %0, %c[%k] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @others_may_be_the_same_memory(
//  CHECK-NEXT:   loop.for %k = 0 to 8 {
//  CHECK-NEXT:     %0 = loop.load %a[3] : memref<8xf32>
//  CHECK-NEXT:     loop.store %0, %c[%k] : memref<8xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @others_may_be_the_same_memory(%a: memref<8xf32>, %c: memref<8xf32>) {
  loop.for %k = 0 to 8 {
    %0 = loop.load %a[3] : memref<8xf32>
    loop.store %0, %c[%k] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @it_may_not_exist(
//  CHECK-NEXT:   loop.for %k = 0 to %n {
//  CHECK-NEXT:     %0 = loop.load %c[3] : memref<?xf32>
//  CHECK-NEXT:     %1 = arith.addf %0, %0 : f32
//  CHECK-NEXT:     loop.store %1, %c[3] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @it_may_not_exist(%c: memref<?xf32>, %n: index) {
  loop.for %k = 0 to %n {
    %0 = loop.load %c[3] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    loop.store %1, %c[3] : memref<?xf32>
  }
  return
}

// Where the inner loop does not run, the element belongs to another iteration of the parallel one.
// CHECK-LABEL: func.func @no_store_is_invented_in_parallel(
//       CHECK:   loop.parallel
//  CHECK-NEXT:     loop.for %k = 0 to #{{.*}}(%i) {
//  CHECK-NEXT:       %[[OLD:.*]] = loop.load %c[3]
func.func @no_store_is_invented_in_parallel(%c: memref<8xf32>, %n: index) {
  loop.parallel (%i) = (0) to (2) {
    loop.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = loop.load %c[3] : memref<8xf32>
      %1 = arith.addf %0, %0 : f32
      loop.store %1, %c[3] : memref<8xf32>
    }
  }
  return
}

// The index is 0 in both iterations, although it is written in terms of the loop's own index.
// CHECK-LABEL: func.func @an_index_that_does_not_vary(
//       CHECK:   %[[OLD:.*]] = loop.load %c[0]
//  CHECK-NEXT:   %[[NEW:.*]] = loop.for %k = 0 to 2 iter_args
//       CHECK:   loop.store %[[NEW]], %c[0]
func.func @an_index_that_does_not_vary(%c: memref<8xf32>) {
  loop.for %k = 0 to 2 {
    %0 = loop.load %c[%k floordiv 2] : memref<8xf32>
    %1 = arith.addf %0, %0 : f32
    loop.store %1, %c[%k floordiv 2] : memref<8xf32>
  }
  return
}

// The loop also carries what it has loaded from the element, which is the value before the store.
// CHECK-LABEL: func.func @the_old_value_is_carried_as_well(
//       CHECK:   %[[OLD:.*]] = loop.load %c[0]
//  CHECK-NEXT:   %[[R:.*]]:2 = loop.for %k = 0 to 8 iter_args(%last = %x, %[[C:.*]] = %[[OLD]]) -> (f32, f32) {
//  CHECK-NEXT:     %[[NEW:.*]] = arith.addf %[[C]], %x : f32
//  CHECK-NEXT:     loop.yield %[[C]], %[[NEW]] : f32, f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   loop.store %[[R]]#1, %c[0]
//  CHECK-NEXT:   return %[[R]]#0 : f32
func.func @the_old_value_is_carried_as_well(%c: memref<8xf32>, %x: f32) -> f32 {
  %r = loop.for %k = 0 to 8 iter_args(%last = %x) -> (f32) {
    %0 = loop.load %c[0] : memref<8xf32>
    %1 = arith.addf %0, %x : f32
    loop.store %1, %c[0] : memref<8xf32>
    loop.yield %0 : f32
  }
  return %r : f32
}

// The loop does not run, so it does not matter in it that both elements are one: the store before it must stay, as the
// other element is loaded before the loop and stored after it.
// CHECK-LABEL: func.func @one_element_if_the_loop_does_not_run(
//       CHECK:   loop.for %i
//  CHECK-NEXT:     loop.store %y, %c[0]
//  CHECK-NEXT:     %[[OTHER:.*]] = loop.load %c[%i]
//       CHECK:     loop.store %{{.*}}#0, %c[0]
//  CHECK-NEXT:     loop.store %{{.*}}#1, %c[%i]
func.func @one_element_if_the_loop_does_not_run(%c: memref<8xf32>, %x: f32, %y: f32) {
  loop.for %i = 0 to 1 {
    loop.store %y, %c[0] : memref<8xf32>
    loop.for %k = 1 to 1 {
      loop.store %x, %c[0] : memref<8xf32>
      loop.store %x, %c[%i] : memref<8xf32>
    }
  }
  return
}

// Each iteration begins with a store to the temporary, and nothing reads it after the loop: only the sum is carried.
// CHECK-LABEL: func.func @a_temporary_is_not_carried(
//       CHECK:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     %[[T:.*]] = loop.for %k = 0 to 8 iter_args(%arg0 = %zero) -> (f32) {
//       CHECK:     }
//  CHECK-NEXT:     loop.store %[[T]], %c[%i]
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @a_temporary_is_not_carried(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}, %zero: f32) {
  %t = memref.alloca() : memref<f32>
  loop.for %i = 0 to 8 {
    loop.store %zero, %t[] : memref<f32>
    loop.for %k = 0 to 8 {
      %0 = loop.load %t[] : memref<f32>
      %1 = loop.load %a[%i, %k] : memref<8x8xf32>
      %2 = arith.addf %0, %1 : f32
      loop.store %2, %t[] : memref<f32>
    }
    %3 = loop.load %t[] : memref<f32>
    loop.store %3, %c[%i] : memref<8xf32>
  }
  return
}

// Its last value is read after the loop.
// CHECK-LABEL: func.func @what_is_read_afterwards_is_carried(
//       CHECK:   %[[T:.*]] = loop.for %i = 0 to 8 iter_args
//       CHECK:   loop.store %[[T]], %t[]
func.func @what_is_read_afterwards_is_carried(%c: memref<8xf32> {llvm.noalias}) -> f32 {
  %t = memref.alloca() : memref<f32>
  loop.for %i = 0 to 8 {
    %0 = loop.load %c[%i] : memref<8xf32>
    loop.store %0, %t[] : memref<f32>
    %1 = loop.load %t[] : memref<f32>
    loop.store %1, %c[%i] : memref<8xf32>
  }
  %2 = loop.load %t[] : memref<f32>
  return %2 : f32
}

// Memory that each iteration allocates for itself is no memory at all.
// CHECK-LABEL: func.func @a_temporary_of_an_iteration(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     %[[X:.*]] = loop.load %c[%i]
//  CHECK-NEXT:     arith.addf %[[X]], %[[X]]
//   CHECK-NOT:   %t
func.func @a_temporary_of_an_iteration(%c: memref<8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %t = memref.alloca() : memref<f32>
    %0 = loop.load %c[%i] : memref<8xf32>
    loop.store %0, %t[] : memref<f32>
    %1 = loop.load %t[] : memref<f32>
    %2 = arith.addf %1, %1 : f32
    loop.store %2, %c[%i] : memref<8xf32>
  }
  return
}
