// RUN: dlc-opt %s --mlir-print-local-scope | filecheck %s
// RUN: dlc-opt %s --mlir-print-op-generic | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @written_out
func.func @written_out(%m: memref<4xf32>, %i: memref<4xindex>, %t: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      %{{.*}} = linalg.generic {doc = "x", indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], library_call = "f"} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>) attrs =  {marked} {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:   linalg.yield %[[A]] : f32
  // CHECK-NEXT: } -> tensor<4xf32>
  %r = linalg.generic {doc = "x", indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], library_call = "f"} ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) attrs = {marked} {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  // CHECK: linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%{{.*}} : memref<4xindex>) {
  // CHECK:   %{{.*}} = linalg.index 0 : index
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%i : memref<4xindex>) {
  ^bb0(%old: index):
    %n = linalg.index 0 : index
    linalg.yield %n : index
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @shaped
func.func @shaped(%a: tensor<4x2xf32>, %b: tensor<2x4xf32>, %v: tensor<4xf32>, %m: memref<4xf32>) {
  // CHECK: %mapped = linalg.map { arith.addf } ins(%{{.*}}, %{{.*}} : tensor<4x2xf32>, tensor<4x2xf32>) outs(%{{.*}} : tensor<4x2xf32>)
  %mapped = linalg.map { arith.addf } ins(%a, %a : tensor<4x2xf32>, tensor<4x2xf32>) outs(%a : tensor<4x2xf32>)
  // CHECK:      linalg.map ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>) {marked}
  // CHECK-NEXT: (%[[IN:.*]]: f32, %{{.*}}: f32) {
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[IN]], %[[IN]] fastmath<nnan> : f32
  linalg.map ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {marked} (%in: f32, %out: f32) {
    %s = arith.addf %in, %in fastmath<nnan> : f32
    linalg.yield %s : f32
  }
  // CHECK: linalg.map { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(
  linalg.map { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%m, %m : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
  // CHECK: %reduced = linalg.reduce { arith.addf } ins(%{{.*}} : tensor<4x2xf32>) outs(%{{.*}} : tensor<4xf32>) dimensions = [1]
  %reduced = linalg.reduce { arith.addf } ins(%a : tensor<4x2xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  // CHECK:      linalg.reduce ins(%{{.*}}, %{{.*}} : tensor<4x2xf32>, tensor<4x2xf32>) outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>) dimensions = [1]
  // CHECK-NEXT: (%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32) {
  %two:2 = linalg.reduce ins(%a, %a : tensor<4x2xf32>, tensor<4x2xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%in0: f32, %in1: f32, %o0: f32, %o1: f32) {
    %s = arith.addf %in0, %o0 : f32
    linalg.yield %s, %o1 : f32, f32
  }
  // CHECK: %transposed = linalg.transpose ins(%{{.*}} : tensor<4x2xf32>) outs(%{{.*}} : tensor<2x4xf32>) permutation = [1, 0]  {marked}
  // CHECK: %broadcasted = linalg.broadcast ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<2x4xf32>) dimensions = [0]
  %transposed = linalg.transpose ins(%a : tensor<4x2xf32>) outs(%b : tensor<2x4xf32>) permutation = [1, 0] {marked}
  %broadcasted = linalg.broadcast ins(%v : tensor<4xf32>) outs(%b : tensor<2x4xf32>) dimensions = [0]
  // CHECK: linalg.softmax {marked} dimension(1) ins(%{{.*}} : tensor<4x2xf32>) outs(%{{.*}} : tensor<4x2xf32>) -> tensor<4x2xf32>
  %s = linalg.softmax {marked} dimension(1) ins(%a : tensor<4x2xf32>) outs(%a : tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// CHECK-LABEL: func.func @with_maps
func.func @with_maps(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>, %d: memref<4xf32>, %i: memref<1x6x6x3xi8>, %k: memref<3x3x3x4xi8>, %o: memref<1x2x2x4xi32>, %q: memref<4x4xf32>) {
  // Maps that the op has anyway are not shown.
  // CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, marked} ins(
  // CHECK: linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(
  // CHECK: linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>] ins(
  linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] {cast = #linalg.type_fn<cast_unsigned>, marked} ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%c, %c : memref<4x2xf32>, memref<4x2xf32>) outs(%q : memref<4x4xf32>)
  linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>] ins(%c, %c : memref<4x2xf32>, memref<4x2xf32>) outs(%d : memref<4xf32>)
  // CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%{{.*}} : memref<4xf32>) outs(%{{.*}} : memref<4xf32>)
  // CHECK: linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] {marked} ins(
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%d : memref<4xf32>) outs(%d : memref<4xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] {marked} ins(%d, %c : memref<4xf32>, memref<4x2xf32>) outs(%c : memref<4x2xf32>)
  // CHECK: linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%i, %k : memref<1x6x6x3xi8>, memref<3x3x3x4xi8>) outs(%o : memref<1x2x2x4xi32>)
  return
}

// CHECK-LABEL: func.func @tiles
func.func @tiles(%t: tensor<8x4xf32>, %d: tensor<2x4x4x1xf32>) -> tensor<8x4xf32> {
  // CHECK: %pack = linalg.pack %{{.*}} inner_dims_pos = [0, 1] inner_tiles = [4, 1] into %{{.*}} : tensor<8x4xf32> -> tensor<2x4x4x1xf32>
  // CHECK: %unpack = linalg.unpack %pack inner_dims_pos = [0, 1] inner_tiles = [4, 1] into %{{.*}} : tensor<2x4x4x1xf32> -> tensor<8x4xf32>
  %pack = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [4, 1] into %d : tensor<8x4xf32> -> tensor<2x4x4x1xf32>
  %unpack = linalg.unpack %pack inner_dims_pos = [0, 1] inner_tiles = [4, 1] into %t : tensor<2x4x4x1xf32> -> tensor<8x4xf32>
  return %unpack : tensor<8x4xf32>
}
