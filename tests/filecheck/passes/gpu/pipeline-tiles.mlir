// RUN: dlc-opt %s --gpu-pipeline-tiles="loops=k" --canonicalize | filecheck %s

// One thread copies the first tile before the loop, and all wait for it by the parity of its phase.
// CHECK-DAG: #[[STAGE:.*]] = affine_map<(d0) -> ((d0 floordiv 16) mod 2)>
// CHECK-DAG: #[[PARITY:.*]] = affine_map<(d0) -> ((d0 floordiv 16) floordiv 2)>
// CHECK-DAG: #[[LATER:.*]] = affine_map<(d0) -> (d0 + 16)>
// CHECK-LABEL: func.func @two_stages
// CHECK: %[[W:.*]] = memref.alloc() : memref<2x2x8x8xf16, #gpu.address_space<workgroup>>
// CHECK: %[[FULL:.*]] = memref.alloc() : memref<2xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT: nvgpu.barrier.init %[[FULL]][%c0] {arrivals = 1 : i32}
// CHECK-NEXT: nvgpu.barrier.init %[[FULL]][%c1] {arrivals = 1 : i32}
// CHECK-NEXT: nvgpu.fence.proxy
// CHECK-NEXT: nvgpu.barrier.arrive_expect %[[FULL]][%c0] {bytes = 256 : i32}
// CHECK-NEXT: nvgpu.tile_copy %a[%b, %c0, %c0], %[[W]][%c0, %c0, %c0, %c0], %[[FULL]][%c0] {rows = 1 : index}
// CHECK: loop.for %k = 0 to 64 step 16 {
// CHECK-NEXT: %[[S:.*]] = loop.apply #[[STAGE]](%k)
// CHECK-NEXT: %[[P:.*]] = loop.apply #[[PARITY]](%k)
// CHECK-NEXT: nvgpu.barrier.wait %[[FULL]][%[[S]]], %[[P]]
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: loop.if
// CHECK-NEXT: %[[N:.*]] = loop.apply #{{.*}}(%k)
// CHECK-NEXT: nvgpu.barrier.arrive_expect %[[FULL]][%[[N]]] {bytes = 256 : i32}
// CHECK-NEXT: %[[C:.*]] = loop.apply #[[LATER]](%k)
// CHECK-NEXT: nvgpu.tile_copy %a[%b, %c0, %[[C]]], %[[W]][%[[N]], %c0, %c0, %c0], %[[FULL]][%[[N]]] {rows = 1 : index}
// CHECK-NOT: nvgpu.tile_copy
// CHECK: loop.load %[[W]][(%k floordiv 16) mod 2, 1, %t, 7]
func.func @two_stages(%a: memref<4x8x64xf16>, %out: memref<8xf16> {llvm.noalias}) {
  loop.parallel (%b) = (0) to (2) {
    %w = memref.alloc() : memref<2x8x8xf16, #gpu.address_space<workgroup>>
    loop.for %k = 0 to 64 step 16 {
      loop.for %i = 0 to 8 {
        loop.for %j = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 16)>(%k) {
          %x = loop.load %a[%b, %i, %j] : memref<4x8x64xf16>
          loop.store %x, %w[(%j - %k) floordiv 8, %i, (%j - %k) mod 8] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        }
      }
      loop.parallel (%t) = (0) to (8) {
        %y = loop.load %w[1, %t, 7] : memref<2x8x8xf16, #gpu.address_space<workgroup>>
        loop.store %y, %out[%t] : memref<8xf16>
      } {mapping = [#gpu.thread<x>]}
    } {loop.name = "k"}
    memref.dealloc %w : memref<2x8x8xf16, #gpu.address_space<workgroup>>
  } {gpu.block_size = 32 : i64, mapping = [#gpu.block<x>]}
  return
}
