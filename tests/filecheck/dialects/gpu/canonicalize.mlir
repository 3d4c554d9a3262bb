// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @only_place_is_zero
// CHECK-SAME: (%m: memref<8x8xindex>, %n: index)
func.func @only_place_is_zero(%m: memref<8x8xindex>, %n: index) {
  %c1 = arith.constant 1 : index
  // CHECK: gpu.launch blocks(%[[BX:[a-z]+]], {{.*}} threads(%tx, %[[TY:[a-z]+]], %tz) in
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %n, %sz = %c1) {
    // CHECK: memref.store %[[BX]], %m[%[[ZERO:[a-z]+]], %[[TY]]]
    memref.store %bx, %m[%tx, %ty] : memref<8x8xindex>
    // CHECK: memref.store %[[ZERO]], %m[%[[ZERO]], %[[TY]]]
    memref.store %by, %m[%tz, %ty] : memref<8x8xindex>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @idle_wait
func.func @idle_wait() {
  // CHECK-NOT: gpu.wait
  gpu.wait
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @wait_for_something
func.func @wait_for_something(%t: !gpu.async.token) {
  // CHECK: gpu.wait [%t]
  gpu.wait [%t]
  return
}

// CHECK-LABEL: func.func @wait_for_less
func.func @wait_for_less(%t: !gpu.async.token) {
  %nothing = gpu.wait async
  // CHECK: gpu.wait [%t]
  gpu.wait [%nothing, %t, %t]
  return
}

// CHECK-LABEL: func.func @unread_allocation
func.func @unread_allocation(%x: f32, %other: memref<8xf32>) {
  // CHECK-NEXT: return
  %m = gpu.alloc () : memref<8xf32>
  gpu.memset %m, %x : memref<8xf32>, f32
  gpu.memcpy %m, %other : memref<8xf32>, memref<8xf32>
  gpu.dealloc %m : memref<8xf32>
  return
}

// CHECK-LABEL: func.func @read_allocation_stays
func.func @read_allocation_stays(%x: f32, %other: memref<8xf32>) {
  // CHECK: gpu.alloc
  %m = gpu.alloc () : memref<8xf32>
  gpu.memset %m, %x : memref<8xf32>, f32
  // CHECK: gpu.memcpy %other, %
  gpu.memcpy %other, %m : memref<8xf32>, memref<8xf32>
  gpu.dealloc %m : memref<8xf32>
  return
}

// CHECK-LABEL: func.func @clusters_of_one
func.func @clusters_of_one(%x: f32) -> f32 {
  // CHECK-NEXT: return %x
  %r = gpu.subgroup_reduce add %x cluster(size = 1) : (f32) -> f32
  return %r : f32
}

// CHECK-LABEL: func.func @clusters_of_two
func.func @clusters_of_two(%x: f32) -> f32 {
  // CHECK: gpu.subgroup_reduce
  %r = gpu.subgroup_reduce add %x cluster(size = 2) : (f32) -> f32
  return %r : f32
}

// A token that nothing waits for is not needed.
// CHECK-LABEL: func.func @wait_for_nothing
//  CHECK-NEXT:   return
func.func @wait_for_nothing(%t: !gpu.async.token) {
  %0 = gpu.wait async [%t]
  return
}

// CHECK-LABEL: func.func @unread_shuffle
//  CHECK-NEXT:   return
func.func @unread_shuffle(%x: f32, %offset: i32, %width: i32) {
  %0, %valid = gpu.shuffle xor %x, %offset, %width : f32
  return
}

// A launch that only reads does nothing; one that stores stays.
// CHECK-LABEL: func.func @launch_without_effect
//   CHECK-NOT:   memref.load
//       CHECK:   gpu.launch
//       CHECK:     memref.store
func.func @launch_without_effect(%m: memref<8xf32>, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = memref.load %m[%tx] : memref<8xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %x = arith.constant 0.0 : f32
    memref.store %x, %m[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}
