"builtin.module"() ({
  %0 = "s.x"() {b = ["value", {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}], c = {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}, t = tuple<i32, tensor<4xf32, "value">>} : () -> tensor<4xf32, "value"> loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":7:1)

// -----
#map = affine_map<(d0) -> (d0 * 2)>
#set = affine_set<(d0) : (d0 == 0)>
"builtin.module"() ({
  "s.x"() {a = 1 : i32, b = "not a map", c = #set, d = f32, e = tensor<1xf32>, f = () -> (), g = #map, h = false, i = 3 : i64} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":8:9)
#loc1 = loc("<stdin>":19:1)

// -----
"builtin.module"() ({
  "s.x"() : () -> () loc(#loc1)
  %0 = "s.x"() {a = [1, tensor<2xi32>]} : () -> tensor<2xi32> loc(#loc2)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":20:9)
#loc1 = loc("<stdin>":22:1)
#loc2 = loc("<stdin>":25:1)

// -----
#loc2 = loc("<stdin>":36:6)
#loc3 = loc("<stdin>":36:14)
#map = affine_map<(d0) -> (d0 + 1)>
"builtin.module"() ({
  %0 = "s.x"() <{p = {e}, q = dense<1.000000e+00> : tensor<4xf32>, r = (f32, vector<4xf32>) -> (vector<4xf32>, f32)}> ({
  ^bb0(%arg0: vector<4xf32> loc("<stdin>":36:6), %arg1: (f32, vector<4xf32>) -> (vector<4xf32>, f32) loc("<stdin>":36:14)):
    "s.y"(%arg0, %arg1) : (vector<4xf32>, (f32, vector<4xf32>) -> (vector<4xf32>, f32)) -> () loc(#loc4)
  }) {a = dense<2.000000e+00> : tensor<2xf32, {e}>, b = memref<4xf32, #map, 3 : i8>, c = 1.500000e+00 : f32} : () -> ((f32, vector<4xf32>) -> (vector<4xf32>, f32)) loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":27:9)
#loc1 = loc("<stdin>":35:6)
#loc4 = loc("<stdin>":37:3)

// -----
"builtin.module"() ({
  "s.x"() {a = #u.v<#inner, !ty>, b = !u.v<#inner>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":39:9)
#loc1 = loc("<stdin>":43:1)

// -----
"builtin.module"() ({
  "builtin.module"() <{sym_name = "nested"}> ({
    %0 = "s.x"() {a = "l"} : () -> !l.l<"x"> loc(#loc2)
  }) : () -> () loc(#loc1)
}) {m.attr = "l"} : () -> () loc(#loc)
#loc = loc("<stdin>":47:1)
#loc1 = loc("<stdin>":48:3)
#loc2 = loc("<stdin>":49:5)
