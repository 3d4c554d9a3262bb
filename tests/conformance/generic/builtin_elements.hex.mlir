"builtin.module"() ({
  "e.lists"() {a0 = dense<"0x010000000200000003000000"> : tensor<3xi32>, a1 = dense<"0x0100000000000000020000000000000003000000000000000400000000000000"> : tensor<2x2xi64>, a10 = dense<"0x0000000000000000FFFFFFFFFFFFFFFF"> : vector<2xindex>, a11 = dense<"0xFFFFFFFFFFFFFFFF0000000000000000"> : tensor<2xsi64>, a12 = dense<"0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<2xi128>, a13 = dense<"0x0102"> : tensor<2xi3>, a14 = dense<"0x662E6632"> : tensor<2x1xf16>, a15 = dense<"0xCD3D4D3E"> : tensor<2xbf16>, a16 = dense<"0x3840"> : tensor<2xf8E4M3FN>, a17 = dense<"0x00D0CCCCCCCCCCCCFB3F00000000000000C00040"> : tensor<2xf80>, a18 = dense<"0x0000000000000000000000000000FF3F0000000000000000000000000000FFBF"> : tensor<2xf128>, a19 = dense<"0x010002000300"> : tensor<3xi13>, a2 = dense<"0x01020304"> : tensor<2x2x1xi8>, a20 = dense<"0xFFFF0200"> : tensor<2xi16>, a21 = dense<"0x0F01"> : tensor<2xi8>, a22 = dense<"0x0204"> : tensor<2xf4E2M1FN>, a23 = dense<"0x7F80"> : tensor<2xf8E8M0FNU>, a24 = dense<true> : tensor<2xi1>, a25 = dense<"0x00FC01000002"> : tensor<2xtf32>, a3 = dense<"0x0000803F000020C095BFD633"> : tensor<3xf32>, a4 = dense<"0x05"> : tensor<3xi1>, a5 = dense<"0x05"> : tensor<3xi1>, a6 = dense<1> : tensor<3xi32>, a7 = dense<"0x08070001"> : tensor<4xi4>, a8 = dense<"0x0000C07F0000803F000080FF"> : tensor<3xf32>, a9 = dense<"0x00FF"> : tensor<2xui8>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.complex"() {a0 = dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>, a1 = dense<"0x000000000000F03F0000000000000040000000000000084000000000000010C0"> : tensor<2xcomplex<f64>>, a2 = dense<(1,2)> : tensor<complex<i32>>, a3 = dense<"0x01FE0304"> : tensor<1x2xcomplex<i8>>, a4 = dense<"0x0000807F000000000000803F0000C0FF"> : tensor<2xcomplex<f32>>, a5 = dense<(true,false)> : tensor<2xcomplex<i1>>, a6 = dense<(9.997550e-02,1.999510e-01)> : tensor<1xcomplex<f16>>, a7 = dense<(1,2)> : tensor<2xcomplex<i64>>, a9 = dense<"0x0100020005000200"> : tensor<2xcomplex<ui16>>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.hex"() {a0 = dense<"0x01020304"> : tensor<4xi8>, a1 = dense<"0x0000803F00000040"> : tensor<2xf32>, a10 = dense<1> : tensor<100xi32>, a11 = dense<"0x0F07"> : tensor<2xi4>, a12 = dense<1.000000e+00> : tensor<1xf16>, a13 = dense<578437695752307201> : vector<1xindex>, a14 = dense<"0xABCD"> : tensor<2xi8>, a15 = dense<"0x01000200"> : tensor<2xi13>, a16 = dense<"0x0500"> : tensor<11xi1>, a2 = dense<255> : tensor<1xui8>, a3 = dense<"0x01000000000000000200000000000000"> : tensor<2xi64>, a4 = dense<1> : tensor<1xi16>, a5 = dense<false> : tensor<8xi1>, a6 = dense<true> : tensor<8xi1>, a7 = dense<"0x05"> : tensor<3xi1>, a8 = dense<-85> : tensor<4xi8>, a9 = dense<"0x0000803F0000004000004040000080C0"> : tensor<2xcomplex<f32>>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.sparse"() {a0 = sparse<[[0, 0], [1, 2]], "0x0100000005000000"> : tensor<3x4xi32>, a1 = sparse<0, 1.500000e+00> : tensor<3xf32>, a10 = sparse<[1, 2], "0x05000000000000000600000000000000"> : tensor<4xi64>, a2 = sparse<0, "x"> : tensor<1x!a.b>, a3 = sparse<[[0], [2]], 7> : tensor<3xi8>, a4 = sparse<[[0, 1]], (1.000000e+00,2.000000e+00)> : tensor<2x2xcomplex<f32>>, a5 = sparse<1, true> : tensor<2xi1>, a6 = sparse<[[0], [1]], ["a", "b"]> : tensor<4x!a.s>, a8 = sparse<0, -2.000000e+00> : vector<1x1x1xf16>, a9 = sparse<0, 0> : tensor<1xi32>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.vectors_inside"() {a0 = dense<1> : vector<2x2xi32>, a1 = dense<"0x000000000000F03F000000000000004000000000000008400000000000001040"> : vector<2x2xf64>, a2 = dense<1> : vector<i32>, a3 = dense<true> : vector<4xi1>, a4 = dense<true> : vector<[4]xi1>, a5 = dense<"0x01"> : vector<2xi1>, a6 = dense<1> : tensor<2xi32, "enc">, a7 = dense<"0x0100000002000000"> : tensor<2xi32, #a.b>} : () -> ()
}) : () -> ()
