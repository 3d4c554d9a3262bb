// RUN: dlc-opt %S/../../../examples/residual_network.mlir --inline --symbol-dce --canonicalize --cse --names=numbers | filecheck %s --check-prefix=GRAPH
// RUN: dlc-opt %S/../../../examples/residual_network.mlir --graph-to-tensor --names=numbers | filecheck %s --check-prefix=TENSOR
// RUN: dlc-opt %S/../../../examples/residual_network.mlir --lower-to-tensor --names=numbers | filecheck %s --check-prefix=KERNELS
// RUN: dlc-opt %S/../../../examples/residual_network.mlir --lower-to-tensor --bufferize --names=numbers | filecheck %s --check-prefix=MEMORY
// RUN: dlc-opt %S/../../../examples/residual_network.mlir --lower-to-loops --names=numbers | filecheck %s --check-prefix=LOOPS

// As a graph, with its blocks in one function: the stem, two blocks of two convolutions, one of three. What the blocks say
// of their constants is said once.

//   GRAPH-NOT: func.func private
// GRAPH-LABEL: func.func @classify
// GRAPH-COUNT-4: graph.constant dense<{{.*}}> : tensor<8xf32>
// GRAPH-COUNT-6: graph.constant dense<{{.*}}> : tensor<4xf32>
//   GRAPH-NOT: graph.constant
// GRAPH-COUNT-8: graph.convolution
//   GRAPH-NOT:   graph.convolution
//       GRAPH:   graph.softmax %{{.*}}, [1] : tensor<?x5xf32, #graph.dims<n>>

// A convolution is a contraction of a padded source, whose maps add up the loops over places and over the window.

//       TENSOR: #[[WINDOW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d4, d2 + d5, d3 + d6)>
// TENSOR-LABEL: func.func private @same_size
//  TENSOR-SAME:   (%[[X:[^:]*]]: tensor<?x4x3x3xf32> {graph.dims = #graph.dims<n>},
//       TENSOR:   %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 1, 1] high[0, 0, 1, 1]
//       TENSOR:   tensor.contract {indexing_maps = [#[[WINDOW]], {{.*}} ins(%[[PADDED]],
//   TENSOR-NOT:   graph.{{[a-z_]+ }}
// TENSOR-LABEL: func.func private @half_size

// Each convolution is one kernel with its batch normalization, the activation, and in the second one the addition of
// what went around it. Nothing is computed by itself but the factors of the normalization, from constants.

// KERNELS-LABEL: func.func private @same_size
//  KERNELS-SAME:   (%[[X:[^:]*]]: tensor<?x4x3x3xf32>
//       KERNELS:   %[[PADDED:.*]] = tensor.pad %[[X]]
//       KERNELS:   %[[FACTOR:.*]] = tensor.generic
//       KERNELS:     math.sqrt
//       KERNELS:   %[[INNER:.*]] = tensor.kernel ins({{.*}} = %[[PADDED]]{{[ ,]}}
//  KERNELS-NEXT:     tensor.fill
//  KERNELS-NEXT:     %[[PRODUCTS:.*]] = tensor.contract
//  KERNELS-NEXT:     %[[DONE:.*]] = tensor.generic {{.*}} ins(%[[PRODUCTS]],
//       KERNELS:       arith.subf
//  KERNELS-NEXT:       arith.mulf
//  KERNELS-NEXT:       arith.addf
//  KERNELS-NEXT:       arith.maximumf
//  KERNELS-NEXT:       tensor.yield
//       KERNELS:     tensor.yield %[[DONE]]
//       KERNELS:   %[[AGAIN:.*]] = tensor.pad %[[INNER]]
//       KERNELS:   %[[RESULT:.*]] = tensor.kernel ins({{.*}} = %[[AGAIN]]{{[ ,]}}{{.*}} = %[[X]] :
//       KERNELS:     tensor.contract
//  KERNELS-NEXT:     tensor.generic
//       KERNELS:       arith.subf
//  KERNELS-NEXT:       arith.mulf
//  KERNELS-NEXT:       arith.addf
//  KERNELS-NEXT:       arith.addf
//  KERNELS-NEXT:       arith.maximumf
//   KERNELS-NOT:   tensor.kernel
//       KERNELS:   return %[[RESULT]]

// The projection around the strided block takes the rest of the block in: its kernel reads what the other way gave.

// KERNELS-LABEL: func.func private @half_size
//  KERNELS-SAME:   (%[[X:[^:]*]]: tensor<?x4x3x3xf32>
//       KERNELS:   %[[INNER:.*]] = tensor.kernel
//       KERNELS:   %[[OUTER:.*]] = tensor.kernel
//       KERNELS:   %[[RESULT:.*]] = tensor.kernel ins({{[^ ]*}} = %[[X]]{{[ ,]}}{{.*}} = %[[OUTER]]{{[ ,]}}
//   KERNELS-NOT:   tensor.kernel
//       KERNELS:   return %[[RESULT]]

// Pooling is a kernel, and so is the softmax of the classifier, with the bias in front of it, along each row of scores.

// KERNELS-LABEL: func.func @classify
//       KERNELS:   tensor.kernel
//       KERNELS:     arith.maximumf
//       KERNELS:   call @same_size
//       KERNELS:   call @same_size
//       KERNELS:   call @half_size
//       KERNELS:   %[[POOLED:.*]] = tensor.kernel
//       KERNELS:     arith.divf
//       KERNELS:   %[[VECTORS:.*]] = tensor.collapse_shape %[[POOLED]]
//       KERNELS:   %[[PRODUCTS:.*]] = tensor.kernel ins({{[^ ]*}} = %[[VECTORS]]{{[ ,]}}
//       KERNELS:     tensor.contract
//       KERNELS:   %[[PROBABILITIES:.*]] = tensor.kernel ins({{.*}} = %[[PRODUCTS]]{{[ ,]}}
//       KERNELS:     arith.addf
//       KERNELS:     arith.maximumf
//       KERNELS:     math.exp
//       KERNELS:     arith.addf
//       KERNELS:     arith.divf
//   KERNELS-NOT:   tensor.kernel
//       KERNELS:   return %[[PROBABILITIES]]

// Constants are globals, arguments are only read, and what the first convolution gives is written right into the middle
// of the padded source of the second one.

//        MEMORY: memref.global "private" constant
//  MEMORY-LABEL: func.func private @same_size
//   MEMORY-SAME:   (%[[X:[^:]*]]: memref<?x4x3x3xf32>
//        MEMORY:   %[[PADDED:.*]] = memref.alloc({{.*}} : memref<?x4x5x5xf32>
//        MEMORY:   %[[AGAIN:.*]] = memref.alloc({{.*}} : memref<?x4x5x5xf32>
//        MEMORY:   %[[MIDDLE:.*]] = memref.subview %[[AGAIN]][0, 0, 1, 1]
//        MEMORY:   tensor.kernel ins({{[^ ]*}} = %[[PADDED]]{{[ ,]}}{{.*}} outs({{[^ ]*}} = %[[MIDDLE]] :
//        MEMORY:   %[[RESULT:.*]] = memref.alloc({{.*}} : memref<?x4x3x3xf32>
//        MEMORY:   tensor.kernel ins({{[^ ]*}} = %[[AGAIN]]{{[ ,]}}{{.*}} = %[[X]] :{{.*}} outs({{[^ ]*}} = %[[RESULT]] :
//        MEMORY:   return %[[RESULT]]

// The sums of a convolution are carried by its loops; what follows is applied to them, and they are stored once.

//   LOOPS-LABEL: func.func private @same_size
//    LOOPS-SAME:   (%[[X:[^:]*]]: memref<?x4x3x3xf32> {{{[^}]*}}}, %[[KERNEL:[^:]*]]: memref<4x4x3x3xf32>
//         LOOPS:           %[[SUM:.*]] = loop.for %[[C:.*]] = 0 to 4 iter_args(
//         LOOPS:             loop.for %[[H:.*]] = 0 to 3 iter_args(
//         LOOPS:               loop.for %[[W:.*]] = 0 to 3 iter_args(%[[ACC:.*]] =
//         LOOPS:                 %[[E:.*]] = loop.load %{{.*}}[%[[N:[^,]*]], %[[C]], %[[I:[^ ]*]] + %[[H]], %[[J:[^ ]*]] + %[[W]]]
//         LOOPS:                 %[[K:.*]] = loop.load %[[KERNEL]][%[[O:[^,]*]], %[[C]], %[[H]], %[[W]]]
//         LOOPS:                 %[[TERM:.*]] = arith.mulf %[[E]], %[[K]]
//         LOOPS:                 %[[NEXT:.*]] = arith.addf %[[ACC]], %[[TERM]]
//         LOOPS:                 loop.yield %[[NEXT]]
//         LOOPS:           %[[CENTERED:.*]] = arith.subf %[[SUM]],
//         LOOPS:           %[[SCALED:.*]] = arith.mulf %[[CENTERED]],
//         LOOPS:           %[[SHIFTED:.*]] = arith.addf %[[SCALED]],
//         LOOPS:           %[[CUT:.*]] = arith.maximumf %[[SHIFTED]],
//    LOOPS-NEXT:           loop.store %[[CUT]], %{{.*}}[%[[N]], %[[O]], %[[I]], %[[J]]]

// Where a window moves by two places, so do the positions.

//   LOOPS-LABEL: func.func private @half_size
//         LOOPS:   loop.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}} * 2 + %{{.*}}, %{{.*}} * 2 + %{{.*}}]
