// RUN: dlc-opt %s --loop-coalesce="loops=i,j" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (s0 * 16)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (0, s0)>

// CHECK-LABEL: func.func @what_lies_in_order_is_accessed_in_order(
//  CHECK-NEXT:   %collapse_shape = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 128 {
//  CHECK-NEXT:     loop.store %x, %collapse_shape[%i] : memref<128xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_lies_in_order_is_accessed_in_order(%m: memref<8x16xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 16 {
      loop.store %x, %m[%i, %j] : memref<8x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// The view is made in front of all loops, so that those around still contain nothing but the next one.
// CHECK-LABEL: func.func @other_dimensions_stay(
//  CHECK-NEXT:   %collapse_shape = memref.collapse_shape %m [[0], [1, 2], [3]] : memref<4x8x16x3xf32> into memref<4x128x3xf32>
//  CHECK-NEXT:   loop.for %n = 0 to 4 {
//  CHECK-NEXT:     loop.for %i = 0 to 128 {
//  CHECK-NEXT:       loop.store %x, %collapse_shape[%n, %i, 2] : memref<4x128x3xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @other_dimensions_stay(%m: memref<4x8x16x3xf32>, %x: f32) {
  loop.for %n = 0 to 4 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 16 {
        loop.store %x, %m[%n, %i, %j, 2] : memref<4x8x16x3xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  }
  return
}

// CHECK-LABEL: func.func @views_stay_behind_what_they_look_into(
//  CHECK-NEXT:   loop.for %n = 0 to 4 {
//  CHECK-NEXT:     %alloc = memref.alloc() : memref<8x16xf32>
//  CHECK-NEXT:     %collapse_shape = memref.collapse_shape %alloc [[0, 1]] : memref<8x16xf32> into memref<128xf32>
//  CHECK-NEXT:     loop.for %i = 0 to 128 {
func.func @views_stay_behind_what_they_look_into(%x: f32) {
  loop.for %n = 0 to 4 {
    %alloc = memref.alloc() : memref<8x16xf32>
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 16 {
        loop.store %x, %alloc[%i, %j] : memref<8x16xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    memref.dealloc %alloc : memref<8x16xf32>
  }
  return
}

// CHECK-LABEL: func.func @other_accesses_are_computed(
//  CHECK-NEXT:   %collapse_shape = memref.collapse_shape %m [[0, 1]] : memref<8x16xf32> into memref<128xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 128 {
//  CHECK-NEXT:     %0 = loop.load %collapse_shape[%i] : memref<128xf32>
//  CHECK-NEXT:     loop.store %0, %t[%i mod 16, %i floordiv 16] : memref<16x8xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @other_accesses_are_computed(%m: memref<8x16xf32>, %t: memref<16x8xf32>) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %m[%i, %j] : memref<8x16xf32>
      loop.store %0, %t[%j, %i] : memref<16x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// Not all elements of a row are touched.
// CHECK-LABEL: func.func @rows_that_are_wider(
//  CHECK-NEXT:   loop.for %i = 0 to 128 {
//  CHECK-NEXT:     loop.store %x, %m[%i floordiv 16, %i mod 16] : memref<8x20xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @rows_that_are_wider(%m: memref<8x20xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 16 {
      loop.store %x, %m[%i, %j] : memref<8x20xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @bounds_and_steps(
//  CHECK-NEXT:   loop.for %i = 0 to 32 {
//  CHECK-NEXT:     loop.store %x, %m[(%i floordiv 4) * 5 + 3, %i * 2 + (%i floordiv 4) * -8 + symbol(%a)] : memref<64x64xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @bounds_and_steps(%m: memref<64x64xf32>, %a: index, %x: f32) {
  loop.for %i = 3 to 40 step 5 {
    loop.for %j = affine_map<()[s0] -> (s0)>()[%a] to affine_map<()[s0] -> (s0 + 7)>()[%a] step 2 {
      loop.store %x, %m[%i, %j] : memref<64x64xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @the_outer_size_may_be_a_symbol(
//  CHECK-NEXT:   %collapse_shape = memref.collapse_shape %m [[0, 1]] : memref<?x16xf32> into memref<?xf32>
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP]]()[%n] {
//  CHECK-NEXT:     loop.store %x, %collapse_shape[%i] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @the_outer_size_may_be_a_symbol(%m: memref<?x16xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.for %j = 0 to 16 {
      loop.store %x, %m[%i, %j] : memref<?x16xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @inner_sizes_that_are_symbols(
//  CHECK-NEXT:   %0 = loop.max #[[MAP1]]()[%k]
//  CHECK-NEXT:   %1 = loop.max #[[MAP1]]()[%n]
//  CHECK-NEXT:   %2 = arith.muli %1, %0 : index
//  CHECK-NEXT:   loop.for %i = 0 to %2 {
//  CHECK-NEXT:     %3:2 = loop.delinearize_index %i into (%0) : index, index
//  CHECK-NEXT:     loop.store %x, %m[%3#0, %3#1] : memref<?x?xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @inner_sizes_that_are_symbols(%m: memref<?x?xf32>, %n: index, %k: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.for %j = 0 to %k {
      loop.store %x, %m[%i, %j] : memref<?x?xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @over_all_of_a_memref(
//  CHECK-NEXT:   %c0 = arith.constant 0 : index
//  CHECK-NEXT:   %c1 = arith.constant 1 : index
//  CHECK-NEXT:   %n = memref.dim %m, %c0 : memref<?x?xf32>
//  CHECK-NEXT:   %k = memref.dim %m, %c1 : memref<?x?xf32>
//  CHECK-NEXT:   %0 = loop.max #[[MAP1]]()[%k]
//  CHECK-NEXT:   %1 = loop.max #[[MAP1]]()[%n]
//  CHECK-NEXT:   %2 = arith.muli %1, %0 : index
//  CHECK-NEXT:   %collapse_shape = memref.collapse_shape %m [[0, 1]] : memref<?x?xf32> into memref<?xf32>
//  CHECK-NEXT:   loop.for %i = 0 to %2 {
//  CHECK-NEXT:     loop.store %x, %collapse_shape[%i] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @over_all_of_a_memref(%m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?x?xf32>
  %k = memref.dim %m, %c1 : memref<?x?xf32>
  loop.for %i = 0 to %n {
    loop.for %j = 0 to %k {
      loop.store %x, %m[%i, %j] : memref<?x?xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// Values that each loop passes on to the next one are carried by the only loop.
// CHECK-LABEL: func.func @sums_of_rows_are_one_sum(
//  CHECK-NEXT:   %collapse_shape = memref.collapse_shape %m {{.*}} : memref<8x16xf32> into memref<128xf32>
//  CHECK-NEXT:   %[[SUM:.*]] = loop.for %i = 0 to 128 iter_args(%[[CARRIED:.*]] = %x) -> (f32) {
//  CHECK-NEXT:     %[[READ:.*]] = loop.load %collapse_shape[%i] : memref<128xf32>
//  CHECK-NEXT:     %[[NEXT:.*]] = arith.addf %[[CARRIED]], %[[READ]] : f32
//  CHECK-NEXT:     loop.yield %[[NEXT]] : f32
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return %[[SUM]]
func.func @sums_of_rows_are_one_sum(%m: memref<8x16xf32>, %x: f32) -> f32 {
  %sum = loop.for %i = 0 to 8 iter_args(%s = %x) -> (f32) {
    %row = loop.for %j = 0 to 16 iter_args(%t = %s) -> (f32) {
      %0 = loop.load %m[%i, %j] : memref<8x16xf32>
      %1 = arith.addf %t, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "j"}
    loop.yield %row : f32
  } {loop.name = "i"}
  return %sum : f32
}
