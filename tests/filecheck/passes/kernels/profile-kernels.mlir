// RUN: dlc-opt %s --profile-kernels --split-input-file | filecheck %s

//      CHECK: dlc.profiled_kernels = [{bytes = 4096 : i64, flops = 1024 : i64, name = "kernel"
// CHECK-SAME:   schedule = ["loop-vectorize{loops=l width=8}"], sources = ["{{[^"]*}}profile-kernels.mlir:
// CHECK-SAME:   {bytes = 4096 : i64, flops = 1024 : i64, name = "kernel"
// CHECK-SAME:   {name = "dynamic"
// CHECK-LABEL: func.func @main
//       CHECK:   %[[BEGIN:.*]] = arith.constant 0 : i64
//  CHECK-NEXT:   call @dlc_profile_mark(%[[BEGIN]]) : (i64) -> ()
//  CHECK-NEXT:   call @kernel(
func.func @main(%m: memref<1024xf32>, %d: memref<?xf32>, %f: f32) -> f32 {
  call @kernel(%m) : (memref<1024xf32>) -> ()
//       CHECK:   %[[END:.*]] = arith.constant 1 : i64
//  CHECK-NEXT:   call @dlc_profile_mark(%[[END]]) : (i64) -> ()
  call @kernel(%m) : (memref<1024xf32>) -> ()
//       CHECK:   call @kernel(
  call @dynamic(%d) : (memref<?xf32>) -> ()
//       CHECK:   arith.constant 5 : i64
//  CHECK-NEXT:   call @dlc_profile_mark
// A function without loops is not a kernel.
//  CHECK-NEXT:   call @no_loops
  %r = call @no_loops(%f) : (f32) -> f32
//  CHECK-NEXT:   return
  return %r : f32
}
func.func private @kernel(%m: memref<1024xf32>) {
  loop.for %i = 0 to 1024 {
    %x = loop.load %m[%i] : memref<1024xf32>
    %y = arith.addf %x, %x : f32
    loop.store %y, %m[%i] : memref<1024xf32>
  } {loop.name = "l", loop.try_schedule = [["loop-vectorize{loops=l width=8}"]]}
  return
}
func.func private @dynamic(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  loop.for %i = 0 to %n {
    %x = loop.load %m[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    loop.store %y, %m[%i] : memref<?xf32>
  }
  return
}
func.func private @no_loops(%f: f32) -> f32 {
  %y = arith.addf %f, %f : f32
  return %y : f32
}
// CHECK: func.func private @dlc_profile_mark(i64)

// -----

// CHECK-LABEL: func.func @no_kernels
//   CHECK-NOT:   dlc_profile_mark
func.func @no_kernels(%x: f32) -> f32 {
  return %x : f32
}

// -----

// The number of iterations is undefined.
// CHECK: dlc.profiled_kernels = [{{.*}}flops = 0 : i64, name = "beyond_the_rank"
func.func @main(%m: memref<1024xf32>) {
  call @beyond_the_rank(%m) : (memref<1024xf32>) -> ()
  return
}
func.func private @beyond_the_rank(%m: memref<1024xf32>) {
  %c64 = arith.constant 64 : index
  %n = memref.dim %m, %c64 : memref<1024xf32>
  loop.for %i = 0 to %n {
    %x = loop.load %m[%i] : memref<1024xf32>
    loop.store %x, %m[%i] : memref<1024xf32>
  }
  return
}
