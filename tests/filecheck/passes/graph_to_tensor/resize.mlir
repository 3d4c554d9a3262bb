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
//  CHECK-NEXT: %0 = arith.cmpi sle, %c1, %dim : index
//  CHECK-NEXT: %1 = loop.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
//  CHECK-NEXT: %2 = arith.cmpi eq, %1, %c0 : index
//  CHECK-NEXT: %3 = arith.ori %0, %2 : i1
//  CHECK-NEXT: cf.assert %3, "'graph.resize' op size 0 of the source must not be 0, or that of the result is 0 too [resize_c3]"
//  CHECK-NEXT: %4 = loop.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
//  CHECK-NEXT: %5 = loop.apply affine_map<()[s0] -> (s0 * 2)>()[%dim]
//  CHECK-NEXT: %6 = tensor.empty(%5) : tensor<?xindex>
//  CHECK-NEXT: %7 = tensor.empty(%5) : tensor<?xf32>
//  CHECK-NEXT: %8 = tensor.empty(%5) : tensor<?xf32>
//  CHECK-NEXT: %9:3 = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%6, %7, %8 : tensor<?xindex>, tensor<?xf32>, tensor<?xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: f32, %arg2: f32):
//  CHECK-NEXT: %11 = tensor.index 0
//  CHECK-NEXT: %12 = arith.muli %11, %c2 : index
//  CHECK-NEXT: %13 = arith.addi %12, %c1 : index
//  CHECK-NEXT: %14 = arith.muli %13, %dim : index
//  CHECK-NEXT: %15 = arith.subi %14, %5 : index
//  CHECK-NEXT: %16 = arith.muli %5, %c2 : index
//  CHECK-NEXT: %17 = arith.floordivsi %15, %16 : index
//  CHECK-NEXT: %18 = arith.muli %17, %16 : index
//  CHECK-NEXT: %19 = arith.subi %15, %18 : index
//  CHECK-NEXT: %20 = arith.index_cast %19 : index to i64
//  CHECK-NEXT: %21 = arith.sitofp %20 : i64 to f64
//  CHECK-NEXT: %22 = arith.index_cast %16 : index to i64
//  CHECK-NEXT: %23 = arith.sitofp %22 : i64 to f64
//  CHECK-NEXT: %24 = arith.divf %21, %23 : f64
//  CHECK-NEXT: %25 = arith.subf %cst_0, %24 : f64
//  CHECK-NEXT: %26 = arith.truncf %25 : f64 to f32
//  CHECK-NEXT: %27 = arith.truncf %24 : f64 to f32
//  CHECK-NEXT: tensor.yield %17, %26, %27 : index, f32, f32
//  CHECK-NEXT: } -> (tensor<?xindex>, tensor<?xf32>, tensor<?xf32>)
//  CHECK-NEXT: %10 = tensor.empty(%5) : tensor<?xf32>
//  CHECK-NEXT: %r = tensor.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%9#0, %9#1, %9#2 : tensor<?xindex>, tensor<?xf32>, tensor<?xf32>) outs(%10 : tensor<?xf32>) {
//  CHECK-NEXT: ^bb0(%arg0: index, %arg1: f32, %arg2: f32, %arg3: f32):
//  CHECK-NEXT: %11 = tensor.index 0
//  CHECK-NEXT: %12 = arith.subi %dim, %c1 : index
//  CHECK-NEXT: %13 = arith.maxsi %arg0, %c0 : index
//  CHECK-NEXT: %14 = arith.minsi %13, %12 : index
//  CHECK-NEXT: %extracted = tensor.extract %x[%14] : tensor<?xf32>
//  CHECK-NEXT: %15 = arith.addi %arg0, %c1 : index
//  CHECK-NEXT: %16 = arith.subi %dim, %c1 : index
//  CHECK-NEXT: %17 = arith.maxsi %15, %c0 : index
//  CHECK-NEXT: %18 = arith.minsi %17, %16 : index
//  CHECK-NEXT: %extracted_1 = tensor.extract %x[%18] : tensor<?xf32>
//  CHECK-NEXT: %19 = arith.cmpf oeq, %arg1, %cst : f32
//  CHECK-NEXT: %20 = arith.mulf %extracted, %arg1 : f32
//  CHECK-NEXT: %21 = arith.select %19, %cst, %20 : f32
//  CHECK-NEXT: %22 = arith.cmpf oeq, %arg2, %cst : f32
//  CHECK-NEXT: %23 = arith.mulf %extracted_1, %arg2 : f32
//  CHECK-NEXT: %24 = arith.select %22, %cst, %23 : f32
//  CHECK-NEXT: %25 = arith.addf %21, %24 : f32
//  CHECK-NEXT: tensor.yield %25 : f32
//  CHECK-NEXT: } -> tensor<?xf32>
//  CHECK-NEXT: return %r : tensor<?xf32>
//  CHECK-NEXT: }
func.func @linear(%x: tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n * 2>> {
  %r = graph.resize <linear> %x, [0] <half_pixel> : tensor<?xf32, #graph.dims<n>> -> tensor<?xf32, #graph.dims<n * 2>>
  return %r : tensor<?xf32, #graph.dims<n * 2>>
}
