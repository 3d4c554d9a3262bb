"builtin.module"() ({
  "m.maps"() {a0 = affine_map<() -> ()>, a1 = affine_map<() -> (0)>, a10 = affine_map<(d0) -> (-d0)>, a11 = affine_map<(d0, d1) -> (d0 - d1)>, a12 = affine_map<(d0) -> (-d0)>, a13 = affine_map<(d0) -> (d0 - 1)>, a14 = affine_map<(d0) -> (0)>, a15 = affine_map<(d0) -> (d0)>, a2 = affine_map<(d0) -> (d0)>, a3 = affine_map<(d0, d1) -> (d1, d0)>, a4 = affine_map<(d0)[s0] -> (d0 + s0)>, a5 = affine_map<()[s0] -> (s0)>, a6 = affine_map<()[s0, s1] -> (s0 * 2 + s1, s1 - s0)>, a7 = affine_map<(d0, d1, d2) -> ()>, a8 = affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>, a9 = affine_map<(d0)[s0] -> (d0 mod 5, d0 floordiv s0, d0 ceildiv 3)>} : () -> () loc("<stdin>":1:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "m.simplify"() {a0 = affine_map<(d0) -> (d0, d0, d0 * 2, d0 + 3, d0 * 2, d0 + 3, d0 * 6, d0, 0, 0, 3, 3, 4, -4, 1, -3)>, a1 = affine_map<(d0, d1) -> (0, d0 + d1 - d0, d0 * 4 + d1 - d0 * 4, d0, 0, d0 * 2 + 1, d0 * 2, d0 * 8, d0 + d1, d1 * 3 + d0 + 2)>, a2 = affine_map<(d0)[s0] -> (d0 + s0, d0 * s0, d0 * s0 + s0, d0 mod s0, (d0 + s0) * 2, d0 * 3 + s0 * 2 - s0, d0 ceildiv s0, d0 mod 4, d0 mod 4, (d0 floordiv 4) * 4 + d0 mod 4, d0 * (s0 + 1), d0 * (s0 - 1))>, a3 = affine_map<(d0, d1, d2) -> (d0 - (d1 - d2), -(d0 + d1), d0, d0 - d1 * 2, d0 + d1 * 3, -(d0 - d1), d0 * 2 - d1 * 2, d0 - d1 - d2, -d0 - 5, -d0 - 1, d0 - 5, (d0 + d1) floordiv 2 - d2, -(d0 floordiv 2), 0, d0 mod 4, ((d0 + d1) mod 3) * 2)>} : () -> () loc("<stdin>":5:1)
}) : () -> () loc("<stdin>":4:9)

// -----
"builtin.module"() ({
  "m.names"() {a0 = affine_map<(d0, d1, d2, d3)[s0, s1] -> (d0 * 2, s0, d3 + s1, d2, d1)>, a1 = affine_map<(d0, d1) -> (d1, d0)>, a2 = affine_map<(d0)[s0] -> (d0, s0)>, a3 = affine_map<(d0, d1, d2, d3) -> (d0 + d1, d2, d3)>} : () -> () loc("<stdin>":10:1)
}) : () -> () loc("<stdin>":9:9)

// -----
"builtin.module"() ({
  "m.big"() {a0 = affine_map<(d0) -> (d0 * 9223372036854775807, d0 + 4611686018427387904, d0 - 9223372036854775807, d0 mod 9223372036854775807)>, a1 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11)[s0, s1, s2] -> (d11 + s2, d10 * s1, d0)>} : () -> () loc("<stdin>":12:1)
}) : () -> () loc("<stdin>":11:9)

// -----
"builtin.module"() ({
  "m.sets"() {a0 = affine_set<() : (0 == 0)>, a1 = affine_set<(d0) : (d0 >= 0)>, a10 = affine_set<(d0, d1) : (d0 - d1 == 0)>, a11 = affine_set<(d0, d1) : (0 == 0)>, a2 = affine_set<(d0) : (d0 == 0)>, a3 = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + 10 >= 0, d0 mod 2 == 0)>, a4 = affine_set<(d0) : (1 == 0)>, a5 = affine_set<(d0, d1)[s0, s1] : (d0 + d1 - s0 >= 0, d0 * -2 + s1 >= 0, d0 floordiv 2 - d1 == 0)>, a6 = affine_set<()[s0] : (s0 - 1 >= 0)>, a7 = affine_set<(d0) : (d0 - 5 >= 0)>, a8 = affine_set<(d0) : (-d0 + 5 >= 0)>, a9 = affine_set<(d0, d1) : (d0 - d1 >= 0)>} : () -> () loc("<stdin>":14:1)
}) : () -> () loc("<stdin>":13:9)

// -----
"builtin.module"() ({
  "m.alias"() {a0 = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>, a1 = affine_set<(d0)[s0] : (d0 - s0 >= 0)>, a2 = [affine_map<(d0) -> (d0 floordiv 8)>, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>], a3 = {m = affine_map<(d0) -> (d0 floordiv 8)>}, a4 = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, a5 = memref<4xf32, affine_map<(d0) -> (d0 floordiv 8)>>} : () -> () loc("<stdin>":20:1)
  %0 = "m.alias"() {a0 = affine_set<(d0)[s0] : (d0 - s0 >= 0)>, a1 = affine_map<(d0) -> (d0)>, a2 = affine_set<(d0) : (d0 >= 0)>} : () -> memref<8xf32, affine_map<(d0) -> (d0 floordiv 8)>> loc("<stdin>":21:1)
}) : () -> () loc("<stdin>":16:9)

// -----
"builtin.module"() ({
  "m.parens"() {a0 = affine_map<(d0, d1) -> (d0, d0 + d1, (d0 + d1) * 3, d0 * 2 + d1, ((d0 * 2 + 1) floordiv 3) mod 5, (d0 floordiv 2) floordiv 3, d0 - (d1 + 1), (d0 mod 2) * 4 + (d1 mod 3) * 2, (d0 + 5) ceildiv 4 + (d1 + 3) floordiv 4)>} : () -> () loc("<stdin>":23:1)
}) : () -> () loc("<stdin>":22:9)
