// RUN: dlc-opt %s --loop-reorder | filecheck %s

// The loop that adds to the same elements goes inside, and with it the load that was outside the innermost loop.
// CHECK-LABEL: func.func @a_sum_goes_inside(
//       CHECK:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %j = 0 to 16 {
//  CHECK-NEXT:       loop.for %k = 0 to 4 {
//  CHECK-NEXT:         loop.load %a[%i, %k]
func.func @a_sum_goes_inside(%a: memref<8x4xf32> {llvm.noalias}, %c: memref<8x16xf32> {llvm.noalias}) {
  loop.for %k = 0 to 4 {
    loop.for %i = 0 to 8 {
      %0 = loop.load %a[%i, %k] : memref<8x4xf32>
      loop.for %j = 0 to 16 {
        %1 = loop.load %c[%i, %j] : memref<8x16xf32>
        %2 = arith.addf %1, %0 : f32
        loop.store %2, %c[%i, %j] : memref<8x16xf32>
      }
    }
  }
  return
}

// The memrefs may overlap.
// CHECK-LABEL: func.func @memory_that_may_be_written_stays_outside(
//       CHECK:   loop.for %k
//  CHECK-NEXT:     loop.for %i
//  CHECK-NEXT:       loop.load %a[%i, %k]
func.func @memory_that_may_be_written_stays_outside(%a: memref<8x4xf32>, %c: memref<8x16xf32>) {
  loop.for %k = 0 to 4 {
    loop.for %i = 0 to 8 {
      %0 = loop.load %a[%i, %k] : memref<8x4xf32>
      loop.for %j = 0 to 16 {
        %1 = loop.load %c[%i, %j] : memref<8x16xf32>
        %2 = arith.addf %1, %0 : f32
        loop.store %2, %c[%i, %j] : memref<8x16xf32>
      }
    }
  }
  return
}

// Each element needs its neighbour from the iteration before.
// CHECK-LABEL: func.func @a_dependence_is_kept(
//       CHECK:   loop.for %k
//  CHECK-NEXT:     loop.for %i
func.func @a_dependence_is_kept(%c: memref<16xf32> {llvm.noalias}) {
  loop.for %k = 0 to 4 {
    loop.for %i = 0 to 8 {
      %0 = loop.load %c[%i] : memref<16xf32>
      %1 = loop.load %c[%i + 1] : memref<16xf32>
      %2 = arith.addf %1, %0 : f32
      loop.store %2, %c[%i] : memref<16xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @bounds_that_depend_on_a_loop_keep_it_outside(
//       CHECK:   loop.for %k
//  CHECK-NEXT:     loop.for %i
func.func @bounds_that_depend_on_a_loop_keep_it_outside(%c: memref<8xf32> {llvm.noalias}, %x: f32) {
  loop.for %k = 0 to 8 {
    loop.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %0 = loop.load %c[%i] : memref<8xf32>
      %1 = arith.addf %0, %x : f32
      loop.store %1, %c[%i] : memref<8xf32>
    }
  }
  return
}

// Rows lie in order in memory.
// CHECK-LABEL: func.func @columns_become_rows(
//       CHECK:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %j = 0 to 16 {
func.func @columns_become_rows(%a: memref<8x16xf32> {llvm.noalias}, %b: memref<8x16xf32> {llvm.noalias}) {
  loop.for %j = 0 to 16 {
    loop.for %i = 0 to 8 {
      %0 = loop.load %a[%i, %j] : memref<8x16xf32>
      loop.store %0, %b[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// One memref would go out of order, whichever loop is inside.
// CHECK-LABEL: func.func @a_transpose_stays(
//       CHECK:   loop.for %j = 0 to 16 {
//  CHECK-NEXT:     loop.for %i = 0 to 8 {
func.func @a_transpose_stays(%a: memref<8x16xf32> {llvm.noalias}, %b: memref<16x8xf32> {llvm.noalias}) {
  loop.for %j = 0 to 16 {
    loop.for %i = 0 to 8 {
      %0 = loop.load %a[%i, %j] : memref<8x16xf32>
      loop.store %0, %b[%j, %i] : memref<16x8xf32>
    }
  }
  return
}

// Rows are scaled beside the sum, which gets a nest of its own.
// CHECK-LABEL: func.func @a_sum_is_set_apart(
//       CHECK:   loop.for %i = 0 to 8 {
//       CHECK:     loop.for %j = 0 to 16 {
//       CHECK:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %{{.*}} = 0 to 16 {
//  CHECK-NEXT:       loop.for %k = 0 to 4 {
func.func @a_sum_is_set_apart(%a: memref<8x4xf32> {llvm.noalias}, %c: memref<8x16xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %c[%i, %j] : memref<8x16xf32>
      %1 = arith.mulf %0, %x : f32
      loop.store %1, %c[%i, %j] : memref<8x16xf32>
    }
    loop.for %k = 0 to 4 {
      %0 = loop.load %a[%i, %k] : memref<8x4xf32>
      loop.for %j = 0 to 16 {
        %1 = loop.load %c[%i, %j] : memref<8x16xf32>
        %2 = arith.addf %1, %0 : f32
        loop.store %2, %c[%i, %j] : memref<8x16xf32>
      }
    }
  }
  return
}

// A schedule names the loops in the order in which they are written.
// CHECK-LABEL: func.func @a_scheduled_nest_stays(
//       CHECK:   loop.for %j = 0 to 16 {
//  CHECK-NEXT:     loop.for %i = 0 to 8 {
func.func @a_scheduled_nest_stays(%a: memref<8x16xf32> {llvm.noalias}, %b: memref<8x16xf32> {llvm.noalias}) {
  loop.for %j = 0 to 16 {
    loop.for %i = 0 to 8 {
      %0 = loop.load %a[%i, %j] : memref<8x16xf32>
      loop.store %0, %b[%i, %j] : memref<8x16xf32>
    } {loop.name = "i"}
  } {loop.name = "j", loop.schedule = ["loop-interchange{loops=j,i}"]}
  return
}

// The inner loops need the size before they begin.
// CHECK-LABEL: func.func @what_computes_a_bound_stays_before_it(
//       CHECK:   loop.for %i
//  CHECK-NEXT:     %[[N:.*]] = memref.dim
//  CHECK-NEXT:     loop.for %k
//  CHECK-NEXT:       loop.for %j = 0 to %[[N]]
func.func @what_computes_a_bound_stays_before_it(%a: memref<8x4xf32> {llvm.noalias}, %c: memref<8x?xf32> {llvm.noalias}) {
  %one = arith.constant 1 : index
  loop.for %i = 0 to 8 {
    %n = memref.dim %c, %one : memref<8x?xf32>
    loop.for %k = 0 to 4 {
      loop.for %j = 0 to %n {
        %0 = loop.load %a[%i, %k] : memref<8x4xf32>
        %1 = loop.load %c[%i, %j] : memref<8x?xf32>
        %2 = arith.addf %1, %0 : f32
        loop.store %2, %c[%i, %j] : memref<8x?xf32>
      }
    }
  }
  return
}

// The sum reads columns of `a`: vectors compute it for several columns, in a nest without the copy to the other half.
// The first value of an element stays with its sum.
// CHECK-LABEL: func.func @a_sum_along_columns_is_set_apart(
//       CHECK:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.store %one, %c[%i, %i]
//  CHECK-NEXT:   }
//       CHECK:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %j
//  CHECK-NEXT:       loop.store %zero, %c[%i, %j]
//  CHECK-NEXT:       loop.for %k
//       CHECK:   loop.for %i = 0 to 8 {
//  CHECK-NEXT:     loop.for %j
//  CHECK-NEXT:       loop.load %c[%i, %j]
//  CHECK-NEXT:       loop.store %{{.*}}, %c[%j, %i]
func.func @a_sum_along_columns_is_set_apart(%a: memref<16x8xf32> {llvm.noalias}, %c: memref<8x8xf32> {llvm.noalias},
                                            %zero: f32, %one: f32) {
  loop.for %i = 0 to 8 {
    loop.store %one, %c[%i, %i] : memref<8x8xf32>
    loop.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 8 {
      loop.store %zero, %c[%i, %j] : memref<8x8xf32>
      loop.for %k = 0 to 16 {
        %0 = loop.load %a[%k, %i] : memref<16x8xf32>
        %1 = loop.load %a[%k, %j] : memref<16x8xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = loop.load %c[%i, %j] : memref<8x8xf32>
        %4 = arith.addf %3, %2 : f32
        loop.store %4, %c[%i, %j] : memref<8x8xf32>
      }
      %5 = loop.load %c[%i, %j] : memref<8x8xf32>
      loop.store %5, %c[%j, %i] : memref<8x8xf32>
    }
  }
  return
}

// A row is read in order: its sum is made of vectors as it is.
// CHECK-LABEL: func.func @a_sum_along_a_row_stays(
//       CHECK:   loop.for %i
//  CHECK-NEXT:     loop.for %j
//       CHECK:     }
//  CHECK-NEXT:     loop.load %x[%i]
//  CHECK-NEXT:     loop.store %{{.*}}, %y[%i]
func.func @a_sum_along_a_row_stays(%a: memref<8x16xf32> {llvm.noalias}, %x: memref<8xf32> {llvm.noalias},
                                   %y: memref<8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 16 {
      %0 = loop.load %a[%i, %j] : memref<8x16xf32>
      %1 = loop.load %x[%i] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      loop.store %2, %x[%i] : memref<8xf32>
    }
    %3 = loop.load %x[%i] : memref<8xf32>
    loop.store %3, %y[%i] : memref<8xf32>
  }
  return
}
