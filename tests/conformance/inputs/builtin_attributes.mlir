"a.ints"() {a0 = 0, a1 = 1, a2 = -1, a3 = 42 : i8, a4 = -128 : i8, a5 = 127 : i8, a6 = 255 : i8, a7 = 0xFF : i8, a8 = 0x7FFFFFFFFFFFFFFF, a9 = 9223372036854775807,
  a10 = -9223372036854775808, a11 = 0 : index, a12 = -5 : index, a13 = 1 : i1, a14 = 0 : i1, a15 = -1 : i1, a16 = true, a17 = false, a18 = 3 : si8, a19 = -3 : si8,
  a20 = 255 : ui8, a21 = 0 : ui1, a22 = 1 : ui1, a23 = 18446744073709551615 : ui64, a24 = 0x10 : i32, a25 = 007, a26 = 0xdeadBEEF, a27 = 5 : i3, a28 = -4 : i3, a29 = 7 : i3, a30 = 0 : i0} : () -> ()
// -----
"a.huge"() {a0 = 340282366920938463463374607431768211455 : i128, a1 = -170141183460469231731687303715884105728 : i128, a2 = 340282366920938463463374607431768211455 : ui128,
  a3 = 1267650600228229401496703205376 : i101, a4 = 0x123456789ABCDEF0123456789ABCDEF : i200, a5 = 18446744073709551615 : i64, a6 = 18446744073709551615 : i65,
  a7 = -170141183460469231731687303715884105728 : si128, a8 = 0xFFFFFFFFFFFFFFFF : i64, a9 = 115792089237316195423570985008687907853269984665640564039457584007913129639935 : i256} : () -> ()
// -----
"a.floats"() {a0 = 0.0, a1 = -0.0, a2 = 1.0, a3 = -1.5e10, a4 = 1.e5, a5 = 2.5E-3, a6 = 1.0e+300, a7 = 3.14159265358979 : f32, a8 = 0.1 : f32, a9 = 0.1 : f16, a10 = 0.1 : bf16,
  a11 = 0.1 : f80, a12 = 0.1 : f128, a13 = 0.1 : tf32, a14 = 1.0e-45 : f32, a15 = 65504.0 : f16, a16 = 4.9e-324, a17 = 1.7976931348623157e308, a18 = 123456789.0, a19 = 1234567890123.5,
  a20 = 100000000.0 : f32, a21 = 16777217.0 : f32, a22 = 1.0e6, a23 = 1.0e20, a25 = 0.3333333333333333, a26 = 1.0e-5, a27 = 12345.678 : f16, a28 = 1.0e400, a29 = 70000.0 : f16, a30 = 1.0e-400, a31 = 5. , a32 = 00.5}: () -> ()
// -----
"a.float_hex"() {inf32 = 0x7F800000 : f32, ninf32 = 0xFF800000 : f32, nan32 = 0x7FC00000 : f32, snan32 = 0x7F800001 : f32, nnan32 = 0xFFC00000 : f32, payload = 0x7FC12345 : f32,
  inf64 = 0x7FF0000000000000 : f64, nan64 = 0x7FF8000000000000 : f64, ninf64 = 0xFFF0000000000000 : f64, inf16 = 0x7C00 : f16, nan16 = 0x7E00 : f16, infb = 0x7F80 : bf16, nanb = 0x7FC0 : bf16,
  one = 0x3F800000 : f32, mzero = 0x80000000 : f32, small = 0x1 : f32, z = 0x0 : f64, inf80 = 0x7FFF8000000000000000 : f80, inf128 = 0x7FFF0000000000000000000000000000 : f128,
  nan8 = 0x7F : f8E4M3FN, nan8u = 0x80 : f8E4M3FNUZ, inf8 = 0x7C : f8E5M2, nan8m0 = 0xFF : f8E8M0FNU, n4 = 0x7 : f4E2M1FN, n6 = 0x1F : f6E2M3FN, t = 0x7F800 : tf32, e3 = 0x70 : f8E3M4} : () -> ()
// -----
"a.small_floats"() {a0 = 1.0 : f8E5M2, a1 = 1.5 : f8E4M3FN, a2 = -448.0 : f8E4M3FN, a3 = 0.5 : f8E4M3FNUZ, a4 = 2.0 : f8E4M3B11FNUZ, a5 = 57344.0 : f8E5M2, a6 = 1.0 : f8E8M0FNU, a7 = 6.0 : f4E2M1FN, a8 = 7.5 : f6E2M3FN, a9 = 28.0 : f6E3M2FN,
  a10 = 15.5 : f8E3M4, a11 = 240.0 : f8E4M3, a12 = 0.1 : f8E5M2, a13 = 0.1 : f8E4M3FN, a14 = 0.3 : f4E2M1FN, a15 = 0.0 : f8E5M2FNUZ, a16 = 1.0e-10 : f8E8M0FNU} : () -> ()
// -----
"a.strings"() {a0 = "", a1 = "plain", a2 = "with \"quotes\"", a3 = "back\\slash", a4 = "tab\tnl\n", a5 = "\00\01\1f\7F\80\FF", a6 = "\C3\A9\E2\82\AC", a7 = "é€😀", a8 = "a\0Ab", a9 = "// not a comment", a10 = "#map !t %v @s ^b",
  a11 = "typed" : !a.b, a12 = "typed" : i32, a13 = "typed" : none, a14 = "typed" : tensor<4xf32>, a15 = "a'b", a16 = "\22", a17 = "\5C", a18 = "{-# #-}", a19 = "%d %s %%", a20 = "// --", a21 = "\e9\AB"} : () -> ()
// -----
"a.arrays"() {a0 = [], a1 = [1], a2 = [[], [[]], [[1], [2, 3]]], a3 = [1, "a", 1.5, true, unit, @s, i32, #a.b, {x}, [], dense<1> : tensor<2xi8>], a4 = [1 : i8, 2 : i16], a5 = [
  1 , // one
  2
], a6 = [{}, {}], a7 = [loc(unknown), affine_map<() -> ()>, array<i32>]} : () -> ()
// -----
"a.dicts"() {a0 = {}, a1 = {x}, a2 = {x = 1, y, z = unit}, a3 = {"quoted key" = 1, "with\22quote" = 2, "1" = 3, "true" = 4, "x" = 5, "é" = 6, "a.b" = 7, "a-b" = 8, "a$b" = 9, "$a" = 10, "_" = 11, "\00" = 12, "%" = 13},
  a4 = {nested = {deep = {deeper = {}}}}, a5 = {z = 1, a = 2, m = 3, A = 4, _a = 5, a.b = 6, a.a = 7, "a b" = 8, a_b = 9, aa = 10}} : () -> ()
// -----
// Keywords are attribute names like any other; some print with quotes.
"a.keys"() {affine_map = 1, affine_set = 2, any = 3, array = 4, attributes = 5, bf16 = 6, ceildiv = 7, complex = 8, dense = 9, dense_resource = 10, f32 = 11, false = 12, floordiv = 13, for = 14, func = 15, index = 16,
  loc = 17, max = 18, memref = 19, min = 20, mod = 21, none = 22, offset = 23, size = 24, sparse = 25, step = 26, strided = 27, symbol = 28, tensor = 29, to = 30, true = 31, tuple = 32, type = 33, unit = 34, vector = 35, distinct = 36,
  i32 = 37, si8 = 38, ui8 = 39, opaque = 40, x = 41, f80 = 42, callsite = 43, fused = 44, unknown = 45, at = 46, from = 47, step0 = 48, symbol.x = 49, dense.y = 50, i1x = 51, f8E5M2 = 52, i = 53, ceildiv2 = 54, module = 55, return = 56, tf32 = 57, extern_weak = 58} : () -> ()
// -----
"a.symbols"() {a21 = @a$b.c, a0 = @a, a1 = @"a", a2 = @a::@b, a3 = @a::@b::@c::@d, a4 = @"with space", a5 = @"quo\"te"::@"new\0Aline", a8 = @_x, a9 = @"1", a10 = @a1, a11 = @"é", a12 = @"a::b"::@c, a13 = [@a, @b::@c], a14 = @i32, a15 = @"@", a16 = @"-a", a17 = @true, a18 = @"a b"::@c::@"d e", a19 = @a.b} : () -> ()
// -----
"a.types"() {a0 = i32, a1 = () -> (), a2 = tensor<4xf32>, a3 = !a.b, a4 = tuple<i32>, a5 = [i32, f32], a6 = (i32) -> (), a7 = none, a8 = index, a9 = memref<*xf32>, a10 = vector<[4]xi1>, a11 = complex<f32>, a12 = () -> i32, a13 = (() -> ()) -> (() -> ())} : () -> ()
// -----
"a.opaque"() {a0 = #a.b, a1 = #a<b>, a2 = #a.b<c>, a3 = #a.b<c> : i32, a4 = #a<"b"> : tensor<4xf32>, a5 = #a.b.c<d>} : () -> ()
// -----
"a.unit"() {unit1, unit2 = unit, d.unit3, "q u o t e d", a.b.c = 1, a$b = 2, _a = 3, "9" = 4} : () -> ()
// -----
"a.dense_arrays"() {a0 = array<i1>, a1 = array<i1: true, false>, a2 = array<i8>, a3 = array<i8: 1, -2, 127>, a4 = array<i16: 1>, a5 = array<i32: -2147483648, 2147483647>, a6 = array<i64: 9223372036854775807, -9223372036854775808>,
  a7 = array<f32>, a8 = array<f32: 1.0, -2.5e-3, 0x7F800000>, a9 = array<f64: 0.1, 1.0e300>, a10 = array<f64: 0x7FF8000000000000>, a11 = array<i64>, a12 = array<f16: 1.0, 0.1>, a13 = array<bf16: 1.5>, a14 = array<ui8: 255, 0>, a15 = array<si8: -1, 1>,
  a17 = array<f8E5M2: 1.0>, a18 = array< i32 : 1 , 2 >, a20 = array<i24: 5>, a21 = array<i8: 255>, a22 = array<i8: 0xA>, a23 = array<f80: 1.0>, a24 = array<i128: 7>} : () -> ()
// -----
"a.distinct"() {a0 = distinct[0]<>, a1 = distinct[1]<"x">, a2 = distinct[2]<42 : i32>, a3 = distinct[0]<>, a4 = distinct[7]<[distinct[8]<@a>]>, a5 = distinct[12]<{a = 1}>, a6 = distinct[3]<unit>} : () -> ()
"a.distinct"() {a0 = distinct[7]<[distinct[8]<@a>]>, a1 = distinct[1]<"x">} : () -> ()
// -----
"a.strided"() {a0 = strided<[]>, a1 = strided<[1]>, a2 = strided<[?, 1], offset: ?>, a3 = strided<[4, 2, 1], offset: 10>, a4 = strided<[-1], offset: -1>, a5 = strided<[1], offset: 0>} : () -> ()
// -----
"a.locations"() {a0 = loc(unknown), a1 = loc("f.mlir":1:2), a2 = loc("f.mlir":0:0), a3 = loc("f.mlir":1:2 to 3:4), a4 = loc("f.mlir":1:2 to :4), a5 = loc("name"), a6 = loc("name"("f":1:2)), a7 = loc("name"(callsite("a" at "b"))), a8 = loc(callsite("a"("f":1:1) at "g":2:2)),
  a9 = loc(fused["a", "b":1:1]), a10 = loc(fused<"meta">["a"]), a11 = loc(fused<{k = [1, 2]}>["a", unknown]), a12 = loc(fused[]), a13 = loc(callsite(callsite("x" at "y") at "z")), a14 = loc("es\"cape\\d":1:1), a15 = loc("")} : () -> ()
// -----
"a.prop"() <{p = 1 : i32, q = "s", r, "s t" = [1], z = {}, a = dense<0> : tensor<1xi1>}> {d.a = 1, b = 2} : () -> ()
"a.prop"() <{}> : () -> ()
"a.prop"() <{}> {} : () -> ()
"a.prop"() <{x}> {x} : () -> ()
// -----
// Attributes may be separated by anything that the lexer calls white space.
"a.ws"()	{	a	=	1	,
b=2,c=[1,2,3],d={e=1,f},g=@a::@b,h="x":i32,i=1:i8,j=-1:i8,k=1.0:f32,l=array<i8:1,2>,m=dense<[1,2]>:tensor<2xi8>}:()->()
// -----
#attr = 42 : i32
#nested = [#attr, #attr, {k = #attr}]
#map_with = affine_map<(d0) -> (d0)>
#_under = "u"
#dollar$x = unit
#opq = #a.b<"x">
!ty = tensor<4xf32, #attr>
#typed = dense<1.0> : tensor<4xf32>
"a.alias"() {a0 = #attr, a1 = #nested, a2 = #_under, a3 = #dollar$x, a4 = #opq, a5 = !ty, a6 = #typed, a7 = [!ty, #opq]} : () -> ()
