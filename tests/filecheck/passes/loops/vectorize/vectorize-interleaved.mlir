// RUN: dlc-opt %s --loop-vectorize="loops=i width=4 interleave=2" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (((s0 floordiv 4) floordiv 2) * 8)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (0, ((s0 floordiv 4) floordiv 2) * 8)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>

// CHECK-LABEL: func.func @each_vector_has_a_part_of_its_own(
//  CHECK-NEXT:   %cst = arith.constant dense<-0.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   %0:2 = loop.for %i = 0 to 16 step 8 iter_args(%p = %cst, %p_0 = %cst) -> (vector<4xf32>, vector<4xf32>) {
//  CHECK-NEXT:     %3 = loop.vector_load %a[%i] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:     %4 = loop.vector_load %a[%i + 4] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:     %5 = arith.addf %p, %3 fastmath<reassoc> : vector<4xf32>
//  CHECK-NEXT:     %6 = arith.addf %p_0, %4 fastmath<reassoc> : vector<4xf32>
//  CHECK-NEXT:     loop.yield %5, %6 : vector<4xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %1 = arith.addf %0#0, %0#1 fastmath<reassoc> : vector<4xf32>
//  CHECK-NEXT:   %2 = vector.reduction <add>, %1, %x fastmath<reassoc> : vector<4xf32> into f32
//  CHECK-NEXT:   return %2 : f32
func.func @each_vector_has_a_part_of_its_own(%a: memref<16xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 0 to 16 iter_args(%p = %x) -> (f32) {
    %0 = loop.load %a[%i] : memref<16xf32>
    %1 = arith.addf %p, %0 fastmath<reassoc> : f32
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %s : f32
}

// CHECK-LABEL: func.func @single_vectors_and_single_elements_are_left(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP]]()[%n] step 8 {
//  CHECK-NEXT:     loop.vector_store %0, %a[%i] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %0, %a[%i + 4] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %1 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i_middle = max #[[MAP1]]()[%n] to #[[MAP2]]()[%n] step 4 {
//  CHECK-NEXT:     loop.vector_store %1, %a[%i_middle] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i_middle"}
//  CHECK-NEXT:   loop.for %i_rest = max #[[MAP3]]()[%n] to %n {
//  CHECK-NEXT:     loop.store %x, %a[%i_rest] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @single_vectors_and_single_elements_are_left(%a: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.store %x, %a[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @no_more_vectors_than_there_are(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 4 {
//  CHECK-NEXT:     loop.vector_store %0, %a[%i] : memref<5xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = 4 to 5 {
//  CHECK-NEXT:     loop.store %x, %a[%i_rest] : memref<5xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @no_more_vectors_than_there_are(%a: memref<5xf32>, %x: f32) {
  loop.for %i = 0 to 5 {
    loop.store %x, %a[%i] : memref<5xf32>
  } {loop.name = "i"}
  return
}

// Of a tile of 4 and a smaller one at the end, groups of 2 vectors have no end that can be said: it goes by single ones.
// CHECK-LABEL: func.func @tiles
//       CHECK:     loop.for %i = {{.*}} step 4 iter_args(%s = %{{.*}}) -> (vector<4xi32>)
//       CHECK:       loop.vector_load %a[%i] : memref<?xi32>, vector<4xi32>
//   CHECK-NOT:       loop.vector_load
#start = affine_map<(i) -> (i)>
#end = affine_map<(i)[n] -> (i + 4, n)>
func.func @tiles(%a: memref<?xi32>, %n: index, %zero: i32) -> i32 {
  %r = loop.for %l = 0 to %n step 4 iter_args(%outer = %zero) -> (i32) {
    %1 = loop.for %i = #start(%l) to min #end(%l)[%n] iter_args(%s = %outer) -> (i32) {
      %x = loop.load %a[%i] : memref<?xi32>
      %more = arith.addi %s, %x : i32
      loop.yield %more : i32
    } {loop.name = "i"}
    loop.yield %1 : i32
  }
  return %r : i32
}
