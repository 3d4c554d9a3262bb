"builtin.module"() ({
  "a.ints"() {a0 = 0 : i64, a1 = 1 : i64, a10 = -9223372036854775808 : i64, a11 = 0 : index, a12 = -5 : index, a13 = true, a14 = false, a15 = true, a16 = true, a17 = false, a18 = 3 : si8, a19 = -3 : si8, a2 = -1 : i64, a20 = 255 : ui8, a21 = 0 : ui1, a22 = 1 : ui1, a23 = 18446744073709551615 : ui64, a24 = 16 : i32, a25 = 7 : i64, a26 = 3735928559 : i64, a27 = -3 : i3, a28 = -4 : i3, a29 = -1 : i3, a3 = 42 : i8, a30 = 0 : i0, a4 = -128 : i8, a5 = 127 : i8, a6 = -1 : i8, a7 = -1 : i8, a8 = 9223372036854775807 : i64, a9 = 9223372036854775807 : i64} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.huge"() {a0 = -1 : i128, a1 = -170141183460469231731687303715884105728 : i128, a2 = 340282366920938463463374607431768211455 : ui128, a3 = -1267650600228229401496703205376 : i101, a4 = 1512366075204170929049582354406559215 : i200, a5 = -1 : i64, a6 = 18446744073709551615 : i65, a7 = -170141183460469231731687303715884105728 : si128, a8 = -1 : i64, a9 = -1 : i256} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.floats"() {a0 = 0.000000e+00 : f64, a1 = -0.000000e+00 : f64, a10 = 1.000980e-01 : bf16, a11 = 0.100000000000000005551 : f80, a12 = 0.100000000000000005551115123125782702 : f128, a13 = 9.997550e-02 : tf32, a14 = 1.401300e-45 : f32, a15 = 6.550400e+04 : f16, a16 = 4.940660e-324 : f64, a17 = 1.7976931348623157E+308 : f64, a18 = 0x419D6F3454000000 : f64, a19 = 1234567890123.5 : f64, a2 = 1.000000e+00 : f64, a20 = 1.000000e+08 : f32, a21 = 0x4B800000 : f32, a22 = 1.000000e+06 : f64, a23 = 1.000000e+20 : f64, a25 = 0.33333333333333331 : f64, a26 = 1.000000e-05 : f64, a27 = 1.234400e+04 : f16, a28 = 0x7FF0000000000000 : f64, a29 = 0x7C00 : f16, a3 = -1.500000e+10 : f64, a30 = 0.000000e+00 : f64, a31 = 5.000000e+00 : f64, a32 = 5.000000e-01 : f64, a4 = 1.000000e+05 : f64, a5 = 2.500000e-03 : f64, a6 = 1.000000e+300 : f64, a7 = 3.14159274 : f32, a8 = 1.000000e-01 : f32, a9 = 9.997550e-02 : f16} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.float_hex"() {e3 = 0x70 : f8E3M4, inf128 = 0x7FFF0000000000000000000000000000 : f128, inf16 = 0x7C00 : f16, inf32 = 0x7F800000 : f32, inf64 = 0x7FF0000000000000 : f64, inf8 = 0x7C : f8E5M2, inf80 = 0x7FFF8000000000000000 : f80, infb = 0x7F80 : bf16, mzero = -0.000000e+00 : f32, n4 = 6.000000e+00 : f4E2M1FN, n6 = 7.500000e+00 : f6E2M3FN, nan16 = 0x7E00 : f16, nan32 = 0x7FC00000 : f32, nan64 = 0x7FF8000000000000 : f64, nan8 = 0x7F : f8E4M3FN, nan8m0 = 0xFF : f8E8M0FNU, nan8u = 0x80 : f8E4M3FNUZ, nanb = 0x7FC0 : bf16, ninf32 = 0xFF800000 : f32, ninf64 = 0xFFF0000000000000 : f64, nnan32 = 0xFFC00000 : f32, one = 1.000000e+00 : f32, payload = 0x7FC12345 : f32, small = 1.401300e-45 : f32, snan32 = 0x7F800001 : f32, t = -1.701410e+38 : tf32, z = 0.000000e+00 : f64} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.small_floats"() {a0 = 1.000000e+00 : f8E5M2, a1 = 1.500000e+00 : f8E4M3FN, a10 = 1.550000e+01 : f8E3M4, a11 = 2.400000e+02 : f8E4M3, a12 = 9.375000e-02 : f8E5M2, a13 = 1.015630e-01 : f8E4M3FN, a14 = 5.000000e-01 : f4E2M1FN, a15 = 0.000000e+00 : f8E5M2FNUZ, a16 = 1.164150e-10 : f8E8M0FNU, a2 = -4.480000e+02 : f8E4M3FN, a3 = 5.000000e-01 : f8E4M3FNUZ, a4 = 2.000000e+00 : f8E4M3B11FNUZ, a5 = 5.734400e+04 : f8E5M2, a6 = 1.000000e+00 : f8E8M0FNU, a7 = 6.000000e+00 : f4E2M1FN, a8 = 7.500000e+00 : f6E2M3FN, a9 = 2.800000e+01 : f6E3M2FN} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.strings"() {a0 = "", a1 = "plain", a10 = "#map !t %v @s ^b", a11 = "typed" : !a.b, a12 = "typed" : i32, a13 = "typed", a14 = "typed" : tensor<4xf32>, a15 = "a'b", a16 = "\22", a17 = "\\", a18 = "{-# #-}", a19 = "%d %s %%", a2 = "with \22quotes\22", a20 = "// --", a21 = "\E9\AB", a3 = "back\\slash", a4 = "tab\09nl\0A", a5 = "\00\01\1F\7F\80\FF", a6 = "\C3\A9\E2\82\AC", a7 = "\C3\A9\E2\82\AC\F0\9F\98\80", a8 = "a\0Ab", a9 = "// not a comment"} : () -> ()
}) : () -> ()

// -----
#loc = loc(unknown)
#map = affine_map<() -> ()>
"builtin.module"() ({
  "a.arrays"() {a0 = [], a1 = [1], a2 = [[], [[]], [[1], [2, 3]]], a3 = [1, "a", 1.500000e+00, true, unit, @s, i32, #a.b, {x}, [], dense<1> : tensor<2xi8>], a4 = [1 : i8, 2 : i16], a5 = [1, 2], a6 = [{}, {}], a7 = [#loc, #map, array<i32>]} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.dicts"() {a0 = {}, a1 = {x}, a2 = {x = 1 : i64, y, z}, a3 = {"\00" = 12 : i64, "$a" = 10 : i64, "%" = 13 : i64, "1" = 3 : i64, _ = 11 : i64, a$b = 9 : i64, "a-b" = 8 : i64, a.b = 7 : i64, "quoted key" = 1 : i64, true = 4 : i64, "with\22quote" = 2 : i64, x = 5 : i64, "\C3\A9" = 6 : i64}, a4 = {nested = {deep = {deeper = {}}}}, a5 = {A = 4 : i64, _a = 5 : i64, a = 2 : i64, "a b" = 8 : i64, a.a = 7 : i64, a.b = 6 : i64, a_b = 9 : i64, aa = 10 : i64, m = 3 : i64, z = 1 : i64}} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.keys"() {affine_map = 1 : i64, affine_set = 2 : i64, any = 3 : i64, array = 4 : i64, at = 46 : i64, attributes = 5 : i64, bf16 = 6 : i64, callsite = 43 : i64, ceildiv = 7 : i64, ceildiv2 = 54 : i64, complex = 8 : i64, dense = 9 : i64, dense.y = 50 : i64, dense_resource = 10 : i64, distinct = 36 : i64, extern_weak = 58 : i64, f32 = 11 : i64, f80 = 42 : i64, f8E5M2 = 52 : i64, false = 12 : i64, floordiv = 13 : i64, for = 14 : i64, from = 47 : i64, func = 15 : i64, fused = 44 : i64, i = 53 : i64, i1x = 51 : i64, i32 = 37 : i64, index = 16 : i64, loc = 17 : i64, max = 18 : i64, memref = 19 : i64, min = 20 : i64, mod = 21 : i64, module = 55 : i64, none = 22 : i64, offset = 23 : i64, opaque = 40 : i64, return = 56 : i64, si8 = 38 : i64, size = 24 : i64, sparse = 25 : i64, step = 26 : i64, step0 = 48 : i64, strided = 27 : i64, symbol = 28 : i64, symbol.x = 49 : i64, tensor = 29 : i64, tf32 = 57 : i64, to = 30 : i64, true = 31 : i64, tuple = 32 : i64, type = 33 : i64, ui8 = 39 : i64, unit = 34 : i64, unknown = 45 : i64, vector = 35 : i64, x = 41 : i64} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.symbols"() {a0 = @a, a1 = @a, a10 = @a1, a11 = @"\C3\A9", a12 = @"a::b"::@c, a13 = [@a, @b::@c], a14 = @i32, a15 = @"@", a16 = @"-a", a17 = @true, a18 = @"a b"::@c::@"d e", a19 = @a.b, a2 = @a::@b, a21 = @a$b.c, a3 = @a::@b::@c::@d, a4 = @"with space", a5 = @"quo\22te"::@"new\0Aline", a8 = @_x, a9 = @"1"} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.types"() {a0 = i32, a1 = () -> (), a10 = vector<[4]xi1>, a11 = complex<f32>, a12 = () -> i32, a13 = (() -> ()) -> (() -> ()), a2 = tensor<4xf32>, a3 = !a.b, a4 = tuple<i32>, a5 = [i32, f32], a6 = (i32) -> (), a7 = none, a8 = index, a9 = memref<*xf32>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.opaque"() {a0 = #a.b, a1 = #a.b, a2 = #a.b<c>, a3 = #a.b<c> : i32, a4 = #a<"b"> : tensor<4xf32>, a5 = #a.b.c<d>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.unit"() {"9" = 4 : i64, _a = 3 : i64, a$b = 2 : i64, a.b.c = 1 : i64, d.unit3, "q u o t e d", unit1, unit2} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.dense_arrays"() {a0 = array<i1>, a1 = array<i1: true, false>, a10 = array<f64: 0x7FF8000000000000>, a11 = array<i64>, a12 = array<f16: 1.000000e+00, 9.997550e-02>, a13 = array<bf16: 1.500000e+00>, a14 = array<ui8: 255, 0>, a15 = array<si8: -1, 1>, a17 = array<f8E5M2: 1.000000e+00>, a18 = array<i32: 1, 2>, a2 = array<i8>, a20 = array<i24: 5>, a21 = array<i8: -1>, a22 = array<i8: 10>, a23 = array<f80: 1.000000e+00>, a24 = array<i128: 7>, a3 = array<i8: 1, -2, 127>, a4 = array<i16: 1>, a5 = array<i32: -2147483648, 2147483647>, a6 = array<i64: 9223372036854775807, -9223372036854775808>, a7 = array<f32>, a8 = array<f32: 1.000000e+00, -2.500000e-03, 0x7F800000>, a9 = array<f64: 1.000000e-01, 1.000000e+300>} : () -> ()
}) : () -> ()

// -----
#distinct = distinct[0]<"x">
#distinct1 = distinct[1]<42 : i32>
#distinct2 = distinct[2]<@a>
#distinct3 = distinct[3]<{a = 1 : i64}>
#distinct4 = distinct[4]<[#distinct2]>
"builtin.module"() ({
  "a.distinct"() {a0 = distinct[5]<>, a1 = #distinct, a2 = #distinct1, a3 = distinct[5]<>, a4 = #distinct4, a5 = #distinct3, a6 = distinct[6]<>} : () -> ()
  "a.distinct"() {a0 = #distinct4, a1 = #distinct} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.strided"() {a0 = strided<[]>, a1 = strided<[1]>, a2 = strided<[?, 1], offset: ?>, a3 = strided<[4, 2, 1], offset: 10>, a4 = strided<[-1], offset: -1>, a5 = strided<[1]>} : () -> ()
}) : () -> ()

// -----
#loc = loc(unknown)
#loc1 = loc("f.mlir":1:2)
#loc2 = loc("a")
#loc3 = loc("x")
#loc4 = loc("y")
#loc5 = loc("z")
#loc6 = loc("es\22cape\\d":1:1)
#loc7 = loc("")
#loc8 = loc("f.mlir":0:0)
#loc9 = loc("f.mlir":1:2 to 3:4)
#loc10 = loc("f.mlir":1:2 to :4)
#loc11 = loc("name")
#loc12 = loc("f":1:2)
#loc13 = loc("b")
#loc14 = loc("f":1:1)
#loc15 = loc("g":2:2)
#loc16 = loc("b":1:1)
#loc17 = loc(fused<"meta">[#loc2])
#loc18 = loc(fused<{k = [1, 2]}>[#loc2])
#loc19 = loc(callsite(#loc3 at #loc4))
#loc20 = loc("name"(#loc12))
#loc21 = loc(callsite(#loc2 at #loc13))
#loc22 = loc("a"(#loc14))
#loc23 = loc(fused[#loc2, #loc16])
#loc24 = loc(callsite(#loc19 at #loc5))
#loc25 = loc("name"(#loc21))
#loc26 = loc(callsite(#loc22 at #loc15))
"builtin.module"() ({
  "a.locations"() {a0 = #loc, a1 = #loc1, a10 = #loc17, a11 = #loc18, a12 = #loc, a13 = #loc24, a14 = #loc6, a15 = #loc7, a2 = #loc8, a3 = #loc9, a4 = #loc10, a5 = #loc11, a6 = #loc20, a7 = #loc25, a8 = #loc26, a9 = #loc23} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.prop"() <{a = dense<false> : tensor<1xi1>, p = 1 : i32, q = "s", r, "s t" = [1], z = {}}> {b = 2 : i64, d.a = 1 : i64} : () -> ()
  "a.prop"() <{}> : () -> ()
  "a.prop"() <{}> : () -> ()
  "a.prop"() <{x}> {x} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.ws"() {a = 1 : i64, b = 2 : i64, c = [1, 2, 3], d = {e = 1 : i64, f}, g = @a::@b, h = "x" : i32, i = 1 : i8, j = -1 : i8, k = 1.000000e+00 : f32, l = array<i8: 1, 2>, m = dense<[1, 2]> : tensor<2xi8>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "a.alias"() {a0 = 42 : i32, a1 = [42 : i32, 42 : i32, {k = 42 : i32}], a2 = "u", a3, a4 = #a.b<"x">, a5 = tensor<4xf32, 42 : i32>, a6 = dense<1.000000e+00> : tensor<4xf32>, a7 = [tensor<4xf32, 42 : i32>, #a.b<"x">]} : () -> ()
}) : () -> ()
