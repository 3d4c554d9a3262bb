// RUN: dlc-opt %S/../../../examples/transformer_block.mlir --inline --symbol-dce --canonicalize --names=numbers | filecheck %s --check-prefix=GRAPH
// RUN: dlc-opt %S/../../../examples/transformer_block.mlir --lower-to-tensor --names=numbers | filecheck %s --check-prefix=KERNELS
// RUN: dlc-opt %S/../../../examples/transformer_block.mlir --lower-to-tensor --bufferize --names=numbers | filecheck %s --check-prefix=MEMORY
// RUN: dlc-opt %S/../../../examples/transformer_block.mlir --lower-to-loops --names=numbers | filecheck %s --check-prefix=LOOPS

// As a graph: nothing is left of the calls, the name of the size stays, and the transposition behind the heads has gone
// into the contraction that joins them.

//   GRAPH-NOT: func.func private
// GRAPH-LABEL: func.func @block(%{{.*}}: tensor<?x8xf32, #graph.dims<s>>
//   GRAPH-NOT:   graph.call
//       GRAPH:   %[[FOUND:.*]] = graph.attention
//  GRAPH-NEXT:   graph.contract %[[FOUND]], %{{.*}}, batch = [] x [], contracting = [0, 2] x [0, 1] : tensor<2x?x4xf32, #graph.dims<s>>
//       GRAPH:   graph.gelu
// GRAPH-LABEL: func.func @block_step_by_step
//   GRAPH-NOT:   graph.transpose
//       GRAPH:   graph.softmax %{{.*}}, [2] : tensor<2x?x?xf32, #graph.dims<s, s>>
//   GRAPH-NOT:   graph.transpose
//       GRAPH:   return

// Attention, written out: products of queries and keys, a kernel along the rows of the scores that scales and masks them
// and takes the softmax, and the sums of values. The mask is no tensor: it is computed from where the scores are. The
// transposition at the end is a part of the last kernel.

// KERNELS-LABEL: func.func private @attend_step_by_step
//  KERNELS-SAME:   (%[[Q:[^:]*]]: tensor<?x2x4xf32> {{{[^}]*}}}, %[[K:[^:]*]]: tensor<?x2x4xf32> {{{[^}]*}}}, %[[V:[^:]*]]: tensor<?x2x4xf32>
//       KERNELS:   %[[PRODUCTS:.*]] = tensor.kernel ins({{[^ ]*}} = %[[Q]], {{[^ ]*}} = %[[K]] :
//       KERNELS:     tensor.contract
//       KERNELS:   %[[WEIGHTS:.*]] = tensor.kernel ins({{[^ ]*}} = %[[PRODUCTS]]{{[ ,]}}
//       KERNELS:     arith.mulf
//   KERNELS-DAG:     tensor.index 1
//   KERNELS-DAG:     tensor.index 2
//       KERNELS:     arith.cmpi sge
//       KERNELS:     arith.select
//       KERNELS:     arith.maximumf
//       KERNELS:     arith.subf
//       KERNELS:     math.exp
//       KERNELS:     arith.addf
//       KERNELS:     arith.divf
//       KERNELS:     arith.mulf
//       KERNELS:   %[[RESULT:.*]] = tensor.kernel ins({{[^ ]*}} = %[[WEIGHTS]], {{[^ ]*}} = %[[V]] :
//       KERNELS:     %[[FOUND:.*]] = tensor.contract
//  KERNELS-NEXT:     tensor.transpose ins(%[[FOUND]]
//   KERNELS-NOT:   tensor.kernel
//       KERNELS:   return %[[RESULT]]

// The two layers: normalization by itself along the rows, `gelu` in the kernel of the first product, and the addition of
// what went around in that of the second one.

// KERNELS-LABEL: func.func private @think
//  KERNELS-SAME:   (%[[X:[^:]*]]: tensor<?x8xf32>
//       KERNELS:   %[[NORMAL:.*]] = tensor.kernel ins({{[^ ]*}} = %[[X]]{{[ ,]}}
//       KERNELS:     math.sqrt
//       KERNELS:   %[[SMOOTH:.*]] = tensor.kernel ins({{[^ ]*}} = %[[NORMAL]]{{[ ,]}}
//       KERNELS:     tensor.contract
//  KERNELS-NEXT:     tensor.generic
//       KERNELS:       math.erf
//       KERNELS:   %[[RESULT:.*]] = tensor.kernel ins({{.*}} = %[[SMOOTH]]{{[ ,]}}
//       KERNELS:     tensor.contract
//  KERNELS-NEXT:     tensor.generic
//       KERNELS:       arith.addf
//   KERNELS-NOT:   tensor.kernel
//       KERNELS:   return %[[RESULT]]

// The weights take the place of the products that they are made from.

//  MEMORY-LABEL: func.func private @attend_step_by_step
//        MEMORY:   %[[SCORES:.*]] = memref.alloc({{.*}} : memref<2x?x?xf32>
//    MEMORY-NOT:   : memref<2x?x?xf32>{{$}}
//        MEMORY:   tensor.kernel {{.*}} outs({{[^ ]*}} = %[[SCORES]] :
//        MEMORY:   tensor.kernel ins({{[^ ]*}} = %[[SCORES]]{{[ ,]}}{{.*}} outs({{[^ ]*}} = %[[SCORES]] :
//        MEMORY:   %[[RESULT:.*]] = memref.alloc({{.*}} : memref<?x2x4xf32>
//        MEMORY:   tensor.kernel ins({{[^ ]*}} = %[[SCORES]]{{[ ,]}}{{.*}} outs({{[^ ]*}} = %[[RESULT]] :
//        MEMORY:   memref.dealloc %[[SCORES]]
//        MEMORY:   return %[[RESULT]]

// A row of scores at a time goes through all of softmax: its largest element and its sum are scalars.

//   LOOPS-LABEL: func.func private @attend_step_by_step
//         LOOPS:   %[[SCORES:.*]] = memref.alloc({{.*}} : memref<2x?x?xf32>
//         LOOPS:   loop.store %{{.*}}, %[[SCORES]]
//         LOOPS:   loop.for %[[HEAD:.*]] = 0 to 2 {
//    LOOPS-NEXT:     loop.for %[[ROW:.*]] = 0 to %{{[^ ]*}} {
//         LOOPS:       loop.load %[[SCORES]][%[[HEAD]], %[[ROW]],
//         LOOPS:         arith.select
//         LOOPS:       %[[MAX:.*]] = loop.for {{.*}} iter_args(
//         LOOPS:         arith.maximumf
//         LOOPS:         %[[BELOW:.*]] = arith.subf %{{.*}}, %[[MAX]]
//    LOOPS-NEXT:         %[[DISTANCE:.*]] = math.absf %[[BELOW]]
//    LOOPS-NEXT:         %[[NEGATIVE:.*]] = arith.negf %[[DISTANCE]]
//    LOOPS-NEXT:         math.exp %[[NEGATIVE]]
//         LOOPS:       %[[SUM:.*]] = loop.for {{.*}} iter_args(
//         LOOPS:       %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[SUM]]
//         LOOPS:         %[[SHARE:.*]] = arith.mulf %{{.*}}, %[[INVERSE]]
//    LOOPS-NEXT:         loop.store %[[SHARE]], %[[SCORES]][%[[HEAD]], %[[ROW]],
