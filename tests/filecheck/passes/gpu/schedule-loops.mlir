// RUN: dlc-opt %s --gpu-describe-machine="block-threads=64 thread-sums=4 multiprocessors=1" --schedule-loops | filecheck %s

// CHECK: module attributes {gpu.machine = {block_threads = 64 : i64, {{.*}}thread_sums = 4 : i64, workgroup_bytes = 49152 : i64}} {

// Blocks of 16 by 16 sums, of which each of 64 threads has 2 by 2.
// CHECK-LABEL: func.func @product
//       CHECK: loop.try_schedule =
//       CHECK: "loop-tile{loops=i,j sizes=16,16}"
//       CHECK: "loop-tile{loops=k sizes=16}"
//       CHECK: "gpu-map-loops{loops=i,j block-size=64}"
//       CHECK: "loop-accumulate-in-memory{loops=k buffer=sums sizes=16,16 space=private}"
//       CHECK: "loop-separate{loops=i_point,j_point suffixes=_init,,_done}"
//       CHECK: "loop-interchange{loops=i_point,j_point,k order=2,0,1}"
//       CHECK: "loop-pack{at=k read=2 loops=k_point,j_point sizes=16,16 buffer=columns space=workgroup}"
//       CHECK: "gpu-map-loops{loops=columns_k_point,columns_j_point to=threads}"
//       CHECK: "loop-pack{at=k read=2 loops=i_point,k_point sizes=16,16 buffer=rows space=workgroup}"
//       CHECK: "gpu-map-loops{loops=rows_i_point,rows_k_point to=threads}"
//       CHECK: "loop-tile{loops=i_point_init,j_point_init sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point_init,j_point_init to=threads}"
//       CHECK: "loop-unroll{loops=i_point_init_point,j_point_init_point full=true}"
//       CHECK: "loop-tile{loops=i_point,j_point sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point,j_point to=threads}"
//       CHECK: "loop-unroll-and-jam{loops=j_point_point factor=2}"
//       CHECK: "loop-unroll-and-jam{loops=i_point_point factor=2}"
//       CHECK: "loop-unroll{loops=i_point_point,j_point_point full=true}"
//       CHECK: "loop-unroll{loops=k_point factor=8}"
//       CHECK: "loop-tile{loops=i_point_done,j_point_done sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point_done,j_point_done to=threads}"
//       CHECK: "loop-unroll{loops=i_point_done_point,j_point_done_point full=true}"
func.func @product(%a: memref<32x48xf32>, %b: memref<48x64xf32>, %c: memref<32x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 64 {
      %s = loop.for %k = 0 to 48 iter_args(%sum = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<32x48xf32>
        %y = loop.load %b[%k, %j] : memref<48x64xf32>
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy fastmath<reassoc> : f32
        loop.yield %next : f32
      }
      loop.store %s, %c[%i, %j] : memref<32x64xf32>
    }
  }
  return
}

// Copies and sums that reach over the end are padded, stores are guarded, and the last sums have a nest of their own.
// CHECK-LABEL: func.func @sizes_that_fill_no_tile
//       CHECK: loop.try_schedule =
//       CHECK: "loop-tile{loops=i,j sizes=16,16}"
//       CHECK: "loop-tile{loops=k sizes=16}"
//       CHECK: "gpu-map-loops{loops=i,j block-size=64}"
//       CHECK: "loop-accumulate-in-memory{loops=k buffer=sums sizes=16,16 space=private}"
//       CHECK: "loop-separate{loops=i_point,j_point suffixes=_init,,_done}"
//       CHECK: "loop-interchange{loops=i_point,j_point,k order=2,0,1}"
//       CHECK: "loop-pack{at=k read=2 loops=k_point,j_point sizes=16,16 buffer=columns space=workgroup}"
//       CHECK: "gpu-map-loops{loops=columns_k_point,columns_j_point to=threads}"
//       CHECK: "loop-pack{at=k read=2 loops=i_point,k_point sizes=16,16 buffer=rows space=workgroup}"
//       CHECK: "gpu-map-loops{loops=rows_i_point,rows_k_point to=threads}"
//       CHECK: "loop-pad{loops=i_point_init,j_point_init,i_point,j_point sizes=16,16,16,16}"
//       CHECK: "loop-pad{loops=i_point_done,j_point_done sizes=16,16 guard=true}"
//       CHECK: "loop-specialize{loops=i_point,j_point,k_point sizes=16,16,16}"
//       CHECK: "loop-tile{loops=i_point_init,j_point_init sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point_init,j_point_init to=threads}"
//       CHECK: "loop-unroll{loops=i_point_init_point,j_point_init_point full=true}"
//       CHECK: "loop-tile{loops=i_point,j_point sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point,j_point to=threads}"
//       CHECK: "loop-unroll-and-jam{loops=j_point_point factor=2}"
//       CHECK: "loop-unroll-and-jam{loops=i_point_point factor=2}"
//       CHECK: "loop-unroll{loops=i_point_point,j_point_point full=true}"
//       CHECK: "loop-tile{loops=i_point_partial,j_point_partial sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point_partial,j_point_partial to=threads}"
//       CHECK: "loop-unroll-and-jam{loops=j_point_partial_point factor=2}"
//       CHECK: "loop-unroll-and-jam{loops=i_point_partial_point factor=2}"
//       CHECK: "loop-unroll{loops=i_point_partial_point,j_point_partial_point full=true}"
//       CHECK: "loop-unroll{loops=k_point factor=8}"
//       CHECK: "loop-tile{loops=i_point_done,j_point_done sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point_done,j_point_done to=threads}"
//       CHECK: "loop-unroll{loops=i_point_done_point,j_point_done_point full=true}"
func.func @sizes_that_fill_no_tile(%a: memref<17x19xf32>, %b: memref<19x21xf32>, %c: memref<17x21xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 17 {
    loop.for %j = 0 to 21 {
      %s = loop.for %k = 0 to 19 iter_args(%sum = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<17x19xf32>
        %y = loop.load %b[%k, %j] : memref<19x21xf32>
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy fastmath<reassoc> : f32
        loop.yield %next : f32
      }
      loop.store %s, %c[%i, %j] : memref<17x21xf32>
    }
  }
  return
}

// The window is copied as often as it is read; the loop over images is a loop over blocks.
// CHECK-LABEL: func.func @windows
//       CHECK: loop.try_schedule =
//       CHECK: "loop-tile{loops=o,p sizes=16,16}"
//       CHECK: "loop-tile{loops=i sizes=5}"
//       CHECK: "gpu-map-loops{loops=n,o,p block-size=64}"
//       CHECK: "loop-accumulate-in-memory{loops=i buffer=sums sizes=16,16 space=private}"
//       CHECK: "loop-separate{loops=o_point,p_point suffixes=_init,,_done}"
//       CHECK: "loop-interchange{loops=o_point,p_point,i order=2,0,1}"
//       CHECK: "loop-pack{at=i read=2 loops=o_point,i_point,k sizes=16,5,0 buffer=rows space=workgroup}"
//       CHECK: "gpu-map-loops{loops=rows_o_point,rows_i_point,rows_k to=threads}"
//       CHECK: "loop-pack{at=i read=2 loops=i_point,k,p_point sizes=5,0,16 buffer=columns space=workgroup}"
//       CHECK: "gpu-map-loops{loops=columns_i_point,columns_k,columns_p_point to=threads}"
//       CHECK: "loop-tile{loops=o_point_init,p_point_init sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=o_point_init,p_point_init to=threads}"
//       CHECK: "loop-unroll{loops=o_point_init_point,p_point_init_point full=true}"
//       CHECK: "loop-tile{loops=o_point,p_point sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=o_point,p_point to=threads}"
//       CHECK: "loop-unroll-and-jam{loops=p_point_point factor=2}"
//       CHECK: "loop-unroll-and-jam{loops=o_point_point factor=2}"
//       CHECK: "loop-unroll{loops=o_point_point,p_point_point full=true}"
//       CHECK: "loop-unroll{loops=k factor=3}"
//       CHECK: "loop-tile{loops=o_point_done,p_point_done sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=o_point_done,p_point_done to=threads}"
//       CHECK: "loop-unroll{loops=o_point_done_point,p_point_done_point full=true}"
func.func @windows(%x: memref<2x5x34xf32>, %w: memref<16x5x3xf32>, %c: memref<2x16x32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %n = 0 to 2 {
    loop.for %o = 0 to 16 {
      loop.for %p = 0 to 32 {
        %s = loop.for %i = 0 to 5 iter_args(%sum = %zero) -> (f32) {
          %t = loop.for %k = 0 to 3 iter_args(%part = %sum) -> (f32) {
            %a = loop.load %x[%n, %i, %p + %k] : memref<2x5x34xf32>
            %b = loop.load %w[%o, %i, %k] : memref<16x5x3xf32>
            %ab = arith.mulf %a, %b : f32
            %next = arith.addf %part, %ab fastmath<reassoc> : f32
            loop.yield %next : f32
          }
          loop.yield %t : f32
        }
        loop.store %s, %c[%n, %o, %p] : memref<2x16x32xf32>
      }
    }
  }
  return
}

// A product with a vector uses nothing twice but the vector: a warp has a row, and each thread two elements of it.
// CHECK-LABEL: func.func @with_a_vector
//       CHECK:   loop.try_schedule = {{\[\[}}"loop-unroll{loops=k factor=2}"]]
//       CHECK:   return
func.func @with_a_vector(%a: memref<32x64xf32>, %b: memref<64xf32>, %c: memref<32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 32 {
    %s = loop.for %k = 0 to 64 iter_args(%sum = %zero) -> (f32) {
      %x = loop.load %a[%i, %k] : memref<32x64xf32>
      %y = loop.load %b[%k] : memref<64xf32>
      %xy = arith.mulf %x, %y : f32
      %next = arith.addf %sum, %xy fastmath<reassoc> : f32
      loop.yield %next : f32
    }
    loop.store %s, %c[%i] : memref<32xf32>
  }
  return
}

// Tiles of so few rows do not pay.
// CHECK-LABEL: func.func @few_rows
//   CHECK-NOT:   loop.try_schedule
//       CHECK:   return
func.func @few_rows(%a: memref<4x64xf32>, %b: memref<64x64xf32>, %c: memref<4x64xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 4 {
    loop.for %j = 0 to 64 {
      %s = loop.for %k = 0 to 64 iter_args(%sum = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<4x64xf32>
        %y = loop.load %b[%k, %j] : memref<64x64xf32>
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy fastmath<reassoc> : f32
        loop.yield %next : f32
      }
      loop.store %s, %c[%i, %j] : memref<4x64xf32>
    }
  }
  return
}

// Integers are summed like floats, and floats need not be summed in another order.
// CHECK-LABEL: func.func @integers
//       CHECK: loop.try_schedule =
//       CHECK: "loop-tile{loops=i,j sizes=16,16}"
//       CHECK: "loop-tile{loops=k sizes=16}"
//       CHECK: "gpu-map-loops{loops=i,j block-size=64}"
//       CHECK: "loop-accumulate-in-memory{loops=k buffer=sums sizes=16,16 space=private}"
//       CHECK: "loop-separate{loops=i_point,j_point suffixes=_init,,_done}"
//       CHECK: "loop-interchange{loops=i_point,j_point,k order=2,0,1}"
//       CHECK: "loop-pack{at=k read=2 loops=k_point,j_point sizes=16,16 buffer=columns space=workgroup}"
//       CHECK: "gpu-map-loops{loops=columns_k_point,columns_j_point to=threads}"
//       CHECK: "loop-pack{at=k read=2 loops=i_point,k_point sizes=16,16 buffer=rows space=workgroup}"
//       CHECK: "gpu-map-loops{loops=rows_i_point,rows_k_point to=threads}"
//       CHECK: "loop-tile{loops=i_point_init,j_point_init sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point_init,j_point_init to=threads}"
//       CHECK: "loop-unroll{loops=i_point_init_point,j_point_init_point full=true}"
//       CHECK: "loop-tile{loops=i_point,j_point sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point,j_point to=threads}"
//       CHECK: "loop-unroll-and-jam{loops=j_point_point factor=2}"
//       CHECK: "loop-unroll-and-jam{loops=i_point_point factor=2}"
//       CHECK: "loop-unroll{loops=i_point_point,j_point_point full=true}"
//       CHECK: "loop-unroll{loops=k_point factor=8}"
//       CHECK: "loop-tile{loops=i_point_done,j_point_done sizes=2,2}"
//       CHECK: "gpu-map-loops{loops=i_point_done,j_point_done to=threads}"
//       CHECK: "loop-unroll{loops=i_point_done_point,j_point_done_point full=true}"
func.func @integers(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %c: memref<16x16xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 16 {
      %s = loop.for %k = 0 to 16 iter_args(%sum = %zero) -> (i32) {
        %x = loop.load %a[%i, %k] : memref<16x16xi8>
        %y = loop.load %b[%k, %j] : memref<16x16xi8>
        %xw = arith.extsi %x : i8 to i32
        %yw = arith.extsi %y : i8 to i32
        %xy = arith.muli %xw, %yw : i32
        %next = arith.addi %sum, %xy : i32
        loop.yield %next : i32
      }
      loop.store %s, %c[%i, %j] : memref<16x16xi32>
    }
  }
  return
}
