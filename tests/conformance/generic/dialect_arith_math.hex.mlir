"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i64, vector<4xi8>, index, tensor<2x?xi16>) -> (i32, i1), sym_name = "ints"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i64, %arg3: vector<4xi8>, %arg4: index, %arg5: tensor<2x?xi16>):
    %0 = "arith.constant"() <{value = 42 : i32}> : () -> i32
    %1 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %2 = "arith.subi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %3 = "arith.muli"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %4 = "arith.divsi"(%arg0, %arg1) : (i32, i32) -> i32
    %5 = "arith.divui"(%arg0, %arg1) : (i32, i32) -> i32
    %6 = "arith.ceildivsi"(%arg0, %arg1) : (i32, i32) -> i32
    %7 = "arith.floordivsi"(%arg0, %arg1) : (i32, i32) -> i32
    %8 = "arith.remsi"(%arg0, %arg1) : (i32, i32) -> i32
    %9 = "arith.andi"(%arg5, %arg5) : (tensor<2x?xi16>, tensor<2x?xi16>) -> tensor<2x?xi16>
    %10 = "arith.shli"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %11 = "arith.shrui"(%arg0, %arg1) <{isExact}> : (i32, i32) -> i32
    %12 = "arith.cmpi"(%arg0, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %13 = "arith.cmpi"(%arg3, %arg3) <{predicate = 9 : i64}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi1>
    %14 = "arith.select"(%12, %arg0, %arg1) : (i1, i32, i32) -> i32
    %15 = "arith.extsi"(%arg0) : (i32) -> i64
    %16 = "arith.trunci"(%arg2) <{overflowFlags = #arith.overflow<nuw>}> : (i64) -> i32
    %17 = "arith.index_cast"(%arg4) : (index) -> i32
    %18 = "arith.index_castui"(%arg0) : (i32) -> index
    %19:2 = "arith.addui_extended"(%arg0, %arg1) : (i32, i32) -> (i32, i1)
    %20:2 = "arith.mulsi_extended"(%arg0, %arg1) : (i32, i32) -> (i32, i32)
    %21 = "arith.maxsi"(%arg0, %arg1) : (i32, i32) -> i32
    %22 = "arith.minui"(%arg0, %arg1) : (i32, i32) -> i32
    %23 = "arith.bitcast"(%arg0) : (i32) -> f32
    %24 = "arith.constant"() <{value = dense<"0x01"> : vector<2xi1>}> : () -> vector<2xi1>
    %25 = "arith.constant"() <{value = dense<> : tensor<0xi4>}> : () -> tensor<0xi4>
    %26 = "arith.extui"(%12) : (i1) -> i8
    "func.return"(%21, %19#1) : (i32, i1) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32, f16, f64, vector<[4]xf32>, f8E4M3FN) -> f32, sym_name = "floats"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: f16, %arg3: f64, %arg4: vector<[4]xf32>, %arg5: f8E4M3FN):
    %0 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %1 = "arith.addf"(%arg0, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %2 = "arith.subf"(%arg0, %arg1) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f32, f32) -> f32
    %3 = "arith.mulf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>}> : (vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
    %4 = "arith.divf"(%arg0, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %5 = "arith.remf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %6 = "arith.negf"(%arg0) <{fastmath = #arith.fastmath<contract>}> : (f32) -> f32
    %7 = "arith.cmpf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %8 = "arith.cmpf"(%arg0, %arg1) <{fastmath = #arith.fastmath<nnan>, predicate = 13 : i64}> : (f32, f32) -> i1
    %9 = "arith.cmpf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>, predicate = 15 : i64}> : (vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xi1>
    %10 = "arith.maximumf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %11 = "arith.minnumf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %12 = "arith.extf"(%arg2) : (f16) -> f32
    %13 = "arith.truncf"(%arg3) <{roundingmode = 0 : i32}> : (f64) -> f32
    %14 = "arith.truncf"(%arg3) : (f64) -> bf16
    %15 = "arith.fptosi"(%arg0) : (f32) -> i32
    %16 = "arith.uitofp"(%15) : (i32) -> f64
    %17 = "arith.constant"() <{value = 1.000000e+00 : f80}> : () -> f80
    %18 = "arith.constant"() <{value = dense<1.000000e+00> : tensor<4xf128>}> : () -> tensor<4xf128>
    %19 = "arith.constant"() <{value = -0.000000e+00 : bf16}> : () -> bf16
    %20 = "arith.constant"() <{value = dense<"0x003C007E"> : vector<2xf16>}> : () -> vector<2xf16>
    %21 = "arith.constant"() <{value = 4.480000e+02 : f8E4M3FN}> : () -> f8E4M3FN
    %22 = "arith.scaling_extf"(%arg5, %arg5) : (f8E4M3FN, f8E4M3FN) -> f32
    "func.return"(%4) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
