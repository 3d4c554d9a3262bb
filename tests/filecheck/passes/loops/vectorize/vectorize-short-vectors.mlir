// RUN: dlc-opt %s --loop-vectorize="loops=i width=4" | filecheck %s

// Each lane has a pair: the vector has all of them, and a sum of each pair is one of elements at even and odd positions.
// CHECK-LABEL: func.func @sums_of_products_of_pairs(
//       CHECK:   loop.for %i = 0 to 8 step 4 {
//       CHECK:     %[[X:.*]] = loop.vector_load %x[0] : memref<2xi16>, vector<2xi16>
//       CHECK:     %[[PAIRS:.*]] = vector.shuffle %[[X]], %[[X]] [0, 1, 0, 1, 0, 1, 0, 1] : vector<2xi16>, vector<2xi16>
//       CHECK:     %[[Y:.*]] = loop.vector_load %y[%i * 2] : memref<16xi16>, vector<8xi16>
//   CHECK-DAG:     %[[XE:.*]] = arith.extsi %[[PAIRS]] : vector<8xi16> to vector<8xi32>
//   CHECK-DAG:     %[[YE:.*]] = arith.extsi %[[Y]] : vector<8xi16> to vector<8xi32>
//       CHECK:     %[[P:.*]] = arith.muli %[[XE]], %[[YE]] : vector<8xi32>
//       CHECK:     %[[A:.*]] = vector.shuffle %[[P]], %[[P]] [0, 2, 4, 6] : vector<8xi32>, vector<8xi32>
//       CHECK:     %[[B:.*]] = vector.shuffle %[[P]], %[[P]] [1, 3, 5, 7] : vector<8xi32>, vector<8xi32>
//       CHECK:     %[[AB:.*]] = arith.addi %[[A]], %[[B]] : vector<4xi32>
//       CHECK:     %[[S:.*]] = arith.addi %[[AB]], %{{.*}} : vector<4xi32>
//       CHECK:     loop.vector_store %[[S]], %z[%i] : memref<8xi32>, vector<4xi32>
func.func @sums_of_products_of_pairs(%x: memref<2xi16> {llvm.noalias}, %y: memref<16xi16> {llvm.noalias}, %z: memref<8xi32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %so_far = loop.load %z[%i] : memref<8xi32>
    %0 = loop.vector_load %x[0] : memref<2xi16>, vector<2xi16>
    %1 = loop.vector_load %y[%i * 2] : memref<16xi16>, vector<2xi16>
    %2 = arith.extsi %0 : vector<2xi16> to vector<2xi32>
    %3 = arith.extsi %1 : vector<2xi16> to vector<2xi32>
    %4 = arith.muli %2, %3 : vector<2xi32>
    %5 = vector.reduction <add>, %4, %so_far : vector<2xi32> into i32
    loop.store %5, %z[%i] : memref<8xi32>
  } {loop.name = "i"}
  return
}

// Floats are added in their order.
// CHECK-LABEL: func.func @floats_in_order(
//       CHECK:     %[[A:.*]] = vector.shuffle %{{.*}} [0, 2, 4, 6] : vector<8xf32>, vector<8xf32>
//       CHECK:     %[[B:.*]] = vector.shuffle %{{.*}} [1, 3, 5, 7] : vector<8xf32>, vector<8xf32>
//       CHECK:     %[[S:.*]] = arith.addf %{{.*}}, %[[A]] : vector<4xf32>
//       CHECK:     arith.addf %[[S]], %[[B]] : vector<4xf32>
func.func @floats_in_order(%y: memref<16xf32> {llvm.noalias}, %z: memref<8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %so_far = loop.load %z[%i] : memref<8xf32>
    %0 = loop.vector_load %y[%i * 2] : memref<16xf32>, vector<2xf32>
    %1 = vector.reduction <add>, %0, %so_far : vector<2xf32> into f32
    loop.store %1, %z[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// Pairs are made and stored: their elements take turns.
// CHECK-LABEL: func.func @pairs_of_rows(
//       CHECK:   loop.for %i = 0 to 8 step 4 {
//   CHECK-DAG:     %[[A:.*]] = loop.vector_load %y[0, %i] : memref<2x8xf32>, vector<4xf32>
//   CHECK-DAG:     %[[B:.*]] = loop.vector_load %y[1, %i] : memref<2x8xf32>, vector<4xf32>
//       CHECK:     %[[AB:.*]] = vector.interleave %[[A]], %[[B]] : vector<4xf32> -> vector<8xf32>
//       CHECK:     loop.vector_store %[[AB]], %z[%i * 2] : memref<16xf32>, vector<8xf32>
func.func @pairs_of_rows(%y: memref<2x8xf32> {llvm.noalias}, %z: memref<16xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %a = loop.load %y[0, %i] : memref<2x8xf32>
    %b = loop.load %y[1, %i] : memref<2x8xf32>
    %pair = vector.from_elements %a, %b : vector<2xf32>
    loop.vector_store %pair, %z[%i * 2] : memref<16xf32>, vector<2xf32>
  } {loop.name = "i"}
  return
}

// Four elements, one of which is the same in all lanes.
// CHECK-LABEL: func.func @fours(
//       CHECK:     vector.interleave %{{.*}} : vector<4xf32> -> vector<8xf32>
//       CHECK:     vector.interleave %{{.*}} : vector<4xf32> -> vector<8xf32>
//       CHECK:     %[[V:.*]] = vector.interleave %{{.*}} : vector<8xf32> -> vector<16xf32>
//       CHECK:     loop.vector_store %[[V]], %z[%i * 4] : memref<32xf32>, vector<16xf32>
func.func @fours(%y: memref<2x8xf32> {llvm.noalias}, %z: memref<32xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 8 {
    %a = loop.load %y[0, %i] : memref<2x8xf32>
    %b = loop.load %y[1, %i] : memref<2x8xf32>
    %four = vector.from_elements %a, %b, %x, %a : vector<4xf32>
    loop.vector_store %four, %z[%i * 4] : memref<32xf32>, vector<4xf32>
  } {loop.name = "i"}
  return
}
