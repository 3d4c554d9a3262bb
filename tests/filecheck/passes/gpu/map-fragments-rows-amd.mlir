// RUN: dlc-opt %s --gpu-map-fragments="loops=i tile=16,16" --split-input-file | filecheck %s

// The threads of one number in all four groups share a row: each has four of its columns, and they exchange the sums.
module attributes {gpu.machine = {arch = "gfx90a"}} {
  // CHECK-LABEL: func.func @rows
  //       CHECK: loop.parallel (%warp_row, %warp_column, %group, %member) = (0, 0, 0, 0) to (1, 1, 4, 16) {
  //       CHECK:   loop.load %m[%member + %warp_row * 16, %group * 4]
  //       CHECK:   %[[X:.*]] = loop.load %m[%member + %warp_row * 16, %group * 4 + 3]
  //       CHECK:   %[[OWN:.*]] = arith.addf %{{.*}}, %[[X]] fastmath<reassoc> : f32
  //       CHECK:   %[[SUM:.*]] = gpu.subgroup_reduce  add %[[OWN]] uniform cluster(size = 4, stride = 16) : (f32) -> f32
  //       CHECK:   %[[ALL:.*]] = arith.addf %{{.*}}, %[[SUM]] fastmath<reassoc> : f32
  //       CHECK:   loop.store %[[ALL]], %most[%member + %warp_row * 16]
  //   CHECK-NOT:   gpu.subgroup_reduce
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

// -----

// RDNA: the threads of one number in both groups share a row, of which each has eight columns.
module attributes {gpu.machine = {arch = "gfx1100"}} {
  // CHECK-LABEL: func.func @rows
  //       CHECK:   %[[X:.*]] = loop.load %m[%member + %warp_row * 16, %group * 8 + 7]
  //       CHECK:   %[[OWN:.*]] = arith.addf %{{.*}}, %[[X]] fastmath<reassoc> : f32
  //       CHECK:   gpu.subgroup_reduce  add %[[OWN]] uniform cluster(size = 2, stride = 16) : (f32) -> f32
  //       CHECK:   loop.store %{{.*}}, %most[%member + %warp_row * 16]
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
