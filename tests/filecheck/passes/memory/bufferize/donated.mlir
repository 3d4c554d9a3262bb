// RUN: dlc-opt %s --bufferize | filecheck %s

#id = affine_map<(i) -> (i)>

// The caller gives an argument away: nobody needs it any more when the result is computed.
// CHECK-LABEL: func.func @in_place
//   CHECK-NOT:   memref.alloc
//       CHECK:   tensor.generic {{.*}} ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
//       CHECK:   return %x
func.func @in_place(%x: tensor<4xf32> {dlc.donated}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.addf %a, %a : f32
    tensor.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Here it is needed for another result; and a caller in the module may need it.
// CHECK-LABEL: func.func @read_later
//       CHECK:   %[[NEW:.*]] = memref.alloc
//       CHECK:   tensor.generic {{.*}} outs(%[[NEW]] : memref<4xf32>)
//       CHECK:   return %[[NEW]], %x
func.func @read_later(%x: tensor<4xf32> {dlc.donated}) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %r = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.addf %a, %a : f32
    tensor.yield %s : f32
  } -> tensor<4xf32>
  return %r, %x : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @called
//       CHECK:   memref.alloc
func.func @called(%x: tensor<4xf32> {dlc.donated}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r, %x : tensor<4xf32>, tensor<4xf32>
}
