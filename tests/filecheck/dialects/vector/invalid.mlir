// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<4xi32>, %i: index) {
  // expected-error @+1 {{'vector.load' op base and result element types should match, but got 'memref<4xi32>' and 'vector<4xf32>' [vector_load_c1]}}
  %0 = vector.load %m[%i] : memref<4xi32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'vector.load' op requires 1 indices, but got 0 [vector_load_c2]}}
  %0 = vector.load %m[] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>, %i: index) {
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride, but got 'memref<4xf32, strided<[2]>>' [vector_load_c3]}}
  %0 = vector.load %m[%i] : memref<4xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xvector<8xf32>>, %i: index) {
  // expected-error @+1 {{'vector.load' op base memref and result vector types should match, but got 'memref<4xvector<8xf32>>' and 'vector<4xf32>' [vector_load_c1]}}
  %0 = vector.load %m[%i] : memref<4xvector<8xf32>>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.store' op base and valueToStore element type should match, but got 'memref<4xi32>' and 'vector<4xf32>' [vector_store_c1]}}
  vector.store %v, %m[%i] : memref<4xi32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.store' op requires 1 indices, but got 0 [vector_store_c2]}}
  vector.store %v, %m[] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.store' op most minor memref dim must have unit stride, but got 'memref<4xf32, strided<[2]>>' [vector_store_c3]}}
  vector.store %v, %m[%i] : memref<4xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedload' op base and result element type should match, but got 'memref<4xi32>' and 'vector<4xf32>' [maskedload_c1]}}
  %0 = vector.maskedload %m[%i], %k, %v : memref<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedload' op requires 1 indices, but got 0 [maskedload_c2]}}
  %0 = vector.maskedload %m[], %k, %v : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedload' op expected result shape to match mask shape, but got 'vector<4xf32>' and 'vector<3xi1>' [maskedload_c3]}}
  %0 = vector.maskedload %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<3xf32>) {
  // expected-error @+1 {{'vector.maskedload' op expected pass_thru of same type as result type, 'vector<4xf32>', but got 'vector<3xf32>' [maskedload_c4]}}
  %0 = vector.maskedload %m[%i], %k, %v : memref<4xf32>, vector<4xi1>, vector<3xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedstore' op base and valueToStore element type should match, but got 'memref<4xi32>' and 'vector<4xf32>' [maskedstore_c1]}}
  vector.maskedstore %m[%i], %k, %v : memref<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedstore' op requires 1 indices, but got 0 [maskedstore_c2]}}
  vector.maskedstore %m[], %k, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.maskedstore' op expected valueToStore shape to match mask shape, but got 'vector<4xf32>' and 'vector<3xi1>' [maskedstore_c3]}}
  vector.maskedstore %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.expandload' op base and result element type should match, but got 'memref<4xi32>' and 'vector<4xf32>' [expandload_c1]}}
  %0 = vector.expandload %m[%i], %k, %v : memref<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.expandload' op requires 1 indices, but got 0 [expandload_c2]}}
  %0 = vector.expandload %m[], %k, %v : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.expandload' op expected result dim to match mask dim, but got 'vector<4xf32>' and 'vector<3xi1>' [expandload_c3]}}
  %0 = vector.expandload %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<3xf32>) {
  // expected-error @+1 {{'vector.expandload' op expected pass_thru of same type as result type, 'vector<4xf32>', but got 'vector<3xf32>' [expandload_c4]}}
  %0 = vector.expandload %m[%i], %k, %v : memref<4xf32>, vector<4xi1>, vector<3xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.compressstore' op base and valueToStore element type should match, but got 'memref<4xi32>' and 'vector<4xf32>' [compressstore_c1]}}
  vector.compressstore %m[%i], %k, %v : memref<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.compressstore' op requires 1 indices, but got 0 [compressstore_c2]}}
  vector.compressstore %m[], %k, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.compressstore' op expected valueToStore dim to match mask dim, but got 'vector<4xf32>' and 'vector<3xi1>' [compressstore_c3]}}
  vector.compressstore %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.gather' op base and result element type should match, but got 'memref<4xi32>' and 'vector<4xf32>' [gather_c1]}}
  %0 = vector.gather %m[%i] [%n], %k, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.gather' op requires 1 indices, but got 0 [gather_c2]}}
  %0 = vector.gather %m[] [%n], %k, %v : memref<4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.gather' op expected result dim to match mask dim, but got 'vector<4xf32>' and 'vector<3xi1>' [gather_c3]}}
  %0 = vector.gather %m[%i] [%n], %k, %v : memref<4xf32>, vector<4xi32>, vector<3xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<3xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.gather' op expected pass_thru of same type as result type, 'vector<4xf32>', but got 'vector<3xf32>' [gather_c4]}}
  %0 = vector.gather %m[%i] [%n], %k, %v : memref<4xf32>, vector<4xi32>, vector<4xi1>, vector<3xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %n: vector<3xi32>) {
  // expected-error @+1 {{'vector.gather' op expected result dim to match indices dim, but got 'vector<4xf32>' and 'vector<3xi32>' [gather_c5]}}
  %0 = vector.gather %m[%i] [%n], %k, %v : memref<4xf32>, vector<3xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.scatter' op base and valueToStore element type should match, but got 'memref<4xi32>' and 'vector<4xf32>' [scatter_c1]}}
  vector.scatter %m[%i] [%n], %k, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.scatter' op requires 1 indices, but got 0 [scatter_c2]}}
  vector.scatter %m[] [%n], %k, %v : memref<4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<3xi1>, %v: vector<4xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.scatter' op expected valueToStore dim to match mask dim, but got 'vector<4xf32>' and 'vector<3xi1>' [scatter_c3]}}
  vector.scatter %m[%i] [%n], %k, %v : memref<4xf32>, vector<4xi32>, vector<3xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %n: vector<3xi32>) {
  // expected-error @+1 {{'vector.scatter' op expected valueToStore dim to match indices dim, but got 'vector<4xf32>' and 'vector<3xi32>' [scatter_c4]}}
  vector.scatter %m[%i] [%n], %k, %v : memref<4xf32>, vector<3xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %i: index, %k: vector<4xi1>, %v: vector<4xf32>, %n: vector<4xi32>) {
  // expected-error @+1 {{'vector.scatter' op expected a result of the base's type if that is a tensor, but got 'None' [scatter_c5]}}
  vector.scatter %t[%i] [%n], %k, %v : tensor<4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires rows of the vector to be whole elements of the source, but got 'memref<?x?xf32>' and 'vector<3xi16>' [transfer_read_c1]}}
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<3xi16>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires 2 indices, but got 1 [transfer_read_c2]}}
  %0 = vector.transfer_read %m[%i], %x : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type, 2, but got 1 [transfer_read_c3]}}
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result), but got '(d0, d1) -> (d0, d0)' [transfer_read_c4]}}
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d0, d1)> vs inBounds of size: 1 [transfer_read_c5]}}
  %0 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index, %x: f32, %k: vector<3xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op inferred mask type ('vector<4xi1>') and mask operand type ('vector<3xi1>') don't match [transfer_read_c6]}}
  %0 = "vector.transfer_read"(%m, %i, %x, %k) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<?xf32>, index, f32, vector<3xi1>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: vector<4xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires memref or ranked tensor type, but got 'vector<4xf32>' [transfer_read_c7]}}
  %0 = "vector.transfer_read"(%m, %i, %x) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, index, f32) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xi64>, %i: index, %v: vector<3xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op requires rows of the vector to be whole elements of the source, but got 'memref<?xi64>' and 'vector<3xf32>' [transfer_write_c1]}}
  vector.transfer_write %v, %m[%i] : vector<3xf32>, memref<?xi64>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op requires 2 indices, but got 1 [transfer_write_c2]}}
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op requires a permutation_map with result dims of the same rank as the vector type, 1, but got 2 [transfer_write_c3]}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result), but got '(d0, d1) -> (d0 + d1)' [transfer_write_c4]}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2 [transfer_write_c5]}}
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %k: vector<3xi1>) {
  // expected-error @+1 {{'vector.transfer_write' op inferred mask type ('vector<4xi1>') and mask operand type ('vector<3xi1>') don't match [transfer_write_c6]}}
  "vector.transfer_write"(%v, %m, %i, %k) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, memref<?xf32>, index, vector<3xi1>) -> ()
  return
}

// -----

func.func @f(%m: vector<4xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op requires memref or ranked tensor type, but got 'vector<4xf32>' [transfer_write_c7]}}
  "vector.transfer_write"(%v, %m, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, vector<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op should not have broadcast dimensions, but got '(d0, d1) -> (0)' [transfer_write_c8]}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @f(%m: tensor<?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op expected a result of the target's type if it is a tensor, but got 'None' [transfer_write_c9]}}
  "vector.transfer_write"(%v, %m, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<?xf32>, index) -> ()
  return
}

// -----

func.func @f(%x: vector<4xi32>) {
  // expected-error @+1 {{'vector.broadcast' op failed to verify that source operand and result have same element type, but got 'vector<4xi32>' and 'vector<4xf32>' [broadcast_c1]}}
  %0 = vector.broadcast %x : vector<4xi32> to vector<4xf32>
  return
}

// -----

func.func @f(%x: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.broadcast' op source rank higher than destination rank, 2 and 1 [broadcast_c2]}}
  %0 = vector.broadcast %x : vector<2x4xf32> to vector<4xf32>
  return
}

// -----

func.func @f(%x: vector<3xf32>) {
  // expected-error @+1 {{'vector.broadcast' op dimension mismatch (3 vs. 4) [broadcast_c3]}}
  %0 = vector.broadcast %x : vector<3xf32> to vector<4xf32>
  return
}

// -----

func.func @f(%x: vector<[1]xf32>) {
  // expected-error @+1 {{'vector.broadcast' op dimension mismatch ([1] vs. [4]) [broadcast_c3]}}
  %0 = vector.broadcast %x : vector<[1]xf32> to vector<[4]xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.shape_cast' op has different source and result element types, 'f32' and 'i32' [shape_cast_c1]}}
  %0 = vector.shape_cast %v : vector<4x3xf32> to vector<12xi32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.shape_cast' op has different number of elements at source (12) and result (11) [shape_cast_c2]}}
  %0 = vector.shape_cast %v : vector<4x3xf32> to vector<11xf32>
  return
}

// -----

func.func @f(%v: vector<[4]x3xf32>) {
  // expected-error @+1 {{'vector.shape_cast' op has different number of scalable dims at source (1) and result (0) [shape_cast_c3]}}
  %0 = vector.shape_cast %v : vector<[4]x3xf32> to vector<12xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.transpose' op failed to verify that operand and result have same element type, but got 'vector<4x3xf32>' and 'vector<3x4xi32>' [vector_transpose_c1]}}
  %0 = vector.transpose %v, [1, 0] : vector<4x3xf32> to vector<3x4xi32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.transpose' op transposition length mismatch: 1 [vector_transpose_c2]}}
  %0 = vector.transpose %v, [0] : vector<4x3xf32> to vector<3x4xf32>
  return
}

// -----

func.func @f(%v: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.transpose' op duplicate position index: 0 [vector_transpose_c3]}}
  %0 = vector.transpose %v, [0, 0] : vector<4x4xf32> to vector<4x4xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.transpose' op dimension size mismatch at: 0, of 'vector<4x3xf32>' and 'vector<4x3xf32>' [vector_transpose_c4]}}
  %0 = vector.transpose %v, [1, 0] : vector<4x3xf32> to vector<4x3xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.bitcast' op failed to verify that all of {source, result} have same rank, but got 'vector<4x3xf32>' and 'vector<12xf32>' [vector_bitcast_c1]}}
  %0 = vector.bitcast %v : vector<4x3xf32> to vector<12xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.bitcast' op dimension size mismatch at: 0, of 'vector<4x3xf32>' and 'vector<3x3xf32>' [vector_bitcast_c2]}}
  %0 = vector.bitcast %v : vector<4x3xf32> to vector<3x3xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal, but got 96 and 128 [vector_bitcast_c3]}}
  %0 = vector.bitcast %v : vector<4x3xf32> to vector<4x4xi32>
  return
}

// -----

func.func @f(%v: vector<[4]xf32>) {
  // expected-error @+1 {{'vector.bitcast' op cannot change whether the last dimension is scalable, of 'vector<[4]xf32>' and 'vector<4xi32>' [vector_bitcast_c4]}}
  %0 = vector.bitcast %v : vector<[4]xf32> to vector<4xi32>
  return
}

// -----

func.func @f(%m: memref<4x3xf32, strided<[6, 1]>>) {
  // expected-error @+1 {{'vector.type_cast' op expects operand to be a memref with identity layout, but got 'memref<4x3xf32, strided<[6, 1]>>' [type_cast_c1]}}
  %0 = vector.type_cast %m : memref<4x3xf32, strided<[6, 1]>> to memref<vector<4x3xf32>>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects result to be a memref with identity layout, but got 'memref<1xvector<4xf32>, strided<[2]>>' [type_cast_c2]}}
  %0 = vector.type_cast %m : memref<4xf32> to memref<1xvector<4xf32>, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<4x3xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects result and operand with same underlying scalar type: 'memref<vector<4x3xi32>>' [type_cast_c3]}}
  %0 = vector.type_cast %m : memref<4x3xf32> to memref<vector<4x3xi32>>
  return
}

// -----

func.func @f(%m: memref<4x3xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<3x4xf32>>' [type_cast_c4]}}
  %0 = vector.type_cast %m : memref<4x3xf32> to memref<vector<3x4xf32>>
  return
}

// -----

func.func @f(%m: memref<4x3xf32>) {
  // expected-error @+1 {{'vector.type_cast' op expects result in same memory space, but got 'memref<4x3xf32>' and 'memref<vector<4x3xf32>, 1>' [type_cast_c5]}}
  %0 = vector.type_cast %m : memref<4x3xf32> to memref<vector<4x3xf32>, 1>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+2 {{'vector.extract' op failed to verify that operand and result have same element type, but got 'vector<4xf32>' and 'i32' [extract_c1]}}
  // expected-error @+1 {{'vector.extract' op expected result type to be 'f32', but got 'i32' [extract_c4]}}
  %0 = vector.extract %v[0] : i32 from vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op expected position attribute of rank no greater than vector rank, 1, but got 2 [extract_c2]}}
  %0 = vector.extract %v[0, 0] : f32 from vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1), but got 4 [extract_c3]}}
  %0 = vector.extract %v[4] : f32 from vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4x2xf32>) {
  // expected-error @+1 {{'vector.extract' op expected result type to be 'vector<2xf32>', but got 'vector<3xf32>' [extract_c4]}}
  %0 = vector.extract %v[0] : vector<3xf32> from vector<4x2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: i32) {
  // expected-error @+1 {{'vector.insert' op failed to verify that source operand and result have same element type, but got 'i32' and 'vector<4xf32>' [insert_c1]}}
  %0 = vector.insert %x, %v [0] : i32 into vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: f32) {
  // expected-error @+1 {{'vector.insert' op expected position attribute of rank no greater than dest vector rank, 1, but got 2 [insert_c2]}}
  %0 = vector.insert %x, %v [0, 0] : f32 into vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4x4xf32>, %x: f32) {
  // expected-error @+1 {{'vector.insert' op expected position attribute rank to match the dest vector rank, 2, but got 1 [insert_c3]}}
  %0 = vector.insert %x, %v [0] : f32 into vector<4x4xf32>
  return
}

// -----

func.func @f(%v: vector<4x4xf32>, %x: vector<4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute rank + source rank to match dest vector rank, 2, but got 2 and 1 [insert_c3]}}
  %0 = vector.insert %x, %v [0, 1] : vector<4xf32> into vector<4x4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: f32) {
  // expected-error @+1 {{'vector.insert' op expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension, but got 4 [insert_c4]}}
  %0 = vector.insert %x, %v [4] : f32 into vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4x4xf32>, %x: vector<3xf32>) {
  // expected-error @+1 {{'vector.insert' op expected source type to be 'vector<4xf32>', but got 'vector<3xf32>' [insert_c5]}}
  %0 = vector.insert %x, %v [0] : vector<3xf32> into vector<4x4xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>, %b: vector<2xi32>) {
  // expected-error @+1 {{'vector.shuffle' op failed to verify that second operand v2 and result have same element type, but got 'vector<2xf32>' and 'vector<2xi32>' [shuffle_c1]}}
  %0 = vector.shuffle %a, %b [1] : vector<2xf32>, vector<2xi32>
  return
}

// -----

func.func @f(%a: vector<2xf32>, %b: vector<2x2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op rank mismatch of 'vector<2xf32>' and 'vector<2x2xf32>' [shuffle_c2]}}
  %0 = vector.shuffle %a, %b [1] : vector<2xf32>, vector<2x2xf32>
  return
}

// -----

func.func @f(%a: vector<2x3xf32>, %b: vector<2x2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op dimension mismatch of 'vector<2x3xf32>' and 'vector<2x2xf32>' [shuffle_c3]}}
  %0 = vector.shuffle %a, %b [1] : vector<2x3xf32>, vector<2x2xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op invalid mask length, 0 [shuffle_c4]}}
  %0 = vector.shuffle %a, %a [] : vector<2xf32>, vector<2xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask index #1 out of range, 4 of 4 [shuffle_c5]}}
  %0 = vector.shuffle %a, %a [4] : vector<2xf32>, vector<2xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count and types, but got 1 elements for 'vector<2xf32>' [from_elements_c1]}}
  %0 = vector.from_elements %x : vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<2xf32>) {
  // expected-error @+1 {{'vector.to_elements' op inferred type(s) 'f32', 'f32' are incompatible with return type(s) of operation 'f32'}}
  %0 = "vector.to_elements"(%v) : (vector<2xf32>) -> f32
  return
}

// -----

func.func @f(%v: vector<[8]xf32>, %w: vector<4xi32>) {
  // expected-error @+1 {{'vector.scalable.insert' op failed to verify that all of {valueToStore, dest} have same element type, but got 'vector<4xi32>' and 'vector<[8]xf32>' [scalable_insert_c1]}}
  %0 = vector.scalable.insert %w, %v[0] : vector<4xi32> into vector<[8]xf32>
  return
}

// -----

func.func @f(%v: vector<[8]xf32>, %w: vector<4xf32>) {
  // expected-error @+1 {{'vector.scalable.insert' op failed to verify that position is a multiple of the source length, 4, but got 3 [scalable_insert_c2]}}
  %0 = vector.scalable.insert %w, %v[3] : vector<4xf32> into vector<[8]xf32>
  return
}

// -----

func.func @f(%v: vector<[8]xf32>) {
  // expected-error @+1 {{'vector.scalable.extract' op failed to verify that all of {source, result} have same element type, but got 'vector<[8]xf32>' and 'vector<4xi32>' [scalable_extract_c1]}}
  %0 = vector.scalable.extract %v[0] : vector<4xi32> from vector<[8]xf32>
  return
}

// -----

func.func @f(%v: vector<[8]xf32>) {
  // expected-error @+1 {{'vector.scalable.extract' op failed to verify that position is a multiple of the result length, 4, but got 3 [scalable_extract_c2]}}
  %0 = vector.scalable.extract %v[3] : vector<4xf32> from vector<[8]xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.interleave' op inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operation 'vector<4xf32>'}}
  %0 = vector.interleave %v, %v : vector<4xf32> -> vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<3xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements, but got 3 [deinterleave_c1]}}
  %0, %1 = vector.deinterleave %v : vector<3xf32> -> vector<1xf32>
  return
}

// -----

func.func @f(%v: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size, but got 1, 2 and 1 [extract_strided_slice_c1]}}
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [2, 2], strides = [1]} : vector<4x8xf32> to vector<2x2xf32>
  return
}

// -----

func.func @f(%v: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 5), but got 5 [extract_strided_slice_c2]}}
  %0 = vector.extract_strided_slice %v {offsets = [3], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @f(%v: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected strides to be confined to [1, 2), but got 2 [extract_strided_slice_c3]}}
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [1], strides = [2]} : vector<4x8xf32> to vector<1x8xf32>
  return
}

// -----

func.func @f(%v: vector<[4]x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4) [extract_strided_slice_c4]}}
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<[4]x8xf32> to vector<[2]x8xf32>
  return
}

// -----

func.func @f(%v: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op inferred type(s) 'vector<2x8xf32>' are incompatible with return type(s) of operation 'vector<3x8xf32>'}}
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}

// -----

func.func @f(%a: vector<2x4xi32>, %b: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op failed to verify that operand #0 and result have same element type, but got 'vector<2x4xi32>' and 'vector<4x8xf32>' [insert_strided_slice_c1]}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1, 1]} : vector<2x4xi32> into vector<4x8xf32>
  return
}

// -----

func.func @f(%a: vector<2x4xf32>, %b: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected offsets of same size as destination vector rank, 2, but got 1 [insert_strided_slice_c2]}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  return
}

// -----

func.func @f(%a: vector<2x4xf32>, %b: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 0 to be confined to [1, 5), but got 5 [insert_strided_slice_c3]}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [3, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  return
}

// -----

func.func @f(%a: vector<2x4xf32>, %b: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected strides to be confined to [1, 2), but got 2 [insert_strided_slice_c4]}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1, 2]} : vector<2x4xf32> into vector<4x8xf32>
  return
}

// -----

func.func @f(%a: vector<2x[4]xf32>, %b: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op mismatching scalable flags (at source vector idx=1) ([4] vs. 8) [insert_strided_slice_c5]}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1, 1]} : vector<2x[4]xf32> into vector<4x8xf32>
  return
}

// -----

func.func @f(%v: vector<4xi32>) {
  // expected-error @+4 {{'vector.fma' op operand #0 must be vector of floating-point values, but got 'vector<4xi32>'}}
  // expected-error @+3 {{'vector.fma' op operand #1 must be vector of floating-point values, but got 'vector<4xi32>'}}
  // expected-error @+2 {{'vector.fma' op operand #2 must be vector of floating-point values, but got 'vector<4xi32>'}}
  // expected-error @+1 {{'vector.fma' op result #0 must be vector of floating-point values, but got 'vector<4xi32>'}}
  %0 = vector.fma %v, %v, %v : vector<4xi32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.reduction' op failed to verify that source operand and result have same element type, but got 'vector<4xf32>' and 'i32' [reduction_c1]}}
  %0 = vector.reduction <add>, %v : vector<4xf32> into i32
  return
}

// -----

func.func @f(%v: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction rank: 2 [reduction_c2]}}
  %0 = vector.reduction <add>, %v : vector<4x4xf32> into f32
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction type 'f32' for kind 'minsi' [reduction_c3]}}
  %0 = vector.reduction <minsi>, %v : vector<4xf32> into f32
  return
}

// -----

func.func @f(%v: vector<2x3xf32>, %a: vector<2xf32>) {
  // expected-error @+1 {{'vector.multi_reduction' op destination type 'vector<2xf32>' is incompatible with source type 'vector<2x3xf32>' [multi_reduction_c1]}}
  %0 = vector.multi_reduction <add>, %v, %a [0] : vector<2x3xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<2x3xf32>, %a: vector<2xf32>) {
  // expected-error @+1 {{'vector.multi_reduction' op unsupported reduction type 'f32' for kind 'and' [multi_reduction_c2]}}
  %0 = vector.multi_reduction <and>, %v, %a [1] : vector<2x3xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<2x3xf32>, %a: vector<2x3xf32>) {
  // expected-error @+1 {{'vector.multi_reduction' op reduction dimension 2 has to be less than 2 [multi_reduction_c3]}}
  %0 = vector.multi_reduction <add>, %v, %a [2] : vector<2x3xf32> to vector<2x3xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xi32>) {
  // expected-error @+1 {{'vector.outerproduct' op failed to verify that rhs operand and result have same element type, but got 'vector<8xi32>' and 'vector<4x8xf32>' [outerproduct_c1]}}
  %0 = vector.outerproduct %a, %b : vector<4xf32>, vector<8xi32>
  return
}

// -----

func.func @f(%a: vector<4x4xf32>, %b: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector for operand #1, but got 'vector<4x4xf32>' [outerproduct_c2]}}
  %0 = vector.outerproduct %a, %b : vector<4x4xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected operand #3 of same type as result type, 'vector<4x8xf32>', but got 'vector<4xf32>' [outerproduct_c3]}}
  %0 = "vector.outerproduct"(%a, %b, %a) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>, vector<4xf32>) -> vector<4x8xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op unsupported outerproduct type 'f32' for kind 'xor' [outerproduct_c4]}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<xor>}> : (vector<4xf32>, vector<8xf32>) -> vector<4x8xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.scan' op reduction dimension 2 has to be less than 2 [scan_c1]}}
  %0:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 2 : i64} : vector<4x3xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.scan' op incompatible input/initial value shapes, of 'vector<4x3xf32>' and 'vector<4xf32>' [scan_c2]}}
  %0:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 0 : i64} : vector<4x3xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4x3xf32>, %a: vector<3xf32>) {
  // expected-error @+1 {{'vector.scan' op unsupported reduction type 'f32' for kind 'and' [scan_c3]}}
  %0:2 = vector.scan <and>, %v, %a {inclusive = true, reduction_dim = 0 : i64} : vector<4x3xf32>, vector<3xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %w: vector<8xi32>, %x: f32) {
  // expected-error @+1 {{'vector.contract' op failed to verify that lhs and rhs have same element type, but got 'vector<8xf32>' and 'vector<8xi32>' [contract_c1]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %w, %x : vector<8xf32>, vector<8xi32> into f32
  return
}

// -----

func.func @f(%v: vector<8xf32>, %x: i32) {
  // expected-error @+2 {{'vector.contract' op failed to verify that third operand acc and result have same element type, but got 'i32' and 'f32' [contract_c2]}}
  // expected-error @+1 {{'vector.contract' op expected accumulator of the result's type 'f32', but got 'i32' [contract_c6]}}
  %0 = "vector.contract"(%v, %v, %x) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<8xf32>, vector<8xf32>, i32) -> f32
  return
}

// -----

func.func @f(%a: vector<4x8xf32>, %c: vector<4xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape: a reduction must not be in it, parallel loops must be, but got '#vector.iterator_type<reduction>' for loop 0 [contract_c6]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %a, %a, %c : vector<4x8xf32>, vector<4x8xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %x: f32) {
  // expected-error @+1 {{'vector.contract' op expected an indexing map for each vector operand, but got 2 [contract_c3]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %x : vector<8xf32>, vector<8xf32> into f32
  return
}

// -----

func.func @f(%v: vector<8xf32>, %x: f32) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 0 to have 1 number of inputs, but got 2 [contract_c4]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %x : vector<8xf32>, vector<8xf32> into f32
  return
}

// -----

func.func @f(%v: vector<8xf32>, %w: vector<7xf32>, %x: f32) {
  // expected-error @+1 {{'vector.contract' op invalid contracting dimension map: loop 0 has sizes 8 and 7 [contract_c5]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %w, %x : vector<8xf32>, vector<7xf32> into f32
  return
}

// -----

func.func @f(%v: vector<8xf32>, %x: vector<7xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape, expected: [8], but got 'vector<7xf32>' [contract_c6]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"], kind = #vector.kind<add>} %v, %v, %x : vector<8xf32>, vector<8xf32> into vector<7xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %w: vector<4xf32>, %x: vector<8xf32>) {
  // expected-error @+1 {{'vector.contract' op expected loop 1 to be used by both sides [contract_c7]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %v, %w, %x : vector<8xf32>, vector<4xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %x: f32) {
  // expected-error @+1 {{'vector.contract' op unsupported contraction type 'f32' for kind 'or' [contract_c8]}}
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<or>} %v, %v, %x : vector<8xf32>, vector<8xf32> into f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op must specify array attr of size equal vector result rank, 2, but got 3 [constant_mask_c1]}}
  %0 = vector.constant_mask [3, 2, 7] : vector<4x3xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op mask dim size must be either 0 or 1 for 0-D vectors, but got [2] [constant_mask_c1]}}
  %0 = vector.constant_mask [2] : vector<i1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size, 3, but got 4 [constant_mask_c2]}}
  %0 = vector.constant_mask [3, 4] : vector<4x3xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim, but got [0, 3] [constant_mask_c3]}}
  %0 = vector.constant_mask [0, 3] : vector<4x3xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions, but got 2 of 4 [constant_mask_c4]}}
  %0 = vector.constant_mask [2] : vector<[4]xi1>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'vector.create_mask' op must specify an operand for each result vector dimension, 2, but got 1 [create_mask_c1]}}
  %0 = vector.create_mask %i : vector<4x3xi1>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'vector.create_mask' op must specify exactly one operand for 0-D create_mask, but got 2 [create_mask_c1]}}
  %0 = vector.create_mask %i, %i : vector<i1>
  return
}

// -----

func.func @f(%k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects only one operation to mask, but got 2 [mask_c1]}}
  %0 = "vector.mask"(%k) ({ %a = vector.fma %v, %v, %v : vector<4xf32> %b = vector.fma %v, %v, %v : vector<4xf32> vector.yield %a : vector<4xf32> }) : (vector<4xi1>) -> vector<4xf32>
  return
}

// -----

func.func @f(%k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects result types to match those of the terminator, but got 'vector<4xf32>' [mask_c2]}}
  %0 = "vector.mask"(%k) ({ vector.yield %v : vector<4xf32> }) : (vector<4xi1>) -> vector<4xi32>
  return
}

// -----

func.func @f(%k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects passthru type to match result type, but got 'vector<4xf32>' [mask_c3]}}
  "vector.mask"(%k, %v) ({ vector.yield }) : (vector<4xi1>, vector<4xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.step' op result #0 must be vector of index values of ranks 1, but got 'vector<4x4xindex>'}}
  %0 = vector.step : vector<4x4xindex>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings, but got 'x' with more [print_c1]}}
  "vector.print"(%v) <{punctuation = #vector.punctuation<newline>, stringLiteral = "x"}> : (vector<4xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'vector.vscale' op result #0 must be index, but got 'i64'}}
  %n = "vector.vscale"() : () -> i64
  return
}
