// Integers of every signedness, odd and extreme widths.
"t.ints"() {t = [i1, i2, i3, i7, i8, i13, i16, i24, i31, i32, i33, i48, i64, i65, i127, i128, i129, i1024, i16777215,
  si1, si2, si8, si17, si64, si16777215, ui1, ui3, ui8, ui57, ui128, ui16777215, index, none, i0, si0, ui0]} : () -> ()
// -----
"t.floats"() {t = [bf16, f16, tf32, f32, f64, f80, f128, f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E3M4, f8E4M3, f8E4M3FN,
  f8E4M3FNUZ, f8E4M3B11FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU]} : () -> ()
// -----
"t.complex"() {t = [complex<f32>, complex<f64>, complex<bf16>, complex<i8>, complex<i1>, complex<ui5>,
  complex< f8E5M2 >,complex<f8E8M0FNU>]} : () -> ()
// -----
"t.tuples"() {t = [tuple<>, tuple<i32>, tuple<i32, f32>, tuple<tuple<>, tuple<tuple<>>>, tuple<none, index, tensor<*xf32>>,
  tuple<() -> (), (i32) -> tuple<>>, tuple < i1 , i2 >]} : () -> ()
// -----
"t.functions"() {t = [() -> (), () -> i32, () -> (i32), (i32) -> (), (i32, f32) -> (i32, f32), ((i32) -> i32) -> ((i32) -> i32),
  () -> (() -> ()), () -> (() -> (i32, i32)), (() -> (), () -> ()) -> (() -> (), () -> i1), () -> ((i32) -> (f32)),
  (tuple<>) -> tuple<>, () -> (() -> (() -> (() -> ()))), (!a.b, !a<b>) -> !c.d<e -> f>]} : () -> ()
// -----
"t.vectors"() {t = [vector<f32>, vector<i1>, vector<1xi1>, vector<4xf32>, vector<2x3xi8>, vector<[4]xf32>, vector<2x[4]xf32>,
  vector<[2]x[4]xf64>, vector<[1]x2x[3]xindex>, vector<4x[8]x2xbf16>, vector<3x!llvm.ptr>, vector<2xsi4>, vector<2xui9>,
  vector<1x1x1x1x1x1x1xf16>, vector<9223372036854775807xi1>, vector<4 x f32>, vector< 4xf32 >]} : () -> ()
// -----
"t.tensors"() {t = [tensor<f32>, tensor<0xf32>, tensor<0x0xi32>, tensor<?xf32>, tensor<?x?xf32>, tensor<1x?x3xf64>, tensor<*xf32>,
  tensor<*x!a.b>, tensor<4x!a.b<c>>, tensor<2xcomplex<f32>>, tensor<2xvector<4xf32>>, tensor<2xvector<[4]xf32>>,
  tensor<i32>, tensor<9223372036854775807xi8>, tensor<4xindex>, tensor<0x1x2x?xi0>, tensor<? x 2 x f32>]} : () -> ()
// -----
"t.encodings"() {t = [tensor<4xf32, "row-major">, tensor<4xf32, 7 : i8>, tensor<?x?xf32, #a.b>, tensor<?x?xf32, #a<b(c) [d] {e}>>,
  tensor<2xi32, {k = 1 : i32, l = "x>y"}>, tensor<i32, unit>, tensor<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>, tensor<1xf32, [1, 2, 3]>,
  tensor<1xf32, @sym::@nested>, tensor<1xf32, i32>, tensor<1xf32, tensor<1xf32, "deep">>, tensor<1xf32, () -> ()>,
  tensor<1xf32, dense<1.0> : tensor<1xf32>>, tensor<1xf32, true>, tensor<1xf32, 1.5 : f16>,
  tensor<1xf32, loc("f":1:2)>]} : () -> ()
// -----
"t.memrefs"() {t = [memref<f32>, memref<4xf32>, memref<?xf32>, memref<?x4x?xi8>, memref<0xi32>, memref<*xf32>, memref<*xindex>, memref<*xvector<4xf32>>,
  memref<2xmemref<2xf32>>, memref<2xmemref<*xf32>>, memref<4xvector<4xf32>>, memref<4xcomplex<f64>>, memref<4xi77>, memref<3 x ? x f32>]} : () -> ()
// -----
"t.strided"() {t = [memref<4xf32, strided<[1]>>, memref<4xf32, strided<[2]>>, memref<4x4xf32, strided<[4, 1], offset: 0>>, memref<4x4xf32, strided<[4, 1], offset: 3>>,
  memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: 7>>,
  memref<4xf32, strided<[-1], offset: 3>>, memref<f32, strided<[], offset: ?>>, memref<f32, strided<[]>>, memref<2x2xf32, strided<[0, 1]>>,
  memref<2x2xf32, strided<[-9223372036854775807, 9223372036854775807], offset: -2>>,
  memref<2x2xf32, strided<[2, 1], offset : ?>, 3>, memref<?xi8, strided<[?]>, "space">]} : () -> ()
// -----
"t.layouts"() {t = [memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>>, memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>,
  memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>, memref<?xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>,
  memref<?xf32, affine_map<(d0)[s0, s1] -> (d0 * s1 + s0)>, 1>, memref<8xf32, affine_map<(d0) -> (d0 ceildiv 2)>, #gpu.address_space<workgroup>>,
  memref<4x4xf32, affine_map<(i, j) -> (i * 4 + j)>>, memref<f32, affine_map<() -> ()>>,
  memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 3 + d1 + 5)>>]} : () -> ()
// -----
"t.spaces"() {t = [memref<4xf32, 0>, memref<4xf32, 1>, memref<4xf32, 4294967295>, memref<4xf32, 3 : i8>, memref<4xf32, 3 : i64>, memref<4xf32, 5 : ui3>, memref<4xf32, 1 : index>,
  memref<4xf32, "local">, memref<4xf32, {a = 1}>, memref<*xf32, 0>, memref<*xf32, 2>, memref<*xf32, "x">, memref<*xf32, {x}>, memref<4xf32, true>,
  memref<4xf32, affine_map<(d0) -> (d0)>, 1>, memref<4xf32, strided<[1]>, "s">, memref<4xf32, -1 : i8>]} : () -> ()
// -----
"t.opaque"() {t = [!a<b>, !a.b, !a.b<c>, !a.b.c.d, !a<"">, !a<"str>ing">, !a<"esc\"aped\\">, !a<[(<{}>)]>, !a<x -> y>, !a<a-b>]} : () -> ()
// -----
// The same opaque types as operand and result types, and inside shaped ones.
%0 = "t.make"() : () -> !a.b<c -> d, [x]>
%1:2 = "t.use"(%0) : (!a.b<c -> d, [x]>) -> (!x<"y">, tensor<4x!x<"()">>)
%2 = "t.nest"(%1#0, %1#1) : (!x<"y">, tensor<4x!x<"()">>) -> tensor<?x!a<->>>
// -----
!t0 = i32
!t1 = tensor<4x!t0>
!fn = (!t0, !t1) -> !t1
!opaque = !a.b<c>
!tup = tuple<!t0, !t1, !fn, !opaque>
#enc = {layout = "nchw"}
!enc_t = tensor<?x?xf32, #enc>
%0 = "t.alias"() {a = !tup, f = !fn} : () -> !tup
%1 = "t.alias"() : () -> !enc_t
%2 = "t.alias"(%0, %1) : (!tup, !enc_t) -> tensor<4x!opaque>
%3 = "t.x"() : () -> vector<2x!t0>
// -----
// A dimension that looks like hex, adjacent x's, and element types that start with x.
"t.x"() {t = [tensor<0x1xf32>, tensor<0x0x0xi1>, tensor<1x0x2xi8>, tensor<10x0x1xi1>, tensor<00x1xf32>, tensor<0xindex>, vector<1xindex>, tensor<?x0x?xf32>, tensor<*x!x<x>>, tensor<*xi1>,
  memref<0x?x0xf32>, tensor<0xf8E4M3FN>, tensor<0xbf16>, tensor<0xcomplex<f32>>]} : () -> ()
// -----
// Whitespace and comments in odd places of types.
"t.ws"() {t = [tensor<  4x4xf32  >, tensor<4x4xf32 , "enc">, memref < 4xf32 , 1 >, vector // comment
  <4xf32>, tuple<
    i32, // one
    i64  // two
  >, complex
  <f32>, (
  i32
  ) ->
  i32]} : () -> ()
// -----
%0:3 = "t.res"() : () -> (tensor<?x?xf32>, (i32) -> i32, tuple<i32, f32>)
%1 = "t.res"() : () -> ((i32) -> i32)
%2 = "t.res"() : () -> (() -> ())
%3 = "t.res"(%1, %2) : ((i32) -> i32, () -> ()) -> (() -> (i32, i32))
"t.sink"(%0#2, %0#0, %0#1, %3) : (tuple<i32, f32>, tensor<?x?xf32>, (i32) -> i32, () -> (i32, i32)) -> ()
