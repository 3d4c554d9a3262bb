// RUN: dlc-opt %s --outline-kernels="least-work=1" | filecheck %s

// Nests that are alike become one function; different memory is marked as such.
// CHECK-LABEL: func.func @twice(
//       CHECK:   %[[A:.*]] = memref.alloc
//       CHECK:   %[[B:.*]] = memref.alloc
//       CHECK:   call @twice_kernel(%[[N:.*]], %{{.*}}, %[[A]])
//  CHECK-NEXT:   call @twice_kernel(%[[N]], %[[A]], %[[B]])
//  CHECK-NEXT:   call @twice_kernel_0(%[[N]], %[[B]])
//  CHECK-NEXT:   return %[[B]]
func.func @twice(%n: index, %x: memref<?xf32>) -> memref<?xf32> {
  %one = arith.constant 1.0 : f32
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  loop.for %i = 0 to %n {
    %0 = loop.load %x[%i] : memref<?xf32>
    %1 = arith.addf %0, %one : f32
    loop.store %1, %a[%i] : memref<?xf32>
  }
  loop.for %i = 0 to %n {
    %0 = loop.load %a[%i] : memref<?xf32>
    %1 = arith.addf %0, %one : f32
    loop.store %1, %b[%i] : memref<?xf32>
  }
  loop.for %i = 0 to %n {
    loop.store %one, %b[%i] : memref<?xf32>
  }
  return %b : memref<?xf32>
}

// Results are the function's; the loop in which functions are called stays, and so does what carries memory.
// CHECK-LABEL: func.func @around(
//       CHECK:   loop.for
//       CHECK:     %[[S:.*]] = func.call @around_kernel(
//  CHECK-NEXT:     func.call @use(%[[S]])
func.func private @use(f32)

func.func @around(%n: index, %x: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  loop.for %t = 0 to 10 {
    %sum = loop.for %i = 0 to %n iter_args(%s = %zero) -> (f32) {
      %0 = loop.load %x[%i] : memref<?xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    }
    func.call @use(%sum) : (f32) -> ()
  }
  return
}

// CHECK-LABEL: func.func private @twice_kernel(
//  CHECK-SAME:   memref<?xf32> {llvm.noalias}, %{{.*}}: memref<?xf32> {llvm.noalias})
//       CHECK:   %[[ONE:.*]] = arith.constant
//       CHECK:   loop.for
//       CHECK:     arith.addf %{{.*}}, %[[ONE]]
//   CHECK-NOT: func.func private @twice_kernel_1
