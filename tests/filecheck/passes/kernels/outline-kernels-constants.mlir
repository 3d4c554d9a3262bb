// RUN: dlc-opt %s --outline-kernels="least-work=1" | filecheck %s

// Nests that differ in constants share a function, which gets those that differ: here one in two places, and one that
// was the other one in the first nest.
// CHECK-LABEL: func.func @scales(
//       CHECK:   %five =
//  CHECK-NEXT:   %[[MUL:.*]] = arith.constant 2.0
//  CHECK-NEXT:   %[[MAX:.*]] = arith.constant 2.0
//  CHECK-NEXT:   call @scales_kernel(%x, %a, %[[MUL]], %[[MAX]])
//  CHECK-NEXT:   %[[MUL:.*]] = arith.constant 4.0
//  CHECK-NEXT:   %[[MAX:.*]] = arith.constant 5.0
//  CHECK-NEXT:   call @scales_kernel(%x, %b, %[[MUL]], %[[MAX]])
func.func @scales(%x: memref<8xf32>, %a: memref<8xf32>, %b: memref<8xf32>) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %four = arith.constant 4.0 : f32
  %five = arith.constant 5.0 : f32
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    %1 = arith.mulf %0, %two : f32
    %2 = arith.addf %1, %three : f32
    %3 = arith.subf %2, %two : f32
    %4 = arith.maximumf %3, %two : f32
    loop.store %4, %a[%i] : memref<8xf32>
  }
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    %1 = arith.mulf %0, %four : f32
    %2 = arith.addf %1, %three : f32
    %3 = arith.subf %2, %four : f32
    %4 = arith.maximumf %3, %five : f32
    loop.store %4, %b[%i] : memref<8xf32>
  }
  return
}

// Divisors of floats, as quantizations have them, cost the same whichever they are.
// CHECK-LABEL: func.func @quotients(
//       CHECK:   call @quotients_kernel(%x, %a, %{{.*}})
//       CHECK:   call @quotients_kernel(%x, %b, %{{.*}})
func.func @quotients(%x: memref<8xf32>, %a: memref<8xf32>, %b: memref<8xf32>) {
  %three = arith.constant 3.0 : f32
  %five = arith.constant 5.0 : f32
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    %1 = arith.divf %0, %three : f32
    loop.store %1, %a[%i] : memref<8xf32>
  }
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xf32>
    %1 = arith.divf %0, %five : f32
    loop.store %1, %b[%i] : memref<8xf32>
  }
  return
}

// Divisors of integers, initial values and fillings of memory determine how a nest is lowered.
// CHECK-LABEL: func.func @lowered_otherwise(
//       CHECK:   call @lowered_otherwise_kernel(%x, %a)
//       CHECK:   call @lowered_otherwise_kernel_0(%x, %a)
//       CHECK:   call @lowered_otherwise_kernel_1(%x)
//       CHECK:   call @lowered_otherwise_kernel_2(%x)
func.func @lowered_otherwise(%x: memref<8xi32>, %a: memref<8xi32>) {
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xi32>
    %1 = arith.divsi %0, %two : i32
    loop.store %1, %a[%i] : memref<8xi32>
  }
  loop.for %i = 0 to 8 {
    %0 = loop.load %x[%i] : memref<8xi32>
    %1 = arith.divsi %0, %three : i32
    loop.store %1, %a[%i] : memref<8xi32>
  }
  loop.for %i = 0 to 8 {
    loop.store %two, %x[%i] : memref<8xi32>
  }
  loop.for %i = 0 to 8 {
    loop.store %three, %x[%i] : memref<8xi32>
  }
  return
}

// CHECK-LABEL: func.func private @scales_kernel(
//  CHECK-SAME:   %[[A:arg[0-9]+]]: f32, %[[B:arg[0-9]+]]: f32) attributes {llvm.bareptr, no_inline}
//       CHECK:   %[[THREE:.*]] = arith.constant 3.0
//       CHECK:   arith.mulf %{{.*}}, %[[A]]
//  CHECK-NEXT:   arith.addf %{{.*}}, %[[THREE]]
//  CHECK-NEXT:   arith.subf %{{.*}}, %[[A]]
//  CHECK-NEXT:   arith.maximumf %{{.*}}, %[[B]]
//   CHECK-NOT: func.func private @scales_kernel_0

// Poison stays in the kernel.
// CHECK-LABEL: func.func private @poison_kernel(
// CHECK-NEXT:   ub.poison
func.func @poison(%a: memref<8xf32>) {
  %poison = ub.poison : f32
  loop.for %i = 0 to 8 {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.addf %0, %poison : f32
    loop.store %1, %a[%i] : memref<8xf32>
  }
  return
}
