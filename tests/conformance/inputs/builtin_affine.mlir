"m.maps"() {a0 = affine_map<() -> ()>, a1 = affine_map<() -> (0)>, a2 = affine_map<(d0) -> (d0)>, a3 = affine_map<(d0, d1) -> (d1, d0)>, a4 = affine_map<(d0)[s0] -> (d0 + s0)>, a5 = affine_map<()[s0] -> (s0)>, a6 = affine_map<()[s0, s1] -> (s0 * 2 + s1, s1 - s0)>,
  a7 = affine_map<(d0, d1, d2) -> ()>, a8 = affine_map<(i, j, k) -> (i + j + k)>, a9 = affine_map<(x)[N] -> (x mod 5, x floordiv N, x ceildiv 3)>, a10 = affine_map<(d0) -> (-d0)>, a11 = affine_map<(d0, d1) -> (d0 - d1)>, a12 = affine_map<(d0) -> (d0 * -1)>, a13 = affine_map<(d0) -> (d0 - 1)>, a14 = affine_map<(d0) -> (d0 * 0)>,
  a15 = affine_map<(d0)[] -> (d0)>} : () -> ()
// -----
"m.simplify"() {a0 = affine_map<(d0) -> (d0 + 0, d0 * 1, d0 + d0, 1 + d0 + 2, 2 * d0, (d0 + 1) + 2, d0 * 2 * 3, d0 floordiv 1, d0 mod 1, 0 * d0, 7 mod 4, 7 floordiv 2, 7 ceildiv 2, -7 floordiv 2, -7 mod 4, -7 ceildiv 2)>,
  a1 = affine_map<(d0, d1) -> (d0 - d0, d0 + d1 - d0, d0 * 4 + d1 - d0 * 4, (d0 * 4) floordiv 4, (d0 * 4) mod 4, (d0 * 8 + 4) floordiv 4, (d0 * 4) ceildiv 2, d0 * 3 + d0 * 5, d1 + d0, 2 + d1 * 3 + d0)>,
  a2 = affine_map<(d0)[s0] -> (s0 + d0, s0 * d0, d0 * s0 + s0, d0 mod s0, (d0 + s0) * 2, s0 * 2 + d0 * 3 - s0, d0 ceildiv s0, (d0 mod 4) mod 4, d0 - (d0 floordiv 4) * 4, (d0 floordiv 4) * 4 + d0 mod 4, d0 * (s0 + 1), (s0 - 1) * d0)>,
  a3 = affine_map<(d0, d1, d2) -> (d0 - (d1 - d2), -(d0 + d1), -(-d0), d0 - 2 * d1, d0 - d1 * -3, (d0 - d1) * -1, d0 * 2 - d1 * 2, d0 - d1 - d2, -d0 - 5, -1 - d0, -5 + d0, (d0 + d1) floordiv 2 - d2, -(d0 floordiv 2), d0 * 4 mod 2, (d0 + d1 * 8) mod 4, (d0 + d1) mod 3 * 2)>} : () -> ()
// -----
"m.names"() {a0 = affine_map<(i, i1, d, s0)[N, M_2] -> (i * 2, N, M_2 + s0, d, i1)>, a1 = affine_map<(d1, d0) -> (d0, d1)>, a2 = affine_map<(s0)[d0] -> (s0, d0)>, a3 = affine_map<(mod0, x.y, a$b, floordiv_) -> (mod0 + x.y, a$b, floordiv_)>} : () -> ()
// -----
"m.big"() {a0 = affine_map<(d0) -> (d0 * 9223372036854775807, d0 + 4611686018427387904, d0 - 9223372036854775807, d0 mod 9223372036854775807)>, a1 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11)[s0, s1, s2] -> (d11 + s2, d10 * s1, d0)>} : () -> ()
// -----
"m.sets"() {a0 = affine_set<() : ()>, a1 = affine_set<(d0) : (d0 >= 0)>, a2 = affine_set<(d0) : (d0 == 0)>, a3 = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + 10 >= 0, d0 mod 2 == 0)>, a4 = affine_set<(d0) : (1 == 0)>, a5 = affine_set<(i, j)[N, M] : (i + j - N >= 0, M - i * 2 >= 0, i floordiv 2 - j == 0)>,
  a6 = affine_set<()[s0] : (s0 - 1 >= 0)>, a7 = affine_set<(d0) : (d0 >= 5)>, a8 = affine_set<(d0) : (d0 <= 5)>, a9 = affine_set<(d0, d1) : (d0 >= d1)>, a10 = affine_set<(d0, d1) : (d0 == d1)>, a11 = affine_set<(d0, d1) : (0 == 0)>} : () -> ()
// -----
#map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
#map1 = affine_map<(d0) -> (d0 floordiv 8)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
"m.alias"() {a0 = #map, a1 = #set, a2 = [#map1, #map], a3 = {m = #map1}, a4 = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, a5 = memref<4xf32, #map1>} : () -> ()
"m.alias"() {a0 = #set, a1 = affine_map<(d0) -> (d0)>, a2 = affine_set<(d0) : (d0 >= 0)>} : () -> memref<8xf32, #map1>
// -----
"m.parens"() {a0 = affine_map<(d0, d1) -> ((d0), ((d0 + d1)), (d0 + d1) * 3, ((d0) * (2)) + (d1), (d0 * 2 + 1) floordiv 3 mod 5, d0 floordiv 2 floordiv 3, d0 - (d1 + 1), (d0 mod 2) * 4 + (d1 mod 3) * 2, (d0 + 5) ceildiv 4 + (d1 + 3) floordiv 4)>} : () -> ()
