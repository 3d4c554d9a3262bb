func.func @vector(%v: vector<4xf32>, %w: vector<2x4xf32>, %m: memref<?x?xf32>, %i: index, %f: f32, %mask: vector<4xi1>, %s: vector<[4]xf32>) {
  %0 = vector.broadcast %f : f32 to vector<2x4xf32>
  %1 = vector.extract %w[1] : vector<4xf32> from vector<2x4xf32>
  %2 = vector.insert %v, %w[0] : vector<4xf32> into vector<2x4xf32>
  %3 = vector.extract %w[%i, 2] : f32 from vector<2x4xf32>
  %4 = vector.shuffle %v, %v [0, 7, 2, 5, -1] : vector<4xf32>, vector<4xf32>
  %5 = vector.transpose %w, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %6 = vector.shape_cast %w : vector<2x4xf32> to vector<8xf32>
  %7 = vector.reduction <add>, %v, %f fastmath<reassoc> : vector<4xf32> into f32
  %8 = vector.multi_reduction <mul>, %w, %v [0] : vector<2x4xf32> to vector<4xf32>
  %9 = vector.transfer_read %m[%i, %i], %f, %mask {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [false]} : vector<4xf32>, memref<?x?xf32>
  %10 = vector.load %m[%i, %i] {nontemporal = true} : memref<?x?xf32>, vector<4xf32>
  vector.maskedstore %m[%i, %i], %mask, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %11 = vector.fma %v, %v, %v : vector<4xf32>
  %13 = arith.constant dense<0.0> : vector<2xf32>
  %12 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %w, %v, %13 : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}
// -----
func.func @vector_more(%v: vector<4xf32>, %w: vector<2x4xf32>, %m: memref<?xf32>, %i: index, %f: f32, %mask: vector<4xi1>, %s: vector<[4]xf32>, %iv: vector<4xi32>) {
  %0 = vector.create_mask %i, %i : vector<4x[4]xi1>
  %1 = vector.constant_mask [2, 3] : vector<4x4xi1>
  %2 = vector.mask %mask { vector.reduction <maxnumf>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %3 = vector.gather %m[%i] [%iv], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i] [%iv], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %4 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %5 = vector.extract_strided_slice %w {offsets = [0, 2], sizes = [1, 2], strides = [1, 1]} : vector<2x4xf32> to vector<1x2xf32>
  %6 = vector.scalable.extract %s[0] : vector<4xf32> from vector<[4]xf32>
  %7 = vector.vscale
  %8 = vector.step : vector<[8]xindex>
  %9 = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  %10, %11 = vector.deinterleave %v : vector<4xf32> -> vector<2xf32>
  %12 = vector.from_elements %f, %f : vector<2xf32>
  %13 = vector.outerproduct %v, %v {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  %14:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  vector.print %v : vector<4xf32>
  vector.print str "text \22x\22\n"
  vector.print punctuation <comma>
  return
}
// -----
func.func @vector_scan(%w: vector<2x4xf32>, %v: vector<4xf32>, %m: memref<?xf32>, %mm: memref<4x4xvector<4xf32>>) {
  %14:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  %mm0 = memref.alloc() : memref<4x4xf32>
  %c = vector.type_cast %mm0 : memref<4x4xf32> to memref<vector<4x4xf32>>
  vector.print punctuation <comma>
  return
}
// -----
func.func @vector_print(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  %14:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  vector.print %v : vector<4xf32> punctuation <comma>
  vector.print str "text \22x\22\n"
  %0:4 = vector.to_elements %v : vector<4xf32>
  return
}
// -----
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @linalg(%a: tensor<?x8xf32>, %b: tensor<8x?xf32>, %c: tensor<?x?xf32>, %f: f32) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], doc = "matmul", library_call = "mm"} ins(%a, %b : tensor<?x8xf32>, tensor<8x?xf32>) outs(%c : tensor<?x?xf32>) attrs = {my.attr = 1} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %i = linalg.index 2 : index
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x?xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.fill {tag} ins(%f : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.map { arith.addf } ins(%1, %2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>)
  %4 = linalg.transpose ins(%3 : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) permutation = [1, 0]
  %5 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%b, %b : tensor<8x?xf32>, tensor<8x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %6 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%c : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}
// -----
func.func @linalg_named(%i: memref<1x8x8x4xf32>, %k: memref<3x3x4x16xf32>, %o: memref<1x6x6x16xf32>, %t: tensor<4x8xf32>, %r: tensor<4xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : vector<2xi64>} ins(%i, %k : memref<1x8x8x4xf32>, memref<3x3x4x16xf32>) outs(%o : memref<1x6x6x16xf32>)
  %0 = linalg.reduce ins(%t : tensor<4x8xf32>) outs(%r : tensor<4xf32>) dimensions = [1]
    (%in: f32, %init: f32) {
      %s = arith.addf %in, %init : f32
      linalg.yield %s : f32
    }
  %1 = linalg.broadcast ins(%r : tensor<4xf32>) outs(%t : tensor<4x8xf32>) dimensions = [1]
  %2 = linalg.softmax dimension(1) ins(%t : tensor<4x8xf32>) outs(%t : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e = tensor.empty() : tensor<2x2x2x4xf32>
  %3 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  return
}
