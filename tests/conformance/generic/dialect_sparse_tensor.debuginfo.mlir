#loc2 = loc("<stdin>":6:19)
#loc3 = loc("<stdin>":6:46)
#loc4 = loc("<stdin>":6:73)
#loc5 = loc("<stdin>":6:100)
#loc6 = loc("<stdin>":6:128)
#loc7 = loc("<stdin>":6:156)
#loc16 = loc("<stdin>":15:8)
#loc19 = loc("<stdin>":19:8)
#loc20 = loc("<stdin>":19:17)
#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 64, crdWidth = 32 }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed(nonunique, nonordered), d0 mod 2 : dense, d1 mod 3 : dense) }>
#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
#sparse3 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : compressed) }>
#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : dense, d2 floordiv 4 : dense, d2 mod 4 : structured[2, 4]) }>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x?xf32, #sparse>, tensor<4x6xf64, #sparse1>, tensor<4x4xf32, #sparse2>, tensor<?x?xi8, #sparse3>, tensor<2x4x8xf16, #sparse4>, index) -> (), sym_name = "sparse"}> ({
  ^bb0(%arg0: tensor<?x?xf32, #sparse> loc("<stdin>":6:19), %arg1: tensor<4x6xf64, #sparse1> loc("<stdin>":6:46), %arg2: tensor<4x4xf32, #sparse2> loc("<stdin>":6:73), %arg3: tensor<?x?xi8, #sparse3> loc("<stdin>":6:100), %arg4: tensor<2x4x8xf16, #sparse4> loc("<stdin>":6:128), %arg5: index loc("<stdin>":6:156)):
    %0 = "sparse_tensor.positions"(%arg0) <{level = 1 : index}> : (tensor<?x?xf32, #sparse>) -> memref<?xi64> loc(#loc8)
    %1 = "sparse_tensor.coordinates"(%arg0) <{level = 1 : index}> : (tensor<?x?xf32, #sparse>) -> memref<?xi32> loc(#loc9)
    %2 = "sparse_tensor.values"(%arg0) : (tensor<?x?xf32, #sparse>) -> memref<?xf32> loc(#loc10)
    %3 = "sparse_tensor.convert"(%arg2) : (tensor<4x4xf32, #sparse2>) -> tensor<4x4xf32> loc(#loc11)
    %4 = "sparse_tensor.number_of_entries"(%arg0) : (tensor<?x?xf32, #sparse>) -> index loc(#loc12)
    %5 = "sparse_tensor.load"(%arg0) <{hasInserts}> : (tensor<?x?xf32, #sparse>) -> tensor<?x?xf32, #sparse> loc(#loc13)
    %6 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32 loc(#loc14)
    %7 = "sparse_tensor.unary"(%6) ({
    ^bb0(%arg8: f32 loc("<stdin>":15:8)):
      "sparse_tensor.yield"(%arg8) : (f32) -> () loc(#loc17)
    }, {
    }) : (f32) -> f32 loc(#loc15)
    %8 = "sparse_tensor.binary"(%6, %6) <{left_identity}> ({
    ^bb0(%arg6: f32 loc("<stdin>":19:8), %arg7: f32 loc("<stdin>":19:17)):
      "sparse_tensor.yield"(%arg6) : (f32) -> () loc(#loc21)
    }, {
    }, {
    }) : (f32, f32) -> f32 loc(#loc18)
    "func.return"() : () -> () loc(#loc22)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":6:1)
#loc8 = loc("<stdin>":7:8)
#loc9 = loc("<stdin>":8:8)
#loc10 = loc("<stdin>":9:8)
#loc11 = loc("<stdin>":10:8)
#loc12 = loc("<stdin>":11:8)
#loc13 = loc("<stdin>":12:8)
#loc14 = loc("<stdin>":13:8)
#loc15 = loc("<stdin>":14:8)
#loc17 = loc("<stdin>":16:5)
#loc18 = loc("<stdin>":18:8)
#loc21 = loc("<stdin>":20:5)
#loc22 = loc("<stdin>":22:3)

// -----
#sparse = #sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 * 4) : dense, d0 * s0 : dense, d1 : compressed), posWidth = 8 }>
"builtin.module"() ({
  "x.y"() {a = #sparse} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":24:9)
#loc1 = loc("<stdin>":26:1)

// -----
#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed(nonordered)), crdWidth = 16 }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x4xf32, #sparse>) -> !sparse_tensor.storage_specifier<#sparse1>, sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc1)
  "func.func"() <{function_type = (!sparse_tensor.iter_space<#sparse, lvls = 0>) -> (), sym_name = "it", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc2)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":27:9)
#loc1 = loc("<stdin>":29:1)
#loc2 = loc("<stdin>":30:1)
