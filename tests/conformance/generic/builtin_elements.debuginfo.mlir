"builtin.module"() ({
  "e.splat"() {a0 = dense<0> : tensor<4xi32>, a1 = dense<-1> : tensor<4x4xi8>, a10 = dense<-0.000000e+00> : tensor<3xf16>, a11 = dense<0x7F800000> : tensor<2xf32>, a12 = dense<255> : tensor<2xui8>, a13 = dense<-5> : tensor<2xsi4>, a14 = dense<"s"> : tensor<2x!a.b>, a15 = dense<9.999220e+09> : tensor<2xbf16>, a16 = dense<0x7FC0> : tensor<1xbf16>, a18 = dense<-3> : tensor<2xindex>, a19 = dense<1.000000e+00> : tensor<2xf80>, a2 = dense<1.500000e+00> : tensor<2xf32>, a20 = dense<1.000000e+00> : tensor<2xf128>, a21 = dense<1.000000e+00> : tensor<3xtf32>, a3 = dense<true> : tensor<8xi1>, a4 = dense<false> : tensor<1xi1>, a5 = dense<1> : tensor<i64>, a6 = dense<2> : vector<4xindex>, a7 = dense<1> : tensor<999999999xi8>, a8 = dense<0.000000e+00> : vector<[4]xf32>, a9 = dense<7> : tensor<1x1x1xi4>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":1:1)

// -----
"builtin.module"() ({
  "e.lists"() {a0 = dense<[1, 2, 3]> : tensor<3xi32>, a1 = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>, a10 = dense<[0, -1]> : vector<2xindex>, a11 = dense<[-1, 0]> : tensor<2xsi64>, a12 = dense<[170141183460469231731687303715884105727, -1]> : tensor<2xi128>, a13 = dense<[1, 2]> : tensor<2xi3>, a14 = dense<[[9.997550e-02], [1.999510e-01]]> : tensor<2x1xf16>, a15 = dense<[1.000980e-01, 2.001950e-01]> : tensor<2xbf16>, a16 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf8E4M3FN>, a17 = dense<[0.100000000000000005551, 3.000000e+00]> : tensor<2xf80>, a18 = dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf128>, a19 = dense<[1, 2, 3]> : tensor<3xi13>, a2 = dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi8>, a20 = dense<[-1, 2]> : tensor<2xi16>, a21 = dense<[15, 1]> : tensor<2xi8>, a22 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf4E2M1FN>, a23 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf8E8M0FNU>, a24 = dense<true> : tensor<2xi1>, a25 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xtf32>, a3 = dense<[1.000000e+00, -2.500000e+00, 1.000000e-07]> : tensor<3xf32>, a4 = dense<[true, false, true]> : tensor<3xi1>, a5 = dense<[true, false, true]> : tensor<3xi1>, a6 = dense<1> : tensor<3xi32>, a7 = dense<[-8, 7, 0, 1]> : tensor<4xi4>, a8 = dense<[0x7FC00000, 1.000000e+00, 0xFF800000]> : tensor<3xf32>, a9 = dense<[0, 255]> : tensor<2xui8>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":4:9)
#loc1 = loc("<stdin>":5:1)

// -----
"builtin.module"() ({
  "e.empty"() {a0 = dense<> : tensor<0xi32>, a1 = dense<> : tensor<0x4xf32>, a2 = dense<> : tensor<4x0xi1>, a3 = dense<> : tensor<0xi8>, a5 = dense<> : tensor<0x0x0xcomplex<f32>>, a6 = dense<> : tensor<0x!a.b>, a7 = dense<> : tensor<2x0xindex>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":9:9)
#loc1 = loc("<stdin>":10:1)

// -----
"builtin.module"() ({
  "e.empty_splat"() {a0 = dense<1> : tensor<0xi64>, a1 = dense<0.000000e+00> : tensor<0xf32>, a2 = dense<true> : tensor<4x0xi1>, a3 = dense<0x7F800000> : tensor<2x0xf32>, a4 = dense<2.3509887E-38> : tensor<0xf32>, a5 = dense<(1,2)> : tensor<0xcomplex<i64>>, a6 = dense<"a"> : tensor<0x!a.b>, a7 = dense<-2> : tensor<2x0xindex>, a8 = dense<1.000000e+00> : tensor<0xf8E4M3FN>, a9 = dense<> : tensor<2x0x!a.b>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":11:9)
#loc1 = loc("<stdin>":12:1)

// -----
"builtin.module"() ({
  "e.complex"() {a0 = dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>, a1 = dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]> : tensor<2xcomplex<f64>>, a2 = dense<(1,2)> : tensor<complex<i32>>, a3 = dense<[[(1,-2), (3,4)]]> : tensor<1x2xcomplex<i8>>, a4 = dense<[(0x7F800000,0.000000e+00), (1.000000e+00,0xFFC00000)]> : tensor<2xcomplex<f32>>, a5 = dense<(true,false)> : tensor<2xcomplex<i1>>, a6 = dense<(9.997550e-02,1.999510e-01)> : tensor<1xcomplex<f16>>, a7 = dense<(1,2)> : tensor<2xcomplex<i64>>, a9 = dense<[(1,2), (5,2)]> : tensor<2xcomplex<ui16>>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":13:9)
#loc1 = loc("<stdin>":14:1)

// -----
"builtin.module"() ({
  "e.strings"() {a0 = dense<["a", "b\0A", "\22", "\C3\A9", "\FF", ""]> : tensor<6x!a.b>, a1 = dense<"x"> : tensor<!a.b>, a2 = dense<[["a", "b"], ["c", "d"]]> : tensor<2x2x!a<"s">>, a3 = dense<"same"> : tensor<3x!tf_type.string>, a4 = dense<["0x12", "y"]> : tensor<2x!a.b>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":16:9)
#loc1 = loc("<stdin>":17:1)

// -----
"builtin.module"() ({
  "e.hex"() {a0 = dense<[1, 2, 3, 4]> : tensor<4xi8>, a1 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, a10 = dense<1> : tensor<100xi32>, a11 = dense<[-1, 7]> : tensor<2xi4>, a12 = dense<1.000000e+00> : tensor<1xf16>, a13 = dense<578437695752307201> : vector<1xindex>, a14 = dense<[-85, -51]> : tensor<2xi8>, a15 = dense<[1, 2]> : tensor<2xi13>, a16 = dense<[true, false, true, false, false, false, false, false, false, false, false]> : tensor<11xi1>, a2 = dense<255> : tensor<1xui8>, a3 = dense<[1, 2]> : tensor<2xi64>, a4 = dense<1> : tensor<1xi16>, a5 = dense<false> : tensor<8xi1>, a6 = dense<true> : tensor<8xi1>, a7 = dense<[true, false, true]> : tensor<3xi1>, a8 = dense<-85> : tensor<4xi8>, a9 = dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]> : tensor<2xcomplex<f32>>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":18:9)
#loc1 = loc("<stdin>":19:1)

// -----
"builtin.module"() ({
  "e.long"() {a0 = dense<"0x00000100020003000400050006000700080009000A000B000C000D000E000F0010001100120013001400150016001700180019001A001B001C001D001E001F0020002100220023002400250026002700280029002A002B002C002D002E002F0030003100320033003400350036003700380039003A003B003C003D003E003F0040004100420043004400450046004700480049004A004B004C004D004E004F0050005100520053005400550056005700580059005A005B005C005D005E005F00600061006200630064006500"> : tensor<102xi16>, a1 = dense<"0x2D2D2D2D2D2D2D2D2D2D2D2D1F"> : tensor<101xi1>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":22:9)
#loc1 = loc("<stdin>":24:1)

// -----
"builtin.module"() ({
  "e.sparse"() {a0 = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, a1 = sparse<0, 1.500000e+00> : tensor<3xf32>, a10 = sparse<[1, 2], [5, 6]> : tensor<4xi64>, a2 = sparse<0, "x"> : tensor<1x!a.b>, a3 = sparse<[[0], [2]], 7> : tensor<3xi8>, a4 = sparse<[[0, 1]], (1.000000e+00,2.000000e+00)> : tensor<2x2xcomplex<f32>>, a5 = sparse<1, true> : tensor<2xi1>, a6 = sparse<[[0], [1]], ["a", "b"]> : tensor<4x!a.s>, a8 = sparse<0, -2.000000e+00> : vector<1x1x1xf16>, a9 = sparse<0, 0> : tensor<1xi32>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":29:9)
#loc1 = loc("<stdin>":30:1)

// -----
"builtin.module"() ({
  "e.resource"() {a0 = dense_resource<blob1> : tensor<3xi64>, a1 = dense_resource<"blob two"> : tensor<2xi8>, a2 = dense_resource<blob1> : tensor<*xf32>, a3 = dense_resource<missing> : tensor<4xf32>, a4 = dense_resource<blob3_0.x$y> : vector<4xi8>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":32:9)
#loc1 = loc("<stdin>":33:1)

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x08000000010000000000000002000000000000000300000000000000",
      "blob two": "0x010000000102",
      blob3_0.x$y: "0x0400000001020304"
    }
  }
#-}

// -----
"builtin.module"() ({
  "e.external"() : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":44:9)
#loc1 = loc("<stdin>":45:1)

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module()",
      disable_threading: true,
      verify_each: false
    },
    other: {
      blob: "0x0400000001020304",
      "quoted key": "string \22value\22",
      b: true
    }
  }
#-}

// -----
"builtin.module"() ({
  "e.inner"() {a = dense_resource<r> : tensor<1xi32>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":65:1)
#loc1 = loc("<stdin>":66:3)

{-#
  dialect_resources: {
    builtin: {
      r: "0x0400000001000000"
    }
  }
#-}

// -----
"builtin.module"() ({
  "e.vectors_inside"() {a0 = dense<1> : vector<2x2xi32>, a1 = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : vector<2x2xf64>, a2 = dense<1> : vector<i32>, a3 = dense<true> : vector<4xi1>, a4 = dense<true> : vector<[4]xi1>, a5 = dense<[true, false]> : vector<2xi1>, a6 = dense<1> : tensor<2xi32, "enc">, a7 = dense<[1, 2]> : tensor<2xi32, #a.b>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":71:9)
#loc1 = loc("<stdin>":72:1)
