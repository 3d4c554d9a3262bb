// RUN: dlc-opt %S/../../../examples/greedy_decoder.mlir --inline --symbol-dce --canonicalize --names=numbers | filecheck %s --check-prefix=GRAPH
// RUN: dlc-opt %S/../../../examples/greedy_decoder.mlir --lower-to-tensor --names=numbers | filecheck %s --check-prefix=KERNELS
// RUN: dlc-opt %S/../../../examples/greedy_decoder.mlir --lower-to-tensor --bufferize --names=numbers | filecheck %s --check-prefix=MEMORY
// RUN: dlc-opt %S/../../../examples/greedy_decoder.mlir --lower-to-loops --names=numbers | filecheck %s --check-prefix=LOOPS

// As a graph: the number of words that there is room for has a name, which the types in the loop go on using.

// GRAPH-LABEL: func.func @decode(%{{[^:]*}}: tensor<i64>, %{{[^:]*}}: tensor<?xi64, #graph.dims<n>>
//       GRAPH:   graph.while
//       GRAPH:     graph.condition
//       GRAPH:     graph.dynamic_update_slice %{{.*}} : tensor<?x4xf32, #graph.dims<n>>,
//       GRAPH:     graph.softmax %{{.*}}, [0] : tensor<?xf32, #graph.dims<n>>
//       GRAPH:     graph.argmax
//       GRAPH:     graph.yield %{{.*}} : tensor<?xi64, #graph.dims<n>>, tensor<i64>, tensor<i64>, tensor<?x4xf32, #graph.dims<n>>

// The loop carries tensors. The whole condition is one scalar computation, and a word's row of the table is found by
// reading it at a position that is computed.

// KERNELS-LABEL: func.func @decode
//  KERNELS-SAME:   %[[MEANING:[^ ]*]]: tensor<6x4xf32>
//       KERNELS:   loop.while
//       KERNELS:     tensor.generic {{.*}} iterator_types = []
//       KERNELS:       arith.cmpi slt
//       KERNELS:       arith.andi
//       KERNELS:     loop.condition
//       KERNELS:   } do {
//       KERNELS:   ^bb0(%[[SAID:[^:]*]]: tensor<?xi64>, %{{[^:]*}}: tensor<i64>, %{{[^:]*}}: tensor<i64>, %[[CACHE:[^:]*]]: tensor<?x4xf32>):
//       KERNELS:       tensor.extract %[[MEANING]][
//       KERNELS:     %[[NEW_CACHE:.*]] = tensor.insert_slice %{{.*}} into %[[CACHE]][
//       KERNELS:     func.call @recall(%[[NEW_CACHE]],
//       KERNELS:     %[[SAID_NOW:.*]] = tensor.insert_slice %{{.*}} into %[[SAID]][
//       KERNELS:     loop.yield %[[SAID_NOW]], %{{.*}}, %{{.*}}, %[[NEW_CACHE]]

// In memory the loop carries nothing: cache and words are each one buffer from outside of it, of which a step writes a
// row, and nothing as large is allocated or copied inside.

//  MEMORY-LABEL: func.func @decode
//        MEMORY:   %[[CACHE:.*]] = memref.alloc({{.*}} : memref<?x4xf32>
//        MEMORY:   %[[WORDS:.*]] = memref.alloc({{.*}} : memref<?xi64>
//        MEMORY:   loop.while : () -> () {
//        MEMORY:     loop.condition(%{{[^ ]*}}){{$}}
//    MEMORY-NOT:     memref.alloc({{.*}}?
//    MEMORY-NOT:     to memref<?
//        MEMORY:     %[[ROW:.*]] = memref.subview %[[CACHE]][%{{.*}}, 0] [1, 4] [1, 1]
//        MEMORY:     memref.copy %{{.*}}, %[[ROW]]
//        MEMORY:     func.call @recall(%[[CACHE]],
//    MEMORY-NOT:     memref.alloc({{.*}}?
//    MEMORY-NOT:     to memref<?
//        MEMORY:     %[[PLACE:.*]] = memref.subview %[[WORDS]][%{{.*}}] [1] [1]
//        MEMORY:     memref.copy %{{.*}}, %[[PLACE]]
//    MEMORY-NOT:     memref.alloc({{.*}}?
//        MEMORY:     loop.yield{{$}}
//        MEMORY:   memref.dealloc %[[CACHE]]
//        MEMORY:   return %[[WORDS]],

//   LOOPS-LABEL: func.func private @recall
//         LOOPS:   %[[SCORE:.*]] = loop.for {{.*}} = 0 to 4 iter_args(
//         LOOPS:   %[[IS_THERE:.*]] = arith.cmpi sle
//         LOOPS:   arith.select %[[IS_THERE]], %[[SCORE]],
//   LOOPS-LABEL: func.func @decode
//         LOOPS:   loop.while : () -> () {
