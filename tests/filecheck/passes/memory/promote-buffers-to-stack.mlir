// RUN: dlc-opt %s --promote-buffers-to-stack="max-alloc-size-in-bytes=64" | filecheck %s

// CHECK-LABEL: func.func @small
func.func @small(%m: memref<4x16xf32>) {
  // CHECK: memref.alloca() : memref<16xf32>
  // CHECK-NOT: memref.dealloc
  loop.for %i = 0 to 4 {
    %row = memref.alloc() : memref<16xf32>
    loop.for %j = 0 to 16 {
      %x = loop.load %m[%i, %j] : memref<4x16xf32>
      loop.store %x, %row[%j] : memref<16xf32>
    }
    memref.dealloc %row : memref<16xf32>
  }
  return
}

// Too large; outside of loops; in a nest that calls.
// CHECK-LABEL: func.func @kept
func.func @kept(%m: memref<4x17xf32>, %x: f32) {
  // CHECK-COUNT-3: memref.alloc()
  loop.for %i = 0 to 4 {
    %row = memref.alloc() : memref<17xf32>
    loop.store %x, %row[0] : memref<17xf32>
    memref.dealloc %row : memref<17xf32>
  }
  %one = memref.alloc() : memref<1xf32>
  loop.store %x, %one[0] : memref<1xf32>
  memref.dealloc %one : memref<1xf32>
  loop.for %i = 0 to 4 {
    %row = memref.alloc() : memref<1xf32>
    loop.store %x, %row[0] : memref<1xf32>
    func.call @kept(%m, %x) : (memref<4x17xf32>, f32) -> ()
    memref.dealloc %row : memref<1xf32>
  }
  return
}
