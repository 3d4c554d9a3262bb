"builtin.module"() ({
  "t.ints"() {t = [i1, i2, i3, i7, i8, i13, i16, i24, i31, i32, i33, i48, i64, i65, i127, i128, i129, i1024, i16777215, si1, si2, si8, si17, si64, si16777215, ui1, ui3, ui8, ui57, ui128, ui16777215, index, none, i0, si0, ui0]} : () -> () loc("<stdin>":2:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "t.floats"() {t = [bf16, f16, tf32, f32, f64, f80, f128, f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E3M4, f8E4M3, f8E4M3FN, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU]} : () -> () loc("<stdin>":5:1)
}) : () -> () loc("<stdin>":4:9)

// -----
"builtin.module"() ({
  "t.complex"() {t = [complex<f32>, complex<f64>, complex<bf16>, complex<i8>, complex<i1>, complex<ui5>, complex<f8E5M2>, complex<f8E8M0FNU>]} : () -> () loc("<stdin>":8:1)
}) : () -> () loc("<stdin>":7:9)

// -----
"builtin.module"() ({
  "t.tuples"() {t = [tuple<>, tuple<i32>, tuple<i32, f32>, tuple<tuple<>, tuple<tuple<>>>, tuple<none, index, tensor<*xf32>>, tuple<() -> (), (i32) -> tuple<>>, tuple<i1, i2>]} : () -> () loc("<stdin>":11:1)
}) : () -> () loc("<stdin>":10:9)

// -----
"builtin.module"() ({
  "t.functions"() {t = [() -> (), () -> i32, () -> i32, (i32) -> (), (i32, f32) -> (i32, f32), ((i32) -> i32) -> ((i32) -> i32), () -> (() -> ()), () -> (() -> (i32, i32)), (() -> (), () -> ()) -> (() -> (), () -> i1), () -> ((i32) -> f32), (tuple<>) -> tuple<>, () -> (() -> (() -> (() -> ()))), (!a.b, !a.b) -> !c.d<e -> f>]} : () -> () loc("<stdin>":14:1)
}) : () -> () loc("<stdin>":13:9)

// -----
"builtin.module"() ({
  "t.vectors"() {t = [vector<f32>, vector<i1>, vector<1xi1>, vector<4xf32>, vector<2x3xi8>, vector<[4]xf32>, vector<2x[4]xf32>, vector<[2]x[4]xf64>, vector<[1]x2x[3]xindex>, vector<4x[8]x2xbf16>, vector<3x!llvm.ptr>, vector<2xsi4>, vector<2xui9>, vector<1x1x1x1x1x1x1xf16>, vector<9223372036854775807xi1>, vector<4xf32>, vector<4xf32>]} : () -> () loc("<stdin>":18:1)
}) : () -> () loc("<stdin>":17:9)

// -----
"builtin.module"() ({
  "t.tensors"() {t = [tensor<f32>, tensor<0xf32>, tensor<0x0xi32>, tensor<?xf32>, tensor<?x?xf32>, tensor<1x?x3xf64>, tensor<*xf32>, tensor<*x!a.b>, tensor<4x!a.b<c>>, tensor<2xcomplex<f32>>, tensor<2xvector<4xf32>>, tensor<2xvector<[4]xf32>>, tensor<i32>, tensor<9223372036854775807xi8>, tensor<4xindex>, tensor<0x1x2x?xi0>, tensor<?x2xf32>]} : () -> () loc("<stdin>":22:1)
}) : () -> () loc("<stdin>":21:9)

// -----
"builtin.module"() ({
  "t.encodings"() {t = [tensor<4xf32, "row-major">, tensor<4xf32, 7 : i8>, tensor<?x?xf32, #a.b>, tensor<?x?xf32, #a<b(c) [d] {e}>>, tensor<2xi32, {k = 1 : i32, l = "x>y"}>, tensor<i32, unit>, tensor<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>, tensor<1xf32, [1, 2, 3]>, tensor<1xf32, @sym::@nested>, tensor<1xf32, i32>, tensor<1xf32, tensor<1xf32, "deep">>, tensor<1xf32, () -> ()>, tensor<1xf32, dense<1.000000e+00> : tensor<1xf32>>, tensor<1xf32, true>, tensor<1xf32, 1.500000e+00 : f16>, tensor<1xf32, loc("f":1:2)>]} : () -> () loc("<stdin>":26:1)
}) : () -> () loc("<stdin>":25:9)

// -----
"builtin.module"() ({
  "t.memrefs"() {t = [memref<f32>, memref<4xf32>, memref<?xf32>, memref<?x4x?xi8>, memref<0xi32>, memref<*xf32>, memref<*xindex>, memref<*xvector<4xf32>>, memref<2xmemref<2xf32>>, memref<2xmemref<*xf32>>, memref<4xvector<4xf32>>, memref<4xcomplex<f64>>, memref<4xi77>, memref<3x?xf32>]} : () -> () loc("<stdin>":32:1)
}) : () -> () loc("<stdin>":31:9)

// -----
"builtin.module"() ({
  "t.strided"() {t = [memref<4xf32, strided<[1]>>, memref<4xf32, strided<[2]>>, memref<4x4xf32, strided<[4, 1]>>, memref<4x4xf32, strided<[4, 1], offset: 3>>, memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: 7>>, memref<4xf32, strided<[-1], offset: 3>>, memref<f32, strided<[], offset: ?>>, memref<f32, strided<[]>>, memref<2x2xf32, strided<[0, 1]>>, memref<2x2xf32, strided<[-9223372036854775807, 9223372036854775807], offset: -2>>, memref<2x2xf32, strided<[2, 1], offset: ?>, 3>, memref<?xi8, strided<[?]>, "space">]} : () -> () loc("<stdin>":35:1)
}) : () -> () loc("<stdin>":34:9)

// -----
"builtin.module"() ({
  "t.layouts"() {t = [memref<4x4xf32>, memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>, memref<?xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>, memref<?xf32, affine_map<(d0)[s0, s1] -> (d0 * s1 + s0)>, 1>, memref<8xf32, affine_map<(d0) -> (d0 ceildiv 2)>, #gpu.address_space<workgroup>>, memref<4x4xf32, affine_map<(d0, d1) -> (d0 * 4 + d1)>>, memref<f32>, memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 3 + d1 + 5)>>]} : () -> () loc("<stdin>":41:1)
}) : () -> () loc("<stdin>":40:9)

// -----
"builtin.module"() ({
  "t.spaces"() {t = [memref<4xf32>, memref<4xf32, 1>, memref<4xf32, 4294967295>, memref<4xf32, 3 : i8>, memref<4xf32, 3>, memref<4xf32, 5 : ui3>, memref<4xf32, 1 : index>, memref<4xf32, "local">, memref<4xf32, {a = 1 : i64}>, memref<*xf32>, memref<*xf32, 2>, memref<*xf32, "x">, memref<*xf32, {x}>, memref<4xf32, true>, memref<4xf32, 1>, memref<4xf32, strided<[1]>, "s">, memref<4xf32, -1 : i8>]} : () -> () loc("<stdin>":47:1)
}) : () -> () loc("<stdin>":46:9)

// -----
"builtin.module"() ({
  "t.opaque"() {t = [!a.b, !a.b, !a.b<c>, !a.b.c.d, !a<"">, !a<"str>ing">, !a<"esc\"aped\\">, !a<[(<{}>)]>, !a<x -> y>, !a<a-b>]} : () -> () loc("<stdin>":51:1)
}) : () -> () loc("<stdin>":50:9)

// -----
"builtin.module"() ({
  %0 = "t.make"() : () -> !a.b<c -> d, [x]> loc("<stdin>":54:6)
  %1:2 = "t.use"(%0) : (!a.b<c -> d, [x]>) -> (!x<"y">, tensor<4x!x<"()">>) loc("<stdin>":55:8)
  %2 = "t.nest"(%1#0, %1#1) : (!x<"y">, tensor<4x!x<"()">>) -> tensor<?x!a<->>> loc("<stdin>":56:6)
}) : () -> () loc("<stdin>":52:9)

// -----
"builtin.module"() ({
  %0 = "t.alias"() {a = tuple<i32, tensor<4xi32>, (i32, tensor<4xi32>) -> tensor<4xi32>, !a.b<c>>, f = (i32, tensor<4xi32>) -> tensor<4xi32>} : () -> tuple<i32, tensor<4xi32>, (i32, tensor<4xi32>) -> tensor<4xi32>, !a.b<c>> loc("<stdin>":65:6)
  %1 = "t.alias"() : () -> tensor<?x?xf32, {layout = "nchw"}> loc("<stdin>":66:6)
  %2 = "t.alias"(%0, %1) : (tuple<i32, tensor<4xi32>, (i32, tensor<4xi32>) -> tensor<4xi32>, !a.b<c>>, tensor<?x?xf32, {layout = "nchw"}>) -> tensor<4x!a.b<c>> loc("<stdin>":67:6)
  %3 = "t.x"() : () -> vector<2xi32> loc("<stdin>":68:6)
}) : () -> () loc("<stdin>":57:9)

// -----
"builtin.module"() ({
  "t.x"() {t = [tensor<0x1xf32>, tensor<0x0x0xi1>, tensor<1x0x2xi8>, tensor<10x0x1xi1>, tensor<0x1xf32>, tensor<0xindex>, vector<1xindex>, tensor<?x0x?xf32>, tensor<*x!x.x>, tensor<*xi1>, memref<0x?x0xf32>, tensor<0xf8E4M3FN>, tensor<0xbf16>, tensor<0xcomplex<f32>>]} : () -> () loc("<stdin>":71:1)
}) : () -> () loc("<stdin>":69:9)

// -----
"builtin.module"() ({
  "t.ws"() {t = [tensor<4x4xf32>, tensor<4x4xf32, "enc">, memref<4xf32, 1>, vector<4xf32>, tuple<i32, i64>, complex<f32>, (i32) -> i32]} : () -> () loc("<stdin>":75:1)
}) : () -> () loc("<stdin>":73:9)

// -----
"builtin.module"() ({
  %0:3 = "t.res"() : () -> (tensor<?x?xf32>, (i32) -> i32, tuple<i32, f32>) loc("<stdin>":85:8)
  %1 = "t.res"() : () -> ((i32) -> i32) loc("<stdin>":86:6)
  %2 = "t.res"() : () -> (() -> ()) loc("<stdin>":87:6)
  %3 = "t.res"(%1, %2) : ((i32) -> i32, () -> ()) -> (() -> (i32, i32)) loc("<stdin>":88:6)
  "t.sink"(%0#2, %0#0, %0#1, %3) : (tuple<i32, f32>, tensor<?x?xf32>, (i32) -> i32, () -> (i32, i32)) -> () loc("<stdin>":89:1)
}) : () -> () loc("<stdin>":84:9)
