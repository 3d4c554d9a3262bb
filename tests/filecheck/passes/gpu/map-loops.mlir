// RUN: dlc-opt %s --gpu-map-loops | filecheck %s

// Parallel loops are counted through by one index, 256 points in a block.
// CHECK-LABEL: func.func @points
//       CHECK:   loop.parallel (%[[B:.*]]) = (0) to (8) {
//       CHECK:     loop.parallel (%[[T:.*]]) = (0) to (256) {
//       CHECK:       %[[P:.*]] = loop.apply #{{.*}}(%[[B]], %[[T]])
//       CHECK:       %i, %j = loop.delinearize_index %[[P]] into (32, 64) : index, index
//       CHECK:       loop.load %m[%i, %j]
//       CHECK:     } {mapping = [#gpu.thread<x>]}
//       CHECK:   } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
func.func @points(%m: memref<32x64xf32>) {
  loop.for %i = 0 to 32 {
    loop.for %j = 0 to 64 {
      %x = loop.load %m[%i, %j] : memref<32x64xf32>
      %y = arith.addf %x, %x : f32
      loop.store %y, %m[%i, %j] : memref<32x64xf32>
    }
  }
  return
}

// The last block is not full.
// CHECK-LABEL: func.func @points_that_fill_no_block
//       CHECK:   loop.parallel (%[[B:.*]]) = (0) to (2) {
//       CHECK:     loop.if #{{.*}}(%[[B]], %{{.*}}) {
func.func @points_that_fill_no_block(%m: memref<300xf32>, %x: f32) {
  loop.for %i = 0 to 300 {
    loop.store %x, %m[%i] : memref<300xf32>
  }
  return
}

// How many points there are is known when it runs.
// CHECK-LABEL: func.func @points_of_unknown_number
//       CHECK:   %[[N:.*]] = arith.muli %{{.*}}, %{{.*}} : index
//       CHECK:   %[[BLOCKS:.*]] = loop.apply #{{.*}}(%[[N]])
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (%[[BLOCKS]]) {
func.func @points_of_unknown_number(%m: memref<?x?xf32>, %x: f32, %n: index, %k: index) {
  loop.for %i = 0 to %n {
    loop.for %j = 0 to %k {
      loop.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// A sum along what lies side by side: a block for each row, and what a block adds up is combined.
// CHECK-LABEL: func.func @rows
//       CHECK:   loop.parallel (%[[I:.*]]) = (0) to (32) {
//       CHECK:     %[[S:.*]] = loop.parallel (%[[J:.*]]) = (0) to (64) reduce ("addf") -> (f32) {
//       CHECK:       %[[X:.*]] = loop.load %m[%[[I]], %[[J]]]
//       CHECK:       loop.yield %[[X]] : f32
//       CHECK:     } {mapping = [#gpu.thread<x>]}
//       CHECK:     %[[T:.*]] = arith.addf %start, %[[S]] fastmath<reassoc> : f32
//       CHECK:     loop.store %[[T]], %a[%[[I]]]
//       CHECK:   } {gpu.block_size = 64 : i64, mapping = [#gpu.block<x>]}
func.func @rows(%m: memref<32x64xf32>, %s: memref<32xf32>, %start: f32) {
  %a = memref.alloc() : memref<32xf32>
  loop.for %i = 0 to 32 {
    %sum = loop.for %j = 0 to 64 iter_args(%part = %start) -> (f32) {
      %x = loop.load %m[%i, %j] : memref<32x64xf32>
      %next = arith.addf %part, %x fastmath<reassoc> : f32
      loop.yield %next : f32
    }
    loop.store %sum, %a[%i] : memref<32xf32>
  }
  memref.copy %a, %s : memref<32xf32> to memref<32xf32>
  return
}

// A sum along columns: threads side by side are in columns side by side.
// CHECK-LABEL: func.func @columns
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (256) {
//       CHECK:     loop.for %{{.*}} = 0 to 64 iter_args
//       CHECK:   } {mapping = [#gpu.thread<x>]}
func.func @columns(%m: memref<64x512xf32>, %start: f32) -> memref<512xf32> {
  %a = memref.alloc() : memref<512xf32>
  loop.for %j = 0 to 512 {
    %sum = loop.for %i = 0 to 64 iter_args(%part = %start) -> (f32) {
      %x = loop.load %m[%i, %j] : memref<64x512xf32>
      %next = arith.addf %part, %x fastmath<reassoc> : f32
      loop.yield %next : f32
    }
    loop.store %sum, %a[%j] : memref<512xf32>
  }
  return %a : memref<512xf32>
}

// Without leave to add in another order, a thread adds by itself.
// CHECK-LABEL: func.func @sum_in_order
//   CHECK-NOT:   reduce
//       CHECK:   return
func.func @sum_in_order(%m: memref<32x64xf32>, %start: f32) -> memref<32xf32> {
  %a = memref.alloc() : memref<32xf32>
  loop.for %i = 0 to 32 {
    %sum = loop.for %j = 0 to 64 iter_args(%part = %start) -> (f32) {
      %x = loop.load %m[%i, %j] : memref<32x64xf32>
      %next = arith.addf %part, %x : f32
      loop.yield %next : f32
    }
    loop.store %sum, %a[%i] : memref<32xf32>
  }
  return %a : memref<32xf32>
}

// What a loop gives, and who stores it, are one block.
// CHECK-LABEL: func.func @sum_of_all
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (1) {
//       CHECK:     %[[S:.*]] = loop.parallel (%{{.*}}) = (0) to (999) reduce ("maximumf") -> (f32) {
//       CHECK:     loop.store %{{.*}}, %a[]
//       CHECK:   } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
func.func @sum_of_all(%m: memref<999xf32>, %start: f32) -> memref<f32> {
  %a = memref.alloc() : memref<f32>
  %most = loop.for %j = 0 to 999 iter_args(%part = %start) -> (f32) {
    %x = loop.load %m[%j] : memref<999xf32>
    %next = arith.maximumf %part, %x : f32
    loop.yield %next : f32
  }
  loop.store %most, %a[] : memref<f32>
  return %a : memref<f32>
}

// The host needs the value: it is computed by a block, and read back.
// CHECK-LABEL: func.func @value_for_the_host
//       CHECK:   %[[CELL:.*]] = memref.alloc() : memref<f32>
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (1) {
//       CHECK:     memref.store %{{.*}}, %[[CELL]][]
//       CHECK:   } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
//       CHECK:   %[[VALUE:.*]] = memref.load %[[CELL]][]
//       CHECK:   memref.dealloc %[[CELL]]
//       CHECK:   return %[[VALUE]]
func.func @value_for_the_host(%m: memref<999xf32>, %start: f32) -> f32 {
  %most = loop.for %j = 0 to 999 iter_args(%part = %start) -> (f32) {
    %x = loop.load %m[%j] : memref<999xf32>
    %next = arith.maximumf %part, %x : f32
    loop.yield %next : f32
  }
  return %most : f32
}

// Each step needs the one before: the host goes through the steps, and launches what is inside.
// CHECK-LABEL: func.func @steps
//       CHECK:   loop.for %[[T:.*]] = 1 to 10 {
//       CHECK:     loop.parallel
//       CHECK:     } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
//       CHECK:   }
func.func @steps(%m: memref<10x512xf32>) {
  loop.for %t = 1 to 10 {
    loop.for %j = 0 to 512 {
      %x = loop.load %m[%t - 1, %j] : memref<10x512xf32>
      %y = arith.addf %x, %x : f32
      loop.store %y, %m[%t, %j] : memref<10x512xf32>
    }
  }
  return
}

// Steps of single elements: one block goes through them.
// CHECK-LABEL: func.func @steps_of_one_element
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (1) {
//       CHECK:     loop.for %{{.*}} = 1 to 10 {
//       CHECK:   } {gpu.block_size = 1 : i64, mapping = [#gpu.block<x>]}
func.func @steps_of_one_element(%m: memref<10xf32>) {
  loop.for %t = 1 to 10 {
    %x = loop.load %m[%t - 1] : memref<10xf32>
    %y = arith.addf %x, %x : f32
    loop.store %y, %m[%t] : memref<10xf32>
  }
  return
}

// Elements beside a loop that fills more than a block are a kernel of their own; views are made by the host.
// CHECK-LABEL: func.func @steps_with_elements
//       CHECK:   loop.for %[[T:.*]] = 1 to 10 {
//  CHECK-NEXT:     memref.subview
//  CHECK-NEXT:     loop.parallel (%{{.*}}) = (0) to (1) {
//  CHECK-NEXT:       loop.load %n[%[[T]] - 1]
//       CHECK:       loop.store %{{.*}}, %n[%[[T]]]
//  CHECK-NEXT:     } {gpu.block_size = 1 : i64, mapping = [#gpu.block<x>]}
//  CHECK-NEXT:     loop.parallel (%{{.*}}) = (0) to (2) {
//       CHECK:     } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
func.func @steps_with_elements(%m: memref<10x512xf32>, %n: memref<10xf32>, %a: memref<512xf32>) {
  loop.for %t = 1 to 10 {
    %x = loop.load %n[%t - 1] : memref<10xf32>
    %row = memref.subview %m[%t, 0] [1, 512] [1, 1] : memref<10x512xf32> to memref<512xf32, strided<[1], offset: ?>>
    %y = arith.addf %x, %x : f32
    loop.store %y, %n[%t] : memref<10xf32>
    loop.for %j = 0 to 512 {
      %z = loop.load %row[%j] : memref<512xf32, strided<[1], offset: ?>>
      %s = arith.addf %z, %z : f32
      loop.store %s, %row[%j] : memref<512xf32, strided<[1], offset: ?>>
    }
  }
  return
}

// The loop needs what was loaded: it would be the host's.
// CHECK-LABEL: func.func @steps_with_a_value
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (1) {
//       CHECK:     loop.for %{{.*}} = 1 to 10 {
//       CHECK:       loop.parallel (%{{.*}}) = (0) to (512) {
//       CHECK:       } {mapping = [#gpu.thread<x>]}
//       CHECK:   } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
func.func @steps_with_a_value(%m: memref<10x512xf32>, %n: memref<10xf32>) {
  loop.for %t = 1 to 10 {
    %x = loop.load %n[%t] : memref<10xf32>
    loop.for %j = 0 to 512 {
      loop.store %x, %m[%t, %j] : memref<10x512xf32>
    }
    loop.store %x, %n[%t - 1] : memref<10xf32>
  }
  return
}

// What a function has allocated is told apart from all else.
// CHECK-LABEL: func.func @steps_of_a_function
//       CHECK:   loop.for
//       CHECK:     func.call @made
//       CHECK:     loop.parallel (%{{.*}}) = (0) to (2) {
//       CHECK:     } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
func.func @steps_of_a_function(%m: memref<512xf32>) {
  loop.for %t = 1 to 10 {
    %r = func.call @made(%m) : (memref<512xf32>) -> memref<512xf32>
    loop.for %j = 0 to 512 {
      %x = loop.load %r[%j] : memref<512xf32>
      loop.store %x, %m[%j] : memref<512xf32>
    }
    memref.dealloc %r : memref<512xf32>
  }
  return
}
func.func private @made(%m: memref<512xf32>) -> memref<512xf32> {
  %a = memref.alloc() : memref<512xf32>
  loop.for %j = 0 to 512 {
    %x = loop.load %m[511 - %j] : memref<512xf32>
    loop.store %x, %a[%j] : memref<512xf32>
  }
  return %a : memref<512xf32>
}

// What a person has mapped stays as it is.
// CHECK-LABEL: func.func @mapped
//       CHECK:   loop.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (4, 8) {
//       CHECK:   } {gpu.block_size = 1 : i64, mapping = [#gpu.block<y>, #gpu.block<x>]}
func.func @mapped(%m: memref<4x8xf32>, %x: f32) {
  loop.parallel (%i, %j) = (0, 0) to (4, 8) {
    loop.store %x, %m[%i, %j] : memref<4x8xf32>
  } {gpu.block_size = 1 : i64, mapping = [#gpu.block<y>, #gpu.block<x>]}
  return
}

// Memory that an iteration takes and gives back: a block is an iteration, so that it can be the block's.
// CHECK-LABEL: func.func @scratch
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (512) {
//       CHECK:     memref.alloc(%n) : memref<?xf32>
//       CHECK:     } {mapping = [#gpu.thread<x>]}
//       CHECK:   } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>]}
func.func @scratch(%m: memref<512x?xf32>, %n: index) {
  loop.for %i = 0 to 512 {
    %a = memref.alloc(%n) : memref<?xf32>
    loop.for %j = 0 to %n {
      %x = loop.load %m[%i, %j] : memref<512x?xf32>
      loop.store %x, %a[%j] : memref<?xf32>
    }
    memref.dealloc %a : memref<?xf32>
  }
  return
}

// A loop that never runs is none.
// CHECK-LABEL: func.func @never
//  CHECK-NEXT:   return
func.func @never(%m: memref<4x0xf32>, %x: f32) {
  loop.for %i = 0 to 4 {
    loop.for %j = 0 to 0 {
      loop.store %x, %m[%i, %j] : memref<4x0xf32>
    }
  }
  return
}

// Each element of a row is read once, and a sum of the row stored once: threads side by side read side by side, however
// many rows there are.
// CHECK-LABEL: func.func @many_rows
//       CHECK: loop.parallel {{.*}} reduce ("addf")
//       CHECK: mapping = [#gpu.thread<x>]
//       CHECK: {gpu.block_size = 64 : i64, mapping = [#gpu.block<x>]}
func.func @many_rows(%m: memref<4096x64xf32>, %s: memref<4096xf32> {llvm.noalias}, %start: f32) {
  loop.for %i = 0 to 4096 {
    %sum = loop.for %j = 0 to 64 iter_args(%t = %start) -> (f32) {
      %x = loop.load %m[%i, %j] : memref<4096x64xf32>
      %y = arith.addf %t, %x fastmath<reassoc> : f32
      loop.yield %y : f32
    }
    loop.store %sum, %s[%i] : memref<4096xf32>
  }
  return
}

// A block with more threads than there are sums in a step lets them share each sum, and more threads share a long one.
// CHECK-LABEL: func.func @threads_share_each_of_few_sums
// CHECK:       loop.for %t = 1 to 9 {
// CHECK-NEXT:    loop.for %i = 0 to 2 {
// CHECK-NEXT:      loop.parallel (%k) = (0) to (5000) reduce ("addf") -> (f32) {
// CHECK:           } {mapping = [#gpu.thread<x>]}
// CHECK:       } {gpu.block_size = 512 : i64, mapping = [#gpu.block<x>]}
func.func @threads_share_each_of_few_sums(%m: memref<9x2x5000xf32>, %out: memref<9x2xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %t = 1 to 9 {
    loop.for %i = 0 to 2 {
      %sum = loop.for %k = 0 to 5000 iter_args(%s = %zero) -> (f32) {
        %x = loop.load %m[%t, %i, %k] : memref<9x2x5000xf32>
        %y = loop.load %out[%t - 1, %i] : memref<9x2xf32>
        %xy = arith.mulf %x, %y : f32
        %more = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %more : f32
      }
      loop.store %sum, %out[%t, %i] : memref<9x2xf32>
    }
    %last = loop.load %out[%t, 0] : memref<9x2xf32>
    loop.store %last, %out[%t, 1] : memref<9x2xf32>
  }
  return
}

// With a sum for each thread, and in an order that must be kept, each thread has its own.
// CHECK-LABEL: func.func @many_sums_and_sums_in_order_are_one_for_each_thread
// CHECK:       loop.for %t = 1 to 9 {
// CHECK-NEXT:    loop.parallel (%i) = (0) to (200) {
// CHECK-NEXT:      loop.for %k = 0 to 100
// CHECK:         loop.parallel (%i) = (0) to (2) {
// CHECK-NEXT:      loop.for %k = 0 to 5000
func.func @many_sums_and_sums_in_order_are_one_for_each_thread(%m: memref<9x200x5000xf32>, %out: memref<9x200xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  loop.for %t = 1 to 9 {
    loop.for %i = 0 to 200 {
      %sum = loop.for %k = 0 to 100 iter_args(%s = %zero) -> (f32) {
        %x = loop.load %m[%t, %i, %k] : memref<9x200x5000xf32>
        %y = loop.load %out[%t - 1, %i] : memref<9x200xf32>
        %xy = arith.mulf %x, %y : f32
        %more = arith.addf %s, %xy fastmath<reassoc> : f32
        loop.yield %more : f32
      }
      loop.store %sum, %out[%t, %i] : memref<9x200xf32>
    }
    %last = loop.load %out[%t, 0] : memref<9x200xf32>
    loop.store %last, %out[%t, 1] : memref<9x200xf32>
    loop.for %i = 0 to 2 {
      %sum = loop.for %k = 0 to 5000 iter_args(%s = %zero) -> (f32) {
        %x = loop.load %m[%t, %i, %k] : memref<9x200x5000xf32>
        %more = arith.addf %s, %x : f32
        loop.yield %more : f32
      }
      loop.store %sum, %out[%t, %i + 2] : memref<9x200xf32>
    }
  }
  return
}

// Rows that leave no room for other blocks have as many threads as there can be.
// CHECK-LABEL: func.func @rows_that_fill_the_memory_of_a_block
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (64) {
//       CHECK:   } {gpu.block_size = 1024 : i64, mapping = [#gpu.block<x>]}
func.func @rows_that_fill_the_memory_of_a_block(%a: memref<64x16000xf32>, %b: memref<64x16000xf32> {llvm.noalias}) {
  loop.for %i = 0 to 64 {
    %row = memref.alloca() : memref<16000xf32>
    loop.for %j = 0 to 4000 {
      %x = loop.load %a[%i, %j * 4] : memref<64x16000xf32>
      loop.store %x, %row[%j] : memref<16000xf32>
    }
    loop.for %j = 0 to 4000 {
      %x = loop.load %row[%j] : memref<16000xf32>
      loop.store %x, %b[%i, %j] : memref<64x16000xf32>
    }
  }
  return
}

// The number of points changes with a loop of the host: the last dimension is divided, the others are dimensions of the
// grid.
// CHECK-LABEL: func.func @bounds_by_the_host(
//       CHECK:   loop.for %k = 0 to 64 {
//       CHECK:     loop.parallel (%[[I:.*]], %[[B:.*]]) = (%{{.*}}, 0) to (%{{.*}}, (%[[HIGH:.*]] - %[[LOW:.*]]) ceildiv 256) {
//       CHECK:       loop.parallel (%[[T:.*]]) = (0) to (256) {
//       CHECK:         loop.if #{{.*}}(%[[B]], %[[T]], %[[LOW]], %[[HIGH]]) {
//       CHECK:           loop.load %a[%[[I]], %k]
//       CHECK:       } {mapping = [#gpu.thread<x>]}
//       CHECK:     } {gpu.block_size = 256 : i64, mapping = [#gpu.block<x>, #gpu.block<x>]}
func.func @bounds_by_the_host(%a: memref<64x64xf32> {llvm.noalias}) {
  loop.for %k = 0 to 64 {
    loop.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 64 {
      loop.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 64 {
        %u = loop.load %a[%i, %k] : memref<64x64xf32>
        %v = loop.load %a[%k, %j] : memref<64x64xf32>
        %m = arith.mulf %u, %v : f32
        loop.store %m, %a[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// An index does not count the points of both loops, nor the iterations of the second nest.
// CHECK-LABEL: func.func @more_points_than_an_index_counts(
//       CHECK:   loop.for %i = 0 to 4611686018427387904 {
//       CHECK:     loop.parallel (%{{.*}}) = (0) to (1) {
//       CHECK:   loop.parallel (%{{.*}}) = (0) to (1) {
//       CHECK:     loop.for %i = -9223372036854775808 to 32 {
//       CHECK:   } {gpu.block_size = 1 : i64, mapping = [#gpu.block<x>]}
//       CHECK:   loop.parallel (%i, %j) = (0, 0) to (4611686018427387904, 64) {
//  CHECK-NEXT:     loop.store
//  CHECK-NEXT:   }
func.func @more_points_than_an_index_counts(%m: memref<64xf32>, %x: f32) {
  loop.for %i = 0 to 4611686018427387904 {
    loop.for %j = 0 to 64 {
      loop.store %x, %m[%j] : memref<64xf32>
    }
  }
  loop.for %i = -9223372036854775808 to 32 {
    loop.store %x, %m[%i] : memref<64xf32>
  }
  loop.parallel (%i, %j) = (0, 0) to (4611686018427387904, 64) {
    loop.store %x, %m[%j] : memref<64xf32>
  }
  return
}

// Kernels have no tensors.
// CHECK-LABEL: func.func @tensors_stay_on_the_host(
//   CHECK-NOT:   memref.alloc() : memref<tensor
//       CHECK:   loop.for %i = 0 to 5 iter_args(%c = %t)
//       CHECK:   tensor.splat
func.func @tensors_stay_on_the_host(%t: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = loop.for %i = 0 to 5 iter_args(%c = %t) -> (tensor<4xf32>) {
    %y = tensor.extract %c[%i] : tensor<4xf32>
    %n = tensor.insert %y into %c[%i] : tensor<4xf32>
    loop.yield %n : tensor<4xf32>
  }
  %sum = loop.for %i = 0 to 5 iter_args(%c = %x) -> (f32) {
    %n = arith.addf %c, %x : f32
    loop.yield %n : f32
  }
  %s = tensor.splat %sum : tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}
