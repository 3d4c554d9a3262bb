// RUN: dlc-opt %s --graph-checkpoint="segments=2" | filecheck %s
// RUN: dlc-opt %s --graph-checkpoint="segments=2" --graph-grad | filecheck %s --check-prefix=GRAD

// What the second segment uses is kept; the function's results are, too.
// CHECK-LABEL: func.func @main
//       CHECK:   graph.exp %x {graph.checkpoint}
//       CHECK:   graph.sin %{{[0-9]+}} : tensor<3xf64>
//       CHECK:   graph.exp %{{[0-9]+}} {graph.checkpoint}
//       CHECK:   graph.reduce <sum> %{{[0-9]+}}, [0] : tensor<3xf64> -> tensor<f64>

// GRAD-LABEL: func.func @main_grad
//       GRAD:   graph.reduce
//       GRAD:   graph.exp %{{[0-9]+}} {graph.recomputed}
//       GRAD:   graph.exp %{{.*}} {graph.recomputed}
func.func @main(%x: tensor<3xf64>) -> tensor<f64> {
  %0 = graph.exp %x : tensor<3xf64>
  %1 = graph.sin %0 : tensor<3xf64>
  %2 = graph.exp %1 : tensor<3xf64>
  %3 = graph.reduce <sum> %2, [0] : tensor<3xf64> -> tensor<f64>
  return %3 : tensor<f64>
}
