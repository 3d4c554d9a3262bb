// RUN: dlc-opt %s --loop-sink="loops=k" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// CHECK-DAG: #[[SET:.*]] = affine_set<(d0) : (d0 == 0)>
// CHECK-DAG: #[[SET1:.*]] = affine_set<(d0) : (d0 - 8 >= 0)>
// CHECK-DAG: #[[SET2:.*]] = affine_set<()[s0] : (-s0 >= 0)>
// CHECK-DAG: #[[SET3:.*]] = affine_set<(d0, d1) : (d0 - d1 == 0)>
// CHECK-DAG: #[[SET4:.*]] = affine_set<(d0, d1)[s0] : (-d0 + d1 + 2 >= 0, -d0 + s0 - 2 >= 0)>

// CHECK-LABEL: func.func @first_and_last_iteration(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %k = 0 to 9 {
//  CHECK-NEXT:       loop.if #[[SET]](%k) {
//  CHECK-NEXT:         loop.store %x, %c[%i] : memref<8xf32>
//  CHECK-NEXT:       }
//  CHECK-NEXT:       loop.store %x, %a[%i, %k] : memref<8x9xf32>
//  CHECK-NEXT:       loop.if #[[SET1]](%k) {
//  CHECK-NEXT:         %0 = loop.load %c[%i] : memref<8xf32>
//  CHECK-NEXT:         %1 = arith.negf %0 : f32
//  CHECK-NEXT:         loop.store %1, %c[%i] : memref<8xf32>
//  CHECK-NEXT:       }
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @first_and_last_iteration(%a: memref<8x9xf32>, %c: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %c[%i] : memref<8xf32>
    loop.for %k = 0 to 9 {
      loop.store %x, %a[%i, %k] : memref<8x9xf32>
    } {loop.name = "k"}
    %0 = loop.load %c[%i] : memref<8xf32>
    %1 = arith.negf %0 : f32
    loop.store %1, %c[%i] : memref<8xf32>
  }
  return
}

// Nobody knows whether the inner loop runs: there is a nest for the case that it does not.
// CHECK-LABEL: func.func @inner_loop_may_not_run(
//  CHECK-NEXT:   loop.if #[[SET2]]()[%n] {
//  CHECK-NEXT:     loop.for %i_empty = 0 to %m {
//  CHECK-NEXT:       loop.store %x, %c[%i_empty] : memref<?xf32>
//  CHECK-NEXT:     } {loop.name = "i_empty"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   loop.for %i = 0 to %m {
//  CHECK-NEXT:     loop.for %k = 0 to %n step 4 {
//  CHECK-NEXT:       loop.if #[[SET]](%k) {
//  CHECK-NEXT:         loop.store %x, %c[%i] : memref<?xf32>
//  CHECK-NEXT:       }
//  CHECK-NEXT:       loop.store %x, %a[%i, %k] : memref<?x?xf32>
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @inner_loop_may_not_run(%a: memref<?x?xf32>, %c: memref<?xf32>, %x: f32, %m: index, %n: index) {
  loop.for %i = 0 to %m {
    loop.store %x, %c[%i] : memref<?xf32>
    loop.for %k = 0 to %n step 4 {
      loop.store %x, %a[%i, %k] : memref<?x?xf32>
    } {loop.name = "k"}
  } {loop.name = "i"}
  return
}

// The loop inside a tile runs where the one around does.
// CHECK-LABEL: func.func @loop_inside_a_tile(
//  CHECK-NEXT:   loop.for %i = 0 to %n step 4 {
//  CHECK-NEXT:     loop.for %k = #[[MAP]](%i) to min #[[MAP1]](%i)[%n] {
//  CHECK-NEXT:       loop.if #[[SET3]](%k, %i) {
//  CHECK-NEXT:         loop.store %x, %c[%i] : memref<?xf32>
//  CHECK-NEXT:       }
//  CHECK-NEXT:       loop.store %x, %a[%k] : memref<?xf32>
//  CHECK-NEXT:       loop.if #[[SET4]](%k, %i)[%n] {
//  CHECK-NEXT:       } else {
//  CHECK-NEXT:         loop.store %x, %c[%i + 1] : memref<?xf32>
//  CHECK-NEXT:       }
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @loop_inside_a_tile(%a: memref<?xf32>, %c: memref<?xf32>, %x: f32, %n: index) {
  loop.for %i = 0 to %n step 4 {
    loop.store %x, %c[%i] : memref<?xf32>
    loop.for %k = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
      loop.store %x, %a[%k] : memref<?xf32>
    } {loop.name = "k"}
    loop.store %x, %c[%i + 1] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @one_iteration_needs_no_condition(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %k = 3 to 4 {
//  CHECK-NEXT:       loop.store %x, %c[%i] : memref<8xf32>
//  CHECK-NEXT:       loop.store %x, %c[%i + %k] : memref<8xf32>
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @one_iteration_needs_no_condition(%c: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %c[%i] : memref<8xf32>
    loop.for %k = 3 to 4 {
      loop.store %x, %c[%i + %k] : memref<8xf32>
    } {loop.name = "k"}
  }
  return
}

// CHECK-LABEL: func.func @what_is_pure_is_computed_where_it_is_used(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %k = 0 to 9 {
//  CHECK-NEXT:       %y = arith.negf %x : f32
//  CHECK-NEXT:       %z = arith.addf %y, %x : f32
//  CHECK-NEXT:       loop.if #[[SET]](%k) {
//  CHECK-NEXT:         %y_0 = arith.negf %x : f32
//  CHECK-NEXT:         loop.store %y_0, %c[%i] : memref<8xf32>
//  CHECK-NEXT:       }
//  CHECK-NEXT:       loop.store %z, %a[%i, %k] : memref<8x9xf32>
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @what_is_pure_is_computed_where_it_is_used(%a: memref<8x9xf32>, %c: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    %y = arith.negf %x : f32
    %z = arith.addf %y, %x : f32
    loop.store %y, %c[%i] : memref<8xf32>
    loop.for %k = 0 to 9 {
      loop.store %z, %a[%i, %k] : memref<8x9xf32>
    } {loop.name = "k"}
  }
  return
}
