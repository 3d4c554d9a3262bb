#map = affine_map<(d0, d1)[s0] -> (d0 + 1, d1 mod 4 + s0 floordiv 2)>
#map1 = affine_map<(d0, d1) -> (d0, d1 * 2 - 1)>
#map2 = affine_map<(d0, d1) -> (d0, d1 + 5)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
#map5 = affine_map<() -> (0)>
#map6 = affine_map<()[s0] -> (s0)>
#map7 = affine_map<(d0)[s0] -> (d0 ceildiv 8 + s0 * 3)>
#map8 = affine_map<(d0) -> (d0, 128, -d0 + 5)>
#map9 = affine_map<()[s0] -> (s0, 0)>
#map10 = affine_map<(d0, d1) -> (d0, d1)>
#map11 = affine_map<(d0) -> (0, d0, 3)>
#map12 = affine_map<(d0) -> (d0, 10, 100)>
#set = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 - 1 >= 0, d0 mod 2 == 0)>
#set1 = affine_set<() : (1 == 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xf32>, index, f32) -> f32, sym_name = "affine"}> ({
  ^bb0(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32):
    %0 = "affine.for"(%arg1, %arg2) <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 1, 1>, step = 4 : index, upperBoundMap = #map6}> ({
    ^bb0(%arg5: index, %arg6: f32):
      "affine.for"(%arg5, %arg5, %arg1) <{lowerBoundMap = #map3, operandSegmentSizes = array<i32: 1, 2, 0>, step = 1 : index, upperBoundMap = #map4}> ({
      ^bb0(%arg7: index):
        "affine.if"(%arg5, %arg7, %arg1) <{condition = #set}> ({
          %9 = "affine.load"(%arg0, %arg5, %arg7, %arg1) <{map = #map}> : (memref<?x?xf32>, index, index, index) -> f32
          "affine.store"(%9, %arg0, %arg7, %arg5) <{map = #map1}> : (f32, memref<?x?xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }, {
          "affine.prefetch"(%arg0, %arg5, %arg7) <{isDataCache = true, isWrite = false, localityHint = 2 : i32, map = #map2}> : (memref<?x?xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "affine.yield"() : () -> ()
      }) : (index, index, index) -> ()
      %8 = "affine.if"() <{condition = #set1}> ({
        "affine.yield"(%arg6) : (f32) -> ()
      }, {
        "affine.yield"(%arg2) : (f32) -> ()
      }) : () -> f32
      "affine.yield"(%8) : (f32) -> ()
    }) : (index, f32) -> f32
    %1 = "affine.apply"(%arg1, %arg1) <{map = #map7}> : (index, index) -> index
    %2 = "affine.min"(%arg1) <{map = #map8}> : (index) -> index
    %3 = "affine.max"(%arg1) <{map = #map9}> : (index) -> index
    %4 = "affine.parallel"(%arg1, %arg1) <{lowerBoundsGroups = dense<"0x0100000002000000"> : tensor<2xi32>, lowerBoundsMap = #map11, reductions = [0], steps = [2, 5], upperBoundsGroups = dense<"0x0200000001000000"> : tensor<2xi32>, upperBoundsMap = #map12}> ({
    ^bb0(%arg3: index, %arg4: index):
      %7 = "affine.vector_load"(%arg0, %arg3, %arg4) <{map = #map10}> : (memref<?x?xf32>, index, index) -> vector<4xf32>
      "affine.vector_store"(%7, %arg0, %arg3, %arg4) <{map = #map10}> : (vector<4xf32>, memref<?x?xf32>, index, index) -> ()
      "affine.yield"(%arg2) : (f32) -> ()
    }) : (index, index) -> f32
    %5:2 = "affine.delinearize_index"(%arg1) <{static_basis = array<i64: 4, 8>}> : (index) -> (index, index)
    %6 = "affine.linearize_index"(%arg1, %1) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4, 8>}> : (index, index) -> index
    "func.return"(%0) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
