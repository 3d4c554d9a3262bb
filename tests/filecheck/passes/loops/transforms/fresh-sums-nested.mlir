// RUN: dlc-opt %s --loop-fresh-sums="loops=j,k" | filecheck %s

// The outer loop starts afresh first: once the pieces of the inner one are added in order, it could not any more.
// CHECK-LABEL: func.func @pieces_of_pieces
//       CHECK: loop.for %i = 0 to 4 iter_args(%s = %x) -> (f32) {
//  CHECK-NEXT: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
//  CHECK-NEXT: %[[LINES:.*]] = loop.for %j = 0 to 8 iter_args(%p = %[[ZERO]]) -> (f32) {
//  CHECK-NEXT: %[[NONE:.*]] = arith.constant -0.000000e+00 : f32
//  CHECK-NEXT: %[[LINE:.*]] = loop.for %k = 0 to 16 iter_args(%q = %[[NONE]]) -> (f32) {
//       CHECK: arith.addf %q, %{{.*}} fastmath<reassoc> : f32
//       CHECK: }
//  CHECK-NEXT: %[[MORE:.*]] = arith.addf %p, %[[LINE]] : f32
//  CHECK-NEXT: loop.yield %[[MORE]] : f32
//       CHECK: }
//  CHECK-NEXT: arith.addf %s, %[[LINES]] : f32
func.func @pieces_of_pieces(%a: memref<4x8x16xf32>, %x: f32) -> f32 {
  %sum = loop.for %i = 0 to 4 iter_args(%s = %x) -> (f32) {
    %lines = loop.for %j = 0 to 8 iter_args(%p = %s) -> (f32) {
      %line = loop.for %k = 0 to 16 iter_args(%q = %p) -> (f32) {
        %0 = loop.load %a[%i, %j, %k] : memref<4x8x16xf32>
        %1 = arith.addf %q, %0 fastmath<reassoc> : f32
        loop.yield %1 : f32
      } {loop.name = "k"}
      loop.yield %line : f32
    } {loop.name = "j"}
    loop.yield %lines : f32
  } {loop.name = "i"}
  return %sum : f32
}
