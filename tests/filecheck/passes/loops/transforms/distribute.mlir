// RUN: dlc-opt %s --loop-distribute | filecheck %s

// CHECK-LABEL: func.func @two_statements(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     %0 = arith.addf %x, %x : f32
//  CHECK-NEXT:     loop.store %0, %a[%i] : memref<9xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     %0 = arith.addf %x, %x : f32
//  CHECK-NEXT:     loop.store %0, %b[%i] : memref<9xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @two_statements(%a: memref<9xf32> {llvm.noalias}, %b: memref<9xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 8 {
    %0 = arith.addf %x, %x : f32
    loop.store %0, %a[%i] : memref<9xf32>
    loop.store %0, %b[%i] : memref<9xf32>
  }
  return
}

// CHECK-LABEL: func.func @a_later_iteration_needs_an_earlier_one(
//  CHECK-NEXT:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     %0 = loop.load %a[%i] : memref<9xf32>
//  CHECK-NEXT:     loop.store %0, %b[%i] : memref<9xf32>
//  CHECK-NEXT:     %1 = loop.load %b[%i] : memref<9xf32>
//  CHECK-NEXT:     loop.store %1, %a[%i + 1] : memref<9xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @a_later_iteration_needs_an_earlier_one(%a: memref<9xf32> {llvm.noalias}, %b: memref<9xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %a[%i] : memref<9xf32>
    loop.store %0, %b[%i] : memref<9xf32>
    %1 = loop.load %b[%i] : memref<9xf32>
    loop.store %1, %a[%i + 1] : memref<9xf32>
  }
  return
}
