// RUN: dlc-opt %s --gpu-describe-machine="arch=sm_80" --schedule-loops | filecheck %s

// Columns of the operand are rows of the result: the loop over batches is outermost.
// CHECK-LABEL: func.func @batch
//       CHECK: loop.try_schedule =
//       CHECK: "loop-interchange{loops=i,b,j order=1,0,2}"
//       CHECK: "loop-tile{loops=i,j sizes=32,32}"
//       CHECK: "gpu-map-loops{loops=b,i,j block-size=256}"
//       CHECK: "loop-pack{at=j read=1 loops=j_point,i_point sizes=32,32 buffer=tile space=workgroup skew=1}"
//       CHECK: "gpu-map-loops{loops=tile_j_point,tile_i_point to=threads}"
//       CHECK: "loop-pad{loops=i_point,j_point sizes=32,32 guard=true}"
//       CHECK: "gpu-map-loops{loops=i_point,j_point to=threads}"
func.func @batch(%y: memref<33xf32>, %a: memref<4x100x33xf32>, %c: memref<33x4x100xf32> {llvm.noalias}) {
  loop.for %i = 0 to 33 {
    loop.for %b = 0 to 4 {
      loop.for %j = 0 to 100 {
        %y_i = loop.load %y[%i] : memref<33xf32>
        %x = loop.load %a[%b, %j, %i] : memref<4x100x33xf32>
        %s = arith.addf %x, %y_i : f32
        loop.store %s, %c[%i, %b, %j] : memref<33x4x100xf32>
      }
    }
  }
  return
}

// A tile would be mostly empty; a stride that is not that of a row; two operands that are read along another loop.
// CHECK-NOT: loop.try_schedule
func.func @narrow(%a: memref<100x8xf32>, %c: memref<8x100xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 100 {
      %x = loop.load %a[%j, %i] : memref<100x8xf32>
      loop.store %x, %c[%i, %j] : memref<8x100xf32>
    }
  }
  return
}
func.func @every_other(%a: memref<64x100xf32>, %c: memref<64x50xf32> {llvm.noalias}) {
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 50 {
      %x = loop.load %a[%i, 2 * %j] : memref<64x100xf32>
      loop.store %x, %c[%i, %j] : memref<64x50xf32>
    }
  }
  return
}
func.func @two(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32> {llvm.noalias}) {
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 64 {
      %x = loop.load %a[%j, %i] : memref<64x64xf32>
      %y = loop.load %b[%j, %i] : memref<64x64xf32>
      %s = arith.addf %x, %y : f32
      loop.store %s, %c[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
