// RUN: dlc-opt %s --gpu-map-fragments="loops=i tile=16,16" | filecheck %s

// The 16 threads of a group share rows: each has one column of four of them, and they exchange these.
module attributes {gpu.machine = {arch = "gfx90a"}} {
  // CHECK-LABEL: func.func @rows
  //       CHECK: loop.parallel (%warp_row, %warp_column, %group, %member) = (0, 0, 0, 0) to (1, 1, 4, 16) {
  //       CHECK:   %[[X:.*]] = loop.load %m[%group * 4 + %warp_row * 16, %member]
  //       CHECK:   %[[SUM:.*]] = gpu.subgroup_reduce  add %[[X]] uniform cluster(size = 16) : (f32) -> f32
  //       CHECK:   %[[ALL:.*]] = arith.addf %{{.*}}, %[[SUM]] fastmath<reassoc> : f32
  //       CHECK:   loop.store %[[ALL]], %most[%group * 4 + %warp_row * 16]
  //       CHECK:   loop.store %{{.*}}, %most[%group * 4 + %warp_row * 16 + 3]
  func.func @rows() {
    %m = memref.alloc() : memref<16x16xf32, #gpu.address_space<private>>
    %most = memref.alloc() : memref<16xf32, #gpu.address_space<private>>
    %z = arith.constant 0.0 : f32
    loop.for %i = 0 to 16 {
      %a = loop.for %j = 0 to 16 iter_args(%s = %z) -> (f32) {
        %x = loop.load %m[%i, %j] : memref<16x16xf32, #gpu.address_space<private>>
        %y = arith.addf %s, %x fastmath<reassoc> : f32
        loop.yield %y : f32
      }
      loop.store %a, %most[%i] : memref<16xf32, #gpu.address_space<private>>
    } {loop.name = "i"}
    return
  }
}
