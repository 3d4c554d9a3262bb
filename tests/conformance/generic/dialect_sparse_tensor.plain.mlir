#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 64, crdWidth = 32 }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed(nonunique, nonordered), d0 mod 2 : dense, d1 mod 3 : dense) }>
#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
#sparse3 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : compressed) }>
#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : dense, d2 floordiv 4 : dense, d2 mod 4 : structured[2, 4]) }>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x?xf32, #sparse>, tensor<4x6xf64, #sparse1>, tensor<4x4xf32, #sparse2>, tensor<?x?xi8, #sparse3>, tensor<2x4x8xf16, #sparse4>, index) -> (), sym_name = "sparse"}> ({
  ^bb0(%arg0: tensor<?x?xf32, #sparse>, %arg1: tensor<4x6xf64, #sparse1>, %arg2: tensor<4x4xf32, #sparse2>, %arg3: tensor<?x?xi8, #sparse3>, %arg4: tensor<2x4x8xf16, #sparse4>, %arg5: index):
    %0 = "sparse_tensor.positions"(%arg0) <{level = 1 : index}> : (tensor<?x?xf32, #sparse>) -> memref<?xi64>
    %1 = "sparse_tensor.coordinates"(%arg0) <{level = 1 : index}> : (tensor<?x?xf32, #sparse>) -> memref<?xi32>
    %2 = "sparse_tensor.values"(%arg0) : (tensor<?x?xf32, #sparse>) -> memref<?xf32>
    %3 = "sparse_tensor.convert"(%arg2) : (tensor<4x4xf32, #sparse2>) -> tensor<4x4xf32>
    %4 = "sparse_tensor.number_of_entries"(%arg0) : (tensor<?x?xf32, #sparse>) -> index
    %5 = "sparse_tensor.load"(%arg0) <{hasInserts}> : (tensor<?x?xf32, #sparse>) -> tensor<?x?xf32, #sparse>
    %6 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
    %7 = "sparse_tensor.unary"(%6) ({
    ^bb0(%arg8: f32):
      "sparse_tensor.yield"(%arg8) : (f32) -> ()
    }, {
    }) : (f32) -> f32
    %8 = "sparse_tensor.binary"(%6, %6) <{left_identity}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      "sparse_tensor.yield"(%arg6) : (f32) -> ()
    }, {
    }, {
    }) : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#sparse = #sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 * 4) : dense, d0 * s0 : dense, d1 : compressed), posWidth = 8 }>
"builtin.module"() ({
  "x.y"() {a = #sparse} : () -> ()
}) : () -> ()

// -----
#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed(nonordered)), crdWidth = 16 }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x4xf32, #sparse>) -> !sparse_tensor.storage_specifier<#sparse1>, sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!sparse_tensor.iter_space<#sparse, lvls = 0>) -> (), sym_name = "it", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
