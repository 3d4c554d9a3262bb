// RUN: dlc-opt %s --compare-as-integers=instructions=false | filecheck %s
// RUN: dlc-opt %s --compare-as-integers | filecheck %s --check-prefix=NONE

// NONE-NOT: arith.maxsi
// NONE-NOT: arith.minsi

// CHECK-LABEL: func.func @largest
//       CHECK:   %[[I:.*]] = arith.bitcast %arg1 : vector<8xf32> to vector<8xi32>
//       CHECK:   %[[M:.*]] = arith.andi %{{.*}}, %{{.*}} : vector<8xi32>
//       CHECK:   %[[T:.*]] = arith.xori %[[I]], %[[M]]
//       CHECK:   %[[A:.*]] = arith.addi %[[T]], %{{.*}}
//       CHECK:   %[[R:.*]] = loop.for %{{.*}} = 0 to 64 step 8 iter_args(%[[P:.*]] = %[[A]]) -> (vector<8xi32>)
//       CHECK:     %[[V:.*]] = loop.vector_load
//       CHECK:     %[[W:.*]] = arith.bitcast %[[V]]
//       CHECK:     %[[Y:.*]] = arith.addi
//       CHECK:     %[[N:.*]] = arith.maxsi %[[P]], %[[Y]]
//       CHECK:     arith.maxsi %[[N]], %{{.*}}
//   CHECK-NOT:   maximumf
//       CHECK:   arith.subi %[[R]]
//       CHECK:   %[[F:.*]] = arith.bitcast %{{.*}} : vector<8xi32> to vector<8xf32>
//       CHECK:   return %[[F]]
func.func @largest(%arg0: memref<64xf32>, %arg1: vector<8xf32>) -> vector<8xf32> {
  %r = loop.for %i = 0 to 64 step 8 iter_args(%m = %arg1) -> (vector<8xf32>) {
    %v = loop.vector_load %arg0[%i] : memref<64xf32>, vector<8xf32>
    %n = arith.maximumf %m, %v : vector<8xf32>
    %w = arith.negf %v : vector<8xf32>
    %o = arith.maximumf %w, %n : vector<8xf32>
    loop.yield %o : vector<8xf32>
  }
  return %r : vector<8xf32>
}

// Without nan and signs of zeros, one instruction does it; so it does for other types, or for two kinds.
//
// CHECK-LABEL: func.func @others
//   CHECK-NOT:   arith.bitcast
//       CHECK:   return
func.func @others(%x: memref<64xf32>, %y: memref<64xf64>, %a: vector<8xf32>, %b: vector<8xf64>, %c: f32)
    -> (vector<8xf32>, vector<8xf64>, vector<8xf32>, f32) {
  %q = loop.for %i = 0 to 64 step 8 iter_args(%m = %a) -> (vector<8xf32>) {
    %v = loop.vector_load %x[%i] : memref<64xf32>, vector<8xf32>
    %n = arith.maximumf %m, %v fastmath<nnan,nsz> : vector<8xf32>
    loop.yield %n : vector<8xf32>
  }
  %r = loop.for %i = 0 to 64 step 8 iter_args(%m = %b) -> (vector<8xf64>) {
    %v = loop.vector_load %y[%i] : memref<64xf64>, vector<8xf64>
    %n = arith.maximumf %m, %v : vector<8xf64>
    loop.yield %n : vector<8xf64>
  }
  %s = loop.for %i = 0 to 64 step 8 iter_args(%m = %a) -> (vector<8xf32>) {
    %v = loop.vector_load %x[%i] : memref<64xf32>, vector<8xf32>
    %n = arith.maximumf %m, %v : vector<8xf32>
    %o = arith.minimumf %n, %v : vector<8xf32>
    loop.yield %o : vector<8xf32>
  }
  %t = loop.for %i = 0 to 64 iter_args(%m = %c) -> (f32) {
    %v = loop.load %x[%i] : memref<64xf32>
    %n = arith.maximumf %m, %v : f32
    loop.yield %n : f32
  }
  return %q, %r, %s, %t : vector<8xf32>, vector<8xf64>, vector<8xf32>, f32
}

// What combines the results compares integers as well; others get a float.
//
// CHECK-LABEL: func.func @combined
//       CHECK:   %[[R:.*]]:2 = loop.for
//       CHECK:   %[[M:.*]] = arith.minsi %[[R]]#0, %[[R]]#1
//       CHECK:   %[[S:.*]] = vector.reduction <minsi>, %[[M]] : vector<8xi32> into i32
//       CHECK:   %[[A:.*]] = arith.bitcast %arg2 : f32 to i32
//       CHECK:   %[[N:.*]] = arith.minsi %[[S]], %{{.*}} : i32
//   CHECK-NOT:   minimumf
//       CHECK:   return
func.func @combined(%arg0: memref<64xf32>, %arg1: vector<8xf32>, %arg2: f32) -> (f32, vector<8xf32>) {
  %r:2 = loop.for %i = 0 to 64 step 16 iter_args(%m = %arg1, %n = %arg1) -> (vector<8xf32>, vector<8xf32>) {
    %v = loop.vector_load %arg0[%i] : memref<64xf32>, vector<8xf32>
    %w = loop.vector_load %arg0[%i + 8] : memref<64xf32>, vector<8xf32>
    %p = arith.minimumf %m, %v : vector<8xf32>
    %q = arith.minimumf %n, %w : vector<8xf32>
    loop.yield %p, %q : vector<8xf32>, vector<8xf32>
  }
  %c = arith.minimumf %r#0, %r#1 : vector<8xf32>
  %s = vector.reduction <minimumf>, %c, %arg2 : vector<8xf32> into f32
  return %s, %c : f32, vector<8xf32>
}
