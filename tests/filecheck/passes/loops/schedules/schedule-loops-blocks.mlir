// RUN: dlc-opt %s --describe-machine="vector-bits=256 vector-registers=16 cores=2 l1-bytes=32768 l2-bytes=524288 l3-bytes=33554432" --schedule-loops | filecheck %s

// Two products one after the other for each block: tiles of 6 rows and 16 columns, and blocks are shared by threads.
// CHECK-LABEL: func.func @blocks(
//       CHECK:   loop.try_schedule
//       CHECK:     "loop-coalesce{loops=h,b}"
//  CHECK-NEXT:     "loop-parallelize{loops=h depth=1}"
//  CHECK-NEXT:     "loop-tile{loops=j sizes=16}"
//  CHECK-NEXT:     "loop-tile{loops=i sizes=6}"
//  CHECK-NEXT:     "loop-interchange{loops=j,j_point,i,i_point order=0,2,3,1}"
//  CHECK-NEXT:     "loop-vectorize{loops=j_point width=8}"
//  CHECK-NEXT:     "loop-unroll-and-jam{loops=j_point factor=2}"
//  CHECK-NEXT:     "loop-unroll-and-jam{loops=i_point factor=6}"
//  CHECK-NEXT:     "loop-unroll{loops=k factor=4}"
//  CHECK-NEXT:     "loop-vectorize{loops=n width=8 interleave=4}"
//  CHECK-NEXT:     "loop-tile{loops=f sizes=16}"
func.func @blocks(%q: memref<8x4x12x64xf32>, %k: memref<8x64x32xf32>, %v: memref<8x32x16xf32>,
    %r: memref<8x4x12x16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %h = 0 to 8 {
    loop.for %b = 0 to 4 {
      %s = memref.alloca() : memref<12x32xf32>
      loop.for %j = 0 to 32 {
        loop.for %i = 0 to 12 {
          %sum = loop.for %c = 0 to 64 iter_args(%t = %zero) -> (f32) {
            %x = loop.load %q[%h, %b, %i, %c] : memref<8x4x12x64xf32>
            %y = loop.load %k[%h, %c, %j] : memref<8x64x32xf32>
            %p = arith.mulf %x, %y fastmath<contract> : f32
            %n = arith.addf %t, %p fastmath<reassoc,contract> : f32
            loop.yield %n : f32
          } {loop.name = "k"}
          loop.store %sum, %s[%i, %j] : memref<12x32xf32>
        } {loop.name = "i"}
      } {loop.name = "j"}
      loop.for %m = 0 to 12 {
        loop.for %n = 0 to 32 {
          %x = loop.load %s[%m, %n] : memref<12x32xf32>
          %y = arith.mulf %x, %x : f32
          loop.store %y, %s[%m, %n] : memref<12x32xf32>
        } {loop.name = "n"}
      } {loop.name = "m"}
      loop.for %f = 0 to 16 {
        loop.for %o = 0 to 12 {
          %sum = loop.for %c = 0 to 32 iter_args(%t = %zero) -> (f32) {
            %x = loop.load %s[%o, %c] : memref<12x32xf32>
            %y = loop.load %v[%h, %c, %f] : memref<8x32x16xf32>
            %p = arith.mulf %x, %y fastmath<contract> : f32
            %n = arith.addf %t, %p fastmath<reassoc,contract> : f32
            loop.yield %n : f32
          } {loop.name = "d"}
          loop.store %sum, %r[%h, %b, %o, %f] : memref<8x4x12x16xf32>
        } {loop.name = "o"}
      } {loop.name = "f"}
    } {loop.name = "b"}
  } {loop.name = "h"}
  return
}
