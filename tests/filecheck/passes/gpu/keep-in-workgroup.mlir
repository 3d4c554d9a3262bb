// RUN: dlc-opt %s --gpu-keep-in-workgroup="loops=j" --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @rows
// CHECK-NEXT: %[[ROW:.*]] = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT: loop.for %i = 0 to 4 {
// CHECK: loop.store %{{.*}}, %[[ROW]][%j]
// CHECK: loop.load %[[ROW]][-%k + 7]
// CHECK: memref.dealloc %[[ROW]]
func.func @rows(%m: memref<4x8xf32>) {
  loop.for %i = 0 to 4 {
    %row = memref.alloca() : memref<8xf32>
    loop.for %j = 0 to 8 {
      %x = loop.load %m[%i, %j] : memref<4x8xf32>
      loop.store %x, %row[%j] : memref<8xf32>
    } {loop.name = "j"}
    loop.for %k = 0 to 8 {
      %x = loop.load %row[7 - %k] : memref<8xf32>
      loop.store %x, %m[%i, %k] : memref<4x8xf32>
    }
  }
  return
}

// -----

func.func @no_buffer(%m: memref<4x8xf32>, %x: f32) {
  loop.for %i = 0 to 4 {
    // expected-error @+1 {{'loop.for' op cannot be kept in workgroup memory: it does not fill one buffer that is on the stack beside it}}
    loop.for %j = 0 to 8 {
      loop.store %x, %m[%i, %j] : memref<4x8xf32>
    } {loop.name = "j"}
  }
  return
}

// -----

func.func @carries(%x: f32) -> f32 {
  %r = loop.for %i = 0 to 4 iter_args(%s = %x) -> (f32) {
    %row = memref.alloca() : memref<8xf32>
    // expected-error @+1 {{'loop.for' op cannot be kept in workgroup memory: it is not in a loop that carries no values}}
    loop.for %j = 0 to 8 {
      loop.store %s, %row[%j] : memref<8xf32>
    } {loop.name = "j"}
    %y = loop.load %row[3] : memref<8xf32>
    loop.yield %y : f32
  }
  return %r : f32
}

// -----

func.func @whole(%x: f32) {
  loop.for %i = 0 to 4 {
    // expected-note @+1 {{this is the buffer}}
    %row = memref.alloca() : memref<8xf32>
    loop.for %j = 0 to 8 {
      loop.store %x, %row[%j] : memref<8xf32>
    } {loop.name = "j"}
    // expected-error @+1 {{'memref.subview' op cannot be kept in workgroup memory: it uses a buffer, but no element of it}}
    %part = memref.subview %row[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  }
  return
}

// -----

func.func @size(%n: index, %x: f32) {
  loop.for %i = 0 to 4 {
    // expected-error @+1 {{'memref.alloca' op cannot be kept in workgroup memory: it must have a known size, row by row in plain memory, but got 'memref<?xf32>'}}
    %row = memref.alloca(%n) : memref<?xf32>
    loop.for %j = 0 to 8 {
      loop.store %x, %row[%j] : memref<?xf32>
    } {loop.name = "j"}
  }
  return
}
