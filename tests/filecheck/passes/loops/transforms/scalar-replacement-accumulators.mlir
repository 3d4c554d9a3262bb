// RUN: dlc-opt %s --loop-scalar-replacement=accumulators=true | filecheck %s

// CHECK-LABEL: func.func @an_accumulator_is_carried(
//       CHECK:   loop.for %k = 0 to 8 iter_args(
func.func @an_accumulator_is_carried(%a: memref<8xf32> {llvm.noalias}, %c: memref<f32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = loop.load %c[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    loop.store %2, %c[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func.func @what_is_only_read_stays(
//  CHECK-NEXT:   loop.for %k = 0 to 8 {
//  CHECK-NEXT:     loop.load %a[3]
func.func @what_is_only_read_stays(%a: memref<8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.load %a[3] : memref<8xf32>
    loop.store %0, %c[%k] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: func.func @each_iteration_has_its_own_element(
//  CHECK-NEXT:   loop.for %k = 0 to 8 {
//  CHECK-NEXT:     loop.load %c[%k]
func.func @each_iteration_has_its_own_element(%c: memref<8xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.load %c[%k] : memref<8xf32>
    %1 = arith.addf %0, %0 : f32
    loop.store %1, %c[%k] : memref<8xf32>
  }
  return
}
