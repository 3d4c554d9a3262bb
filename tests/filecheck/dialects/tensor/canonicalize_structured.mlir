// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @dim_of_a_result_is_that_of_its_output
func.func @dim_of_a_result_is_that_of_its_output(%x: f32, %n: index, %m: index) -> (index, index) {
  // CHECK-NEXT: return %n, %m : index, index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = tensor.fill ins(%x : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %k = tensor.kernel outs(%o = %f : tensor<?x?xf32>) {
    tensor.yield %o : tensor<?x?xf32>
  } -> tensor<?x?xf32>
  %d0 = tensor.dim %f, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %k, %c1 : tensor<?x?xf32>
  return %d0, %d1 : index, index
}

// CHECK-LABEL: func.func @structured_ops_that_nobody_reads_are_gone
func.func @structured_ops_that_nobody_reads_are_gone(%x: f32, %t: tensor<4xf32>) {
  // CHECK-NEXT: return
  %f = tensor.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %g = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%f : tensor<4xf32>) outs(%t : tensor<4xf32>) {
  ^bb0(%a: f32, %old: f32):
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } -> tensor<4xf32>
  return
}

// What is written to memory stays.
// CHECK-LABEL: func.func @structured_ops_on_memrefs_are_kept
func.func @structured_ops_on_memrefs_are_kept(%x: f32, %m: memref<4xf32>) {
  // CHECK-NEXT: tensor.fill
  // CHECK-NEXT: return
  tensor.fill ins(%x : f32) outs(%m : memref<4xf32>)
  return
}
