// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// What mlir-opt does not take.

// CHECK-LABEL: func.func @both_formats_of_f8
func.func @both_formats_of_f8(%a: vector<4x4xf8E4M3FN>, %b: vector<2x4xf8E5M2>, %c: vector<2x2xf32>) {
  // CHECK: nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xf8E4M3FN>, vector<2x4xf8E5M2>, vector<2x2xf32>) -> vector<2x2xf32>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xf8E4M3FN>, vector<2x4xf8E5M2>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// CHECK-LABEL: func.func @quad_pairs
func.func @quad_pairs(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<8xf32>) {
  // CHECK: %[[D:.*]] = nvgpu.mma.quad_pairs(%a, %b, %c) : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  %d = nvgpu.mma.quad_pairs (%a, %b, %c) : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  // CHECK: nvgpu.mma.quad_pairs(%a, %b, %[[D]]) {transposeA, transposeB} : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  %e = nvgpu.mma.quad_pairs (%a, %b, %d) {transposeA, transposeB} : (vector<4xf16>, vector<4xf16>, vector<8xf32>) -> vector<8xf32>
  return
}
