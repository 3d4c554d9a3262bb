"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i64, vector<4xi8>, index, tensor<2x?xi16>) -> (i32, i1), sym_name = "ints"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i64, %arg3: vector<4xi8>, %arg4: index, %arg5: tensor<2x?xi16>):
    // %arg0 is used by %25, %24, %23, %22#0, %22#1, %21#0, %21#1, %20, %17, %16, %14, %13, %12, %10, %9, %8, %7, %6, %4, %3
    // %arg1 is used by %24, %23, %22#0, %22#1, %21#0, %21#1, %16, %14, %13, %12, %10, %9, %8, %7, %6, %4, %3
    // %arg2 is used by %18
    // %arg3 is used by %15, %5
    // %arg4 is used by %19
    // %arg5 is used by %11
    %2 = "arith.constant"() <{value = 42 : i32}> : () -> i32 // unused
    %3 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32 // unused
    %4 = "arith.subi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32 // unused
    %5 = "arith.muli"(%arg3, %arg3) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8> // unused
    %6 = "arith.divsi"(%arg0, %arg1) : (i32, i32) -> i32 // unused
    %7 = "arith.divui"(%arg0, %arg1) : (i32, i32) -> i32 // unused
    %8 = "arith.ceildivsi"(%arg0, %arg1) : (i32, i32) -> i32 // unused
    %9 = "arith.floordivsi"(%arg0, %arg1) : (i32, i32) -> i32 // unused
    %10 = "arith.remsi"(%arg0, %arg1) : (i32, i32) -> i32 // unused
    %11 = "arith.andi"(%arg5, %arg5) : (tensor<2x?xi16>, tensor<2x?xi16>) -> tensor<2x?xi16> // unused
    %12 = "arith.shli"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32 // unused
    %13 = "arith.shrui"(%arg0, %arg1) <{isExact}> : (i32, i32) -> i32 // unused
    %14 = "arith.cmpi"(%arg0, %arg1) <{predicate = 2 : i64}> : (i32, i32) -> i1 // users: %28, %16
    %15 = "arith.cmpi"(%arg3, %arg3) <{predicate = 9 : i64}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi1> // unused
    %16 = "arith.select"(%14, %arg0, %arg1) : (i1, i32, i32) -> i32 // unused
    %17 = "arith.extsi"(%arg0) : (i32) -> i64 // unused
    %18 = "arith.trunci"(%arg2) <{overflowFlags = #arith.overflow<nuw>}> : (i64) -> i32 // unused
    %19 = "arith.index_cast"(%arg4) : (index) -> i32 // unused
    %20 = "arith.index_castui"(%arg0) : (i32) -> index // unused
    %21:2 = "arith.addui_extended"(%arg0, %arg1) : (i32, i32) -> (i32, i1) // users: (unused), (%29)
    %22:2 = "arith.mulsi_extended"(%arg0, %arg1) : (i32, i32) -> (i32, i32) // unused
    %23 = "arith.maxsi"(%arg0, %arg1) : (i32, i32) -> i32 // user: %29
    %24 = "arith.minui"(%arg0, %arg1) : (i32, i32) -> i32 // unused
    %25 = "arith.bitcast"(%arg0) : (i32) -> f32 // unused
    %26 = "arith.constant"() <{value = dense<[true, false]> : vector<2xi1>}> : () -> vector<2xi1> // unused
    %27 = "arith.constant"() <{value = dense<> : tensor<0xi4>}> : () -> tensor<0xi4> // unused
    %28 = "arith.extui"(%14) : (i1) -> i8 // unused
    "func.return"(%23, %21#1) : (i32, i1) -> () // id: %29
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32, f32, f16, f64, vector<[4]xf32>, f8E4M3FN) -> f32, sym_name = "floats"}> ({
  ^bb0(%arg0: f32, %arg1: f32, %arg2: f16, %arg3: f64, %arg4: vector<[4]xf32>, %arg5: f8E4M3FN):
    // %arg0 is used by %17, %13, %12, %10, %9, %8, %7, %6, %4, %3
    // %arg1 is used by %13, %12, %10, %9, %7, %6, %4, %3
    // %arg2 is used by %14
    // %arg3 is used by %16, %15
    // %arg4 is used by %11, %5
    // %arg5 is used by %24
    %2 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32 // unused
    %3 = "arith.addf"(%arg0, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32 // unused
    %4 = "arith.subf"(%arg0, %arg1) <{fastmath = #arith.fastmath<nnan,ninf>}> : (f32, f32) -> f32 // unused
    %5 = "arith.mulf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>}> : (vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32> // unused
    %6 = "arith.divf"(%arg0, %arg1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32 // user: %25
    %7 = "arith.remf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // unused
    %8 = "arith.negf"(%arg0) <{fastmath = #arith.fastmath<contract>}> : (f32) -> f32 // unused
    %9 = "arith.cmpf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1 // unused
    %10 = "arith.cmpf"(%arg0, %arg1) <{fastmath = #arith.fastmath<nnan>, predicate = 13 : i64}> : (f32, f32) -> i1 // unused
    %11 = "arith.cmpf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>, predicate = 15 : i64}> : (vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xi1> // unused
    %12 = "arith.maximumf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // unused
    %13 = "arith.minnumf"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // unused
    %14 = "arith.extf"(%arg2) : (f16) -> f32 // unused
    %15 = "arith.truncf"(%arg3) <{roundingmode = 0 : i32}> : (f64) -> f32 // unused
    %16 = "arith.truncf"(%arg3) : (f64) -> bf16 // unused
    %17 = "arith.fptosi"(%arg0) : (f32) -> i32 // user: %18
    %18 = "arith.uitofp"(%17) : (i32) -> f64 // unused
    %19 = "arith.constant"() <{value = 1.000000e+00 : f80}> : () -> f80 // unused
    %20 = "arith.constant"() <{value = dense<1.000000e+00> : tensor<4xf128>}> : () -> tensor<4xf128> // unused
    %21 = "arith.constant"() <{value = -0.000000e+00 : bf16}> : () -> bf16 // unused
    %22 = "arith.constant"() <{value = dense<[1.000000e+00, 0x7E00]> : vector<2xf16>}> : () -> vector<2xf16> // unused
    %23 = "arith.constant"() <{value = 4.480000e+02 : f8E4M3FN}> : () -> f8E4M3FN // unused
    %24 = "arith.scaling_extf"(%arg5, %arg5) : (f8E4M3FN, f8E4M3FN) -> f32 // unused
    "func.return"(%6) : (f32) -> () // id: %25
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4xf64>, i32, complex<f32>) -> (), sym_name = "math"}> ({
  ^bb0(%arg0: f32, %arg1: vector<4xf64>, %arg2: i32, %arg3: complex<f32>):
    // %arg0 is used by %15, %14, %13#0, %13#1, %12, %11, %10, %6, %5, %4, %2
    // %arg1 is used by %3
    // %arg2 is used by %9, %8, %7, %6
    // %arg3 is unused
    %2 = "math.sin"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32 // unused
    %3 = "math.cos"(%arg1) <{fastmath = #arith.fastmath<afn>}> : (vector<4xf64>) -> vector<4xf64> // unused
    %4 = "math.fma"(%arg0, %arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32 // unused
    %5 = "math.powf"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // unused
    %6 = "math.fpowi"(%arg0, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32 // unused
    %7 = "math.ipowi"(%arg2, %arg2) : (i32, i32) -> i32 // unused
    %8 = "math.ctpop"(%arg2) : (i32) -> i32 // unused
    %9 = "math.absi"(%arg2) : (i32) -> i32 // unused
    %10 = "math.copysign"(%arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // unused
    %11 = "math.isnan"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> i1 // unused
    %12 = "math.roundeven"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32 // unused
    %13:2 = "math.sincos"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> (f32, f32) // unused
    %14 = "math.tanh"(%arg0) <{fastmath = #arith.fastmath<none>}> {tag} : (f32) -> f32 // unused
    %15 = "math.clampf"(%arg0, %arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32 // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (complex<f32>, complex<f32>, f32) -> (), sym_name = "complex"}> ({
  ^bb0(%arg0: complex<f32>, %arg1: complex<f32>, %arg2: f32):
    // %arg0 is used by %10, %9, %8, %7, %6, %5, %4
    // %arg1 is used by %9, %8, %5, %4
    // %arg2 is used by %3
    %2 = "complex.constant"() <{value = [1.000000e+00 : f32, -2.000000e+00 : f32]}> : () -> complex<f32> // unused
    %3 = "complex.create"(%arg2, %arg2) : (f32, f32) -> complex<f32> // unused
    %4 = "complex.add"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32> // unused
    %5 = "complex.mul"(%arg0, %arg1) <{fastmath = #arith.fastmath<nnan>}> : (complex<f32>, complex<f32>) -> complex<f32> // unused
    %6 = "complex.re"(%arg0) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32 // unused
    %7 = "complex.abs"(%arg0) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32 // unused
    %8 = "complex.eq"(%arg0, %arg1) : (complex<f32>, complex<f32>) -> i1 // unused
    %9 = "complex.pow"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32> // unused
    %10 = "complex.bitcast"(%arg0) : (complex<f32>) -> i64 // unused
    %11 = "complex.constant"() <{value = [0x7F800000 : f32, 1.000000e-01 : f32]}> : () -> complex<f32> // unused
    %12 = "complex.constant"() <{value = [1.000000e-01, -0.000000e+00]}> : () -> complex<f64> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (index, index) -> (), sym_name = "index"}> ({
  ^bb0(%arg0: index, %arg1: index):
    // %arg0 is used by %8, %7, %3, %2
    // %arg1 is used by %8, %3, %2
    %2 = "index.add"(%arg0, %arg1) : (index, index) -> index // unused
    %3 = "index.cmp"(%arg0, %arg1) <{pred = #index<cmp_predicate slt>}> : (index, index) -> i1 // unused
    %4 = "index.constant"() <{value = -42 : index}> : () -> index // unused
    %5 = "index.bool.constant"() <{value = true}> : () -> i1 // unused
    %6 = "index.sizeof"() : () -> index // unused
    %7 = "index.castu"(%arg0) : (index) -> i32 // unused
    %8 = "index.maxs"(%arg0, %arg1) : (index, index) -> index // unused
    %9 = "ub.poison"() <{value = #ub.poison}> : () -> vector<4xi32> // unused
    %10 = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.ptr // unused
    %11 = "arith.constant"() <{value = 9223372036854775807 : index}> : () -> index // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
