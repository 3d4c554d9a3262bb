// RUN: dlc-opt %s --allow-unregistered-dialect | dlc-opt --allow-unregistered-dialect --mlir-print-op-generic | filecheck %s

// Copies in the background, and memrefs that do not overlap.

//      CHECK: "func.func"() <{function_type = (memref<64xf32>, memref<64xf32, 1>, memref<1xi32>, index) -> (), sym_name = "dma"}> ({
// CHECK-NEXT: ^bb0(%arg0: memref<64xf32>, %arg1: memref<64xf32, 1>, %arg2: memref<1xi32>, %arg3: index):
// CHECK-NEXT: %0:2 = "memref.distinct_objects"(%arg0, %arg1) : (memref<64xf32>, memref<64xf32, 1>) -> (memref<64xf32>, memref<64xf32, 1>)
// CHECK-NEXT: "memref.dma_start"(%arg0, %arg3, %arg1, %arg3, %arg3, %arg2, %arg3) : (memref<64xf32>, index, memref<64xf32, 1>, index, index, memref<1xi32>, index) -> ()
// CHECK-NEXT: "memref.dma_start"(%arg0, %arg3, %arg1, %arg3, %arg3, %arg2, %arg3, %arg3, %arg3) : (memref<64xf32>, index, memref<64xf32, 1>, index, index, memref<1xi32>, index, index, index) -> ()
// CHECK-NEXT: "memref.dma_wait"(%arg2, %arg3, %arg3) : (memref<1xi32>, index, index) -> ()
// CHECK-NEXT: "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()

func.func @dma(%a: memref<64xf32>, %b: memref<64xf32, 1>, %t: memref<1xi32>, %i: index) {
  %o:2 = memref.distinct_objects %a, %b : memref<64xf32>, memref<64xf32, 1>
  memref.dma_start %a[%i], %b[%i], %i, %t[%i] : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
  memref.dma_start %a[%i], %b[%i], %i, %t[%i], %i, %i : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
  memref.dma_wait %t[%i], %i : memref<1xi32>
  return
}
