// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @constants
//  CHECK-NEXT:   %cst = graph.constant dense<[1.000000e+00, -2.500000e+00]> : tensor<2xf32>
//  CHECK-NEXT:   %cst_0 = graph.constant dense<7> : tensor<2x3xui8>
//  CHECK-NEXT:   %cst_1 = graph.constant dense<true> : tensor<i1>
//  CHECK-NEXT:   %cst_2 = graph.constant dense_resource<weights> : tensor<2xf32>
//  CHECK-NEXT:   return
func.func @constants() {
  %cst = graph.constant dense<[1.0, -2.5]> : tensor<2xf32>
  %cst_0 = graph.constant dense<7> : tensor<2x3xui8>
  %cst_1 = graph.constant dense<true> : tensor<i1>
  %cst_2 = graph.constant dense_resource<weights> : tensor<2xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
