// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// CHECK-LABEL: llvm.func @whole
//       CHECK:   llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
//       CHECK:   llvm.store %{{.*}} {alignment = 4 : i64, nontemporal} : vector<8xf32>, !llvm.ptr
func.func @whole(%m: memref<?xf32>, %i: index) {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<8xf32>
  vector.store %0, %m[%i] {nontemporal = true} : memref<?xf32>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: llvm.func @two_rows
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
func.func @two_rows(%m: memref<?x16xf32>, %i: index) -> vector<2x8xf32> {
  %0 = vector.load %m[%i, %i] : memref<?x16xf32>, vector<2x8xf32>
  return %0 : vector<2x8xf32>
}

// -----

// Bits lie in bytes.
// CHECK-LABEL: llvm.func @bits
//       CHECK:   llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<8xi8>
//       CHECK:   llvm.trunc %{{.*}} : vector<8xi8> to vector<8xi1>
func.func @bits(%m: memref<?xi1>, %i: index) -> vector<8xi1> {
  %0 = vector.load %m[%i] : memref<?xi1>, vector<8xi1>
  return %0 : vector<8xi1>
}

// -----

// Nothing is promised of an address that may be outside.
// CHECK-LABEL: llvm.func @masked
//   CHECK-NOT:   inbounds
//       CHECK:   llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
//       CHECK:   llvm.intr.masked.load
//       CHECK:   llvm.intr.masked.store
func.func @masked(%m: memref<?xf32>, %i: index, %k: vector<8xi1>, %w: vector<8xf32>) {
  %0 = vector.maskedload %m[%i], %k, %w : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%i], %k, %0 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: llvm.func @surely_inside
//       CHECK:   llvm.load %{{.*}} : !llvm.ptr -> vector<8xf32>
//   CHECK-NOT:   masked
//       CHECK:   llvm.return
func.func @surely_inside(%m: memref<?xf32>, %i: index, %p: f32) -> vector<8xf32> {
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// CHECK-LABEL: llvm.func @perhaps_outside
//       CHECK:   llvm.sub
//       CHECK:   llvm.icmp "slt" %{{.*}} : vector<8xi32>
//       CHECK:   llvm.intr.masked.load
func.func @perhaps_outside(%m: memref<?xf32>, %i: index, %p: f32) -> vector<8xf32> {
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// A row along a dimension whose elements are far apart is gathered.
// CHECK-LABEL: llvm.func @columns
//       CHECK:   llvm.getelementptr %{{.*}} : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
//       CHECK:   llvm.intr.masked.gather
func.func @columns(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>}
    : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// CHECK-LABEL: llvm.func @anywhere
//       CHECK:   llvm.intr.masked.gather
//       CHECK:   llvm.intr.masked.scatter
//       CHECK:   llvm.intr.masked.expandload
//       CHECK:   llvm.intr.masked.compressstore
func.func @anywhere(%m: memref<?xf32>, %i: index, %n: vector<4xi32>, %k: vector<4xi1>, %w: vector<4xf32>) {
  %0 = vector.gather %m[%i] [%n], %k, %w
    : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i] [%n], %k, %0 : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %1 = vector.expandload %m[%i], %k, %w : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %k, %1 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}
