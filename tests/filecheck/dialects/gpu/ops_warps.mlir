// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @warps(
//       CHECK:   gpu.warp_execute_on_lane_0(%lane)[32] {
//  CHECK-NEXT:     memref.store %lane, %m[%lane] : memref<8xindex>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   gpu.warp_execute_on_lane_0(%lane)[32] args(%v, %lane : vector<4xf32>, index) {
//  CHECK-NEXT:   ^bb0(%all: vector<128xf32>, %same: index):
//  CHECK-NEXT:   } {t.a}
//  CHECK-NEXT:   %r, %s = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) -> (vector<4x2xf32>, f32) {
//  CHECK-NEXT:   ^bb0(%all: vector<128xf32>):
//       CHECK:     gpu.yield %w, %x : vector<16x16xf32>, f32
func.func @warps(%lane: index, %v: vector<4xf32>, %w: vector<16x16xf32>, %m: memref<8xindex>, %x: f32) -> vector<4x2xf32> {
  gpu.warp_execute_on_lane_0(%lane)[32] {
    memref.store %lane, %m[%lane] : memref<8xindex>
  }
  gpu.warp_execute_on_lane_0(%lane)[32] args(%v, %lane : vector<4xf32>, index) {
  ^bb0(%all: vector<128xf32>, %same: index):
    gpu.yield
  } {t.a}
  %r, %s = gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) -> (vector<4x2xf32>, f32) {
  ^bb0(%all: vector<128xf32>):
    gpu.yield %w, %x : vector<16x16xf32>, f32
  }
  return %r : vector<4x2xf32>
}
