// RUN: dlc-opt %s --loop-vectorize="loops=i width=4" | filecheck %s

// CHECK-LABEL: func.func @a_sum_is_computed_in_parts(
//  CHECK-NEXT:   %cst = arith.constant dense<-0.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   %0 = loop.for %i = 0 to 8 step 4 iter_args(%p = %cst) -> (vector<4xf32>) {
//  CHECK-NEXT:     %2 = loop.vector_load %a[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:     %3 = arith.addf %p, %2 fastmath<reassoc> : vector<4xf32>
//  CHECK-NEXT:     loop.yield %3 : vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %1 = vector.reduction <add>, %0, %x fastmath<reassoc> : vector<4xf32> into f32
//  CHECK-NEXT:   return %1 : f32
func.func @a_sum_is_computed_in_parts(%a: memref<8xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (f32) {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.addf %p, %0 fastmath<reassoc> : f32
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %s : f32
}

// CHECK-LABEL: func.func @parts_of_an_extreme_begin_with_the_initial_value(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   %1 = loop.for %i = 0 to 8 step 4 iter_args(%p = %0) -> (vector<4xf32>) {
//  CHECK-NEXT:     %3 = loop.vector_load %a[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:     %4 = arith.maximumf %3, %p : vector<4xf32>
//  CHECK-NEXT:     loop.yield %4 : vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %2 = vector.reduction <maximumf>, %1 : vector<4xf32> into f32
//  CHECK-NEXT:   return %2 : f32
func.func @parts_of_an_extreme_begin_with_the_initial_value(%a: memref<8xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (f32) {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.maximumf %0, %p : f32
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %s : f32
}

// CHECK-LABEL: func.func @parts_of_integers_may_overflow(
//  CHECK-NEXT:   %cst = arith.constant dense<0> : vector<4xi32>
//  CHECK-NEXT:   %0 = loop.for %i = 0 to 8 step 4 iter_args(%p = %cst) -> (vector<4xi32>) {
//  CHECK-NEXT:     %2 = loop.vector_load %a[%i] : memref<8xi32>, vector<4xi32>
//  CHECK-NEXT:     %3 = arith.addi %2, %p : vector<4xi32>
//  CHECK-NEXT:     loop.yield %3 : vector<4xi32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %1 = vector.reduction <add>, %0, %x : vector<4xi32> into i32
//  CHECK-NEXT:   return %1 : i32
func.func @parts_of_integers_may_overflow(%a: memref<8xi32>, %x: i32) -> i32 {
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (i32) {
    %0 = loop.load %a[%i] : memref<8xi32>
    %1 = arith.addi %0, %p overflow<nsw> : i32
    loop.yield %1 : i32
  } {loop.name = "i"}
  return %s : i32
}

// CHECK-LABEL: func.func @what_is_subtracted_is_summed_as_well(
//  CHECK-NEXT:   %cst = arith.constant dense<0> : vector<4xi32>
//  CHECK-NEXT:   %0 = loop.for %i = 0 to 8 step 4 iter_args(%p = %cst) -> (vector<4xi32>) {
//  CHECK-NEXT:     %2 = loop.vector_load %a[%i] : memref<8xi32>, vector<4xi32>
//  CHECK-NEXT:     %3 = arith.subi %p, %2 : vector<4xi32>
//  CHECK-NEXT:     loop.yield %3 : vector<4xi32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %1 = vector.reduction <add>, %0, %x : vector<4xi32> into i32
//  CHECK-NEXT:   return %1 : i32
func.func @what_is_subtracted_is_summed_as_well(%a: memref<8xi32>, %x: i32) -> i32 {
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (i32) {
    %0 = loop.load %a[%i] : memref<8xi32>
    %1 = arith.subi %p, %0 : i32
    loop.yield %1 : i32
  } {loop.name = "i"}
  return %s : i32
}

// CHECK-LABEL: func.func @a_sum_may_go_through_inner_loops(
//  CHECK-NEXT:   %cst = arith.constant dense<-0.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   %0 = loop.for %i = 0 to 8 step 4 iter_args(%p = %cst) -> (vector<4xf32>) {
//  CHECK-NEXT:     %t = loop.for %k = 0 to 4 iter_args(%q = %p) -> (vector<4xf32>) {
//  CHECK-NEXT:       %2 = loop.vector_load %a[%k, %i] : memref<4x8xf32>, vector<4xf32>
//  CHECK-NEXT:       %3 = math.fma %2, %2, %q fastmath<reassoc> : vector<4xf32>
//  CHECK-NEXT:       loop.yield %3 : vector<4xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.yield %t : vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %1 = vector.reduction <add>, %0, %x fastmath<reassoc> : vector<4xf32> into f32
//  CHECK-NEXT:   return %1 : f32
func.func @a_sum_may_go_through_inner_loops(%a: memref<4x8xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (f32) {
    %t = loop.for %k = 0 to 4 iter_args(%q = %p) -> (f32) {
      %0 = loop.load %a[%k, %i] : memref<4x8xf32>
      %1 = math.fma %0, %0, %q fastmath<reassoc> : f32
      loop.yield %1 : f32
    }
    loop.yield %t : f32
  } {loop.name = "i"}
  return %s : f32
}
