// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// CHECK-LABEL: func.func @rdna
func.func @rdna(%a: vector<16xf16>, %b: vector<8xbf16>, %x: vector<16xi8>, %c: vector<8xf32>, %z: vector<8xi32>) {
  // CHECK: amdgpu.wmma 16x16x16 %a * %a + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  %0 = amdgpu.wmma 16x16x16 %a * %a + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  // CHECK: amdgpu.wmma 16x16x16 %b * %b + %c : vector<8xbf16>, vector<8xbf16>, vector<8xf32>
  %1 = amdgpu.wmma 16x16x16 %b * %b + %c : vector<8xbf16>, vector<8xbf16>, vector<8xf32>
  // CHECK: amdgpu.wmma 16x16x16 %x * %x + %z : vector<16xi8>, vector<16xi8>, vector<8xi32>
  %2 = amdgpu.wmma 16x16x16 %x * %x + %z : vector<16xi8>, vector<16xi8>, vector<8xi32>
  return
}

// CHECK-LABEL: func.func @cdna
func.func @cdna(%a: vector<4xf16>, %x: vector<8xi8>, %c: vector<4xf32>, %z: vector<4xi32>) {
  // CHECK: amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
  %0 = amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
  // CHECK: amdgpu.mfma 16x16x32 %x * %x + %z blgp = none : vector<8xi8>, vector<8xi8>, vector<4xi32>
  %1 = amdgpu.mfma 16x16x32 %x * %x + %z {blocks = 1 : i32} blgp = none : vector<8xi8>, vector<8xi8>, vector<4xi32>
  return
}

// CHECK-LABEL: func.func @single_elements
func.func @single_elements(%a: f32, %x: f64, %b: vector<2xf32>, %c: vector<4xf32>, %z: vector<4xf64>) {
  // CHECK: amdgpu.mfma 16x16x4 %a * %a + %c blgp = none : f32, f32, vector<4xf32>
  %0 = amdgpu.mfma 16x16x4 %a * %a + %c blgp = none : f32, f32, vector<4xf32>
  // CHECK: amdgpu.mfma 16x16x4 %x * %x + %z blgp = none : f64, f64, vector<4xf64>
  %1 = amdgpu.mfma 16x16x4 %x * %x + %z blgp = none : f64, f64, vector<4xf64>
  // CHECK: amdgpu.mfma 16x16x8 %b * %b + %c {reducePrecision} blgp = none : vector<2xf32>, vector<2xf32>, vector<4xf32>
  %2 = amdgpu.mfma 16x16x8 %b * %b + %c {reducePrecision} blgp = none : vector<2xf32>, vector<2xf32>, vector<4xf32>
  return
}
