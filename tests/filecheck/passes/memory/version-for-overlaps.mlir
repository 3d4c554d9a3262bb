// RUN: dlc-opt %s --version-for-overlaps | filecheck %s

// The ends of both are compared with the beginnings; sizes that are unknown are asked for.
// CHECK-LABEL: func.func @copy(
//       CHECK:   %[[X:.*]] = memref.extract_aligned_pointer_as_index %x
//       CHECK:   memref.dim %y
//       CHECK:   %[[Y:.*]] = memref.extract_aligned_pointer_as_index %y
//       CHECK:   arith.cmpi ule, %{{.*}}, %[[Y]] : index
//       CHECK:   arith.cmpi ule, %{{.*}}, %[[X]] : index
//       CHECK:   %[[R:.*]] = loop.when %{{.*}} -> (i32) {
//       CHECK:     func.call @copy_apart(%x, %y)
//       CHECK:   } else {
//       CHECK:     func.call @copy_overlapping(%x, %y)
//       CHECK:   return %[[R]] : i32
func.func @copy(%x: memref<8xf32>, %y: memref<?xf32>) -> i32 {
  %r = arith.constant 1 : i32
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    loop.store %0, %y[%i] : memref<?xf32>
  }
  return %r : i32
}

// CHECK-LABEL: func.func @only_read(
//       CHECK:   loop.for
func.func @only_read(%x: memref<8xf32>, %y: memref<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = loop.for %i = 0 to 8 iter_args(%s = %zero) -> (f32) {
    %0 = loop.load %x[%i] : memref<8xf32>
    %1 = loop.load %y[%i] : memref<8xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    loop.yield %3 : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @known_to_be_apart(
//       CHECK:   loop.for
func.func @known_to_be_apart(%x: memref<8xf32>, %y: memref<8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    loop.store %0, %y[%i] : memref<8xf32>
  }
  return
}

// Elements of every second column: where they end is not known from sizes alone.
// CHECK-LABEL: func.func @not_in_one_piece(
//       CHECK:   loop.for
func.func @not_in_one_piece(%x: memref<8xf32, strided<[2]>>, %y: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32, strided<[2]>>
    loop.store %0, %y[%i] : memref<8xf32>
  }
  return
}

// Whoever writes a schedule says what may be done.
// CHECK-LABEL: func.func @scheduled(
//       CHECK:   loop.for
func.func @scheduled(%x: memref<8xf32>, %y: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    loop.store %0, %y[%i] : memref<8xf32>
  } {loop.name = "i", loop.schedule = ["loop-tile{loops=i sizes=4}"]}
  return
}

// A caller may pass the memory of a global, unless it is constant.
// CHECK-LABEL: func.func @beside_a_global(
//       CHECK:   memref.get_global
//       CHECK:   loop.for
memref.global "private" @state : memref<8xf32> = uninitialized
func.func @beside_a_global(%x: memref<8xf32>, %y: memref<8xf32>) {
  %state = memref.get_global @state : memref<8xf32>
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    loop.store %0, %y[%i] : memref<8xf32>
    loop.store %0, %state[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @beside_constants(
//       CHECK:   loop.when
memref.global "private" constant @table : memref<8xf32> = dense<2.0>
func.func @beside_constants(%x: memref<8xf32>, %y: memref<8xf32>) {
  %table = memref.get_global @table : memref<8xf32>
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    %1 = loop.load %table[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    loop.store %2, %y[%i] : memref<8xf32>
  }
  return
}

// An index does not count the bytes of the second argument.
// CHECK-LABEL: func.func @of_any_size(
//   CHECK-NOT:   call
func.func @of_any_size(%x: memref<8xf32>, %y: memref<?x4611686018427387904xi64>) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    %1 = arith.fptosi %0 : f32 to i64
    loop.store %1, %y[%i, %i] : memref<?x4611686018427387904xi64>
  }
  return
}

// CHECK-LABEL: func.func @without_loops(
//  CHECK-NEXT:   memref.copy
func.func @without_loops(%x: memref<8xf32>, %y: memref<8xf32>) {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}

// CHECK-LABEL: func.func private @copy_apart(
//  CHECK-SAME:   %x: memref<8xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias})
// CHECK-LABEL: func.func private @copy_overlapping(
//  CHECK-SAME:   %x: memref<8xf32>, %y: memref<?xf32>)
//       CHECK:   {loop.try_schedule = []}
