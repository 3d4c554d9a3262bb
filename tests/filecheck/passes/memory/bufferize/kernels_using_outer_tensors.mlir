// RUN: dlc-opt %s --bufferize | filecheck %s

// A tensor from outside is an input of the kernel before it is asked whether the output may be written in place.
// CHECK-LABEL: func.func @an_output_beside_a_tensor_from_outside
// CHECK:         tensor.kernel ins(%{{.*}}, %[[OUTSIDE:.*]] = %b : memref<?xf32>, memref<?xf32>)
// CHECK:           tensor.generic {{.*}} ins(%{{.*}}, %[[OUTSIDE]] : tensor<?xf32>, tensor<?xf32>)
#id = affine_map<(d0) -> (d0)>
func.func @an_output_beside_a_tensor_from_outside(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %x = arith.constant 1.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %t = tensor.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = tensor.kernel ins(%in = %t : tensor<?xf32>) outs(%out = %t : tensor<?xf32>) {
    %1 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%in, %b : tensor<?xf32>, tensor<?xf32>) outs(%out : tensor<?xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } -> tensor<?xf32>
    tensor.yield %1 : tensor<?xf32>
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
