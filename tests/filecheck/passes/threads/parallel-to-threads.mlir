// RUN: dlc-opt %s --parallel-to-threads="threads=4 grain=100" --canonicalize | filecheck %s

// CHECK-LABEL: func.func @iterations_become_a_range
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[X:.*]]: f32)
//       CHECK:   %[[COUNT:.*]] = arith.maxsi %[[N]], %c0 : index
//  CHECK-NEXT:   call @iterations_become_a_range_parallel_launch(%[[COUNT]], %[[X]], %[[M]])
//  CHECK-NEXT:   return
func.func @iterations_become_a_range(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.parallel (%i) = (0) to (symbol(%n)) {
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @too_little_work_stays
//   CHECK-NOT:   call
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (100)
func.func @too_little_work_stays(%m: memref<?xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (100) {
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// 4 iterations are too few for 4 threads, 28 are enough.
// CHECK-LABEL: func.func @dimensions_are_divided_until_there_is_enough
//       CHECK:   %[[COUNT:.*]] = arith.constant 28 : index
//       CHECK:   call @dimensions_are_divided_until_there_is_enough_parallel_launch(%[[COUNT]]
func.func @dimensions_are_divided_until_there_is_enough(%m: memref<4x7x100xf32>, %x: f32) {
  loop.parallel (%i, %j, %k) = (0, 0, 0) to (4, 7, 100) {
    loop.store %x, %m[%i, %j, %k] : memref<4x7x100xf32>
  }
  return
}

// CHECK-LABEL: func.func @parts_are_combined_in_order
//       CHECK:   %[[PARTS:.*]] = memref.alloca() : memref<64xf32>
//       CHECK:   call @parts_are_combined_in_order_parallel_parts_launch(%[[BLOCKS:[^,]*]], {{.*}}, %[[PARTS]], %{{.*}})
//       CHECK:   %[[SUM:.*]] = loop.for %[[B:.*]] = 0 to %[[BLOCKS]] iter_args(%[[SO_FAR:.*]] = %cst) -> (f32) {
//  CHECK-NEXT:     %[[PART:.*]] = memref.load %[[PARTS]][%[[B]]]
//  CHECK-NEXT:     %[[NEXT:.*]] = arith.addf %[[SO_FAR]], %[[PART]]
//  CHECK-NEXT:     loop.yield %[[NEXT]]
//       CHECK:   return %[[SUM]]
func.func @parts_are_combined_in_order(%m: memref<?xf32>, %n: index) -> f32 {
  %s = loop.parallel (%i) = (0) to (symbol(%n)) reduce ("addf") -> (f32) {
    %x = loop.load %m[%i] : memref<?xf32>
    loop.yield %x : f32
  }
  return %s : f32
}

// Which iteration is the last one is not told by their parts.
// CHECK-LABEL: func.func @what_is_assigned_stays
//   CHECK-NOT:   call
//       CHECK:   loop.parallel {{.*}} reduce ("assign")
func.func @what_is_assigned_stays(%m: memref<?xf32>, %n: index) -> f32 {
  %s = loop.parallel (%i) = (0) to (symbol(%n)) reduce ("assign") -> (f32) {
    %x = loop.load %m[%i] : memref<?xf32>
    loop.yield %x : f32
  }
  return %s : f32
}

// CHECK-LABEL: func.func @constants_are_not_passed
//       CHECK:   call @constants_are_not_passed_parallel_launch(%{{.*}}, %{{.*}}) : (index, memref<?xf32>) -> ()
func.func @constants_are_not_passed(%m: memref<?xf32>, %n: index) {
  %x = arith.constant 7.0 : f32
  loop.parallel (%i) = (0) to (symbol(%n)) {
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// What is allocated here is no argument's memory.
// CHECK-LABEL: func.func @memory_that_is_alone
func.func @memory_that_is_alone(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  loop.parallel (%i) = (0) to (symbol(%n)) {
    %x = loop.load %m[%i] : memref<?xf32>
    loop.store %x, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}

// CHECK-LABEL: func.func @memory_that_may_be_the_same
func.func @memory_that_may_be_the_same(%m: memref<?xf32>, %r: memref<?xf32>, %n: index) {
  loop.parallel (%i) = (0) to (symbol(%n)) {
    %x = loop.load %m[%i] : memref<?xf32>
    loop.store %x, %r[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func private @iterations_become_a_range_parallel(
//  CHECK-SAME:   %[[BEGIN:.*]]: index, %[[END:.*]]: index, %[[X:.*]]: f32, %[[M:.*]]: memref<?xf32>
//       CHECK:   loop.for %[[I:.*]] = %[[BEGIN]] to %[[END]] {
//  CHECK-NEXT:     loop.store %[[X]], %[[M]][%[[I]]]

// CHECK-LABEL: func.func private @iterations_become_a_range_parallel_launch(
//  CHECK-SAME:   attributes {llvm.bareptr, llvm.launch = {body = @iterations_become_a_range_parallel, grain = 100 : i64, threads = 4 : i64}, no_inline} {
//  CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   call @iterations_become_a_range_parallel(%[[ZERO]], %count, %{{.*}}, %{{.*}})
//  CHECK-NEXT:   return

// CHECK-LABEL: func.func private @dimensions_are_divided_until_there_is_enough_parallel(
//  CHECK-SAME:   %[[BEGIN:.*]]: index, %[[END:.*]]: index, %[[X:.*]]: f32, %[[M:.*]]: memref<4x7x100xf32>
//       CHECK:   loop.for %[[ROW:.*]] = #[[DOWN:.*]]()[%[[BEGIN]]] to #[[UP:.*]]()[%[[END]]] {
//  CHECK-NEXT:     loop.for %[[J:.*]] = max #[[FROM:.*]](%[[ROW]])[%[[BEGIN]]] to min #[[TO:.*]](%[[ROW]])[%[[END]]] {
//  CHECK-NEXT:       loop.for %[[K:.*]] = 0 to 100 {
//  CHECK-NEXT:         loop.store %[[X]], %[[M]][%[[ROW]], %[[J]], %[[K]]]

// CHECK-LABEL: func.func private @parts_are_combined_in_order_parallel(
//  CHECK-SAME:   ) -> f32 attributes {llvm.bareptr} {
//       CHECK:   %[[SUM:.*]] = loop.for %{{.*}} = %begin to %end iter_args(%{{.*}} = %cst) -> (f32)
//       CHECK:   return %[[SUM]] : f32

// CHECK-LABEL: func.func private @memory_that_is_alone_parallel(
//  CHECK-SAME:   %m: memref<?xf32> {llvm.noalias}, %r: memref<?xf32> {llvm.noalias}) attributes {llvm.bareptr} {

// CHECK-LABEL: func.func private @memory_that_may_be_the_same_parallel(
//  CHECK-SAME:   %m: memref<?xf32>, %r: memref<?xf32>) attributes {llvm.bareptr} {
