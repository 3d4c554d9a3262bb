"builtin.module"() ({
  %0 = "s.x"() {b = ["value", {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}], c = {k = 5 : i7, t = tuple<i32, tensor<4xf32, "value">>}, t = tuple<i32, tensor<4xf32, "value">>} : () -> tensor<4xf32, "value"> loc("<stdin>":7:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "s.x"() {a = 1 : i32, b = "not a map", c = affine_set<(d0) : (d0 == 0)>, d = f32, e = tensor<1xf32>, f = () -> (), g = affine_map<(d0) -> (d0 * 2)>, h = false, i = 3 : i64} : () -> () loc("<stdin>":19:1)
}) : () -> () loc("<stdin>":8:9)

// -----
"builtin.module"() ({
  "s.x"() : () -> () loc("<stdin>":22:1)
  %0 = "s.x"() {a = [1, tensor<2xi32>]} : () -> tensor<2xi32> loc("<stdin>":25:1)
}) : () -> () loc("<stdin>":20:9)

// -----
"builtin.module"() ({
  %0 = "s.x"() <{p = {e}, q = dense<1.000000e+00> : tensor<4xf32>, r = (f32, vector<4xf32>) -> (vector<4xf32>, f32)}> ({
  ^bb0(%arg0: vector<4xf32> loc("<stdin>":36:6), %arg1: (f32, vector<4xf32>) -> (vector<4xf32>, f32) loc("<stdin>":36:14)):
    "s.y"(%arg0, %arg1) : (vector<4xf32>, (f32, vector<4xf32>) -> (vector<4xf32>, f32)) -> () loc("<stdin>":37:3)
  }) {a = dense<2.000000e+00> : tensor<2xf32, {e}>, b = memref<4xf32, affine_map<(d0) -> (d0 + 1)>, 3 : i8>, c = 1.500000e+00 : f32} : () -> ((f32, vector<4xf32>) -> (vector<4xf32>, f32)) loc("<stdin>":35:6)
}) : () -> () loc("<stdin>":27:9)

// -----
"builtin.module"() ({
  "s.x"() {a = #u.v<#inner, !ty>, b = !u.v<#inner>} : () -> () loc("<stdin>":43:1)
}) : () -> () loc("<stdin>":39:9)

// -----
"builtin.module"() ({
  "builtin.module"() <{sym_name = "nested"}> ({
    %0 = "s.x"() {a = "l"} : () -> !l.l<"x"> loc("<stdin>":49:5)
  }) : () -> () loc("<stdin>":48:3)
}) {m.attr = "l"} : () -> () loc("<stdin>":47:1)
