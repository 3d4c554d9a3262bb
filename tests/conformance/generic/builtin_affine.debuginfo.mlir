#map = affine_map<() -> ()>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<(d0) -> (-d0)>
#map3 = affine_map<(d0, d1) -> (d0 - d1)>
#map4 = affine_map<(d0) -> (d0 - 1)>
#map5 = affine_map<(d0) -> (0)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d1, d0)>
#map8 = affine_map<(d0)[s0] -> (d0 + s0)>
#map9 = affine_map<()[s0] -> (s0)>
#map10 = affine_map<()[s0, s1] -> (s0 * 2 + s1, s1 - s0)>
#map11 = affine_map<(d0, d1, d2) -> ()>
#map12 = affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>
#map13 = affine_map<(d0)[s0] -> (d0 mod 5, d0 floordiv s0, d0 ceildiv 3)>
"builtin.module"() ({
  "m.maps"() {a0 = #map, a1 = #map1, a10 = #map2, a11 = #map3, a12 = #map2, a13 = #map4, a14 = #map5, a15 = #map6, a2 = #map6, a3 = #map7, a4 = #map8, a5 = #map9, a6 = #map10, a7 = #map11, a8 = #map12, a9 = #map13} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":1:1)

// -----
#map = affine_map<(d0) -> (d0, d0, d0 * 2, d0 + 3, d0 * 2, d0 + 3, d0 * 6, d0, 0, 0, 3, 3, 4, -4, 1, -3)>
#map1 = affine_map<(d0, d1) -> (0, d0 + d1 - d0, d0 * 4 + d1 - d0 * 4, d0, 0, d0 * 2 + 1, d0 * 2, d0 * 8, d0 + d1, d1 * 3 + d0 + 2)>
#map2 = affine_map<(d0)[s0] -> (d0 + s0, d0 * s0, d0 * s0 + s0, d0 mod s0, (d0 + s0) * 2, d0 * 3 + s0 * 2 - s0, d0 ceildiv s0, d0 mod 4, d0 mod 4, (d0 floordiv 4) * 4 + d0 mod 4, d0 * (s0 + 1), d0 * (s0 - 1))>
#map3 = affine_map<(d0, d1, d2) -> (d0 - (d1 - d2), -(d0 + d1), d0, d0 - d1 * 2, d0 + d1 * 3, -(d0 - d1), d0 * 2 - d1 * 2, d0 - d1 - d2, -d0 - 5, -d0 - 1, d0 - 5, (d0 + d1) floordiv 2 - d2, -(d0 floordiv 2), 0, d0 mod 4, ((d0 + d1) mod 3) * 2)>
"builtin.module"() ({
  "m.simplify"() {a0 = #map, a1 = #map1, a2 = #map2, a3 = #map3} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":4:9)
#loc1 = loc("<stdin>":5:1)

// -----
#map = affine_map<(d0, d1, d2, d3)[s0, s1] -> (d0 * 2, s0, d3 + s1, d2, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0)[s0] -> (d0, s0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0 + d1, d2, d3)>
"builtin.module"() ({
  "m.names"() {a0 = #map, a1 = #map1, a2 = #map2, a3 = #map3} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":9:9)
#loc1 = loc("<stdin>":10:1)

// -----
#map = affine_map<(d0) -> (d0 * 9223372036854775807, d0 + 4611686018427387904, d0 - 9223372036854775807, d0 mod 9223372036854775807)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11)[s0, s1, s2] -> (d11 + s2, d10 * s1, d0)>
"builtin.module"() ({
  "m.big"() {a0 = #map, a1 = #map1} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":11:9)
#loc1 = loc("<stdin>":12:1)

// -----
#set = affine_set<() : (0 == 0)>
#set1 = affine_set<(d0) : (d0 >= 0)>
#set2 = affine_set<(d0, d1) : (d0 - d1 == 0)>
#set3 = affine_set<(d0, d1) : (0 == 0)>
#set4 = affine_set<(d0) : (d0 == 0)>
#set5 = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + 10 >= 0, d0 mod 2 == 0)>
#set6 = affine_set<(d0) : (1 == 0)>
#set7 = affine_set<(d0, d1)[s0, s1] : (d0 + d1 - s0 >= 0, d0 * -2 + s1 >= 0, d0 floordiv 2 - d1 == 0)>
#set8 = affine_set<()[s0] : (s0 - 1 >= 0)>
#set9 = affine_set<(d0) : (d0 - 5 >= 0)>
#set10 = affine_set<(d0) : (-d0 + 5 >= 0)>
#set11 = affine_set<(d0, d1) : (d0 - d1 >= 0)>
"builtin.module"() ({
  "m.sets"() {a0 = #set, a1 = #set1, a10 = #set2, a11 = #set3, a2 = #set4, a3 = #set5, a4 = #set6, a5 = #set7, a6 = #set8, a7 = #set9, a8 = #set10, a9 = #set11} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":13:9)
#loc1 = loc("<stdin>":14:1)

// -----
#map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
#map1 = affine_map<(d0) -> (d0 floordiv 8)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
#map3 = affine_map<(d0) -> (d0)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
#set1 = affine_set<(d0) : (d0 >= 0)>
"builtin.module"() ({
  "m.alias"() {a0 = #map, a1 = #set, a2 = [#map1, #map], a3 = {m = #map1}, a4 = memref<4x4xf32, #map2>, a5 = memref<4xf32, #map1>} : () -> () loc(#loc1)
  %0 = "m.alias"() {a0 = #set, a1 = #map3, a2 = #set1} : () -> memref<8xf32, #map1> loc(#loc2)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":16:9)
#loc1 = loc("<stdin>":20:1)
#loc2 = loc("<stdin>":21:1)

// -----
#map = affine_map<(d0, d1) -> (d0, d0 + d1, (d0 + d1) * 3, d0 * 2 + d1, ((d0 * 2 + 1) floordiv 3) mod 5, (d0 floordiv 2) floordiv 3, d0 - (d1 + 1), (d0 mod 2) * 4 + (d1 mod 3) * 2, (d0 + 5) ceildiv 4 + (d1 + 3) floordiv 4)>
"builtin.module"() ({
  "m.parens"() {a0 = #map} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":22:9)
#loc1 = loc("<stdin>":23:1)
