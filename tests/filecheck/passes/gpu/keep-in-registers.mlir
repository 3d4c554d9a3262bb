// RUN: dlc-opt %s --gpu-keep-in-registers="loops=i" --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @row
// CHECK: memref.alloca() : memref<8xf32, #gpu.address_space<private>>
func.func @row(%m: memref<4x8xf32>) {
  loop.for %i = 0 to 4 {
    %row = memref.alloca() : memref<8xf32>
    loop.for %j = 0 to 8 {
      %x = loop.load %m[%i, %j] : memref<4x8xf32>
      loop.store %x, %row[%j] : memref<8xf32>
    }
  } {loop.name = "i"}
  return
}

// -----

func.func @whole(%m: memref<4x8xf32>) {
  loop.for %i = 0 to 4 {
    // expected-note @+1 {{this is the buffer}}
    %row = memref.alloca() : memref<8xf32>
    // expected-error @+1 {{'memref.subview' op cannot be kept in registers: it uses a buffer, but no element of it}}
    %part = memref.subview %row[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  } {loop.name = "i"}
  return
}

// -----

func.func @size(%n: index) {
  loop.for %i = 0 to 4 {
    // expected-error @+1 {{'memref.alloca' op cannot be kept in registers: it must have a known size, row by row in plain memory, but got 'memref<?xf32>'}}
    %row = memref.alloca(%n) : memref<?xf32>
  } {loop.name = "i"}
  return
}
