// RUN: dlc-opt %s --gpu-describe-machine="arch=sm_80" --schedule-loops | filecheck %s
// RUN: dlc-opt %s --gpu-describe-machine="arch=sm_80" --schedule-loops --apply-schedules --schedule-loops | filecheck %s --check-prefix=AGAIN

// One tile of sums would be one block: 32 parts of the sums are 32 blocks, which have tiles of their own.
// CHECK-LABEL: func.func @few_sums
//       CHECK: {loop.name = "i", loop.try_schedule =
//       CHECK: "loop-tile{loops=k sizes=256}",
//  CHECK-NEXT: "loop-split-reduction{loops=i,j,k}"
// AGAIN-LABEL: func.func @few_sums
//       AGAIN: %parts = memref.alloc() {{.*}} : memref<32x32x32xf32>
//       AGAIN: {loop.name = "k_parts", loop.try_schedule = {{.*}}
//       AGAIN: "gpu-use-mma{
//       AGAIN: loop.for %i = 0 to 32
//   AGAIN-NOT: loop.try_schedule
//       AGAIN: memref.dealloc %parts
func.func @few_sums(%a: memref<32x8192xf16>, %b: memref<8192x32xf16>, %c: memref<32x32xf16> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 32 {
      %s = loop.for %k = 0 to 8192 iter_args(%sum = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<32x8192xf16>
        %y = loop.load %b[%k, %j] : memref<8192x32xf16>
        %xw = arith.extf %x : f16 to f32
        %yw = arith.extf %y : f16 to f32
        %xy = arith.mulf %xw, %yw : f32
        %next = arith.addf %sum, %xy fastmath<reassoc> : f32
        loop.yield %next : f32
      }
      %r = arith.truncf %s : f32 to f16
      loop.store %r, %c[%i, %j] : memref<32x32xf16>
    }
  }
  return
}

// One row is one block; columns side by side are threads side by side.
// CHECK-LABEL: func.func @one_row
//       CHECK: "loop-tile{loops=k sizes=4100}",
//  CHECK-NEXT: "loop-split-reduction{loops=k}"
// CHECK-LABEL: func.func @columns
//       CHECK: "loop-tile{loops=k sizes=64}",
//  CHECK-NEXT: "loop-split-reduction{loops=i,k}"
func.func @one_row(%a: memref<41000xf32>, %start: f32) -> f32 {
  %s = loop.for %k = 0 to 41000 iter_args(%sum = %start) -> (f32) {
    %x = loop.load %a[%k] : memref<41000xf32>
    %next = arith.maximumf %sum, %x : f32
    loop.yield %next : f32
  }
  return %s : f32
}
func.func @columns(%a: memref<640x90xi32>, %c: memref<90xi32> {llvm.noalias}, %start: i32) {
  loop.for %i = 0 to 90 {
    %s = loop.for %k = 0 to 640 iter_args(%sum = %start) -> (i32) {
      %x = loop.load %a[%k, %i] : memref<640x90xi32>
      %next = arith.addi %sum, %x : i32
      loop.yield %next : i32
    }
    loop.store %s, %c[%i] : memref<90xi32>
  }
  return
}

// Enough blocks, short sums, sums in an order, and sizes that nobody knows.
// CHECK-NOT: loop-split-reduction
func.func @many_rows(%a: memref<256x8192xf32>, %c: memref<256xf32> {llvm.noalias}, %start: f32) {
  loop.for %i = 0 to 256 {
    %s = loop.for %k = 0 to 8192 iter_args(%sum = %start) -> (f32) {
      %x = loop.load %a[%i, %k] : memref<256x8192xf32>
      %next = arith.addf %sum, %x fastmath<reassoc> : f32
      loop.yield %next : f32
    }
    loop.store %s, %c[%i] : memref<256xf32>
  }
  return
}
func.func @short_sums(%a: memref<7x4096xf32>, %c: memref<7xf32> {llvm.noalias}, %start: f32) {
  loop.for %i = 0 to 7 {
    %s = loop.for %k = 0 to 4096 iter_args(%sum = %start) -> (f32) {
      %x = loop.load %a[%i, %k] : memref<7x4096xf32>
      %next = arith.addf %sum, %x fastmath<reassoc> : f32
      loop.yield %next : f32
    }
    loop.store %s, %c[%i] : memref<7xf32>
  }
  return
}
func.func @in_order(%a: memref<81920xf32>, %start: f32) -> f32 {
  %s = loop.for %k = 0 to 81920 iter_args(%sum = %start) -> (f32) {
    %x = loop.load %a[%k] : memref<81920xf32>
    %next = arith.addf %sum, %x : f32
    loop.yield %next : f32
  }
  return %s : f32
}
func.func @unknown(%a: memref<?xf32>, %n: index, %start: f32) -> f32 {
  %s = loop.for %k = 0 to %n iter_args(%sum = %start) -> (f32) {
    %x = loop.load %a[%k] : memref<?xf32>
    %next = arith.addf %sum, %x fastmath<reassoc> : f32
    loop.yield %next : f32
  }
  return %s : f32
}
