#map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>
#map1 = affine_map<(d0) -> (d0 floordiv 8)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
#map3 = affine_map<(d0) -> (d0)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
#set1 = affine_set<(d0) : (d0 >= 0)>
"builtin.module"() ({
  "m.alias"() {a0 = #map, a1 = #set, a2 = [#map1, #map], a3 = {m = #map1}, a4 = memref<4x4xf32, #map2>, a5 = memref<4xf32, #map1>} : () -> ()
  %2 = "m.alias"() {a0 = #set, a1 = #map3, a2 = #set1} : () -> memref<8xf32, #map1> // unused
}) : () -> ()
