// RUN: dlc-opt %s --graph-to-tensor --mlir-print-local-scope | filecheck %s

// Ops that find, combine and order elements: structured where the order of the work does not matter, otherwise loops.

// CHECK-LABEL: func.func @reduce
//       CHECK:   %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
//       CHECK:   %[[F:.*]] = tensor.fill ins(%[[LEAST]] : f32)
//  CHECK-NEXT:   %[[R:.*]] = tensor.reduce <maximumf> ins(%{{.*}}) outs(%[[F]] : tensor<2xf32>) dimensions = [1]
//  CHECK-NEXT:   tensor.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [2, 1]
func.func @reduce(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %r = graph.reduce <max> %x, [1] keep_dims : tensor<2x3xf32> -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// CHECK-LABEL: func.func @reduce_unsigned
//       CHECK:   tensor.reduce <maxui>
func.func @reduce_unsigned(%x: tensor<2x3xui8>) -> tensor<2xui8> {
  %r = graph.reduce <max> %x, [1] : tensor<2x3xui8> -> tensor<2xui8>
  return %r : tensor<2xui8>
}

// CHECK-LABEL: func.func @small_floats_are_summed_up_in_f32
//       CHECK:   ^bb0(%[[X:.*]]: bf16, %[[SUM:.*]]: f32):
//  CHECK-NEXT:   %[[WIDE:.*]] = arith.extf %[[X]] : bf16 to f32
//  CHECK-NEXT:   arith.addf %[[SUM]], %[[WIDE]] fastmath<reassoc,contract> : f32
//       CHECK:   arith.truncf %{{.*}} : f32 to bf16
func.func @small_floats_are_summed_up_in_f32(%x: tensor<2x3xbf16>) -> tensor<2xbf16> {
  %r = graph.reduce <sum> %x, [1] : tensor<2x3xbf16> -> tensor<2xbf16>
  return %r : tensor<2xbf16>
}

// The first position of the largest element: reductions of one number each.
// CHECK-LABEL: func.func @argmax
//       CHECK:   %[[BEST:.*]] = tensor.generic {{.*}} iterator_types = ["parallel", "reduction"]}
//       CHECK:   arith.maximumf %{{.*}}, %{{.*}} fastmath<nsz> : f32
//       CHECK:   tensor.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %[[BEST]] :
//       CHECK:   ^bb0(%[[X:.*]]: f32, %[[MOST:.*]]: f32, %[[PLACE:.*]]: i32):
//       CHECK:   tensor.index 1
//       CHECK:   %[[NEW:.*]] = arith.select %{{.*}}, %{{.*}}, %c2147483647_i32 : i32
//  CHECK-NEXT:   arith.minsi %[[PLACE]], %[[NEW]] : i32
//       CHECK:   arith.extsi %{{.*}} : i32 to i64
func.func @argmax(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  %r = graph.argmax %x, 1 : tensor<2x3xf32> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// CHECK-LABEL: func.func @cumulative
//       CHECK:   loop.for %[[I:.*]] = 0 to 2 iter_args
//       CHECK:   loop.for %[[J:.*]] = 0 to 3 iter_args(%[[R:.*]] = %{{.*}}, %[[SUM:.*]] = %{{.*}}) -> (tensor<2x3xf32>, f32)
//       CHECK:   %[[NEW:.*]] = arith.addf %[[SUM]], %{{.*}} fastmath<reassoc,contract> : f32
//  CHECK-NEXT:   tensor.insert %[[NEW]] into %[[R]][%[[I]], %[[J]]]
func.func @cumulative(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = graph.cumulative <sum> %x, 1 : tensor<2x3xf32> -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// Each slice is the one before, with the next one added to it.
// CHECK-LABEL: func.func @cumulative_slices
//       CHECK:   %[[FIRST:.*]] = loop.for %{{.*}} = 0 to 20 iter_args
//       CHECK:   loop.for %[[K:.*]] = 0 to 2 iter_args(%{{.*}} = %[[FIRST]]) -> (tensor<3x20xf32>)
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[K]], %c1 : index
//       CHECK:   loop.for %[[J:.*]] = 0 to 20 iter_args(%[[R:.*]] = %{{.*}}) -> (tensor<3x20xf32>)
//       CHECK:   tensor.extract %[[R]][%[[K]], %[[J]]]
//       CHECK:   tensor.extract %x[%[[NEXT]], %[[J]]]
//       CHECK:   tensor.insert %{{.*}} into %[[R]][%[[NEXT]], %[[J]]]
func.func @cumulative_slices(%x: tensor<3x20xf32>) -> tensor<3x20xf32> {
  %r = graph.cumulative <sum> %x, 0 : tensor<3x20xf32> -> tensor<3x20xf32>
  return %r : tensor<3x20xf32>
}

// CHECK-LABEL: func.func @gather
//       CHECK:   tensor.generic {{.*}} ins(%i : tensor<3xi64>)
//  CHECK-NEXT:   ^bb0(%[[I:.*]]: i64, %{{.*}}: f32):
//       CHECK:   %[[COLUMN:.*]] = tensor.index 1
//       CHECK:   %[[J:.*]] = arith.index_cast %[[I]] : i64 to index
//  CHECK-NEXT:   %[[K:.*]] = arith.maxsi %[[J]], %c0 : index
//  CHECK-NEXT:   %[[L:.*]] = arith.minsi %[[K]], %c7 : index
//  CHECK-NEXT:   tensor.extract %{{.*}}[%[[L]], %[[COLUMN]]]
func.func @gather(%x: tensor<8x4xf32>, %i: tensor<3xi64>) -> tensor<3x4xf32> {
  %r = graph.gather %x[%i], window_dims = [1], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1, slice_sizes = [1, ?] : tensor<8x4xf32>, tensor<3xi64> -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// What lies outside is left out, which one unsigned comparison tells.
// CHECK-LABEL: func.func @scatter
//       CHECK:   loop.for %[[I:.*]] = 0 to 3 iter_args(%[[R:.*]] = %{{.*}}) -> (tensor<8xf32>)
//       CHECK:   %[[THERE:.*]] = arith.cmpi ult, %[[P:.*]], %c8 : index
//       CHECK:   loop.when %[[THERE]] -> (tensor<8xf32>)
//  CHECK-NEXT:   %[[OLD:.*]] = tensor.extract %[[R]][%[[P]]]
//  CHECK-NEXT:   %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} : f32
//  CHECK-NEXT:   tensor.insert %[[NEW]] into %[[R]][%[[P]]]
func.func @scatter(%x: tensor<8xf32>, %i: tensor<3xi64>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %r = graph.scatter <add> %x[%i], %u, window_dims = [], collapsed = [0], batch = [] x [], index_map = [0],
    index_vector_dim = 1 : tensor<8xf32>, tensor<3xi64>, tensor<3xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// All indices are compared before they are used; a negative one is large as a number without a sign.
// CHECK-LABEL: func.func @check_indices
//       CHECK:   %[[ALL:.*]] = tensor.generic {{.*}}iterator_types = ["reduction"]
//       CHECK:     %[[INDEX:.*]] = arith.extsi %{{.*}} : i32 to i64
//       CHECK:     arith.cmpi ult, %[[INDEX]], %{{.*}} : i64
//       CHECK:     arith.andi
//       CHECK:   %[[HOLDS:.*]] = tensor.extract %[[ALL]][] : tensor<i1>
//       CHECK:   cf.assert %[[HOLDS]], "no such row"
//       CHECK:   return %i
func.func @check_indices(%i: tensor<3xi32>, %n: tensor<i64>) -> tensor<3xi32> {
  %r = graph.check_indices %i below %n else("no such row") : tensor<3xi32>, tensor<i64> -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// CHECK-LABEL: func.func @nonzero
//       CHECK:   %[[COUNT:.*]] = loop.for
//       CHECK:   tensor.empty(%[[COUNT]]) : tensor<?x1xi64>
//       CHECK:   loop.for
func.func @nonzero(%x: tensor<8xi1>) -> tensor<?x1xi64> {
  %r = graph.nonzero %x : tensor<8xi1> -> tensor<?x1xi64>
  return %r : tensor<?x1xi64>
}

// An element's rank is the number of those before it.
// CHECK-LABEL: func.func @sort_few
//       CHECK:   %[[RANKS:.*]] = tensor.generic {{.*}}"reduction"{{.*}} outs(%{{.*}} : tensor<8xi32>)
//       CHECK:     arith.cmpi slt
//       CHECK:     arith.addi
//       CHECK:   loop.for
//       CHECK:     tensor.extract %[[RANKS]]
func.func @sort_few(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = graph.sort %x along 0 : tensor<8xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A step for each digit: digits are counted, and say where their elements begin.
// CHECK-LABEL: func.func @sort_many
//       CHECK:   loop.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %[[SHIFT:.*]] = %c0)
//       CHECK:   arith.shrui
//       CHECK:   arith.addi %{{.*}}, %c8 : index
func.func @sort_many(%x: tensor<800xf32>) -> tensor<800xf32> {
  %r = graph.sort %x along 0 : tensor<800xf32> -> tensor<800xf32>
  return %r : tensor<800xf32>
}

// A block of elements none of which is among the first two is skipped.
// CHECK-LABEL: func.func @top_k
//       CHECK:   %[[BEST:.*]] = tensor.generic
//  CHECK-SAME:     outs(%{{.*}} : tensor<50xi32>)
//       CHECK:     arith.minsi
//       CHECK:   loop.for %{{.*}} = 0 to 49 iter_args
//       CHECK:     tensor.extract %[[BEST]]
//       CHECK:     loop.when
//       CHECK:   loop.for %{{.*}} = 0 to 2 iter_args
func.func @top_k(%x: tensor<800xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %v, %i = graph.top_k %x, 0, k = 2 : tensor<800xf32> -> tensor<2xf32>, tensor<2xi32>
  return %v, %i : tensor<2xf32>, tensor<2xi32>
}
