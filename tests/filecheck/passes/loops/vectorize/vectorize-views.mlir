// RUN: dlc-opt %s --loop-vectorize="loops=i width=8" --split-input-file --verify-diagnostics | filecheck %s

// Parts of one buffer are compared by the elements that they cover.
// CHECK-LABEL: func.func @parts_of_one_buffer
//       CHECK:   loop.vector_load
//       CHECK:   loop.vector_store
func.func @parts_of_one_buffer(%a: memref<2x512xf32>) {
  %v = memref.subview %a[1, 256] [1, 256] [1, 1] : memref<2x512xf32> to memref<256xf32, strided<[1], offset: 768>>
  %w = memref.subview %a[1, 0] [1, 256] [1, 1] : memref<2x512xf32> to memref<256xf32, strided<[1], offset: 512>>
  loop.for %i = 0 to 256 {
    %0 = loop.load %v[%i] : memref<256xf32, strided<[1], offset: 768>>
    loop.store %0, %w[%i] : memref<256xf32, strided<[1], offset: 512>>
  } {loop.name = "i"}
  return
}

// -----

// CHECK-LABEL: func.func @parts_of_an_arena
//       CHECK:   loop.vector_load
//       CHECK:   loop.vector_store
func.func @parts_of_an_arena(%arena: memref<2048xi8>) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %v = memref.view %arena[%c0][] : memref<2048xi8> to memref<256xf32>
  %w = memref.view %arena[%c1024][] : memref<2048xi8> to memref<256xf32>
  loop.for %i = 0 to 256 {
    %0 = loop.load %v[%i] : memref<256xf32>
    loop.store %0, %w[%i] : memref<256xf32>
  } {loop.name = "i"}
  return
}

// -----

// A part and the whole buffer: each element is read in the iteration that writes it.
// CHECK-LABEL: func.func @a_part_and_the_whole
//       CHECK:   loop.vector_load
//       CHECK:   loop.vector_store
func.func @a_part_and_the_whole(%a: memref<512xf32>, %n: index) {
  %v = memref.subview %a[%n] [64] [1] : memref<512xf32> to memref<64xf32, strided<[1], offset: ?>>
  loop.for %i = 0 to 64 {
    %0 = loop.load %v[%i] : memref<64xf32, strided<[1], offset: ?>>
    %1 = arith.mulf %0, %0 : f32
    loop.store %1, %a[%i + symbol(%n)] : memref<512xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @a_part_that_is_written_before(%a: memref<512xf32>) {
  %v = memref.subview %a[4] [256] [1] : memref<512xf32> to memref<256xf32, strided<[1], offset: 4>>
  // expected-error @+1 {{'loop.for' op cannot be vectorized because of the flow dependence with distance (4)}}
  loop.for %i = 0 to 256 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %a[%i] : memref<512xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %v[%i] : memref<256xf32, strided<[1], offset: 4>>
  } {loop.name = "i"}
  return
}
