// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @elements(%a: vector<16xf32>, %c: vector<8xf32>) {
  // expected-error @+1 {{'amdgpu.wmma' op cannot multiply operands of type 'vector<16xf32>' [wmma_c1]}}
  %0 = amdgpu.wmma 16x16x16 %a * %a + %c : vector<16xf32>, vector<16xf32>, vector<8xf32>
  return
}

// -----

func.func @operands(%a: vector<16xf16>, %b: vector<16xbf16>, %c: vector<8xf32>) {
  // expected-error @+1 {{'amdgpu.wmma' op expected operands of one type, but got 'vector<16xbf16>' [wmma_c2]}}
  %0 = amdgpu.wmma 16x16x16 %a * %b + %c : vector<16xf16>, vector<16xbf16>, vector<8xf32>
  return
}

// -----

func.func @sums(%a: vector<16xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.wmma' op expected sums of type 'vector<8xf32>', but got 'vector<4xf32>' [wmma_c3]}}
  %0 = amdgpu.wmma 16x16x16 %a * %a + %c : vector<16xf16>, vector<16xf16>, vector<4xf32>
  return
}

// -----

func.func @sizes(%a: vector<16xf16>, %c: vector<8xf32>) {
  // expected-error @+1 {{'amdgpu.wmma' op expected the sizes 16x16x16, but got 16x16x32 [wmma_c4]}}
  %0 = amdgpu.wmma 16x16x32 %a * %a + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  return
}

// -----

func.func @shape(%a: vector<16xf16>, %c: vector<8xf32>) {
  // expected-error @+1 {{expected the sizes of a product, such as '16x16x16'}}
  %0 = amdgpu.wmma %a * %a + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  return
}

// -----

func.func @count(%a: vector<8xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op cannot multiply operands of type 'vector<8xf16>' [mfma_c1]}}
  %0 = amdgpu.mfma 16x16x32 %a * %a + %c blgp = none : vector<8xf16>, vector<8xf16>, vector<4xf32>
  return
}

// -----

func.func @operands(%a: vector<4xf16>, %b: vector<4xi8>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected operands of one type, but got 'vector<4xi8>' [mfma_c2]}}
  %0 = amdgpu.mfma 16x16x16 %a * %b + %c blgp = none : vector<4xf16>, vector<4xi8>, vector<4xf32>
  return
}

// -----

func.func @sums(%a: vector<4xi8>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected sums of type 'vector<4xi32>', but got 'vector<4xf32>' [mfma_c3]}}
  %0 = amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<4xi8>, vector<4xi8>, vector<4xf32>
  return
}

// -----

func.func @sizes(%a: vector<8xi8>, %c: vector<4xi32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected the sizes 16x16x32, but got 16x16x16 [mfma_c4]}}
  %0 = amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<8xi8>, vector<8xi8>, vector<4xi32>
  return
}

// -----

func.func @blocks(%a: vector<4xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected one block, but got 4 [mfma_c5]}}
  %0 = amdgpu.mfma 16x16x16 %a * %a + %c {blocks = 4 : i32} blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
  return
}

// -----

func.func @matrices(%a: vector<2x2xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op cannot multiply operands of type 'vector<2x2xf16>' [mfma_c1]}}
  %0 = amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<2x2xf16>, vector<2x2xf16>, vector<4xf32>
  return
}

// -----

func.func @vector_of_one(%a: vector<1xf32>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op cannot multiply operands of type 'vector<1xf32>' [mfma_c1]}}
  %0 = amdgpu.mfma 16x16x4 %a * %a + %c blgp = none : vector<1xf32>, vector<1xf32>, vector<4xf32>
  return
}

// -----

func.func @sums_of_f64(%a: f64, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected sums of type 'vector<4xf64>', but got 'vector<4xf32>' [mfma_c3]}}
  %0 = amdgpu.mfma 16x16x4 %a * %a + %c blgp = none : f64, f64, vector<4xf32>
  return
}

// -----

func.func @precision(%a: vector<2xf32>, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected 'reducePrecision' for operands of type 'vector<2xf32>' [mfma_c6]}}
  %0 = amdgpu.mfma 16x16x8 %a * %a + %c blgp = none : vector<2xf32>, vector<2xf32>, vector<4xf32>
  return
}

// -----

func.func @precision_of_one(%a: f32, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected no 'reducePrecision' for operands of type 'f32' [mfma_c6]}}
  %0 = amdgpu.mfma 16x16x4 %a * %a + %c {reducePrecision} blgp = none : f32, f32, vector<4xf32>
  return
}

// -----

func.func @single(%a: f32, %c: vector<8xf32>) {
  // expected-error @+2 {{'amdgpu.wmma' op operand #0 must be vector of any type values, but got 'f32'}}
  // expected-error @+1 {{'amdgpu.wmma' op operand #1 must be vector of any type values, but got 'f32'}}
  %0 = amdgpu.wmma 16x16x16 %a * %a + %c : f32, f32, vector<8xf32>
  return
}

// -----

func.func @permuted(%a: f32, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected cbsz = 0, abid = 0, blgp = none, but got cbsz = 0, abid = 0, blgp = bcast_first_32 [mfma_c7]}}
  %0 = amdgpu.mfma 16x16x4 %a * %a + %c blgp = bcast_first_32 : f32, f32, vector<4xf32>
  return
}

// -----

func.func @broadcast(%a: f32, %c: vector<4xf32>) {
  // expected-error @+1 {{'amdgpu.mfma' op expected cbsz = 0, abid = 0, blgp = none, but got cbsz = 1, abid = 0, blgp = none [mfma_c7]}}
  %0 = amdgpu.mfma 16x16x4 %a * %a + %c {cbsz = 1 : i32} blgp = none : f32, f32, vector<4xf32>
  return
}
