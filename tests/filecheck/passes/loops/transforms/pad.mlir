// RUN: dlc-opt %s --loop-pad="loops=j sizes=8" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 8)>

// What is computed for places that there are not stays in the buffer.
// CHECK-LABEL: func.func @on_local_buffers(
//  CHECK-NEXT:   loop.for %t = 0 to %n step 8 {
//  CHECK-NEXT:     %in = memref.alloca() : memref<8xf32>
//  CHECK-NEXT:     %out = memref.alloca() : memref<8xf32>
//  CHECK-NEXT:     loop.for %i = #[[MAP]](%t) to min #[[MAP1]](%t)[%n] {
//  CHECK-NEXT:       %0 = loop.load %c[%i] : memref<?xf32>
//  CHECK-NEXT:       loop.store %0, %in[%i - %t] : memref<8xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:     loop.for %j = #[[MAP]](%t) to #[[MAP2]](%t) {
//  CHECK-NEXT:       %0 = loop.load %in[%j - %t] : memref<8xf32>
//  CHECK-NEXT:       %1 = arith.negf %0 : f32
//  CHECK-NEXT:       loop.store %1, %out[%j - %t] : memref<8xf32>
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:     loop.for %i = #[[MAP]](%t) to min #[[MAP1]](%t)[%n] {
//  CHECK-NEXT:       %0 = loop.load %out[%i - %t] : memref<8xf32>
//  CHECK-NEXT:       loop.store %0, %c[%i] : memref<?xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } {loop.name = "t"}
//  CHECK-NEXT:   return
func.func @on_local_buffers(%c: memref<?xf32>, %n: index) {
  loop.for %t = 0 to %n step 8 {
    %in = memref.alloca() : memref<8xf32>
    %out = memref.alloca() : memref<8xf32>
    loop.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      %0 = loop.load %c[%i] : memref<?xf32>
      loop.store %0, %in[%i - %t] : memref<8xf32>
    } {loop.name = "i"}
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      %0 = loop.load %in[%j - %t] : memref<8xf32>
      %1 = arith.negf %0 : f32
      loop.store %1, %out[%j - %t] : memref<8xf32>
    } {loop.name = "j"}
    loop.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      %0 = loop.load %out[%i - %t] : memref<8xf32>
      loop.store %0, %c[%i] : memref<?xf32>
    } {loop.name = "i"}
  } {loop.name = "t"}
  return
}

// It reads memory that is certain to exist, and what it computes of it nobody looks at.
// CHECK-LABEL: func.func @may_read_what_exists(
//  CHECK-NEXT:   loop.for %t = 0 to 64 step 8 {
//  CHECK-NEXT:     %out = memref.alloca() : memref<8xf32>
//  CHECK-NEXT:     loop.for %j = #[[MAP]](%t) to #[[MAP2]](%t) {
//  CHECK-NEXT:       %0 = loop.load %c[%j] : memref<64xf32>
//  CHECK-NEXT:       loop.store %0, %out[%j - %t] : memref<8xf32>
//  CHECK-NEXT:     } {loop.name = "j"}
//  CHECK-NEXT:     loop.for %i = #[[MAP]](%t) to min #[[MAP1]](%t)[%n] {
//  CHECK-NEXT:       %0 = loop.load %out[%i - %t] : memref<8xf32>
//  CHECK-NEXT:       loop.store %0, %r[] : memref<f32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   } {loop.name = "t"}
//  CHECK-NEXT:   return
func.func @may_read_what_exists(%c: memref<64xf32>, %r: memref<f32>, %n: index) {
  loop.for %t = 0 to 64 step 8 {
    %out = memref.alloca() : memref<8xf32>
    loop.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      %0 = loop.load %c[%j] : memref<64xf32>
      loop.store %0, %out[%j - %t] : memref<8xf32>
    } {loop.name = "j"}
    loop.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] {
      %0 = loop.load %out[%i - %t] : memref<8xf32>
      loop.store %0, %r[] : memref<f32>
    } {loop.name = "i"}
  } {loop.name = "t"}
  return
}

// Nobody knows that the rows exist, but added iterations read the same ones.
// CHECK-LABEL: func.func @rows_that_are_read_anyway(
//       CHECK:   loop.for %j = 0 to 8 {
//  CHECK-NEXT:     loop.for %k = 0 to %n {
func.func @rows_that_are_read_anyway(%a: memref<?x8xf32>, %n: index) {
  %out = memref.alloca() : memref<8xf32>
  loop.for %j = 0 to 5 {
    loop.for %k = 0 to %n {
      %0 = loop.load %a[%k, %j] : memref<?x8xf32>
      loop.store %0, %out[%j] : memref<8xf32>
    }
  } {loop.name = "j"}
  return
}
