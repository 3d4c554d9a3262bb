// RUN: dlc-opt %s --graph-to-tensor --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @few_queries(%q: tensor<8x4x64xf32>, %k: tensor<2x16x64xf32>, %v: tensor<2x16x64xf32>) -> tensor<8x4x64xf32> {
//  CHECK-NEXT: %cst = arith.constant 0xFF800000 : f32
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %cst_0 = arith.constant 1.250000e-01 : f32
//  CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %expanded = tensor.expand_shape %q [[0, 1], [2], [3]] output_shape [2, 4, 4, 64] : tensor<8x4x64xf32> into tensor<2x4x4x64xf32>
//  CHECK-NEXT: %0 = tensor.empty() : tensor<2x4x4x16xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst_1 : f32) outs(%0 : tensor<2x4x4x16xf32>) -> tensor<2x4x4x16xf32>
//  CHECK-NEXT: %2 = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded, %k : tensor<2x4x4x64xf32>, tensor<2x16x64xf32>) outs(%1 : tensor<2x4x4x16xf32>) -> tensor<2x4x4x16xf32>
//  CHECK-NEXT: %3 = tensor.empty() : tensor<2x4x4x16xf32>
//  CHECK-NEXT: %4 = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x4x4x16xf32>) outs(%3 : tensor<2x4x4x16xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %18 = arith.mulf %arg0, %cst_0 : f32
//  CHECK-NEXT: %19 = tensor.index 2
//  CHECK-NEXT: %20 = tensor.index 3
//  CHECK-NEXT: %21 = arith.addi %19, %c0 : index
//  CHECK-NEXT: %22 = arith.cmpi sle, %20, %21 : index
//  CHECK-NEXT: %23 = arith.select %22, %18, %cst : f32
//  CHECK-NEXT: tensor.yield %23 : f32
//  CHECK-NEXT: } -> tensor<2x4x4x16xf32>
//  CHECK-NEXT: %5 = tensor.empty() : tensor<2x4x4xf32>
//  CHECK-NEXT: %6 = tensor.fill ins(%cst : f32) outs(%5 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
//  CHECK-NEXT: %7 = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%4 : tensor<2x4x4x16xf32>) outs(%6 : tensor<2x4x4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %18 = arith.maximumf %arg1, %arg0 fastmath<nsz> : f32
//  CHECK-NEXT: tensor.yield %18 : f32
//  CHECK-NEXT: } -> tensor<2x4x4xf32>
//  CHECK-NEXT: %8 = tensor.empty() : tensor<2x4x4x16xf32>
//  CHECK-NEXT: %9 = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %7 : tensor<2x4x4x16xf32>, tensor<2x4x4xf32>) outs(%8 : tensor<2x4x4x16xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %18 = arith.cmpf oeq, %arg1, %cst : f32
//  CHECK-NEXT: %19 = arith.select %18, %cst_1, %arg1 : f32
//  CHECK-NEXT: %20 = arith.subf %arg0, %19 : f32
//  CHECK-NEXT: %21 = math.exp %20 : f32
//  CHECK-NEXT: tensor.yield %21 : f32
//  CHECK-NEXT: } -> tensor<2x4x4x16xf32>
//  CHECK-NEXT: %10 = tensor.empty() : tensor<2x4x4xf32>
//  CHECK-NEXT: %11 = tensor.fill ins(%cst_1 : f32) outs(%10 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
//  CHECK-NEXT: %12 = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9 : tensor<2x4x4x16xf32>) outs(%11 : tensor<2x4x4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %18 = arith.addf %arg1, %arg0 fastmath<reassoc,contract> : f32
//  CHECK-NEXT: tensor.yield %18 : f32
//  CHECK-NEXT: } -> tensor<2x4x4xf32>
//  CHECK-NEXT: %13 = tensor.empty() : tensor<2x4x4x64xf32>
//  CHECK-NEXT: %14 = tensor.fill ins(%cst_1 : f32) outs(%13 : tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
//  CHECK-NEXT: %15 = tensor.contract {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%9, %v : tensor<2x4x4x16xf32>, tensor<2x16x64xf32>) outs(%14 : tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
//  CHECK-NEXT: %16 = tensor.empty() : tensor<2x4x4x64xf32>
//  CHECK-NEXT: %17 = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %12 : tensor<2x4x4x64xf32>, tensor<2x4x4xf32>) outs(%16 : tensor<2x4x4x64xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %18 = arith.cmpf oeq, %arg1, %cst_1 : f32
//  CHECK-NEXT: %19 = arith.divf %arg0, %arg1 : f32
//  CHECK-NEXT: %20 = arith.select %18, %cst_1, %19 : f32
//  CHECK-NEXT: tensor.yield %20 : f32
//  CHECK-NEXT: } -> tensor<2x4x4x64xf32>
//  CHECK-NEXT: %r = tensor.collapse_shape %17 [[0, 1], [2], [3]] : tensor<2x4x4x64xf32> into tensor<8x4x64xf32>
//  CHECK-NEXT: return %r : tensor<8x4x64xf32>
//  CHECK-NEXT: }
func.func @few_queries(%q: tensor<8x4x64xf32>, %k: tensor<2x16x64xf32>, %v: tensor<2x16x64xf32>) -> tensor<8x4x64xf32> {
  %r = graph.attention %q, %k, %v causal <first> : tensor<8x4x64xf32>, tensor<2x16x64xf32>, tensor<2x16x64xf32> -> tensor<8x4x64xf32>
  return %r : tensor<8x4x64xf32>
}

// -----

// Queries and keys are filled up, keys are transposed and scaled, and the scores of a block stay in the kernel: it shares
// the loops over heads and blocks.
// CHECK-LABEL: func.func @blocks_of_queries(
//       CHECK:   %[[QUERIES:.*]] = tensor.pad %{{.*}} high[0, 0, 4, 0]
//       CHECK:   %[[BLOCKS:.*]] = tensor.expand_shape %[[QUERIES]] {{.*}} into tensor<2x4x1x24x8xf32>
//       CHECK:   %[[WIDE:.*]] = tensor.generic {{.*}}(d0, d2, d1)>{{.*}} outs(%{{.*}} : tensor<2x8x48xf32>)
//       CHECK:   %[[KEYS:.*]] = tensor.extract_slice %[[WIDE]]{{.*}} to tensor<2x8x32xf32>
//       CHECK:   %[[VALUES:.*]] = tensor.pad %{{.*}} high[0, 2, 11]
//       CHECK:   %[[ENDS:.*]] = tensor.pad %{{.*}} high[2]
//       CHECK:   tensor.kernel ins(%{{.*}} = %[[BLOCKS]], %{{.*}} = %[[KEYS]], %{{.*}} = %[[VALUES]], %[[END:.*]] = %[[ENDS]] :
//  CHECK-SAME:     attributes {shared = 3 : i64}
//       CHECK:     %[[SCORES:.*]] = tensor.contract
//       CHECK:     %[[MOST:.*]] = tensor.generic {{.*}} ins(%[[SCORES]], %[[END]]
//       CHECK:     arith.maximumf
//       CHECK:     %[[WEIGHTS:.*]] = tensor.generic {{.*}} ins(%[[SCORES]], %[[END]], %[[MOST]]
//       CHECK:     math.exp
//       CHECK:     %[[SUMS:.*]] = tensor.contract {{.*}} ins(%[[WEIGHTS]], %
//       CHECK:     tensor.yield %{{.*}} : tensor<2x4x1x24x16xf32>
//       CHECK:   tensor.extract_slice %{{.*}} to tensor<2x4x20x5xf32>
func.func @blocks_of_queries(%q: tensor<8x20x8xf32>, %k: tensor<2x30x8xf32>, %v: tensor<2x30x5xf32>) -> tensor<8x20x5xf32> {
  %r = graph.attention %q, %k, %v : tensor<8x20x8xf32>, tensor<2x30x8xf32>, tensor<2x30x5xf32> -> tensor<8x20x5xf32>
  return %r : tensor<8x20x5xf32>
}

// -----

// Blocks of keys come one after the other: what was summed so far is multiplied by the change of the largest score.
// CHECK-LABEL: func.func @blocks_of_keys(
//       CHECK:   loop.for %[[PIECE:.*]] = 0 to 2 iter_args(%[[SUMS:.*]] = %{{.*}}, %[[MOST:.*]] = %{{.*}}, %[[TOTAL:.*]] = %
//       CHECK:     %[[FIRST:.*]] = arith.muli %[[PIECE]], %c144
//       CHECK:     %[[KEYS:.*]] = tensor.extract_slice %{{.*}}[0, 0, %[[FIRST]]] [2, 8, 144]
//       CHECK:     %[[VALUES:.*]] = tensor.extract_slice %{{.*}}[0, %[[FIRST]], 0] [2, 144, 16]
//       CHECK:     tensor.kernel ins({{.*}} = %[[KEYS]], {{.*}} = %[[VALUES]], {{.*}} = %[[SUMS]], {{.*}} = %[[MOST]], {{.*}} = %[[TOTAL]] :
//       CHECK:       arith.addi %{{.*}}, %[[FIRST]]
//       CHECK:     loop.yield
func.func @blocks_of_keys(%q: tensor<2x20x8xf32>, %k: tensor<2x280x8xf32>, %v: tensor<2x280x16xf32>) -> tensor<2x20x16xf32> {
  %r = graph.attention %q, %k, %v causal <last> : tensor<2x20x8xf32>, tensor<2x280x8xf32>, tensor<2x280x16xf32> -> tensor<2x20x16xf32>
  return %r : tensor<2x20x16xf32>
}

// Keys have an unknown number of heads: that of the query is hidden, so that it can be split.
// CHECK-LABEL: func.func @unknown_heads_of_keys(
//       CHECK:   %[[Q:.*]] = tensor.cast %q : tensor<8x16x64xf32> to tensor<?x16x64xf32>
//       CHECK:   tensor.expand_shape %[[Q]] {{.*}} : tensor<?x16x64xf32> into tensor<?x?x16x64xf32>
//       CHECK:   tensor.cast %m : tensor<8x1x12xf32> to tensor<?x1x12xf32>
//       CHECK:   tensor.cast %{{.*}} : tensor<?x16x32xf32> to tensor<8x16x32xf32>
func.func @unknown_heads_of_keys(%q: tensor<8x16x64xf32>, %k: tensor<?x12x64xf32>, %v: tensor<?x12x32xf32>, %m: tensor<8x1x12xf32>) -> tensor<8x16x32xf32> {
  %r = graph.attention %q, %k, %v mask %m : tensor<8x1x12xf32> : tensor<8x16x64xf32>, tensor<?x12x64xf32>, tensor<?x12x32xf32> -> tensor<8x16x32xf32>
  return %r : tensor<8x16x32xf32>
}
