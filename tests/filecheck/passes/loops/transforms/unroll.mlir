// RUN: dlc-opt %s --loop-unroll="factor=2" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> ((s0 floordiv 2) * 2)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (0, (s0 floordiv 2) * 2)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 1)>

// CHECK-LABEL: func.func @what_is_left_runs_behind(
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP]]()[%n] step 2 {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:     loop.store %x, %m[%i + 1] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   loop.for %i_rest = max #[[MAP1]]()[%n] to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i_rest] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @what_is_left_runs_behind(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @nothing_is_left(
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 2 {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<8xf32>
//  CHECK-NEXT:     loop.store %x, %m[%i + 1] : memref<8xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @nothing_is_left(%m: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %m[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @carried_values_go_from_copy_to_copy(
//  CHECK-NEXT:   %s = loop.for %i = 0 to 6 step 2 iter_args(%a = %x) -> (f32) {
//  CHECK-NEXT:     %0 = loop.load %m[%i] : memref<7xf32>
//  CHECK-NEXT:     %1 = arith.addf %a, %0 : f32
//  CHECK-NEXT:     %2 = loop.load %m[%i + 1] : memref<7xf32>
//  CHECK-NEXT:     %3 = arith.addf %1, %2 : f32
//  CHECK-NEXT:     loop.yield %3 : f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   %s_0 = loop.for %i_rest = 6 to 7 iter_args(%a = %s) -> (f32) {
//  CHECK-NEXT:     %0 = loop.load %m[%i_rest] : memref<7xf32>
//  CHECK-NEXT:     %1 = arith.addf %a, %0 : f32
//  CHECK-NEXT:     loop.yield %1 : f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %s_0 : f32
func.func @carried_values_go_from_copy_to_copy(%m: memref<7xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 0 to 7 iter_args(%a = %x) -> (f32) {
    %0 = loop.load %m[%i] : memref<7xf32>
    %1 = arith.addf %a, %0 : f32
    loop.yield %1 : f32
  }
  return %s : f32
}

// CHECK-LABEL: func.func @the_index_itself_is_used(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 2 {
//  CHECK-NEXT:     func.call @use(%i) : (index) -> ()
//  CHECK-NEXT:     %0 = loop.apply #[[MAP2]](%i)
//  CHECK-NEXT:     func.call @use(%0) : (index) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @the_index_itself_is_used(%n: index) {
  loop.for %i = 0 to 4 {
    func.call @use(%i) : (index) -> ()
  }
  return
}

func.func private @use(index)
