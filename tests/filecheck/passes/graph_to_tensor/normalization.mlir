// RUN: dlc-opt %s --graph-to-tensor --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
//  CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
//  CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %cst_1 = arith.constant 0xFF800000 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst_1 : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
//  CHECK-NEXT: %2 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%1 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %11 = arith.maximumf %arg1, %arg0 fastmath<nsz> : f32
//  CHECK-NEXT: tensor.yield %11 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %3 = tensor.empty() : tensor<4x8xf32>
//  CHECK-NEXT: %4 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %2 : tensor<4x8xf32>, tensor<4xf32>) outs(%3 : tensor<4x8xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %11 = arith.subf %arg0, %arg1 : f32
//  CHECK-NEXT: %12 = math.absf %11 : f32
//  CHECK-NEXT: %13 = arith.negf %12 : f32
//  CHECK-NEXT: %14 = math.exp %13 fastmath<afn> : f32
//  CHECK-NEXT: tensor.yield %14 : f32
//  CHECK-NEXT: } -> tensor<4x8xf32>
//  CHECK-NEXT: %5 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %6 = tensor.fill ins(%cst_0 : f32) outs(%5 : tensor<4xf32>) -> tensor<4xf32>
//  CHECK-NEXT: %7 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%4 : tensor<4x8xf32>) outs(%6 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %11 = arith.addf %arg1, %arg0 fastmath<reassoc,contract> : f32
//  CHECK-NEXT: tensor.yield %11 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %8 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %9 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%7 : tensor<4xf32>) outs(%8 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %11 = arith.divf %cst, %arg0 : f32
//  CHECK-NEXT: tensor.yield %11 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %10 = tensor.empty() : tensor<4x8xf32>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4, %9 : tensor<4x8xf32>, tensor<4xf32>) outs(%10 : tensor<4x8xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %11 = arith.mulf %arg0, %arg1 : f32
//  CHECK-NEXT: tensor.yield %11 : f32
//  CHECK-NEXT: } -> tensor<4x8xf32>
//  CHECK-NEXT: return %r : tensor<4x8xf32>
//  CHECK-NEXT: }
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = graph.softmax %x, [1] : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @layer_norm(%x: tensor<4x8xf32>, %s: tensor<8xf32>) -> tensor<4x8xf32> {
//  CHECK-NEXT: %cst = arith.constant 9.99999974E-6 : f32
//  CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
//  CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %cst_2 = arith.constant 8.000000e+00 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %1 = tensor.fill ins(%cst_1 : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
//  CHECK-NEXT: %2 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%1 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %11 = arith.addf %arg1, %arg0 fastmath<reassoc,contract> : f32
//  CHECK-NEXT: tensor.yield %11 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %3 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %4 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %11 = arith.divf %arg0, %cst_2 : f32
//  CHECK-NEXT: tensor.yield %11 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %5 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %6 = tensor.fill ins(%cst_1 : f32) outs(%5 : tensor<4xf32>) -> tensor<4xf32>
//  CHECK-NEXT: %7 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x, %4 : tensor<4x8xf32>, tensor<4xf32>) outs(%6 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %11 = arith.subf %arg0, %arg1 : f32
//  CHECK-NEXT: %12 = arith.mulf %11, %11 : f32
//  CHECK-NEXT: %13 = arith.addf %arg2, %12 fastmath<reassoc,contract> : f32
//  CHECK-NEXT: tensor.yield %13 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %8 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %9 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%7 : tensor<4xf32>) outs(%8 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %11 = arith.divf %arg0, %cst_2 : f32
//  CHECK-NEXT: %12 = arith.addf %11, %cst : f32
//  CHECK-NEXT: %13 = math.sqrt %12 : f32
//  CHECK-NEXT: %14 = arith.divf %cst_0, %13 : f32
//  CHECK-NEXT: tensor.yield %14 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %10 = tensor.empty() : tensor<4x8xf32>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %4, %9, %s : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>) outs(%10 : tensor<4x8xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: f32, %arg4: f32):
//  CHECK-NEXT: %11 = arith.subf %arg0, %arg1 : f32
//  CHECK-NEXT: %12 = arith.mulf %11, %arg2 : f32
//  CHECK-NEXT: %13 = arith.mulf %12, %arg3 : f32
//  CHECK-NEXT: tensor.yield %13 : f32
//  CHECK-NEXT: } -> tensor<4x8xf32>
//  CHECK-NEXT: return %r : tensor<4x8xf32>
//  CHECK-NEXT: }
func.func @layer_norm(%x: tensor<4x8xf32>, %s: tensor<8xf32>) -> tensor<4x8xf32> {
  %r = graph.layer_norm %x, [1] scale %s : tensor<8xf32> epsilon 1.0e-05 : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// How many elements there are is known when it runs.

// CHECK-LABEL: func.func @rms_norm(%x: tensor<4x?xbf16> {graph.dims = #graph.dims<n>}) -> tensor<4x?xbf16> {
//  CHECK-NEXT: %cst = arith.constant 9.99999974E-6 : f32
//  CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
//  CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %c1 = arith.constant 1 : index
//  CHECK-NEXT: %dim = tensor.dim %x, %c1 : tensor<4x?xbf16>
//  CHECK-NEXT: %0 = arith.index_cast %dim : index to i64
//  CHECK-NEXT: %1 = arith.sitofp %0 : i64 to f32
//  CHECK-NEXT: %2 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %3 = tensor.fill ins(%cst_1 : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
//  CHECK-NEXT: %4 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x?xbf16>) outs(%3 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: bf16, %arg1: f32):
//  CHECK-NEXT: %8 = arith.extf %arg0 : bf16 to f32
//  CHECK-NEXT: %9 = arith.mulf %8, %8 : f32
//  CHECK-NEXT: %10 = arith.addf %arg1, %9 fastmath<reassoc,contract> : f32
//  CHECK-NEXT: tensor.yield %10 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %5 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %6 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%4 : tensor<4xf32>) outs(%5 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %8 = arith.divf %arg0, %1 : f32
//  CHECK-NEXT: %9 = arith.addf %8, %cst : f32
//  CHECK-NEXT: %10 = math.sqrt %9 : f32
//  CHECK-NEXT: %11 = arith.divf %cst_0, %10 : f32
//  CHECK-NEXT: tensor.yield %11 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %7 = tensor.empty(%dim) : tensor<4x?xbf16>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %6 : tensor<4x?xbf16>, tensor<4xf32>) outs(%7 : tensor<4x?xbf16>) {
//  CHECK-NEXT: ^bb0(%arg0: bf16, %arg1: f32, %arg2: bf16):
//  CHECK-NEXT: %8 = arith.extf %arg0 : bf16 to f32
//  CHECK-NEXT: %9 = arith.mulf %8, %arg1 : f32
//  CHECK-NEXT: %10 = arith.truncf %9 : f32 to bf16
//  CHECK-NEXT: tensor.yield %10 : bf16
//  CHECK-NEXT: } -> tensor<4x?xbf16>
//  CHECK-NEXT: return %r : tensor<4x?xbf16>
//  CHECK-NEXT: }
func.func @rms_norm(%x: tensor<4x?xbf16, #graph.dims<n>>) -> tensor<4x?xbf16, #graph.dims<n>> {
  %r = graph.rms_norm %x, [1] epsilon 1.0e-05 : tensor<4x?xbf16, #graph.dims<n>>
  return %r : tensor<4x?xbf16, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @batch_norm(%x: tensor<2x4x8xf32>, %c: tensor<4xf32>) -> tensor<2x4x8xf32> {
//  CHECK-NEXT: %cst = arith.constant 9.99999974E-6 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %1 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%c, %c : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %3 = arith.addf %arg1, %cst : f32
//  CHECK-NEXT: %4 = math.sqrt %3 : f32
//  CHECK-NEXT: %5 = arith.divf %arg0, %4 : f32
//  CHECK-NEXT: tensor.yield %5 : f32
//  CHECK-NEXT: } -> tensor<4xf32>
//  CHECK-NEXT: %2 = tensor.empty() : tensor<2x4x8xf32>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %c, %1, %c : tensor<2x4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%2 : tensor<2x4x8xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: f32, %arg4: f32):
//  CHECK-NEXT: %3 = arith.subf %arg0, %arg1 : f32
//  CHECK-NEXT: %4 = arith.mulf %3, %arg2 : f32
//  CHECK-NEXT: %5 = arith.addf %4, %arg3 : f32
//  CHECK-NEXT: tensor.yield %5 : f32
//  CHECK-NEXT: } -> tensor<2x4x8xf32>
//  CHECK-NEXT: return %r : tensor<2x4x8xf32>
//  CHECK-NEXT: }
func.func @batch_norm(%x: tensor<2x4x8xf32>, %c: tensor<4xf32>) -> tensor<2x4x8xf32> {
  %r = graph.batch_norm %x, %c, %c, %c, %c, 1 epsilon 1.0e-05 : tensor<2x4x8xf32>, tensor<4xf32>
  return %r : tensor<2x4x8xf32>
}
