// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// The ops of `loop` under MLIR's names: forms, rules and folds are tested there.

// CHECK-LABEL: func.func @affine
func.func @affine(%m: memref<?xf32>, %n: index, %x: f32, %v: vector<4xf32>) -> f32 {
  // CHECK:      affine.for %[[I:.*]] = 0 to %n step 2 {
  // CHECK-NEXT:   affine.for %[[J:.*]] = max affine_map<(d0) -> (d0, 2)>(%[[I]]) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%[[I]])[%n] {
  // CHECK-NEXT:     %[[L:.*]] = affine.load %m[%[[I]] + 1] : memref<?xf32>
  // CHECK-NEXT:     affine.store %[[L]], %m[%[[J]] + symbol(%n)] : memref<?xf32>
  // CHECK-NEXT:     affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%[[I]]) {
  // CHECK-NEXT:       affine.store %[[L]], %m[0] : memref<?xf32>
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT: } {marked}
  affine.for %i = 0 to %n step 2 {
    affine.for %j = max affine_map<(d0) -> (d0, 2)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] {
      %l = affine.load %m[%i + 1] : memref<?xf32>
      affine.store %l, %m[%j + symbol(%n)] : memref<?xf32>
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        affine.store %l, %m[0] : memref<?xf32>
      }
    }
  } {marked}
  // CHECK:      %{{.*}} = affine.parallel (%{{.*}}) = (0) to (symbol(%n)) reduce ("addf") -> (f32) {
  // CHECK-NEXT:   affine.yield %x : f32
  %p = affine.parallel (%i) = (0) to (symbol(%n)) reduce ("addf") -> (f32) {
    affine.yield %x : f32
  }
  // CHECK: affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
  // CHECK: affine.min affine_map<()[s0] -> (s0, 8)>()[%n]
  // CHECK: affine.max affine_map<()[s0] -> (s0, 8)>()[%n]
  %a = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
  %b = affine.min affine_map<()[s0] -> (s0, 8)>()[%n]
  %c = affine.max affine_map<()[s0] -> (s0, 8)>()[%n]
  // CHECK: affine.vector_load %m[symbol(%n)] : memref<?xf32>, vector<4xf32>
  // CHECK: affine.vector_store %v, %m[symbol(%n)] : memref<?xf32>, vector<4xf32>
  // CHECK: affine.prefetch %m[symbol(%n) + 5], read, locality<3>, data : memref<?xf32>
  %w = affine.vector_load %m[symbol(%n)] : memref<?xf32>, vector<4xf32>
  affine.vector_store %v, %m[symbol(%n)] : memref<?xf32>, vector<4xf32>
  affine.prefetch %m[symbol(%n) + 5], read, locality<3>, data : memref<?xf32>
  // CHECK: %[[D:.*]]:2 = affine.delinearize_index %n into (4, 8) : index, index
  // CHECK: affine.linearize_index [%[[D]]#0, %[[D]]#1] by (4, 8) : index
  %d:2 = affine.delinearize_index %n into (4, 8) : index, index
  %e = affine.linearize_index [%d#0, %d#1] by (4, 8) : index
  return %p : f32
}

// CHECK-LABEL: func.func @copies_in_background
func.func @copies_in_background(%a: memref<4x8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %i: index, %n: index) {
  // CHECK:      affine.dma_start %a[%i + 3, symbol(%n)], %b[%i], %t[0], %n : memref<4x8xf32>, memref<8xf32, 1>, memref<1xi32>
  // CHECK-NEXT: affine.dma_start %a[%i, 0], %b[%i], %t[%i], %n, %n, %n : memref<4x8xf32>, memref<8xf32, 1>, memref<1xi32>
  // CHECK-NEXT: affine.dma_wait %t[0], %n : memref<1xi32>
  affine.dma_start %a[%i + 3, symbol(%n)], %b[%i], %t[0], %n : memref<4x8xf32>, memref<8xf32, 1>, memref<1xi32>
  affine.dma_start %a[%i, 0], %b[%i], %t[%i], %n, %n, %n : memref<4x8xf32>, memref<8xf32, 1>, memref<1xi32>
  affine.dma_wait %t[0], %n : memref<1xi32>
  return
}
