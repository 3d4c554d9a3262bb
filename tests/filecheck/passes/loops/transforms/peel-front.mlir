// RUN: dlc-opt %s --loop-peel="loops=i front=2" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (s0, 2)>

// CHECK-LABEL: func.func @the_first_iterations_run_in_front(
//  CHECK-NEXT:   loop.for %i_front = 0 to min #[[MAP]]()[%n] {
//  CHECK-NEXT:     loop.store %x, %m[%i_front] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i_front"}
//  CHECK-NEXT:   loop.for %i = 2 to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @the_first_iterations_run_in_front(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @carried_values_go_on(
//  CHECK-NEXT:   %s = loop.for %i_front = 0 to 2 iter_args(%a = %x) -> (f32) {
//  CHECK-NEXT:     %0 = loop.load %m[%i_front] : memref<8xf32>
//  CHECK-NEXT:     %1 = arith.addf %a, %0 : f32
//  CHECK-NEXT:     loop.yield %1 : f32
//  CHECK-NEXT:   } {loop.name = "i_front"}
//  CHECK-NEXT:   %s_0 = loop.for %i = 2 to 8 iter_args(%a = %s) -> (f32) {
//  CHECK-NEXT:     %0 = loop.load %m[%i] : memref<8xf32>
//  CHECK-NEXT:     %1 = arith.addf %a, %0 : f32
//  CHECK-NEXT:     loop.yield %1 : f32
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return %s_0 : f32
func.func @carried_values_go_on(%m: memref<8xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
    %0 = loop.load %m[%i] : memref<8xf32>
    %1 = arith.addf %a, %0 : f32
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %s : f32
}
