// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op result must have type 'tensor<2x8x16x32xf32>', but got 'tensor<2x8x16x64xf32>' [attention_c1]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x64xf32>
  return
}

// -----

func.func @f(%q: tensor<16x64xf32>, %k: tensor<12x64xf32>, %v: tensor<12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op query, key and value must have the same rank of 3 or more, but got 16x64, 12x64 and 12x32 [attention_c2]}}
  %r = graph.attention %q, %k, %v : tensor<16x64xf32>, tensor<12x64xf32>, tensor<12x32xf32> -> tensor<16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x12x64xf32>, %v: tensor<2x2x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op query, key and value must have the same rank of 3 or more, but got 2x8x16x64, 2x12x64 and 2x2x12x32 [attention_c2]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<3x2x12x64xf32>, %v: tensor<3x2x12x32xf32>) {
  // expected-error @+2 {{'graph.attention' op sizes 0 of the query and the key must agree, but got 2 and 3 [attention_c2]}}
  // expected-error @+1 {{'graph.attention' op sizes 0 of the query and the value must agree, but got 2 and 3 [attention_c2]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<3x2x12x64xf32>, tensor<3x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x63xf32>, %v: tensor<2x2x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op features of query and key must agree, but got 64 and 63 [attention_c3]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x2x12x63xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x13x64xf32>, %v: tensor<2x2x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op places of key and value must agree, but got 13 and 12 [attention_c3]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x2x13x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x4x12x64xf32>, %v: tensor<2x2x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op heads of key and value must agree, but got 4 and 2 [attention_c3]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x4x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x3x12x64xf32>, %v: tensor<2x3x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op heads of the query must be a multiple of those of the key, but got 8 and 3 [attention_c3]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x3x12x64xf32>, tensor<2x3x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x0x12x64xf32>, %v: tensor<2x0x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op heads of the query must be a multiple of those of the key, but got 8 and 0 [attention_c3]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x0x12x64xf32>, tensor<2x0x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xbf16>) {
  // expected-error @+1 {{'graph.attention' op elements of the value must be of 'f32' as those of the query, but got 'bf16' [attention_c4]}}
  %r = graph.attention %q, %k, %v : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xbf16> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>, %m: tensor<16x12xi8>) {
  // expected-error @+1 {{'graph.attention' op elements of the mask must be of 'f32' or 'i1', but got 'i8' [attention_c5]}}
  %r = graph.attention %q, %k, %v mask %m : tensor<16x12xi8> : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>, %m: tensor<12x16xi1>) {
  // expected-error @+1 {{'graph.attention' op sizes of the mask must be 1 or those of the scores, but got 12x16 and 16x12 [attention_c5]}}
  %r = graph.attention %q, %k, %v mask %m : tensor<12x16xi1> : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>, %m: tensor<1x2x8x16x12xi1>) {
  // expected-error @+1 {{'graph.attention' op the mask must have 4 dimensions at most, but got 1x2x8x16x12 [attention_c5]}}
  %r = graph.attention %q, %k, %v mask %m : tensor<1x2x8x16x12xi1> : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>) {
  // expected-error @+1 {{'graph.attention' op the scale must be finite, but got inf [attention_c6]}}
  %r = graph.attention %q, %k, %v scale 0x7FF0000000000000 : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}

// -----

func.func @f(%q: tensor<2x8x16x64xf32>, %k: tensor<2x2x12x64xf32>, %v: tensor<2x2x12x32xf32>) {
  // expected-error @+1 {{expected one of first, last, but got 'upper'}}
  %r = graph.attention %q, %k, %v causal <upper> : tensor<2x8x16x64xf32>, tensor<2x2x12x64xf32>, tensor<2x2x12x32xf32> -> tensor<2x8x16x32xf32>
  return
}
