// RUN: dlc-opt %s --loop-fresh-sums="loops=k_point" | filecheck %s

// The sum of a tile begins with the identity; the total is added to it afterwards.
// CHECK-LABEL: func.func @sum_of_tiles
//       CHECK: %[[TOTAL:.*]] = loop.for %k = 0 to 96 step 40 iter_args(%s = %x) -> (f32) {
//  CHECK-NEXT: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
//  CHECK-NEXT: %[[PART:.*]] = loop.for %k_point = {{.*}} iter_args(%p = %[[ZERO]]) -> (f32) {
//       CHECK: }
//  CHECK-NEXT: %[[SUM:.*]] = arith.addf %s, %[[PART]] : f32
//  CHECK-NEXT: loop.yield %[[SUM]] : f32
//       CHECK: return %[[TOTAL]]
func.func @sum_of_tiles(%a: memref<96xf32>, %x: f32) -> f32 {
  %sum = loop.for %k = 0 to 96 step 40 iter_args(%s = %x) -> (f32) {
    %part = loop.for %k_point = affine_map<(k) -> (k)>(%k) to min affine_map<(k) -> (k + 40, 96)>(%k)
        iter_args(%p = %s) -> (f32) {
      %0 = loop.load %a[%k_point] : memref<96xf32>
      %1 = arith.addf %p, %0 fastmath<reassoc> : f32
      loop.yield %1 : f32
    } {loop.name = "k_point"}
    loop.yield %part : f32
  } {loop.name = "k"}
  return %sum : f32
}

// Each carried value is combined in its own way.
// CHECK-LABEL: func.func @sum_and_largest
//   CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
//   CHECK-DAG: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
//       CHECK: %[[BOTH:.*]]:2 = loop.for %k = 0 to 96 iter_args(%s = %[[ZERO]], %m = %[[LEAST]])
//       CHECK: }
//  CHECK-NEXT: %[[SUM:.*]] = arith.addi %x, %[[BOTH]]#0 : i32
//  CHECK-NEXT: %[[LARGEST:.*]] = arith.maximumf %y, %[[BOTH]]#1 : f32
//  CHECK-NEXT: return %[[SUM]], %[[LARGEST]]
func.func @sum_and_largest(%a: memref<96xi32>, %b: memref<96xf32>, %x: i32, %y: f32) -> (i32, f32) {
  %0:2 = loop.for %k = 0 to 96 iter_args(%s = %x, %m = %y) -> (i32, f32) {
    %1 = loop.load %a[%k] : memref<96xi32>
    %2 = arith.addi %s, %1 : i32
    %3 = loop.load %b[%k] : memref<96xf32>
    %4 = arith.maximumf %m, %3 : f32
    loop.yield %2, %4 : i32, f32
  } {loop.name = "k_point"}
  return %0#0, %0#1 : i32, f32
}
