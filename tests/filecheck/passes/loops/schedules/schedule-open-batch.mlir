// RUN: dlc-opt %s --lower-to-loops --schedule-loops | filecheck %s

// Nobody knows how many images there are, often one: threads share the lines of all images.

module attributes {loop.machine = {vector_bits = 256 : i64, cores = 2 : i64}} {
  // CHECK-LABEL: func.func @depthwise(
  //       CHECK: loop.try_schedule = [
  //       CHECK:   "loop-parallelize{loops=[[IMAGES:l[0-9]+]],[[LINES:l[0-9]+]] depth=2}"
  func.func @depthwise(%x: tensor<?x58x58x64xf32>, %w: tensor<3x3x1x64xf32>) -> tensor<?x56x56x64xf32> {
    %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> groups 64
      : tensor<?x58x58x64xf32>, tensor<3x3x1x64xf32> -> tensor<?x56x56x64xf32>
    return %y : tensor<?x56x56x64xf32>
  }

  // CHECK-LABEL: func.func @transposed(
  //       CHECK:   "loop-parallelize{loops={{l[0-9]+}},{{l[0-9]+}} depth=2}"
  func.func @transposed(%x: tensor<?x16x64x64xf32>) -> tensor<?x16x64x64xf32> {
    %y = graph.transpose %x, [0, 1, 3, 2] : tensor<?x16x64x64xf32> -> tensor<?x16x64x64xf32>
    return %y : tensor<?x16x64x64xf32>
  }

  // CHECK-LABEL: func.func @row_sums(
  //       CHECK:   "loop-parallelize{loops={{l[0-9]+}},{{l[0-9]+}} depth=2}"
  func.func @row_sums(%x: tensor<?x64x2048xf32>) -> tensor<?x64xf32> {
    %y = graph.reduce <sum> %x, [2] : tensor<?x64x2048xf32> -> tensor<?x64xf32>
    return %y : tensor<?x64xf32>
  }

  // A number that is known decides: there is enough for all threads.
  // CHECK-LABEL: func.func @eight_images(
  //       CHECK:   "loop-parallelize{loops={{l[0-9]+}} depth=1}"
  func.func @eight_images(%x: tensor<8x58x58x64xf32>, %w: tensor<3x3x1x64xf32>) -> tensor<8x56x56x64xf32> {
    %y = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> groups 64
      : tensor<8x58x58x64xf32>, tensor<3x3x1x64xf32> -> tensor<8x56x56x64xf32>
    return %y : tensor<8x56x56x64xf32>
  }
}
