// RUN: dlc-opt %s --loop-tile="loops=k sizes=40" --loop-split-reduction="loops=i,k" | filecheck %s

// Each iteration of the loop over tiles becomes one of a parallel nest; its parts begin with the identity, and the loop
// with what it began with before.
// CHECK-LABEL: func.func @sums_of_rows
//       CHECK: %parts = memref.alloc() {{.*}} : memref<3x24xf32>
//       CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
//       CHECK: loop.for %k_parts = 0 to 96 step 40 {
//  CHECK-NEXT: loop.for %i_parts = 0 to 24 {
//  CHECK-NEXT: %[[SCALE:.*]] = arith.mulf %x, %x
//  CHECK-NEXT: %[[PART:.*]] = loop.for %k_point = {{.*}} iter_args(%s = %[[ZERO]])
//       CHECK: arith.mulf %{{.*}}, %[[SCALE]]
//       CHECK: loop.store %[[PART]], %parts[%k_parts floordiv 40, %i_parts]
//       CHECK: loop.for %i = 0 to 24 {
//       CHECK: loop.for %k = 0 to 96 step 40 iter_args(%[[SUM:.*]] = %x)
//  CHECK-NEXT: %[[READ:.*]] = loop.load %parts[%k floordiv 40, %i]
//  CHECK-NEXT: arith.addf %[[SUM]], %[[READ]] fastmath<reassoc>
//       CHECK: loop.store %{{.*}}, %c[%i]
//       CHECK: memref.dealloc %parts
func.func @sums_of_rows(%a: memref<24x96xf32>, %c: memref<24xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 24 {
    %scale = arith.mulf %x, %x : f32
    %sum = loop.for %k = 0 to 96 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%i, %k] : memref<24x96xf32>
      %1 = arith.mulf %0, %scale : f32
      %2 = arith.addf %s, %1 fastmath<reassoc> : f32
      loop.yield %2 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<24xf32>
  } {loop.name = "i"}
  return
}
