// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected at least one operand, but got none [distinct_objects_c1]}}
  "memref.distinct_objects"() : () -> ()
  // expected-error @+1 {{expected results of types 'memref<4xf32>', but got 'memref<8xf32>' [distinct_objects_c2]}}
  %0 = "memref.distinct_objects"(%a) : (memref<4xf32>) -> memref<8xf32>
  // expected-error @+1 {{expected source, target, count, tag and strides, but got 'memref<4xf32>', 'index' [dma_start_c1]}}
  "memref.dma_start"(%a, %i) : (memref<4xf32>, index) -> ()
  // expected-error @+1 {{expected 1 tag indices, as for 'memref<4xf32>', but got 0 [dma_wait_c1]}}
  memref.dma_wait %a[], %i : memref<4xf32>
  return
}
