// RUN: dlc-opt %s --hoist-into-globals --split-input-file | filecheck %s

// What is filled when the program is loaded is constant memory for what comes after it, in this run and in later ones.
// CHECK-LABEL: func.func @of_another(
//   CHECK-NOT:   memref.alloc
//       CHECK:   memref.get_global @of_another_q
//       CHECK: func.func @at_load() attributes {llvm.global_ctor = 65535 : i32} {
//       CHECK:   call @of_another_fills_p(
//       CHECK:   call @of_another_fills_q(
//   CHECK-NOT:   func.func @at_load
memref.global "private" constant @w : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @of_another() -> f32 {
  %w = memref.get_global @w : memref<4xf32>
  %p = memref.alloc() : memref<4xf32>
  loop.for %k = 0 to 4 {
    %0 = loop.load %w[3 - %k] : memref<4xf32>
    loop.store %0, %p[%k] : memref<4xf32>
  }
  %q = memref.alloc() : memref<4xf32>
  loop.for %k = 0 to 4 {
    %0 = loop.load %p[%k] : memref<4xf32>
    %1 = arith.addf %0, %0 : f32
    loop.store %1, %q[%k] : memref<4xf32>
  }
  %r = loop.load %q[1] : memref<4xf32>
  memref.dealloc %p : memref<4xf32>
  memref.dealloc %q : memref<4xf32>
  return %r : f32
}

// -----

// A global that a function writes when it is called is not constant.
// CHECK-LABEL: func.func @of_what_is_written(
//       CHECK:   memref.alloc
memref.global "private" @g : memref<4xf32> = uninitialized
func.func @begin() attributes {llvm.global_ctor = 65535 : i32} {
  %g = memref.get_global @g : memref<4xf32>
  %zero = arith.constant 0.0 : f32
  loop.for %k = 0 to 4 {
    loop.store %zero, %g[%k] : memref<4xf32>
  }
  return
}
func.func @write(%x: f32) {
  %g = memref.get_global @g : memref<4xf32>
  loop.store %x, %g[0] : memref<4xf32>
  return
}
func.func @of_what_is_written() -> f32 {
  %g = memref.get_global @g : memref<4xf32>
  %p = memref.alloc() : memref<4xf32>
  loop.for %k = 0 to 4 {
    %0 = loop.load %g[3 - %k] : memref<4xf32>
    loop.store %0, %p[%k] : memref<4xf32>
  }
  %r = loop.load %p[1] : memref<4xf32>
  memref.dealloc %p : memref<4xf32>
  return %r : f32
}

// -----

// A function whose body is elsewhere says what it does to memory.
// CHECK-LABEL: func.func @of_what_is_read_elsewhere(
//   CHECK-NOT:   memref.alloc
//       CHECK: call @of_what_is_read_elsewhere_fills_p(
memref.global "private" @g : memref<4xf32> = uninitialized
func.func @begin() attributes {llvm.global_ctor = 65535 : i32} {
  %g = memref.get_global @g : memref<4xf32>
  %zero = arith.constant 0.0 : f32
  loop.for %k = 0 to 4 {
    loop.store %zero, %g[%k] : memref<4xf32>
  }
  return
}
func.func private @reads(memref<4xf32> {llvm.readonly})
func.func @of_what_is_read_elsewhere() -> f32 {
  %g = memref.get_global @g : memref<4xf32>
  call @reads(%g) : (memref<4xf32>) -> ()
  %p = memref.alloc() : memref<4xf32>
  loop.for %k = 0 to 4 {
    %0 = loop.load %g[3 - %k] : memref<4xf32>
    loop.store %0, %p[%k] : memref<4xf32>
  }
  %r = loop.load %p[1] : memref<4xf32>
  memref.dealloc %p : memref<4xf32>
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @of_what_may_be_written_elsewhere(
//       CHECK:   memref.alloc
memref.global "private" @g : memref<4xf32> = uninitialized
func.func @begin() attributes {llvm.global_ctor = 65535 : i32} {
  %g = memref.get_global @g : memref<4xf32>
  %zero = arith.constant 0.0 : f32
  loop.for %k = 0 to 4 {
    loop.store %zero, %g[%k] : memref<4xf32>
  }
  return
}
func.func private @writes(memref<4xf32>)
func.func @of_what_may_be_written_elsewhere() -> f32 {
  %g = memref.get_global @g : memref<4xf32>
  call @writes(%g) : (memref<4xf32>) -> ()
  %p = memref.alloc() : memref<4xf32>
  loop.for %k = 0 to 4 {
    %0 = loop.load %g[3 - %k] : memref<4xf32>
    loop.store %0, %p[%k] : memref<4xf32>
  }
  %r = loop.load %p[1] : memref<4xf32>
  memref.dealloc %p : memref<4xf32>
  return %r : f32
}

// -----

// What is large is filled on several threads.
// CHECK-LABEL: func.func private @of_a_large_constant_fills_p(
//       CHECK:   loop.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (128, 256)
memref.global "private" constant @w : memref<256x128xf32> = dense<1.0>
func.func @of_a_large_constant(%i: index) -> f32 {
  %w = memref.get_global @w : memref<256x128xf32>
  %p = memref.alloc() : memref<128x256xf32>
  loop.for %k = 0 to 128 {
    loop.for %j = 0 to 256 {
      %0 = loop.load %w[%j, %k] : memref<256x128xf32>
      loop.store %0, %p[%k, %j] : memref<128x256xf32>
    }
  }
  %r = loop.load %p[symbol(%i), 0] : memref<128x256xf32>
  memref.dealloc %p : memref<128x256xf32>
  return %r : f32
}
