// RUN: dlc-opt %s --gpu-call-kernels | filecheck %s

// A memref is an address, and a number for each size that is not known.
// CHECK: module attributes {gpu.container_module, gpu.launches = [{name = "k", sources = ["{{.*}}call-kernels.mlir:{{[0-9:]+}}"{{.*}}]}]} {
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<?x4xf32>, %s: f32) kernel {
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @launch
  //  CHECK-SAME:   (%[[M:.*]]: memref<?x4xf32>, %[[N:.*]]: index, %[[S:.*]]: f32)
  //       CHECK:   %[[ONE:.*]] = arith.constant 1 : index
  //       CHECK:   %[[SHARED:.*]] = arith.constant 0 : index
  //       CHECK:   %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[M]]
  //       CHECK:   %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[M]]
  //       CHECK:   call @"gpu.launch k 0"(%[[N]], %[[ONE]], %[[ONE]], %[[ONE]], %[[ONE]], %[[ONE]], %[[SHARED]], %[[ADDRESS]], %[[SIZES]]#0, %[[S]])
  //   CHECK-NOT:   gpu.launch_func
  func.func @launch(%m: memref<?x4xf32>, %n: index, %s: f32) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<?x4xf32>, %s : f32)
    return
  }
  // CHECK: func.func private @"gpu.launch k 0"
}
