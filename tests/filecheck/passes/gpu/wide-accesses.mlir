// RUN: dlc-opt %s --gpu-describe-machine="arch=sm_80" --schedule-loops | filecheck %s
// RUN: dlc-opt %s --lower-to-gpu --emit=ptx | filecheck %s --check-prefix=PTX

// Each thread has 8 of 512 elements of a row, for which the narrowest ones decide; two warps share a row.
// CHECK-LABEL: func.func @rows
//       CHECK: loop.try_schedule =
//       CHECK: "loop-unroll{loops=j factor=8}",
//  CHECK-NEXT: "loop-unroll{loops=k factor=8}"
// PTX-LABEL: .entry rows_kernel
//       PTX: .reqntid 64, 1, 1
// PTX-COUNT-2: ld.global.nc.v4.b32
//   PTX-NOT: ld.global
//       PTX: st.global.v4.b32
//   PTX-NOT: st.global
//       PTX: ret;
func.func @rows(%a: memref<16x512xf32>, %c: memref<16x512xf16> {llvm.noalias}, %start: f32) {
  loop.for %i = 0 to 16 {
    %sum = loop.for %j = 0 to 512 iter_args(%s = %start) -> (f32) {
      %x = loop.load %a[%i, %j] : memref<16x512xf32>
      %next = arith.addf %s, %x fastmath<reassoc> : f32
      loop.yield %next : f32
    }
    loop.for %k = 0 to 512 {
      %x = loop.load %a[%i, %k] : memref<16x512xf32>
      %d = arith.divf %x, %sum : f32
      %h = arith.truncf %d : f32 to f16
      loop.store %h, %c[%i, %k] : memref<16x512xf16>
    }
  }
  return
}

// Enough elements for all threads of the device, in rows that begin at multiples of 16 bytes.
// CHECK-LABEL: func.func @points
//       CHECK: loop.try_schedule = {{\[\[}}"loop-unroll{loops=j factor=4}"]]
// PTX-LABEL: .entry points_kernel
//       PTX: ld.global.nc.v4.b32
//   PTX-NOT: ld.global
//       PTX: st.global.v4.b32
func.func @points(%a: memref<512x300xf32>, %b: memref<300xf32>, %c: memref<512x300xf32> {llvm.noalias}) {
  loop.for %i = 0 to 512 {
    loop.for %j = 0 to 300 {
      %x = loop.load %a[%i, %j] : memref<512x300xf32>
      loop.store %x, %c[%i, %j] : memref<512x300xf32>
    }
  }
  return
}

// Too few elements; rows that begin anywhere; elements that are not adjacent; rows of fewer elements than threads.
// CHECK-NOT: loop.try_schedule
func.func @few(%a: memref<64x300xf32>, %c: memref<64x300xf32> {llvm.noalias}) {
  loop.for %i = 0 to 64 {
    loop.for %j = 0 to 300 {
      %x = loop.load %a[%i, %j] : memref<64x300xf32>
      loop.store %x, %c[%i, %j] : memref<64x300xf32>
    }
  }
  return
}
func.func @odd(%a: memref<512x301xf32>, %c: memref<512x300xf32> {llvm.noalias}) {
  loop.for %i = 0 to 512 {
    loop.for %j = 0 to 300 {
      %x = loop.load %a[%i, %j] : memref<512x301xf32>
      loop.store %x, %c[%i, %j] : memref<512x300xf32>
    }
  }
  return
}
func.func @every_other(%a: memref<512x600xf32>, %c: memref<512x300xf32> {llvm.noalias}) {
  loop.for %i = 0 to 512 {
    loop.for %j = 0 to 300 {
      %x = loop.load %a[%i, 2 * %j] : memref<512x600xf32>
      loop.store %x, %c[%i, %j] : memref<512x300xf32>
    }
  }
  return
}
func.func @short_rows(%a: memref<16x48xf32>, %c: memref<16xf32> {llvm.noalias}, %start: f32) {
  loop.for %i = 0 to 16 {
    %sum = loop.for %j = 0 to 48 iter_args(%s = %start) -> (f32) {
      %x = loop.load %a[%i, %j] : memref<16x48xf32>
      %next = arith.addf %s, %x fastmath<reassoc> : f32
      loop.yield %next : f32
    }
    loop.store %sum, %c[%i] : memref<16xf32>
  }
  return
}
