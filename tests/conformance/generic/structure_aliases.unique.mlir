"builtin.module"() ({
  %1 = "s.x"() {b = ["value", {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}], c = {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}, t = tuple<i32, tensor<4xf32, "value">>} : () -> tensor<4xf32, "value"> // unused
}) : () -> ()

// -----
"builtin.module"() ({
  "s.x"() : () -> ()
  %2 = "s.x"() {a = [1, tensor<2xi32>]} : () -> tensor<2xi32> // unused
}) : () -> ()

// -----
#map = affine_map<(d0) -> (d0 + 1)>
"builtin.module"() ({
  %1 = "s.x"() <{p = {e}, q = dense<1.000000e+00> : tensor<4xf32>, r = (f32, vector<4xf32>) -> (vector<4xf32>, f32)}> ({
  ^bb0(%arg0: vector<4xf32>, %arg1: (f32, vector<4xf32>) -> (vector<4xf32>, f32)):
    // %arg0 is used by %2
    // %arg1 is used by %2
    "s.y"(%arg0, %arg1) : (vector<4xf32>, (f32, vector<4xf32>) -> (vector<4xf32>, f32)) -> () // id: %2
  }) {a = dense<2.000000e+00> : tensor<2xf32, {e}>, b = memref<4xf32, #map, 3 : i8>, c = 1.500000e+00 : f32} : () -> ((f32, vector<4xf32>) -> (vector<4xf32>, f32)) // unused
}) : () -> ()

// -----
"builtin.module"() ({
  "builtin.module"() <{sym_name = "nested"}> ({
    %2 = "s.x"() {a = "l"} : () -> !l.l<"x"> // unused
  }) : () -> ()
}) {m.attr = "l"} : () -> ()
