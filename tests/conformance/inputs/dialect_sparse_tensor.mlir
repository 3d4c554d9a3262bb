#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 64, crdWidth = 32 }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed(nonunique, nonordered), i mod 2 : dense, j mod 3 : dense) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), explicitVal = 1.0 : f32, implicitVal = 0.0 : f32 }>
#SLICE = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : compressed) }>
#NM = #sparse_tensor.encoding<{ map = (i, j, k) -> (i : dense, j : dense, k floordiv 4 : dense, k mod 4 : structured[2, 4]) }>
func.func @sparse(%a: tensor<?x?xf32, #CSR>, %b: tensor<4x6xf64, #BSR>, %c: tensor<4x4xf32, #COO>, %d: tensor<?x?xi8, #SLICE>, %e: tensor<2x4x8xf16, #NM>, %i: index) {
  %0 = sparse_tensor.positions %a {level = 1 : index} : tensor<?x?xf32, #CSR> to memref<?xi64>
  %1 = sparse_tensor.coordinates %a {level = 1 : index} : tensor<?x?xf32, #CSR> to memref<?xi32>
  %2 = sparse_tensor.values %a : tensor<?x?xf32, #CSR> to memref<?xf32>
  %3 = sparse_tensor.convert %c : tensor<4x4xf32, #COO> to tensor<4x4xf32>
  %4 = sparse_tensor.number_of_entries %a : tensor<?x?xf32, #CSR>
  %5 = sparse_tensor.load %a hasInserts : tensor<?x?xf32, #CSR>
  %f = arith.constant 1.0 : f32
  %6 = sparse_tensor.unary %f : f32 to f32 present = {
  ^bb0(%x: f32):
    sparse_tensor.yield %x : f32
  } absent = { }
  %7 = sparse_tensor.binary %f, %f : f32, f32 to f32 overlap = {
  ^bb0(%x: f32, %y: f32):
    sparse_tensor.yield %x : f32
  } left = identity right = { }
  return
}
// -----
#L = #sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 * 4) : dense, d0 * s0 : dense, d1 : compressed), posWidth = 8 }>
"x.y"() {a = #L} : () -> ()
// -----
#C = #sparse_tensor.encoding<{ map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d0 : dense, l1 = d1 : loose_compressed(nonordered)), crdWidth = 16 }>
func.func private @f(tensor<4x4xf32, #C>) -> !sparse_tensor.storage_specifier<#C>
func.func private @it(!sparse_tensor.iter_space<#C, lvls = 0 to 1>)
