#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 64, crdWidth = 32 }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed(nonunique, nonordered), d0 mod 2 : dense, d1 mod 3 : dense) }>
#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
#sparse3 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : compressed) }>
#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : dense, d2 floordiv 4 : dense, d2 mod 4 : structured[2, 4]) }>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x?xf32, #sparse>, tensor<4x6xf64, #sparse1>, tensor<4x4xf32, #sparse2>, tensor<?x?xi8, #sparse3>, tensor<2x4x8xf16, #sparse4>, index) -> (), sym_name = "sparse"}> ({
  ^bb0(%arg0: tensor<?x?xf32, #sparse>, %arg1: tensor<4x6xf64, #sparse1>, %arg2: tensor<4x4xf32, #sparse2>, %arg3: tensor<?x?xi8, #sparse3>, %arg4: tensor<2x4x8xf16, #sparse4>, %arg5: index):
    // %arg0 is used by %7, %6, %4, %3, %2
    // %arg1 is unused
    // %arg2 is used by %5
    // %arg3 is unused
    // %arg4 is unused
    // %arg5 is unused
    %2 = "sparse_tensor.positions"(%arg0) <{level = 1 : index}> : (tensor<?x?xf32, #sparse>) -> memref<?xi64> // unused
    %3 = "sparse_tensor.coordinates"(%arg0) <{level = 1 : index}> : (tensor<?x?xf32, #sparse>) -> memref<?xi32> // unused
    %4 = "sparse_tensor.values"(%arg0) : (tensor<?x?xf32, #sparse>) -> memref<?xf32> // unused
    %5 = "sparse_tensor.convert"(%arg2) : (tensor<4x4xf32, #sparse2>) -> tensor<4x4xf32> // unused
    %6 = "sparse_tensor.number_of_entries"(%arg0) : (tensor<?x?xf32, #sparse>) -> index // unused
    %7 = "sparse_tensor.load"(%arg0) <{hasInserts}> : (tensor<?x?xf32, #sparse>) -> tensor<?x?xf32, #sparse> // unused
    %8 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32 // users: %10, %9
    %9 = "sparse_tensor.unary"(%8) ({
    ^bb0(%arg8: f32):
      // %arg8 is used by %13
      "sparse_tensor.yield"(%arg8) : (f32) -> () // id: %13
    }, {
    }) : (f32) -> f32 // unused
    %10 = "sparse_tensor.binary"(%8, %8) <{left_identity}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      // %arg6 is used by %12
      // %arg7 is unused
      "sparse_tensor.yield"(%arg6) : (f32) -> () // id: %12
    }, {
    }, {
    }) : (f32, f32) -> f32 // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
