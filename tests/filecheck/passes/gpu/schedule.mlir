// RUN: dlc-opt %s --apply-schedules --loop-to-gpu --canonicalize --cse | filecheck %s

// A schedule for a GPU: blocks of 8 by 16 sums, tiles of both operands in the memory of a block, and 2 by 2 sums in the
// memory of each of 32 threads.
// CHECK-LABEL: func.func @product
//       CHECK:   gpu.launch blocks(%block_x, %block_y, %block_z) in (%grid_size_x = %c2, %grid_size_y = %c4, %grid_size_z = %c1) threads(%thread_x, %thread_y, %thread_z) in (%block_size_x = %c32,
//  CHECK-SAME:     workgroup(%columns : memref<4x16xf32, #gpu.address_space<workgroup>>, %rows : memref<8x4xf32, #gpu.address_space<workgroup>>)
//       CHECK:     %sums = memref.alloca() : memref<2x2xf32>
//   CHECK-NOT:     gpu.barrier
//       CHECK:     loop.for %k = 0 to 32 step 4 {
//       CHECK:       loop.load %a[
//       CHECK:       loop.store %{{.*}}, %rows[
//       CHECK:       loop.load %b[
//       CHECK:       loop.store %{{.*}}, %columns[
//       CHECK:       gpu.barrier
//       CHECK:       %[[SUMS:.*]]:4 = loop.for %k_point = {{.*}} iter_args(
//  CHECK-COUNT-2:      loop.load %{{rows|columns}}[
//       CHECK:       loop.store %[[SUMS]]#0, %sums[0, 0]
//       CHECK:       gpu.barrier
//       CHECK:     }
//   CHECK-NOT:     gpu.barrier
//       CHECK:     loop.store %{{.*}}, %c[
//       CHECK:     gpu.terminator
func.func @product(%a: memref<32x32xf32>, %b: memref<32x32xf32>, %c: memref<32x32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 32 {
      %sum = loop.for %k = 0 to 32 iter_args(%s = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<32x32xf32>
        %y = loop.load %b[%k, %j] : memref<32x32xf32>
        %xy = arith.mulf %x, %y : f32
        %more = arith.addf %s, %xy fastmath<reassoc,contract> : f32
        loop.yield %more : f32
      } {loop.name = "k"}
      loop.store %sum, %c[%i, %j] : memref<32x32xf32>
    } {loop.name = "j"}
  } {loop.name = "i", loop.schedule = [
    "loop-tile{loops=i,j sizes=8,16}",
    "loop-tile{loops=k sizes=4}",
    "gpu-map-loops{loops=i,j block-size=32}",
    "loop-accumulate-in-memory{loops=k buffer=sums space=private}",
    "loop-separate{loops=i_point,j_point suffixes=_init,,_done}",
    "loop-interchange{loops=i_point,j_point,k order=2,0,1}",
    "loop-pack{at=k read=2 loops=k_point,j_point sizes=4,16 buffer=columns space=workgroup}",
    "loop-pack{at=k read=2 loops=i_point,k_point sizes=8,4 buffer=rows space=workgroup}",
    "gpu-map-loops{loops=rows_i_point,rows_k_point to=threads}",
    "gpu-map-loops{loops=columns_k_point,columns_j_point to=threads}",
    "loop-tile{loops=i_point_init,j_point_init sizes=2,2}",
    "gpu-map-loops{loops=i_point_init,j_point_init to=threads}",
    "loop-unroll{loops=i_point_init_point,j_point_init_point full=true}",
    "loop-tile{loops=i_point,j_point sizes=2,2}",
    "gpu-map-loops{loops=i_point,j_point to=threads}",
    "loop-unroll-and-jam{loops=j_point_point factor=2}",
    "loop-unroll-and-jam{loops=i_point_point factor=2}",
    "loop-unroll{loops=i_point_point,j_point_point full=true}",
    "loop-tile{loops=i_point_done,j_point_done sizes=2,2}",
    "gpu-map-loops{loops=i_point_done,j_point_done to=threads}",
    "loop-unroll{loops=i_point_done_point,j_point_done_point full=true}"]}
  return
}
