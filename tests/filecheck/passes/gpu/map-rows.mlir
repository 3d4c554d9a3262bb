// RUN: dlc-opt %s --gpu-map-fragments="loops=i tile=16,8" --canonicalize | filecheck %s

// The four threads that hold elements of a row combine their own, exchange the results, and all store the largest one.
// CHECK-LABEL: func.func @largest
func.func @largest(%x: memref<16x8xf32>) {
  %most = memref.alloc() : memref<16xf32, #gpu.address_space<private>>
  // CHECK: loop.parallel (%row, %pair) = (0, 0) to (8, 4) {
  // CHECK-NEXT: %[[OLD:.*]] = loop.load %[[MOST:.*]][%row] : memref<16xf32, #gpu.address_space<private>>
  // CHECK-NEXT: %[[A:.*]] = loop.load %x[%row, %pair * 2] : memref<16x8xf32>
  // CHECK-NEXT: %[[B:.*]] = loop.load %x[%row, %pair * 2 + 1] : memref<16x8xf32>
  // CHECK-NEXT: %[[OWN:.*]] = arith.maximumf %[[A]], %[[B]] : f32
  // CHECK-NEXT: %[[ROW:.*]] = gpu.subgroup_reduce maximumf %[[OWN]] uniform cluster(size = 4) : (f32) -> f32
  // CHECK-NEXT: %[[NEW:.*]] = arith.maximumf %[[OLD]], %[[ROW]] : f32
  // CHECK-NEXT: loop.store %[[NEW]], %[[MOST]][%row] : memref<16xf32, #gpu.address_space<private>>
  // CHECK-NEXT: loop.load %[[MOST]][%row + 8]
  loop.for %i = 0 to 16 {
    %old = loop.load %most[%i] : memref<16xf32, #gpu.address_space<private>>
    %new = loop.for %j = 0 to 8 iter_args(%m = %old) -> (f32) {
      %y = loop.load %x[%i, %j] : memref<16x8xf32>
      %z = arith.maximumf %m, %y : f32
      loop.yield %z : f32
    }
    loop.store %new, %most[%i] : memref<16xf32, #gpu.address_space<private>>
  } {loop.name = "i"}
  return
}

// Memory that is not private is written by the first of the four.
// CHECK-LABEL: func.func @first
func.func @first(%x: memref<16x8xf32, #gpu.address_space<private>>, %m: memref<16xf32> {llvm.noalias}) {
  // CHECK: %[[A:.*]] = loop.load %x[%row, 0]
  // CHECK-NEXT: loop.if #{{.*}}(%pair) {
  // CHECK-NEXT: loop.store %[[A]], %m[%row] : memref<16xf32>
  // CHECK-NEXT: }
  loop.for %i = 0 to 16 {
    %y = loop.load %x[%i, 0] : memref<16x8xf32, #gpu.address_space<private>>
    loop.store %y, %m[%i] : memref<16xf32>
  } {loop.name = "i"}
  return
}
