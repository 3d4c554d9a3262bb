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

// The value that was stored before is the first one, and that store is not needed.
// CHECK-LABEL: func.func @a_store_before_the_loop_is_the_first_value(
//       CHECK:   %[[ZERO:.*]] = arith.constant
//  CHECK-NEXT:   loop.for %k = 0 to 8 iter_args(%{{.*}} = %[[ZERO]])
func.func @a_store_before_the_loop_is_the_first_value(%a: memref<8xf32> {llvm.noalias}, %c: memref<f32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.store %zero, %c[] : memref<f32>
  loop.for %k = 0 to 8 {
    %0 = loop.load %a[%k] : memref<8xf32>
    %1 = loop.load %c[] : memref<f32>
    %2 = arith.addf %1, %0 : f32
    loop.store %2, %c[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func.func @sums_of_several_loops_are_carried_by_all(
//       CHECK:   loop.for %p = 0 to 8 iter_args(
//  CHECK-NEXT:     loop.for %q = 0 to 8 iter_args(
func.func @sums_of_several_loops_are_carried_by_all(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<f32> {llvm.noalias}) {
  loop.for %p = 0 to 8 {
    loop.for %q = 0 to 8 {
      %0 = loop.load %a[%p, %q] : memref<8x8xf32>
      %1 = loop.load %c[] : memref<f32>
      %2 = arith.addf %1, %0 : f32
      loop.store %2, %c[] : memref<f32>
    }
  }
  return
}

// The inner loop may not run; the element exists in any case, as the loops around say.
// CHECK-LABEL: func.func @elements_of_a_triangle_are_carried(
//       CHECK:   loop.for %k = 0 to #{{.*}}(%j) iter_args(
func.func @elements_of_a_triangle_are_carried(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<8x8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      loop.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = loop.load %a[%i, %k] : memref<8x8xf32>
        %1 = loop.load %c[%i, %j] : memref<8x8xf32>
        %2 = arith.addf %1, %0 : f32
        loop.store %2, %c[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
