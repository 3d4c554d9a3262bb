// RUN: dlc-opt %s --fuse-elementwise="most-work=3" | filecheck %s

#id = affine_map<(i) -> (i)>

// The limit divides what could become one op. The op before it has two results, because the op behind reads two.
// CHECK-LABEL: func.func @each_reads_the_two_before(
//  CHECK-SAME:     %[[X0:.*]]: tensor<8xf32>, %[[X1:.*]]: tensor<8xf32>)
//       CHECK:   %[[X3:.*]], %[[X2:.*]] = tensor.generic {{.*}} ins(%[[X1]], %[[X0]] : {{.*}}) outs(%{{.*}}, %{{.*}} : {{.*}}) {
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32):
//  CHECK-NEXT:     %[[C:.*]] = arith.addf %[[A]], %[[B]]
//  CHECK-NEXT:     %[[D:.*]] = arith.addf %[[C]], %[[A]]
//  CHECK-NEXT:     tensor.yield %[[D]], %[[C]]
//       CHECK:   %[[X5:.*]] = tensor.generic {{.*}} ins(%[[X3]], %[[X2]] :
//   CHECK-NOT:   tensor.generic
//       CHECK:   return %[[X5]]
func.func @each_reads_the_two_before(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e0 = tensor.empty() : tensor<8xf32>
  %x2 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x1, %x0 : tensor<8xf32>, tensor<8xf32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %x3 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x2, %x1 : tensor<8xf32>, tensor<8xf32>) outs(%e1 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %x4 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x3, %x2 : tensor<8xf32>, tensor<8xf32>) outs(%e2 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  %e3 = tensor.empty() : tensor<8xf32>
  %x5 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x4, %x3 : tensor<8xf32>, tensor<8xf32>) outs(%e3 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  return %x5 : tensor<8xf32>
}

// What is returned, too, is another result.
// CHECK-LABEL: func.func @read_elsewhere(
//       CHECK:   %[[X3:.*]], %[[X2:.*]] = tensor.generic
//       CHECK:   %[[X5:.*]] = tensor.generic {{.*}} ins(%[[X3]], %[[X2]] :
//   CHECK-NOT:   tensor.generic
//       CHECK:   return %[[X5]], %[[X2]]
func.func @read_elsewhere(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e0 = tensor.empty() : tensor<8xf32>
  %x2 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x1, %x0 : tensor<8xf32>, tensor<8xf32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %x3 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x2, %x1 : tensor<8xf32>, tensor<8xf32>) outs(%e1 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %x4 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x3, %x2 : tensor<8xf32>, tensor<8xf32>) outs(%e2 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  %e3 = tensor.empty() : tensor<8xf32>
  %x5 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x4, %x3 : tensor<8xf32>, tensor<8xf32>) outs(%e3 : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<8xf32>
  return %x5, %x2 : tensor<8xf32>, tensor<8xf32>
}
