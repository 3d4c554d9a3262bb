// RUN: dlc-opt %s --split-input-file --verify-diagnostics --schedule-loops | filecheck %s

// Rows: vectors inside, several side by side where values are carried, and threads outside; then either alone.
// CHECK-LABEL: func.func @rows
//       CHECK:   loop.try_schedule = [
//  CHECK-NEXT:     [
//  CHECK-NEXT:       "loop-parallelize{loops=row depth=1}",
//  CHECK-NEXT:       "loop-vectorize{loops=l1 width=8 interleave=4}",
//  CHECK-NEXT:       "loop-vectorize{loops=l2 width=8 interleave=4}"
//  CHECK-NEXT:     ],
//  CHECK-NEXT:     [
//  CHECK-NEXT:       "loop-vectorize{loops=l1 width=8 interleave=4}",
//  CHECK-NEXT:       "loop-vectorize{loops=l2 width=8 interleave=4}"
//  CHECK-NEXT:     ],
//  CHECK-NEXT:     ["loop-parallelize{loops=row depth=1}"]
//  CHECK-NEXT:   ]}
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @rows(%x: memref<64x512xf32> {llvm.noalias}, %y: memref<64x512xf32> {llvm.noalias}, %zero: f32) {
    loop.for %row = 0 to 64 {
      %sum = loop.for %0 = 0 to 512 iter_args(%s = %zero) -> (f32) {
        %1 = loop.load %x[%row, %0] : memref<64x512xf32>
        %2 = arith.addf %s, %1 fastmath<reassoc> : f32
        loop.yield %2 : f32
      }
      loop.for %0 = 0 to 512 {
        %1 = loop.load %x[%row, %0] : memref<64x512xf32>
        %2 = arith.divf %1, %sum : f32
        loop.store %2, %y[%row, %0] : memref<64x512xf32>
      }
    }
    return
  }
}

// -----

// A single loop is cut into pieces, one for a thread at a time.
// CHECK-LABEL: func.func @one_loop
//       CHECK:   "loop-tile{loops=i sizes=4096}",
//  CHECK-NEXT:   "loop-parallelize{loops=i depth=1}",
//  CHECK-NEXT:   "loop-vectorize{loops=i_point width=4 interleave=4}"
module attributes {loop.machine = {vector_bits = 128, cores = 2}} {
  func.func @one_loop(%x: memref<1000000xf32> {llvm.noalias}, %y: memref<1000000xf32> {llvm.noalias}) {
    loop.for %i = 0 to 1000000 {
      %0 = loop.load %x[%i] : memref<1000000xf32>
      loop.store %0, %y[%i] : memref<1000000xf32>
    }
    return
  }
}

// -----

// Little work is for one thread; columns are no vectors.
// CHECK-LABEL: func.func @little
//       CHECK:   loop.try_schedule = {{\[\[}}"loop-vectorize{loops=i width=8}"]]
//   CHECK-NOT:   schedule
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @little(%x: memref<100xf32> {llvm.noalias}, %y: memref<100x7xf32> {llvm.noalias}) {
    loop.for %i = 0 to 100 {
      %0 = loop.load %x[%i] : memref<100xf32>
      loop.store %0, %x[%i] : memref<100xf32>
    }
    loop.for %i = 0 to 100 {
      %0 = loop.load %x[%i] : memref<100xf32>
      loop.store %0, %y[%i, 3] : memref<100x7xf32>
    }
    return
  }
}

// -----

// What a person has written stays.
// CHECK-LABEL: func.func @by_hand
//   CHECK-NOT:   try_schedule
//       CHECK:   loop.schedule = ["loop-unroll{loops=i factor=2}"]
func.func @by_hand(%x: memref<100xf32> {llvm.noalias}) {
  loop.for %i = 0 to 100 {
    %0 = loop.load %x[%i] : memref<100xf32>
    loop.store %0, %x[%i] : memref<100xf32>
  } {loop.name = "i", loop.schedule = ["loop-unroll{loops=i factor=2}"]}
  return
}

// -----

// expected-error @+1 {{'builtin.module' op must have positive numbers in 'loop.machine', but got '0 : i64' for 'cores'}}
module attributes {loop.machine = {cores = 0}} {
}

// -----

// expected-error @+1 {{'builtin.module' op must have nothing but vector_bits, vector_registers, l1_bytes, l2_bytes, l3_bytes, cores, unit_bits, bf16_terms in 'loop.machine', but got 'sockets'}}
module attributes {loop.machine = {sockets = 2}} {
}

// -----

// A loop that is narrower than a vector becomes one with the loop around it if memory is contiguous along both.
// CHECK-LABEL: func.func @pixels
//       CHECK:   "loop-coalesce{loops=i,c}",
//  CHECK-NEXT:   "loop-vectorize{loops=i width=8}"
module attributes {loop.machine = {vector_bits = 256, cores = 1}} {
  func.func @pixels(%x: memref<100x3xf32> {llvm.noalias}, %y: memref<100x3xf32> {llvm.noalias}, %scale: f32) {
    loop.for %i = 0 to 100 {
      loop.for %c = 0 to 3 {
        %0 = loop.load %x[%i, %c] : memref<100x3xf32>
        %1 = arith.mulf %0, %scale : f32
        loop.store %1, %y[%i, %c] : memref<100x3xf32>
      }
    }
    return
  }
}

// -----

// Otherwise it is unrolled, and lanes are iterations of the loop around it.
// CHECK-LABEL: func.func @lengths
//       CHECK:   "loop-vectorize{loops=j width=8}",
//  CHECK-NEXT:   "loop-unroll{loops=d full=true}",
//  CHECK-NEXT:   "loop-vectorize{loops=i width=8}"
module attributes {loop.machine = {vector_bits = 256, cores = 1}} {
  func.func @lengths(%x: memref<2x3x100xf32> {llvm.noalias}, %y: memref<2x100xf32> {llvm.noalias}, %zero: f32) {
    loop.for %row = 0 to 2 {
      loop.for %i = 0 to 100 {
        %sum = loop.for %d = 0 to 3 iter_args(%s = %zero) -> (f32) {
          %0 = loop.load %x[%row, %d, %i] : memref<2x3x100xf32>
          %1 = arith.addf %s, %0 fastmath<reassoc> : f32
          loop.yield %1 : f32
        }
        loop.store %sum, %y[%row, %i] : memref<2x100xf32>
      }
      loop.for %j = 0 to 100 {
        %0 = loop.load %y[%row, %j] : memref<2x100xf32>
        %1 = arith.addf %0, %0 : f32
        loop.store %1, %y[%row, %j] : memref<2x100xf32>
      }
    }
    return
  }
}

// -----

// Threads share pieces of the loop around narrow ones, whose iterations are the lanes: a piece has 16 KiB of all rows.
// CHECK-LABEL: func.func @nearest
//       CHECK:   "loop-tile{loops=i sizes=816}",
//  CHECK-NEXT:   "loop-parallelize{loops=i depth=1}",
//  CHECK-NEXT:   "loop-unroll{loops=c full=true}",
//  CHECK-NEXT:   "loop-vectorize{loops=i_point width=8}"
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @nearest(%x: memref<20000x5xf32> {llvm.noalias}, %y: memref<20000xf32> {llvm.noalias}, %most: f32) {
    loop.for %i = 0 to 20000 {
      %least = loop.for %c = 0 to 5 iter_args(%s = %most) -> (f32) {
        %0 = loop.load %x[%i, %c] : memref<20000x5xf32>
        %1 = math.absf %0 : f32
        %2 = arith.addf %1, %1 : f32
        %3 = arith.mulf %2, %1 : f32
        %4 = arith.minimumf %s, %3 : f32
        loop.yield %4 : f32
      }
      loop.store %least, %y[%i] : memref<20000xf32>
    }
    return
  }
}

// -----

// Elements that are apart are loaded one by one if enough is computed with them. Long computations are interleaved.
// CHECK-LABEL: func.func @apart
//       CHECK:   "loop-vectorize{loops=i width=8 interleave=2}"
module attributes {loop.machine = {vector_bits = 256, cores = 1}} {
  func.func @apart(%x: memref<64x3xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}) {
    loop.for %i = 0 to 64 {
      %0 = loop.load %x[%i, 1] : memref<64x3xf32>
      %1 = math.exp %0 : f32
      %2 = math.tanh %1 : f32
      loop.store %2, %y[%i] : memref<64xf32>
    }
    return
  }
}

// -----

// Sums over a window are computed apart from a function of them, line by line.
// CHECK-LABEL: func.func @function_of_window
//       CHECK:   "loop-accumulate-in-memory{loops=kh}",
//  CHECK-NEXT:   "loop-separate{loops=j,c suffixes=_init,_main,_done}",
//  CHECK-NEXT:   "loop-scalar-replacement{loops=kh}",
//  CHECK-NEXT:   "loop-vectorize{loops=c_init width=8}",
//  CHECK-NEXT:   "loop-vectorize{loops=c_done width=8}",
//  CHECK-NEXT:   "loop-unroll{loops=kw full=true}",
//  CHECK-NEXT:   "loop-vectorize{loops=c_main width=8 remainder=peel}",
//  CHECK-NEXT:   "loop-unroll-and-jam{loops=j_main factor=7}"
module attributes {loop.machine = {vector_bits = 256, vector_registers = 16, cores = 1}} {
  func.func @function_of_window(%x: memref<9x9x16xf32> {llvm.noalias}, %w: memref<3x3x16xf32> {llvm.noalias}, %y: memref<7x7x16xf32> {llvm.noalias}, %zero: f32) {
    loop.for %i = 0 to 7 {
      loop.for %j = 0 to 7 {
        loop.for %c = 0 to 16 {
          %sum = loop.for %kh = 0 to 3 iter_args(%a = %zero) -> (f32) {
            %part = loop.for %kw = 0 to 3 iter_args(%b = %a) -> (f32) {
              %0 = loop.load %x[%i + %kh, %j + %kw, %c] : memref<9x9x16xf32>
              %1 = loop.load %w[%kh, %kw, %c] : memref<3x3x16xf32>
              %2 = arith.mulf %0, %1 : f32
              %3 = arith.addf %b, %2 fastmath<reassoc> : f32
              loop.yield %3 : f32
            }
            loop.yield %part : f32
          }
          %0 = math.exp %sum : f32
          loop.store %0, %y[%i, %j, %c] : memref<7x7x16xf32>
        }
      }
    }
    return
  }
}

// -----

// A loop around a loop on a condition is not part of the nest in it, so no step names it.
// CHECK-LABEL: @in_a_loop_with_a_condition
//       CHECK:   loop.name = "k", loop.try_schedule = {{\[\[}}"loop-vectorize{loops=k width=8 interleave=4}"]]
//       CHECK:   loop.name = "narrow"
//   CHECK-NOT:   loop.try_schedule
module attributes {loop.machine = {vector_bits = 256, vector_registers = 16, cores = 1}} {
  func.func @in_a_loop_with_a_condition(%x: memref<3x32xf32> {llvm.noalias}, %y: memref<64xf32> {llvm.noalias}, %z: f32, %is_on: i1) {
    loop.for %i = 0 to 32 {
      loop.for %k = 0 to 64 {
        loop.store %z, %y[%k] : memref<64xf32>
      } {loop.name = "k"}
      loop.for %j = 0 to 3 {
        loop.store %z, %x[%j, %i] : memref<3x32xf32>
      } {loop.name = "narrow"}
      loop.when %is_on {
        loop.store %z, %y[%i] : memref<64xf32>
      }
    }
    return
  }
}

// -----

// While a row of a large memref is read again, the next row comes into the cache.
// CHECK-LABEL: @rows_are_read_twice
//       CHECK:   loop.try_schedule
//  CHECK-NEXT:   "loop-vectorize{loops=first width=8 interleave=4}",
//  CHECK-NEXT:   "loop-vectorize{loops=second width=8 interleave=4}",
//  CHECK-NEXT:   "loop-vectorize{loops=third width=8 interleave=4}",
//  CHECK-NEXT:   "loop-prefetch{loops=second distance=8}"
module attributes {loop.machine = {vector_bits = 256, vector_registers = 16, cores = 1, l2_bytes = 65536}} {
  func.func @rows_are_read_twice(%x: memref<512x256xf32> {llvm.noalias}, %y: memref<512x256xf32> {llvm.noalias}, %zero: f32) {
    loop.for %i = 0 to 512 {
      %sum = loop.for %j = 0 to 256 iter_args(%s = %zero) -> (f32) {
        %a = loop.load %x[%i, %j] : memref<512x256xf32>
        %t = arith.addf %s, %a fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "first"}
      %squares = loop.for %j = 0 to 256 iter_args(%s = %zero) -> (f32) {
        %a = loop.load %x[%i, %j] : memref<512x256xf32>
        %b = arith.mulf %a, %sum : f32
        %t = arith.addf %s, %b fastmath<reassoc> : f32
        loop.yield %t : f32
      } {loop.name = "second"}
      loop.for %j = 0 to 256 {
        %a = loop.load %x[%i, %j] : memref<512x256xf32>
        %b = arith.mulf %a, %squares : f32
        loop.store %b, %y[%i, %j] : memref<512x256xf32>
      } {loop.name = "third"}
    }
    return
  }
}

// -----

// A column beside rows is not turned: the rows are vectors, and each element of the column is broadcast.
// CHECK-LABEL: @column_beside_rows
//       CHECK:   loop.try_schedule = {{\[\[}}"loop-vectorize{loops=j width=8
module attributes {loop.machine = {vector_bits = 256, vector_registers = 16, cores = 1}} {
  func.func @column_beside_rows(%x: memref<64x256xf32> {llvm.noalias}, %column: memref<64x1xf32> {llvm.noalias}, %y: memref<64x256xf32> {llvm.noalias}) {
    loop.for %i = 0 to 64 {
      loop.for %j = 0 to 256 {
        %a = loop.load %x[%i, %j] : memref<64x256xf32>
        %b = loop.load %column[%i, 0] : memref<64x1xf32>
        %c = arith.addf %a, %b : f32
        loop.store %c, %y[%i, %j] : memref<64x256xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
    return
  }
}

// -----

// Each element needs the one before it: neither vectors nor threads are proposed, which would be refused.
// CHECK-LABEL: func.func @prefix_sums
//   CHECK-NOT:   schedule
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @prefix_sums(%x: memref<1000000xf32> {llvm.noalias}, %y: memref<1000000xf32> {llvm.noalias}) {
    loop.for %i = 1 to 1000000 {
      %0 = loop.load %x[%i] : memref<1000000xf32>
      %1 = loop.load %y[%i - 1] : memref<1000000xf32>
      %2 = arith.addf %0, %1 : f32
      loop.store %2, %y[%i] : memref<1000000xf32>
    }
    return
  }
}

// -----

// The loop over time must run in order; its inner loop need not.
// CHECK-LABEL: func.func @steps_of_time
//       CHECK:   loop.try_schedule = {{\[\[}}"loop-vectorize{loops=i width=8{{.*}}}"]]
//   CHECK-NOT:   schedule
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @steps_of_time(%x: memref<1024xf32> {llvm.noalias}, %y: memref<1024xf32> {llvm.noalias}) {
    loop.for %t = 0 to 100 {
      loop.for %i = 0 to 1024 {
        %0 = loop.load %x[%i] : memref<1024xf32>
        %1 = loop.load %y[%i] : memref<1024xf32>
        %2 = arith.addf %0, %1 : f32
        loop.store %2, %y[%i] : memref<1024xf32>
      }
    }
    return
  }
}

// -----

// The arguments may overlap.
// CHECK-LABEL: func.func @arguments_that_may_overlap
//   CHECK-NOT:   schedule
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @arguments_that_may_overlap(%x: memref<1024xf32>, %y: memref<1024xf32>) {
    loop.for %i = 0 to 1024 {
      %0 = loop.load %x[%i] : memref<1024xf32>
      loop.store %0, %y[%i] : memref<1024xf32>
    }
    return
  }
}

// -----

// Columns of a triangle are vectors, although there is another number of them in each row; additions stay in order.
// CHECK-LABEL: func.func @a_triangle_of_sums
//       CHECK:   "loop-vectorize{loops=j width=8}",
//  CHECK-NEXT:   "loop-unroll-and-jam{loops=j factor=4}"
module attributes {loop.machine = {vector_bits = 256, cores = 1}} {
  func.func @a_triangle_of_sums(%a: memref<400x320xf32> {llvm.noalias}, %c: memref<320x320xf32> {llvm.noalias}) {
    %zero = arith.constant 0.0 : f32
    loop.for %i = 0 to 320 {
      loop.for %j = affine_map<(d0) -> (d0)>(%i) to 320 {
        %sum = loop.for %k = 0 to 400 iter_args(%s = %zero) -> (f32) {
          %0 = loop.load %a[%k, %i] : memref<400x320xf32>
          %1 = loop.load %a[%k, %j] : memref<400x320xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = arith.addf %s, %2 : f32
          loop.yield %3 : f32
        }
        loop.store %sum, %c[%i, %j] : memref<320x320xf32>
      }
    }
    return
  }
}

// -----

// Only columns of `c` are beside one another, so the loop around the sum becomes vectors, in any nest.
// CHECK-LABEL: func.func @products_with_rows
//       CHECK:   "loop-vectorize{loops=p width=8}",
//  CHECK-NEXT:   "loop-unroll-and-jam{loops=p factor=4}"
module attributes {loop.machine = {vector_bits = 256, cores = 1}} {
  func.func @products_with_rows(%a: memref<50x64xf32> {llvm.noalias}, %c: memref<64x64xf32> {llvm.noalias},
                                %t: memref<64xf32> {llvm.noalias}) {
    %zero = arith.constant 0.0 : f32
    loop.for %r = 0 to 50 {
      loop.for %p = 0 to 64 {
        %sum = loop.for %s = 0 to 64 iter_args(%x = %zero) -> (f32) {
          %0 = loop.load %a[%r, %s] : memref<50x64xf32>
          %1 = loop.load %c[%s, %p] : memref<64x64xf32>
          %2 = arith.maximumf %0, %1 : f32
          %3 = arith.addf %x, %2 : f32
          loop.yield %3 : f32
        }
        loop.store %sum, %t[%p] : memref<64xf32>
      }
      %4 = loop.load %t[0] : memref<64xf32>
      loop.store %4, %a[%r, 0] : memref<50x64xf32>
    }
    return
  }
}

// -----

// A sum without `reassoc` stays in its order, also along a row: no plan starts it afresh.
// CHECK-LABEL: func.func @sums_in_order
//   CHECK-NOT:   loop.try_schedule
module attributes {loop.machine = {vector_bits = 256, cores = 1}} {
  func.func @sums_in_order(%x: memref<64x64xf64> {llvm.noalias}, %y: memref<1xf64> {llvm.noalias}) {
    %zero = arith.constant 0.0 : f64
    %sum = loop.for %i = 0 to 64 iter_args(%a = %zero) -> (f64) {
      %inner = loop.for %j = 0 to 64 iter_args(%b = %a) -> (f64) {
        %0 = loop.load %x[%i, %j] : memref<64x64xf64>
        %1 = arith.addf %b, %0 : f64
        loop.yield %1 : f64
      }
      loop.yield %inner : f64
    }
    loop.store %sum, %y[0] : memref<1xf64>
    return
  }
}

// -----

// The bound of the inner loop is computed in the outer one, so it might be another one for each column.
// CHECK-LABEL: func.func @a_bound_from_inside
//   CHECK-NOT:   loop-unroll-and-jam
module attributes {loop.machine = {vector_bits = 128, cores = 1}} {
  func.func @a_bound_from_inside(%x: memref<64xi64> {llvm.noalias}, %y: memref<64xi64> {llvm.noalias},
                                 %n: memref<?xi64> {llvm.noalias}) {
    %zero = arith.constant 0 : i64
    %c0 = arith.constant 0 : index
    loop.for %i = 0 to 64 {
      %bound = memref.dim %n, %c0 : memref<?xi64>
      %sum = loop.for %j = 0 to %bound iter_args(%a = %zero) -> (i64) {
        %0 = loop.load %x[%i] : memref<64xi64>
        %1 = arith.addi %a, %0 : i64
        loop.yield %1 : i64
      }
      loop.store %sum, %y[%i] : memref<64xi64>
    }
    return
  }
}

// -----

// Images have the same columns, which are no constant: they are packed once, before the loop that threads share.
// CHECK-LABEL: func.func @the_same_columns_for_each_image
//       CHECK:   "loop-pack{read=2 loops=j,k,j_point,k_point,j_point_point
//  CHECK-NEXT:   "loop-parallelize{loops=b depth=1}"
module attributes {loop.machine = {vector_bits = 256, cores = 2}} {
  func.func @the_same_columns_for_each_image(%x: memref<8x8x32x64xf32> {llvm.noalias}, %w: memref<64x64xf32> {llvm.noalias},
                                             %y: memref<8x8x32x64xf32> {llvm.noalias}) {
    %zero = arith.constant 0.0 : f32
    loop.for %b = 0 to 8 {
      loop.for %h = 0 to 8 {
        loop.for %i = 0 to 32 {
          loop.for %j = 0 to 64 {
            %sum = loop.for %k = 0 to 64 iter_args(%s = %zero) -> (f32) {
              %0 = loop.load %x[%b, %h, %i, %k] : memref<8x8x32x64xf32>
              %1 = loop.load %w[%k, %j] : memref<64x64xf32>
              %2 = arith.mulf %0, %1 fastmath<contract> : f32
              %3 = arith.addf %s, %2 fastmath<reassoc,contract> : f32
              loop.yield %3 : f32
            }
            loop.store %sum, %y[%b, %h, %i, %j] : memref<8x8x32x64xf32>
          }
        }
      }
    }
    return
  }
}

// -----

// Rows whose numbers are loaded are read in order: their elements are the lanes, however wide the numbers are.
// CHECK-LABEL: func.func @sums_of_rows_at_loaded_positions
//       CHECK:   "loop-unroll{loops=l full=true}",
//  CHECK-NEXT:   "loop-vectorize{loops=c width=8 remainder=peel}"
module attributes {loop.machine = {vector_bits = 256, vector_registers = 16, cores = 1}} {
  func.func @sums_of_rows_at_loaded_positions(%x: memref<99x16xf32> {llvm.noalias}, %at: memref<7x4xindex> {llvm.noalias}, %y: memref<7x16xf32> {llvm.noalias}, %zero: f32) {
    loop.for %b = 0 to 7 {
      loop.for %c = 0 to 16 {
        %sum = loop.for %l = 0 to 4 iter_args(%a = %zero) -> (f32) {
          %0 = loop.load %at[%b, %l] : memref<7x4xindex>
          %1 = memref.load %x[%0, %c] : memref<99x16xf32>
          %2 = arith.addf %a, %1 fastmath<reassoc> : f32
          loop.yield %2 : f32
        } {loop.name = "l"}
        loop.store %sum, %y[%b, %c] : memref<7x16xf32>
      } {loop.name = "c"}
    } {loop.name = "b"}
    return
  }
}
