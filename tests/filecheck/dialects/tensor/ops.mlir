// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// Each op of the dialect, in the form that mlir-opt prints: it is printed again as it was read.

// CHECK-LABEL: func.func @creation(%arg0: index, %arg1: f32) {
//  CHECK-NEXT: %0 = tensor.empty(%arg0) {foo} : tensor<4x?xf32, "enc">
//  CHECK-NEXT: %1 = tensor.empty() : tensor<4xf32>
//  CHECK-NEXT: %splat = tensor.splat %arg1[%arg0] : tensor<4x?xf32>
//  CHECK-NEXT: %splat_0 = tensor.splat %arg1 : tensor<4xf32>
//  CHECK-NEXT: %from_elements = tensor.from_elements %arg1, %arg1 : tensor<2x1xf32>
//  CHECK-NEXT: %from_elements_1 = tensor.from_elements %arg1 : tensor<f32>
//  CHECK-NEXT: return
func.func @creation(%arg0: index, %arg1: f32) {
  %0 = tensor.empty(%arg0) {foo} : tensor<4x?xf32, "enc">
  %1 = tensor.empty() : tensor<4xf32>
  %splat = tensor.splat %arg1[%arg0] : tensor<4x?xf32>
  %splat_0 = tensor.splat %arg1 : tensor<4xf32>
  %from_elements = tensor.from_elements %arg1, %arg1 : tensor<2x1xf32>
  %from_elements_1 = tensor.from_elements %arg1 : tensor<f32>
  return
}

// CHECK-LABEL: func.func @generate(%arg0: index, %arg1: f32) {
//  CHECK-NEXT: %generated = tensor.generate %arg0, %arg0 {
//  CHECK-NEXT: ^bb0(%arg2: index, %arg3: index, %arg4: index):
//  CHECK-NEXT: tensor.yield %arg1 {foo} : f32
//  CHECK-NEXT: } {foo} : tensor<4x?x?xf32>
//  CHECK-NEXT: %generated_0 = tensor.generate  {
//  CHECK-NEXT: ^bb0(%arg2: index):
//  CHECK-NEXT: tensor.yield %arg2 : index
//  CHECK-NEXT: } : tensor<4xindex>
//  CHECK-NEXT: return
func.func @generate(%arg0: index, %arg1: f32) {
  %generated = tensor.generate %arg0, %arg0 {
  ^bb0(%arg2: index, %arg3: index, %arg4: index):
    tensor.yield %arg1 {foo} : f32
  } {foo} : tensor<4x?x?xf32>
  %generated_0 = tensor.generate  {
  ^bb0(%arg2: index):
    tensor.yield %arg2 : index
  } : tensor<4xindex>
  return
}

// CHECK-LABEL: func.func @casts(%arg0: tensor<4x?xf32>, %arg1: tensor<*xf32>) {
//  CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<*xf32>
//  CHECK-NEXT: %cast_0 = tensor.cast %arg1 : tensor<*xf32> to tensor<?x?xf32>
//  CHECK-NEXT: %cast_1 = tensor.cast %arg0 {foo} : tensor<4x?xf32> to tensor<?x3xf32>
//  CHECK-NEXT: %0 = tensor.bitcast %arg0 : tensor<4x?xf32> to tensor<4x?xi32>
//  CHECK-NEXT: return
func.func @casts(%arg0: tensor<4x?xf32>, %arg1: tensor<*xf32>) {
  %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<*xf32>
  %cast_0 = tensor.cast %arg1 : tensor<*xf32> to tensor<?x?xf32>
  %cast_1 = tensor.cast %arg0 {foo} : tensor<4x?xf32> to tensor<?x3xf32>
  %0 = tensor.bitcast %arg0 : tensor<4x?xf32> to tensor<4x?xi32>
  return
}

// CHECK-LABEL: func.func @questions(%arg0: tensor<4x?xf32>, %arg1: tensor<*xf32>, %arg2: index) {
//  CHECK-NEXT: %dim = tensor.dim %arg0, %arg2 : tensor<4x?xf32>
//  CHECK-NEXT: %dim_0 = tensor.dim {foo} %arg1, %arg2 : tensor<*xf32>
//  CHECK-NEXT: %rank = tensor.rank %arg0 : tensor<4x?xf32>
//  CHECK-NEXT: %rank_1 = tensor.rank %arg1 : tensor<*xf32>
//  CHECK-NEXT: return
func.func @questions(%arg0: tensor<4x?xf32>, %arg1: tensor<*xf32>, %arg2: index) {
  %dim = tensor.dim %arg0, %arg2 : tensor<4x?xf32>
  %dim_0 = tensor.dim {foo} %arg1, %arg2 : tensor<*xf32>
  %rank = tensor.rank %arg0 : tensor<4x?xf32>
  %rank_1 = tensor.rank %arg1 : tensor<*xf32>
  return
}

// CHECK-LABEL: func.func @elements(%arg0: tensor<4x?xf32>, %arg1: tensor<f32>, %arg2: f32, %arg3: index) {
//  CHECK-NEXT: %extracted = tensor.extract %arg0[%arg3, %arg3] : tensor<4x?xf32>
//  CHECK-NEXT: %extracted_0 = tensor.extract %arg1[] {foo} : tensor<f32>
//  CHECK-NEXT: %inserted = tensor.insert %arg2 into %arg0[%arg3, %arg3] : tensor<4x?xf32>
//  CHECK-NEXT: %inserted_1 = tensor.insert %arg2 into %arg1[] : tensor<f32>
//  CHECK-NEXT: return
func.func @elements(%arg0: tensor<4x?xf32>, %arg1: tensor<f32>, %arg2: f32, %arg3: index) {
  %extracted = tensor.extract %arg0[%arg3, %arg3] : tensor<4x?xf32>
  %extracted_0 = tensor.extract %arg1[] {foo} : tensor<f32>
  %inserted = tensor.insert %arg2 into %arg0[%arg3, %arg3] : tensor<4x?xf32>
  %inserted_1 = tensor.insert %arg2 into %arg1[] : tensor<f32>
  return
}

// CHECK-LABEL: func.func @slices(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: tensor<f32>) {
//  CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, %arg1] [2, %arg1] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
//  CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg0[%arg1, 0] [1, 8] [1, %arg1] : tensor<4x?xf32> to tensor<8xf32>
//  CHECK-NEXT: %extracted_slice_1 = tensor.extract_slice %arg0[0, 0] [1, 1] [1, 1] {foo} : tensor<4x?xf32> to tensor<f32>
//  CHECK-NEXT: %extracted_slice_2 = tensor.extract_slice %arg2[] [] [] : tensor<f32> to tensor<f32>
//  CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[0, %arg1] [2, %arg1] [1, 1] : tensor<2x?xf32> into tensor<4x?xf32>
//  CHECK-NEXT: %inserted_slice_3 = tensor.insert_slice %extracted_slice_0 into %arg0[%arg1, 0] [1, 8] [1, %arg1] : tensor<8xf32> into tensor<4x?xf32>
//  CHECK-NEXT: %inserted_slice_4 = tensor.insert_slice %arg2 into %arg2[] [] [] {foo} : tensor<f32> into tensor<f32>
//  CHECK-NEXT: return
func.func @slices(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: tensor<f32>) {
  %extracted_slice = tensor.extract_slice %arg0[0, %arg1] [2, %arg1] [1, 1] : tensor<4x?xf32> to tensor<2x?xf32>
  %extracted_slice_0 = tensor.extract_slice %arg0[%arg1, 0] [1, 8] [1, %arg1] : tensor<4x?xf32> to tensor<8xf32>
  %extracted_slice_1 = tensor.extract_slice %arg0[0, 0] [1, 1] [1, 1] {foo} : tensor<4x?xf32> to tensor<f32>
  %extracted_slice_2 = tensor.extract_slice %arg2[] [] [] : tensor<f32> to tensor<f32>
  %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[0, %arg1] [2, %arg1] [1, 1] : tensor<2x?xf32> into tensor<4x?xf32>
  %inserted_slice_3 = tensor.insert_slice %extracted_slice_0 into %arg0[%arg1, 0] [1, 8] [1, %arg1] : tensor<8xf32> into tensor<4x?xf32>
  %inserted_slice_4 = tensor.insert_slice %arg2 into %arg2[] [] [] {foo} : tensor<f32> into tensor<f32>
  return
}

// CHECK-LABEL: func.func @pad(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: f32, %arg3: tensor<f32>) {
//  CHECK-NEXT: %padded = tensor.pad %arg0 low[0, %arg1] high[1, 2] {
//  CHECK-NEXT: ^bb0(%arg4: index, %arg5: index):
//  CHECK-NEXT: tensor.yield %arg2 : f32
//  CHECK-NEXT: } : tensor<4x?xf32> to tensor<5x?xf32>
//  CHECK-NEXT: %padded_0 = tensor.pad %arg0 nofold low[0, 0] high[0, 0] {
//  CHECK-NEXT: ^bb0(%arg4: index, %arg5: index):
//  CHECK-NEXT: tensor.yield %arg2 : f32
//  CHECK-NEXT: } {foo} : tensor<4x?xf32> to tensor<4x?xf32>
//  CHECK-NEXT: %padded_1 = tensor.pad %arg3 low[] high[] {
//  CHECK-NEXT: tensor.yield %arg2 : f32
//  CHECK-NEXT: } : tensor<f32> to tensor<f32>
//  CHECK-NEXT: return
func.func @pad(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: f32, %arg3: tensor<f32>) {
  %padded = tensor.pad %arg0 low[0, %arg1] high[1, 2] {
  ^bb0(%arg4: index, %arg5: index):
    tensor.yield %arg2 : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  %padded_0 = tensor.pad %arg0 nofold low[0, 0] high[0, 0] {
  ^bb0(%arg4: index, %arg5: index):
    tensor.yield %arg2 : f32
  } {foo} : tensor<4x?xf32> to tensor<4x?xf32>
  %padded_1 = tensor.pad %arg3 low[] high[] {
    tensor.yield %arg2 : f32
  } : tensor<f32> to tensor<f32>
  return
}

// CHECK-LABEL: func.func @reshapes(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: tensor<f32>, %arg3: tensor<*xf32>, %arg4: tensor<2xi32>, %arg5: tensor<?xindex>) {
//  CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [2, 2, %arg1] : tensor<4x?xf32> into tensor<2x2x?xf32>
//  CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] {foo} : tensor<4x?xf32> into tensor<?xf32>
//  CHECK-NEXT: %expanded_0 = tensor.expand_shape %arg2 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
//  CHECK-NEXT: %expanded_1 = tensor.expand_shape %arg2 [] output_shape [%arg1] : tensor<f32> into tensor<?xf32>
//  CHECK-NEXT: %collapsed_2 = tensor.collapse_shape %expanded_0 [] : tensor<1x1xf32> into tensor<f32>
//  CHECK-NEXT: %reshape = tensor.reshape %arg3(%arg4) : (tensor<*xf32>, tensor<2xi32>) -> tensor<4x?xf32>
//  CHECK-NEXT: %reshape_3 = tensor.reshape %arg0(%arg5) : (tensor<4x?xf32>, tensor<?xindex>) -> tensor<*xf32>
//  CHECK-NEXT: return
func.func @reshapes(%arg0: tensor<4x?xf32>, %arg1: index, %arg2: tensor<f32>, %arg3: tensor<*xf32>, %arg4: tensor<2xi32>, %arg5: tensor<?xindex>) {
  %expanded = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [2, 2, %arg1] : tensor<4x?xf32> into tensor<2x2x?xf32>
  %collapsed = tensor.collapse_shape %arg0 [[0, 1]] {foo} : tensor<4x?xf32> into tensor<?xf32>
  %expanded_0 = tensor.expand_shape %arg2 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %expanded_1 = tensor.expand_shape %arg2 [] output_shape [%arg1] : tensor<f32> into tensor<?xf32>
  %collapsed_2 = tensor.collapse_shape %expanded_0 [] : tensor<1x1xf32> into tensor<f32>
  %reshape = tensor.reshape %arg3(%arg4) : (tensor<*xf32>, tensor<2xi32>) -> tensor<4x?xf32>
  %reshape_3 = tensor.reshape %arg0(%arg5) : (tensor<4x?xf32>, tensor<?xindex>) -> tensor<*xf32>
  return
}

// CHECK-LABEL: func.func @joined(%arg0: tensor<4x?xf32>, %arg1: tensor<2x3xf32>) {
//  CHECK-NEXT: %concat = tensor.concat dim(0) %arg0, %arg1, %arg0 : (tensor<4x?xf32>, tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<10x3xf32>
//  CHECK-NEXT: %concat_0 = tensor.concat dim(1) %arg1 {foo} : (tensor<2x3xf32>) -> tensor<2x?xf32>
//  CHECK-NEXT: return
func.func @joined(%arg0: tensor<4x?xf32>, %arg1: tensor<2x3xf32>) {
  %concat = tensor.concat dim(0) %arg0, %arg1, %arg0 : (tensor<4x?xf32>, tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<10x3xf32>
  %concat_0 = tensor.concat dim(1) %arg1 {foo} : (tensor<2x3xf32>) -> tensor<2x?xf32>
  return
}

// CHECK-LABEL: func.func @gather_scatter(%arg0: tensor<4x5x?xf32>, %arg1: tensor<1x3x2xindex>, %arg2: tensor<2xi32>) {
//  CHECK-NEXT: %gather = tensor.gather %arg0[%arg1] gather_dims([0, 2]) unique : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>
//  CHECK-NEXT: %gather_0 = tensor.gather %arg0[%arg1] gather_dims([0, 2]) {foo} : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x5xf32>
//  CHECK-NEXT: %gather_1 = tensor.gather %arg0[%arg2] gather_dims([0, 1]) : (tensor<4x5x?xf32>, tensor<2xi32>) -> tensor<?xf32>
//  CHECK-NEXT: %scatter = tensor.scatter %gather into %arg0[%arg1] scatter_dims([0, 2]) unique : (tensor<1x3x1x5x1xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32>
//  CHECK-NEXT: %scatter_2 = tensor.scatter %gather_0 into %arg0[%arg1] scatter_dims([0, 2]) unique {foo} : (tensor<1x3x5xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32>
//  CHECK-NEXT: return
func.func @gather_scatter(%arg0: tensor<4x5x?xf32>, %arg1: tensor<1x3x2xindex>, %arg2: tensor<2xi32>) {
  %gather = tensor.gather %arg0[%arg1] gather_dims([0, 2]) unique : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x1x5x1xf32>
  %gather_0 = tensor.gather %arg0[%arg1] gather_dims([0, 2]) {foo} : (tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<1x3x5xf32>
  %gather_1 = tensor.gather %arg0[%arg2] gather_dims([0, 1]) : (tensor<4x5x?xf32>, tensor<2xi32>) -> tensor<?xf32>
  %scatter = tensor.scatter %gather into %arg0[%arg1] scatter_dims([0, 2]) unique : (tensor<1x3x1x5x1xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32>
  %scatter_2 = tensor.scatter %gather_0 into %arg0[%arg1] scatter_dims([0, 2]) unique {foo} : (tensor<1x3x5xf32>, tensor<4x5x?xf32>, tensor<1x3x2xindex>) -> tensor<4x5x?xf32>
  return
}

// CHECK-LABEL: func.func @parallel_insert_slice
//       CHECK:   scf.forall.in_parallel {
//  CHECK-NEXT:     tensor.parallel_insert_slice %extracted_slice into %arg3[%arg2] [4] [1] : tensor<4xf32> into tensor<16xf32>
func.func @parallel_insert_slice(%arg0: tensor<16xf32>, %arg1: index) -> tensor<16xf32> {
  %0 = scf.forall (%arg2) in (4) shared_outs(%arg3 = %arg0) -> (tensor<16xf32>) {
    %extracted_slice = tensor.extract_slice %arg3[%arg2] [4] [1] : tensor<16xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %extracted_slice into %arg3[%arg2] [4] [1] : tensor<4xf32> into tensor<16xf32>
    }
  }
  return %0 : tensor<16xf32>
}
