// RUN: dlc-opt %s --check-allocations | filecheck %s

// CHECK-LABEL: func.func @known_size
//       CHECK:   %[[M:.*]] = memref.alloc() : memref<4xf32>
//  CHECK-NEXT:   %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[M]]
//  CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0 : index
//  CHECK-NEXT:   %[[OK:.*]] = arith.cmpi ne, %[[ADDRESS]], %[[ZERO]] : index
//  CHECK-NEXT:   cf.assert %[[OK]], "there is not enough memory"
func.func @known_size() -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  return %m : memref<4xf32>
}

// The number of bytes must not wrap, unless there are no elements.
// CHECK-LABEL: func.func @computed_sizes
//  CHECK-SAME:   (%[[N:.*]]: index, %[[K:.*]]: index)
//       CHECK:   %[[BYTES:.*]] = arith.constant 12 : index
//       CHECK:   %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %[[BYTES]], %[[N]]
//       CHECK:   %[[ALL:.*]], %[[MORE:.*]] = arith.mului_extended %[[LOW]], %[[K]]
//       CHECK:   %[[SIGNS:.*]] = arith.ori %[[N]], %[[K]]
//  CHECK-NEXT:   %[[POSITIVE:.*]] = arith.cmpi sge, %[[SIGNS]], %{{.*}} : index
//  CHECK-NEXT:   cf.assert %[[POSITIVE]], "a size must not be negative"
//       CHECK:   arith.ori %[[HIGH]], %[[MORE]]
//       CHECK:   arith.cmpi sge, %[[ALL]]
//       CHECK:   cf.assert %{{.*}}, "there is not enough memory"
//  CHECK-NEXT:   memref.alloc(%[[N]], %[[K]])
//       CHECK:   cf.assert %{{.*}}, "there is not enough memory"
func.func @computed_sizes(%n: index, %k: index) -> memref<?x3x?xf32> {
  %m = memref.alloc(%n, %k) : memref<?x3x?xf32>
  return %m : memref<?x3x?xf32>
}

// CHECK-LABEL: func.func @more_than_there_can_be
//       CHECK:   %[[FALSE:.*]] = arith.constant false
//  CHECK-NEXT:   cf.assert %[[FALSE]], "there is not enough memory"
func.func @more_than_there_can_be() {
  %m = memref.alloc() : memref<4611686018427387904xf64>
  memref.dealloc %m : memref<4611686018427387904xf64>
  return
}

// CHECK-LABEL: func.func @stack
//   CHECK-NOT:   cf.assert
func.func @stack() {
  %m = memref.alloca() : memref<4xf32>
  return
}
