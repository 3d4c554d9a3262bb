// RUN: dlc-opt %s --graph-to-tensor --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @max(%x: tensor<2x8xf32>) -> tensor<2x4xf32> {
//  CHECK-NEXT: %cst = arith.constant 0xFF800000 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<3xf32>
//  CHECK-NEXT: %padded = tensor.pad %x low[0, 1] high[0, 0] {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: index):
//  CHECK-NEXT: tensor.yield %cst : f32
//  CHECK-NEXT: } : tensor<2x8xf32> to tensor<2x9xf32>
//  CHECK-NEXT: %1 = tensor.empty() : tensor<2x4xf32>
//  CHECK-NEXT: %2 = tensor.fill ins(%cst : f32) outs(%1 : tensor<2x4xf32>) -> tensor<2x4xf32>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1 * 2 + d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%padded, %0 : tensor<2x9xf32>, tensor<3xf32>) outs(%2 : tensor<2x4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %3 = arith.maximumf %arg2, %arg0 fastmath<nsz> : f32
//  CHECK-NEXT: tensor.yield %3 : f32
//  CHECK-NEXT: } -> tensor<2x4xf32>
//  CHECK-NEXT: return %r : tensor<2x4xf32>
//  CHECK-NEXT: }
func.func @max(%x: tensor<2x8xf32>) -> tensor<2x4xf32> {
  %r = graph.pool <max> %x, [1] window [3] strides [2] pad_low [1] : tensor<2x8xf32> -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

// All windows cover as many elements.

// CHECK-LABEL: func.func @average(%x: tensor<2x8xbf16>) -> tensor<2x4xbf16> {
//  CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32
//  CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : bf16
//  CHECK-NEXT: %cst_1 = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<2xf32>
//  CHECK-NEXT: %1 = tensor.empty() : tensor<2x4xf32>
//  CHECK-NEXT: %2 = tensor.fill ins(%cst_1 : f32) outs(%1 : tensor<2x4xf32>) -> tensor<2x4xf32>
//  CHECK-NEXT: %3 = tensor.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1 * 2 + d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %0 : tensor<2x8xbf16>, tensor<2xf32>) outs(%2 : tensor<2x4xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: bf16, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %5 = arith.extf %arg0 : bf16 to f32
//  CHECK-NEXT: %6 = arith.addf %arg2, %5 fastmath<reassoc,contract> : f32
//  CHECK-NEXT: tensor.yield %6 : f32
//  CHECK-NEXT: } -> tensor<2x4xf32>
//  CHECK-NEXT: %4 = tensor.empty() : tensor<2x4xbf16>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<2x4xf32>) outs(%4 : tensor<2x4xbf16>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: bf16):
//  CHECK-NEXT: %5 = arith.divf %arg0, %cst : f32
//  CHECK-NEXT: %6 = arith.truncf %5 : f32 to bf16
//  CHECK-NEXT: tensor.yield %6 : bf16
//  CHECK-NEXT: } -> tensor<2x4xbf16>
//  CHECK-NEXT: return %r : tensor<2x4xbf16>
//  CHECK-NEXT: }
func.func @average(%x: tensor<2x8xbf16>) -> tensor<2x4xbf16> {
  %r = graph.pool <average> %x, [1] window [2] strides [2] : tensor<2x8xbf16> -> tensor<2x4xbf16>
  return %r : tensor<2x4xbf16>
}

// -----

// Elements of the source are counted for each place.

// CHECK-LABEL: func.func @average_of_what_is_there(%x: tensor<?xf32> {graph.dims = #graph.dims<n>}) -> tensor<?xf32> {
//  CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
//  CHECK-NEXT: %c1 = arith.constant 1 : index
//  CHECK-NEXT: %cst_0 = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %dim = tensor.dim %x, %c0 : tensor<?xf32>
//  CHECK-NEXT: %0 = tensor.empty() : tensor<3xf32>
//  CHECK-NEXT: %padded = tensor.pad %x low[1] high[1] {
//  CHECK-NEXT: ^bb0(%arg0: index):
//  CHECK-NEXT: tensor.yield %cst_0 : f32
//  CHECK-NEXT: } : tensor<?xf32> to tensor<?xf32>
//  CHECK-NEXT: %1 = tensor.empty(%dim) : tensor<?xf32>
//  CHECK-NEXT: %2 = tensor.fill ins(%cst_0 : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
//  CHECK-NEXT: %3 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%padded, %0 : tensor<?xf32>, tensor<3xf32>) outs(%2 : tensor<?xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %9 = arith.addf %arg2, %arg0 fastmath<reassoc,contract> : f32
//  CHECK-NEXT: tensor.yield %9 : f32
//  CHECK-NEXT: } -> tensor<?xf32>
//  CHECK-NEXT: %4 = tensor.empty() : tensor<3xf32>
//  CHECK-NEXT: %5 = tensor.empty(%dim) : tensor<?xf32>
//  CHECK-NEXT: %6 = tensor.fill ins(%cst_0 : f32) outs(%5 : tensor<?xf32>) -> tensor<?xf32>
//  CHECK-NEXT: %7 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%4 : tensor<3xf32>) outs(%6 : tensor<?xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32):
//  CHECK-NEXT: %9 = tensor.index 0
//  CHECK-NEXT: %10 = tensor.index 1
//  CHECK-NEXT: %11 = arith.addi %9, %10 : index
//  CHECK-NEXT: %12 = arith.addi %dim, %c1 : index
//  CHECK-NEXT: %13 = arith.cmpi sge, %11, %c1 : index
//  CHECK-NEXT: %14 = arith.cmpi slt, %11, %12 : index
//  CHECK-NEXT: %15 = arith.andi %13, %14 : i1
//  CHECK-NEXT: %16 = arith.addf %arg1, %cst : f32
//  CHECK-NEXT: %17 = arith.select %15, %16, %arg1 : f32
//  CHECK-NEXT: tensor.yield %17 : f32
//  CHECK-NEXT: } -> tensor<?xf32>
//  CHECK-NEXT: %8 = tensor.empty(%dim) : tensor<?xf32>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3, %7 : tensor<?xf32>, tensor<?xf32>) outs(%8 : tensor<?xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %9 = arith.mulf %cst, %arg1 : f32
//  CHECK-NEXT: %10 = arith.divf %arg0, %9 : f32
//  CHECK-NEXT: tensor.yield %10 : f32
//  CHECK-NEXT: } -> tensor<?xf32>
//  CHECK-NEXT: return %r : tensor<?xf32>
//  CHECK-NEXT: }
func.func @average_of_what_is_there(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n>> {
  %r = graph.pool <average> %x, [0] window [3] pad_low [1] pad_high [1] : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n>>
  return %r : tensor<?xf32, #graph.dims<n>>
}

// -----

// CHECK-LABEL: func.func @argmax(%x: tensor<8xf32>) -> tensor<4xi64> {
//  CHECK-NEXT: %c0_i64 = arith.constant 0 : i64
//  CHECK-NEXT: %c2 = arith.constant 2 : index
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %true = arith.constant true
//  CHECK-NEXT: %c-1_i64 = arith.constant -1 : i64
//  CHECK-NEXT: %c8 = arith.constant 8 : index
//  CHECK-NEXT: %cst = arith.constant 0xFF800000 : f32
//  CHECK-NEXT: %0 = tensor.empty() : tensor<2xf32>
//  CHECK-NEXT: %1 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %2 = tensor.fill ins(%cst : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
//  CHECK-NEXT: %3 = tensor.empty() : tensor<4xi64>
//  CHECK-NEXT: %4 = tensor.fill ins(%c-1_i64 : i64) outs(%3 : tensor<4xi64>) -> tensor<4xi64>
//  CHECK-NEXT: %r:2 = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x, %0 : tensor<8xf32>, tensor<2xf32>) outs(%2, %4 : tensor<4xf32>, tensor<4xi64>) {
//  CHECK-NEXT: ^bb0(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: i64):
//  CHECK-NEXT: %5 = tensor.index 0
//  CHECK-NEXT: %6 = tensor.index 1
//  CHECK-NEXT: %7 = arith.muli %5, %c2 : index
//  CHECK-NEXT: %8 = arith.addi %7, %6 : index
//  CHECK-NEXT: %9 = arith.cmpi sge, %8, %c0 : index
//  CHECK-NEXT: %10 = arith.cmpi slt, %8, %c8 : index
//  CHECK-NEXT: %11 = arith.andi %9, %10 : i1
//  CHECK-NEXT: %12 = arith.andi %true, %11 : i1
//  CHECK-NEXT: %13 = arith.muli %c0, %c8 : index
//  CHECK-NEXT: %14 = arith.addi %13, %8 : index
//  CHECK-NEXT: %15 = arith.cmpf ogt, %arg0, %arg2 : f32
//  CHECK-NEXT: %16 = arith.cmpf uno, %arg0, %arg0 : f32
//  CHECK-NEXT: %17 = arith.cmpf uno, %arg2, %arg2 : f32
//  CHECK-NEXT: %18 = arith.xori %17, %true : i1
//  CHECK-NEXT: %19 = arith.andi %16, %18 : i1
//  CHECK-NEXT: %20 = arith.ori %15, %19 : i1
//  CHECK-NEXT: %21 = arith.cmpi slt, %arg3, %c0_i64 : i64
//  CHECK-NEXT: %22 = arith.ori %20, %21 : i1
//  CHECK-NEXT: %23 = arith.andi %12, %22 : i1
//  CHECK-NEXT: %24 = arith.index_cast %14 : index to i64
//  CHECK-NEXT: %25 = arith.select %23, %arg0, %arg2 : f32
//  CHECK-NEXT: %26 = arith.select %23, %24, %arg3 : i64
//  CHECK-NEXT: tensor.yield %25, %26 : f32, i64
//  CHECK-NEXT: } -> (tensor<4xf32>, tensor<4xi64>)
//  CHECK-NEXT: return %r#1 : tensor<4xi64>
//  CHECK-NEXT: }
func.func @argmax(%x: tensor<8xf32>) -> tensor<4xi64> {
  %r:2 = graph.argmax_pool %x, [0] window [2] strides [2] : tensor<8xf32> -> tensor<4xf32>, tensor<4xi64>
  return %r#1 : tensor<4xi64>
}
