// RUN: dlc-opt %s --graph-to-tensor --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @nearest(%x: tensor<2x4xi8>) -> tensor<2x6xi8> {
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %c2 = arith.constant 2 : index
//  CHECK-NEXT: %c1 = arith.constant 1 : index
//  CHECK-NEXT: %c6 = arith.constant 6 : index
//  CHECK-NEXT: %c4 = arith.constant 4 : index
//  CHECK-NEXT: %0 = tensor.empty() : tensor<6xindex>
//  CHECK-NEXT: %1 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%0 : tensor<6xindex>) {
//  CHECK-NEXT: ^bb0(%arg0: index):
//  CHECK-NEXT: %3 = tensor.index 0
//  CHECK-NEXT: %4 = arith.muli %3, %c4 : index
//  CHECK-NEXT: %5 = arith.floordivsi %4, %c6 : index
//  CHECK-NEXT: tensor.yield %5 : index
//  CHECK-NEXT: } -> tensor<6xindex>
//  CHECK-NEXT: %2 = tensor.empty() : tensor<2x6xi8>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<6xindex>) outs(%2 : tensor<2x6xi8>) {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: i8):
//  CHECK-NEXT: %3 = tensor.index 0
//  CHECK-NEXT: %4 = tensor.index 1
//  CHECK-NEXT: %5 = arith.subi %c4, %c1 : index
//  CHECK-NEXT: %6 = arith.maxsi %arg0, %c0 : index
//  CHECK-NEXT: %7 = arith.minsi %6, %5 : index
//  CHECK-NEXT: %extracted = tensor.extract %x[%3, %7] : tensor<2x4xi8>
//  CHECK-NEXT: tensor.yield %extracted : i8
//  CHECK-NEXT: } -> tensor<2x6xi8>
//  CHECK-NEXT: return %r : tensor<2x6xi8>
//  CHECK-NEXT: }
func.func @nearest(%x: tensor<2x4xi8>) -> tensor<2x6xi8> {
  %r = graph.resize <nearest> %x, [1] <asymmetric> rounding <floor> : tensor<2x4xi8> -> tensor<2x6xi8>
  return %r : tensor<2x6xi8>
}

// -----

// CHECK-LABEL: func.func @linear(%x: tensor<?xf32> {graph.dims = #graph.dims<n>}) -> tensor<?xf32> {
//  CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
//  CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f64
//  CHECK-NEXT: %c2 = arith.constant 2 : index
//  CHECK-NEXT: %c1 = arith.constant 1 : index
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %dim = tensor.dim %x, %c0 : tensor<?xf32>
//  CHECK-NEXT: %0 = loop.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
//  CHECK-NEXT: %1 = tensor.empty(%0) : tensor<?xindex>
//  CHECK-NEXT: %2 = tensor.empty(%0) : tensor<?xf32>
//  CHECK-NEXT: %3 = tensor.empty(%0) : tensor<?xf32>
//  CHECK-NEXT: %4:3 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%1, %2, %3 : tensor<?xindex>, tensor<?xf32>, tensor<?xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %6 = tensor.index 0
//  CHECK-NEXT: %7 = arith.muli %6, %c2 : index
//  CHECK-NEXT: %8 = arith.addi %7, %c1 : index
//  CHECK-NEXT: %9 = arith.muli %8, %dim : index
//  CHECK-NEXT: %10 = arith.subi %9, %0 : index
//  CHECK-NEXT: %11 = arith.muli %0, %c2 : index
//  CHECK-NEXT: %12 = arith.floordivsi %10, %11 : index
//  CHECK-NEXT: %13 = arith.muli %12, %11 : index
//  CHECK-NEXT: %14 = arith.subi %10, %13 : index
//  CHECK-NEXT: %15 = arith.index_cast %14 : index to i64
//  CHECK-NEXT: %16 = arith.sitofp %15 : i64 to f64
//  CHECK-NEXT: %17 = arith.index_cast %11 : index to i64
//  CHECK-NEXT: %18 = arith.sitofp %17 : i64 to f64
//  CHECK-NEXT: %19 = arith.divf %16, %18 : f64
//  CHECK-NEXT: %20 = arith.subf %cst_0, %19 : f64
//  CHECK-NEXT: %21 = arith.truncf %20 : f64 to f32
//  CHECK-NEXT: %22 = arith.truncf %19 : f64 to f32
//  CHECK-NEXT: tensor.yield %12, %21, %22 : index, f32, f32
//  CHECK-NEXT: } -> (tensor<?xindex>, tensor<?xf32>, tensor<?xf32>)
//  CHECK-NEXT: %5 = tensor.empty(%0) : tensor<?xf32>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%4#0, %4#1, %4#2 : tensor<?xindex>, tensor<?xf32>, tensor<?xf32>) outs(%5 : tensor<?xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: f32, %arg2: f32, %arg3: f32):
//  CHECK-NEXT: %6 = tensor.index 0
//  CHECK-NEXT: %7 = arith.subi %dim, %c1 : index
//  CHECK-NEXT: %8 = arith.maxsi %arg0, %c0 : index
//  CHECK-NEXT: %9 = arith.minsi %8, %7 : index
//  CHECK-NEXT: %extracted = tensor.extract %x[%9] : tensor<?xf32>
//  CHECK-NEXT: %10 = arith.addi %arg0, %c1 : index
//  CHECK-NEXT: %11 = arith.subi %dim, %c1 : index
//  CHECK-NEXT: %12 = arith.maxsi %10, %c0 : index
//  CHECK-NEXT: %13 = arith.minsi %12, %11 : index
//  CHECK-NEXT: %extracted_1 = tensor.extract %x[%13] : tensor<?xf32>
//  CHECK-NEXT: %14 = arith.cmpf oeq, %arg1, %cst : f32
//  CHECK-NEXT: %15 = arith.mulf %extracted, %arg1 : f32
//  CHECK-NEXT: %16 = arith.select %14, %cst, %15 : f32
//  CHECK-NEXT: %17 = arith.cmpf oeq, %arg2, %cst : f32
//  CHECK-NEXT: %18 = arith.mulf %extracted_1, %arg2 : f32
//  CHECK-NEXT: %19 = arith.select %17, %cst, %18 : f32
//  CHECK-NEXT: %20 = arith.addf %16, %19 : f32
//  CHECK-NEXT: tensor.yield %20 : f32
//  CHECK-NEXT: } -> tensor<?xf32>
//  CHECK-NEXT: return %r : tensor<?xf32>
//  CHECK-NEXT: }
func.func @linear(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n * 2>> {
  %r = graph.resize <linear> %x, [0] <half_pixel> : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n * 2>>
  return %r : tensor<?xf32, #graph.dims<n * 2>>
}
