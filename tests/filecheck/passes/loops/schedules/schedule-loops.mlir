// RUN: dlc-opt %s --split-input-file --verify-diagnostics --schedule-loops | filecheck %s

// Rows: vectors inside, several side by side where values are carried, and threads outside; then either alone.
// CHECK-LABEL: func.func @rows
//       CHECK:   loop.try_schedule = [
//  CHECK-NEXT:     [
//  CHECK-NEXT:       "loop-parallelize{loops=row depth=1}",
//  CHECK-NEXT:       "loop-vectorize{loops=l1 width=8 interleave=4}",
//  CHECK-NEXT:       "loop-vectorize{loops=l2 width=8}"
//  CHECK-NEXT:     ],
//  CHECK-NEXT:     [
//  CHECK-NEXT:       "loop-vectorize{loops=l1 width=8 interleave=4}",
//  CHECK-NEXT:       "loop-vectorize{loops=l2 width=8}"
//  CHECK-NEXT:     ],
//  CHECK-NEXT:     ["loop-parallelize{loops=row depth=1}"]
//  CHECK-NEXT:   ]}
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @rows(%x: memref<64x512xf32>, %y: memref<64x512xf32>, %zero: f32) {
    loop.for %row = 0 to 64 {
      %sum = loop.for %0 = 0 to 512 iter_args(%s = %zero) -> (f32) {
        %1 = loop.load %x[%row, %0] : memref<64x512xf32>
        %2 = arith.addf %s, %1 fastmath<reassoc> : f32
        loop.yield %2 : f32
      }
      loop.for %0 = 0 to 512 {
        %1 = loop.load %x[%row, %0] : memref<64x512xf32>
        %2 = arith.divf %1, %sum : f32
        loop.store %2, %y[%row, %0] : memref<64x512xf32>
      }
    }
    return
  }
}

// -----

// A single loop is cut into pieces, one for a thread at a time.
// CHECK-LABEL: func.func @one_loop
//       CHECK:   "loop-tile{loops=i sizes=4096}",
//  CHECK-NEXT:   "loop-parallelize{loops=i depth=1}",
//  CHECK-NEXT:   "loop-vectorize{loops=i_point width=4}"
module attributes {loop.machine = {vector_bits = 128, cores = 2}} {
  func.func @one_loop(%x: memref<1000000xf32>, %y: memref<1000000xf32>) {
    loop.for %i = 0 to 1000000 {
      %0 = loop.load %x[%i] : memref<1000000xf32>
      loop.store %0, %y[%i] : memref<1000000xf32>
    }
    return
  }
}

// -----

// Little work is for one thread; columns are no vectors.
// CHECK-LABEL: func.func @little
//       CHECK:   loop.try_schedule = {{\[\[}}"loop-vectorize{loops=i width=8}"]]
//   CHECK-NOT:   schedule
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @little(%x: memref<100xf32>, %y: memref<100x7xf32>) {
    loop.for %i = 0 to 100 {
      %0 = loop.load %x[%i] : memref<100xf32>
      loop.store %0, %x[%i] : memref<100xf32>
    }
    loop.for %i = 0 to 100 {
      %0 = loop.load %x[%i] : memref<100xf32>
      loop.store %0, %y[%i, 3] : memref<100x7xf32>
    }
    return
  }
}

// -----

// What a person has written stays.
// CHECK-LABEL: func.func @by_hand
//   CHECK-NOT:   try_schedule
//       CHECK:   loop.schedule = ["loop-unroll{loops=i factor=2}"]
func.func @by_hand(%x: memref<100xf32>) {
  loop.for %i = 0 to 100 {
    %0 = loop.load %x[%i] : memref<100xf32>
    loop.store %0, %x[%i] : memref<100xf32>
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=i factor=2}"]}
  return
}

// -----

// expected-error @+1 {{'builtin.module' op must have positive numbers in 'loop.machine', but got '0 : i64' for 'cores'}}
module attributes {loop.machine = {cores = 0}} {
}

// -----

// expected-error @+1 {{'builtin.module' op must have nothing but vector_bits, vector_registers, l1_bytes, l2_bytes, l3_bytes, cores in 'loop.machine', but got 'sockets'}}
module attributes {loop.machine = {sockets = 2}} {
}
