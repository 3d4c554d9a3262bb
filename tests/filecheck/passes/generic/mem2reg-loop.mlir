// RUN: dlc-opt %s --mem2reg --split-input-file | filecheck %s

// CHECK-LABEL: func.func @sum_in_memory(
//  CHECK-SAME:   %[[N:.*]]: index, %[[X:.*]]: f32, %[[A:.*]]: memref<?xf32>)
//   CHECK-NOT:   alloca
//       CHECK:   %[[R:.*]] = loop.for %[[I:.*]] = 0 to %[[N]] iter_args(%[[S:.*]] = %[[X]]) -> (f32) {
//  CHECK-NEXT:     %[[E:.*]] = loop.load %[[A]][%[[I]]]
//  CHECK-NEXT:     %[[T:.*]] = arith.addf %[[S]], %[[E]]
//  CHECK-NEXT:     loop.yield %[[T]] : f32
//       CHECK:   return %[[R]] : f32
func.func @sum_in_memory(%n: index, %x: f32, %a: memref<?xf32>) -> f32 {
  %m = memref.alloca() : memref<f32>
  memref.store %x, %m[] : memref<f32>
  loop.for %i = 0 to %n {
    %s = memref.load %m[] : memref<f32>
    %e = loop.load %a[%i] : memref<?xf32>
    %t = arith.addf %s, %e : f32
    memref.store %t, %m[] : memref<f32>
  }
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @conditions_give(
//  CHECK-SAME:   %[[I:.*]]: index, %[[C:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32)
//       CHECK:   %[[W:.*]] = loop.when %[[C]] -> (f32) {
//  CHECK-NEXT:     loop.yield %[[Y]] : f32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     loop.yield %[[X]] : f32
//       CHECK:   %[[R:.*]] = loop.if #{{.*}}(%[[I]]) -> f32 {
//  CHECK-NEXT:     loop.yield %[[X]] : f32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     loop.yield %[[W]] : f32
//       CHECK:   return %[[R]] : f32
func.func @conditions_give(%i: index, %c: i1, %x: f32, %y: f32) -> f32 {
  %m = memref.alloca() : memref<f32>
  memref.store %x, %m[] : memref<f32>
  loop.when %c {
    memref.store %y, %m[] : memref<f32>
  }
  loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
    memref.store %x, %m[] : memref<f32>
  }
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @counter_in_memory(
//       CHECK:   %[[R:.*]] = loop.while (%[[A:.*]] = %{{.*}}) : (i32) -> i32 {
//       CHECK:     loop.condition(%{{.*}}) %[[A]] : i32
//       CHECK:     ^bb0(%[[B:.*]]: i32):
//       CHECK:     %[[D:.*]] = arith.addi %[[B]]
//       CHECK:     loop.yield %[[D]] : i32
//       CHECK:   return %[[R]] : i32
func.func @counter_in_memory(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %m = memref.alloca() : memref<i32>
  memref.store %c1, %m[] : memref<i32>
  loop.while : () -> () {
    %a = memref.load %m[] : memref<i32>
    %c = arith.cmpi slt, %a, %x : i32
    loop.condition(%c)
  } do {
    %b = memref.load %m[] : memref<i32>
    %d = arith.addi %b, %c1 : i32
    memref.store %d, %m[] : memref<i32>
    loop.yield
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

// -----

// Iterations of a parallel loop do not follow one another.
// CHECK-LABEL: func.func @parallel_loops_keep_their_stores(
//       CHECK:   memref.alloca
//       CHECK:   loop.parallel
//       CHECK:     memref.store
func.func @parallel_loops_keep_their_stores(%x: f32) -> f32 {
  %m = memref.alloca() : memref<f32>
  loop.parallel (%i) = (0) to (4) {
    memref.store %x, %m[] : memref<f32>
  }
  %r = memref.load %m[] : memref<f32>
  return %r : f32
}
