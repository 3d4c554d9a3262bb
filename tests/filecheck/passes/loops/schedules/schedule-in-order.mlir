// RUN: dlc-opt %s --lower-to-loops --describe-machine="cores=1" --schedule-loops | filecheck %s

// A factor for each row lies along the other loop, but is one number in a row: nothing is transposed.
// CHECK-LABEL: func.func @rows_are_scaled
//       CHECK: loop.try_schedule = {{\[\[}}"loop-vectorize{loops=l1 width={{[0-9]+}} interleave=4}"]]
func.func @rows_are_scaled(%x: tensor<64x256xf32>, %y: tensor<64xf32>) -> tensor<64x256xf32> {
  %0 = graph.broadcast %y, [0] : tensor<64xf32> -> tensor<64x256xf32>
  %1 = graph.mul %x, %0 : tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// Places that are computed from the counters of loops are read by the loops' own op; backwards too by vectors.
// CHECK-LABEL: func.func @rows_are_reversed
//       CHECK: loop.load %{{.*}}[%{{.*}}, -%{{.*}} + 255] : memref<64x256xf32>
//       CHECK: loop.try_schedule = {{\[\[}}"loop-vectorize{loops=l1 width={{[0-9]+}} interleave=4}"]]
func.func @rows_are_reversed(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = graph.reverse %x, [1] : tensor<64x256xf32> -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}

// Truth values are read and written by vectors.
// CHECK-LABEL: func.func @bits
//       CHECK: loop.try_schedule = {{\[\[}}"loop-vectorize{loops=l0 width={{[0-9]+}} interleave=4}"]]
func.func @bits(%x: tensor<4096xi1>, %y: tensor<4096xi1>) -> tensor<4096xi1> {
  %0 = graph.and %x, %y : tensor<4096xi1>
  return %0 : tensor<4096xi1>
}
