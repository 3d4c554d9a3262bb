// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// Each op of the dialect, in the form that mlir-opt prints: it is printed again as it was read.

// CHECK-LABEL: func.func @loads(%arg0: memref<?x?xf32>, %arg1: memref<4xvector<8xf32>>, %arg2: index) {
//  CHECK-NEXT: %0 = vector.load %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<8xf32>
//  CHECK-NEXT: %1 = vector.load %arg0[%arg2, %arg2] {alignment = 32 : i64, nontemporal = true} : memref<?x?xf32>, vector<4x8xf32>
//  CHECK-NEXT: %2 = vector.load %arg1[%arg2] : memref<4xvector<8xf32>>, vector<8xf32>
//  CHECK-NEXT: %3 = vector.load %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<f32>
//  CHECK-NEXT: vector.store %0, %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<8xf32>
//  CHECK-NEXT: vector.store %2, %arg1[%arg2] {nontemporal = true} : memref<4xvector<8xf32>>, vector<8xf32>
//  CHECK-NEXT: return
func.func @loads(%arg0: memref<?x?xf32>, %arg1: memref<4xvector<8xf32>>, %arg2: index) {
  %0 = vector.load %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<8xf32>
  %1 = vector.load %arg0[%arg2, %arg2] {alignment = 32 : i64, nontemporal = true} : memref<?x?xf32>, vector<4x8xf32>
  %2 = vector.load %arg1[%arg2] : memref<4xvector<8xf32>>, vector<8xf32>
  %3 = vector.load %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<f32>
  vector.store %0, %arg0[%arg2, %arg2] : memref<?x?xf32>, vector<8xf32>
  vector.store %2, %arg1[%arg2] {nontemporal = true} : memref<4xvector<8xf32>>, vector<8xf32>
  return
}

// CHECK-LABEL: func.func @masked(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<8xi1>, %arg3: vector<8xf32>) {
//  CHECK-NEXT: %0 = vector.maskedload %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
//  CHECK-NEXT: vector.maskedstore %arg0[%arg1], %arg2, %arg3 {alignment = 4 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32>
//  CHECK-NEXT: %1 = vector.expandload %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
//  CHECK-NEXT: vector.compressstore %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<8xi1>, vector<8xf32>
//  CHECK-NEXT: return
func.func @masked(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<8xi1>, %arg3: vector<8xf32>) {
  %0 = vector.maskedload %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %arg0[%arg1], %arg2, %arg3 {alignment = 4 : i64} : memref<?xf32>, vector<8xi1>, vector<8xf32>
  %1 = vector.expandload %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %arg0[%arg1], %arg2, %arg3 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK-LABEL: func.func @gather_scatter(%arg0: memref<?x?xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: vector<8xi32>, %arg4: vector<8xi1>, %arg5: vector<8xf32>) {
//  CHECK-NEXT: %0 = vector.gather %arg0[%arg2, %arg2] [%arg3], %arg4, %arg5 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
//  CHECK-NEXT: %1 = vector.gather %arg1[%arg2] [%arg3], %arg4, %arg5 : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
//  CHECK-NEXT: vector.scatter %arg0[%arg2, %arg2] [%arg3], %arg4, %arg5 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
//  CHECK-NEXT: %2 = vector.scatter %arg1[%arg2] [%arg3], %arg4, %arg5 : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> -> tensor<?xf32>
//  CHECK-NEXT: return
func.func @gather_scatter(%arg0: memref<?x?xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: vector<8xi32>, %arg4: vector<8xi1>, %arg5: vector<8xf32>) {
  %0 = vector.gather %arg0[%arg2, %arg2] [%arg3], %arg4, %arg5 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %1 = vector.gather %arg1[%arg2] [%arg3], %arg4, %arg5 : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %arg0[%arg2, %arg2] [%arg3], %arg4, %arg5 : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %2 = vector.scatter %arg1[%arg2] [%arg3], %arg4, %arg5 : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @transfers(%arg0: memref<?x?xf32>, %arg1: tensor<4x?xf32>, %arg2: index, %arg3: f32, %arg4: vector<4xi1>, %arg5: vector<4x2xi1>, %arg6: vector<4xf32>, %arg7: vector<2x4xf32>, %arg8: memref<?x?xvector<4x3xf32>>, %arg9: vector<4x3xf32>) {
//  CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : memref<?x?xf32>, vector<4xf32>
//  CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
//  CHECK-NEXT: %2 = vector.transfer_read %arg0[%arg2, %arg2], %arg3, %arg4 : memref<?x?xf32>, vector<4xf32>
//  CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d0)>} : memref<?x?xf32>, vector<2x4xf32>
//  CHECK-NEXT: %4 = vector.transfer_read %arg0[%arg2, %arg2], %arg3, %arg5 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
//  CHECK-NEXT: %5 = vector.transfer_read %arg1[%arg2, %arg2], %arg3 : tensor<4x?xf32>, vector<2x4xf32>
//  CHECK-NEXT: %6 = vector.transfer_read %arg8[%arg2, %arg2], %arg9 : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
//  CHECK-NEXT: %7 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : memref<?x?xf32>, vector<f32>
//  CHECK-NEXT: vector.transfer_write %arg6, %arg0[%arg2, %arg2] : vector<4xf32>, memref<?x?xf32>
//  CHECK-NEXT: vector.transfer_write %arg7, %arg0[%arg2, %arg2], %arg5 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<?x?xf32>
//  CHECK-NEXT: %8 = vector.transfer_write %arg7, %arg1[%arg2, %arg2] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<4x?xf32>
//  CHECK-NEXT: return
func.func @transfers(%arg0: memref<?x?xf32>, %arg1: tensor<4x?xf32>, %arg2: index, %arg3: f32, %arg4: vector<4xi1>, %arg5: vector<4x2xi1>, %arg6: vector<4xf32>, %arg7: vector<2x4xf32>, %arg8: memref<?x?xvector<4x3xf32>>, %arg9: vector<4x3xf32>) {
  %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %arg0[%arg2, %arg2], %arg3, %arg4 : memref<?x?xf32>, vector<4xf32>
  %3 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  %4 = vector.transfer_read %arg0[%arg2, %arg2], %arg3, %arg5 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  %5 = vector.transfer_read %arg1[%arg2, %arg2], %arg3 : tensor<4x?xf32>, vector<2x4xf32>
  %6 = vector.transfer_read %arg8[%arg2, %arg2], %arg9 : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  %7 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : memref<?x?xf32>, vector<f32>
  vector.transfer_write %arg6, %arg0[%arg2, %arg2] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %arg7, %arg0[%arg2, %arg2], %arg5 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<?x?xf32>
  %8 = vector.transfer_write %arg7, %arg1[%arg2, %arg2] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<4x?xf32>
  return
}

// CHECK-LABEL: func.func @shapes(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<4x8xf32>, %arg3: vector<f32>, %arg4: vector<[4]xf32>, %arg5: memref<4x8xf32>) {
//  CHECK-NEXT: %0 = vector.broadcast %arg0 : f32 to vector<4x8xf32>
//  CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<4xf32> to vector<2x4xf32>
//  CHECK-NEXT: %2 = vector.broadcast %arg3 : vector<f32> to vector<4xf32>
//  CHECK-NEXT: %3 = vector.broadcast %arg0 : f32 to vector<[4]xf32>
//  CHECK-NEXT: %4 = vector.shape_cast %arg2 : vector<4x8xf32> to vector<2x2x8xf32>
//  CHECK-NEXT: %5 = vector.shape_cast %arg3 : vector<f32> to vector<1xf32>
//  CHECK-NEXT: %6 = vector.transpose %arg2, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
//  CHECK-NEXT: %7 = vector.transpose %arg3, [] : vector<f32> to vector<f32>
//  CHECK-NEXT: %8 = vector.bitcast %arg2 : vector<4x8xf32> to vector<4x16xi16>
//  CHECK-NEXT: %9 = vector.bitcast %arg4 : vector<[4]xf32> to vector<[2]xi64>
//  CHECK-NEXT: %10 = vector.type_cast %arg5 : memref<4x8xf32> to memref<vector<4x8xf32>>
//  CHECK-NEXT: return
func.func @shapes(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<4x8xf32>, %arg3: vector<f32>, %arg4: vector<[4]xf32>, %arg5: memref<4x8xf32>) {
  %0 = vector.broadcast %arg0 : f32 to vector<4x8xf32>
  %1 = vector.broadcast %arg1 : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %arg3 : vector<f32> to vector<4xf32>
  %3 = vector.broadcast %arg0 : f32 to vector<[4]xf32>
  %4 = vector.shape_cast %arg2 : vector<4x8xf32> to vector<2x2x8xf32>
  %5 = vector.shape_cast %arg3 : vector<f32> to vector<1xf32>
  %6 = vector.transpose %arg2, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %7 = vector.transpose %arg3, [] : vector<f32> to vector<f32>
  %8 = vector.bitcast %arg2 : vector<4x8xf32> to vector<4x16xi16>
  %9 = vector.bitcast %arg4 : vector<[4]xf32> to vector<[2]xi64>
  %10 = vector.type_cast %arg5 : memref<4x8xf32> to memref<vector<4x8xf32>>
  return
}

// CHECK-LABEL: func.func @elements(%arg0: f32, %arg1: vector<4x8xf32>, %arg2: vector<8xf32>, %arg3: vector<f32>, %arg4: index) {
//  CHECK-NEXT: %0 = vector.extract %arg1[1, 2] : f32 from vector<4x8xf32>
//  CHECK-NEXT: %1 = vector.extract %arg1[%arg4] : vector<8xf32> from vector<4x8xf32>
//  CHECK-NEXT: %2 = vector.extract %arg1[1, %arg4] : f32 from vector<4x8xf32>
//  CHECK-NEXT: %3 = vector.extract %arg3[] : f32 from vector<f32>
//  CHECK-NEXT: %4 = vector.extract %arg1[-1, 0] : f32 from vector<4x8xf32>
//  CHECK-NEXT: %5 = vector.insert %arg0, %arg1 [1, 2] : f32 into vector<4x8xf32>
//  CHECK-NEXT: %6 = vector.insert %arg2, %arg1 [%arg4] : vector<8xf32> into vector<4x8xf32>
//  CHECK-NEXT: %7 = vector.insert %arg0, %arg3 [] : f32 into vector<f32>
//  CHECK-NEXT: %8 = vector.shuffle %arg2, %arg2 [0, 8, -1] : vector<8xf32>, vector<8xf32>
//  CHECK-NEXT: %9 = vector.shuffle %arg1, %arg1 [7, 0] : vector<4x8xf32>, vector<4x8xf32>
//  CHECK-NEXT: %10 = vector.from_elements %arg0, %arg0 : vector<2x1xf32>
//  CHECK-NEXT: %11:2 = vector.to_elements %10 : vector<2x1xf32>
//  CHECK-NEXT: return
func.func @elements(%arg0: f32, %arg1: vector<4x8xf32>, %arg2: vector<8xf32>, %arg3: vector<f32>, %arg4: index) {
  %0 = vector.extract %arg1[1, 2] : f32 from vector<4x8xf32>
  %1 = vector.extract %arg1[%arg4] : vector<8xf32> from vector<4x8xf32>
  %2 = vector.extract %arg1[1, %arg4] : f32 from vector<4x8xf32>
  %3 = vector.extract %arg3[] : f32 from vector<f32>
  %4 = vector.extract %arg1[-1, 0] : f32 from vector<4x8xf32>
  %5 = vector.insert %arg0, %arg1 [1, 2] : f32 into vector<4x8xf32>
  %6 = vector.insert %arg2, %arg1 [%arg4] : vector<8xf32> into vector<4x8xf32>
  %7 = vector.insert %arg0, %arg3 [] : f32 into vector<f32>
  %8 = vector.shuffle %arg2, %arg2 [0, 8, -1] : vector<8xf32>, vector<8xf32>
  %9 = vector.shuffle %arg1, %arg1 [7, 0] : vector<4x8xf32>, vector<4x8xf32>
  %10 = vector.from_elements %arg0, %arg0 : vector<2x1xf32>
  %11:2 = vector.to_elements %10 : vector<2x1xf32>
  return
}

// CHECK-LABEL: func.func @slices(%arg0: vector<4x8x16xf32>, %arg1: vector<2x4xf32>) {
//  CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
//  CHECK-NEXT: %1 = vector.insert_strided_slice %arg1, %arg0 {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8x16xf32>
//  CHECK-NEXT: return
func.func @slices(%arg0: vector<4x8x16xf32>, %arg1: vector<2x4xf32>) {
  %0 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x4x16xf32>
  %1 = vector.insert_strided_slice %arg1, %arg0 {offsets = [0, 0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8x16xf32>
  return
}

// CHECK-LABEL: func.func @scalable(%arg0: vector<[16]xf32>, %arg1: vector<4xf32>, %arg2: vector<[4]xf32>) {
//  CHECK-NEXT: %0 = vector.scalable.insert %arg1, %arg0[8] : vector<4xf32> into vector<[16]xf32>
//  CHECK-NEXT: %1 = vector.scalable.insert %arg2, %arg0[0] : vector<[4]xf32> into vector<[16]xf32>
//  CHECK-NEXT: %2 = vector.scalable.extract %arg0[8] : vector<4xf32> from vector<[16]xf32>
//  CHECK-NEXT: %vscale = vector.vscale
//  CHECK-NEXT: return
func.func @scalable(%arg0: vector<[16]xf32>, %arg1: vector<4xf32>, %arg2: vector<[4]xf32>) {
  %0 = vector.scalable.insert %arg1, %arg0[8] : vector<4xf32> into vector<[16]xf32>
  %1 = vector.scalable.insert %arg2, %arg0[0] : vector<[4]xf32> into vector<[16]xf32>
  %2 = vector.scalable.extract %arg0[8] : vector<4xf32> from vector<[16]xf32>
  %vscale = vector.vscale
  return
}

// CHECK-LABEL: func.func @interleaves(%arg0: vector<2x4xf32>, %arg1: vector<f32>, %arg2: vector<[4]xf32>) {
//  CHECK-NEXT: %0 = vector.interleave %arg0, %arg0 : vector<2x4xf32> -> vector<2x8xf32>
//  CHECK-NEXT: %1 = vector.interleave %arg1, %arg1 : vector<f32> -> vector<2xf32>
//  CHECK-NEXT: %2 = vector.interleave %arg2, %arg2 : vector<[4]xf32> -> vector<[8]xf32>
//  CHECK-NEXT: %res1, %res2 = vector.deinterleave %arg0 : vector<2x4xf32> -> vector<2x2xf32>
//  CHECK-NEXT: return
func.func @interleaves(%arg0: vector<2x4xf32>, %arg1: vector<f32>, %arg2: vector<[4]xf32>) {
  %0 = vector.interleave %arg0, %arg0 : vector<2x4xf32> -> vector<2x8xf32>
  %1 = vector.interleave %arg1, %arg1 : vector<f32> -> vector<2xf32>
  %2 = vector.interleave %arg2, %arg2 : vector<[4]xf32> -> vector<[8]xf32>
  %res1, %res2 = vector.deinterleave %arg0 : vector<2x4xf32> -> vector<2x2xf32>
  return
}

// CHECK-LABEL: func.func @arithmetic(%arg0: vector<8xf32>, %arg1: vector<4xf32>, %arg2: f32, %arg3: vector<8xi32>, %arg4: vector<4x8xf32>, %arg5: vector<8x4xf32>) {
//  CHECK-NEXT: %0 = vector.fma %arg0, %arg0, %arg0 : vector<8xf32>
//  CHECK-NEXT: %1 = vector.reduction <add>, %arg0 : vector<8xf32> into f32
//  CHECK-NEXT: %2 = vector.reduction <minimumf>, %arg0, %arg2 fastmath<reassoc,nnan> : vector<8xf32> into f32
//  CHECK-NEXT: %3 = vector.reduction <xor>, %arg3 : vector<8xi32> into i32
//  CHECK-NEXT: %4 = vector.multi_reduction <mul>, %arg4, %arg1 [1] : vector<4x8xf32> to vector<4xf32>
//  CHECK-NEXT: %5 = vector.multi_reduction <maxnumf>, %arg4, %arg2 [0, 1] : vector<4x8xf32> to f32
//  CHECK-NEXT: %6 = vector.outerproduct %arg1, %arg0 : vector<4xf32>, vector<8xf32>
//  CHECK-NEXT: %7 = vector.outerproduct %arg1, %arg0, %arg4 {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
//  CHECK-NEXT: %8 = vector.outerproduct %arg1, %arg2, %arg1 {kind = #vector.kind<maxnumf>} : vector<4xf32>, f32
//  CHECK-NEXT: %dest, %accumulated_value = vector.scan <add>, %arg4, %arg1 {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
//  CHECK-NEXT: return
func.func @arithmetic(%arg0: vector<8xf32>, %arg1: vector<4xf32>, %arg2: f32, %arg3: vector<8xi32>, %arg4: vector<4x8xf32>, %arg5: vector<8x4xf32>) {
  %0 = vector.fma %arg0, %arg0, %arg0 : vector<8xf32>
  %1 = vector.reduction <add>, %arg0 : vector<8xf32> into f32
  %2 = vector.reduction <minimumf>, %arg0, %arg2 fastmath<reassoc,nnan> : vector<8xf32> into f32
  %3 = vector.reduction <xor>, %arg3 : vector<8xi32> into i32
  %4 = vector.multi_reduction <mul>, %arg4, %arg1 [1] : vector<4x8xf32> to vector<4xf32>
  %5 = vector.multi_reduction <maxnumf>, %arg4, %arg2 [0, 1] : vector<4x8xf32> to f32
  %6 = vector.outerproduct %arg1, %arg0 : vector<4xf32>, vector<8xf32>
  %7 = vector.outerproduct %arg1, %arg0, %arg4 {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  %8 = vector.outerproduct %arg1, %arg2, %arg1 {kind = #vector.kind<maxnumf>} : vector<4xf32>, f32
  %dest, %accumulated_value = vector.scan <add>, %arg4, %arg1 {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @contractions(%arg0: vector<8xf32>, %arg1: f32, %arg2: vector<4x3xf16>, %arg3: vector<3x7xf16>, %arg4: vector<4x7xf32>) {
//  CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg0, %arg1 : vector<8xf32>, vector<8xf32> into f32
//  CHECK-NEXT: %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg2, %arg3, %arg4 {tag = 1 : i32} : vector<4x3xf16>, vector<3x7xf16> into vector<4x7xf32>
//  CHECK-NEXT: return
func.func @contractions(%arg0: vector<8xf32>, %arg1: f32, %arg2: vector<4x3xf16>, %arg3: vector<3x7xf16>, %arg4: vector<4x7xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg0, %arg1 : vector<8xf32>, vector<8xf32> into f32
  %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg2, %arg3, %arg4 {tag = 1 : i32} : vector<4x3xf16>, vector<3x7xf16> into vector<4x7xf32>
  return
}

// CHECK-LABEL: func.func @masks(%arg0: index, %arg1: vector<8xi1>, %arg2: vector<8xf32>, %arg3: f32, %arg4: memref<?xf32>) {
//  CHECK-NEXT: %0 = vector.create_mask %arg0, %arg0 : vector<4x8xi1>
//  CHECK-NEXT: %1 = vector.constant_mask [3, 8] : vector<4x8xi1>
//  CHECK-NEXT: %2 = vector.create_mask %arg0 : vector<i1>
//  CHECK-NEXT: %3 = vector.constant_mask [1] : vector<i1>
//  CHECK-NEXT: %4 = vector.mask %arg1 { vector.reduction <add>, %arg2 : vector<8xf32> into f32 } : vector<8xi1> -> f32
//  CHECK-NEXT: %5 = vector.mask %arg1, %arg2 { vector.transfer_read %arg4[%arg0], %arg3 : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
//  CHECK-NEXT: vector.mask %arg1 { vector.transfer_write %arg2, %arg4[%arg0] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
//  CHECK-NEXT: %6 = vector.mask %arg1 { vector.yield %arg2 : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
//  CHECK-NEXT: %7 = vector.step : vector<8xindex>
//  CHECK-NEXT: %8 = vector.step : vector<[4]xindex>
//  CHECK-NEXT: return
func.func @masks(%arg0: index, %arg1: vector<8xi1>, %arg2: vector<8xf32>, %arg3: f32, %arg4: memref<?xf32>) {
  %0 = vector.create_mask %arg0, %arg0 : vector<4x8xi1>
  %1 = vector.constant_mask [3, 8] : vector<4x8xi1>
  %2 = vector.create_mask %arg0 : vector<i1>
  %3 = vector.constant_mask [1] : vector<i1>
  %4 = vector.mask %arg1 { vector.reduction <add>, %arg2 : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %5 = vector.mask %arg1, %arg2 { vector.transfer_read %arg4[%arg0], %arg3 : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %arg1 { vector.transfer_write %arg2, %arg4[%arg0] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
  %6 = vector.mask %arg1 { vector.yield %arg2 : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %7 = vector.step : vector<8xindex>
  %8 = vector.step : vector<[4]xindex>
  return
}

// CHECK-LABEL: func.func @prints(%arg0: vector<8xf32>, %arg1: f32) {
//  CHECK-NEXT: vector.print %arg0 : vector<8xf32>
//  CHECK-NEXT: vector.print %arg1 : f32 punctuation <comma>
//  CHECK-NEXT: vector.print
//  CHECK-NEXT: vector.print punctuation <open>
//  CHECK-NEXT: vector.print str "text"
//  CHECK-NEXT: return
func.func @prints(%arg0: vector<8xf32>, %arg1: f32) {
  vector.print %arg0 : vector<8xf32>
  vector.print %arg1 : f32 punctuation <comma>
  vector.print
  vector.print punctuation <open>
  vector.print str "text"
  return
}
