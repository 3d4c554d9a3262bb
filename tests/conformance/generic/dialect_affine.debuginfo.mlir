#loc2 = loc("<stdin>":2:19)
#loc3 = loc("<stdin>":2:40)
#loc4 = loc("<stdin>":2:51)
#loc6 = loc("<stdin>":3:19)
#loc7 = loc("<stdin>":3:49)
#loc9 = loc("<stdin>":4:16)
#loc22 = loc("<stdin>":22:25)
#loc23 = loc("<stdin>":22:29)
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
  ^bb0(%arg0: memref<?x?xf32> loc("<stdin>":2:19), %arg1: index loc("<stdin>":2:40), %arg2: f32 loc("<stdin>":2:51)):
    %0 = "affine.for"(%arg1, %arg2) <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 1, 1>, step = 4 : index, upperBoundMap = #map6}> ({
    ^bb0(%arg5: index loc("<stdin>":3:19), %arg6: f32 loc("<stdin>":3:49)):
      "affine.for"(%arg5, %arg5, %arg1) <{lowerBoundMap = #map3, operandSegmentSizes = array<i32: 1, 2, 0>, step = 1 : index, upperBoundMap = #map4}> ({
      ^bb0(%arg7: index loc("<stdin>":4:16)):
        "affine.if"(%arg5, %arg7, %arg1) <{condition = #set}> ({
          %9 = "affine.load"(%arg0, %arg5, %arg7, %arg1) <{map = #map}> : (memref<?x?xf32>, index, index, index) -> f32 loc(#loc11)
          "affine.store"(%9, %arg0, %arg7, %arg5) <{map = #map1}> : (f32, memref<?x?xf32>, index, index) -> () loc(#loc12)
          "affine.yield"() : () -> () loc(#loc10)
        }, {
          "affine.prefetch"(%arg0, %arg5, %arg7) <{isDataCache = true, isWrite = false, localityHint = 2 : i32, map = #map2}> : (memref<?x?xf32>, index, index) -> () loc(#loc13)
          "affine.yield"() : () -> () loc(#loc10)
        }) : (index, index, index) -> () loc(#loc10)
        "affine.yield"() : () -> () loc(#loc8)
      }) : (index, index, index) -> () loc(#loc8)
      %8 = "affine.if"() <{condition = #set1}> ({
        "affine.yield"(%arg6) : (f32) -> () loc(#loc15)
      }, {
        "affine.yield"(%arg2) : (f32) -> () loc(#loc16)
      }) : () -> f32 loc(#loc14)
      "affine.yield"(%8) : (f32) -> () loc(#loc17)
    }) : (index, f32) -> f32 loc(#loc5)
    %1 = "affine.apply"(%arg1, %arg1) <{map = #map7}> : (index, index) -> index loc(#loc18)
    %2 = "affine.min"(%arg1) <{map = #map8}> : (index) -> index loc(#loc19)
    %3 = "affine.max"(%arg1) <{map = #map9}> : (index) -> index loc(#loc20)
    %4 = "affine.parallel"(%arg1, %arg1) <{lowerBoundsGroups = dense<[1, 2]> : tensor<2xi32>, lowerBoundsMap = #map11, reductions = [0], steps = [2, 5], upperBoundsGroups = dense<[2, 1]> : tensor<2xi32>, upperBoundsMap = #map12}> ({
    ^bb0(%arg3: index loc("<stdin>":22:25), %arg4: index loc("<stdin>":22:29)):
      %7 = "affine.vector_load"(%arg0, %arg3, %arg4) <{map = #map10}> : (memref<?x?xf32>, index, index) -> vector<4xf32> loc(#loc24)
      "affine.vector_store"(%7, %arg0, %arg3, %arg4) <{map = #map10}> : (vector<4xf32>, memref<?x?xf32>, index, index) -> () loc(#loc25)
      "affine.yield"(%arg2) : (f32) -> () loc(#loc26)
    }) : (index, index) -> f32 loc(#loc21)
    %5:2 = "affine.delinearize_index"(%arg1) <{static_basis = array<i64: 4, 8>}> : (index) -> (index, index) loc(#loc27)
    %6 = "affine.linearize_index"(%arg1, %1) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4, 8>}> : (index, index) -> index loc(#loc28)
    "func.return"(%0) : (f32) -> () loc(#loc29)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":2:1)
#loc5 = loc("<stdin>":3:8)
#loc8 = loc("<stdin>":4:5)
#loc10 = loc("<stdin>":5:7)
#loc11 = loc("<stdin>":6:14)
#loc12 = loc("<stdin>":7:9)
#loc13 = loc("<stdin>":9:9)
#loc14 = loc("<stdin>":12:10)
#loc15 = loc("<stdin>":13:7)
#loc16 = loc("<stdin>":15:7)
#loc17 = loc("<stdin>":17:5)
#loc18 = loc("<stdin>":19:8)
#loc19 = loc("<stdin>":20:8)
#loc20 = loc("<stdin>":21:8)
#loc21 = loc("<stdin>":22:8)
#loc24 = loc("<stdin>":23:10)
#loc25 = loc("<stdin>":24:5)
#loc26 = loc("<stdin>":25:5)
#loc27 = loc("<stdin>":27:10)
#loc28 = loc("<stdin>":28:8)
#loc29 = loc("<stdin>":29:3)

// -----
#loc2 = loc("<stdin>":32:16)
#loc3 = loc("<stdin>":32:36)
#loc4 = loc("<stdin>":32:59)
#loc5 = loc("<stdin>":32:78)
#loc7 = loc("<stdin>":33:14)
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 7)>
#map2 = affine_map<() -> (0)>
#map3 = affine_map<() -> (8)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xf32>, memref<64xf32, 2>, memref<1xi32>, index) -> (), sym_name = "dma"}> ({
  ^bb0(%arg0: memref<64xf32> loc("<stdin>":32:16), %arg1: memref<64xf32, 2> loc("<stdin>":32:36), %arg2: memref<1xi32> loc("<stdin>":32:59), %arg3: index loc("<stdin>":32:78)):
    "affine.for"() <{lowerBoundMap = #map2, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map3}> ({
    ^bb0(%arg4: index loc("<stdin>":33:14)):
      "affine.dma_start"(%arg0, %arg4, %arg1, %arg4, %arg2, %arg3) {dst_map = #map, src_map = #map1, tag_map = #map2} : (memref<64xf32>, index, memref<64xf32, 2>, index, memref<1xi32>, index) -> () loc(#loc8)
      "affine.dma_wait"(%arg2, %arg3) {tag_map = #map2} : (memref<1xi32>, index) -> () loc(#loc9)
      "affine.yield"() : () -> () loc(#loc6)
    }) : () -> () loc(#loc6)
    "func.return"() : () -> () loc(#loc10)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":31:9)
#loc1 = loc("<stdin>":32:1)
#loc6 = loc("<stdin>":33:3)
#loc8 = loc("<stdin>":34:5)
#loc9 = loc("<stdin>":35:5)
#loc10 = loc("<stdin>":37:3)
