// RUN: dlc-opt %s --graph-to-tensor --mlir-print-local-scope | filecheck %s

// Ops that move elements, take parts, and ask for sizes: one structured op each, or none.

// CHECK-LABEL: func.func @transpose
//  CHECK-SAME:   (%[[X:.*]]: tensor<2x?xf32>)
//       CHECK:   %[[N:.*]] = tensor.dim %[[X]], %c1
//  CHECK-NEXT:   %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x2xf32>
//  CHECK-NEXT:   tensor.transpose ins(%[[X]] : tensor<2x?xf32>) outs(%[[E]] : tensor<?x2xf32>) permutation = [1, 0]
func.func @transpose(%x: tensor<2x?xf32>) -> tensor<?x2xf32> {
  %r = graph.transpose %x, [1, 0] : tensor<2x?xf32> -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @ones_are_repeated
//       CHECK:   tensor.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>]
//   CHECK-NOT:   cf.assert
func.func @ones_are_repeated(%x: tensor<?x1xf32, #graph.dims<n>>) -> tensor<2x?x4xf32, #graph.dims<n>> {
  %r = graph.broadcast %x, [1, 2] : tensor<?x1xf32, #graph.dims<n>> -> tensor<2x?x4xf32, #graph.dims<n>>
  return %r : tensor<2x?x4xf32, #graph.dims<n>>
}

// Whether the source has one element or four is known when running.
// CHECK-LABEL: func.func @may_be_repeated
//       CHECK:   cf.assert %{{.*}}, "'graph.broadcast' op what becomes size 0 of the result must be 1 or have that size [broadcast_c3]"
//       CHECK:   %[[LAST:.*]] = arith.subi %{{.*}}, %c1 : index
//       CHECK:   %[[I:.*]] = tensor.index 0
//  CHECK-NEXT:   %[[J:.*]] = arith.minsi %[[I]], %[[LAST]] : index
//  CHECK-NEXT:   tensor.extract %{{.*}}[%[[J]]]
func.func @may_be_repeated(%x: tensor<?xf32>) -> tensor<4xf32> {
  %r = graph.broadcast %x, [0] : tensor<?xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @runs_are_joined_and_split
//   CHECK-NOT:   cf.assert
//       CHECK:   tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3]] : tensor<2x6x?x4xf32> into tensor<12x?x4xf32>
//  CHECK-NEXT:   tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] output_shape [12, %{{.*}}, 2, 2]
func.func @runs_are_joined_and_split(%x: tensor<2x6x?x4xf32>) -> tensor<12x?x2x2xf32> {
  %r = graph.reshape %x : tensor<2x6x?x4xf32> -> tensor<12x?x2x2xf32>
  return %r : tensor<12x?x2x2xf32>
}

// CHECK-LABEL: func.func @sizes_from_a_list
//       CHECK:   %[[NEGATIVE:.*]] = arith.cmpi eq, %{{.*}}, %c-1 : index
//       CHECK:   arith.select %[[NEGATIVE]]
//       CHECK:   cf.assert %{{.*}}, "'graph.reshape' op sizes must not be negative [reshape_c4]"
//       CHECK:   cf.assert %{{.*}}, "'graph.reshape' op source and result must have the same number of elements [reshape_c2]"
//       CHECK:   tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]]
//       CHECK:   tensor.expand_shape %{{.*}} {{\[\[}}0, 1]]
func.func @sizes_from_a_list(%x: tensor<?x?xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %r = graph.reshape %x sizes(%s : tensor<2xi64>) : tensor<?x?xf32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @from_the_other_end
//       CHECK:   %[[I:.*]] = tensor.index 0
//  CHECK-NEXT:   %[[J:.*]] = tensor.index 1
//  CHECK-NEXT:   %[[K:.*]] = arith.subi %c4, %[[J]] : index
//  CHECK-NEXT:   tensor.extract %{{.*}}[%[[I]], %[[K]]]
func.func @from_the_other_end(%x: tensor<4x5xi8>) -> tensor<4x5xi8> {
  %r = graph.reverse %x, [1] : tensor<4x5xi8> -> tensor<4x5xi8>
  return %r : tensor<4x5xi8>
}

// -- Parts -----------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @slice
//       CHECK:   %[[SIZE:.*]] = loop.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%{{.*}}]
//  CHECK-NEXT:   tensor.extract_slice %{{.*}}[0] [%[[SIZE]]] [2] : tensor<?xf32> to tensor<?xf32>
func.func @slice(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32> {
  %r = graph.slice %x, [0] to [?] step [2] : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @slice_that_may_not_fit
//       CHECK:   cf.assert %{{.*}}, "'graph.slice' op dimension 0 must have start <= limit <= size [slice_c4]"
//       CHECK:   tensor.extract_slice %{{.*}}[2] [3] [1] : tensor<?xf32> to tensor<3xf32>
func.func @slice_that_may_not_fit(%x: tensor<?xf32>) -> tensor<3xf32> {
  %r = graph.slice %x, [2] to [5] step [1] : tensor<?xf32> -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// A start along a dimension that is taken as a whole is not even read.
// CHECK-LABEL: func.func @dynamic_slice
//       CHECK:   %[[I:.*]] = tensor.extract %{{.*}}[%c0] : tensor<2xi64>
//  CHECK-NEXT:   %[[J:.*]] = arith.index_cast %[[I]] : i64 to index
//  CHECK-NEXT:   %[[K:.*]] = arith.maxsi %[[J]], %c0 : index
//  CHECK-NEXT:   %[[START:.*]] = arith.minsi %[[K]], %c6 : index
//  CHECK-NEXT:   tensor.extract_slice %{{.*}}[%[[START]], 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
func.func @dynamic_slice(%x: tensor<8x4xf32>, %i: tensor<2xi64>) -> tensor<2x4xf32> {
  %r = graph.dynamic_slice %x, %i : tensor<8x4xf32>, tensor<2xi64> -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @dynamic_update_slice
//       CHECK:   tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
func.func @dynamic_update_slice(%x: tensor<8x4xf32>, %u: tensor<1x4xf32>, %i: tensor<2xi64>) -> tensor<8x4xf32> {
  %r = graph.dynamic_update_slice %x, %u, %i : tensor<8x4xf32>, tensor<1x4xf32>, tensor<2xi64> -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @concat
//       CHECK:   %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
//  CHECK-NEXT:   %[[A:.*]] = tensor.insert_slice %{{.*}} into %[[E]][0] [4] [1]
//  CHECK-NEXT:   tensor.insert_slice %{{.*}} into %[[A]][4] [%{{.*}}] [1]
func.func @concat(%x: tensor<4xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = graph.concat %x, %y along 0 : tensor<4xf32>, tensor<?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @pad_with_a_value
//       CHECK:   %[[F:.*]] = tensor.fill
//  CHECK-NEXT:   tensor.insert_slice %{{.*}} into %[[F]][1] [4] [2] : tensor<4xf32> into tensor<10xf32>
func.func @pad_with_a_value(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<10xf32> {
  %r = graph.pad <constant> %x, value %v, low [1] high [2] interior [1] : tensor<4xf32>, tensor<f32> -> tensor<10xf32>
  return %r : tensor<10xf32>
}

// CHECK-LABEL: func.func @pad_with_the_edge
//       CHECK:   %[[I:.*]] = tensor.index 0
//  CHECK-NEXT:   %[[J:.*]] = arith.subi %[[I]], %c1 : index
//  CHECK-NEXT:   %[[K:.*]] = arith.maxsi %[[J]], %c0 : index
//  CHECK-NEXT:   %[[L:.*]] = arith.minsi %[[K]], %c3 : index
//  CHECK-NEXT:   tensor.extract %{{.*}}[%[[L]]]
func.func @pad_with_the_edge(%x: tensor<4xf32>) -> tensor<7xf32> {
  %r = graph.pad <edge> %x, low [1] high [2] interior [0] : tensor<4xf32> -> tensor<7xf32>
  return %r : tensor<7xf32>
}

// -- Sizes -----------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @shape
//       CHECK:   %[[D:.*]] = arith.index_cast %{{.*}} : index to i64
//  CHECK-NEXT:   tensor.from_elements %{{.*}}, %[[D]] : tensor<2xi64>
//  CHECK-NEXT:   arith.constant dense<2> : tensor<i64>
func.func @shape(%x: tensor<2x?xbf16>) -> (tensor<2xi64>, tensor<i64>) {
  %r = graph.shape %x : tensor<2x?xbf16> -> tensor<2xi64>
  %s = graph.rank %x : tensor<2x?xbf16> -> tensor<i64>
  return %r, %s : tensor<2xi64>, tensor<i64>
}

// A name that is new needs no comparison.
// CHECK-LABEL: func.func @with_shape
//       CHECK:   arith.cmpi eq, %{{.*}}, %c4 : index
//  CHECK-NEXT:   cf.assert %{{.*}}, "'graph.with_shape' op size 1 must be '4' [with_shape_c2]"
//   CHECK-NOT:   cf.assert
//       CHECK:   tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<?x4xf32>
func.func @with_shape(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %r = graph.with_shape %x : tensor<?x?xf32> -> tensor<?x4xf32, #graph.dims<n>>
  %s = graph.with_shape %r : tensor<?x4xf32, #graph.dims<n>> -> tensor<?x4xf32>
  return %s : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @iota
//       CHECK:   %[[I:.*]] = tensor.index 1
//  CHECK-NEXT:   %[[J:.*]] = arith.index_cast %[[I]] : index to i64
//  CHECK-NEXT:   arith.sitofp %[[J]] : i64 to f32
func.func @iota() -> tensor<2x3xf32> {
  %r = graph.iota 1 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
