// RUN: dlc-opt %s --simplify-graph --canonicalize | filecheck %s

// CHECK-LABEL: func.func @slices_are_contracted_together
//       CHECK:   %[[P:.*]] = graph.contract %xs, %w, batch = [] x [], contracting = [2] x [1] : tensor<7x2x3xf32>, tensor<5x3xf32> -> tensor<7x2x5xf32>
//       CHECK:   graph.scan (%h = %h0 : tensor<2x5xf32>) over (%[[S:.*]] = %[[P]] : tensor<7x2x5xf32>) reverse {
//  CHECK-NEXT:     graph.add %h, %[[S]]
//   CHECK-NOT:     graph.contract
//       CHECK:   return
func.func @slices_are_contracted_together(%xs: tensor<7x2x3xf32>, %w: tensor<5x3xf32>, %h0: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %r = graph.scan (%h = %h0 : tensor<2x5xf32>) over (%x = %xs : tensor<7x2x3xf32>) reverse {
    %p = graph.contract %x, %w, batch = [] x [], contracting = [1] x [1] : tensor<2x3xf32>, tensor<5x3xf32> -> tensor<2x5xf32>
    %s = graph.add %h, %p : tensor<2x5xf32>
    graph.yield %s : tensor<2x5xf32>
  }
  return %r : tensor<2x5xf32>
}

// The slice is used by another op as well, and nobody knows how many there are.
// CHECK-LABEL: func.func @the_source_stays_if_it_is_used
//       CHECK:   %[[P:.*]] = graph.contract %xs, %w, {{.*}} -> tensor<?x3xf32, #graph.dims<n>>
//       CHECK:   graph.scan {{.*}} over (%x = %xs : {{.*}}, %[[S:.*]] = %[[P]] : {{.*}})
//  CHECK-NEXT:     graph.mul %x, %[[S]]
func.func @the_source_stays_if_it_is_used(%xs: tensor<?x3xf32, #graph.dims<n>>, %w: tensor<3x3xf32>, %h0: tensor<3xf32>) -> tensor<3xf32> {
  %r = graph.scan (%h = %h0 : tensor<3xf32>) over (%x = %xs : tensor<?x3xf32, #graph.dims<n>>) {
    %p = graph.contract %x, %w, batch = [] x [], contracting = [0] x [1] : tensor<3xf32>, tensor<3x3xf32> -> tensor<3xf32>
    %q = graph.mul %x, %p : tensor<3xf32>
    %s = graph.add %h, %q : tensor<3xf32>
    graph.yield %s : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @what_depends_on_the_state_stays
//       CHECK:   graph.scan
//       CHECK:     graph.contract %h, %w
//       CHECK:     graph.contract %x, %v
func.func @what_depends_on_the_state_stays(%xs: tensor<7x3xf32>, %w: tensor<3x3xf32>, %h0: tensor<3xf32>) -> tensor<3xf32> {
  %r = graph.scan (%h = %h0 : tensor<3xf32>) over (%x = %xs : tensor<7x3xf32>) {
    %p = graph.contract %h, %w, batch = [] x [], contracting = [0] x [1] : tensor<3xf32>, tensor<3x3xf32> -> tensor<3xf32>
    %v = graph.broadcast %h, [1] : tensor<3xf32> -> tensor<3x3xf32>
    %q = graph.contract %x, %v, batch = [] x [], contracting = [0] x [1] : tensor<3xf32>, tensor<3x3xf32> -> tensor<3xf32>
    %s = graph.add %p, %q : tensor<3xf32>
    graph.yield %s : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
