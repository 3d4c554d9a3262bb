"builtin.module"() ({
  "e.lists"() {a0 = dense<[1, 2, 3]> : tensor<3xi32>, a1 = dense_resource<__elided__> : tensor<2x2xi64>, a10 = dense<[0, -1]> : vector<2xindex>, a11 = dense<[-1, 0]> : tensor<2xsi64>, a12 = dense<[170141183460469231731687303715884105727, -1]> : tensor<2xi128>, a13 = dense<[1, 2]> : tensor<2xi3>, a14 = dense<[[9.997550e-02], [1.999510e-01]]> : tensor<2x1xf16>, a15 = dense<[1.000980e-01, 2.001950e-01]> : tensor<2xbf16>, a16 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf8E4M3FN>, a17 = dense<[0.100000000000000005551, 3.000000e+00]> : tensor<2xf80>, a18 = dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf128>, a19 = dense<[1, 2, 3]> : tensor<3xi13>, a2 = dense_resource<__elided__> : tensor<2x2x1xi8>, a20 = dense<[-1, 2]> : tensor<2xi16>, a21 = dense<[15, 1]> : tensor<2xi8>, a22 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf4E2M1FN>, a23 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf8E8M0FNU>, a24 = dense<true> : tensor<2xi1>, a25 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xtf32>, a3 = dense<[1.000000e+00, -2.500000e+00, 1.000000e-07]> : tensor<3xf32>, a4 = dense<[true, false, true]> : tensor<3xi1>, a5 = dense<[true, false, true]> : tensor<3xi1>, a6 = dense<1> : tensor<3xi32>, a7 = dense_resource<__elided__> : tensor<4xi4>, a8 = dense<[0x7FC00000, 1.000000e+00, 0xFF800000]> : tensor<3xf32>, a9 = dense<[0, 255]> : tensor<2xui8>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.strings"() {a0 = dense_resource<__elided__> : tensor<6x!a.b>, a1 = dense<"x"> : tensor<!a.b>, a2 = dense_resource<__elided__> : tensor<2x2x!a<"s">>, a3 = dense<"same"> : tensor<3x!tf_type.string>, a4 = dense<["0x12", "y"]> : tensor<2x!a.b>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.hex"() {a0 = dense_resource<__elided__> : tensor<4xi8>, a1 = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, a10 = dense<1> : tensor<100xi32>, a11 = dense<[-1, 7]> : tensor<2xi4>, a12 = dense<1.000000e+00> : tensor<1xf16>, a13 = dense<578437695752307201> : vector<1xindex>, a14 = dense<[-85, -51]> : tensor<2xi8>, a15 = dense<[1, 2]> : tensor<2xi13>, a16 = dense_resource<__elided__> : tensor<11xi1>, a2 = dense<255> : tensor<1xui8>, a3 = dense<[1, 2]> : tensor<2xi64>, a4 = dense<1> : tensor<1xi16>, a5 = dense<false> : tensor<8xi1>, a6 = dense<true> : tensor<8xi1>, a7 = dense<[true, false, true]> : tensor<3xi1>, a8 = dense<-85> : tensor<4xi8>, a9 = dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]> : tensor<2xcomplex<f32>>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.long"() {a0 = dense_resource<__elided__> : tensor<102xi16>, a1 = dense_resource<__elided__> : tensor<101xi1>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.sparse"() {a0 = dense_resource<__elided__> : tensor<3x4xi32>, a1 = sparse<0, 1.500000e+00> : tensor<3xf32>, a10 = sparse<[1, 2], [5, 6]> : tensor<4xi64>, a2 = sparse<0, "x"> : tensor<1x!a.b>, a3 = sparse<[[0], [2]], 7> : tensor<3xi8>, a4 = sparse<[[0, 1]], (1.000000e+00,2.000000e+00)> : tensor<2x2xcomplex<f32>>, a5 = sparse<1, true> : tensor<2xi1>, a6 = sparse<[[0], [1]], ["a", "b"]> : tensor<4x!a.s>, a8 = sparse<0, -2.000000e+00> : vector<1x1x1xf16>, a9 = sparse<0, 0> : tensor<1xi32>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "e.resource"() {a0 = dense_resource<blob1> : tensor<3xi64>, a1 = dense_resource<"blob two"> : tensor<2xi8>, a2 = dense_resource<blob1> : tensor<*xf32>, a3 = dense_resource<missing> : tensor<4xf32>, a4 = dense_resource<blob3_0.x$y> : vector<4xi8>} : () -> ()
}) : () -> ()

{-#

#-}

// -----
"builtin.module"() ({
  "e.external"() : () -> ()
}) : () -> ()

{-#
  external_resources: {
    mlir_reproducer: {
      disable_threading: true,
      verify_each: false
    },
    other: {
      b: true
    }
  }
#-}

// -----
"builtin.module"() ({
  "e.inner"() {a = dense_resource<r> : tensor<1xi32>} : () -> ()
}) : () -> ()

{-#

#-}

// -----
"builtin.module"() ({
  "e.vectors_inside"() {a0 = dense<1> : vector<2x2xi32>, a1 = dense_resource<__elided__> : vector<2x2xf64>, a2 = dense<1> : vector<i32>, a3 = dense<true> : vector<4xi1>, a4 = dense<true> : vector<[4]xi1>, a5 = dense<[true, false]> : vector<2xi1>, a6 = dense<1> : tensor<2xi32, "enc">, a7 = dense<[1, 2]> : tensor<2xi32, #a.b>} : () -> ()
}) : () -> ()
