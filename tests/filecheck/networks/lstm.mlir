// RUN: dlc-opt %S/../../../examples/lstm.mlir --inline --symbol-dce --canonicalize --names=numbers | filecheck %s --check-prefix=GRAPH
// RUN: dlc-opt %S/../../../examples/lstm.mlir --lower-to-tensor --names=numbers | filecheck %s --check-prefix=KERNELS
// RUN: dlc-opt %S/../../../examples/lstm.mlir --lower-to-tensor --bufferize --names=numbers | filecheck %s --check-prefix=MEMORY
// RUN: dlc-opt %S/../../../examples/lstm.mlir --lower-to-loops --names=numbers | filecheck %s --check-prefix=LOOPS

// As a graph: a step is inlined into the loops over places, and what the inputs add is computed outside of them.

// GRAPH-LABEL: func.func @lstm
//  GRAPH-SAME:   (%[[XS:[^:]*]]: tensor<?x3xf32, #graph.dims<t>>
//       GRAPH:   %[[PRODUCTS:.*]] = graph.contract %[[XS]],
//       GRAPH:   %[[PARTS:.*]] = graph.add %[[PRODUCTS]],
//       GRAPH:   graph.scan ({{.*}}) over (%[[PART:[^ ]*]] = %[[PARTS]] : tensor<?x16xf32, #graph.dims<t>>)
//   GRAPH-NOT:     graph.call
//       GRAPH:     graph.add %[[PART]],
//       GRAPH:     graph.yield
// GRAPH-LABEL: func.func @both_directions
//       GRAPH:   graph.scan ({{.*}}) over (%{{[^)]*}}) ->
//       GRAPH:   graph.scan ({{.*}}) over (%{{[^)]*}}) reverse ->
//       GRAPH:   graph.concat

// All gates are one kernel with the product that they are made from; everything behind them is one elementwise op.

// KERNELS-LABEL: func.func private @step
//       KERNELS:   %[[GATES:.*]] = tensor.kernel
//       KERNELS:     tensor.contract
//       KERNELS:   tensor.extract_slice %[[GATES]][0] [4] [1]
//       KERNELS:   tensor.extract_slice %[[GATES]][12] [4] [1]
//       KERNELS:   %[[CELL:.*]]:2 = tensor.generic
//   KERNELS-NOT:   tensor.generic
//       KERNELS:   return %[[CELL]]#0, %[[CELL]]#1

// A scan is a loop that carries the state and what has been stacked so far.

// KERNELS-LABEL: func.func @lstm
//       KERNELS:   %[[PARTS:.*]] = call @inputs
//       KERNELS:   %[[LOOP:.*]]:3 = loop.for %[[I:.*]] = 0 to {{.*}} iter_args(%[[H:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}}, %[[ALL:.*]] = %{{.*}})
//       KERNELS:     %[[PART:.*]] = tensor.extract_slice %[[PARTS]][%[[I]], 0] [1, 16] [1, 1]
//       KERNELS:     %[[NEXT:.*]]:2 = func.call @step(%[[PART]], %[[H]], %[[C]],
//       KERNELS:     %[[MORE:.*]] = tensor.insert_slice %[[NEXT]]#0 into %[[ALL]][%[[I]], 0] [1, 4] [1, 1]
//       KERNELS:     loop.yield %[[NEXT]]#0, %[[NEXT]]#1, %[[MORE]]
//       KERNELS:   return %[[LOOP]]#2, %[[LOOP]]#1

// In reverse the slices are taken, and stacked, from the end.

// KERNELS-LABEL: func.func @both_directions
//       KERNELS:   loop.for %[[I:.*]] = 0 to
//       KERNELS:     %[[AT:.*]] = loop.apply #{{.*}}(%[[I]])[
//       KERNELS:     tensor.extract_slice %{{.*}}[%[[AT]], 0]
//       KERNELS:     tensor.insert_slice %{{.*}} into %{{.*}}[%[[AT]], 0]

// The loop carries nothing any more: the state is memory from outside of it, which each step overwrites, and the outputs
// are written where they stay. What is allocated inside is freed inside.

//  MEMORY-LABEL: func.func @lstm
//        MEMORY:   %[[H:.*]] = memref.alloc() {{.*}} : memref<4xf32>
//        MEMORY:   %[[C:.*]] = memref.alloc() {{.*}} : memref<4xf32>
//        MEMORY:   %[[ALL:.*]] = memref.alloc({{.*}} : memref<?x4xf32>
//        MEMORY:   loop.for %[[I:[^ ]*]] = 0 to #{{[^ ]*}} {
//        MEMORY:     %[[NEXT:.*]]:2 = func.call @step(%{{[^ ]*}}, %[[H]], %[[C]],
//        MEMORY:     %[[PLACE:.*]] = memref.subview %[[ALL]][%[[I]], 0] [1, 4] [1, 1]
//        MEMORY:     memref.copy %[[NEXT]]#0, %[[PLACE]]
//        MEMORY:     memref.copy %[[NEXT]]#0, %[[H]]
//        MEMORY:     memref.dealloc %[[NEXT]]#0
//        MEMORY:     memref.copy %[[NEXT]]#1, %[[C]]
//        MEMORY:     memref.dealloc %[[NEXT]]#1
//        MEMORY:   }
//        MEMORY:   memref.dealloc %[[H]]
//        MEMORY:   return %[[ALL]], %[[C]]

// The gates are read where they are: a slice of memory is no copy.

//   LOOPS-LABEL: func.func private @step
//         LOOPS:   %[[GATES:.*]] = memref.alloc() {{.*}} : memref<16xf32>
//         LOOPS:   %[[FIRST:.*]] = memref.subview %[[GATES]][0] [4] [1]
//     LOOPS-NOT:   memref.alloc() {{.*}} : memref<16xf32>
//         LOOPS:   loop.for %[[I:.*]] = 0 to 4 {
//         LOOPS:     loop.load %[[FIRST]][%[[I]]]
//         LOOPS:     math.tanh
//         LOOPS:   memref.dealloc %[[GATES]]
