// RUN: dlc-opt %s --tensor-to-linalg | filecheck %s
// RUN: dlc-opt %s --tensor-to-linalg | dlc-opt --linalg-to-tensor | filecheck %s --check-prefix=BACK
// RUN: dlc-opt %s --generalize-named-ops | filecheck %s --check-prefix=NAMED

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @structured_ops_are_linalg_generic
// BACK-LABEL: func.func @structured_ops_are_linalg_generic
// NAMED-LABEL: func.func @structured_ops_are_linalg_generic
func.func @structured_ops_are_linalg_generic(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      %[[F:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel"]} ins(%x : f32) outs(%t : tensor<4xf32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT:   linalg.yield %[[A]] : f32
  // CHECK:      linalg.generic {{.*}} ins(%[[F]] : tensor<4xf32>) outs(%t : tensor<4xf32>) {
  // CHECK:        linalg.index 0 : index
  // CHECK-NOT:  tensor.kernel
  // BACK:       tensor.generic {{.*}} iterator_types = ["parallel"]} ins(%x : f32) outs(%t : tensor<4xf32>) {
  // BACK:         tensor.yield
  // BACK:       tensor.generic
  // BACK:         tensor.index 0
  // NAMED:      tensor.kernel
  // NAMED:        tensor.generic {{.*}} ins(%x : f32)
  // NAMED-NOT:  tensor.fill
  %k = tensor.kernel outs(%o = %t : tensor<4xf32>) {
    %f = tensor.fill ins(%x : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    %g = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%f : tensor<4xf32>) outs(%o : tensor<4xf32>) {
    ^bb0(%a: f32, %old: f32):
      %i = tensor.index 0
      %n = arith.index_cast %i : index to i32
      %c = arith.sitofp %n : i32 to f32
      %s = arith.addf %a, %c : f32
      tensor.yield %s : f32
    } -> tensor<4xf32>
    tensor.yield %g : tensor<4xf32>
  } -> tensor<4xf32>
  return %k : tensor<4xf32>
}

// The yields of MLIR's own ops stay what they are.
// CHECK-LABEL: func.func @paddings_are_those_of_tensor
func.func @paddings_are_those_of_tensor(%x: f32, %t: tensor<4xf32>) -> tensor<6xf32> {
  // CHECK: tensor.pad %t low[1] high[1]
  // CHECK: tensor.yield %x : f32
  %p = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %p : tensor<6xf32>
}
