"builtin.module"() ({
  %0 = "s.x"() {b = ["value", {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}], c = {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}, t = tuple<i32, tensor<4xf32, "value">>} : () -> tensor<4xf32, "value">
}) : () -> ()

// -----
#map = affine_map<(d0) -> (d0 * 2)>
#set = affine_set<(d0) : (d0 == 0)>
"builtin.module"() ({
  "s.x"() {a = 1 : i32, b = "not a map", c = #set, d = f32, e = tensor<1xf32>, f = () -> (), g = #map, h = false, i = 3 : i64} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "s.x"() : () -> ()
  %0 = "s.x"() {a = [1, tensor<2xi32>]} : () -> tensor<2xi32>
}) : () -> ()

// -----
#map = affine_map<(d0) -> (d0 + 1)>
"builtin.module"() ({
  %0 = "s.x"() <{p = {e}, q = dense<1.000000e+00> : tensor<4xf32>, r = (f32, vector<4xf32>) -> (vector<4xf32>, f32)}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: (f32, vector<4xf32>) -> (vector<4xf32>, f32)):
    "s.y"(%arg0, %arg1) : (vector<4xf32>, (f32, vector<4xf32>) -> (vector<4xf32>, f32)) -> ()
  }) {a = dense<2.000000e+00> : tensor<2xf32, {e}>, b = memref<4xf32, #map, 3 : i8>, c = 1.500000e+00 : f32} : () -> ((f32, vector<4xf32>) -> (vector<4xf32>, f32))
}) : () -> ()

// -----
"builtin.module"() ({
  "s.x"() {a = #u.v<#inner, !ty>, b = !u.v<#inner>} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "builtin.module"() <{sym_name = "nested"}> ({
    %0 = "s.x"() {a = "l"} : () -> !l.l<"x">
  }) : () -> ()
}) {m.attr = "l"} : () -> ()
