"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xf32>, index, f32) -> f32, sym_name = "affine"}> ({
  ^bb0(%arg0: memref<?x?xf32> loc("<stdin>":2:19), %arg1: index loc("<stdin>":2:40), %arg2: f32 loc("<stdin>":2:51)):
    %0 = "affine.for"(%arg1, %arg2) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 1>, step = 4 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
    ^bb0(%arg5: index loc("<stdin>":3:19), %arg6: f32 loc("<stdin>":3:49)):
      "affine.for"(%arg5, %arg5, %arg1) <{lowerBoundMap = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 2, 0>, step = 1 : index, upperBoundMap = affine_map<(d0)[s0] -> (d0 + 4, s0)>}> ({
      ^bb0(%arg7: index loc("<stdin>":4:16)):
        "affine.if"(%arg5, %arg7, %arg1) <{condition = affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, -d0 + s0 - 1 >= 0, d0 mod 2 == 0)>}> ({
          %9 = "affine.load"(%arg0, %arg5, %arg7, %arg1) <{map = affine_map<(d0, d1)[s0] -> (d0 + 1, d1 mod 4 + s0 floordiv 2)>}> : (memref<?x?xf32>, index, index, index) -> f32 loc("<stdin>":6:14)
          "affine.store"(%9, %arg0, %arg7, %arg5) <{map = affine_map<(d0, d1) -> (d0, d1 * 2 - 1)>}> : (f32, memref<?x?xf32>, index, index) -> () loc("<stdin>":7:9)
          "affine.yield"() : () -> () loc("<stdin>":5:7)
        }, {
          "affine.prefetch"(%arg0, %arg5, %arg7) <{isDataCache = true, isWrite = false, localityHint = 2 : i32, map = affine_map<(d0, d1) -> (d0, d1 + 5)>}> : (memref<?x?xf32>, index, index) -> () loc("<stdin>":9:9)
          "affine.yield"() : () -> () loc("<stdin>":5:7)
        }) : (index, index, index) -> () loc("<stdin>":5:7)
        "affine.yield"() : () -> () loc("<stdin>":4:5)
      }) : (index, index, index) -> () loc("<stdin>":4:5)
      %8 = "affine.if"() <{condition = affine_set<() : (1 == 0)>}> ({
        "affine.yield"(%arg6) : (f32) -> () loc("<stdin>":13:7)
      }, {
        "affine.yield"(%arg2) : (f32) -> () loc("<stdin>":15:7)
      }) : () -> f32 loc("<stdin>":12:10)
      "affine.yield"(%8) : (f32) -> () loc("<stdin>":17:5)
    }) : (index, f32) -> f32 loc("<stdin>":3:8)
    %1 = "affine.apply"(%arg1, %arg1) <{map = affine_map<(d0)[s0] -> (d0 ceildiv 8 + s0 * 3)>}> : (index, index) -> index loc("<stdin>":19:8)
    %2 = "affine.min"(%arg1) <{map = affine_map<(d0) -> (d0, 128, -d0 + 5)>}> : (index) -> index loc("<stdin>":20:8)
    %3 = "affine.max"(%arg1) <{map = affine_map<()[s0] -> (s0, 0)>}> : (index) -> index loc("<stdin>":21:8)
    %4 = "affine.parallel"(%arg1, %arg1) <{lowerBoundsGroups = dense<[1, 2]> : tensor<2xi32>, lowerBoundsMap = affine_map<(d0) -> (0, d0, 3)>, reductions = [0], steps = [2, 5], upperBoundsGroups = dense<[2, 1]> : tensor<2xi32>, upperBoundsMap = affine_map<(d0) -> (d0, 10, 100)>}> ({
    ^bb0(%arg3: index loc("<stdin>":22:25), %arg4: index loc("<stdin>":22:29)):
      %7 = "affine.vector_load"(%arg0, %arg3, %arg4) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<?x?xf32>, index, index) -> vector<4xf32> loc("<stdin>":23:10)
      "affine.vector_store"(%7, %arg0, %arg3, %arg4) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (vector<4xf32>, memref<?x?xf32>, index, index) -> () loc("<stdin>":24:5)
      "affine.yield"(%arg2) : (f32) -> () loc("<stdin>":25:5)
    }) : (index, index) -> f32 loc("<stdin>":22:8)
    %5:2 = "affine.delinearize_index"(%arg1) <{static_basis = array<i64: 4, 8>}> : (index) -> (index, index) loc("<stdin>":27:10)
    %6 = "affine.linearize_index"(%arg1, %1) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4, 8>}> : (index, index) -> index loc("<stdin>":28:8)
    "func.return"(%0) : (f32) -> () loc("<stdin>":29:3)
  }) : () -> () loc("<stdin>":2:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xf32>, memref<64xf32, 2>, memref<1xi32>, index) -> (), sym_name = "dma"}> ({
  ^bb0(%arg0: memref<64xf32> loc("<stdin>":32:16), %arg1: memref<64xf32, 2> loc("<stdin>":32:36), %arg2: memref<1xi32> loc("<stdin>":32:59), %arg3: index loc("<stdin>":32:78)):
    "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
    ^bb0(%arg4: index loc("<stdin>":33:14)):
      "affine.dma_start"(%arg0, %arg4, %arg1, %arg4, %arg2, %arg3) {dst_map = affine_map<(d0) -> (d0)>, src_map = affine_map<(d0) -> (d0 + 7)>, tag_map = affine_map<() -> (0)>} : (memref<64xf32>, index, memref<64xf32, 2>, index, memref<1xi32>, index) -> () loc("<stdin>":34:5)
      "affine.dma_wait"(%arg2, %arg3) {tag_map = affine_map<() -> (0)>} : (memref<1xi32>, index) -> () loc("<stdin>":35:5)
      "affine.yield"() : () -> () loc("<stdin>":33:3)
    }) : () -> () loc("<stdin>":33:3)
    "func.return"() : () -> () loc("<stdin>":37:3)
  }) : () -> () loc("<stdin>":32:1)
}) : () -> () loc("<stdin>":31:9)
