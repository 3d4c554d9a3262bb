// RUN: dlc-opt %s --loop-pad="loops=k sizes=8" | filecheck %s

// Both factors are zero in the added iterations, because their buffers are filled up.
// CHECK-LABEL: func.func @products_of_filled_up_buffers
func.func @products_of_filled_up_buffers(%a: memref<?xf32>, %b: memref<?xf32>, %x: f32, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<8xf32>
  %q = memref.alloc() : memref<8xf32>
  %sum = loop.for %t = 0 to %n step 8 iter_args(%r = %x) -> (f32) {
    loop.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 8)>(%t) {
      loop.if affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>(%i)[%n] {
        %0 = loop.load %a[%i] : memref<?xf32>
        loop.store %0, %p[%i - %t] : memref<8xf32>
      } else {
        loop.store %zero, %p[%i - %t] : memref<8xf32>
      }
    }
    loop.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 8)>(%t) {
      loop.if affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>(%i)[%n] {
        %0 = loop.load %b[%i] : memref<?xf32>
        loop.store %0, %q[%i - %t] : memref<8xf32>
      } else {
        loop.store %zero, %q[%i - %t] : memref<8xf32>
      }
    }
    // CHECK: loop.for %k = #map(%t) to #map1(%t) iter_args(%s = %r) -> (f32) {
    %part = loop.for %k = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n] iter_args(%s = %r) -> (f32) {
      %0 = loop.load %p[%k - %t] : memref<8xf32>
      %1 = loop.load %q[%k - %t] : memref<8xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %s, %2 : f32
      loop.yield %3 : f32
    } {loop.name = "k"}
    loop.yield %part : f32
  }
  memref.dealloc %p : memref<8xf32>
  memref.dealloc %q : memref<8xf32>
  return %sum : f32
}
