// RUN: dlc-opt %s --allow-unregistered-dialect --loop-invariant-code-motion --split-input-file | filecheck %s

// What is known to be there may be taken though the loop does not run.
// CHECK-LABEL: func.func @slices_that_are_there
//       CHECK:   tensor.extract_slice
//  CHECK-NEXT:   tensor.insert_slice
//  CHECK-NEXT:   tensor.insert
//  CHECK-NEXT:   memref.subview
//  CHECK-NEXT:   loop.for
func.func @slices_that_are_there(%t: tensor<8x?xf32>, %s: tensor<2xf32>, %u: tensor<8xf32>, %x: f32, %m: memref<8xf32>,
                                 %n: index) {
  %c7 = arith.constant 7 : index
  %v = arith.constant dense<0.0> : tensor<8x4xf32>
  loop.for %i = 0 to %n {
    %0 = tensor.extract_slice %v[%c7, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<1x4xf32>
    %1 = tensor.insert_slice %s into %u[5] [2] [2] : tensor<2xf32> into tensor<8xf32>
    %2 = tensor.insert %x into %u[%c7] : tensor<8xf32>
    %3 = memref.subview %m[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    "test.use"(%0, %1, %2, %3)
      : (tensor<1x4xf32>, tensor<8xf32>, tensor<8xf32>, memref<4xf32, strided<[1], offset: 4>>) -> ()
  }
  return
}

// -----

// What may be out of bounds stays with the loop that may not run.
// CHECK-LABEL: func.func @slices_that_may_not_be_there
//       CHECK:   loop.for
//  CHECK-NEXT:     tensor.extract_slice
//  CHECK-NEXT:     tensor.extract_slice
//  CHECK-NEXT:     tensor.insert_slice
//  CHECK-NEXT:     tensor.insert
//  CHECK-NEXT:     memref.subview
func.func @slices_that_may_not_be_there(%t: tensor<?xf32>, %s: tensor<?xf32>, %u: tensor<8xf32>, %x: f32,
                                        %m: memref<8xf32>, %k: index, %n: index) {
  loop.for %i = 0 to %n {
    %0 = tensor.extract_slice %t[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %1 = tensor.extract_slice %u[%k] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %2 = tensor.insert_slice %s into %u[0] [%k] [1] : tensor<?xf32> into tensor<8xf32>
    %3 = tensor.insert %x into %u[%k] : tensor<8xf32>
    %4 = memref.subview %m[%k] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
    "test.use"(%0, %1, %2, %3, %4) : (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>,
      memref<4xf32, strided<[1], offset: ?>>) -> ()
  }
  return
}

// -----

// A loop that is certain to run would do it anyway.
// CHECK-LABEL: func.func @the_loop_runs
//  CHECK-NEXT:   tensor.extract_slice
//  CHECK-NEXT:   tensor.cast
//  CHECK-NEXT:   loop.for
func.func @the_loop_runs(%t: tensor<?xf32>, %k: index) {
  loop.for %i = 0 to 4 {
    %0 = tensor.extract_slice %t[%k] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %1 = tensor.cast %t : tensor<?xf32> to tensor<8xf32>
    "test.use"(%0, %1) : (tensor<4xf32>, tensor<8xf32>) -> ()
  }
  return
}

// -----

// Promises are made where the program makes them; forgetting is none.
// CHECK-LABEL: func.func @promises
//       CHECK:   tensor.cast {{.*}} to tensor<?xf32>
//  CHECK-NEXT:   tensor.cast {{.*}} to tensor<*xf32>
//  CHECK-NEXT:   memref.cast {{.*}} to memref<?xf32>
//  CHECK-NEXT:   loop.for
//  CHECK-NEXT:     tensor.cast {{.*}} to tensor<8xf32>
//  CHECK-NEXT:     tensor.bitcast {{.*}} to tensor<8xi32>
//  CHECK-NEXT:     memref.cast {{.*}} to memref<8xf32>
//  CHECK-NEXT:     memref.assume_alignment
func.func @promises(%t: tensor<?xf32>, %s: tensor<8xf32>, %m: memref<?xf32>, %o: memref<8xf32>, %n: index) {
  loop.for %i = 0 to %n {
    %0 = tensor.cast %s : tensor<8xf32> to tensor<?xf32>
    %1 = tensor.cast %t : tensor<?xf32> to tensor<*xf32>
    %2 = memref.cast %o : memref<8xf32> to memref<?xf32>
    %3 = tensor.cast %t : tensor<?xf32> to tensor<8xf32>
    %4 = tensor.bitcast %t : tensor<?xf32> to tensor<8xi32>
    %5 = memref.cast %m : memref<?xf32> to memref<8xf32>
    %6 = memref.assume_alignment %m, 64 : memref<?xf32>
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (tensor<?xf32>, tensor<*xf32>, memref<?xf32>, tensor<8xf32>,
      tensor<8xi32>, memref<8xf32>, memref<?xf32>) -> ()
  }
  return
}

// -----

// Sizes of something are not negative; other numbers may be.
// CHECK-LABEL: func.func @sizes
//       CHECK:   tensor.dim
//  CHECK-NEXT:   tensor.empty
//  CHECK-NEXT:   loop.for
//  CHECK-NEXT:     tensor.empty
//  CHECK-NEXT:     tensor.splat
//  CHECK-NEXT:     tensor.expand_shape
//  CHECK-NEXT:     tensor.gather
func.func @sizes(%t: tensor<?xf32>, %k: index, %x: f32, %places: tensor<3x1xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  loop.for %i = 0 to %n {
    %d = tensor.dim %t, %c0 : tensor<?xf32>
    %0 = tensor.empty(%d) : tensor<?xf32>
    %1 = tensor.empty(%k) : tensor<?xf32>
    %2 = tensor.splat %x[%k] : tensor<?xf32>
    %3 = tensor.expand_shape %t [[0, 1]] output_shape [%k, 4] : tensor<?xf32> into tensor<?x4xf32>
    %4 = tensor.gather %t[%places] gather_dims([0]) : (tensor<?xf32>, tensor<3x1xindex>) -> tensor<3x1xf32>
    "test.use"(%0, %1, %2, %3, %4)
      : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x4xf32>, tensor<3x1xf32>) -> ()
  }
  return
}

// -----

// A computation is as safe as what it computes for each element.
// CHECK-LABEL: func.func @elementwise
//       CHECK:   tensor.generic
//       CHECK:     arith.addi
//       CHECK:   loop.for
//       CHECK:     tensor.generic
//       CHECK:       arith.divsi
#id = affine_map<(d0) -> (d0)>
func.func @elementwise(%a: tensor<4xi32>, %b: tensor<4xi32>, %n: index) {
  loop.for %i = 0 to %n {
    %0 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %s = arith.addi %x, %y : i32
      tensor.yield %s : i32
    } -> tensor<4xi32>
    %1 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %s = arith.divsi %x, %y : i32
      tensor.yield %s : i32
    } -> tensor<4xi32>
    "test.use"(%0, %1) : (tensor<4xi32>, tensor<4xi32>) -> ()
  }
  return
}

// -----

// Behind the border is the padding; what is promised to be inside must be. Views need the memory that they look into.
// CHECK-LABEL: func.func @vectors_and_views
//       CHECK:   vector.transfer_read %t[%k]
//  CHECK-NEXT:   vector.transfer_read %t[%{{.*}}], %x {in_bounds = [true]}
//  CHECK-NEXT:   memref.view
//  CHECK-NEXT:   loop.for
//  CHECK-NEXT:     vector.transfer_read %t[%k], %x {in_bounds = [true]}
//  CHECK-NEXT:     memref.view
//  CHECK-NEXT:     memref.expand_shape
//  CHECK-NEXT:     memref.collapse_shape
func.func @vectors_and_views(%t: tensor<8xf32>, %x: f32, %k: index, %bytes: memref<64xi8>, %m: memref<?xf32>,
                             %s: memref<4x4xf32, strided<[?, 1]>>, %n: index) {
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  loop.for %i = 0 to %n {
    %0 = vector.transfer_read %t[%k], %x : tensor<8xf32>, vector<4xf32>
    %1 = vector.transfer_read %t[%c4], %x {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %2 = memref.view %bytes[%c32][] : memref<64xi8> to memref<8xf32>
    %3 = vector.transfer_read %t[%k], %x {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %4 = memref.view %bytes[%c36][] : memref<64xi8> to memref<8xf32>
    %5 = memref.expand_shape %m [[0, 1]] output_shape [%k, 4] : memref<?xf32> into memref<?x4xf32>
    %6 = memref.collapse_shape %s [[0, 1]] : memref<4x4xf32, strided<[?, 1]>> into memref<16xf32, strided<[1]>>
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (vector<4xf32>, vector<4xf32>, memref<8xf32>, vector<4xf32>,
      memref<8xf32>, memref<?x4xf32>, memref<16xf32, strided<[1]>>) -> ()
  }
  return
}
