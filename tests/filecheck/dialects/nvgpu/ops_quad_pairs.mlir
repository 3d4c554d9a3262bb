// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// CHECK-LABEL: func.func @quad_pairs
func.func @quad_pairs(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<8xf32>) {
  // CHECK: %[[D:.*]] = nvgpu.mma.quad_pairs(%a, %b, %c) : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  %d = nvgpu.mma.quad_pairs (%a, %b, %c) : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  // CHECK: nvgpu.mma.quad_pairs(%a, %b, %[[D]]) {transposeA, transposeB} : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  %e = nvgpu.mma.quad_pairs (%a, %b, %d) {transposeA, transposeB} : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  return
}
