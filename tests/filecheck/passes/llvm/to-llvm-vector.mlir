// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// CHECK-LABEL: llvm.func @splat
//       CHECK:   llvm.insertelement
//       CHECK:   llvm.shufflevector %{{.*}} [0, 0, 0, 0] : vector<4xf32>
//       CHECK:   llvm.insertvalue %{{.*}}[0]
//       CHECK:   llvm.insertvalue %{{.*}}[1]
func.func @splat(%x: f32) -> vector<2x4xf32> {
  %0 = vector.broadcast %x : f32 to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// -----

// CHECK-LABEL: llvm.func @row_and_element
//       CHECK:   llvm.extractvalue %{{.*}}[1]
//       CHECK:   %[[ROW:.*]] = llvm.extractvalue %{{.*}}[1]
//       CHECK:   llvm.extractelement %[[ROW]]
func.func @row_and_element(%v: vector<2x4xf32>) -> (vector<4xf32>, f32) {
  %0 = vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>
  %1 = vector.extract %v[1, 2] : f32 from vector<2x4xf32>
  return %0, %1 : vector<4xf32>, f32
}

// -----

// Which row it is is chosen when the program runs.
// CHECK-LABEL: llvm.func @unknown_row(
//  CHECK-SAME:   %[[V:.*]]: !llvm.array<2 x vector<4xf32>>, %[[I:.*]]: i64)
//       CHECK:   %[[A:.*]] = llvm.extractvalue %[[V]][0]
//       CHECK:   %[[B:.*]] = llvm.extractvalue %[[V]][1]
//       CHECK:   %[[IS:.*]] = llvm.icmp "eq" %[[I]]
//       CHECK:   llvm.select %[[IS]], %[[B]], %[[A]]
func.func @unknown_row(%v: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.extract %v[%i] : vector<4xf32> from vector<2x4xf32>
  return %0 : vector<4xf32>
}

// -----

// CHECK-LABEL: llvm.func @in_order
//       CHECK:   "llvm.intr.vector.reduce.fadd"(%{{.*}}) <{{.*}}> : (f32, vector<8xf32>) -> f32
//   CHECK-NOT:   reassoc
//       CHECK:   llvm.return
func.func @in_order(%v: vector<8xf32>) -> f32 {
  %0 = vector.reduction <add>, %v : vector<8xf32> into f32
  return %0 : f32
}

// -----

// CHECK-LABEL: llvm.func @in_any_order
//       CHECK:   "llvm.intr.vector.reduce.fadd"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<reassoc>}>
func.func @in_any_order(%v: vector<8xf32>) -> f32 {
  %0 = vector.reduction <add>, %v fastmath<reassoc> : vector<8xf32> into f32
  return %0 : f32
}

// -----

// Columns are made by taking turns between halves.
// CHECK-LABEL: llvm.func @turned
// CHECK-COUNT-8: llvm.shufflevector
//   CHECK-NOT:   llvm.extractelement
//       CHECK:   llvm.return
func.func @turned(%v: vector<4x4xf32>) -> vector<4x4xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return %0 : vector<4x4xf32>
}

// -----

// Only whole rows move.
// CHECK-LABEL: llvm.func @rows_moved
//   CHECK-NOT:   llvm.shufflevector
//       CHECK:   llvm.return
func.func @rows_moved(%v: vector<2x3x4xf32>) -> vector<3x2x4xf32> {
  %0 = vector.transpose %v, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  return %0 : vector<3x2x4xf32>
}

// -----

// CHECK-LABEL: llvm.func @rows_of_a_product
// CHECK-COUNT-4: llvm.fmul %{{.*}} : vector<8xf32>
//   CHECK-NOT:   llvm.fmul
//       CHECK:   llvm.return
func.func @rows_of_a_product(%a: vector<2x2xf32>, %b: vector<2x8xf32>, %c: vector<2x8xf32>) -> vector<2x8xf32> {
  %0 = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
  } %a, %b, %c : vector<2x2xf32>, vector<2x8xf32> into vector<2x8xf32>
  return %0 : vector<2x8xf32>
}

// -----

// CHECK-LABEL: llvm.func @bits_below_a_bound
//       CHECK:   llvm.intr.smax
//       CHECK:   llvm.intr.smin
//       CHECK:   llvm.icmp "slt" %{{.*}} : vector<8xi32>
func.func @bits_below_a_bound(%n: index) -> vector<8xi1> {
  %0 = vector.create_mask %n : vector<8xi1>
  return %0 : vector<8xi1>
}

// -----

// How long a scalable vector is, only the machine knows.
// CHECK-LABEL: llvm.func @scalable
//       CHECK:   llvm.intr.stepvector : vector<[4]xi64>
//       CHECK:   llvm.icmp "slt" %{{.*}} : vector<[4]xi64>
//       CHECK:   "llvm.intr.vscale"() : () -> i64
//       CHECK:   llvm.intr.vector.insert
func.func @scalable(%n: index, %v: vector<[4]xf32>, %p: vector<4xf32>) -> (vector<[4]xi1>, index, vector<[4]xf32>) {
  %0 = vector.create_mask %n : vector<[4]xi1>
  %1 = vector.vscale
  %2 = vector.scalable.insert %p, %v[0] : vector<4xf32> into vector<[4]xf32>
  return %0, %1, %2 : vector<[4]xi1>, index, vector<[4]xf32>
}

// -----

// What is put together need not be taken apart again.
// CHECK-LABEL: llvm.func @rows_go_on
// CHECK-COUNT-2: llvm.extractvalue
//   CHECK-NOT:   llvm.extractvalue
//       CHECK:   llvm.return
func.func @rows_go_on(%v: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = math.sqrt %v : vector<2x4xf32>
  %1 = math.absf %0 : vector<2x4xf32>
  return %1 : vector<2x4xf32>
}
