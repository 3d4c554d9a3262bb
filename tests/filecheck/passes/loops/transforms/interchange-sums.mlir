// RUN: dlc-opt %s --loop-interchange="loops=i,j" | filecheck %s

// Sums in any order can be summed in this one.
// CHECK-LABEL: func.func @sums_are_carried(
//  CHECK-NEXT:   %[[S:.*]] = loop.for %j = 0 to 4 iter_args(%[[A:.*]] = %x) -> (f32) {
//  CHECK-NEXT:     %[[T:.*]] = loop.for %i = 0 to 8 iter_args(%[[B:.*]] = %[[A]]) -> (f32) {
//  CHECK-NEXT:       %[[X:.*]] = loop.load %m[%i, %j] : memref<8x4xf32>
//  CHECK-NEXT:       %[[Y:.*]] = arith.addf %[[B]], %[[X]] fastmath<reassoc> : f32
//  CHECK-NEXT:       loop.yield %[[Y]] : f32
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.yield %[[T]] : f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[S]] : f32
func.func @sums_are_carried(%m: memref<8x4xf32>, %x: f32) -> f32 {
  %0 = loop.for %i = 0 to 8 iter_args(%s = %x) -> (f32) {
    %1 = loop.for %j = 0 to 4 iter_args(%t = %s) -> (f32) {
      %2 = loop.load %m[%i, %j] : memref<8x4xf32>
      %3 = arith.addf %t, %2 fastmath<reassoc> : f32
      loop.yield %3 : f32
    } {loop.name = "j"}
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %0 : f32
}
