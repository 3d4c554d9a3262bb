// RUN: dlc-opt %s --loop-accumulate-in-memory="loops=k" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (0, s0)>

// The element to which the sum goes in the end holds it from the beginning.
// CHECK-LABEL: func.func @in_the_output(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.store %x, %c[%i] : memref<8xf32>
//  CHECK-NEXT:     loop.for %k = 0 to 9 {
//  CHECK-NEXT:       %s = loop.load %c[%i] : memref<8xf32>
//  CHECK-NEXT:       %2 = loop.load %a[%i, %k] : memref<8x9xf32>
//  CHECK-NEXT:       %3 = arith.addf %s, %2 : f32
//  CHECK-NEXT:       loop.store %3, %c[%i] : memref<8xf32>
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:     %0 = loop.load %c[%i] : memref<8xf32>
//  CHECK-NEXT:     %1 = arith.negf %0 : f32
//  CHECK-NEXT:     loop.store %1, %c[%i] : memref<8xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @in_the_output(%a: memref<8x9xf32>, %c: memref<8xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 8 {
    %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%i, %k] : memref<8x9xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    %2 = arith.negf %sum : f32
    loop.store %2, %c[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @what_is_stored_as_it_is_is_there_already(
//  CHECK-NEXT:   loop.store %x, %c[] : memref<f32>
//  CHECK-NEXT:   loop.for %k = 0 to 9 {
//  CHECK-NEXT:     %s = loop.load %c[] : memref<f32>
//  CHECK-NEXT:     %0 = loop.load %a[%k] : memref<9xf32>
//  CHECK-NEXT:     %1 = arith.addf %s, %0 : f32
//  CHECK-NEXT:     loop.store %1, %c[] : memref<f32>
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   return
func.func @what_is_stored_as_it_is_is_there_already(%a: memref<9xf32>, %c: memref<f32> {llvm.noalias}, %x: f32) {
  %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<9xf32>
    %1 = arith.addf %s, %0 : f32
    loop.yield %1 : f32
  } {loop.name = "k"}
  loop.store %sum, %c[] : memref<f32>
  return
}

// The loop reads the output's memory, for all we know, so that the sum needs memory of its own.
// CHECK-LABEL: func.func @output_may_be_input(
//  CHECK-NEXT:   %s = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 2 {
//  CHECK-NEXT:     loop.store %x, %s[%i floordiv 2] : memref<4xf32>
//  CHECK-NEXT:     loop.for %k = 0 to 9 {
//  CHECK-NEXT:       %s_0 = loop.load %s[%i floordiv 2] : memref<4xf32>
//  CHECK-NEXT:       %1 = loop.load %a[%i, %k] : memref<8x9xf32>
//  CHECK-NEXT:       %2 = arith.addf %s_0, %1 : f32
//  CHECK-NEXT:       loop.store %2, %s[%i floordiv 2] : memref<4xf32>
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:     %0 = loop.load %s[%i floordiv 2] : memref<4xf32>
//  CHECK-NEXT:     loop.store %0, %c[%i] : memref<8xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   memref.dealloc %s : memref<4xf32>
//  CHECK-NEXT:   return
func.func @output_may_be_input(%a: memref<8x9xf32>, %c: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 step 2 {
    %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%i, %k] : memref<8x9xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<8xf32>
  }
  return
}

// The output cannot hold what is summed up, which is of another type.
// CHECK-LABEL: func.func @output_of_another_type(
//  CHECK-NEXT:   %0 = loop.max #[[MAP]]()[%n]
//  CHECK-NEXT:   %s = memref.alloc(%0) {alignment = 64 : i64} : memref<?xf32>
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %s[%i] : memref<?xf32>
//  CHECK-NEXT:     loop.for %k = 0 to 9 {
//  CHECK-NEXT:       %s_0 = loop.load %s[%i] : memref<?xf32>
//  CHECK-NEXT:       %3 = loop.load %a[%i, %k] : memref<?x9xf32>
//  CHECK-NEXT:       %4 = arith.addf %s_0, %3 : f32
//  CHECK-NEXT:       loop.store %4, %s[%i] : memref<?xf32>
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:     %1 = loop.load %s[%i] : memref<?xf32>
//  CHECK-NEXT:     %2 = arith.truncf %1 : f32 to f16
//  CHECK-NEXT:     loop.store %2, %c[%i] : memref<?xf16>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   memref.dealloc %s : memref<?xf32>
//  CHECK-NEXT:   return
func.func @output_of_another_type(%a: memref<?x9xf32>, %c: memref<?xf16> {llvm.noalias}, %x: f32, %n: index) {
  loop.for %i = 0 to %n {
    %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%i, %k] : memref<?x9xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    %2 = arith.truncf %sum : f32 to f16
    loop.store %2, %c[%i] : memref<?xf16>
  }
  return
}

// CHECK-LABEL: func.func @two_sums(
//  CHECK-NEXT:   loop.store %x, %c[0] : memref<2xf32>
//  CHECK-NEXT:   loop.store %x, %c[1] : memref<2xf32>
//  CHECK-NEXT:   loop.for %k = 0 to 9 {
//  CHECK-NEXT:     %s = loop.load %c[0] : memref<2xf32>
//  CHECK-NEXT:     %t = loop.load %c[1] : memref<2xf32>
//  CHECK-NEXT:     %0 = loop.load %a[%k] : memref<9xf32>
//  CHECK-NEXT:     %1 = arith.addf %s, %0 : f32
//  CHECK-NEXT:     loop.store %t, %c[0] : memref<2xf32>
//  CHECK-NEXT:     loop.store %1, %c[1] : memref<2xf32>
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   return
func.func @two_sums(%a: memref<9xf32>, %c: memref<2xf32> {llvm.noalias}, %x: f32) {
  %sums:2 = loop.for %k = 0 to 9 iter_args(%s = %x, %t = %x) -> (f32, f32) {
    %0 = loop.load %a[%k] : memref<9xf32>
    %1 = arith.addf %s, %0 : f32
    loop.yield %t, %1 : f32, f32
  } {loop.name = "k"}
  loop.store %sums#0, %c[0] : memref<2xf32>
  loop.store %sums#1, %c[1] : memref<2xf32>
  return
}

// The element has the initial value already.
// CHECK-LABEL: func.func @loaded_before
//  CHECK-NEXT:   loop.for %k = 0 to 8 {
//  CHECK-NEXT:     %[[S:.*]] = loop.load %c[0] : memref<1xf32>
//       CHECK:     loop.store %{{.*}}, %c[0] : memref<1xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @loaded_before(%a: memref<8xf32>, %c: memref<1xf32> {llvm.noalias}) {
  %0 = loop.load %c[0] : memref<1xf32>
  %1 = loop.for %k = 0 to 8 iter_args(%s = %0) -> (f32) {
    %x = loop.load %a[%k] : memref<8xf32>
    %t = arith.addf %s, %x : f32
    loop.yield %t : f32
  } {loop.name = "k"}
  loop.store %1, %c[0] : memref<1xf32>
  return
}
